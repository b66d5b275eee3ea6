"""The legal methods: packs, element review, findings, amounts, deliverables."""

"""Cause packs: claim → norm → element → proof, as data (one YAML file per cause)."""

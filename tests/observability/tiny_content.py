"""A hand-written data set of one cause, one style and three papers, for a tmp folder.

With ``REPEALED_LAW`` every case, the clean one too, holds an error that its right answer does not tell.
"""

from __future__ import annotations

from pathlib import Path

CAUSE = """
our_side: plaintiff
facts:
  seller: company("食品")
  buyer: company("商贸")
  signed: day("2023-01-09", "2023-03-31")
  sum: between(20, 60) * 1000
  filed: months(signed, 12)
  law: '"{law}"'
cells: {{C1E1: supported, C1E2: [missing, doubtful], C1E3: [missing, doubtful], C1E4: supported}}
defects:
  - id: no_contract
    kind: omit
    what: 没有合同
    omit: [contract]
    cells: {{C1E1: [missing, doubtful]}}
    also_ok: [C1E4]
  - id: nothing_changes
    kind: weaken
    what: 说是缺了，其实什么也没变：谁也看不出来
    set: {{sum: "between(20, 60) * 1000"}}
    cells: {{C1E1: [missing]}}
  - id: old_law
    kind: repealed_law
    what: 引用已废止的法律
    set: {{law: '"《中华人民共和国合同法》第一百五十九条"'}}
    documents: [complaint]
"""

PAPERS = """
=== complaint | 起诉状.txt
民事起诉状
原告：{{ seller.name }}，统一社会信用代码：{{ seller.code }}。
被告：{{ buyer.name }}，统一社会信用代码：{{ buyer.code }}。
案由：买卖合同纠纷
诉讼请求：
一、判令被告支付货款{{ sum|comma }}元。
事实与理由：{{ signed|cn }}双方签订买卖合同，被告向原告购买饼干一批，货款{{ sum|comma }}元，被告至今未付。
依据{{ law }}起诉。
此致
{{ seller.place.court }}
具状人：{{ seller.name }}（盖章）
{{ filed|cn }}

=== contract | 买卖合同.docx
# 买卖合同
出卖人：{{ seller.name }}
买受人：{{ buyer.name }}
| 品名 | 数量 | 金额 |
| 饼干 | 100箱 | {{ sum|comma }}元 |
出卖人（盖章）：{{ seller.name }}
买受人（盖章）：{{ buyer.name }}
签订日期：{{ signed|cn }}
"""

CURRENT_LAW = "《中华人民共和国民法典》第六百二十六条"
REPEALED_LAW = "《中华人民共和国合同法》第一百五十九条"


def write(root: Path, *, law: str = CURRENT_LAW) -> Path:
    """Write the data set below ``root`` and return it."""
    folder = root / "maimai"
    folder.mkdir(parents=True)
    (folder / "cause.yaml").write_text(CAUSE.format(law=law), "utf-8")
    (folder / "clerk.txt").write_text(PAPERS, "utf-8")
    return root

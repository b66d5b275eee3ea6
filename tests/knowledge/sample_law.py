"""A small invented law, its editions, an interpretation and a repealed predecessor, in both layouts of import."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

LEASE = "租用样品的人应当按照约定的期限归还样品，逾期归还的应当支付占用费。"
CARE = "租用样品的人应当妥善保管样品，因保管不善造成毁损、灭失的，应当承担赔偿责任。"
DUTY = "样品的出借人应当保证样品符合约定的用途。\n出借人隐瞒瑕疵的，承担下列责任：\n（一）更换样品；\n（二）赔偿损失。"

OLD = [
    "为了规范样品的租用，制定本法。",
    LEASE,
    CARE,
    DUTY,
    "本法自2010年7月1日起施行。",
]
NEW = [
    "为了规范样品的租用，保护当事人的合法权益，制定本法。",
    "租用样品应当遵循诚信原则，不得损害公共利益。",
    LEASE,
    CARE,
    DUTY,
    "本法自2019年1月1日起施行。《中华人民共和国样例旧法》同时废止。",
]
RULING = [
    "出借人请求支付占用费的，人民法院依照样例法第二条的规定处理。",
    "本规定自2012年5月1日起施行。",
]
HANZI = "零一二三四五六七八九十"


def rows(title: str, published: str, effective: str | None, status: str, texts: list[str], **more: Any) -> list[Any]:
    """The lines of an edition as JSON lines hold them."""
    meta = {
        "type": "meta",
        "title": title,
        "published": published,
        "effective": effective,
        "status": status,
        "articles": len(texts),
        **more,
    }
    articles = [
        {"type": "article", "no": at, "label": f"第{HANZI[at]}条", "path": ["第一章 总则"], "text": text}
        for at, text in enumerate(texts, start=1)
    ]
    return [meta, *articles]


def write_jsonl(path: Path, lines: list[Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return path


def write_sample_laws(folder: Path) -> Path:
    """Write 样例法 (2010, 2018), its interpretation, 样例旧法 and a reply without articles."""
    law = "中华人民共和国样例法"
    write_jsonl(folder / "old.jsonl", rows(law, "2010-03-01", "2010-07-01", "已修改", OLD, aliases=["样品法"]))
    write_jsonl(folder / "new.jsonl", rows(law, "2018-10-01", "2019-01-01", "有效", NEW, aliases=["样品法"]))
    ruling = "最高人民法院关于审理样例纠纷案件适用法律若干问题的规定"
    write_jsonl(
        folder / "ruling.jsonl",
        rows(ruling, "2012-04-01", "2012-05-01", "有效", RULING, doc_no="法释〔2012〕3号"),
    )
    write_jsonl(folder / "former.jsonl", rows("中华人民共和国样例旧法", "1990-01-01", "1990-05-01", "已废止", OLD[:3]))
    return folder


MARKDOWN = """---
id: sample-2018
title: 中华人民共和国样例法
publication_date: '2018-10-01'
effective_date: '2019-01-01'
status: 有效
group: 法律
urls:
  - https://law.example/sample
---

**中华人民共和国样例法**

## 目　　录

- 第一章　总　　则

---

## 第一章　　总  则

- **第一条**　　为了规范样品的租用，保护当事人的合法权益，制定本法。

### 第一节　　责  任

- **第二条**　　出借人隐瞒瑕疵的，承担下列责任：

  - （一）更换样品；

  - （二）赔偿损失。

  造成他人损害的，依照前款处理。

  二、转租

- **第二条之一**　　租用人不得转租样品。
"""

INFO_BLOCK = """# 样例管理办法

2005年6月3日 样例管理委员会公布

2005年8月1日 施行

<!-- INFO END -->

## 第一章 总则

第一条 为了管理样品，制定本办法。

第二条 样品由所有人管理。

所有人可以委托他人管理。
"""

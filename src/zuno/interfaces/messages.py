"""Words of the command line in Chinese and English. Deliverables are Chinese and not here."""

from __future__ import annotations

from typing import Literal

Language = Literal["zh", "en"]

_WORDS: dict[str, tuple[str, str]] = {
    "stage_intake": ("读取材料", "Reading material"),
    "stage_review": ("要件审查", "Element review"),
    "stage_hearing": ("模拟庭审", "Mock hearing"),
    "stage_deliverables": ("写出交付物", "Writing deliverables"),
    "read": (
        "已读 {ready} 份，部分 {partial} 份，未读 {refused} 份",
        "{ready} read, {partial} partly read, {refused} not read",
    ),
    "not_read": ("未读：{file}：{detail}", "Not read: {file}: {detail}"),
    "partly_read": ("部分读取：{file}：{detail}", "Partly read: {file}: {detail}"),
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
    "notice": ("注意：{text}", "Note: “{text}”"),
    "report": ("报告：{path}", "Report: {path}"),
    "folder": ("交付物：{path}", "Deliverables: {path}"),
    "where": ("位置：{where}", "Where: {where}"),
    "next": ("下一步：{step}", "Next: {step}"),
    "exported": ("已导出技能到 {path}", "Skill exported to {path}"),
    "advice": (
        "材料审查辅助，非法律意见，不预测裁判。须经承办律师核对。",
        "An aid to reviewing material: no legal advice, no prediction. A lawyer must check it.",
    ),
}

_REFUSALS: dict[str, tuple[str | None, str]] = {
    "case_not_found": ("There is no such case folder.", "Check the path."),
    "case_not_a_folder": ("A file was given where a case folder is needed.", "Give the folder around it."),
    "case_unreadable": ("The case folder may not be read.", "Ask for the rights, or copy it."),
    "case_empty": ("The case folder holds no material.", "Put the files of the case into it and run again."),
    "output_inside_material": ("The output folder lies within the material.", "Point --out outside the material."),
    "unknown_cause": ("No cause pack fits.", "Name one with --cause: minjian_jiedai or maimai."),
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
    "disk_refused": (None, "Check space and rights on the disk, then run again."),
}
"""Refusals in English by code: what, and what next; the place is told beside them. None keeps the system's words."""

_NOT_READ = {
    "needs_ocr": "A picture, or pages without a text layer. Add a text version of it.",
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

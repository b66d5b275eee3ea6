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

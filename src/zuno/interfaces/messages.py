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
    "cause": ("案由：{name}（{why}）", "Cause: {name} ({why})"),
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
    "notice": ("注意：{text}", "Note: {text}"),
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

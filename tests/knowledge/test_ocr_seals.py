"""Seals found by colour and shape, and taken off."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from zuno.knowledge.ocr.seals import find_stamps, unread_print, without_stamps

RED, BLUE, FADED = (70, 70, 210), (200, 90, 60), (140, 140, 182)


def paper(height: int = 1100, width: int = 800) -> np.ndarray:
    return np.full((height, width, 3), 245, np.uint8)


def printed(page: np.ndarray, top: int) -> None:
    cv2.putText(page, "Total 1234.56 paid in full", (80, top), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 3)


def sealed(page: np.ndarray, middle: tuple[int, int], ink: tuple[int, int, int]) -> None:
    """A ring with a blot inside, over what is printed: ink lets black show through."""
    seal = np.full_like(page, 255)
    cv2.circle(seal, middle, 110, ink, 8)
    cv2.circle(seal, middle, 25, ink, -1)
    page[:] = np.minimum(page, seal)


@pytest.mark.parametrize(("ink", "channel"), [(RED, 2), (BLUE, 0), (FADED, 2)])
def test_a_round_seal_is_found_with_its_place(ink: tuple[int, int, int], channel: int) -> None:
    page = paper()
    printed(page, 400)
    sealed(page, (400, 400), ink)
    [stamp] = find_stamps(page)
    assert stamp.channel == channel
    assert stamp.round
    assert np.allclose((stamp.left, stamp.top, stamp.right, stamp.bottom), (286, 286, 514, 514), atol=6)


def test_a_seal_is_taken_off_and_the_print_under_it_stays() -> None:
    page = paper()
    printed(page, 400)
    bare = page.copy()
    sealed(page, (400, 400), RED)
    clean = without_stamps(page, find_stamps(page))
    print_stays = np.abs(clean.astype(int) - bare)[bare.max(axis=2) < 60]
    assert float(print_stays.mean()) < 45
    assert find_stamps(clean) == []
    assert float(np.mean(clean.min(axis=2) < 150)) < 1.2 * float(np.mean(bare.min(axis=2) < 150))


def test_red_writing_red_headings_and_coloured_pictures_are_no_seals() -> None:
    page = paper()
    cv2.putText(page, "Paid 5000 in red", (60, 200), cv2.FONT_HERSHEY_SIMPLEX, 2, RED, 4)
    for number in range(5):
        left = 60 + 130 * number
        cv2.rectangle(page, (left, 300), (left + 100, 400), RED, 8)
    cv2.rectangle(page, (60, 600), (260, 800), RED, -1)
    cv2.line(page, (60, 900), (740, 900), RED, 6)
    assert find_stamps(page) == []


def test_print_under_a_seal_that_nobody_read_is_noticed() -> None:
    page = paper()
    printed(page, 400)
    sealed(page, (400, 400), RED)
    [stamp] = find_stamps(page)
    clean = without_stamps(page, [stamp])
    assert unread_print(clean, stamp, [])
    assert not unread_print(clean, stamp, [np.array([80.0, 360.0, 700.0, 410.0])])


def test_a_round_seal_touches_what_lies_in_its_ring_and_not_what_lies_in_its_corners() -> None:
    page = paper()
    sealed(page, (400, 400), RED)
    [stamp] = find_stamps(page)
    assert stamp.covers(np.array([390.0, 380.0, 410.0, 420.0]))
    assert stamp.covers(np.array([100.0, 390.0, 700.0, 420.0]))
    assert not stamp.covers(np.array([287.0, 287.0, 300.0, 300.0]))
    assert not stamp.covers(np.array([100.0, 100.0, 200.0, 130.0]))


def test_a_black_and_white_page_has_no_seal() -> None:
    page = paper()
    printed(page, 400)
    cv2.circle(page, (400, 400), 110, (30, 30, 30), 8)
    assert find_stamps(page) == []


def test_half_a_seal_at_the_edge_of_the_page_is_a_seal_and_half_a_ring_in_its_middle_is_none() -> None:
    page = paper()
    sealed(page, (800, 400), RED)
    [stamp] = find_stamps(page)
    assert stamp.right == 800
    lone = paper()
    sealed(lone, (400, 400), RED)
    lone[:, 400:] = 245
    assert find_stamps(lone) == []

"""Reading order from places alone."""

from dataclasses import replace
from random import Random

from zuno.knowledge.ocr.layout import Spot, missing_rows, rows_of


def spots(*places: tuple[float, float, float], height: float = 20) -> list[Spot]:
    """One spot per (left, top, right)."""
    return [
        Spot(index=index, left=left, top=top, right=right, bottom=top + height)
        for index, (left, top, right) in enumerate(places)
    ]


def test_cells_of_one_row_stay_in_their_row() -> None:
    table = spots((300, 0, 360), (0, 2, 60), (0, 40, 60), (600, 42, 660), (300, 39, 360), (600, 1, 660))
    assert rows_of(table).rows == ((1, 0, 5), (2, 4, 3))


def test_two_columns_filled_with_running_text_are_read_one_after_the_other() -> None:
    left = [(0.0, 30.0 * row, 400.0) for row in range(5)]
    right = [(460.0, 30.0 * row + 4, 860.0) for row in range(5)]
    title = [(200.0, -60.0, 660.0)]
    both = spots(*(place for pair in zip(left, right, strict=True) for place in pair), *title)
    assert rows_of(both).rows == tuple((index,) for index in (10, 0, 2, 4, 6, 8, 1, 3, 5, 7, 9))


def test_labels_beside_values_are_no_columns_of_running_text() -> None:
    form = spots(*((left, 30.0 * row, left + width) for row in range(6) for left, width in ((0, 80), (300, 60 + row))))
    assert rows_of(form).rows == tuple((2 * row, 2 * row + 1) for row in range(6))


def test_two_parties_side_by_side_are_read_row_by_row() -> None:
    sides = spots(
        *(
            (left, 30.0 * row, left + width)
            for row, widths in enumerate(((240, 250), (120, 130), (300, 200), (90, 90), (260, 330)))
            for left, width in zip((0, 400), widths, strict=True)
        )
    )
    assert rows_of(sides).rows[0] == (0, 1)


def test_a_slanted_page_keeps_its_rows() -> None:
    slope = 0.05

    def slanted(index: int, left: float, top: float, right: float) -> Spot:
        edges = (top + slope * left, top + slope * right)
        return Spot(index=index, left=left, right=right, top=min(edges), bottom=max(edges) + 20, slope=slope)

    page = [slanted(0, 700, 0, 1000), slanted(1, 0, 0, 400), slanted(2, 0, 32, 400), slanted(3, 700, 32, 1000)]
    assert rows_of(page).rows == ((1, 0), (2, 3))


def _table(*tops: float) -> list[Spot]:
    return spots(*((left, top, left + 80) for top in tops for left in (0, 300, 600)))


def test_a_row_missing_from_an_even_table_is_remarked_with_its_place() -> None:
    assert missing_rows(_table(0, 40, 80, 160, 200, 240)) == [130.0]


def test_an_even_table_and_an_uneven_one_miss_nothing() -> None:
    assert missing_rows(_table(0, 40, 80, 120, 160, 200)) == []
    assert missing_rows(_table(0, 40, 95, 180, 210, 290)) == []


def test_paragraphs_with_room_between_them_miss_nothing() -> None:
    assert missing_rows(spots(*((0, top, 500) for top in (0, 40, 80, 160, 200, 240)))) == []


def test_a_heading_across_the_table_fills_the_gap() -> None:
    table = _table(0, 40, 80, 160, 200, 240)
    heading = Spot(index=99, left=0, top=120, right=680, bottom=140)
    assert missing_rows([*table, heading]) == []


def test_two_columns_only_partly_filled_are_told_to_be_uncertain() -> None:
    widths = (400, 400, 250, 180, 220, 300)
    half = spots(*((left, 30.0 * row, left + width) for row, width in enumerate(widths) for left in (0, 460)))
    assert rows_of(half).uncertain


def _statement(*rows: tuple[tuple[int, float, float], ...]) -> list[Spot]:
    """Rows of (index, left, right), one below the other."""
    return [
        Spot(index=index, left=left, top=40.0 * at, right=right, bottom=40.0 * at + 20)
        for at, row in enumerate(rows)
        for index, left, right in row
    ]


HEADING = ((0, 0, 60), (1, 200, 260), (2, 400, 460), (3, 600, 660))


def test_an_empty_cell_moves_no_sum_under_another_heading() -> None:
    left_set = ((10, 0, 110), (11, 400, 520), (12, 600, 700))
    right_set = ((20, 0, 110), (21, 200, 260), (22, 590, 660))
    columns = rows_of(_statement(HEADING, left_set, right_set)).columns
    assert [columns[index] for index in (10, 11, 12, 20, 21, 22)] == [0, 2, 3, 0, 1, 3]


def test_sums_set_right_below_headings_set_left_stand_under_their_own() -> None:
    """Each sum stands nearer to the next heading than to its own."""
    paid, got = ((10, 0, 60), (11, 320, 390), (12, 700, 790)), ((20, 0, 60), (21, 520, 590), (22, 700, 790))
    order = rows_of(_statement(HEADING, paid, got))
    assert [order.columns[index] for index in (11, 12, 21, 22)] == [1, 3, 2, 3]
    assert order.unplaced == set()


def test_a_column_that_may_belong_to_two_headings_is_told_to_be_unplaced() -> None:
    order = rows_of(_statement(HEADING, ((10, 0, 60), (11, 320, 390), (12, 600, 660))))
    assert order.unplaced == {11}


def test_a_heading_that_was_not_recognised_moves_no_column() -> None:
    row = ((10, 0, 60), (11, 200, 260), (12, 400, 460), (13, 600, 660))
    order = rows_of(_statement((HEADING[0], HEADING[1], HEADING[3]), row, tuple((i + 10, a, b) for i, a, b in row)))
    assert [order.columns[index] for index in (0, 1, 3, 10, 13, 20, 23)] == [0, 1, 3, 0, 3, 0, 3]


def test_a_table_without_heading_keeps_the_sides_of_its_sums_apart() -> None:
    rows = _statement(((0, 0, 60), (1, 320, 390), (2, 700, 790)), ((10, 0, 60), (11, 520, 590), (12, 700, 790)))
    columns = rows_of([replace(spot, figure=True) for spot in rows]).columns
    assert [columns[index] for index in (0, 1, 2, 10, 11, 12)] == [0, 1, 3, 0, 2, 3]


def test_a_cell_of_two_lines_ends_no_table() -> None:
    row, more = ((10, 0, 60), (11, 200, 290), (12, 400, 460), (13, 600, 660)), ((20, 200, 280),)
    order = rows_of(_statement(HEADING, row, more, ((30, 0, 60), (31, 400, 460), (32, 600, 660))))
    assert [order.columns[index] for index in (20, 30, 31, 32)] == [1, 0, 2, 3]


def test_no_scatter_of_pieces_makes_the_columns_fail() -> None:
    for seed in range(300):
        chance = Random(seed)
        rows = [
            tuple(
                (100 * at + cell, left := chance.randrange(600), left + chance.randrange(5, 400))
                for cell in range(chance.randrange(1, 7))
            )
            for at in range(chance.randrange(2, 9))
        ]
        scatter = [replace(spot, figure=chance.random() < 0.3) for spot in _statement(*rows)]
        order = rows_of(scatter)
        assert sorted(index for row in order.rows for index in row) == sorted(spot.index for spot in scatter)


def test_lines_of_two_parts_and_running_text_are_no_table() -> None:
    assert rows_of(_statement(((0, 0, 200), (1, 400, 600)), ((2, 0, 200),), ((3, 0, 60), (4, 400, 500)))).columns == {}


def test_a_watermark_across_the_page_parts_no_sentence_and_turns_no_line() -> None:
    text = [Spot(index=at, left=0, top=40.0 * at, right=600, bottom=40.0 * at + 20) for at in range(4)]
    mark = [
        Spot(index=10 + at, left=150.0 * at, top=25, right=150.0 * at + 140, bottom=95, slope=-0.45) for at in range(12)
    ]
    assert rows_of([*mark, *text]).rows == ((0,), (1,), (2,), (3,), *((10 + at,) for at in range(12)))

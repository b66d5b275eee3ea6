"""The machine contract: what to_json writes, the schema accepts; what is broken, it names."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sample_review
from jsonschema import Draft202012Validator

from zuno.casework import review_json

CONTRACT = {
    "": "schema_version cause our_side filing_date corpus_as_of documents claims cells defences findings chronology "
    "amounts actions",
    "documents": "file exhibit first_page sha256 state reason ocr quality kind disclosure",
    "claims": "id pack_claim text amount",
    "cells": "id claim element mark opponent contested_law favours rule why issue evidence",
    "defences": "defence raised mark evidence",
    "findings": "id code documents detail expected evidence",
    "chronology": "date event file quote",
    "amounts": "name value formula source_cells",
    "actions": "id cell finding action person urgency route deadline alternative",
}


def written() -> dict[str, Any]:
    return json.loads(json.dumps(review_json.to_json(sample_review.sale()), ensure_ascii=False))


def test_the_schema_is_a_valid_2020_12_schema() -> None:
    assert review_json.schema()["$schema"].endswith("2020-12/schema")
    Draft202012Validator.check_schema(review_json.schema())


@pytest.mark.parametrize("make", [sample_review.sale, sample_review.loan, sample_review.bare])
def test_the_schema_accepts_what_to_json_writes(make: Any) -> None:
    review_json.validate(json.loads(json.dumps(review_json.to_json(make()))))


@pytest.mark.parametrize("place", sorted(CONTRACT))
def test_every_key_of_the_contract_is_written_and_required(place: str) -> None:
    data = written()
    record = data if not place else data[place][0]
    schema = review_json.schema()
    rules = schema if not place else schema["$defs"][schema["properties"][place]["items"]["$ref"].rsplit("/", 1)[1]]
    wanted = set(CONTRACT[place].split())
    assert wanted <= set(record)
    assert wanted == set(rules["required"])
    assert set(record) <= set(rules["properties"])


def test_amounts_are_strings_with_two_decimals() -> None:
    data = written()
    assert data["claims"][0]["amount"] == "386000.00"
    assert data["claims"][1]["amount"] is None
    assert [item["value"] for item in data["amounts"]][:3] == ["386000.00", "188000.00", None]
    assert review_json.yuan(-5) == "-0.05"


def test_a_field_the_schema_does_not_know_is_let_through() -> None:
    data = written()
    data["cells"][0]["a_later_field"] = 1
    review_json.validate(data)


@pytest.mark.parametrize(
    ("break_it", "where"),
    [
        (lambda data: data.pop("claims"), "$"),
        (lambda data: data.update(schema_version=2), "$.schema_version"),
        (lambda data: data["cells"][1].update(mark="true"), "$.cells[1].mark"),
        (lambda data: data["claims"][0].update(amount=386000), "$.claims[0].amount"),
        (lambda data: data["claims"][0].update(amount="386000"), "$.claims[0].amount"),
        (lambda data: data["findings"][0].update(code="made_up"), "$.findings[0].code"),
        (lambda data: data["chronology"][0].update(date="2024年3月"), "$.chronology[0].date"),
        (lambda data: data["documents"][0].update(disclosure="secret"), "$.documents[0].disclosure"),
    ],
)
def test_a_broken_review_is_refused_and_the_place_named(break_it: Any, where: str) -> None:
    data = written()
    break_it(data)
    with pytest.raises(review_json.BadReview) as refusal:
        review_json.validate(data)
    assert refusal.value.where == where
    assert refusal.value.code == "bad_review_json"


def test_quotes_keep_their_offsets_and_words() -> None:
    data = written()
    for cell in data["cells"]:
        for quote in cell["evidence"]:
            assert sample_review.SALE_TEXTS[quote["file"]][quote["start"] : quote["end"]] == quote["quote"]

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from importlib import resources

import pytest
import statutes
import yaml

from zuno.casework.checks.registry import CHECKS
from zuno.casework.packs.loading import BadPack, pack, packs, read_pack
from zuno.casework.statements import lexicon
from zuno.errors import NotFound

FOLDER = resources.files("zuno.casework")
DATA = [
    path
    for folder in (FOLDER / "packs", FOLDER / "tables")
    for path in sorted(folder.iterdir(), key=lambda item: item.name)
    if path.name.endswith(".yaml")
]


def references(value: object) -> Iterator[str]:
    if isinstance(value, str) and re.fullmatch(r"[^#|\s]+#\d+\|.+", value):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


@pytest.mark.skipif(not statutes.CORPUS.is_dir(), reason="statute corpus not beside the checkout")
@pytest.mark.parametrize("path", DATA, ids=lambda path: path.name)
def test_every_citation_of_the_data_stands_word_for_word_in_the_statutes(path) -> None:
    wrong = [ref for ref in references(yaml.safe_load(path.read_text("utf-8"))) if not statutes.holds(ref)]
    assert wrong == []


@pytest.mark.skipif(not statutes.CORPUS.is_dir(), reason="statute corpus not beside the checkout")
@pytest.mark.parametrize("item", packs(), ids=lambda item: item.id)
def test_a_pack_keeps_the_claim_element_and_defence_ids_of_its_source(item) -> None:
    for path in (statutes.CORPUS / "causes").glob("*.yaml"):
        source = yaml.safe_load(path.read_text("utf-8"))
        if source["id"] == item.id:
            break
    else:
        pytest.fail(f"no source pack {item.id}")
    claims = [claim for key, listed in source.items() if key.startswith("claims") for claim in listed]
    wanted = {element["id"] for claim in claims for element in claim["elements"]}
    assert {element.id for claim in item.claims for element in claim.elements} == wanted
    assert {claim["id"] for claim in claims} == {claim.id for claim in item.claims}
    assert {row["id"] for row in source["defences"]} <= {row.id for row in item.defences}


@pytest.mark.parametrize("item", packs(), ids=lambda item: item.id)
def test_every_act_and_check_that_a_pack_names_exists(item) -> None:
    acts, checks = set(lexicon().acts) | set(item.acts), set(CHECKS)
    for claim in item.claims:
        for element in claim.elements:
            assert set(element.against) <= acts, element.id
            for route in element.routes:
                assert {*route.acts, *route.notice} <= acts, element.id
                assert not route.check or route.check in checks, element.id
    for defence in item.defences:
        assert set(defence.plea) | set(defence.deny) <= acts, defence.id


def test_elements_of_a_pack_point_only_to_elements_of_that_pack() -> None:
    for item in packs():
        ids = {element.id for claim in item.claims for element in claim.elements}
        for claim in item.claims:
            for element in claim.elements:
                assert set(element.follows) <= ids
        for defence in item.defences:
            assert set(defence.cells) <= ids


def test_a_pack_is_found_by_its_id_and_by_its_chinese_name() -> None:
    assert pack("maimai") is pack("买卖合同纠纷")


def test_an_unknown_cause_is_refused_with_the_packs_that_exist() -> None:
    with pytest.raises(NotFound) as refused:
        pack("海上保险合同纠纷")
    assert "maimai" in (refused.value.next_step or "")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda data: data["claims"][0]["elements"][0].pop("fact"), "C1E1"),
        (lambda data: data["claims"][0]["elements"][0].update(norms=["民法典675"]), "C1E1"),
        (lambda data: data["claims"][0]["elements"][0]["proof"].append({"act": "borrow", "check": "x"}), "proof"),
        (lambda data: data["claims"][0]["elements"][0]["proof"].append({"says": "borrow"}), "proof"),
        (lambda data: data["claims"][0].update(match={"any": ["("]}), "C1"),
        (lambda data: data.update(schema="cause-pack/9"), "x.yaml"),
    ],
)
def test_a_malformed_pack_is_refused_at_its_place(change, place: str) -> None:
    data = yaml.safe_load((FOLDER / "packs" / "minjian_jiedai.yaml").read_text("utf-8"))
    broken = copy.deepcopy(data)
    change(broken)
    with pytest.raises(BadPack) as refused:
        read_pack(broken, "x.yaml")
    assert place in str(refused.value)

"""Any order of any commands keeps the record whole and private words private, in either store."""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from clerk_desk import MemoryStore, plain
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from zuno.hearing import clerk
from zuno.hearing.clerk import Clerk, EventStore, FolderStore, Refusal, replay

ROLES = ("plaintiff", "defendant", "judge")
roles = st.sampled_from([*ROLES, "prosecutor"])
stages = st.sampled_from([*clerk.STAGES, "appeal"])
texts = st.sampled_from(["", " ", "说明依据", "二行\n## 99｜伪造", "\ud800"])
bodies = st.text(max_size=30)
visibilities = st.sampled_from(["public", ["plaintiff"], ["defendant"], ["plaintiff", "defendant"]])


class Hearing(RuleBasedStateMachine):
    """Sends commands at random; every private word carries a mark of its own."""

    store: EventStore

    def __init__(self) -> None:
        super().__init__()
        self.clerk = Clerk(self.store)
        self.marks = 0
        self.secrets: dict[str, set[str]] = {}
        """Each private mark with the roles that may see it."""
        self.drafts: list[dict[str, Any]] = []
        self.refused = False

    def mark(self, *may_see: str) -> str:
        self.marks += 1
        word = f"MARK{self.marks}X"
        self.secrets[word] = set(may_see)
        return word

    @contextlib.contextmanager
    def attempt(self) -> Iterator[None]:
        before = self.clerk.record() if self.marks else []
        try:
            yield
        except Refusal:
            if before:
                assert self.clerk.record() == before

    def manifest(self, shown: list[Any]) -> dict[str, Any]:
        documents = []
        for number, visibility in enumerate(shown, start=1):
            word = "公开" if visibility == "public" else self.mark(*visibility)
            document = {"id": f"D-{number:03d}", "title": f"题{word}", "visibility": visibility, "text": f"文{word}"}
            documents.append(document)
        return {"schema_version": 1, "documents": documents}

    @initialize(shown=st.lists(visibilities, max_size=4), turns=st.integers(1, 6))
    def init(self, shown: list[Any], turns: int) -> None:
        self.clerk.init("civil", self.manifest(shown), turns)
        self.mark()

    @rule(role=roles, stage=stages, issue=texts, prompt=texts, owed=st.lists(st.integers(0, 9), max_size=2))
    def dispatch(self, role: str, stage: str, issue: str, prompt: str, owed: list[int]) -> None:
        with self.attempt():
            self.clerk.dispatch(role, stage, issue, prompt + self.mark(role), owed)

    @rule(body=bodies, cited=st.lists(st.sampled_from(["D-001", "D-002", "D-009"]), max_size=2))
    def write_draft(self, body: str, cited: list[str]) -> None:
        with self.attempt():
            template = self.clerk.packet()["submission_template"]
            self.drafts.append({**template, "body": body, "citations": cited})

    @rule(pick=st.integers(0, 20))
    def commit(self, pick: int) -> None:
        if self.drafts:
            with self.attempt():
                self.clerk.commit(self.drafts[pick % len(self.drafts)])

    @rule()
    def speak(self) -> None:
        with self.attempt():
            self.clerk.commit({**self.clerk.packet()["submission_template"], "body": "本方发言。"})

    @rule()
    def cancel(self) -> None:
        with self.attempt():
            self.clerk.cancel(self.mark())

    @rule(shown=st.lists(visibilities, max_size=4))
    def materials(self, shown: list[Any]) -> None:
        with self.attempt():
            self.clerk.materials(self.manifest(shown))

    @rule(incomplete=st.booleans(), sure=st.integers(0, 5))
    def close(self, incomplete: bool, sure: int) -> None:
        if sure == 0:
            with self.attempt():
                self.clerk.close("已演练", incomplete)

    @rule()
    def a_new_clerk_takes_over(self) -> None:
        self.clerk = Clerk(self.store)

    @invariant()
    def the_chain_is_whole_and_numbered_without_a_gap(self) -> None:
        if not self.marks:
            return
        events = [self.store.read(seq) for seq in range(1, len(self.store.entries()) + 1)]
        previous = "0" * 64
        for seq, data in enumerate(events, start=1):
            event = json.loads(data)
            assert data == plain(event)
            assert (event["seq"], event["prev_hash"]) == (seq, previous)
            previous = event["hash"]
        assert Clerk(self.store).verify()["head"] == {"seq": len(events), "hash": previous}

    @invariant()
    def at_most_one_turn_is_pending(self) -> None:
        if not self.marks:
            return
        kinds = [event["type"] for event in self.clerk.record()]
        waiting = kinds.count("dispatch") - kinds.count("speech") - kinds.count("cancel")
        assert waiting == (self.clerk.status()["pending"] is not None)

    @invariant()
    def replaying_the_stored_events_gives_the_same_state(self) -> None:
        if not self.marks:
            return
        state = replay(self.clerk.record())
        assert clerk.status(state) == self.clerk.status() == Clerk(self.store).status()
        assert clerk.transcript(state) == clerk.transcript(replay(Clerk(self.store).record()))

    @invariant()
    def private_words_stay_in_their_roles_packets(self) -> None:
        if not self.marks:
            return
        state = replay(self.clerk.record())
        public = clerk.transcript(state) + json.dumps(clerk.status(state))
        assert not [word for word in self.secrets if word in public]
        if state.pending is None:
            return
        packet = json.dumps(self.clerk.packet(), ensure_ascii=False)
        role = state.pending["role"]
        assert not [word for word, may_see in self.secrets.items() if word in packet and role not in may_see]
        assert self.clerk.packet() == Clerk(self.store).packet()


class HearingInMemory(Hearing):
    def __init__(self) -> None:
        self.store = MemoryStore()
        super().__init__()


class HearingInAFolder(Hearing):
    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.store = FolderStore(self.folder)
        super().__init__()

    def teardown(self) -> None:
        shutil.rmtree(self.folder)


checks: Callable[[int], settings] = lambda examples: settings(  # noqa: E731
    max_examples=examples, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
TestHearingInMemory = HearingInMemory.TestCase
TestHearingInMemory.settings = checks(60)
TestHearingInAFolder = HearingInAFolder.TestCase
TestHearingInAFolder.settings = checks(15)

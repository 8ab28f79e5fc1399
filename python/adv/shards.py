"""A proof shared by actors of a Ray cluster: each has a shard of the states, and this driver carries bytes between them.

::

    decide   each decides its states, and says what it wishes of others      until none wishes anything
    round v  each settles its states of value v, and says which              until nothing is settled, and nothing is due
    finish   the parts of all ──▶ the report of a proof in one piece, byte for byte

What is said is kept in Ray's object store, one copy on each machine. An actor that is lost is started anew and told all of it again, so that it comes to
where the lost one was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _adv
from .errors import Refused

#: How often a shard is started anew for one question.
RETRIES = 3


class ShardActor:
    """A shard on some machine. It needs the package and no file."""

    def __init__(self, name: str, module: bytes, claim: str, number: int, of: int) -> None:
        self._shard = _adv.Shard(_adv.Rules.load(name, module), claim, number, of, 1)

    def pid(self) -> int:
        import os

        return os.getpid()

    def decide(self, *wishes: bytes) -> list[bytes]:
        return self._shard.decide(list(wishes))

    def is_zeroing(self) -> bool:
        return self._shard.is_zeroing()

    def begin(self, zeroing: bool) -> None:
        self._shard.begin(zeroing)

    def round(self, number: int) -> tuple[bytes, int | None]:
        return self._shard.round(number)

    def learn(self, *settled: bytes) -> None:
        self._shard.learn(list(settled))

    def finish(self) -> bytes:
        return self._shard.finish()


class _Shards:
    """All shards, and what each was told."""

    def __init__(self, ray: Any, program: Any, claim: str, of: int) -> None:
        self.ray = ray
        self.remote = ray.remote(max_restarts=0, num_cpus=1)(ShardActor)
        self.given = (program.name, ray.put(program.module()), claim)
        self.of = of
        self.wishes: list[list[Any]] = [[] for _ in range(of)]
        self.settled: list[Any] = []
        self.zeroing: bool | None = None
        self.renewed = 0
        self.actors = [self.start(number) for number in range(of)]

    def start(self, number: int) -> Any:
        return self.remote.remote(*self.given, number, self.of)

    def renew(self, number: int, known: int) -> None:
        """Starts a shard in the place of one that is lost, and tells it the first ``known`` wishes and all that is settled."""
        self.renewed += 1
        actor = self.actors[number] = self.start(number)
        actor.decide.remote(*self.wishes[number][:known])
        if self.zeroing is not None:
            actor.begin.remote(self.zeroing)
            # As in the first round, every state is followed once before it is told what is settled.
            actor.round.remote(0)
            actor.learn.remote(*self.settled)

    def ask(self, what: str, arguments: Callable[[int], tuple] = lambda _: (), known: list[int] | None = None) -> list[Any]:
        """What all shards answer, in their order."""
        asked = [getattr(actor, what).remote(*arguments(number)) for number, actor in enumerate(self.actors)]
        answers = []
        for number, question in enumerate(asked):
            for left in reversed(range(RETRIES + 1)):
                try:
                    answers.append(self.ray.get(question))
                    break
                except self.ray.exceptions.RayActorError:
                    if not left:
                        raise
                    self.renew(number, known[number] if known else len(self.wishes[number]))
                    question = getattr(self.actors[number], what).remote(*arguments(number))
        return answers

    def decide(self) -> None:
        known = [0] * self.of
        while True:
            answers = self.ask("decide", lambda number: tuple(self.wishes[number][known[number] :]), known)
            known = [len(wishes) for wishes in self.wishes]
            for answer in answers:
                for to, bytes_ in enumerate(answer):
                    if bytes_:
                        self.wishes[to].append(self.ray.put(bytes_))
            if known == [len(wishes) for wishes in self.wishes]:
                return

    def settle(self, told: Callable[[str, int, int], object] | None) -> None:
        zeroing = any(self.ask("is_zeroing"))
        self.ask("begin", lambda _: (zeroing,))
        self.zeroing = zeroing
        number = 0
        while True:
            answers = self.ask("round", lambda _: (number,))
            messages = [self.ray.put(settled) for settled, _ in answers if settled]
            due = [due for _, due in answers if due is not None]
            if told is not None:
                told("rounds", number, max([number, *due]))
            if messages:
                number += 1
                self.ask("learn", lambda _: tuple(messages))
                self.settled.extend(messages)
            elif due:
                number = min(due)
            else:
                return


def prove(program: Any, claim: str, on: Any, shards: int, told: Callable[[str, int, int], object] | None) -> str:
    """Settles a claim on the actors of ``on``, the module ``ray`` after ``ray.init``: what ``_adv.prove`` returns."""
    if not (hasattr(on, "remote") and hasattr(on, "put")):
        raise Refused("a proof needs workers that keep their state: `on` is the module ray, after `ray.init`")
    if not 1 <= shards <= 1 << 16:
        raise Refused("a proof has one shard at least, and 65,536 at most")
    proof = _Shards(on, program, claim, shards)
    try:
        proof.decide()
        proof.settle(told)
        parts = proof.ask("finish")
    finally:
        for actor in proof.actors:
            on.kill(actor)
    return _adv.join(program._rules, claim, parts)

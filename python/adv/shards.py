"""A proof shared by actors of a Ray cluster: each has a shard of the states, and this driver carries bytes between them.

::

    decide   each decides its states, and says what it wishes of others      until none wishes anything
    round v  each settles its states of value v, and says which              until nothing is settled, and nothing is due
    finish   the parts of all ──▶ the report of a proof in one piece, byte for byte

What is said is kept in Ray's object store, one copy on each machine. An actor that is lost is started anew and told all of it again, so that it comes to
where the lost one was. Where there is a folder for checkpoints, each actor writes what it has decided to a file of its own there, and one that is started
anew, by this driver or by a later one, begins with what the file has. What a file says is believed, so it is sealed with the key of the driver's user.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from . import _adv, clusters
from .errors import AdvError, Refused

#: The most shards where no number is given.
MOST = 64
#: How often a shard is started anew for one question.
RETRIES = 3
#: After so many seconds of deciding a shard writes its checkpoint, and goes on.
KEEP_SECONDS = 60.0
#: A shard decides at least so many times as long as it has written before it writes again in the middle.
PAUSE = 10
#: How often the driver tells how many states are decided, in seconds.
TELL_SECONDS = 1.0


def user_key() -> bytes:
    """The user's key, which seals checkpoints: that of the command adv, in the folder ``ADV_STATE`` or the user's own. It is made where there is none."""
    env = os.environ.get
    home = os.path.expanduser("~")
    places = {"win32": env("LOCALAPPDATA") or home, "darwin": f"{home}/Library/Application Support"}
    xdg = env("XDG_STATE_HOME", "")
    base = xdg if os.path.isabs(xdg) else places.get(sys.platform, f"{home}/.local/state")
    folder = env("ADV_STATE") or os.path.join(base, "adv")
    path = os.path.join(folder, "checkpoint.key")
    try:
        if not os.path.exists(path):
            os.makedirs(folder, exist_ok=True)
            # Readable by its owner only, and whole before it has its name; one that another process has made meanwhile stays.
            with tempfile.NamedTemporaryFile(dir=folder) as file:
                file.write(os.urandom(32))
                file.flush()
                with contextlib.suppress(FileExistsError):
                    os.link(file.name, path)
        others = os.name == "posix" and os.stat(path).st_mode & 0o077
        with open(path, "rb") as file:
            key = file.read(33)
    except OSError as error:
        raise Refused(f"cannot read or make the key that seals checkpoints: {error}; name a folder for it by the variable ADV_STATE") from None
    if others or len(key) != 32:
        raise Refused(f"`{path}` is no key that you alone can read; remove it, and what it sealed with it")
    return key


class ShardFile:
    """The file in which a shard keeps what it has decided: written under a new name and renamed, so that it is whole or as it was."""

    def __init__(self, folder: str, number: int, of: int) -> None:
        self.folder = folder
        self.name = f"shard-{number}-of-{of}.adv.checkpoint"
        self.path = os.path.join(folder, self.name)

    def read(self) -> bytes | None:
        """What it has; ``None`` where there is no such file."""
        try:
            with open(self.path, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Refused(f"the checkpoint cannot be read: {error}") from None

    def write(self, saved: bytes) -> None:
        """Replaces it, and what writers that were killed have left beside it."""
        try:
            left = [name for name in os.listdir(self.folder) if name.startswith(f"{self.name}.") and name.endswith(".new")]
            new, name = tempfile.mkstemp(".new", f"{self.name}.", self.folder)
            try:
                with os.fdopen(new, "wb") as file:
                    file.write(saved)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(name, self.path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(name)
                raise
            for one in left:
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(self.folder, one))
            # The new name is kept too; not every system can be asked for that.
            with contextlib.suppress(OSError):
                folder = os.open(self.folder, os.O_RDONLY)
                try:
                    os.fsync(folder)
                finally:
                    os.close(folder)
        except OSError as error:
            raise Refused(f"the checkpoint cannot be written: {error}") from None


class ShardActor:
    """A shard on some machine. It needs the package, and no file but that of its own checkpoint where there is a folder for it.

    The first question makes the shard: an error there is an answer, and one in the constructor would be the loss of the actor.
    """

    def __init__(self, name: str, module: bytes, claim: str, number: int, of: int, folder: str | None = None, key: bytes = b"", keep_after: float = KEEP_SECONDS) -> None:
        self._given = (name, module, claim, number, of)
        self._shard: Any = None
        self._file = ShardFile(folder, number, of) if folder is not None else None
        self._key = key
        self._keep_after = keep_after if folder is not None else None
        # How many states were restored; nothing before the file was looked for.
        self._restored: int | None = None
        # How many states the file has.
        self._kept: int | None = None

    def pid(self) -> int:
        return os.getpid()

    def decide(self, *wishes: bytes) -> list[bytes]:
        self._begin()
        told = self._shard.decide(list(wishes), self._keep_after)
        while told is None:
            self._keep()
            told = self._shard.decide([], self._keep_after)
        self._keep()
        return told

    def progress(self) -> tuple[int, int, int]:
        """How many states were restored, how many are decided, these among them, and how many are known."""
        return (self._restored or 0, *self._shard.progress())

    def how_far(self) -> tuple[bool, int, int]:
        """Whether it still looks for the positions of the claim; the numbers that it has looked through, and all; then the states decided, and known."""
        if self._shard is None:
            return (True, 0, 0)
        looked = self._shard.looked()
        return (looked is not None, *(looked or self._shard.progress()))

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

    def _begin(self) -> None:
        """Makes the shard from what the file has, once. A file that the key has not sealed, or that is of something else, is refused and stays as it is."""
        if self._restored is not None:
            return
        name, module, claim, number, of = self._given
        self._shard = _adv.Shard(_adv.Rules.load(name, module), claim, number, of, 1)
        saved = self._file.read() if self._file is not None else None
        if self._file is not None and saved is not None:
            try:
                self._kept = self._shard.restore(saved, self._key)
            except Refused as reason:
                raise Refused(f"{self._file.path}: {reason}; name another folder, or remove the file to begin again") from None
        self._restored = self._kept or 0

    def _keep(self) -> None:
        """Writes what is decided where the file has not all of it."""
        decided, _ = self._shard.progress()
        if self._file is not None and decided != self._kept:
            begun = time.monotonic()
            self._file.write(self._shard.save(self._key))
            self._kept = decided
            self._keep_after = max(self._keep_after or 0.0, PAUSE * (time.monotonic() - begun))


class _Shards:
    """All shards, and what each was told."""

    def __init__(self, ray: Any, group: Any, program: Any, claim: str, of: int, folder: str | None = None) -> None:
        self.ray = ray
        #: Their places, from :func:`adv.clusters.places`.
        self.group = group
        # A second thread tells how far the first one is.
        self.remote = ray.remote(max_restarts=0, num_cpus=1, max_concurrency=2)(ShardActor)
        self.given = (program.name, ray.put(program.module()), claim)
        self.of = of
        self.kept_in = (folder, user_key() if folder is not None else b"", KEEP_SECONDS)
        self.wishes: list[list[Any]] = [[] for _ in range(of)]
        self.settled: list[Any] = []
        #: Everything is decided.
        self.decided = False
        self.zeroing: bool | None = None
        self.renewed = 0
        self.actors = [self.start(number) for number in range(of)]

    def start(self, number: int) -> Any:
        place = self.ray.util.scheduling_strategies.PlacementGroupSchedulingStrategy(self.group, number)
        return self.remote.options(scheduling_strategy=place).remote(*self.given, number, self.of, *self.kept_in)

    def renew(self, number: int) -> None:
        """Starts a shard in the place of one that is lost, and tells it what was told before. While states are decided, the question does."""
        self.renewed += 1
        # Its machine may be lost.
        clusters.wait_for_places(self.ray, self.group, 1)
        actor = self.actors[number] = self.start(number)
        if self.decided:
            # All have been told what it wishes.
            self.ray.get(actor.decide.remote(*self.wishes[number]))
        if self.zeroing is not None:
            self.ray.get(actor.begin.remote(self.zeroing))
            # As in the first round, every state is followed once before it is told what is settled.
            self.ray.get(actor.round.remote(0))
            self.ray.get(actor.learn.remote(*self.settled))

    def answer(self, number: int, question: Any, again: Callable[[Any], Any], meanwhile: Callable[[], object] | None) -> Any:
        """What a shard answers; where it is lost, what one in its place answers when it is asked ``again``. ``meanwhile`` is called now and then."""
        lost = 0
        while True:
            try:
                if lost:
                    self.renew(number)
                    question = again(self.actors[number])
                while meanwhile is not None and not self.ray.wait([question], timeout=TELL_SECONDS)[0]:
                    meanwhile()
                return self.ray.get(question)
            except self.ray.exceptions.RayActorError as error:
                lost += 1
                if lost > RETRIES:
                    raise Refused(f"shard {number} was lost {lost} times: each machine needs the package adv, and memory for its shards") from error
            except self.ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, AdvError):
                    raise error.cause from None
                raise

    def ask(
        self,
        what: str,
        arguments: Callable[[int], tuple] = lambda _: (),
        anew: Callable[[int], tuple] | None = None,
        meanwhile: Callable[[], object] | None = None,
    ) -> list[Any]:
        """What all shards answer, in their order. One in the place of a lost one is asked with the arguments ``anew`` where these are given."""
        asked = [getattr(actor, what).remote(*arguments(number)) for number, actor in enumerate(self.actors)]

        def again(number: int) -> Callable[[Any], Any]:
            return lambda actor: getattr(actor, what).remote(*(anew or arguments)(number))

        return [self.answer(number, question, again(number), meanwhile) for number, question in enumerate(asked)]

    def tell_decided(self, told: Callable[[str, int, int], object] | None) -> None:
        """Tells how many numbers were looked through for the positions of the claim, and then how many states are decided. Where a shard is lost,
        nothing: that is found out where it is asked."""
        if told is None:
            return
        try:
            counts = self.ray.get([actor.how_far.remote() for actor in self.actors], timeout=TELL_SECONDS)
        except (self.ray.exceptions.RayActorError, self.ray.exceptions.GetTimeoutError):
            return
        if any(looks for looks, *_ in counts):
            counts = [count for count in counts if count[0]]
        done = sum(done for _, done, _ in counts)
        told("consulting", done, max(done, sum(known for *_, known in counts)))

    def decide(self, told: Callable[[str, int, int], object] | None = None) -> None:
        known = [0] * self.of
        while True:
            answers = self.ask(
                "decide",
                lambda number: tuple(self.wishes[number][known[number] :]),
                # It may have written what it wishes to its file before it was lost, and not have said it: it says all again.
                lambda number: tuple(self.wishes[number]),
                (lambda: self.tell_decided(told)) if told is not None else None,
            )
            known = [len(wishes) for wishes in self.wishes]
            for answer in answers:
                for to, bytes_ in enumerate(answer):
                    if bytes_:
                        self.wishes[to].append(self.ray.put(bytes_))
            self.tell_decided(told)
            if known == [len(wishes) for wishes in self.wishes]:
                self.decided = True
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


def kept_shards(folder: str) -> int | None:
    """Of how many shards a folder has checkpoints; ``None`` where it has none, or those of several numbers."""
    names = [re.fullmatch(r"shard-\d+-of-(\d+)\.adv\.checkpoint", name) for name in os.listdir(folder)]
    numbers = {int(name[1]) for name in names if name is not None}
    return numbers.pop() if len(numbers) == 1 else None


def prove(program: Any, claim: str, on: Any, shards: int | None, told: Callable[[str, int, int], object] | None, checkpoints: Any = None) -> str:
    """Settles a claim on the actors of ``on``, the module ``ray`` after ``ray.init``: what ``_adv.prove`` returns."""
    if not clusters.is_ray(on):
        raise Refused("a proof needs workers that keep their state: `on` is the module ray, after `ray.init`")
    if shards is not None and not 1 <= shards <= 1 << 16:
        raise Refused("a proof has one shard at least, and 65,536 at most")
    _adv.check_shards(program._rules, claim)
    folder = None
    if checkpoints is not None:
        folder = os.path.abspath(os.fspath(checkpoints))
        os.makedirs(folder, exist_ok=True)
        shards = shards or kept_shards(folder)
    shards = shards or max(1, min(clusters.free_processors(on), MOST))
    with clusters.places(on, shards) as group:
        proof = _Shards(on, group, program, claim, shards, folder)
        proof.decide(told)
        proof.settle(told)
        parts = proof.ask("finish")
    return _adv.join(program._rules, claim, parts)

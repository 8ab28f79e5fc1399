"""Work over many positions as tasks: of a Ray cluster, of Dask, or of any executor of the standard library.

::

    survey, solve_all ──▶ parts ──▶ tasks on any machine ──▶ their results, in the order of the parts

A task gets the compiled module and the number of its part, so that a worker needs the package and no file. What comes out does not depend on how many
workers there are; a worker that dies has its task repeated by Ray.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

from . import _adv, records
from .errors import AdvError, Refused

#: How often a task is repeated whose worker died.
RETRIES = 3
#: How many seconds workers wait for their places.
PLACE_SECONDS = 7
#: After how many seconds at most a cluster reports a processor that is free again.
FREED_SECONDS = 1.0


def is_ray(on: Any) -> bool:
    """True for the module ``ray``."""
    return hasattr(on, "remote") and hasattr(on, "put")


def processors(ray: Any) -> tuple[int, int]:
    """How many processors of a Ray cluster are free, and how many it has."""
    if not ray.is_initialized():
        ray.init()
    return int(ray.available_resources().get("CPU", 0)), int(ray.cluster_resources().get("CPU", 0))


def free_processors(ray: Any) -> int:
    """How many processors of a Ray cluster are free, those included that are being released."""
    end = time.monotonic() + FREED_SECONDS
    while True:
        free, of = processors(ray)
        if free >= of or time.monotonic() >= end:
            return free
        time.sleep(0.02)


def wait_for_places(ray: Any, group: Any, number: int) -> None:
    """Returns when the places of a group are there. Raises :class:`Refused` after :data:`PLACE_SECONDS`."""
    if group.wait(PLACE_SECONDS):
        return
    free, of = processors(ray)
    way = f"give `shards={free}`" if 0 < free < number else "wait for what else runs there"
    workers = "a worker needs a processor" if number == 1 else f"{number} workers need a processor each"
    raise Refused(f"{workers}, and {free} of the cluster's {of} are free: add machines, or {way}")


@contextlib.contextmanager
def places(ray: Any, number: int) -> Iterator[Any]:
    """Places of one processor each on a Ray cluster, all or none. When they are given back, the actors in them are ended."""
    group = ray.util.placement_group([{"CPU": 1}] * number)
    try:
        wait_for_places(ray, group, number)
        yield group
    finally:
        ray.util.remove_placement_group(group)


def wait_for_dask(client: Any) -> None:
    """Returns when a client of Dask has a worker. Raises :class:`Refused` after :data:`PLACE_SECONDS`."""
    try:
        client.wait_for_workers(1, timeout=PLACE_SECONDS)
    except TimeoutError:
        raise Refused("the Dask cluster has no worker: start one, `cluster.scale(1)`") from None


def run(on: Any, task: Callable, parts: list[tuple], told: Callable[[str, int, int], object] | None = None) -> list:
    """The results of a task for each part, in their order.

    ``on`` is the module ``ray``, which has been initialised, or has a method ``submit`` as executors of ``concurrent.futures`` and clients of Dask have.
    """
    done = 0

    def one_more() -> None:
        nonlocal done
        done += 1
        if told is not None:
            told("tasks", done, len(parts))

    if is_ray(on):
        # Tasks wait for one another; where there is no place for one, none of them would begin.
        with places(on, 1):
            pass
        remote = on.remote(max_retries=RETRIES)(task)
        shared: dict[int, Any] = {}

        def given(one: Any) -> Any:
            # A module is kept once on each machine, and not sent with each task.
            if not isinstance(one, bytes):
                return one
            if id(one) not in shared:
                shared[id(one)] = on.put(one)
            return shared[id(one)]

        waiting = [remote.remote(*map(given, part)) for part in parts]
        left = list(waiting)
        try:
            while left:
                ready, left = on.wait(left, num_returns=1, timeout=1)
                for _ in ready:
                    one_more()
            return on.get(waiting)
        except BaseException as error:
            for one in waiting:
                on.cancel(one, force=True)
            if isinstance(error, on.exceptions.RayTaskError) and isinstance(error.cause, AdvError):
                raise error.cause from None
            raise
    if hasattr(on, "submit"):
        is_dask = hasattr(on, "wait_for_workers")
        # For Dask a pure task is the one of another call with the same arguments, which may have been cancelled.
        options = {"pure": False} if is_dask else {}
        futures = [on.submit(task, *part, **options) for part in parts]
        results = []
        try:
            if is_dask:
                wait_for_dask(on)
            for future in futures:
                results.append(future.result())
                one_more()
            return results
        except BaseException:
            for future in futures:
                future.cancel()
            raise
    raise Refused("`on` is the module ray, or has a method `submit` as executors have")


def survey_part(name: str, module: bytes, table: str | None, positions: int | None, number: int, of: int) -> tuple[bytes, str]:
    """One part of a survey, on one core: its rows as a stream of Arrow, and its sums."""
    import pyarrow

    rows, totals, _ = _adv.survey(_adv.Rules.load(name, module), table, 1, None, positions, (number, of))
    table_of_rows = pyarrow.table(rows)
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, table_of_rows.schema) as writer:
        writer.write_table(table_of_rows)
    return sink.getvalue().to_pybytes(), totals


def survey(program, on: Any, table: str | None, positions: int | None, parts: int, told) -> tuple[Any, records.Survey]:
    """A survey whose parts are tasks: the rows as a ``pyarrow.Table``, and the sums."""
    import pyarrow

    if parts < 1:
        raise Refused("a survey has one part at least")
    # The part after the last has no positions: what cannot be surveyed is refused before a worker starts.
    _adv.survey(program._rules, table, 1, None, positions, (parts, parts))
    module = program.module()
    wanted = [(program.name, module, table, positions, number, parts) for number in range(parts)]
    found = run(on, survey_part, wanted, told)
    tables = [pyarrow.ipc.open_stream(rows).read_all() for rows, _ in found]
    # Parts number their words by themselves; one dictionary serves them all.
    rows = pyarrow.concat_tables(tables).unify_dictionaries().combine_chunks()
    return rows, cast(records.Survey, added([json.loads(totals) for _, totals in found], program.advice))


def added(parts: list[dict], advice: list[str]) -> dict:
    """The sums of a whole survey from those of its parts; ``advice`` are the program's pieces-of-advice in their order."""
    whole = {**parts[0], "rules": [], "advice": []}
    sums = [name for name, value in parts[0].items() if isinstance(value, int)]
    for name in sums:
        whole[name] = sum(part[name] for part in parts)
    for kind, key in (("rules", "rule"), ("advice", "advice")):
        rows: dict[Any, dict] = {}
        # A part names only what it has used.
        for row in (row for part in parts for row in part[kind]):
            if row[key] not in rows:
                rows[row[key]] = dict(row)
                continue
            own = rows[row[key]]
            for name in ("count", "positions", "satisfied"):
                if name in row:
                    own[name] += row[name]
            own["max"] = max(own["max"], row["max"])
        order = sorted(rows) if kind == "rules" else [name for name in advice if name in rows]
        whole[kind] = [rows[name] for name in order]
        for row in whole[kind]:
            row["share"] = row["count"] / whole["surveyed"] if whole["surveyed"] else 0.0
            row["mean"] = row["positions"] / row["count"] if row["count"] else 0.0
    return whole


def solve_part(problems: list[tuple[str, int | None]], nodes: int, shortest: bool, duals: bool) -> list[str]:
    """Some problems solved, each as JSON."""
    library = _adv.Rules.library("std.solve")
    return [_adv.solve(library, fen, "solve", mate, nodes, shortest, duals) for fen, mate in problems]

"""Work over many positions as tasks: of a Ray cluster, of Dask, or of any executor of the standard library.

::

    survey, solve_all ──▶ parts ──▶ tasks on any machine ──▶ their results, in the order of the parts

A task gets the compiled module and the number of its part, so that a worker needs the package and no file. What comes out does not depend on how many
workers there are; a worker that dies has its task repeated by Ray.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import _adv
from .errors import Refused

#: How often a task is repeated whose worker died.
RETRIES = 3


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

    if hasattr(on, "remote") and hasattr(on, "wait"):
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
        except BaseException:
            for one in waiting:
                on.cancel(one, force=True)
            raise
    if hasattr(on, "submit"):
        futures = [on.submit(task, *part) for part in parts]
        results = []
        try:
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


def survey(program, on: Any, table: str | None, positions: int | None, parts: int, told) -> tuple[Any, dict]:
    """A survey whose parts are tasks: the rows as a ``pyarrow.Table``, and the sums."""
    import pyarrow

    module = program.module()
    wanted = [(program.name, module, table, positions, number, parts) for number in range(parts)]
    found = run(on, survey_part, wanted, told)
    tables = [pyarrow.ipc.open_stream(rows).read_all() for rows, _ in found]
    # Parts number their words by themselves; one dictionary serves them all.
    rows = pyarrow.concat_tables(tables).unify_dictionaries().combine_chunks()
    return rows, added([json.loads(totals) for _, totals in found], program.advice)


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

"""The package as a researcher uses it, with and without python-chess, pandas and polars."""

import json
import contextlib
import gc
import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest

import adv

ROOT = Path(__file__).resolve().parents[2]
ADVICE = ROOT / "examples" / "krk-advice.adv"
FIXED = ROOT / "examples" / "endgames" / "krk-advice-fixed.adv"
QUEEN = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
SMALL = """material W: K, Q; B: K
example "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
advice mate-now
  better mate
  us     Q, K
  depth  1
  because "the queen mates"
end-advice
table quick for W
  otherwise mate-now
end-table
test "it mates" quick position "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1" expect move Qg7
prove quick from example reaches mate
"""


def test_a_program_is_asked():
    program = adv.Program(SMALL)
    assert (program.tables, program.advice, len(program.claims)) == (["quick"], ["mate-now"], 1)
    answer = program.consult()
    assert (answer.san, answer.move, answer.advice, answer.rule) == ("Qg7#", "g1g7", "mate-now", 1)
    assert answer.because == "the queen mates"
    assert [node.move.san for node in answer.tree] == ["Qg7#"]
    facts = answer.tree.root.facts
    assert facts and all(fact["holds"] for fact in facts) and facts[0]["text"] == "mate"
    assert program.consult("W: Ke4, Qg1; B: Kh8").move is None
    assert program.consult("W: Ke4, Qg1; B: Kh8").tree is None
    assert program.check() == []


def test_boards_of_python_chess_are_taken_everywhere():
    chess = pytest.importorskip("chess")
    program = adv.Program(ADVICE)
    board = chess.Board(QUEEN.replace("Q", "R"))
    assert board.is_legal(program.consult(board).move.chess)
    assert program.value("MV(B.K)", board) == program.value("MV(B.K)", board.fen())
    assert program.show(board, "MV(B.K)").svg().startswith("<svg")
    assert adv.Board(board, {"edge": chess.SquareSet(chess.BB_RANK_1)}).sets["edge"] == 255
    assert program.solve(board, nodes=1000).result in ("found", "none", "undecided")
    assert adv.assess(board).facts is not None
    tree = adv.Program(ROOT / "examples" / "tactics.adv").consult("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").tree
    for node in tree:
        before = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
        for move in node.line():
            before.push(move.chess)
        assert before.board_fen() == node.board.board_fen()


def test_a_program_plays_to_mate():
    chess = pytest.importorskip("chess")
    import chess.engine

    chance = random.Random(7)
    for _ in range(3):
        board = chess.Board("8/8/8/3k4/8/8/1R6/K7 w - - 0 1")
        with adv.Program(FIXED).player() as player:
            while not board.is_game_over():
                result = player.play(board, chess.engine.Limit(time=1)) if board.turn else None
                board.push(result.move if result else chance.choice(list(board.legal_moves)))
        assert board.is_checkmate(), board.fen()


def test_a_reply_needs_no_python_chess():
    player = adv.Program(SMALL).player()
    reply = player.reply(QUEEN)
    assert (reply.move, reply.move.san, reply.because) == ("g1g7", "Qg7#", "the queen mates")
    assert player.reply("W: Ke4, Qg1; B: Kh8").ended


def test_a_survey_is_a_table_of_arrow():
    survey = adv.Program(ADVICE).survey(progress=False)
    assert len(survey) == 175_168 == survey.totals["surveyed"]
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = survey.to_pandas()
    assert list(frame.columns) == ["fen", "rule", "advice", "move", "positions"]
    assert frame["positions"].sum() == survey.totals["positions"]
    assert pandas.DataFrame.from_arrow(survey).shape == frame.shape
    by_advice = {one["advice"]: one["count"] for one in survey.totals["advice"]}
    counts = frame["advice"].value_counts()
    assert all(counts.get(name, 0) == count for name, count in by_advice.items())
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(survey).equals(survey.to_polars())
    row = frame.iloc[1234]
    assert adv.Program(ADVICE).consult(row["fen"]).move == row["move"]


def test_a_table_of_arrow_tells_what_is_missing_and_outlives_its_survey():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    program = adv.Program(SMALL)
    survey = program.survey(progress=False)
    table = survey.to_arrow()
    table.validate(full=True)
    types = {field.name: str(field.type) for field in table.schema}
    assert types == {"fen": "large_string", "rule": "uint32", "advice": "dictionary<values=large_string, indices=int32, ordered=0>", "move": "large_string", "positions": "uint64"}
    assert [field.name for field in table.schema if not field.nullable] == ["fen"]
    missing = {name: table[name].null_count for name in table.column_names}
    assert missing["fen"] == 0 and 0 < missing["move"] == missing["advice"] < len(table)
    for at in random.Random(5).sample(range(len(table)), 60):
        row = table.slice(at, 1).to_pylist()[0]
        answer = program.consult(row["fen"])
        assert (row["move"], row["advice"]) == (answer.move, answer.advice), row
    assert {name: polars.DataFrame(survey)[name].null_count() for name in missing} == missing
    # It can be read again, begun and left, and read by its schema alone.
    assert pyarrow.table(survey).equals(table) and pyarrow.schema(survey).equals(table.schema)
    for _ in range(3):
        survey.__arrow_c_stream__(None)
        survey.__arrow_c_schema__()
    reader = pyarrow.RecordBatchReader.from_stream(survey)
    column = reader.read_next_batch().column("advice")
    with pytest.raises(StopIteration):
        reader.read_next_batch()
    del survey, table, reader
    gc.collect()
    assert set(column.to_pylist()) == {None, "mate-now"}


def test_a_table_of_arrow_may_be_empty():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    program = adv.Program(SMALL)
    # The part after the last has no positions.
    rows, totals, _ = adv._adv.survey(program._rules, None, 1, None, None, (3, 3))
    empty = pyarrow.table(rows)
    empty.validate(full=True)
    assert empty.num_rows == json.loads(totals)["surveyed"] == 0
    assert empty.schema.equals(program.survey(progress=False).to_arrow().schema)
    assert polars.DataFrame(rows).shape == (0, 5) and len(empty.to_pandas()) == 0


def test_rows_are_the_same_with_any_number_of_threads():
    pytest.importorskip("pyarrow")
    one, three = (adv.Program(ADVICE).survey(threads=threads, progress=False) for threads in (1, 3))
    assert one.to_arrow().equals(three.to_arrow())
    assert one.totals == three.totals


def test_claims_are_settled():
    refuted = adv.Program(ADVICE).prove(progress=False)
    assert not refuted and refuted.verdict == "refuted" and refuted.failed == 48
    assert refuted.failures[0]["sentence"] == "Black is stalemated"
    proved = adv.Program(FIXED).prove(1, progress=False)
    assert proved and proved.failed == 0 and sum(proved.lengths) == proved.held
    added = adv.Program(FIXED).prove("prove krk from all positions where SQ(B.K) = {e4} reaches mate", progress=False)
    assert added and added.positions < proved.positions
    measured = adv.Program(ADVICE).measure(progress=False)
    assert (measured.verdict, measured.held) == ("measured", 175_120)
    # A claim without play has neither lines nor lengths.
    still = adv.Program(ADVICE).prove("prove white-to-move ⇒ dist(W.K, B.K) ≥ 3 from 500 random positions", progress=False)
    assert still.failed > 0 and still.held + still.failed == still.data["premises"]
    assert (still.failures, still.lengths, still.heat_maps()) == ([], [], "")


def test_progress_is_told_and_may_end_the_work():
    heard = []
    program = adv.Program(ROOT / "examples" / "endgames" / "kbbk.adv")

    class Enough(Exception):
        pass

    def tell(phase, done, of):
        heard.append((phase, done, of))
        if len(heard) > 3:
            raise Enough

    with pytest.raises(Enough):
        program.prove(1, progress=tell)
    assert all(phase in ("positions", "consulting", "settling", "reporting") for phase, _, _ in heard)


def test_ctrl_c_ends_a_proof_soon():
    # Where the tests run in the background, the signal may be ignored from the beginning.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    program = adv.Program(ROOT / "examples" / "endgames" / "kbbk.adv")
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        program.prove(1, progress=False)
    assert time.monotonic() - begun < 20
    signal.signal(signal.SIGINT, before)


def test_the_lock_is_released_while_it_computes():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    adv.Program(ADVICE).survey(threads=1, progress=False)
    done.set()
    thread.join()
    assert counted > 5


def test_several_threads_share_a_program():
    program = adv.Program(ADVICE)
    expected = program.consult().move
    found = []
    threads = [threading.Thread(target=lambda: found.append(program.consult().move)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


def test_positions_are_explained_and_problems_solved():
    explained = adv.assess("r4rk1/p2p1ppp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1")
    assert explained.sign is None and explained.meaning.startswith("by patterns ") and len(explained.told) == 3 and explained.html().startswith("<!")
    assert "Schwarz" in str(adv.assess(explained.data["fen"], language="de"))
    solved = adv.solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2)
    assert solved and solved.moves == ["Ra6", "Bc7", "Rxa7#"] and solved.shortest == 2
    assert adv.solve("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", nodes=500).result == "undecided"
    own = adv.Program(ROOT / "examples" / "patterns-pawns.adv")
    assert own.assess().data["evaluation"] in own.evaluations


def test_tests_run_and_words_are_explained():
    results = adv.Program(SMALL).test()
    assert [(one.name, one.passed) for one in results] == [("it mates", True)]
    assert not adv.Program(SMALL.replace("move Qg7", "move Qg8")).test(1)[0]
    assert adv.explain("dist").startswith("number dist") and "E0201" in adv.explain("E0201")
    assert adv.format("number   a=1\n") == "number a = 1\n"


def test_mistakes_are_exceptions_with_code_and_span():
    with pytest.raises(adv.ProgramError) as caught:
        adv.Program("number a = 1\nnumber b = dits(W.K, B.K)\n")
    error = caught.value
    assert (error.code, error.span.line, error.span.column, error.span.end_column) == ("E0201", 2, 12, 16)
    assert "did you mean `dist`" in str(error) and error.diagnostics[0].help
    found = adv.check("number a = \nadvice b\n  better c\nend-advice\n")
    assert len([one for one in found if one.severity == "error"]) >= 2
    with pytest.raises(adv.ProgramError):
        adv.Program(SMALL).prove("prove quick from example reaches")
    with pytest.raises(adv.ExpressionError):
        adv.Program(SMALL).value("dist(")
    with pytest.raises(adv.ExpressionError):
        adv.Program(SMALL).value("new.dist(W.K, B.K)")


@pytest.mark.parametrize("fen", ["", "8/8 w", "x" * 100_000, "8/8/8/8/8/8/8/8 w - - 0 1", "\0", "kkkkkkkk/8/8/8/8/8/8/K7 w - - 0 1", "\ud800"])
def test_what_is_no_position_is_refused(fen):
    with pytest.raises((adv.PositionError, UnicodeEncodeError)):
        adv.Program(SMALL).consult(fen)


@pytest.mark.parametrize("given", [None, 7, b"table", ["x"], object()])
def test_what_is_no_program_is_refused(given):
    with pytest.raises(TypeError):
        adv.Program(given)


def test_other_rules_and_squares_are_refused():
    chess = pytest.importorskip("chess")
    import chess.variant

    with pytest.raises(adv.PositionError):
        adv.Program(SMALL).consult(chess.variant.AtomicBoard())
    with pytest.raises(adv.PositionError):
        adv.Board(QUEEN, {"x": ["i9"]})
    with pytest.raises(adv.PositionError):
        adv.Program(SMALL).player().reply(QUEEN, ["e2e4"])
    with pytest.raises(TypeError):
        adv.Program(SMALL).consult(7)


def test_limits_are_told():
    with pytest.raises(adv.Stopped):
        adv.Program(ROOT / "examples" / "krk-advice.adv").consult("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", positions=2)
    with pytest.raises(adv.Refused):
        adv.Program(SMALL).survey("nothing", progress=False)
    with pytest.raises(adv.Refused):
        adv.Program(SMALL).prove(99, progress=False)


def test_what_no_limit_can_answer_is_refused():
    program = adv.Program(SMALL)
    rook = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
    black = QUEEN.replace(" w ", " b ")
    asked = [
        (rook, "the program is for W: K, Q; B: K, and the position has W: K, R; B: K"),
        (black, "the program plays for White, and Black is to move"),
    ]
    for fen, sentence in asked:
        for ask in (program.consult, program.player().reply):
            with pytest.raises(adv.Refused, match=sentence):
                ask(fen)
    with pytest.raises(adv.Refused, match="is for"):
        program.solve(rook)
    pawns = adv.Program(ROOT / "examples" / "patterns-kpk.adv")
    with pytest.raises(adv.Refused, match="is for"):
        pawns.assess(rook)
    chess = pytest.importorskip("chess")
    with pytest.raises(adv.Refused):
        program.player().play(chess.Board("7k/8/8/8/4K3/8/8/6Q1 w - - 0 1"))


def test_files_are_those_of_the_folder(tmp_path):
    (tmp_path / "pen.adv").write_text("number wide = 1\n")
    (tmp_path / "main.adv").write_text('use "pen.adv"\nmaterial W: K, Q; B: K\nnumber twice = 2 * wide\n')
    assert adv.Program(tmp_path / "main.adv").value("twice", QUEEN) == 2
    assert adv.Program((tmp_path / "main.adv").read_text(), {"pen.adv": "number wide = 3\n"}).value("twice", QUEEN) == 6
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "main.adv").write_text('use "../pen.adv"\nnumber twice = 2 * wide\n')
    with pytest.raises(adv.ProgramError):
        adv.Program(inner / "main.adv")
    (inner / "link.adv").symlink_to(tmp_path / "pen.adv")
    (inner / "main.adv").write_text('use "link.adv"\nnumber twice = 2 * wide\n')
    with pytest.raises(adv.ProgramError):
        adv.Program(inner / "main.adv")
    with pytest.raises(FileNotFoundError):
        adv.Program(tmp_path / "none.adv")


def test_pictures_for_notebooks():
    program = adv.Program(ADVICE)
    answer = program.consult()
    assert "<svg" in answer._repr_html_() and answer.tree._repr_html_().startswith("<pre>") and answer.tree.dot().startswith("digraph")
    proof = program.prove(progress=False)
    page = proof._repr_html_()
    assert "48 of 175,168" in page and page.count("<table") >= 3
    assert "175,168" in program.survey(progress=False)._repr_html_()
    evil = adv.Program(SMALL.replace("the queen mates", "<script>alert(1)</script>")).consult()
    assert "<script>" not in evil._repr_html_() and "<script>alert" not in evil.html()
    assert answer.html().startswith("<!") and answer.tree.pgn().startswith("[")
    assert json.loads(json.dumps(answer.data)) == answer.data


def test_a_survey_of_tasks_is_that_of_one_process():
    pytest.importorskip("pyarrow")
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    program = adv.Program(ADVICE)
    whole = program.survey(progress=False)
    heard = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        shared = program.survey(on=pool, parts=5, progress=lambda *told: heard.append(told))
        solved = adv.solve_all(["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", (QUEEN, 1)], 2, on=pool, progress=False)
    assert shared.to_pandas().equals(whole.to_pandas())
    assert shared.totals == whole.totals
    assert heard[-1] == ("tasks", 5, 5)
    assert [one.mate_in for one in solved] == [2, 1] and solved[0].data == adv.solve_all(["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"], 2)[0].data
    with pytest.raises(adv.Refused):
        program.survey(on=object(), progress=False)


@contextlib.contextmanager
def cluster(cpus):
    """A cluster of this machine alone, while it is needed."""
    ray = pytest.importorskip("ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    ray.init(num_cpus=cpus, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False, logging_level="ERROR")
    try:
        yield ray
    finally:
        ray.shutdown()


@contextlib.contextmanager
def within(seconds):
    """An error where something takes longer, also where it waits for ever."""

    def late(*_):
        raise TimeoutError(f"it took more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_the_documented_call_runs_on_two_processors():
    program = adv.Program(ADVICE)
    whole = program.prove(1, progress=False)
    running = []
    with cluster(2) as ray, within(120):
        for _ in range(2):
            # All processors again at once after the first proof has ended.
            shared = program.prove(1, on=ray, progress=lambda *_: running.append(len(actors())))
            assert shared.data == whole.data and shared.text == whole.text
            assert max(running) == 2, running
            running.clear()


def test_workers_without_a_place_are_told_of():
    program = adv.Program(ADVICE)
    with cluster(2) as ray:

        @ray.remote(num_cpus=1)
        class Other:
            def is_there(self):
                return True

        with within(10), pytest.raises(adv.Refused, match="8 workers need a processor each, and 2 of the cluster's 2 are free: add machines, or give `shards=2`$"):
            program.prove(1, on=ray, shards=8, progress=False)
        others = [Other.remote() for _ in range(2)]
        assert all(ray.get([other.is_there.remote() for other in others]))
        none = "a worker needs a processor, and 0 of the cluster's 2 are free: add machines, or wait for what else runs there$"
        with within(10), pytest.raises(adv.Refused, match=none):
            program.prove(1, on=ray, progress=False)
        with within(10), pytest.raises(adv.Refused, match=none):
            adv.solve_all([QUEEN], 1, on=ray, progress=False)
        ray.kill(others[0])
        with within(60):
            assert adv.solve_all([QUEEN], 1, on=ray, progress=False)[0].mate_in == 1
            with pytest.raises(adv.PositionError):
                adv.solve_all(["no position"], 1, on=ray, progress=False)


def test_a_dask_cluster_without_workers_is_told_of():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as workers, distributed.Client(workers) as client:
        with within(10), pytest.raises(adv.Refused, match="the Dask cluster has no worker"):
            adv.solve_all([QUEEN], 1, on=client, progress=False)
        workers.scale(1)
        with within(60):
            assert adv.solve_all([QUEEN], 1, on=client, progress=False)[0].mate_in == 1


def test_a_claim_is_refused_before_a_worker_starts():
    class Untouched:
        """Has the functions of Ray, and calls none."""

        remote = put = None

    program = adv.Program(ADVICE)
    with pytest.raises(adv.ProgramError) as caught:
        program.prove("prove krk from all positions reaches mat", on=Untouched, progress=False)
    assert caught.value.code and caught.value.span.line == 1
    with pytest.raises(adv.Refused, match="not about play"):
        program.prove("prove in-check(B) ⇒ in-check(B) from all positions", on=Untouched, progress=False)
    with pytest.raises(adv.Refused):
        program.prove(99, on=Untouched, progress=False)
    with pytest.raises(adv.Refused, match="there is no table `nothing`"):
        program.survey("nothing", on=Untouched, progress=False)
    with pytest.raises(adv.Refused, match="one part at least"):
        program.survey(on=Untouched, parts=0, progress=False)


def test_a_survey_runs_on_a_cluster_and_outlives_a_worker():
    with cluster(2) as ray:
        program = adv.Program(ADVICE)
        whole = program.survey(progress=False)

        @ray.remote
        def number():
            return os.getpid()

        victims = set(ray.get([number.remote() for _ in range(4)]))
        killed = []

        def kill(_phase, done, _of):
            if done == 3 and not killed:
                killed.append(victims.pop())
                os.kill(killed[0], signal.SIGKILL)

        shared = program.survey(on=ray, parts=40, progress=kill)
        assert killed
        assert shared.to_pandas().equals(whole.to_pandas())
        assert shared.totals == whole.totals


def actors():
    """The processes of the shards: Ray names its workers after what they do."""
    names = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
            names[int(pid)] = file.read()
    return sorted(pid for pid, name in names.items() if name.startswith(b"ray::ShardActor"))


def test_a_proof_is_shared_by_a_cluster_and_outlives_an_actor():
    with cluster(3) as ray:
        program = adv.Program(ADVICE)
        claim = program.claims[0]
        whole = program.prove(claim, progress=False)
        assert program.prove(claim, on=ray, shards=1, progress=False).data == whole.data
        # A report names the tables that its claim asks, whether or not shards have settled it.
        asked = "prove krk from all positions where won(W) reaches mate"
        rests = program.prove(asked, on=ray, shards=2, progress=False).data["rests_on"]
        assert rests and rests == program.prove(asked, progress=False).data["rests_on"]
        killed = []

        def kill(phase, number, _of):
            if phase == "rounds" and number >= 4 and not killed:
                killed.extend(actors()[:1])
                os.kill(killed[0], signal.SIGKILL)

        shared = program.prove(claim, on=ray, shards=3, progress=kill)
        assert killed
        assert shared.data == whole.data
        assert shared.text == whole.text


def kept(folder):
    return {one.name: one.read_bytes() for one in sorted(folder.iterdir())}


def test_an_actor_that_is_lost_goes_on_from_its_checkpoint(tmp_path, monkeypatch):
    from adv import clusters, shards

    # Written in the middle as well: for the first time after a twentieth of a second.
    monkeypatch.setattr(shards, "KEEP_SECONDS", 0.0)
    program = adv.Program(ADVICE)
    claim = "prove krk from all positions reaches mate any-choice"
    whole = program.prove(claim, progress=False)
    with cluster(2) as ray, clusters.places(ray, 2) as group:
        proof = shards._Shards(ray, group, program, claim, 2, str(tmp_path))
        # One is killed as soon as it has written something, which is in the middle of what it decides.
        first = tmp_path / "shard-0-of-2.adv.checkpoint"
        victim = ray.get(proof.actors[0].pid.remote())
        killed = []

        def kill(*_):
            while not first.exists():
                time.sleep(0.001)
            os.kill(victim, signal.SIGKILL)
            killed.append(first.read_bytes())

        thread = threading.Thread(target=kill)
        thread.start()
        proof.decide()
        thread.join()
        assert killed and proof.renewed == 1
        [(restored, decided, _), (_, others, _)] = proof.ask("progress")
        assert 0 < restored < decided
        # All is decided: one that is lost now decides nothing anew.
        os.kill(ray.get(proof.actors[0].pid.remote()), signal.SIGKILL)
        assert proof.ask("is_zeroing") is not None
        assert proof.ask("progress")[0][:2] == (decided, decided)
        assert proof.renewed == 2
        proof.settle(None)
        parts = proof.ask("finish")
        for actor in proof.actors:
            ray.kill(actor)
        assert json.loads(shards._adv.join(program._rules, claim, parts))["report"] == whole.data
        assert sorted(kept(tmp_path)) == ["shard-0-of-2.adv.checkpoint", "shard-1-of-2.adv.checkpoint"]

        # A proof that is begun again decides nothing.
        before = kept(tmp_path)
        again = shards._Shards(ray, group, program, claim, 2, str(tmp_path))
        again.decide()
        assert [one[:2] for one in again.ask("progress")] == [(decided, decided), (others, others)]
        assert kept(tmp_path) == before


DRIVER = """
import sys, ray, adv
ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False, logging_level="ERROR")
from adv import shards
shards.KEEP_SECONDS = 0.1
adv.Program(sys.argv[1]).prove(sys.argv[2], on=ray, shards=2, checkpoints=sys.argv[3], progress=lambda *told: print(*told, flush=True))
"""


def test_a_proof_goes_on_after_its_driver_was_killed(tmp_path):
    import subprocess
    import sys

    folder = tmp_path / "krk.shards"
    program = adv.Program(ADVICE)
    claim = program.claims[0]
    whole = program.prove(claim, progress=False)
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, str(ADVICE), claim, str(folder)], stdout=subprocess.PIPE, text=True)
    # It is killed when it has begun to settle.
    told = ""
    while not told.startswith("rounds"):
        told = driver.stdout.readline()
        assert told, "it ended by itself"
    driver.kill()
    driver.wait()
    before = kept(folder)
    assert sorted(before) == ["shard-0-of-2.adv.checkpoint", "shard-1-of-2.adv.checkpoint"]
    # One file is cut off, of an older version, altered with its plain sum mended, or sealed with another key: it is refused, and stays.
    cut = folder / "shard-1-of-2.adv.checkpoint"
    good = before[cut.name]
    altered = bytearray(good)
    altered[-1] ^= 1
    summed = 0xCBF29CE484222325
    for byte in altered[58:]:
        summed = (summed ^ byte) * 0x100000001B3 % (1 << 64)
    altered[50:58] = summed.to_bytes(8, "little")
    with cluster(3) as ray:
        for bad in [good[:1000], good[38:], bytes(altered)]:
            cut.write_bytes(bad)
            with pytest.raises(adv.Refused, match="shard-1-of-2.adv.checkpoint: .* remove the file to begin again"):
                program.prove(claim, on=ray, shards=2, checkpoints=folder, progress=False)
            assert cut.read_bytes() == bad
        cut.unlink()
        heard = []
        # As many shards as there are files, though more processors are free.
        proof = program.prove(claim, on=ray, checkpoints=folder, progress=lambda *told: heard.append(told))
        assert proof.data == whole.data and proof.text == whole.text
        assert {phase for phase, _, _ in heard} == {"consulting", "rounds"}
        after = kept(folder)
        assert sorted(after) == sorted(before)
        assert after["shard-0-of-2.adv.checkpoint"] == before["shard-0-of-2.adv.checkpoint"]
        assert len(after[cut.name]) == len(before[cut.name])
        # Of another claim they are refused, and left.
        with pytest.raises(adv.Refused, match="shard-.-of-2.adv.checkpoint: .* it is of another claim"):
            program.prove("prove krk from all positions where SQ(B.K) = {e4} reaches mate", on=ray, shards=2, checkpoints=folder, progress=False)
        with pytest.raises(adv.Refused, match="the program has been changed since"):
            adv.Program(FIXED).prove(claim, on=ray, shards=2, checkpoints=folder, progress=False)
        assert kept(folder) == after
    with pytest.raises(adv.Refused):
        program.prove(claim, checkpoints=folder, progress=False)

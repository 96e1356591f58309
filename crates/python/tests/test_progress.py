"""Who looks on, and what stops a run."""

import os
import signal
import sys
import threading
import time

import numpy as np
import pytest
from conftest import FIELD, ROOT, assert_same_files

import understory

SCENARIOS = ROOT / "scenarios"
WIDE = {"name": "wide", "world": {"size_m": [2000.0, 2000.0], "seed": 1}}
LONG = FIELD.replace("years = 12", "years = 20000").replace("every_years = 4", "every_years = 1000")


def test_a_function_is_told_of_every_year_in_the_thread_that_asked(field, tmp_path):
    told, threads = [], set()

    def look(progress):
        told.append(progress)
        threads.add(threading.current_thread())

    run = understory.run(FIELD, out=tmp_path / "run", progress=look)
    years = [progress for progress in told if progress.kind == "year"]
    assert [progress.done for progress in years] == list(range(13)) and {progress.of for progress in years} == {12}
    census = run.census
    of_all = census["trees"][census["species"] == "all"]
    assert [progress.trees for progress in years] == of_all.tolist()
    assert years[3].what == "year 3" and {progress.kind for progress in told} == {"year", "step"}
    assert threads == {threading.current_thread()}
    # Looking on changes nothing.
    assert_same_files(run.path, field.path)


def test_an_exception_stops_the_run_and_the_folder_goes_on(field, tmp_path):
    seen = []

    def stop(progress):
        seen.append(progress)
        if progress.kind == "year" and progress.done == 5:
            raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough") as raised:
        understory.run(FIELD, out=tmp_path / "run", progress=stop)
    # The work waits for the function: nothing was done behind its back, and it is not called again.
    assert seen[-1].done == 5
    if sys.version_info >= (3, 11):
        assert "stopped after year 5" in raised.value.__notes__[0] and "`resume=True`" in raised.value.__notes__[0]
    assert not (tmp_path / "run").exists() and (tmp_path / "run.partial").is_dir()
    years = []
    run = understory.run(
        FIELD, out=tmp_path / "run", resume=True, progress=lambda progress: years.append(progress.done) if progress.kind == "year" else None
    )
    assert years[0] == 5 and years[-1] == 12
    assert_same_files(run.path, field.path)
    # One that is complete stays as it is.
    before = (run.path / "manifest.json").read_bytes()
    assert understory.run(FIELD, out=tmp_path / "run", resume=True).path == run.path
    assert (run.path / "manifest.json").read_bytes() == before


def test_a_run_of_another_scenario_is_not_gone_on_with(tmp_path):
    def stop(progress):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        understory.run(FIELD, out=tmp_path / "run", progress=stop)
    with pytest.raises(understory.Error, match="`resume=True`"):
        understory.run(FIELD, out=tmp_path / "run", seed=8, resume=True)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise here")
def test_ctrl_c_stops_a_run_after_its_year(tmp_path):
    # A shell has what it starts in the background ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupt = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    interrupt.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt, match="stopped after year [0-9]+; what was finished is in .*run.partial"):
        understory.run(LONG, out=tmp_path / "run")
    assert time.monotonic() - begun < 20
    run = tmp_path / "run.partial"
    assert (run / "run.json").exists()


def of_many_points(**arguments):
    places = np.random.default_rng(1).uniform(0, 100, (20_000, 2))
    return understory.stats(places, window=(0, 0, 100, 100), **arguments)


LONG_WORK = {
    "stats": lambda out: of_many_points(simulations=20_000),
    "null": lambda out: of_many_points(functions="K", null=[np.random.default_rng(2).uniform(0, 100, (200_000, 2))] * 400),
    "claims": lambda out: understory.claims("forest", out=out),
    "grow": lambda out: understory.grow(SCENARIOS / "tree-beech.toml", out=out, threads=1),
    "place": lambda out: understory.place(SCENARIOS / "grown-world.toml", out=out),
    "scatter": lambda out: understory.scatter({**WIDE, "scatter": {"method": "elimination", "per_ha": 450}}, out=out),
    "points": lambda out: understory.points("springs", (2000, 2000), per_ha=2000),
}


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise here")
@pytest.mark.parametrize("work", list(LONG_WORK))
def test_ctrl_c_ends_work_that_takes_minutes(work, tmp_path):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.4, interrupt)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt) as raised:
            LONG_WORK[work](tmp_path / "out")
    finally:
        # Where work ended before, another test would meet it.
        timer.cancel()
    assert time.monotonic() - sent[0] < 2
    if work == "claims":
        assert "what was finished is in" in str(raised.value) and (tmp_path / "out.partial/run.json").exists()
    else:
        assert os.listdir(tmp_path) == []
    # Nothing goes on behind the exception, and other work is as before.
    begun, lasted = time.process_time(), time.monotonic()
    time.sleep(0.5)
    assert time.process_time() - begun < 0.2 * (time.monotonic() - lasted)
    assert understory.run(FIELD, out=tmp_path / "out", years=1).years == [0, 1]


def test_other_threads_of_python_go_on(tmp_path):
    counted, is_over = [0], threading.Event()

    def count():
        while not is_over.is_set():
            counted[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=count, daemon=True)
    other.start()
    begun = time.monotonic()
    understory.run(FIELD, out=tmp_path / "run", years=60, threads=1)
    took_s = time.monotonic() - begun
    is_over.set()
    other.join()
    # With the lock held they would stand still.
    assert counted[0] > 100 * took_s


def test_lines_of_progress_go_to_stderr(tmp_path, capsys, monkeypatch):
    clock = iter(range(0, 10**6, 11))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    understory.run(FIELD, out=tmp_path / "run", progress=True)
    shown = capsys.readouterr()
    assert shown.out == "" and "year 12 of 12, " in shown.err and "drawing figures\n" in shown.err
    understory.run(FIELD, out=tmp_path / "run")
    assert capsys.readouterr() == ("", "")


def test_a_run_works_in_a_thread_of_python(tmp_path):
    made = []
    thread = threading.Thread(target=lambda: made.append(understory.run(FIELD, out=tmp_path / "run", years=2)))
    thread.start()
    thread.join()
    assert made[0].years == [0, 2]

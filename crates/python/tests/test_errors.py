"""Everything that is wrong is told at once, at its place, with the way out."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest
from conftest import FIELD, FIELD_DICT

import understory

BROKEN = """name = "broken"
[world]
size_m = [60.0, -5.0]
edg = "torus"
[run]
years = 2.5
[[species]]
name = "beech"
preset = "fagus-silvatica"
[[founders]]
species = "oak"
method = "uniform"
count = 20
height_m = 10.0
"""


def test_a_text_is_refused_with_all_its_problems_at_their_lines(tmp_path):
    with pytest.raises(understory.ScenarioError) as raised:
        understory.run(BROKEN, out=tmp_path / "out")
    problems = raised.value.problems
    assert {problem.line for problem in problems} >= {3, 4, 6, 9, 11}
    unknown = next(problem for problem in problems if problem.line == 4)
    assert (unknown.file, unknown.column, unknown.key) == ("<text>", 1, None)
    assert unknown.message == "`world.edg` is not a known key" and unknown.hint == "did you mean `edge`?"
    assert all(str(problem) in str(raised.value) for problem in problems)
    assert not (tmp_path / "out").exists() and not (tmp_path / "out.partial").exists()


def test_a_file_has_the_problems_that_the_program_tells(program, tmp_path):
    import subprocess

    path = tmp_path / "broken.toml"
    path.write_text(BROKEN)
    with pytest.raises(subprocess.CalledProcessError) as refused:
        program("check", path)
    found = understory.check(path)
    assert len(found) > 4
    for problem in found:
        assert f"error: {problem}" in refused.value.stderr
    assert refused.value.returncode == 1


def test_a_dict_is_refused_at_its_keys(tmp_path):
    broken = {
        **FIELD_DICT,
        "world": {"size_m": [60.0, float("nan")], "edge": "torus", "sede": 7},
        "species": [
            {"name": "birch", "preset": "betula-pendula", "dispersal": {"kernel": "2dt", "u_m": 80.0, "p": 1.5}},
            {"name": "beech", "preset": "fagus-sylvatica", "growth": {"site_index_m": -1}},
        ],
    }
    with pytest.raises(understory.ScenarioError) as raised:
        understory.run(broken, out=tmp_path / "out")
    problems = {problem.key: problem for problem in raised.value.problems}
    assert set(problems) >= {"world.size_m", "world.sede", "species[0].dispersal.u_m", "species[1].growth.site_index_m"}
    unknown = problems["species[0].dispersal.u_m"]
    assert (unknown.file, unknown.line) == ("<dict>", None) and unknown.hint == "did you mean `u_m2`?"
    assert "<dict>: world.sede: `world.sede` is not a known key\nhint: did you mean `seed`?" in str(raised.value)


def test_a_dict_of_what_no_scenario_holds_is_refused_at_its_keys():
    broken = {**FIELD_DICT, "about": None, 3: "x", "world": {"size_m": {60.0}, "seed": 1j}}
    problems = {problem.key: problem.message for problem in understory.check(broken)}
    assert problems == {
        "about": "the value is None",
        "3": "a key of a scenario is a string",
        "world.size_m": "the value is of type set, which no scenario has",
        "world.seed": "the value is of type complex, which no scenario has",
    }


def test_what_is_set_is_refused_by_its_path(tmp_path):
    with pytest.raises(understory.ScenarioError) as raised:
        understory.run(FIELD, out=tmp_path / "out", set={"species.beech.growth.greatest_height": 30, "world.seed": -1})
    problems = {problem.key: problem for problem in raised.value.problems}
    assert set(problems) == {"species.beech.growth.greatest_height", "world.seed"}
    assert problems["species.beech.growth.greatest_height"].file == "set"
    assert "greatest_height_m" in problems["species.beech.growth.greatest_height"].hint
    with pytest.raises(understory.ScenarioError, match="leave the key out"):
        understory.run(FIELD, out=tmp_path / "out", set={"world.seed": None})
    with pytest.raises(TypeError, match="a dict from paths to values"):
        understory.run(FIELD, out=tmp_path / "out", set=["world.seed=3"])


def test_check_tells_what_only_shows_when_it_is_tried(scenarios):
    assert understory.check(scenarios / "old-field.toml") == []
    crowded = FIELD.replace('method = "uniform"', 'method = "minimum-distance"').replace("count = 20", "count = 20\nspacing_m = 50.0")
    found = understory.check(crowded)
    assert found and all(problem.line for problem in found)


def test_a_file_that_is_missing_is_told_with_the_nearest(scenarios):
    with pytest.raises(understory.ScenarioError, match="did you mean .*old-field.toml"):
        understory.run(scenarios / "old-feild.toml")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"seed": -1}, ValueError, "`seed` is -1, but it must be at least 0"),
        ({"seed": 1.5}, TypeError, "`seed` is 1.5, but a whole number is needed"),
        ({"threads": 0}, ValueError, "`threads` is 0, but it must be at least 1"),
        ({"years": 2**40}, ValueError, "`years` is"),
        ({"progress": 3}, TypeError, "`progress` is True, False or a function"),
        ({"out": 3}, TypeError, "PathLike"),
    ],
)
def test_arguments_of_the_wrong_kind_are_refused_by_name(arguments, error, message):
    with pytest.raises(error, match=message):
        understory.run(FIELD, **arguments)


def test_a_scenario_of_another_kind_is_refused(scenarios, tmp_path):
    with pytest.raises(understory.ScenarioError, match="grow"):
        understory.run(scenarios / "tree-oak.toml", out=tmp_path / "out")
    with pytest.raises(TypeError, match="a path, a TOML text or a dict, but this is of type int"):
        understory.run(3)


def test_notes_are_warnings_at_the_line_that_called(tmp_path):
    noted = FIELD.replace("[record]", "[record]\nenvelope_simulations = 0")
    with pytest.warns(UserWarning) as told:
        understory.run(FIELD, out=tmp_path / "a", years=4)
        # An earlier run that was given up is told.
        stop_at(tmp_path / "b", 2)
        understory.run(noted, out=tmp_path / "b", years=4)
    assert "is given up" in str(told[-1].message) and told[-1].filename == __file__


def hits(number):
    """Raises what the package raises, as a worker of a pool."""
    if number == 0:
        understory.run(BROKEN)
    if number == 1:
        understory.run({**FIELD_DICT, "world": {"edg": "open"}}, set={"world.sede": 7})
    if number == 2:
        understory.run(FIELD, set={"world.sede": 7})
    if number == 3:
        understory.stats([[0.5, 0.5], [1.5, 0.5]], window=(0, 0, 2, 2), functions="PCF2")
    if number == 4:
        understory.open("nowhere")
    understory.run(FIELD, seed=-1)


def told(error):
    """All that an exception says."""
    told = dict(vars(error), type=type(error), text=str(error), args=error.args)
    assert isinstance(error, ValueError) or ("problems" in told) == isinstance(error, understory.ScenarioError) and "hint" in told
    return told


def raised_by(function, *arguments):
    with pytest.raises(Exception) as raised:
        function(*arguments)
    return raised.value


@pytest.mark.parametrize("number", range(6))
def test_every_exception_is_whole_after_it_was_pickled_or_copied(number):
    error = raised_by(hits, number)
    if hasattr(error, "add_note"):
        error.add_note("in run 7")
    again = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for other in [*again, copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(again[-1]))]:
        assert told(other) == told(error)
    if number < 3:
        assert again[0].problems == error.problems and all(str(problem) in str(again[0]) for problem in error.problems)


@pytest.mark.parametrize("start", [start for start in ("fork", "spawn") if start in multiprocessing.get_all_start_methods()])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_an_exception_comes_back_from_other_processes(start):
    """A mistyped key made `multiprocessing.Pool` wait for ever."""
    context = multiprocessing.get_context(start)
    expected = [told(raised_by(hits, number)) for number in range(6)]
    with context.Pool(2) as pool:
        sent = [pool.apply_async(hits, (number,)) for number in range(6)]
        found = [raised_by(result.get, 60) for result in sent]
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        found += [executor.submit(hits, number).exception(60) for number in range(6)]
    for error, of_here in zip(found, 2 * expected):
        # Where it was raised there comes along, in one way or another.
        assert {name: value for name, value in told(error).items() if name in of_here} == of_here


def stop_at(out, year):
    def stop(progress):
        if progress.kind == "year" and progress.done == year:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError):
        understory.run(FIELD, out=out, progress=stop)

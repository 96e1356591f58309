"""A function of the user's own that changes the trees before each year."""

import json
import sys

import numpy as np
import pytest
from conftest import FIELD, assert_same_files

import understory

NO_TABLES = ["run.json", "manifest.json", "datapackage.json", "report.html"]


def fell_large(year, trees):
    return {"dies": trees["dbh_cm"] > 5.0, "cause": "beetles"} if year == 6 else None


def weaken_birches(year, trees):
    birch = trees["species"] == "birch"
    return {"vigour": np.where(birch, 0.5 * trees["vigour"], trees["vigour"])}


def test_a_function_that_changes_nothing_leaves_the_tables_as_they_are(field, tmp_path):
    seen = []

    def look(year, trees):
        seen.append((year, {name: column.copy() for name, column in trees.items()}))

    run = understory.run(FIELD, out=tmp_path / "run", each_year=look)
    assert [year for year, _ in seen] == list(range(1, 13))
    assert_same_files(run.path, field.path, but=["manifest.json", "datapackage.json", "report.html"])
    assert run.manifest["each_year"].endswith("look") and "each_year" not in field.manifest
    # What it sees before year 5 is the table of year 4.
    table, trees = run.trees(4), seen[4][1]
    assert list(trees) == ["tree", "species", "x_m", "y_m", "age_yr", "dbh_cm", "height_m", "vigour"]
    for name, column in trees.items():
        assert column.tolist() == list(table[name]), name


def test_trees_that_are_told_to_die_die_of_what_was_said(tmp_path):
    run = understory.run(FIELD, out=tmp_path / "run", each_year=fell_large, set={"record.events": True})
    events = run.table("events")
    killed = (events["event"] == "death") & (events["cause"] == "beetles")
    assert killed.sum() > 5 and set(events["year"][killed]) == {6}
    assert (events["dbh_cm"][killed] > 5.0).all()
    assert (run.trees(8)["dbh_cm"] < 8.0).all()


def test_vigour_and_sizes_change(field, tmp_path):
    run = understory.run(FIELD, out=tmp_path / "run", each_year=weaken_birches)

    def mean(run, species):
        trees = run.trees(12)
        return trees["vigour"][trees["species"] == species].mean()

    assert mean(run, "birch") < 0.8 * mean(field, "birch") and mean(run, "beech") > 0.9 * mean(field, "beech")

    def cut(year, trees):
        return {"height_m": np.minimum(trees["height_m"], 8.0), "dbh_cm": np.minimum(trees["dbh_cm"], 9.0)} if year == 12 else None

    assert understory.run(FIELD, out=tmp_path / "cut", each_year=cut).trees(12)["height_m"].max() < 9.5


def test_threads_and_stops_leave_the_bytes(tmp_path):
    whole = understory.run(FIELD, out=tmp_path / "whole", each_year=fell_large, threads=1)
    two = understory.run(FIELD, out=tmp_path / "two", each_year=fell_large, threads=2)
    assert_same_files(two.path, whole.path)

    def stop(progress):
        if progress.kind == "year" and progress.done == 5:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        understory.run(FIELD, out=tmp_path / "stopped", each_year=fell_large, progress=stop)
    with pytest.raises(understory.Error, match="the function called each year was `.*fell_large` and is now none"):
        understory.run(FIELD, out=tmp_path / "stopped", resume=True)
    resumed = understory.run(FIELD, out=tmp_path / "stopped", each_year=fell_large, resume=True)
    assert_same_files(resumed.path, whole.path)


def test_an_exception_stops_before_the_year_and_the_folder_goes_on(tmp_path):
    whole = understory.run(FIELD, out=tmp_path / "whole", each_year=fell_large)
    calls = []

    def failing(year, trees):
        calls.append(year)
        if year == 6 and calls.count(6) == 1:
            raise RuntimeError("no")
        return fell_large(year, trees)

    failing.__qualname__ = fell_large.__qualname__
    with pytest.raises(RuntimeError, match="no") as raised:
        understory.run(FIELD, out=tmp_path / "run", each_year=failing)
    if sys.version_info >= (3, 11):
        assert "stopped after year 5" in raised.value.__notes__[0] and "`resume=True`" in raised.value.__notes__[0]
    run = understory.run(FIELD, out=tmp_path / "run", each_year=failing, resume=True)
    assert calls == [1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 12]
    assert_same_files(run.path, whole.path)


@pytest.mark.parametrize(
    "given, kind, told",
    [
        (7, TypeError, "gives None or a dict"),
        ({"dbh": 1}, ValueError, "gave `dbh`; what may change is `dies`, `cause`, `vigour`, `dbh_cm`, `height_m`"),
        ({"dies": [True]}, ValueError, r"`dies` of `each_year` has the shape \(1,\); there are 40 trees"),
        ({"dies": np.ones(40)}, TypeError, "not float64"),
        ({"dies": np.ones(40, bool), "cause": "cold"}, ValueError, "is `cold`; it may be intrinsic, stress"),
        ({"dies": np.ones(40, bool), "cause": "felled"}, ValueError, "is `felled`; it may be"),
        ({"vigour": np.full(40, np.nan)}, ValueError, "`vigour` of `each_year` is nan for tree 1"),
        ({"vigour": np.ma.masked_array(np.ones(40), [False] * 38 + [True] * 2)}, ValueError, r"`vigour` of `each_year` is masked at \[38\] and 1 more"),
        ({"dies": np.ma.masked_array(np.ones(40, bool), True)}, ValueError, r"`dies` of `each_year` is masked at \[0\]"),
        ({"vigour": ["a"] * 40}, TypeError, "has to be numbers"),
        ({"vigour": np.full(40, 1.5)}, understory.Error, "before year 1: .*vigour 1.5"),
        ({"height_m": np.full(40, 400.0)}, understory.Error, "before year 1: .*400 m"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_changed(given, kind, told, tmp_path):
    with pytest.raises(kind, match=told):
        understory.run(FIELD, out=tmp_path / "run", each_year=lambda year, trees: given)
    assert json.loads((tmp_path / "run.partial/run.json").read_text())["each_year"].endswith("<lambda>")


def test_where_it_cannot_be_is_told(tmp_path):
    with pytest.raises(TypeError, match="`each_year` is a function, but this is of type int"):
        understory.run(FIELD, out=tmp_path / "run", each_year=3)
    with pytest.raises(understory.Error, match="3 replicates"):
        understory.run(FIELD, out=tmp_path / "run", each_year=fell_large, set={"run.replicates": 3})

    def writes(year, trees):
        trees["dbh_cm"][0] = 1.0

    with pytest.raises(ValueError, match="read-only"):
        understory.run(FIELD, out=tmp_path / "run", each_year=writes)

"""A result stays what it is, whatever becomes of its folder."""

import multiprocessing
import os
import pickle
from pathlib import Path

import pytest
from conftest import FIELD, FIELD_DICT, ROOT, assert_same_files

import understory

SCENARIOS = ROOT / "scenarios"
SWEEP = {**FIELD_DICT, "sweep": {"species.birch.fruit.seeds_per_m2": [1.0, 4.0]}}
REPLACED = "holds other results than when this"


def here(**arguments):
    return understory.run(FIELD, years=2, **arguments)


def path_of(seed):
    return here(seed=seed).path.name, seed


def test_calls_without_out_have_folders_of_their_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    years, seeds = (1, 3, 5), (4, 5, 6)
    given = [understory.run(FIELD, years=year, seed=seed, out=f"given/{seed}") for year, seed in zip(years, seeds)]
    own = [understory.run(FIELD, years=year, seed=seed) for year, seed in zip(years, seeds)]
    assert [run.path.as_posix() for run in own] == ["results/field", "results/field-2", "results/field-3"]
    for run, other in zip(own, given):
        assert_same_files(run.path, other.path)
        assert run.years[-1] == run.manifest["years"] == other.manifest["years"]
        assert run.census["trees"].tolist() == other.census["trees"].tolist()
    assert len({tuple(run.trees()["key"]) for run in own}) == 3
    # A file or a link that leads nowhere is in the way too, and what was left out is taken.
    os.symlink("nowhere", "results/field-4")
    Path("results/field-5").write_text("mine")
    assert here().path.name == "field-6" and Path("results/field-5").read_text() == "mine"
    assert understory.scatter({"name": "field", "world": FIELD_DICT["world"], "scatter": {"method": "uniform", "per_ha": 100}}).path.name == "field-7"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_processes_without_out_do_not_meet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with multiprocessing.get_context("fork").Pool(4) as pool:
        made = dict(pool.map_async(path_of, range(8), chunksize=1).get(timeout=120))
    assert len(made) == 8 == len(os.listdir("results"))
    for name, seed in made.items():
        assert understory.open(Path("results") / name).manifest["seed"] == seed


def test_a_call_that_makes_nothing_leaves_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    large = {"world.size_m": [3000.0, 3000.0], "record.every_years": 1, "founders.1.count": 100_000}
    with pytest.raises(understory.Error, match="`yes=True`"):
        understory.run(FIELD, years=2000, set=large)
    assert os.listdir("results") == []
    os.rmdir("results")
    Path("results").write_text("mine")
    with pytest.raises(understory.Error, match="results"):
        here()


def test_a_run_that_was_stopped_is_gone_on_with_and_not_given_up(tmp_path, monkeypatch, recwarn):
    monkeypatch.chdir(tmp_path)

    def stop(progress):
        if progress.kind == "year" and progress.done == 5:
            raise ZeroDivisionError

    first = understory.run(FIELD)
    with pytest.raises(ZeroDivisionError):
        understory.run(FIELD, progress=stop)
    assert sorted(os.listdir("results")) == ["field", "field-2.partial"]
    years = []
    resumed = understory.run(FIELD, resume=True, progress=lambda progress: years.append(progress.done))
    assert resumed.path.name == "field-2" and years[0] == 5
    assert_same_files(resumed.path, first.path)
    # One that is complete is not made again; a new one is.
    assert understory.run(FIELD, resume=True).path == resumed.path
    with pytest.raises(ZeroDivisionError):
        understory.run(FIELD, progress=stop)
    assert understory.run(FIELD).path.name == "field-4" and os.path.isdir("results/field-3.partial")
    assert len(recwarn) == 0


def stand(out, seed):
    return here(out=out, seed=seed)


def swept(out, seed):
    return understory.run(SWEEP, out=out, seed=seed, years=2)


def compared(out, seed):
    fewer = {"compare.simulations": 40}
    return understory.compare(SCENARIOS / "compare-longleaf.toml", out=out, seed=seed, set=fewer, methods=["uniform"])


def tree(out, seed):
    return understory.grow(SCENARIOS / "tree-shrub.toml", out=out, seed=seed)


def world(out, seed):
    return understory.place(SCENARIOS / "valley-road.toml", out=out, seed=seed, tiles=[(11, 17)])


def scattered(out, seed):
    scatter = {"method": "uniform", "per_ha": 100}
    return understory.scatter({"name": "dots", "world": FIELD_DICT["world"], "scatter": scatter}, out=out, seed=seed)


def claims(out, seed):
    return understory.claims("articles", only=["S1" if seed == 1 else "S4"], quick=True, out=out)


@pytest.mark.parametrize("make", [stand, swept, compared, tree, world, scattered, claims])
def test_what_was_replaced_is_not_read_as_if_it_were_ours(make, tmp_path):
    first = make(tmp_path / "out", 1)
    manifest, figure = first.manifest, next(iter(first.figures.values()), None)
    tables = [file["path"] for file in manifest["files"] if file["path"].endswith(".csv")]
    kept = first.table(tables[0])
    svg = figure and figure.svg
    second = make(tmp_path / "out", 2)
    assert type(second) is type(first) and first.manifest == manifest and len(kept) > 0
    for table in tables:
        with pytest.raises(understory.Error, match=f"out {REPLACED} {type(first).__name__} was made\nhint: .*`out`"):
            first.table(table)
    if figure:
        with pytest.raises(understory.Error, match=REPLACED):
            figure.png
    if make is tree:
        with pytest.raises(understory.Error, match=REPLACED):
            first.metrics
    assert "tables" in repr(first) and "out" in first._repr_html_()
    assert len(second.table(tables[0])) > 0
    # What is made again to the byte is ours; times of a comparison are others, and a world takes long.
    if make not in (compared, world):
        make(tmp_path / "out", 1)
        again = first.table(tables[0])
        assert all(str(again[column].tolist()) == str(kept[column].tolist()) for column in kept.columns)
        assert figure is None or figure.svg == svg


def test_an_object_of_a_folder_knows_when_the_program_or_longer_years_replace_it(program, tmp_path):
    (tmp_path / "field.toml").write_text(FIELD)
    run = ["run", tmp_path / "field.toml", "--quiet", "--out", tmp_path / "out"]
    program(*run, "--years", "4")
    opened = understory.open(tmp_path / "out")
    rows = len(opened.census)
    program(*run, "--years", "8", "--resume")
    assert opened.years == [0, 4] and rows > 0
    with pytest.raises(understory.Error, match=REPLACED):
        opened.census
    # Year 0 would be the same.
    with pytest.raises(understory.Error, match=REPLACED):
        opened.trees(0)
    again = understory.open(tmp_path / "out")
    # Figures that are drawn anew are still of these tables.
    program("plot", tmp_path / "out", "--width-mm", "120")
    assert len(again.census) > rows and "<svg" in again.figures["census"].svg
    (tmp_path / "out/manifest.json").unlink()
    with pytest.raises(understory.Error, match="holds no complete run"):
        again.census


def test_an_object_finds_its_folder_from_elsewhere(tmp_path, monkeypatch):
    for name in "ab":
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        here(out="out", seed=ord(name))
    monkeypatch.chdir(tmp_path / "a")
    run = understory.open("out")
    monkeypatch.chdir(tmp_path / "b")
    sent = pickle.loads(pickle.dumps(run))
    expected = understory.open(tmp_path / "a/out").trees()["key"].tolist()
    assert run.trees()["key"].tolist() == sent.trees()["key"].tolist() == expected
    assert sent.path == Path("out") and pickle.loads(pickle.dumps(run.figures["census"])).png == run.figures["census"].png

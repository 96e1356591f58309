"""A run from Python is the run of the program, whatever the scenario comes as."""

import csv
import json
import multiprocessing
import os

import numpy as np
import pytest
from conftest import FIELD, FIELD_DICT, assert_same_files

import understory


@pytest.fixture
def by_program(program, tmp_path):
    (tmp_path / "field.toml").write_text(FIELD)
    program("run", tmp_path / "field.toml", "--quiet", "--out", tmp_path / "program")
    return tmp_path / "program"


def test_a_path_and_a_text_lead_to_the_files_of_the_program(by_program, tmp_path):
    by_path = understory.run(tmp_path / "field.toml", out=tmp_path / "by-path")
    by_text = understory.run(FIELD, out=str(tmp_path / "by-text"))
    for run in (by_path, by_text):
        assert_same_files(run.path, by_program)


def test_a_dict_leads_to_the_tables_of_the_program(by_program, tmp_path):
    run = understory.run(FIELD_DICT, out=tmp_path / "by-dict")
    # The text of the scenario is another one; its page has the number of its bytes.
    assert_same_files(run.path, by_program, but=["scenario.toml", "report.html"])
    again = understory.run(run.path / "scenario.toml", out=tmp_path / "again")
    assert_same_files(again.path, run.path)


def test_arguments_are_the_options_of_the_program(program, tmp_path):
    (tmp_path / "field.toml").write_text(FIELD)
    program("run", tmp_path / "field.toml", "--quiet", "--out", tmp_path / "program", "--seed", "11", "--years", "6", "--threads", "1",
            "--set", "species.beech.fruit.seeds_per_m2=2.5", "--set", "founders.1.count=31", "--set", "record.format=parquet")
    run = understory.run(
        tmp_path / "field.toml",
        out=tmp_path / "python",
        seed=np.int64(11),
        years=6,
        threads=2,
        set={"species.beech.fruit.seeds_per_m2": 2.5, "founders.1.count": np.int32(31), "record.format": "parquet"},
    )
    assert_same_files(run.path, tmp_path / "program")
    manifest = json.loads((tmp_path / "program/manifest.json").read_text())
    for key in ("seed", "years", "inputs", "files", "scenario_blake3", "world", "version", "command"):
        assert run.manifest[key] == manifest[key], key
    assert (run.manifest["threads"], manifest["threads"]) == (2, 1)


def test_what_is_left_is_told(field, tmp_path):
    assert field.years == [0, 4, 8, 12] and field.torus and field.window == (0.0, 0.0, 60.0, 60.0)
    assert {"census", "spacing", "trees/year-0012"} <= set(field.tables)
    opened = understory.open(field.path)
    assert type(opened) is understory.Run and opened.tables == field.tables
    with pytest.raises(KeyError, match="did you mean 'census'"):
        field.table("cenus")
    with pytest.raises(KeyError, match="year 5 was not recorded; there are 0, 4, 8, 12"):
        field.trees(5)
    with pytest.raises(understory.Error, match="holds no complete run"):
        understory.open(tmp_path)


def test_a_table_that_was_edited_is_not_read(tmp_path):
    run = understory.run(FIELD, out=tmp_path / "run", years=1)
    with open(run.path / "census.csv", "a") as census:
        census.write("1,all\n")
    with pytest.raises(understory.Error, match="census.csv"):
        run.census


def test_figures_are_those_of_the_folder_and_show_in_a_notebook(field, tmp_path):
    files = sorted(path.stem for path in (field.path / "figures").glob("*.svg"))
    assert files == list(field.figures) != []
    figure = field.figures["map-year-0012"]
    bundle = figure._repr_mimebundle_()
    assert bundle["image/svg+xml"] == (field.path / "figures/map-year-0012.svg").read_text()
    assert figure.png == (field.path / "figures/map-year-0012.png").read_bytes()
    assert "year 12" in figure.title and len(figure.alt) > 20
    figure.save(tmp_path / "map.png")
    assert (tmp_path / "map.png").read_bytes() == figure.png
    with pytest.raises(ValueError, match="ends neither in"):
        figure.save(tmp_path / "map.pdf")
    assert "<code>census</code>" in field._repr_html_() and "Run" in repr(field)


def test_a_sweep_has_the_table_of_the_program(program, tmp_path):
    swept = FIELD + '[sweep]\n"species.birch.fruit.seeds_per_m2" = [1.0, 4.0]\n'
    (tmp_path / "sweep.toml").write_text(swept)
    program("run", tmp_path / "sweep.toml", "--years", "3", "--quiet", "--out", tmp_path / "program")
    sweep = understory.run(swept, out=tmp_path / "python", years=3)
    assert type(sweep) is understory.Sweep
    assert (sweep.path / "sweep.csv").read_bytes() == (tmp_path / "program/sweep.csv").read_bytes()
    with open(sweep.path / "sweep.csv", newline="") as table:
        rows = list(csv.DictReader(table))
    assert sweep.census["species.birch.fruit.seeds_per_m2"].tolist() == [
        float(row["species.birch.fruit.seeds_per_m2"]) for row in rows
    ]
    assert sweep.census["trees"].dtype == np.int64


def test_a_folder_of_someone_else_is_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("years of work")
    with pytest.raises(understory.Error, match="with `out`"):
        understory.run(FIELD, out=tmp_path / "mine")
    assert os.listdir(tmp_path / "mine") == ["thesis.txt"]


def test_a_run_of_many_tables_wants_a_yes(tmp_path):
    large = {"world.size_m": [3000.0, 3000.0], "record.every_years": 1, "founders.1.count": 100_000, "founders.2.count": 100_000}
    with pytest.raises(understory.Error, match="`yes=True`"):
        understory.run(FIELD, out=tmp_path / "large", years=2000, set=large)
    assert not (tmp_path / "large.partial").exists()


def census_of(out):
    return understory.run(FIELD, out=out, years=2).census["trees"].tolist()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_processes_that_were_forked_after_a_run_can_run(tmp_path):
    here = census_of(tmp_path / "here")
    with multiprocessing.get_context("fork").Pool(2) as pool:
        forked = pool.map_async(census_of, [tmp_path / "a", tmp_path / "b"])
        assert forked.get(timeout=60) == [here, here]

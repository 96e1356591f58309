"""Tables are those of the files, for every library that takes them."""

import csv

import numpy as np
import pytest
from conftest import FIELD

import understory


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def value(cell, kind):
    """A field as a column of numpy has it."""
    if kind == object:
        return cell
    return float("nan") if cell == "" else np.dtype(kind).type(cell)


def test_every_table_has_the_values_of_its_file(field):
    assert len(field.tables) > 8
    for name in field.tables:
        rows, table = rows_of(field.path / f"{name}.csv"), field.table(name)
        assert len(table) == len(rows), name
        for column in table.columns:
            array = table[column]
            expected = np.array([value(row[column], array.dtype) for row in rows], dtype=array.dtype)
            assert np.array_equal(array, expected, equal_nan=array.dtype == np.float64), (name, column)


def test_columns_have_types_units_and_meanings(field):
    trees = field.trees(12)
    assert {name: trees[name].dtype.kind for name in ("tree", "age_yr", "dbh_cm", "species", "key")} == {
        "tree": "i",
        "age_yr": "i",
        "dbh_cm": "f",
        "species": "O",
        "key": "O",
    }
    assert trees.units["dbh_cm"] == "cm" and "species" not in trees.units
    assert trees.meanings["x_m"].startswith("Place")
    assert "dbh_cm" in trees and "girth" not in trees
    with pytest.raises(KeyError, match="did you mean 'dbh_cm'"):
        trees["dbh_m"]
    # Undefined in the spacing of a year without two adults, or of no distance.
    assert np.isnan(field.spacing["r_m"]).any()


def test_a_table_is_told_in_a_notebook(field):
    trees = field.trees()
    lines = repr(trees).splitlines()
    assert lines[0].split()[:3] == trees.columns[:3] and lines[-1] == f"[{len(trees)} rows, {len(trees.columns)} columns]"
    assert len(lines) == 12 and max(map(len, lines)) <= 100
    shown = trees._repr_html_()
    assert shown.count("<tr>") == 11 and "<small>cm</small>" in shown


def test_parquet_holds_the_same_table_as_csv(field, tmp_path):
    parquet = understory.run(FIELD, out=tmp_path / "parquet", set={"record.format": "parquet", "record.events": True})
    by_csv = understory.run(FIELD, out=tmp_path / "csv", set={"record.events": True})
    assert (parquet.path / "trees/year-0012.parquet").exists() and not (parquet.path / "events.csv").exists()
    for name in by_csv.tables:
        ours, theirs = parquet.table(name), by_csv.table(name)
        assert ours.columns == theirs.columns and len(ours) == len(theirs)
        for column in ours.columns:
            a, b = ours[column], theirs[column]
            assert a.dtype == b.dtype, (name, column)
            assert np.array_equal(a, b, equal_nan=a.dtype == np.float64), (name, column)


def test_pyarrow_takes_every_table(field):
    pyarrow = pytest.importorskip("pyarrow")
    for name in field.tables:
        table = field.table(name)
        taken = pyarrow.table(table)
        taken.validate(full=True)
        assert taken.column_names == table.columns and taken.num_rows == len(table)
    trees = field.trees()
    taken = pyarrow.table(trees)
    assert taken["dbh_cm"].to_pylist() == trees["dbh_cm"].tolist()
    assert taken.schema.field("dbh_cm").metadata[b"unit"] == b"cm"
    assert pyarrow.schema(trees) == taken.schema
    # Undefined is null there, and no NaN.
    assert pyarrow.table(field.spacing)["r_m"].null_count == np.isnan(field.spacing["r_m"]).sum() > 0


def test_polars_takes_a_table(field):
    polars = pytest.importorskip("polars")
    trees = field.trees()
    frame = polars.DataFrame(trees)
    assert frame.columns == trees.columns and frame["x_m"].to_list() == trees["x_m"].tolist()
    assert frame.equals(trees.to_polars())
    assert frame["species"].to_list() == list(trees["species"])


def test_pandas_takes_a_table(field):
    pandas = pytest.importorskip("pandas")
    for table in (field.census, field.trees()):
        frame = table.to_pandas()
        assert list(frame.columns) == table.columns and len(frame) == len(table)
        expected = pandas.DataFrame(dict(table))
        pandas.testing.assert_frame_equal(frame, expected)
    assert frame["dbh_cm"].tolist() == table["dbh_cm"].tolist()


def test_duckdb_takes_a_table(field):
    duckdb = pytest.importorskip("duckdb")
    trees = field.trees()
    found = duckdb.sql("SELECT count(*), sum(dbh_cm) FROM trees WHERE species = 'birch'").fetchall()[0]
    is_birch = trees["species"] == "birch"
    assert found[0] == is_birch.sum() > 0
    assert found[1] == pytest.approx(trees["dbh_cm"][is_birch].sum())


def test_a_table_outlives_what_took_it(field):
    pyarrow = pytest.importorskip("pyarrow")
    trees = field.trees()
    taken = [pyarrow.table(trees) for _ in range(3)]
    expected = trees["x_m"].tolist()
    del trees
    assert all(table["x_m"].to_pylist() == expected for table in taken)


def test_empty_tables_have_their_columns(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    bare = FIELD.replace("count = 20", "count = 1")
    run = understory.run(bare, out=tmp_path / "bare", years=1)
    empty = [name for name in run.tables if len(run.table(name)) == 0]
    assert empty, "nothing has died in the first year"
    for name in empty:
        assert pyarrow.table(run.table(name)).column_names == run.table(name).columns
        assert run.table(name)[run.table(name).columns[0]].shape == (0,)

"""The statistics of arrays are those that the program finds in a file of the same points."""

import csv
import json

import numpy as np
import pytest

import understory

LONGLEAF = "data/longleaf.csv"


@pytest.fixture
def longleaf(scenarios):
    with open(scenarios / LONGLEAF, newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    column = {name: [row[name] for row in rows] for name in rows[0]}
    x, y = (name for name in column if name in ("x_m", "y_m", "x", "y"))
    return np.array(column[x], float), np.array(column[y], float), np.array(column["dbh_cm"], float)


def assert_tables_of(stats, folder):
    tables = {path.stem: path for path in folder.glob("*.csv")}
    assert sorted(tables) == sorted(stats.tables)
    for name, path in tables.items():
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        table = stats[name]
        assert table.columns == list(rows[0]), name
        for column in table.columns:
            expected = np.array([float(row[column] or "nan") for row in rows])
            assert np.array_equal(table[column], expected, equal_nan=True), (name, column)
    assert stats.summary == json.loads((folder / "summary.json").read_text())


@pytest.mark.parametrize("torus", [False, True])
def test_arrays_have_the_tables_of_their_file(program, scenarios, longleaf, tmp_path, torus):
    x, y, dbh_cm = longleaf
    program("stats", scenarios / LONGLEAF, "--window", "0,0,200,200", "--mark", "dbh_cm", "--simulations", "19", "--seed", "5",
            "--functions", "G,F,J,K,L,pcf,knn,sector,spectrum", "--quiet", "--out", tmp_path / "stats", *(["--torus"] if torus else []))
    stats = understory.stats(x, y, window=(0, 0, 200, 200), torus=torus, marks=dbh_cm, simulations=19, seed=5,
                             functions="G,F,J,K,L,pcf,knn,sector,spectrum", threads=1)
    assert "envelope_K" in stats.tables and "mark_correlation" in stats.tables
    assert_tables_of(stats, tmp_path / "stats")
    assert sorted(stats.figures) == sorted(path.stem for path in (tmp_path / "stats/figures").glob("*.svg"))


def test_a_run_has_the_statistics_of_its_folder(program, field, tmp_path):
    program("stats", field.path, "--functions", "K,G", "--species", "species", "--seed", "0", "--quiet", "--out", tmp_path / "stats")
    trees = field.trees()
    stats = understory.stats(trees, window=field.window, torus=field.torus, functions=["K", "G"], species=trees["species"])
    assert "K_cross_birch_beech" in stats.tables
    assert_tables_of(stats, tmp_path / "stats")
    # Lengths of a table of trees are known to be metres.
    drawn = {path.stem: path.read_text() for path in (tmp_path / "stats/figures").glob("*.svg")}
    assert {name: figure._repr_mimebundle_()["image/svg+xml"] for name, figure in stats.figures.items()} == drawn != {}


def test_points_may_be_one_array_lists_or_columns_of_a_frame(longleaf):
    x, y, _ = longleaf
    window = (0, 0, 200, 200)
    expected = understory.stats(x, y, window, functions="K").summary
    places = np.column_stack([x, y])
    for given in (places, np.asfortranarray(places), places.tolist(), places[::1].astype(object)):
        assert understory.stats(given, window=window, functions="K").summary == expected
    assert understory.stats(x.tolist(), tuple(y), window, functions="K").summary == expected
    assert understory.stats(places[::2], window=window, functions="K").summary["n"] == (len(x) + 1) // 2
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": x, "y": y})
    assert understory.stats(frame["x"], frame["y"], window, functions="K").summary == expected
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"x": x, "y": y})
    assert understory.stats(frame["x"], frame["y"], window, functions="K").summary == expected


def test_ranges_and_bandwidths_are_those_that_are_asked_for(longleaf):
    x, y, _ = longleaf
    stats = understory.stats(x, y, (0, 0, 200, 200), functions="pcf", r_max=10, r_steps=20, bandwidth=2.5)
    assert stats["pcf"]["r"].tolist() == [10 * step / 20 for step in range(21)]
    other = understory.stats(x, y, (0, 0, 200, 200), functions="pcf", r_max=10, r_steps=20, bandwidth=1.0)
    assert stats["pcf"]["trans"].tolist() != other["pcf"]["trans"].tolist()
    with pytest.raises(KeyError, match="there is no table 'K'"):
        stats["K"]


SQUARE = np.array([[0.5, 0.5], [1.5, 0.5], [0.5, 1.5], [1.5, 1.5]])


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (np.zeros((4, 3)), r"`x` has shape \(4, 3\), but without `y` it is an array of points, \(n, 2\)"),
        (np.zeros(4), r"`x` has shape \(4,\)"),
        (np.zeros((2, 2, 2)), r"`x` has shape \(2, 2, 2\)"),
        ([[1.0, np.nan], [np.inf, 2.0]], r"`x` holds nan at \[0, 1\] and 1 more that are no finite numbers"),
        ([["a", "b"]], "`x` holds what is no number"),
        ([[1.0, 2.0], [3.0]], "`x` holds what is no number"),
        (SQUARE + 10, r"4 of 4 points lie outside the window \(0, 0, 2, 2\), the first at \(10.5, 10.5\), row 0"),
    ],
)
def test_what_is_no_array_of_points_is_refused(points, message):
    with pytest.raises(ValueError, match=message):
        understory.stats(points, window=(0, 0, 2, 2))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"y": [1.0, 2.0]}, ValueError, r"`x` has shape \(4, 2\), but \(n,\) is needed beside `y`"),
        ({"window": (0, 0, 2)}, ValueError, "`window` has 3 numbers"),
        ({"window": (2, 2, 0, 0)}, ValueError, "outside the window"),
        ({"marks": [1.0, 2.0]}, ValueError, r"`marks` has shape \(2,\), but there are 4 points"),
        ({"marks": [1.0, 2.0, np.nan, 4.0]}, ValueError, r"`marks` holds nan at \[2\]"),
        ({"species": ["a"]}, ValueError, "`species` has 1 names, but there are 4 points"),
        ({"functions": ["K", "PCF2"]}, understory.Error, "there is no function `PCF2`"),
        ({"functions": "K,Ll"}, understory.Error, "there is no function `Ll`"),
        ({"simulations": -1}, ValueError, "`simulations` is -1"),
        ({"r_max": -3.0}, understory.Error, "-3"),
    ],
)
def test_arguments_that_do_not_fit_the_points_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        understory.stats(SQUARE, **{"window": (0, 0, 2, 2), **arguments})


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_points_are_refused(count):
    with pytest.raises(understory.Error, match="points|point"):
        understory.stats(SQUARE[:count], window=(0, 0, 2, 2))


def test_without_a_window_the_box_is_taken_with_a_warning():
    with pytest.warns(UserWarning, match="no `window` is given") as told:
        stats = understory.stats(SQUARE, functions="K")
    assert told[0].filename == __file__
    assert stats.summary["n"] == 4 and stats.summary["intensity"] == 4.0


LAKE = {
    "type": "Polygon",
    "coordinates": [
        [[0, 0], [200, 0], [200, 200], [0, 200], [0, 0]],
        [[80, 80], [120, 80], [120, 120], [80, 120], [80, 80]],
    ],
}


@pytest.fixture
def around_a_lake(longleaf, tmp_path):
    x, y, dbh = longleaf
    ashore = (abs(x - 100) > 20) | (abs(y - 100) > 20)
    x, y, dbh = x[ashore], y[ashore], dbh[ashore]
    np.savetxt(tmp_path / "ashore.csv", np.column_stack([x, y, dbh]), delimiter=",", header="x,y,dbh", comments="")
    (tmp_path / "lake.geojson").write_text(json.dumps(LAKE))
    return x, y, dbh


def tables_are_those_of(stats, folder, names):
    for name in names:
        with open(folder / f"{name}.csv", newline="") as lines:
            rows = list(csv.reader(lines))
        for number, column in enumerate(rows[0]):
            of_program = [float(row[number] or "nan") for row in rows[1:]]
            np.testing.assert_array_equal(np.asarray(stats[name][column], float), of_program, err_msg=f"{name} {column}")


def test_polygons_tests_pools_and_covariates_are_those_of_the_program(around_a_lake, program, tmp_path):
    x, y, _ = around_a_lake
    program("stats", tmp_path / "ashore.csv", "--polygon", tmp_path / "lake.geojson", "--functions", "G,L", "--simulations", "19",
            "--tests", "combined,area", "--seed", "0", "--out", tmp_path / "polygon", "--quiet")
    stats = understory.stats(x, y, LAKE, functions="G,L", simulations=19, tests=["combined", "area"])
    tables_are_those_of(stats, tmp_path / "polygon", ["G", "L", "envelope_G", "envelope_L"])
    expected = json.loads((tmp_path / "polygon/summary.json").read_text())
    assert stats.summary["global_tests"] == expected["global_tests"] and stats.summary["combined_tests"] == expected["combined_tests"]

    class Shape:
        __geo_interface__ = {"type": "Feature", "geometry": {"type": "MultiPolygon", "coordinates": [LAKE["coordinates"]]}}

    again = understory.stats(x, y, Shape(), functions="G,L", simulations=19, tests="combined, area")
    assert again.summary == stats.summary

    rows = np.add.outer(np.arange(8.0)[::-1], 0.5 * np.arange(8.0))
    values = "\n".join(" ".join(map(str, row)) for row in rows)
    (tmp_path / "height.asc").write_text(f"ncols 8\nnrows 8\nxllcorner 0\nyllcorner 0\ncellsize 25\n{values}\n")
    program("stats", tmp_path / "ashore.csv", "--window", "0,0,200,200", "--covariate", tmp_path / "height.asc", "--functions", "Linhom",
            "--out", tmp_path / "covariate", "--quiet")
    stats = understory.stats(x, y, (0, 0, 200, 200), functions="Linhom", covariate=(rows, (0, 0, 200, 200)))
    tables_are_those_of(stats, tmp_path / "covariate", ["rhohat", "Linhom"])

    others = [np.random.default_rng(seed).uniform(0, 200, (300, 2)) for seed in (1, 2)]
    for number, places in enumerate(others):
        np.savetxt(tmp_path / f"plot-{number}.csv", places, delimiter=",", header="x,y", comments="", fmt="%.17g")
    program("stats", tmp_path / "ashore.csv", "--window", "0,0,200,200", "--functions", "L", "--seed", "0", "--pool", tmp_path / "plot-0.csv",
            "--pool", tmp_path / "plot-1.csv", "--out", tmp_path / "pool", "--quiet")
    stats = understory.stats(x, y, (0, 0, 200, 200), functions="L", pool=others)
    assert stats.summary["pooled"] == json.loads((tmp_path / "pool/summary.json").read_text())["pooled"]

    stats = understory.stats(x, y, (0, 0, 200, 200), functions="Linhom", intensity_bandwidth="diggle", null=others * 10, r_min=2)
    assert stats.summary["global_tests"]["Linhom"]["r_min"] >= 2 and stats.summary["global_tests"]["Linhom"]["patterns"] == 20


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"window": {"type": "Point", "coordinates": [0, 0]}}, ValueError, "a Polygon or MultiPolygon is needed"),
        ({"window": {"type": "Polygon", "coordinates": [[[0, 0], [2, 2], [2, 0], [0, 1.5], [0, 0]]]}}, understory.Error, "cross or touch near"),
        ({"window": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}}, ValueError, "3 of 4 points lie outside the window, the first at"),
        ({"window": LAKE, "torus": True}, ValueError, "asks for a window that is a rectangle"),
        ({"tests": "aera", "simulations": 19}, understory.Error, "there is no test `aera`"),
        ({"null_model": "shift"}, understory.Error, "there is no `null_model` `shift`"),
        ({"intensity_bandwidth": "scot", "functions": "Linhom"}, understory.Error, "there is no rule for `intensity_bandwidth` `scot`"),
        ({"covariate": np.ones((3, 2))}, ValueError, r"`covariate` is"),
        ({"covariate": (np.ones((2, 2)), (0, 0, 1))}, ValueError, "has 3 numbers"),
        ({"covariate": (np.ones(4), (0, 0, 2, 2))}, ValueError, r"have shape \(4,\)"),
        ({"covariate": (np.ones((2, 2)), (0, 0, 1, 1)), "functions": "Linhom"}, understory.Error, "the raster goes from"),
        ({"pool": [[[0.5, 0.5], [9.0, 0.5]]]}, ValueError, "1 of 2 points of `pool`, pattern 0, lie outside the window"),
        ({"pool": [np.zeros((2, 3))]}, ValueError, r"shape \(2, 3\)"),
    ],
)
def test_windows_tests_and_rasters_that_cannot_be_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        understory.stats(SQUARE, **{"window": (0, 0, 2, 2), **arguments})


def masked(values, *places):
    values = np.ma.masked_array(values)
    for place in places:
        values[place] = np.ma.masked
    return values


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"x": masked(SQUARE, (1, 1), (3, 0))}, r"`x` is masked at \[1, 1\] and 1 more places; leave these out or fill them"),
        ({"x": list(masked(SQUARE, (2, 0)))}, r"`x` is masked at \[2, 0\] and 0 more"),
        ({"x": masked(SQUARE[:, 0], 2), "y": SQUARE[:, 1]}, r"`x` is masked at \[2\]"),
        ({"x": SQUARE[:, 0], "y": masked(SQUARE[:, 1].astype(np.float32), 0)}, r"`y` is masked at \[0\]"),
        ({"marks": masked(np.arange(4), 3)}, r"`marks` is masked at \[3\]"),
        ({"window": masked([0, 0, 2, 2], 3)}, r"`window` is masked at \[3\]"),
        ({"null": [SQUARE, masked(SQUARE, (0, 0))]}, r"`null\[1\]` is masked at \[0, 0\]"),
        ({"pool": [masked(SQUARE, (0, 0))]}, r"`pool\[0\]` is masked at \[0, 0\]"),
        ({"covariate": (np.ones((2, 2)), masked([0, 0, 2, 2], 1))}, r"`covariate\[1\]` is masked at \[1\]"),
        ({"species": masked(["a", "b", "a", "b"], 2)}, r"`species` has no name at \[2\], but masked"),
        ({"species": ["a", None, "a", "b"]}, r"`species` has no name at \[1\], but None"),
        ({"species": np.array(["a", "b", "a", np.nan], object)}, r"`species` has no name at \[3\], but nan"),
        ({"simulations": 19, "null": [SQUARE] * 39}, "`simulations` is 19 and `null` has 39 patterns, .*; leave one out"),
    ],
)
def test_masked_and_missing_values_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        understory.stats(**{"x": SQUARE, "window": (0, 0, 2, 2), **arguments})


def test_missing_values_of_frames_are_refused():
    pandas, polars, pyarrow = map(pytest.importorskip, ("pandas", "polars", "pyarrow"))
    whole = [1, 1, 1, 1]
    for kind in ("Int64", "Float64", "double[pyarrow]"):
        with pytest.raises(ValueError, match=r"`marks` holds nan at \[1\]"):
            understory.stats(SQUARE, window=(0, 0, 2, 2), marks=pandas.Series([1, None, 3, 4], dtype=kind))
        assert understory.stats(SQUARE, window=(0, 0, 2, 2), functions="K", marks=pandas.Series(whole, dtype=kind)).summary["n"] == 4
    for marks in (polars.Series([1, None, 3, 4]), pyarrow.array([1, None, 3, 4])):
        with pytest.raises(ValueError, match=r"`marks` holds nan at \[1\]"):
            understory.stats(SQUARE, window=(0, 0, 2, 2), marks=marks)
    with pytest.raises(ValueError, match="`marks` holds what is no number"):
        understory.stats(SQUARE, window=(0, 0, 2, 2), marks=[1, pandas.NA, 3, 4])
    for kind in ("str", "string", "category", object):
        with pytest.raises(ValueError, match=r"`species` has no name at \[1\]"):
            understory.stats(SQUARE, window=(0, 0, 2, 2), species=pandas.Series(["a", None, "a", "b"], dtype=kind))


def test_a_mask_that_hides_nothing_and_a_masked_raster_are_honoured():
    window, places = (0, 0, 10, 10), np.random.default_rng(3).uniform(0, 10, (60, 2))
    expected = understory.stats(places, window=window, functions="K").summary
    for given in (masked(places), list(masked(places)), [masked(place) for place in places]):
        assert understory.stats(given, window=window, functions="K").summary == expected
    # The northern half of the raster lies beyond the window.
    height, extent = np.add.outer(np.arange(8), np.arange(8)), (0, 0, 20, 20)
    unknown = height.astype(float)
    unknown[:2] = np.nan
    by_mask, by_nan = (
        understory.stats(places, window=window, functions="Linhom", covariate=(values, extent))["rhohat"]
        for values in (masked(height, slice(0, 2)), unknown)
    )
    for column in by_mask.columns:
        np.testing.assert_array_equal(by_mask[column], by_nan[column])
    with pytest.raises(understory.Error, match="the raster has no value in 1 of the cells"):
        understory.stats(places, window=window, functions="Linhom", covariate=(masked(height, (7, 0)), extent))

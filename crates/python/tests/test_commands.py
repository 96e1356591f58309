"""The other commands leave what the program leaves."""

import csv

import numpy as np
import pytest
from conftest import assert_same_files

import understory


def test_a_tree_is_that_of_the_program(program, scenarios, tmp_path):
    program("grow", scenarios / "tree-shrub.toml", "--seed", "4", "--quiet", "--out", tmp_path / "program")
    tree = understory.grow(scenarios / "tree-shrub.toml", out=tmp_path / "python", seed=4)
    assert_same_files(tree.path, tmp_path / "program")
    assert type(tree) is understory.Tree and tree.metrics["nodes"] == len(tree.skeleton)
    assert np.isnan(tree.skeleton["parent"]).sum() == 1


def test_tiles_of_a_world_are_those_of_the_program(program, scenarios, tmp_path):
    program("place", scenarios / "valley-road.toml", "--tile", "11,17", "--quiet", "--out", tmp_path / "program")
    world = understory.place(scenarios / "valley-road.toml", out=tmp_path / "python", tiles=[(11, 17)])
    assert_same_files(world.path, tmp_path / "program")
    assert type(world) is understory.World and set(world.instances["tile_x"]) == {11}
    with pytest.raises(ValueError, match="a list of pairs"):
        understory.place(scenarios / "valley-road.toml", out=tmp_path / "none", tiles=[(11, 17, 3)])


def test_a_comparison_has_the_figures_of_the_program(program, scenarios, tmp_path):
    fewer = ["--set", "compare.simulations=40", "--methods", "uniform,jittered-grid"]
    program("compare", scenarios / "compare-longleaf.toml", *fewer, "--quiet", "--out", tmp_path / "program")
    told = []
    compared = understory.compare(
        scenarios / "compare-longleaf.toml",
        out=tmp_path / "python",
        set={"compare.simulations": 40},
        methods=["uniform", "jittered-grid"],
        progress=told.append,
    )
    # Times are of the machine.
    assert_same_files(
        compared.path,
        tmp_path / "program",
        but=["methods.csv", "forests.csv", "report.html", "figures/compare-cost.svg", "figures/compare-cost.png"],
    )
    assert type(compared) is understory.Comparison
    methods, expected = compared.methods, understory.open(tmp_path / "program").methods
    assert methods["method"].tolist() == expected["method"].tolist() and "jittered-grid" in methods["method"]
    for column in set(methods.columns) - {"seconds", "points_per_s"}:
        a, b = methods[column], expected[column]
        assert np.array_equal(a, b, equal_nan=a.dtype == np.float64), column
    assert len(compared.points("uniform")) == methods["points"][methods["method"].tolist().index("uniform")]
    assert [progress.what for progress in told if progress.kind == "method"] == ["uniform", "jittered-grid"]
    with pytest.raises(understory.Error, match="did you mean `uniform`"):
        understory.compare(scenarios / "compare-longleaf.toml", out=tmp_path / "none", methods=["unifrom"])


def test_scattered_points_are_those_of_the_program(program, scenarios, tmp_path):
    program("scatter", scenarios / "plane.toml", "--quiet", "--out", tmp_path / "program")
    scattered = understory.scatter(scenarios / "plane.toml", out=tmp_path / "python")
    assert_same_files(scattered.path, tmp_path / "program")
    assert type(scattered) is understory.Scattered and len(scattered.points) > 100


def test_claims_are_measured_as_the_program_does(program, tmp_path):
    program("claims", "--set", "articles", "--quick", "--only", "S1", "--quiet", "--out", tmp_path / "program")
    claims = understory.claims("articles", only=["S1"], quick=True, out=tmp_path / "python")
    assert (claims.path / "claims.csv").read_bytes() == (tmp_path / "program/claims.csv").read_bytes()
    with open(claims.path / "claims.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    # A field with a comma stands between quotes.
    assert any("," in row["statement"] + row["experiment"] for row in rows)
    assert claims.claims["experiment"].tolist() == [row["experiment"] for row in rows]
    assert type(claims) is understory.Claims and claims.claims["verdict"][0] in ("holds", "in part", "fails")
    with pytest.raises(understory.Error, match="the sets are articles, trees, forest, inhibition"):
        understory.claims("article", out=tmp_path / "none")


def test_species_are_those_of_the_program(program):
    names = understory.species()
    listed = [line.split()[0] for line in program("species").splitlines()]
    assert list(names) == listed and names["fagus-sylvatica"]
    beech = understory.species("fagus-sylvatica")
    height = beech["growth.site_index_m"]
    assert height.value > 20 and height.unit == "m" and height.kind in ("source", "divisor", "assumed") and height.why
    assert len(beech) == sum("." in line.split(" ")[0] for line in program("species", "fagus-sylvatica").splitlines()[2:] if line)
    with pytest.raises(understory.Error, match="did you mean `fagus-sylvatica`"):
        understory.species("fagus-silvatica")


def test_what_the_package_says_of_itself(program):
    assert program("-V").split() == ["understory", understory.__version__]
    for name in understory.__all__:
        assert getattr(understory, name).__doc__, name

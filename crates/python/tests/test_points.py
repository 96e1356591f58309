"""Points of every method as arrays."""

import csv

import numpy as np
import pytest

import understory

METHODS = (
    "uniform minimum-distance several-sizes jittered-grid springs repulsion poisson-disk poisson-maximal elimination warped-grid "
    "quadtree kerr circles"
).split()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_method_gives_the_points_of_the_program(method, program, tmp_path):
    points = understory.points(method, (50.0, 40.0), per_ha=300.0, seed=3, origin_m=(10.0, -20.0))
    assert points.dtype == np.float64 and points.ndim == 2 and points.shape[1] == 2 and len(points) > 20
    assert (points >= [10.0, -20.0]).all() and (points <= [60.0, 20.0]).all()
    scenario = tmp_path / "points.toml"
    scenario.write_text(
        'name = "points"\n[world]\nsize_m = [50.0, 40.0]\norigin_m = [10.0, -20.0]\nedge = "open"\nseed = 3\n'
        f'[scatter]\nmethod = "{method}"\nper_ha = 300.0\n'
    )
    program("scatter", scenario, "--quiet", "--out", tmp_path / "points")
    with open(tmp_path / "points/points.csv", newline="") as file:
        expected = [[float(row["x_m"]), float(row["y_m"])] for row in csv.DictReader(file)]
    assert points.tolist() == expected


def test_methods_that_hold_as_many_say_nothing(recwarn):
    assert len(understory.points("poisson-disk", (100, 100), per_ha=400)) == 400
    assert len(recwarn) == 0


def test_the_same_seed_gives_the_same_points_and_another_one_others():
    again = [understory.points("poisson-disk", (40, 40), per_ha=400, seed=seed, torus=True) for seed in (1, 1, 2)]
    assert np.array_equal(again[0], again[1]) and not np.array_equal(again[0], again[2])


def test_points_can_be_measured():
    points = understory.points("jittered-grid", (100, 100), per_ha=400, jitter=0.1)
    even = understory.stats(points, window=(0, 0, 100, 100), functions="G").summary["clark_evans"]["naive"]
    random = understory.points("uniform", (100, 100), per_ha=400)
    by_chance = understory.stats(random, window=(0, 0, 100, 100), functions="G").summary["clark_evans"]["naive"]
    assert even > 1.5 > 1.2 > by_chance > 0.8


def test_the_lattice_without_bounds_has_a_window():
    points = understory.points("jittered-plane", (30, 20), seed=7, origin_m=(-5000, 800), spacing_m=(5, 5), jitter=0.4)
    assert points.shape[1] == 2 and (points[:, 0] < -4970).all()


def test_a_method_or_parameter_that_is_not_there_is_refused_with_the_nearest():
    with pytest.raises(understory.ScenarioError, match="did you mean `poisson-disk`") as raised:
        understory.points("poisson-disc", (10, 10), per_ha=100)
    assert raised.value.problems[0].key == "scatter.method"
    with pytest.raises(understory.ScenarioError) as raised:
        understory.points("jittered-grid", (10, 10), per_ha=100, jiter=0.2)
    assert raised.value.problems[0].key == "scatter.jiter"
    with pytest.raises(understory.ScenarioError) as raised:
        understory.points("uniform", (10, float("nan")), per_ha=100)
    assert raised.value.problems[0].key == "world.size_m"
    with pytest.raises(ValueError, match="`seed` is -1"):
        understory.points("uniform", (10, 10), per_ha=100, seed=-1)


def test_a_method_that_holds_fewer_says_so():
    with pytest.warns(UserWarning, match="`minimum-distance` gives [0-9]+ of 80 points: ") as told:
        points = understory.points("minimum-distance", (20, 20), per_ha=2000, distance_m=4.0)
    assert 0 < len(points) < 80 and told[0].filename == __file__

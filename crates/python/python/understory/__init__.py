"""Grow forests the way nature does, and measure how close the shortcuts come.

    import understory

    run = understory.run("scenarios/old-field.toml", years=50)
    run.census["trees"]                 # a numpy array
    run.trees(50).to_pandas()           # a DataFrame
    run.figures["map-year-0050"]        # a picture, in a notebook

A scenario is the path of a file, its text, or a dict with the same keys. `set` changes keys of it by their paths, as the program's
`--set` does: `set={"species.beech.fruit.seeds_per_m2": 2}`.

Work runs without Python's global lock. Ctrl-C stops it, as an exception in a `progress` function does; a run goes on from
where it was with `resume=True`. What is wrong with a scenario comes as one `ScenarioError`, whose `problems` are all of it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _understory
from ._each_year import EachYear, caller as _caller, name_of as _name_of, refuse_masked as _refuse_masked
from ._errors import Error, Problem, ScenarioError, warn as _warn
from ._progress import Progress, Watcher, watching as _watching
from ._results import (
    Claims,
    Comparison,
    Figure,
    Results,
    Run,
    Scattered,
    Stats,
    Sweep,
    Tree,
    World,
    open,
)
from ._scenario import Scenario, settings as _settings, source_of as _source_of
from ._table import Table

__version__ = _understory.__version__

__all__ = [
    "Claims",
    "Comparison",
    "Error",
    "Figure",
    "Number",
    "Problem",
    "Progress",
    "Results",
    "Run",
    "Scattered",
    "ScenarioError",
    "Stats",
    "Sweep",
    "Table",
    "Tree",
    "World",
    "check",
    "claims",
    "compare",
    "grow",
    "open",
    "place",
    "points",
    "run",
    "scatter",
    "species",
    "stats",
]

Path = Union[str, "os.PathLike[str]"]

_MOST_SEED = 2**63 - 1
_MOST_THREADS = 1024


def run(
    scenario: Scenario,
    out: Optional[Path] = None,
    seed: Optional[int] = None,
    years: Optional[int] = None,
    threads: Optional[int] = None,
    set: Optional[Mapping] = None,
    progress: Watcher = False,
    *,
    resume: bool = False,
    yes: bool = False,
    each_year: Optional[EachYear] = None,
) -> Union[Run, Sweep]:
    """Grows the forest of a scenario. One with `[sweep]` gives all its runs, as a `Sweep`.

    scenario: a path, a TOML text or a dict.
    out: the folder of the results; an earlier run there is replaced, and objects that were made of it refuse to read this one's tables.
        Without, each call has a folder of its own: the first of `results/NAME`, `results/NAME-2`, … that is free.
    seed, years: in place of those of the scenario.
    threads: how many; as many as the machine has without. The results do not depend on it.
    set: values in place of the scenario's, by their paths: `{"species.beech.fruit.seeds_per_m2": 2}`.
    progress: True for lines on stderr, or a function that is called with a `Progress`; an exception in it stops the run.
    resume: go on with a run that was stopped, from its newest checkpoint; without `out`, with the last folder before the first that is free.
    yes: make a run that takes more memory than is free, or writes more than 2 GB, all the same.
    each_year: a function of your own that changes the trees before each year: `each_year(year, trees)`, with the year that is about to
        begin, from 1 on, and the living trees as a dict of numpy arrays: `tree` (the number of each), `species`, `x_m`, `y_m`, `age_yr`,
        `dbh_cm`, `height_m`, `vigour`. It gives None, or a dict of what changes: `dies` (True for each tree that dies in this year),
        `cause` (what of, one of the causes of `events.csv` but felled; `intrinsic` without), and new columns `vigour`, `dbh_cm`, `height_m`.
        It makes a run slower: all trees are copied for it each year, and nothing else goes on while it is at work. What it gives
        must follow from its arguments (and a random generator seeded by `year`), or a run that goes on after a stop ends otherwise.
        An exception in it stops the run, which goes on with `resume=True`. Not with replicates or `[sweep]`.

    Raises `ScenarioError` with all that is wrong with the scenario, otherwise `Error`.
    """
    request = dict(out=out, seed=seed, years=years, threads=threads, set=set, resume=resume, yes=yes)
    own = None if each_year is None else (_name_of(each_year), _caller(each_year))
    return _made(_understory.run, scenario, progress, request, own)


def compare(
    scenario: Scenario,
    out: Optional[Path] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    set: Optional[Mapping] = None,
    progress: Watcher = False,
    *,
    methods: Optional[Sequence[str]] = None,
) -> Comparison:
    """Sets point methods against a forest that grows, or against a measured stand.

    methods: names of some of them; those of the scenario without. All else as for `run`; a comparison that was stopped begins anew.
    """
    methods = None if methods is None else _names("methods", methods)
    return _made(_understory.compare, scenario, progress, dict(out=out, seed=seed, threads=threads, set=set), methods)


def grow(
    scenario: Scenario,
    out: Optional[Path] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    set: Optional[Mapping] = None,
    progress: Watcher = False,
) -> Tree:
    """Grows the tree of a scenario: skeleton, metrics, meshes as glTF. Arguments as for `run`."""
    return _made(_understory.grow, scenario, progress, dict(out=out, seed=seed, threads=threads, set=set))


def place(
    scenario: Scenario,
    out: Optional[Path] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    set: Optional[Mapping] = None,
    progress: Watcher = False,
    *,
    tiles: Sequence[Tuple[int, int]] = (),
) -> World:
    """Lays out the painted world of a scenario: instances, textures, a scene.

    tiles: columns and rows of some tiles; all without. All else as for `run`.
    """
    pairs = [[_whole("tiles", number, -(2**31), 2**31 - 1) for number in tile] for tile in tiles]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError("`tiles` is a list of pairs, such as [(11, 17)]")
    return _made(_understory.place, scenario, progress, dict(out=out, seed=seed, threads=threads, set=set), pairs)


def scatter(
    scenario: Scenario,
    out: Optional[Path] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    set: Optional[Mapping] = None,
    progress: Watcher = False,
    *,
    segments: Sequence[str] = (),
) -> Scattered:
    """Lays out the points of a scenario with `[scatter]`, segment by segment. For an array of points alone there is `points`.

    segments: names of some of them; all without. All else as for `run`.
    """
    segments = _names("segments", segments)
    return _made(_understory.scatter, scenario, progress, dict(out=out, seed=seed, threads=threads, set=set), segments)


def check(scenario: Scenario, set: Optional[Mapping] = None) -> List[Problem]:
    """Everything that is wrong with a scenario and the files that it names, found before anything is made; nothing where it is ready.

    Founders and methods are tried, a tree is grown. What keeps nothing from being made, such as a key that is not read, is a warning.
    """
    try:
        source = _source_of(scenario)
        with source.located():
            _understory.check(_request(source, dict(set=set)))
    except ScenarioError as error:
        return list(error.problems)
    return []


def claims(
    set: Optional[str] = None,
    only: Sequence[str] = (),
    quick: bool = False,
    out: Optional[Path] = None,
    threads: Optional[int] = None,
    progress: Watcher = False,
) -> Claims:
    """Measures what articles claim and what trees and forests should be like: `claims().claims` has a row for each, with its verdict.

    set: `articles`, `forest`, `inhibition` or `trees`; all without.
    only: names of some claims, such as `["W12"]`.
    quick: with three seeds, without claims that take long. In full it takes hours.
    out: as for `run`; NAME is `claims`, `claims-trees-quick` and so on.
    """
    only = _names("only", only)
    with _watching(progress) as call:
        return Claims(_understory.claims(set, only, bool(quick), None if out is None else os.fspath(out), _threads(threads), call))


class Number(NamedTuple):
    """A number of a species. `kind` is how it is known: `source` (read there), `divisor` (derived from what was read), `assumed`."""

    value: Any
    unit: str
    kind: str
    why: str


def species(name: Optional[str] = None) -> Dict[str, Any]:
    """The species that ship: their names and what they are; of one by its name, each `Number` by its key.

    species("fagus-sylvatica")["growth.site_index_m"].value
    """
    if name is None:
        return dict(_understory.presets())
    return {key: Number(*told) for key, *told in _understory.preset(name)}


def stats(
    x: Any,
    y: Any = None,
    window: Any = None,
    torus: bool = False,
    functions: Union[None, str, Sequence[str]] = None,
    marks: Any = None,
    simulations: int = 0,
    seed: int = 0,
    *,
    species: Optional[Sequence[str]] = None,
    tests: Union[None, str, Sequence[str]] = None,
    null: Sequence[Any] = (),
    null_model: Optional[str] = None,
    pool: Sequence[Any] = (),
    covariate: Optional[Tuple[Any, Sequence[float]]] = None,
    intensity_bandwidth: Union[None, float, str] = None,
    r_min: Optional[float] = None,
    r_max: Optional[float] = None,
    r_steps: Optional[int] = None,
    bandwidth: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Watcher = False,
) -> Stats:
    """Measures how points are spaced, by the estimators of R's spatstat, under its names.

    x, y: coordinates, n numbers each; or one array of shape (n, 2), or a `Table` with columns `x_m` and `y_m`. At least two points.
    window: the ground that was looked at: `(xmin, ymin, xmax, ymax)`, or polygons with holes, as GeoJSON in a dict or as an object of shapely
        (or any that has `__geo_interface__`); without, the box around the points, with a warning.
    torus: whether opposite edges of the rectangle meet.
    functions: some of G, F, J, K, L, pcf, Kinhom, Linhom, pcfinhom, knn, sector, spectrum, as a list or "K,L"; the first six without.
    marks: a number for each point, such as a diameter: adds `mark_correlation`, `mark_variogram`.
    simulations: patterns of complete spatial randomness to compare with: adds `envelope_K` and so on, and tests in the summary.
    seed: of these, and of the points at random of the Hopkins–Skellam index; the program's own is 1.
    species: a name for each point: adds `K_cross_A_B` and so on.
    tests: beyond MAD, DCLF and ERL, some of continuous-rank, area, directional-quantile, studentised, combined, two-stage, trace.
    null: patterns to compare with, each an array of shape (n, 2), in the same window; not with `simulations`.
    null_model: what pairs of species are compared with: csr, random-labelling, toroidal-shift (without).
    pool: other patterns of the same process in the same window, pooled with this one: adds bootstrap intervals.
    covariate: `(values, (xmin, ymin, xmax, ymax))`, a raster of shape (rows, columns) whose row 0 is the northern one, NaN where unknown: the
        intensity follows it, and `rhohat` says how. Masked values are unknown; in all other arrays a masked value is refused.
    intensity_bandwidth: of Kinhom and so on, a length or a rule: scott (without), likelihood, diggle.
    r_min: least distance of the tests.
    r_max, r_steps: rows of a table stand at r = k · r_max / r_steps, k = 0 … r_steps; 512 steps to spatstat's own range without.
    bandwidth: half-width of the kernel of `pcf` and of marks; 0.15/√λ without.

    Lengths are in the unit of the points. `stats(…)["K"]` is a table, `stats(…).summary` a dict.

    Raises `ValueError` for arrays that are no points, `Error` for what cannot be measured of them.
    """
    in_metres = y is None and isinstance(x, Table)
    x, y = _coordinates(x, y)
    count = len(x)
    polygons = _polygons(window)
    if polygons:
        window = [0.0, 0.0, 1.0, 1.0]
        if torus:
            raise ValueError("`torus` asks for a window that is a rectangle, and this one is a polygon")
    if window is None:
        window = [x.min(), y.min(), x.max(), y.max()] if count else [0.0, 0.0, 1.0, 1.0]
        _warn(
            "no `window` is given, so the box around the points is taken; the ground that was looked at is larger, and densities "
            "come out too high"
        )
    box = _numbers("window", window)
    if box.shape != (4,):
        raise ValueError(f"`window` has {box.size} numbers, but it is (xmin, ymin, xmax, ymax)")
    if not polygons:
        _check_in_box("points", x, y, box)
    null = _patterns("null", null, None)
    if null and simulations:
        raise ValueError(
            f"`simulations` is {simulations} and `null` has {len(null)} patterns, but points are compared with one or the other; leave one out"
        )
    if isinstance(functions, str):
        functions = [name.strip() for name in functions.split(",")]
    request = dict(
        x=x.tobytes(),
        y=y.tobytes(),
        window=box.tolist(),
        polygons=polygons,
        torus=bool(torus),
        in_metres=in_metres,
        functions=None if functions is None else _names("functions", functions),
        marks=b"" if marks is None else _of_points("marks", marks, count).tobytes(),
        mark=None if marks is None else "marks",
        species=[] if species is None else _species(species, count),
        tests=_names("tests", [name.strip() for name in tests.split(",")] if isinstance(tests, str) else tests or []),
        null=null,
        null_model=null_model,
        pool=_patterns("pool", pool, None if polygons else box),
        covariate=None if covariate is None else _raster(covariate),
        intensity_bandwidth=intensity_bandwidth,
        r_min=None if r_min is None else float(r_min),
        r_max=None if r_max is None else float(r_max),
        r_steps=None if r_steps is None else _whole("r_steps", r_steps, 1, 10_000_000),
        bandwidth=None if bandwidth is None else float(bandwidth),
        simulations=_whole("simulations", simulations, 0, 10_000_000),
        seed=_whole("seed", seed, 0, _MOST_SEED),
        threads=_threads(threads),
    )
    with _watching(progress) as call:
        return Stats(_understory.stats(dict(request, progress=call)))


def points(
    method: str,
    size_m: Sequence[float],
    per_ha: Optional[float] = None,
    seed: int = 0,
    torus: bool = False,
    *,
    origin_m: Sequence[float] = (0.0, 0.0),
    threads: Optional[int] = None,
    **parameters: Any,
) -> np.ndarray:
    """Points that a method lays out: an array of shape (n, 2), x and y in m.

    method: `uniform`, `minimum-distance`, `jittered-grid`, `springs`, `poisson-disk`, …; `understory scatter --help` lists them.
    size_m: width and height of the ground, m.
    per_ha: points asked for on a hectare. A method that cannot hold so many gives fewer, with a warning.
    seed: the same one gives the same points.
    torus: whether opposite edges of the ground meet.
    origin_m: its lower left corner, m.
    parameters: those of the method, such as `jitter=0.4`; the book's scenario reference has them below `[scatter]`.

    points("poisson-disk", (100, 100), per_ha=400)
    """
    scatter: Dict[str, Any] = {"method": method}
    if per_ha is not None:
        scatter["per_ha"] = per_ha
    seed = _whole("seed", seed, 0, _MOST_SEED)
    world = {"size_m": size_m, "origin_m": origin_m, "edge": "torus" if torus else "open", "seed": seed}
    scenario = {"name": "points", "world": world, "scatter": {**scatter, **parameters}}
    source = _source_of(scenario)
    with source.located():
        raw = _understory.points(_request(source, dict(threads=threads)))
    tables = {name: Table(table) for name, table in raw.items()}
    places = tables["points.csv" if "points.csv" in tables else "plane.csv"]
    if "segments.csv" in tables:
        # Without borders the ground is one segment.
        ground = tables["segments.csv"]
        asked = int(ground["asked_per_ha"][0] * ground["area_m2"][0] / 1e4)
        if len(places) < asked:
            note = ground["note"][0]
            _warn(f"`{method}` gives {len(places)} of {asked} points" + (f": {note}" if note else ""))
    return np.column_stack([places["x_m"], places["y_m"]])


def _made(command: Any, scenario: Scenario, progress: Watcher, request: Dict[str, Any], *more: Any) -> Any:
    """The results of a command."""
    source = _source_of(scenario)
    plain = _request(source, request)
    with source.located(), _watching(progress) as call:
        folder = command(dict(plain, progress=call), *more)
    return open(folder)


def _request(source: Any, request: Dict[str, Any]) -> Dict[str, Any]:
    """What the compiled part takes: all its keys, of its types."""
    seed, years, out = request.get("seed"), request.get("years"), request.get("out")
    return dict(
        path=source.path,
        text=source.text,
        set=_settings(request.get("set")),
        seed=None if seed is None else _whole("seed", seed, 0, _MOST_SEED),
        years=None if years is None else _whole("years", years, 0, 2**32 - 1),
        threads=_threads(request.get("threads")),
        out=None if out is None else os.fspath(out),
        resume=bool(request.get("resume", False)),
        yes=bool(request.get("yes", False)),
        progress=None,
    )


def _whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number of Python or numpy."""
    try:
        number = value.__index__()
    except (AttributeError, TypeError):
        raise TypeError(f"`{name}` is {value!r}, but a whole number is needed") from None
    if not least <= number <= most:
        raise ValueError(f"`{name}` is {number}, but it must be at least {least} and at most {most}")
    return number


def _threads(threads: Optional[int]) -> Optional[int]:
    return None if threads is None else _whole("threads", threads, 1, _MOST_THREADS)


def _names(name: str, names: Sequence[str]) -> List[str]:
    if isinstance(names, str) or not all(isinstance(entry, str) for entry in names):
        raise TypeError(f"`{name}` is {names!r}, but a list of names is needed")
    return list(names)


def _masked_doubles(name: str, values: Any) -> np.ma.MaskedArray:
    """Doubles with the mask that the values have, also those in a list."""
    try:
        if isinstance(values, (list, tuple)) and not any(isinstance(entry, np.ma.MaskedArray) for entry in values):
            # Much faster where no entry can have a mask.
            values = np.asarray(values, dtype=np.float64)
        return np.ma.array(values, dtype=np.float64, copy=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"`{name}` holds what is no number: {error}") from None


def _numbers(name: str, values: Any) -> np.ndarray:
    """Doubles that lie one behind the other."""
    masked = _masked_doubles(name, values)
    _refuse_masked(f"`{name}`", masked)
    array = np.ascontiguousarray(masked.data)
    broken = ~np.isfinite(array)
    if broken.any():
        first = np.unravel_index(int(broken.argmax()), array.shape)
        place = ", ".join(map(str, first))
        raise ValueError(f"`{name}` holds {array[first]} at [{place}] and {broken.sum() - 1} more that are no finite numbers")
    return array


def _of_points(name: str, values: Any, count: int) -> np.ndarray:
    array = _numbers(name, values)
    if array.shape != (count,):
        raise ValueError(f"`{name}` has shape {array.shape}, but there are {count} points, so ({count},) is needed")
    return array


def _coordinates(x: Any, y: Any, name: str = "x") -> Tuple[np.ndarray, np.ndarray]:
    if y is not None:
        x = _numbers("x", x)
        if x.ndim != 1:
            raise ValueError(f"`x` has shape {x.shape}, but (n,) is needed beside `y`")
        return x, _of_points("y", y, len(x))
    if isinstance(x, Table):
        return _numbers("x_m", x["x_m"]), _numbers("y_m", x["y_m"])
    places = _numbers(name, x)
    if places.ndim != 2 or places.shape[1] != 2:
        without = "without `y` " if name == "x" else ""
        raise ValueError(f"`{name}` has shape {places.shape}, but {without}it is an array of points, (n, 2)")
    return np.ascontiguousarray(places[:, 0]), np.ascontiguousarray(places[:, 1])


def _check_in_box(what: str, x: np.ndarray, y: np.ndarray, box: np.ndarray) -> None:
    outside = (x < box[0]) | (y < box[1]) | (x > box[2]) | (y > box[3])
    if outside.any():
        first = int(outside.argmax())
        raise ValueError(
            f"{outside.sum()} of {len(x)} {what} lie outside the window ({', '.join(f'{end:g}' for end in box)}), the first at "
            f"({x[first]:g}, {y[first]:g}), row {first}"
        )


def _patterns(name: str, patterns: Sequence[Any], box: Optional[np.ndarray]) -> List[List[bytes]]:
    """Coordinates of each pattern."""
    made = []
    for number, pattern in enumerate(patterns):
        x, y = _coordinates(pattern, None, f"{name}[{number}]")
        if box is not None:
            _check_in_box(f"points of `{name}`, pattern {number},", x, y, box)
        made.append([x.tobytes(), y.tobytes()])
    return made


def _polygons(window: Any) -> List[List[List[Tuple[float, float]]]]:
    """Polygons of a GeoJSON object, each its rings; none of what is no GeoJSON."""
    shape = getattr(window, "__geo_interface__", window)
    if not isinstance(shape, Mapping):
        return []
    kind = shape.get("type")
    if kind == "FeatureCollection":
        return [polygon for feature in shape.get("features", ()) for polygon in _polygons(feature)]
    if kind == "Feature":
        return _polygons(shape.get("geometry"))
    if kind not in ("Polygon", "MultiPolygon"):
        raise ValueError(f"`window` is GeoJSON of the type {kind!r}, but a Polygon or MultiPolygon is needed")
    polygons = [shape["coordinates"]] if kind == "Polygon" else shape["coordinates"]
    return [[[(float(corner[0]), float(corner[1])) for corner in ring] for ring in polygon] for polygon in polygons]


def _raster(covariate: Any) -> Tuple[bytes, List[int], List[float]]:
    """Values from the southern row on, columns and rows, and the extent."""
    try:
        values, extent = covariate
    except (TypeError, ValueError):
        raise ValueError("`covariate` is `(values, (xmin, ymin, xmax, ymax))`") from None
    values, extent = _masked_doubles("covariate", values).filled(np.nan), _numbers("covariate[1]", extent)
    if values.ndim != 2:
        raise ValueError(f"the values of `covariate` have shape {values.shape}, but (rows, columns) is needed")
    if extent.shape != (4,):
        raise ValueError(f"the extent of `covariate` has {extent.size} numbers, but it is (xmin, ymin, xmax, ymax)")
    return np.ascontiguousarray(values[::-1]).tobytes(), [values.shape[1], values.shape[0]], extent.tolist()


def _species(species: Sequence[str], count: int) -> List[str]:
    names = list(species)
    if len(names) != count:
        raise ValueError(f"`species` has {len(names)} names, but there are {count} points")
    for number, name in enumerate(names):
        # NaN alone differs from itself; of pandas' NA nobody knows.
        if name is None or name is np.ma.masked or type(name).__name__ == "NAType" or name != name:
            raise ValueError(f"`species` has no name at [{number}], but {name!r}; leave the point out, or name what is unknown")
    return [str(name) for name in names]

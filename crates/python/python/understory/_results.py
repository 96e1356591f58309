"""What a command left in its folder: tables, figures, manifest."""

from __future__ import annotations

import html
import json
import os
import re
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

from . import _understory
from ._errors import Error
from ._table import Table, unknown


class Figure:
    """A figure, which a notebook shows. `svg` is a text, `png` bytes (216 pixels to the inch)."""

    def __init__(
        self,
        name: str,
        svg: Union[str, Callable[[], bytes]],
        png: Union[bytes, Callable[[], bytes]],
        title: str = "",
        alt: str = "",
    ) -> None:
        self.name = name
        """File name without its ending, such as `map-year-0150`."""
        self._svg, self._png, self._title, self._alt = svg, png, title, alt

    @property
    def svg(self) -> str:
        """The SVG file."""
        return self._svg if isinstance(self._svg, str) else self._svg().decode("utf-8")

    @property
    def png(self) -> bytes:
        """The PNG file."""
        return self._png if isinstance(self._png, bytes) else self._png()

    @property
    def title(self) -> str:
        """Its heading."""
        return self._title or self._within("title")

    @property
    def alt(self) -> str:
        """What is to be seen, in words, with axes and values."""
        return self._alt or self._within("desc")

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the figure to a file whose name ends in `.svg` or `.png`."""
        ending = Path(path).suffix.lower()
        if ending == ".svg":
            Path(path).write_text(self.svg, encoding="utf-8")
        elif ending == ".png":
            Path(path).write_bytes(self.png)
        else:
            raise ValueError(f"`{os.fspath(path)}` ends neither in `.svg` nor in `.png`")

    def _within(self, element: str) -> str:
        found = re.search(rf"<{element}\b[^>]*>(.*?)</{element}>", self.svg, re.DOTALL)
        return html.unescape(found.group(1)) if found else ""

    def __repr__(self) -> str:
        return f"<Figure {self.name!r}: {self.title}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, str]:
        return {"image/svg+xml": self.svg, "text/plain": repr(self)}


MADE_FROM = ("command", "identity", "inputs", "seed", "years", "replicates", "files")
"""Keys of a manifest that are the same for the same results. `files` has the hash of each table."""


class Results:
    """What a command left in a folder.

    A table is read only as long as it is what the manifest lists, and the folder holds the results that it held when the object was made.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self.path = Path(path)
        """The folder."""
        self._folder = self.path.absolute()
        self.command, _ = _understory.contents(os.fspath(path))
        self.manifest = self._manifest_there()
        """`manifest.json`: what the results were made from, how long it took, and every file with its hash."""

    def _manifest_there(self) -> Dict[str, Any]:
        return json.loads((self._folder / "manifest.json").read_text(encoding="utf-8"))

    @contextmanager
    def _unchanged(self) -> Iterator[None]:
        """What is read within is of these results: the folder is looked at afterwards, as another call may replace it at any time."""
        try:
            yield
        finally:
            _understory.contents(os.fspath(self._folder))
            there = self._manifest_there()
            if any(self.manifest.get(key) != there.get(key) for key in MADE_FROM):
                raise Error(
                    f"{os.fspath(self.path)} holds other results than when this {type(self).__name__} was made",
                    "give each call a folder of its own with `out`, or none; `understory.open` reads what is there now",
                )

    def _read(self, path: str) -> bytes:
        with self._unchanged():
            return (self._folder / path).read_bytes()

    @property
    def tables(self) -> List[str]:
        """Names of all tables, such as `census` and `trees/year-0150`."""
        return [os.path.splitext(file["path"])[0] for file in self.manifest["files"]]

    def table(self, name: str) -> Table:
        """A table by its name."""
        for path in (file["path"] for file in self.manifest["files"]):
            if name in (path, os.path.splitext(path)[0]):
                with self._unchanged():
                    return Table(_understory.read_table(os.fspath(self._folder), path))
        raise KeyError(unknown("table", name, self.tables))

    @property
    def figures(self) -> Dict[str, Figure]:
        """All figures by their names."""
        files = [file["path"] for file in self.manifest.get("others", [])]
        names = [file[len("figures/") : -len(".svg")] for file in files if file.startswith("figures/") and file.endswith(".svg")]
        read = partial(partial, self._read)
        return {name: Figure(name, read(f"figures/{name}.svg"), read(f"figures/{name}.png")) for name in names}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {os.fspath(self.path)!r}: {len(self.tables)} tables, {len(self.figures)} figures>"

    def _repr_html_(self) -> str:
        tables = "".join(f"<tr><td><code>{html.escape(name)}</code></td><td>{file.get('rows')} rows</td></tr>"
                         for name, file in zip(self.tables, self.manifest["files"]))
        figures = ", ".join(f"<code>{html.escape(name)}</code>" for name in self.figures)
        path = html.escape(os.fspath(self.path))
        return f"<p><b>{type(self).__name__}</b> in <code>{path}</code></p><table>{tables}</table><p>figures: {figures}</p>"


class Run(Results):
    """A forest that grew."""

    @property
    def census(self) -> Table:
        """A row a year and species, and one a year for all species (`all`): counts, births, deaths by cause, basal area, means."""
        return self.table("census")

    @property
    def spacing(self) -> Table:
        """A row a recorded year, scope (a species, a size, all), statistic and distance."""
        return self.table("spacing")

    @property
    def years(self) -> List[int]:
        """The recorded years, of which there is a table of trees."""
        return [int(name[len("trees/year-") :]) for name in self.tables if name.startswith("trees/year-")]

    def trees(self, year: Optional[int] = None) -> Table:
        """The living trees of a recorded year, a row each; of the last one without `year`."""
        years = self.years
        if year is None and years:
            year = years[-1]
        if year not in years:
            raise KeyError(f"year {year} was not recorded; there are {', '.join(map(str, years))}")
        return self.table(f"trees/year-{year:04}")

    @property
    def window(self) -> Tuple[float, float, float, float]:
        """The plot, as `stats` takes it: `(xmin, ymin, xmax, ymax)` in m."""
        world = self.manifest["world"]
        (x, y), (width, height) = world["origin_m"], world["size_m"]
        return (x, y, x + width, y + height)

    @property
    def torus(self) -> bool:
        """Whether opposite edges of the plot meet."""
        return self.manifest["world"]["edge"] == "torus"


class Sweep(Results):
    """The runs of a scenario with `[sweep]`."""

    @property
    def census(self) -> Table:
        """A row a run, recorded year and species: first the keys that were varied, then the columns of the census."""
        return self.table("sweep")


class Comparison(Run):
    """Point methods beside a forest that grew, or beside a measured stand, which has no census."""

    @property
    def methods(self) -> Table:
        """A row a method, the forest first: its spacing, its time, how far it is from the forest."""
        return self.table("methods")

    def points(self, method: str) -> Table:
        """The points that a method laid out."""
        return self.table(f"points/{method}")


class Tree(Results):
    """A tree that grew."""

    @cached_property
    def metrics(self) -> Dict[str, Any]:
        """`metrics.json`: height, crown, branching, triangles."""
        return json.loads(self._read("metrics.json"))

    @property
    def skeleton(self) -> Table:
        """A row a node: its parent, place and radius."""
        return self.table("skeleton")


class World(Results):
    """A painted world that was laid out."""

    @property
    def instances(self) -> Table:
        """A row a thing that stands: which one, where, turned how, how large."""
        return self.table("instances")


class Scattered(Results):
    """Points that a method laid out."""

    @property
    def points(self) -> Table:
        """A row a point."""
        return self.table("plane" if "plane" in self.tables else "points")


class Claims(Results):
    """What is claimed, measured."""

    @property
    def claims(self) -> Table:
        """A row a claim: what was expected, what was measured, the verdict."""
        return self.table("claims")


class Stats:
    """The spacing of points. `stats["K"]` is the table of a function."""

    def __init__(self, raw: "_understory.Measured") -> None:
        self._raw = raw

    @cached_property
    def summary(self) -> Dict[str, Any]:
        """Numbers of the whole pattern: `n`, `intensity`, `nnd`, `clark_evans`, `hopkins_skellam`, tests."""
        return json.loads(self._raw.summary() or "{}")

    @property
    def tables(self) -> List[str]:
        """Names of the tables."""
        return self._raw.tables()

    def keys(self) -> List[str]:
        """The same as `tables`."""
        return self.tables

    def __getitem__(self, name: str) -> Table:
        if name not in self.tables:
            raise KeyError(unknown("table", name, self.tables))
        return Table(self._raw.table(name))

    @cached_property
    def figures(self) -> Dict[str, Figure]:
        """A figure of each function, by its name."""
        return {name: Figure(name, svg, png, title, alt) for name, title, _, alt, svg, png in self._raw.figures()}

    def __repr__(self) -> str:
        return f"<Stats of {self.summary.get('n')} points: {', '.join(self.tables)}>"


KINDS = {
    "run": Run,
    "sweep": Sweep,
    "compare": Comparison,
    "grow": Tree,
    "place": World,
    "scatter": Scattered,
    "claims": Claims,
}


def open(path: Union[str, "os.PathLike[str]"]) -> Results:
    """What a command left in a folder, be it made from here or by the program `understory`.

    Of the class that the command gives: `Run`, `Comparison`, `Tree`, `World`, `Scattered`, `Claims`, `Sweep`, otherwise `Results`.

    Raises `Error` where there are no complete results.
    """
    command, _ = _understory.contents(os.fspath(path))
    return KINDS.get(command, Results)(path)

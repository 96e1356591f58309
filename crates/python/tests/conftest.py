"""What the tests share: the program, which is held against, and small scenarios."""

import os
import subprocess
from pathlib import Path

import pytest

import understory

ROOT = Path(__file__).resolve().parents[3]

FIELD = """
name = "field"
[world]
size_m = [60.0, 60.0]
edge = "torus"
seed = 7
[run]
years = 12
[[species]]
name = "birch"
preset = "betula-pendula"
[[species]]
name = "beech"
preset = "fagus-sylvatica"
[[founders]]
species = "birch"
method = "uniform"
count = 20
height_m = 10.0
[[founders]]
species = "beech"
method = "uniform"
count = 20
height_m = 10.0
[record]
every_years = 4
checkpoint_every_years = 4
"""

FIELD_DICT = {
    "name": "field",
    "world": {"size_m": (60.0, 60.0), "edge": "torus", "seed": 7},
    "run": {"years": 12},
    "species": [{"name": "birch", "preset": "betula-pendula"}, {"name": "beech", "preset": "fagus-sylvatica"}],
    "founders": [
        {"species": name, "method": "uniform", "count": 20, "height_m": 10.0} for name in ("birch", "beech")
    ],
    "record": {"every_years": 4, "checkpoint_every_years": 4},
}


@pytest.fixture
def scenarios():
    return ROOT / "scenarios"


@pytest.fixture
def program():
    """Runs a command of the program."""
    path = os.environ.get("UNDERSTORY", ROOT / "target/release/understory")

    def run(*arguments):
        command = [path, *map(os.fspath, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    return run


@pytest.fixture(scope="session")
def field(tmp_path_factory):
    """The small forest, as it was run from its text."""
    return understory.run(FIELD, out=tmp_path_factory.mktemp("field") / "run")


def files(folder):
    """The bytes of all files of a folder, without the manifest, which has times."""
    paths = (path for path in Path(folder).rglob("*") if path.is_file() and path.name != "manifest.json")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def assert_same_files(ours, theirs, but=()):
    ours, theirs = ({path: file for path, file in files(folder).items() if path not in but} for folder in (ours, theirs))
    assert sorted(ours) == sorted(theirs)
    assert [path for path in ours if ours[path] != theirs[path]] == []

"""Edits of single files, for `edits.sh`."""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST_S = 10
MOST_BYTES = 1 << 30

STAND = """name = "stand"
[world]
size_m = [60.0, 60.0]
edge = "torus"
seed = 7
[run]
years = 40
[[species]]
name = "birch"
preset = "betula-pendula"
[[species]]
name = "beech"
preset = "fagus-sylvatica"
[[founders]]
species = "birch"
method = "uniform"
count = 40
height_m = 4.0
[[founders]]
species = "beech"
method = "jittered-grid"
count = 40
height_m = 6.0
[record]
every_years = 2
checkpoint_every_years = 2
"""
SWEEP = STAND.replace("years = 40", "years = 12\nreplicates = 4") + """
[sweep]
keep_tables = true
"species.birch.fruit.seeds_per_m2" = [0.5, 2.0, 4.0]
"""
METHODS = STAND + """
[compare]
simulations = 40
[[method]]
name = "uniform"
[[method]]
name = "jittered-grid"
"""
CALIBRATE = """name = "fit"
[world]
size_m = [16.0, 16.0]
edge = "open"
seed = 5
[run]
years = 12
[[species]]
name = "birch"
preset = "betula-pendula"
fruit = { seeds_per_m2 = 0.0 }
[[founders]]
species = "birch"
method = "uniform"
count = 60
height_m = 2.0
[record]
every_years = 12
spacing_r_max_m = 2.0
[calibrate]
target = "stand.csv"
budget = 240
predictive = 39
[[prior]]
key = "founders.1.count"
low = 30
high = 200
scale = "log"
"""
WORLD = (Path(__file__).parent / "fuzz/world.toml").read_text()
POINTS = "x_m,y_m,dbh_cm\n" + "".join(
    f"{x + 0.3 * (y % 3)},{y + 0.2 * (x % 4)},{5 + (7 * x + 3 * y) % 9}\n" for x in range(1, 15, 2) for y in range(1, 15, 2)
)

# What each kind is made by, what shows that it was interrupted in the midst, how it goes on, and what reads it.
KINDS = {
    "run": (STAND, "run in.toml --out cut", "cut.partial/state/year-0006/checkpoint.json",
            "run in.toml --out OUT", ["run in.toml --out OUT --resume", "explain OUT", "plot OUT", "export OUT --format geojson --out made",
                                      "stats OUT --out made"]),
    "sweep": (SWEEP, "run in.toml --out cut", "cut.partial/tasks/0000-03/task.json",
              "run in.toml --out OUT", ["run in.toml --out OUT --resume", "explain OUT", "plot OUT"]),
    "calibrate": (CALIBRATE, "calibrate in.toml --out cut", "cut.partial/finished.csv",
                  "calibrate in.toml --out OUT", ["explain OUT", "plot OUT"]),
    "compare": (METHODS, None, None, "compare in.toml --out OUT", ["explain OUT", "plot OUT"]),
    "place": (WORLD, None, None, "place in.toml --out OUT", ["explain OUT", "plot OUT", "export OUT --format geojson --out made"]),
    "scene": (STAND.replace("years = 40", "years = 4"), None, None, "run in.toml --out OUT", ["scene OUT --window 0,0,15,15 --triangles 60000 --out made/scene.glb"]),
}
# Names that mean something in the folder of another kind.
FOREIGN = ["claims.csv", "evaluations.csv", "finished.csv", "tasks/0000-00/task.json", "notes.txt", "figures/mine.svg"]

program, seed, *rest = sys.argv[1:]
edits = int(rest[0]) if rest else 20
kinds = rest[1:] or list(KINDS)
chance = random.Random(int(seed))


def run(folder, command):
    """Exit code, words and peak of memory."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as words, tempfile.TemporaryFile() as data:
        child = subprocess.Popen([program, *command.split(), *quiet(command)], cwd=folder, stdout=data, stderr=words)
        while (ended := os.wait4(child.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() - start > 6 * MOST_S:
                child.kill()
                raise SystemExit(f"`{command}` has no end")
            time.sleep(0.002)
        child.returncode = os.waitstatus_to_exitcode(ended[1])
        words.seek(0)
        data.seek(0)
        # Of processor time, which says the same on a machine that is busy; two cores share it.
        if ended[2].ru_utime + ended[2].ru_stime > 2 * MOST_S:
            raise SystemExit(f"`{command}` takes over {MOST_S} s")
        return child.returncode, words.read().decode(), data.read(), ended[2].ru_maxrss * 1024


def quiet(command):
    return [] if command.startswith("explain") else ["--quiet"]


def files(folder, *endings):
    """All files with these endings, without what a command kept of a user's."""
    found = ((str(path.relative_to(folder)), path) for path in folder.rglob("*") if path.suffix in endings)
    own = ((name, path) for name, path in found if ".kept" not in name and name not in FOREIGN)
    return {name: path.read_bytes() for name, path in own if path.is_file()}


def tables(folder):
    return files(folder, ".csv", ".geojson", ".glb")


def edited(folder):
    """Edits one file below a folder, and says how."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    file = chance.choice(files)
    name, old = str(file.relative_to(folder)), file.read_bytes()
    kind = chance.choice(["digit", "cut", "gone", "longer", "empty", "row twice", "bytes", "a folder", "foreign"])
    digits = [at for at, byte in enumerate(old) if 48 <= byte <= 57]
    lines = old.splitlines(keepends=True)
    if kind == "digit" and digits:
        at = chance.choice(digits)
        new = old[:at] + bytes([48 + (old[at] - 47) % 10]) + old[at + 1:]
    elif kind == "cut" and old:
        new = old[: chance.randrange(len(old))]
    elif kind == "row twice" and lines:
        at = chance.randrange(len(lines))
        new = b"".join(lines[: at + 1] + lines[at:])
    elif kind == "bytes" and old:
        at = chance.randrange(len(old))
        new = old[:at] + bytes(chance.randrange(256) for _ in range(4)) + old[at + 4:]
    elif kind == "empty":
        new = b""
    elif kind == "gone":
        file.unlink()
        return name, kind
    elif kind == "a folder":
        file.unlink()
        file.mkdir()
        return name, kind
    elif kind == "foreign":
        name = chance.choice(FOREIGN)
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        new = b"mine\n"
    else:
        kind, new = "longer", old + b"1,2,3\n"
    file.write_bytes(new)
    return name, kind


def hold(said, command, code, words, peak):
    if code not in (0, 1, 2) or "panicked" in words:
        raise SystemExit(f"{said}: `{command}` ended with {code}:\n{words}")
    if peak > MOST_BYTES:
        raise SystemExit(f"{said}: `{command}` took {peak >> 20} MiB")
    if code != 0 and not words.strip():
        raise SystemExit(f"{said}: `{command}` says nothing of why it ended with {code}")


def made(folder, command):
    """What a command prints and makes, where it ends well."""
    shutil.rmtree(folder / "made", ignore_errors=True)
    code, words, data, peak = run(folder, command.replace("OUT", "out"))
    left = data if command.startswith("explain") else files(folder / "out", ".svg") if command.startswith("plot") else tables(folder / "made")
    return code, words, left, peak


def one(kind, place):
    scenario, begin, reached, whole, readers = KINDS[kind]
    for name, text in {"in.toml": scenario, "stand.csv": POINTS}.items():
        (place / name).write_text(text)
    code, words, *_ = run(place, whole.replace("OUT", "out"))
    if code != 0:
        raise SystemExit(f"{kind}: {words}")
    reference = tables(place / "out")
    outputs = {}
    for command in readers:
        code, words, outputs[command], _ = made(place, command)
        if code != 0:
            raise SystemExit(f"{kind}: `{command}`: {words}")
    if begin:
        child = subprocess.Popen([program, *begin.split(), "--quiet"], cwd=place)
        while not (place / reached).exists():
            if child.poll() is not None:
                raise SystemExit(f"{kind}: ended before it could be interrupted")
            time.sleep(0.001)
        child.send_signal(signal.SIGKILL)
        child.wait()
    ends = {"made": 0, "refused": 0}
    for number in range(edits):
        is_partial = begin and number % 2 == 0
        with tempfile.TemporaryDirectory() as work:
            work = Path(work)
            for name in ("in.toml", "stand.csv"):
                shutil.copy(place / name, work)
            source, target = ("cut.partial", "out.partial") if is_partial else ("out", "out")
            shutil.copytree(place / source, work / target)
            name, how = edited(work / target)
            said = f"{kind}, SEED={seed}, edit {number}: {target}/{name}: {how}"
            if is_partial:
                command = (whole + " --resume").replace("OUT", "out")
                code, words, _, peak = run(work, command)
                hold(said, command, code, words, peak)
                if code == 0 and tables(work / "out") != reference:
                    raise SystemExit(f"{said}: `{command}` ends well with other tables")
                ends["made" if code == 0 else "refused"] += 1
                continue
            for command in readers:
                code, words, left, peak = made(work, command)
                hold(said, command, code, words, peak)
                # The manifest says what the tables are, and nothing says what it is.
                if code == 0 and name != "manifest.json" and left != outputs[command]:
                    raise SystemExit(f"{said}: `{command}` ends well and makes something else")
                if code == 0 and command.endswith("--resume") and name != "manifest.json" and tables(work / "out") != reference:
                    raise SystemExit(f"{said}: `{command}` ends well with other tables")
                ends["made" if code == 0 else "refused"] += 1
    print(f"{kind}: {edits} edits; commands made the same {ends['made']} times and refused {ends['refused']} times")


for kind in kinds:
    if kind not in KINDS:
        raise SystemExit(f"there is no kind {kind}; there are {', '.join(KINDS)}")
    with tempfile.TemporaryDirectory() as place:
        one(kind, Path(place))

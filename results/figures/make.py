"""Makes the figures of this folder, which the pages of the project show; ../README.md says what each shows.

usage: python3 results/figures/make.py [--again] [NAME...]

Names such as `old-field-map-year-0150`; without, all of them, of which some take hours. A run that `results` does not hold
yet is made first; with --again, every run that is needed. UNDERSTORY names the program (`cargo run --release --` without).
The two pictures of the README are cut from those of `understory scene` and made small, for which Pillow is needed
(`pip install pillow`).
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

FIGURES = Path(__file__).resolve().parent
RUNS = FIGURES.parent
PROJECT = RUNS.parent
PROGRAM = shlex.split(os.environ.get("UNDERSTORY", "cargo run --release --"))
LIGHT_MODELS = ["crowding", "disc", "gaussian", "fon", "hegyi", "grid"]

# Each folder of results, and the command that makes it.
COMMANDS = {
    "old-field": "run scenarios/old-field.toml",
    "renewal": "run scenarios/renewal.toml",
    "renewal-no-competition": "run scenarios/renewal-no-competition.toml",
    "renewal-no-inhibition": "run scenarios/renewal-no-inhibition.toml",
    "renewal-1200-years": "run scenarios/renewal.toml --set run.years=1200",
    "longleaf": "run scenarios/longleaf.toml",
    "compare-temperate": "compare scenarios/compare-temperate.toml",
    "compare-many": "compare scenarios/compare-many.toml",
    "growing-crowns": "run scenarios/growing-crowns.toml",
    "growing-crowns-without": "run scenarios/growing-crowns.toml --set crowns.when=final",
    "valley-road": "place scenarios/valley-road.toml",
    "tree-oak": "grow scenarios/tree-oak.toml",
    "calibrate-longleaf": "calibrate scenarios/calibrate-longleaf.toml",
    "calibrate-swedishpines": "calibrate scenarios/calibrate-swedishpines.toml",
    "calibrate-swedishpines-recovery": "calibrate scenarios/calibrate-swedishpines.toml --recovery 5000",
    "claims-articles": "claims --set articles",
    "claims-trees": "claims --set trees",
    "claims-inhibition": "claims --set inhibition",
    **{model: f"run scenarios/old-field.toml --set light.model={model}" for model in LIGHT_MODELS},
}

# Each figure: the folders that it needs, the first of which has it; a command that draws it there, if the others do not; its
# name there; and its formats. Large maps, crowns and trees are pictures alone.
BOTH, PICTURE = ["svg", "png"], ["png"]
KEPT = {
    "old-field-map-year-0150": (["old-field"], None, "map-year-0150", PICTURE),
    "old-field-nearest-neighbours-overlaid": (["old-field"], None, "nearest-neighbours-overlaid", BOTH),
    "old-field-clark-evans-over-time": (["old-field"], None, "clark-evans-over-time", BOTH),
    "renewal-clark-evans-beside": (
        ["renewal", "renewal-no-competition", "renewal-no-inhibition"],
        "plot results/renewal --beside results/renewal-no-competition --beside results/renewal-no-inhibition",
        "clark-evans-beside",
        BOTH,
    ),
    "renewal-1200-years-clark-evans": (["renewal-1200-years"], None, "clark-evans-over-time", BOTH),
    "inhibition": (["claims-inhibition"], None, "inhibition", BOTH),
    "compare-temperate-maps": (["compare-temperate"], None, "compare-maps", PICTURE),
    "compare-temperate-ranking": (["compare-temperate"], None, "compare-ranking", BOTH),
    "compare-forests": (["compare-many"], None, "compare-forests", BOTH),
    "light-models-old-field": (
        LIGHT_MODELS,
        "plot results/crowding " + " ".join(f"--beside results/{model}" for model in LIGHT_MODELS[1:]),
        "census-beside",
        BOTH,
    ),
    "longleaf-map-year-0060": (["longleaf"], None, "map-year-0060", BOTH),
    "growing-crowns-side": (["growing-crowns"], None, "crowns-side-year-0080", PICTURE),
    "growing-crowns-above": (["growing-crowns"], None, "crowns-above-year-0080", PICTURE),
    "growing-crowns-without-side": (["growing-crowns-without"], None, "crowns-side-year-0080", PICTURE),
    "growing-crowns-without-above": (["growing-crowns-without"], None, "crowns-above-year-0080", PICTURE),
    "calibrate-longleaf-predictive": (["calibrate-longleaf"], None, "predictive", BOTH),
    "calibrate-swedishpines-predictive": (["calibrate-swedishpines"], None, "predictive", BOTH),
    "calibrate-swedishpines-pairs": (["calibrate-swedishpines"], None, "pairs", BOTH),
    "calibrate-swedishpines-ranks": (["calibrate-swedishpines-recovery"], None, "ranks", BOTH),
    "trees-contact-sheet": (["claims-trees"], None, "contact-sheet", BOTH),
    "trees-bands": (["claims-trees"], None, "bands", BOTH),
    "space-colonization-parameters": (["claims-articles"], None, "parameters", BOTH),
    "claims-corridors": (["claims-articles"], None, "corridors", PICTURE),
    "claims-spring-borders": (["claims-articles"], None, "spring-borders", PICTURE),
    "claims-patches-in-flight": (["claims-articles"], None, "patches-in-flight", PICTURE),
    "claims-raster-forests": (["claims-articles"], None, "raster-forests", PICTURE),
    "claims-thinned-grids": (["claims-articles"], None, "thinned-grids", PICTURE),
    "valley-road-world": (["valley-road"], None, "world", PICTURE),
    "valley-road-changed-mill-moved": (["valley-road"], None, "changed-mill-moved", BOTH),
    "spawn-patterns": (["valley-road"], None, "patterns", BOTH),
    "tree-oak-views": (["tree-oak"], None, "views", PICTURE),
}

# Each picture of a stand in 3D: its run, what `understory scene` is told, whether the stand as it grew is shown alone, and how
# wide it becomes, pixels.
STANDS = {
    "old-field-within": ("old-field", "--year 150 --window 50,20,140,110 --camera 95,12,14", True, 840),
    "growing-crowns-grown-and-scattered": ("growing-crowns", "", False, 1200),
}
# What `understory scene` puts between its two pictures, and below them, pixels.
GUTTER, WORDS = 12, 54


def understory(command):
    print("understory", command, flush=True)
    subprocess.run([*PROGRAM, *shlex.split(command)], cwd=PROJECT, check=True)


def have(folder, again, made):
    """Makes a folder of results that is not there."""
    if folder not in made and (again or not (RUNS / folder / "manifest.json").exists()):
        understory(f"{COMMANDS[folder]} --quiet --out results/{folder}")
    made.add(folder)


def stand(name, again, made):
    """A picture of a stand in 3D, in 256 colours, as GitHub shows it."""
    from PIL import Image

    run, told, is_alone, width = STANDS[name]
    have(run, again, made)
    scene = RUNS / f"{name}.glb"
    understory(f"scene results/{run} {told} --quiet --out results/{scene.name}")
    picture = Image.open(scene.with_suffix(".png")).convert("RGB")
    if is_alone:
        picture = picture.crop((0, 0, (picture.width - GUTTER) // 2, picture.height - WORDS))
    size = (width, round(picture.height * width / picture.width))
    small = picture.resize(size, Image.Resampling.LANCZOS).quantize(256, dither=Image.Dither.NONE)
    small.save(FIGURES / f"{name}.png", optimize=True)


def main():
    arguments = sys.argv[1:]
    again = "--again" in arguments
    known = [*KEPT, *STANDS]
    names = [name for name in arguments if name != "--again"] or known
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"no figure is called {', '.join(unknown)}; there are {', '.join(known)}")
    made = set()
    for name in names:
        if name in STANDS:
            stand(name, again, made)
            print(name)
            continue
        folders, drawn_by, own, formats = KEPT[name]
        for folder in folders:
            have(folder, again, made)
        if drawn_by:
            understory(f"{drawn_by} --quiet")
        for ending in formats:
            shutil.copyfile(RUNS / folders[0] / "figures" / f"{own}.{ending}", FIGURES / f"{name}.{ending}")
        print(name)


if __name__ == "__main__":
    main()

"""Compares the roots of a grown tree and of a run, read by CPlantBox from RSML, with their CSV tables.

    python3 tests/outside_roots.py FOLDER_OF_A_TREE FOLDER_OF_A_RUN

`tests/outside_roots.sh` makes both and calls this.
"""

import csv
import math
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from plantbox.rsml import rsml_reader


def length_m(polyline):
    return sum(math.dist(a, b) for a, b in zip(polyline, polyline[1:]))


def expected(rows):
    """Of the nodes of a tree: how many roots there are, one for each tip below the ground, their length and the places."""
    place = [tuple(float(row[axis]) for axis in ("x_m", "y_m", "z_m")) for row in rows]
    below = [number for number, row in enumerate(rows) if row["part"] == "root"]
    bears = {int(rows[number]["parent"]) for number in below}
    tips = [number for number in below if number not in bears]
    length = sum(math.dist(place[number], place[int(rows[number]["parent"])]) for number in below)
    return len(tips), length, {place[number] for number in below}, place[0]


def compare(name, polylines, properties, functions, rows):
    roots, length, places, collar = expected(rows)
    found = sum(map(length_m, polylines))
    if len(polylines) != roots:
        sys.exit(f"{name}: {len(polylines)} roots were read, but {roots} tips stand in the table")
    if abs(found - length) > 1e-6 * max(length, 1.0):
        sys.exit(f"{name}: {found} m of roots were read, but the table has {length} m")
    # The first point of a root lies on what it leaves: the collar, or the point of its parent that is numbered.
    laterals = iter(properties.get("parent-node", []))
    for polyline, parent in zip(polylines, properties.get("parent-poly", [])):
        start = collar if parent < 0 else tuple(polylines[parent][int(next(laterals))])
        if tuple(polyline[0]) != start:
            sys.exit(f"{name}: a root begins at {polyline[0]}, and not at {start}")
    read = {tuple(point) for polyline in polylines for point in polyline[1:]}
    if read != places:
        sys.exit(f"{name}: {len(read ^ places)} places stand in one of RSML and table alone")
    for polyline, diameters in zip(polylines, functions.get("diameter", [])):
        if len(diameters) != len(polyline) or min(diameters) <= 0.0:
            sys.exit(f"{name}: a root of {len(polyline)} points has the diameters {diameters}")
    return roots, length


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def tree(folder):
    polylines, properties, functions, metadata = rsml_reader.read_rsml(str(folder / "roots.rsml"))
    if metadata.unit != "m":
        sys.exit(f"{folder}: the unit is {metadata.unit}")
    roots, length = compare(folder, polylines, properties, functions, table(folder / "skeleton.csv"))
    print(f"the tree: {roots} roots, {length:.1f} m")


def stand(folder):
    """A plant for each tree; the reader takes the first plant of a file, and its parser each of the others."""
    (path,) = (folder / "crowns").glob("roots-year-*.rsml")
    of_tree = {}
    for row in table(next((folder / "crowns").glob("year-*.csv"))):
        of_tree.setdefault(row["tree"], []).append(row)
    plants = ET.parse(path).getroot().find("scene").findall("plant")
    if [plant.attrib["ID"] for plant in plants] != list(of_tree):
        sys.exit(f"{path}: its plants are not the trees of the table")
    sums = [0, 0.0]
    for plant in plants:
        polylines, properties, functions = [], {}, {}
        for root in plant.iterfind("root"):
            rsml_reader.parse_rsml_(root, polylines, properties, functions, -1)
        found = compare(path, polylines, properties, functions, of_tree[plant.attrib["ID"]])
        sums = [a + b for a, b in zip(sums, found)]
    if not sums[0]:
        sys.exit(f"{path}: no tree has roots")
    print(f"the stand: {len(plants)} plants, {sums[0]} roots, {sums[1]:.1f} m")


tree(Path(sys.argv[1]))
stand(Path(sys.argv[2]))

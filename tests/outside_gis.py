"""Compares what GDAL reads of exported files with the tables of the runs.

    python3 tests/outside_gis.py RUN_WITH_A_SYSTEM RUN_WITHOUT FOLDER_WITH_A_SYSTEM_BY_HAND

`tests/outside_gis.sh` makes the folders and calls this. The system is EPSG:2193.
"""

import csv
import json
import math
import sys
from pathlib import Path

from osgeo import gdal, ogr, osr

gdal.UseExceptions()
ogr.UseExceptions()
EPSG = 2193


def rows(path):
    """The rows of a CSV as dictionaries of text."""
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def fail(message):
    sys.exit(f"outside_gis: {message}")


def code_of(reference):
    return None if reference is None else reference.GetAuthorityCode(None)


def trees_of(run):
    return rows(max((run / "trees").glob("year-*.csv")))


def check_points(path, trees, epsg, transform=None):
    """Every tree is in the file, in its place and with all its values. Gives how many values were compared."""
    source = ogr.Open(str(path))
    layer = source.GetLayer(0)
    reference = layer.GetSpatialRef()
    if code_of(reference) != epsg:
        fail(f"{path}: its system is {code_of(reference)}, not {epsg}")
    if layer.GetFeatureCount() != len(trees):
        fail(f"{path}: it has {layer.GetFeatureCount()} features, the table {len(trees)} trees")
    values = 0
    for feature, tree in zip(layer, trees):
        place = feature.GetGeometryRef()
        expected = [float(tree["x_m"]), float(tree["y_m"])]
        within = 0.0
        if transform:
            expected = transform.TransformPoint(*expected)[:2]
            within = 2e-8
        off = max(abs(place.GetX() - expected[0]), abs(place.GetY() - expected[1]))
        if not off <= within:
            fail(f"{path}: tree {tree['tree']} is at {place.ExportToWkt()}, but belongs to {expected}")
        if not transform and place.GetZ() != float(tree["z_m"]):
            fail(f"{path}: tree {tree['tree']} stands at the height {place.GetZ()}, not {tree['z_m']}")
        for name, text in tree.items():
            found = feature.GetField(name)
            if (found != text) if isinstance(found, str) else (found != float(text)):
                fail(f"{path}: `{name}` of tree {tree['tree']} is {found!r}, not {text}")
            values += 1
    return values


def band_of(path, epsg):
    source = gdal.Open(str(path))
    reference = source.GetSpatialRef()
    is_known = reference is not None and reference.GetAuthorityCode(None) is not None
    if (reference.GetAuthorityCode(None) if is_known else None) != epsg:
        fail(f"{path}: its system is {reference.ExportToWkt() if reference else None}, not {epsg}")
    return source, source.GetRasterBand(1)


def check_ground(path, column, unit, ground, epsg):
    """Every cell of the table is in the grid, in its place."""
    source, band = band_of(path, epsg)
    grid = band.ReadAsArray()
    west, width, _, north, _, height = source.GetGeoTransform()
    if grid.size != len(ground):
        fail(f"{path}: it has {grid.size} cells, the table {len(ground)}")
    for row in ground:
        at = [(float(row["y_m"]) - north) / height, (float(row["x_m"]) - west) / width]
        if any(abs(along % 1.0 - 0.5) > 1e-6 for along in at):
            fail(f"{path}: ({row['x_m']}, {row['y_m']}) is not the middle of a cell")
        found, expected = float(grid[int(at[0]), int(at[1])]), float(row[column])
        if not math.isclose(found, expected, rel_tol=1e-6, abs_tol=1e-6):
            fail(f"{path}: ({row['x_m']}, {row['y_m']}) has {found}, in the table {expected}")
    if path.suffix == ".tif" and band.GetUnitType() != unit:
        fail(f"{path}: its unit is `{band.GetUnitType()}`, not `{unit}`")
    return len(ground)


def check_density(path, trees, epsg):
    """The grid's sum over its area is the number of trees of 1.3 m or more."""
    source, band = band_of(path, epsg)
    _, width, _, _, _, height = source.GetGeoTransform()
    found = float(band.ReadAsArray().astype("float64").sum()) * abs(width * height) / 10_000
    expected = sum(float(tree["height_m"]) >= 1.3 for tree in trees)
    if not math.isclose(found, expected, rel_tol=1e-6):
        fail(f"{path}: it has {found} trees, the table {expected}")
    if expected < 10:
        fail(f"{path}: too few trees to tell anything")
    return band.XSize * band.YSize


def check_inhibition(path, trees, epsg):
    """It is never below 0, and highest near trees."""
    _, band = band_of(path, epsg)
    grid = band.ReadAsArray()
    if not (grid.min() >= 0.0 and grid.max() > 0.1):
        fail(f"{path}: it reaches from {grid.min()} to {grid.max()}")
    return grid.size


def main(known, unknown, by_hand):
    reference, degrees = osr.SpatialReference(), osr.SpatialReference()
    reference.ImportFromEPSG(EPSG)
    degrees.ImportFromEPSG(4326)
    for one in (reference, degrees):
        one.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    transform = osr.CoordinateTransformation(reference, degrees)
    values = 0
    for run, epsg in ((known, str(EPSG)), (unknown, None)):
        export, trees, ground = run / "export", trees_of(run), rows(run / "ground.csv")
        values += check_points(next(export.glob("*.gpkg")), trees, epsg)
        geojson = next(export.glob("*.geojson"))
        values += check_points(geojson, trees, "4326" if epsg else None, transform if epsg else None)
        if epsg and not 174.7 < json.loads(geojson.read_text())["features"][0]["geometry"]["coordinates"][0] < 174.8:
            fail(f"{geojson}: its places are not in Auckland")
        for ending in ("tif", "asc"):
            for name, column, unit in (("height", "z_m", "m"), ("wetness", "wetness", ""), ("sun", "sun_mj_m2", "MJ/m²")):
                values += check_ground(export / f"{name}.{ending}", column, unit, ground, epsg)
            values += check_density(next(export.glob(f"density-*.{ending}")), trees, epsg)
            for path in sorted(export.glob(f"inhibition-*.{ending}")):
                values += check_inhibition(path, trees, epsg)
        manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
        listed = {other["path"] for other in manifest["others"]}
        missing = {f"export/{path.name}" for path in export.iterdir() if path.suffix != ".xml"} - listed
        if missing:
            fail(f"{run}: its manifest does not list {sorted(missing)}")
    values += check_points(next(by_hand.glob("*.gpkg")), trees_of(unknown), str(EPSG))
    print(f"GDAL {gdal.__version__}: {values} values are as in the tables")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*(Path(folder) for folder in sys.argv[1:]))

"""Holds our reading of maps against GDAL's, cell by cell: a file of each kind that GDAL writes, as heights, as depths of the soil and
as a covariate; of kinds that are refused the way out that the message names is gone, and what it leaves is read.

    python3 tests/outside_maps.py PROGRAM FOLDER

`tests/outside_gis.sh` calls this with an empty folder.
"""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
from osgeo import gdal, osr

gdal.UseExceptions()
gdal.PushErrorHandler("CPLQuietErrorHandler")
gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
PROGRAM, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
COLUMNS, ROWS, SIDE = 20, 18, 5.0
WEST, NORTH = 747475.0, 4308955.0
NORTH_UP = (WEST, SIDE, 0.0, NORTH, 0.0, -SIDE)
HOLE = -50.0

LAND = f"""name = "m"
[world]
elevation = "FILE"
edge = "open"
seed = 1
[run]
years = 1
[terrain]
no_data_m = {HOLE}
[[species]]
name = "beech"
preset = "fagus-sylvatica"
[[founders]]
species = "beech"
method = "uniform"
count = 3
height_m = 10.0
"""


def fail(message):
    sys.exit(f"outside_maps: {message}")


def heights():
    row, column = np.mgrid[0:ROWS, 0:COLUMNS]
    return 84.0 + 2.0 * row + column + np.round(4.0 * np.sin(row * column), 1)


def write(name, kind=gdal.GDT_Float32, options=(), values=None, no_data=None, place=NORTH_UP, system=32617, change=None, bands=1):
    """A GeoTIFF by GDAL; `change` gets the data set before it is closed."""
    path = FOLDER / name
    data = gdal.GetDriverByName("GTiff").Create(str(path), COLUMNS, ROWS, bands, kind, list(options))
    if place:
        data.SetGeoTransform(place)
    reference = osr.SpatialReference()
    reference.SetFromUserInput(f"EPSG:{system}")
    data.SetProjection(reference.ExportToWkt())
    for band in range(1, bands + 1):
        if no_data is not None and band == 1:
            data.GetRasterBand(band).SetNoDataValue(no_data)
        data.GetRasterBand(band).WriteArray((heights() if values is None else values) + (band - 1))
    if change:
        change(data)
    data = None
    return path


def with_holes(mark):
    values = heights()
    values[2, 3] = values[17, 0] = mark
    return values


def of_gdal(path):
    """The numbers that GDAL reads, with NaN where it says that there are none, from the north; and the corner in the north-west."""
    data = gdal.Open(str(path))
    band = data.GetRasterBand(1)
    values = band.ReadAsArray().astype(np.float64)
    # Where a mask takes the place of the number for no data both hold.
    none = (band.GetMaskBand().ReadAsArray() == 0) | np.isnan(values)
    if band.GetNoDataValue() is not None:
        none |= values == band.GetNoDataValue()
    scale, offset = band.GetScale(), band.GetOffset()
    values = values * (1.0 if scale is None else scale) + (0.0 if offset is None else offset)
    values[none] = np.nan
    west, east, _, north, _, down = data.GetGeoTransform()
    if down > 0.0:
        values, north = values[::-1], north + down * data.RasterYSize
    return values.astype(np.float32), (west, north, east)


def program(*arguments):
    return subprocess.run([str(PROGRAM), *map(str, arguments)], capture_output=True, text=True)


def run_on(path, is_soil):
    """A run on a map, also as soil where that is so."""
    land, out = FOLDER / f"{path.name}.toml", FOLDER / f"{path.name}.run"
    text = LAND.replace("FILE", path.name)
    if is_soil:
        text = text.replace("[run]", f'[ground]\nsoil_depth = "{path.name}"\n[run]')
    land.write_text(text)
    return program("run", land, "--out", out, "--yes", "--quiet"), out


PLACES = np.random.default_rng(7).uniform([WEST, NORTH - ROWS * SIDE], [WEST + COLUMNS * SIDE, NORTH], (80, 2)).round(2)


def stats_of(path, corner):
    """Tables of points whose intensity follows a map."""
    west, north, side = corner
    low, high = (west + side, north - (ROWS - 1) * side), (west + (COLUMNS - 1) * side, north - side)
    inside = [f"{x},{y}\n" for x, y in PLACES[((PLACES > low) & (PLACES < high)).all(axis=1)]]
    points, out = FOLDER / "points.csv", FOLDER / f"{path.name}.stats"
    points.write_text("x,y\n" + "".join(inside))
    window = ",".join(map(str, (*low, *high)))
    done = program("stats", points, "--window", window, "--covariate", path, "--functions", "Linhom", "--out", out, "--quiet")
    return done, out


def check_read(path):
    """Heights, soil and covariate are GDAL's numbers. Gives how many cells were compared."""
    expected, corner = of_gdal(path)
    has_holes = bool(np.isnan(expected).any())
    done, out = run_on(path, not has_holes)
    if done.returncode:
        fail(f"{path.name} is not read:\n{done.stderr}")
    fields = "height" if has_holes else "height,soil-depth"
    export = program("export", out, "--format", "geotiff", "--fields", fields, "--quiet")
    if export.returncode:
        fail(f"{path.name}: {export.stderr}")
    wanted = np.where(np.isnan(expected), np.float32(HOLE), expected)
    cells = 0
    for field in fields.split(","):
        ours = gdal.Open(str(out / "export" / f"{field}.tif"))
        place = ours.GetGeoTransform()
        if np.abs(np.subtract([place[0], place[3], place[1]], corner)).max() > 1e-6:
            fail(f"{path.name}: {field} lies at {place}, not {corner}")
        found = ours.ReadAsArray()
        # Tables have three digits after the point, and depths four.
        if found.shape != wanted.shape or np.abs(found - wanted).max() > 1e-5 * np.abs(wanted).max():
            fail(f"{path.name}: {field} is\n{found}\nbut GDAL reads\n{wanted}")
        cells += found.size
    # A plain file of GDAL's numbers gives the same tables of points; what was warped has another size.
    if not has_holes and expected.shape == (ROWS, COLUMNS):
        west, north, side = corner
        plain = write(f"plain-{path.stem}.tif", values=expected, place=(west, side, 0.0, north, 0.0, -side))
        (first, own), (second, other) = stats_of(path, corner), stats_of(plain, corner)
        if first.returncode or second.returncode:
            fail(f"{path.name} is no covariate:\n{first.stderr}{second.stderr}")
        tables = sorted(table.name for table in own.glob("*.csv"))
        if not tables or any((own / table).read_bytes() != (other / table).read_bytes() for table in tables):
            fail(f"{path.name}: a covariate of it gives other tables than one of its numbers")
    return cells


def check_refused(path, name):
    """Refused by the name of its tag wherever it stands, and read after the command that the message names."""
    messages = [run_on(path, False)[0], run_on(path, True)[0], stats_of(path, (WEST, NORTH, SIDE))[0]]
    for done in messages:
        if done.returncode == 0 or name not in done.stderr:
            fail(f"{path.name} is not refused as `{name}`:\n{done.stderr}")
    ways = re.findall(r"`(gdal[^`]*)`", messages[0].stderr)
    if not ways:
        fail(f"{path.name}: no way out in\n{messages[0].stderr}")
    command = " ".join(ways[0].split())
    out = path if "out.tif" not in command else FOLDER / f"out-{path.stem}.tif"
    for word, value in [("in.tif", path), ("in.asc", path), ("out.tif", out), ("VALUE", "1")]:
        command = command.replace(word, str(value))
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    if done.returncode:
        fail(f"{path.name}: `{command}`:\n{done.stderr}")
    return check_read(out)


def scaled(scale, offset, band=1):
    def change(data):
        data.GetRasterBand(band).SetScale(scale)
        data.GetRasterBand(band).SetOffset(offset)

    return change


def unit(name, band=1):
    return lambda data: data.GetRasterBand(band).SetUnitType(name)


def mask(data):
    data.CreateMaskBand(gdal.GMF_PER_DATASET)
    shown = np.full((ROWS, COLUMNS), 255, np.uint8)
    shown[4:7, 5:11] = 0
    data.GetRasterBand(1).GetMaskBand().WriteArray(shown)


def opacity(data):
    shown = np.full((ROWS, COLUMNS), 255, np.uint8)
    shown[4:7, 5:11] = 0
    data.GetRasterBand(2).WriteArray(shown)


def palette(data):
    colours = gdal.ColorTable()
    colours.SetColorEntry(84, (1, 2, 3, 255))
    data.GetRasterBand(1).SetColorTable(colours)


def copies(data):
    data.BuildOverviews("NEAREST", [2])


def sparse(name, **others):
    """A file of which the first rows alone are stored."""
    path = FOLDER / name
    options = ["SPARSE_OK=TRUE", "TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"]
    data = gdal.GetDriverByName("GTiff").Create(str(path), COLUMNS, ROWS, 1, others.get("kind", gdal.GDT_Float32), options)
    data.SetGeoTransform(NORTH_UP)
    if "no_data" in others:
        data.GetRasterBand(1).SetNoDataValue(others["no_data"])
    data.GetRasterBand(1).WriteArray(heights()[:16, :16], 0, 0)
    data = None
    return path


def cloud(name, *options):
    path = FOLDER / name
    gdal.Translate(str(path), str(write(f"of-{name}")), format="COG", creationOptions=list(options))
    return path


def grid_text(name, header, cell="{:.1f}"):
    path = FOLDER / name
    rows = "\n".join(" ".join(cell.format(value) for value in row) for row in heights())
    path.write_text(header.format(columns=COLUMNS, rows=ROWS, west=WEST, south=NORTH - ROWS * SIDE) + rows + "\n", encoding="utf-8")
    return path


BYTE, INT16, UINT16, INT32, UINT32, FLOAT64 = (
    gdal.GDT_Byte, gdal.GDT_Int16, gdal.GDT_UInt16, gdal.GDT_Int32, gdal.GDT_UInt32, gdal.GDT_Float64,
)
FLAT = "ncols {columns}\nnrows {rows}\nxllcorner {west}\nyllcorner {south}\n"
READ = {
    "plain": lambda: write("plain.tif"),
    **{f"type-{kind}": lambda kind=kind: write(f"type-{kind}.tif", kind) for kind in (BYTE, INT16, UINT16, INT32, UINT32, FLOAT64)},
    "half": lambda: write("half.tif", options=["NBITS=16"]),
    "half-predicted": lambda: write("half-predicted.tif", options=["NBITS=16", "COMPRESS=DEFLATE", "PREDICTOR=3"]),
    "signed-byte": lambda: write("signed-byte.tif", BYTE, ["PIXELTYPE=SIGNEDBYTE"], values=np.minimum(heights(), 127)),
    "none-odd": lambda: write("none-odd.tif", values=with_holes(-99.99), no_data=-99.99),
    "none-lowest": lambda: write("none-lowest.tif", values=with_holes(-3.4028234663852886e38), no_data=-3.4028234663852886e38),
    "none-6-digits": lambda: write("none-6-digits.tif", values=with_holes(-3.4028234663852886e38), no_data=-3.40282e38),
    "none-nan": lambda: write("none-nan.tif", values=with_holes(np.nan), no_data=np.nan),
    "none-wide": lambda: write("none-wide.tif", FLOAT64, values=with_holes(-1.7976931348623157e308), no_data=-1.7976931348623157e308),
    "none-int16": lambda: write("none-int16.tif", INT16, values=with_holes(-32768), no_data=-32768),
    "none-out-of-range": lambda: write("none-out-of-range.tif", BYTE, no_data=-9999),
    "scaled": lambda: write("scaled.tif", INT16, change=scaled(0.1, 200.0)),
    "scaled-none": lambda: write("scaled-none.tif", INT16, values=with_holes(-1), no_data=-1, change=scaled(0.1, 200.0)),
    "scaled-other": lambda: write("scaled-other.tif", INT16, bands=2, change=scaled(0.1, 200.0, 2)),
    "metres": lambda: write("metres.tif", change=unit("metre")),
    "feet-other": lambda: write("feet-other.tif", INT16, bands=2, change=unit("ft", 2)),
    "vertical-metres": lambda: write("vertical-metres.tif", system="32617+5703"),
    "white-byte": lambda: write("white-byte.tif", BYTE, ["PHOTOMETRIC=MINISWHITE"]),
    "white-real": lambda: write("white-real.tif", options=["PHOTOMETRIC=MINISWHITE"]),
    "mask": lambda: write("mask.tif", INT16, change=mask),
    "mask-none": lambda: write("mask-none.tif", INT16, values=with_holes(-1), no_data=-1, change=mask),
    "mask-copies": lambda: write("mask-copies.tif", INT16, change=lambda data: (mask(data), copies(data))),
    "opacity": lambda: write("opacity.tif", BYTE, ["ALPHA=YES"], bands=2, change=opacity),
    "opacity-bands": lambda: write("opacity-bands.tif", BYTE, ["ALPHA=YES", "INTERLEAVE=BAND"], bands=2, change=opacity),
    "bands-by-pixel": lambda: write("bands-by-pixel.tif", UINT16, ["INTERLEAVE=PIXEL"], bands=3),
    "bands-by-band": lambda: write("bands-by-band.tif", UINT16, ["INTERLEAVE=BAND", "COMPRESS=LZW", "PREDICTOR=2"], bands=3),
    "bands-in-tiles": lambda: write("bands-in-tiles.tif", UINT16, ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16", "INTERLEAVE=PIXEL", "COMPRESS=LZW", "PREDICTOR=2"], bands=3),
    **{
        f"{packing}-{predictor}-{tiled}": lambda packing=packing, predictor=predictor, tiled=tiled: write(
            f"{packing}-{predictor}-{tiled}.tif".lower(),
            options=[f"COMPRESS={packing}", f"PREDICTOR={predictor}", f"TILED={tiled}", *(["BLOCKXSIZE=16", "BLOCKYSIZE=16"] if tiled == "YES" else ["BLOCKYSIZE=5"])],
        )
        for packing in ("LZW", "DEFLATE", "ZSTD")
        for predictor in (1, 2, 3)
        for tiled in ("YES", "NO")
    },
    "packbits": lambda: write("packbits.tif", INT16, ["COMPRESS=PACKBITS"]),
    "big": lambda: write("big.tif", BYTE, ["BIGTIFF=YES", "PHOTOMETRIC=MINISWHITE"]),
    "big-endian": lambda: write("big-endian.tif", INT16, ["ENDIANNESS=BIG", "COMPRESS=LZW", "PREDICTOR=2", "PHOTOMETRIC=MINISWHITE"]),
    "cloud-lzw": lambda: cloud("cloud-lzw.tif", "COMPRESS=LZW", "PREDICTOR=YES"),
    "cloud-zstd": lambda: cloud("cloud-zstd.tif", "COMPRESS=ZSTD"),
    "copies": lambda: write("copies.tif", change=copies),
    "sparse": lambda: sparse("sparse.tif"),
    "sparse-none": lambda: sparse("sparse-none.tif", no_data=-9999),
    "sparse-out-of-range": lambda: sparse("sparse-out-of-range.tif", kind=BYTE, no_data=-9999),
    "south-up": lambda: write("south-up.tif", place=(WEST, SIDE, 0.0, NORTH - ROWS * SIDE, 0.0, SIDE)),
    "point": lambda: write("point.tif", change=lambda data: data.SetMetadataItem("AREA_OR_POINT", "Point")),
    "point-south-up": lambda: write(
        "point-south-up.tif", place=(WEST, SIDE, 0.0, NORTH - ROWS * SIDE, 0.0, SIDE),
        change=lambda data: data.SetMetadataItem("AREA_OR_POINT", "Point"),
    ),
    "text": lambda: grid_text("text.asc", FLAT + "cellsize 5\nNODATA_value -9999\n"),
    "text-sides": lambda: grid_text("text-sides.asc", FLAT + "dx 5.000000000000\ndy 5.000000000001\n"),
}
REFUSED = {
    "UNITTYPE-ft": ("`ft`", lambda: write("unit-ft.tif", change=unit("ft"))),
    "UNITTYPE-long": ("`US survey foot`", lambda: write("unit-long.tif", change=unit("US survey foot"))),
    "feet": ("EPSG:6360", lambda: write("feet.tif", system="32617+6360")),
    "feet-international": ("EPSG:8228", lambda: write("feet-international.tif", system="32617+8228")),
    "feet-none": ("EPSG:6360", lambda: write("feet-none.tif", INT16, values=with_holes(-9999), no_data=-9999, system="32617+6360")),
    "lerc": ("LERC", lambda: write("lerc.tif", options=["COMPRESS=LERC"])),
    "lzma": ("LZMA", lambda: write("lzma.tif", options=["COMPRESS=LZMA"])),
    "jpeg": ("JPEG", lambda: write("jpeg.tif", BYTE, ["COMPRESS=JPEG"])),
    "palette": ("`PhotometricInterpretation` 3", lambda: write("palette.tif", BYTE, change=palette)),
    "colours": ("`PhotometricInterpretation` 2", lambda: write("colours.tif", BYTE, ["PHOTOMETRIC=RGB"], bands=3)),
    "premultiplied": ("`ExtraSamples`", lambda: write("premultiplied.tif", INT16, ["ALPHA=PREMULTIPLIED"], bands=2)),
    "rotated": ("rotated", lambda: write("rotated.tif", place=(WEST, SIDE, 0.5, NORTH, -0.5, -SIDE))),
    "not-square": ("square", lambda: write("not-square.tif", place=(WEST, SIDE, 0.0, NORTH, 0.0, -4.0))),
    "bits": ("`BitsPerSample`", lambda: write("bits.tif", UINT16, ["NBITS=12"])),
    "text-not-square": ("square", lambda: grid_text("text-not-square.asc", FLAT + "dx 5\ndy 4\n")),
}


def main():
    cells = files = 0
    for name, make in READ.items():
        path = make()
        found = check_read(path)
        told = program("check", FOLDER / f"{path.name}.toml").stderr
        is_one_of_several = "bands" in name and "opacity" not in name or "other" in name
        if ("bands, of which band 1 is read" in told) != is_one_of_several:
            fail(f"{name}: what is read of its bands is not said as it should be:\n{told}")
        cells, files = cells + found, files + 1
    for name, (told, make) in REFUSED.items():
        cells, files = cells + check_refused(make(), told), files + 1
    print(f"outside_maps: {files} files, {cells} cells as GDAL reads them")


main()

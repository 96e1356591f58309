#!/usr/bin/env bash
# Whether GDAL finds in our exports what stands in our tables: a forest grows on a hill whose map names a coordinate reference
# system, and on one whose map names none; its trees and fields are exported in all formats, and every place and value that
# GDAL reads is compared with the tables. R's spatstat reads a year with its window. Maps of each kind that GDAL writes are read as
# GDAL reads them (outside_maps.py). Exits 1 at the first that differs.
#
#   tests/outside_gis.sh [YEARS]
#
# UNDERSTORY names the program, built with `--features full` (target/release/understory). Needs bash, GDAL with its Python
# bindings, and R with spatstat.geom and jsonlite (where they are missing and this is root on a system with apt, they are installed).
set -euo pipefail

years=${1:-12}
program=${UNDERSTORY:-${CARGO_TARGET_DIR:-target}/release/understory}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

if ! command -v gdalinfo >/dev/null || ! /usr/bin/python3 -c 'import osgeo' 2>/dev/null; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends gdal-bin python3-gdal >/dev/null
fi
if ! Rscript -e 'library(spatstat.geom); library(jsonlite)' >/dev/null 2>&1; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends r-base-core r-cran-spatstat.geom r-cran-jsonlite >/dev/null
fi

# The hill of the scenario, as a GeoTIFF where it lies: Maunga Whau, Auckland, on New Zealand's grid of 2000.
mkdir "$place/data"
gdal_translate -q -a_srs EPSG:2193 -a_ullr 1756950 5917485 1757560 5916615 scenarios/data/maunga-whau.asc "$place/data/hill.tif"
sed 's#^elevation = .*#elevation = "data/hill.tif"#; s#^latitude_deg.*#&#' scenarios/volcano.toml >"$place/volcano.toml"
"$program" run "$place/volcano.toml" --years "$years" --out "$place/known" --yes --quiet
"$program" run scenarios/volcano.toml --years "$years" --out "$place/unknown" --yes --quiet
for run in known unknown; do
    for format in gpkg geojson geotiff asc; do
        "$program" export "$place/$run" --format "$format" --quiet >/dev/null
    done
done
# A system that the map does not name may be named by hand; what one exports elsewhere is the same as in the folder.
"$program" export "$place/unknown" --format gpkg --crs EPSG:2193 --out "$place/by-hand" --quiet >/dev/null
"$program" export "$place/known" --format gpkg --out "$place/elsewhere" --quiet >/dev/null
cmp "$place"/elsewhere/*.gpkg "$place"/known/export/*.gpkg

# As a user would look.
ogrinfo -so -al "$place"/known/export/*.gpkg
gdalinfo -stats "$place/known/export/height.tif" | head -60
mkdir "$place/maps"
/usr/bin/python3 "$(dirname "$0")/outside_maps.py" "$program" "$place/maps"
/usr/bin/python3 "$(dirname "$0")/outside_gis.py" "$place/known" "$place/unknown" "$place/by-hand"
"$program" stats "$place/known" --functions G --out "$place/stats" --quiet >/dev/null
Rscript "$(dirname "$0")/outside_gis.R" "$place/known" "$(ls "$place"/known/trees/*.csv | tail -1)" "$place/stats"

"""Compares every value of a run's Parquet tables, read by pyarrow, with the CSV tables of the same run, and has frictionless
read every table by what `datapackage.json` says of its columns.

    python3 tests/outside_reader.py FOLDER_OF_THE_PARQUET_RUN FOLDER_OF_THE_CSV_RUN [OTHER_FOLDER…]

`tests/outside_reader.sh` makes the folders and calls this.
"""

import csv
import json
import struct
import sys
from pathlib import Path

import frictionless
import pyarrow as pa
import pyarrow.parquet as pq


def meaning(text, kind):
    """What a field of a CSV says, as a value of the column's type in Parquet."""
    if text == "":
        return None
    if pa.types.is_integer(kind):
        return int(text)
    return float(text) if pa.types.is_floating(kind) else text


def bits(value):
    """A value so that two floats are equal only bit for bit."""
    return struct.pack("<d", value) if isinstance(value, float) else value


def compare(parquet, plain):
    """Gives the numbers of rows and values that were compared; exits at the first that differs."""
    table = pq.read_table(parquet)
    with open(plain, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    if table.column_names != header:
        sys.exit(f"{parquet}: its columns are {table.column_names}, those of the CSV {header}")
    if table.num_rows != len(rows):
        sys.exit(f"{parquet}: it has {table.num_rows} rows, the CSV {len(rows)}")
    for at, name in enumerate(header):
        kind = table.schema.field(name).type
        for number, (value, row) in enumerate(zip(table.column(name).to_pylist(), rows)):
            expected = meaning(row[at], kind)
            if type(value) is not type(expected) or bits(value) != bits(expected):
                sys.exit(f"{parquet}: row {number}: `{name}` is {value!r}, in the CSV {row[at]!r}")
    return len(rows), len(rows) * len(header)


UNITS = {"_m": "m", "_cm": "cm", "_yr": "years", "_per_ha": None}


def check_types(folder, resources):
    """Exits where a column of a Parquet table is of another type than the package says, or has gaps that it does not allow."""
    for resource in resources:
        table = pq.read_table(folder / resource.path)
        found = {field.name: field.type for field in table.schema}
        if list(found) != [field.name for field in resource.schema.fields]:
            sys.exit(f"{resource.path}: its columns are {list(found)}, in the package {resource.schema.field_names}")
        for field in resource.schema.fields:
            kind = found[field.name]
            is_it = {"integer": pa.types.is_integer, "number": pa.types.is_floating, "string": pa.types.is_string}
            if not is_it[field.type](kind):
                sys.exit(f"{resource.path}: `{field.name}` is {kind}, in the package {field.type}")
            if field.required and table.column(field.name).null_count > 0:
                sys.exit(f"{resource.path}: `{field.name}` has gaps, in the package it has none")


def check_package(folder):
    """Gives the numbers of tables and rows that frictionless read by the package; exits where one is not as it says."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    listed = {file["path"]: file["rows"] for file in manifest["files"] if file["rows"] is not None}
    path = folder / "datapackage.json"
    if "datapackage.json" not in {other["path"] for other in manifest["others"]}:
        sys.exit(f"{folder}: its manifest does not list `datapackage.json`")
    package = frictionless.Package(str(path))
    check_types(folder, [resource for resource in package.resources if resource.format == "parquet"])
    # frictionless reads Parquet by way of pandas, where a column of whole numbers with gaps is one of floats.
    tables = [resource for resource in package.resources if resource.format == "csv"]
    report = frictionless.Package(resources=[resource.to_copy() for resource in tables], basepath=str(folder)).validate()
    if not report.valid:
        sys.exit(f"{path}: {report.flatten(['title', 'rowNumber', 'fieldName', 'message'])[:5]}")
    described = {resource.path: resource for resource in package.resources}
    if described.keys() != listed.keys():
        sys.exit(f"{path}: it has {sorted(described)}, but the manifest lists {sorted(listed)}")
    for task in report.tasks:
        # A table without rows has no number of them.
        rows = task.stats.get("rows", 0)
        if rows != listed[task.place]:
            sys.exit(f"{path}: `{task.place}` has {rows} rows, in the manifest {listed[task.place]}")
    for resource in package.resources:
        for field in resource.schema.fields:
            if not field.description:
                sys.exit(f"{path}: `{field.name}` of `{resource.path}` has no meaning")
            for ending, unit in UNITS.items():
                found = field.custom.get("unit")
                if field.name.endswith(ending) and (found is None or unit not in (None, found)):
                    sys.exit(f"{path}: the unit of `{field.name}` of `{resource.path}` is {found}")
    return len(listed), sum(listed.values())


def main(parquet_run, csv_run, more):
    tables = sorted(path.relative_to(parquet_run) for path in parquet_run.rglob("*.parquet"))
    expected = [csv_run / table.with_suffix(".csv") for table in tables]
    left_out = {
        *("census.csv", "climate.csv", "deadwood.csv", "gaps.csv", "ground.csv"),
        *("harvest.csv", "inventory.csv"),
        *("replicates.csv", "sites.csv", "spacing.csv", "suitability.csv"),
    }
    others = {path.relative_to(csv_run).as_posix() for path in csv_run.rglob("*.csv")}
    others = {path for path in others if not path.startswith(("inputs/", "replicates/"))}
    missing = others - left_out - {path.relative_to(csv_run).as_posix() for path in expected}
    if missing:
        sys.exit(f"{parquet_run}: there is no Parquet for {sorted(missing)}")
    for folder in ("trees", "state", "events.parquet"):
        if not any(table.parts[0] == folder for table in tables):
            sys.exit(f"{parquet_run}: it has no Parquet of `{folder}`")
    rows = values = 0
    for table, plain in zip(tables, expected):
        counted = compare(parquet_run / table, plain)
        rows, values = rows + counted[0], values + counted[1]
    print(f"pyarrow {pa.__version__}: {len(tables)} tables, {rows} rows, {values} values as in the CSV")
    checked = [check_package(folder) for folder in (parquet_run, csv_run, *more)]
    tables, rows = (sum(numbers) for numbers in zip(*checked))
    print(f"frictionless {frictionless.__version__}: {tables} tables, {rows} rows are what their packages say")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]), [Path(folder) for folder in sys.argv[3:]])

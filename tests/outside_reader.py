"""Compares every value of a run's Parquet tables, read by pyarrow, with the CSV tables of the same run.

    python3 tests/outside_reader.py FOLDER_OF_THE_PARQUET_RUN FOLDER_OF_THE_CSV_RUN

`tests/outside_reader.sh` makes the two runs and calls this.
"""

import csv
import struct
import sys
from pathlib import Path

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


def main(parquet_run, csv_run):
    tables = sorted(path.relative_to(parquet_run) for path in parquet_run.rglob("*.parquet"))
    expected = [csv_run / table.with_suffix(".csv") for table in tables]
    left_out = {"census.csv", "spacing.csv", "gaps.csv", "ground.csv", "suitability.csv", "sites.csv", "replicates.csv"}
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


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))

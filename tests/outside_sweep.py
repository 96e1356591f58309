"""Holds the indices in `sensitivity.csv` against SALib's, found in the same points: outside_sweep.py DESIGN FOLDER TASKS.csv"""

import csv
import sys

import numpy as np
from SALib.analyze import morris, sobol

design, folder, listed = sys.argv[1:]


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


tasks = rows(listed)
keys = [name for name in tasks[0] if name not in ("task", "seed")]
points = [task for task in tasks if task["task"].endswith("-00")]
bounds = {key: [min(float(p[key]) for p in points), max(float(p[key]) for p in points)] for key in keys}
table = rows(f"{folder}/sweep.csv")
own = {}
for row in rows(f"{folder}/sensitivity.csv"):
    own[row["year"], row["species"], row["figure"], row["key"], row["index"]] = float(row["value"])

# The rows of a point stand together, first replicate first.
replicates = len(tasks) // len(points)
rows_of_task = len(table) // len(tasks)
compared = worst = 0
for at in range(rows_of_task):
    year, species = table[at]["year"], table[at]["species"]
    for figure in list(table[0])[len(keys) + 3 :]:
        values = [table[task * rows_of_task + at][figure] for task in range(len(tasks))]
        if "" in values:
            continue
        values = np.array([float(value) for value in values]).reshape(len(points), replicates).mean(axis=1)
        if values.min() == values.max():
            assert (year, species, figure, keys[0], "mu") not in own
            continue
        problem = {"num_vars": len(keys), "names": keys, "bounds": [[0.0, 1.0]] * len(keys)}
        if design == "sobol":
            found = sobol.analyze(problem, values, calc_second_order=False, num_resamples=2, seed=1)
            indices = {"first": found["S1"], "total": found["ST"]}
        else:
            # Whole numbers of a range have equal parts, so the levels are taken and not the numbers.
            levels = np.array(
                [[sorted({float(p[key]) for p in points}).index(float(point[key])) for key in keys] for point in points]
            ) / 3.0
            found = morris.analyze(problem, levels, values, num_levels=4, num_resamples=2, seed=1)
            indices = {"mu": found["mu"], "mu_star": found["mu_star"], "sigma": found["sigma"]}
        for index, expected in indices.items():
            for key, value in zip(keys, np.asarray(expected, dtype=float)):
                mine = own[year, species, figure, key, index]
                scale = max(abs(value), 1.0 if design == "sobol" else float(np.ptp(values)))
                worst = max(worst, abs(mine - value) / scale)
                compared += 1
assert compared > 100, compared
assert worst < 1e-9, worst
print(f"{design}: {compared} indices as SALib has them, to {worst:.1e}")

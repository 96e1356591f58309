"""Makes the tables of this folder from the run folders named in ../README.md.

usage: python3 results/tables/make.py [RUNS]     RUNS: the folder of the run folders, by default `results`

A table is made where all its run folders are there, and left alone otherwise. Standard library only.
"""

import csv
import json
import math
import statistics
import sys
from pathlib import Path

TABLES = Path(__file__).parent
RUNS = Path(sys.argv[1]) if len(sys.argv) > 1 else TABLES.parent
RENEWAL = ["renewal", "renewal-no-competition", "renewal-no-inhibition"]
LONG_RENEWAL = "renewal-1200-years"
INHIBITION = "claims-inhibition"
ARTICLES, TREES, QUICK = "claims-articles", "claims-trees", "claims-quick"
RECORD = TABLES.parent.parent / "crates" / "claims" / "src" / "recorded"
PAGE = TABLES.parent.parent / "docs" / "src" / "claims.md"
CALIBRATED = [f"calibrate-{stand}" for stand in ("longleaf", "swedishpines", "japanesepines")]
RECOVERED = ["calibrate-longleaf-recovery", "calibrate-swedishpines-recovery"]
EVEN_AGED = [f"even-aged-{seed}" for seed in range(1, 11)]
# Two-sided 95 % points of Student's t, by degrees of freedom.
T_95 = {4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}


def rows(run, table):
    with open(RUNS / run / table, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(table, header, lines):
    with open(TABLES / table, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(lines)
    print(f"{table}: {len(lines)} rows")


def text(value, digits):
    return "" if value is None or value == "" else f"{float(value):.{digits}f}"


def mean_and_interval(values):
    """Mean and 95 % interval of independent runs; no interval below five of them."""
    mean = statistics.fmean(values)
    if len(values) - 1 not in T_95:
        return mean, None, None
    half = T_95[len(values) - 1] * statistics.stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def clark_evans_of_adults():
    """Clark–Evans index of the trees of 10 cm or more, by decade."""
    lines = [
        [run, row["year"], *(text(row[column], 4) for column in ("mean", "low", "high")), row["n"]]
        for run in RENEWAL
        for row in rows(run, "replicates.csv")
        if row["figure"] == "clark_evans_naive.adult"
    ]
    write("clark-evans-adults.csv", ["run", "year", "mean", "low", "high", "n"], lines)


def renewal_stand():
    """Stems per hectare by class, and basal area, by decade: means over the replicates."""
    figures = ["seedlings", "saplings", "adults", "basal_area_m2_per_ha"]
    lines = []
    for run in RENEWAL:
        width_m, height_m = json.loads((RUNS / run / "manifest.json").read_text())["world"]["size_m"]
        hectares = width_m * height_m / 1e4
        means = {(int(row["year"]), row["figure"]): float(row["mean"]) for row in rows(run, "replicates.csv")}
        for year in range(0, max(year for year, _ in means) + 1, 10):
            counts = [means[year, f"{figure}.all"] for figure in figures]
            per_ha = [count / hectares for count in counts[:3]]
            lines.append([run, year, *(text(count, 1) for count in per_ha), text(counts[3], 2)])
    header = ["run", "year", "seedlings_per_ha", "saplings_per_ha", "adults_per_ha", "basal_area_m2_per_ha"]
    write("renewal-stand.csv", header, lines)


def long_renewal():
    """The renewal stand through 1,200 years, by decade: Clark–Evans index of trees of 10 cm or more, and what stands there."""
    width_m, height_m = json.loads((RUNS / LONG_RENEWAL / "manifest.json").read_text())["world"]["size_m"]
    hectares = width_m * height_m / 1e4
    found = {(int(row["year"]), row["figure"]): row for row in rows(LONG_RENEWAL, "replicates.csv")}
    lines = []
    for year in range(0, max(year for year, _ in found) + 1, 10):
        index = found.get((year, "clark_evans_naive.adult"))
        spread = [text(index[column], 4) for column in ("mean", "low", "high")] if index else [""] * 3
        mean = lambda figure: float(found[year, figure]["mean"])
        stand = [text(mean("adults.all") / hectares, 1), text(mean("basal_area_m2_per_ha.all"), 2)]
        lines.append([year, *spread, *stand, found[year, "adults.all"]["n"]])
    header = ["year", "clark_evans", "low", "high", "adults_per_ha", "basal_area_m2_per_ha", "n"]
    write("renewal-1200-years.csv", header, lines)


def inhibition():
    """Clark–Evans index of adults under an inhibiting field, by its form and strength: a row for each of the claims `fields`."""
    found = {row["id"]: row for row in rows(INHIBITION, "claims.csv")}
    lines = []
    for name, row in found.items():
        if name.endswith(".adults"):
            continue
        index = [text(row[column], 4) for column in ("measured", "low", "high")]
        adults = text(found[f"{name}.adults"]["measured"], 1)
        lines.append([*name.split(".")[1:], *index, adults, row["seeds"]])
    header = ["light", "seeds", "stopped_seeds", "reach", "strength", "clark_evans", "low", "high", "adults_per_ha", "n"]
    write("inhibition.csv", header, lines)


def thinning():
    """The even-aged stand by decade, and the slope of its thinning line (trees of 1.3 m or more)."""
    stands, slopes = [], []
    for run in EVEN_AGED:
        spacing = {
            int(row["year"]): float(row["observed"])
            for row in rows(run, "spacing.csv")
            if row["scope"] == "all" and row["statistic"] == "clark_evans_naive"
        }
        stand = {}
        for year, clark_evans in spacing.items():
            dbh_cm = [
                float(tree["dbh_cm"])
                for tree in rows(run, f"trees/year-{year:04d}.csv")
                if float(tree["height_m"]) >= 1.3
            ]
            squares_cm2 = sum(d * d for d in dbh_cm)
            mean_cm = math.sqrt(squares_cm2 / len(dbh_cm)) if dbh_cm else 0.0
            stand[year] = (len(dbh_cm), mean_cm, math.pi / 4e4 * squares_cm2, clark_evans)
        stands.append(stand)
        # As the claim `thinning.beech` has it: before, trees still grow past breast height.
        counts = {year: n for year, (n, *_) in stand.items()}
        peak = max(counts, key=counts.get)
        line = [
            (math.log(d), math.log(n)) for year, (n, d, _, _) in stand.items() if year > peak and n < 0.8 * counts[peak]
        ]
        slopes.append(reduced_major_axis(line))
    lines = []
    for year in range(10, max(stands[0]) + 1, 10):
        columns = list(zip(*(stand[year] for stand in stands)))
        n, d, area = (statistics.fmean(column) for column in columns[:3])
        spacing = [text(value, 4) for value in mean_and_interval(columns[3])]
        lines.append([year, text(n, 0), text(d, 2), text(area, 2), *spacing, len(stands)])
    header = ["year", "trees_per_ha", "quadratic_mean_dbh_cm", "basal_area_m2_per_ha"]
    write("thinning.csv", [*header, "clark_evans", "low", "high", "n"], lines)
    slope = [text(value, 4) for value in mean_and_interval([slope for slope, _ in slopes])]
    r_squared = text(statistics.fmean(r2 for _, r2 in slopes), 4)
    write("reineke.csv", ["slope", "low", "high", "r_squared", "n"], [[*slope, r_squared, len(slopes)]])


def reduced_major_axis(line):
    """Slope and r² of the reduced major axis."""
    x, y = zip(*line)
    correlation = statistics.correlation(x, y)
    slope = math.copysign(statistics.stdev(y) / statistics.stdev(x), correlation)
    return slope, correlation**2


def rings():
    """Recruits of the lone mother by distance from her."""
    run = "lone-mother"
    years = json.loads((RUNS / run / "manifest.json").read_text())["years"]
    trees = rows(run, f"trees/year-{years:04d}.csv")
    mother = max(trees, key=lambda tree: float(tree["height_m"]))
    place = [float(mother["x_m"]), float(mother["y_m"])]
    distances_m = [math.dist(place, (float(tree["x_m"]), float(tree["y_m"]))) for tree in trees if tree is not mother]
    edges_m = [0, 1, 2, 3, 4, 6, 8, 10, 15, 20, 30]
    lines = []
    for near_m, far_m in zip(edges_m, edges_m[1:]):
        recruits = sum(near_m <= distance_m < far_m for distance_m in distances_m)
        area_m2 = math.pi * (far_m**2 - near_m**2)
        lines.append([near_m, far_m, recruits, text(recruits / area_m2 / years, 4)])
    write("lone-mother-rings.csv", ["from_m", "to_m", "recruits", "recruits_per_m2_per_yr"], lines)


def performance():
    """What a year of the large forest costs."""
    manifest = json.loads((RUNS / "large" / "manifest.json").read_text())
    census = [row for row in rows("large", "census.csv") if row["species"] == "all"]
    cost = manifest["performance"]
    years = sum(int(row["seeds_landed"]) for row in census[1:])
    header = ["trees", "years", "threads", "tree_years", "year_s", "us_per_tree_year", "seeds_landed_per_tree_year", "peak_rss_mb"]
    line = [
        census[-1]["trees"],
        manifest["years"],
        manifest["threads"],
        cost["tree_years"],
        text(cost["year_s"], 3),
        text(1e6 * cost["year_s"] / cost["tree_years"], 3),
        text(years / cost["tree_years"], 2),
        text(cost["peak_rss_bytes"] / 1e6, 0),
    ]
    write("large-performance.csv", header, [line])


def many_forests():
    """All methods beside six forests, in three digits and without times; the forests' own rows tell their yardstick."""
    own = {row["forest"]: row["own_g_ks"] for row in rows("compare-many", "forests.csv")}
    numbers = ["clark_evans", "g_ks", "g_over_own", "l_rmse_m", "pcf_rmse", "g_p", "j_p", "g_and_j_p", "fit_error_before", "fit_error"]
    header = ["forest", "method", "fitted_to", "fitted", "points", "clark_evans_by", *numbers, "own_g_ks"]
    lines = [
        [
            *(row[column] for column in header[:6]),
            *(text(row[column], 3) for column in numbers),
            text(own[row["forest"]], 3) if row["method"] == "target" else "",
        ]
        for row in rows("compare-many", "methods.csv")
    ]
    write("compare-many.csv", header, lines)


def article_claims():
    """What articles claim: the page with all rows."""
    claims = rows(ARTICLES, "claims.csv")
    page = PAGE.read_text(encoding="utf-8")
    for letter in ["", *dict.fromkeys(row["id"][0] for row in claims)]:
        own = [row for row in claims if row["id"].startswith(letter)]
        page = put(page, f"counts {letter}".strip(), told(own))
        if letter:
            page = put(page, f"rows {letter}", "\n".join(["", *TABLE_HEAD, *map(line_of, own), ""]))
    PAGE.write_text(page, encoding="utf-8")
    print(f"{PAGE.name}: {len(claims)} rows")


TABLE_HEAD = [
    "| id | said by | claim | experiment | expected | measured | verdict | |",
    "|---|---|---|---|---|---|---|---|",
]


def put(page, name, text):
    """Puts a text between the two marks of this name, which stand once in the page."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    assert page.count(start) == 1 and page.count(end) == 1, name
    before, rest = page.split(start)
    return before + start + text + end + rest.split(end)[1]


def told(claims):
    """How many rows there are, with what the articles and their readers say apart from what was added."""
    said = [row for row in claims if row["said_by"] != "ours"]
    ours = [row for row in claims if row["said_by"] == "ours"]
    return f"{len(claims)} rows. Of {len(said)} statements of the articles and their readers {verdicts(said)}; of {len(ours)} rows of ours {verdicts(ours)}."


def verdicts(claims):
    count = {word: sum(row["verdict"] == word for row in claims) for word in ["holds", "fails", "in part"]}
    text = f"{count['holds']} hold, {count['fails']} fail"
    return text + (f", {count['in part']} in part" if count["in part"] else "")


def line_of(row):
    numbers = [float(row[column]) for column in ["measured", "low", "high"]]
    measured, low, high = map(three_digits, numbers)
    interval = "" if numbers[1] == numbers[2] or low == high == measured else f" ({low} to {high})"
    cells = ["id", "said_by", "statement", "experiment", "expected"]
    cells = [row[cell].replace("|", "\\|") for cell in cells]
    return "| " + " | ".join([*cells, measured + interval, row["verdict"], row["remark"].replace("|", "\\|")]) + " |"


def three_digits(value):
    digits = f"{value:.3g}"
    return f"{value:,.0f}" if abs(value) >= 999.5 else digits if "e" not in digits else f"{value:.6f}".rstrip("0").rstrip(".")


def on_record():
    """What verdicts are held against: the numbers of a quick run of all claims, and of full runs of two sets."""
    columns = ["id", "set", "measured", "low", "high", "verdict", "seeds"]
    for name, runs in {"quick": [QUICK], "full": [ARTICLES, TREES]}.items():
        lines = [[row[column] for column in columns] for run in runs for row in rows(run, "claims.csv")]
        write(RECORD / f"{name}.csv", columns, lines)


def copies():
    """Tables that are the runs' own."""
    of_runs = {"compare-temperate": "methods", ARTICLES: "claims", TREES: "claims", "claims-forest": "claims"}
    for run, table in of_runs.items():
        if (RUNS / run / f"{table}.csv").exists():
            (TABLES / f"{run}.csv").write_bytes((RUNS / run / f"{table}.csv").read_bytes())
            print(f"{run}.csv: a copy")


def calibrations():
    """The keys that were fitted to measured stands, and where these leave the envelopes of the fitted models."""
    keys, envelopes = [], []
    for run in CALIBRATED:
        with open(RUNS / run / "summary.json", encoding="utf-8") as file:
            summary = json.load(file)
        for key, found in summary["keys"].items():
            numbers = [f"{found[name]:.4g}" for name in ("low", "high", "q025", "q50", "q975", "interval_share")]
            keys.append([run, key, *numbers, "yes" if found["identified"] else "no", text(summary["effective_size"], 0)])
        for function, found in summary["predictive"].items():
            outside = " ".join(f"{low:.3g}-{high:.3g}" for low, high in found["outside_m"])
            envelopes.append([run, function, "yes" if found["fitted"] else "no", text(found["p"], 3), outside])
    write(
        "calibrations.csv",
        ["scenario", "key", "prior_low", "prior_high", "q025", "q50", "q975", "interval_share", "identified", "effective_size"],
        keys,
    )
    write("calibration-envelopes.csv", ["scenario", "function", "fitted", "p", "outside_m"], envelopes)


def recoveries():
    """Known keys that were found again."""
    columns = ["runs", "coverage_95", "coverage_50", "interval_share", "error_share", "correlation", "ranks_p"]
    lines = [
        [run, row["key"], row["runs"], *(text(row[column], 3) for column in columns[1:])]
        for run in RECOVERED
        for row in rows(run, "recovery.csv")
    ]
    write("calibration-recovery.csv", ["scenario", "key", *columns], lines)


def main():
    tables = [
        (clark_evans_of_adults, RENEWAL),
        (renewal_stand, RENEWAL),
        (long_renewal, [LONG_RENEWAL]),
        (inhibition, [INHIBITION]),
        (thinning, EVEN_AGED),
        (rings, ["lone-mother"]),
        (performance, ["large"]),
        (many_forests, ["compare-many"]),
        (article_claims, [ARTICLES]),
        (on_record, [QUICK, ARTICLES, TREES]),
        (calibrations, CALIBRATED),
        (recoveries, RECOVERED),
        (copies, []),
    ]
    for make, runs in tables:
        missing = [run for run in runs if not (RUNS / run / "manifest.json").exists()]
        if missing:
            print(f"{make.__name__}: left alone, as {', '.join(missing)} is not in {RUNS}")
        else:
            make()


main()

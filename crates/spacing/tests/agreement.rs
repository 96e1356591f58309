//! Agreement with an independent program; see `tests/reference/README.md`.

use understory_numerics::sample::unit_from_u64;
use understory_numerics::{Key, Purpose};
use understory_spacing::{Edge, NearestNeighbourSummary, Plot};

/// The rows of a CSV file in `tests/reference/`, without its header.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/reference/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn number(field: &str) -> f64 {
    field.parse().unwrap_or_else(|_| panic!("`{field}` is no number"))
}

struct Pattern {
    name: String,
    row: Vec<String>,
    summary: NearestNeighbourSummary,
}

fn patterns() -> Vec<Pattern> {
    let rows_of_patterns = rows("patterns.csv");
    assert_eq!(rows_of_patterns.len(), 6);
    let pattern = |row: Vec<String>| {
        let [x_min, y_min, x_max, y_max] = [2, 3, 4, 5].map(|column| number(&row[column]));
        let window = Plot::new([x_min, y_min], [x_max - x_min, y_max - y_min], Edge::Open)
            .expect("reference windows have an area");
        let points: Vec<[f64; 2]> = rows(&format!("points/{}.csv", row[0]))
            .iter()
            .map(|fields| [number(&fields[0]), number(&fields[1])])
            .collect();
        assert_eq!(points.len().to_string(), row[1]);
        let summary =
            NearestNeighbourSummary::new(&points, &window).expect("reference points lie in their window");
        Pattern {
            name: row[0].clone(),
            row,
            summary,
        }
    };
    rows_of_patterns.into_iter().map(pattern).collect()
}

fn assert_close(ours: f64, theirs: f64, what: &str) {
    assert!(
        (ours - theirs).abs() <= 1e-9 * theirs.abs(),
        "{what}: {ours} against {theirs}"
    );
}

#[test]
fn nearest_neighbour_distances_agree() {
    for Pattern { name, row, summary } in patterns() {
        let sorted = summary.sorted_m();
        let mean = summary.mean_m();
        let squares: f64 = sorted.iter().map(|d| (d - mean) * (d - mean)).sum();
        let sd = (squares / (sorted.len() as f64 - 1.0)).sqrt();
        for (column, ours) in [(6, mean), (7, sd), (8, sorted[0]), (9, sorted[sorted.len() - 1])] {
            assert_close(ours, number(&row[column]), &format!("{name}, column {column}"));
        }
    }
}

#[test]
fn clark_evans_agrees() {
    for Pattern { name, row, summary } in patterns() {
        let index = summary.clark_evans();
        assert_close(index.naive, number(&row[10]), &format!("{name}, naive"));
        assert_close(
            index.donnelly.unwrap(),
            number(&row[11]),
            &format!("{name}, Donnelly"),
        );
    }
}

#[test]
fn g_agrees() {
    for Pattern { name, summary, .. } in patterns() {
        let theirs = rows(&format!("g/{name}.csv"));
        assert_eq!(theirs.len(), 64);
        let r: Vec<f64> = theirs.iter().map(|fields| number(&fields[0])).collect();
        let ours = summary.g(&r).unwrap();
        for (i, fields) in theirs.iter().enumerate() {
            for (column, curve) in [(1, &ours.theoretical), (2, &ours.raw), (3, &ours.km)] {
                let what = format!("{name}, r = {}, column {column}", r[i]);
                assert_close(curve[i], number(&fields[column]), &what);
            }
        }
    }
}

#[test]
fn densities_are_the_counts_of_the_histogram() {
    let histogram = rows("nnd_histogram.csv");
    let is_counted = |pattern: &Pattern| histogram.iter().any(|row| row[0] == pattern.name);
    let counted: Vec<_> = patterns().into_iter().filter(is_counted).collect();
    assert_eq!(counted.len(), 5);
    for Pattern { name, summary, .. } in counted {
        let of_pattern = histogram.iter().filter(|row| row[0] == name);
        let theirs: Vec<f64> = of_pattern.map(|row| number(&row[2])).collect();
        let distances = summary.sorted_m();
        let density = summary
            .density(distances[distances.len() - 1], theirs.len())
            .unwrap();
        for (observed_per_m, count) in density.observed_per_m.iter().zip(theirs) {
            assert_close(
                observed_per_m * density.bin_m * distances.len() as f64,
                count,
                &name,
            );
        }
    }
}

/// Over many uniform patterns the estimators have the means that spatstat's have, edge effects and all.
#[test]
fn means_over_uniform_patterns_agree_within_three_standard_errors() {
    const SIMULATIONS: u32 = 400;
    let window = Plot::new([0.0; 2], [1.0; 2], Edge::Open).unwrap();
    let null = rows("csr_null.csv");
    for n in [100_u32, 1000] {
        let rows: Vec<_> = null.iter().filter(|row| row[0] == n.to_string()).collect();
        assert_eq!(rows.len(), 14);
        let r: Vec<f64> = rows
            .iter()
            .filter(|row| row[2] == "G_km")
            .map(|row| number(&row[3]))
            .collect();
        let mut sums = vec![0.0; rows.len()];
        for simulation in 0..SIMULATIONS {
            let key = Key::root(1, &["null"]).child(0, Purpose::Member, simulation);
            let points: Vec<_> = (0..n).map(|i| uniform_place(key, i)).collect();
            let summary = NearestNeighbourSummary::new(&points, &window).unwrap();
            let (index, g) = (summary.clark_evans(), summary.g(&r).unwrap());
            for (sum, row) in sums.iter_mut().zip(&rows) {
                let at = || r.iter().position(|&r| r == number(&row[3])).unwrap();
                *sum += match row[2].as_str() {
                    "G_km" => g.km[at()],
                    "G_raw" => g.raw[at()],
                    "CE_naive" => index.naive,
                    "CE_donnelly" => index.donnelly.unwrap(),
                    figure => panic!("`{figure}` is not known"),
                };
            }
        }
        for (sum, row) in sums.iter().zip(&rows) {
            let (mean, sd) = (number(&row[4]), number(&row[5]));
            let error = sd * (1.0 / number(&row[1]) + 1.0 / f64::from(SIMULATIONS)).sqrt();
            let ours = sum / f64::from(SIMULATIONS);
            assert!(
                (ours - mean).abs() < 3.0 * error,
                "{row:?}: {ours}, standard error {error}"
            );
        }
    }
}

fn uniform_place(key: Key, number: u32) -> [f64; 2] {
    let [a, b, c, d] = key.draws(0, Purpose::Place, number);
    [(a, b), (c, d)].map(|(low, high)| unit_from_u64(u64::from(low) | u64::from(high) << 32))
}

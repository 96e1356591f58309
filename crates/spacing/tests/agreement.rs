//! Agreement with an independent program; see `tests/reference/README.md`.

use understory_numerics::sample::unit_from_u64;
use understory_numerics::{Purpose, RandomKey};
use understory_spacing::{
    Edge, EmptySpace, NearestNeighbourSummary, PairCurves, PairKernel, PairStatistics, Plot, Radii,
    hopkins_skellam,
};

use crate::reference_files::{number, rows};

struct Pattern {
    name: String,
    row: Vec<String>,
    summary: NearestNeighbourSummary,
}

fn patterns() -> Vec<Pattern> {
    let rows_of_patterns = rows("patterns.csv");
    assert_eq!(rows_of_patterns.len(), 7);
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
    let null = rows("csr_null.csv");
    for n in [100_u32, 1000] {
        let rows: Vec<_> = null.iter().filter(|row| row[0] == n.to_string()).collect();
        assert_eq!(rows.len(), 57);
        let r_max: f64 = rows
            .iter()
            .filter_map(|row| row[3].parse().ok())
            .fold(0.0, f64::max);
        let mut sums = vec![0.0; rows.len()];
        for simulation in 0..SIMULATIONS {
            let key = RandomKey::root(1, &["null"]).child(0, Purpose::Member, simulation);
            let points: Vec<_> = (0..n).map(|i| uniform_place(key, i)).collect();
            let found = Estimates::of(
                &points,
                RandomKey::root(2, &["null"]).child(0, Purpose::Member, simulation),
                r_max,
            );
            for (sum, row) in sums.iter_mut().zip(&rows) {
                *sum += found.figure(&row[2], &row[3]);
            }
        }
        for (sum, row) in sums.iter().zip(&rows) {
            let (mean, sd) = (number(&row[4]), number(&row[5]));
            let error = sd * (1.0 / number(&row[1]) + 1.0 / f64::from(SIMULATIONS)).sqrt();
            let ours = sum / f64::from(SIMULATIONS);
            // spatstat's distances of pixels are too great for some, which lowers its F: by 2e-4 at most here.
            let theirs_off = if row[2].starts_with('F') { 2.5e-4 } else { 0.0 };
            assert!(
                (ours - mean).abs() < 3.0 * error + theirs_off,
                "{row:?}: {ours}, standard error {error}"
            );
        }
    }
}

/// What is averaged over uniform patterns in the unit square. The curves stand at steps of a tenth of the greatest
/// distance, which all of the reference are.
struct Estimates {
    r: Vec<f64>,
    curves: [(&'static str, Vec<Option<f64>>); 9],
    numbers: [(&'static str, f64); 3],
}

impl Estimates {
    fn of(points: &[[f64; 2]], key: RandomKey, r_max: f64) -> Self {
        use understory_spacing::EdgeCorrection::{Border, Isotropic, Translation};
        let window = Plot::new([0.0; 2], [1.0; 2], Edge::Open).unwrap();
        let radii = Radii::new(r_max, 10).unwrap();
        let r = radii.to_vec_m();
        let summary = NearestNeighbourSummary::new(points, &window).unwrap();
        let (g, index) = (summary.g(&r).unwrap(), summary.clark_evans());
        let f = EmptySpace::new(points, &window, [128, 128])
            .unwrap()
            .f(&r)
            .unwrap();
        let pairs = PairStatistics::new(points, &window).unwrap();
        let k = pairs.k(&radii, &[Border, Translation, Isotropic]).unwrap();
        let pcf = pairs
            .pair_correlation(&radii, &[Translation], &PairKernel::default())
            .unwrap();
        let all = |values: Vec<f64>| values.into_iter().map(Some).collect();
        let of_pairs = |curves: &PairCurves, by| curves.by(by).unwrap().to_vec();
        Self {
            r,
            curves: [
                ("G_km", all(g.km)),
                ("G_raw", all(g.raw)),
                ("G_rs", g.rs),
                ("F_km", all(f.km)),
                ("F_raw", all(f.raw)),
                ("K_border", of_pairs(&k, Border)),
                ("K_trans", of_pairs(&k, Translation)),
                ("K_iso", of_pairs(&k, Isotropic)),
                ("pcf_trans_divr", of_pairs(&pcf, Translation)),
            ],
            numbers: [
                ("CE_naive", index.naive),
                ("CE_donnelly", index.donnelly.unwrap()),
                (
                    "hopkins_skellam",
                    hopkins_skellam(points, &window, key).unwrap().index,
                ),
            ],
        }
    }

    /// A figure at a distance, or one that has none.
    fn figure(&self, name: &str, r: &str) -> f64 {
        if let Some((_, number)) = self.numbers.iter().find(|(own, _)| *own == name) {
            return *number;
        }
        let (_, curve) = self.curves.iter().find(|(own, _)| *own == name).expect(name);
        let r = number(r);
        let at = self
            .r
            .iter()
            .position(|own| (own - r).abs() < 1e-9)
            .expect("a tenth");
        curve[at].expect(name)
    }
}

fn uniform_place(key: RandomKey, number: u32) -> [f64; 2] {
    let [a, b, c, d] = key.draws(0, Purpose::Place, number);
    [(a, b), (c, d)].map(|(low, high)| unit_from_u64(u64::from(low) | u64::from(high) << 32))
}

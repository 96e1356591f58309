//! Sums over pairs agree with an independent program; see `tests/reference/README.md`.

use understory_spacing::{
    CrossPairStatistics, Divisor, Edge, EdgeCorrection, PairKernel, PairStatistics, Plot, Radii,
};

use EdgeCorrection::{Border, Isotropic, None as Uncorrected, Periodic, Translation};

const STEPS: usize = 64;
/// Patterns whose points have a mark or a type.
const MARKED: [&str; 4] = ["longleaf", "csr_1e3", "bramblecanes", "anemones"];

/// A CSV file in `tests/reference/`, column by column.
struct Table(Vec<(String, Vec<Option<f64>>)>);

impl Table {
    fn read(file: &str) -> Self {
        let path = format!("{}/tests/reference/{file}.csv", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut lines = text.lines();
        let header = lines.next().expect("a header").split(',').map(str::to_owned);
        let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
        let column = |at: usize| rows.iter().map(|row| row[at].parse().ok()).collect();
        Self(header.enumerate().map(|(at, name)| (name, column(at))).collect())
    }

    fn get(&self, name: &str) -> Option<&[Option<f64>]> {
        Some(&self.0.iter().find(|column| column.0 == name)?.1)
    }

    fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        self.get(name)?.iter().copied().collect()
    }
}

struct Pattern {
    name: String,
    window: Plot,
    points_m: Vec<[f64; 2]>,
    marks: Option<Vec<f64>>,
    table: Table,
    radii: Radii,
}

fn patterns() -> Vec<Pattern> {
    let path = format!("{}/tests/reference/pairs/windows.csv", env!("CARGO_MANIFEST_DIR"));
    let windows = std::fs::read_to_string(path).expect("a list of windows");
    let pattern = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let name = fields[0].to_owned();
        let [x_min, y_min, x_max, y_max] =
            [1, 2, 3, 4].map(|at: usize| fields[at].parse::<f64>().expect("a number"));
        let points = Table::read(&format!("points/{name}"));
        let (xs, ys) = (
            points.numbers("x").expect("a full column"),
            points.numbers("y").expect("a full column"),
        );
        let table = Table::read(&format!("pairs/{name}"));
        let r_max = table.numbers("r").expect("a full column")[STEPS - 1];
        Pattern {
            window: Plot::new([x_min, y_min], [x_max - x_min, y_max - y_min], Edge::Open).expect("an area"),
            points_m: xs.iter().zip(&ys).map(|(&x, &y)| [x, y]).collect(),
            marks: MARKED.contains(&fields[0]).then(|| {
                Table::read(&format!("marks/{name}"))
                    .numbers("mark")
                    .expect("a full column")
            }),
            radii: Radii::new(r_max, STEPS).expect("a range"),
            table,
            name,
        }
    };
    let patterns: Vec<Pattern> = windows.lines().skip(1).map(pattern).collect();
    assert_eq!(patterns.len(), 8);
    patterns
}

/// Ours stand at r = 0 as well. Binned values are smeared over places where ours are undefined, and compared to 3 %
/// of the greatest.
fn assert_agree(pattern: &Pattern, column: &str, ours: &[Option<f64>], rows: usize) {
    let theirs = pattern.table.get(column).expect("a full column");
    let is_tie = pattern.table.numbers("is_tie").expect("a full column");
    let is_binned = column.ends_with("_binned");
    let greatest = theirs.iter().flatten().fold(0.0_f64, |a, b| a.max(*b));
    let mut compared = 0;
    for k in (0..rows).filter(|&k| is_tie[k] == 0.0) {
        let what = format!("{}, {column}, k = {}", pattern.name, k + 1);
        match (ours[k + 1], theirs[k]) {
            (None, Some(_)) if is_binned => continue,
            (Some(ours), Some(theirs)) => {
                let tolerance = if is_binned {
                    0.03 * greatest
                } else {
                    1e-9 * theirs.abs()
                };
                assert!(
                    (ours - theirs).abs() <= tolerance,
                    "{what}: {ours} against {theirs}"
                );
            }
            (ours, theirs) => assert_eq!(ours, theirs, "{what}"),
        }
        compared += 1;
    }
    assert!(compared > 40, "{compared}");
}

/// Patterns on a lattice have distances across the seam, too, that equal a radius, where rounding decides.
fn mark_ties(pattern: &mut Pattern, torus: &Plot) {
    let ties = &mut pattern
        .table
        .0
        .iter_mut()
        .find(|column| column.0 == "is_tie")
        .expect("a column of ties")
        .1;
    for (i, &a) in pattern.points_m.iter().enumerate() {
        for &b in &pattern.points_m[..i] {
            let steps = torus.distance_squared_m2(a, b).sqrt() / pattern.radii.step_m();
            let k = steps.round() as usize;
            if (1..=STEPS).contains(&k) && (steps - k as f64).abs() < 1e-9 * steps {
                ties[k - 1] = Some(1.0);
            }
        }
    }
}

#[test]
fn k_and_l_agree() {
    for pattern in patterns() {
        let pairs = PairStatistics::new(&pattern.points_m, &pattern.window).unwrap();
        let all = [Uncorrected, Border, Translation, Isotropic];
        let k = pairs.k(&pattern.radii, &all).unwrap();
        for correction in all {
            assert_agree(&pattern, correction.name(), k.by(correction).unwrap(), STEPS);
        }
        let l = pairs.l(&pattern.radii, &[Translation]).unwrap();
        assert_agree(&pattern, "l_trans", l.by(Translation).unwrap(), STEPS);
        for (r_m, theirs) in k.r_m[1..].iter().zip(pattern.table.numbers("r").unwrap()) {
            assert!((r_m - theirs).abs() <= 1e-12 * theirs);
        }
    }
}

#[test]
fn periodic_k_agrees() {
    for mut pattern in patterns() {
        let window = &pattern.window;
        let torus = Plot::new(window.origin_m(), window.size_m(), Edge::Torus).unwrap();
        let points_m: Vec<[f64; 2]> = pattern
            .points_m
            .iter()
            .map(|&p| torus.place(p).unwrap())
            .collect();
        let pairs = PairStatistics::new(&points_m, &torus).unwrap();
        let k = pairs.k(&pattern.radii, &[Uncorrected, Periodic]).unwrap();
        mark_ties(&mut pattern, &torus);
        assert_agree(&pattern, "periodic", k.by(Periodic).unwrap(), STEPS);
        // Without correction a torus is a window like any other, but that points on its far edges were moved.
        if points_m == pattern.points_m {
            assert_agree(&pattern, "un", k.by(Uncorrected).unwrap(), STEPS);
        }
    }
}

#[test]
fn pair_correlation_agrees() {
    for pattern in patterns() {
        let pairs = PairStatistics::new(&pattern.points_m, &pattern.window).unwrap();
        let g = |divisor| {
            let kernel = PairKernel {
                divisor,
                ..PairKernel::default()
            };
            pairs
                .pair_correlation(&pattern.radii, &[Translation, Isotropic], &kernel)
                .unwrap()
        };
        let (by_r, by_d) = (g(Divisor::Radius), g(Divisor::Distance));
        assert_agree(&pattern, "g_trans_divr", by_r.by(Translation).unwrap(), STEPS);
        assert_agree(&pattern, "g_iso_divr", by_r.by(Isotropic).unwrap(), STEPS);
        assert_agree(&pattern, "g_trans_divd", by_d.by(Translation).unwrap(), STEPS);
        assert_eq!(by_r.by(Translation).unwrap()[0], None);
    }
}

#[test]
fn mark_correlation_and_variogram_agree() {
    let mut seen = 0;
    for pattern in patterns() {
        let (Some(marks), Some(_)) = (&pattern.marks, pattern.table.get("mark_correlation")) else {
            continue;
        };
        seen += 1;
        let pairs = PairStatistics::new(&pattern.points_m, &pattern.window).unwrap();
        let ours = pairs
            .marks(
                marks,
                &pattern.radii,
                &[Translation, Isotropic],
                &PairKernel::default(),
            )
            .unwrap();
        // The reference leaves out pairs beyond r_max, ours does not: the last half-width differs.
        let half_width = 0.15 * (pattern.window.area_m2() / pattern.points_m.len() as f64).sqrt();
        let rows = ((pattern.radii.max_m() - half_width) / pattern.radii.step_m()).floor() as usize;
        for (column, curves) in [
            ("mark_correlation", &ours.correlation),
            ("mark_variogram", &ours.variogram),
        ] {
            assert_agree(&pattern, column, curves.by(Translation).unwrap(), rows);
            // Theirs is binned here, so this compares the weights only.
            let binned = format!("{column}_iso_binned");
            assert_agree(&pattern, &binned, curves.by(Isotropic).unwrap(), rows);
        }
    }
    assert_eq!(seen, 3);
}

#[test]
fn cross_type_functions_agree() {
    let mut seen = 0;
    for pattern in patterns() {
        if pattern.table.get("cross_trans").is_none() {
            continue;
        }
        seen += 1;
        let labels = pattern.marks.as_ref().unwrap();
        let cross = CrossPairStatistics::new(&pattern.points_m, labels, &1.0, &0.0, &pattern.window).unwrap();
        let k = cross
            .k(&pattern.radii, &[Border, Translation, Isotropic])
            .unwrap();
        for (correction, column) in [
            (Border, "cross_border_binned"),
            (Translation, "cross_trans"),
            (Isotropic, "cross_iso"),
        ] {
            assert_agree(&pattern, column, k.by(correction).unwrap(), STEPS);
        }
        // The reference was computed with the bandwidth of the whole pattern.
        let whole_per_m2 = pattern.points_m.len() as f64 / pattern.window.area_m2();
        let kernel = PairKernel {
            half_width_m: Some(0.15 / whole_per_m2.sqrt()),
            ..PairKernel::default()
        };
        let g = cross
            .pair_correlation(&pattern.radii, &[Translation], &kernel)
            .unwrap();
        assert_agree(
            &pattern,
            "cross_g_trans_binned",
            g.by(Translation).unwrap(),
            STEPS,
        );
    }
    assert_eq!(seen, 1);
}

fn bramblecanes() -> Pattern {
    let found = patterns()
        .into_iter()
        .find(|pattern| pattern.name == "bramblecanes");
    found.expect("one of the patterns")
}

/// Opposite directions were counted together, so that each value was twice spatstat's.
#[test]
fn each_direction_has_the_k_of_one_direction() {
    let mut pattern = bramblecanes();
    let is_tie = pattern.table.numbers("is_tie").expect("a full column");
    pattern.table = Table::read("directions/bramblecanes");
    let theirs = pattern.table.numbers("theo").expect("a full column");
    pattern
        .table
        .0
        .push(("is_tie".to_owned(), is_tie.into_iter().map(Some).collect()));
    let statistics = PairStatistics::new(&pattern.points_m, &pattern.window).unwrap();
    let sectors = statistics.k_by_sector(&pattern.radii, 6).unwrap();
    for (sector, from_deg) in sectors.iter().zip([0, 30, 60, 90, 120, 150]) {
        assert_eq!(sector.from_deg, f64::from(from_deg));
        assert_agree(&pattern, &format!("from_{from_deg}"), &sector.values, STEPS);
        for (ours, theirs) in sector.theoretical[1..].iter().zip(&theirs) {
            assert!((ours - theirs).abs() <= 1e-12 * theirs, "{ours} against {theirs}");
        }
    }
}

/// The bandwidth followed from all points, whatever their type, and was 0.3 of what it should be here.
#[test]
fn a_cross_type_kernel_is_as_wide_as_the_target_type_asks_for() {
    let mut pattern = bramblecanes();
    let is_tie = pattern.table.numbers("is_tie").expect("a full column");
    pattern.table = Table::read("cross/bramblecanes_0_2");
    pattern
        .table
        .0
        .push(("is_tie".to_owned(), is_tie.into_iter().map(Some).collect()));
    let labels = pattern.marks.as_ref().unwrap();
    let cross = CrossPairStatistics::new(&pattern.points_m, labels, &0.0, &2.0, &pattern.window).unwrap();
    let g = cross
        .pair_correlation(&pattern.radii, &[Translation], &PairKernel::default())
        .unwrap();
    for column in ["g_trans", "g_trans_binned"] {
        assert_agree(&pattern, column, g.by(Translation).unwrap(), STEPS);
    }
}

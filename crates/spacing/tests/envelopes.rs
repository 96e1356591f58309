//! Envelopes, global tests and comparisons of patterns against independent programs and known theory; see
//! `tests/reference/README.md`.

use std::f64::consts::PI;

use understory_numerics::sample::{poisson, standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey};
use understory_spacing::{
    Curves, DeviationTest, Edge, GlobalMeasure, Plot, QuadratPermutation, SpacingError, csr_simulations,
    uniform_points,
};

const MEASURES: [(&str, GlobalMeasure); 6] = [
    ("rank", GlobalMeasure::Rank),
    ("erl", GlobalMeasure::ExtremeRankLength),
    ("cont", GlobalMeasure::ContinuousRank),
    ("area", GlobalMeasure::Area),
    ("qdir", GlobalMeasure::DirectionalQuantile),
    ("st", GlobalMeasure::Studentised),
];

/// The rows of a CSV file in `tests/reference/`, its header first.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/reference/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn number(field: &str) -> f64 {
    field.parse().unwrap_or_else(|_| panic!("`{field}` is no number"))
}

fn numbers(fields: &[String]) -> Vec<f64> {
    fields.iter().map(|field| number(field)).collect()
}

fn assert_close(ours: f64, theirs: f64, what: &str) {
    assert!(
        (ours - theirs).abs() <= 1e-9 * theirs.abs(),
        "{what}: {ours} against {theirs}"
    );
}

/// *L*(*r*) − *r* of the Swedish pines and of 199 simulations.
fn swedish_pines() -> Curves {
    let rows = rows("global/curves.csv");
    let mut curves: Vec<Vec<f64>> = rows[1..].iter().map(|row| numbers(&row[1..])).collect();
    let observed = curves.remove(0);
    Curves::new(&numbers(&rows[0][1..]), observed, curves).expect("reference curves are defined everywhere")
}

#[test]
fn global_tests_agree() {
    let curves = swedish_pines();
    assert_eq!(curves.simulated().len(), 199);
    let theirs = rows("global/tests.csv");
    for (row, (name, measure)) in theirs[1..].iter().zip(MEASURES) {
        assert_eq!(row[0], name);
        let test = curves.global_test(measure, 0.05).unwrap();
        assert_close(test.p, number(&row[1]), &format!("{name}, p"));
        match test.p_interval {
            Some(interval) => assert_eq!(interval, [number(&row[2]), number(&row[3])]),
            None => assert_eq!((row[2].as_str(), row[3].as_str()), ("", "")),
        }
        assert_close(test.critical, number(&row[4]), &format!("{name}, critical value"));
        for (curve, (&ours, field)) in test.of_curves.iter().zip(&row[5..]).enumerate() {
            assert_close(ours, number(field), &format!("{name}, curve {curve}"));
        }
    }
}

#[test]
fn global_envelopes_agree() {
    let curves = swedish_pines();
    let theirs = rows("global/envelopes.csv");
    assert_eq!(theirs.len(), 41);
    for (i, (name, measure)) in MEASURES.into_iter().enumerate() {
        let test = curves.global_test(measure, 0.05).unwrap();
        for (at, row) in theirs[1..].iter().enumerate() {
            let columns = [(1, &test.mean), (2 + 2 * i, &test.low), (3 + 2 * i, &test.high)];
            for (column, ours) in columns {
                let what = format!("{name}, r = {}, column {column}", row[0]);
                assert_close(ours[at].unwrap(), number(&row[column]), &what);
            }
        }
    }
}

/// Rank for rank, but where R-spatstat shares out ties and takes sums where we take trapezia.
#[test]
fn significance_traces_agree_with_spatstat() {
    let curves = swedish_pines();
    let (mad, dclf) = (curves.mad_trace(), curves.dclf_trace());
    let theirs = rows("global/traces.csv");
    assert_eq!(theirs.len(), 1 + curves.r_m().len());
    let mut compared = 0;
    for (at, row) in theirs[1..].iter().enumerate() {
        assert_close(curves.r_m()[at], number(&row[0]), "distance");
        // Nearer than this many patterns have no pair, and the same greatest deviation.
        if curves.r_m()[at] <= 5.0 {
            continue;
        }
        let [mad, dclf] = [mad[at].unwrap(), dclf[at].unwrap()];
        assert_close(mad, number(&row[1]), &format!("MAD up to {}", row[0]));
        let apart = (dclf - number(&row[2])).abs() * 200.0;
        assert!(apart < 2.5, "DCLF up to {}: {dclf}", row[0]);
        compared += 1;
    }
    assert_eq!(compared, 30);
}

fn square(side: f64) -> Plot {
    Plot::new([0.0; 2], [side; 2], Edge::Open).expect("a square has an area")
}

fn key(name: &str) -> RandomKey {
    RandomKey::root(1, &["envelope tests", name])
}

/// *L*(*r*) with the translation correction, pair by pair.
fn l_translate(points: &[[f64; 2]], window: &Plot, r: &[f64]) -> Vec<f64> {
    let (n, [width, height]) = (points.len() as f64, window.size_m());
    let mut k = vec![0.0; r.len()];
    for (i, a) in points.iter().enumerate() {
        for b in &points[..i] {
            let (dx, dy) = ((a[0] - b[0]).abs(), (a[1] - b[1]).abs());
            let from = r.partition_point(|r| r * r < dx * dx + dy * dy);
            if from < r.len() {
                k[from] += 2.0 * window.area_m2() / ((width - dx) * (height - dy));
            }
        }
    }
    let mut sum = 0.0;
    for k in &mut k {
        sum += *k;
        *k = (sum * window.area_m2() / (n * (n - 1.0)) / PI).sqrt();
    }
    k
}

fn steps(r_max: f64, steps: u32) -> Vec<f64> {
    (0..=steps)
        .map(|k| r_max * f64::from(k) / f64::from(steps))
        .collect()
}

#[test]
fn deviation_tests_of_stands_agree_in_their_verdicts() {
    for row in &rows("global/csr.csv")[1..] {
        let name = &row[0];
        let [r_max, mad, mad_p, dclf, dclf_p] = [1, 2, 3, 4, 5].map(|column: usize| number(&row[column]));
        let pattern = rows("patterns.csv")
            .into_iter()
            .find(|row| row[0] == *name)
            .unwrap();
        let [x_min, y_min, x_max, y_max] = [2, 3, 4, 5].map(|column: usize| number(&pattern[column]));
        let window = Plot::new([x_min, y_min], [x_max - x_min, y_max - y_min], Edge::Open).unwrap();
        let points: Vec<[f64; 2]> = rows(&format!("points/{name}.csv"))[1..]
            .iter()
            .map(|fields| [number(&fields[0]), number(&fields[1])])
            .collect();
        let r = steps(r_max, 512);
        let l = |points: &[[f64; 2]], window: &Plot| Ok(l_translate(points, window, &r));
        let curves = Curves::against_csr(&points, &window, &r, 199, key(name), l).unwrap();
        let check = |what: &str, ours: DeviationTest, statistic: f64, p: f64| {
            assert_eq!(ours.p <= 0.05, p <= 0.05, "{name}, {what}: {ours:?}");
            // The mean of other simulations is another one; what lies near it is mostly noise.
            if p <= 0.05 {
                assert!(
                    (ours.statistic - statistic).abs() < 0.1 * statistic,
                    "{name}, {what}: {ours:?}"
                );
            }
        };
        check("MAD", curves.mad(), mad, mad_p);
        check("DCLF", curves.dclf().unwrap(), dclf, dclf_p);
    }
}

/// The share of `count` outcomes, numbered, that are true.
fn share(count: u32, outcome: impl Fn(u32) -> bool) -> f64 {
    f64::from((0..count).filter(|&number| outcome(number)).count() as u32) / f64::from(count)
}

#[test]
fn tests_at_a_tenth_reject_a_tenth_of_random_patterns() {
    let (window, r) = (square(1.0), steps(0.25, 20));
    let l = |points: &[[f64; 2]], window: &Plot| Ok(l_translate(points, window, &r));
    const PATTERNS: u32 = 1000;
    let families: Vec<Curves> = (0..PATTERNS)
        .map(|number| {
            let key = key("level").child(0, Purpose::Member, number);
            let points = uniform_points(40, &window, key).unwrap();
            Curves::against_csr(&points, &window, &r, 19, key, l).unwrap()
        })
        .collect();
    let p_of = |test: &dyn Fn(&Curves) -> f64| {
        let rejected = share(PATTERNS, |number| test(&families[number as usize]) <= 0.1);
        // The share of an exact test has a standard error of 0.0095.
        assert!((rejected - 0.1).abs() < 0.035, "{rejected}");
    };
    p_of(&|curves| curves.mad().p);
    p_of(&|curves| curves.dclf().unwrap().p);
    for (_, measure) in MEASURES {
        p_of(&|curves| curves.global_test(measure, 0.1).unwrap().p);
    }
}

#[test]
fn a_longer_row_of_simulations_begins_with_a_shorter_one() {
    let (window, r) = (square(1.0), steps(0.25, 8));
    let l = |points: &[[f64; 2]], window: &Plot| Ok(l_translate(points, window, &r));
    let simulate = |count| csr_simulations(count, 50, &window, key("row"), l).unwrap();
    assert_eq!(simulate(9)[..5], simulate(5));
}

/// Clusters with normally scattered points: a Thomas process with `parents` per unit square.
fn clusters(window: &Plot, parents: f64, children: f64, sigma: f64, key: RandomKey) -> Vec<[f64; 2]> {
    let units = |key: RandomKey, number: u32| key.draws(0, Purpose::Place, number).map(unit_from_u32);
    // Parents beyond the edge have children within it.
    let (margin, size) = (4.0 * sigma, window.size_m());
    let area = (size[0] + 2.0 * margin) * (size[1] + 2.0 * margin);
    let mut points = Vec::new();
    for parent in 0..poisson(parents * area, units(key, u32::MAX)[0]) {
        let key = key.child(0, Purpose::Member, parent);
        let [x, y, litter, _] = units(key, u32::MAX);
        let centre = [(x, 0), (y, 1)].map(|(unit, axis)| unit * (size[axis] + 2.0 * margin) - margin);
        for child in 0..poisson(children, litter) {
            let [a, b, c, d] = units(key, child);
            let offset = [[a, b], [c, d]].map(|uniforms| sigma * standard_normal(uniforms));
            points.extend(window.place([centre[0] + offset[0], centre[1] + offset[1]]));
        }
    }
    points
}

#[test]
fn quadrats_tell_processes_apart_and_patterns_of_one_process_not() {
    let window = square(100.0);
    const PAIRS: u32 = 200;
    let random = |key| uniform_points(480, &window, key).unwrap();
    let clustered = |key| clusters(&window, 0.006, 8.0, 5.0, key);
    type Process<'a> = &'a dyn Fn(RandomKey) -> Vec<[f64; 2]>;
    let told_apart = |name: &str, a: Process, b: Process| {
        share(PAIRS, |number| {
            let key = key(name).child(0, Purpose::Member, number);
            let (a, b) = (
                a(key.child(0, Purpose::Tile, 0)),
                b(key.child(0, Purpose::Tile, 1)),
            );
            let patterns = [(a.as_slice(), &window), (b.as_slice(), &window)];
            let grid = QuadratPermutation {
                columns: 3,
                rows: 3,
                permutations: 99,
            };
            let r = steps(100.0 / 12.0, 16);
            let l = |points: &[[f64; 2]], window: &Plot| Ok(l_translate(points, window, &r));
            let curves = grid.differences(patterns, &r, key, l).unwrap();
            curves
                .global_test(GlobalMeasure::ExtremeRankLength, 0.05)
                .unwrap()
                .p
                <= 0.05
        })
    };
    // An exact test at 5 % rejects more than 22 of 200 with probability 0.0001.
    assert!(told_apart("random", &random, &random) <= 0.11);
    // Clusters reach over the edges between quadrats, so their curves are not quite independent.
    assert!(told_apart("clustered", &clustered, &clustered) <= 0.14);
    assert!(told_apart("both", &random, &clustered) >= 0.8);
}

#[test]
fn replicates_of_a_process_accept_it_and_refuse_another() {
    let (window, r) = (square(100.0), steps(25.0, 64));
    let l = |points: &[[f64; 2]]| l_translate(points, &window, &r);
    let pattern = |number: u32| {
        let key = key("replicates").child(0, Purpose::Member, number);
        l(&clusters(&window, 0.006, 8.0, 5.0, key))
    };
    let replicates: Vec<Vec<f64>> = (1..100).map(pattern).collect();
    let p = |observed: Vec<f64>| {
        let curves = Curves::new(&r, observed, replicates.clone())?;
        Ok::<_, SpacingError>(curves.global_test(GlobalMeasure::ExtremeRankLength, 0.05)?.p)
    };
    assert!(p(pattern(0)).unwrap() > 0.05);
    assert_eq!(
        p(l(&uniform_points(480, &window, key("other")).unwrap())),
        Ok(0.01)
    );
}

#[test]
fn everything_is_the_same_bits_on_one_thread_and_on_many() {
    let (window, r) = (square(100.0), steps(8.0, 30));
    let l = |points: &[[f64; 2]], window: &Plot| Ok(l_translate(points, window, &r));
    let a = uniform_points(300, &window, key("a")).unwrap();
    let b = uniform_points(300, &window, key("b")).unwrap();
    let on_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let csr = Curves::against_csr(&a, &window, &r, 39, key("threads"), l).unwrap();
            let patterns = [(a.as_slice(), &window), (b.as_slice(), &window)];
            let grid = QuadratPermutation::for_patterns(patterns, 39).unwrap();
            let quadrats = grid.differences(patterns, &r, key("threads"), l).unwrap();
            [csr, quadrats].map(|curves| {
                let tests = MEASURES.map(|(_, measure)| curves.global_test(measure, 0.1).unwrap());
                (
                    curves.mad(),
                    curves.dclf().unwrap(),
                    curves.envelope(2).unwrap(),
                    tests,
                )
            })
        })
    };
    assert_eq!(on_threads(1), on_threads(3));
}

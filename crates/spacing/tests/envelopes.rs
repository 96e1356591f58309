//! Envelopes, global tests and comparisons of patterns against independent programs and known theory; see
//! `tests/reference/README.md`.

use understory_spacing::{Curves, GlobalMeasure};

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
    Curves::new(&numbers(&rows[0][1..]), observed, curves).unwrap()
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

//! The functions and numbers of nearest-neighbour distances agree with R-spatstat and plain R.
//! See `reference/README.md`.

use understory_numerics::RandomKey;
use understory_spacing::{
    Edge, EmptySpace, JFunction, NearestNeighbourSummary, Plot, cross_g, default_distance_range_m,
    default_pixels, hopkins_skellam, hopkins_skellam_grid, k_nearest_distances,
};

use crate::reference_files::{number, rows};

/// An empty field is a value that is not defined.
fn value(field: &str) -> Option<f64> {
    (!field.is_empty()).then(|| number(field))
}

struct Pattern {
    name: String,
    window: Plot,
    points_m: Vec<[f64; 2]>,
}

fn patterns() -> Vec<Pattern> {
    let pattern = |row: Vec<String>| {
        let at = |column: usize| number(&row[column]);
        let size_m = [at(4) - at(2), at(5) - at(3)];
        Pattern {
            window: Plot::new([at(2), at(3)], size_m, Edge::Open).expect("reference windows have an area"),
            points_m: rows(&format!("points/{}.csv", row[0]))
                .iter()
                .map(|fields| [number(&fields[0]), number(&fields[1])])
                .collect(),
            name: row[0].clone(),
        }
    };
    rows("patterns.csv").into_iter().map(pattern).collect()
}

fn assert_close(ours: f64, theirs: f64, what: &str) {
    assert!(
        (ours - theirs).abs() <= 1e-9 * theirs.abs(),
        "{what}: {ours} against {theirs}"
    );
}

#[test]
fn reduced_sample_and_hanisch_agree() {
    for Pattern {
        name,
        window,
        points_m,
    } in patterns()
    {
        let summary = NearestNeighbourSummary::new(&points_m, &window).unwrap();
        let theirs = rows(&format!("g/{name}.csv"));
        let r_m: Vec<f64> = theirs.iter().map(|fields| number(&fields[0])).collect();
        assert_close(summary.default_range_m(), r_m[r_m.len() - 1], &name);
        let g = summary.g(&r_m).unwrap();
        for (i, fields) in theirs.iter().enumerate() {
            for (column, curve) in [(4, &g.rs), (5, &g.han)] {
                let what = format!("{name}, r = {}, column {column}", r_m[i]);
                assert_eq!(curve[i].is_some(), value(&fields[column]).is_some(), "{what}");
                assert_close(
                    curve[i].unwrap_or(0.0),
                    value(&fields[column]).unwrap_or(0.0),
                    &what,
                );
            }
        }
    }
}

/// The reference sorts distances into bins of a 512th of the range, and distances to the edge, too.
#[test]
fn g_between_species_agrees_but_for_bins() {
    let points = rows("points/bramblecanes.csv");
    let ages = rows("marks/bramblecanes.csv");
    let of_age = |age: &str| -> Vec<[f64; 2]> {
        let with_age = points.iter().zip(&ages).filter(|(_, own)| own[0] == age);
        with_age
            .map(|(place, _)| [number(&place[0]), number(&place[1])])
            .collect()
    };
    let (from_m, to_m) = (of_age("1"), of_age("0"));
    let window = Plot::new([0.0; 2], [1.0; 2], Edge::Open).unwrap();
    let theirs = rows("g/bramblecanes_1_0.csv");
    assert_eq!(theirs.len(), 64);
    let r_m: Vec<f64> = theirs.iter().map(|fields| number(&fields[0])).collect();
    assert_close(default_distance_range_m(to_m.len(), &window), r_m[63], "range");
    let ours = cross_g(&from_m, &to_m, &window, &r_m).unwrap();
    for (k, fields) in theirs.iter().enumerate() {
        let (km, rs) = (number(&fields[1]), number(&fields[2]));
        assert!(
            (ours.km[k] - km).abs() < 5e-4,
            "km, k = {k}: {} against {km}",
            ours.km[k]
        );
        let own = ours.rs[k].unwrap();
        assert!((own - rs).abs() < 3e-3, "rs, k = {k}: {own} against {rs}");
    }
}

#[test]
fn f_and_j_agree() {
    for Pattern {
        name,
        window,
        points_m,
    } in patterns()
    {
        let summary = NearestNeighbourSummary::new(&points_m, &window).unwrap();
        let mut compared = 0;
        let table = rows(&format!("f_and_j/{name}.csv"));
        for theirs in table.chunk_by(|a, b| a[..2] == b[..2]) {
            let pixels = [0, 1].map(|axis| theirs[0][axis].parse().unwrap());
            let r_m: Vec<f64> = theirs.iter().map(|fields| number(&fields[2])).collect();
            let f = EmptySpace::new(&points_m, &window, pixels)
                .unwrap()
                .f(&r_m)
                .unwrap();
            let j = JFunction::new(&summary.g(&r_m).unwrap(), &f).unwrap();
            for (i, fields) in theirs.iter().enumerate() {
                let ours = [Some(f.raw[i]), Some(f.km[i]), f.rs[i], j.km[i]];
                for (column, ours) in (3..).zip(ours) {
                    let what = format!("{name}, {pixels:?}, r = {}, column {column}", r_m[i]);
                    // The reference leaves J out beyond F = 0.9.
                    let Some(theirs) = value(&fields[column]) else {
                        continue;
                    };
                    assert_close(ours.expect(&what), theirs, &what);
                    compared += 1;
                }
            }
        }
        assert!(compared > 200, "{name}: {compared}");
    }
}

#[test]
fn numbers_agree() {
    let table = rows("numbers.csv");
    for Pattern {
        name,
        window,
        points_m,
    } in patterns()
    {
        let summary = NearestNeighbourSummary::new(&points_m, &window).unwrap();
        let index = summary.clark_evans();
        let neighbours = k_nearest_distances(&points_m, &window, 5).unwrap();
        let random: Vec<f64> = (0..20)
            .map(|seed| {
                hopkins_skellam(&points_m, &window, RandomKey::root(seed, &["random places"]))
                    .unwrap()
                    .index
            })
            .collect();
        let of_pattern: Vec<_> = table.iter().filter(|row| row[0] == name).collect();
        assert!(of_pattern.len() > 20);
        let theirs = |figure: &str| {
            let row = of_pattern.iter().find(|row| row[1] == figure);
            number(&row.unwrap_or_else(|| panic!("`{figure}` is missing"))[2])
        };
        for row in &of_pattern {
            let figure: Vec<&str> = row[1].split(' ').collect();
            let ours = match figure[..] {
                ["duplicates"] => summary.duplicates() as f64,
                ["mean_square"] => summary.mean_square_m2(),
                ["cv"] => summary.cv().unwrap(),
                ["quantile", p] => summary.quantile_m(number(p)).unwrap(),
                ["neighbour", k] => neighbours[k.parse::<usize>().unwrap() - 1].mean_m,
                ["z_naive"] => index.naive_test.z,
                ["z_donnelly"] => index.donnelly_test.unwrap().z,
                ["hopkins_skellam_grid"] => hopkins_skellam_grid(&points_m, &window).unwrap(),
                ["hopkins_skellam_random"] => {
                    let mean = random.iter().sum::<f64>() / random.len() as f64;
                    let error = theirs("hopkins_skellam_random_sd") / (random.len() as f64).sqrt();
                    let away = (mean - number(&row[2])).abs();
                    assert!(away < 4.0 * error, "{name}: {mean} against {}", row[2]);
                    continue;
                }
                ["hopkins_skellam_random_sd"] => continue,
                _ => panic!("`{}` is not known", row[1]),
            };
            assert_close(ours, number(&row[2]), &format!("{name}, {}", row[1]));
        }
    }
}

#[test]
fn default_grids_and_ranges_do_without_points() {
    let window = Plot::new([0.0; 2], [1000.0, 500.0], Edge::Open).unwrap();
    assert_eq!(default_pixels(3604, &window), [128, 128]);
    // With one point the curve ends at half the diagonal.
    assert_eq!(default_distance_range_m(1, &window), 0.5 * 1_250_000.0_f64.sqrt());
}

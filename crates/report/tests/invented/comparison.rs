//! Invented patterns of fourteen kinds beside one that keeps its distance, with curves and distances worked out from
//! their points in the plainest way.

use std::f64::consts::PI;

use understory_records::{Compared, EnvelopeRow, MethodsRow, PointRow};
use understory_report::{Comparison, RunAbout};

use super::Noise;

const STEPS: u32 = 128;
/// More points than this have no curves, which are counted pair by pair.
const COUNTED: usize = 2_000;
const PATTERNS: u64 = 5;

/// How points are strewn.
#[derive(Clone, Copy)]
enum Kind {
    /// No nearer to each other than a share of the mean spacing.
    Apart(f64),
    /// On a grid, moved by a share of its step.
    Grid(f64),
    /// Around mothers, within a share of the mean spacing.
    Clusters(f64),
}

/// Name, kind, share of the wanted points that it holds, µs a point, with sizes, probability, notes.
type Row = (&'static str, Kind, f64, f64, bool, f64, &'static str);

const METHODS: [Row; 14] = [
    ("uniform", Kind::Apart(0.0), 1.0, 0.004, false, 0.005, ""),
    (
        "minimum-distance",
        Kind::Apart(0.55),
        1.0,
        0.13,
        false,
        0.035,
        "r=2.4 m, k=30",
    ),
    (
        "several-sizes",
        Kind::Apart(0.5),
        0.94,
        0.31,
        true,
        0.02,
        "four classes",
    ),
    (
        "jittered-grid",
        Kind::Grid(0.8),
        1.0,
        0.003,
        false,
        0.005,
        "p=0.9",
    ),
    (
        "springs",
        Kind::Grid(0.3),
        1.0,
        21.0,
        false,
        0.005,
        "40 iterations",
    ),
    ("repulsion", Kind::Apart(0.6), 1.0, 16.0, true, 0.24, "zone 3.1 m"),
    (
        "poisson-disk",
        Kind::Apart(0.68),
        1.0,
        0.9,
        false,
        0.005,
        "r=3.2 m",
    ),
    (
        "poisson-maximal",
        Kind::Apart(0.7),
        0.97,
        1.6,
        false,
        0.005,
        "r=3.3 m",
    ),
    (
        "elimination",
        Kind::Apart(0.72),
        1.0,
        4.8,
        false,
        0.005,
        "from 2060",
    ),
    ("warped-grid", Kind::Grid(0.1), 1.0, 0.006, false, 0.005, ""),
    ("quadtree", Kind::Apart(0.1), 1.0, 0.08, true, 0.005, ""),
    ("kerr", Kind::Clusters(0.9), 1.0, 0.6, true, 0.005, "cells of 2 m"),
    ("circles", Kind::Clusters(1.5), 1.0, 2.2, true, 0.005, "12 years"),
    ("resampled", Kind::Apart(0.4), 1.0, 95.0, true, 0.61, "900 swaps"),
];

/// A target of so many points and fourteen methods.
pub(crate) fn fourteen_methods(points: usize, size_m: [f64; 2]) -> Comparison {
    let target = pattern(Kind::Apart(0.42), points, size_m, 77);
    let expected = Counted::of(&target, points, size_m);
    let about = RunAbout {
        name: "compare-temperate".to_owned(),
        size_m,
        origin_m: [0.0, 0.0],
        torus: true,
        species: Vec::new(),
        width_mm: None,
    };
    let methods = METHODS
        .iter()
        .enumerate()
        .map(|(i, row)| method(i as u64, row, points, size_m, &expected));
    let forest = MethodsRow {
        method: "grown forest".to_owned(),
        seconds: Some(48.0),
        ..MethodsRow::default()
    };
    Comparison {
        target: Compared {
            nnd: expected.points(&expected.nnd),
            pcf: expected.points(&expected.pcf),
            ..compared(forest, &target, &sizes(&target, points, size_m, 5))
        },
        methods: methods.collect(),
        about,
    }
}

/// Comparisons that lack one thing or another.
pub(crate) fn odd_ones() -> Vec<(&'static str, Comparison)> {
    let few = || fourteen_methods(60, [100.0, 100.0]);
    let with = |change: fn(&mut Comparison)| {
        let mut comparison = few();
        change(&mut comparison);
        comparison
    };
    vec![
        ("one method", with(|all| all.methods.truncate(1))),
        ("no method", with(|all| all.methods.clear())),
        (
            "a method without points and one with one, both without anything known",
            with(|all| {
                for (i, method) in all.methods.iter_mut().take(2).enumerate() {
                    method.points.truncate(i);
                    unsize(method);
                    method.row = MethodsRow {
                        method: method.row.method.clone(),
                        seconds: method.row.seconds,
                        notes: method.row.notes.clone(),
                        ..MethodsRow::default()
                    };
                    (method.nnd, method.pcf) = (Vec::new(), Vec::new());
                }
            }),
        ),
        (
            "a measured stand without time and nothing with a size",
            with(|all| {
                (all.target.row.method, all.target.row.seconds) = ("longleaf".to_owned(), None);
                unsize(&mut all.target);
                all.methods.iter_mut().for_each(unsize);
            }),
        ),
        (
            "no curves, no bands, some distances",
            with(|all| {
                for (i, method) in all.methods.iter_mut().enumerate() {
                    method.nnd.clear();
                    method
                        .pcf
                        .iter_mut()
                        .for_each(|point| (point.lo, point.hi) = (None, None));
                    if i % 3 == 0 {
                        method.row.pcf_rmse = None;
                    }
                    if i % 4 == 0 {
                        (method.row.l_rmse_m, method.row.judged_p) = (None, None);
                    }
                }
            }),
        ),
        (
            "all alike",
            with(|all| {
                for method in &mut all.methods {
                    let row = &mut method.row;
                    row.seconds = Some(0.001);
                    (row.g_ks, row.l_rmse_m, row.pcf_rmse) = (Some(0.0), Some(0.0), Some(0.0));
                }
            }),
        ),
        (
            "a lattice and a crowd",
            with(|all| {
                let spike = |k: u32| EnvelopeRow {
                    r: 0.1 * f64::from(k),
                    first: Some(if k == 120 { 10.0 } else { 0.0 }),
                    ..EnvelopeRow::default()
                };
                all.methods[3].nnd = (0..200).map(spike).collect();
                all.methods[4].row.l_rmse_m = Some(250.0);
            }),
        ),
        (
            "forty thousand on a square kilometre",
            fourteen_methods(40_000, [1_000.0, 1_000.0]),
        ),
        (
            "ten times as long as wide",
            fourteen_methods(500, [1_000.0, 100.0]),
        ),
        ("ten times as tall as wide", fourteen_methods(500, [50.0, 500.0])),
        (
            "names that are long or markup",
            with(|all| {
                all.about.name = "<b> & \"an endless name\" ".repeat(9);
                all.target.row.method = "a stand that was measured in a wood with a long name".to_owned();
                all.methods[0].row.method = "</svg>".to_owned();
                all.methods[1].row.method = "a method with far more words in its name than fit".to_owned();
                all.methods[1].row.notes = "and with notes that go on and on and on and on and on".to_owned();
            }),
        ),
        (
            "far away",
            with(|all| {
                all.about.origin_m = [5_412_000.0, -300_000.0];
                all.about.torus = false;
                for pattern in all.methods.iter_mut().chain([&mut all.target]) {
                    for point in &mut pattern.points {
                        point.x_m += 5_412_000.0;
                        point.y_m -= 300_000.0;
                    }
                }
            }),
        ),
        (
            "forty methods",
            with(|all| {
                all.methods = (0..40)
                    .map(|i| {
                        let mut method = all.methods[i % 14].clone();
                        method.row.method += &format!(" {}", i / 14 + 1);
                        method
                    })
                    .collect();
            }),
        ),
    ]
}

fn method(seed: u64, row: &Row, points: usize, size_m: [f64; 2], expected: &Counted) -> Compared {
    let &(name, kind, held, microseconds, sized, p, notes) = row;
    let n = (held * points as f64) as usize;
    let patterns = if points > COUNTED { 1 } else { PATTERNS };
    let all: Vec<Vec<[f64; 2]>> = (0..patterns)
        .map(|k| pattern(kind, n, size_m, 100 * seed + k))
        .collect();
    let counted: Vec<Counted> = all
        .iter()
        .map(|points_m| Counted::of(points_m, points, size_m))
        .collect();
    let rms = |a: &[f64], b: &[f64]| {
        let sum: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
        (!a.is_empty()).then(|| (sum / a.len() as f64).sqrt())
    };
    let first = &counted[0];
    let differences = first.g.iter().zip(&expected.g).map(|(a, b)| (a - b).abs());
    let band = |curve: fn(&Counted) -> &Vec<f64>| {
        let mut points = first.points(curve(first));
        for (i, point) in points.iter_mut().enumerate() {
            let values = || counted.iter().map(|one| curve(one)[i]);
            point.lo = Some(values().fold(f64::INFINITY, f64::min));
            point.hi = Some(values().fold(0.0, f64::max));
        }
        points
    };
    let sizes_m = match sized {
        true => sizes(&all[0], points, size_m, seed),
        false => Vec::new(),
    };
    let row = MethodsRow {
        method: name.to_owned(),
        seconds: Some(microseconds * 1e-6 * n as f64),
        g_ks: differences.reduce(f64::max),
        l_rmse_m: rms(&first.l, &expected.l),
        pcf_rmse: rms(&first.pcf, &expected.pcf),
        judged_p: Some(p),
        judged_by: "L".to_owned(),
        notes: notes.to_owned(),
        ..MethodsRow::default()
    };
    Compared {
        nnd: band(|one| &one.nnd),
        pcf: band(|one| &one.pcf),
        ..compared(row, &all[0], &sizes_m)
    }
}

/// A pattern of its row, places and diameters, or none of these.
pub(crate) fn compared(row: MethodsRow, points_m: &[[f64; 2]], sizes_m: &[f64]) -> Compared {
    let sizes_m = sizes_m.iter().copied().map(Some).chain(std::iter::repeat(None));
    let points = points_m
        .iter()
        .zip(sizes_m)
        .map(|(&[x_m, y_m], size_m)| PointRow {
            x_m,
            y_m,
            size_m,
            ..PointRow::default()
        });
    Compared {
        row,
        points: points.collect(),
        ..Compared::default()
    }
}

fn unsize(pattern: &mut Compared) {
    pattern.points.iter_mut().for_each(|point| point.size_m = None);
}

fn spacing_m(points: usize, [width_m, height_m]: [f64; 2]) -> f64 {
    (width_m * height_m / points.max(1) as f64).sqrt()
}

fn sizes(points_m: &[[f64; 2]], points: usize, size_m: [f64; 2], seed: u64) -> Vec<f64> {
    let (mut noise, spacing_m) = (Noise(seed), spacing_m(points, size_m));
    points_m
        .iter()
        .map(|_| spacing_m * (0.3 + 0.9 * noise.next().powi(2)))
        .collect()
}

fn pattern(kind: Kind, points: usize, size_m: [f64; 2], seed: u64) -> Vec<[f64; 2]> {
    let mut noise = Noise(seed);
    let spacing_m = spacing_m(points, size_m);
    let anywhere = |noise: &mut Noise| [noise.next() * size_m[0], noise.next() * size_m[1]];
    match kind {
        Kind::Apart(share) if points <= COUNTED => {
            let mut all: Vec<[f64; 2]> = Vec::new();
            let mut r_m = share * spacing_m;
            while all.len() < points {
                let free = (0..400)
                    .map(|_| anywhere(&mut noise))
                    .find(|&p| all.iter().all(|&q| squared_m2(p, q, size_m) >= r_m * r_m));
                match free {
                    Some(point) => all.push(point),
                    None => r_m *= 0.99,
                }
            }
            all
        }
        Kind::Apart(_) => (0..points).map(|_| anywhere(&mut noise)).collect(),
        Kind::Grid(share) => {
            let columns = (size_m[0] / spacing_m).round().max(1.0);
            let rows = (points as f64 / columns).ceil();
            let step = [size_m[0] / columns, size_m[1] / rows];
            (0..points)
                .map(|i| {
                    let cell = [i as f64 % columns, (i as f64 / columns).floor()];
                    [0, 1].map(|a| (cell[a] + 0.5 + share * (noise.next() - 0.5)) * step[a])
                })
                .collect()
        }
        Kind::Clusters(share) => {
            let mut mother = [0.0; 2];
            (0..points)
                .map(|i| {
                    if i % 6 == 0 {
                        mother = anywhere(&mut noise);
                    }
                    [0, 1].map(|a| {
                        let away = share * spacing_m * (noise.next() + noise.next() - 1.0);
                        (mother[a] + away).rem_euclid(size_m[a])
                    })
                })
                .collect()
        }
    }
}

fn squared_m2(a: [f64; 2], b: [f64; 2], size_m: [f64; 2]) -> f64 {
    let apart = [0, 1].map(|i| {
        let straight = (a[i] - b[i]).abs();
        straight.min(size_m[i] - straight)
    });
    apart[0] * apart[0] + apart[1] * apart[1]
}

/// A pattern's functions, counted pair by pair on a torus.
struct Counted {
    r_m: Vec<f64>,
    g: Vec<f64>,
    l: Vec<f64>,
    nnd: Vec<f64>,
    pcf: Vec<f64>,
}

impl Counted {
    fn of(points_m: &[[f64; 2]], wanted: usize, size_m: [f64; 2]) -> Self {
        let n = points_m.len();
        if !(2..=COUNTED).contains(&n) {
            let none = Vec::new();
            return Counted {
                r_m: none.clone(),
                g: none.clone(),
                l: none.clone(),
                nnd: none.clone(),
                pcf: none,
            };
        }
        let spacing_m = spacing_m(wanted, size_m);
        let r_max = size_m[0].min(size_m[1]) / 4.0;
        let half_m = 0.15 * spacing_m;
        let (mut pairs, mut nearest) = (Vec::new(), vec![f64::INFINITY; n]);
        for i in 0..n {
            for j in 0..i {
                let apart = squared_m2(points_m[i], points_m[j], size_m).sqrt();
                (nearest[i], nearest[j]) = (nearest[i].min(apart), nearest[j].min(apart));
                if apart < r_max + half_m {
                    pairs.push(apart);
                }
            }
        }
        let r_m: Vec<f64> = (0..=STEPS)
            .map(|k| f64::from(k) * r_max / f64::from(STEPS))
            .collect();
        pairs.sort_by(f64::total_cmp);
        nearest.sort_by(f64::total_cmp);
        let share = |all: &[f64], r: f64| all.partition_point(|&d| d <= r) as f64;
        let around = |all: &[f64], r: f64| -> f64 {
            let [from, to] = [r - half_m, r + half_m].map(|end| all.partition_point(|&d| d < end));
            let near = all[from..to].iter().map(|d| (d - r) / half_m);
            near.map(|u| 0.75 * (1.0 - u * u) / half_m).sum()
        };
        let intensity = n as f64 / (size_m[0] * size_m[1]);
        let each = |f: &dyn Fn(f64) -> f64| r_m.iter().map(|&r| f(r)).collect();
        Counted {
            g: each(&|r| share(&nearest, r) / n as f64),
            l: each(&|r| (2.0 * share(&pairs, r) / (n as f64 * intensity) / PI).sqrt()),
            nnd: each(&|r| around(&nearest, r) / n as f64),
            pcf: each(&|r| 2.0 * around(&pairs, r) / (n as f64 * intensity * 2.0 * PI * r.max(half_m / 4.0))),
            r_m,
        }
    }

    fn points(&self, values: &[f64]) -> Vec<EnvelopeRow> {
        let point = |(&r_m, &value): (&f64, &f64)| EnvelopeRow {
            r: r_m,
            first: Some(value),
            ..EnvelopeRow::default()
        };
        self.r_m.iter().zip(values).map(point).collect()
    }
}

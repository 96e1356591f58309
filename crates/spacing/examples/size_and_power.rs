//! How often tests of randomness reject random patterns, which should be in 5 % of them, and patterns that are regular or
//! clustered; and how often a test of a fitted model rejects the model, in one stage and in two.
//!
//! `cargo run --release -p understory-spacing --example size_and_power -- 1000`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

use rayon::prelude::*;
use understory_numerics::sample::{poisson, standard_normals, unit_from_u32};
use understory_numerics::{Purpose, RandomKey};
use understory_spacing::{
    CombinedTest, Curves, Edge, EdgeCorrection, GlobalMeasure, NearestNeighbourSummary, PairStatistics, Plot,
    Radii, SpacingError, TwoStageTest, csr_simulations, uniform_points,
};

const ALPHA: f64 = 0.05;
const STEPS: usize = 50;
const R_MAX_M: f64 = 0.125;

type Points = Vec<[f64; 2]>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let patterns: u32 = std::env::args().nth(1).map_or(Ok(200), |count| count.parse())?;
    let window = Plot::new([0.0, 0.0], [1.0, 1.0], Edge::Open)?;
    println!(
        "rejected at 5 % of {patterns} patterns of some 100 points, 99 simulations of as many random points each"
    );
    let half = 1.96 * (0.05 * 0.95 / f64::from(patterns)).sqrt();
    println!(
        "95 % of true 5 %: {:.1} to {:.1} %",
        100.0 * (0.05 - half),
        100.0 * (0.05 + half)
    );
    let names = [
        "MAD of L",
        "DCLF of L",
        "rank",
        "ERL",
        "continuous",
        "area",
        "directional",
        "studentised",
        "L, G: ERL",
        "L, G: area",
    ];
    println!(
        "{:<22}{}",
        "pattern",
        names.map(|name| format!("{name:>13}")).concat()
    );
    let models: [(&str, Simulate); 5] = [
        ("random", |key, window| uniform_points(100, window, key)),
        ("Strauss, γ 0.5, R 0.05", |key, window| {
            strauss(100, 0.5, 0.05, window, key)
        }),
        ("Strauss, γ 0.2, R 0.03", |key, window| {
            strauss(100, 0.2, 0.03, window, key)
        }),
        ("Thomas, 2 in σ 0.05", |key, _| Ok(thomas(50.0, 2.0, 0.05, key))),
        ("Thomas, 5 in σ 0.1", |key, _| Ok(thomas(20.0, 5.0, 0.1, key))),
    ];
    for (name, simulate) in models {
        let key = RandomKey::root(1, &["size and power", name]);
        let rejected: Result<Vec<[bool; 10]>, SpacingError> = (0..patterns)
            .into_par_iter()
            .map(|number| {
                let key = key.child(0, Purpose::Member, number);
                tests(&simulate(key, &window)?, &window, key)
            })
            .collect();
        let rejected = rejected?;
        let share = |test: usize| rejected.iter().filter(|of| of[test]).count() as f64 / f64::from(patterns);
        println!(
            "{name:<22}{}",
            (0..10)
                .map(|test| format!("{:>11.1} %", 100.0 * share(test)))
                .collect::<String>()
        );
    }

    println!(
        "\na hard core fitted to patterns of 50 points no nearer than 0.06, DCLF of G, 39 simulations in each stage"
    );
    let key = RandomKey::root(2, &["size and power", "two stages"]);
    let tests: Result<Vec<TwoStageTest>, SpacingError> = (0..patterns)
        .into_par_iter()
        .map(|number| hard_core(&window, key.child(0, Purpose::Member, number)))
        .collect();
    let tests = tests?;
    let share = |p: &dyn Fn(&TwoStageTest) -> f64| {
        100.0 * tests.iter().filter(|test| p(test) <= ALPHA + 1e-9).count() as f64 / f64::from(patterns)
    };
    println!(
        "one stage {:.1} %, two stages {:.1} %",
        share(&|test| test.first_p),
        share(&|test| test.p)
    );
    Ok(())
}

type Simulate = fn(RandomKey, &Plot) -> Result<Points, SpacingError>;

fn l_minus_r(points_m: &[[f64; 2]], window: &Plot) -> Result<Vec<f64>, SpacingError> {
    let radii = Radii::new(R_MAX_M, STEPS)?;
    let k = PairStatistics::new(points_m, window)?.k(&radii, &[EdgeCorrection::Translation])?;
    let l = k.l_from_k();
    Ok(l.estimates[0]
        .values
        .iter()
        .zip(&l.r_m)
        .map(|(l_m, r_m)| l_m.unwrap_or(f64::NAN) - r_m)
        .collect())
}

fn g_km(points_m: &[[f64; 2]], window: &Plot) -> Result<Vec<f64>, SpacingError> {
    Ok(NearestNeighbourSummary::new(points_m, window)?
        .g(&Radii::new(R_MAX_M, STEPS)?.to_vec_m())?
        .km)
}

/// Which of the tests reject randomness at 5 %.
fn tests(points_m: &Points, window: &Plot, key: RandomKey) -> Result<[bool; 10], SpacingError> {
    let r_m = Radii::new(R_MAX_M, STEPS)?.to_vec_m();
    let both =
        |points_m: &[[f64; 2]], window: &Plot| Ok((l_minus_r(points_m, window)?, g_km(points_m, window)?));
    let simulated = csr_simulations(99, points_m.len(), window, key, both)?;
    let (l, g): (Vec<_>, Vec<_>) = simulated.into_iter().unzip();
    let (observed_l, observed_g) = both(points_m, window)?;
    let l = Curves::new(&r_m, observed_l, l)?;
    let functions = [l.clone(), Curves::new(&r_m, observed_g, g)?];
    let global = |measure| l.global_test(measure, ALPHA).map(|test| test.p);
    let combined = |measure| CombinedTest::new(&functions, measure, ALPHA).map(|test| test.p);
    let p = [
        l.mad().p,
        l.dclf()?.p,
        global(GlobalMeasure::Rank)?,
        global(GlobalMeasure::ExtremeRankLength)?,
        global(GlobalMeasure::ContinuousRank)?,
        global(GlobalMeasure::Area)?,
        global(GlobalMeasure::DirectionalQuantile)?,
        global(GlobalMeasure::Studentised)?,
        combined(GlobalMeasure::ExtremeRankLength)?,
        combined(GlobalMeasure::Area)?,
    ];
    Ok(p.map(|p| p <= ALPHA + 1e-9))
}

/// A Strauss process of a fixed number of points: each pair nearer than `reach_m` makes a pattern `gamma` times as
/// likely. Points move by Metropolis steps, 200 for each.
fn strauss(
    count: usize,
    gamma: f64,
    reach_m: f64,
    window: &Plot,
    key: RandomKey,
) -> Result<Points, SpacingError> {
    let mut points_m = uniform_points(count, window, key)?;
    let near = |points_m: &Points, moved: usize, place_m: [f64; 2]| {
        let others = points_m.iter().enumerate().filter(|&(other, _)| other != moved);
        others
            .filter(|(_, other_m)| window.distance_squared_m2(place_m, **other_m) <= reach_m * reach_m)
            .count() as f64
    };
    for step in 0..200 * count as u32 {
        let [a, b, c, d] = key.draws(1, Purpose::Custom, step).map(unit_from_u32);
        let moved = (a * count as f64) as usize;
        let more = near(&points_m, moved, [b, c]) - near(&points_m, moved, points_m[moved]);
        if more <= 0.0 || d < libm::pow(gamma, more) {
            points_m[moved] = [b, c];
        }
    }
    Ok(points_m)
}

/// A Thomas process in the unit square: normal clusters around parents in the square and a margin about it.
fn thomas(parents_per_m2: f64, children: f64, sigma_m: f64, key: RandomKey) -> Points {
    let margin_m = 4.0 * sigma_m;
    let side_m = 1.0 + 2.0 * margin_m;
    let mut points_m = Points::new();
    let parents = poisson(
        parents_per_m2 * side_m * side_m,
        unit_from_u32(key.draws(2, Purpose::Custom, 0)[0]),
    );
    for parent in 0..parents {
        let key = key.child(3, Purpose::Member, parent);
        let [x, y, count, _] = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        for child in 0..poisson(children, count) {
            let [a, b, _, _] = key.draws(1, Purpose::Place, child).map(unit_from_u32);
            let [dx, dy] = standard_normals([a, b]);
            let place_m = [
                x * side_m - margin_m + sigma_m * dx,
                y * side_m - margin_m + sigma_m * dy,
            ];
            if place_m.iter().all(|x_m| (0.0..1.0).contains(x_m)) {
                points_m.push(place_m);
            }
        }
    }
    points_m
}

/// Uniform points of which none comes nearer than `core_m` to one before it.
fn inhibited(count: usize, core_m: f64, window: &Plot, key: RandomKey) -> Points {
    let mut points_m = Points::new();
    let mut throw = 0;
    while points_m.len() < count {
        let [x, y, _, _] = key.draws(4, Purpose::Custom, throw).map(unit_from_u32);
        throw += 1;
        if points_m
            .iter()
            .all(|&other_m| window.distance_squared_m2([x, y], other_m) > core_m * core_m)
        {
            points_m.push([x, y]);
        }
    }
    points_m
}

fn hard_core(window: &Plot, key: RandomKey) -> Result<TwoStageTest, SpacingError> {
    const COUNT: usize = 50;
    let least_m = |points_m: &Points| {
        let least_m = NearestNeighbourSummary::new(points_m, window)?.sorted_m()[0];
        // The maximum likelihood estimate, less its usual excess.
        Ok(least_m * COUNT as f64 / (COUNT as f64 + 1.0))
    };
    TwoStageTest::new(
        &inhibited(COUNT, 0.06, window, key),
        &Radii::new(R_MAX_M, STEPS)?.to_vec_m(),
        39,
        key,
        least_m,
        |&core_m: &f64, key| Ok(inhibited(COUNT, core_m, window, key)),
        |points_m: &Points| g_km(points_m, window),
        |curves| Ok(curves.dclf()?.p),
    )
}

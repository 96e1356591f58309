//! A plantation that lost trees: is what is left still even, and who is pressed hardest?
//!
//! `cargo run --release -p understory-spacing --example plantation`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

use std::num::NonZero;

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_spacing::{Competitors, Curves, Edge, GlobalMeasure, NearestNeighbourSummary, Plot, hegyi};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let window = Plot::new([0.0, 0.0], [60.0, 60.0], Edge::Open)?;
    println!("left of 900  Clark–Evans  p of G against random  Hegyi's index, greatest");
    for lost in [0.0, 0.3, 0.6, 0.9] {
        // Rows 2 m apart; each tree stands a little beside its place and dies with probability `lost`.
        let draws = |number: u32| {
            RandomKey::root(1, &["tree"])
                .draws(0, Purpose::Place, number)
                .map(unit_from_u32)
        };
        let (trees_m, dbh_cm): (Vec<[f64; 2]>, Vec<f64>) = (0..900)
            .filter(|&number| draws(number)[0] >= lost)
            .map(|number| {
                let [_, x, y, size] = draws(number);
                let place_m = [2 * (number % 30), 2 * (number / 30)].map(f64::from);
                (
                    [place_m[0] + 0.8 + 0.4 * x, place_m[1] + 0.8 + 0.4 * y],
                    10.0 + 20.0 * size,
                )
            })
            .unzip();
        let summary = NearestNeighbourSummary::new(&trees_m, &window)?;
        let r_m: Vec<f64> = (1..=30).map(|step| 0.1 * f64::from(step)).collect();
        let g = |points_m: &[[f64; 2]], window: &Plot| {
            Ok(NearestNeighbourSummary::new(points_m, window)?.g(&r_m)?.raw)
        };
        let curves = Curves::against_csr(&trees_m, &window, &r_m, 199, RandomKey::root(1, &["random"]), g)?;
        let test = curves.global_test(GlobalMeasure::ExtremeRankLength, 0.05)?;
        let eight = Competitors::Nearest(NonZero::new(8).ok_or("8 is not 0")?);
        let pressed = hegyi(&trees_m, &dbh_cm, &window, eight)?;
        println!(
            "{:11}  {:11.2}  {:21.3}  {:23.1}",
            trees_m.len(),
            summary.clark_evans().naive,
            test.p,
            pressed.iter().fold(0.0, |most: f64, &index| most.max(index))
        );
    }
    Ok(())
}

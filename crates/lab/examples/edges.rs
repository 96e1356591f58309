//! How much thicker trees stand at the edge of a plot than within it, by what is said of its edge.
//!
//! `cargo run --release -p understory-lab --example edges -- 5` grows four hectares for 200 years with five seeds each;
//! `-- 5 100` for 100 years.

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

use std::io;

use understory_forest::Forest;
use understory_scenario::{Files, ForestScenario, Overrides, load};

/// Width of the ring whose basal area is held against that of the rest, m.
const RING_M: f64 = 5.0;

/// What stands in the place of the edge, with the side of the plot, m, which leaves 200 m to count.
const EDGES: [(&str, &str, u32); 6] = [
    ("open", "edge = \"open\"", 200),
    (
        "open, seeds return",
        "edge = \"open\"\nseeds_over_edge = \"return\"",
        200,
    ),
    ("buffer of 5 m", "edge = \"open\"\nbuffer_m = 5.0", 210),
    ("buffer of 20 m", "edge = \"open\"\nbuffer_m = 20.0", 240),
    (
        "buffer of 20 m, seeds return",
        "edge = \"open\"\nbuffer_m = 20.0\nseeds_over_edge = \"return\"",
        240,
    ),
    ("torus", "edge = \"torus\"", 200),
];

struct Alone(String);

impl Files for Alone {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.clone().into_bytes())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = std::env::args().skip(1);
    let seeds: u64 = given.next().map_or(Ok(5), |text| text.parse())?;
    let years: u32 = given.next().map_or(Ok(200), |text| text.parse())?;
    println!("basal area, m² per ha, year {years}, mean of {seeds} seeds and its standard error");
    for (name, edge, side_m) in EDGES {
        let (mut rings, mut insides, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 1..=seeds {
            let scenario = scenario(edge, side_m, seed, years)?;
            let mut forest = understory_lab::forest_at_start(&scenario, seed, false)?;
            while forest.year() < scenario.years {
                forest.advance();
            }
            let [ring, inside] = basal_areas_m2_per_ha(&forest);
            rings.push(ring);
            insides.push(inside);
            ratios.push(ring / inside);
        }
        let [ring, inside, ratio] = [rings, insides, ratios].map(|values| mean_and_error(&values));
        println!(
            "{name:30} outer {RING_M} m {:.1} ± {:.1}, inside {:.1} ± {:.1}, ratio {:.3} ± {:.3}",
            ring[0], ring[1], inside[0], inside[1], ratio[0], ratio[1]
        );
    }
    Ok(())
}

/// As many founders per hectare on each.
fn scenario(
    edge: &str,
    side_m: u32,
    seed: u64,
    years: u32,
) -> Result<ForestScenario, Box<dyn std::error::Error>> {
    let founders = side_m * side_m / 1000;
    let text = format!(
        "name = \"edges\"\n[world]\nsize_m = [{side_m}.0, {side_m}.0]\n{edge}\nseed = {seed}\n[run]\nyears = {years}\n\
         [[species]]\nname = \"birch\"\npreset = \"betula-pendula\"\n\
         [[species]]\nname = \"beech\"\npreset = \"fagus-sylvatica\"\n\
         [[founders]]\nspecies = \"birch\"\nmethod = \"uniform\"\ncount = {founders}\nheight_m = 10.0\n\
         [[founders]]\nspecies = \"beech\"\nmethod = \"uniform\"\ncount = {founders}\nheight_m = 10.0\n"
    );
    Ok(load("edges.toml", &Alone(text), &Overrides::default())?)
}

/// Basal area of the window's outer ring and of the rest of it.
fn basal_areas_m2_per_ha(forest: &Forest) -> [f64; 2] {
    let window = forest.window();
    let (origin_m, size_m) = (window.plot().origin_m(), window.plot().size_m());
    let mut basal_m2 = [0.0; 2];
    forest.for_each_tree(|place_m, _, size| {
        if window.holds(place_m) {
            let from_edge_m = |axis: usize| {
                let from_low_m = place_m[axis] - origin_m[axis];
                from_low_m.min(size_m[axis] - from_low_m)
            };
            let is_inside = from_edge_m(0).min(from_edge_m(1)) >= RING_M;
            let radius_m = size.dbh_cm / 200.0;
            basal_m2[usize::from(is_inside)] += std::f64::consts::PI * radius_m * radius_m;
        }
    });
    let inside_ha = (size_m[0] - 2.0 * RING_M) * (size_m[1] - 2.0 * RING_M) / 1e4;
    let ring_ha = size_m[0] * size_m[1] / 1e4 - inside_ha;
    [basal_m2[0] / ring_ha, basal_m2[1] / inside_ha]
}

fn mean_and_error(values: &[f64]) -> [f64; 2] {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    [mean, (squares / (n - 1.0).max(1.0) / n).sqrt()]
}

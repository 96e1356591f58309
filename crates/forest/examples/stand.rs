//! A stand without files: forty birches and forty beeches on four hectares, and what becomes of them.
//!
//! `cargo run --release -p understory-forest --example stand -- [years]`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

use understory_forest::components::Size;
use understory_forest::growth::GrowthCurve;
use understory_forest::parameters::Conditions;
use understory_forest::{Forest, Founder, presets};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let years: u32 = std::env::args().nth(1).map_or(Ok(150), |text| text.parse())?;
    let plot = Plot::new([0.0, 0.0], [200.0, 200.0], Edge::Torus)?;
    let species: Vec<_> = [("fagus-sylvatica", "beech"), ("betula-pendula", "birch")]
        .iter()
        .filter_map(|(preset, name)| Some(presets::named(preset)?.species(name)))
        .collect();
    let mut founders = Vec::new();
    for (index, species) in species.iter().enumerate() {
        let life = GrowthCurve::new(species).life(1.0);
        let age_yr = life.age_at_height_yr(10.0);
        for number in 0..40 {
            let key = RandomKey::root(7, &["stand", &species.name]).child(0, Purpose::Member, number);
            let words = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
            founders.push(Founder {
                key,
                species: index as u16,
                place_m: [200.0 * words[0], 200.0 * words[1]],
                age_yr: species.fruit.maturity_age_yr.max(age_yr as u32) as u16,
                size: Size {
                    dbh_cm: life.dbh_at_height_cm(10.0),
                    height_m: 10.0,
                },
                vigour: Some(1.0),
                scores: None,
                crown_base_m: None,
                crown_radius_m: None,
            });
        }
    }
    let mut forest = Forest::new(plot, 7, species, Conditions::default())?;
    forest.plant(founders)?;
    println!("year  trees  seeds  landing  basal area of each species, m² per ha");
    for year in 1..=years {
        forest.advance();
        if year % 10 == 0 || year == years {
            let mut basal_area_m2 = [0.0; 2];
            forest.for_each_tree(|_, species, size| {
                let radius_m = size.dbh_cm / 200.0;
                basal_area_m2[usize::from(species)] += std::f64::consts::PI * radius_m * radius_m;
            });
            let landing: u64 = forest.tallies().iter().map(|tally| tally.seeds_landed).sum();
            println!(
                "{year:4} {:6} {:6} {landing:8} {:6.1} {:6.1}",
                forest.tree_count(),
                forest.seed_count(),
                basal_area_m2[0] / 4.0,
                basal_area_m2[1] / 4.0
            );
        }
    }
    let seconds: f64 = forest.system_seconds().map(|(_, seconds)| seconds).sum();
    println!(
        "{} tree-years at {:.2} µs",
        forest.tree_years(),
        1e6 * seconds / forest.tree_years() as f64
    );
    for (system, seconds) in forest.system_seconds() {
        println!(
            "{system:10} {:6.1} ns",
            1e9 * seconds / forest.tree_years() as f64
        );
    }
    Ok(())
}

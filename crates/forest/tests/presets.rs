//! Each species that ships, planted dense and left alone: it thins itself as measured stands do.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

use understory_forest::components::Size;
use understory_forest::parameters::{Conditions, Species};
use understory_forest::presets::PRESETS;
use understory_forest::{Forest, Founder};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};
use understory_space::{Edge, Plot};

const SIDE_M: f64 = 70.0;

/// ln of the quadratic mean diameter, cm, and of the trees per ha from 1.3 m on, year by year.
fn thinning(species: Species) -> Vec<[f64; 2]> {
    let plot = Plot::new([0.0; 2], [SIDE_M; 2], Edge::Torus).unwrap();
    let mut forest = Forest::new(plot, 1, vec![species], Conditions::default()).unwrap();
    let planted = (0..4900).map(|number| {
        let key = RandomKey::root(1, &["presets"]).child(0, Purpose::Member, number);
        let [x, y, height, _] = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        let size = Size {
            dbh_cm: 0.0,
            height_m: 0.3 + 0.4 * height,
        };
        Founder::new(key, 0, [x * SIDE_M, y * SIDE_M], 3, size)
    });
    forest.plant(planted).unwrap();
    let mut years = Vec::new();
    for _ in 0..100 {
        forest.advance();
        let (mut count, mut squares_cm2) = (0.0, 0.0);
        forest.for_each_tree(|_, _, size| {
            if size.height_m >= 1.3 && size.dbh_cm > 0.0 {
                count += 1.0;
                squares_cm2 += size.dbh_cm * size.dbh_cm;
            }
        });
        let per_ha = count / (SIDE_M * SIDE_M / 1e4);
        years.push([0.5 * math::ln(squares_cm2 / count), math::ln(per_ha)]);
    }
    years
}

/// The slope of Reineke's line is −1.42 to −1.86 over four species (Pretzsch & Biber 2005, and for France 2012); what 3-PG for
/// Switzerland allows at a mean diameter of 25 cm is 501 (pedunculate oak) to 1,325 (spruce) trees per ha, of which a stand that
/// is still thinning may have some more.
#[test]
fn every_species_that_ships_thins_itself_as_measured_stands_do() {
    for preset in &*PRESETS {
        let mut species = preset.species("one");
        species.fruit.seeds_per_m2 = 0.0;
        species.resprout.probability = 0.0;
        // So long-lived that most deaths are deaths by crowding, as a thinning line wants it.
        species.mortality.age_max_yr = species.mortality.age_max_yr.max(600);
        let years = thinning(species);
        let most = years.iter().map(|year| year[1]).fold(f64::NEG_INFINITY, f64::max);
        let peak = years.iter().position(|year| year[1] == most).unwrap();
        let line: Vec<[f64; 2]> = years[peak..]
            .iter()
            .copied()
            .filter(|year| year[1] < most + math::ln(0.8))
            .collect();
        let mean = [0, 1].map(|axis| line.iter().map(|year| year[axis]).sum::<f64>() / line.len() as f64);
        let spread = [0, 1].map(|axis| {
            let squares = line
                .iter()
                .map(|year| (year[axis] - mean[axis]) * (year[axis] - mean[axis]));
            squares.sum::<f64>()
        });
        let slope = -(spread[1] / spread[0]).sqrt();
        assert!((-2.0..=-1.4).contains(&slope), "{}: slope {slope}", preset.name);
        let ln_25_cm = math::ln(25.0);
        let after = years.iter().find(|year| year[0] >= ln_25_cm).unwrap();
        let per_ha = math::exp(after[1] - slope * (after[0] - ln_25_cm));
        assert!(
            (500.0..=1400.0).contains(&per_ha),
            "{}: {per_ha:.0} trees per ha at 25 cm",
            preset.name
        );
    }
}

//! Each species that ships, planted dense and left alone: it thins itself as measured stands do.

use understory_forest::components::{Scores, Size};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::presets::PRESETS;
use understory_forest::{Forest, Founder};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};
use understory_space::{Edge, Plot};

const SIDE_M: f64 = 70.0;
const YEARS: usize = 160;

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
    for _ in 0..YEARS {
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
        // All deaths are deaths by crowding, as a thinning line wants it.
        species.mortality.chance_per_yr = 0.0;
        species.seedlings.yearly_loss = 0.0;
        species.mortality.age_max_yr = species.mortality.age_max_yr.max(600);
        let years = thinning(species);
        // Once the stand is as dense as it gets: the slowest need a century.
        let line = &years[YEARS - 60..];
        let mean = [0, 1].map(|axis| line.iter().map(|year| year[axis]).sum::<f64>() / line.len() as f64);
        let spread = [0, 1].map(|axis| {
            let squares = line
                .iter()
                .map(|year| (year[axis] - mean[axis]) * (year[axis] - mean[axis]));
            squares.sum::<f64>()
        });
        let slope = -(spread[1] / spread[0]).sqrt();
        assert!((-2.0..=-1.25).contains(&slope), "{}: slope {slope}", preset.name);
        let ln_25_cm = math::ln(25.0);
        // Species that stay smaller are judged by where their line leads.
        let reached = line.iter().find(|year| year[0] >= ln_25_cm);
        let after = reached.or(years.last()).unwrap();
        let per_ha = math::exp(after[1] - slope * (after[0] - ln_25_cm));
        assert!(
            (500.0..=1400.0).contains(&per_ha),
            "{}: {per_ha:.0} trees per ha at 25 cm",
            preset.name
        );
    }
}

/// Site index, feet at 50 years, of the curves of Carmean, Hahn & Jacobs (1989) that a preset's height is from, and those curves'
/// five numbers: H = b1 S^b2 (1 − exp(b3 A))^(b4 S^b5).
const NORTH_AMERICAN: [(&str, f64, [f64; 5]); 2] = [
    ("acer-saccharum", 60.0, [6.1308, 0.6904, -0.0195, 10.1563, -0.533]),
    (
        "tsuga-canadensis",
        50.0,
        [2.1493, 0.9979, -0.0175, 1.4086, -0.0008],
    ),
];

/// Height of dominant trees of this age by those curves, m.
fn site_curve_m(site_feet: f64, [b1, b2, b3, b4, b5]: [f64; 5], age_yr: f64) -> f64 {
    let left = 1.0 - math::exp(b3 * age_yr);
    0.3048 * b1 * math::pow(site_feet, b2) * math::pow(left, b4 * math::pow(site_feet, b5))
}

/// A lone tree, and the mean of the 100 thickest per ha of a stand planted dense, at 50 years.
#[test]
fn species_of_north_america_are_as_tall_at_50_years_as_their_site_curves() {
    for (name, site_feet, curve) in NORTH_AMERICAN {
        let preset = PRESETS.iter().find(|preset| preset.name == name).unwrap();
        let mut species = preset.species("one");
        species.fruit.seeds_per_m2 = 0.0;
        species.resprout.probability = 0.0;
        let expected_m = site_curve_m(site_feet, curve, 50.0);
        // That the numbers are of this curve: the site index is the height at 50 years.
        assert!(
            (expected_m / (0.3048 * site_feet) - 1.0).abs() < 0.01,
            "{name}: {expected_m}"
        );
        let grown = |side_m: f64, count: u32, mut species: Species| {
            species.mortality.age_max_yr = 600;
            let size = Size {
                dbh_cm: 0.0,
                height_m: species.growth.seedling_height_m,
            };
            let plot = Plot::new([0.0; 2], [side_m; 2], Edge::Torus).unwrap();
            let mut forest = Forest::new(plot, 1, vec![species], Conditions::default()).unwrap();
            let planted = (0..count).map(|number| {
                let key = RandomKey::root(1, &["site curves"]).child(0, Purpose::Member, number);
                let [x, y, ..] = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
                Founder {
                    scores: (count == 1).then(Scores::default),
                    ..Founder::new(key, 0, [x * side_m, y * side_m], 0, size)
                }
            });
            forest.plant(planted).unwrap();
            (0..50).for_each(|_| forest.advance());
            let mut sizes: Vec<Size> = forest.trees().map(|tree| tree.size).collect();
            sizes.sort_by(|a, b| b.dbh_cm.total_cmp(&a.dbh_cm));
            let top = sizes.len().min((side_m * side_m / 100.0) as usize);
            sizes[..top].iter().map(|size| size.height_m).sum::<f64>() / top as f64
        };
        // Alone with no luck needed: nothing strikes it within 50 years.
        species.mortality.chance_per_yr = 0.0;
        species.seedlings.first_year_loss = 0.0;
        species.seedlings.yearly_loss = 0.0;
        species.seedlings.browsing_loss = 0.0;
        species.saplings.yearly_loss = 0.0;
        let lone_m = grown(60.0, 1, species.clone());
        assert!(
            (lone_m / expected_m - 1.0).abs() < 0.11,
            "{name}: a lone tree has {lone_m:.1} m for {expected_m:.1} m"
        );
        let top_m = grown(SIDE_M, 2450, species);
        println!("{name} lone {lone_m:.2} top {top_m:.2} curve {expected_m:.2}");
        assert!(
            (0.8..1.1).contains(&(top_m / expected_m)),
            "{name}: the top of a stand has {top_m:.1} m for {expected_m:.1} m"
        );
    }
}

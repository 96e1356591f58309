//! What the ground lets a species grow, in a whole year of a forest.

use std::sync::Arc;

use understory_forest::components::Size;
use understory_forest::parameters::Conditions;
use understory_forest::{Forest, Founder, Site, Tree, presets};
use understory_numerics::RandomKey;
use understory_space::{Edge, Plot};

/// Forty birches, far apart in two rows: one in the western half of the plot and one in the eastern.
fn grown(site: Option<Site>, years: u32) -> Vec<Tree> {
    let plot = Plot::new([0.0; 2], [800.0, 800.0], Edge::Open).unwrap();
    let birch = presets::named("betula-pendula").unwrap().species("birch");
    let mut forest = Forest::new(plot, 5, vec![birch], Conditions::default()).unwrap();
    if let Some(site) = site {
        forest.set_site(Arc::new(site)).unwrap();
    }
    let founder = |number: u32| {
        let place_m = [
            if number < 20 { 200.0 } else { 600.0 },
            20.0 + 40.0 * f64::from(number % 20),
        ];
        let size = Size {
            dbh_cm: 12.0,
            height_m: 10.0,
        };
        Founder::new(RandomKey::from_bits(u128::from(number) + 1), 0, place_m, 20, size)
    };
    forest.plant((0..40).map(founder)).unwrap();
    (0..years).for_each(|_| forest.advance());
    forest.trees().collect()
}

/// The western half of the plot with one factor, the eastern with another.
fn halves(factors: [f32; 2]) -> Site {
    Site::new([0.0; 2], [400.0, 800.0], [2, 1], 1, factors.to_vec()).unwrap()
}

#[test]
fn a_site_of_full_factors_changes_no_bit() {
    assert_eq!(grown(Some(halves([1.0; 2])), 30), grown(None, 30));
}

#[test]
fn in_a_year_a_tree_makes_its_factor_of_the_step() {
    let steps = |site: Option<Site>| -> Vec<f64> {
        let trees = grown(site, 1).into_iter().filter(|tree| tree.age_yr == 21);
        trees
            .map(|tree| tree.size.dbh_cm * tree.size.dbh_cm - 144.0)
            .collect()
    };
    let (half, whole) = (steps(Some(halves([0.5, 1.0]))), steps(None));
    // Deaths of the first year do not ask vigour of trees this tall, so that the same ones are left.
    assert_eq!(half.len(), whole.len());
    for (number, (half, whole)) in half.iter().zip(&whole).enumerate() {
        let ratio = half / whole;
        assert!(
            (ratio - 0.5).abs() < 1e-8 || (ratio - 1.0).abs() < 1e-8,
            "{number}: {ratio}"
        );
    }
    assert!(half.iter().zip(&whole).any(|(half, whole)| half < whole));
    assert!(half.iter().zip(&whole).any(|(half, whole)| half == whole));
}

#[test]
fn where_the_factor_is_none_nothing_comes_up_and_what_stood_there_dies() {
    let trees = grown(Some(halves([0.0, 1.0])), 60);
    let west = trees.iter().filter(|tree| tree.place_m[0] < 400.0);
    assert_eq!(west.filter(|tree| tree.age_yr < 60).count(), 0);
    let east = trees
        .iter()
        .filter(|tree| tree.place_m[0] >= 400.0 && tree.age_yr < 60);
    assert!(east.count() > 20);
}

#[test]
fn a_site_of_other_species_is_refused() {
    let plot = Plot::new([0.0; 2], [80.0, 80.0], Edge::Open).unwrap();
    let birch = presets::named("betula-pendula").unwrap().species("birch");
    let mut forest = Forest::new(plot, 5, vec![birch], Conditions::default()).unwrap();
    let of_two = Site::new([0.0; 2], [80.0; 2], [1, 1], 2, vec![1.0; 2]).unwrap();
    let refused = forest.set_site(Arc::new(of_two)).unwrap_err().to_string();
    assert_eq!(
        refused,
        "the site cannot be: it has factors of 2 species, but the forest has 1"
    );
}

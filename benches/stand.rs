//! A warmed stand of any size for the benches: a hectare grown for 1,500 years, laid out side by side.

use understory_forest::components::Size;
use understory_forest::growth::GrowthCurve;
use understory_forest::parameters::{Conditions, Light, Masting, Species};
use understory_forest::{Forest, Founder, Seed, Tree, presets};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

const PATCH_M: f64 = 100.0;
/// By then the waves that its founders began have died away, and a long measurement has as many trees as its name says.
const YEARS: u32 = 1500;

/// Beech that bears enough for one to three seeds to land per tree and year.
fn species() -> Species {
    let mut beech = presets::named("fagus-sylvatica")
        .expect("it ships")
        .species("beech");
    beech.fruit.seeds_per_m2 = 0.2;
    // Each year about as much work as the next.
    beech.fruit.masting = Masting::Periodic;
    beech.fruit.off_year_fraction = 0.3;
    beech
}

fn plot(tiles: [u32; 2]) -> Plot {
    Plot::new([0.0; 2], tiles.map(|n| f64::from(n) * PATCH_M), Edge::Torus).expect("it has an area")
}

/// A hectare in which trees of all ages stand.
pub(crate) fn patch() -> Forest {
    let species = species();
    let life = GrowthCurve::new(&species).life(1.0);
    let root = RandomKey::root(1, &["bench"]);
    let founders = (0..50_u32).map(|number| {
        let key = root.child(0, Purpose::Member, number);
        let words = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        let dbh_cm = life.dbh_at_height_cm(10.0);
        Founder {
            key,
            species: 0,
            place_m: [PATCH_M * words[0], PATCH_M * words[1]],
            age_yr: 60,
            size: Size {
                dbh_cm,
                height_m: 10.0,
            },
            vigour: Some(1.0),
            scores: None,
            crown_base_m: None,
            crown_radius_m: None,
        }
    });
    let mut forest = Forest::new(plot([1, 1]), 1, vec![species], Conditions::default()).expect("it fits");
    forest.plant(founders).expect("they stand on the plot");
    for _ in 0..YEARS {
        forest.advance();
    }
    forest
}

/// A patch laid out in `tiles` columns and rows.
pub(crate) fn stand(tiles: [u32; 2]) -> Forest {
    laid_out(&patch(), tiles, true, Light::default())
}

/// This patch in `tiles` columns and rows under a light model, each copy with keys of its own; if it does not bear, also without
/// its bank of seeds.
pub(crate) fn laid_out(grown: &Forest, tiles: [u32; 2], bears: bool, light: Light) -> Forest {
    let mut species = species();
    if !bears {
        species.fruit.seeds_per_m2 = 0.0;
    }
    let conditions = Conditions {
        light,
        ..Conditions::default()
    };
    let mut forest = Forest::new(plot(tiles), 1, vec![species], conditions).expect("it fits");
    let count = tiles[0] as usize * tiles[1] as usize;
    let moved = |tile: u32, [x_m, y_m]: [f64; 2]| {
        let [east_m, north_m] = [tile % tiles[0], tile / tiles[0]].map(|step| f64::from(step) * PATCH_M);
        [x_m + east_m, y_m + north_m]
    };
    let trees: Vec<Tree> = grown.trees().collect();
    let founders = copies(&trees, count).map(|(tile, tree)| Founder {
        key: tree.key.child(0, Purpose::Tile, tile),
        species: 0,
        place_m: moved(tile, tree.place_m),
        age_yr: tree.age_yr,
        size: tree.size,
        vigour: Some(tree.vigour),
        scores: Some(tree.scores),
        crown_base_m: Some(tree.crown_base_m),
        crown_radius_m: Some(tree.crown_radius_m),
    });
    forest.plant(founders).expect("they stand on the plot");
    let seeds: Vec<Seed> = grown.seeds().filter(|_| bears).collect();
    let bank = copies(&seeds, count).map(|(tile, seed)| Seed {
        key: seed.key.child(0, Purpose::Tile, tile),
        place_m: moved(tile, seed.place_m),
        ..*seed
    });
    forest.bury(bank, []).expect("they lie on the plot");
    forest
}

/// A list so many times, each time with the number of the tile.
fn copies<T>(list: &[T], tiles: usize) -> impl Iterator<Item = (u32, &T)> {
    (0..tiles * list.len()).map(|at| ((at / list.len()) as u32, &list[at % list.len()]))
}

/// Stands of about 600, 5,000 and 60,000 trees.
pub(crate) const SIZES: [[u32; 2]; 3] = [[1, 1], [3, 3], [10, 10]];

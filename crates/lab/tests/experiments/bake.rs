//! Tiles against the forests that they are baked from: as one more replicate of them, tree by tree, and what is refused.

use understory_lab::bake::{Baked, ForestTrees, Made, bake, tile_statistics};
use understory_placement::parameters::{Baking, Thinning};
use understory_scenario::{ForestScenario, WorldScenario, load};
use understory_space::{Edge, Plot};
use understory_spacing::{
    Curves, EdgeCorrection, GlobalMeasure, NearestNeighbourSummary, PairKernel, PairStatistics, Radii,
};

use crate::common::{InMemory, scenario};

const FOREST: &str = r#"
name = "wood"
[world]
size_m = [60.0, 60.0]
edge = "EDGE"
seed = 7
[run]
years = 60
[[species]]
name = "beech"
preset = "fagus-sylvatica"
[[founders]]
species = "beech"
method = "uniform"
count = 150
height_m = 5.0
"#;

fn forest(edge: &str, seed: u64) -> ForestScenario {
    let text = FOREST.replace("EDGE", edge);
    scenario(&text.replace("seed = 7", &format!("seed = {seed}")))
}

fn thick() -> Baking {
    Baking {
        dbh_min_cm: 5.0,
        ..Baking::default()
    }
}

fn places_m(baked: &Baked) -> Vec<[f64; 2]> {
    baked.rows.iter().map(|row| [row.x_m, row.y_m]).collect()
}

/// G, L and the pair correlation of a pattern, at distances that are the same for all.
fn curves(points_m: &[[f64; 2]], plot: &Plot) -> [(Vec<f64>, Vec<f64>); 3] {
    let correction = match plot.is_torus() {
        true => EdgeCorrection::Periodic,
        false => EdgeCorrection::Translation,
    };
    let (near, far) = (Radii::new(5.0, 60).unwrap(), Radii::new(15.0, 60).unwrap());
    let pairs = PairStatistics::new(points_m, plot).unwrap();
    let values = |values: &[Option<f64>]| -> Vec<f64> {
        values.iter().map(|value| value.unwrap_or(f64::NAN)).collect()
    };
    let g = NearestNeighbourSummary::new(points_m, plot)
        .unwrap()
        .g(&near.to_vec_m())
        .unwrap()
        .km;
    let l = pairs.l(&far, &[correction]).unwrap();
    let pcf = pairs.pair_correlation(&far, &[correction], &PairKernel::default());
    let pcf = pcf.unwrap();
    [
        (near.to_vec_m(), g),
        (far.to_vec_m(), values(l.by(correction).unwrap())),
        (far.to_vec_m(), values(pcf.by(correction).unwrap())),
    ]
}

/// A tile that was cut out and mended is no stranger among 39 forests of its scenario that grew from other seeds: global tests of
/// G, L and the pair correlation at 5 %.
#[test]
fn a_tile_of_an_open_forest_lies_in_the_envelope_of_such_forests() {
    let trees = ForestTrees::grow(&forest("open", 7)).unwrap();
    let baked = bake(&trees, &thick(), 7).unwrap();
    assert_eq!((baked.made, baked.size_m), (Made::Mended, [60.0; 2]));
    let torus = Plot::new([0.0; 2], baked.size_m, Edge::Torus).unwrap();
    let observed = curves(&places_m(&baked), &torus);
    let others: Vec<_> = (100..139)
        .map(|seed| {
            let other = ForestTrees::grow(&forest("open", seed)).unwrap();
            let places_m = bake(&other, &thick(), seed).unwrap().forest.1;
            curves(&places_m, &other.plot)
        })
        .collect();
    for (number, name) in ["G", "L", "pcf"].into_iter().enumerate() {
        let (r_m, own) = &observed[number];
        let simulated = others.iter().map(|curves| curves[number].1.clone()).collect();
        let test = Curves::new(r_m, own.clone(), simulated)
            .unwrap()
            .global_test(GlobalMeasure::ExtremeRankLength, 0.05)
            .unwrap();
        assert!(test.p > 0.05, "{name}: p = {}", test.p);
    }
}

/// On a torus nothing is laid out anew: the tile's trees are the forest's, each with its own size.
#[test]
fn a_forest_on_a_torus_is_its_own_tile() {
    let trees = ForestTrees::grow(&forest("torus", 7)).unwrap();
    let baked = bake(&trees, &thick(), 7).unwrap();
    assert_eq!((baked.made, baked.size_m), (Made::AsItGrew, [60.0; 2]));
    let sorted = |mut all: Vec<[u64; 3]>| {
        all.sort_unstable();
        all
    };
    let bits = |x_m: f64, y_m: f64, height_m: f64| [x_m, y_m, height_m].map(f64::to_bits);
    let thick = trees.trees.iter().filter(|tree| tree.dbh_cm >= 5.0);
    let expected = sorted(
        thick
            .map(|tree| bits(tree.x_m, tree.y_m, tree.height_m))
            .collect(),
    );
    let found = baked.rows.iter().map(|row| bits(row.x_m, row.y_m, row.height_m));
    assert_eq!(sorted(found.collect()), expected);
    let whole = tile_statistics(&baked, 7).unwrap().rows.swap_remove(0);
    assert_eq!((whole.share, whole.g_ks), (1.0, 0.0));
    assert!(whole.l_rmse_m < 1e-9 && whole.pcf_rmse < 1e-9, "{whole:?}");
    assert!((whole.clark_evans_forest - whole.clark_evans_tile).abs() < 1e-12);
}

/// At random a tile keeps the forest's pair correlation as it loses trees; from the smallest on it keeps the large ones; evenly
/// it becomes more regular than the forest.
#[test]
fn each_order_keeps_what_it_is_for() {
    let trees = ForestTrees::grow(&forest("torus", 7)).unwrap();
    let quarter = |ranks: Thinning| {
        let baked = bake(&trees, &Baking { ranks, ..thick() }, 7).unwrap();
        assert!(baked.rows.windows(2).all(|pair| pair[0].rank < pair[1].rank));
        let statistics = tile_statistics(&baked, 7).unwrap();
        let row = statistics.rows.into_iter().find(|row| row.share == 0.25).unwrap();
        (row, baked)
    };
    let [(random, _), (largest, tallest), (even, _)] =
        [Thinning::Random, Thinning::Largest, Thinning::Even].map(quarter);
    assert!(random.pcf_rmse < even.pcf_rmse, "{random:?} {even:?}");
    assert!(even.clark_evans_tile > random.clark_evans_tile + 0.2);
    assert!(largest.mean_height_tile_m > random.mean_height_tile_m);
    let heights = tallest.rows.windows(2);
    assert!(
        heights
            .into_iter()
            .all(|pair| pair[0].height_m >= pair[1].height_m)
    );
}

#[test]
fn what_cannot_be_baked_is_told() {
    let trees = ForestTrees::grow(&forest("torus", 7)).unwrap();
    let refused = |baking: Baking| {
        let error = bake(&trees, &baking, 7).unwrap_err();
        assert!(error.is_user_error());
        (error.to_string(), error.hint().unwrap())
    };
    let (message, hint) = refused(Baking {
        species: Some("oak".to_owned()),
        ..thick()
    });
    assert_eq!(message, "there is no tree of the species `oak` in year 60");
    assert_eq!(hint, "there are: beech");
    let (message, _) = refused(Baking {
        side_m: Some(60.5),
        ..thick()
    });
    assert_eq!(
        message,
        "a tile of 60.5 m is larger than its forest, which is 60 m by 60 m"
    );
    let (message, hint) = refused(Baking {
        dbh_min_cm: 500.0,
        ..thick()
    });
    assert!(
        message.ends_with("0 are at least 500 cm thick, but a tile takes at least 2"),
        "{message}"
    );
    assert_eq!(hint, "take thinner trees too, or a later year");
}

const WORLD: &str = r##"
name = "painted"
[world]
size_m = [150.0, 130.0]
seed = 3
[place]
[biome]
[[biome.type]]
name = "wood"
colour = "#2f6b3a"
texture = "soil"
[[rule]]
name = "beeches"
asset = "beech"
biome = "wood"
grown = { scenario = "wood.toml", year = 60, dbh_min_cm = 5.0 }
[[edit]]
name = "sparse"
set = "rule.beeches.density=0.5"
[[edit]]
name = "younger"
set = "rule.beeches.grown.year=40"
"##;

/// A world that grows its forest and one that reads the tile of it have the same instances; what an edit leaves of the forest
/// stays.
#[test]
fn a_rule_stands_as_its_forest_whether_grown_on_the_way_or_baked_before() {
    use understory_lab::place::{edited, with_forests};
    use understory_placement::Detail;
    use understory_records::write_rows;
    use understory_scenario::Overrides;

    let wood = FOREST.replace("EDGE", "torus");
    let files = [("world.toml", WORLD), ("wood.toml", wood.as_str())];
    let read: WorldScenario = load("world.toml", &InMemory(&files), &Overrides::default()).unwrap();
    let standing = |world: &WorldScenario| {
        let tiles = world.world.tiles();
        let all = tiles
            .into_iter()
            .flat_map(|tile| world.world.tile(tile, &Detail::FULL));
        all.map(|one| (one.place_m, one.scale)).collect::<Vec<_>>()
    };
    assert_eq!(standing(&read), []);
    let grown = with_forests(&read, &()).unwrap();
    assert_eq!(grown.header.identity, read.header.identity);

    let trees = ForestTrees::grow(&forest("torus", 7)).unwrap();
    let baked = bake(&trees, &thick(), 7).unwrap();
    let per_ha = baked.rows.len() as f64 / 0.36;
    let all = standing(&grown);
    let found = all.len() as f64 / 1.95;
    assert!((found / per_ha - 1.0).abs() < 0.1, "{found} {per_ha}");
    let mut tile = Vec::new();
    write_rows(&mut tile, baked.rows).unwrap();
    let tile = String::from_utf8(tile).unwrap();
    let named = "grown = { tile = \"tile.csv\", size_m = [60.0, 60.0] }";
    let text = WORLD.replace(
        "grown = { scenario = \"wood.toml\", year = 60, dbh_min_cm = 5.0 }",
        named,
    );
    let text = text.split("[[edit]]").next().unwrap().to_owned();
    let files = [("world.toml", text.as_str()), ("tile.csv", tile.as_str())];
    let from_tile: WorldScenario = load("world.toml", &InMemory(&files), &Overrides::default()).unwrap();
    assert_eq!(standing(&from_tile), all);

    let sparse = edited(&grown, &grown.edits[0], &()).unwrap();
    let fewer = standing(&sparse);
    assert!(fewer.len() < all.len() && fewer.iter().all(|one| all.contains(one)));
    assert!(fewer.len() * 10 > all.len() * 4);
    let younger = edited(&grown, &grown.edits[1], &()).unwrap();
    assert!(!standing(&younger).is_empty() && standing(&younger) != all);
}

//! Hashes of all that fixes the tables of a scenario.

use serde::Serialize;
use understory_forest::management::{Assortments, Intervention};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{Borders, SeedsOverEdge};
use understory_placement::parameters::Rule;
use understory_placement::{Painting, View};
use understory_scatter::Method;
use understory_space::Plot;

use crate::calibration::Calibration;
use crate::gaps::GapRules;
use crate::keys::{ClimateRules, CrownRules, GroundRules, Record};
use crate::scenario::{
    ForestScenario, Founders, ListedDeadwood, ListedTree, ScatterScenario, Scattering, StandScenario,
    TerrainSource, TreeScenario,
};
use crate::scenario::{GrownRule, WorldScenario};
use crate::sweep::Sweep;

/// Of a forest: of all but years and replicates.
pub(crate) fn of_forest(scenario: &ForestScenario) -> String {
    of_json(&Fixed::of(scenario))
}

/// Of a measured stand: of its ground, its places and the seed.
pub(crate) fn of_stand(stand: &StandScenario) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(stand.plot.edge().to_string().as_bytes());
    hasher.update(&stand.header.seed.to_le_bytes());
    let ground = [stand.plot.origin_m(), stand.plot.size_m()];
    for number in ground.iter().chain(&stand.points_m).flatten() {
        hasher.update(&number.to_bits().to_le_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Of a single tree: of all that it grows from and the seed.
pub(crate) fn of_tree(tree: &TreeScenario) -> String {
    of_json(&(tree.header.seed, &tree.specimen))
}

/// Of scattered points: of the ground, what fills it and the seed.
pub(crate) fn of_scatter(scatter: &ScatterScenario) -> String {
    let (plot, seed) = (&scatter.plot, scatter.header.seed);
    let ground = (plot.origin_m(), plot.size_m(), plot.edge().to_string(), seed);
    match &scatter.scattering {
        Scattering::Plane(lattice) => of_json(&(ground, lattice)),
        Scattering::Ground {
            ground: segmented,
            names,
            ..
        } => {
            let fills = segmented
                .segments()
                .iter()
                .map(|(_, fill)| (&fill.method, fill.per_ha));
            let fills: Vec<_> = names.iter().zip(fills).collect();
            of_json(&(ground, segmented.borders(), fills))
        }
    }
}

/// Of a painted world: of all that it is painted with and on and of how it is shown.
pub(crate) fn of_world(world: &WorldScenario) -> String {
    let WorldScenario {
        header,
        world,
        grown,
        edits,
        assets,
        camera,
        view,
        terrain,
        meshes,
        sea_m,
        ponds,
    } = world;
    let maps = world.maps();
    let Painting {
        place,
        biomes,
        rules,
        tiles,
        mixes,
        tags,
        textures,
        prefabs,
        blockers,
        roads,
        rivers,
        placed,
        hand_edits,
        rings,
        refining,
        props,
        drops,
    } = world.painting();
    let mut hasher = blake3::Hasher::new();
    hasher.update(maps.biomes.values());
    for grid in [maps.biomes.grid(), maps.weights.grid()] {
        for corner_m in [grid.origin_m(), grid.far_corner_m()].iter().flatten() {
            hasher.update(&corner_m.to_bits().to_le_bytes());
        }
        hasher.update(&grid.columns().to_le_bytes());
    }
    for weight in maps.weights.values() {
        hasher.update(&weight.to_bits().to_le_bytes());
    }
    // Tiles that are baked on the way follow from the forests below.
    let awaited = |name: &str| grown.iter().any(|grown| grown.rule == *name);
    for (name, tile) in tiles.iter().filter(|(name, _)| !awaited(name)) {
        hasher.update(name.as_bytes());
        if let Some(tile) = tile {
            let numbers = [tile.size_m()].into_iter().chain(tile.places_m().iter().copied());
            for number in numbers.flatten().chain(tile.sizes().iter().copied()) {
                hasher.update(&number.to_bits().to_le_bytes());
            }
        }
    }
    for (name, raster) in &maps.named {
        hasher.update(name.as_bytes());
        hasher.update(&raster.grid().columns().to_le_bytes());
        for value in raster.values() {
            hasher.update(&value.to_bits().to_le_bytes());
        }
    }
    // Nothing is added for a world that has none of these, so that it has the hash that it had before there were any.
    if !props.is_empty() {
        hasher.update(of_json(&(refining, props)).as_bytes());
    }
    if !drops.is_empty() {
        hasher.update(of_json(drops).as_bytes());
    }
    if !meshes.is_empty() {
        hasher.update(of_json(meshes).as_bytes());
    }
    if !tags.is_empty() {
        hasher.update(of_json(tags).as_bytes());
    }
    if sea_m.is_some() {
        hasher.update(b"sea");
    }
    if *view != View::default() {
        hasher.update(of_json(view).as_bytes());
    }
    if !prefabs.is_empty() {
        hasher.update(of_json(prefabs).as_bytes());
    }
    if !hand_edits.is_empty() {
        let removed = hand_edits.removed.iter().map(|it| (it.key.to_string(), it.at_m));
        let added = hand_edits.added.iter().map(|it| {
            (
                it.key.to_string(),
                &it.asset,
                it.at_m,
                it.above_m,
                it.rotation,
                it.scale,
                it.shade,
            )
        });
        let edits = (removed.collect::<Vec<_>>(), added.collect::<Vec<_>>());
        hasher.update(of_json(&edits).as_bytes());
    }
    let painted_on = hasher.finalize().to_hex().to_string();
    let rules: Vec<Rule> = rules
        .iter()
        .map(|rule| {
            let is_known = |own: &&GrownRule| own.rule == rule.name && !own.has_footprint;
            match grown.iter().find(is_known) {
                // It is known only when the forest has grown.
                Some(_) => Rule {
                    footprint_m: 0.0,
                    ..rule.clone()
                },
                None => rule.clone(),
            }
        })
        .collect();
    let of_grown = grown.iter().map(|grown| {
        let forest = of_forest(&grown.forest);
        (
            &grown.rule,
            forest,
            grown.forest.years,
            &grown.baking,
            grown.height_m,
        )
    });
    let of_grown: Vec<_> = of_grown.collect();
    let fixed = (
        (header.seed, maps.window.low_m, maps.window.high_m, painted_on),
        (place, biomes, &rules, mixes, textures),
        (blockers, roads, rivers, placed, rings),
        (
            edits
                .iter()
                .map(|edit| (&edit.name, edit.set.written()))
                .collect::<Vec<_>>(),
            assets,
            camera,
            terrain.as_ref().map(|terrain| &terrain.source),
            // Shores are measured from 0 where there is no sea.
            sea_m.unwrap_or_default(),
        ),
    );
    // A world without grown forests and ponds has the hash that it had before there were any.
    match (of_grown.is_empty(), ponds) {
        (true, None) => of_json(&fixed),
        (false, None) => of_json(&(fixed, of_grown)),
        (_, Some(ponds)) => of_json(&(fixed, of_grown, ponds.least())),
    }
}

fn of_json(fixed: &impl Serialize) -> String {
    let text = serde_json::to_string(fixed).expect("numbers and strings can be written as JSON");
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// What is hashed, as JSON in this order of fields.
#[derive(Serialize)]
struct Fixed<'a> {
    origin_m: [f64; 2],
    size_m: [f64; 2],
    edge: String,
    seed: u64,
    species: &'a [Species],
    conditions: &'a Conditions,
    founders: Vec<FixedFounders<'a>>,
    every_years: u32,
    checkpoint_every_years: u32,
    format: &'static str,
    keep_state: bool,
    events: bool,
    spacing_r_max_m: f64,
    spacing_steps: u32,
    /// Left out where there is none, as before there could be.
    #[serde(skip_serializing_if = "Option::is_none")]
    envelope_simulations: Option<u32>,
    /// Left out where they are not recorded, as before there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    gaps: Option<GapRules>,
    /// Left out where none grow, as before any could.
    #[serde(skip_serializing_if = "Option::is_none")]
    crowns: Option<&'a CrownRules>,
    /// Left out where there are none, as before there could be: what foresters do, and into what they cut it.
    #[serde(skip_serializing_if = "Option::is_none")]
    management: Option<(&'a [Intervention], Assortments)>,
    /// Left out where the ground is level, so that such a forest has the hash that it had before there was other ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    terrain: Option<&'a TerrainSource>,
    /// Left out likewise where nothing is asked of it: what it offers, and the content of the soil's map, wherever that lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    ground: Option<(GroundRules, Option<&'a str>)>,
    /// Left out likewise where all years are alike: what was said of the climate, and the content of its file, wherever that lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    climate: Option<(ClimateRules, Option<&'a str>)>,
    /// Corner and size of the part that is counted, left out likewise where that is the whole plot.
    #[serde(skip_serializing_if = "Option::is_none")]
    window_m: Option<[[f64; 2]; 2]>,
    /// Left out likewise where they are lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    seeds_over_edge: Option<&'static str>,
    /// Left out likewise where there is one run alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    sweep: Option<&'a Sweep>,
    /// Left out likewise where nothing is fitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration: Option<&'a Calibration>,
}

#[derive(Serialize)]
enum FixedFounders<'a> {
    Drawn {
        species: &'a str,
        method: &'a Method,
        count: u32,
        height_m: f64,
        height_sigma: f64,
        age_yr: Option<u32>,
    },
    Listed {
        file: &'a str,
        trees: String,
        /// Left out likewise where there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
        deadwood: Option<String>,
    },
    Grown {
        patch: String,
        year: u32,
        tiles: [u32; 2],
    },
}

impl<'a> Fixed<'a> {
    fn of(scenario: &'a ForestScenario) -> Self {
        let ForestScenario {
            header,
            plot,
            species,
            conditions,
            founders,
            interventions,
            assortments,
            crowns,
            record,
            terrain,
            ground,
            climate,
            borders,
            sweep,
            calibration,
            ..
        } = scenario;
        let Borders {
            seeds_over_edge,
            window,
        } = borders;
        let plot: &Plot = plot;
        let Record {
            every_years,
            checkpoint_every_years,
            format,
            keep_state,
            events,
            spacing_r_max_m,
            spacing_steps,
            envelope_simulations,
            gaps,
        } = *record;
        Self {
            origin_m: plot.origin_m(),
            sweep: sweep.as_ref(),
            calibration: calibration.as_ref(),
            size_m: plot.size_m(),
            edge: plot.edge().to_string(),
            seed: header.seed,
            species,
            conditions,
            founders: founders
                .iter()
                .map(|founders| FixedFounders::of(founders, species))
                .collect(),
            every_years,
            checkpoint_every_years,
            format: format.name(),
            keep_state,
            events,
            spacing_r_max_m,
            spacing_steps,
            envelope_simulations: (envelope_simulations > 0).then_some(envelope_simulations),
            gaps,
            crowns: crowns.as_ref(),
            management: (!interventions.is_empty()).then_some((interventions, *assortments)),
            terrain: terrain.as_ref().map(|terrain| &terrain.source),
            ground: ground.as_ref().map(|ground| {
                let rules = GroundRules {
                    soil_depth: None,
                    ..ground.rules.clone()
                };
                (rules, ground.soil_blake3.as_deref())
            }),
            climate: climate.as_ref().map(|climate| {
                let rules = ClimateRules {
                    file: None,
                    ..climate.rules.clone()
                };
                (rules, climate.file_blake3.as_deref())
            }),
            window_m: (!window.is_whole()).then(|| [window.plot().origin_m(), window.plot().size_m()]),
            seeds_over_edge: match seeds_over_edge {
                SeedsOverEdge::Lost => None,
                SeedsOverEdge::Return => Some("return"),
            },
        }
    }
}

impl<'a> FixedFounders<'a> {
    fn of(founders: &'a Founders, known: &'a [Species]) -> Self {
        match founders {
            Founders::Drawn(drawn) => Self::Drawn {
                species: &known[drawn.species].name,
                method: &drawn.method,
                count: drawn.count,
                height_m: drawn.height_m,
                height_sigma: drawn.height_sigma,
                age_yr: drawn.age_yr,
            },
            // The trees enter too, as `columns` and `species` decide what is read from the file.
            Founders::Listed {
                trees,
                deadwood,
                file_blake3,
                ..
            } => Self::Listed {
                file: file_blake3,
                trees: hash(trees),
                deadwood: (!deadwood.is_empty()).then(|| hash_of_deadwood(deadwood)),
            },
            Founders::Grown {
                patch, year, tiles, ..
            } => Self::Grown {
                patch: of_forest(patch),
                year: *year,
                tiles: *tiles,
            },
        }
    }
}

fn hash_of_deadwood(deadwood: &[ListedDeadwood]) -> String {
    let trees: Vec<ListedTree> = deadwood.iter().map(|dead| dead.tree).collect();
    let deaths: Vec<(bool, u32)> = deadwood.iter().map(|dead| (dead.is_log, dead.dead_yr)).collect();
    of_json(&(hash(&trees), deaths))
}

fn hash(trees: &[ListedTree]) -> String {
    let mut hasher = blake3::Hasher::new();
    for tree in trees {
        hasher.update(&(tree.species as u64).to_le_bytes());
        // Sizes are 0 or more, so −1 says that there is none.
        let numbers = [
            tree.place_m[0],
            tree.place_m[1],
            tree.dbh_cm.unwrap_or(-1.0),
            tree.height_m.unwrap_or(-1.0),
        ];
        for number in numbers {
            hasher.update(&number.to_bits().to_le_bytes());
        }
        hasher.update(&tree.age_yr.map_or(-1, i64::from).to_le_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

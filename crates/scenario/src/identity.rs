use serde::Serialize;
use understory_forest::parameters::{Interaction, Species};
use understory_scatter::Method;
use understory_space::Plot;

use crate::scenario::{Founders, ListedTree, MeasuredStand, Record, Scenario, TreeScene};

/// A hash, 64 hex digits, of everything that fixes a scenario's tables except `years` and `replicates`: two
/// scenarios with the same one tell the same story as far as both go.
///
/// Neither the wording of the file enters, nor its name, nor where its inputs lie: they enter by their content.
#[must_use]
#[expect(
    clippy::missing_panics_doc,
    reason = "numbers and strings can always be written as JSON"
)]
pub fn identity(scenario: &Scenario) -> String {
    let text =
        serde_json::to_string(&Fixed::of(scenario)).expect("numbers and strings can be written as JSON");
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// The same of a measured stand: of its ground, its places and the seed.
#[must_use]
pub fn stand_identity(stand: &MeasuredStand) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(stand.plot.edge().to_string().as_bytes());
    hasher.update(&stand.seed.to_le_bytes());
    let ground = [stand.plot.origin_m(), stand.plot.size_m()];
    for number in ground.iter().chain(&stand.points_m).flatten() {
        hasher.update(&number.to_bits().to_le_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// The same of a single tree: of all that it grows from and the seed.
#[must_use]
#[expect(
    clippy::missing_panics_doc,
    reason = "numbers and strings can always be written as JSON"
)]
pub fn tree_identity(scene: &TreeScene) -> String {
    let text = serde_json::to_string(&(scene.seed, &scene.specimen))
        .expect("numbers and strings can be written as JSON");
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
    interaction: &'a Interaction,
    founders: Vec<FixedFounders<'a>>,
    every_years: u32,
    checkpoint_every_years: u32,
    format: &'static str,
    keep_state: bool,
    events: bool,
    spacing_r_max_m: f64,
    spacing_steps: u32,
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
    },
    Grown {
        patch: String,
        year: u32,
        tiles: [u32; 2],
    },
}

impl<'a> Fixed<'a> {
    fn of(scenario: &'a Scenario) -> Self {
        let Scenario {
            plot,
            seed,
            species,
            interaction,
            founders,
            record,
            ..
        } = scenario;
        let plot: &Plot = plot;
        let Record {
            every_years,
            checkpoint_every_years,
            format,
            keep_state,
            events,
            spacing_r_max_m,
            spacing_steps,
        } = *record;
        Self {
            origin_m: plot.origin_m(),
            size_m: plot.size_m(),
            edge: plot.edge().to_string(),
            seed: *seed,
            species,
            interaction,
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
        }
    }
}

impl<'a> FixedFounders<'a> {
    fn of(founders: &'a Founders, known: &'a [Species]) -> Self {
        match founders {
            Founders::Drawn {
                species,
                method,
                count,
                height_m,
                height_sigma,
                age_yr,
            } => {
                let (species, age_yr) = (known[*species].name.as_str(), *age_yr);
                let (count, height_m, height_sigma) = (*count, *height_m, *height_sigma);
                Self::Drawn {
                    species,
                    method,
                    count,
                    height_m,
                    height_sigma,
                    age_yr,
                }
            }
            // The trees enter too, as `columns` and `species` decide what is read from the file.
            Founders::Listed {
                trees, file_blake3, ..
            } => Self::Listed {
                file: file_blake3,
                trees: hash(trees),
            },
            Founders::Grown {
                patch, year, tiles, ..
            } => Self::Grown {
                patch: identity(patch),
                year: *year,
                tiles: *tiles,
            },
        }
    }
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

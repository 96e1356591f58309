//! A tile that is baked from a forest: a year of a run, or a scenario that is grown for it.

pub(crate) mod figures;
mod summary;

use std::path::{Path, PathBuf};

use understory_lab::bake::{Baked, ForestTrees, bake, tile_statistics};
use understory_lab::store::Store;
use understory_lab::{End, LabError};
use understory_placement::parameters::Baking;
use understory_records::{BakeBody, BakeManifest, Body, RunJson, paths};
use understory_scenario::{ForestScenario, Overrides, tile_of_rows};
use understory_space::{Edge, Plot};

use crate::error::Error;
use crate::experiment::{Experiment, Found, Host, Summary};
use crate::files::slashed;
use crate::folder::Replaces;
use crate::kinds::check::check_planting;
use crate::kinds::run::takes_of;
use crate::kinds::shown::Shown;
use crate::kinds::stats::recorded_year;
use crate::manifests::without_scenario;
use crate::open;
use crate::results::Results;
use crate::stored::Each;

/// From which forest a tile is baked, and how.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BakeRequest {
    /// The folder of a run, or the scenario of a forest that is grown.
    pub forest: PathBuf,
    /// The year: without, the last that a run recorded, or the last of the scenario.
    pub year: Option<u32>,
    /// Which of its trees, how large a tile, and in which order trees are taken away.
    pub baking: Baking,
}

/// A tile on its way to results.
#[derive(Debug)]
pub struct BakeTask {
    source: Source,
    /// What the trees are called in messages: a table of a run, or a scenario.
    told: String,
    name: String,
    year: u32,
    seed: u64,
    baking: Baking,
    made_from: RunJson,
}

#[derive(Debug)]
enum Source {
    Run(ForestTrees),
    Scenario(Box<ForestScenario>),
}

impl BakeTask {
    /// Reads the trees of a run, or the scenario that is to be grown.
    ///
    /// # Errors
    /// [`Error`]: what is wrong with either, or that the run has not the year.
    pub fn new(request: &BakeRequest) -> Result<Self, Error> {
        let path = &request.forest;
        let (source, told, name, year, seed) = if path.is_dir() {
            let results = Results::in_folder(path)?;
            let manifest = results.forest()?;
            let year = recorded_year(path, request.year, manifest)?;
            let trees = results.trees(year)?;
            let edge = match manifest.world.edge.as_str() {
                "torus" => Edge::Torus,
                _ => Edge::Open,
            };
            let plot = Plot::new(manifest.world.origin_m, manifest.world.size_m, edge);
            let plot = plot.map_err(std::io::Error::other)?;
            let told = path.join(paths::trees(year, manifest.format()));
            let RunJson {
                scenario: name, seed, ..
            } = manifest.all.made_from.clone();
            let trees = ForestTrees { plot, trees, year };
            (Source::Run(trees), slashed(&told), name, year, seed)
        } else {
            let overrides = Overrides {
                years: request.year,
                ..Overrides::default()
            };
            let scenario: ForestScenario = open(path, &overrides)?;
            let (year, seed) = (scenario.years, scenario.header.seed);
            let name = scenario.header.name.clone();
            (
                Source::Scenario(Box::new(scenario)),
                slashed(path),
                name,
                year,
                seed,
            )
        };
        let identity = format!("{} {year} {:?}", slashed(path), request.baking);
        Ok(Self {
            made_from: without_scenario(&name, identity, seed),
            source,
            told,
            name,
            year,
            seed,
            baking: request.baking.clone(),
        })
    }

    /// The name of the tile, such as `old-field-year-150-tile`.
    #[must_use]
    pub fn name(&self) -> String {
        let species = self.baking.species.iter().map(|species| format!("-{species}"));
        format!(
            "{}-year-{}{}-tile",
            self.name,
            self.year,
            species.collect::<String>()
        )
    }

    fn body_of(&self, baked: &Baked) -> Result<BakeBody, Error> {
        let tile = tile_of_rows(&baked.rows, baked.size_m, None).map_err(LabError::from)?;
        let count = baked.rows.len();
        let heights_m: f64 = baked.rows.iter().map(|row| row.height_m).sum();
        Ok(BakeBody {
            forest: self.name.clone(),
            year: self.year,
            made: baked.made.word().to_owned(),
            notes: baked.notes.clone(),
            size_m: baked.size_m,
            trees: count as u64,
            per_ha: tile.per_m2() * 10_000.0,
            mean_height_m: heights_m / count as f64,
            footprint_m: tile.footprint_m(),
            ranks: self.baking.ranks.word().to_owned(),
        })
    }

    fn refused(&self, source: LabError) -> Error {
        Error::Lab(LabError::Of {
            part: self.told.clone(),
            key: String::new(),
            source: Box::new(source),
        })
    }
}

impl Experiment for BakeTask {
    fn made_from(&self) -> RunJson {
        self.made_from.clone()
    }

    /// An earlier tile alone.
    fn replaces(&self) -> Replaces {
        Replaces::Only("bake")
    }

    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        let Source::Scenario(scenario) = &self.source else {
            return Ok(());
        };
        let (takes, estimate) = takes_of(scenario, host)?;
        host.estimated(&takes, &estimate)?;
        check_planting(&scenario.header, scenario)
    }

    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let grown;
        let trees = match &self.source {
            Source::Run(trees) => trees,
            Source::Scenario(scenario) => {
                host.step("growing the forest", 0, 1);
                grown =
                    ForestTrees::grow(scenario).map_err(|error| Error::at_keys(&scenario.header, [error]))?;
                &grown
            }
        };
        host.step("baking the tile", 0, 1);
        let baked = bake(trees, &self.baking, self.seed).map_err(|error| self.refused(error))?;
        host.step("measuring", 0, 1);
        let statistics = tile_statistics(&baked, self.seed).map_err(|error| self.refused(error))?;
        baked.write(&statistics, store)?;
        let body = self.body_of(&baked)?;
        Ok(End::Complete(Found {
            summary: Summary {
                line: summary::about(&body),
                table: summary::table(&statistics.rows),
                notes: body.notes.clone(),
                ..Summary::default()
            },
            body: Body::Bake(body),
            took: None,
            drawing: None,
        }))
    }
}

/// The line of a rule that stands as a tile, whose table lies here.
#[must_use]
pub fn line_of_rule(tile: &Path, [width_m, height_m]: [f64; 2]) -> String {
    format!(
        "grown = {{ tile = \"{}\", size_m = [{width_m:?}, {height_m:?}] }}",
        slashed(tile)
    )
}

impl Shown for BakeManifest<'_> {
    fn draw(&self, store: &dyn Store, _: Option<f64>, each: Each<'_>) -> Result<(), Error> {
        figures::of_tile(store, self, each)
    }
}

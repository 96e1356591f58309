//! The forest of a session: planted, grown year by year, and packed for the page.

use std::collections::BTreeSet;

use understory_forest::Forest;
use understory_lab::forest_at_start;
use understory_lab::living::YearRows;
use understory_page::{Death, LiveAbout, Run, Snapshots, SpeciesLook, Thinning, forest_frame};
use understory_records::CensusRow;
use understory_report::species_colour;
use understory_scenario::{ForestScenario, latitude_deg, species_presets};

use crate::error::Error;
use crate::kinds::check::check_planting;
use crate::kinds::run::estimate;
use crate::machine::{check_memory, check_memory_at};
use crate::scene::usual_forms;

/// Memory that a year may take beyond what is held, bytes a tree and bytes a seed: lists, rows and the packed frame.
const TREE_BYTES: u64 = 1200;
const SEED_BYTES: u64 = 200;

/// Pairs of founders within the reach of spacing statistics, which a page looks at each year.
const MOST_PAIRS: f64 = 1e9;

/// A forest that is looked at.
pub(super) struct LivingForest {
    pub(super) scenario: ForestScenario,
    forest: Forest,
    /// The trees that were drawn last.
    drawn: BTreeSet<u64>,
    /// The census of all years so far.
    census: Vec<CensusRow>,
}

impl LivingForest {
    /// As it is planted.
    pub(super) fn plant(scenario: ForestScenario) -> Result<Self, Error> {
        let header = &scenario.header;
        let pairs = scenario.pairs_of_founders();
        if pairs > MOST_PAIRS {
            let message =
                format!("a page takes minutes for about {pairs:.0} pairs of founders near each other");
            let hint = "plant fewer, or grow it by `understory run`".to_owned();
            return Err(Error::at_key(header, "founders.1.count", message, Some(hint)));
        }
        check_planting(header, &scenario)?;
        let takes = estimate(&scenario, 1, &())?;
        check_memory_at(header, "growing this forest", takes.memory_bytes, "world.size_m")?;
        let forest = forest_at_start(&scenario, scenario.header.seed, true)
            .map_err(|error| Error::at_keys(&scenario.header, [error]))?;
        Ok(Self {
            scenario,
            forest,
            drawn: BTreeSet::new(),
            census: Vec::new(),
        })
    }

    pub(super) fn year(&self) -> u32 {
        self.forest.year()
    }

    /// One year more, as the page draws it.
    pub(super) fn next(&mut self, about: &LiveAbout) -> Result<Vec<u8>, Error> {
        let (trees, seeds) = (self.forest.tree_count() as u64, self.forest.seed_count() as u64);
        let takes = format!("a year of {trees} trees and {seeds} seeds could take more memory than there is");
        check_memory(&takes, TREE_BYTES * trees + SEED_BYTES * seeds)?;
        self.forest.advance();
        let rows = YearRows::of(&self.scenario, &mut self.forest)?;
        self.census.extend(rows.census.iter().cloned());
        self.frame(about, rows)
    }

    /// The year that it is in, with the census of all years so far.
    pub(super) fn whole(&mut self, about: &LiveAbout) -> Result<Vec<u8>, Error> {
        let mut rows = YearRows::of(&self.scenario, &mut self.forest)?;
        if self.census.is_empty() {
            self.census = rows.census;
        }
        rows.census = self.census.clone();
        self.frame(about, rows)
    }

    fn frame(&mut self, about: &LiveAbout, rows: YearRows) -> Result<Vec<u8>, Error> {
        let year = self.year();
        let adults = rows
            .census
            .iter()
            .filter(|row| row.species == "all" && row.year == year);
        let adults = adults.map(|row| row.adults).sum();
        let names: Vec<String> = self
            .scenario
            .species
            .iter()
            .map(|species| species.name.clone())
            .collect();
        let mut snapshots = Snapshots::new(&names, Thinning::of(rows.trees.len() as u64, adults, 1));
        snapshots.add(year, &rows.trees)?;
        let deaths = rows
            .deaths
            .into_iter()
            .filter(|death| self.drawn.contains(&death.tree));
        let deaths = deaths.map(|death| Death {
            tree: death.tree,
            year: death.year,
            cause: death.cause,
        });
        let forms = usual_forms(
            &names,
            &species_presets(&self.scenario.header.text).unwrap_or_default(),
        );
        let run = Run {
            species: (0..)
                .zip(forms)
                .map(|(number, form)| SpeciesLook {
                    name: form.species,
                    colour: species_colour(number),
                    form: form.form,
                })
                .collect(),
            ground: None,
            latitude_deg: latitude_deg(&self.scenario.header.text),
            grown: Vec::new(),
            states: Vec::new(),
            census: rows.census,
            spacing: rows.spacing,
            deaths: deaths.collect(),
            snapshots,
        };
        self.drawn = run.snapshots.drawn();
        Ok(forest_frame(about, year, run)?)
    }
}

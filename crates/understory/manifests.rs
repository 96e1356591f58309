//! The manifests of all results, built here and nowhere else: from what a task is made from, and what an experiment
//! reports.
//!
//! A manifest is written last, as results without one are not whole.

use std::path::Path;
use std::time::Instant;

use understory_claims::{Budget, Set};
use understory_lab::grow::{Grown, files_in};
use understory_lab::store::Store;
use understory_lab::{Ran, tables_in};
use understory_records::{
    ClaimsManifest, Document, Manifest, OtherFile, Performance, RunJson, StatsManifest, TableFile,
    TreeManifest, TreePerformance, World, paths,
};
use understory_scenario::ForestScenario;
use understory_space::Plot;

use crate::error::Error;
use crate::files::slashed;
use crate::left::{list_written, others};
use crate::machine::peak_rss_bytes;
use crate::version::VERSION;

/// What results are made from that come from no scenario: the command, and what distinguishes them from others of it.
pub(crate) fn without_scenario(command: &str, identity: String, seed: u64) -> RunJson {
    RunJson {
        version: VERSION.to_owned(),
        scenario: command.to_owned(),
        scenario_blake3: String::new(),
        inputs: Vec::new(),
        identity,
        seed,
        years: 0,
        replicates: 1,
    }
}

/// That of results for which nothing grew on a plot.
pub(crate) fn of_plot(
    plot: &Plot,
    made_from: &RunJson,
    command: &str,
    store: &dyn Store,
) -> Result<Manifest, Error> {
    Ok(Manifest {
        version: made_from.version.clone(),
        command: command.to_owned(),
        scenario: made_from.scenario.clone(),
        scenario_blake3: made_from.scenario_blake3.clone(),
        inputs: made_from.inputs.clone(),
        world: World {
            size_m: plot.size_m(),
            origin_m: plot.origin_m(),
            edge: plot.edge().to_string(),
        },
        seed: made_from.seed,
        years: 0,
        threads: rayon::current_num_threads() as u64,
        performance: Performance {
            wall_s: 0.0,
            year_s: 0.0,
            peak_rss_bytes: None,
            peak_seeds: 0,
            tree_years: 0,
            tree_years_per_s: 0.0,
            system_s: Vec::new(),
        },
        files: tables_in(store)?,
        species: Vec::new(),
        replicates: 1,
        recorded_years: Vec::new(),
        founders_moved_to_near_edge: 0,
        identity: made_from.identity.clone(),
        others: Vec::new(),
    })
}

/// That of results for which a forest grew.
pub(crate) fn of_forest(
    scenario: &ForestScenario,
    ran: &Ran,
    made_from: &RunJson,
    command: &str,
    store: &dyn Store,
) -> Result<Manifest, Error> {
    let of_plot = of_plot(&scenario.plot, made_from, command, store)?;
    let names = scenario.species.iter().map(|species| species.name.clone());
    Ok(Manifest {
        years: made_from.years,
        performance: Performance {
            tree_years_per_s: if ran.year_s > 0.0 {
                ran.tree_years as f64 / ran.year_s
            } else {
                0.0
            },
            year_s: ran.year_s,
            peak_seeds: ran.peak_seeds,
            tree_years: ran.tree_years,
            system_s: ran.system_s.clone(),
            ..of_plot.performance
        },
        species: names.collect(),
        replicates: made_from.replicates,
        recorded_years: ran.recorded_years.clone(),
        founders_moved_to_near_edge: ran.founders_moved_to_near_edge,
        ..of_plot
    })
}

/// That of a tree that grew; it took so long to write its files.
pub(crate) fn of_tree(
    grown: &Grown,
    write_s: f64,
    made_from: &RunJson,
    store: &dyn Store,
) -> Result<TreeManifest, Error> {
    Ok(TreeManifest {
        version: made_from.version.clone(),
        command: "grow".to_owned(),
        scenario: made_from.scenario.clone(),
        scenario_blake3: made_from.scenario_blake3.clone(),
        inputs: made_from.inputs.clone(),
        seed: made_from.seed,
        threads: rayon::current_num_threads() as u64,
        performance: TreePerformance {
            wall_s: 0.0,
            peak_rss_bytes: None,
            attraction_s: grown.attraction_s,
            tree: grown.tree.times,
            write_s,
            baseline: grown.baseline.as_ref().map(|plant| plant.times),
        },
        files: files_in(store)?,
        identity: made_from.identity.clone(),
        others: Vec::new(),
    })
}

/// That of claims that were measured.
pub(crate) fn of_claims(
    sets: &[Set],
    only: &[String],
    budget: Budget,
    store: &dyn Store,
) -> Result<ClaimsManifest, Error> {
    Ok(ClaimsManifest {
        version: VERSION.to_owned(),
        command: "claims".to_owned(),
        sets: sets.iter().map(Set::to_string).collect(),
        only: only.to_vec(),
        seeds: budget.seeds,
        threads: rayon::current_num_threads() as u64,
        files: tables_in(store)?,
        others: Vec::new(),
        wall_s: 0.0,
        peak_rss_bytes: None,
    })
}

/// That of a pattern that was measured.
pub(crate) fn of_stats(
    points: &Path,
    competition: Option<String>,
    store: &dyn Store,
) -> Result<StatsManifest, Error> {
    Ok(StatsManifest {
        version: VERSION.to_owned(),
        command: "stats".to_owned(),
        points: slashed(points),
        competition,
        files: tables_in(store)?,
        others: Vec::new(),
    })
}

/// A manifest that is filled in at the end; those of `understory_records` are.
pub trait Closing: Document {
    /// What is known at the end alone.
    fn closing(&mut self) -> AtTheEnd<'_>;
}

/// What is known of results at the end alone.
#[derive(Debug)]
pub struct AtTheEnd<'a> {
    tables: &'a mut Vec<TableFile>,
    /// All else that was left.
    others: &'a mut Vec<OtherFile>,
    /// Time from start to end, s, and the most memory held at once; where the manifest has them.
    took: Option<(&'a mut f64, &'a mut Option<u64>)>,
}

/// Fills in what is known at the end, and writes the manifest.
pub(crate) fn close<M: Closing>(manifest: &mut M, begun: Instant, store: &dyn Store) -> Result<(), Error> {
    let end = manifest.closing();
    *end.others = others(store, end.tables)?;
    if let Some((wall_s, peak)) = end.took {
        *wall_s = begun.elapsed().as_secs_f64();
        *peak = peak_rss_bytes();
    }
    store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    Ok(())
}

/// Puts what was drawn anew on the list of a manifest, and writes that where it changes.
pub(crate) fn list_anew<M: Closing>(manifest: &mut M, store: &dyn Store) -> Result<(), Error> {
    let end = manifest.closing();
    if list_written(store, end.tables, end.others)? {
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    }
    Ok(())
}

impl Closing for Manifest {
    fn closing(&mut self) -> AtTheEnd<'_> {
        let took = &mut self.performance;
        AtTheEnd {
            tables: &mut self.files,
            others: &mut self.others,
            took: Some((&mut took.wall_s, &mut took.peak_rss_bytes)),
        }
    }
}

impl Closing for TreeManifest {
    fn closing(&mut self) -> AtTheEnd<'_> {
        let took = &mut self.performance;
        AtTheEnd {
            tables: &mut self.files,
            others: &mut self.others,
            took: Some((&mut took.wall_s, &mut took.peak_rss_bytes)),
        }
    }
}

impl Closing for ClaimsManifest {
    fn closing(&mut self) -> AtTheEnd<'_> {
        AtTheEnd {
            tables: &mut self.files,
            others: &mut self.others,
            took: Some((&mut self.wall_s, &mut self.peak_rss_bytes)),
        }
    }
}

impl Closing for StatsManifest {
    fn closing(&mut self) -> AtTheEnd<'_> {
        AtTheEnd {
            tables: &mut self.files,
            others: &mut self.others,
            took: None,
        }
    }
}

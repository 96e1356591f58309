//! A pattern of points on its way to results: read from a file or a run, measured, written and drawn.

mod competition;
mod error;
mod request;
mod room;
mod source;

use std::path::Path;
use std::time::Instant;

use understory_lab::Watch;
use understory_lab::stats::{Pattern, Stats, StatsOptions, stats};
use understory_lab::store::Store;
use understory_records::RunJson;

pub use self::competition::Competition;
pub use self::error::{PatternError, corners};
pub use self::request::StatsRequest;
use self::source::Source;
use crate::error::Error;
use crate::figures::{Labels, draw_stats};
use crate::files::slashed;
use crate::folder::{Replaces, RunFolder};
use crate::left::keep;
use crate::machine::free_memory_bytes;
use crate::manifests::{close, of_stats};
use crate::version::VERSION;

/// A pattern that was read, on its way to results.
#[derive(Debug)]
pub struct StatsTask<'a> {
    /// What was asked for.
    pub request: &'a StatsRequest,
    /// What is measured, and where its points come from.
    pub pattern: Pattern,
    source: Source,
    options: StatsOptions,
    in_metres: bool,
    /// The trees' competition, where it was asked for.
    pub competition: Option<Competition>,
    /// What the results are made from; there is no scenario.
    pub made_from: RunJson,
    /// Points that the condition leaves out.
    pub left_out: u64,
    /// Whether the window is the box around the points, as none was given: what was sampled is larger, and densities come
    /// out too high.
    pub is_in_box: bool,
    /// How many patterns of the null model are taken whole, as they have no column that the condition compares.
    pub whole_null: usize,
}

impl<'a> StatsTask<'a> {
    /// Reads all patterns of a request.
    ///
    /// # Errors
    /// [`Error::Pattern`] for all that is wrong with a file, or what is said of a run's folder.
    pub fn new(request: &'a StatsRequest) -> Result<Self, Error> {
        let source = Source::of(request)?;
        let read = source.pattern(request)?;
        let window = read.pattern.window;
        let competition = Competition::of(&source, window, request)?;
        let mut options = StatsOptions {
            free_bytes: free_memory_bytes(),
            ..request.options.clone()
        };
        let mut whole_null = 0;
        for file in &request.null {
            let (pattern, is_whole) = source::other(request, file, window, true)?;
            whole_null += usize::from(is_whole);
            options.null.push(pattern.points_m);
        }
        for file in &request.against {
            options
                .against
                .push(source::other(request, file, window, false)?.0);
        }
        Ok(Self {
            request,
            made_from: RunJson {
                version: VERSION.to_owned(),
                scenario: "stats".to_owned(),
                scenario_blake3: String::new(),
                inputs: Vec::new(),
                identity: slashed(&request.points),
                seed: options.seed,
                years: 0,
                replicates: 1,
            },
            source,
            pattern: read.pattern,
            options,
            in_metres: read.in_metres,
            competition,
            left_out: read.left_out,
            is_in_box: read.is_in_box,
            whole_null,
        })
    }

    /// The name of what is measured, such as `old-field-year-150`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// The file of the points.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.source.file
    }

    /// Measures the pattern, and leaves tables, figures and a manifest.
    ///
    /// # Errors
    /// [`Error::Stats`] for what cannot be measured, or what the store reports.
    pub fn measure(&self, store: &dyn Store, watch: &dyn Watch) -> Result<Stats, Error> {
        let begun = Instant::now();
        let found = stats(&self.pattern, &self.options, watch)?;
        found.write(store)?;
        if let Some(competition) = &self.competition {
            competition.write(store)?;
        }
        let labels = Labels {
            in_metres: self.in_metres,
            mark: self.request.mark.as_deref(),
        };
        draw_stats(&found, &labels, &mut |figure| keep(store, &figure))?;
        let competition = self.competition.as_ref().map(Competition::to_string);
        let mut manifest = of_stats(&self.source.file, competition, store)?;
        close(&mut manifest, begun, store)?;
        Ok(found)
    }
}

/// Measures a pattern in a folder, which appears whole or not at all, and takes the place of an earlier analysis alone.
///
/// # Errors
/// [`Error`]; then nothing of it is left.
pub fn stats_into(request: &StatsRequest, folder: &Path, watch: &dyn Watch) -> Result<Stats, Error> {
    let task = StatsTask::new(request)?;
    let (building, _) = RunFolder::open_over(folder, &task.made_from, false, Replaces::Only("stats"))?;
    match task.measure(&building.store(), watch) {
        Ok(found) => {
            building.finish()?;
            Ok(found)
        }
        // Half an analysis is worth nothing.
        Err(error) => {
            building.give_up()?;
            Err(error)
        }
    }
}

//! A pattern of points on its way to results: read from a file or a run, measured, written and drawn.
//!
//! Everything is read before the folder is touched, so that a fault in any file leaves it as it was.

mod competition;
mod covariate;
pub(crate) mod figures;
mod memory;
mod polygon;
mod request;
mod source;
mod summary;

use std::path::Path;

use understory_lab::End;
use understory_lab::stats::{Pattern, Stats, StatsOptions, stats};
use understory_lab::store::Store;
use understory_records::{Body, RunJson, StatsBody, StatsManifest};

pub use self::competition::Competition;
use self::figures::{Labels, draw_stats};
pub(crate) use self::polygon::names_degrees;
pub use self::request::StatsRequest;
use self::source::Source;
pub use self::source::corners;
pub(crate) use self::source::recorded_year;
use crate::error::Error;
use crate::experiment::{Experiment, Found, Host, Summary};
use crate::files::slashed;
use crate::folder::Replaces;
use crate::kinds::shown::Shown;
use crate::machine::free_memory_bytes;
use crate::manifests::without_scenario;
use crate::stored::Each;

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
    /// Points that the condition leaves out.
    pub left_out: u64,
    /// What was found of the table and what of it is not read, a line each.
    pub said: Vec<String>,
    /// What to look at before trusting the points, a line each.
    pub doubts: Vec<String>,
    /// Whether the window is the box around the points, as none was given: what was sampled is larger, and densities come
    /// out too high.
    pub is_in_box: bool,
    /// Whether the polygons could be in degrees, as GeoJSON without a `crs` is by its standard.
    pub may_be_degrees: bool,
    /// How many patterns of the null model are taken whole, as they have no column that the condition compares.
    pub whole_null: usize,
    /// What of the covariate's file was not read, with the way to it.
    pub map_notes: Vec<[String; 2]>,
}

impl<'a> StatsTask<'a> {
    /// Reads all patterns of a request.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::NotOpened`], [`Error::Scenario`] or [`Error::Terrain`] for what is wrong with a file, or what is said of a run's folder.
    pub fn new(request: &'a StatsRequest) -> Result<Self, Error> {
        let source = Source::of(request)?;
        let mut read = source.pattern(request)?;
        let competition = Competition::of(&source.file, &mut read, request)?;
        let window = &read.pattern.window;
        let mut options = StatsOptions {
            free_bytes: free_memory_bytes(),
            ..request.options.clone()
        };
        let (mut whole_null, mut map_notes, mut said) = (0, Vec::new(), read.said);
        for file in &request.null {
            let (pattern, is_whole, _) = source::other(request, file, window, true)?;
            whole_null += usize::from(is_whole);
            options.null.push(pattern.points_m);
        }
        if let Some(file) = &request.covariate {
            let (covariate, notes) = covariate::raster(file, window)?;
            (options.covariate, map_notes) = (Some(covariate), notes);
        }
        let beside = [
            (&request.pool, &mut options.pool),
            (&request.against, &mut options.against),
        ];
        for (files, patterns) in beside {
            for file in files {
                let (pattern, _, words) = source::other(request, file, window, false)?;
                patterns.push(pattern);
                said.extend(words);
            }
        }
        Ok(Self {
            request,
            source,
            pattern: read.pattern,
            options,
            in_metres: read.in_metres,
            competition,
            left_out: read.left_out,
            said,
            doubts: read.doubts,
            is_in_box: read.is_in_box,
            may_be_degrees: read.may_be_degrees,
            whole_null,
            map_notes,
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
}

impl Experiment for StatsTask<'_> {
    fn made_from(&self) -> RunJson {
        let stem = self.source.file.file_stem().unwrap_or_default();
        let identity = slashed(&self.request.points);
        without_scenario(&stem.to_string_lossy(), identity, self.options.seed)
    }

    /// An earlier analysis alone.
    fn replaces(&self) -> Replaces {
        Replaces::Only("stats")
    }

    /// All was read and held against the request before.
    fn check(&self, _: &dyn Host) -> Result<(), Error> {
        Ok(())
    }

    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let found = stats(&self.pattern, &self.options, host)?;
        found.write(store)?;
        if let Some(competition) = &self.competition {
            competition.write(store)?;
        }
        let body = StatsBody {
            points: slashed(&self.source.file),
            polygon: self.request.polygon.as_deref().map(slashed),
            covariate: self.request.covariate.as_deref().map(slashed),
            pool: self.request.pool.iter().map(|file| slashed(file)).collect(),
            competition: self.competition.as_ref().map(Competition::to_string),
        };
        Ok(End::Complete(Found {
            body: Body::Stats(body),
            took: None,
            summary: Summary {
                table: summary::table(&found),
                notes: summary::notes(self.request, &self.pattern, self.competition.as_ref(), &found),
                ..Summary::default()
            },
            drawing: Some(Box::new(move |_, _, each| self.draw(&found, each))),
        }))
    }
}

impl StatsTask<'_> {
    fn draw(&self, found: &Stats, each: Each<'_>) -> Result<(), Error> {
        let covariate = self.request.covariate.as_deref().and_then(Path::file_stem);
        let covariate = covariate.map(|stem| stem.to_string_lossy());
        let labels = Labels {
            in_metres: self.in_metres,
            mark: self.request.mark.as_deref(),
            covariate: covariate.as_deref(),
            width_mm: self.request.width_mm,
        };
        draw_stats(found, &labels, each)
    }
}

impl Shown for StatsManifest<'_> {
    /// They are drawn as they are measured.
    fn draw(&self, _: &dyn Store, _: Option<f64>, _: Each<'_>) -> Result<(), Error> {
        Err(Error::StatsNotDrawn)
    }
}

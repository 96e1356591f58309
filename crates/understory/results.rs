//! What a command left: its manifest, its tables, its figures.
//!
//! A table is opened only if it is what the manifest lists: a figure is never drawn from one that was edited or cut.

use std::fmt;
use std::io;
use std::path::Path;

use understory_lab::store::Store;
use understory_records::{
    BakeManifest, CalibrateManifest, CensusRow, ClaimsManifest, Document, ForestsRow, Format, FromFields,
    Listing, Manifest, MethodsRow, OtherFile, ScatterManifest, SpacingRow, StatsManifest, SweepManifest,
    TableFile, TreeManifest, TreeRow, WorldManifest, command_of, paths,
};
use understory_report::Figure;

use crate::directory::DirectoryStore;
use crate::error::Error;
#[cfg(not(feature = "claims"))]
use crate::feature::Feature;
use crate::figures;
use crate::folder::{Kept, hold};
use crate::left::{keep, read};
use crate::manifests::list_anew;
#[cfg(feature = "claims")]
use crate::measured_claims;
use crate::pages;

/// What a command left in a store.
pub struct Results {
    store: Box<dyn Store>,
    /// The same, where it is a folder.
    folder: Option<DirectoryStore>,
    about: AnyManifest,
    width_mm: Option<f64>,
}

/// The manifest of results, by what they are of.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyManifest {
    /// A forest that grew, or a comparison.
    Run(Box<Manifest>),
    /// A tree that grew.
    Tree(Box<TreeManifest>),
    /// A painted world that was laid out.
    World(Box<WorldManifest>),
    /// Claims that were measured.
    Claims(Box<ClaimsManifest>),
    /// A pattern of points that was measured.
    Stats(Box<StatsManifest>),
    /// A tile that was baked from a forest.
    Bake(Box<BakeManifest>),
    /// Points that a method laid out.
    Scatter(Box<ScatterManifest>),
    /// The runs of a sweep.
    Sweep(Box<SweepManifest>),
    /// Keys that were fitted.
    Calibrate(Box<CalibrateManifest>),
}

impl AnyManifest {
    fn read(file: &str, store: &dyn Store) -> Result<Self, Error> {
        Ok(match command_of(store.open(paths::MANIFEST)?)?.as_deref() {
            Some("grow") => Self::Tree(Box::new(manifest(file, store)?)),
            Some("place") => Self::World(Box::new(manifest(file, store)?)),
            Some("claims") => Self::Claims(Box::new(manifest(file, store)?)),
            Some("stats") => Self::Stats(Box::new(manifest(file, store)?)),
            Some("scatter") => Self::Scatter(Box::new(manifest(file, store)?)),
            Some("sweep") => Self::Sweep(Box::new(manifest(file, store)?)),
            Some("calibrate") => Self::Calibrate(Box::new(manifest(file, store)?)),
            Some("bake") => Self::Bake(Box::new(manifest(file, store)?)),
            _ => Self::Run(Box::new(manifest(file, store)?)),
        })
    }

    /// The tables that were left.
    #[must_use]
    pub fn tables(&self) -> &[TableFile] {
        match self {
            Self::Run(manifest) => &manifest.files,
            Self::Tree(manifest) => &manifest.files,
            Self::World(manifest) => &manifest.files,
            Self::Claims(manifest) => &manifest.files,
            Self::Stats(manifest) => &manifest.files,
            Self::Bake(manifest) => &manifest.files,
            Self::Scatter(manifest) => &manifest.files,
            Self::Sweep(manifest) => &manifest.files,
            Self::Calibrate(manifest) => &manifest.files,
        }
    }

    /// The other files that were left.
    #[must_use]
    pub fn others(&self) -> &[OtherFile] {
        match self {
            Self::Run(manifest) => &manifest.others,
            Self::Tree(manifest) => &manifest.others,
            Self::World(manifest) => &manifest.others,
            Self::Claims(manifest) => &manifest.others,
            Self::Stats(manifest) => &manifest.others,
            Self::Bake(manifest) => &manifest.others,
            Self::Scatter(manifest) => &manifest.others,
            Self::Sweep(manifest) => &manifest.others,
            Self::Calibrate(manifest) => &manifest.others,
        }
    }

    /// The command that left them, such as `run`.
    #[must_use]
    pub fn command(&self) -> &str {
        match self {
            Self::Run(manifest) => &manifest.command,
            Self::Tree(manifest) => &manifest.command,
            Self::World(manifest) => &manifest.command,
            Self::Claims(manifest) => &manifest.command,
            Self::Stats(manifest) => &manifest.command,
            Self::Bake(manifest) => &manifest.command,
            Self::Scatter(manifest) => &manifest.command,
            Self::Sweep(manifest) => &manifest.command,
            Self::Calibrate(manifest) => &manifest.command,
        }
    }
}

impl Results {
    /// Those in a store.
    ///
    /// # Errors
    /// What the store reports, [`io::ErrorKind::NotFound`] where there is no manifest, or [`Error::Document`] where it is
    /// none of ours.
    pub fn open(store: impl Store + 'static) -> Result<Self, Error> {
        let about = AnyManifest::read(paths::MANIFEST, &store)?;
        Ok(Self {
            store: Box::new(store),
            folder: None,
            about,
            width_mm: None,
        })
    }

    /// Those in a folder. A file is opened only if it still is what the manifest lists, and what is written there takes the
    /// place of nothing that the user put there or edited: [`Self::kept`].
    ///
    /// # Errors
    /// [`Error::NoResults`] where there are none, otherwise as for [`Self::open`].
    pub fn in_folder(folder: &Path) -> Result<Self, Error> {
        let store = DirectoryStore::existing(folder);
        let about = in_folder(folder, |file| AnyManifest::read(file, &store))?;
        let listing: Listing = in_folder(folder, |file| manifest(file, &store))?;
        let store = store.over(listing.all());
        Ok(Self {
            folder: Some(store.clone()),
            store: Box::new(store),
            about,
            width_mm: None,
        })
    }

    /// What of the user's was in the way of what was written, and where it is now.
    #[must_use]
    pub fn kept(&self) -> Kept {
        self.folder.as_ref().map(DirectoryStore::kept).unwrap_or_default()
    }

    /// How wide figures of a forest or a comparison are to be from now on, 80 to 600 mm; `None` for the width that each has of its
    /// own. Those that need more take it; figures of other results stay as they are.
    pub fn set_width_mm(&mut self, width_mm: Option<f64>) {
        self.width_mm = width_mm;
    }

    /// Their manifest.
    #[must_use]
    pub fn about(&self) -> &AnyManifest {
        &self.about
    }

    /// Where they are kept.
    #[must_use]
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The rows of a table, by its path such as `census.csv`.
    ///
    /// # Errors
    /// [`Error::Io`] where there is none or it was changed, [`Error::Read`] where it has not these columns.
    pub fn rows<R: FromFields>(&self, path: &str) -> Result<Vec<R>, Error> {
        read(&*self.store, path)
    }

    /// `census.csv`: each year and species.
    ///
    /// # Errors
    /// As for [`Self::rows`].
    pub fn census(&self) -> Result<Vec<CensusRow>, Error> {
        self.rows(paths::CENSUS)
    }

    /// `spacing.csv`: the spacing of recorded years.
    ///
    /// # Errors
    /// As for [`Self::rows`].
    pub fn spacing(&self) -> Result<Vec<SpacingRow>, Error> {
        self.rows(paths::SPACING)
    }

    /// `methods.csv`: of each forest of a comparison the target, then the methods.
    ///
    /// # Errors
    /// As for [`Self::rows`].
    pub fn methods(&self) -> Result<Vec<MethodsRow>, Error> {
        self.rows(paths::METHODS)
    }

    /// `forests.csv`: the forests of a comparison.
    ///
    /// # Errors
    /// As for [`Self::rows`].
    pub fn forests(&self) -> Result<Vec<ForestsRow>, Error> {
        self.rows(paths::FORESTS)
    }

    /// The living trees of a recorded year.
    ///
    /// # Errors
    /// As for [`Self::rows`].
    pub fn trees(&self, year: u32) -> Result<Vec<TreeRow>, Error> {
        let format = match &self.about {
            AnyManifest::Run(manifest) => manifest.format(),
            _ => Format::Csv,
        };
        self.rows(&paths::trees(year, format))
    }

    /// Draws every figure from the tables and hands each to `each`, one at a time.
    ///
    /// # Errors
    /// [`Error::Report`] where a table holds what cannot be drawn, [`Error::StatsNotDrawn`] for those of `stats`, or what
    /// `each` reports.
    pub fn draw(&self, each: figures::Each<'_>) -> Result<(), Error> {
        match &self.about {
            AnyManifest::Run(manifest) => figures::of_run(self.store(), manifest, self.width_mm, each),
            AnyManifest::Tree(manifest) => figures::of_tree(self.store(), manifest, each),
            AnyManifest::World(manifest) => figures::of_world(self.store(), manifest, each),
            #[cfg(feature = "claims")]
            AnyManifest::Claims(manifest) => {
                measured_claims::draw(manifest, &self.rows(paths::CLAIMS)?, each)
            }
            #[cfg(not(feature = "claims"))]
            AnyManifest::Claims(_) => Ok(Feature::Claims.needed_by("drawing what claims show")?),
            AnyManifest::Stats(_) => Err(Error::StatsNotDrawn),
            AnyManifest::Bake(manifest) => figures::of_tile(self.store(), manifest, each),
            AnyManifest::Scatter(manifest) => figures::of_scatter(self.store(), manifest, each),
            AnyManifest::Sweep(manifest) => figures::of_sweep(self.store(), manifest, each),
            AnyManifest::Calibrate(manifest) => figures::of_calibration(self.store(), manifest, each),
        }
    }

    /// Every figure, drawn from the tables.
    ///
    /// # Errors
    /// As for [`Self::draw`].
    pub fn figures(&self) -> Result<Vec<Figure>, Error> {
        let mut figures = Vec::new();
        self.draw(&mut |figure| {
            figures.push(figure);
            Ok(())
        })?;
        Ok(figures)
    }

    /// The map of a forest through its recorded years, as a figure whose PNG moves.
    ///
    /// # Errors
    /// [`Error::FewYears`] where there are not two of them, otherwise as for [`Self::draw`].
    pub fn map_film(&self) -> Result<Figure, Error> {
        match &self.about {
            AnyManifest::Run(manifest) => figures::map_film(self.store(), manifest, self.width_mm),
            _ => Err(Error::FewYears { recorded: 0 }),
        }
    }

    /// The page for a browser, from the tables; none where there is no page of this kind of results.
    ///
    /// # Errors
    /// [`Error::Page`] where a table holds what cannot be drawn, otherwise as for [`Self::rows`].
    pub fn page(&self) -> Result<Option<String>, Error> {
        match &self.about {
            AnyManifest::Run(manifest) => pages::of_run(self.store(), manifest).map(Some),
            AnyManifest::Tree(manifest) => pages::of_tree(self.store(), manifest).map(Some),
            AnyManifest::World(manifest) => pages::of_world(self.store(), manifest).map(Some),
            _ => Ok(None),
        }
    }

    /// Draws every figure and the page anew beside the tables, puts `more` with them, and lists what is new in the manifest.
    ///
    /// # Errors
    /// As for [`Self::draw`], or what the store reports.
    pub fn redraw(&mut self, more: &[Figure]) -> Result<(), Error> {
        self.draw(&mut |figure| keep(self.store(), &figure))?;
        more.iter().try_for_each(|figure| keep(self.store(), figure))?;
        if let Some(page) = self.page()? {
            pages::keep(self.store(), &page)?;
        }
        self.list_new()
    }

    /// Lists in the manifest what was written beside the tables.
    pub(crate) fn list_new(&mut self) -> Result<(), Error> {
        let store = &*self.store;
        match &mut self.about {
            AnyManifest::Run(manifest) => list_anew(&mut **manifest, store),
            AnyManifest::Tree(manifest) => list_anew(&mut **manifest, store),
            AnyManifest::World(manifest) => list_anew(&mut **manifest, store),
            AnyManifest::Claims(manifest) => list_anew(&mut **manifest, store),
            AnyManifest::Stats(manifest) => list_anew(&mut **manifest, store),
            AnyManifest::Bake(manifest) => list_anew(&mut **manifest, store),
            AnyManifest::Scatter(manifest) => list_anew(&mut **manifest, store),
            AnyManifest::Sweep(manifest) => list_anew(&mut **manifest, store),
            AnyManifest::Calibrate(manifest) => list_anew(&mut **manifest, store),
        }
    }
}

impl fmt::Debug for Results {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Results")
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}

/// Writes files into the folder of results, whose manifest then lists them, each whole or not at all. Gives what of the user's was in
/// the way.
pub(crate) fn put_among_results(folder: &Path, files: &[(String, &[u8])]) -> Result<Kept, Error> {
    let _held = hold(folder)?;
    let mut results = Results::in_folder(folder)?;
    put(results.store(), files)?;
    results.list_new()?;
    Ok(results.kept())
}

/// The same in any other folder, where all that is there is the user's.
pub(crate) fn put_elsewhere(folder: &Path, files: &[(String, &[u8])]) -> Result<Kept, Error> {
    let store = DirectoryStore::new(folder).over([]);
    put(&store, files)?;
    Ok(store.kept())
}

fn put(store: &dyn Store, files: &[(String, &[u8])]) -> io::Result<()> {
    let put = |(path, bytes): &(String, &[u8])| store.write(path, &mut |out| out.write_all(bytes));
    files.iter().try_for_each(put)
}

/// The manifest of one kind of results in a folder.
///
/// # Errors
/// [`Error::NoResults`] where there is none, [`Error::Document`] where it is of another kind or none of ours, otherwise
/// what the system reports.
pub fn manifest_in<D: Document>(folder: &Path) -> Result<D, Error> {
    let store = DirectoryStore::existing(folder);
    in_folder(folder, |file| manifest(file, &store))
}

fn manifest<D: Document>(file: &str, store: &dyn Store) -> Result<D, Error> {
    Ok(D::read(file, store.open(paths::MANIFEST)?)?)
}

/// What `read` makes of the manifest in a folder, where there is one.
fn in_folder<T>(folder: &Path, read: impl FnOnce(&str) -> Result<T, Error>) -> Result<T, Error> {
    let manifest = folder.join(paths::MANIFEST).display().to_string();
    match read(&manifest) {
        Err(Error::Io(error))
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            let folder = folder.display().to_string();
            Err(Error::NoResults { folder, manifest })
        }
        result => result,
    }
}

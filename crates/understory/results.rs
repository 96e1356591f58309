//! What a command left: its manifest, its tables, its figures.
//!
//! A table is opened only if it is what the manifest lists: a figure is never drawn from one that was edited or cut.

use std::fmt;
use std::io;
use std::path::Path;

use understory_lab::store::Store;
use understory_records::{
    CensusRow, Document, ForestManifest, ForestsRow, Format, FromFields, Listing, Manifest, MethodsRow,
    SpacingRow, TreeRow, paths,
};

use crate::directory::DirectoryStore;
use crate::error::Error;
use crate::folder::{Kept, hold};
use crate::manifests::list_anew;
use crate::stored::read;

/// What a command left in a store.
pub struct Results {
    store: Box<dyn Store>,
    /// The same, where it is a folder.
    folder: Option<DirectoryStore>,
    /// What errors call the manifest.
    file: String,
    about: Manifest,
    pub(crate) width_mm: Option<f64>,
}

impl Results {
    /// Those in a store.
    ///
    /// # Errors
    /// What the store reports, [`io::ErrorKind::NotFound`] where there is no manifest, or [`Error::Document`] where it is
    /// none of ours.
    pub fn open(store: impl Store + 'static) -> Result<Self, Error> {
        let about = manifest(paths::MANIFEST, &store)?;
        Ok(Self {
            store: Box::new(store),
            folder: None,
            file: paths::MANIFEST.to_owned(),
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
        let file = folder.join(paths::MANIFEST).display().to_string();
        let about: Manifest = manifest(&file, &store).map_err(|error| match error {
            Error::Io(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Error::NoResults {
                    folder: folder.display().to_string(),
                    manifest: file.clone(),
                }
            }
            error => error,
        })?;
        let listing: Listing = manifest(&file, &store)?;
        let store = store.over(listing.all());
        Ok(Self {
            folder: Some(store.clone()),
            store: Box::new(store),
            file,
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
    pub fn about(&self) -> &Manifest {
        &self.about
    }

    /// Their manifest where they are of a forest or a comparison.
    ///
    /// # Errors
    /// [`Error::Document`] where they are of another command.
    pub fn forest(&self) -> Result<ForestManifest<'_>, Error> {
        Ok(self.about.forest(&self.file)?)
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
        let format = self.forest().map_or(Format::Csv, |manifest| manifest.format());
        self.rows(&paths::trees(year, format))
    }

    /// Lists in the manifest what was written beside the tables.
    pub(crate) fn list_new(&mut self) -> Result<(), Error> {
        list_anew(&mut self.about, &*self.store)
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

fn manifest<D: Document>(file: &str, store: &dyn Store) -> Result<D, Error> {
    Ok(D::read(file, store.open(paths::MANIFEST)?)?)
}

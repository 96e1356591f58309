//! Where an experiment keeps its tables: the only way in which this crate sees files.

use std::io::{self, Read, Write};

/// A folder of files, named by paths relative to it with `/` between the parts.
///
/// The command line implements it with a directory on disk.
pub trait Store: Sync {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] where there is none; otherwise what the system reports.
    fn open(&self, path: &str) -> io::Result<Box<dyn Read>>;

    /// Writes a file that appears whole or not at all; one that was there is replaced. Folders are made as
    /// needed.
    ///
    /// # Errors
    /// What `fill` or the system reports; then the file is as it was before.
    fn write(
        &self,
        path: &str,
        fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// Adds bytes to the end of a file, making it where there is none, and waits until they are on disk.
    ///
    /// # Errors
    /// What the system reports; some of the bytes may then be there.
    fn append(&self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Cuts a file to its first `bytes`.
    ///
    /// # Errors
    /// What the system reports.
    fn truncate(&self, path: &str, bytes: u64) -> io::Result<()>;

    /// All files below `folder` (`""`: everything), in alphabetical order of their paths; none where the
    /// folder does not exist.
    ///
    /// # Errors
    /// What the system reports.
    fn list(&self, folder: &str) -> io::Result<Vec<String>>;

    /// Removes a file or a folder with everything in it, and the folders above that become empty; not an error
    /// where there is none.
    ///
    /// # Errors
    /// What the system reports.
    fn remove(&self, path: &str) -> io::Result<()>;
}

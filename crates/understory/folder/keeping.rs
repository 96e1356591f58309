//! What a user has put into a folder that we wrote, and how it goes on into the one that takes its place.
//!
//! What we wrote is what the folder's manifest lists, with the bytes that it lists. Anything else is the user's: other
//! files, links, whole folders, and files of ours that were edited.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use understory_numerics::sort;
use understory_records::{Content, Document, Listing, paths};

use super::error::{FolderError, io_at};
use super::state::{names, rename};

/// Files of ours that go when a result has taken its place.
pub(super) const REMOVED: [&str; 2] = [paths::FINISHED, paths::RUN];

/// What was moved on of a user's, each by its path and where it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept(Vec<(PathBuf, PathBuf)>);

impl Kept {
    /// Whether nothing was.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// `notes.txt, census.csv as census.kept.csv and 3 more`.
impl fmt::Display for Kept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMED: usize = 5;
        for (number, (was, now)) in self.0.iter().take(NAMED).enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            write!(formatter, "{comma}{}", was.display())?;
            if was != now {
                write!(formatter, " as {}", now.display())?;
            }
        }
        match self.0.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(formatter, " and {more} more"),
        }
    }
}

/// What the manifest of a folder of ours lists.
pub(super) fn listing(folder: &Path) -> Result<Listing, FolderError> {
    let path = folder.join(paths::MANIFEST);
    let file = File::open(&path).map_err(io_at("read", &path))?;
    Listing::read(&path.display().to_string(), file).map_err(|source| FolderError::Document {
        source,
        so: format!(
            "; so nobody can tell what in `{}` is yours, and it is left alone",
            folder.display()
        ),
        way_out: "restore the file, move the folder away, or choose another with `--out`",
    })
}

/// Moves all that is the user's from one folder of ours into another, at the same path; where something stands there
/// already, under a name with `.kept` in it. Each is moved at once, so that this can be done again after a stop.
pub(super) fn carry_over(from: &Path, into: &Path) -> Result<Kept, FolderError> {
    let listing = listing(from)?;
    let hashes = listing.hashes();
    let mut search = Search {
        hash_of: |path: &str| hashes.get(path).copied(),
        is_folder: |path: &str| {
            let below = format!("{path}/");
            hashes.keys().any(|listed| listed.starts_with(&below))
        },
        found: Vec::new(),
    };
    search.look(from, Path::new(""))?;
    // First what can keep its name, so that nothing else takes that.
    sort::by_key(&mut search.found, |path| is_there(&into.join(path)));
    let mut kept = Kept::default();
    for path in search.found {
        carry(&from.join(&path), &path, into, &mut kept)?;
    }
    // What has another name now is named first.
    sort::by_key(&mut kept.0, |(was, now)| was == now);
    Ok(kept)
}

struct Search<L, F> {
    /// The hash that is listed for a path.
    hash_of: L,
    /// Whether anything below a path is listed.
    is_folder: F,
    /// The user's, by paths below the folder.
    found: Vec<PathBuf>,
}

impl<'a, L: Fn(&str) -> Option<&'a str>, F: Fn(&str) -> bool> Search<L, F> {
    /// Looks through a folder and notes what is the user's.
    fn look(&mut self, root: &Path, below: &Path) -> Result<(), FolderError> {
        let folder = root.join(below);
        let mut names = names(&folder)?;
        names.sort_unstable();
        for name in names {
            let path = below.join(&name);
            let place = root.join(&path);
            let kind = fs::symlink_metadata(&place)
                .map_err(io_at("look at", &place))?
                .file_type();
            // A name that is not UTF-8 is none of ours.
            let Some(own) = slashed(&path) else {
                self.found.push(path);
                continue;
            };
            if kind.is_dir() && (self.is_folder)(&own) {
                self.look(root, &path)?;
            } else if is_of_the_user(&self.hash_of, &own, &place).map_err(io_at("read", &place))? {
                self.found.push(path);
            }
        }
        Ok(())
    }
}

/// Whether something is there that is not as we wrote it, by the hash that is listed for a path. A file that was edited is the
/// user's.
pub(crate) fn is_of_the_user<'a>(
    hash_of: &dyn Fn(&str) -> Option<&'a str>,
    path: &str,
    place: &Path,
) -> io::Result<bool> {
    match fs::symlink_metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
        Ok(found) if !found.is_file() => return Ok(true),
        Ok(_) => {}
    }
    // The one file of ours that no manifest lists.
    let is_known = |path: &str| path == paths::MANIFEST || hash_of(path).is_some();
    if path == paths::MANIFEST || finished_name(path).is_some_and(|path| is_known(&path)) {
        return Ok(false);
    }
    hash_of(path).map_or(Ok(true), |listed| Ok(hash(place)? != listed))
}

/// Gives what is at a path below `root` a name with `.kept` in it, unless it has the bytes of the file `instead` that takes its
/// place.
pub(crate) fn set_aside(root: &Path, path: &str, instead: &Path, kept: &mut Kept) -> io::Result<()> {
    let place = root.join(path);
    if have_the_same_bytes(&place, instead) {
        return Ok(());
    }
    let now = free_path(root, Path::new(path));
    fs::rename(&place, root.join(&now))?;
    kept.0.push((path.into(), now));
    Ok(())
}

/// The file of which an interrupted write left this one.
fn finished_name(path: &str) -> Option<String> {
    let (folder, name) = path
        .rsplit_once('/')
        .map_or(("", path), |(folder, name)| (folder, name));
    let name = name.strip_prefix('.')?.strip_suffix(".tmp")?;
    Some(if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    })
}

fn slashed(path: &Path) -> Option<String> {
    let mut slashed = String::new();
    for part in path {
        if !slashed.is_empty() {
            slashed.push('/');
        }
        slashed.push_str(part.to_str()?);
    }
    Some(slashed)
}

/// Moves one thing of the user's. A folder of which there is one already goes in part by part.
fn carry(place: &Path, path: &Path, into: &Path, kept: &mut Kept) -> Result<(), FolderError> {
    let target = into.join(path);
    let is_folder = |place: &Path| fs::symlink_metadata(place).is_ok_and(|found| found.is_dir());
    if is_folder(place) && is_folder(&target) {
        let mut names = names(place)?;
        names.sort_unstable();
        for name in names {
            carry(&place.join(&name), &path.join(&name), into, kept)?;
        }
        return fs::remove_dir(place).map_err(io_at("remove", place));
    }
    if is_there(&target) && have_the_same_bytes(place, &target) {
        // There is no difference for anyone to miss.
        return fs::remove_file(place).map_err(io_at("remove", place));
    }
    let now = free_path(into, path);
    let target = into.join(&now);
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).map_err(io_at("create", folder))?;
    }
    rename(place, &target)?;
    kept.0.push((path.to_owned(), now));
    Ok(())
}

/// The path itself, or where something else stands in its way, the nearest that is free.
fn free_path(into: &Path, path: &Path) -> PathBuf {
    let mut free = PathBuf::new();
    let last = path.iter().count().saturating_sub(1);
    for (number, part) in path.iter().enumerate() {
        let is_taken = |name: &Path| match fs::symlink_metadata(into.join(&free).join(name)) {
            Ok(found) => number == last || !found.is_dir(),
            // `run.json` and its like go when the result has taken its place: the user's would go with them.
            Err(_) => number == 0 && REMOVED.iter().any(|own| name == *own),
        };
        let part = Path::new(part);
        let mut name = part.to_owned();
        let mut copy = 1_u32;
        while is_taken(&name) {
            name = kept_name(part, copy);
            copy += 1;
        }
        free.push(name);
    }
    free
}

/// `census.kept.csv` for `census.csv`, then `census.kept-2.csv`.
fn kept_name(name: &Path, copy: u32) -> PathBuf {
    let mut kept = name.file_stem().unwrap_or_default().to_owned();
    kept.push(".kept");
    if copy > 1 {
        kept.push(format!("-{copy}"));
    }
    if let Some(ending) = name.extension() {
        kept.push(".");
        kept.push(ending);
    }
    kept.into()
}

fn is_there(place: &Path) -> bool {
    fs::symlink_metadata(place).is_ok()
}

fn hash(place: &Path) -> io::Result<String> {
    Ok(Content::of(File::open(place)?)?.blake3)
}

/// Whether both are files with the same content. The lengths come first, as hashing a large file takes long.
fn have_the_same_bytes(one: &Path, other: &Path) -> bool {
    let length = |place: &Path| {
        let found = fs::symlink_metadata(place).ok()?;
        found.is_file().then_some(found.len())
    };
    match (length(one), length(other)) {
        (Some(one_length), Some(other_length)) if one_length == other_length => {
            matches!((hash(one), hash(other)), (Ok(one), Ok(other)) if one == other)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_name_keeps_its_ending() {
        for (name, copy, expected) in [
            ("census.csv", 1, "census.kept.csv"),
            ("census.csv", 2, "census.kept-2.csv"),
            ("notes", 1, "notes.kept"),
            (".gitignore", 1, ".gitignore.kept"),
        ] {
            assert_eq!(kept_name(Path::new(name), copy), Path::new(expected));
        }
    }

    #[test]
    fn what_an_interrupted_write_left_belongs_to_its_file() {
        assert_eq!(
            finished_name("figures/.map.svg.tmp").as_deref(),
            Some("figures/map.svg")
        );
        assert_eq!(finished_name(".run.json.tmp").as_deref(), Some("run.json"));
        assert_eq!(finished_name("figures/map.svg"), None);
    }

    #[test]
    fn few_are_told_by_name_and_the_others_counted() {
        let kept = |count: u32| {
            let path = |n| PathBuf::from(format!("{n}.txt"));
            Kept((1..=count).map(|n| (path(n), path(n))).collect()).to_string()
        };
        assert_eq!(kept(1), "1.txt");
        assert_eq!(kept(7), "1.txt, 2.txt, 3.txt, 4.txt, 5.txt and 2 more");
        let renamed = Kept(vec![("a.csv".into(), "a.kept.csv".into())]);
        assert_eq!(renamed.to_string(), "a.csv as a.kept.csv");
    }
}

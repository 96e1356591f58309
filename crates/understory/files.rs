//! The files of scenarios, on disk.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use understory_scenario::Files;

/// The largest file that a scenario may name, bytes.
const LARGEST: u64 = 512 << 20;

/// Paths as the system resolves them.
#[derive(Clone, Copy, Debug)]
pub struct DiskFiles;

impl Files for DiskFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        // One that has a name waits for a writer who may never come; those of a shell are held open.
        if is_named_pipe(path) {
            let message = "it is a pipe, which may never end; save it as a file first";
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
        let mut bytes = Vec::new();
        // One byte more than is allowed: a pipe or a growing file has no length to look at beforehand.
        fs::File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST {
            let message = format!(
                "it has more than {} MB, and all of it would have to be held",
                LARGEST >> 20
            );
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        Ok(bytes)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let folder = if folder.is_empty() { "." } else { folder };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort_unstable();
        names
    }
}

#[cfg(unix)]
fn is_named_pipe(path: &str) -> bool {
    use std::os::unix::fs::FileTypeExt;

    !path.starts_with("/dev/") && fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_named_pipe(_: &str) -> bool {
    false
}

/// The folder of a file, and its name there.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] where it has no name, or none in UTF-8.
pub(crate) fn folder_and_name(file: &Path) -> io::Result<(&Path, &str)> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = file.file_name().and_then(|name| name.to_str()).ok_or_else(|| {
        let message = format!("`{}` is not a name in UTF-8", file.display());
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })?;
    Ok((folder.unwrap_or(Path::new(".")), name))
}

/// A path as scenarios write it, with `/` between its parts.
#[must_use]
pub fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' {
        text.into_owned()
    } else {
        text.replace('\\', "/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_listed_by_name() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.csv", "a.toml", "c"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        let path = slashed(folder.path());
        assert_eq!(DiskFiles.list(&path), ["a.toml", "b.csv", "c"]);
        assert_eq!(DiskFiles.list(&format!("{path}/none")), [""; 0]);
        assert_eq!(DiskFiles.read(&format!("{path}/b.csv")).unwrap(), b"b.csv");
        // Tests run in the folder of the package.
        assert!(DiskFiles.list("").contains(&"Cargo.toml".to_owned()));
    }

    /// A map that was a pipe kept `place` waiting for ever.
    #[cfg(unix)]
    #[test]
    fn a_pipe_with_a_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = slashed(&folder.path().join("map.png"));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let refused = DiskFiles.read(&pipe).unwrap_err();
        assert!(refused.to_string().starts_with("it is a pipe"), "{refused}");
    }

    #[cfg(unix)]
    #[test]
    fn a_backslash_in_a_name_stays_where_it_parts_no_folders() {
        assert_eq!(slashed(Path::new("a/b\\c")), "a/b\\c");
    }
}

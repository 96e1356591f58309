//! Reading inputs through a trait, so that only the caller knows where files are.

use std::io;

/// Where the scenario and its inputs are read from.
pub trait Files {
    /// The bytes of a file.
    ///
    /// # Errors
    /// Whatever keeps it from being read; [`io::ErrorKind::NotFound`] and [`io::ErrorKind::IsADirectory`] are
    /// told to the user in plain words.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Names of the files in a folder (empty: where the program runs), for suggestions; may stay empty.
    fn list(&self, folder: &str) -> Vec<String> {
        let _ = folder;
        Vec::new()
    }
}

/// A file that a scenario names, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Path from the folder of the scenario that was loaded (also for what a patch scenario names).
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// blake3 of its content, 64 hex digits.
    pub blake3: String,
    /// Where it is a scenario, the [identity](crate::Header::identity) of that.
    pub scenario: Option<String>,
}

impl Input {
    pub(crate) fn new(path: String, bytes: Vec<u8>) -> Self {
        let blake3 = blake3::hash(&bytes).to_hex().to_string();
        Self {
            path,
            bytes,
            blake3,
            scenario: None,
        }
    }
}

/// Why a file could not be read, as (message, hint).
pub(crate) fn unreadable(files: &dyn Files, path: &str, error: &io::Error) -> (String, Option<String>) {
    match error.kind() {
        io::ErrorKind::NotFound => {
            let folder = folder_of(path);
            let name = &path[path.rfind('/').map_or(0, |slash| slash + 1)..];
            let names = files.list(folder);
            let near = understory_records::nearest(name, names.iter().map(String::as_str));
            let hint = near.map(|near| format!("did you mean `{}`?", within(folder, near)));
            let hint = hint
                .unwrap_or_else(|| "paths are seen from the folder of the scenario that names them, or from where the program is run".to_owned());
            (format!("there is no file `{path}`"), Some(hint))
        }
        io::ErrorKind::IsADirectory => {
            let hint = "name one of the files in it".to_owned();
            (format!("`{path}` is a folder, not a file"), Some(hint))
        }
        _ => {
            let hint = "see that it is a file that you may read".to_owned();
            (format!("`{path}` cannot be read: {error}"), Some(hint))
        }
    }
}

/// The folder part of a path, empty where there is none.
pub(crate) fn folder_of(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) => "/",
        Some(slash) => &path[..slash],
        None => "",
    }
}

/// `path` as seen from where `folder` is seen; an absolute path stays.
pub(crate) fn within(folder: &str, path: &str) -> String {
    let is_absolute = path.starts_with('/') || path.as_bytes().get(1) == Some(&b':');
    match folder {
        _ if is_absolute => path.to_owned(),
        "" => path.to_owned(),
        _ => format!("{}/{path}", folder.trim_end_matches('/')),
    }
}

/// The most lines of a file of data.
const MOST_LINES: usize = 5_000_000;

/// What is said of a file of data with more lines than can be held, and the byte where they begin.
pub(crate) fn too_long(text: &str) -> Option<(usize, String)> {
    let (at, _) = text.match_indices('\n').nth(MOST_LINES)?;
    Some((
        at,
        format!("the file has more than {MOST_LINES} lines, which is the limit"),
    ))
}

/// Text of a file without byte order mark, or the byte where it ceases to be UTF-8.
pub(crate) fn as_text(bytes: &[u8]) -> Result<&str, usize> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| error.valid_up_to())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_too_many_lines_is_told_where_they_begin() {
        assert_eq!(too_long("1\n2\n"), None);
        assert_eq!(
            too_long(&"\n".repeat(MOST_LINES + 1)).map(|found| found.0),
            Some(MOST_LINES)
        );
    }

    #[test]
    fn paths_are_taken_from_the_folder_of_the_scenario() {
        assert_eq!(
            within(folder_of("scenarios/a.toml"), "data/x.csv"),
            "scenarios/data/x.csv"
        );
        assert_eq!(within(folder_of("a.toml"), "x.csv"), "x.csv");
        assert_eq!(within(folder_of("/a.toml"), "x.csv"), "/x.csv");
        assert_eq!(within("s", "/data/x.csv"), "/data/x.csv");
        assert_eq!(within("s", "C:/x.csv"), "C:/x.csv");
    }
}

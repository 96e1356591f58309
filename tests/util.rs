//! A place to run the program in, and what it left there.

mod imports;
mod left;
mod place;
mod stand;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

pub(crate) use self::imports::rings;
pub(crate) use self::left::{Csv, everything, files_below};
use self::place::command_in;
pub(crate) use self::place::{Place, Ran, Running, finish};
pub(crate) use self::stand::Stand;

/// A run of [`Stand::CROWDED`] with every year recorded, for tests that only look; made once.
pub(crate) fn looked_at() -> &'static Path {
    static MADE: LazyLock<(PathBuf, File)> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("looked-at");
        fs::create_dir_all(&folder).unwrap();
        // Tests that run as other processes wait here for each other.
        let lock = File::create(folder.join("lock")).unwrap();
        lock.lock().unwrap();
        let stand = Stand {
            every_years: 1,
            ..Stand::CROWDED
        };
        fs::write(folder.join("stand.toml"), stand.toml()).unwrap();
        let ran = finish(command_in(&folder, "run stand.toml --out out"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        (folder.join("out"), lock)
    });
    &MADE.0
}

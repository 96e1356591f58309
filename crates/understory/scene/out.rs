//! Where a scene and its picture go: into the folder of the run, listed in its manifest, or beside each other elsewhere.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use understory_lab::store::Store;

use super::error::SceneError;
use crate::directory::DirectoryStore;
use crate::error::Error;
use crate::results::Results;

/// The files that a scene becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) scene: PathBuf,
    pub(super) picture: PathBuf,
    is_in_run: bool,
}

/// The path of a film in the folder of a run.
const FILM_IN_RUN: &str = "figures/scene-years.png";
/// What every scene and every picture of one has near its beginning.
const GENERATOR: &[u8] = b"understory";
const LOOKED_THROUGH: u64 = 1 << 24;

impl Places {
    /// As asked for, or in the folder of the run.
    pub(super) fn of(run: &Path, year: u32, asked: Option<&Path>) -> Result<Self, SceneError> {
        let Some(scene) = asked else {
            return Ok(Self {
                scene: run.join(in_run(year)[0].as_str()),
                picture: run.join(in_run(year)[1].as_str()),
                is_in_run: true,
            });
        };
        if !ends_in(scene, "glb") || scene.is_dir() {
            let file = scene.display().to_string();
            return Err(SceneError::NotGlb { file });
        }
        let places = Self {
            scene: scene.to_owned(),
            picture: scene.with_extension("png"),
            is_in_run: false,
        };
        for file in [&places.scene, &places.picture] {
            check_replaceable(file)?;
        }
        Ok(places)
    }

    /// Writes both, each whole or not at all.
    pub(super) fn write(&self, run: &Path, year: u32, scene: &[u8], picture: &[u8]) -> Result<(), Error> {
        if self.is_in_run {
            let [scene_path, picture_path] = in_run(year);
            return write_in_run(run, &[(&picture_path, picture), (&scene_path, scene)]);
        }
        write_beside(&[(&self.picture, picture), (&self.scene, scene)])
    }
}

/// Where a film goes: as asked for, or in the folder of the run.
pub(super) fn film_place(run: &Path, asked: Option<&Path>) -> Result<PathBuf, SceneError> {
    let Some(film) = asked else {
        return Ok(run.join(FILM_IN_RUN));
    };
    if !ends_in(film, "png") || film.is_dir() {
        let file = film.display().to_string();
        return Err(SceneError::NotPng { file });
    }
    check_replaceable(film)?;
    Ok(film.to_owned())
}

/// Writes it, whole or not at all.
pub(super) fn write_film(run: &Path, film: &Path, is_in_run: bool, bytes: &[u8]) -> Result<(), Error> {
    if is_in_run {
        return write_in_run(run, &[(FILM_IN_RUN, bytes)]);
    }
    write_beside(&[(film, bytes)])
}

/// Writes files into the folder of a run, whose manifest then lists them.
fn write_in_run(run: &Path, files: &[(&str, &[u8])]) -> Result<(), Error> {
    let _held = crate::folder::hold(run)?;
    let mut results = Results::in_folder(run)?;
    for (path, bytes) in files {
        results.store().write(path, &mut |out| out.write_all(bytes))?;
    }
    results.list_new()
}

fn ends_in(file: &Path, ending: &str) -> bool {
    file.extension()
        .is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// That nothing of others would be lost.
fn check_replaceable(file: &Path) -> Result<(), SceneError> {
    if file.exists() && !is_ours(file).unwrap_or(false) {
        let file = file.display().to_string();
        return Err(SceneError::InTheWay { file });
    }
    Ok(())
}

/// Writes files into the folder of the first.
fn write_beside(files: &[(&Path, &[u8])]) -> Result<(), Error> {
    let folder = files.first().and_then(|(file, _)| file.parent());
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    let store = DirectoryStore::new(folder.unwrap_or(Path::new(".")));
    for (file, bytes) in files {
        let name = file.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| io::Error::other("a file's name is no text"))?;
        store.write(name, &mut |out| out.write_all(bytes))?;
    }
    Ok(())
}

/// The paths of scene and picture in the folder of a run.
fn in_run(year: u32) -> [String; 2] {
    [
        format!("scene/year-{year:04}.glb"),
        format!("figures/scene-year-{year:04}.png"),
    ]
}

/// Whether a file names this program, as all scenes and their pictures do.
fn is_ours(file: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    fs::File::open(file)?
        .take(LOOKED_THROUGH)
        .read_to_end(&mut begin)?;
    Ok(begin.windows(GENERATOR.len()).any(|part| part == GENERATOR))
}

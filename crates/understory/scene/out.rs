//! Where a scene and its picture go: into the folder of the run, listed in its manifest, or beside each other elsewhere.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::files::folder_and_name;
use crate::folder::Kept;
use crate::results::{put_among_results, put_elsewhere};

/// The files that a scene becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) scene: PathBuf,
    pub(super) picture: PathBuf,
    is_in_run: bool,
}

/// The path of a film in the folder of a run.
const FILM_IN_RUN: &str = "figures/scene-years.png";

impl Places {
    /// As asked for, or in the folder of the run.
    pub(super) fn of(run: &Path, year: u32, asked: Option<&Path>) -> Result<Self, Error> {
        let Some(scene) = asked else {
            return Ok(Self {
                scene: run.join(in_run(year)[0].as_str()),
                picture: run.join(in_run(year)[1].as_str()),
                is_in_run: true,
            });
        };
        if !ends_in(scene, "glb") || scene.is_dir() {
            let file = scene.display();
            let why = format!("`--out` is `{file}`, but a scene is a file that ends in `.glb`");
            return Err(Error::refused(why, ""));
        }
        Ok(Self {
            scene: scene.to_owned(),
            picture: scene.with_extension("png"),
            is_in_run: false,
        })
    }

    /// Writes both, each whole or not at all. Gives what of the user's was in the way.
    pub(super) fn write(&self, run: &Path, year: u32, scene: &[u8], picture: &[u8]) -> Result<Kept, Error> {
        if self.is_in_run {
            let [scene_path, picture_path] = in_run(year);
            return put_among_results(run, &[(picture_path, picture), (scene_path, scene)]);
        }
        put_beside(&[(&self.picture, picture), (&self.scene, scene)])
    }
}

/// Where a film goes: as asked for, or in the folder of the run.
pub(super) fn film_place(run: &Path, asked: Option<&Path>) -> Result<PathBuf, Error> {
    let Some(film) = asked else {
        return Ok(run.join(FILM_IN_RUN));
    };
    if !ends_in(film, "png") || film.is_dir() {
        let file = film.display();
        let why =
            format!("`--out` is `{file}`, but a film is an animated picture, whose file ends in `.png`");
        return Err(Error::refused(why, ""));
    }
    Ok(film.to_owned())
}

/// Writes it, whole or not at all. Gives what of the user's was in the way.
pub(super) fn write_film(run: &Path, film: &Path, is_in_run: bool, bytes: &[u8]) -> Result<Kept, Error> {
    if is_in_run {
        return put_among_results(run, &[(FILM_IN_RUN.to_owned(), bytes)]);
    }
    put_beside(&[(film, bytes)])
}

fn ends_in(file: &Path, ending: &str) -> bool {
    file.extension()
        .is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// Writes files into the folder of the first.
fn put_beside(files: &[(&Path, &[u8])]) -> Result<Kept, Error> {
    let named = files.iter().map(|(file, bytes)| {
        let (folder, name) = folder_and_name(file)?;
        Ok((folder, (name.to_owned(), *bytes)))
    });
    let (folders, named): (Vec<_>, Vec<_>) = named.collect::<io::Result<Vec<_>>>()?.into_iter().unzip();
    put_elsewhere(folders[0], &named)
}

/// The paths of scene and picture in the folder of a run.
fn in_run(year: u32) -> [String; 2] {
    [
        format!("scene/year-{year:04}.glb"),
        format!("figures/scene-year-{year:04}.png"),
    ]
}

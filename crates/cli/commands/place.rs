//! `place`: a painted world, its instances and its files.
//!
//! Nothing of an interrupted world is worth keeping: laying it out takes seconds, so the hint is to begin again.

use std::path::{Path, PathBuf};

use clap::Args;
use understory::{Overrides, Setting, WatchedWorld, WorldScenario, WorldTask, keep_hand_edits};

use crate::args::{ScenarioOptions, WorkOptions, numbers};
use crate::failure::{Failure, Outcome};
use crate::host::{BEGIN_AGAIN, Host, Interrupt, stopped_in};
use crate::job::{opened, overrides};
use crate::output::{data, fault};
use crate::progress::{Progress, end_at_interrupt};

/// Lay out a painted world: instances, texture maps, a scene and figures
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/place.txt").trim_end())]
pub(crate) struct PlaceOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Lay out this tile alone; again for more [default: all]
    #[arg(long = "tile", value_name = "TX,TY", allow_hyphen_values = true, value_parser = tile)]
    pub(crate) tiles: Vec<[i32; 2]>,
    /// The way of a camera, in place of the scenario's `camera.file`
    #[arg(long, value_name = "PATH.csv")]
    pub(crate) camera: Option<PathBuf>,
    /// Lay out all tiles into files of this folder, and again those that a saved scenario or map touches [default: that of
    /// `--out`]
    #[arg(long, value_name = "DIR", num_args = 0..=1, conflicts_with_all = ["tiles", "camera", "edited"])]
    pub(crate) watch: Option<Option<PathBuf>>,
    /// An `instances.csv` of this world that was edited: what was taken away and added is written to `--keep`
    #[arg(long, value_name = "EDITED.csv", requires = "keep", conflicts_with_all = ["out", "tiles", "camera"])]
    pub(crate) edited: Option<PathBuf>,
    /// File of the hand edits that `--edited` finds, for `by_hand.file` of the scenario
    #[arg(long, value_name = "BY_HAND.csv", requires = "edited")]
    pub(crate) keep: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Column and row of a tile.
fn tile(text: &str) -> Result<[i32; 2], String> {
    numbers(text).ok_or_else(|| "a tile is its column and its row, such as `3,-2`".to_owned())
}

/// Lays out the world of a scenario.
pub(crate) fn place(options: &PlaceOptions) -> Outcome {
    let camera = options.camera.as_deref().map(camera_at).transpose()?;
    let overrides = overrides(&options.given, camera);
    let (scenario, out): (WorldScenario, _) = opened(&options.given, &overrides, &options.work)?;
    if let Some(folder) = &options.watch {
        let folder = match (folder, &options.given.out) {
            (Some(folder), Some(out)) if folder != out => {
                let message = format!(
                    "`--watch {}` and `--out {}` name two folders for the tiles",
                    folder.display(),
                    out.display()
                );
                return Err(Failure::input(message).with_hint("leave one of them out"));
            }
            (Some(folder), _) => folder.clone(),
            (None, _) => out,
        };
        return watch(options, scenario, overrides, &folder);
    }
    if let (Some(edited), Some(keep)) = (&options.edited, &options.keep) {
        let [removed, added] = keep_hand_edits(&scenario, edited, keep)?;
        return data(&format!("removed,added\n{removed},{added}\n"));
    }
    let interrupt = Interrupt::Ends(|partial| stopped_in(partial, BEGIN_AGAIN));
    let host = Host::new(options.work.quiet, interrupt);
    host.tell_notes(&scenario.header);
    host.make(&WorldTask::new(&scenario, &options.tiles)?, &out)?;
    Ok(())
}

/// Lays out all tiles into a folder, and again those that change, until Ctrl-C. What was rewritten goes to stdout, so that
/// another program can load it; what is wrong with a file that was saved is told, and the next one waited for.
fn watch(options: &PlaceOptions, scenario: WorldScenario, overrides: Overrides, folder: &Path) -> Outcome {
    let (mut watched, all) = WatchedWorld::begin(scenario, overrides, folder)?;
    end_at_interrupt(format!("stopped watching; the tiles are in {}", folder.display()));
    let host = Host::with(Progress::in_lines(options.work.quiet), Interrupt::AsBefore);
    host.tell_kept(folder, &all.kept);
    host.tell(&format!(
        "{} tiles with {} instances are in {}, laid out in {:.2} s; waiting for maps to be saved, until Ctrl-C",
        all.of,
        all.instances,
        folder.display(),
        all.took_s
    ));
    data("tile_x,tile_y\n")?;
    // Ctrl-C ends the program, and each file is there whole.
    while let Some(since) = watched.wait(&|| false) {
        match watched.rebuild(since) {
            Ok(rebuilt) => {
                host.tell_kept(folder, &rebuilt.kept);
                let tiles = rebuilt.tiles.iter();
                data(&tiles.map(|[x, y]| format!("{x},{y}\n")).collect::<String>())?;
                host.tell(&format!(
                    "{} of {} tiles with {} instances in {:.0} ms",
                    rebuilt.tiles.len(),
                    rebuilt.of,
                    rebuilt.instances,
                    1e3 * rebuilt.took_s
                ));
            }
            Err(error) if error.is_user_error() => fault(&Failure::from(error)),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// A camera's file is named from where the program runs, and the scenario's from its own folder.
fn camera_at(camera: &Path) -> Result<Setting, Failure> {
    let path = std::path::absolute(camera).map_err(|error| Failure::Machine(error.into()))?;
    let setting = format!("camera.file={}", path.display());
    setting.parse().map_err(Failure::input)
}

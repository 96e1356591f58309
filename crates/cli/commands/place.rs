//! `place`: a painted world, its instances and its files.
//!
//! Nothing of an interrupted world is worth keeping: laying it out takes seconds, so the hint is to begin again.

use std::path::Path;

use understory::lab::world::removed_in_vain;
use understory::placement::parameters::Rule;
use understory::records::{Body, Manifest};
use understory::{
    Error, Overrides, PlacedWorld, Setting, WatchedWorld, WorldScenario, WorldTask, keep_hand_edits,
};

use crate::aligned;
use crate::args::PlaceOptions;
use crate::commands::stats::table::number;
use crate::failure::{Failure, Outcome};
use crate::host::{BEGIN_AGAIN, Host, Interrupt, stopped_in};
use crate::job::{opened, overrides};
use crate::output::{data, fault};
use crate::progress::{Progress, end_at_interrupt};

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
    let made = host.make(&WorldTask::new(&scenario, &options.tiles)?, &out);
    let made = made.map_err(|error| match error {
        error if error.is_user_error() => error.into(),
        Error::Folder(_) => error.into(),
        error => Failure::from(error).with_hint(BEGIN_AGAIN),
    })?;
    let (placed, manifest, folder) = host.whole(made)?;
    data(&table(&placed))?;
    tell_end(&host, &placed, &manifest, &folder);
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

/// Each rule, and how many of it stand.
fn rules(placed: &PlacedWorld) -> impl Iterator<Item = (&Rule, u64)> {
    let counts = placed.laid_out.of_rules.iter().copied();
    placed.scenario.world.painting().rules.iter().zip(counts)
}

/// As it was given, or with four digits that count, where a forest says it.
fn footprint(radius_m: f64) -> String {
    let given = radius_m.to_string();
    if given.len() > 8 { number(radius_m) } else { given }
}

/// How much of each rule stands.
fn table(placed: &PlacedWorld) -> String {
    let laid_out = &placed.laid_out;
    let rules = rules(placed).map(|(rule, count)| (&rule.name, footprint(rule.footprint_m), count));
    let by_hand = "by hand".to_owned();
    let by_hand = Some((&by_hand, String::new(), laid_out.by_hand)).filter(|_| laid_out.by_hand > 0);
    let props = placed.scenario.world.painting().props.iter().zip(&laid_out.props);
    let props = props.map(|(rule, count)| (&rule.name, String::new(), *count));
    let drops = placed.drops.iter();
    let drops = drops.map(|drop| (&drop.name, String::new(), drop.lying + drop.moving));
    let rows = rules.chain(by_hand).chain(props).chain(drops);
    let rows = rows.map(|(name, footprint, count)| [name.clone(), footprint, count.to_string()]);
    aligned::table(["rule", "footprint_m", "instances"], rows, 1)
}

/// How much stands: `103721 instances`, `1099 props around the camera`, `12 things dropped`, or several of these.
fn stands(placed: &PlacedWorld) -> String {
    let (laid_out, painting) = (&placed.laid_out, placed.scenario.world.painting());
    let mut said = Vec::new();
    if laid_out.instances > 0 || (painting.props.is_empty() && painting.drops.is_empty()) {
        said.push(format!("{} instances", laid_out.instances));
    }
    if !painting.props.is_empty() {
        let props: u64 = laid_out.props.iter().sum();
        said.push(format!("{props} props around the camera"));
    }
    if !painting.drops.is_empty() {
        let things: u64 = placed.drops.iter().map(|drop| drop.lying + drop.moving).sum();
        said.push(format!("{things} things dropped"));
    }
    said.join(", ")
}

fn tell_end(host: &Host<'_>, placed: &PlacedWorld, manifest: &Manifest, out: &Path) {
    let is_whole = matches!(&manifest.body, Body::Place(world) if world.tiles.is_empty());
    for (rule, _) in rules(placed).filter(|(_, count)| *count == 0 && is_whole) {
        host.tell(&format!(
            "note: nothing of the rule `{}` stands: its ranges hold nowhere in `{}`, or rules before it take the ground",
            rule.name, rule.biome
        ));
    }
    for drop in &placed.drops {
        let name = &drop.name;
        if drop.moving > 0 {
            host.tell(&format!(
                "note: of the drop `{name}`, {} still moved when its time was over; give it more by `most_s`, or more `friction`",
                drop.moving
            ));
        }
        if drop.gone > 0 {
            host.tell(&format!(
                "note: of the drop `{name}`, {} rolled more than 40 m beyond its disc and are left out",
                drop.gone
            ));
        }
    }
    let in_vain = removed_in_vain(&placed.scenario);
    if in_vain > 0 {
        host.tell(&format!(
            "note: {in_vain} of what was removed by hand does not stand any more, as the rules have changed since"
        ));
    }
    let left_out = &placed.scene.left_out;
    if !left_out.is_empty() {
        let rules: Vec<String> = left_out
            .iter()
            .map(|(rule, count)| format!("{rule} ({count})"))
            .collect();
        host.tell(&format!(
            "note: scene.glb leaves out {}, as viewers do not open so many; instances.csv has them",
            rules.join(", ")
        ));
    }
    host.tell(&format!(
        "{}: {}, laid out in {:.2} s, all in {:.1} s\nfiles and figures are in {}",
        manifest.made_from.scenario,
        stands(placed),
        placed.laid_out.place_s,
        manifest.wall_s(),
        out.display()
    ));
}

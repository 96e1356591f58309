//! `grow`: one tree, its numbers and its files.
//!
//! Nothing of an interrupted tree is worth keeping: growing takes seconds, so the hint is to begin again.

mod table;

use std::io::ErrorKind;
use std::path::Path;

use understory::branching::colonization::Stop;
use understory::branching::presets;
use understory::branching::seasons::{Seasons, Surroundings};
use understory::branching::specimen::Form;
use understory::lab::LabError;
use understory::lab::grow::Grown;
use understory::records::Manifest;
use understory::{Error, GrownTree, Setting, Task, TreeScenario};

use crate::args::GrowOptions;
use crate::failure::{Failure, Outcome};
use crate::host::{BEGIN_AGAIN, Host, Interrupt, stopped_in};
use crate::job::{opened, overrides};
use crate::output::data;
use crate::progress::end_at_interrupt;

const FREE_SPACE: &str = "free some space; then the same command begins again";

/// Grows the tree of a scenario.
pub(crate) fn grow(options: &GrowOptions) -> Outcome {
    end_at_interrupt(format!("stopped; nothing was written\nhint: {BEGIN_AGAIN}"));
    let overrides = overrides(&options.given, drawn(options));
    let (scenario, out): (TreeScenario, _) = opened(&options.given, &overrides, &options.work)?;
    let interrupt = Interrupt::Ends(|partial| stopped_in(partial, BEGIN_AGAIN));
    let host = Host::new(options.work.quiet, interrupt);
    let made = host.make(&Task::new(&scenario)?, &out);
    let made = made.map_err(|error| match error {
        Error::Scenario(_) | Error::Folder(_) => error.into(),
        error => {
            let way_out = if is_of_full_disk(&error) {
                FREE_SPACE
            } else {
                BEGIN_AGAIN
            };
            Failure::from(error).with_hint(way_out)
        }
    })?;
    let (GrownTree { grown, .. }, manifest, folder) = host.whole(made)?;
    data(&table::table(&grown, scenario.preset.as_deref()))?;
    tell_end(&host, &scenario, &grown, &manifest, &folder);
    Ok(())
}

/// Whether the disk had no room for a file.
fn is_of_full_disk(error: &Error) -> bool {
    let (Error::Io(error) | Error::Lab(LabError::Io(error))) = error else {
        return false;
    };
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// What the options of the meshes set in the scenario.
fn drawn(options: &GrowOptions) -> impl Iterator<Item = Setting> {
    let keys = ["triangles", "triangles_lod1", "triangles_lod2", "triangles_lod3"];
    let triangles = keys.into_iter().zip(&options.triangles);
    let triangles = triangles.map(|(key, triangles)| format!("tree.mesh.{key}={triangles}"));
    let asked = [
        (options.roots, "roots"),
        (options.meshopt, "meshopt"),
        (options.wind_in_texture, "wind_in_texture"),
    ];
    let asked = asked.into_iter().filter(|(is_asked, _)| *is_asked);
    triangles
        .chain(asked.map(|(_, key)| format!("tree.mesh.{key}=true")))
        .map(|set| set.parse().expect("a key and its value are a setting"))
}

fn tell_end(host: &Host<'_>, scenario: &TreeScenario, grown: &Grown, manifest: &Manifest, out: &Path) {
    for note in notes(scenario) {
        host.tell(&format!("note: {note}"));
    }
    if let Some(why) = cut_short(grown.stop) {
        host.tell(&format!(
            "note: growth ended at {why}, and not because the space was taken"
        ));
    }
    let rounds = grown.tree.skeleton.nodes.iter().map(|node| node.iteration).max();
    let damage = match &scenario.specimen.form {
        Form::Colonization(form) => &form.shoot.damage[..],
        Form::Seasons(_) => &[],
    };
    for damage in damage {
        if rounds.is_some_and(|last| damage.round > last) {
            host.tell(&format!(
                "note: the damage of round {} strikes nothing; growth ended in round {}",
                damage.round,
                rounds.unwrap_or_default()
            ));
        }
    }
    let metrics = &grown.tree.metrics;
    let age = grown.age_yr.map(|age_yr| format!("{age_yr} years old, "));
    let thick = metrics.dbh_cm.map(|dbh_cm| format!(", {dbh_cm:.1} cm thick"));
    host.tell(&format!(
        "{}: {}{:.2} m high{}; {} nodes, grown in {:.2} s, all in {:.1} s\nfiles and figures are in {}",
        scenario.header.name,
        age.unwrap_or_default(),
        metrics.height_m,
        thick.unwrap_or_default(),
        metrics.nodes,
        grown.tree.times.growth_s,
        manifest.wall_s(),
        out.display()
    ));
}

/// What was asked for that makes no difference to this tree.
fn notes(scenario: &TreeScenario) -> Vec<&'static str> {
    let specimen = &scenario.specimen;
    let mut notes = Vec::new();
    if specimen.mesh.roots && specimen.form.roots().is_none() {
        notes.push("`mesh.roots` draws nothing, as this tree has no roots");
    }
    let Form::Seasons(form) = &specimen.form else {
        return notes;
    };
    let shipped = scenario.preset.as_deref().and_then(presets::named);
    let shipped = shipped.map_or_else(Seasons::default, |preset| preset.form().season);
    let of_stands = |season: &Seasons| [season.closed_crown_share, season.spacing_per_height];
    if form.site == Surroundings::Open && of_stands(&form.season) != of_stands(&shipped) {
        notes.push(
            "`season.closed_crown_share` and `season.spacing_per_height` are of trees in a stand, and this one stands in the open: `site = \"closed\"`",
        );
    }
    notes
}

/// The key that ended growth before all was done.
fn cut_short(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Done => None,
        Stop::FewPointsLeft => Some("`stop_below_points`"),
        Stop::MostNodes => Some("`most_nodes`"),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_full_disk_is_told_from_other_failures() {
        let full = || io::Error::from(ErrorKind::StorageFull);
        assert!(is_of_full_disk(&Error::Io(full())));
        assert!(is_of_full_disk(&Error::Lab(LabError::Io(full()))));
        assert!(!is_of_full_disk(&Error::Io(ErrorKind::PermissionDenied.into())));
    }
}

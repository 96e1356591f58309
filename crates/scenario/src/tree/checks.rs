//! What of a tree makes no sense although each of its numbers does.

use understory_branching::cloud::{CloudError, attraction_points};
use understory_branching::colonization::{Colonization, Obstacle};
use understory_branching::ruin::Ruin;
use understory_branching::seasons::SeasonTree;
use understory_branching::tree::TreeForm;
use understory_numerics::RandomKey;

use super::library::part;
use crate::keys::Key;
use crate::problem::Report;
use crate::related::{refuse, related};
use crate::value::{Table, Value};

/// What does not fit together in a tree and all tables below it.
pub(super) fn form(report: &mut Report<'_>, keys: &'static [Key], tree: &Table) {
    related(report, keys, tree, "tree");
    if let Some(shoot) = tree.table("shoot") {
        distances(report, shoot, shoot, "tree.shoot");
        for pass in tree.tables("scaffold").unwrap_or_default() {
            distances(report, pass, shoot, "tree.scaffold");
        }
    }
}

/// Whether the distances of a shoot or of a pass before it let growth end; how it kills is said of the shoot.
fn distances(report: &mut Report<'_>, table: &Table, shoot: &Table, path: &str) {
    let mut lengths = table.keeping(|name| ["step_m", "kill_distance", "influence_distance"].contains(&name));
    for name in ["kill", "turns"] {
        if let Some(node) = shoot.get(name) {
            lengths.insert(name, node.at, node.value.clone());
        }
    }
    let found: Option<Colonization> = part(report, &lengths);
    let faults = found.map(|lengths| lengths.distance_faults());
    refuse(report, table, path, faults.unwrap_or_default());
}

/// The obstacles, unless something is wrong with them.
pub(super) fn obstacles(report: &mut Report<'_>, tree: &Table) -> Option<Vec<Obstacle>> {
    let mut all = Some(Vec::new());
    if tree.is_broken("obstacles") {
        return None;
    }
    for table in tree.tables("obstacles").unwrap_or_default() {
        let found = these_obstacles(report, table);
        let covers_base = |obstacle: &Obstacle| obstacle.distance_m([0.0; 3]) < 0.0;
        if found
            .as_ref()
            .is_some_and(|obstacles| obstacles.iter().any(covers_base))
        {
            let message = "this obstacle covers the base of the tree, which stands at [0, 0, 0]";
            let hint = "move it aside, as places are seen from the base";
            report.problem(table.at("shape"), message, hint.to_owned());
        }
        match (&mut all, found) {
            (Some(all), Some(found)) => all.extend(found),
            _ => all = None,
        }
    }
    all
}

/// The obstacles of an entry: one, a capsule around each segment, or the boxes of a ruin.
fn these_obstacles(report: &mut Report<'_>, table: &Table) -> Option<Vec<Obstacle>> {
    if table.text("shape") == Some("ruin") {
        let ruin: Ruin = part(report, &table.keeping(|name| name != "shape"))?;
        return match ruin.boxes() {
            Ok(boxes) => Some(boxes),
            Err(fault) => {
                refuse(report, table, "tree.obstacles", vec![fault]);
                None
            }
        };
    }
    if table.text("shape") != Some("around") {
        return part(report, table).map(|obstacle| vec![obstacle]);
    }
    let radius_m = table.real("distance_m")?;
    match &table.get("segments_m")?.value {
        Value::Segments(segments_m) => Some(
            segments_m
                .iter()
                .map(|&[from_m, to_m]| Obstacle::Capsule {
                    from_m,
                    to_m,
                    radius_m,
                })
                .collect(),
        ),
        _ => None,
    }
}

/// Whether it is said to what a tree grows that lives its years, and whether one of its form ever comes to it.
pub(super) fn has_target(report: &mut Report<'_>, tree: &Table, form: &SeasonTree) {
    if let Err(error) = form.target() {
        report.problem(tree.at(error.key()), error.to_string(), error.hint().to_owned());
    }
}

/// Whether anything is left of the crown, where one part of it takes away from another.
pub(super) fn crown_holds_points(report: &mut Report<'_>, tree: &Table, form: &TreeForm) {
    /// So many show whether there is room for any number.
    const FEW: u32 = 64;
    let few = FEW.min(form.crown_points);
    let found = attraction_points(
        &form.crown,
        few,
        &form.arrangement,
        RandomKey::root(0, &["check"]),
    );
    if let Err(CloudError::NextToNoVolume { tries, held, .. }) = found {
        let message = format!(
            "`tree.crown` holds next to nothing: of {tries} places tried in the box around it {held} lay inside"
        );
        let hint = "a hole may take all of its whole, or the envelope be too thin for its box";
        report.problem(tree.at("crown"), message, hint.to_owned());
    } else if let Err(error) = found
        && report.count() == 0
    {
        report.problem(tree.at("crown"), error.to_string(), None);
    }
}

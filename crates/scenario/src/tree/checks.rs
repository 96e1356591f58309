//! What of a tree makes no sense although each of its numbers does.

use understory_branching::cloud::{CloudError, attraction_points};
use understory_branching::colonization::{Colonization, Solid};
use understory_branching::tree::TreeForm;
use understory_numerics::Key as RandomKey;

use super::library::{part, tagged_part};
use crate::keys::{Key, Kind, TREE};
use crate::problem::Report;
use crate::value::{Table, Value};
use crate::words::joined;

/// What makes no sense in the form of a tree.
pub(super) fn form(report: &mut Report<'_>, tree: &Table) {
    envelopes(report, TREE, tree, "tree");
    arrangement(report, tree, "tree");
    if let Some(shoot) = tree.table("shoot") {
        trunk(report, shoot);
        distances(report, shoot, shoot, "tree.shoot");
        for pass in tree.tables("scaffold").unwrap_or_default() {
            arrangement(report, pass, "tree.scaffold");
            distances(report, pass, shoot, "tree.scaffold");
        }
    }
    if let Some(roots) = tree.table("roots") {
        below(report, roots);
    }
}

/// The keys of a table in `[tree]`.
pub(super) fn keys_of(name: &str) -> &'static [Key] {
    Key::find(TREE, name)
        .and_then(|key| key.kind.keys())
        .unwrap_or_default()
}

fn trunk(report: &mut Report<'_>, shoot: &Table) {
    if let Some(trunk) = shoot.table("trunk") {
        has_length(report, trunk, "direction", "tree.shoot.trunk");
        if let (Some(least_m), Some(most_m)) = (trunk.real("least_m"), trunk.real("most_m"))
            && least_m > most_m
        {
            let message =
                format!("`tree.shoot.trunk.least_m` is {least_m}, but must be at most `most_m`, {most_m}");
            let at = trunk.at("least_m");
            report.problem(
                at,
                message,
                "make `least_m` smaller or `most_m` larger".to_owned(),
            );
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
    if !lengths.is_whole() {
        return;
    }
    let Some(lengths): Option<Colonization> = part(report, keys_of("shoot"), &lengths) else {
        return;
    };
    let (kill_m, least_m) = (lengths.kill_distance_m(), lengths.least_kill_distance_m());
    let influence_m = lengths.influence_distance_m();
    if kill_m < least_m {
        let (kill_m, least_m) = (shown(kill_m), shown(least_m));
        let message = format!(
            "`{path}.kill_distance` is {kill_m} m, but a step of {} m passes over points that go only within less \
             than {least_m} m",
            lengths.step_m
        );
        let hint = "raise it, shorten `step_m`, or set `kill = \"segment\"` for the shoot";
        report.problem(table.at("kill_distance"), message, hint.to_owned());
    }
    if influence_m <= kill_m {
        let (influence_m, kill_m) = (shown(influence_m), shown(kill_m));
        let message = format!(
            "`{path}.influence_distance` is {influence_m} m, but must lie beyond the kill distance of {kill_m} m, or no \
             point would ever pull"
        );
        let hint = "raise it, or lower `kill_distance`";
        report.problem(table.at("influence_distance"), message, hint.to_owned());
    }
}

/// A length without the last digits that a product of steps brings along, m.
fn shown(length_m: f64) -> f64 {
    (length_m * 1e9).round() / 1e9
}

fn arrangement(report: &mut Report<'_>, table: &Table, path: &str) {
    let Some(arrangement) = table.table("arrangement") else {
        return;
    };
    if let (Some(apart_m), Some(thickness_m)) = (arrangement.real("apart_m"), arrangement.real("thickness_m"))
        && thickness_m > apart_m
    {
        let message = format!(
            "`{path}.arrangement.thickness_m` is {thickness_m}, but layers are only `apart_m` = {apart_m} m apart"
        );
        let hint = "make the layers thinner or further apart";
        report.problem(arrangement.at("thickness_m"), message, hint.to_owned());
    }
}

fn below(report: &mut Report<'_>, roots: &Table) {
    if let (Some(taproot_m), Some(depth_m)) = (roots.real("taproot_m"), roots.real("depth_m"))
        && taproot_m > depth_m
    {
        let message =
            format!("`tree.roots.taproot_m` is {taproot_m}, but the soil is `depth_m` = {depth_m} m deep");
        let hint = "make the taproot shorter or the soil deeper";
        report.problem(roots.at("taproot_m"), message, hint.to_owned());
    }
    let Some(growth) = roots.table("growth") else {
        return;
    };
    let Some(kill_steps) = growth.real("kill_steps") else {
        return;
    };
    if kill_steps < 0.5 {
        let message = format!(
            "`tree.roots.growth.kill_steps` is {kill_steps}, but below 0.5 a step passes over points that never go"
        );
        let hint = "give 0.5 or more, e.g. `kill_steps = 2.0`";
        report.problem(growth.at("kill_steps"), message, hint.to_owned());
    }
    if let Some(influence_steps) = growth
        .real("influence_steps")
        .filter(|steps| *steps <= kill_steps)
    {
        let message = format!(
            "`tree.roots.growth.influence_steps` is {influence_steps}, but must lie beyond `kill_steps`, \
             {kill_steps}, or no point would ever pull"
        );
        let hint = "raise it, or lower `kill_steps`";
        report.problem(growth.at("influence_steps"), message, hint.to_owned());
    }
}

fn has_length(report: &mut Report<'_>, table: &Table, name: &str, path: &str) {
    if let Some([x, y, z]) = table
        .real_triple(name)
        .filter(|along| along.iter().all(|x| is_nothing(*x)))
    {
        let message = format!("`{path}.{name}` is [{x}, {y}, {z}], but a direction needs a length above 0");
        let hint = format!("e.g. `{name} = [0.0, 0.0, 1.0]`");
        report.problem(table.at(name), message, hint);
    }
}

/// Whether a length drowns in the rounding of places.
fn is_nothing(length_m: f64) -> bool {
    length_m.abs() < 1e-6
}

/// All envelopes in a table and below it.
fn envelopes(report: &mut Report<'_>, keys: &'static [Key], table: &Table, path: &str) {
    for key in keys {
        let (Some(inner), Some(node)) = (key.kind.keys(), table.get(key.name)) else {
            continue;
        };
        let path = joined(path, key.name);
        let is_envelope = matches!(
            key.kind,
            Kind::Tagged("envelope", _) | Kind::TaggedList("envelope", _)
        );
        let tables = match &node.value {
            Value::Table(table) => std::slice::from_ref(table),
            Value::Tables(tables) => tables,
            _ => continue,
        };
        for table in tables {
            if is_envelope {
                envelope(report, table, &path);
            }
            envelopes(report, inner, table, &path);
        }
    }
}

/// What leaves an envelope without volume.
fn envelope(report: &mut Report<'_>, table: &Table, path: &str) {
    match table.text("shape") {
        Some("box") => corners(report, table, path, 2),
        Some("ellipsoid") => {
            if let Some([x, y, _]) = table.real_triple("radii_m")
                && (is_nothing(x) || is_nothing(y))
            {
                let message =
                    format!("`{path}.radii_m` is [{x}, {y}, …], but only the last of them may be 0");
                report.problem(
                    table.at("radii_m"),
                    message,
                    "the envelope has no volume".to_owned(),
                );
            }
        }
        Some("cone") => {
            if let Some(height_m) = table.real("height_m").filter(|height_m| is_nothing(*height_m)) {
                let hint = "give the height of the tip, below 0 for a tip that points down";
                let message = format!("`{path}.height_m` is {height_m}, but a cone needs a height");
                report.problem(table.at("height_m"), message, hint.to_owned());
            }
        }
        Some("revolved") => profile(report, table, path),
        _ => {}
    }
}

/// Whether the upper corner of a box lies above the lower along the first axes; along the others not below it.
fn corners(report: &mut Report<'_>, table: &Table, path: &str, strict_axes: usize) {
    let (Some(low_m), Some(high_m)) = (table.real_triple("low_m"), table.real_triple("high_m")) else {
        return;
    };
    for axis in 0..3 {
        let (low_m, high_m) = (low_m[axis], high_m[axis]);
        if low_m > high_m || axis < strict_axes && is_nothing(high_m - low_m) {
            let named = ["x", "y", "z"][axis];
            let message = format!("`{path}.high_m` is {high_m} along {named}, but `low_m` is {low_m}");
            let hint = "the upper corner must lie above the lower along each axis";
            report.problem(table.at("high_m"), message, hint.to_owned());
        }
    }
}

fn profile(report: &mut Report<'_>, table: &Table, path: &str) {
    let Some(Value::RealPairs(profile_m)) = table.get("profile_m").map(|node| &node.value) else {
        return;
    };
    let at = table.at("profile_m");
    let mut refuse = |message: String, hint: &str| report.problem(at, message, hint.to_owned());
    if profile_m.len() < 2 {
        refuse(
            format!("`{path}.profile_m` has one point only"),
            "give at least two, from bottom to top, each as [height, radius]",
        );
    }
    for pair in profile_m.windows(2).filter(|pair| pair[0][0] >= pair[1][0]) {
        let ([low_m, _], [high_m, _]) = (pair[0], pair[1]);
        refuse(
            format!("`{path}.profile_m` has the height {high_m} after {low_m}"),
            "heights must rise from each point to the next",
        );
    }
    for [height_m, radius_m] in profile_m.iter().filter(|point| point[1] < 0.0) {
        refuse(
            format!("`{path}.profile_m` has the radius {radius_m} at height {height_m}"),
            "a radius must be 0 or more",
        );
    }
    if profile_m.iter().all(|point| is_nothing(point[1])) {
        refuse(
            format!("`{path}.profile_m` has no radius above 0"),
            "the envelope has no volume",
        );
    }
}

/// The solids, unless something is wrong with them.
pub(super) fn solids(report: &mut Report<'_>, tree: &Table) -> Option<Vec<Solid>> {
    let mut all = Some(Vec::new());
    if tree.is_broken("solids") {
        return None;
    }
    for table in tree.tables("solids").unwrap_or_default() {
        let before = report.count();
        match table.text("shape") {
            Some("box") => corners(report, table, "tree.solids", 3),
            Some("half-space") => has_length(report, table, "normal", "tree.solids"),
            _ => {}
        }
        let found = if report.count() > before {
            None
        } else {
            these_solids(report, table)
        };
        let covers_base = |solid: &Solid| solid.distance_m([0.0; 3]) < 0.0;
        if found
            .as_ref()
            .is_some_and(|solids| solids.iter().any(covers_base))
        {
            let message = "this solid covers the base of the tree, which stands at [0, 0, 0]";
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

/// The solids of an entry: one, or a capsule around each segment.
fn these_solids(report: &mut Report<'_>, table: &Table) -> Option<Vec<Solid>> {
    if table.text("shape") != Some("around") {
        return tagged_part(report, keys_of("solids"), table).map(|solid| vec![solid]);
    }
    let radius_m = table.real("distance_m")?;
    match &table.get("segments_m")?.value {
        Value::Segments(segments_m) => Some(
            segments_m
                .iter()
                .map(|&[from_m, to_m]| Solid::Capsule {
                    from_m,
                    to_m,
                    radius_m,
                })
                .collect(),
        ),
        _ => None,
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

//! What is wrong with prefabs: that hold themselves, come to too many, or reach beyond the ground that is theirs.

use std::collections::BTreeMap;

use crate::fault::Fault;
use crate::obstacles::Obstacle;
use crate::painting::Painting;

/// Assets that a prefab comes to at most.
const MOST_PARTS: f64 = 10_000.0;

/// All that is wrong with prefabs.
pub(crate) fn faults(painting: &Painting) -> Vec<Fault> {
    let mut found = names(painting);
    let rings = rings(painting);
    // A prefab that holds itself has no end.
    if rings.is_none() {
        found.extend(sizes(painting));
    }
    found.extend(rings);
    found
}

fn fault(key: String, problem: String, hint: &str) -> Fault {
    Fault {
        key,
        problem,
        hint: hint.to_owned(),
        within: None,
    }
}

/// Names that are a prefab's alone and that something places; prefabs that come to something.
fn names(painting: &Painting) -> Vec<Fault> {
    let named: Vec<&str> = named(painting).collect();
    let mut found = Vec::new();
    for prefab in &painting.prefabs {
        let name = &prefab.name;
        if painting.mixes.iter().any(|mix| mix.of == *name) {
            let problem = format!("is `{name}`, which is a mix too");
            found.push(fault(
                format!("prefab.{name}.name"),
                problem,
                "give one of the two another name",
            ));
        }
        if !named.contains(&&**name) {
            let problem = format!("is `{name}`, which nothing places");
            let hint = "name it as the asset of a rule, an instance, a mix or another prefab";
            found.push(fault(format!("prefab.{name}.name"), problem, hint));
        }
        if prefab.part.is_empty() && prefab.blocker.is_empty() {
            let problem = "has neither a part nor a blocker".to_owned();
            found.push(fault(
                format!("prefab.{name}"),
                problem,
                "add a `[[prefab.part]]` with `asset`",
            ));
        }
    }
    found
}

/// All assets that a world names, with those that stand in the place of others.
pub(crate) fn named(painting: &Painting) -> impl Iterator<Item = &str> {
    let rules = painting.rules.iter().map(|rule| &*rule.asset);
    let placed = painting.placed.iter().map(|placed| &*placed.asset);
    let parts = painting.prefabs.iter().flat_map(|prefab| &prefab.part);
    let members = painting.mixes.iter().map(|mix| &*mix.asset);
    let added = painting.hand_edits.added.iter().map(|added| &*added.asset);
    let props = painting.props.iter().map(|prop| &*prop.asset);
    let drops = painting.drops.iter().map(|drop| &*drop.asset);
    rules
        .chain(placed)
        .chain(parts.map(|part| &*part.asset))
        .chain(members)
        .chain(added)
        .chain(props)
        .chain(drops)
}

/// What stands in the place of an asset, with the factor by which it is scaled and how far it is moved, m.
fn below<'a>(painting: &'a Painting, asset: &'a str) -> impl Iterator<Item = (&'a str, f64, f64)> {
    let mixes = painting.mixes.iter().filter(move |mix| mix.of == asset);
    let prefabs = painting.prefabs.iter().filter(move |prefab| prefab.name == asset);
    let parts = prefabs.flat_map(|prefab| &prefab.part).map(|part| {
        let [x_m, y_m] = part.at_m;
        (&*part.asset, part.scale, (x_m * x_m + y_m * y_m).sqrt())
    });
    mixes.map(|mix| (&*mix.asset, 1.0, 0.0)).chain(parts)
}

/// The first prefab that holds itself, directly or through others, and the way there.
fn rings(painting: &Painting) -> Option<Fault> {
    painting.prefabs.iter().find_map(|prefab| {
        prefab.part.iter().enumerate().find_map(|(number, part)| {
            let way = way(painting, &part.asset, &prefab.name, &mut Vec::new())?;
            let key = format!("prefab.{}.part.{number}.asset", prefab.name);
            let problem = match &way[..] {
                [only] => format!("is `{only}`, the prefab that it is a part of"),
                way => format!(
                    "is `{}`, which holds `{}` again: {}",
                    part.asset,
                    prefab.name,
                    way.join(", then ")
                ),
            };
            Some(fault(
                key,
                problem,
                "take one of them out: a prefab that held itself would have no end",
            ))
        })
    })
}

/// The assets on the way from one to another that it holds, both among them.
fn way<'a>(painting: &'a Painting, from: &'a str, to: &str, seen: &mut Vec<&'a str>) -> Option<Vec<&'a str>> {
    if from == to {
        return Some(vec![from]);
    }
    if seen.contains(&from) {
        return None;
    }
    seen.push(from);
    below(painting, from).find_map(|(next, ..)| {
        let mut rest = way(painting, next, to, seen)?;
        rest.insert(0, from);
        Some(rest)
    })
}

/// How many assets one comes to at most, and how far from it the ground reaches that its blockers change, m.
#[derive(Clone, Copy)]
struct Size {
    parts: f64,
    reach_m: f64,
}

fn size<'a>(painting: &'a Painting, asset: &'a str, known: &mut BTreeMap<&'a str, Size>) -> Size {
    if let Some(size) = known.get(asset) {
        return *size;
    }
    // A mix that stands in its own place is told elsewhere, and ends here.
    known.insert(
        asset,
        Size {
            parts: 0.0,
            reach_m: 0.0,
        },
    );
    let prefab = painting.prefabs.iter().find(|prefab| prefab.name == asset);
    let own = prefab.into_iter().flat_map(|prefab| &prefab.blocker);
    let reaches_m = own.filter_map(Obstacle::of).map(|blocker| {
        let bounds = blocker.bounds();
        let far_m = [0, 1].map(|axis: usize| bounds.low_m[axis].abs().max(bounds.high_m[axis].abs()));
        (far_m[0] * far_m[0] + far_m[1] * far_m[1]).sqrt() + blocker.fade_m()
    });
    let mut found = Size {
        parts: f64::from(u8::from(prefab.is_none())),
        reach_m: reaches_m.fold(0.0, f64::max),
    };
    for (next, scale, away_m) in below(painting, asset) {
        let below = size(painting, next, known);
        // Of a mix one alone stands, which is at most all of them.
        found.parts += below.parts;
        if below.reach_m > 0.0 {
            found.reach_m = found.reach_m.max(away_m + scale * below.reach_m);
        }
    }
    known.insert(asset, found);
    found
}

/// Prefabs that come to too many, and rules whose footprints do not hold the blockers of what they place.
fn sizes(painting: &Painting) -> Vec<Fault> {
    let mut known = BTreeMap::new();
    let mut found = Vec::new();
    for prefab in &painting.prefabs {
        let Size { parts, .. } = size(painting, &prefab.name, &mut known);
        if parts > MOST_PARTS {
            let problem =
                format!("comes to up to {parts:.0} assets, but at most {MOST_PARTS} are placed at once");
            found.push(fault(
                format!("prefab.{}", prefab.name),
                problem,
                "place parts of it by a rule",
            ));
        }
    }
    for rule in &painting.rules {
        let reach_m = rule.scale[1] * size(painting, &rule.asset, &mut known).reach_m;
        if reach_m > rule.footprint_m {
            let problem = format!(
                "is {}, but blockers that ride in `{}` change the ground out to {reach_m:.3} m from it",
                rule.footprint_m, rule.asset
            );
            let hint = "make it that large, as a rule keeps no ground but its footprint, or place it as an `[[instance]]`";
            found.push(fault(format!("rule.{}.footprint_m", rule.name), problem, hint));
        }
    }
    found
}

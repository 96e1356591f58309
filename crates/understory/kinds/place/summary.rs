//! A painted world for people: how much stands of each rule, and what to know of it.

use understory_lab::place::{LaidOut, removed_in_vain};
use understory_placement::parameters::Rule;
use understory_scenario::WorldScenario;

use super::drops::DropOutcome;
use super::exports::SceneContents;
use crate::experiment::Summary;
use crate::text::{self, number};

/// A painted world that was laid out.
pub(super) struct PlacedWorld {
    /// The world, with the forests that its rules stand as.
    pub(super) scenario: WorldScenario,
    pub(super) laid_out: LaidOut,
    pub(super) scene: SceneContents,
    /// What became of what was dropped, drop by drop.
    pub(super) drops: Vec<DropOutcome>,
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
    text::table(["rule", "footprint_m", "instances"], rows, 1)
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

/// What a person is shown of a world, or of some tiles of it.
pub(super) fn summary(placed: &PlacedWorld, is_whole: bool) -> Summary {
    Summary {
        line: format!("{}: {}", placed.scenario.header.name, stands(placed)),
        pace: format!("laid out in {:.2} s", placed.laid_out.place_s),
        table: table(placed),
        notes: notes(placed, is_whole),
    }
}

fn notes(placed: &PlacedWorld, is_whole: bool) -> Vec<String> {
    let mut notes = Vec::new();
    for (rule, _) in rules(placed).filter(|(_, count)| *count == 0 && is_whole) {
        notes.push(format!(
            "nothing of the rule `{}` stands: its ranges hold nowhere in `{}`, or rules before it take the ground",
            rule.name, rule.biome
        ));
    }
    for drop in &placed.drops {
        let name = &drop.name;
        if drop.moving > 0 {
            notes.push(format!(
                "of the drop `{name}`, {} still moved when its time was over; give it more by `most_s`, or more `friction`",
                drop.moving
            ));
        }
        if drop.gone > 0 {
            notes.push(format!(
                "of the drop `{name}`, {} rolled more than 40 m beyond its disc and are left out",
                drop.gone
            ));
        }
    }
    let in_vain = removed_in_vain(&placed.scenario);
    if in_vain > 0 {
        notes.push(format!(
            "{in_vain} of what was removed by hand does not stand any more, as the rules have changed since"
        ));
    }
    let left_out = placed.scene.left_out.iter();
    let left_out: Vec<String> = left_out
        .map(|(rule, count)| format!("{rule} ({count})"))
        .collect();
    if !left_out.is_empty() {
        notes.push(format!(
            "scene.glb leaves out {}, as viewers do not open so many; instances.csv has them",
            left_out.join(", ")
        ));
    }
    notes
}

//! A tree for people: its metrics, what to know of it, how large it is.

use understory_branching::colonization::Stop;
use understory_branching::metrics::Band;
use understory_branching::presets;
use understory_branching::seasons::{Seasons, Surroundings};
use understory_branching::specimen::Form;
use understory_lab::grow::Grown;
use understory_scenario::TreeScenario;

use super::metrics::shown_metrics;
use crate::experiment::Summary;
use crate::text::{aligned, number};

/// The metrics of a tree and of the L-system beside it, at most 60 columns wide; beside a form that ships the bands
/// that it is held to, as they say nothing of streets.
fn table(grown: &Grown, preset: Option<&str>) -> String {
    let cell = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), rounded);
    let tree = shown_metrics(&grown.tree.metrics);
    let baseline = grown.baseline.as_ref().map(|plant| shown_metrics(&plant.metrics));
    let mut lines = vec![["metric", "tree", "L-system", "measured trees"].map(str::to_owned)];
    for (row, (name, value, band)) in tree.into_iter().enumerate() {
        let beside = baseline.as_ref().map(|rows| cell(rows[row].1));
        let is_held_to = |band: &&Band| preset.is_some_and(|form| form != "shrub" || !band.is_of_stems);
        let range = band.filter(is_held_to).map(|band| {
            let [low, high] = band.range(grown.form.site());
            format!("{low} to {high}")
        });
        lines.push([
            name.to_owned(),
            cell(value),
            beside.unwrap_or_default(),
            range.unwrap_or_default(),
        ]);
    }
    if let Some(age_yr) = grown.age_yr {
        lines.push([
            "age_yr".to_owned(),
            age_yr.to_string(),
            String::new(),
            String::new(),
        ]);
    }
    let left_over = grown.tree.metrics.left_over;
    for (name, points) in [
        ("left_over.stalled", left_over.stalled),
        ("left_over.out_of_reach", left_over.out_of_reach),
    ] {
        lines.push([name.to_owned(), points.to_string(), String::new(), String::new()]);
    }
    let is_shown = [true, true, baseline.is_some(), preset.is_some()];
    let shown = lines.into_iter().map(|line| {
        let fields = line.into_iter().zip(is_shown);
        fields
            .filter_map(|(field, is_shown)| is_shown.then_some(field))
            .collect()
    });
    aligned(&shown.collect::<Vec<_>>(), 1)
}

/// A whole number as it is, any other with four digits that count.
fn rounded(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        number(value)
    }
}

/// What a person is shown of a tree.
pub(super) fn summary(scenario: &TreeScenario, grown: &Grown) -> Summary {
    let metrics = &grown.tree.metrics;
    let age = grown.age_yr.map(|age_yr| format!("{age_yr} years old, "));
    let thick = metrics.dbh_cm.map(|dbh_cm| format!(", {dbh_cm:.1} cm thick"));
    Summary {
        line: format!(
            "{}: {}{:.2} m high{}; {} nodes",
            scenario.header.name,
            age.unwrap_or_default(),
            metrics.height_m,
            thick.unwrap_or_default(),
            metrics.nodes,
        ),
        pace: format!("grown in {:.2} s", grown.tree.times.growth_s),
        table: table(grown, scenario.preset.as_deref()),
        notes: notes(scenario, grown),
    }
}

/// What was asked for that makes no difference to this tree, and what ended its growth before all was done.
fn notes(scenario: &TreeScenario, grown: &Grown) -> Vec<String> {
    let specimen = &scenario.specimen;
    let mut notes = Vec::new();
    if specimen.mesh.roots && specimen.form.roots().is_none() {
        notes.push("`mesh.roots` draws nothing, as this tree has no roots".to_owned());
    }
    match &specimen.form {
        Form::Seasons(form) => {
            let shipped = scenario.preset.as_deref().and_then(presets::named);
            let shipped = shipped.map_or_else(Seasons::default, |preset| preset.form().season);
            let of_stands = |season: &Seasons| [season.closed_crown_share, season.spacing_per_height];
            if form.site == Surroundings::Open && of_stands(&form.season) != of_stands(&shipped) {
                notes.push(
                    "`season.closed_crown_share` and `season.spacing_per_height` are of trees in a stand, and this one \
                     stands in the open: `site = \"closed\"`"
                        .to_owned(),
                );
            }
        }
        Form::Colonization(form) => {
            let rounds = grown.tree.skeleton.nodes.iter().map(|node| node.iteration).max();
            let last = rounds.unwrap_or(u32::MAX);
            let in_vain = form.shoot.damage.iter().filter(|damage| damage.round > last);
            notes.extend(in_vain.map(|damage| {
                format!(
                    "the damage of round {} strikes nothing; growth ended in round {last}",
                    damage.round
                )
            }));
        }
    }
    let cut_short = match grown.stop {
        Stop::Done => None,
        Stop::FewPointsLeft => Some("`stop_below_points`"),
        Stop::MostNodes => Some("`most_nodes`"),
    };
    notes.extend(cut_short.map(|why| format!("growth ended at {why}, and not because the space was taken")));
    notes
}

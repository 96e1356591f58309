//! What an edit changed: a part of a world before it and after it, side by side.

use understory_numerics::sort;
use understory_records::{World, WorldBody, WorldEdit, WorldManifest};

use super::about::{PlacedInstance, check_standing, check_world};
use super::discs::radius;
use super::ground;
use super::map::setting;
use super::plan::{Layout, Window};
use crate::kit::*;

const GAP: f64 = 8.0 * PT;
/// Room over a panel for its name.
const NAME: f64 = 14.0 * PT;
const HIGHEST: f64 = 300.0 * PT;
/// Around what changed, as a share of its extent, and at the least.
const ROOM: f64 = 0.08;
const LEAST_ROOM_M: f64 = 2.0;
/// The longer side of the window is at most so many times the shorter, where the world goes on.
const LONGEST: f64 = 1.4;

const REMOVED: Ink = style::VERMILION;
const ADDED: Ink = style::BLUE;

/// What an edit did to the instances of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Changes<'a> {
    /// The edit, and what stands in the way after it; its reach is drawn as dashed lines.
    pub edit: &'a WorldEdit,
    /// Those that stand before and after it; all of them or those near what changed.
    pub kept: &'a [PlacedInstance],
    /// Those that stand before it alone.
    pub removed: &'a [PlacedInstance],
    /// Those that stand after it alone.
    pub added: &'a [PlacedInstance],
}

/// Draws what an edit changed as the figure `changed-EDIT`: the world before it with what was removed, and after it with
/// what was added, cut to what changed and to the edit's reach.
///
/// Rules of instances are not asked for.
///
/// # Errors
/// [`ReportError::Plot`] or [`ReportError::Number`] where a world or an instance cannot be drawn, [`ReportError::Drawing`]
/// when drawing or encoding fails.
pub fn changed(before: WorldManifest<'_>, changes: &Changes<'_>) -> Result<Figure, ReportError> {
    let after = WorldBody {
        blockers: changes.edit.blockers.clone(),
        roads: changes.edit.roads.clone(),
        rivers: changes.edit.rivers.clone(),
        ..(*before).clone()
    };
    check(&before, &after, changes)?;
    let edit = &changes.edit.name;
    let [kept, removed, added] = [changes.kept, changes.removed, changes.added].map(|all| all.len() as u64);
    let keys = keys(changes);
    let title = format!(
        "{}, edit {edit}: {} removed, {} added",
        before.all.made_from.scenario,
        count(removed),
        count(added)
    );
    let mut sheet = Sheet::new(format!("changed-{edit}"), style::MAP_PT, &title, &keys);
    let Some(window) = window(&before.world, changes) else {
        return sheet.finish_empty("nothing changed");
    };
    let each = (style::MAP_PT * PT - 2.0 * MARGIN - GAP) / 2.0;
    let layout = Layout::new(window, [each, f64::INFINITY], [f64::INFINITY, HIGHEST]);
    let room = sheet.room(NAME + layout.outer()[1]);
    let panels = [
        ("before", &*before, changes.removed, false),
        ("after", &after, changes.added, true),
    ];
    let mut axes = String::new();
    for (number, (words, about, changing, is_after)) in (0..).map(f64::from).zip(panels) {
        let left = room.left + number * (each + GAP);
        let mut plan = layout.draw(&mut sheet.page, left, room.top + NAME)?;
        let heading = at(plan.panel.frame.left, room.top + 0.5 * NAME);
        plan.panel.page.text(words, heading, LEFT);
        let disc = |standing: &PlacedInstance, paint: Paint| {
            Mark::circle(
                plan.place(standing.at_m),
                radius(standing, plan.units_per_m),
                paint,
            )
        };
        // The largest first, so that none is hidden.
        let shown = |all: &[PlacedInstance], paint: Paint| -> Vec<Mark> {
            let near = all
                .iter()
                .filter(|standing| window.meets(standing.at_m, standing.footprint_m));
            let mut near: Vec<&PlacedInstance> = near.collect();
            sort::by(&mut near, |a, b| b.footprint_m.total_cmp(&a.footprint_m));
            near.into_iter()
                .map(|standing| disc(standing, paint.clone()))
                .collect()
        };
        let mut marks = ground::courses(about, &plan);
        marks.extend(shown(changes.kept, kept_paint()));
        marks.extend(match is_after {
            false => shown(changing, removed_paint()),
            true => shown(changing, added_paint()),
        });
        let mut over = ground::blockers(about, &plan);
        over.extend(changes.edit.reach.iter().map(|circle| {
            let radius = circle.radius_m * plan.units_per_m;
            Mark::circle(plan.place(circle.at_m), radius, Paint::stroke(ground::dashed()))
        }));
        plan.panel.fill(marks);
        plan.fill(over, false);
        axes = plan.panel.axes_told();
    }
    let of_edit = format!(
        "{} kept, {} removed and {} added by the edit {}",
        count(kept),
        count(removed),
        count(added),
        name(edit)
    );
    let reach = match changes.edit.reach.len() {
        0 => "",
        _ => " Nothing can change beyond the dashed line.",
    };
    let caption = format!(
        "Part of {}, before and after: of its instances {of_edit}. Discs are the ground that an instance takes, to scale: grey where it is \
         kept, outlined in red where it is removed, filled in blue where it is added.{reach}",
        setting(before)
    );
    let alt = format!(
        "Two maps of a part of a painted world side by side. {axes} Of the instances {of_edit}.{}",
        far(changes)
    );
    sheet.finish(caption, alt)
}

/// With a white edge, as discs of different rules may lie over each other.
fn kept_paint() -> Paint {
    Paint::fill(style::KEPT).edged(Stroke::plain(style::WHITE, style::HAIR))
}

fn removed_paint() -> Paint {
    Paint::fill(REMOVED.at_opacity(0.15)).edged(Stroke::plain(REMOVED, style::EDGE))
}

fn added_paint() -> Paint {
    Paint::fill(ADDED.at_opacity(0.9))
}

fn keys(changes: &Changes<'_>) -> Vec<LegendEntry> {
    let key = |paint, what: &str, all: &[PlacedInstance]| {
        let words = format!("{what} ({})", count(all.len() as u64));
        LegendEntry::new(Sample::Disc(paint), words)
    };
    let mut keys = vec![
        key(kept_paint(), "kept", changes.kept),
        key(removed_paint(), "removed", changes.removed),
        key(added_paint(), "added", changes.added),
    ];
    if !changes.edit.reach.is_empty() {
        let words = "nothing can change beyond";
        keys.push(LegendEntry::new(Sample::Line(ground::dashed(), None), words));
    }
    keys
}

/// How far from the middle of the reach the farthest change is, where there is one circle.
fn far(changes: &Changes<'_>) -> String {
    let [circle] = &changes.edit.reach[..] else {
        return String::new();
    };
    let away_m = |standing: &PlacedInstance| {
        let [x, y] = [0, 1].map(|axis| standing.at_m[axis] - circle.at_m[axis]);
        (x * x + y * y).sqrt()
    };
    let all = changes.removed.iter().chain(changes.added);
    match all.map(away_m).reduce(f64::max) {
        Some(farthest_m) => format!(
            " The farthest change is {} m from the middle of a reach of {} m.",
            number(farthest_m),
            number(circle.radius_m)
        ),
        None => String::new(),
    }
}

/// What is shown: all that changed and the reach, with room around them, within the world; none where there is neither.
fn window(world: &World, changes: &Changes<'_>) -> Option<Window> {
    let discs = changes.removed.iter().chain(changes.added);
    let discs = discs.map(|standing| (standing.at_m, standing.footprint_m));
    let circles = changes
        .edit
        .reach
        .iter()
        .map(|circle| (circle.at_m, circle.radius_m));
    let tight = Window::around(discs.chain(circles))?;
    let [width_m, height_m] = tight.size_m();
    let room_m = (ROOM * width_m.max(height_m)).max(LEAST_ROOM_M);
    let missing_m = |own_m: f64, other_m: f64| ((other_m / LONGEST - own_m) / 2.0).max(0.0);
    let grown_m = [
        room_m + missing_m(width_m, height_m),
        room_m + missing_m(height_m, width_m),
    ];
    let grown = Window {
        low_m: [0, 1].map(|axis| tight.low_m[axis] - grown_m[axis]),
        high_m: [0, 1].map(|axis| tight.high_m[axis] + grown_m[axis]),
    };
    let shown = grown.common(&Window::of(world));
    // A change beyond the world's edge, which no table of ours has, is shown all the same.
    Some(match shown.size_m() {
        [width_m, height_m] if width_m > 0.0 && height_m > 0.0 => shown,
        _ => grown,
    })
}

fn check(before: &WorldBody, after: &WorldBody, changes: &Changes<'_>) -> Result<(), ReportError> {
    check_world(before)?;
    check_world(after)?;
    for standing in changes.kept.iter().chain(changes.removed).chain(changes.added) {
        // Rules are not drawn, and those of a removed rule are not the world's after the edit.
        check_standing(
            after,
            &PlacedInstance {
                rule: None,
                ..*standing
            },
        )?;
    }
    for circle in &changes.edit.reach {
        check_standing(
            after,
            &PlacedInstance {
                at_m: circle.at_m,
                rule: None,
                footprint_m: circle.radius_m,
            },
        )?;
    }
    Ok(())
}

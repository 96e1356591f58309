//! Checks that need more than one key.

use std::collections::BTreeSet;

use understory_forest::MOST_SEEDS_FROM_OUTSIDE_PER_YR;
use understory_forest::growth::zone_radius_m;
use understory_forest::management::{Intervention, Treatment};
use understory_forest::parameters::{FieldKernel, Light};
use understory_scatter::{Method, MinimumDistance};
use understory_space::Plot;

use crate::problem::Report;
use crate::scenario::Founders;
use crate::species::{Named, written};
use crate::value::Table;
use crate::words::listed;

/// On a torus no field may reach farther than a third of the shorter side, or it would meet itself.
pub(crate) fn reaches_fit(report: &mut Report<'_>, plot: &Plot, light: &Light, species: &[Named]) {
    let limit_m = understory_forest::greatest_reach_m(plot);
    for Named { at, species, .. } in species {
        let Some(species) = species else { continue };
        // Under any other light model competition's kernel is not asked.
        let competes = matches!(light, Light::Crowding { .. });
        let zone_m = zone_radius_m(&species.competition, species.greatest());
        let fields = [
            ("competition", &species.competition.kernel),
            ("inhibition", &species.inhibition.kernel),
        ];
        let by_light_m = understory_forest::greatest_reach_of_m(species, light);
        if !competes && by_light_m > limit_m.max(species.inhibition.kernel.reach_m(zone_m)) {
            let message = format!(
                "by the chosen `light.model` a full-grown `{}` reaches {by_light_m:.2} m, but on this torus a reach must be \
                 at most a third of the shorter side, {limit_m:.2} m",
                species.name
            );
            let hint = format!(
                "make both sides of the plot at least {:.0} m, or {} smaller",
                (3.0 * by_light_m).ceil(),
                match light {
                    Light::FieldOfNeighbourhood { .. } =>
                        "`light.zone_scale_m` or the species' `growth.greatest_dbh_cm`",
                    Light::Disc { .. } =>
                        "`light.disc_crown_radii` or the species' `competition.zone_radius_at_25_cm_m`",
                    Light::Gaussian { .. } =>
                        "`light.sigma_crown_radii` or the species' `competition.zone_radius_at_25_cm_m`",
                    _ => "the species' `crown.radius_at_30_cm_m` or `growth.greatest_dbh_cm`",
                }
            );
            report.problem(*at, message, hint);
        }
        for (field, kernel) in fields.into_iter().skip(usize::from(!competes)) {
            let reach_m = kernel.reach_m(zone_m);
            if reach_m > limit_m {
                let (from, length, of_radius) = match kernel {
                    FieldKernel::Exponential { .. } | FieldKernel::Disc { .. } => (
                        format!(" from its greatest zone of {zone_m:.2} m"),
                        "e_fold_crown_radii",
                        " or the species' `growth.greatest_dbh_cm`",
                    ),
                    FieldKernel::FixedExponential { .. } | FieldKernel::FixedDisc { .. } => {
                        (String::new(), "e_fold_m", "")
                    }
                };
                let message = format!(
                    "the {field} of `{}` reaches {reach_m:.2} m{from}, but on this torus a reach must be at most a third \
                     of the shorter side, {limit_m:.2} m",
                    species.name
                );
                let hint = format!(
                    "make both sides of the plot at least {:.0} m, or the kernel's `{length}` (or radius){of_radius} smaller, or its \
                     `cut_fraction` larger",
                    (3.0 * reach_m).ceil()
                );
                report.problem(*at, message, hint);
            }
        }
    }
}

/// Presets are fitted to the light model that is the default.
pub(crate) fn note_unfitted_presets(report: &mut Report<'_>, light: &Table, model: &str, entries: &[Table]) {
    if model != "crowding" && entries.iter().any(|entry| entry.has("preset")) {
        let message = format!("`light.model` is \"{model}\", but presets were fitted to `crowding`");
        // docs/src/models/forest.md has the command.
        let [beech, spruce] = match model {
            "disc" => [64, 98],
            "gaussian" => [44, 64],
            "fon" => [19, 19],
            "hegyi" => [9, 6],
            _ => [82, 111],
        };
        let hint = format!(
            "under it a stand of beech has {beech} m² per ha at 100 years (40 under `crowding`), one of spruce {spruce} (57)"
        );
        report.note(light.at("model"), message, hint);
    }
}

/// What the scenario says of competition and its light model does not read. It stays no more than a note: one scenario may be
/// run under each model in turn.
pub(crate) fn note_unread_competition(report: &mut Report<'_>, model: &str, entries: &[Table]) {
    let is_read = |name: &str| match model {
        "crowding" => true,
        "disc" | "gaussian" => name == "zone_radius_at_25_cm_m",
        _ => false,
    };
    let readers = match model {
        "disc" | "gaussian" => "`crowding`",
        _ => "`crowding`, and but for the kernel `disc` and `gaussian`",
    };
    for entry in entries {
        let Some(competition) = entry.table("competition") else {
            continue;
        };
        let unread: Vec<_> = written(entry, competition)
            .filter(|(name, _)| !is_read(name))
            .collect();
        let Some(&(_, at)) = unread.iter().min_by_key(|(_, at)| *at) else {
            continue;
        };
        let names = listed(unread.iter().map(|(name, _)| *name));
        let message =
            format!("`light.model` is \"{model}\", which reads nothing of `species.competition` {names}");
        let hint = format!("what reads it is {readers}; with this model it may be left out");
        report.note(at, message, hint);
    }
}

/// Seeds from outside are drawn one by one.
pub(crate) fn seeds_from_outside_end(report: &mut Report<'_>, plot: &Plot, species: &[Named]) {
    let mut others = 0.0;
    for named in species {
        let Some(per_m2) = named.from_outside_per_m2 else {
            continue;
        };
        let left = MOST_SEEDS_FROM_OUTSIDE_PER_YR - others;
        let seeds = per_m2 * plot.area_m2();
        if seeds <= left {
            others += seeds;
            continue;
        }
        let message = format!(
            "`species.fruit.from_outside_per_m2` is {per_m2}, which brings {seeds:.0} seeds to this plot in a good year, \
             but of all species together at most {MOST_SEEDS_FROM_OUTSIDE_PER_YR:.0} are drawn"
        );
        // Rounded down, so that what is told does fit.
        let most_per_m2 = (left / plot.area_m2() * 1e3).floor() / 1e3;
        let hint = format!("give at most {most_per_m2} here, or make the plot smaller");
        report.problem(named.from_outside_at, message, hint);
    }
}

/// A species without founders never comes, but for seeds from outside and where it is planted.
pub(crate) fn every_species_can_appear(
    report: &mut Report<'_>,
    founders: &[Founders],
    interventions: &[Intervention],
    species: &[Named],
) {
    let (mut begins, mut grown) = (vec![false; species.len()], BTreeSet::new());
    for founders in founders {
        match founders {
            Founders::Drawn(drawn) => begins[drawn.species] = true,
            Founders::Listed { trees, deadwood, .. } => {
                let of_dead = deadwood.iter().map(|dead| dead.tree.species);
                let species = trees.iter().map(|tree| tree.species).chain(of_dead);
                species.for_each(|species| begins[species] = true);
            }
            Founders::Grown { patch, .. } => grown.extend(patch.species.iter().map(|species| &species.name)),
        }
    }
    for (named, begins) in species.iter().zip(begins) {
        let Some(name) = named
            .name
            .as_ref()
            .filter(|_| named.from_outside_per_m2 == Some(0.0))
        else {
            continue;
        };
        let is_planted = interventions.iter().any(|one| {
            matches!(one.treatment, Treatment::Plant { .. }) && one.species.as_ref() == Some(name)
        });
        if !begins && !is_planted && !grown.contains(name) {
            let message = format!(
                "nothing can grow of the species `{name}`: no founder is one, none is planted, and no seed comes from outside"
            );
            report.problem(
                named.at,
                message,
                format!(
                    "add `[[founders]]` with `species = \"{name}\"`, or give it `fruit.from_outside_per_m2`, or remove it"
                ),
            );
        }
    }
}

/// Tables and figures show places within so far from 0, m.
const FARTHEST_M: f64 = 1e9;
/// Places along a side that must be told apart.
const LEAST_PLACES: f64 = 1e6;

/// Tables and figures can show where things stand; `at` is what says where the plot lies.
pub(crate) fn places_can_be_told(report: &mut Report<'_>, at: usize, plot: &Plot) {
    for (axis, along) in ["x", "y"].into_iter().enumerate() {
        let (low_m, side_m) = (plot.origin_m()[axis], plot.size_m()[axis]);
        let farthest_m = low_m.abs().max((low_m + side_m).abs());
        let apart_m = farthest_m.next_up() - farthest_m;
        let message = if farthest_m > FARTHEST_M {
            format!(
                "the plot reaches as far as {farthest_m} m from 0 along {along}, but tables and figures show places within \
                 {FARTHEST_M} m"
            )
        } else if side_m < LEAST_PLACES * apart_m {
            format!(
                "the plot is {side_m} m long along {along}, but {farthest_m} m from 0 places are told apart by no less than \
                 {apart_m:.1e} m"
            )
        } else {
            continue;
        };
        report.problem(at, message, "give an `origin_m` nearer to 0".to_owned());
    }
}

/// Points that keep a distance fill a plot at most as densely as a triangular lattice does.
pub(crate) fn distance_leaves_room(
    report: &mut Report<'_>,
    at: usize,
    plot: &Plot,
    method: &Method,
    count: u32,
) {
    let Method::MinimumDistance(MinimumDistance {
        distance_m: Some(distance_m),
        ..
    }) = *method
    else {
        return;
    };
    let [width_m, height_m] = plot.size_m();
    // On an open plot the points' disks may hang over the edge.
    let margin_m = if plot.is_torus() { 0.0 } else { distance_m };
    let room_m2 = (width_m + margin_m) * (height_m + margin_m);
    let most = (room_m2 / (distance_m * distance_m * 3_f64.sqrt() / 2.0))
        .floor()
        .max(1.0);
    if f64::from(count) > most {
        let message = format!(
            "{count} founders that keep {distance_m} m do not fit: this plot holds {most} at the very most"
        );
        report.problem(
            at,
            message,
            "make `count` or `distance_m` smaller; about half of that most is soon found".to_owned(),
        );
    }
}

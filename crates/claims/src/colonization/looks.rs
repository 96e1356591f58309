//! What is made with it: trees that look real, roots, big trees, streets, vines, pipes.

use understory_branching::cloud::{Arrangement, AttractionPoint, Envelope, attraction_points, thinned};
use understory_branching::colonization::{Colonization, Distance, LeftOver, Site, Turns, colonize};
use understory_branching::lsystem::{L_SYSTEMS, Turtle};
use understory_branching::metrics::{BANDS, Band, Metrics, crossings_per_1000};
use understory_branching::presets::{PRESETS, colonized_oak};
use understory_branching::seasons::Surroundings;
use understory_branching::skeleton::{Part, Skeleton};
use understory_branching::specimen::Specimen;
use understory_branching::tree::TreeForm;
use understory_numerics::math;

use crate::colonization::budding::flat_sticks;
use crate::colonization::field::{Field, key};
use crate::colonization::growth::crossings;
use crate::colonization::measures::{distance, wood_m};
use crate::rows::Definition;
use crate::rows::Definition::{Mean, Median};
use crate::{ClaimError, Measured};

pub(super) const CLAIMS: &[Definition] = &[
    Mean("S17.raw", |seed| lateral_angle_deg(seed, |tree| tree)),
    Mean("S17.moved", |seed| {
        lateral_angle_deg(seed, |raw| raw.relocated(&[]))
    }),
    Mean("S18.mirrored", mirrored_crown),
    Mean("S18.soil", roots_of_presets),
    Mean("S19.crossings", |seed| {
        Ok(crossings_per_1000(&flat_sticks(8, seed)?, 1) - crossings(0.5, seed)?)
    }),
    Median("S19.bands", bands_kept_more),
    Mean("S20.crossings", |seed| {
        Ok(crossings_per_1000(&streets(seed)?.0, 2))
    }),
    Mean("S20.density", density_of_streets),
    Mean("S30.inside", |seed| Ok(vines(seed)?[0])),
    Mean("S30.filled", |seed| Ok(vines(seed)?[1])),
    Mean("S31.turns", |seed| Ok(pipes(seed)?[0])),
    Mean("S31.reached", |seed| Ok(pipes(seed)?[1])),
];

/// Median angle of laterals to their stem, of a tree as it grew or finished in some way.
fn lateral_angle_deg(seed: u64, finished: fn(Skeleton) -> Skeleton) -> Result<f64, ClaimError> {
    let field = Field::ball(seed)?;
    let tree = finished(field.tree(&field.usual_rule())?);
    let angles = Metrics::of(&tree, LeftOver::default()).lateral_angle_deg;
    let metric = "lateral_angle_deg";
    Ok(angles.ok_or(ClaimError::TooSmall { seed, metric })?.median)
}

/// Roots over shoot of an oak whose roots are another oak's crown, upside down.
fn mirrored_crown(seed: u64) -> Result<f64, ClaimError> {
    let form = TreeForm {
        roots: None,
        ..colonized_oak()
    };
    let shoot = form.grow(key(2 * seed), &[])?.skeleton;
    let mut below = form.grow(key(2 * seed + 1), &[])?.skeleton;
    for node in &mut below.nodes {
        node.part = Part::Root;
        node.place_m[2] = -node.place_m[2];
    }
    let mut whole = shoot.joined(&below);
    whole.give_radii(&form.finish.pipes)?;
    let metric = "root_shoot_ratio";
    let ratio = Metrics::of(&whole, LeftOver::default()).root_shoot_ratio;
    ratio.ok_or(ClaimError::TooSmall { seed, metric })
}

/// Median of roots over shoot, of the forms that ship.
fn roots_of_presets(seed: u64) -> Result<f64, ClaimError> {
    let metric = "root_shoot_ratio";
    let mut ratios = Vec::new();
    for preset in PRESETS {
        let metrics = preset.form().grow(key(seed), &[])?.metrics;
        ratios.push(
            metrics
                .root_shoot_ratio
                .ok_or(ClaimError::TooSmall { seed, metric })?,
        );
    }
    Ok(Measured::median(&ratios)?.value)
}

/// Bands of measured trees that the grown oak keeps, less those that its L-system keeps.
fn bands_kept_more(seed: u64) -> Result<f64, ClaimError> {
    let oak = &PRESETS[0];
    let specimen = Specimen {
        baseline: Some(oak.baseline()),
        ..Specimen::of(colonized_oak())
    };
    let baseline = specimen.grow_baseline(seed)?;
    let (_, baseline) = baseline.expect("the specimen has a baseline");
    let oak = specimen.grow(seed)?.metrics;
    let kept = |band: &Band| {
        let (oak, baseline) = (band.value(&oak)?, band.value(&baseline)?);
        let is_kept = |value| f64::from(band.contains(value, Surroundings::Closed));
        Some(is_kept(oak) - is_kept(baseline))
    };
    Ok(BANDS.iter().filter_map(kept).sum())
}

/// Streets of a town whose density falls from its centre, and the radius of the town, m.
pub(super) fn streets(seed: u64) -> Result<(Skeleton, f64), ClaimError> {
    const RADIUS_M: f64 = 1000.0;
    const E_FOLD_M: f64 = 350.0;
    let town = Envelope::Ellipsoid {
        centre_m: [0.0; 3],
        radii_m: [RADIUS_M, RADIUS_M, 0.0],
    };
    let everywhere = attraction_points(&town, 6000, &Arrangement::Uniform, key(seed))?;
    let density = |place_m: [f64; 3]| math::exp(-distance(place_m, [0.0; 3]) / E_FOLD_M);
    let points = thinned(&everywhere, density, key(seed))?;
    let rule = Colonization {
        step_m: 10.0,
        kill_distance: Distance::Metres(20.0),
        influence_distance: Distance::Metres(200.0),
        ..Colonization::default()
    };
    Ok((colonized([0.0; 3], &points, &rule, seed)?.0, RADIUS_M))
}

/// Length of streets per area near the centre over that of the outskirts.
fn density_of_streets(seed: u64) -> Result<f64, ClaimError> {
    const CENTRE_M: f64 = 300.0;
    const OUTSKIRTS_M: f64 = 600.0;
    let (network, radius_m) = streets(seed)?;
    let (mut inner_m, mut outer_m) = (0.0, 0.0);
    for [a, b] in network.segments_m() {
        let middle = std::array::from_fn(|axis| (a[axis] + b[axis]) / 2.0);
        match distance(middle, [0.0; 3]) {
            from_centre_m if from_centre_m < CENTRE_M => inner_m += distance(a, b),
            from_centre_m if from_centre_m > OUTSKIRTS_M => outer_m += distance(a, b),
            _ => {}
        }
    }
    let outer_area = radius_m * radius_m - OUTSKIRTS_M * OUTSKIRTS_M;
    Ok(inner_m / (CENTRE_M * CENTRE_M) / (outer_m / outer_area))
}

/// Share of the nodes that lie in the volume or a segment beside it, and of its points that are reached.
fn vines(seed: u64) -> Result<[f64; 2], ClaimError> {
    const THICKNESS_M: f64 = 0.3;
    const POINTS: u32 = 4000;
    let host = L_SYSTEMS[0].system().grow(&Turtle::default(), key(seed))?;
    let around = |distance_m: f64| Envelope::Around {
        segments_m: host.segments_m(),
        distance_m,
    };
    let points = attraction_points(&around(THICKNESS_M), POINTS, &Arrangement::Uniform, key(seed))?;
    let volume_m3 = wood_m(&host) * std::f64::consts::PI * THICKNESS_M * THICKNESS_M;
    let spacing_m = math::cbrt(volume_m3 / f64::from(POINTS));
    let rule = Colonization {
        step_m: 0.5 * spacing_m,
        kill_distance: Distance::Metres(spacing_m),
        influence_distance: Distance::Metres(4.0 * spacing_m),
        ..Colonization::default()
    };
    let (vine, reached) = colonized([0.0; 3], &points, &rule, seed)?;
    let beside = around(THICKNESS_M + rule.step_m);
    let inside = vine
        .nodes
        .iter()
        .filter(|node| beside.contains(node.place_m))
        .count();
    Ok([inside as f64 / vine.nodes.len() as f64, reached])
}

/// Share of the segments that follow one axis alone, and of the points that are reached.
fn pipes(seed: u64) -> Result<[f64; 2], ClaimError> {
    let field = Field::ball(seed)?;
    let rule = Colonization {
        turns: Turns::Axes,
        ..field.usual_rule()
    };
    let grown = field.colonized(&rule)?;
    let segments = grown.skeletons[0].segments_m();
    let is_along_one = |[a, b]: &&[[f64; 3]; 2]| (0..3).filter(|&axis| a[axis] != b[axis]).count() == 1;
    let along = segments.iter().filter(is_along_one).count();
    Ok([
        along as f64 / segments.len() as f64,
        field.reached(grown.left_over),
    ])
}

/// What grows from a base, and the share of the points that it reaches.
fn colonized(
    base_m: [f64; 3],
    points: &[AttractionPoint],
    rule: &Colonization,
    seed: u64,
) -> Result<(Skeleton, f64), ClaimError> {
    let site = Site {
        bases_m: &[base_m],
        points,
        obstacles: &[],
        part: Part::Shoot,
        key: key(seed),
    };
    let mut grown = colonize(&site, rule)?;
    let left = grown.left_over.stalled + grown.left_over.out_of_reach;
    let reached = 1.0 - left as f64 / points.len() as f64;
    Ok((grown.skeletons.swap_remove(0), reached))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two points that can be reached and one far beyond: an experiment in which all are reached says nothing of it.
    #[test]
    fn the_share_that_is_reached_leaves_out_what_is_not() {
        let point = |z_m: f64| AttractionPoint {
            place_m: [0.0, 0.0, z_m],
            weight: 1.0,
        };
        let points = [point(0.5), point(1.0), point(900.0), point(901.0)];
        let rule = Colonization {
            influence_distance: Distance::Metres(3.0),
            ..Colonization::default()
        };
        let (skeleton, reached) = colonized([0.0; 3], &points, &rule, 1).unwrap();
        assert_eq!(reached, 0.5);
        assert!(skeleton.nodes.len() > 2);
    }
}

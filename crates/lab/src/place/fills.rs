//! Where areas that were filled at once meet: how far trees stand from each other across the seam, beside those within.

use std::num::NonZero;

use understory_placement::parameters::{Fill, Rule};
use understory_placement::{Detail, Window};
use understory_records::{FillRow, paths};
use understory_scenario::WorldScenario;
use understory_space::{Edge, KdTree, Plot};

use super::laid_out_tiles::LaidOutTiles;
use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// How far from an area's edge the seam reaches, spacings of its points: farther in, rows and waves of its edge are gone.
const SEAM: f64 = 2.0;
/// Neighbours are counted out to so many mean distances to the nearest.
const NEAR: f64 = 1.5;
/// A point and the nearest of the others.
const TWO: NonZero<usize> = NonZero::new(2).expect("two is not zero");

/// An area and what stands in it.
struct Area<'a> {
    rule: &'a Rule,
    fill: &'a Fill,
    places_m: Vec<[f64; 2]>,
}

impl Area<'_> {
    /// How wide its seam is, m.
    fn seam_m(&self) -> f64 {
        SEAM * (10_000.0 / self.fill.per_ha).sqrt()
    }

    /// Whether a place is within its own seam of another area.
    fn is_beside(&self, other: &Self, place_m: [f64; 2]) -> bool {
        other.fill.holds(place_m) || other.fill.edge_m(place_m) < self.seam_m()
    }
}

/// What some of the trees have around them.
#[derive(Clone, Copy)]
struct Around {
    /// Mean and least distance to the nearest, m.
    nearest_m: f64,
    least_m: f64,
    /// Mean number of others within a distance.
    neighbours: f64,
}

/// Writes the areas of a world and how they meet, where it has any.
pub(super) fn write(
    scenario: &WorldScenario,
    standing: &LaidOutTiles,
    store: &dyn Store,
) -> Result<(), LabError> {
    let world = &scenario.world;
    let rules = &world.painting().rules;
    if rules.iter().all(|rule| rule.fill.is_none()) {
        return Ok(());
    }
    let mut places_m = vec![Vec::new(); rules.len()];
    for instances in standing.tiles(world, &Detail::FULL) {
        for instance in instances {
            let [x_m, y_m, _] = instance.place_m;
            if let Some(rule) = instance.rule {
                places_m[rule as usize].push([x_m, y_m]);
            }
        }
    }
    let areas: Vec<Area<'_>> = rules
        .iter()
        .zip(places_m)
        .filter_map(|(rule, places_m)| {
            let fill = rule.fill.as_ref()?;
            Some(Area { rule, fill, places_m })
        })
        .collect();
    let mut rows = Vec::new();
    for (number, area) in areas.iter().enumerate() {
        let inner = within(area, &world.maps().window)?;
        let others = areas.iter().enumerate().filter(|(other, _)| *other != number);
        for (_, other) in others {
            rows.push(met((area, inner), other, &world.maps().window)?);
        }
        if areas.len() == 1 {
            rows.push(row(area, inner, None, (0, None)));
        }
    }
    write_table(store, paths::FILLS, rows)?;
    Ok(())
}

/// How an area, of which is known what its trees have around them within, meets another.
fn met(
    (area, inner): (&Area<'_>, Option<Around>),
    other: &Area<'_>,
    window: &Window,
) -> Result<FillRow, LabError> {
    let seam: Vec<[f64; 2]> = area
        .places_m
        .iter()
        .copied()
        .filter(|&place_m| area.is_beside(other, place_m))
        .collect();
    let near_m = NEAR * inner.map_or(0.0, |inner| inner.nearest_m);
    let both: Vec<[f64; 2]> = [&area.places_m[..], &other.places_m[..]].concat();
    let found = around(&seam, &both, near_m, window)?;
    Ok(row(area, inner, Some(other), (seam.len() as u64, found)))
}

fn row(
    area: &Area<'_>,
    inner: Option<Around>,
    other: Option<&Area<'_>>,
    (seam_instances, seam): (u64, Option<Around>),
) -> FillRow {
    let of_inner = |of: fn(&Around) -> f64| inner.as_ref().map(of);
    let of_seam = |of: fn(&Around) -> f64| seam.as_ref().map(of);
    let ratio = |of: fn(&Around) -> f64| of_seam(of).zip(of_inner(of)).map(|(seam, inner)| seam / inner);
    FillRow {
        rule: area.rule.name.clone(),
        method: area.fill.method.word().to_owned(),
        instances: area.places_m.len() as u64,
        nearest_m: of_inner(|inner| inner.nearest_m),
        least_m: of_inner(|inner| inner.least_m),
        beside: other.map_or_else(String::new, |other| other.rule.name.clone()),
        seam_instances,
        seam_nearest_ratio: ratio(|around| around.nearest_m),
        seam_least_m: of_seam(|seam| seam.least_m),
        seam_neighbours_ratio: ratio(|around| around.neighbours),
    }
}

/// What the trees of an area have around them that stand deeper in it than its seam and what is counted from there.
fn within(area: &Area<'_>, window: &Window) -> Result<Option<Around>, LabError> {
    let deep: Vec<[f64; 2]> = area
        .places_m
        .iter()
        .copied()
        .filter(|&place_m| area.fill.edge_m(place_m) >= area.seam_m())
        .collect();
    let nearest = around(&deep, &area.places_m, 0.0, window)?;
    let near_m = NEAR * nearest.map_or(0.0, |nearest| nearest.nearest_m);
    around(&deep, &area.places_m, near_m, window)
}

/// What some of all trees have around them; `None` where there is none, or none beside it.
fn around(
    some: &[[f64; 2]],
    all: &[[f64; 2]],
    near_m: f64,
    window: &Window,
) -> Result<Option<Around>, LabError> {
    if some.is_empty() || all.len() < 2 {
        return Ok(None);
    }
    let size_m = [0, 1].map(|axis| window.high_m[axis] - window.low_m[axis]);
    let plot = Plot::new(window.low_m, size_m, Edge::Open).map_err(std::io::Error::other)?;
    let tree = KdTree::new(all, &plot).map_err(std::io::Error::other)?;
    let (mut sum_m, mut least_m, mut neighbours) = (0.0, f64::INFINITY, 0_u64);
    for &place_m in some {
        // The nearest of all is the tree itself.
        let mut nearest_m2 = 0.0_f64;
        tree.nearest(place_m, TWO, |_, distance_m2| {
            nearest_m2 = nearest_m2.max(distance_m2)
        });
        sum_m += nearest_m2.sqrt();
        least_m = f64::min(least_m, nearest_m2.sqrt());
        tree.within(place_m, near_m * near_m, |_, _| neighbours += 1);
    }
    let count = some.len() as f64;
    Ok(Some(Around {
        nearest_m: sum_m / count,
        least_m,
        neighbours: neighbours as f64 / count - 1.0,
    }))
}

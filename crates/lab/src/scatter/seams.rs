//! How segments meet that were filled apart: what stands beside their borders, against what stands farther inside.

use std::num::NonZero;

use understory_numerics::parallel::map;
use understory_records::{SeamRow, SegmentRow};
use understory_scatter::segments::{BorderLine, SegmentFill, SegmentedGround};
use understory_scatter::{Plot, Scattered};
use understory_space::KdTree;

use crate::error::LabError;

/// Places along the longer side of the ground that tell its areas, at most.
const MOST_PLACES: f64 = 800.0;
/// Places to a spacing, where that is not more.
const A_SPACING: f64 = 5.0;
/// Pairs across a border are looked for so many spacings beyond its width.
const FARTHEST: f64 = 3.0;
/// A point and the nearest of the others.
const TWO: NonZero<usize> = NonZero::new(2).expect("two is not zero");

/// Areas, by segment and by border, m².
#[derive(Clone, Debug)]
struct Areas {
    /// Off the borders.
    open_m2: Vec<f64>,
    /// At least one spacing from borders and edges.
    inside_m2: Vec<f64>,
    /// Within the strip of a border, of each segment.
    strip_m2: Vec<Vec<f64>>,
}

/// Places of a row, by segment and by border.
struct Cells {
    open: Vec<u64>,
    inside: Vec<u64>,
    strips: Vec<Vec<u64>>,
}

/// A point and where it stands.
#[derive(Clone, Debug)]
struct SeamPoint {
    place_m: [f64; 2],
    segment: usize,
    /// Distance to the nearest of all, m; infinite where there is none.
    nearest_m: f64,
    depth: Depth,
}

/// How far a place is from all that ends its segment.
#[derive(Clone, Debug)]
struct Depth {
    /// From the ground's edge, m; of a torus infinite.
    edge_m: f64,
    /// From the width of each border, m; below 0 on it.
    off_m: Vec<f64>,
    /// The least of these; infinite without a border.
    off_all_m: f64,
}

/// Spacing inside a segment.
#[derive(Clone, Copy, Debug)]
struct Inside {
    per_m2: f64,
    nearest_m: f64,
    least_m: f64,
}

/// What was measured of points and borders.
pub(super) struct Measured {
    points: Vec<SeamPoint>,
    tree: Option<KdTree>,
    areas: Areas,
    /// None where too few points stand inside.
    inside: Vec<Option<Inside>>,
    /// Of each border the width of its strip, m.
    strips_m: Vec<f64>,
}

fn spacing_m(fill: &SegmentFill) -> f64 {
    (10_000.0 / fill.per_ha).sqrt()
}

impl Depth {
    fn of(plot: &Plot, borders: &[BorderLine], place_m: [f64; 2]) -> Self {
        let edge_m = if plot.is_torus() {
            f64::INFINITY
        } else {
            let along = |axis: usize| {
                let from_m = place_m[axis] - plot.origin_m()[axis];
                from_m.min(plot.size_m()[axis] - from_m)
            };
            along(0).min(along(1))
        };
        let mut off_m = Vec::with_capacity(borders.len());
        let mut off_all_m = f64::INFINITY;
        for border in borders {
            let off = border.distance_m(place_m) - border.width_m / 2.0;
            off_all_m = off_all_m.min(off);
            off_m.push(off);
        }
        Self {
            edge_m,
            off_m,
            off_all_m,
        }
    }

    fn is_inside(&self, spacing_m: f64) -> bool {
        self.edge_m.min(self.off_all_m) >= spacing_m
    }

    /// Whether it lies in the strip of a border, away from the ground's edge, which leaves a seam of its own.
    fn is_beside(&self, border: usize, strip_m: f64) -> bool {
        (0.0..strip_m).contains(&self.off_m[border]) && self.edge_m >= strip_m
    }
}

impl Measured {
    pub(super) fn of(
        plot: &Plot,
        ground: &SegmentedGround,
        filled: &[Option<Scattered>],
    ) -> Result<Self, LabError> {
        let all = filled.iter().enumerate().flat_map(|(segment, scattered)| {
            let points_m = scattered.iter().flat_map(|scattered| &scattered.points_m);
            points_m.map(move |&place_m| (segment, place_m))
        });
        let all: Vec<(usize, [f64; 2])> = all.collect();
        let places_m: Vec<[f64; 2]> = all.iter().map(|(_, place_m)| *place_m).collect();
        let tree = match places_m.len() {
            0 | 1 => None,
            _ => Some(KdTree::new(&places_m, plot).map_err(std::io::Error::other)?),
        };
        let points = map(all.len(), 256, |number| {
            let (segment, place_m) = all[number];
            let mut nearest_m2 = 0.0_f64;
            if let Some(tree) = &tree {
                // The nearest of all is the point itself.
                tree.nearest(place_m, TWO, |_, distance_m2| {
                    nearest_m2 = nearest_m2.max(distance_m2)
                });
            }
            SeamPoint {
                place_m,
                segment,
                nearest_m: if tree.is_some() {
                    nearest_m2.sqrt()
                } else {
                    f64::INFINITY
                },
                depth: Depth::of(plot, ground.borders(), place_m),
            }
        });
        let strips_m = strips_m(plot, ground);
        let areas = Areas::of(plot, ground, &strips_m);
        let inside = (0..ground.segments().len())
            .map(|segment| inside(ground, segment, &points, areas.inside_m2[segment]))
            .collect();
        Ok(Self {
            points,
            tree,
            areas,
            inside,
            strips_m,
        })
    }

    /// The segments that were filled.
    pub(super) fn segments(
        &self,
        ground: &SegmentedGround,
        names: &[String],
        filled: &[Option<Scattered>],
    ) -> Vec<SegmentRow> {
        let all = ground.segments().iter().zip(filled).enumerate();
        all.filter_map(|(number, ((segment, fill), scattered))| {
            let scattered = scattered.as_ref()?;
            let [x_m, y_m] = segment.middle_m();
            let points = scattered.points_m.len();
            let open_m2 = self.areas.open_m2[number];
            let inside = self.inside[number];
            let shortfall = scattered.shortfall.iter().map(ToString::to_string);
            let told: Vec<String> = shortfall.chain(scattered.notes.iter().cloned()).collect();
            Some(SegmentRow {
                segment: names[number].clone(),
                method: fill.method.name().to_owned(),
                x_m,
                y_m,
                area_m2: segment.area_m2(),
                points: points as u64,
                asked_per_ha: fill.per_ha,
                per_ha: (open_m2 > 0.0).then(|| points as f64 / open_m2 * 10_000.0),
                nearest_m: inside.map(|inside| inside.nearest_m),
                least_m: inside.map(|inside| inside.least_m),
                note: told.join("; "),
            })
        })
        .collect()
    }

    /// The seams: of each border each segment that has a strip beside it.
    pub(super) fn seams(&self, ground: &SegmentedGround, names: &[String]) -> Vec<SeamRow> {
        let borders = ground.borders().iter().enumerate();
        borders
            .flat_map(|(number, border)| {
                let strips_m2 = self.areas.strip_m2[number].iter().enumerate();
                let beside = strips_m2.filter(|(_, area_m2)| **area_m2 > 0.0);
                beside.map(move |(segment, _)| SeamRow {
                    segment: names[segment].clone(),
                    ..self.seam(ground.borders(), (number, border), segment)
                })
            })
            .collect()
    }

    /// The seam of a border in one of the segments beside it.
    fn seam(
        &self,
        borders: &[BorderLine],
        (number, border): (usize, &BorderLine),
        segment: usize,
    ) -> SeamRow {
        let strip_m = self.strips_m[number];
        let strip: Vec<&SeamPoint> = self
            .points
            .iter()
            .filter(|point| point.segment == segment && point.depth.is_beside(number, strip_m))
            .collect();
        // Where the density inside is unknown nothing is expected; a sliver in which less than a point would stand has no density.
        let expected =
            self.inside[segment].map_or(0.0, |inside| self.areas.strip_m2[number][segment] * inside.per_m2);
        let known = strip
            .iter()
            .filter_map(|point| Some((point, self.inside[point.segment]?)));
        let ratios: Vec<f64> = known
            .map(|(point, inside)| point.nearest_m / inside.nearest_m)
            .collect();
        let count = ratios.len() as f64;
        let (mut across_least_m, mut least_ratio, mut too_close) = (None, None, 0);
        for point in &strip {
            for (other, distance_m) in
                self.across(borders, number, point, border.width_m + FARTHEST * strip_m)
            {
                across_least_m = least(across_least_m, distance_m);
                let (Some(own), Some(its)) = (self.inside[point.segment], self.inside[other.segment]) else {
                    continue;
                };
                let least_m = own.least_m.min(its.least_m);
                if least_m > 0.0 {
                    least_ratio = least(least_ratio, distance_m / least_m);
                }
                too_close += u64::from(distance_m < least_m);
            }
        }
        SeamRow {
            border: border.name.clone(),
            segment: String::new(),
            width_m: border.width_m,
            strip_m,
            strip_points: strip.len() as u64,
            strip_density_ratio: (expected >= 1.0).then(|| count / expected),
            strip_nearest_ratio: (count > 0.0).then(|| ratios.iter().sum::<f64>() / count),
            pairs_too_close: too_close,
            across_least_m,
            across_least_ratio: least_ratio,
        }
    }

    /// The points of other segments within a distance of one, on the other side of a border: the middle between the two lies
    /// nearer to it than to any other.
    fn across(
        &self,
        borders: &[BorderLine],
        number: usize,
        point: &SeamPoint,
        within_m: f64,
    ) -> Vec<(&SeamPoint, f64)> {
        let mut found = Vec::new();
        let Some(tree) = &self.tree else { return found };
        tree.within(point.place_m, within_m * within_m, |slot, distance_m2| {
            let other = &self.points[tree.numbers()[slot] as usize];
            if other.segment == point.segment {
                return;
            }
            let middle_m = [0, 1].map(|axis: usize| (point.place_m[axis] + other.place_m[axis]) / 2.0);
            let own_m = borders[number].distance_m(middle_m);
            if borders.iter().all(|border| own_m <= border.distance_m(middle_m)) {
                found.push((other, distance_m2.sqrt()));
            }
        });
        found
    }
}

fn least(a: Option<f64>, b: f64) -> Option<f64> {
    Some(a.map_or(b, |a| a.min(b)))
}

/// Of each border the spacing of the sparsest segment beside it, m.
fn strips_m(plot: &Plot, ground: &SegmentedGround) -> Vec<f64> {
    let near_m = 1e-4 * plot.size_m()[0].max(plot.size_m()[1]);
    let of_border = |border: &BorderLine| {
        let beside = ground.segments().iter().filter(|(segment, _)| {
            segment.rings_m().iter().any(|ring_m| {
                let next = ring_m.iter().cycle().skip(1);
                ring_m.iter().zip(next).any(|(a, b)| {
                    let middle_m = [0, 1].map(|axis: usize| (a[axis] + b[axis]) / 2.0);
                    border.distance_m(middle_m) <= near_m
                })
            })
        });
        beside.map(|(_, fill)| spacing_m(fill)).fold(0.0, f64::max)
    };
    ground.borders().iter().map(of_border).collect()
}

impl Areas {
    /// As places all over the ground tell.
    fn of(plot: &Plot, ground: &SegmentedGround, strips_m: &[f64]) -> Self {
        let segments = ground.segments();
        let finest_m = segments.iter().map(|(_, fill)| spacing_m(fill) / A_SPACING);
        let longer_m = plot.size_m()[0].max(plot.size_m()[1]);
        let step_m = finest_m
            .fold(f64::INFINITY, f64::min)
            .clamp(longer_m / MOST_PLACES, longer_m / 50.0);
        let count = plot.size_m().map(|side_m| (side_m / step_m).ceil().max(1.0));
        let cell_m2 = plot.area_m2() / (count[0] * count[1]);
        let place_m = |column: u32, row: u32| {
            let at = [f64::from(column) + 0.5, f64::from(row) + 0.5];
            [0, 1].map(|axis: usize| plot.origin_m()[axis] + at[axis] / count[axis] * plot.size_m()[axis])
        };
        // Whole numbers, so that their sum is the same in any order.
        let row_of = |row: u32| {
            let mut open = vec![0_u64; segments.len()];
            let mut inside = open.clone();
            let mut strips = vec![open.clone(); strips_m.len()];
            for column in 0..count[0] as u32 {
                let place_m = place_m(column, row);
                let Some(here) = segments.iter().position(|(segment, _)| segment.holds(place_m)) else {
                    continue;
                };
                let depth = Depth::of(plot, ground.borders(), place_m);
                if depth.off_all_m < 0.0 {
                    continue;
                }
                open[here] += 1;
                inside[here] += u64::from(depth.is_inside(spacing_m(&segments[here].1)));
                for (border, strip) in strips.iter_mut().enumerate() {
                    strip[here] += u64::from(depth.is_beside(border, strips_m[border]));
                }
            }
            Cells { open, inside, strips }
        };
        let rows = map(count[1] as usize, 1, |row| row_of(row as u32));
        let area_m2 = |cells: u64| cells as f64 * cell_m2;
        let all = |of: &dyn Fn(&Cells) -> u64| area_m2(rows.iter().map(of).sum());
        Self {
            open_m2: (0..segments.len())
                .map(|segment| all(&|row| row.open[segment]))
                .collect(),
            inside_m2: (0..segments.len())
                .map(|segment| all(&|row| row.inside[segment]))
                .collect(),
            strip_m2: (0..strips_m.len())
                .map(|border| {
                    (0..segments.len())
                        .map(|segment| all(&|row| row.strips[border][segment]))
                        .collect()
                })
                .collect(),
        }
    }
}

/// Spacing inside a segment, of at least two points there.
fn inside(ground: &SegmentedGround, segment: usize, points: &[SeamPoint], area_m2: f64) -> Option<Inside> {
    let spacing_m = spacing_m(&ground.segments()[segment].1);
    let own = points
        .iter()
        .filter(|point| point.segment == segment && point.depth.is_inside(spacing_m));
    let nearest_m: Vec<f64> = own.map(|point| point.nearest_m).collect();
    let count = nearest_m.len() as f64;
    (nearest_m.len() > 1 && area_m2 > 0.0).then(|| Inside {
        per_m2: count / area_m2,
        nearest_m: nearest_m.iter().sum::<f64>() / count,
        least_m: nearest_m.iter().copied().fold(f64::INFINITY, f64::min),
    })
}

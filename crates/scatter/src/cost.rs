//! What laying points out takes: the work and memory of each method, from its parameters and the task alone.
//!
//! The figures are bounds where a method has one, and a generous guess where chance decides how long it goes on. What
//! they are compared with is stated, so that a number with a slip in it is refused before anything is laid out.

use std::f64::consts::PI;

use crate::by_count::most_points;
use crate::layout::Layout;
use crate::limits::{MOST_BYTES, MOST_STEPS, MOST_STEPS_OF_MANY};
use crate::{
    Circles, Elimination, Kerr, MinimumDistance, PoissonDisk, PoissonMaximal, Quadtree, Repulsion, Resampled,
    ScatterError, SeveralSizes, Springs, WarpedGrid,
};

/// What laying out a pattern takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Steps of about a nanosecond on one thread.
    pub steps: f64,
    /// Most memory at once, bytes.
    pub bytes: f64,
    /// The parameter that rules it, as scenarios call it: `count`, or one of the method's.
    pub key: &'static str,
}

impl Cost {
    fn new(key: &'static str, steps: f64, bytes: f64) -> Self {
        Self { steps, bytes, key }
    }

    /// Whether so many patterns of `count` points by `method` are within the limits, each and all together.
    ///
    /// # Errors
    /// [`ScatterError::TooCostly`] where it is not.
    pub fn check(&self, method: &'static str, count: u32, patterns: u32) -> Result<(), ScatterError> {
        // Written so that NaN is refused.
        let together = self.steps * f64::from(patterns);
        if self.steps <= MOST_STEPS && together <= MOST_STEPS_OF_MANY && self.bytes <= MOST_BYTES {
            return Ok(());
        }
        Err(ScatterError::TooCostly {
            method,
            count,
            patterns: if self.steps <= MOST_STEPS { patterns } else { 1 },
            steps: self.steps,
            bytes: self.bytes,
            key: self.key,
        })
    }
}

/// The key to blame: `key` where it makes the difference, else the count.
fn rules(key: &'static str, makes_the_difference: bool) -> &'static str {
    if makes_the_difference { key } else { "count" }
}

pub(crate) fn drawing(layout: &Layout<'_>) -> Cost {
    let count = f64::from(layout.count);
    Cost::new("count", 20.0 * count, 16.0 * count)
}

pub(crate) fn jittering(layout: &Layout<'_>) -> Cost {
    let count = f64::from(layout.count);
    Cost::new("count", 50.0 * count, 32.0 * count)
}

pub(crate) fn pulling(method: &Springs, layout: &Layout<'_>) -> Cost {
    let count = f64::from(layout.count);
    let iterations = f64::from(method.iterations) + 1.0;
    let key = rules("iterations", iterations > 100.0);
    Cost::new(key, 60.0 * count * iterations, 120.0 * count)
}

pub(crate) fn eliminating(method: &Elimination, layout: &Layout<'_>) -> Cost {
    let inputs = f64::from(layout.count) * f64::from(method.inputs_per_point);
    let orders = if method.progressive { 2.0 } else { 1.0 };
    // Beyond some hundred thousand, neighbours are no longer at hand in the processor.
    let step = 1200.0 * (1.0 + inputs / 1e5).min(8.0);
    Cost::new("count", step * inputs * orders, 80.0 * inputs)
}

/// Throws until a plot is full: with *t* tries, acceptance has fallen to 1/*t*, which near jamming takes *t*^(2/3)
/// throws a point. While zones cover no more than the default leaves, ten are plenty.
fn throws_a_point(is_given: bool, tries: f64) -> f64 {
    if is_given {
        understory_numerics::math::pow(tries, 2.0 / 3.0) + 10.0
    } else {
        10.0
    }
}

pub(crate) fn throwing(method: &MinimumDistance, layout: &Layout<'_>) -> Cost {
    let tries = f64::from(method.tries);
    let room = method.distance_m.map_or(f64::INFINITY, |distance_m| {
        let [width, height] = layout
            .plot
            .size_m()
            .map(|side_m| side_m / (0.8 * distance_m) + 2.0);
        width * height
    });
    let points = f64::from(layout.count).min(room);
    let throws = points * throws_a_point(method.distance_m.is_some(), tries) + tries;
    let key = rules("tries", method.tries > 1000);
    Cost::new(key, 120.0 * throws, 120.0 * points)
}

pub(crate) fn throwing_sizes(method: &SeveralSizes, layout: &Layout<'_>) -> Cost {
    let (count, classes) = (f64::from(layout.count), method.classes.len() as f64);
    let tries = f64::from(method.tries);
    let throws = count * throws_a_point(method.radius_m.is_some(), tries) + classes * tries;
    let key = if method.tries > 1000 {
        "tries"
    } else {
        rules("classes", classes > 10.0)
    };
    // A throw looks at the points of each class before.
    Cost::new(
        key,
        60.0 * throws * (1.0 + classes),
        140.0 * count + 200.0 * classes,
    )
}

pub(crate) fn pushing(method: &Repulsion, layout: &Layout<'_>) -> Cost {
    let count = f64::from(layout.count);
    let sizes = &method.relative_sizes;
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let mean_square = sizes.iter().map(|size| size * size).sum::<f64>() / sizes.len().max(1) as f64;
    // Points in a cell as wide as the largest zone, of which a point meets four and a half.
    let in_a_cell = (method.coverage / (PI / 4.0) * largest * largest / mean_square.max(f64::MIN_POSITIVE))
        .max(1.0)
        .min(count);
    let most = f64::from(method.iterations);
    // Twice as many as it took of up to a hundred thousand points, where all have room to give way in and need not come
    // apart to the last digit; else it can go on to the end.
    let usual = 14.0 / understory_numerics::math::pow(0.85 - method.coverage, 1.4) * in_a_cell;
    let largest_m = (in_a_cell * layout.plot.area_m2() / count.max(1.0)).sqrt();
    let comes_to_rest = method.overlap_left >= 1e-6 && largest_m <= layout.plot.shorter_side_m() / 5.0;
    let iterations = if comes_to_rest { most.min(usual) } else { most } + 1.0;
    let key = rules("iterations", !comes_to_rest);
    Cost::new(key, count * iterations * (100.0 + 6.0 * in_a_cell), 150.0 * count)
}

pub(crate) fn filling_disks(method: &PoissonDisk, layout: &Layout<'_>) -> Cost {
    let (points, fillings) = filled(method, method.distance_m, layout);
    let key = rules("distance_m", method.distance_m.is_some());
    let steps = 35.0 * points * f64::from(method.candidates) * fillings;
    Cost::new(key, steps, 80.0 * points)
}

pub(crate) fn filling_gaps(method: &PoissonMaximal, layout: &Layout<'_>) -> Cost {
    let (points, fillings) = filled(method, method.distance_m, layout);
    let key = rules("distance_m", method.distance_m.is_some());
    Cost::new(key, 1500.0 * points * fillings, 120.0 * points)
}

/// Points of a plot that is filled, and how often it is filled in search of a distance.
fn filled(method: &dyn crate::by_count::Fill, distance_m: Option<f64>, layout: &Layout<'_>) -> (f64, f64) {
    match distance_m {
        Some(distance_m) => (most_points(method, distance_m, layout), 1.0),
        None => (1.2 * f64::from(layout.count) + 10.0, 3.0),
    }
}

pub(crate) fn warping(method: &WarpedGrid, layout: &Layout<'_>) -> Cost {
    let nodes = f64::from(layout.count) / method.density;
    let key = rules("density", method.density < 0.1);
    Cost::new(key, 1200.0 * nodes, 100.0 * nodes)
}

pub(crate) fn dropping(method: &Quadtree, layout: &Layout<'_>) -> Cost {
    let count = f64::from(layout.count);
    let levels = method.levels_for(layout).min(12);
    let patches = crate::quadtree::patches(levels) as f64;
    let (props, key) = match method.props_per_patch {
        Some([_, most]) => (patches * f64::from(most), "props_per_patch"),
        // The number is raised only until there are enough; a patch's number is halved at least.
        None => (
            4.0 * count + 2.0 * patches,
            rules("levels", method.levels.is_some()),
        ),
    };
    Cost::new(key, 100.0 * props + 400.0 * patches, 48.0 * props + 8.0 * patches)
}

/// Cells of a raster beyond which none is made finer.
const FINEST: f64 = 67_108_864.0;

pub(crate) fn seeding(method: &Kerr, layout: &Layout<'_>) -> Cost {
    let rules = &method.rules;
    // Crowns lie over each other, large ones more.
    let of_a_tree = (0.09 * crown_cells(method)).max(7.0);
    let wanted = (of_a_tree * f64::from(layout.count) / rules.cover.max(0.01)).clamp(1024.0, FINEST);
    let given = method.cell_m.map(|cell_m| {
        let [columns, rows] = layout
            .plot
            .size_m()
            .map(|side_m| (side_m / cell_m).round().max(1.0));
        columns * rows
    });
    let cells = given.unwrap_or(wanted);
    let most_rounds = f64::from(rules.most_rounds);
    let rounds = rounds_of(method, cells);
    // A forest that comes to its share makes some rasters, each finer, until there are enough trees. One that does
    // not goes on to the finest.
    let (cells, rasters, rounds) = match given {
        Some(cells) => (cells, 1.0, rounds.min(most_rounds)),
        None if rounds < most_rounds => ((2.0 * cells).min(FINEST), 4.0, rounds),
        None => (FINEST, 1.0, most_rounds),
    };
    let initial = f64::from(rules.initial_trees).min(cells);
    let trees = (initial + cells * rules.cover / crown_cells(method)).min(cells);
    // A tree's discs are a run for each row.
    let runs = f64::from(rules.reach_cells) * 2.0 + f64::from(rules.tree_radius_cells) * 2.0 + 2.0;
    let level = method.level.map_or(0.0, |overlay| {
        let side = f64::from(overlay.cells_per_level_cell.max(1));
        let rounds = f64::from(overlay.cave.thinning_rounds) + f64::from(overlay.cave.smoothing_rounds);
        cells / (side * side) * (40.0 * rounds + 100.0)
    });
    let steps = 0.7 * cells * rasters * (rounds + 4.0) + trees * (60.0 * runs + 100.0) + level;
    let bytes = cells * if method.level.is_some() { 32.0 } else { 15.0 } + 40.0 * trees;
    let key = if bytes > MOST_BYTES {
        if given.is_some() { "cell_m" } else { "count" }
    } else if most_rounds > 10_000.0 {
        "most_rounds"
    } else if level > steps / 2.0 {
        "level"
    } else if rules.decay > 0.9 {
        "decay"
    } else {
        "strength"
    };
    Cost::new(key, steps, bytes)
}

fn crown_cells(method: &Kerr) -> f64 {
    let radius = f64::from(method.rules.tree_radius_cells);
    PI * radius * radius + 1.0
}

/// About how many rounds a forest takes, with room to spare: generations times the rounds until a tree has one
/// descendant.
fn rounds_of(method: &Kerr, cells: f64) -> f64 {
    let rules = &method.rules;
    let reach = f64::from(rules.reach_cells);
    // The chance of a descendant in the first round; in each round after it is as much higher, until as much rots
    // as falls.
    let chance = PI * reach * reach * rules.strength * (1.0 - rules.decay);
    let generation = (2.0 / chance).sqrt().max(rules.decay / chance) + 1.0;
    let initial = f64::from(rules.initial_trees).clamp(1.0, cells);
    let target = (cells * rules.cover / crown_cells(method)).max(1.0);
    let doublings = understory_numerics::math::ln((target / initial).max(1.0)) / std::f64::consts::LN_2;
    // From each of the first trees to the rim of its share of what is covered in the end.
    let way = (cells * rules.cover / (PI * initial)).sqrt() / reach;
    2.0 * generation * (doublings / 2.0 + way + 1.0)
}

pub(crate) fn circling(method: &Circles, layout: &Layout<'_>) -> Cost {
    let count = f64::from(layout.count);
    let most = |of: fn(&crate::CircleType) -> f64| method.types.iter().map(of).fold(0.0, f64::max);
    let steps = 2.0 * most(|this| f64::from(this.steps)) + 2.0;
    let seeds = 1.0 + most(|this| f64::from(this.seeds_per_step));
    let (circles, stands, key) = match method.length_factor {
        Some(factor) => {
            let begin = method.types.iter().map(|this| {
                let per_side = this.initial_seeds_per_10_m / (10.0 * factor);
                (per_side * per_side * layout.plot.area_m2()).ceil()
            });
            // Whatever stands has its circle to itself, and all seeds of it come down before some go again.
            let room = method.types.iter().map(|this| {
                let radius_m = this.collision_radius_m * this.scale[0].min(this.scale[1]) * factor;
                let side_m = (1.6 * radius_m).max(1e-9);
                let [width, height] = layout.plot.size_m().map(|length_m| length_m / side_m + 2.0);
                width * height
            });
            let (begin, room) = (begin.sum::<f64>(), room.sum::<f64>());
            let grown = begin * understory_numerics::math::pow(seeds, steps / 2.0);
            (begin.max(grown.min(room * seeds)), 1.0, "length_factor")
        }
        None => (
            1.5 * count * seeds,
            4.0,
            if seeds > 10.0 || steps > 20.0 {
                "types"
            } else {
                "count"
            },
        ),
    };
    Cost::new(key, 100.0 * circles * steps * stands, 160.0 * circles)
}

pub(crate) fn moving(method: &Resampled, layout: &Layout<'_>) -> Cost {
    let count = f64::from(layout.count);
    let shorter_m = layout.plot.shorter_side_m();
    let reach_m = method
        .r_max_m
        .unwrap_or_else(|| (shorter_m / 4.0).min(20.0 * layout.room_m()));
    let in_reach = (count / layout.plot.area_m2() * PI * reach_m * reach_m).min(count);
    // The classes of both places are counted, for each move and once before.
    let moves = f64::from(method.moves_per_point) + 1.0;
    let key = if method.moves_per_point > 40 {
        "moves_per_point"
    } else {
        rules("r_max_m", method.r_max_m.is_some())
    };
    Cost::new(key, count * moves * (1.5 * in_reach + 100.0), 120.0 * count)
}

#[cfg(test)]
mod tests {
    use understory_numerics::Key;
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::Request;
    use crate::circles::CircleType;
    use crate::kerr::{KerrRules, Overlay};
    use crate::method::Method;
    use crate::point_method::PointMethod;

    fn plot(size_m: [f64; 2]) -> Plot {
        Plot::new([0.0; 2], size_m, Edge::Torus).unwrap()
    }

    #[test]
    fn the_defaults_are_within_the_limits_for_a_hundred_thousand_points() {
        for size_m in [[1000.0, 1000.0], [60.0, 6000.0]] {
            for method in Method::all() {
                for count in [0, 1, 60, 5000, 100_000] {
                    let plot = plot(size_m);
                    let cost = method.cost(&Layout::new(&plot, count));
                    assert_eq!(
                        cost.check(method.name(), count, 1),
                        Ok(()),
                        "{} {cost:?}",
                        method.name()
                    );
                }
            }
        }
    }

    /// It was refused from 185,000 points on, and from 18,000 in `compare`, for iterations that it never comes to.
    #[test]
    fn repulsion_is_allowed_as_far_as_it_takes_seconds() {
        let (plot, method) = (plot([1000.0; 2]), Method::named("repulsion").unwrap());
        let check = |count, patterns| {
            method
                .cost(&Layout::new(&plot, count))
                .check("repulsion", count, patterns)
        };
        assert_eq!(check(1_000_000, 1), Ok(()));
        assert_eq!(check(200_000, 200), Ok(()));
        assert!(check(10_000_000, 1).is_err());
        // Zones that are wider than a strip is do not come to rest.
        let strip = Plot::new([0.0; 2], [1e6, 1.0], Edge::Open).unwrap();
        assert!(
            method
                .cost(&Layout::new(&strip, 1_000_000))
                .check("repulsion", 1_000_000, 1)
                .is_err()
        );
    }

    /// A forest of the defaults takes 24 rounds for 100,000 trees, where a thousand were expected.
    #[test]
    fn rounds_of_a_seed_raster_are_foretold_within_a_factor_of_six() {
        let plot = plot([1000.0; 2]);
        for (strength, decay, cover, initial_trees) in [
            (0.05, 0.1, 0.25, 20),
            (0.05, 0.9, 0.25, 20),
            (0.001, 0.1, 0.25, 20),
            (0.05, 0.1, 0.9, 20),
            (0.05, 0.1, 0.25, 1),
            (1e-4, 0.5, 0.25, 20),
        ] {
            let method = Kerr {
                rules: KerrRules {
                    strength,
                    decay,
                    cover,
                    initial_trees,
                    ..KerrRules::default()
                },
                ..Kerr::default()
            };
            let forest = method
                .forest(&Layout::new(&plot, 3000), Key::root(1, &[]))
                .unwrap();
            let (found, cells) = (
                f64::from(forest.automaton.round()),
                forest.automaton.is_forest().len() as f64,
            );
            let ratio = rounds_of(&method, cells) / found;
            assert!((1.0..6.0).contains(&ratio), "{method:?}: {ratio} of {found}");
        }
    }

    /// Each of these took minutes or all memory; now it is refused at once.
    #[test]
    fn what_takes_minutes_or_all_memory_is_refused_by_its_key() {
        let kerr = |rules: KerrRules| {
            Method::Kerr(Kerr {
                rules,
                ..Kerr::default()
            })
        };
        let caves = Kerr {
            cell_m: Some(1.0),
            level: Some(Overlay::default()),
            ..Kerr::default()
        };
        let circles = |length_factor, seeds_per_step| {
            Method::Circles(Circles {
                length_factor,
                types: vec![CircleType {
                    seeds_per_step,
                    ..CircleType::default()
                }],
            })
        };
        for (method, size_m, count, key) in [
            (Method::Uniform(crate::Uniform), [60.0; 2], 100_000_000, "count"),
            (
                Method::named("elimination").unwrap(),
                [60.0; 2],
                10_000_000,
                "count",
            ),
            (Method::named("circles").unwrap(), [60.0; 2], 10_000_000, "count"),
            (
                Method::named("poisson-maximal").unwrap(),
                [60.0; 2],
                10_000_000,
                "count",
            ),
            (Method::Kerr(caves), [1e6, 200.0], 20, "cell_m"),
            (
                kerr(KerrRules {
                    strength: 1e-12,
                    ..KerrRules::default()
                }),
                [60.0; 2],
                60,
                "strength",
            ),
            (
                kerr(KerrRules {
                    decay: 0.999_999,
                    ..KerrRules::default()
                }),
                [60.0; 2],
                60,
                "decay",
            ),
            (circles(Some(0.003), 3), [60.0; 2], 60, "length_factor"),
            (circles(None, 1000), [60.0; 2], 10_000, "types"),
            (
                Method::Quadtree(Quadtree {
                    levels: Some(6),
                    props_per_patch: Some([1_000_000; 2]),
                    ..Quadtree::default()
                }),
                [60.0; 2],
                60,
                "props_per_patch",
            ),
            (
                Method::MinimumDistance(MinimumDistance {
                    distance_m: Some(50.0),
                    tries: 1_000_000_000,
                }),
                [60.0; 2],
                60,
                "tries",
            ),
            (
                Method::Repulsion(Repulsion {
                    iterations: 1_000_000,
                    overlap_left: 1e-12,
                    ..Repulsion::default()
                }),
                [60.0; 2],
                1000,
                "iterations",
            ),
            (
                Method::Resampled(Resampled {
                    moves_per_point: 1_000_000,
                    r_max_m: None,
                }),
                [60.0; 2],
                1000,
                "moves_per_point",
            ),
        ] {
            let plot = plot(size_m);
            let refused = method
                .scatter(&Request::new(&plot, count), Key::root(1, &[]))
                .unwrap_err();
            assert!(matches!(refused, ScatterError::TooCostly { .. }), "{refused}");
            assert_eq!(refused.key(), Some(key), "{refused}");
        }
    }
}

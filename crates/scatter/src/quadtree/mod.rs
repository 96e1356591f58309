//! Hierarchical props: every patch of a quadtree drops its own, the larger the patch the larger the props.
//!
//! - [`Quadtree`]: all props of a plot to some level, as a point method.
//! - [`Patch`]: a node, from which its children and its props follow, in any visiting order.
//! - [`View`]: which patches a viewer has open.

mod patch;
mod view;

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Checked, ValueKind, key, parameters, real, whole};
use understory_numerics::RandomKey;
use understory_numerics::sample::unit_from_u32;

pub use patch::{Patch, PropRule};
pub use view::View;

use crate::ScatterError;
use crate::cost::{Cost, rules};
use crate::layout::Layout;
use crate::limits::FACTOR;
use crate::point_method::{FitParameter, PointMethod};
use crate::ranks::leave_out_by_rank;
use crate::scattered::Scattered;
use crate::shortfall::Shortfall;
use crate::weight::may_stand;

parameters! {
    /// Props of a quadtree's patches: each patch of each level drops a random number of them anywhere within it.
    ///
    /// Imitates the layered rocks and trees of a terrain that refines itself towards the viewer. The patch of level 0
    /// is the whole plot; a patch has four children of half its sides. A class is a level. A prop's size is
    /// `size_per_width` times the shorter side of its patch, so it halves with every level. No distance is kept. A
    /// torus is laid out like an open plot: nothing reaches out of its patch. Props come patch by patch, depth first;
    /// those that are too many are left out by a random rank of their own.
    ///
    /// A weight thins the props at random; without `props_per_patch` more are dropped to make up for it.
    ///
    /// # Source
    /// After the article "PCG Terrain III: Adding Props" of the blog Mostly Harmless.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Quadtree: Default {
        /// Levels of patches that drop props, the whole plot's included; left out: so many that a patch drops one to
        /// four.
        pub levels: Option<u32> = whole(1, MOST_LEVELS as i64, "", "5").optional(),
        /// Fewest and most props of a patch, each number between them equally likely; left out: so that enough come.
        pub props_per_patch: Option<[u32; 2]> = key(ValueKind::WholePair(0, 1_000_000), "", "[0, 3]").optional(),
        /// Size of a prop over the shorter side of its patch.
        pub size_per_width: f64 = real(FACTOR, "", "0.1").default(Real(0.1)),
    }
}

/// With more, the patches alone would not fit into memory.
const MOST_LEVELS: u32 = 12;

/// Props that are dropped before a weight map counts as too thin to bear so many.
const MOST_DROPPED: u64 = 4_000_000;

impl Quadtree {
    fn levels_for(&self, layout: &Layout<'_>) -> u32 {
        let enough = |levels: &u32| 4 * patches(*levels) >= u64::from(layout.count);
        self.levels
            .unwrap_or_else(|| (1..MOST_LEVELS).find(enough).unwrap_or(MOST_LEVELS))
    }

    /// The rule under which at least as many props stand as are asked for, or the one that comes nearest.
    fn rule_for(&self, layout: &Layout<'_>, levels: u32, key: RandomKey) -> Result<PropRule, ScatterError> {
        if let Some([fewest, most]) = self.props_per_patch {
            return Ok(PropRule { fewest, most });
        }
        // A patch's first props stay where its number grows, so a greater `most` never has fewer stand.
        let mut count_bits = Vec::new();
        for_each_patch(levels, key, |patch| {
            count_bits.push(patch.count_bits());
            Ok(())
        })?;
        let enough = |most| {
            let rule = up_to(most);
            let mut standing = count_bits.iter().map(|&bits| u64::from(rule.count(bits))).sum();
            if layout.weight.is_some() && standing >= u64::from(layout.count) {
                standing = 0;
                for_each_standing(layout, levels, rule, key, |_| standing += 1)?;
            }
            Ok::<_, ScatterError>(standing >= u64::from(layout.count))
        };
        let (mut low, mut high) = (0, (u64::from(layout.count) / patches(levels)).max(1) as u32);
        let limit = (MOST_DROPPED / patches(levels)).max(u64::from(high.saturating_mul(2))) as u32;
        while !enough(high)? {
            if high == limit {
                return Ok(up_to(limit));
            }
            (low, high) = (high, high.saturating_mul(2).min(limit));
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if enough(middle)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        Ok(up_to(high))
    }
}

impl PointMethod for Quadtree {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        self.fits_together()?;
        if layout.count == 0 {
            return Ok(Scattered::default());
        }
        let levels = self.levels_for(layout);
        let rule = self.rule_for(layout, levels, key)?;
        let mut props = Vec::new();
        for_each_standing(layout, levels, rule, key, |prop| props.push(prop))?;
        let range = format!("{} to {} props a patch", rule.fewest, rule.most);
        let shortfall = (props.len() < layout.count as usize).then_some(Shortfall::LevelsAreFull {
            levels,
            per_patch: [rule.fewest, rule.most],
            points: props.len(),
        });
        leave_out_by_rank(&mut props, layout.count as usize, |prop| prop.rank);
        let shorter_side_m = layout.plot.shorter_side_m();
        let size_m = |level: u16| self.size_per_width * shorter_side_m / f64::from(1_u32 << level);
        Ok(Scattered {
            points_m: props.iter().map(|prop| prop.place_m).collect(),
            sizes_m: props.iter().map(|prop| size_m(prop.level)).collect(),
            classes: props.iter().map(|prop| prop.level).collect(),
            shortfall,
            notes: vec![format!("{levels} levels, {range}")],
            ..Scattered::default()
        })
    }

    fn fits_together(&self) -> Result<(), ScatterError> {
        match self.props_per_patch {
            Some([fewest, most]) if fewest > most => {
                let found = format!("[{fewest}, {most}]");
                let rule = "it is the fewest and the most, in this order";
                Err(ScatterError::out_of_range("props_per_patch", found, rule))
            }
            _ => Ok(()),
        }
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let count = f64::from(layout.count);
        let patches = patches(self.levels_for(layout).min(MOST_LEVELS)) as f64;
        let (props, key) = match self.props_per_patch {
            Some([_, most]) => (patches * f64::from(most), "props_per_patch"),
            // The number is raised only until there are enough; a patch's number is halved at least.
            None => (
                4.0 * count + 2.0 * patches,
                rules("levels", self.levels.is_some()),
            ),
        };
        Cost::new(key, 100.0 * props + 400.0 * patches, 48.0 * props + 8.0 * patches)
    }

    fn fit_parameters(&self, layout: &Layout<'_>) -> Vec<FitParameter> {
        let one_each = |levels: &u32| patches(*levels) >= u64::from(layout.count);
        let most = (1..MOST_LEVELS).find(one_each).unwrap_or(MOST_LEVELS);
        let now = self.levels_for(layout);
        vec![FitParameter::new(
            "levels",
            f64::from(now),
            [1.0, f64::from(most.max(now))],
        )]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        if parameter == "levels" {
            self.levels = Some(value.round() as u32);
        }
    }
}

/// A prop that may stand where it fell.
struct FallenProp {
    place_m: [f64; 2],
    level: u16,
    rank: u32,
}

fn up_to(most: u32) -> PropRule {
    PropRule {
        fewest: most / 2,
        most,
    }
}

/// Patches of the first `levels` levels.
fn patches(levels: u32) -> u64 {
    ((1 << (2 * levels)) - 1) / 3
}

fn for_each_standing(
    layout: &Layout<'_>,
    levels: u32,
    rule: PropRule,
    key: RandomKey,
    mut visit: impl FnMut(FallenProp),
) -> Result<(), ScatterError> {
    for_each_patch(levels, key, |patch| {
        for number in 0..patch.prop_count(rule) {
            let place_m = patch.prop_place_m(layout.plot, number);
            let [rank, draw] = patch.prop_ranks(number);
            if may_stand(layout, place_m, unit_from_u32(draw))? {
                visit(FallenProp {
                    place_m,
                    level: patch.level as u16,
                    rank,
                });
            }
        }
        Ok(())
    })
}

/// Depth first, so that only the patches on the way down are in memory.
fn for_each_patch(
    levels: u32,
    key: RandomKey,
    mut visit: impl FnMut(&Patch) -> Result<(), ScatterError>,
) -> Result<(), ScatterError> {
    let mut open = vec![Patch::root(key)];
    while let Some(patch) = open.pop() {
        visit(&patch)?;
        if patch.level + 1 < levels {
            open.extend(patch.children().into_iter().flatten().rev());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::Request;

    fn plot() -> Plot {
        Plot::new([-8.0, 3.0], [32.0, 16.0], Edge::Open).unwrap()
    }

    #[test]
    fn sizes_are_a_share_of_the_width_of_their_patch() {
        let plot = plot();
        let method = Quadtree {
            levels: Some(5),
            props_per_patch: Some([1, 3]),
            size_per_width: 0.25,
        };
        let scattered = method
            .scatter(&Request::new(&plot, 600), RandomKey::root(2, &["sizes"]))
            .unwrap();
        for (size_m, &level) in scattered.sizes_m.iter().zip(&scattered.classes) {
            assert_eq!(*size_m, 4.0 / f64::from(1 << level));
        }
        assert!((0..5).all(|level| scattered.classes.contains(&level)));
    }

    /// Each level has four times the props of the one above.
    #[test]
    fn leaving_out_by_lot_spares_no_level() {
        let plot = plot();
        let method = Quadtree {
            levels: Some(6),
            props_per_patch: Some([2, 6]),
            ..Quadtree::default()
        };
        let scattered = method
            .scatter(&Request::new(&plot, 1365), RandomKey::root(2, &["levels"]))
            .unwrap();
        let at = |level: u16| scattered.classes.iter().filter(|&&l| l == level).count() as i32;
        // One of 5460 props in four stays; four standard deviations of the counts of levels 5 and 4.
        assert!((at(5) - 1024).abs() < 70, "{}", at(5));
        assert!((at(4) - 256).abs() < 60, "{}", at(4));
    }

    #[test]
    fn too_few_levels_for_the_count_say_so() {
        let plot = plot();
        let method = Quadtree {
            levels: Some(2),
            props_per_patch: Some([3, 3]),
            ..Quadtree::default()
        };
        let scattered = method
            .scatter(&Request::new(&plot, 16), RandomKey::root(2, &[]))
            .unwrap();
        assert_eq!(scattered.points_m.len(), 15);
        assert_eq!(
            scattered.shortfall.as_ref().map(ToString::to_string).as_deref(),
            Some("full: 2 levels with 3 to 3 props a patch hold 15")
        );
    }

    #[test]
    fn a_map_that_is_nowhere_above_zero_ends_with_an_empty_plot() {
        let plot = plot();
        let request = Request {
            weight: Some(&|_| 0.0),
            ..Request::new(&plot, 5)
        };
        let scattered = Quadtree::default()
            .scatter(&request, RandomKey::root(2, &[]))
            .unwrap();
        assert!(scattered.points_m.is_empty() && scattered.shortfall.is_some());
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_name() {
        let plot = plot();
        let refusal = |method: Quadtree| {
            let refused = method.scatter(&Request::new(&plot, 3), RandomKey::root(1, &[]));
            refused.unwrap_err().to_string()
        };
        let usual = Quadtree::default();
        for levels in [0, 13, u32::MAX] {
            let levels = Some(levels);
            assert!(refusal(Quadtree { levels, ..usual }).starts_with("`levels` is"));
        }
        for range in [[3, 2], [0, u32::MAX]] {
            let props_per_patch = Some(range);
            assert!(
                refusal(Quadtree {
                    props_per_patch,
                    ..usual
                })
                .starts_with("`props_per_patch` is")
            );
        }
        for size_per_width in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(
                refusal(Quadtree {
                    size_per_width,
                    ..usual
                })
                .starts_with("`size_per_width` is")
            );
        }
    }
}

//! A node of the quadtree. Its keys come from its parent's, so no order of visits changes the world.

use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

use crate::place::{fractions, place_m};

/// A node of the quadtree: a part of the plot, with a generator of its own.
///
/// Children take their keys from the parent's, so the root's key fixes the whole world and no order of visits
/// changes it. Props are drawn from a second generator of the node: another rule for props leaves every
/// descendant as it was. Keys have 128 bits: with 32 two of the 87,381 patches to level 8 are likelier than not
/// to share theirs, and with it all that lies below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Times that the plot was halved; 0 is the whole plot.
    pub level: u32,
    /// From the left, below 2^level.
    pub column: u32,
    /// From the bottom, below 2^level.
    pub row: u32,
    /// Generator of the children's keys and of the props.
    pub key: RandomKey,
}

/// How many props a patch drops: each number from `fewest` to `most` is equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropRule {
    /// Fewest props of a patch.
    pub fewest: u32,
    /// Most props of a patch; at least `fewest`.
    pub most: u32,
}

impl PropRule {
    /// The number of props that follows from 32 random bits.
    #[must_use]
    pub fn count(self, bits: u32) -> u32 {
        let numbers = u64::from(self.most.saturating_sub(self.fewest)) + 1;
        self.fewest + ((u64::from(bits) * numbers) >> 32) as u32
    }
}

/// Deepest level: columns are counted in 32 bits.
pub(super) const DEEPEST: u32 = 31;

/// What a patch draws, each from numbers of its own.
#[derive(Clone, Copy)]
enum Draw {
    Child,
    HowMany,
    Place,
    Rank,
    Own,
}

impl Patch {
    /// The patch that is the whole plot.
    #[must_use]
    pub fn root(key: RandomKey) -> Self {
        Self {
            level: 0,
            column: 0,
            row: 0,
            key,
        }
    }

    /// The four patches of half the sides that together cover this one; none from level 31 on.
    #[must_use]
    pub fn children(&self) -> Option<[Self; 4]> {
        let child = |number: u32| Self {
            level: self.level + 1,
            column: 2 * self.column + number % 2,
            row: 2 * self.row + number / 2,
            key: self.key.child(Draw::Child as u32, Purpose::Place, number),
        };
        (self.level < DEEPEST).then(|| [0, 1, 2, 3].map(child))
    }

    /// Props that the patch drops under `rule`.
    ///
    /// A greater `fewest` or `most` never gives a smaller number.
    #[must_use]
    pub fn prop_count(&self, rule: PropRule) -> u32 {
        rule.count(self.count_bits())
    }

    /// The random bits behind the number of props.
    pub(super) fn count_bits(&self) -> u32 {
        self.key.draws(Draw::HowMany as u32, Purpose::Place, 0)[0]
    }

    /// A generator for something of its own that is dropped on the patch; different numbers have nothing in common.
    #[must_use]
    pub fn generator(&self, number: u32) -> RandomKey {
        self.key.child(Draw::Own as u32, Purpose::Place, number)
    }

    /// Where prop `number` of the patch stands on `plot`, whatever the rule.
    #[must_use]
    pub fn prop_place_m(&self, plot: &Plot, number: u32) -> [f64; 2] {
        let within = fractions(self.key.draws(Draw::Place as u32, Purpose::Place, number));
        self.place_m(plot, within)
    }

    /// Two random numbers that belong to prop `number` of the patch.
    pub(super) fn prop_ranks(&self, number: u32) -> [u32; 2] {
        let [a, b, ..] = self.key.draws(Draw::Rank as u32, Purpose::Place, number);
        [a, b]
    }

    /// The centre of the patch on `plot`, m.
    #[must_use]
    pub fn centre_m(&self, plot: &Plot) -> [f64; 2] {
        self.place_m(plot, [0.5; 2])
    }

    /// Width and height of the patch on `plot`, m.
    #[must_use]
    pub fn size_m(&self, plot: &Plot) -> [f64; 2] {
        let parts = (1_u64 << self.level) as f64;
        plot.size_m().map(|side_m| side_m / parts)
    }

    /// The place on `plot` at these fractions of the patch's sides.
    #[must_use]
    pub fn place_m(&self, plot: &Plot, within: [f64; 2]) -> [f64; 2] {
        let parts = (1_u64 << self.level) as f64;
        let [column, row] = [self.column, self.row].map(f64::from);
        place_m(plot, [(column + within[0]) / parts, (row + within[1]) / parts])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    const RULE: PropRule = PropRule { fewest: 1, most: 5 };

    fn plot() -> Plot {
        Plot::new([-8.0, 3.0], [32.0, 16.0], Edge::Open).unwrap()
    }

    fn to_depth(depth: u32, key: RandomKey) -> Vec<Patch> {
        let mut patches = vec![Patch::root(key)];
        let mut next = 0;
        while next < patches.len() {
            if patches[next].level < depth {
                patches.extend(patches[next].children().unwrap());
            }
            next += 1;
        }
        patches
    }

    fn props_m(patch: &Patch, rule: PropRule) -> Vec<[f64; 2]> {
        (0..patch.prop_count(rule))
            .map(|number| patch.prop_place_m(&plot(), number))
            .collect()
    }

    proptest! {
        /// Opened in any order, with pauses: each patch on the list is opened when its turn comes up.
        #[test]
        fn any_order_of_visits_gives_the_same_patches_and_props(
            seed in any::<u64>(),
            turns in prop::collection::vec(any::<prop::sample::Index>(), 85),
        ) {
            let root = RandomKey::root(seed, &["props"]);
            let mut closed = vec![Patch::root(root)];
            let mut visited = Vec::new();
            for turn in turns {
                let patch = closed.swap_remove(turn.index(closed.len()));
                if patch.level < 3 {
                    closed.extend(patch.children().unwrap());
                }
                visited.push((patch, props_m(&patch, RULE)));
            }
            visited.sort_by_key(|(patch, _)| (patch.level, patch.row, patch.column));
            let mut expected: Vec<_> =
                to_depth(3, root).into_iter().map(|patch| (patch, props_m(&patch, RULE))).collect();
            expected.sort_by_key(|(patch, _)| (patch.level, patch.row, patch.column));
            prop_assert_eq!(visited, expected);
        }

        #[test]
        fn props_stand_within_their_patch_and_more_leave_the_first_ones_alone(seed in any::<u64>()) {
            let more = PropRule { fewest: 4, most: 9 };
            for patch in to_depth(3, RandomKey::root(seed, &["props"])) {
                let (few_m, many_m) = (props_m(&patch, RULE), props_m(&patch, more));
                prop_assert!(few_m.len() <= many_m.len());
                prop_assert_eq!(&few_m[..], &many_m[..few_m.len()]);
                let (centre_m, size_m) = (patch.centre_m(&plot()), patch.size_m(&plot()));
                for place_m in many_m {
                    for axis in 0..2 {
                        prop_assert!((place_m[axis] - centre_m[axis]).abs() <= size_m[axis] / 2.0 + 1e-12);
                    }
                }
            }
        }
    }

    #[test]
    fn children_cover_their_parent() {
        let plot = plot();
        for parent in to_depth(2, RandomKey::root(4, &["props"])) {
            let children = parent.children().unwrap();
            let mean_m: [f64; 2] = std::array::from_fn(|axis| {
                children
                    .iter()
                    .map(|child| child.centre_m(&plot)[axis])
                    .sum::<f64>()
                    / 4.0
            });
            assert_eq!(mean_m, parent.centre_m(&plot));
            assert_eq!(
                children[3].size_m(&plot),
                parent.size_m(&plot).map(|side_m| side_m / 2.0)
            );
        }
    }

    #[test]
    fn numbers_of_props_are_equally_likely() {
        let mut seen = [0_i32; 6];
        for patch in to_depth(7, RandomKey::root(1, &["props"])) {
            seen[patch.prop_count(RULE) as usize] += 1;
        }
        // 21,845 patches; four standard deviations of a binomial count.
        assert_eq!(seen[0], 0);
        assert!(seen[1..].iter().all(|&n| (n - 4369).abs() < 237), "{seen:?}");
    }

    /// All props of the 87,381 patches to level 8, from one number. Every machine must come to the same sum.
    #[test]
    fn one_number_holds_the_whole_world() {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let patches = to_depth(8, RandomKey::root(1, &["world"]));
        assert_eq!(patches.len(), 87_381);
        for patch in &patches {
            for [x_m, y_m] in props_m(patch, RULE) {
                for bits in [u64::from(patch.level), x_m.to_bits(), y_m.to_bits()] {
                    hash = (hash ^ bits).wrapping_mul(0x0100_0000_01b3);
                }
            }
        }
        let mut keys: Vec<_> = patches.iter().map(|patch| patch.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), patches.len());
        assert_eq!(hash, 8_806_490_519_420_858_349);
    }
}

//! Damage: twigs that broke off, a top that lightning struck.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::skeleton::{Part, Skeleton};

impl Skeleton {
    /// Without the branches that broke: each node of a branch that bears at most `most_tips` tips breaks with a
    /// probability, and all that it bears goes with it.
    ///
    /// Whether a node breaks depends on `key` and its own number. What is left remembers the tips that are gone, for its
    /// radius. The base never breaks.
    ///
    /// # Panics
    /// If `probability` does not lie from 0 to 1.
    #[must_use]
    pub fn damaged(&self, probability: f64, most_tips: u32, key: RandomKey) -> Self {
        assert!(
            (0.0..=1.0).contains(&probability),
            "{probability} is not a probability"
        );
        let tips = self.tips_borne();
        self.without(|number| {
            let draw = unit_from_u32(key.draws(0, Purpose::Damage, number)[0]);
            tips[number as usize] <= most_tips && draw < probability
        })
    }

    /// Without the shoot above a height over the base, m: snapped by wind, or struck.
    #[must_use]
    pub fn snapped(&self, height_m: f64) -> Self {
        let Some(base) = self.nodes.first() else {
            return self.clone();
        };
        let above_m = base.place_m[2] + height_m;
        self.without(|number| {
            let node = self.nodes[number as usize];
            node.part == Part::Shoot && node.place_m[2] > above_m
        })
    }

    /// A fork of the upper half, drawn; the highest node where nothing forks there; none of a skeleton without nodes.
    pub(crate) fn upper_fork(&self, key: RandomKey) -> Option<u32> {
        let height = |number: &u32| self.nodes[*number as usize].place_m[2];
        let numbers = 0..self.nodes.len() as u32;
        let top = numbers.clone().max_by(|a, b| height(a).total_cmp(&height(b)))?;
        let middle_m = f64::midpoint(self.nodes[0].place_m[2], height(&top));
        let mut children = vec![0_u32; self.nodes.len()];
        for parent in self.nodes.iter().filter_map(|node| node.parent) {
            children[parent as usize] += 1;
        }
        let forks: Vec<u32> = numbers
            .filter(|number| children[*number as usize] > 1 && height(number) >= middle_m)
            .collect();
        let share = unit_from_u32(key.draws(0, Purpose::Damage, 0)[0]);
        let drawn = (share * forks.len() as f64) as usize;
        Some(forks.get(drawn).copied().unwrap_or(top))
    }

    /// Without the nodes that are gone and all that they bear; the tips are remembered where they were cut.
    fn without(&self, is_gone: impl Fn(u32) -> bool) -> Self {
        // Pipes rather than tips: a broken branch may have lost twigs of its own before.
        let pipes = self.pipes();
        let mut damaged = self.clone();
        let mut stays = vec![true; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            let Some(parent) = node.parent.map(|parent| parent as usize) else {
                continue;
            };
            stays[number] = stays[parent] && !is_gone(number as u32);
            if stays[parent] && !stays[number] {
                damaged.nodes[parent].lost_tips += pipes[number];
            }
        }
        damaged.with_only(&stays)
    }
}

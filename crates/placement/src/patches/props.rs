//! What a patch drops.

use understory_numerics::sample::{unit_from_u32, unit_from_u64};
use understory_numerics::{Purpose, RandomKey};
use understory_scatter::quadtree::{self, Patch};
use understory_space::Plot;
use understory_terrain::Ground;

use super::rules::PropRule;
use crate::parameters::{Align, Range};
use crate::ponds::Ponds;
use crate::pose::{Quaternion, after, upright_to, yaw};

/// What the generator of a rule on a patch draws: props from 0 on, and how many there are.
const PROPS: u32 = 0;
const HOW_MANY: u32 = 1;

/// Something that a patch dropped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prop {
    /// Number of its rule.
    pub rule: u32,
    /// Where it stands, m: x, y and height.
    pub place_m: [f64; 3],
    /// Turn around its axis, degrees counterclockwise.
    pub yaw_deg: f64,
    /// Factor of the asset's size.
    pub scale: f64,
}

/// Rules on a ground: what any patch drops, in any order.
pub struct Props<'w> {
    rules: &'w [PropRule],
    /// The number of each rule's generator: from its name, so that a rule more changes no other.
    generators: Vec<u32>,
    plot: Plot,
    ground: &'w dyn Ground,
    water_m: f64,
    ponds: Option<&'w Ponds>,
}

impl<'w> Props<'w> {
    /// Rules on a ground. Nothing stands where the ground lies below `water_m`.
    #[must_use]
    pub fn new(rules: &'w [PropRule], plot: Plot, ground: &'w dyn Ground, water_m: Option<f64>) -> Self {
        let generator = |rule: &PropRule| RandomKey::root(0, &["props", &rule.name]).bits() as u32;
        Self {
            rules,
            generators: rules.iter().map(generator).collect(),
            plot,
            ground,
            water_m: water_m.unwrap_or(f64::NEG_INFINITY),
            ponds: None,
        }
    }

    /// The same where nothing stands in these ponds either.
    #[must_use]
    pub fn beside(self, ponds: Option<&'w Ponds>) -> Self {
        Self { ponds, ..self }
    }

    /// Whether a place is under water.
    fn is_wet(&self, place_m: [f64; 2], height_m: f64) -> bool {
        height_m < self.water_m || self.ponds.is_some_and(|ponds| height_m < ponds.level_m(place_m))
    }

    /// The world's plot.
    #[must_use]
    pub fn plot(&self) -> &Plot {
        &self.plot
    }

    /// The world's ground.
    #[must_use]
    pub fn ground(&self) -> &'w dyn Ground {
        self.ground
    }

    /// The rules, in the order of their numbers.
    #[must_use]
    pub fn rules(&self) -> &'w [PropRule] {
        self.rules
    }

    /// Props that a patch drops, those among them whose place turns out to be too steep, too low or under water.
    #[must_use]
    pub fn drawn(&self, patch: &Patch) -> u64 {
        self.on(patch)
            .map(|(_, rule, key)| u64::from(count(rule, key)))
            .sum()
    }

    /// Gives each prop that stands on a patch, rule by rule.
    pub fn drop_on(&self, patch: &Patch, mut give: impl FnMut(Prop)) {
        let width_m = {
            let [width_m, height_m] = patch.size_m(&self.plot);
            width_m.min(height_m)
        };
        for (number, rule, key) in self.on(patch) {
            let base = rule.scale_per_m.map_or(1.0, |per_m| per_m * width_m);
            let [least, greatest] = rule.scale.map(|scale| base * scale);
            for prop in 0..count(rule, key) {
                let [x, y, size, turn] = key.draws(PROPS, Purpose::Place, prop);
                let place_m = patch.place_m(
                    &self.plot,
                    [x, y].map(|bits| unit_from_u64(u64::from(bits) << 32)),
                );
                let height_m = self.ground.height_m(place_m);
                if self.is_wet(place_m, height_m) || !self.bears(rule, place_m, height_m) {
                    continue;
                }
                let scale = least + (greatest - least) * unit_from_u32(size);
                give(Prop {
                    rule: number,
                    place_m: [place_m[0], place_m[1], height_m - rule.sunk * scale],
                    yaw_deg: 360.0 * unit_from_u32(turn),
                    scale,
                });
            }
        }
    }

    /// How a prop is turned from upright.
    #[must_use]
    pub fn rotation(&self, prop: &Prop) -> Quaternion {
        let [turned] = yaw([prop.yaw_deg]);
        match self.rules[prop.rule as usize].align {
            Align::Up => turned,
            Align::Ground => {
                let [x_m, y_m, _] = prop.place_m;
                after(upright_to(self.ground.normal([x_m, y_m])), turned)
            }
        }
    }

    /// The rules of a patch's level, each with its number and its generator there.
    fn on(&self, patch: &Patch) -> impl Iterator<Item = (u32, &'w PropRule, RandomKey)> {
        let patch = *patch;
        let numbered = (0..).zip(self.rules).zip(&self.generators);
        numbered
            .filter(move |((_, rule), _)| rule.is_at(patch.level))
            .map(move |((number, rule), &generator)| (number, rule, patch.generator(generator)))
    }

    fn bears(&self, rule: &PropRule, place_m: [f64; 2], height_m: f64) -> bool {
        let holds = |range: &Option<Range>, value: &dyn Fn() -> f64| {
            range.as_ref().is_none_or(|range| range.response(value()) > 0.0)
        };
        holds(&rule.height_m, &|| height_m) && holds(&rule.slope_deg, &|| self.ground.slope_deg(place_m))
    }
}

fn count(rule: &PropRule, key: RandomKey) -> u32 {
    let [fewest, most] = rule.per_patch;
    quadtree::PropRule { fewest, most }.count(key.draws(HOW_MANY, Purpose::Place, 0)[0])
}

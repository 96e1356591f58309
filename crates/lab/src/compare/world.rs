//! A painted world as a method: what stands in its middle, on a window as large as the target's plot, thinned to as many
//! points.

use understory_numerics::{Purpose, RandomKey};
use understory_placement::{Detail, Instance, Maps, Memory, PaintedWorld, Painting, Window};
use understory_scatter::Scattered;
use understory_scenario::{ComparedWorld, Problems, WorldScenario};
use understory_space::Plot;

use super::outcome::JudgedBy;
use super::target::Target;
use crate::error::LabError;

/// Times that the share of the density is halved between; what is left over by then is dropped at random.
const HALVINGS: u32 = 12;

/// A painted world that lays out patterns.
pub(super) struct Scattering {
    /// What is painted down to the rule that is compared, with the tiles of the rules.
    painting: Painting,
    maps: Maps,
    /// Number of the rule that is compared; all without.
    rule: Option<u32>,
    /// The part of the world that is compared.
    window: Window,
    plot: Plot,
    wanted: usize,
    header: understory_scenario::Header,
}

impl Scattering {
    /// A world, whose forests have grown, on the plot of a target.
    pub(super) fn new(compared: &ComparedWorld, scenario: &WorldScenario, target: &Target) -> Self {
        let world = &scenario.world;
        let mut painting = world.painting().clone();
        let number = |name: &String| painting.rules.iter().position(|rule| rule.name == *name);
        let rule = compared.rule.as_ref().and_then(number);
        // Rules give way to those above them alone, and mixes change no places.
        painting.rules.truncate(rule.map_or(usize::MAX, |rule| rule + 1));
        painting.mixes.clear();
        let all = world.maps().window;
        let size_m = target.plot.size_m();
        let low_m = std::array::from_fn(|axis| (all.low_m[axis] + all.high_m[axis] - size_m[axis]) / 2.0);
        Self {
            painting,
            maps: world.maps().clone(),
            rule: rule.map(|rule| rule as u32),
            window: Window {
                low_m,
                high_m: std::array::from_fn(|axis| low_m[axis] + size_m[axis]),
            },
            plot: target.plot,
            wanted: target.points_m.len(),
            header: scenario.header.clone(),
        }
    }

    /// By what it can be judged.
    pub(super) fn judged_by(&self) -> JudgedBy {
        let compared = (0..).zip(&self.painting.rules);
        let mut compared = compared.filter(|(number, _)| self.rule.is_none_or(|own| own == *number));
        match compared.any(|(_, rule)| self.painting.tiles.contains_key(&rule.name)) {
            true => JudgedBy::Nothing,
            false => JudgedBy::L,
        }
    }

    /// One pattern: the same paint, with points from another key. Its density is lowered as a late multiplier does, until no
    /// more than the target's points are left.
    pub(super) fn scatter(&self, key: RandomKey) -> Result<Scattered, LabError> {
        let (painting, maps) = (self.painting.clone(), self.maps.clone());
        let world = PaintedWorld::new(painting, maps, key).map_err(|faults| {
            let told = faults.into_iter().map(|fault| {
                let message = fault.to_string();
                self.header.problem(&fault.key, message, Some(fault.hint))
            });
            match Problems::of(told.collect()) {
                Some(problems) => LabError::Scenario(problems),
                None => std::io::Error::other("the world cannot be laid out").into(),
            }
        })?;
        let tiles: Vec<[i32; 2]> = world
            .tiles()
            .into_iter()
            .filter(|&tile| !world.window_of(tile).common(&self.window).is_empty())
            .collect();
        let mut memory = Memory::default();
        let mut standing = |density_scale: f64| -> Vec<Instance> {
            let detail = Detail {
                density_scale,
                ..world.detail()
            };
            let mut found = Vec::new();
            for &tile in &tiles {
                found.extend(world.tile_in(&mut memory, tile, &detail));
            }
            found.retain(|instance| {
                let [x_m, y_m, _] = instance.place_m;
                let is_own = self.rule.is_none() || instance.rule == self.rule;
                is_own && instance.rule.is_some() && self.window.holds([x_m, y_m])
            });
            found
        };
        let (mut few, mut enough) = (0.0, world.detail().density_scale);
        let mut found = standing(enough);
        for _ in 0..HALVINGS {
            if found.len() <= self.wanted {
                break;
            }
            let share = (few + enough) / 2.0;
            let fewer = standing(share);
            if fewer.len() < self.wanted {
                few = share;
            } else {
                (enough, found) = (share, fewer);
            }
        }
        if found.len() > self.wanted {
            let drawn = key.child(0, Purpose::Simulation, 0);
            let mut order: Vec<usize> = (0..found.len()).collect();
            order.sort_by_key(|&number| (drawn.draws(0, Purpose::Place, number as u32), number));
            order.truncate(self.wanted);
            order.sort_unstable();
            found = order.into_iter().map(|number| found[number]).collect();
        }
        let origin_m = self.plot.origin_m();
        let places_m = found.iter().map(|instance| {
            std::array::from_fn(|axis| {
                let place_m = instance.place_m[axis] - self.window.low_m[axis] + origin_m[axis];
                // A sum may be rounded up to the far edge, beyond which no point lies.
                place_m.min((origin_m[axis] + self.plot.size_m()[axis]).next_down())
            })
        });
        let mut notes = vec![format!(
            "the middle of a painted world at {:.1} % of its density; time is with finding that",
            100.0 * enough
        )];
        if self.plot.is_torus() {
            notes.push("cut out: its opposite edges meet on this plot, but not in the world".to_owned());
        }
        Ok(Scattered {
            notes,
            ..Scattered::of(places_m.collect())
        })
    }
}

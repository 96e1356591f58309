//! Circles that age, seed and overlap: the scheme of a procedural foliage spawner.

mod kind;
mod stand;

use serde::Serialize;
use understory_numerics::{Key, Purpose};

pub use kind::CircleType;

use crate::ScatterError;
use crate::lots::leave_out_by_lot;
use crate::method::{Ask, Knob, PointMethod, Scattered};
use stand::{Circle, Stand};

/// Circles that age, seed and kill each other where they overlap, for a few steps.
///
/// Imitates the growth of the Unreal Procedural Foliage Spawner, with its whole table of parameters, in metres. A
/// step: all circles age, then all seed; a seed falls anywhere around its mother at about a given distance beyond
/// both full-grown radii. After each half, circles are gone through from the best to the worst (priority, age,
/// scale, key) and one that overlaps a better one that stays dies. There each circle is held against the others as
/// it comes, so the result hangs on the order; here it hangs on the key alone. Kinds that spawn in shade begin
/// when the others have run through. The plot is grown as one piece, no tiles are repeated, and nothing dies of
/// age. No two circles of collision overlap, on a torus also across the seams; a size is the diameter of that
/// circle, a class the number of the kind. Seeds that leave an open plot are lost.
///
/// Without `length_factor` all lengths are scaled so that at least as many circles stand as are asked for, and as
/// few more as a few trials give; the surplus is left out by lot, so that all ages stay. A weight is the chance of
/// a seed to come up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Circles {
    /// Factor on every length of the kinds, no unit; above 0. None: from the count. 1 takes the lengths as they are.
    pub length_factor: Option<f64>,
    /// The kinds; at least one.
    pub types: Vec<CircleType>,
}

impl Default for Circles {
    fn default() -> Self {
        Self {
            length_factor: None,
            types: vec![CircleType::default()],
        }
    }
}

/// Stands that are grown in search of a factor.
const TRIALS: u32 = 24;
/// Circles before competition that a given factor may make.
const MOST: usize = 1 << 26;

impl Circles {
    fn check(&self) -> Result<(), ScatterError> {
        if self.types.is_empty() || self.types.len() > usize::from(u16::MAX) {
            let rule = "there must be at least one kind of circles, and at most 65535";
            return Err(ScatterError::out_of_range(
                "types",
                format!("{} long", self.types.len()),
                rule,
            ));
        }
        if let Some(factor) = self.length_factor
            && !(factor.is_finite() && factor > 0.0)
        {
            let rule = "a factor on lengths must be finite and greater than 0";
            return Err(ScatterError::out_of_range("length_factor", factor, rule));
        }
        self.types.iter().try_for_each(CircleType::check)
    }

    fn stand<'a>(&'a self, ask: &Ask<'a>, factor: f64, most: usize) -> Stand<'a> {
        Stand {
            types: &self.types,
            factor,
            ask: *ask,
            most,
        }
    }

    /// The stand of the fewest circles that are enough, or else of the most, with its factor.
    fn fitted(&self, ask: &Ask<'_>, key: Key) -> Result<(f64, Vec<Circle>), ScatterError> {
        let wanted = f64::from(ask.count);
        let few_more = wanted * 1.1 + 3.0 * wanted.sqrt();
        let most = ask.count as usize * 200 + 100_000;
        let mut factor = self.first_factor(ask);
        let mut best: Option<(f64, Vec<Circle>)> = None;
        for _ in 0..TRIALS {
            let Some(circles) = self.stand(ask, factor, most).grow(key)? else {
                factor *= 1.5;
                continue;
            };
            let found = circles.len() as f64;
            // Enough beats too few; then the nearer one.
            let rank = |found: f64| (found < wanted, (found - wanted).abs());
            if best
                .as_ref()
                .is_none_or(|(_, best)| rank(found) < rank(best.len() as f64))
            {
                best = Some((factor, circles));
            }
            if (wanted..=few_more).contains(&found) {
                break;
            }
            let change = (found / (1.05 * wanted)).sqrt().clamp(0.5, 2.0);
            factor *= if found < wanted { change.min(0.97) } else { change };
        }
        best.ok_or_else(too_many(factor))
    }

    /// As if full-grown circles of the last step covered half of the plot, or all seeds of a few steps came up.
    fn first_factor(&self, ask: &Ask<'_>) -> f64 {
        let density_per_m2 = self.types.iter().map(|this| {
            let begin_per_m2 = this.initial_seeds_per_10_m * this.initial_seeds_per_10_m / 100.0;
            let with_seeds_per_m2 = begin_per_m2 * f64::from(1 + this.seeds_per_step * this.steps.min(3));
            let radius_m = this.collision_radius_m.max(this.shade_radius_m);
            let radius_m = radius_m * this.scale_at(f64::from(this.steps) / 2.0);
            let full_per_m2 = 0.5 / (std::f64::consts::PI * radius_m * radius_m).max(f64::MIN_POSITIVE);
            with_seeds_per_m2.min(full_per_m2)
        });
        let expected = density_per_m2.sum::<f64>() * ask.plot.area_m2();
        (expected / f64::from(ask.count)).sqrt().clamp(1e-6, 1e6)
    }
}

impl PointMethod for Circles {
    fn name(&self) -> &'static str {
        "circles"
    }

    fn scatter(&self, ask: &Ask<'_>, key: Key) -> Result<Scattered, ScatterError> {
        self.check()?;
        if ask.count == 0 {
            return Ok(Scattered::default());
        }
        let (factor, mut circles) = match self.length_factor {
            None => self.fitted(ask, key)?,
            Some(factor) => {
                let stand = self.stand(ask, factor, MOST).grow(key)?;
                (factor, stand.ok_or_else(too_many(factor))?)
            }
        };
        let stood = circles.len();
        let full =
            (stood < ask.count as usize).then(|| format!("full: {stood} circles stand after the last step"));
        leave_out_by_lot(&mut circles, ask.count as usize, |circle| {
            circle.key.draws(0, Purpose::Size, 0)[0]
        });
        let stand = self.stand(ask, factor, MOST);
        let least_radius_m = |this: &CircleType| this.collision_radius_m * this.scale[0].min(this.scale[1]);
        let least_m = self
            .types
            .iter()
            .map(least_radius_m)
            .fold(f64::INFINITY, f64::min);
        Ok(Scattered {
            points_m: circles.iter().map(|circle| circle.place_m).collect(),
            sizes_m: circles
                .iter()
                .map(|circle| stand.collision_diameter_m(circle))
                .collect(),
            classes: circles.iter().map(|circle| circle.kind).collect(),
            spacing_m: Some(2.0 * least_m * factor),
            full,
            notes: vec![format!("lengths x {factor:.4}, {stood} circles stood")],
        })
    }

    fn knobs(&self, _ask: &Ask<'_>) -> Vec<Knob> {
        let Some(first) = self.types.first() else {
            return Vec::new();
        };
        vec![
            Knob {
                name: "average_spread_m",
                value: first.average_spread_m,
                range: [0.0, 20.0],
            },
            Knob {
                name: "spread_variance_m",
                value: first.spread_variance_m,
                range: [0.0, 20.0],
            },
        ]
    }
}

fn too_many(factor: f64) -> impl FnOnce() -> ScatterError {
    move || {
        let rule = "too many circles would come: take a greater one, fewer seeds or fewer steps";
        ScatterError::out_of_range("length_factor", factor, rule)
    }
}

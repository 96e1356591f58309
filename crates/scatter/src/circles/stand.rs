use std::cmp::Ordering;

use understory_numerics::math::sin_cos;
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Key, Purpose};

use super::CircleType;
use crate::ScatterError;
use crate::buckets::Buckets;
use crate::method::Ask;
use crate::place::{fractions, uniform_place_m};
use crate::weight::may_stand;

/// A circle that stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Circle {
    pub(super) key: Key,
    pub(super) kind: u16,
    pub(super) place_m: [f64; 2],
    /// Steps.
    pub(super) age: f64,
    pub(super) scale: f64,
}

/// The kinds on a plot, with every length multiplied by `factor`.
#[derive(Clone, Copy)]
pub(super) struct Stand<'a> {
    pub(super) types: &'a [CircleType],
    pub(super) factor: f64,
    pub(super) ask: Ask<'a>,
    /// Circles before competition above which the stand is given up.
    pub(super) most: usize,
}

/// Normal numbers are cut here, in standard deviations.
const CUT: f64 = 1.64;

/// What a method's key and a circle's key are asked for.
#[derive(Clone, Copy)]
enum Draw {
    InitialPlaces,
    Kinds,
    Begin,
    Fall,
    Weight,
    /// Step *n* takes the number `Seeds` + *n*.
    Seeds,
}

impl Stand<'_> {
    /// What stands at the end, winners first; `None` where there would be too many.
    pub(super) fn grow(&self, key: Key) -> Result<Option<Vec<Circle>>, ScatterError> {
        let mut circles = Vec::new();
        for in_shade in [false, true] {
            let is_due = |kind: u16| self.types[usize::from(kind)].spawns_in_shade == in_shade;
            for kind in (0..self.types.len() as u16).filter(|&kind| is_due(kind)) {
                if self.initial_count(kind) + circles.len() as f64 > self.most as f64 {
                    return Ok(None);
                }
                self.begin(kind, key, &mut circles)?;
            }
            let Some(steps) = self
                .types
                .iter()
                .filter(|t| t.spawns_in_shade == in_shade)
                .map(|t| t.steps)
                .max()
            else {
                continue;
            };
            circles = self.compete(circles);
            for step in 0..steps {
                let takes_part = |circle: &Circle| is_due(circle.kind) && step < self.kind(circle).steps;
                for circle in circles.iter_mut().filter(|circle| takes_part(circle)) {
                    self.grow_older(circle);
                }
                circles = self.compete(circles);
                let mothers = circles.len();
                for mother in 0..mothers {
                    let mother = circles[mother];
                    if takes_part(&mother) {
                        self.seed(&mother, step, &mut circles)?;
                    }
                    if circles.len() > self.most {
                        return Ok(None);
                    }
                }
                circles = self.compete(circles);
            }
        }
        Ok(Some(circles))
    }

    /// Diameter of the first circle, m.
    pub(super) fn collision_diameter_m(&self, circle: &Circle) -> f64 {
        2.0 * self.kind(circle).collision_radius_m * circle.scale * self.factor
    }

    fn kind(&self, circle: &Circle) -> &CircleType {
        &self.types[usize::from(circle.kind)]
    }

    /// Rounded up, so that a kind that begins at all begins on any plot.
    fn initial_count(&self, kind: u16) -> f64 {
        let side_m = 10.0 * self.factor;
        let per_side = self.types[usize::from(kind)].initial_seeds_per_10_m;
        (per_side * per_side * self.ask.plot.area_m2() / (side_m * side_m)).ceil()
    }

    fn begin(&self, kind: u16, key: Key, circles: &mut Vec<Circle>) -> Result<(), ScatterError> {
        let this = &self.types[usize::from(kind)];
        let places = key.child(Draw::InitialPlaces as u32, Purpose::Place, this.distribution_seed);
        let seeds = key.child(Draw::Kinds as u32, Purpose::Place, u32::from(kind));
        for number in 0..self.initial_count(kind) as u32 {
            let seed = seeds.child(Draw::Seeds as u32, Purpose::Place, number);
            let [x_m, y_m] = uniform_place_m(self.ask.plot, places.draws(0, Purpose::Place, number));
            let offset_m = this.max_initial_offset_m * self.factor;
            let [u, v] = fractions(seed.draws(Draw::Begin as u32, Purpose::Place, 0));
            let place_m = [x_m + offset_m * (2.0 * u - 1.0), y_m + offset_m * (2.0 * v - 1.0)];
            circles.extend(self.fallen(seed, kind, place_m)?);
        }
        Ok(())
    }

    fn seed(&self, mother: &Circle, step: u32, circles: &mut Vec<Circle>) -> Result<(), ScatterError> {
        let this = self.kind(mother);
        for number in 0..this.seeds_per_step {
            let seed = mother
                .key
                .child(Draw::Seeds as u32 + step, Purpose::Place, number);
            let [a, b, turn, _] = seed.draws(Draw::Begin as u32, Purpose::Place, 0);
            let deviation = standard_normal([a, b].map(unit_from_u32)).clamp(-CUT, CUT) / CUT;
            let gap_m = this.average_spread_m + this.spread_variance_m * deviation;
            // A gap can be negative, but a seed does not fall behind its mother.
            let distance_m = self.factor * (2.0 * this.full_radius_m() + gap_m).max(0.0);
            let (sin, cos) = sin_cos(std::f64::consts::TAU * unit_from_u32(turn));
            let [x_m, y_m] = mother.place_m;
            circles.extend(self.fallen(
                seed,
                mother.kind,
                [x_m + distance_m * cos, y_m + distance_m * sin],
            )?);
        }
        Ok(())
    }

    /// A seed that comes down here; none outside an open plot or where the weight forbids it.
    fn fallen(&self, key: Key, kind: u16, place_m: [f64; 2]) -> Result<Option<Circle>, ScatterError> {
        let Some(place_m) = self.ask.plot.place(place_m) else {
            return Ok(None);
        };
        let lot = || unit_from_u32(key.draws(Draw::Weight as u32, Purpose::Place, 0)[0]);
        if self.ask.weight.is_some() && !may_stand(&self.ask, place_m, lot())? {
            return Ok(None);
        }
        let this = &self.types[usize::from(kind)];
        let age = this.max_initial_age * unit_from_u32(key.draws(Draw::Fall as u32, Purpose::Place, 0)[0]);
        Ok(Some(Circle {
            key,
            kind,
            place_m,
            age,
            scale: this.scale_at(age),
        }))
    }

    fn grow_older(&self, circle: &mut Circle) {
        let this = self.kind(circle);
        circle.age = (circle.age + 1.0).min(this.max_age);
        circle.scale = this.scale_at(circle.age);
    }

    /// Those that overlap no better one that stays, the best first.
    fn compete(&self, mut circles: Vec<Circle>) -> Vec<Circle> {
        circles.sort_unstable_by(|a, b| self.better_first(a, b));
        let radius_m = |circle: &Circle| {
            let this = self.kind(circle);
            this.collision_radius_m.max(this.shade_radius_m) * circle.scale * self.factor
        };
        let greatest_m = circles.iter().map(radius_m).fold(0.0, f64::max);
        let mut buckets = Buckets::new(*self.ask.plot, 2.0 * greatest_m, circles.len() as u32);
        let mut staying: Vec<Circle> = Vec::with_capacity(circles.len());
        for circle in circles {
            let loses =
                |other: u32, distance_m2| self.overlap(&staying[other as usize], &circle, distance_m2);
            if !buckets.any_where(circle.place_m, loses) {
                buckets.push(circle.place_m);
                staying.push(circle);
            }
        }
        staying
    }

    fn better_first(&self, a: &Circle, b: &Circle) -> Ordering {
        let priority = |circle| self.kind(circle).overlap_priority;
        priority(b)
            .cmp(&priority(a))
            .then(b.age.total_cmp(&a.age))
            .then(b.scale.total_cmp(&a.scale))
            .then(b.key.cmp(&a.key))
    }

    /// Whether the loser dies of what stands this far away.
    fn overlap(&self, winner: &Circle, loser: &Circle, distance_m2: f64) -> bool {
        let reach_m = |radius_m: fn(&CircleType) -> f64| {
            let both = radius_m(self.kind(winner)) * winner.scale + radius_m(self.kind(loser)) * loser.scale;
            both * self.factor
        };
        let collision_m = reach_m(|this| this.collision_radius_m);
        let shade_m = reach_m(|this| this.shade_radius_m);
        distance_m2 < collision_m * collision_m
            || !self.kind(loser).grows_in_shade && distance_m2 < shade_m * shade_m
    }
}

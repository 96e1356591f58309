//! Circles that stand on a plot, and their steps: ageing, seeding, competition.

use std::cmp::Ordering;

use understory_numerics::math::sin_cos;
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey};

use super::CircleType;
use crate::ScatterError;
use crate::buckets::Buckets;
use crate::layout::Layout;
use crate::place::{fractions, uniform_place_m};
use crate::weight::may_stand;

/// A circle that stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Circle {
    pub(super) key: RandomKey,
    pub(super) kind: u16,
    pub(super) place_m: [f64; 2],
    /// Steps.
    pub(super) age: f64,
    pub(super) scale: f64,
}

impl Circle {
    /// A random number of its own, for who is left out.
    pub(super) fn random_rank(&self) -> u32 {
        self.key.draws(Draw::LeaveOut as u32, Purpose::Place, 0)[0]
    }
}

/// The kinds on a plot, with every length multiplied by `factor`.
#[derive(Clone, Copy)]
pub(super) struct ScaledKinds<'a> {
    pub(super) types: &'a [CircleType],
    pub(super) factor: f64,
    pub(super) layout: Layout<'a>,
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
    Age,
    Weight,
    LeaveOut,
    /// Step *n* takes the number `Seeds` + *n*.
    Seeds,
}

impl ScaledKinds<'_> {
    /// What stands at the end, winners first; `None` where there would be too many.
    pub(super) fn grow(&self, key: RandomKey) -> Result<Option<Vec<Circle>>, ScatterError> {
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
        (per_side * per_side * self.layout.plot.area_m2() / (side_m * side_m)).ceil()
    }

    fn begin(&self, kind: u16, key: RandomKey, circles: &mut Vec<Circle>) -> Result<(), ScatterError> {
        let this = &self.types[usize::from(kind)];
        let places = key.child(Draw::InitialPlaces as u32, Purpose::Place, this.distribution_seed);
        let seeds = key.child(Draw::Kinds as u32, Purpose::Place, u32::from(kind));
        for number in 0..self.initial_count(kind) as u32 {
            let seed = seeds.child(Draw::Seeds as u32, Purpose::Place, number);
            let [x_m, y_m] = uniform_place_m(self.layout.plot, places.draws(0, Purpose::Place, number));
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
    fn fallen(&self, key: RandomKey, kind: u16, place_m: [f64; 2]) -> Result<Option<Circle>, ScatterError> {
        let Some(place_m) = self.layout.plot.place(place_m) else {
            return Ok(None);
        };
        let draw = || unit_from_u32(key.draws(Draw::Weight as u32, Purpose::Place, 0)[0]);
        if self.layout.weight.is_some() && !may_stand(&self.layout, place_m, draw())? {
            return Ok(None);
        }
        let this = &self.types[usize::from(kind)];
        let age = this.max_initial_age * unit_from_u32(key.draws(Draw::Age as u32, Purpose::Place, 0)[0]);
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
        // Those that stood before are in order but for the seeds behind them, and a stable sort makes use of that.
        circles.sort_by(|a, b| self.better_first(a, b));
        let radius_m = |circle: &Circle| {
            let this = self.kind(circle);
            this.collision_radius_m.max(this.shade_radius_m) * circle.scale * self.factor
        };
        let greatest_m = circles.iter().map(radius_m).fold(0.0, f64::max);
        let mut buckets = Buckets::new(*self.layout.plot, 2.0 * greatest_m, circles.len() as u32);
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::{Edge, Plot};

    use super::*;

    fn plot(edge: Edge) -> Plot {
        Plot::new([-8.0, 3.0], [30.0, 12.0], edge).unwrap()
    }

    fn stand<'a>(types: &'a [CircleType], plot: &'a Plot) -> ScaledKinds<'a> {
        ScaledKinds {
            types,
            factor: 1.0,
            layout: Layout::new(plot, 1),
            most: 100_000,
        }
    }

    /// Three kinds that differ in all that decides who wins.
    fn kinds() -> Vec<CircleType> {
        let small = CircleType {
            collision_radius_m: 0.2,
            shade_radius_m: 0.9,
            max_age: 3.0,
            ..CircleType::default()
        };
        let shady = CircleType {
            grows_in_shade: true,
            overlap_priority: -1,
            ..small.clone()
        };
        let large = CircleType {
            collision_radius_m: 0.5,
            overlap_priority: 1,
            ..small.clone()
        };
        vec![small, shady, large]
    }

    fn circles(types: &[CircleType], plot: &Plot, drawn: &[(f64, f64, u16, u32)], seed: u64) -> Vec<Circle> {
        let circle = |(number, &(u, v, kind, age)): (usize, &(f64, f64, u16, u32))| Circle {
            key: RandomKey::root(seed, &["circle", &number.to_string()]),
            kind,
            place_m: plot.place([-8.0 + 30.0 * u, 3.0 + 12.0 * v]).unwrap(),
            age: f64::from(age),
            scale: types[usize::from(kind)].scale_at(f64::from(age)),
        };
        drawn.iter().enumerate().map(circle).collect()
    }

    /// Picks the best that is left and strikes out all that lose to it, until nothing is left.
    fn compete_by_brute_force(stand: &ScaledKinds<'_>, mut circles: Vec<Circle>) -> Vec<Circle> {
        let mut staying = Vec::new();
        while let Some(best) = circles.iter().copied().min_by(|a, b| stand.better_first(a, b)) {
            let plot = stand.layout.plot;
            circles.retain(|other| {
                let distance_m2 = plot.distance_squared_m2(best.place_m, other.place_m);
                other.key != best.key && !stand.overlap(&best, other, distance_m2)
            });
            staying.push(best);
        }
        staying
    }

    proptest! {
        #[test]
        fn buckets_change_no_winner_and_neither_does_the_order(
            drawn in prop::collection::vec((0.0..1.0, 0.0..1.0, 0_u16..3, 0_u32..4), 0..150),
            seed in any::<u64>(),
            factor in prop_oneof![0.1..1.0, 1.0..30.0],
            is_torus in any::<bool>(),
        ) {
            let plot = plot(if is_torus { Edge::Torus } else { Edge::Open });
            let types = kinds();
            let stand = ScaledKinds { factor, ..stand(&types, &plot) };
            let circles = circles(&types, &plot, &drawn, seed);
            let expected = compete_by_brute_force(&stand, circles.clone());
            prop_assert_eq!(&stand.compete(circles.clone()), &expected);
            let backwards: Vec<_> = circles.into_iter().rev().collect();
            prop_assert_eq!(&stand.compete(backwards), &expected);
        }

        #[test]
        fn what_stands_in_the_end_does_not_overlap(seed in any::<u64>(), is_torus in any::<bool>()) {
            let plot = plot(if is_torus { Edge::Torus } else { Edge::Open });
            let types = kinds();
            let stand = stand(&types, &plot);
            let circles = stand.grow(RandomKey::root(seed, &["end"])).unwrap().unwrap();
            prop_assert!(!circles.is_empty());
            for (i, loser) in circles.iter().enumerate() {
                prop_assert!(plot.contains(loser.place_m));
                for winner in &circles[..i] {
                    let distance_m2 = plot.distance_squared_m2(winner.place_m, loser.place_m);
                    prop_assert!(!stand.overlap(winner, loser, distance_m2));
                }
            }
        }
    }

    /// The better one of two that overlap stays, by each of the four marks in turn.
    #[test]
    fn priority_goes_before_age_before_scale_before_key() {
        let plot = plot(Edge::Open);
        let mut types = kinds();
        types[0].scale = [2.0, 2.0];
        types[1] = CircleType {
            scale: [1.0, 1.0],
            ..types[0].clone()
        };
        let stand = stand(&types, &plot);
        let winner_of = |a: (u16, u32), b: (u16, u32)| {
            let drawn = [(0.5, 0.5, a.0, a.1), (0.505, 0.5, b.0, b.1)];
            let staying = stand.compete(circles(&types, &plot, &drawn, 1));
            assert_eq!(staying.len(), 1);
            (staying[0].kind, staying[0].age as u32)
        };
        assert_eq!(winner_of((0, 3), (2, 0)), (2, 0), "priority");
        assert_eq!(winner_of((0, 1), (1, 2)), (1, 2), "age");
        assert_eq!(winner_of((0, 2), (1, 2)), (0, 2), "scale");
        let alike = circles(&types, &plot, &[(0.5, 0.5, 0, 1), (0.505, 0.5, 0, 1)], 1);
        let greater = alike.iter().map(|circle| circle.key).max();
        assert_eq!(
            stand.compete(alike).first().map(|circle| circle.key),
            greater,
            "key"
        );
    }

    #[test]
    fn shade_kills_only_those_that_do_not_bear_it() {
        let plot = plot(Edge::Open);
        let types = kinds();
        let stand = stand(&types, &plot);
        // 1.5 m apart: beyond both circles of collision, within both of shade.
        let beside = |kind| circles(&types, &plot, &[(0.5, 0.5, 2, 0), (0.55, 0.5, kind, 0)], 1);
        assert_eq!(stand.compete(beside(0)).len(), 1);
        assert_eq!(stand.compete(beside(1)).len(), 2);
    }

    #[test]
    fn seeds_fall_all_around_at_the_spread_beyond_both_full_grown_radii() {
        let plot = Plot::new([0.0; 2], [1000.0; 2], Edge::Open).unwrap();
        let types = [CircleType {
            seeds_per_step: 1000,
            average_spread_m: 4.0,
            spread_variance_m: 2.0,
            ..CircleType::default()
        }];
        let stand = stand(&types, &plot);
        let mother = Circle {
            key: RandomKey::root(1, &["mother"]),
            kind: 0,
            place_m: [500.0; 2],
            age: 0.0,
            scale: 1.0,
        };
        let mut seeds = Vec::new();
        stand.seed(&mother, 0, &mut seeds).unwrap();
        let distances_m: Vec<f64> = seeds
            .iter()
            .map(|seed| plot.distance_squared_m2(mother.place_m, seed.place_m).sqrt())
            .collect();
        // Radius 1 m at scale 3 on both sides, then 4 ± 2 m.
        assert!(distances_m.iter().all(|m| (8.0 - 1e-9..=12.0 + 1e-9).contains(m)));
        let mean_m = distances_m.iter().sum::<f64>() / 1000.0;
        // The cut normal number has a standard deviation of 2 m · 0.91 / 1.64; four of a mean of 1000.
        assert!((mean_m - 10.0).abs() < 0.14, "{mean_m}");
        // A tenth beyond the cut, where the number stays at it.
        let at_cut = distances_m
            .iter()
            .filter(|&&m| !(8.0 + 1e-9..12.0 - 1e-9).contains(&m))
            .count();
        assert!((63..140).contains(&at_cut), "{at_cut}");
        let to_the_right = seeds.iter().filter(|seed| seed.place_m[0] > 500.0).count();
        assert!((437..563).contains(&to_the_right), "{to_the_right}");
    }

    #[test]
    fn ageing_stops_but_seeding_goes_on() {
        let plot = Plot::new([0.0; 2], [60.0; 2], Edge::Torus).unwrap();
        let types = |steps| {
            [CircleType {
                steps,
                max_age: 2.0,
                ..CircleType::default()
            }]
        };
        let grown = |steps| {
            let types = types(steps);
            stand(&types, &plot)
                .grow(RandomKey::root(5, &["age"]))
                .unwrap()
                .unwrap()
        };
        let (begin, late) = (grown(0), grown(12));
        assert!(
            begin
                .iter()
                .all(|circle| circle.age == 0.0 && circle.scale == 1.0)
        );
        assert!(late.iter().all(|circle| circle.age <= 2.0 && circle.scale <= 3.0));
        assert!(late.iter().any(|circle| circle.scale == 3.0));
        assert!(
            late.len() > 2 * begin.len(),
            "{} after {}",
            late.len(),
            begin.len()
        );
    }

    #[test]
    fn kinds_that_share_a_number_begin_at_the_same_places_within_their_offsets() {
        let plot = plot(Edge::Torus);
        let kind = CircleType {
            collision_radius_m: 0.0,
            shade_radius_m: 0.0,
            steps: 0,
            initial_seeds_per_10_m: 4.0,
            ..CircleType::default()
        };
        let types = [
            kind.clone(),
            CircleType {
                max_initial_offset_m: 0.5,
                ..kind.clone()
            },
            CircleType {
                distribution_seed: 1,
                ..kind
            },
        ];
        let circles = stand(&types, &plot)
            .grow(RandomKey::root(5, &["places"]))
            .unwrap()
            .unwrap();
        let places_m = |kind| {
            circles
                .iter()
                .filter(move |circle| circle.kind == kind)
                .map(|circle| circle.place_m)
        };
        let near = |kind| {
            let has_near = |&place_m: &[f64; 2]| {
                places_m(0).any(|other_m| plot.distance_squared_m2(place_m, other_m) <= 0.5)
            };
            places_m(kind).filter(has_near).count()
        };
        // 16 on 100 m², on 360 m², rounded up.
        assert_eq!(
            (places_m(0).count(), places_m(1).count(), places_m(2).count()),
            (58, 58, 58)
        );
        assert_eq!(near(1), 58);
        // A share of 1 − exp(−0.16 · π · 0.5) of places elsewhere, 13 of 58; five standard deviations.
        assert!(near(2) < 29, "{}", near(2));
    }

    /// What spawns in shade finds the others full grown, and changes nothing in them where it loses.
    #[test]
    fn what_spawns_in_shade_comes_when_the_others_have_run_through() {
        let plot = Plot::new([0.0; 2], [60.0; 2], Edge::Torus).unwrap();
        let under = CircleType {
            collision_radius_m: 0.1,
            shade_radius_m: 0.5,
            grows_in_shade: true,
            spawns_in_shade: true,
            overlap_priority: -1,
            initial_seeds_per_10_m: 3.0,
            ..CircleType::default()
        };
        let types = [CircleType::default(), under];
        let key = RandomKey::root(5, &["shade"]);
        let alone = stand(&types[..1], &plot).grow(key).unwrap().unwrap();
        let both = stand(&types, &plot).grow(key).unwrap().unwrap();
        let above: Vec<_> = both.iter().copied().filter(|circle| circle.kind == 0).collect();
        assert_eq!(above, alone);
        assert!(both.len() > 2 * alone.len());
    }

    #[test]
    fn too_many_circles_are_given_up() {
        let plot = plot(Edge::Torus);
        let types = [CircleType {
            collision_radius_m: 0.0,
            shade_radius_m: 0.0,
            seeds_per_step: 1000,
            steps: 1000,
            ..CircleType::default()
        }];
        assert_eq!(stand(&types, &plot).grow(RandomKey::root(1, &[])), Ok(None));
    }

    #[test]
    fn a_circle_collides_and_shades_as_far_as_both_radii_reach_in_their_scales() {
        let plot = plot(Edge::Open);
        let small = CircleType {
            collision_radius_m: 0.2,
            shade_radius_m: 0.7,
            ..CircleType::default()
        };
        let types = [
            CircleType {
                collision_radius_m: 0.5,
                shade_radius_m: 0.9,
                ..CircleType::default()
            },
            small.clone(),
            CircleType {
                grows_in_shade: true,
                ..small
            },
        ];
        let stand = ScaledKinds {
            factor: 2.0,
            ..stand(&types, &plot)
        };
        let circle = |kind, scale| Circle {
            key: RandomKey::from_bits(1),
            kind,
            place_m: [0.0; 2],
            age: 0.0,
            scale,
        };
        let winner = circle(0, 2.0);
        assert_eq!(stand.collision_diameter_m(&winner), 4.0);
        // 2 (0.5 · 2 + 0.2 · 3) and 2 (0.9 · 2 + 0.7 · 3) m
        for (kind, least_m) in [(1, 7.8), (2, 3.2)] {
            let loser = circle(kind, 3.0);
            for (distance_m, overlaps) in [(least_m - 0.01, true), (least_m + 0.01, false), (0.1, true)] {
                assert_eq!(stand.overlap(&winner, &loser, distance_m * distance_m), overlaps);
            }
        }
    }

    #[test]
    fn a_circle_grows_a_step_older_up_to_the_age_at_which_it_stops() {
        let plot = plot(Edge::Open);
        let types = [CircleType {
            max_age: 4.0,
            scale: [1.0, 3.0],
            ..CircleType::default()
        }];
        let stand = stand(&types, &plot);
        let mut circle = Circle {
            key: RandomKey::from_bits(1),
            kind: 0,
            place_m: [0.0; 2],
            age: 1.5,
            scale: 9.0,
        };
        for (age, scale) in [(2.5, 2.25), (3.5, 2.75), (4.0, 3.0), (4.0, 3.0)] {
            stand.grow_older(&mut circle);
            assert_eq!((circle.age, circle.scale), (age, scale));
        }
    }

    /// Each seed is its mother's child: those of another step, or of another number, are others.
    #[test]
    fn seeds_have_keys_by_step_and_number_and_ages_up_to_the_greatest() {
        let plot = Plot::new([0.0; 2], [1000.0; 2], Edge::Torus).unwrap();
        let types = [CircleType {
            seeds_per_step: 400,
            max_initial_age: 6.0,
            average_spread_m: -500.0,
            ..CircleType::default()
        }];
        let stand = stand(&types, &plot);
        let mother = Circle {
            key: RandomKey::root(1, &["mother"]),
            kind: 0,
            place_m: [500.0; 2],
            age: 0.0,
            scale: 1.0,
        };
        let mut keys = std::collections::HashSet::new();
        for step in 0..3 {
            let mut seeds = Vec::new();
            stand.seed(&mother, step, &mut seeds).unwrap();
            assert_eq!(seeds.len(), 400);
            for (number, seed) in (0..).zip(&seeds) {
                assert_eq!(seed.key, mother.key.child(6 + step, Purpose::Place, number));
                assert_eq!(seed.place_m, mother.place_m, "a gap below 0 counts as none");
                assert!((0.0..6.0).contains(&seed.age) && seed.scale == types[0].scale_at(seed.age));
                keys.insert(seed.key);
            }
            // Four standard deviations of a mean of numbers that are uniform over 6.
            let mean = seeds.iter().map(|seed| seed.age).sum::<f64>() / 400.0;
            assert!(
                (mean - 3.0).abs() < 4.0 * 6.0 / (12.0_f64 * 400.0).sqrt(),
                "{mean}"
            );
        }
        assert_eq!(keys.len(), 1200);
    }

    #[test]
    fn a_stand_is_given_up_where_it_would_begin_with_too_many() {
        let plot = plot(Edge::Torus);
        let kind = CircleType {
            collision_radius_m: 0.0,
            shade_radius_m: 0.0,
            steps: 0,
            initial_seeds_per_10_m: 2.0,
            ..CircleType::default()
        };
        // 14.4 on 360 m², rounded up; a quarter of it where all lengths are twice as long.
        let types = [kind.clone(), kind];
        let begun = |factor, most| {
            let stand = ScaledKinds {
                factor,
                most,
                ..stand(&types, &plot)
            };
            stand
                .grow(RandomKey::root(1, &["most"]))
                .unwrap()
                .map(|circles| circles.len())
        };
        assert_eq!(
            [begun(1.0, 30), begun(1.0, 29), begun(1.0, 14)],
            [Some(30), None, None]
        );
        assert_eq!([begun(2.0, 8), begun(2.0, 7)], [Some(8), None]);
    }
}

//! Dart throwing whose every check is counted, and points that move at random while they keep a distance: rivals, not for use.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

use super::measures::{Place, key, torus};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(CHECKS, 3, checks);
    claims.extend(claims_of(SIZES, 2, sizes));
    claims
}

const CHECKS: [&str; 4] = ["W15", "W15.buckets", "W15.each", "W28"];

fn checks(seed: u64) -> Result<Numbers<4>, ClaimError> {
    let thrown = |count: u32, in_buckets: bool| {
        let side = f64::from(count).sqrt();
        let plot = torus([side; 2])?;
        let mut darts = Darts::new(&plot, 0.7, in_buckets);
        for number in 0..count {
            darts.place(0.35, number, key(seed, count), u32::MAX);
        }
        Ok::<_, ClaimError>([darts.checks, darts.throws].map(|made| made as f64 / f64::from(count)))
    };
    let [few, many] = [thrown(1000, true)?, thrown(32_000, true)?];
    let [naive_few, naive_many] = [thrown(500, false)?, thrown(4000, false)?];
    Ok([
        ("W15", naive_many[0] / naive_few[0]),
        ("W15.buckets", many[0] / few[0]),
        ("W15.each", many[0]),
        ("W28", many[1]),
    ])
}

const SIZES: [&str; 3] = ["W38", "W38.dense", "W38.mixed"];

fn sizes(seed: u64) -> Result<Numbers<3>, ClaimError> {
    const EACH: u32 = 500;
    let plot = torus([40.0; 2])?;
    let thrown = |cover: f64, largest_first: bool| {
        let relative = [3.0, 2.0, 1.5, 1.0];
        let squares: f64 = relative
            .iter()
            .map(|radius| radius * radius * f64::from(EACH))
            .sum();
        let unit = (cover * plot.area_m2() / (std::f64::consts::PI * squares)).sqrt();
        let own = key(seed, (100.0 * cover) as u32 + u32::from(largest_first));
        let mut order: Vec<(u32, u32)> = (0..4 * EACH)
            .map(|number| {
                let class = number / EACH;
                let [draw, ..] = own.draws(1, Purpose::Place, number);
                (if largest_first { class } else { draw }, class)
            })
            .collect();
        order.sort_unstable();
        let mut darts = Darts::new(&plot, 6.0 * unit, true);
        for (number, (_, class)) in (0..).zip(order) {
            // A zone that finds no room in so many throws is left out; its throws count.
            darts.place(unit * relative[class as usize], number, own, 20_000);
        }
        darts.throws as f64 / darts.zones.len() as f64
    };
    Ok([
        ("W38", thrown(0.2, true)),
        ("W38.dense", thrown(0.4, true)),
        ("W38.mixed", thrown(0.4, false)),
    ])
}

/// Zones that are thrown until they overlap no other, with every check counted.
struct Darts<'a> {
    plot: &'a Plot,
    zones: Vec<(Place, f64)>,
    /// Zones by the square they lie in; one square where all are checked against all.
    squares: Vec<Vec<usize>>,
    along: usize,
    checks: u64,
    throws: u64,
}

impl<'a> Darts<'a> {
    /// On a square torus, with squares at least as wide as two zones are ever apart that overlap.
    fn new(plot: &'a Plot, widest: f64, in_buckets: bool) -> Self {
        let along = (plot.size_m()[0] / widest) as usize;
        let along = if in_buckets && along > 3 { along } else { 1 };
        Self {
            plot,
            zones: Vec::new(),
            squares: vec![Vec::new(); along * along],
            along,
            checks: 0,
            throws: 0,
        }
    }

    /// Throws a zone until it fits, at most so many times.
    fn place(&mut self, radius: f64, number: u32, key: RandomKey, most: u32) {
        let own = key.child(0, Purpose::Member, number);
        for attempt in 0..most {
            let [x, y, ..] = own.draws(0, Purpose::Place, attempt);
            let at = [x, y].map(unit_from_u32);
            let place_m = [0, 1].map(|axis| at[axis] * self.plot.size_m()[axis]);
            self.throws += 1;
            if self.fits(place_m, radius) {
                let square = self.square(place_m);
                self.squares[square[1] * self.along + square[0]].push(self.zones.len());
                self.zones.push((place_m, radius));
                return;
            }
        }
    }

    fn square(&self, place_m: Place) -> [usize; 2] {
        [0, 1].map(|axis| {
            let share = place_m[axis] / self.plot.size_m()[axis];
            ((share * self.along as f64) as usize).min(self.along - 1)
        })
    }

    fn fits(&mut self, place_m: Place, radius: f64) -> bool {
        let [column, row] = self.square(place_m);
        let along = self.along;
        let around = move |at: usize| {
            let steps = if along == 1 { 1 } else { 3 };
            (0..steps).map(move |step| (at + along + step - usize::from(steps == 3)) % along)
        };
        for y in around(row) {
            for x in around(column) {
                for &zone in &self.squares[y * along + x] {
                    let (other_m, other) = self.zones[zone];
                    let apart = radius + other;
                    self.checks += 1;
                    if self.plot.distance_squared_m2(place_m, other_m) < apart * apart {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Points on a torus that are moved at random, one after the other and so many times, wherever they still keep the distance: what
/// comes is as likely as any other pattern that keeps it (Metropolis).
pub(super) fn equilibrium(
    points_m: &[Place],
    plot: &Plot,
    distance: f64,
    sweeps: u32,
    key: RandomKey,
) -> Vec<Place> {
    let mut points_m = points_m.to_vec();
    let along = (plot.size_m()[0] / distance) as usize;
    let square = |place_m: Place| {
        [0, 1].map(|axis| ((place_m[axis] / plot.size_m()[axis] * along as f64) as usize).min(along - 1))
    };
    let mut squares: Vec<Vec<usize>> = vec![Vec::new(); along * along];
    for (number, &place_m) in points_m.iter().enumerate() {
        let [x, y] = square(place_m);
        squares[y * along + x].push(number);
    }
    for sweep in 0..sweeps {
        for number in 0..points_m.len() {
            let [x, y, ..] = key.draws(sweep, Purpose::Place, number as u32).map(unit_from_u32);
            let step = |unit: f64| 0.6 * distance * (2.0 * unit - 1.0);
            let from_m = points_m[number];
            let to_m = plot.around([from_m[0] + step(x), from_m[1] + step(y)]);
            let [column, row] = square(to_m);
            let is_free = (0..9).all(|beside| {
                let at = [
                    (column + along + beside % 3 - 1) % along,
                    (row + along + beside / 3 - 1) % along,
                ];
                squares[at[1] * along + at[0]].iter().all(|&other| {
                    other == number || plot.distance_squared_m2(to_m, points_m[other]) >= distance * distance
                })
            });
            if is_free {
                let [x, y] = square(from_m);
                squares[y * along + x].retain(|&other| other != number);
                squares[row * along + column].push(number);
                points_m[number] = to_m;
            }
        }
    }
    points_m
}

#[cfg(test)]
mod tests {
    use understory_scatter::{MinimumDistance, Uniform};

    use super::super::measures::{least_distance, pattern};
    use super::*;

    #[test]
    fn darts_in_buckets_are_those_that_are_checked_against_all_with_fewer_checks() {
        let plot = torus([20.0; 2]).unwrap();
        let thrown = |in_buckets| {
            let mut darts = Darts::new(&plot, 0.7, in_buckets);
            (0..400).for_each(|number| darts.place(0.35, number, key(1, 0), u32::MAX));
            darts
        };
        let (buckets, all) = (thrown(true), thrown(false));
        assert_eq!(buckets.zones, all.zones);
        assert_eq!(buckets.throws, all.throws);
        assert!(20 * buckets.checks < all.checks);
        let places_m: Vec<Place> = buckets.zones.iter().map(|zone| zone.0).collect();
        assert!(least_distance(&places_m, &plot).unwrap() >= 0.7);
    }

    #[test]
    fn moved_points_keep_the_distance_and_hardly_any_stays() {
        let plot = torus([20.0; 2]).unwrap();
        let apart = MinimumDistance {
            distance_m: Some(0.7),
            tries: 100_000,
        };
        let before_m = pattern(&apart, &plot, 1, 0).unwrap();
        let after_m = equilibrium(&before_m, &plot, 0.7, 50, key(1, 0));
        assert!(least_distance(&after_m, &plot).unwrap() >= 0.7);
        let stayed = before_m.iter().zip(&after_m).filter(|(a, b)| a == b).count();
        assert!(stayed < 10, "{stayed} stayed");
        assert_eq!(pattern(&Uniform, &plot, 1, 0).unwrap().len(), 400);
    }
}

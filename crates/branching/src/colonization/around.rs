//! Which obstacles can be near a place, where there are many.

use crate::colonization::obstacle::Obstacle;
use crate::vector::Vector;

/// Obstacles in columns over squares of the ground, those without bounds in every column.
pub(crate) struct Around {
    low_m: [f64; 2],
    side_m: f64,
    /// Columns along x and y.
    count: [usize; 2],
    starts: Vec<u32>,
    /// Of each column in the order in which they were given.
    columns: Vec<Obstacle>,
    /// For places beyond all columns.
    everywhere: Vec<Obstacle>,
}

/// So many obstacles need no columns.
const FEW: usize = 16;
/// Columns along a side at most.
const MOST_ALONG: f64 = 512.0;

impl Around {
    /// The obstacles of which some part may lie within `reach_m` of a place can be asked for.
    pub(crate) fn of(obstacles: &[Obstacle], reach_m: f64) -> Self {
        let boxes: Vec<Option<[Vector; 2]>> = obstacles.iter().map(|obstacle| obstacle.bounds_m()).collect();
        let bounded = || boxes.iter().flatten();
        let everywhere = |keep: &dyn Fn(&Option<[Vector; 2]>) -> bool| {
            let kept = obstacles.iter().zip(&boxes).filter(|(_, bounds)| keep(bounds));
            kept.map(|(obstacle, _)| *obstacle).collect::<Vec<_>>()
        };
        if bounded().count() <= FEW {
            return Self {
                low_m: [0.0; 2],
                side_m: 1.0,
                count: [0; 2],
                starts: vec![0],
                columns: Vec::new(),
                everywhere: everywhere(&|_| true),
            };
        }
        let low_m = [0, 1].map(|axis| {
            let lowest_m = bounded().map(|[low_m, _]| low_m[axis]);
            lowest_m.fold(f64::INFINITY, f64::min) - reach_m
        });
        let high_m = [0, 1].map(|axis| {
            let highest_m = bounded().map(|[_, high_m]| high_m[axis]);
            highest_m.fold(f64::NEG_INFINITY, f64::max) + reach_m
        });
        let size_m = [high_m[0] - low_m[0], high_m[1] - low_m[1]];
        let (area_m2, longest_m) = (size_m[0] * size_m[1], size_m[0].max(size_m[1]));
        let side_m = (area_m2 / obstacles.len() as f64)
            .sqrt()
            .max(longest_m / MOST_ALONG);
        let count = size_m.map(|size_m| (size_m / side_m).floor() as usize + 1);
        let mut around = Self {
            low_m,
            side_m,
            count,
            starts: Vec::with_capacity(count[0] * count[1] + 1),
            columns: Vec::new(),
            everywhere: everywhere(&|bounds| bounds.is_none()),
        };
        let mut lists: Vec<Vec<Obstacle>> = vec![Vec::new(); count[0] * count[1]];
        for (obstacle, bounds) in obstacles.iter().zip(&boxes) {
            let along = |axis: usize| match bounds {
                None => 0..=count[axis] - 1,
                Some([low_m, high_m]) => {
                    let column = |at_m: f64| around.column(axis, at_m).expect("boxes lie in the columns");
                    column(low_m[axis] - reach_m)..=column(high_m[axis] + reach_m)
                }
            };
            for row in along(1) {
                for column in along(0) {
                    lists[row * count[0] + column].push(*obstacle);
                }
            }
        }
        for list in lists {
            around.starts.push(around.columns.len() as u32);
            around.columns.extend(list);
        }
        around.starts.push(around.columns.len() as u32);
        around
    }

    /// All that can lie within reach of a place, and perhaps more, in the order in which they were given.
    pub(crate) fn near(&self, place_m: Vector) -> &[Obstacle] {
        match (self.column(0, place_m[0]), self.column(1, place_m[1])) {
            (Some(column), Some(row)) => {
                let at = row * self.count[0] + column;
                &self.columns[self.starts[at] as usize..self.starts[at + 1] as usize]
            }
            _ => &self.everywhere,
        }
    }

    fn column(&self, axis: usize, at_m: f64) -> Option<usize> {
        let column = ((at_m - self.low_m[axis]) / self.side_m).floor();
        (column >= 0.0 && column < self.count[axis] as f64).then_some(column as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_obstacle_within_reach_is_missed_and_most_of_the_others_are_left_out() {
        let stones: Vec<Obstacle> = (0..400_u32)
            .map(|number| Obstacle::Sphere {
                centre_m: [f64::from(number % 20) * 1.7, f64::from(number / 20) * 1.3, -1.0],
                radius_m: 0.2 + f64::from(number % 7) * 0.05,
            })
            .chain([Obstacle::HalfSpace {
                place_m: [0.0, 0.0, -3.0],
                normal: [0.0, 0.0, 1.0],
            }])
            .collect();
        let around = Around::of(&stones, 0.3);
        let mut listed = 0;
        for number in 0..600_u32 {
            let place_m = [
                f64::from(number % 30) * 1.3 - 3.0,
                f64::from(number / 30) * 1.5 - 3.0,
                -1.0 - 0.1 * f64::from(number % 3),
            ];
            let near = around.near(place_m);
            for stone in stones.iter().filter(|stone| stone.distance_m(place_m) <= 0.3) {
                assert!(near.contains(stone), "{place_m:?} misses {stone:?}");
            }
            assert!(near.contains(&stones[400]));
            listed += near.len();
        }
        assert!(listed < 600 * 12, "{listed}");
    }

    #[test]
    fn few_obstacles_are_near_every_place() {
        let wall = Obstacle::Box {
            low_m: [0.0; 3],
            high_m: [1.0; 3],
        };
        assert_eq!(Around::of(&[wall], 0.1).near([50.0; 3]), [wall]);
    }
}

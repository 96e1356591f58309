//! Ground that is drawn: gradient noise in octaves, and hills.

use serde::Deserialize;
use understory_keys::Literal::{Real, Whole};
use understory_keys::{Checked, Interval, OutOfRange, ValueKind, key, parameters, real, table, whole};
use understory_numerics::math::{exp, sin_cos};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::error::TerrainError;
use crate::raster::{Grid, Raster};

const LENGTH: Interval = Interval::from(0.01, 1e6);
const HEIGHT: Interval = Interval::from(-1e4, 1e4);

/// Beyond so many standard deviations a hill is lower than a hundred-millionth of its height.
const REACH: f64 = 6.0;

parameters! {
    /// Gradient noise: waves at random, each octave half as long as the one before.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Noise {
        /// Distance from crest to crest of the longest waves, about.
        pub wavelength_m: f64 = real(LENGTH, "m", "200.0"),
        /// How far the longest waves rise above the mean at most.
        pub amplitude_m: f64 = real(Interval::from(0.0, 1e4), "m", "20.0"),
        /// Octaves; waves shorter than two cells cannot be seen and are left out.
        #[serde(default = "five")]
        pub octaves: u32 = whole(1, 24, "", "5").default(Whole(5)),
        /// Height of each octave's waves over that of the one before; 0.5 keeps their steepness.
        #[serde(default = "half")]
        pub gain: f64 = real(Interval::from(0.0, 1.0), "", "0.5").default(Real(0.5)),
    }
}

parameters! {
    /// Hills shaped like a bell.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Hills where Hills::related {
        /// How many, anywhere on the map.
        pub count: u32 = whole(1, 10_000, "", "6"),
        /// Least and greatest height; even between them.
        pub height_m: [f64; 2] = key(ValueKind::RealPair(HEIGHT), "m", "[20.0, 60.0]"),
        /// Least and greatest distance from the top to where 61 % of the height is left (the standard deviation).
        pub radius_m: [f64; 2] = key(ValueKind::RealPair(LENGTH), "m", "[40.0, 120.0]"),
    }
}

parameters! {
    /// Ground that sinks towards the edges of the map, as that of an island does.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Rim {
        /// Distance from an edge at which it begins to sink.
        pub width_m: f64 = real(LENGTH, "m", "300.0"),
        /// How far it has sunk at the edge.
        pub depth_m: f64 = real(Interval::from(0.0, 1e4), "m", "40.0"),
    }
}

parameters! {
    /// Ground that is drawn. Noise depends on coordinates and key alone, so that two maps with the same key agree where they
    /// overlap; hills and rim are of this map alone.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Relief: Default {
        /// Side of the cells whose heights are drawn; between their centres the ground is even.
        pub cell_m: f64 = real(LENGTH, "m", "5.0").default(Real(5.0)),
        /// Height from which noise and hills rise.
        pub base_m: f64 = real(HEIGHT, "m", "100.0").default(Real(0.0)),
        /// Waves at random.
        pub noise: Option<Noise> =
            table(Noise::KEYS, "{ wavelength_m = 200.0, amplitude_m = 20.0 }").optional(),
        /// Hills shaped like a bell.
        pub hills: Option<Hills> =
            table(Hills::KEYS, "{ count = 6, height_m = [20.0, 60.0], radius_m = [40.0, 120.0] }")
                .related(Hills::RELATED)
                .optional(),
        /// How it sinks towards the edges of the map.
        pub rim: Option<Rim> = table(Rim::KEYS, "{ width_m = 300.0, depth_m = 40.0 }").optional(),
    }
}

impl Relief {
    /// Heights of single hills that [`draw`](Self::draw) works out on so many columns and rows, at most.
    #[must_use]
    pub fn most_heights_of_hills(&self, cells: [f64; 2]) -> f64 {
        self.hills.map_or(0.0, |hills| {
            let across = 2.0 * REACH * hills.radius_m[1] / self.cell_m + 1.0;
            f64::from(hills.count) * cells[0].min(across) * cells[1].min(across)
        })
    }

    /// Heights at the centres of the cells, m.
    ///
    /// # Errors
    /// [`TerrainError::Grid`] for numbers that are not in the range of their key.
    pub fn draw(&self, key: RandomKey, grid: Grid) -> Result<Raster<f32>, TerrainError> {
        if let Err(wrong) = self.check(&table(Self::KEYS, "")) {
            return Err(TerrainError::Grid(format!("ground cannot be drawn: {wrong}")));
        }
        let mut heights = vec![self.base_m; grid.len()];
        if let Some(noise) = &self.noise {
            noise.add(key.child(0, Purpose::Relief, 0), &grid, &mut heights);
        }
        if let Some(hills) = &self.hills {
            hills.add(key.child(0, Purpose::Relief, 1), &grid, &mut heights);
        }
        if let Some(rim) = &self.rim {
            rim.sink(&grid, &mut heights);
        }
        Raster::new(
            grid,
            heights.into_iter().map(|height_m| height_m as f32).collect(),
        )
    }
}

impl Rim {
    fn sink(&self, grid: &Grid, heights: &mut [f64]) {
        let (low_m, high_m) = (grid.origin_m(), grid.far_corner_m());
        // From 0 at an edge to 1 at the rim's width, level at both ends.
        let stays = |axis: usize, at_m: f64| {
            let from_edge_m = (at_m - low_m[axis]).min(high_m[axis] - at_m);
            let share = (from_edge_m / self.width_m).min(1.0);
            share * share * (3.0 - 2.0 * share)
        };
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                let [x_m, y_m] = grid.centre_m(column, row);
                heights[grid.index(column, row)] -= self.depth_m * (1.0 - stays(0, x_m) * stays(1, y_m));
            }
        }
    }
}

impl Hills {
    /// Ranges run upwards.
    fn related(&self) -> Vec<OutOfRange> {
        let named = [("height_m", self.height_m), ("radius_m", self.radius_m)];
        let upside_down = named.into_iter().filter(|(_, [low, high])| low > high);
        upside_down
            .map(|(name, [low, high])| {
                let problem = format!("is [{low}, {high}], but runs from the least to the greatest");
                OutOfRange::beside(name, problem, "turn them round")
            })
            .collect()
    }
}

fn five() -> u32 {
    5
}

fn half() -> f64 {
    0.5
}

impl Noise {
    fn add(&self, key: RandomKey, grid: &Grid, heights: &mut [f64]) {
        let (mut wavelength_m, mut amplitude_m) = (self.wavelength_m, self.amplitude_m);
        for octave in 0..self.octaves {
            if wavelength_m < 2.0 * grid.cell_m()[0].max(grid.cell_m()[1]) {
                return;
            }
            add_octave(
                key.child(octave, Purpose::Relief, 2),
                wavelength_m,
                amplitude_m,
                grid,
                heights,
            );
            wavelength_m /= 2.0;
            amplitude_m *= self.gain;
        }
    }
}

/// Perlin's gradient noise with the fifth-degree fade of 2002: at each node of a square lattice the height is 0 and rises
/// in a random direction; between nodes the four planes fade into each other.
fn add_octave(key: RandomKey, wavelength_m: f64, amplitude_m: f64, grid: &Grid, heights: &mut [f64]) {
    // Directions are drawn once for each node that the map meets; there are at most as many as cells and a frame.
    let node = |place_m: f64| (place_m / wavelength_m).floor();
    let [low, high] = [grid.origin_m(), grid.far_corner_m()];
    let first = [node(low[0]), node(low[1])];
    let count = [0, 1].map(|axis| (node(high[axis]) - first[axis]) as usize + 2);
    let mut rises = Vec::with_capacity(count[0] * count[1]);
    for j in 0..count[1] {
        for i in 0..count[0] {
            // A number for each node of the plane: lattices that are 2³² nodes apart share theirs.
            let number = |axis: usize, at: usize| (first[axis] + at as f64) as i64 as u32;
            let [random, ..] = key.draws(number(0, i), Purpose::Relief, number(1, j));
            let (sin, cos) = sin_cos(std::f64::consts::TAU * unit_from_u32(random));
            rises.push([cos, sin]);
        }
    }
    // Four slopes of 1 meet at a cell's middle at √½ at most.
    let scale = amplitude_m * std::f64::consts::SQRT_2;
    let fade = |t: f64| t * t * t * (t * (6.0 * t - 15.0) + 10.0);
    for row in 0..grid.rows() {
        for column in 0..grid.columns() {
            let place = grid.centre_m(column, row).map(|along| along / wavelength_m);
            let nodes = [place[0].floor(), place[1].floor()];
            let [x, y] = [place[0] - nodes[0], place[1] - nodes[1]];
            let at = [0, 1].map(|axis| (nodes[axis] - first[axis]) as usize);
            let rise = |i: usize, j: usize| {
                let [east, north] = rises[(at[1] + j) * count[0] + at[0] + i];
                east * (x - i as f64) + north * (y - j as f64)
            };
            let (u, v) = (fade(x), fade(y));
            let south = rise(0, 0) + u * (rise(1, 0) - rise(0, 0));
            let north = rise(0, 1) + u * (rise(1, 1) - rise(0, 1));
            heights[grid.index(column, row)] += scale * (south + v * (north - south));
        }
    }
}

impl Hills {
    fn add(&self, key: RandomKey, grid: &Grid, heights: &mut [f64]) {
        let [low, high] = [grid.origin_m(), grid.far_corner_m()];
        let between = |[low, high]: [f64; 2], random: u32| low + (high - low) * unit_from_u32(random);
        for hill in 0..self.count {
            let [x, y, height, radius] = key.draws(0, Purpose::Relief, hill);
            let top_m = [between([low[0], high[0]], x), between([low[1], high[1]], y)];
            let (height_m, radius_m) = (between(self.height_m, height), between(self.radius_m, radius));
            let reach = |axis: usize, sign: f64| top_m[axis] + sign * REACH * radius_m;
            let first = grid.cell_of([reach(0, -1.0), reach(1, -1.0)]);
            let last = grid.cell_of([reach(0, 1.0), reach(1, 1.0)]);
            for row in first[1]..=last[1] {
                for column in first[0]..=last[0] {
                    let [x, y] = grid.centre_m(column, row);
                    let (dx, dy) = (x - top_m[0], y - top_m[1]);
                    let share = exp(-(dx * dx + dy * dy) / (2.0 * radius_m * radius_m));
                    heights[grid.index(column, row)] += height_m * share;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> RandomKey {
        RandomKey::root(7, &["ground"])
    }

    fn noise() -> Noise {
        Noise {
            wavelength_m: 64.0,
            amplitude_m: 10.0,
            octaves: 1,
            gain: 0.5,
        }
    }

    fn drawn(relief: Relief, origin_m: [f64; 2], cell_m: f64, cells: [u32; 2]) -> Raster<f32> {
        relief
            .draw(key(), Grid::new(origin_m, cell_m, cells).unwrap())
            .unwrap()
    }

    #[test]
    fn noise_depends_on_the_place_alone_and_is_level_at_its_nodes() {
        let relief = Relief {
            noise: Some(Noise {
                octaves: 5,
                ..noise()
            }),
            ..Relief::default()
        };
        let whole = drawn(relief, [-100.0, -300.0], 2.0, [150, 170]);
        let part = drawn(relief, [-40.0, -280.0], 2.0, [20, 30]);
        for row in 0..30 {
            for column in 0..20 {
                assert_eq!(part.at(column, row), whole.at(column + 30, row + 10));
            }
        }
        // A cell whose centre is a node of the one octave.
        let relief = Relief {
            base_m: 3.0,
            noise: Some(noise()),
            ..Relief::default()
        };
        let lattice = drawn(relief, [-32.0, -32.0], 64.0 / 3.0 * 3.0, [4, 4]);
        assert!(
            lattice.values().iter().all(|&height| height == 3.0),
            "waves of a cell are left out"
        );
        let lattice = drawn(relief, [-8.0, -8.0], 16.0, [17, 17]);
        for row in (0..17).step_by(4) {
            for column in (0..17).step_by(4) {
                assert_eq!(lattice.at(column, row), 3.0);
            }
        }
    }

    #[test]
    fn noise_stays_within_its_amplitude_uses_it_and_has_no_steps() {
        let relief = Relief {
            noise: Some(noise()),
            ..Relief::default()
        };
        let raster = drawn(relief, [0.0, 0.0], 1.0, [1200, 1200]);
        let [mut low, mut high, mut steepest] = [0.0_f32; 3];
        for row in 0..1200 {
            for column in 1..1200 {
                let height = raster.at(column, row);
                low = low.min(height);
                high = high.max(height);
                steepest = steepest.max((height - raster.at(column - 1, row)).abs());
            }
        }
        assert!(
            low > -10.0 && high < 10.0 && low < -6.5 && high > 6.5,
            "{low} {high}"
        );
        // The fade is steepest at a node's half way: 15/8, beside the planes' own slope of 1.
        assert!(steepest < 10.0 * 1.5 * 4.0 / 64.0, "{steepest}");
        let mean = raster
            .values()
            .iter()
            .map(|&height| f64::from(height))
            .sum::<f64>()
            / 1.44e6;
        assert!(mean.abs() < 0.5, "{mean}");
    }

    #[test]
    fn hills_have_their_heights_and_hold_their_volume() {
        let hills = Hills {
            count: 1,
            height_m: [40.0, 40.0],
            radius_m: [20.0, 20.0],
        };
        let relief = Relief {
            hills: Some(hills),
            ..Relief::default()
        };
        // Seeds whose hill stands away from the edges.
        let volume = (0..20_u64).map(|seed| {
            let grid = Grid::new([0.0, 0.0], 2.0, [500, 500]).unwrap();
            let raster = relief.draw(RandomKey::root(seed, &["ground"]), grid).unwrap();
            let top = raster.values().iter().copied().fold(0.0, f32::max);
            assert!(top <= 40.0 && top > 39.5, "{top}");
            raster
                .values()
                .iter()
                .map(|&height| f64::from(height) * 4.0)
                .sum::<f64>()
        });
        let whole = 2.0 * std::f64::consts::PI * 400.0 * 40.0;
        let near = volume
            .filter(|volume| (volume / whole - 1.0).abs() < 1e-6)
            .count();
        assert!(near >= 10, "{near}");
        let many = drawn(
            Relief {
                hills: Some(Hills { count: 3, ..hills }),
                ..relief
            },
            [0.0, 0.0],
            2.0,
            [500, 500],
        );
        let one = drawn(relief, [0.0, 0.0], 2.0, [500, 500]);
        let is_more = many
            .values()
            .iter()
            .zip(one.values())
            .all(|(many, one)| many >= one);
        assert!(is_more, "the first hill stays when more are drawn");
    }

    #[test]
    fn a_rim_sinks_the_edges_and_leaves_the_middle() {
        let sunk = Relief {
            base_m: 10.0,
            rim: Some(Rim {
                width_m: 30.0,
                depth_m: 40.0,
            }),
            ..Relief::default()
        };
        let heights = drawn(sunk, [-50.0, 20.0], 1.0, [100, 100]);
        assert_eq!(heights.at(50, 50), 10.0);
        assert!((heights.at(0, 50) + 30.0).abs() < 0.2 && (heights.at(50, 99) + 30.0).abs() < 0.2);
        // Half-way in it has sunk by half.
        assert!((heights.bilinear([-35.0, 70.0]) + 10.0).abs() < 0.1);
    }

    #[test]
    fn lengths_that_cannot_be_are_told() {
        let grid = Grid::new([0.0, 0.0], 1.0, [2, 2]).unwrap();
        for relief in [
            Relief {
                base_m: f64::NAN,
                ..Relief::default()
            },
            Relief {
                noise: Some(Noise {
                    wavelength_m: 0.0,
                    ..noise()
                }),
                ..Relief::default()
            },
            Relief {
                noise: Some(Noise {
                    amplitude_m: f64::INFINITY,
                    ..noise()
                }),
                ..Relief::default()
            },
            Relief {
                hills: Some(Hills {
                    count: 1,
                    height_m: [2.0, 1.0],
                    radius_m: [1.0, 1.0],
                }),
                ..Relief::default()
            },
            Relief {
                hills: Some(Hills {
                    count: 1,
                    height_m: [1.0, 1.0],
                    radius_m: [0.0, 1.0],
                }),
                ..Relief::default()
            },
        ] {
            assert!(
                relief
                    .draw(key(), grid)
                    .unwrap_err()
                    .to_string()
                    .starts_with("ground cannot be drawn")
            );
        }
    }
}

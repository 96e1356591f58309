//! `[sweep]`: the runs that one scenario stands for, each with other values of some keys.
//!
//! A value goes into the text of the scenario as `--set` does, so that each run is checked as any other.

use serde::Serialize;
use toml::Value as Plain;
use understory_numerics::{Purpose, RandomKey, math, sample::unit_from_u32};

/// The most points that a sample or a grid can have.
pub(crate) const MOST_POINTS: i64 = 10_000_000;
/// The most steps of a range.
pub(crate) const MOST_STEPS: i64 = 100_000;
/// How the steps of a range lie.
pub(crate) const SCALES: [&str; 2] = ["linear", "log"];

/// The runs of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The keys that take several values, in the order of the file; none for replicates alone.
    pub varied: Vec<Varied>,
    /// Which values come together.
    pub design: Design,
    /// Whether each run leaves all its tables.
    pub keep_tables: bool,
}

/// Which values come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    /// Each value with each; the last key changes first.
    Grid,
    /// A sample in which each key takes each of so many equal parts of its range once.
    LatinHypercube {
        /// Its points; at least 2.
        points: u32,
    },
    /// Morris's trajectories through the ranges, on which one key after the other takes a step.
    ///
    /// # Source
    /// As the page of `morris` of R's package sensitivity has them; read by SALib in `tests/outside_sweep.sh`.
    Morris {
        /// How many trajectories; at least 2.
        trajectories: u32,
        /// Values that a key can take; an even number.
        levels: u32,
    },
    /// Two samples A and B, and of each key A with that key's values of B.
    ///
    /// # Source
    /// Saltelli's scheme, in the order in which SALib reads it: of each point A, then A with each key of B, then B.
    Sobol {
        /// Points of each of the two samples; at least 2.
        points: u32,
    },
}

impl Design {
    /// The words for them in a scenario.
    pub const NAMES: &'static [&'static str] = &["grid", "latin-hypercube", "morris", "sobol"];

    /// The word for it in a scenario.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => Self::NAMES[0],
            Self::LatinHypercube { .. } => Self::NAMES[1],
            Self::Morris { .. } => Self::NAMES[2],
            Self::Sobol { .. } => Self::NAMES[3],
        }
    }
}

/// A key that takes several values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Varied {
    /// Its path, as [`Setting`](crate::Setting) reads it.
    pub path: String,
    /// What it takes.
    pub values: Values,
    /// Where it stands in the file, bytes.
    #[serde(skip)]
    pub(crate) at: usize,
}

/// The values of a key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Values {
    /// Those of a list, as they stand in the file.
    Listed(Vec<String>),
    /// Those between two numbers.
    Range(Range),
}

/// Numbers between two.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The first.
    pub from: f64,
    /// The last.
    pub to: f64,
    /// How many in a grid; at least 2. None in a sample.
    pub steps: Option<u32>,
    /// Whether the ratios of neighbours are alike, and not their differences.
    pub is_log: bool,
    /// Whether only whole numbers are meant, as both ends are written without a point.
    pub is_whole: bool,
}

impl Range {
    /// The number at this share of the way, from 0 to 1, as it stands in a file.
    pub(crate) fn at(&self, share: f64) -> String {
        let (from, to) = (self.from, self.to);
        if self.is_whole && !self.is_log {
            // Each whole number has an equal part of the way.
            let count = (to - from).abs() + 1.0;
            let number = (share * count).floor().min(count - 1.0);
            return format!("{}", if to < from { from - number } else { from + number });
        }
        let number = if share <= 0.0 {
            from
        } else if share >= 1.0 {
            to
        } else if self.is_log {
            twelve_digits(from * math::exp(share * math::ln(to / from)))
        } else {
            twelve_digits(from + share * (to - from))
        };
        if self.is_whole {
            return format!("{}", number.round());
        }
        format!("{number:?}")
    }

    /// The number of this step, from 0 on, as it stands in a file.
    pub(crate) fn step(&self, number: u64) -> String {
        let last = f64::from(self.steps.unwrap_or(2) - 1);
        let share = number as f64 / last;
        if self.is_whole && !self.is_log {
            return format!("{}", (self.from + share * (self.to - self.from)).round());
        }
        self.at(share)
    }
}

/// A number without what rounding left in its last digits: 2.0 in place of 1.9999999999999998.
fn twelve_digits(number: f64) -> f64 {
    let digits = format!("{number:.11e}");
    digits.parse().expect("a number that was written is a number")
}

impl Values {
    /// How many a grid has.
    pub(crate) fn count(&self) -> u64 {
        match self {
            Self::Listed(values) => values.len() as u64,
            Self::Range(range) => u64::from(range.steps.unwrap_or(1)),
        }
    }

    /// The value of this number in a grid, from 0 on.
    pub(crate) fn numbered(&self, number: u64) -> String {
        match self {
            Self::Listed(values) => values[number as usize].clone(),
            Self::Range(range) => range.step(number),
        }
    }

    /// The value at this share, from 0 to 1; those of a list have equal parts.
    pub(crate) fn at(&self, share: f64) -> String {
        match self {
            Self::Listed(values) => {
                let number = (share * values.len() as f64) as usize;
                values[number.min(values.len() - 1)].clone()
            }
            Self::Range(range) => range.at(share),
        }
    }
}

/// The points of a sweep, in their order.
#[derive(Clone, Debug)]
pub struct Points<'a> {
    sweep: &'a Sweep,
    count: u64,
    /// Of a sample, the shares of each point, key by key.
    shares: Vec<f64>,
}

impl Sweep {
    /// Its points, from the scenario's seed.
    #[must_use]
    pub fn points(&self, seed: u64) -> Points<'_> {
        let keys = self.varied.len();
        let key = RandomKey::root(seed, &["sweep"]);
        let shares = match self.design {
            Design::Grid => Vec::new(),
            Design::LatinHypercube { points } => hypercube(key, points, keys),
            Design::Morris { trajectories, levels } => morris(key, trajectories, levels, keys),
            Design::Sobol { points } => saltelli(&hypercube(key, points, 2 * keys), keys),
        };
        Points {
            sweep: self,
            count: self.count(),
            shares,
        }
    }

    /// How many points it has; the most that a number can be where there are more.
    #[must_use]
    pub fn count(&self) -> u64 {
        let keys = self.varied.len() as u64;
        match self.design {
            Design::Grid => self
                .varied
                .iter()
                .fold(1, |all: u64, varied| all.saturating_mul(varied.values.count())),
            Design::LatinHypercube { points } => u64::from(points),
            Design::Morris { trajectories, .. } => u64::from(trajectories) * (keys + 1),
            Design::Sobol { points } => u64::from(points) * (keys + 2),
        }
    }
}

impl Points<'_> {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The values of a point, key by key, as they stand in a file.
    #[must_use]
    pub fn values(&self, point: u64) -> Vec<String> {
        let varied = &self.sweep.varied;
        if self.sweep.design == Design::Grid {
            let mut rest = point;
            let mut values: Vec<String> = varied
                .iter()
                .rev()
                .map(|varied| {
                    let count = varied.values.count();
                    let value = varied.values.numbered(rest % count);
                    rest /= count;
                    value
                })
                .collect();
            values.reverse();
            return values;
        }
        let shares = self.shares(point).iter();
        let values = varied
            .iter()
            .zip(shares)
            .map(|(varied, share)| varied.values.at(*share));
        values.collect()
    }

    /// Some points, of which one asks for about as much as any does: all where there are few; of a grid its first, its last and the
    /// greatest value of each key by itself, of a sample some of them.
    #[must_use]
    pub fn probes(&self) -> Vec<u64> {
        const MOST: u64 = 64;
        if self.count <= MOST {
            return (0..self.count).collect();
        }
        if self.sweep.design != Design::Grid {
            return (0..MOST)
                .map(|number| number * (self.count - 1) / (MOST - 1))
                .collect();
        }
        let mut probes = vec![0, self.count - 1];
        let mut stride = 1;
        for varied in self.sweep.varied.iter().rev() {
            probes.push((varied.values.count() - 1) * stride);
            stride *= varied.values.count();
        }
        probes.sort_unstable();
        probes.dedup();
        probes
    }

    /// Where a point of a sample lies in each key's range, from 0 to 1; nowhere in a grid.
    #[must_use]
    pub fn shares(&self, point: u64) -> &[f64] {
        let keys = self.sweep.varied.len();
        let first = point as usize * keys;
        self.shares.get(first..first + keys).unwrap_or_default()
    }
}

/// A number from 0 to below 1.
fn unit(key: RandomKey, column: usize, number: u32, word: usize) -> f64 {
    unit_from_u32(key.draws(column as u32, Purpose::Design, number)[word])
}

/// A Latin hypercube of so many points, point by point: in each column each of as many equal parts is taken once.
fn hypercube(key: RandomKey, points: u32, columns: usize) -> Vec<f64> {
    let mut shares = vec![0.0; points as usize * columns];
    for column in 0..columns {
        let mut order: Vec<(u32, u32)> = (0..points)
            .map(|number| (key.draws(column as u32, Purpose::Design, number)[0], number))
            .collect();
        order.sort_unstable();
        for (part, (_, number)) in order.into_iter().enumerate() {
            let within = unit(key, column, number, 1);
            shares[number as usize * columns + column] = (part as f64 + within) / f64::from(points);
        }
    }
    shares
}

/// Trajectories of Morris's method: from a drawn level of each key, in a drawn order, one key after the other takes the step
/// `levels / (2 (levels − 1))`, up where it began in the lower half, else down.
fn morris(key: RandomKey, trajectories: u32, levels: u32, keys: usize) -> Vec<f64> {
    let last = f64::from(levels - 1);
    let half = levels / 2;
    let mut shares = Vec::with_capacity(trajectories as usize * (keys + 1) * keys);
    for trajectory in 0..trajectories {
        let level = |column: usize| (unit(key, column, trajectory, 0) * f64::from(levels)) as u32;
        let mut point: Vec<u32> = (0..keys).map(level).collect();
        let mut order: Vec<(u32, usize)> = (0..keys)
            .map(|column| (key.draws(column as u32, Purpose::Design, trajectory)[1], column))
            .collect();
        order.sort_unstable();
        let mut keep = |point: &[u32]| shares.extend(point.iter().map(|level| f64::from(*level) / last));
        keep(&point);
        for (_, column) in order {
            point[column] = if point[column] < half {
                point[column] + half
            } else {
                point[column] - half
            };
            keep(&point);
        }
    }
    shares
}

/// Of each row of two samples beside each other A, then A with each key of B, then B.
fn saltelli(both: &[f64], keys: usize) -> Vec<f64> {
    let mut shares = Vec::with_capacity(both.len() / 2 * (keys + 2));
    for row in both.chunks_exact(2 * keys) {
        let (a, b) = row.split_at(keys);
        shares.extend_from_slice(a);
        for column in 0..keys {
            let with_b = |(other, value): (usize, &f64)| if other == column { b[other] } else { *value };
            shares.extend(a.iter().enumerate().map(with_b));
        }
        shares.extend_from_slice(b);
    }
    shares
}

/// One run of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its point, from 0 on.
    pub point: u64,
    /// Its replicate, from 0 on, whose seed is the scenario's plus this.
    pub replicate: u32,
}

impl Task {
    /// Its name, such as `0012-01`: point and replicate.
    #[must_use]
    pub fn id(self) -> String {
        format!("{:04}-{:02}", self.point, self.replicate)
    }

    /// The task of that name; none where a name is written otherwise.
    #[must_use]
    pub fn named(id: &str) -> Option<Self> {
        let (point, replicate) = id.split_once('-')?;
        let task = Self {
            point: point.parse().ok()?,
            replicate: replicate.parse().ok()?,
        };
        (task.id() == id).then_some(task)
    }
}

/// A value as it stands in a table: text without its quotes, all else as in the file.
#[must_use]
pub fn plain_value(written: &str) -> String {
    match plain(written) {
        Some(Plain::String(text)) => text,
        _ => written.to_owned(),
    }
}

/// A value of TOML.
pub(crate) fn plain(written: &str) -> Option<Plain> {
    written.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn varied(path: &str, values: Values) -> Varied {
        Varied {
            path: path.to_owned(),
            values,
            at: 0,
        }
    }

    fn range(from: f64, to: f64, steps: Option<u32>) -> Range {
        Range {
            from,
            to,
            steps,
            is_log: false,
            is_whole: false,
        }
    }

    fn sweep(design: Design, keys: usize) -> Sweep {
        Sweep {
            varied: (0..keys)
                .map(|key| varied(&format!("key.{key}"), Values::Range(range(0.0, 1.0, None))))
                .collect(),
            design,
            keep_tables: false,
        }
    }

    #[test]
    fn a_grid_has_each_value_with_each() {
        let grid = Sweep {
            varied: vec![
                varied(
                    "a.b",
                    Values::Listed(vec!["\"torus\"".to_owned(), "2".to_owned()]),
                ),
                varied("c.d", Values::Range(range(1.0, 2.0, Some(3)))),
            ],
            design: Design::Grid,
            keep_tables: false,
        };
        let points = grid.points(7);
        let all: Vec<Vec<String>> = (0..points.count()).map(|point| points.values(point)).collect();
        let expected = [
            ["\"torus\"", "1.0"],
            ["\"torus\"", "1.5"],
            ["\"torus\"", "2.0"],
            ["2", "1.0"],
            ["2", "1.5"],
            ["2", "2.0"],
        ];
        assert_eq!(all, expected.map(|values| values.map(str::to_owned).to_vec()));
        assert_eq!(plain_value("\"torus\""), "torus");
        assert_eq!(plain_value("1.5"), "1.5");
    }

    #[test]
    fn steps_end_where_a_range_ends() {
        let log = Range {
            is_log: true,
            ..range(1.0, 8.0, Some(4))
        };
        assert_eq!(
            [0, 1, 2, 3].map(|step| log.step(step)),
            ["1.0", "2.0", "4.0", "8.0"]
        );
        let tenths = range(0.0, 0.3, Some(4));
        assert_eq!(
            [0, 1, 2, 3].map(|step| tenths.step(step)),
            ["0.0", "0.1", "0.2", "0.3"]
        );
        let whole_ratios = Range {
            is_log: true,
            is_whole: true,
            ..range(1.0, 1000.0, Some(4))
        };
        assert_eq!(
            [0, 1, 2, 3].map(|step| whole_ratios.step(step)),
            ["1", "10", "100", "1000"]
        );
        let whole = Range {
            is_whole: true,
            ..range(9.0, 1.0, Some(3))
        };
        assert_eq!([0, 1, 2].map(|step| whole.step(step)), ["9", "5", "1"]);
        // In a sample each of the nine has a ninth of the way.
        assert_eq!(
            [0.0, 0.12, 0.99, 1.0].map(|share| whole.at(share)),
            ["9", "8", "1", "1"]
        );
    }

    #[test]
    fn a_hypercube_takes_each_part_of_each_range_once() {
        let cube = sweep(Design::LatinHypercube { points: 50 }, 3);
        let points = cube.points(1);
        for key in 0..3 {
            let mut parts: Vec<u32> = (0..50)
                .map(|point| (points.shares(point)[key] * 50.0) as u32)
                .collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..50).collect::<Vec<_>>());
        }
        assert_ne!(points.shares(0), cube.points(2).shares(0));
    }

    #[test]
    fn on_each_way_of_morris_each_key_takes_one_step() {
        let morris = sweep(
            Design::Morris {
                trajectories: 20,
                levels: 4,
            },
            3,
        );
        let points = morris.points(1);
        assert_eq!(points.count(), 80);
        let mut begun = BTreeSet::new();
        for trajectory in 0..20 {
            let mut moved = BTreeSet::new();
            for step in 0..3 {
                let (before, after) = (
                    points.shares(trajectory * 4 + step),
                    points.shares(trajectory * 4 + step + 1),
                );
                let differ: Vec<usize> = (0..3).filter(|&key| before[key] != after[key]).collect();
                assert_eq!(differ.len(), 1);
                assert!(((before[differ[0]] - after[differ[0]]).abs() - 2.0 / 3.0).abs() < 1e-12);
                moved.insert(differ[0]);
            }
            assert_eq!(moved.len(), 3);
            begun.extend(
                points
                    .shares(trajectory * 4)
                    .iter()
                    .map(|share| (share * 3.0).round() as u32),
            );
        }
        assert_eq!(begun.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
    }

    #[test]
    fn between_two_samples_lies_each_key_of_the_other() {
        let saltelli = sweep(Design::Sobol { points: 4 }, 2);
        let points = saltelli.points(1);
        assert_eq!(points.count(), 16);
        for row in 0..4 {
            let [a, with_first, with_second, b] = [0, 1, 2, 3].map(|at| points.shares(row * 4 + at));
            assert_eq!(with_first, [b[0], a[1]]);
            assert_eq!(with_second, [a[0], b[1]]);
            assert!(a[0] != b[0] && a[1] != b[1]);
        }
    }

    #[test]
    fn a_task_goes_by_its_name() {
        let task = Task {
            point: 12,
            replicate: 1,
        };
        assert_eq!(task.id(), "0012-01");
        assert_eq!(Task::named("0012-01"), Some(task));
        assert_eq!(
            Task::named("12345-100").map(Task::id).as_deref(),
            Some("12345-100")
        );
        for other in ["12-1", "0012-1", "0012", "0012-01-01", "+012-01", "", "-"] {
            assert_eq!(Task::named(other), None, "{other}");
        }
    }
}

//! Ruins: noise that is taken from a building cut into cells, and the rubble of what it took.
//!
//! The building is an envelope. Each cell whose middle lies inside is there or not; noise takes some, more towards the top, what then
//! stands on nothing falls as well, and what has fallen lies as rubble around its place. Out come boxes for growth to climb.
//!
//! # Source
//! "I will use some sort of noise and subtract it from the voxelized architecture. This same value can be used to add rubble on the
//! ground": Miguel Cepero, "Space Colonization", Procedural World (2011), in the comments.

mod blocks;
mod cells;
mod noise;
mod rubble;

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Real, Whole};
use understory_keys::{Checked, Interval, OutOfRange, ValueKind, key, parameters, real, whole};
use understory_numerics::RandomKey;

use crate::cloud::Envelope;
use crate::cloud::envelope::envelope;
use crate::colonization::Obstacle;
use crate::ranges::{COUNT, LENGTH, SHARE};
use crate::ruin::cells::place_of;
use crate::ruin::noise::Noise;
use crate::ruin::rubble::Heaps;
use crate::vector::Vector;

pub use crate::ruin::cells::Fallen;

/// So many cells are cut and settled in about a second.
const MOST_CELLS: f64 = 1e6;
/// Growth asks every box whether it is in the way.
const MOST_BOXES: usize = 20_000;
/// Heaps are relaxed by pairs of columns: steeper ones than this stand as walls do.
const REPOSE_DEG: Interval = Interval::from(1.0, 80.0);

parameters! {
    /// A building that noise has made a ruin of.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Ruin {
        /// The building before: its walls and roofs. A `difference` leaves rooms, doors and windows free.
        pub building: Envelope = envelope("{ shape = \"difference\", … }"),
        /// Edge of the cells that it is cut into.
        pub cell_m: f64 = real(LENGTH, "m", "0.25"),
        /// From crest to crest of the noise, about: as long are gaps and what stands between them.
        pub noise_m: f64 = real(LENGTH, "m", "3.0"),
        /// Share of the building that the noise takes, at its foot and at its top; even between them.
        pub taken: [f64; 2] = key(ValueKind::RealPair(SHARE), "", "[0.1, 0.8]"),
        /// Share of what has fallen that lies as rubble; the rest was carried off.
        #[serde(default = "half")]
        pub rubble: f64 = real(SHARE, "", "0.5").default(Real(0.5)),
        /// How far aside a stone comes to lie at most, as a share of the height it fell from.
        #[serde(default = "third")]
        pub spread: f64 = real(Interval::from(0.0, 2.0), "", "0.3").default(Real(0.3)),
        /// Steepest slope at which rubble lies.
        #[serde(default = "repose_deg")]
        pub repose_deg: f64 = real(REPOSE_DEG, "°", "35.0").default(Real(35.0)),
        /// What the noise is drawn from. The world's seed does not change the ruin: many trees may climb the same one.
        #[serde(default = "one")]
        pub seed: u32 = whole(0, COUNT, "", "1").default(Whole(1)),
    }
}

fn half() -> f64 {
    0.5
}

fn third() -> f64 {
    0.3
}

fn repose_deg() -> f64 {
    35.0
}

fn one() -> u32 {
    1
}

impl Ruin {
    /// What stands and what lies, as boxes along the axes.
    ///
    /// # Errors
    /// [`OutOfRange`] for a number out of its range, for cells that are too many or too large for the building, for a ruin of
    /// which nothing is left, and for one in too many pieces.
    pub fn boxes(&self) -> Result<Vec<Obstacle>, OutOfRange> {
        let fallen = self.fallen()?;
        let boxes = blocks::of(&fallen);
        let problem = match boxes.len() {
            0 => "leaves nothing of the building, neither walls nor rubble".to_owned(),
            many if many > MOST_BOXES => {
                let cell_m = self.cell_m;
                let problem =
                    format!("is {cell_m}, and the ruin {many} boxes, but may be {MOST_BOXES} at most");
                return Err(OutOfRange::beside("cell_m", problem, "give larger cells"));
            }
            _ => return Ok(boxes),
        };
        Err(OutOfRange::beside("taken", problem, "let the noise take less"))
    }

    /// What the noise leaves, cell by cell.
    ///
    /// # Errors
    /// [`OutOfRange`] for a number out of its range and for cells that are too many or too large for the building.
    pub fn fallen(&self) -> Result<Fallen, OutOfRange> {
        self.in_range()?;
        let key = RandomKey::root(u64::from(self.seed), &["ruin"]);
        let (low_m, cells, first_inside) = self.grid()?;
        let middle = |cell: [usize; 3]| -> Vector {
            std::array::from_fn(|axis| low_m[axis] + (cell[axis] as f64 + 0.5) * self.cell_m)
        };
        let count = cells.iter().product();
        let mut stands: Vec<bool> = (0..count)
            .map(|number| self.building.contains(middle(place_of(number, cells))))
            .collect();
        let mut built: Vec<usize> = (0..count).filter(|&number| stands[number]).collect();
        if built.is_empty() {
            let problem = format!(
                "is {}, but no cell of that size has its middle in the building",
                self.cell_m
            );
            return Err(OutOfRange::beside(
                "cell_m",
                problem,
                "give smaller cells or thicker walls",
            ));
        }
        let noise = Noise::over(low_m, cells, self.cell_m, self.noise_m, key);
        let value: Vec<f64> = built
            .iter()
            .map(|&number| noise.at(middle(place_of(number, cells))))
            .collect();
        // Ranked, so that a share is one whatever values the noise has.
        let mut by_value: Vec<usize> = (0..built.len()).collect();
        by_value.sort_by(|&a, &b| value[a].total_cmp(&value[b]).then(a.cmp(&b)));
        let top = (cells[2].max(2) - 1) as f64;
        for (rank, &one) in by_value.iter().enumerate() {
            let share = (rank as f64 + 0.5) / built.len() as f64;
            let up = place_of(built[one], cells)[2] as f64 / top;
            let taken = self.taken[0] + (self.taken[1] - self.taken[0]) * up;
            stands[built[one]] = share > taken;
        }
        let_fall(&mut stands, cells);
        built.retain(|&number| !stands[number]);
        let mut heaps = Heaps::on(&stands, cells, self.cell_m, first_inside);
        heaps.drop_from(&built, (self.rubble, self.spread), key);
        heaps.settle(self.repose_deg);
        Ok(Fallen {
            low_m,
            cell_m: self.cell_m,
            cells,
            stands,
            fallen: built,
            rubble_m: heaps.rubble_m,
            floor_m: heaps.floor_m,
        })
    }

    /// Lower corner and number of cells of the room that building and rubble take, and the column over the origin.
    fn grid(&self) -> Result<(Vector, [usize; 3], Option<usize>), OutOfRange> {
        let no_volume = || {
            OutOfRange::beside(
                "building",
                "has no volume".to_owned(),
                "give walls, e.g. a `union` of boxes",
            )
        };
        let [low_m, high_m] = self.building.bounds_m().ok_or_else(no_volume)?;
        let height_m = high_m[2] - low_m[2];
        // Where rubble lies at most, and one slope of the highest heap there can be.
        let aside = (self.spread * height_m / self.cell_m).ceil() + (height_m / self.cell_m).ceil();
        let along: [f64; 3] = std::array::from_fn(|axis| {
            let of_building = ((high_m[axis] - low_m[axis]) / self.cell_m - 1e-9)
                .ceil()
                .max(1.0);
            of_building + if axis < 2 { 2.0 * aside } else { 0.0 }
        });
        let count = along[0] * along[1] * along[2];
        if count > MOST_CELLS {
            let problem = format!(
                "is {}, which cuts building and ground around it into {count:.0} cells, but {MOST_CELLS} are the most",
                self.cell_m
            );
            return Err(OutOfRange::beside("cell_m", problem, "give larger cells"));
        }
        let aside_m = aside * self.cell_m;
        let low_m = [low_m[0] - aside_m, low_m[1] - aside_m, low_m[2]];
        let cells = along.map(|cells| cells as usize);
        let base: [f64; 2] = std::array::from_fn(|axis| (-low_m[axis] / self.cell_m).floor());
        let holds = |axis: usize| base[axis] >= 0.0 && base[axis] < along[axis];
        let at_base = (holds(0) && holds(1)).then(|| base[1] as usize * cells[0] + base[0] as usize);
        Ok((low_m, cells, at_base))
    }
}

/// What is not joined through faces with a cell at the foot falls.
fn let_fall(stands: &mut [bool], cells: [usize; 3]) {
    let level = cells[0] * cells[1];
    let mut is_held = vec![false; stands.len()];
    let mut open: Vec<usize> = (0..level).filter(|&number| stands[number]).collect();
    for &number in &open {
        is_held[number] = true;
    }
    while let Some(number) = open.pop() {
        let place = place_of(number, cells);
        for (axis, step) in [1, cells[0], level].into_iter().enumerate() {
            let below = (place[axis] > 0).then(|| number - step);
            let above = (place[axis] + 1 < cells[axis]).then(|| number + step);
            for next in [below, above].into_iter().flatten() {
                if stands[next] && !is_held[next] {
                    is_held[next] = true;
                    open.push(next);
                }
            }
        }
    }
    stands.copy_from_slice(&is_held);
}

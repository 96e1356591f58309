//! Free space: one marker in every cell of a grid without end, drawn from the cell's own coordinates.
//!
//! Cells lie in blocks that come into being when a bud looks there. A marker is taken once a metamer grows within its
//! reach; until then it belongs, each year anew, to the nearest of the buds that see it.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::vector::{Vector, distance_squared, whole_below};

/// Cells along the edge of a block: a row of them has its free ones in one byte.
const EDGE: i32 = 8;
const ROWS: usize = (EDGE * EDGE) as usize;
/// Cosine and sine of half the angle of the cone that a bud sees: 45°.
const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// What a bud sees: 45° around its heading, up to a distance.
struct Cone {
    tip_m: [f32; 3],
    heading: [f32; 3],
    squared_m2: f32,
}

impl Cone {
    /// Squared distances to the markers of a row, m², and a bit for each within the cone.
    fn of(&self, [x, y, z]: &[[f32; EDGE as usize]; 3]) -> ([f32; EDGE as usize], u8) {
        let (mut squares_m2, mut is_seen) = ([0.0; EDGE as usize], [false; EDGE as usize]);
        for marker in 0..EDGE as usize {
            let off = [
                x[marker] - self.tip_m[0],
                y[marker] - self.tip_m[1],
                z[marker] - self.tip_m[2],
            ];
            let distance_m2 = off[0] * off[0] + off[1] * off[1] + off[2] * off[2];
            let ahead = off[0] * self.heading[0] + off[1] * self.heading[1] + off[2] * self.heading[2];
            squares_m2[marker] = distance_m2;
            is_seen[marker] =
                (distance_m2 <= self.squared_m2) & (ahead > 0.0) & (ahead * ahead >= 0.5 * distance_m2);
        }
        let bits = (0..).zip(is_seen).map(|(bit, is_seen)| u8::from(is_seen) << bit);
        (squares_m2, bits.fold(0, |all, bit| all | bit))
    }
}

/// Markers, and who sees them.
pub(crate) struct Markers {
    key: RandomKey,
    cell_m: f64,
    sight_m: f64,
    table: Vec<(i64, u32)>,
    blocks: u32,
    /// The block that was asked for last: its name and number.
    last: (i64, u32),
    /// For each row of cells along x where its markers are, by coordinate.
    place: Vec<[[f32; EDGE as usize]; 3]>,
    /// For each row of cells along x a bit for each that is free.
    free: Vec<u8>,
    /// The nearest bud that sees it: squared distance and row, in the year of `seen_in`.
    nearest: Vec<(f32, u32)>,
    seen_in: Vec<u16>,
    year: u16,
    /// Bud and marker of every sight of the year.
    sights: Vec<(u32, u32)>,
}

impl Markers {
    /// Markers `cell_m` apart on average that are seen from up to `sight_m` away.
    pub(crate) fn new(key: RandomKey, cell_m: f64, sight_m: f64) -> Self {
        Self {
            key,
            cell_m,
            sight_m,
            table: vec![(i64::MIN, 0); 64],
            blocks: 0,
            last: (i64::MIN, 0),
            place: Vec::new(),
            free: Vec::new(),
            nearest: Vec::new(),
            seen_in: Vec::new(),
            year: 0,
            sights: Vec::new(),
        }
    }

    /// Forgets who saw what.
    pub(crate) fn begin(&mut self, year: u16) {
        self.year = year;
        self.sights.clear();
    }

    /// A bud looks around: every free marker in its cone goes to it if no bud before it is nearer.
    pub(crate) fn look(
        &mut self,
        row: u32,
        from: Vector,
        heading: [f32; 3],
        is_open: impl Fn([f32; 3]) -> bool,
    ) {
        // Single numbers, a row at a time: most of a tree's time goes here.
        let cone = Cone {
            tip_m: from.map(|along| along as f32),
            heading,
            squared_m2: (self.sight_m * self.sight_m) as f32,
        };
        let (mut low, mut high) = ([0; 3], [0; 3]);
        for axis in 0..3 {
            let cos = f64::from(heading[axis]);
            let sin = (1.0 - cos * cos).max(0.0).sqrt();
            // The farthest that any direction of the cone leads along the axis, forward and backward.
            let forward = if cos > HALF {
                1.0
            } else {
                (HALF * (cos + sin)).max(0.0)
            };
            let backward = if cos < -HALF {
                1.0
            } else {
                (HALF * (sin - cos)).max(0.0)
            };
            low[axis] = self.cell_of(from[axis] - self.sight_m * backward);
            high[axis] = self.cell_of(from[axis] + self.sight_m * forward);
        }
        self.for_each_row(low, high, |markers, row_of_cells, within| {
            let free = markers.free[row_of_cells] & within;
            if free == 0 {
                return;
            }
            let (squares_m2, sees) = cone.of(&markers.place[row_of_cells]);
            let mut seen = free & sees;
            while seen != 0 {
                let bit = seen.trailing_zeros() as usize;
                seen &= seen - 1;
                let cell = row_of_cells * EDGE as usize + bit;
                if !is_open(markers.place_of(cell)) {
                    continue;
                }
                markers.sights.push((row, cell as u32));
                let distance_m2 = squares_m2[bit];
                if markers.seen_in[cell] != markers.year || distance_m2 < markers.nearest[cell].0 {
                    markers.seen_in[cell] = markers.year;
                    markers.nearest[cell] = (distance_m2, row);
                }
            }
        });
    }

    fn place_of(&self, cell: usize) -> [f32; 3] {
        self.place[cell / EDGE as usize].map(|along| along[cell % EDGE as usize])
    }

    /// Bud and place of each marker that belongs to a bud, in the order in which buds looked.
    pub(crate) fn owned(&self) -> impl Iterator<Item = (u32, Vector)> + '_ {
        let is_owner = |&&(row, cell): &&(u32, u32)| self.nearest[cell as usize].1 == row;
        let sights = self.sights.iter().filter(is_owner);
        sights.map(|&(row, cell)| (row, self.place_of(cell as usize).map(f64::from)))
    }

    /// Takes all markers within `reach_m` of a place.
    pub(crate) fn take(&mut self, place: Vector, reach_m: f64) {
        self.set(place, reach_m, true);
    }

    /// Frees all markers within `reach_m` of a place.
    pub(crate) fn release(&mut self, place: Vector, reach_m: f64) {
        self.set(place, reach_m, false);
    }

    fn set(&mut self, place: Vector, reach_m: f64, is_taken: bool) {
        let low = place.map(|along| self.cell_of(along - reach_m));
        let high = place.map(|along| self.cell_of(along + reach_m));
        self.for_each_row(low, high, |markers, row, within| {
            for bit in (0..EDGE as usize).filter(|bit| within >> bit & 1 == 1) {
                let place_m = markers.place_of(row * EDGE as usize + bit).map(f64::from);
                if distance_squared(place_m, place) > reach_m * reach_m {
                    continue;
                }
                if is_taken {
                    markers.free[row] &= !(1 << bit);
                } else {
                    markers.free[row] |= 1 << bit;
                }
            }
        });
    }

    fn cell_of(&self, along_m: f64) -> i32 {
        whole_below(along_m / self.cell_m)
    }

    /// Each row of cells along x that a box of cells meets, with a bit for each cell within.
    fn for_each_row(&mut self, low: [i32; 3], high: [i32; 3], mut act: impl FnMut(&mut Self, usize, u8)) {
        let [block_low, block_high] = [low, high].map(|cell| cell.map(|along| along.div_euclid(EDGE)));
        for z in block_low[2]..=block_high[2] {
            for y in block_low[1]..=block_high[1] {
                for x in block_low[0]..=block_high[0] {
                    let block = [x, y, z];
                    let first = self.block(block) as usize * ROWS;
                    let from: [i32; 3] = std::array::from_fn(|axis| (low[axis] - block[axis] * EDGE).max(0));
                    let to: [i32; 3] =
                        std::array::from_fn(|axis| (high[axis] - block[axis] * EDGE).min(EDGE - 1));
                    let within = (0xff_u8 << from[0]) & (0xff_u8 >> (EDGE - 1 - to[0]));
                    for k in from[2]..=to[2] {
                        for j in from[1]..=to[1] {
                            act(self, first + (k * EDGE + j) as usize, within);
                        }
                    }
                }
            }
        }
    }

    /// Number of the block at these coordinates, made if it is new.
    fn block(&mut self, block: [i32; 3]) -> u32 {
        let name = block
            .iter()
            .fold(0_i64, |name, &along| name << 21 | i64::from(along) & 0x1f_ffff);
        if self.last.0 == name {
            return self.last.1;
        }
        let mut slot = self.slot_of(name);
        if self.table[slot].0 == name {
            self.last = self.table[slot];
            return self.last.1;
        }
        if (self.blocks as usize + 1) * 2 > self.table.len() {
            let larger = vec![(i64::MIN, 0); self.table.len() * 2];
            for entry in std::mem::replace(&mut self.table, larger) {
                if entry.0 != i64::MIN {
                    let slot = self.slot_of(entry.0);
                    self.table[slot] = entry;
                }
            }
            slot = self.slot_of(name);
        }
        self.table[slot] = (name, self.blocks);
        self.fill(block);
        self.blocks += 1;
        self.blocks - 1
    }

    fn slot_of(&self, name: i64) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = ((name as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.table[slot].0 != i64::MIN && self.table[slot].0 != name {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn fill(&mut self, block: [i32; 3]) {
        // Coordinates as bits, so that a place does not depend on when its block was made.
        let key = self
            .key
            .child(block[0] as u32 & 0xff_ffff, Purpose::Attraction, block[1] as u32)
            .child(0, Purpose::Attraction, block[2] as u32);
        for row in 0..ROWS as i32 {
            let mut places_m = [[0.0; EDGE as usize]; 3];
            for x in 0..EDGE {
                let draws = key.draws(0, Purpose::Attraction, (row * EDGE + x) as u32);
                let within = [x, row % EDGE, row / EDGE];
                for axis in 0..3 {
                    let along = f64::from(block[axis] * EDGE + within[axis]) + unit_from_u32(draws[axis]);
                    places_m[axis][x as usize] = (along * self.cell_m) as f32;
                }
            }
            self.place.push(places_m);
        }
        let cells = self.place.len() * EDGE as usize;
        self.free.resize(self.place.len(), 0xff);
        self.nearest.resize(cells, (0.0, 0));
        self.seen_in.resize(cells, 0);
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::sample::unit_from_u32;

    use super::*;
    use crate::vector::{angle_deg, direction, distance, sub};

    const CELL_M: f64 = 0.3;
    const SIGHT_M: f64 = 0.8;

    fn markers() -> Markers {
        Markers::new(RandomKey::root(1, &["markers"]), CELL_M, SIGHT_M)
    }

    /// Buds at both sides of the borders of blocks, looking everywhere.
    fn buds() -> Vec<(Vector, Vector)> {
        let bud = |number| {
            let draws = RandomKey::root(2, &["buds"])
                .draws(0, Purpose::Bud, number)
                .map(unit_from_u32);
            let more = RandomKey::root(2, &["buds"])
                .draws(1, Purpose::Bud, number)
                .map(unit_from_u32);
            let place = [0, 1, 2].map(|axis| 3.0 * draws[axis] - 1.5);
            let heading = direction([0, 1, 2].map(|axis| more[axis] - 0.5)).unwrap();
            (place, heading)
        };
        (0..60).map(bud).collect()
    }

    /// All markers near the buds, taken or not.
    fn all(markers: &mut Markers) -> Vec<[f32; 3]> {
        markers.for_each_row([-10; 3], [10; 3], |_, _, _| {});
        (0..markers.place.len() * EDGE as usize)
            .map(|cell| markers.place_of(cell))
            .collect()
    }

    #[test]
    fn each_marker_goes_to_the_nearest_bud_that_sees_it() {
        let mut markers = markers();
        let places = all(&mut markers);
        let (taken, reach_m) = ([0.2, 0.1, -0.3], 0.6);
        markers.take(taken, reach_m);
        markers.begin(1);
        for (row, (place, heading)) in (0..).zip(buds()) {
            markers.look(row, place, heading.map(|along| along as f32), |_| true);
        }
        let mut found: Vec<(u32, Vector)> = markers.owned().collect();
        let mut expected = Vec::new();
        for place in places.iter().map(|place| place.map(f64::from)) {
            if distance(place, taken) <= reach_m {
                continue;
            }
            let sees = |(bud, heading): &(Vector, Vector)| {
                distance(*bud, place) <= SIGHT_M && angle_deg(sub(place, *bud), *heading) <= 45.0
            };
            let seeing = (0_u32..).zip(buds()).filter(|(_, bud)| sees(bud));
            let nearest =
                seeing.min_by(|(_, a), (_, b)| distance(a.0, place).total_cmp(&distance(b.0, place)));
            expected.extend(nearest.map(|(row, _)| (row, place)));
        }
        let order = |a: &(u32, Vector), b: &(u32, Vector)| a.partial_cmp(b).unwrap();
        found.sort_by(order);
        expected.sort_by(order);
        assert!(expected.len() > 100);
        assert_eq!(found, expected);
    }

    #[test]
    fn markers_stand_where_they_stand_whoever_looks_first() {
        let (mut one, mut other) = (markers(), markers());
        one.begin(1);
        one.look(0, [5.0, 5.0, 5.0], [0.0, 0.0, 1.0], |_| true);
        let sorted = |mut places: Vec<[f32; 3]>| {
            places.retain(|place| place.iter().all(|along| along.abs() < 2.0));
            places.sort_by(|a, b| a.partial_cmp(b).unwrap());
            places
        };
        assert_eq!(sorted(all(&mut one)), sorted(all(&mut other)));
    }

    #[test]
    fn what_falls_gives_its_space_back() {
        let mut markers = markers();
        let count = |markers: &mut Markers| {
            markers.begin(1);
            markers.look(0, [0.0; 3], [1.0, 0.0, 0.0], |_| true);
            markers.owned().count()
        };
        let free = count(&mut markers);
        markers.take([0.4, 0.0, 0.0], 0.5);
        assert!(count(&mut markers) < free);
        markers.release([0.4, 0.0, 0.0], 0.5);
        assert_eq!(count(&mut markers), free);
    }
}

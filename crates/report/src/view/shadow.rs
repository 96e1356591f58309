//! What lies in the shadow of something else: a grid of what is nearest to the sun.

use understory_numerics::parallel::{Rooms, chunks};

use crate::tree::view::Axes;
use crate::view::sight::{Seen, Sight};
use crate::view::strew::{Scratch, Strewn, strip};

/// Samples along the longer side of a grid at most.
const GRID: f64 = 3072.0;
/// No finer samples than this are asked for, m.
const FINEST_M: f64 = 0.04;
/// What lies no deeper behind the nearest than so many samples is part of it.
const THICK: f32 = 1.6;

/// How far away from the sun what is nearest to it lies.
pub(super) struct Shadow {
    sight: Sight,
    nearest: Vec<f32>,
    size: [usize; 2],
    thick_m: f32,
}

impl Shadow {
    /// Of all that lies within so many metres of a place, seen from the sun; `None` where nothing does.
    pub(super) fn around(strewn: &Strewn<'_>, middle_m: [f64; 3], reach_m: f64) -> Option<Self> {
        let mut sight = Sight {
            axes: Axes::looking_from(strewn.sun),
            from_m: middle_m,
            samples: 1.0,
            middle: [0.0; 2],
            is_parallel: true,
        };
        // To the left, to the right, down and up.
        let mut is_any_near = false;
        let mut ends = [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY];
        for instance in &strewn.scene.instances {
            let Some(radius_m) = strewn.ball(instance).map(f64::from) else {
                continue;
            };
            let [across_m, up_m, away_m] = sight.seen(instance.place_m).map(f64::from);
            let distance_m = (across_m * across_m + up_m * up_m + away_m * away_m).sqrt();
            is_any_near |= distance_m - radius_m <= reach_m;
            ends = [
                ends[0].min(across_m - radius_m),
                ends[1].max(across_m + radius_m),
                ends[2].min(up_m - radius_m),
                ends[3].max(up_m + radius_m),
            ];
        }
        let [left_m, right_m, low_m, high_m] = ends.map(|end_m| end_m.clamp(-reach_m, reach_m));
        let longest_m = (right_m - left_m).max(high_m - low_m);
        if !is_any_near || longest_m.is_nan() || longest_m <= 0.0 {
            return None;
        }
        let samples = (GRID / longest_m).min(1.0 / FINEST_M);
        sight.samples = samples;
        sight.middle = [-left_m * samples, high_m * samples];
        let size = [right_m - left_m, high_m - low_m].map(|side_m| (side_m * samples).ceil() as usize + 1);
        let mut nearest = vec![f32::INFINITY; size[0] * size[1]];
        let rows = strip(size[1]);
        let strips = strewn.strips(&sight, size, rows);
        let rooms = Rooms::default();
        chunks(&mut nearest, size[0] * rows, &|first, nearest| {
            let top = first / size[0];
            let here = top..top + nearest.len() / size[0];
            rooms.lend(|scratch: &mut Scratch| {
                for &number in &strips[top / rows] {
                    strewn.draw(number, &sight, here.clone(), nearest, scratch, None);
                }
            });
        });
        Some(Self {
            sight,
            nearest,
            size,
            thick_m: THICK / samples as f32,
        })
    }

    /// From what another sight sees to what the sun sees: a turn, and what is added.
    pub(super) fn from(&self, other: &Sight) -> ([[f32; 3]; 3], Seen) {
        let turn = self.sight.axes.0.map(|own| {
            other
                .axes
                .0
                .map(|axis| (0..3).map(|along| own[along] * axis[along]).sum::<f64>() as f32)
        });
        (turn, self.sight.seen(other.from_m))
    }

    /// The share of the sun's light that comes to a place as the sun sees it; `None` beyond the grid.
    pub(super) fn sunlit(&self, seen: Seen) -> Option<f32> {
        let [x, y, away_m] = self.sight.corner(seen);
        let (x, y) = (x - 0.5, y - 0.5);
        let [width, height] = self.size;
        if !(x >= 0.0 && y >= 0.0 && x < (width - 1) as f32 && y < (height - 1) as f32) {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        let (right, down) = (x - column as f32, y - row as f32);
        let is_lit = |at: usize| f32::from(u8::from(away_m <= self.nearest[at] + self.thick_m));
        let corner = row * width + column;
        let above = is_lit(corner) * (1.0 - right) + is_lit(corner + 1) * right;
        let below = is_lit(corner + width) * (1.0 - right) + is_lit(corner + width + 1) * right;
        Some(above * (1.0 - down) + below * down)
    }
}

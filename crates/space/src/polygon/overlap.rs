//! The area that a polygon has in common with itself moved aside, with its derivatives.
//!
//! No outline of the common part is sought: sums over pairs of edges are enough, and no rounding can break them.

use super::ring::minus;
use super::tree::{Chain, halves};

/// The area that a window has in common with itself moved by a shift *t*, as it changes with the shift.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NearShift {
    /// γ, m².
    pub area_m2: f64,
    /// ∂γ/∂*t*ₓ and ∂γ/∂*t*ᵧ, m.
    pub slope_m: [f64; 2],
    /// ∂²γ/∂*t*ₓ², ∂²γ/∂*t*ₓ∂*t*ᵧ, ∂²γ/∂*t*ᵧ², no unit.
    pub bend: [f64; 3],
    /// Pairs of edges that were held against each other for it: what it takes.
    pub pairs: u64,
}

impl NearShift {
    /// The polynomial `by_m` away from the shift, m².
    #[must_use]
    #[inline]
    pub fn area_away_m2(&self, by_m: [f64; 2]) -> f64 {
        let [x_m, y_m] = by_m;
        let [xx, xy, yy] = self.bend;
        self.area_m2
            + x_m * (self.slope_m[0] + 0.5 * xx * x_m + xy * y_m)
            + y_m * (self.slope_m[1] + 0.5 * yy * y_m)
    }
}

/// Edges from which on those that lie one above the other are taken together, chain by chain.
const MANY: usize = 4096;

/// The edges of a window, from left to right without upright ones, or in their order with the chains that they are in.
///
/// What lies in the window is what lies below its upper edges and not below its lower ones. So the common area is
/// the sum over pairs of edges, one of them moved, of the area below both, with signs. From which level "below" is
/// counted does not matter, since above every place as many edges go one way as the other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Overlaps {
    edges: Vec<Slope>,
    /// Length of the widest along x, m.
    widest_m: f64,
    /// In m from the middle of the window. None where edges are not many.
    chains: Vec<Chain>,
    /// Over the edges of each chain: of their signs times the area below, m², and times their lengths along x, m.
    sums: Vec<[f64; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Slope {
    /// Ends along x, m from the middle of the window.
    left_m: f64,
    right_m: f64,
    /// At the left end.
    height_m: f64,
    rise: f64,
    /// 1 where the window lies below, −1 where it lies above, 0 of an upright edge.
    sign: f64,
}

impl Slope {
    fn new([a, b]: [[f64; 2]; 2]) -> Self {
        // The window lies on the left: below an edge that goes to the left.
        let (left, right, sign) = if a[0] < b[0] { (a, b, -1.0) } else { (b, a, 1.0) };
        let [along_m, up_m] = minus(right, left);
        let is_upright = along_m <= 0.0;
        Self {
            left_m: left[0],
            right_m: right[0],
            height_m: left[1],
            rise: if is_upright { 0.0 } else { up_m / along_m },
            sign: if is_upright { 0.0 } else { sign },
        }
    }

    /// A level edge that stands for a chain seen from below: wherever the chain goes to and fro, its ends decide.
    fn level(chain: &Chain) -> Self {
        Self::new(chain.ends_m.map(|end_m| [end_m[0], chain.low_m[1]]))
    }
}

/// A number that changes with the shift along a plane: value, ∂/∂*t*ₓ, ∂/∂*t*ᵧ.
type Plane = [f64; 3];

fn plus<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

fn times<const N: usize>(a: [f64; N], by: f64) -> [f64; N] {
    a.map(|part| part * by)
}

impl Overlaps {
    pub(super) fn new(edges: &[[[f64; 2]; 2]], chains: &[Chain]) -> Self {
        let Chain { low_m, high_m, .. } = chains[0];
        let middle_m = [0, 1].map(|axis| 0.5 * (low_m[axis] + high_m[axis]));
        let slope = |edge: &[[f64; 2]; 2]| Slope::new(edge.map(|end_m| minus(end_m, middle_m)));
        let mut edges: Vec<Slope> = edges.iter().map(slope).collect();
        let (mut seen, mut sums) = (Vec::new(), Vec::new());
        if edges.len() > MANY {
            seen.extend(chains.iter().map(|chain| chain.seen_from(middle_m)));
            sums = sums_of(chains, &edges);
        } else {
            edges.retain(|edge| edge.sign != 0.0);
            edges.sort_by(|a, b| a.left_m.total_cmp(&b.left_m));
        }
        let width_m = |edge: &Slope| edge.right_m - edge.left_m;
        Self {
            widest_m: edges.iter().map(width_m).fold(0.0, f64::max),
            edges,
            chains: seen,
            sums,
        }
    }

    /// The common area with its derivatives.
    pub(super) fn at(&self, shift_m: [f64; 2]) -> NearShift {
        let mut sum = NearShift::default();
        if self.chains.is_empty() {
            self.each_pair(shift_m, |still, moved| {
                add_where_both(&mut sum, still, moved, shift_m)
            });
        } else {
            self.meet(&mut sum, [0, 0], shift_m);
        }
        sum
    }

    /// The common area alone, m².
    pub(super) fn area_m2(&self, shift_m: [f64; 2]) -> f64 {
        if !self.chains.is_empty() {
            return self.at(shift_m).area_m2;
        }
        let mut sum_m2 = 0.0;
        self.each_pair(shift_m, |still, moved| {
            sum_m2 += below_both_m2(still, moved, shift_m)
        });
        sum_m2
    }

    /// The edges that stand above each other somewhere, the second moved.
    #[inline(always)]
    fn each_pair(&self, shift_m: [f64; 2], mut meet: impl FnMut(&Slope, &Slope)) {
        for still in &self.edges {
            let first_m = still.left_m - shift_m[0] - self.widest_m;
            let first = self.edges.partition_point(|moved| moved.left_m < first_m);
            for moved in &self.edges[first..] {
                if moved.left_m + shift_m[0] >= still.right_m {
                    break;
                }
                if moved.right_m + shift_m[0] > still.left_m {
                    meet(still, moved);
                }
            }
        }
    }

    /// Adds what lies below both of all edges of one chain and of another, which is moved. Where one lies above the other all
    /// along, the lower one is held against a level that stands for the upper one.
    fn meet(&self, sum: &mut NearShift, [still, moved]: [usize; 2], shift_m: [f64; 2]) {
        let (a, b) = (&self.chains[still], &self.chains[moved]);
        let [x_m, y_m] = shift_m;
        if a.high_m[0] <= b.low_m[0] + x_m || b.high_m[0] + x_m <= a.low_m[0] {
            return;
        }
        if a.high_m[1] <= b.low_m[1] + y_m {
            return self.add_below(sum, still, &Slope::level(b), false, shift_m);
        }
        if b.high_m[1] + y_m <= a.low_m[1] {
            return self.add_below(sum, moved, &Slope::level(a), true, shift_m);
        }
        let size_m = |chain: &Chain| chain.high_m[0] - chain.low_m[0] + chain.high_m[1] - chain.low_m[1];
        if let (Some(of_still), Some(of_moved)) = (a.edges(), b.edges()) {
            for still in &self.edges[of_still] {
                for moved in &self.edges[of_moved.clone()] {
                    add_where_both(sum, still, moved, shift_m);
                }
            }
        } else if b.edges().is_some() || (a.edges().is_none() && size_m(a) >= size_m(b)) {
            for half in halves(&self.chains, still) {
                self.meet(sum, [half, moved], shift_m);
            }
        } else {
            for half in halves(&self.chains, moved) {
                self.meet(sum, [still, half], shift_m);
            }
        }
    }

    /// Adds what lies below a chain as far as a level goes along above it. One of the two is moved.
    fn add_below(&self, sum: &mut NearShift, own: usize, level: &Slope, is_moved: bool, shift_m: [f64; 2]) {
        let chain = &self.chains[own];
        let by_m = if is_moved { shift_m[0] } else { -shift_m[0] };
        let [low_m, high_m] = [chain.low_m, chain.high_m].map(|end_m| end_m[0] + by_m);
        if high_m <= level.left_m || level.right_m <= low_m || level.sign == 0.0 {
            return;
        }
        if level.left_m <= low_m && high_m <= level.right_m {
            let [below_m2, along_m] = times(self.sums[own], level.sign);
            sum.area_m2 += below_m2;
            if is_moved {
                sum.area_m2 += along_m * shift_m[1];
                sum.slope_m[1] += along_m;
            }
        } else if let Some(edges) = chain.edges() {
            for edge in &self.edges[edges] {
                let (still, moved) = if is_moved { (level, edge) } else { (edge, level) };
                add_where_both(sum, still, moved, shift_m);
            }
        } else {
            for half in halves(&self.chains, own) {
                self.add_below(sum, half, level, is_moved, shift_m);
            }
        }
    }
}

/// [`Overlaps::sums`] of these chains.
fn sums_of(chains: &[Chain], edges: &[Slope]) -> Vec<[f64; 2]> {
    let of_edge = |edge: &Slope| {
        let width_m = edge.right_m - edge.left_m;
        let along_m = edge.sign * width_m;
        [along_m * (edge.height_m + 0.5 * edge.rise * width_m), along_m]
    };
    let mut sums = vec![[0.0; 2]; chains.len()];
    // What a chain is cut into comes after it.
    for (own, chain) in chains.iter().enumerate().rev() {
        sums[own] = match chain.edges() {
            Some(range) => edges[range].iter().map(of_edge).fold([0.0; 2], plus),
            None => plus(sums[own + 1], sums[chains[own + 1].after]),
        };
    }
    sums
}

/// The area below two edges, of which `moved` is moved, with its sign, m².
#[inline(always)]
fn below_both_m2(still: &Slope, moved: &Slope, shift_m: [f64; 2]) -> f64 {
    let left_m = still.left_m.max(moved.left_m + shift_m[0]);
    let right_m = still.right_m.min(moved.right_m + shift_m[0]);
    let of_still = |x_m: f64| still.height_m + still.rise * (x_m - still.left_m);
    let of_moved = |x_m: f64| moved.height_m + shift_m[1] + moved.rise * (x_m - shift_m[0] - moved.left_m);
    let (still_left, still_right) = (of_still(left_m), of_still(right_m));
    let (moved_left, moved_right) = (of_moved(left_m), of_moved(right_m));
    let (over_left, over_right) = (still_left - moved_left, still_right - moved_right);
    let width_m = right_m - left_m;
    let (left, right) = (still_left.min(moved_left), still_right.min(moved_right));
    let doubled_m2 = if (over_left < 0.0) == (over_right < 0.0) || over_left == 0.0 || over_right == 0.0 {
        width_m * (left + right)
    } else {
        // Below the lower ones at both ends, and less where these cross.
        let share = over_left / (over_left - over_right);
        let middle = still_left + share * (still_right - still_left);
        width_m * (share * (left + middle) + (1.0 - share) * (middle + right))
    };
    0.5 * still.sign * moved.sign * doubled_m2
}

/// Adds the area below two edges, of which `moved` is moved, where both are.
#[inline(always)]
fn add_where_both(sum: &mut NearShift, still: &Slope, moved: &Slope, shift_m: [f64; 2]) {
    sum.pairs += 1;
    let is_both = moved.left_m + shift_m[0] < still.right_m && moved.right_m + shift_m[0] > still.left_m;
    if !is_both {
        return;
    }
    let stands = |x_m: f64| [x_m, 0.0, 0.0];
    let moves = |x_m: f64| [x_m + shift_m[0], 1.0, 0.0];
    let height = [moved.height_m + shift_m[1], 0.0, 1.0];
    let (a, b) = (stands(still.right_m), moves(moved.right_m));
    let right = if a[0] < b[0] { a } else { b };
    let (a, b) = (stands(still.left_m), moves(moved.left_m));
    let left = if a[0] > b[0] { a } else { b };
    let of_still = |x: Plane| plus(stands(still.height_m), times(minus(x, a), still.rise));
    let of_moved = |x: Plane| plus(height, times(minus(x, b), moved.rise));
    let (still_left, still_right) = (of_still(left), of_still(right));
    let (moved_left, moved_right) = (of_moved(left), of_moved(right));
    let (over_left, over_right) = (minus(still_left, moved_left), minus(still_right, moved_right));
    let half = 0.5 * still.sign * moved.sign;
    let mut add = |a: Plane, b: Plane| {
        sum.area_m2 += half * a[0] * b[0];
        for axis in 0..2 {
            sum.slope_m[axis] += half * (a[0] * b[axis + 1] + a[axis + 1] * b[0]);
        }
        sum.bend[0] += half * 2.0 * a[1] * b[1];
        sum.bend[1] += half * (a[1] * b[2] + a[2] * b[1]);
        sum.bend[2] += half * 2.0 * a[2] * b[2];
    };
    if over_left[0] <= 0.0 && over_right[0] <= 0.0 {
        add(minus(right, left), plus(still_left, still_right));
    } else if over_left[0] >= 0.0 && over_right[0] >= 0.0 {
        add(minus(right, left), plus(moved_left, moved_right));
    } else {
        // They cross, so they do not rise alike.
        let cross = minus(left, times(over_left, 1.0 / (still.rise - moved.rise)));
        let is_below = over_left[0] < 0.0;
        let first = if is_below { still_left } else { moved_left };
        let second = if is_below { moved_right } else { still_right };
        let height = of_still(cross);
        add(minus(cross, left), plus(first, height));
        add(minus(right, cross), plus(height, second));
    }
}

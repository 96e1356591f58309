use understory_numerics::sample::unit_from_u64;
use understory_space::Plot;

/// A uniform place of `plot` from 128 random bits, 64 for each axis.
pub(crate) fn uniform_place_m(plot: &Plot, bits: [u32; 4]) -> [f64; 2] {
    place_m(plot, fractions(bits))
}

/// Two uniform numbers from 0 to 1, without the ends, from 64 random bits each.
pub(crate) fn fractions([a, b, c, d]: [u32; 4]) -> [f64; 2] {
    let fraction = |low: u32, high: u32| unit_from_u64(u64::from(low) | u64::from(high) << 32);
    [fraction(a, b), fraction(c, d)]
}

/// The place of `plot` at these fractions of its sides, each from 0 to 1.
pub(crate) fn place_m(plot: &Plot, fractions: [f64; 2]) -> [f64; 2] {
    std::array::from_fn(|axis| {
        let (origin_m, size_m) = (plot.origin_m()[axis], plot.size_m()[axis]);
        let far_m = origin_m + size_m;
        let x_m = origin_m + fractions[axis] * size_m;
        // Far from the origin of the coordinates a fraction below 1 can round to the far edge, outside.
        if x_m < far_m { x_m } else { far_m.next_down() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use understory_space::Edge;

    #[test]
    fn the_greatest_draw_stays_within_a_plot_far_from_the_origin() {
        let plot = Plot::new([5e8, -3e15], [100.0, 70.0], Edge::Open).unwrap();
        for bits in [[0; 4], [u32::MAX; 4]] {
            let place_m = uniform_place_m(&plot, bits);
            assert!(plot.contains(place_m), "{place_m:?}");
        }
    }

    #[test]
    fn each_axis_has_its_own_bits() {
        let plot = Plot::new([0.0; 2], [1.0; 2], Edge::Open).unwrap();
        assert!(uniform_place_m(&plot, [0, u32::MAX, 0, 0])[0] > 0.999);
        assert!(uniform_place_m(&plot, [0, u32::MAX, 0, 0])[1] < 0.001);
    }
}

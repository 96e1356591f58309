//! Horton–Strahler streams, and how their numbers and lengths go from order to order.

use understory_numerics::math;

use crate::skeleton::Skeleton;

/// Horton–Strahler streams: unbroken runs of segments of one order.
pub(super) struct Streams {
    pub(super) counts: Vec<u32>,
    lengths_m: Vec<f64>,
    /// Streams that join one of the next order without being one of the two that begin it.
    sides: u32,
}

impl Streams {
    pub(super) fn of(skeleton: &Skeleton) -> Self {
        let orders = skeleton.strahler_orders();
        let top = orders[0] as usize;
        let (mut counts, mut lengths_m) = (vec![0_u32; top], vec![0.0; top]);
        let mut joining = 0;
        for (number, node) in skeleton.nodes.iter().enumerate() {
            let order = orders[number];
            lengths_m[order as usize - 1] += skeleton.segment_m(number as u32);
            match node.parent.map(|parent| orders[parent as usize]) {
                Some(above) if above == order => {}
                Some(above) => {
                    counts[order as usize - 1] += 1;
                    joining += u32::from(above == order + 1);
                }
                None => counts[order as usize - 1] += 1,
            }
        }
        let begun: u32 = counts[1..].iter().sum();
        Self {
            counts,
            lengths_m,
            sides: joining.saturating_sub(2 * begun),
        }
    }

    pub(super) fn mean_lengths_m(&self) -> Vec<f64> {
        let pairs = self.lengths_m.iter().zip(&self.counts);
        pairs
            .map(|(&length_m, &count)| length_m / f64::from(count))
            .collect()
    }

    pub(super) fn tokunaga_t1(&self) -> Option<f64> {
        let begun: u32 = self.counts[1..].iter().sum();
        (begun > 0).then(|| f64::from(self.sides) / f64::from(begun))
    }
}

/// The factor from one value to the next by least squares on their logarithms.
pub(super) fn ratio(values: &[f64]) -> Option<f64> {
    if values.len() < 2 || values.iter().any(|&value| value <= 0.0) {
        return None;
    }
    let middle = (values.len() - 1) as f64 / 2.0;
    let (mut products, mut squares) = (0.0, 0.0);
    for (at, &value) in values.iter().enumerate() {
        let off = at as f64 - middle;
        products += off * math::ln(value);
        squares += off * off;
    }
    Some(math::exp(products / squares))
}

#[cfg(test)]
mod tests {
    use super::ratio;

    #[test]
    fn the_digitised_walnut_has_a_bifurcation_ratio_of_3_4() {
        // Stream counts of the OpenAlea sample tree `noylum2`, and the ratio found for them elsewhere.
        let counts = [1868.0, 596.0, 182.0, 50.0, 16.0, 6.0, 1.0];
        let found = 1.0 / ratio(&counts).unwrap();
        assert!((found - 3.40).abs() < 0.01, "{found}");
    }
}

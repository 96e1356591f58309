//! Numbers with weights: mean, standard deviation, quantiles.

/// Numbers with weights, ascending.
pub(in crate::calibrate) struct Weighted {
    /// Each number with its share of all weights.
    sorted: Vec<(f64, f64)>,
}

impl Weighted {
    /// Of numbers with weights, some of them above 0.
    pub(in crate::calibrate) fn new(values: &[f64], weights: &[f64]) -> Self {
        let total: f64 = weights.iter().sum();
        let mut sorted: Vec<(f64, f64)> = values
            .iter()
            .zip(weights)
            .filter(|(_, weight)| **weight > 0.0)
            .map(|(value, weight)| (*value, weight / total))
            .collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { sorted }
    }

    pub(in crate::calibrate) fn mean(&self) -> f64 {
        self.sorted.iter().map(|(value, share)| value * share).sum()
    }

    /// The root of the weighted mean square about the mean.
    pub(in crate::calibrate) fn sd(&self) -> f64 {
        let mean = self.mean();
        let squares = self
            .sorted
            .iter()
            .map(|(value, share)| share * (value - mean) * (value - mean));
        squares.sum::<f64>().sqrt()
    }

    /// The number below which this share lies: each number stands in the middle of its own share, with straight lines between.
    pub(in crate::calibrate) fn quantile(&self, probability: f64) -> f64 {
        let mut before = 0.0;
        let mut last: Option<(f64, f64)> = None;
        for (value, share) in &self.sorted {
            let middle = before + share / 2.0;
            if middle >= probability {
                return match last {
                    Some((at, lower)) => lower + (value - lower) * (probability - at) / (middle - at),
                    None => *value,
                };
            }
            last = Some((middle, *value));
            before += share;
        }
        last.map_or(f64::NAN, |(_, value)| value)
    }

    /// The share that lies below a number, half of those that equal it counted.
    pub(in crate::calibrate) fn share_below(&self, number: f64) -> f64 {
        let each = self
            .sorted
            .iter()
            .map(|(value, share)| match value.total_cmp(&number) {
                std::cmp::Ordering::Less => *share,
                std::cmp::Ordering::Equal => share / 2.0,
                std::cmp::Ordering::Greater => 0.0,
            });
        each.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_count_as_so_many_equal_numbers() {
        let weighted = Weighted::new(&[3.0, 1.0, 2.0, 9.0], &[2.0, 1.0, 1.0, 0.0]);
        assert!((weighted.mean() - 2.25).abs() < 1e-12);
        // Of 1, 2, 3, 3.
        assert!((weighted.sd() - (11.0_f64 / 16.0).sqrt()).abs() < 1e-12);
        assert_eq!([0.0, 0.125, 1.0].map(|p| weighted.quantile(p)), [1.0, 1.0, 3.0]);
        assert!((weighted.quantile(0.375) - 2.0).abs() < 1e-12);
        assert!((weighted.quantile(0.25) - 1.5).abs() < 1e-12);
        assert!((weighted.share_below(3.0) - 0.75).abs() < 1e-12);
        assert_eq!(weighted.share_below(0.0), 0.0);
    }
}

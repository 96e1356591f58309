//! Mean and variance in one pass, without the cancellation of a sum of squares.

/// Count, mean and summed squares about the mean, kept up value by value (Welford) and merged (Chan).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    pub(crate) count: f64,
    pub(crate) mean: f64,
    /// Sum of the squared distances from the mean.
    pub(crate) squares: f64,
}

impl Moments {
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1.0;
        let off = value - self.mean;
        self.mean += off / self.count;
        self.squares += off * (value - self.mean);
    }

    /// Of both sets of values. The order of merging shows in the last bits: merge blocks in their order, never as
    /// threads end.
    pub(crate) fn merged(self, other: Self) -> Self {
        let count = self.count + other.count;
        if count == 0.0 {
            return self;
        }
        let off = other.mean - self.mean;
        Self {
            count,
            mean: self.mean + off * (other.count / count),
            squares: self.squares + other.squares + off * off * self.count * (other.count / count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_parts_are_the_whole() {
        let values: Vec<f64> = (0..50).map(|i| 1e3 + f64::from(i * 37 % 101) * 0.1).collect();
        let of = |values: &[f64]| {
            let mut moments = Moments::default();
            values.iter().for_each(|&value| moments.add(value));
            moments
        };
        let merged = of(&values[..0])
            .merged(of(&values[..13]))
            .merged(of(&values[13..]))
            .merged(of(&[]));
        let mean = values.iter().sum::<f64>() / 50.0;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        for moments in [of(&values), merged] {
            assert_eq!(moments.count, 50.0);
            assert!((moments.mean - mean).abs() < 1e-12 * mean);
            assert!((moments.squares - squares).abs() < 1e-9 * squares);
        }
    }
}

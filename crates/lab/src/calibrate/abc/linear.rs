//! Linear regression by weighted least squares with a ridge, for some tens of columns.

/// What a regression found: the value where all columns are 0, and what a unit of each column adds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) at_zero: f64,
    pub(super) slopes: Vec<f64>,
}

impl Line {
    pub(super) fn at(&self, row: &[f64]) -> f64 {
        self.at_zero
            + self
                .slopes
                .iter()
                .zip(row)
                .map(|(slope, x)| slope * x)
                .sum::<f64>()
    }
}

/// Sums over the rows from which regressions of several values follow.
pub(super) struct Regression<'a> {
    rows: &'a [Vec<f64>],
    weights: &'a [f64],
    total: f64,
    means: Vec<f64>,
    /// Lower triangle of the matrix of (weighted mean) products about the means, with the ridge, factored by Cholesky; row by row.
    factor: Vec<f64>,
}

impl<'a> Regression<'a> {
    /// Of rows with weights; `ridge` is added to the mean square of each column. `None` where no weight is above 0.
    ///
    /// A column that does not vary, or is a sum of others, gets a slope as near to 0 as the ridge makes it.
    pub(super) fn new(rows: &'a [Vec<f64>], weights: &'a [f64], ridge: f64) -> Option<Self> {
        let total: f64 = weights.iter().sum();
        if total.is_nan() || total <= 0.0 {
            return None;
        }
        let columns = rows.first()?.len();
        let mut means = vec![0.0; columns];
        for (row, weight) in rows.iter().zip(weights) {
            for (mean, x) in means.iter_mut().zip(row) {
                *mean += weight / total * x;
            }
        }
        let mut factor = vec![0.0; columns * columns];
        for (row, weight) in rows.iter().zip(weights) {
            for i in 0..columns {
                let scaled = weight / total * (row[i] - means[i]);
                for j in 0..=i {
                    factor[i * columns + j] += scaled * (row[j] - means[j]);
                }
            }
        }
        for i in 0..columns {
            factor[i * columns + i] += ridge;
        }
        cholesky(&mut factor, columns);
        Some(Self {
            rows,
            weights,
            total,
            means,
            factor,
        })
    }

    /// The regression of one value a row on the columns.
    pub(super) fn of(&self, values: &[f64]) -> Line {
        let columns = self.means.len();
        let mean: f64 = self
            .weights
            .iter()
            .zip(values)
            .map(|(weight, value)| weight / self.total * value)
            .sum();
        let mut products = vec![0.0; columns];
        for ((row, weight), value) in self.rows.iter().zip(self.weights).zip(values) {
            let scaled = weight / self.total * (value - mean);
            for (product, (x, centre)) in products.iter_mut().zip(row.iter().zip(&self.means)) {
                *product += scaled * (x - centre);
            }
        }
        solve(&self.factor, &mut products);
        let at_means: f64 = products.iter().zip(&self.means).map(|(slope, x)| slope * x).sum();
        Line {
            at_zero: mean - at_means,
            slopes: products,
        }
    }

    /// How much of its own prediction each row makes up, from 0 to 1.
    pub(super) fn leverages(&self) -> Vec<f64> {
        let each = self.rows.iter().zip(self.weights).map(|(row, weight)| {
            let centred: Vec<f64> = row.iter().zip(&self.means).map(|(x, mean)| x - mean).collect();
            let mut solved = centred.clone();
            solve(&self.factor, &mut solved);
            let spread: f64 = centred.iter().zip(&solved).map(|(a, b)| a * b).sum();
            weight / self.total * (1.0 + spread)
        });
        each.collect()
    }
}

/// Turns the lower triangle of a positive matrix into that of its factor. What rounding makes negative is taken as the least number.
pub(super) fn cholesky(matrix: &mut [f64], size: usize) {
    for i in 0..size {
        for j in 0..=i {
            let (row, other) = (i * size, j * size);
            let before: f64 = (0..j).map(|k| matrix[row + k] * matrix[other + k]).sum();
            let rest = matrix[row + j] - before;
            matrix[row + j] = if i == j {
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / matrix[other + j]
            };
        }
    }
}

/// Solves with the factor of a matrix, in place.
fn solve(factor: &[f64], values: &mut [f64]) {
    let size = values.len();
    for i in 0..size {
        let before: f64 = (0..i).map(|j| factor[i * size + j] * values[j]).sum();
        values[i] = (values[i] - before) / factor[i * size + i];
    }
    for i in (0..size).rev() {
        let after: f64 = (i + 1..size).map(|j| factor[j * size + i] * values[j]).sum();
        values[i] = (values[i] - after) / factor[i * size + i];
    }
}

/// The same with the lower half alone: how many factors long a vector is, its square.
pub(super) fn squared_length(factor: &[f64], vector: &[f64]) -> f64 {
    let size = vector.len();
    let mut solved = vec![0.0; size];
    for i in 0..size {
        let before: f64 = (0..i).map(|j| factor[i * size + j] * solved[j]).sum();
        solved[i] = (vector[i] - before) / factor[i * size + i];
    }
    solved.iter().map(|x| x * x).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_found_again_whatever_the_weights() {
        let rows: Vec<Vec<f64>> = (0..12)
            .map(|i| {
                let x = f64::from(i);
                vec![x, f64::from(i * i % 7) * 3.0]
            })
            .collect();
        let values: Vec<f64> = rows.iter().map(|row| 2.0 - 3.0 * row[0] + 0.5 * row[1]).collect();
        let weights: Vec<f64> = (0..12).map(|i| 1.0 + f64::from(i % 3)).collect();
        let line = Regression::new(&rows, &weights, 0.0).unwrap().of(&values);
        for (found, expected) in [line.at_zero, line.slopes[0], line.slopes[1]]
            .iter()
            .zip([2.0, -3.0, 0.5])
        {
            assert!((found - expected).abs() < 1e-9, "{line:?}");
        }
        assert!((line.at(&[1.0, 2.0]) - 0.0).abs() < 1e-9);
    }

    #[test]
    fn leverages_sum_to_the_number_of_coefficients() {
        let rows: Vec<Vec<f64>> = (0..9).map(|i| vec![f64::from(i * i), f64::from(i % 4)]).collect();
        let weights = vec![1.0; 9];
        let leverages = Regression::new(&rows, &weights, 0.0).unwrap().leverages();
        assert!(
            (leverages.iter().sum::<f64>() - 3.0).abs() < 1e-9,
            "{leverages:?}"
        );
    }

    #[test]
    fn a_column_that_does_not_vary_does_no_harm() {
        let rows: Vec<Vec<f64>> = (0..8).map(|i| vec![f64::from(i), 4.0]).collect();
        let values: Vec<f64> = (0..8).map(|i| 1.0 + 2.0 * f64::from(i)).collect();
        let line = Regression::new(&rows, &[1.0; 8], 1e-9).unwrap().of(&values);
        assert!(
            (line.slopes[0] - 2.0).abs() < 1e-6 && line.slopes[1] == 0.0,
            "{line:?}"
        );
        assert!(Regression::new(&rows, &[0.0; 8], 1e-9).is_none());
    }
}

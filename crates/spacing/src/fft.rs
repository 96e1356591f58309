//! The fast Fourier transform of a plane of numbers, for sums of one kernel around many places.

use std::f64::consts::TAU;

use understory_numerics::math::sin_cos;

/// Real and imaginary part.
type Complex = [f64; 2];

fn times(a: Complex, b: Complex) -> Complex {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// Transforms a row whose length is a power of two; `turns` holds exp(−2πi k / length) for the first half turn, or their
/// conjugates for the way back, which leaves everything times the length.
fn transform(row: &mut [Complex], turns: &[Complex]) {
    let size = row.len();
    if size < 2 {
        return;
    }
    let bits = size.trailing_zeros();
    for index in 0..size {
        let mirrored = index.reverse_bits() >> (usize::BITS - bits);
        if index < mirrored {
            row.swap(index, mirrored);
        }
    }
    let mut half = 1;
    while half < size {
        let stride = size / (2 * half);
        for pair in row.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (k, (a, b)) in low.iter_mut().zip(high).enumerate() {
                let turned = times(*b, turns[k * stride]);
                *b = [a[0] - turned[0], a[1] - turned[1]];
                *a = [a[0] + turned[0], a[1] + turned[1]];
            }
        }
        half *= 2;
    }
}

fn turns(size: usize, sign: f64) -> Vec<Complex> {
    let turn = |k: usize| {
        let (sine, cosine) = sin_cos(sign * TAU * k as f64 / size as f64);
        [cosine, sine]
    };
    (0..size / 2).map(turn).collect()
}

/// A plane of `columns` × `rows` numbers, row by row, both powers of two.
fn transform_plane(plane: &mut [Complex], columns: usize, sign: f64) {
    let rows = plane.len() / columns;
    let along = turns(columns, sign);
    plane
        .chunks_exact_mut(columns)
        .for_each(|row| transform(row, &along));
    let across = turns(rows, sign);
    let mut column = vec![[0.0; 2]; rows];
    for at in 0..columns {
        for (row, value) in column.iter_mut().enumerate() {
            *value = plane[row * columns + at];
        }
        transform(&mut column, &across);
        for (row, value) in column.iter().enumerate() {
            plane[row * columns + at] = *value;
        }
    }
}

/// Σ over cells of `values` × a kernel of the offset from that cell, at each cell of a plane of `columns` × rows.
///
/// The kernel is even in both axes and the product of a function along each: `along[0][k]` at *k* columns, `along[1][k]` at *k* rows.
/// Where `is_round` both axes close to a ring, and the sides must be powers of two; the kernel is then that of the ring.
pub(crate) fn convolved(values: &[f64], columns: usize, along: &[Vec<f64>; 2], is_round: bool) -> Vec<f64> {
    let rows = values.len() / columns;
    // Twice as wide, so that nothing comes round from the other side.
    let padded = |side: usize| {
        if is_round {
            side
        } else {
            (2 * side).next_power_of_two()
        }
    };
    let [wide, high] = [columns, rows].map(padded);
    // Both planes are real: one stands in the real parts, the other in the imaginary ones.
    let mut plane = vec![[0.0; 2]; wide * high];
    for (row, values) in values.chunks_exact(columns).enumerate() {
        for (at, &value) in values.iter().enumerate() {
            plane[row * wide + at][0] = value;
        }
    }
    let far = |at: usize, size: usize| at.min(size - at);
    for row in 0..high {
        for at in 0..wide {
            let of = |axis: usize, far: usize| along[axis].get(far).copied().unwrap_or(0.0);
            plane[row * wide + at][1] = of(0, far(at, wide)) * of(1, far(row, high));
        }
    }
    transform_plane(&mut plane, wide, -1.0);
    let spectrum = plane.clone();
    for row in 0..high {
        for at in 0..wide {
            let [a, b] = spectrum[row * wide + at];
            let opposite = spectrum[(high - row) % high * wide + (wide - at) % wide];
            let first = [0.5 * (a + opposite[0]), 0.5 * (b - opposite[1])];
            let second = [0.5 * (b + opposite[1]), 0.5 * (opposite[0] - a)];
            plane[row * wide + at] = times(first, second);
        }
    }
    transform_plane(&mut plane, wide, 1.0);
    let scale = 1.0 / (wide * high) as f64;
    let at = |number: usize| plane[number / columns * wide + number % columns][0] * scale;
    (0..values.len()).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_by_transform_are_sums_term_by_term() {
        for (columns, rows, is_round) in [
            (1, 1, false),
            (5, 3, false),
            (8, 16, true),
            (13, 1, false),
            (16, 2, true),
        ] {
            let values: Vec<f64> = (0..columns * rows).map(|i| (i * 37 % 11) as f64 - 3.0).collect();
            let along = [columns, rows].map(|side| {
                (0..side)
                    .map(|k| 1.0 / (1.0 + (k * k) as f64))
                    .collect::<Vec<f64>>()
            });
            let found = convolved(&values, columns, &along, is_round);
            for (number, found) in found.iter().enumerate() {
                let mut sum = 0.0;
                for (other, value) in values.iter().enumerate() {
                    let far = |a: usize, b: usize, side: usize| {
                        let far = a.abs_diff(b);
                        if is_round { far.min(side - far) } else { far }
                    };
                    let x = far(number % columns, other % columns, columns);
                    let y = far(number / columns, other / columns, rows);
                    sum += value * along[0][x] * along[1][y];
                }
                assert!(
                    (found - sum).abs() < 1e-12 * 100.0,
                    "{columns} {rows}: {found} {sum}"
                );
            }
        }
    }
}

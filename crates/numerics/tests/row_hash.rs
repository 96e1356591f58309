//! The hash of long rows: its bits are even, and none depends on another.

use std::collections::HashSet;

use understory_numerics::{Purpose, RandomKey, RowHash};

fn row(number: u32) -> RowHash {
    RowHash::new(RandomKey::from_bits(0x5eed_0123_4567_89ab_cdef).draws(0, Purpose::Place, number))
}

#[test]
fn each_bit_of_the_column_moves_each_bit_of_the_words_by_even_chance() {
    const TRIALS: u32 = 20_000;
    let mut flips = [[0_u32; 64]; 32];
    for trial in 0..TRIALS {
        let row = row(trial % 100);
        let column = trial.wrapping_mul(0x9E37_79B9) >> (trial % 20);
        let words = row.words(column);
        for (bit, flips) in flips.iter_mut().enumerate() {
            let other = row.words(column ^ 1 << bit);
            for (out, flips) in flips.iter_mut().enumerate() {
                *flips += (words[out / 32] ^ other[out / 32]) >> (out % 32) & 1;
            }
        }
    }
    for (bit, flips) in flips.iter().enumerate() {
        for (out, &flips) in flips.iter().enumerate() {
            let share = f64::from(flips) / f64::from(TRIALS);
            assert!((0.4..0.6).contains(&share), "bit {bit} to {out}: {share}");
        }
    }
}

/// χ² of counts that should be even, as standard deviations from its mean.
fn unevenness(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    let square = |&count: &u32| (f64::from(count) - expected) * (f64::from(count) - expected);
    let chi2 = counts.iter().map(square).sum::<f64>() / expected;
    let freedom = counts.len() as f64 - 1.0;
    (chi2 - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn words_of_a_column_of_neighbours_and_of_rows_fill_the_square_evenly() {
    type Pair = fn(u32, u32) -> [u32; 2];
    let pairs: [(&str, Pair); 4] = [
        ("the two words", |r, c| row(r).words(c)),
        ("columns", |r, c| {
            [row(r).words(2 * c)[0], row(r).words(2 * c + 1)[0]]
        }),
        ("columns, crosswise", |r, c| {
            [row(r).words(2 * c)[1], row(r).words(2 * c + 1)[0]]
        }),
        ("rows", |r, c| {
            [row(2 * r).words(c)[1], row(2 * r + 1).words(c)[1]]
        }),
    ];
    for (name, pair) in pairs {
        for shift in [0, 7, 26] {
            let mut counts = vec![0; 64 * 64];
            for r in 0..400 {
                for c in 0..1000 {
                    let [a, b] = pair(r, c).map(|word| (word << shift >> 26) as usize);
                    counts[64 * a + b] += 1;
                }
            }
            let unevenness = unevenness(&counts);
            assert!(unevenness.abs() < 4.5, "{name} << {shift}: {unevenness}");
        }
    }
}

#[test]
fn no_pair_of_words_repeats_among_100_by_100_cells() {
    let words: HashSet<_> = (0..10_000).map(|i| row(i / 100).words(i % 100)).collect();
    assert_eq!(words.len(), 10_000);
}

#[test]
fn every_word_of_a_row_counts() {
    let words = [1, 2, 3, 4];
    for i in 0..4 {
        let mut other = words;
        other[i] ^= 1 << 30;
        assert_ne!(RowHash::new(words).words(5), RowHash::new(other).words(5));
    }
}

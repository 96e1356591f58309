//! Values that are known from elsewhere: tables of functions, other implementations of a generator, definitions.

use std::f64::consts::{E, FRAC_PI_2, FRAC_PI_4, LN_2, PI, SQRT_2};

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use understory_numerics::math::{
    atan2, bessel_j0, cbrt, cos, erfc, exp, ln, ln_1p, ln_gamma, pow, sin, sin_cos,
};
use understory_numerics::sample::{exponential, poisson, standard_normal, unit_from_u32, unit_from_u64};
use understory_numerics::{MotherStream, Purpose, RandomKey, RowHash};

#[test]
fn functions_have_the_values_of_their_tables() {
    let values = [
        (exp(1.0), E),
        (exp(-LN_2), 0.5),
        (ln(E), 1.0),
        (ln(0.5), -LN_2),
        (pow(2.0, 0.5), SQRT_2),
        (pow(9.0, -1.5), 1.0 / 27.0),
        (cbrt(-27.0), -3.0),
        (sin(FRAC_PI_2), 1.0),
        (sin(-PI / 6.0), -0.5),
        (cos(PI), -1.0),
        (cos(PI / 3.0), 0.5),
        (sin_cos(PI / 6.0).0, 0.5),
        (sin_cos(PI / 3.0).1, 0.5),
        (atan2(1.0, 1.0), FRAC_PI_4),
        (atan2(-1.0, 0.0), -FRAC_PI_2),
        (atan2(0.0, -1.0), PI),
        (ln_1p(1.0), LN_2),
        (ln_1p(1e-10), 9.999_999_999_5e-11),
        (erfc(0.5), 0.479_500_122_186_953_5),
        (erfc(-1.0), 1.842_700_792_949_715),
        (bessel_j0(1.0), 0.765_197_686_557_966_6),
        // Γ(½) = √π and Γ(10) = 9!
        (ln_gamma(0.5), 0.572_364_942_924_700_1),
        (ln_gamma(10.0), 12.801_827_480_081_47),
    ];
    for (at, (found, expected)) in values.into_iter().enumerate() {
        assert!(
            (found - expected).abs() <= 4e-16 * expected.abs(),
            "number {at}: {found}"
        );
    }
    assert!(bessel_j0(2.404_825_557_695_773).abs() < 1e-15, "its first zero");
    assert_eq!((ln(0.0), exp(0.0), erfc(0.0)), (f64::NEG_INFINITY, 1.0, 1.0));
    assert!(ln(-1.0).is_nan());
}

#[test]
fn uniform_numbers_are_the_centres_of_equal_cells() {
    let cell = pow(2.0, -52.0);
    assert_eq!(unit_from_u64(0), 0.5 * cell);
    assert_eq!(unit_from_u64(1 << 63), 0.5 + 0.5 * cell);
    assert_eq!(unit_from_u64(u64::MAX), 1.0 - 0.5 * cell);
    let cell = pow(2.0, -32.0);
    assert_eq!(unit_from_u32(0), 0.5 * cell);
    assert_eq!(unit_from_u32(1 << 31), 0.5 + 0.5 * cell);
    assert_eq!(unit_from_u32(u32::MAX), 1.0 - 0.5 * cell);
}

#[test]
fn exponential_and_normal_numbers_are_those_of_their_transforms() {
    assert!((exponential(3.0, 1.0 / E) - 3.0).abs() < 1e-15);
    assert!((exponential(3.0, 1.0 / (E * E)) - 6.0).abs() < 1e-15);
    // The radius is √(−2 ln u): 1 for u = 1/√e, 2 for u = 1/e².
    for (uniform, radius) in [(exp(-0.5), 1.0), (exp(-2.0), 2.0)] {
        for (turn, cosine) in [(0.0, 1.0), (0.25, 0.0), (0.5, -1.0), (1.0 / 6.0, 0.5)] {
            let found = standard_normal([uniform, turn]);
            assert!(
                (found - radius * cosine).abs() < 1e-15,
                "{uniform} {turn}: {found}"
            );
        }
    }
}

/// e^−m m^k / k!, multiplied up from k = 0.
fn poisson_probabilities(mean: f64, until: u32) -> Vec<f64> {
    let mut probabilities = vec![exp(-mean)];
    for k in 1..=until {
        probabilities.push(probabilities[k as usize - 1] * mean / f64::from(k));
    }
    probabilities
}

/// Below a mean of 12 from 0 upwards, so that a number is the least whose summed probability reaches the uniform one;
/// from there on outwards from the mode, above and below it in turn.
#[test]
fn poisson_numbers_invert_the_sums_of_their_probabilities() {
    for mean in [0.2, 1.0, 7.0, 11.99, 12.0, 12.4, 30.0] {
        let probabilities = poisson_probabilities(mean, 80);
        let mode = mean.floor() as usize;
        let order: Vec<usize> = if mean < 12.0 {
            (0..20).collect()
        } else {
            let pairs = (1..=mode).flat_map(|step| [mode + step, mode - step]);
            std::iter::once(mode)
                .chain(pairs)
                .chain(2 * mode + 1..=2 * mode + 5)
                .collect()
        };
        let mut sum = 0.0;
        for number in order {
            let (from, to) = (sum, sum + probabilities[number]);
            sum = to;
            if 1.0 - from < 1e-9 {
                break;
            }
            for uniform in [from + 0.01 * (to - from), to - 0.01 * (to - from)] {
                if uniform > 0.0 && uniform < 1.0 && to - from > 1e-10 {
                    assert_eq!(poisson(mean, uniform), number as u32, "{mean} at {uniform}");
                }
            }
        }
    }
    assert_eq!((poisson(0.0, 0.999), poisson(-1.0, 0.999)), (0, 0));
}

#[test]
fn a_mothers_stream_is_a_chacha8_stream_cut_into_parts_of_four() {
    let mother = RandomKey::from_bits(0x0123_4567_89ab_cdef_0011_2233_4455_6677);
    let mut seed = [0_u8; 32];
    seed[..16].copy_from_slice(&mother.bits().to_le_bytes());
    seed[16..20].copy_from_slice(&[5, 1, 0, 0]);
    seed[20] = 3;
    let mut generator = ChaCha8Rng::from_seed(seed);
    let mut stream = MotherStream::new(mother, 261, Purpose::Fruit);
    for part in 0..5 {
        let numbers: [f64; 4] = std::array::from_fn(|_| unit_from_u32(generator.next_u32()));
        assert_eq!(stream.part(part), numbers);
    }
    assert_eq!(
        stream.part(2),
        MotherStream::new(mother, 261, Purpose::Fruit).part(2)
    );
    for other in [
        MotherStream::new(mother, 262, Purpose::Fruit),
        MotherStream::new(mother, 261, Purpose::Death),
        MotherStream::new(RandomKey::from_bits(1), 261, Purpose::Fruit),
    ] {
        assert_ne!(other.clone().part(0), stream.part(0));
    }
}

/// The words of a program of its own in another language, from the formula.
#[test]
fn a_row_hash_gives_its_known_answers() {
    let pi = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
    for (row, column, words) in [
        ([0; 4], 0, [0, 0]),
        ([0; 4], 1, [0x6889_90c0, 0xc305_ea0f]),
        (pi, 0, [0xc207_395f, 0x0dce_f734]),
        (pi, 0xdead_beef, [0x2c41_8557, 0x5065_1d50]),
    ] {
        assert_eq!(RowHash::new(row).words(column), words);
    }
}

/// The hash sees the seed and each part with its length before it; a draw the year above the eight bits of the purpose.
#[test]
fn a_key_is_what_its_definition_says() {
    let mut bytes = b"understory key 1".to_vec();
    bytes.extend([7, 1, 0, 0, 0, 0, 0, 0]);
    bytes.extend([5, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(b"beech");
    bytes.extend([2, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend("ö".as_bytes());
    let hash = blake3::hash(&bytes);
    let low: [u8; 16] = hash.as_bytes()[..16].try_into().unwrap();
    let key = RandomKey::root(263, &["beech", "ö"]);
    assert_eq!(key.bits(), u128::from_le_bytes(low));

    let key = RandomKey::from_bits(0x0370_7344_1319_8a2e_85a3_08d3_243f_6a88);
    let words = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
    let drawn = understory_numerics::philox::philox4x32(words, [9, 0x0012_3406]);
    assert_eq!(key.draws(0x1234, Purpose::Death, 9), drawn);
    let [a, b, c, d] = drawn.map(u128::from);
    assert_eq!(
        key.child(0x1234, Purpose::Death, 9).bits(),
        a + (b << 32) + (c << 64) + (d << 96)
    );
}

#[test]
fn a_text_that_is_no_key_is_told_back() {
    let error = "xyz".parse::<RandomKey>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`xyz` is not a key: a key is 32 hexadecimal digits"
    );
    for text in [
        "",
        "0123456789abcdef0123456789abcdef0",
        "0123456789abcdef0123456789abcdeg",
    ] {
        assert!(text.parse::<RandomKey>().is_err(), "{text}");
    }
    let key: RandomKey = "0123456789ABCDEF0123456789abcdef".parse().unwrap();
    assert_eq!(format!("{key:?}"), "0123456789abcdef0123456789abcdef");
}

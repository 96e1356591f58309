//! Quick functions beside the exact ones, and at the ends of what they take.

use understory_numerics::quick::{cbrt, exp, ln, pow, sin_cos};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};

fn uniforms(count: u32) -> impl Iterator<Item = [f64; 4]> {
    let key = RandomKey::root(1, &["quick"]);
    (0..count).map(move |number| key.draws(0, Purpose::Member, number).map(unit_from_u32))
}

fn assert_is_near(found: f64, expected: f64, of: f64) {
    let error = found / expected - 1.0;
    assert!(error.abs() < 1e-11, "{of}: {error:e}");
}

/// Bases from 1e-7 to 1e7 in equal ratios, exponents from −5 to 5.
#[test]
fn errors_stay_below_the_stated_bound() {
    for words in uniforms(1_000_000) {
        let (base, exponent) = (math::pow(10.0, 14.0 * words[0] - 7.0), 10.0 * words[1] - 5.0);
        assert_is_near(pow(base, exponent), math::pow(base, exponent), base);
        assert_is_near(cbrt(base), math::cbrt(base), base);
        assert!((ln(base) - math::ln(base)).abs() < 1e-11);
        let x = 1380.0 * words[2] - 690.0;
        assert_is_near(exp(x), math::exp(x), x);
    }
}

#[test]
fn sines_and_cosines_are_the_exact_ones_to_twelve_digits() {
    for words in uniforms(100_000) {
        let angles: [f64; 4] = words.map(|word| 25.0 * word - 12.5);
        let (sin, cos) = sin_cos(angles);
        for (lane, (exact_sin, exact_cos)) in angles.map(math::sin_cos).into_iter().enumerate() {
            assert!((sin[lane] - exact_sin).abs() < 1e-12 && (cos[lane] - exact_cos).abs() < 1e-12);
        }
    }
}

#[test]
fn what_is_too_great_or_too_small_for_them_is_bounded() {
    assert_eq!([exp(-1e9), exp(1e9), exp(0.0)], [exp(-690.0), exp(690.0), 1.0]);
    assert!(exp(f64::NAN).is_nan());
    assert_eq!(
        [pow(0.0, 0.0), pow(3.0, 0.0), pow(1e300, 5.0)],
        [1.0, 1.0, pow(2.0, 1000.0)]
    );
    assert!((0.0..1e-200).contains(&pow(0.0, 0.75)));
}

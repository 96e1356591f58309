//! Numbers as figures write them: commas between thousands, a true minus sign, round steps.

use std::f64::consts::LN_10;

use understory_numerics::math;

/// A whole number with commas between thousands.
pub(crate) fn count(number: u64) -> String {
    grouped(number as f64, 0)
}

/// `no trees`, `1 tree`, `2,000 trees`, of things that take an s.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    match number {
        0 => format!("no {thing}s"),
        1 => format!("1 {thing}"),
        n => format!("{} {thing}s", count(n)),
    }
}

/// A number with so many decimals and commas between thousands.
pub(crate) fn grouped(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut out = if number < 0.0 && text.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
        "−"
    } else {
        ""
    }
    .to_owned();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + fraction
}

/// A number of three digits with its power of ten, such as `2.5e−12`.
pub(crate) fn with_exponent(number: f64) -> String {
    let text = format!("{number:.2e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    let text = match exponent {
        "0" => mantissa.to_owned(),
        _ => format!("{mantissa}e{exponent}"),
    };
    text.replace('-', "−")
}

/// The smallest of 1, 2 and 5 times a power of ten that cuts the span into fewer than `ticks_at_most` parts.
pub(crate) fn round_step(span: f64, ticks_at_most: usize) -> f64 {
    let rough = span / (ticks_at_most.max(2) - 1) as f64;
    let decade = power_of_ten(log10(rough).floor() as i32);
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps
        .map(|s| s * decade)
        .into_iter()
        .find(|&s| s >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * decade)
}

pub(crate) fn log10(x: f64) -> f64 {
    math::ln(x) / LN_10
}

pub(crate) fn power_of_ten(exponent: i32) -> f64 {
    if exponent < 0 {
        1.0 / math::pow(10.0, f64::from(-exponent))
    } else {
        math::pow(10.0, f64::from(exponent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_have_separators() {
        assert_eq!(
            [0, 999, 1000, 123_456, 2_500_000].map(count),
            ["0", "999", "1,000", "123,456", "2,500,000"]
        );
        assert_eq!(
            [0, 1, 2_000].map(|n| counted(n, "tree")),
            ["no trees", "1 tree", "2,000 trees"]
        );
        assert_eq!(grouped(-0.0, 1), "0.0");
        assert_eq!(grouped(-1234.5, 1), "−1,234.5");
    }
}

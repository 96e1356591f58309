//! One axis: its range, where its ticks stand and what they say.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use crate::numerals::{grouped, log10, power_of_ten, round_step, with_exponent};

/// More ticks than any axis has; numbers at the end of what a float holds could ask for more.
const MOST_TICKS: usize = 50;

/// An axis from `low` to `high`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) ticks: Vec<f64>,
    logarithmic: bool,
}

impl Axis {
    /// A linear axis that ends where the data end.
    pub(crate) fn exact(label: &str, low: f64, high: f64, ticks_at_most: usize) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        let span = high - low;
        // A stretch between round numbers may hold only one of them: then finer ticks, in the end a fifth of it apart.
        let steps = [
            round_step(span, ticks_at_most),
            round_step(0.5 * span, 2),
            round_step(0.4 * span, 2),
        ];
        let axis = steps
            .map(|step| Axis::with_step(label, low, high, step))
            .into_iter()
            .find(|a| a.ticks.len() > 1);
        axis.unwrap_or_else(|| Axis::with_step(label, low, high, round_step(0.2 * span, 2)))
    }

    /// A linear axis that ends at a tick on both sides.
    pub(crate) fn linear(label: &str, low: f64, high: f64, ticks_at_most: usize) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        let step = round_step(high - low, ticks_at_most);
        let (low, high) = (
            (low / step + 1e-9).floor() * step,
            (high / step - 1e-9).ceil() * step,
        );
        Axis::with_step(label, low, high, step)
    }

    fn with_step(label: &str, low: f64, high: f64, step: f64) -> Self {
        let first = (low / step - 1e-9).ceil();
        let last = (high / step + 1e-9).floor();
        let ticks = (0..((last - first + 1.0) as usize).min(MOST_TICKS))
            .map(|i| (first + i as f64) * step)
            .collect();
        Axis {
            label: label.to_owned(),
            low,
            high,
            ticks,
            logarithmic: false,
        }
    }

    /// A logarithmic axis from the last 1, 2 or 5 times a power of ten below `low` to the first above `high`, both
    /// greater than 0.
    pub(crate) fn logarithmic(label: &str, low: f64, high: f64) -> Self {
        let (low, high) = (low.clamp(1e-300, 1e300), high.clamp(1e-300, 1e300));
        let decades = (log10(low) - 1e-9).floor() as i32..=log10(high).ceil() as i32 + 1;
        let round: Vec<f64> = decades
            .flat_map(|d| [1.0, 2.0, 5.0].map(|s| s * power_of_ten(d)))
            .collect();
        let first = round.iter().rposition(|&r| r <= low * (1.0 + 1e-9)).unwrap_or(0);
        let last = round
            .iter()
            .position(|&r| r >= high * (1.0 - 1e-9))
            .unwrap_or(round.len() - 1)
            .max(first + 1);
        let ends = first..=last;
        let decades: Vec<f64> = ends.clone().filter(|i| i % 3 == 0).map(|i| round[i]).collect();
        let ticks = match decades.len() {
            0..=2 => round[first..=last].to_vec(),
            n => decades.into_iter().step_by(n.div_ceil(7)).collect(),
        };
        let (low, high) = (round[first], round[last]);
        Axis {
            label: label.to_owned(),
            low,
            high,
            ticks,
            logarithmic: true,
        }
    }

    /// Counts: logarithmic where the values span more than two decades, else linear from 0.
    ///
    /// Values of 0 or less do not stand on a logarithmic axis; see [`Axis::holds`].
    pub(crate) fn counts(label: &str, values: impl Iterator<Item = f64> + Clone) -> Self {
        let most = values.clone().fold(0.0, f64::max);
        let least = values.filter(|&v| v > 0.0).fold(f64::INFINITY, f64::min);
        if most > 100.0 * least {
            Axis::logarithmic(label, least, most)
        } else {
            Axis::linear(label, 0.0, most, 6)
        }
    }

    /// The same axis with every second tick, or fewer, where otherwise some would be nearer to each other than this share of it.
    pub(crate) fn thinned(mut self, share: f64) -> Self {
        let is_crowded = |axis: &Self| {
            let gaps = axis
                .ticks
                .windows(2)
                .map(|pair| axis.share(pair[1]) - axis.share(pair[0]));
            axis.ticks.len() > 1 && gaps.fold(f64::INFINITY, f64::min) < share
        };
        while is_crowded(&self) {
            // Of a linear axis those that are multiples of the step of the others, such as 0.
            let step = self.ticks[1] - self.ticks[0];
            let is_odd = !self.logarithmic && (self.ticks[0] / step).round().rem_euclid(2.0) == 1.0;
            self.ticks = self
                .ticks
                .iter()
                .copied()
                .skip(usize::from(is_odd))
                .step_by(2)
                .collect();
        }
        self
    }

    /// The same axis without its label.
    pub(crate) fn without_label(self) -> Self {
        Axis {
            label: String::new(),
            ..self
        }
    }

    /// Whether equal steps along it are equal factors.
    pub(crate) fn is_logarithmic(&self) -> bool {
        self.logarithmic
    }

    /// Whether a value has a place on the axis.
    pub(crate) fn holds(&self, value: f64) -> bool {
        value.is_finite() && (!self.logarithmic || value > 0.0)
    }

    /// Share of the axis at which a value stands: 0 at its low end, 1 at its high end.
    pub(crate) fn share(&self, value: f64) -> f64 {
        if self.logarithmic {
            (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// What each tick says.
    pub(crate) fn tick_label(&self, tick: f64) -> String {
        let gaps = self.ticks.windows(2).map(|pair| pair[1] - pair[0]);
        let smallest_gap = gaps.fold(f64::INFINITY, f64::min);
        let largest = self.ticks.iter().fold(0.0_f64, |most, t| most.max(t.abs()));
        let long = |number: f64| !(1e-6..1e9).contains(&number);
        if self.logarithmic && long(tick) || long(largest) && smallest_gap >= 0.01 * largest {
            return with_exponent(tick);
        }
        if tick.abs() >= 1e6 && smallest_gap >= 1e4 {
            let millions = format!("{:.2}", tick / 1e6);
            return format!("{} M", millions.trim_end_matches('0').trim_end_matches('.'));
        }
        let fine = if self.logarithmic {
            tick
        } else {
            smallest_gap.min(1.0)
        };
        let decimals = (-(log10(fine) + 1e-9).floor()).clamp(0.0, 9.0) as usize;
        grouped(tick, decimals)
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (self.share(*value) * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.tick_label(*value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use understory_numerics::math;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks.iter().map(|&t| axis.tick_label(t)).collect()
    }

    /// Whether it is 1, 2 or 5 times a power of ten.
    fn is_round(number: f64) -> bool {
        let text = format!("{number:.6e}");
        ["1.000000e", "2.000000e", "5.000000e"]
            .iter()
            .any(|round| text.starts_with(round))
    }

    fn stretches() -> impl Iterator<Item = (f64, f64)> {
        (0..900).map(|i| {
            let (low, span) = (0.37 * f64::from(i) - 50.0, 0.1 * math::exp(0.01 * f64::from(i)));
            (low, low + span)
        })
    }

    #[test]
    fn an_axis_that_ends_with_the_data_has_two_ticks_or_more_a_round_step_apart() {
        for (low, high) in stretches() {
            for most in [2, 5, 7] {
                let axis = Axis::exact("", low, high, most);
                assert_eq!((axis.low, axis.high), (low, high));
                assert!(
                    (2..=most.max(6)).contains(&axis.ticks.len()),
                    "{low} to {high}: {:?}",
                    axis.ticks
                );
                let step = axis.ticks[1] - axis.ticks[0];
                assert!(is_round(step), "{low} to {high}: {step}");
                let slack = 1e-6 * step;
                for (i, tick) in axis.ticks.iter().enumerate() {
                    assert!((tick - axis.ticks[0] - i as f64 * step).abs() < slack);
                    assert!((tick / step - (tick / step).round()).abs() < 1e-6);
                }
                let [first, last] = [axis.ticks[0], axis.ticks[axis.ticks.len() - 1]];
                assert!(
                    low - slack <= first && first < low + step + slack,
                    "{low} to {high}: {first}"
                );
                assert!(
                    last <= high + slack && high - step - slack < last,
                    "{low} to {high}: {last}"
                );
            }
        }
        assert_eq!(Axis::exact("", 3.0, 3.0, 5).high, 4.0);
    }

    #[test]
    fn an_axis_that_ends_at_ticks_is_no_longer_than_it_must_be() {
        for (low, high) in stretches() {
            let axis = Axis::linear("", low, high, 6);
            let step = axis.ticks[1] - axis.ticks[0];
            assert!(is_round(step), "{low} to {high}: {step}");
            let slack = 1e-6 * step;
            assert!((axis.ticks[0] - axis.low).abs() < slack);
            assert!((axis.ticks[axis.ticks.len() - 1] - axis.high).abs() < slack);
            assert!(
                axis.low <= low + slack && low < axis.low + step + slack,
                "{low} to {high}"
            );
            assert!(
                high - slack <= axis.high && axis.high - step < high + slack,
                "{low} to {high}"
            );
        }
        let constant = Axis::linear("", 2.0, 2.0, 6);
        assert_eq!((constant.low, constant.high), (2.0, 3.0));
    }

    #[test]
    fn a_logarithmic_axis_goes_from_a_round_number_to_the_next_beyond_the_data() {
        for (_, high) in stretches() {
            for low in [high, 0.7 * high, 0.01 * high, 1e-9 * high] {
                let (low, high) = (low.abs().max(1e-9), high.abs().max(1e-9));
                let axis = Axis::logarithmic("", low, high);
                assert!(is_round(axis.low) && is_round(axis.high), "{axis:?}");
                assert!(
                    axis.low <= low * 1.000_001 && 2.51 * axis.low > low,
                    "{low}: {axis:?}"
                );
                assert!(axis.high >= high * 0.999_999, "{high}: {axis:?}");
                // Where the data lie on a round number the axis ends at the one after it.
                assert!(
                    axis.high < 2.51 * high || axis.high < 2.51 * axis.low,
                    "{high}: {axis:?}"
                );
                assert!((2..=9).contains(&axis.ticks.len()), "{axis:?}");
                assert!(
                    axis.ticks
                        .iter()
                        .all(|&tick| is_round(tick) && (0.0..=1.0).contains(&axis.share(tick)))
                );
                assert_eq!((axis.share(axis.low), axis.share(axis.high)), (0.0, 1.0));
            }
        }
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(
            labels(&Axis::linear("", 0.0, 137.0, 6)),
            ["0", "50", "100", "150"]
        );
        assert_eq!(
            labels(&Axis::linear("", 0.87, 1.21, 6)),
            ["0.8", "0.9", "1.0", "1.1", "1.2", "1.3"]
        );
        assert_eq!(
            labels(&Axis::linear("", 0.0, 9000.0, 4)),
            ["0", "5,000", "10,000"]
        );
        assert_eq!(
            labels(&Axis::logarithmic("", 0.3, 7.0)),
            ["0.2", "0.5", "1", "2", "5", "10"]
        );
        assert_eq!(
            labels(&Axis::linear("", 0.0, 2.3e6, 4)),
            ["0", "1 M", "2 M", "3 M"]
        );
        assert_eq!(
            labels(&Axis::exact("", 5_412_000.0, 5_412_050.0, 3)),
            ["5,412,000", "5,412,050"]
        );
        assert_eq!(
            labels(&Axis::exact("", -12.0, 12.0, 6)),
            ["−10", "−5", "0", "5", "10"]
        );
        assert_eq!(
            labels(&Axis::logarithmic("", 0.25, 1900.0)),
            ["1", "10", "100", "1,000"]
        );
    }

    #[test]
    fn numbers_of_many_digits_have_an_exponent() {
        assert_eq!(
            labels(&Axis::linear("", -1e-12, 1.5e-12, 4)),
            ["−1e−12", "0", "1e−12", "2e−12"]
        );
        assert_eq!(
            labels(&Axis::linear("", 0.0, 2.3e10, 6)),
            ["0", "5e9", "1e10", "1.5e10", "2e10", "2.5e10"]
        );
        assert_eq!(
            labels(&Axis::logarithmic("", 1e-12, 1e12)),
            ["1e−12", "1e−8", "0.0001", "1", "10,000", "100,000,000", "1e12"]
        );
        assert_eq!(
            labels(&Axis::linear("", 0.0, 2e-6, 3)),
            ["0.000000", "0.000001", "0.000002"]
        );
    }

    #[test]
    fn numbers_that_would_touch_are_left_out() {
        let axis = Axis::linear("", 0.0, 100.0, 6);
        assert_eq!(labels(&axis), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(axis.clone().thinned(0.19), axis);
        assert_eq!(labels(&axis.clone().thinned(0.21)), ["0", "40", "80"]);
        assert_eq!(labels(&axis.clone().thinned(0.5)), ["0", "80"]);
        assert_eq!(labels(&axis.thinned(0.9)), ["0"]);
        let around = Axis::linear("", -30.0, 20.0, 6);
        assert_eq!(labels(&around.thinned(0.25)), ["−20", "0", "20"]);
        let decades = Axis::logarithmic("", 1.0, 1e4);
        assert_eq!(labels(&decades.thinned(0.3)), ["1", "100", "10,000"]);
    }

    #[test]
    fn an_axis_holds_what_it_was_made_for() {
        for (low, high) in [
            (0.0, 0.0),
            (1e-9, 2e-9),
            (-5.0, 7.3),
            (0.0, 3e7),
            (99.999, 100.001),
        ] {
            let axis = Axis::linear("", low, high, 5);
            assert!(axis.low <= low && axis.high >= high, "{axis:?}");
            assert!((2..=6).contains(&axis.ticks.len()), "{axis:?}");
        }
    }

    #[test]
    fn counts_over_three_decades_stand_on_a_logarithmic_axis_and_zero_does_not() {
        let axis = Axis::counts("", [0.0, 5.0, 4000.0].into_iter());
        assert!(axis.holds(5.0) && !axis.holds(0.0));
        assert_eq!((axis.low, axis.high), (5.0, 5000.0));
        assert!((axis.share(50.0) - 1.0 / 3.0).abs() < 1e-12);
        assert!(Axis::counts("", [0.0, 5.0, 40.0].into_iter()).holds(0.0));
    }
}

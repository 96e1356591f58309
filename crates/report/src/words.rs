//! Words for captions and text alternatives: numbers, lists, ranges, axes, the course of a curve.

use understory_numerics::sort;

use crate::axis::Axis;
use crate::numerals::{count, counted, grouped, with_exponent};
use crate::tables::RunAbout;

/// Longer names are cut in a sentence; the heading has them whole.
const LONGEST_NAME: usize = 40;
/// An extreme of a curve so near to one of its ends, as a share of the curve's span, is not worth words.
const NEAR_END: f64 = 0.02;

/// Words in one line with one space between them, of letters that XML can hold.
pub(crate) fn one_line(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").chars().map(readable).collect()
}

/// The letter, or the replacement character for what XML cannot hold.
pub(crate) fn readable(letter: char) -> char {
    if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') {
        '\u{fffd}'
    } else {
        letter
    }
}

/// A name as it stands in a sentence.
pub(crate) fn name(words: &str) -> String {
    let words = one_line(words);
    if words.is_empty() {
        return "without a name".to_owned();
    }
    if words.chars().count() <= LONGEST_NAME {
        return words;
    }
    let kept: String = words.chars().take(LONGEST_NAME).collect();
    format!("{}…", kept.trim_end())
}

/// A number in three digits, zeros at the end too; whole numbers in all their digits.
pub(crate) fn digits(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return grouped(value, 0);
    }
    match value.abs() {
        s if !(0.001..1e6).contains(&s) => with_exponent(value),
        s if s < 1.0 => grouped(value, 3),
        s if s < 10.0 => grouped(value, 2),
        s if s < 100.0 => grouped(value, 1),
        _ => grouped(value, 0),
    }
}

/// A number in three digits without zeros at its end; whole numbers in all their digits.
pub(crate) fn number(value: f64) -> String {
    trimmed(&digits(value))
}

fn trimmed(digits: &str) -> String {
    if digits.contains('.') && !digits.contains('e') {
        digits.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        digits.to_owned()
    }
}

/// `2 to 7.5`, in as many digits as tell the ends apart; one number where the ends are alike.
pub(crate) fn range(low: f64, high: f64) -> String {
    let ends = |write: &dyn Fn(f64) -> String| {
        let [low, high] = [low, high].map(write);
        (low != high).then(|| format!("{low} to {high}"))
    };
    let finer = || (0..=9).find_map(|decimals| ends(&|end| trimmed(&grouped(end, decimals))));
    if low == high {
        return number(low);
    }
    ends(&number).or_else(finer).unwrap_or_else(|| number(low))
}

/// A part of a whole in percent; nothing of nothing is 0.
pub(crate) fn percent(part: f64, whole: f64) -> String {
    let share = if whole > 0.0 { 100.0 * part / whole } else { 0.0 };
    format!("{} %", number(share))
}

/// Names without those that came before, in their order.
pub(crate) fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let mut distinct: Vec<&str> = Vec::new();
    for name in names {
        if !distinct.contains(&name.as_str()) {
            distinct.push(name);
        }
    }
    distinct
}

/// `a, b and c`.
pub(crate) fn list(items: impl IntoIterator<Item = impl Into<String>>) -> String {
    first_of(items, usize::MAX, "")
}

/// The first of some items, and how many more there are: `a, b and 5 more species`.
pub(crate) fn first_of(
    items: impl IntoIterator<Item = impl Into<String>>,
    most: usize,
    what: &str,
) -> String {
    let mut items: Vec<String> = items.into_iter().map(Into::into).collect();
    if items.len() > most {
        let more = items.split_off(most).len();
        items.push(format!("{more} more {what}"));
    }
    match items.pop() {
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} and {last}", items.join(", ")),
        None => String::new(),
    }
}

/// A sentence of the first of some items, after a space: ` Rows: a, b and 5 more rows.`; nothing where there are none.
pub(crate) fn listed(
    lead: &str,
    items: impl IntoIterator<Item = impl Into<String>>,
    most: usize,
    what: &str,
) -> String {
    match first_of(items, most, what) {
        none if none.is_empty() => none,
        some => format!(" {lead}: {some}."),
    }
}

/// How many of some things an alternative leaves out, as a sentence after a space; nothing where it has them all.
pub(crate) fn untold(what: &str, all: usize, told: usize) -> String {
    match all.saturating_sub(told) {
        0 => String::new(),
        more => format!(" {what} not told here: {more}."),
    }
}

/// A sentence of those clauses that apply, after a space; nothing where none does.
pub(crate) fn clauses<'a>(clauses: impl IntoIterator<Item = (bool, &'a str)>) -> String {
    let meant = clauses.into_iter().filter(|(applies, _)| *applies);
    match meant.map(|(_, words)| words).collect::<Vec<_>>().join("; ") {
        none if none.is_empty() => none,
        some => format!(" {}.", sentence(&some)),
    }
}

/// The largest of some parts of a whole, with their numbers and shares, and how many more parts there are.
pub(crate) fn largest<'a>(parts: impl Iterator<Item = (&'a str, u64)>, most: usize, what: &str) -> String {
    let mut parts: Vec<(&str, u64)> = parts.filter(|(_, number)| *number > 0).collect();
    sort::by_key(&mut parts, |(_, number)| std::cmp::Reverse(*number));
    let whole: u64 = parts.iter().map(|(_, number)| number).sum();
    let told = parts.iter().map(|&(part, number)| {
        let share = percent(number as f64, whole as f64);
        format!("{} {} ({share})", name(part), count(number))
    });
    first_of(told, most, what)
}

/// `2 panels of curves.`
pub(crate) fn panels(number: usize, what: &str) -> String {
    sentence(&format!("{} of {what}.", counted(number as u64, "panel")))
}

/// The scenario, its plot and the plot's edges.
pub(crate) fn setting(about: &RunAbout) -> String {
    let [width_m, height_m] = about.size_m.map(number);
    let edges = if about.torus { "periodic" } else { "open" };
    format!(
        "scenario {} on a plot of {width_m} m by {height_m} m with {edges} edges",
        name(&about.name)
    )
}

/// Words of ours as the begin of a sentence.
pub(crate) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// What two axes show, and from where to where: a sentence for each.
pub(crate) fn axes(x: &Axis, y: &Axis) -> String {
    format!("Horizontal axis: {}. Vertical axis: {}.", axis(x), axis(y))
}

/// An axis: `year, 0 to 150`.
pub(crate) fn axis(axis: &Axis) -> String {
    let label = one_line(&axis.label);
    let comma = if label.is_empty() { "" } else { ", " };
    let kind = if axis.is_logarithmic() {
        ", logarithmic"
    } else {
        ""
    };
    format!("{label}{comma}{}{kind}", range(axis.low, axis.high))
}

/// The first and the last value of a curve: `2 to 7.5`.
pub(crate) fn ends(values: &[f64]) -> String {
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else {
        return "no value".to_owned();
    };
    let told = range(first, last);
    if first != last || values.len() == 1 {
        told
    } else if values.iter().all(|&value| value == first) {
        format!("{told} throughout")
    } else {
        format!("{told} first and last")
    }
}

/// The first and the last value of a curve, and its extremes where they lie beyond both. `place` says where a value stands,
/// such as `in year 10`.
pub(crate) fn course(points: &[(f64, f64)], place: impl Fn(f64) -> String) -> String {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return "no value".to_owned();
    };
    let say = |(x, value): (f64, f64)| format!("{} {}", number(value), place(x));
    if points.len() == 1 {
        return say(first);
    }
    let extreme = |is_beyond: fn(f64, f64) -> bool| {
        let more = |a: (f64, f64), b: (f64, f64)| if is_beyond(b.1, a.1) { b } else { a };
        points.iter().copied().fold(first, more)
    };
    let (highest, lowest) = (extreme(|a, b| a > b), extreme(|a, b| a < b));
    if number(highest.1) == number(lowest.1) {
        return format!("{} throughout", number(first.1));
    }
    let near = NEAR_END * (highest.1 - lowest.1);
    let apart = |a: f64, b: f64| (a - b).abs() > near && number(a) != number(b);
    let is_told = |extreme: f64| apart(extreme, first.1) && apart(extreme, last.1);
    let mut parts = vec![say(first), say(last)];
    for (kind, point) in [("highest", highest), ("lowest", lowest)] {
        if is_told(point.1) {
            parts.push(format!("{kind} {}", say(point)));
        }
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_no_zeros_at_their_end() {
        for (value, words) in [
            (0.81284, "0.813"),
            (0.5, "0.5"),
            (1.0 / 3.0 + 1.0, "1.33"),
            (1.2000000001, "1.2"),
            (12.04, "12"),
            (1_234.5, "1,234"),
            (40_000.0, "40,000"),
            (-2.5, "−2.5"),
            (0.0, "0"),
            (-0.0, "0"),
            (0.000_12, "1.2e−4"),
            (2.5e17, "2.5e17"),
        ] {
            assert_eq!(number(value), words);
        }
    }

    #[test]
    fn the_ends_of_a_range_differ_or_are_said_once() {
        for (low, high, words) in [
            (0.0, 200.0, "0 to 200"),
            (0.8, 1.3, "0.8 to 1.3"),
            (3.0, 3.0, "3"),
            (1_234.2, 1_234.4, "1,234.2 to 1,234.4"),
            (1_000_000.5, 1_000_200.5, "1,000,000 to 1,000,200"),
            (1.0, 1.0 + 1e-12, "1"),
            (0.0, 1e-12, "0 to 1e−12"),
        ] {
            assert_eq!(range(low, high), words);
        }
    }

    #[test]
    fn lists_end_with_and() {
        assert_eq!(list([""; 0]), "");
        assert_eq!(list(["a"]), "a");
        assert_eq!(list(["a", "b", "c"]), "a, b and c");
        assert_eq!(first_of(["a", "b", "c"], 3, "species"), "a, b and c");
        assert_eq!(first_of(["a", "b", "c"], 2, "species"), "a, b and 1 more species");
    }

    #[test]
    fn a_curve_is_told_by_its_ends_and_the_extremes_between() {
        let told = |values: &[f64]| {
            let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(values.iter().copied()).collect();
            course(&points, |x| format!("at {x}"))
        };
        assert_eq!(told(&[]), "no value");
        assert_eq!(told(&[2.5]), "2.5 at 0");
        assert_eq!(told(&[2.0, 2.0, 2.0]), "2 throughout");
        assert_eq!(told(&[1.0, 3.0]), "1 at 0, 3 at 1");
        assert_eq!(told(&[1.0, 3.03, 3.0]), "1 at 0, 3 at 2");
        assert_eq!(told(&[1.0, 5.0, 5.0, 3.0]), "1 at 0, 3 at 3, highest 5 at 1");
        assert_eq!(
            told(&[1.0, -2.0, 4.0, 1.0]),
            "1 at 0, 1 at 3, highest 4 at 2, lowest −2 at 1"
        );
    }

    #[test]
    fn ends_that_are_alike_are_said_once() {
        assert_eq!(ends(&[]), "no value");
        assert_eq!(ends(&[2.5]), "2.5");
        assert_eq!(ends(&[0.0, 0.0]), "0 throughout");
        assert_eq!(ends(&[0.0, 4.0, 0.0]), "0 first and last");
        assert_eq!(ends(&[9.0, 4.0, 1.0]), "9 to 1");
    }

    #[test]
    fn the_largest_parts_come_first_and_those_of_nothing_not_at_all() {
        let parts = [("ash", 10), ("oak", 0), ("beech", 25), ("fir", 5)];
        let told = |most| largest(parts.into_iter(), most, "species");
        assert_eq!(told(3), "beech 25 (62.5 %), ash 10 (25 %) and fir 5 (12.5 %)");
        assert_eq!(told(1), "beech 25 (62.5 %) and 2 more species");
    }

    #[test]
    fn names_are_short_and_in_one_line() {
        assert_eq!(name(" an\toak\n\nin  a wood\u{1} "), "an oak in a wood\u{fffd}");
        assert_eq!(name(" "), "without a name");
        let long = name(&"abcd ".repeat(40));
        assert_eq!(long.chars().count(), LONGEST_NAME);
        assert!(long.ends_with("abcd…"), "{long}");
    }

    #[test]
    fn a_setting_names_scenario_plot_and_edges() {
        let about = RunAbout {
            name: "old-field".to_owned(),
            size_m: [200.0, 62.5],
            origin_m: [0.0; 2],
            torus: false,
            species: Vec::new(),
            width_mm: None,
        };
        let told = "scenario old-field on a plot of 200 m by 62.5 m with open edges";
        assert_eq!(setting(&about), told);
        let told = setting(&RunAbout { torus: true, ..about });
        assert!(told.ends_with("with periodic edges"));
    }

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(["wood is", "Wood", ""].map(sentence), ["Wood is", "Wood", ""]);
    }

    #[test]
    fn an_axis_without_a_label_has_its_ends() {
        let (x, y) = (
            Axis::exact("", 0.0, 2.5, 5),
            Axis::logarithmic("trees", 3.0, 70.0),
        );
        assert_eq!(
            axes(&x, &y),
            "Horizontal axis: 0 to 2.5. Vertical axis: trees, 2 to 100, logarithmic."
        );
    }

    #[test]
    fn percents_of_nothing_are_nothing() {
        assert_eq!(percent(1.0, 3.0), "33.3 %");
        assert_eq!(percent(0.0, 0.0), "0 %");
    }
}

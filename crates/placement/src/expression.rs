//! Expressions over maps and the ground: `wet * (1 - smoothstep(20, 35, slope_deg))`.
//!
//! Numbers, names, `+ - * /`, parentheses, and the functions `min(a, b)`, `max(a, b)`, `abs(a)`, `sqrt(a)`, `clamp(a, least, greatest)`
//! and `smoothstep(from, to, a)`, which rises from 0 at `from` to 1 at `to` as 3 t² − 2 t³. Nothing else is known, so
//! that the same text has the same value everywhere.
//!
//! Each name is known with the least and the greatest of its values, and so is then each part of an expression: what could
//! divide by 0 or take a root of less than 0 is refused when the world is read, at its column, not where it is laid out.

use std::ops::Range;

/// Deepest nesting of an expression.
const DEEPEST: usize = 64;
/// Longest expression, bytes.
const LONGEST: usize = 4096;
/// Places at which an expression is worked out at once.
pub(crate) const AT_ONCE: usize = 32;

/// An expression, ready to be worked out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expression {
    /// In the order in which they are done, on a stack of values.
    steps: Vec<Step>,
    /// Values on the stack at most.
    depth: usize,
    /// Least and greatest value.
    pub(crate) range: [f64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Number(f64),
    /// The name of this number.
    Name(usize),
    Negative,
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
    Abs,
    Sqrt,
    Clamp,
    Smoothstep,
}

/// What the functions do, and how many arguments each takes.
const FUNCTIONS: [(usize, Step); 6] = [
    (2, Step::Min),
    (2, Step::Max),
    (1, Step::Abs),
    (1, Step::Sqrt),
    (3, Step::Clamp),
    (3, Step::Smoothstep),
];

/// The words that are functions.
pub(crate) const FUNCTION_NAMES: [&str; 6] = ["min", "max", "abs", "sqrt", "clamp", "smoothstep"];

/// What is wrong with an expression, and the bytes of it where that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) at: Range<usize>,
    pub(crate) problem: String,
    pub(crate) hint: String,
}

/// A name with the least and the greatest of its values.
pub(crate) type Name<'a> = (&'a str, [f64; 2]);

impl Expression {
    /// Reads an expression over these names.
    pub(crate) fn new(text: &str, names: &[Name<'_>]) -> Result<Self, Wrong> {
        if text.len() > LONGEST {
            let problem = format!("has {} bytes, but at most {LONGEST} are read", text.len());
            return Err(wrong(0..0, problem, "paint a map of its own for a part of it"));
        }
        let mut parser = Parser {
            text,
            at: 0,
            names,
            steps: Vec::new(),
            nested: 0,
        };
        let whole = parser.sum()?;
        parser.skip_spaces();
        if parser.at < text.len() {
            let found = parser.rest_word();
            let problem = format!("has `{}` where it should end", &text[found.clone()]);
            return Err(wrong(
                found,
                problem,
                "put one of `+ - * /` before it, or take it out",
            ));
        }
        let mut depth = 0;
        let mut deepest = 0;
        for step in &parser.steps {
            depth = depth + 1 - step.takes();
            deepest = deepest.max(depth);
        }
        Ok(Self {
            steps: parser.steps,
            depth: deepest,
            range: whole.range,
        })
    }

    /// The names that it asks for, by their numbers, each once.
    pub(crate) fn names(&self) -> Vec<usize> {
        let mut names: Vec<usize> = self
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Name(name) => Some(*name),
                _ => None,
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Works it out at some places: `values` are those of each name there, as far as it asks for them.
    pub(crate) fn values(&self, values: &[[f64; AT_ONCE]]) -> [f64; AT_ONCE] {
        let mut stack: Vec<[f64; AT_ONCE]> = Vec::with_capacity(self.depth);
        for step in &self.steps {
            let mut take = || stack.pop().unwrap_or([0.0; AT_ONCE]);
            let value = match step {
                Step::Number(number) => [*number; AT_ONCE],
                Step::Name(name) => values[*name],
                Step::Negative => take().map(|a| -a),
                Step::Abs => take().map(f64::abs),
                Step::Sqrt => take().map(f64::sqrt),
                Step::Clamp | Step::Smoothstep => {
                    let (c, b, a) = (take(), take(), take());
                    match step {
                        Step::Clamp => std::array::from_fn(|at| a[at].max(b[at]).min(c[at])),
                        _ => std::array::from_fn(|at| smoothstep(a[at], b[at], c[at])),
                    }
                }
                _ => {
                    let (b, a) = (take(), take());
                    std::array::from_fn(|at| both(*step, a[at], b[at]))
                }
            };
            stack.push(value);
        }
        stack.pop().unwrap_or([0.0; AT_ONCE])
    }
}

impl Step {
    /// How many values it takes off the stack.
    fn takes(self) -> usize {
        match self {
            Self::Number(_) | Self::Name(_) => 0,
            Self::Negative | Self::Abs | Self::Sqrt => 1,
            Self::Clamp | Self::Smoothstep => 3,
            _ => 2,
        }
    }
}

#[inline(always)]
fn both(step: Step, a: f64, b: f64) -> f64 {
    match step {
        Step::Add => a + b,
        Step::Subtract => a - b,
        Step::Multiply => a * b,
        Step::Divide => a / b,
        Step::Min => a.min(b),
        _ => a.max(b),
    }
}

fn smoothstep(from: f64, to: f64, a: f64) -> f64 {
    let t = ((a - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn wrong(at: Range<usize>, problem: String, hint: impl Into<String>) -> Wrong {
    let hint = hint.into();
    Wrong { at, problem, hint }
}

/// A part of an expression: where it stands, and its least and greatest value.
#[derive(Clone)]
struct Part {
    at: Range<usize>,
    range: [f64; 2],
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    names: &'a [Name<'a>],
    steps: Vec<Step>,
    nested: usize,
}

impl Parser<'_> {
    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a character, if it is the next one.
    fn takes(&mut self, character: char) -> bool {
        self.skip_spaces();
        let is_it = self.text[self.at..].starts_with(character);
        self.at += usize::from(is_it) * character.len_utf8();
        is_it
    }

    /// The word or the character that comes next.
    fn rest_word(&self) -> Range<usize> {
        let rest = &self.text[self.at..];
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '-';
        let length = match rest.chars().next() {
            Some(first) if first.is_alphanumeric() || first == '_' => {
                rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())
            }
            Some(first) => first.len_utf8(),
            None => 0,
        };
        self.at..self.at + length
    }

    fn sum(&mut self) -> Result<Part, Wrong> {
        let mut left = self.product()?;
        loop {
            let step = match () {
                () if self.takes('+') => Step::Add,
                () if self.takes('-') => Step::Subtract,
                () => return Ok(left),
            };
            let right = self.product()?;
            left = self.two(step, &left, &right)?;
        }
    }

    fn product(&mut self) -> Result<Part, Wrong> {
        let mut left = self.factor()?;
        loop {
            let step = match () {
                () if self.takes('*') => Step::Multiply,
                () if self.takes('/') => Step::Divide,
                () => return Ok(left),
            };
            let right = self.factor()?;
            left = self.two(step, &left, &right)?;
        }
    }

    fn factor(&mut self) -> Result<Part, Wrong> {
        self.nested += 1;
        if self.nested > DEEPEST {
            let problem = format!("is nested more than {DEEPEST} deep");
            return Err(wrong(self.at..self.at, problem, "make it shorter"));
        }
        let found = self.inner();
        self.nested -= 1;
        found
    }

    fn inner(&mut self) -> Result<Part, Wrong> {
        self.skip_spaces();
        let from = self.at;
        if self.takes('-') {
            let Part {
                range: [low, high], ..
            } = self.factor()?;
            return self.put(Step::Negative, from, [-high, -low]);
        }
        if self.takes('(') {
            let inner = self.sum()?;
            self.close(from)?;
            return Ok(Part {
                at: from..self.at,
                range: inner.range,
            });
        }
        let rest = &self.text[self.at..];
        match rest.chars().next() {
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_alphabetic() || c == '_' => self.name(),
            Some(_) => {
                let found = self.rest_word();
                let problem = format!(
                    "has `{}` where a number or a name should be",
                    &self.text[found.clone()]
                );
                Err(wrong(
                    found,
                    problem,
                    "write it like `wet * (1 - slope_deg / 90)`",
                ))
            }
            None => {
                let problem = "ends where a number or a name should be".to_owned();
                Err(wrong(
                    from..from,
                    problem,
                    "write it like `wet * (1 - slope_deg / 90)`",
                ))
            }
        }
    }

    fn number(&mut self) -> Result<Part, Wrong> {
        let from = self.at;
        let rest = &self.text[from..];
        let is_digit = |c: char| c.is_ascii_digit() || c == '.';
        let mut length = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
        if let Some(power) = rest[length..].strip_prefix(['e', 'E']) {
            let digits = power.strip_prefix(['+', '-']).unwrap_or(power);
            let count = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            if count > 0 {
                length += 1 + (power.len() - digits.len()) + count;
            }
        }
        self.at += length;
        let written = &self.text[from..self.at];
        match written.parse::<f64>() {
            Ok(number) if number.is_finite() => self.put(Step::Number(number), from, [number; 2]),
            _ => Err(wrong(
                from..self.at,
                format!("has `{written}`, which is no number"),
                "write decimals like 0.5",
            )),
        }
    }

    fn name(&mut self) -> Result<Part, Wrong> {
        let from = self.at;
        let rest = &self.text[from..];
        let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
        self.at += rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let written = &self.text[from..self.at];
        if let Some(function) = FUNCTION_NAMES.iter().position(|name| *name == written) {
            let (arguments, step) = FUNCTIONS[function];
            return self.call(from, written.to_owned(), arguments, step);
        }
        match self.names.iter().position(|(name, _)| *name == written) {
            Some(name) => self.put(Step::Name(name), from, self.names[name].1),
            None => {
                let known: Vec<&str> = self.names.iter().map(|(name, _)| *name).collect();
                let hint = format!(
                    "there are {}; for another map add a `[[map]]` with `name` and `file`",
                    known.join(", ")
                );
                Err(wrong(
                    from..self.at,
                    format!("names `{written}`, but there is no such map"),
                    hint,
                ))
            }
        }
    }

    fn call(&mut self, from: usize, name: String, arguments: usize, step: Step) -> Result<Part, Wrong> {
        if !self.takes('(') {
            let problem = format!("has the function `{name}` without its arguments");
            return Err(wrong(
                from..self.at,
                problem,
                format!("it takes {arguments}, in parentheses"),
            ));
        }
        let mut parts = vec![self.sum()?];
        while self.takes(',') {
            parts.push(self.sum()?);
        }
        self.close(from)?;
        if parts.len() != arguments {
            let problem = format!(
                "gives `{name}` {} arguments, but it takes {arguments}",
                parts.len()
            );
            return Err(wrong(from..self.at, problem, ""));
        }
        match (step, &parts[..]) {
            (Step::Min | Step::Max, [a, b]) => self.two(step, a, b).map(|part| Part {
                at: from..self.at,
                ..part
            }),
            (Step::Abs, [a]) => {
                let [low, high] = a.range;
                let least = if low <= 0.0 && high >= 0.0 {
                    0.0
                } else {
                    low.abs().min(high.abs())
                };
                self.put(step, from, [least, low.abs().max(high.abs())])
            }
            (Step::Sqrt, [a]) => {
                let [low, high] = a.range;
                if low < 0.0 {
                    let problem = format!(
                        "takes a root of what may be {low}: `{}`",
                        &self.text[a.at.clone()]
                    );
                    return Err(wrong(
                        a.at.clone(),
                        problem,
                        "keep it from below 0: `sqrt(max(…, 0))`",
                    ));
                }
                self.put(step, from, [low.sqrt(), high.sqrt()])
            }
            (Step::Clamp, [a, least, greatest]) => {
                if least.range[1] > greatest.range[0] {
                    let problem = format!(
                        "clamps between what may be {} and what may be {}",
                        least.range[1], greatest.range[0]
                    );
                    return Err(wrong(
                        least.at.start..greatest.at.end,
                        problem,
                        "give the least value first",
                    ));
                }
                let within = |value: f64, of: usize| value.max(least.range[of]).min(greatest.range[of]);
                self.put(step, from, [within(a.range[0], 0), within(a.range[1], 1)])
            }
            (_, [low, high, _]) => {
                if low.range[1] >= high.range[0] {
                    let problem = format!(
                        "rises from what may be {} to what may be {}, which divides by 0",
                        low.range[1], high.range[0]
                    );
                    return Err(wrong(
                        low.at.start..high.at.end,
                        problem,
                        "give where it begins first, then where it ends",
                    ));
                }
                self.put(step, from, [0.0, 1.0])
            }
            _ => Err(wrong(
                from..self.at,
                format!("has no function `{name}` of so many arguments"),
                "",
            )),
        }
    }

    fn close(&mut self, from: usize) -> Result<(), Wrong> {
        if self.takes(')') {
            return Ok(());
        }
        let problem = "opens a parenthesis here that is not closed".to_owned();
        let open = self.text[from..].find('(').map_or(from, |at| from + at);
        Err(wrong(open..open + 1, problem, "close it with `)`"))
    }

    /// Puts a step on the list, of whose part the values are known.
    fn put(&mut self, step: Step, from: usize, range: [f64; 2]) -> Result<Part, Wrong> {
        let at = from..self.at;
        if !range.iter().all(|end| end.is_finite()) {
            let problem = format!("may grow beyond all numbers: `{}`", &self.text[at.clone()]);
            return Err(wrong(at, problem, "make its parts smaller"));
        }
        self.steps.push(step);
        Ok(Part { at, range })
    }

    fn two(&mut self, step: Step, a: &Part, b: &Part) -> Result<Part, Wrong> {
        let ([al, ah], [bl, bh]) = (a.range, b.range);
        let corners = |of: fn(f64, f64) -> f64| {
            let all = [of(al, bl), of(al, bh), of(ah, bl), of(ah, bh)];
            [
                all.iter().copied().fold(f64::INFINITY, f64::min),
                all.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            ]
        };
        let range = match step {
            Step::Add => [al + bl, ah + bh],
            Step::Subtract => [al - bh, ah - bl],
            Step::Multiply => corners(|a, b| a * b),
            Step::Divide => {
                if bl <= 0.0 && bh >= 0.0 {
                    let divisor = &self.text[b.at.clone()];
                    let problem = match bl == bh {
                        true => format!("divides by 0: `{divisor}`"),
                        false => format!("may divide by 0: `{divisor}` lies from {bl} to {bh}"),
                    };
                    return Err(wrong(b.at.clone(), problem, "keep it from 0: `max(…, 0.01)`"));
                }
                corners(|a, b| a / b)
            }
            Step::Min => [al.min(bl), ah.min(bh)],
            _ => [al.max(bl), ah.max(bh)],
        };
        self.put(step, a.at.start, range)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NAMES: [Name<'static>; 2] = [("wet", [0.0, 1.0]), ("slope_deg", [0.0, 90.0])];

    fn value(text: &str, wet: f64, slope_deg: f64) -> f64 {
        let expression = Expression::new(text, &NAMES).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
        expression.values(&[[wet; AT_ONCE], [slope_deg; AT_ONCE]])[AT_ONCE - 1]
    }

    fn told(text: &str) -> (usize, String) {
        let wrong = Expression::new(text, &NAMES).expect_err(text);
        (wrong.at.start, wrong.problem)
    }

    #[test]
    fn signs_bind_as_they_do_on_paper() {
        for (text, expected) in [
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("2 - 3 - 4", -5.0),
            ("8 / 4 / 2", 1.0),
            ("-wet * 2 + 1", 0.5),
            ("--1.5e1", 15.0),
            ("wet*slope_deg/ (1+.5)", 5.0),
            ("min(wet, 1) + max(2, 3) - abs(-4)", -0.75),
            ("sqrt(wet) + clamp(slope_deg, 0, 10)", 10.5),
            ("smoothstep(20, 40, slope_deg)", 0.5),
        ] {
            assert_eq!(value(text, 0.25, 30.0), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_at_its_byte() {
        for (text, at, words) in [
            ("wet * wett", 6, "names `wett`, but there is no such map"),
            ("1 / 0", 4, "divides by 0: `0`"),
            ("1 / (2 - 2)", 4, "divides by 0: `(2 - 2)`"),
            (
                "1 / (wet - 0.5)",
                4,
                "may divide by 0: `(wet - 0.5)` lies from -0.5 to 0.5",
            ),
            ("sqrt(wet - 1)", 5, "takes a root of what may be -1"),
            ("smoothstep(5, 5, wet)", 11, "which divides by 0"),
            ("(wet + 1", 0, "opens a parenthesis here that is not closed"),
            ("wet 2", 4, "has `2` where it should end"),
            ("wet + ", 6, "ends where a number or a name should be"),
            ("wet + * 2", 6, "has `*` where a number or a name should be"),
            ("max(wet)", 0, "gives `max` 1 arguments, but it takes 2"),
            ("min", 0, "has the function `min` without its arguments"),
            ("1.2.3", 0, "has `1.2.3`, which is no number"),
            ("1e300 * 1e300", 0, "may grow beyond all numbers"),
            (
                "clamp(wet, 2, 1)",
                11,
                "clamps between what may be 2 and what may be 1",
            ),
            ("", 0, "ends where"),
            ("wet ∗ 2", 4, "has `∗` where it should end"),
        ] {
            let (found, problem) = told(text);
            assert!(
                found == at && problem.contains(words),
                "{text}: {found} {problem}"
            );
        }
        assert!(told(&"(".repeat(100)).1.contains("nested"));
        assert!(told(&"1 +".repeat(3000)).1.contains("bytes"));
    }

    proptest! {
        #[test]
        fn values_lie_in_the_range_that_is_said(
            a in -5.0..5.0_f64, b in 0.1..5.0_f64, wet in 0.0..=1.0_f64, slope_deg in 0.0..=90.0_f64, of_slope in any::<bool>(), kind in 0..6_usize,
        ) {
            let leaf = if of_slope { "slope_deg / 90" } else { "wet" };
            let texts = [
                format!("({leaf}) * {a} - {b}"), format!("{a} / ({b} + {leaf})"), format!("max({leaf}, {a}) - min(wet, {b})"),
                format!("abs({a} * wet) * ({leaf})"), format!("clamp({leaf} + {a}, 0, {b})"), format!("smoothstep({a}, {a} + {b}, {leaf})"),
            ];
            let leaf = if of_slope { slope_deg / 90.0 } else { wet };
            let t = ((leaf - a) / ((a + b) - a)).clamp(0.0, 1.0);
            let expected = [
                leaf * a - b, a / (b + leaf), leaf.max(a) - wet.min(b), (a * wet).abs() * leaf, (leaf + a).max(0.0).min(b), t * t * (3.0 - 2.0 * t),
            ][kind];
            let expression = Expression::new(&texts[kind], &NAMES).map_err(|wrong| TestCaseError::fail(format!("{wrong:?}")))?;
            let found = expression.values(&[[wet; AT_ONCE], [slope_deg; AT_ONCE]])[3];
            prop_assert!((found - expected).abs() <= 1e-12 * (1.0 + expected.abs()), "{} {found} {expected}", texts[kind]);
            let [low, high] = expression.range;
            prop_assert!(found >= low - 1e-12 && found <= high + 1e-12);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[a-z0-9+*/()., _-]{0,40}") {
            if let Err(wrong) = Expression::new(&text, &NAMES) {
                prop_assert!(text.is_char_boundary(wrong.at.start) && wrong.at.start <= text.len());
            }
        }
    }
}

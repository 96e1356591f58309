//! Whether the values of a struct are what their keys may be, and what holds where a key is not given.

use std::fmt;

use crate::{Interval, Key, Literal, Need, OutOfRange, ValueKind};

/// A value of a key, or a struct of such values.
pub trait Checked {
    /// All values that are not what their keys may be; of a struct, whatever key it stands at itself.
    fn faults(&self, key: &Key) -> Vec<OutOfRange>;

    /// Finds the first of them.
    ///
    /// # Errors
    /// [`OutOfRange`].
    fn check(&self, key: &Key) -> Result<(), OutOfRange> {
        self.faults(key).into_iter().next().map_or(Ok(()), Err)
    }

    /// The same of a struct that stands at no key.
    ///
    /// # Errors
    /// [`OutOfRange`].
    fn in_range(&self) -> Result<(), OutOfRange> {
        self.check(&Key::new("", ValueKind::Text, "", "", ""))
    }

    /// A list of such values that is a default.
    fn listed(_: Literal) -> Option<Vec<Self>>
    where
        Self: Sized,
    {
        None
    }
}

impl Checked for f64 {
    fn faults(&self, key: &Key) -> Vec<OutOfRange> {
        match key.kind {
            ValueKind::Real(range)
            | ValueKind::RealPair(range)
            | ValueKind::RealTriple(range)
            | ValueKind::Reals(range)
            | ValueKind::RealPairs(range)
            | ValueKind::Segments(range)
            | ValueKind::Triangles(range)
                if !range.contains(*self) =>
            {
                vec![outside(key, self, range)]
            }
            _ => Vec::new(),
        }
    }

    fn listed(literal: Literal) -> Option<Vec<Self>> {
        match literal {
            Literal::Reals(numbers) => Some(numbers.to_vec()),
            _ => None,
        }
    }
}

impl Checked for u32 {
    fn faults(&self, key: &Key) -> Vec<OutOfRange> {
        (*self as usize).faults(key)
    }
}

impl Checked for i32 {
    fn faults(&self, key: &Key) -> Vec<OutOfRange> {
        match key.kind {
            ValueKind::Whole(low, high) if !(low..=high).contains(&i64::from(*self)) => {
                let range = Interval::from(low as f64, high as f64);
                vec![outside(key, self, range)]
            }
            _ => Vec::new(),
        }
    }
}

impl Checked for usize {
    fn faults(&self, key: &Key) -> Vec<OutOfRange> {
        match key.kind {
            ValueKind::Whole(low, high) | ValueKind::WholePair(low, high)
                if !i64::try_from(*self).is_ok_and(|n| (low..=high).contains(&n)) =>
            {
                let range = Interval::from(low as f64, high as f64);
                vec![outside(key, self, range)]
            }
            _ => Vec::new(),
        }
    }
}

fn outside(key: &Key, value: impl fmt::Display, range: Interval) -> OutOfRange {
    OutOfRange::beside(key.name, format!("is {value}, but must be {range}"), "")
}

/// Several values of one kind; a list of numbers or shapes that must be given has one at least.
impl<T: Checked> Checked for Vec<T> {
    fn faults(&self, key: &Key) -> Vec<OutOfRange> {
        if self.is_empty()
            && !matches!(key.need, Need::Optional)
            && !matches!(key.kind, ValueKind::Tables(..))
        {
            let problem = "is empty, but must have at least one entry".to_owned();
            return vec![OutOfRange::beside(key.name, problem, "")];
        }
        self.iter().flat_map(|value| value.faults(key)).collect()
    }
}

impl<T: Checked, const N: usize> Checked for [T; N] {
    fn faults(&self, key: &Key) -> Vec<OutOfRange> {
        self.iter().flat_map(|value| value.faults(key)).collect()
    }

    fn listed(literal: Literal) -> Option<Vec<Self>> {
        match literal {
            Literal::RealPairs(pairs) => pairs
                .iter()
                .map(|pair| T::listed(Literal::Reals(pair))?.try_into().ok())
                .collect(),
            _ => None,
        }
    }
}

impl<T: Checked> Checked for Option<T> {
    fn faults(&self, key: &Key) -> Vec<OutOfRange> {
        self.iter().flat_map(|value| value.faults(key)).collect()
    }
}

impl<T: Checked> Checked for Box<T> {
    fn faults(&self, key: &Key) -> Vec<OutOfRange> {
        self.as_ref().faults(key)
    }
}

/// What a value holds where its key is not given.
pub trait FromKey {
    /// The default of a key.
    ///
    /// # Panics
    /// If the key has none, or one of another kind.
    fn from_key(key: &Key) -> Self;
}

impl<T> FromKey for Option<T> {
    fn from_key(_: &Key) -> Self {
        None
    }
}

impl<T: Checked> FromKey for Vec<T> {
    fn from_key(key: &Key) -> Self {
        match key.need {
            Need::Default(literal) => T::listed(literal).expect("a default is of its kind"),
            _ => Self::new(),
        }
    }
}

/// Values without a range of their own, and literals that are defaults.
macro_rules! plain {
    (any: $($any:ty),+; $($literal:ident: $type:ty),+) => {
        $(impl Checked for $any {
            fn faults(&self, _: &Key) -> Vec<OutOfRange> {
                Vec::new()
            }
        })+
        $(impl FromKey for $type {
            fn from_key(key: &Key) -> Self {
                match key.need {
                    Need::Default(Literal::$literal(value)) => value.try_into().expect("a default lies in the range"),
                    other => panic!("{other:?} is no default of this kind"),
                }
            }
        })+
    };
}

plain!(any: bool, char, String; Real: f64, Whole: u32, Whole: i32, Flag: bool, RealPair: [f64; 2], RealTriple: [f64; 3]);

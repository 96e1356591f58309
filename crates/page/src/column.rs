//! A column of whole numbers as the page reads it: the least of them is taken off, and each stands in as few bytes as the
//! greatest needs.

use serde::Serialize;

/// What the page must know of a column to read it from the packed bytes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Column {
    /// How many numbers.
    length: usize,
    /// Bytes of one number, 1, 2 or 4 (unsigned, little-endian), or 8 (a double).
    bytes: u8,
    /// What was taken off each.
    from: f64,
    /// How many of its units make one of the quantity's, such as 100 for centimetres of a length in metres.
    per: u32,
    /// Whether each is the difference to the one before, the first to `from`.
    steps: bool,
}

impl Column {
    /// Packs numbers behind those of `into`, each rounded to one of `per` parts of its unit.
    pub(crate) fn of(numbers: impl IntoIterator<Item = f64>, per: u32, into: &mut Vec<u8>) -> Self {
        let whole = |number: f64| (number * f64::from(per)).round() as i64;
        Self::pack(&numbers.into_iter().map(whole).collect::<Vec<_>>(), per, into)
    }

    /// Packs numbers behind those of `into`.
    pub(crate) fn pack(numbers: &[i64], per: u32, into: &mut Vec<u8>) -> Self {
        Self::packed(numbers, per, false, into)
    }

    /// Packs ascending numbers, as differences.
    pub(crate) fn pack_ascending(numbers: &[i64], into: &mut Vec<u8>) -> Self {
        let first = numbers.first().copied().unwrap_or(0);
        let steps: Vec<i64> = std::iter::once(0)
            .chain(numbers.windows(2).map(|pair| pair[1] - pair[0]))
            .take(numbers.len())
            .collect();
        let column = Self::packed(&steps, 1, true, into);
        debug_assert_eq!(
            column.from, 0.0,
            "the first difference is 0 and the others are not below"
        );
        Self {
            from: first as f64,
            ..column
        }
    }

    fn packed(numbers: &[i64], per: u32, steps: bool, into: &mut Vec<u8>) -> Self {
        let from = numbers.iter().copied().min().unwrap_or(0);
        let above = || numbers.iter().map(|number| number.abs_diff(from));
        let bytes = match above().max().unwrap_or(0) {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            0x1_0000..=0xffff_ffff => 4,
            _ => 8,
        };
        for number in above() {
            match bytes {
                8 => into.extend((number as f64).to_le_bytes()),
                _ => into.extend(&number.to_le_bytes()[..usize::from(bytes)]),
            }
        }
        Self {
            length: numbers.len(),
            bytes,
            from: from as f64,
            per,
            steps,
        }
    }
}

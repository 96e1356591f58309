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

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    /// As the page's script reads it.
    pub(crate) fn unpacked(column: &Column, packed: &mut &[u8]) -> Vec<f64> {
        let mut last = column.from;
        let mut next = || {
            let (number, rest) = packed.split_at(usize::from(column.bytes));
            *packed = rest;
            let mut whole = [0; 8];
            whole[..number.len()].copy_from_slice(number);
            let number = if column.bytes == 8 {
                f64::from_le_bytes(whole)
            } else {
                u64::from_le_bytes(whole) as f64
            };
            if column.steps {
                last += number;
                last
            } else {
                (number + column.from) / f64::from(column.per)
            }
        };
        (0..column.length).map(|_| next()).collect()
    }

    /// The numbers of the columns that JSON describes, in this order.
    pub(crate) fn unpacked_all(described: &[&Value], mut packed: &[u8]) -> Vec<Vec<f64>> {
        let numbers = described.iter().map(|column| {
            let column = Column {
                length: column["length"].as_u64().unwrap() as usize,
                bytes: column["bytes"].as_u64().unwrap() as u8,
                from: column["from"].as_f64().unwrap(),
                per: column["per"].as_u64().unwrap() as u32,
                steps: column["steps"].as_bool().unwrap(),
            };
            unpacked(&column, &mut packed)
        });
        numbers.collect()
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            numbers in prop::collection::vec(-(1_i64 << 50)..1 << 50, 0..20),
            shift in 0_u32..50,
        ) {
            let mut numbers: Vec<i64> = numbers.iter().map(|number| number >> shift).collect();
            let mut packed = Vec::new();
            let column = Column::pack(&numbers, 100, &mut packed);
            numbers.sort_unstable();
            let ascending = Column::pack_ascending(&numbers, &mut packed);
            let (mut rest, mut all) = (&packed[..], Vec::new());
            all.extend(unpacked(&column, &mut rest).iter().map(|number| (number * 100.0).round() as i64));
            let again: Vec<i64> = unpacked(&ascending, &mut rest).iter().map(|number| *number as i64).collect();
            all.sort_unstable();
            prop_assert_eq!(&all, &numbers);
            prop_assert_eq!(&again, &numbers);
            prop_assert!(rest.is_empty());
        }
    }

    #[test]
    fn a_number_has_as_few_bytes_as_the_greatest_needs() {
        for (numbers, bytes) in [
            (vec![], 0),
            (vec![1_000_000], 1),
            (vec![-5, 250], 2),
            (vec![-5, 251], 4),
            (vec![0, 70_000], 8),
            (vec![0, 1 << 40], 16),
        ] {
            let mut packed = Vec::new();
            Column::pack(&numbers, 1, &mut packed);
            assert_eq!(packed.len(), bytes, "{numbers:?}");
        }
    }
}

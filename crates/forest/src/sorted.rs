//! Sorting by keys of one form, so that there is one sort in the machine code, whatever is sorted.

use rayon::prelude::*;

/// What a row is sorted by: first by its bucket, then by its key; where both are the same, rows stay in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) bucket: u32,
    /// The key as two halves: one number of 128 bits would have to lie at a multiple of 16 bytes.
    key: [u64; 2],
    pub(crate) row: u32,
}

impl Place {
    pub(crate) fn new(bucket: u32, key: u128, row: usize) -> Self {
        Self {
            bucket,
            key: [(key >> 64) as u64, key as u64],
            row: row as u32,
        }
    }

    pub(crate) fn key(&self) -> u128 {
        u128::from(self.key[0]) << 64 | u128::from(self.key[1])
    }
}

/// Sorts places, on all threads.
pub(crate) fn sort(places: &mut [Place]) {
    places.par_sort_unstable();
}

/// Sorts items by bucket and key, where both are the same as they were. `places` is memory that is used for it.
pub(crate) fn sort_by_place<T>(items: &mut [T], places: &mut Vec<Place>, of: impl Fn(&T) -> (u32, u128)) {
    places.clear();
    places.extend(items.iter().enumerate().map(|(row, item)| {
        let (bucket, key) = of(item);
        Place::new(bucket, key, row)
    }));
    sort(places);
    move_to(items, places);
}

/// Moves each item to its place, without a second list: round and round, until one comes to where the first was taken from.
fn move_to<T>(items: &mut [T], places: &mut [Place]) {
    for first in 0..items.len() {
        let mut place = first;
        loop {
            let from = std::mem::replace(&mut places[place].row, place as u32) as usize;
            if from == first {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_sorted_by_bucket_and_key_and_else_stay_in_their_order() {
        for count in [0, 1, 2, 7, 1000] {
            let item = |number: u128| {
                let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
                ((key >> 126) as u32, key >> 100 & 0x3F << 58, number)
            };
            let mut items: Vec<(u32, u128, u128)> = (0..count).map(item).collect();
            let mut expected = items.clone();
            expected.sort();
            sort_by_place(&mut items, &mut Vec::new(), |item| (item.0, item.1));
            assert_eq!(items, expected);
        }
    }
}

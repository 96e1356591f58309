//! Lists of the rows of which something holds, made on all threads.

use rayon::prelude::*;

/// Rows that are looked at together; no result depends on it.
const ROWS_TOGETHER: usize = 16_384;

/// Fills `list` with the rows for which `holds`, in rising order.
///
/// Each row is asked twice, first to be counted: lists of each thread's own would have to be asked for in every year.
pub(crate) fn list_rows(
    rows: std::ops::Range<usize>,
    holds: impl Fn(usize) -> bool + Sync,
    list: &mut Vec<u32>,
) {
    let together = |first: usize| first..(first + ROWS_TOGETHER).min(rows.end);
    let firsts = || rows.clone().into_par_iter().step_by(ROWS_TOGETHER);
    let counts: Vec<usize> = firsts()
        .map(|first| together(first).filter(|&row| holds(row)).count())
        .collect();
    list.resize(counts.iter().sum(), 0);
    let mut rest = list.as_mut_slice();
    let places: Vec<&mut [u32]> = counts
        .iter()
        .map(|&count| rest.split_off_mut(..count).expect("there is a place for each"))
        .collect();
    firsts().zip(places).for_each(|(first, places)| {
        let found = together(first).filter(|&row| holds(row));
        for (place, row) in places.iter_mut().zip(found) {
            *place = row as u32;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_that_hold_are_listed_in_order_and_no_others() {
        let mut list = vec![7; 100_000];
        for (rows, every) in [
            (0..0, 1),
            (3..4, 1),
            (5..100_000, 1),
            (0..100_000, 3),
            (0..50_000, 60_000),
        ] {
            list_rows(rows.clone(), |row| row % every == 0, &mut list);
            let expected = rows.filter(|row| row % every == 0);
            assert!(list.iter().map(|&row| row as usize).eq(expected));
        }
    }
}

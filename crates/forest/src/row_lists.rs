//! What is found in stretches of rows, on all threads: lists of the rows of which something holds, and anything else.

use std::ops::Range;

use understory_numerics::parallel;

/// Rows that are looked at together; no result depends on it.
const ROWS_TOGETHER: usize = 16_384;

/// Fills `list` with the rows for which `holds`, in rising order.
///
/// Each row is asked twice, first to be counted: lists of each thread's own would have to be asked for in every year.
pub(crate) fn list_rows(rows: Range<usize>, holds: impl Fn(usize) -> bool + Sync, list: &mut Vec<u32>) {
    let count = |rows: Range<usize>| rows.filter(|&row| holds(row)).count();
    let write = |rows: Range<usize>, places: &mut [u32]| {
        for (place, row) in places.iter_mut().zip(rows.filter(|&row| holds(row))) {
            *place = row as u32;
        }
    };
    list_stretches(rows, &count, &write, list);
}

/// Fills `list` by what counts the rows of a stretch and by what then writes them.
fn list_stretches(
    rows: Range<usize>,
    count: &(dyn Fn(Range<usize>) -> usize + Sync),
    write: &(dyn Fn(Range<usize>, &mut [u32]) + Sync),
    list: &mut Vec<u32>,
) {
    let counts = of_stretches(rows.clone(), ROWS_TOGETHER, count);
    list.resize(counts.iter().sum(), 0);
    let mut rest = list.as_mut_slice();
    let mut places: Vec<&mut [u32]> = counts
        .iter()
        .map(|&count| rest.split_off_mut(..count).expect("there is a place for each"))
        .collect();
    parallel::chunks(&mut places, 1, &|first, places| {
        for (number, places) in (first..).zip(places) {
            write(stretch(&rows, ROWS_TOGETHER, number), places);
        }
    });
}

/// What `make` gives for each stretch of at most `together` rows, in their order.
pub(crate) fn of_stretches<R: Send>(
    rows: Range<usize>,
    together: usize,
    make: &(dyn Fn(Range<usize>) -> R + Sync),
) -> Vec<R> {
    let count = rows.len().div_ceil(together);
    parallel::map(count, 1, |number| make(stretch(&rows, together, number)))
}

/// All that `find` finds in stretches of at most `together` rows, in their order.
pub(crate) fn found_in<R: Send>(
    rows: Range<usize>,
    together: usize,
    find: &(dyn Fn(Range<usize>, &mut Vec<R>) + Sync),
) -> Vec<R> {
    let found = of_stretches(rows, together, &|rows| {
        let mut found = Vec::new();
        find(rows, &mut found);
        found
    });
    found.into_iter().flatten().collect()
}

fn stretch(rows: &Range<usize>, together: usize, number: usize) -> Range<usize> {
    let first = rows.start + number * together;
    first..(first + together).min(rows.end)
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

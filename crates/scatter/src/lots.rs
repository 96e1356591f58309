/// Leaves out what is more than `count`: those of the smallest lots, of equal ones the first. The others keep
/// their order.
pub(crate) fn leave_out_by_lot<T, L: Ord + Copy>(items: &mut Vec<T>, count: usize, lot: impl Fn(&T) -> L) {
    let Some(last) = items.len().checked_sub(count + 1) else {
        return;
    };
    let mut lots: Vec<_> = items
        .iter()
        .map(&lot)
        .enumerate()
        .map(|(i, lot)| (lot, i))
        .collect();
    let last_left_out = *lots.select_nth_unstable(last).1;
    let mut index = 0;
    items.retain(|item| {
        let stays = (lot(item), index) > last_left_out;
        index += 1;
        stays
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_lots_go_and_the_rest_keep_their_order() {
        let left = |count: usize| {
            let mut items = vec![('a', 3), ('b', 1), ('c', 2), ('d', 1)];
            leave_out_by_lot(&mut items, count, |item| item.1);
            items.iter().map(|item| item.0).collect::<String>()
        };
        assert_eq!([4, 3, 2, 1, 0].map(left), ["abcd", "acd", "ac", "a", ""]);
        assert_eq!(left(9), "abcd");
    }
}

//! Sorting is that of the standard library.

use std::cmp::Reverse;

use proptest::prelude::*;
use understory_numerics::sort;

proptest! {
    #[test]
    fn numbers_come_in_rising_order(values in prop::collection::vec(any::<f64>(), 0..300)) {
        let mut expected = values.clone();
        expected.sort_by(f64::total_cmp);
        let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        for sorted in [sort::numbers, sort::many_numbers] {
            let mut values = values.clone();
            sorted(&mut values);
            prop_assert_eq!(bits(&values), bits(&expected));
        }
    }

    #[test]
    fn those_alike_stay_in_their_order(keys in prop::collection::vec(0..20_u8, 0..300)) {
        let mut numbered: Vec<(u8, usize)> = keys.iter().copied().zip(0..).collect();
        let mut expected = numbered.clone();
        expected.sort_by_key(|&(key, _)| Reverse(key));
        sort::by_key(&mut numbered, |&(key, _)| Reverse(key));
        prop_assert_eq!(numbered, expected);
    }
}

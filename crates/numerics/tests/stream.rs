//! A mother's stream is the same in any order.

use understory_numerics::{MotherStream, Purpose, RandomKey};

#[test]
fn a_part_is_the_same_whatever_was_drawn_before() {
    let mother = RandomKey::root(1, &["mother"]);
    let mut in_order = MotherStream::new(mother, 5, Purpose::Fruit);
    let parts: Vec<_> = (0..9).map(|part| in_order.part(part)).collect();
    let mut backwards = MotherStream::new(mother, 5, Purpose::Fruit);
    for part in (0..9).rev() {
        assert_eq!(backwards.part(part), parts[part as usize]);
    }
}

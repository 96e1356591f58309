//! Keys: what changes a draw, and how they are written.

use understory_numerics::{Purpose, RandomKey};

#[test]
fn who_when_and_why_each_change_the_draw() {
    let key = RandomKey::root(7, &["beech"]);
    let draws = [
        key.draws(1, Purpose::Death, 0),
        key.draws(2, Purpose::Death, 0),
        key.draws(1, Purpose::SeedYear, 0),
        key.draws(1, Purpose::Death, 1),
        RandomKey::root(7, &["birch"]).draws(1, Purpose::Death, 0),
        RandomKey::root(8, &["beech"]).draws(1, Purpose::Death, 0),
    ];
    for (i, a) in draws.iter().enumerate() {
        for b in &draws[..i] {
            assert_ne!(a, b);
        }
    }
}

#[test]
fn the_parts_of_a_name_are_not_run_together() {
    assert_ne!(RandomKey::root(1, &["ab", "c"]), RandomKey::root(1, &["a", "bc"]));
}

#[test]
fn is_written_and_read_as_32_hex_digits() {
    let key = RandomKey::from_bits(0xabc);
    assert_eq!(key.to_string(), "00000000000000000000000000000abc");
    assert_eq!(key.to_string().parse(), Ok(key));
    assert!("abc".parse::<RandomKey>().is_err());
    assert!("+0000000000000000000000000000abc".parse::<RandomKey>().is_err());
}

//! Seeds and deadwood of a page.

use understory_page::State;

#[test]
fn a_page_draws_some_thousands_of_millions_of_seeds() {
    assert_eq!(State::one_in(30_000, 1), 1);
    assert_eq!(State::one_in(4_000_000, 1), 134);
    assert_eq!(State::one_in(0, 3), 1);
    assert!(4_000_000 / State::one_in(4_000_000, 20) <= 30_000 / 20);
}

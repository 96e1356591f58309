//! Leaves of a tree that a page shows.

use understory_page::{About, Parts, Tree, page};
use understory_records::LeafRow;

use crate::unpacked::of_page;

#[test]
fn of_too_many_leaves_some_are_drawn_so_much_wider_that_they_cover_as_much() {
    let leaf = LeafRow {
        tip_z_m: 0.1,
        width_m: 0.05,
        ..LeafRow::default()
    };
    let tree = Tree {
        leaves: vec![leaf; 160_000],
        ..Tree::default()
    };
    let parts = Parts {
        tree: Some(tree),
        ..Parts::default()
    };
    let (json, bytes) = of_page(&page(&About::default(), parts).unwrap());
    let of = |key: &str| json["tree"][key].as_f64().unwrap();
    assert_eq!([of("all_leaves") as usize, of("wider") as usize], [160_000, 2]);
    assert!(bytes.len() < 8 * 40_000);
}

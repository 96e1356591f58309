//! Wood that a page shows: all of it where it fits, else without the twigs that bear least.

use understory_page::{About, Parts, Tree, Wood, WoodNode, page};

use crate::unpacked::{columns, of_page};

/// So many nodes a page holds at most, and so many at once.
const NODES_AT_MOST: usize = 120_000;
const NODES_AT_ONCE: usize = 60_000;

/// A trunk of `trunk` nodes, from each of which a twig of one node grows.
fn tree(trunk: u32) -> Vec<WoodNode> {
    let node = |parent: Option<u32>, x_m: f64, z_m: f64| WoodNode {
        parent,
        is_root: false,
        place_m: [x_m, 0.0, z_m],
        radius_m: 0.01,
        of: 7,
    };
    let mut nodes = vec![node(None, 0.0, 0.0)];
    let mut last = 0;
    for height in 1..=trunk {
        nodes.push(node(Some(last), 0.0, f64::from(height)));
        last = nodes.len() as u32 - 1;
        nodes.push(node(Some(last), 1.0, f64::from(height)));
    }
    nodes
}

/// How many nodes a page says that there are of wood, and those that it holds.
fn shown(wood: Wood) -> (u64, Vec<WoodNode>) {
    let tree = Tree {
        wood,
        ..Tree::default()
    };
    let parts = Parts {
        tree: Some(tree),
        ..Parts::default()
    };
    let (json, packed) = of_page(&page(&About::default(), parts).unwrap());
    let wood = &json["tree"]["wood"];
    let names = ["back", "is_root", "x_m", "y_m", "z_m", "radius_m", "of"];
    let (found, _) = columns(&names.map(|name| &wood[name]), &packed);
    let node = |place: usize| WoodNode {
        parent: (found[0][place] > 0.0).then(|| place as u32 - found[0][place] as u32),
        is_root: found[1][place] == 1.0,
        place_m: [2, 3, 4].map(|axis| found[axis][place]),
        radius_m: found[5][place],
        of: found[6][place] as u64,
    };
    let nodes = (0..found[0].len()).map(node).collect();
    (wood["all"].as_u64().unwrap(), nodes)
}

#[test]
fn wood_that_fits_is_shown_whole() {
    let nodes = tree(100);
    let wood = Wood::new("skeleton.csv", &nodes, 1).unwrap();
    assert_eq!(shown(wood), (201, nodes));
}

#[test]
fn of_too_much_wood_the_twigs_are_left_out_and_the_rest_is_connected() {
    let nodes = tree(40_000);
    let (all, kept) = shown(Wood::new("skeleton.csv", &nodes, 1).unwrap());
    assert_eq!(all, 80_001);
    assert!((30_000..=NODES_AT_ONCE).contains(&kept.len()));
    assert!(kept.iter().all(|node| node.place_m[0] == 0.0), "no twig is left");
    for (place, node) in kept.iter().enumerate().skip(1) {
        let parent = &kept[node.parent.unwrap() as usize];
        assert!((node.parent.unwrap() as usize) < place);
        assert_eq!(node.place_m[2] - parent.place_m[2], 1.0);
    }
}

#[test]
fn the_more_of_it_a_page_has_the_less_is_shown_of_each() {
    let nodes = tree(40_000);
    let (_, kept) = shown(Wood::new("skeleton.csv", &nodes, 20).unwrap());
    assert!(kept.len() <= NODES_AT_MOST / 20);
}

#[test]
fn a_node_before_the_one_that_it_grew_from_is_told() {
    let mut nodes = tree(2);
    nodes[1].parent = Some(3);
    let error = Wood::new("skeleton.csv", &nodes, 1).unwrap_err().to_string();
    assert_eq!(
        error,
        "`parent` of `skeleton.csv` is 3, but it must be the number of a row before"
    );
}

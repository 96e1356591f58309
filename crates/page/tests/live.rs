//! Pages that ask for what they show, and the frames that they get.

use understory_page::{
    LiveAbout, LiveKind, LiveNode, LivePart, LivePoints, LiveRaster, LiveTree, live_page, points_frame,
    tree_frame,
};

use crate::unpacked::{columns, of_frame};

pub(crate) const KINDS: [LiveKind; 3] = [LiveKind::Forest, LiveKind::Tree, LiveKind::Points];

/// What every kind of page is asked for with: its name would end a block.
pub(crate) fn about(kind: LiveKind) -> LiveAbout {
    LiveAbout {
        kind,
        name: "</script><b>".to_owned(),
        about: String::new(),
        version: "0".to_owned(),
        size_m: [50.0, 40.0],
        origin_m: [0.0, 0.0],
        torus: true,
        seed: 7,
        years: 0,
    }
}

pub(crate) fn live(kind: LiveKind) -> String {
    live_page(&about(kind)).unwrap()
}

#[test]
fn every_page_may_ask_its_own_server_and_nobody_else() {
    for kind in KINDS {
        let page = live(kind);
        assert!(page.contains("default-src 'none'") && page.contains("connect-src 'self'"));
        // The numbers and the script, each in its block, and nothing that ends one before.
        assert_eq!(page.matches("<script").count(), 2, "{kind:?}");
        assert_eq!(page.matches("</script").count(), 2, "{kind:?}");
    }
}

#[test]
fn a_tree_comes_out_as_it_went_in() {
    let node = |parent, x_m: f64, part| LiveNode {
        parent,
        place_m: [x_m, -1.5, 2.0 * x_m],
        radius_m: 0.0123,
        part,
    };
    let tree = LiveTree {
        nodes: vec![
            node(0, 0.0, LivePart::Wood),
            node(0, 1.005, LivePart::Leafy),
            node(1, -3.0, LivePart::Root),
        ],
        ..LiveTree::default()
    };
    let frame = tree_frame(&about(LiveKind::Tree), tree).unwrap();
    let (json, packed) = of_frame(&frame);
    let described = ["back", "x_m", "y_m", "z_m", "radius_m", "part"].map(|name| &json[name]);
    let (columns, _) = columns(&described, packed);
    assert_eq!(columns[0], [0.0, 1.0, 1.0]);
    assert_eq!(columns[1], [0.0, 1.005, -3.0]);
    assert_eq!(columns[2], [-1.5; 3]);
    assert_eq!(columns[3], [0.0, 2.01, -6.0]);
    assert_eq!(columns[4], [0.0123; 3]);
    assert_eq!(columns[5], [0.0, 1.0, 3.0]);
}

#[test]
fn a_raster_tells_the_round_of_each_cell() {
    let points = LivePoints {
        points: vec![([1.0, 2.0], 0.5, 0)],
        raster: Some(LiveRaster {
            columns: 2,
            rounds: 3,
            forest_since: vec![Some(0), None, Some(3), None],
            is_open: Vec::new(),
        }),
        ..LivePoints::default()
    };
    let frame = points_frame(&about(LiveKind::Points), points).unwrap();
    let (json, packed) = of_frame(&frame);
    let raster = &json["raster"];
    let described = [
        &json["x_m"],
        &json["y_m"],
        &json["diameter_m"],
        &json["layer"],
        &raster["since"],
        &raster["open"],
    ];
    let (columns, _) = columns(&described, packed);
    assert_eq!(columns[..4], [[1.0], [2.0], [0.5], [0.0]]);
    assert_eq!(columns[4], [1.0, 0.0, 4.0, 0.0]);
    assert!(columns[5].is_empty());
}

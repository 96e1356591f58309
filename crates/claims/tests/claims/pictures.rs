//! What figures show of the claims: the forms that ship, what each parameter does, and the metrics of each kind.

use understory_branching::presets::PRESETS;
use understory_branching::skeleton::Skeleton;
use understory_claims::pictures::{
    Pictured, View, borders, corridors, flights, forms, parameters, raster_forests, thinned_grids,
};
use understory_claims::{Budget, Expected, Set, catalogue, of_metrics, recorded};
use understory_numerics::RandomKey;

fn mean_of(tree: &Pictured, axis: usize) -> f64 {
    let nodes = &tree.skeleton.nodes;
    nodes.iter().map(|node| node.place_m[axis]).sum::<f64>() / nodes.len() as f64
}

fn aside_m([x_m, y_m, _]: [f64; 3]) -> f64 {
    (x_m * x_m + y_m * y_m).sqrt()
}

fn segments_m(skeleton: &Skeleton) -> Vec<f64> {
    let length_m = |[a, b]: [[f64; 3]; 2]| {
        (0..3)
            .map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]))
            .sum::<f64>()
            .sqrt()
    };
    skeleton.segments_m().into_iter().map(length_m).collect()
}

#[test]
fn each_form_is_pictured_for_each_seed_and_beside_its_l_system() {
    let rows = forms(Budget::of(2)).unwrap();
    assert_eq!(rows.len(), PRESETS.len());
    for (row, preset) in rows.iter().zip(PRESETS) {
        assert_eq!(
            (row.heading.clone(), row.view),
            (format!("{}: {}", preset.name, preset.about), View::Front)
        );
        let captions: Vec<&str> = row.trees.iter().map(|tree| tree.caption.as_str()).collect();
        assert_eq!(captions, ["seed 0", "seed 1", "an L-system"]);
        for (seed, tree) in (0..2).zip(&row.trees) {
            let grown = preset
                .form()
                .grow(RandomKey::root(seed, &[preset.name]), &[])
                .unwrap();
            assert!(tree.skeleton == grown.skeleton, "{}", preset.name);
        }
        for tree in &row.trees {
            assert_eq!(tree.leaves.cards().count() > 20, preset.form().leaf.is_some());
        }
        assert!(row.trees[2].skeleton != row.trees[0].skeleton);
    }
}

#[test]
fn each_parameter_is_pictured_by_what_it_does() {
    let rows = parameters().unwrap();
    let counts: Vec<usize> = rows.iter().map(|row| row.trees.len()).collect();
    assert_eq!(counts, [4, 4, 4, 4, 4, 4, 4, 2]);
    let nodes = |row: usize| -> Vec<usize> {
        rows[row]
            .trees
            .iter()
            .map(|tree| tree.skeleton.nodes.len())
            .collect()
    };
    let captions =
        |row: usize| -> Vec<&str> { rows[row].trees.iter().map(|tree| tree.caption.as_str()).collect() };
    for row in [0, 1] {
        assert_eq!(captions(row), ["0.25", "0.5", "1", "2"]);
        assert!(
            nodes(row).is_sorted_by(|a, b| a > b),
            "longer segments, fewer of them: {:?}",
            nodes(row)
        );
    }
    // The same where the kill distance is a spacing in both, and one that grows thins the crown out beyond.
    assert!(rows[0].trees[1].skeleton == rows[1].trees[1].skeleton);
    assert!(nodes(1)[3] < nodes(0)[3]);
    assert_eq!(captions(2), ["0.5", "1", "2", "4"]);
    assert!(nodes(2).is_sorted_by(|a, b| a > b), "{:?}", nodes(2));
    assert_eq!(captions(3), ["1.5", "2", "4", "16"]);
    assert_ne!(nodes(3)[0], nodes(3)[3]);
    assert_eq!(captions(4), ["0", "0.2", "0.4", "0.6"]);
    // Tips hang lower, the more the pull.
    let lowest_m = |tree: &Pictured| {
        let above = tree
            .skeleton
            .nodes
            .iter()
            .map(|node| node.place_m[2])
            .filter(|z_m| *z_m > 0.75);
        above.fold(f64::INFINITY, f64::min)
    };
    let pulled = &rows[4].trees;
    assert!(mean_of(&pulled[3], 2) < mean_of(&pulled[0], 2) || lowest_m(&pulled[3]) < lowest_m(&pulled[0]));
    assert!(pulled[0].skeleton != pulled[1].skeleton);

    assert_eq!(captions(5), ["none", "hang 0.6", "lean 0.4", "twist 60°"]);
    let warped = &rows[5].trees;
    assert!(
        warped[0].skeleton == rows[0].trees[1].skeleton,
        "the usual rule, unwarped"
    );
    assert!(mean_of(&warped[1], 2) < mean_of(&warped[0], 2) - 0.1);
    assert!(mean_of(&warped[2], 0) > mean_of(&warped[0], 0) + 0.3);
    assert!((mean_of(&warped[3], 2) - mean_of(&warped[0], 2)).abs() < 0.1);
    // A ball of a metre on a stem of 0.7 m, on the ground.
    for tree in rows[..5]
        .iter()
        .flat_map(|row| &row.trees)
        .chain([&warped[0], &warped[3]])
    {
        let heights = || tree.skeleton.nodes.iter().map(|node| node.place_m[2]);
        let (low_m, high_m) = (heights().fold(9.0, f64::min), heights().fold(0.0, f64::max));
        assert_eq!(low_m, 0.0, "{}", tree.caption);
        assert!((1.9..2.71).contains(&high_m), "{}: {high_m}", tree.caption);
        let aside = tree.skeleton.nodes.iter().map(|node| aside_m(node.place_m));
        assert!(aside.fold(0.0, f64::max) < 1.05);
    }

    assert_eq!(
        captions(6),
        [
            "L-system, 5 steps",
            "L-system, 6 steps",
            "colonized, segments of 0.5",
            "colonized, segments of 2"
        ]
    );
    let flat = &rows[6].trees;
    assert!(nodes(6)[1] > nodes(6)[0] && nodes(6)[2] > nodes(6)[3]);
    for tree in &flat[2..] {
        assert!(
            tree.skeleton.nodes.iter().all(|node| node.place_m[1] == 0.0),
            "in the plane of the page"
        );
        let heights = || tree.skeleton.nodes.iter().map(|node| node.place_m[2]);
        assert!(heights().fold(9.0, f64::min) > -0.05 && heights().fold(0.0, f64::max) > 1.8);
    }
    let longest = segments_m(&flat[2].skeleton).into_iter().fold(0.0, f64::max);
    assert!((4.0 * longest / segments_m(&flat[3].skeleton)[0] - 1.0).abs() < 1e-6);

    assert_eq!(captions(7), ["pipes, from above", "streets"]);
    let [pipes, streets] = [&rows[7].trees[0], &rows[7].trees[1]];
    for [a, b] in pipes.skeleton.segments_m() {
        let moved = (0..3).filter(|&axis| (a[axis] - b[axis]).abs() > 1e-9).count();
        assert_eq!(moved, 1, "pipes run along the axes");
    }
    let out = streets.skeleton.nodes.iter().map(|node| aside_m(node.place_m));
    let farthest = out.fold(0.0, f64::max);
    assert!(
        (0.8..1.1).contains(&farthest),
        "a town at the size of a ball: {farthest}"
    );
    let views: Vec<View> = rows.iter().map(|row| row.view).collect();
    assert_eq!(views, [[View::Front; 7].as_slice(), &[View::Top]].concat());
    for tree in rows.iter().flat_map(|row| &row.trees) {
        let radii = || tree.skeleton.nodes.iter().map(|node| node.radius_m);
        assert_eq!(radii().fold(9.0, f64::min), 0.004, "a tip of {}", tree.caption);
        assert!(radii().fold(0.0, f64::max) > 0.005);
        assert!(tree.skeleton.nodes.iter().any(|node| node.order > 0));
        assert_eq!(tree.leaves.cards().count(), 0);
    }
}

/// The claims about trees are medians of three values; those are all told.
#[test]
fn metrics_of_each_kind_are_those_that_the_claims_are_judged_by() {
    let on_record = recorded::rows(Budget::QUICK);
    let claims = catalogue(Set::Trees);
    let mut judged = 0;
    for (name, kinds) in of_metrics(Budget::QUICK).unwrap() {
        for kind in kinds {
            let id = format!("{}.{name}", kind.kind);
            let claim = on_record.iter().find(|row| row.id == id);
            assert_eq!(kind.band.is_some(), claim.is_some(), "{id}");
            let (Some([low, high]), Some(claim)) = (kind.band, claim) else {
                continue;
            };
            let judged_by = claims.iter().find(|claim| claim.id == id).unwrap();
            assert_eq!(judged_by.expected, Expected::Between(low, high));
            let mut values = kind.values;
            values.sort_by(f64::total_cmp);
            assert_eq!((values.len(), values[1]), (3, claim.measured), "{id}");
            assert_eq!([values[0], values[2]], [claim.low, claim.high], "{id}");
            judged += 1;
        }
    }
    assert_eq!(judged, on_record.iter().filter(|row| row.set == "trees").count());
}

#[test]
fn a_pictured_corridor_goes_from_side_to_side_and_touches_no_point() {
    let pictures = corridors().unwrap();
    assert_eq!(pictures.len(), 3);
    for picture in &pictures {
        assert_eq!(picture.points.len(), 576);
        let [first, last] = [picture.way.first(), picture.way.last()].map(|end| end.unwrap()[0]);
        assert!(
            first < 0.2 && last > picture.side - 0.2,
            "{}: {first} to {last}",
            picture.caption
        );
        for place in &picture.way {
            let apart = |point: &[f64; 2]| {
                let [dx, dy] = [0, 1].map(|axis: usize| point[axis] - place[axis]);
                (dx * dx + dy * dy).sqrt()
            };
            let nearest = picture.points.iter().map(apart).fold(9.0, f64::min);
            assert!(
                nearest > picture.width / 2.0 - 0.06,
                "{}: {nearest}",
                picture.caption
            );
        }
    }
    assert!(
        pictures[2].width < pictures[0].width,
        "a minimum distance leaves the narrower one"
    );
}

#[test]
fn pictured_nets_shrink_and_swell_as_their_springs_are_short_or_long() {
    let area = |ring: &[[f64; 2]]| {
        let next = ring.iter().cycle().skip(1);
        ring.iter()
            .zip(next)
            .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
            .sum::<f64>()
            .abs()
            / 2.0
    };
    let ratios: Vec<f64> = (borders().unwrap().iter())
        .map(|net| area(&net.after) / area(&net.before))
        .collect();
    assert!(
        ratios.is_sorted() && ratios[0] < 0.8 && ratios[1] < 1.0 && ratios[2] > 1.2,
        "{ratios:?}"
    );
}

#[test]
fn pictured_forests_cover_a_quarter_of_their_rasters() {
    for forest in raster_forests().unwrap() {
        let cells = forest.forest_since.len();
        assert_eq!(cells, forest.columns * forest.rows);
        let cover = forest.forest_since.iter().flatten().count() as f64 / cells as f64;
        assert!((0.25..0.26).contains(&cover), "{}: {cover}", forest.caption);
    }
}

#[test]
fn pictured_grids_are_thinned_to_their_shares() {
    let grids = thinned_grids().unwrap();
    let counts: Vec<usize> = grids.iter().map(|grid| grid.points.len()).collect();
    assert_eq!(counts, [4096, 2048, 1024, 4096, 2048, 1024]);
    assert!(grids[2].collinear_index > 1.2 && grids[5].collinear_index < 1.1);
}

#[test]
fn pictured_patches_cover_the_ground_and_depth_first_wastes_most() {
    let flights = flights().unwrap();
    for flight in &flights {
        let areas = flight.leaves.iter().map(|leaf| leaf.side_m * leaf.side_m);
        assert!(
            (areas.sum::<f64>() - 2048.0 * 2048.0).abs() < 1e-3,
            "{}",
            flight.caption
        );
    }
    let wasted: Vec<usize> = (flights.iter())
        .map(|flight| flight.leaves.iter().filter(|leaf| leaf.is_wasted).count())
        .collect();
    assert!(wasted[0] > wasted[2] && wasted[1] > wasted[2], "{wasted:?}");
}

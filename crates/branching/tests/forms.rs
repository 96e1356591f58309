//! The forms that ship look like trees, in numbers.

use understory_branching::cloud::{Arrangement, Envelope, attraction_points};
use understory_branching::metrics::{BANDS, Metrics};
use understory_branching::presets::PRESETS;
use understory_branching::skeleton::Skeleton;
use understory_branching::tree::TreeForm;
use understory_numerics::Key;

const SEEDS: u64 = 7;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
fn the_middle_tree_of_each_form_lies_in_the_bands_of_real_trees() {
    let mut outside = Vec::new();
    for preset in PRESETS {
        let form = preset.form();
        let trees: Vec<Metrics> = (0..SEEDS)
            .map(|seed| form.grow(Key::root(seed, &[preset.name]), &[]).unwrap().metrics)
            .collect();
        for band in BANDS {
            if band.is_of_stems && preset.name == "shrub" {
                continue;
            }
            let value = median(trees.iter().map(|metrics| band.value(metrics).unwrap()).collect());
            if !band.contains(value) {
                let [low, high] = band.range;
                let (form, name) = (preset.name, band.name);
                outside.push(format!("{form}: {name} {value} is not from {low} to {high}"));
            }
        }
        let left_over = |metrics: &Metrics| metrics.left_over.stalled + metrics.left_over.out_of_reach;
        let left_over = median(trees.iter().map(|metrics| left_over(metrics) as f64).collect());
        assert!(
            left_over <= 250.0,
            "{}: {left_over} points left over",
            preset.name
        );
        for metrics in &trees {
            assert!(metrics.strahler_counts.windows(2).all(|pair| pair[0] > pair[1]));
            assert_eq!(metrics.left_over.stalled, 0);
        }
    }
    assert!(outside.is_empty(), "{outside:#?}");
}

/// With little influence beyond the kill distance a stem that ends at the edge of its crown can find too few
/// points to get going: the forms begin inside.
#[test]
fn every_seed_fills_its_crown() {
    for preset in PRESETS {
        let form = TreeForm {
            roots: None,
            ..preset.form()
        };
        for seed in 100..112 {
            let left_over = form
                .grow(Key::root(seed, &[preset.name]), &[])
                .unwrap()
                .metrics
                .left_over;
            let share = left_over.out_of_reach as f64 / f64::from(form.crown_points);
            assert!(
                share < 0.1,
                "{} with seed {seed}: {share} out of reach",
                preset.name
            );
        }
    }
}

#[test]
fn stems_are_as_slender_as_those_of_real_trees() {
    for preset in PRESETS.iter().filter(|preset| preset.name != "shrub") {
        let tree = preset.form().grow(Key::root(1, &[preset.name]), &[]).unwrap();
        let slenderness = tree.metrics.height_m / (2.0 * tree.skeleton.nodes[0].radius_m);
        assert!(
            (37.0..157.0).contains(&slenderness),
            "{}: {slenderness}",
            preset.name
        );
    }
}

#[test]
fn parents_stand_before_children_and_orders_and_radii_fall_outwards() {
    for preset in PRESETS {
        let tree = preset.form().grow(Key::root(1, &[preset.name]), &[]).unwrap();
        let nodes = &tree.skeleton.nodes;
        assert_eq!(nodes[0].parent, None);
        for (number, node) in nodes.iter().enumerate().skip(1) {
            let parent = node.parent.expect("only the collar has none") as usize;
            assert!(parent < number);
            assert!(node.order >= nodes[parent].order);
            assert!(node.radius_m > 0.0);
            let is_at_collar = parent == 0;
            assert!(
                is_at_collar || node.radius_m <= nodes[parent].radius_m,
                "{} {number}",
                preset.name
            );
        }
    }
}

/// FNV-1a over the bits of every number of a skeleton.
fn checksum(skeleton: &Skeleton) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |bits: u64| {
        for byte in bits.to_le_bytes() {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for node in &skeleton.nodes {
        take(u64::from(node.parent.unwrap_or(u32::MAX)));
        node.place_m.iter().for_each(|along| take(along.to_bits()));
        take(node.radius_m.to_bits());
        take(u64::from(node.order));
    }
    sum
}

/// A change here is a change of every tree that anyone has grown: it belongs in the change log.
#[test]
fn each_form_grows_the_same_bits_as_ever() {
    let sums: Vec<String> = PRESETS
        .iter()
        .map(|preset| {
            let tree = preset.form().grow(Key::root(1, &[preset.name]), &[]).unwrap();
            format!("{} {:016x}", preset.name, checksum(&tree.skeleton))
        })
        .collect();
    assert_eq!(sums, GOLDEN);
}

const GOLDEN: [&str; 6] = [
    "oak 6c7c1e7d594aa9b3",
    "beech e7d850d688c4d651",
    "birch 3844e27d0af37cbc",
    "spruce 3878889105a21eb1",
    "pine fba2380d2a1b1377",
    "shrub bbc4c3a46822aead",
];

#[test]
fn a_form_reads_back_from_text_and_leaves_out_what_it_need_not_say() {
    for preset in PRESETS {
        let text = serde_json::to_string(&preset.form()).unwrap();
        assert_eq!(serde_json::from_str::<TreeForm>(&text).unwrap(), preset.form());
    }
    let short = r#"{
        "crown": { "sphere": { "centre_m": [0, 0, 5], "radius_m": 2 } },
        "crown_points": 300,
        "shoot": { "step_m": 0.3, "kill_distance": { "metres": 0.6 } }
    }"#;
    let form: TreeForm = serde_json::from_str(short).unwrap();
    assert!(form.grow(Key::root(1, &[]), &[]).unwrap().metrics.height_m > 5.0);
    let wrong = short.replace("step_m", "step");
    assert!(
        serde_json::from_str::<TreeForm>(&wrong)
            .unwrap_err()
            .to_string()
            .contains("`step`")
    );
}

#[test]
fn vines_grow_around_what_has_grown() {
    let tree = PRESETS[5].form().grow(Key::root(1, &["shrub"]), &[]).unwrap();
    let around = Envelope::Around {
        segments_m: tree.skeleton.segments_m(),
        distance_m: 0.05,
    };
    let points = attraction_points(&around, 2000, &Arrangement::Uniform, Key::root(1, &["vine"])).unwrap();
    assert!(points.iter().all(|point| around.contains(point.place_m)));
}

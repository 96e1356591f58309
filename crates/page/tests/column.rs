//! Columns of whole numbers: they are read as they were packed, from as few bytes as they need.

use proptest::prelude::*;
use understory_page::{About, LiveKind, LivePoints, Parts, Run, Snapshots, Thinning, page, points_frame};
use understory_records::TreeRow;

use crate::live::about;
use crate::run::tree;
use crate::unpacked::{columns, of_frame, of_page};

/// A frame of points at so many centimetres from west to east.
fn frame(x_cm: &[i64]) -> Vec<u8> {
    let points = x_cm.iter().map(|&x_cm| ([x_cm as f64 / 100.0, 0.0], 0.0, 0));
    let points = LivePoints {
        points: points.collect(),
        ..LivePoints::default()
    };
    points_frame(&about(LiveKind::Points), points).unwrap()
}

/// A page of a year with trees of these numbers, which stand as an ascending column.
fn page_of(trees: &[u64]) -> String {
    let mut snapshots = Snapshots::new(&[], Thinning::of(0, 0, 1));
    let of = |&number: &u64| TreeRow {
        tree: number,
        ..tree(0, 0, "beech")
    };
    let rows: Vec<TreeRow> = trees.iter().map(of).collect();
    snapshots.add(0, &rows).unwrap();
    let shown = Parts {
        run: Some(Run::of(snapshots, Vec::new())),
        ..Parts::default()
    };
    page(&About::default(), shown).unwrap()
}

proptest! {
    #[test]
    fn what_is_packed_is_unpacked(
        numbers in prop::collection::vec(-(1_i64 << 50)..1 << 50, 0..20),
        shift in 0_u32..50,
    ) {
        let numbers: Vec<i64> = numbers.iter().map(|number| number >> shift).collect();
        let frame = frame(&numbers);
        let (json, packed) = of_frame(&frame);
        let described = ["x_m", "y_m", "diameter_m", "layer"].map(|name| &json[name]);
        let (found, rest) = columns(&described, packed);
        let all: Vec<i64> = found[0].iter().map(|number| (number * 100.0).round() as i64).collect();
        prop_assert_eq!(&all, &numbers);
        prop_assert!(found[1..].iter().flatten().all(|number| *number == 0.0));
        prop_assert!(rest.is_empty());

        // Numbers of trees are not below 0, and no two are the same.
        let mut ascending: Vec<u64> = numbers.iter().map(|number| number.unsigned_abs()).collect();
        ascending.sort_unstable();
        ascending.dedup();
        let (json, packed) = of_page(&page_of(&ascending));
        let (snapshots, year) = (&json["run"]["snapshots"], &json["run"]["snapshots"]["years"][0]);
        let of_trees = ["tree", "species", "x_m", "y_m", "z_m", "born"].map(|name| &snapshots["trees"][name]);
        let of_year = ["place", "dbh_cm", "height_m", "crown_radius_m", "crown_base_m", "vigour"];
        let described = [of_trees, of_year.map(|name| &year[name])].concat();
        let (found, rest) = columns(&described, &packed);
        let again: Vec<u64> = found[0].iter().map(|number| *number as u64).collect();
        prop_assert_eq!(&again, &ascending);
        let places: Vec<f64> = (0..ascending.len()).map(|place| place as f64).collect();
        prop_assert_eq!(&found[6], &places);
        prop_assert!(rest.is_empty());
    }
}

#[test]
fn a_number_has_as_few_bytes_as_the_greatest_needs() {
    for (numbers, bytes) in [
        (vec![], 0),
        (vec![1_000_000], 1),
        (vec![-5, 250], 2),
        (vec![-5, 251], 4),
        (vec![0, 70_000], 8),
        (vec![0, 1 << 40], 16),
    ] {
        let frame = frame(&numbers);
        let (_, packed) = of_frame(&frame);
        // The three other columns are of zeros, a byte each.
        assert_eq!(packed.len() - 3 * numbers.len(), bytes, "{numbers:?}");
    }
}

//! Paths of checkpoints, read back.

use understory_records::paths::{checkpoint, year_of_checkpoint};

#[test]
fn the_year_of_a_checkpoint_is_read_from_its_path_and_from_no_other() {
    for year in [0, 7, 100, 9999, 10_000, u32::MAX] {
        assert_eq!(year_of_checkpoint(&checkpoint(year)), Some(year));
    }
    for path in [
        "state/year-100/checkpoint.json",
        "state/year-+100/checkpoint.json",
        "state/year-0100/seeds.csv",
    ] {
        assert_eq!(year_of_checkpoint(path), None, "{path}");
    }
}

//! What is claimed is measured as it is on record.

use understory_lab::claims::{Budget, Set, catalogue, recorded};

/// Seeds fix an experiment, so not only its verdict comes again: a table on record that the experiments no longer give
/// would tell of a program that is not there.
#[test]
fn a_quick_run_gives_the_table_on_record() {
    let on_record = recorded::rows().expect("the table ships with the program");
    for (claim, expected) in Set::ALL.into_iter().flat_map(catalogue).zip(&on_record) {
        let found = claim
            .measured(&Budget::QUICK)
            .unwrap_or_else(|error| panic!("{}: {error}", claim.id));
        assert_eq!(found, *expected);
    }
}

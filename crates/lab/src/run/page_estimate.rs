//! How large the page of a run becomes, `report.html`, from the rows that it is made from.

/// So many rows of trees, over all years and of each, of seeds, of deadwood and nodes of crowns a page holds at most, as `understory-page` thins
/// them.
const TREES_AT_MOST: f64 = 200_000.0;
const TREES_A_YEAR: f64 = 20_000.0;
const STATE_AT_MOST: f64 = 30_000.0;
const NODES_AT_MOST: f64 = 120_000.0;
/// Its skeleton, style and scripts, bytes.
const PAGE_BYTES: f64 = 160e3;
/// A row as it is packed, compressed and written as text, bytes: of trees, seeds, deadwood, nodes, the census and curves; measured on
/// `old-field`, `volcano` and `growing-crowns`.
const TREE_BYTES: f64 = 12.0;
const SEED_BYTES: f64 = 6.0;
const DEAD_BYTES: f64 = 13.0;
const NODE_BYTES: f64 = 11.0;
const CENSUS_BYTES: f64 = 100.0;
const CURVE_BYTES: f64 = 12.0;

/// Rows of the tables that a page is made from.
pub(crate) struct PageRows {
    pub(crate) trees: f64,
    /// Recorded years.
    pub(crate) years: f64,
    pub(crate) seeds: f64,
    pub(crate) wood: f64,
    /// Nodes of crowns and roots.
    pub(crate) nodes: f64,
    pub(crate) census: f64,
    /// Points of the curves that it shows: of nearest neighbours and of pairs.
    pub(crate) curves: f64,
}

impl PageRows {
    /// What they take in the page, bytes.
    pub(crate) fn bytes(&self) -> f64 {
        PAGE_BYTES
            + self.trees.min(TREES_AT_MOST).min(TREES_A_YEAR * self.years) * TREE_BYTES
            + self.seeds.min(STATE_AT_MOST) * SEED_BYTES
            + self.wood.min(STATE_AT_MOST) * DEAD_BYTES
            + self.nodes.min(NODES_AT_MOST) * NODE_BYTES
            + self.census * CENSUS_BYTES
            + self.curves * CURVE_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: PageRows = PageRows {
        trees: 0.0,
        years: 20.0,
        seeds: 0.0,
        wood: 0.0,
        nodes: 0.0,
        census: 0.0,
        curves: 0.0,
    };

    #[test]
    fn a_page_grows_with_its_rows_until_it_thins_them() {
        let of = |trees: f64| PageRows { trees, ..NONE }.bytes();
        assert_eq!(of(1_000.0) - of(0.0), 12_000.0);
        assert_eq!(of(1e9), of(200_000.0));
        let a_year = PageRows {
            trees: 1e9,
            years: 1.0,
            ..NONE
        };
        assert_eq!(a_year.bytes(), of(20_000.0));
    }

    #[test]
    fn no_page_of_150_years_of_three_species_passes_eight_megabytes() {
        let all = PageRows {
            trees: 1e9,
            years: 20.0,
            seeds: 1e9,
            wood: 1e9,
            nodes: 1e9,
            census: 151.0 * 4.0,
            curves: 20.0 * 7.0 * 2.0 * 64.0,
        };
        assert!(all.bytes() < 8e6, "{}", all.bytes());
    }
}

//! What the numbers of the rules do to clumps, holes and borders, and whether real stands look like that.

use understory_scatter::kerr::{Automaton, KerrRules, Stops};

use super::measures::{clumps, edges, grown, holes, rules};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::Definition::Once;
use crate::rows::{Definition, Numbers, claims_of};
use crate::scattering::stands::longleaf_index;

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(ROWS, 12, by_rules);
    claims.extend(REAL.iter().map(Definition::claim));
    claims
}

const ROWS: [&str; 9] = [
    "K11",
    "K11.equal",
    "K11.many",
    "K15",
    "K16",
    "K16.edge",
    "K22",
    "K22.holes",
    "K23",
];

fn by_rules(seed: u64) -> Result<Numbers<9>, ClaimError> {
    let of_trees = |initial_trees: u32| {
        let rules = KerrRules {
            initial_trees,
            ..rules()
        };
        Ok::<f64, ClaimError>(clumps(&grown(rules, seed)?, 50))
    };
    let exact = |rules: KerrRules| {
        let in_round = KerrRules {
            stops: Stops::InRound,
            ..rules
        };
        grown(in_round, seed)
    };
    let reaching = |reach_cells: u32| {
        exact(KerrRules {
            reach_cells,
            ..rules()
        })
    };
    let losing = |strength: f64, decay: f64| {
        exact(KerrRules {
            strength,
            decay,
            ..rules()
        })
    };
    let patches = |forest: &Automaton| clumps(forest, 1);
    let (near, four, far) = (reaching(3)?, reaching(4)?, reaching(20)?);
    let (kept, lost) = (losing(0.05, 0.1)?, losing(0.05, 0.99)?);
    let clumps_of_20 = of_trees(20)?;
    Ok([
        ("K11", clumps_of_20 / of_trees(5)?),
        ("K11.equal", clumps_of_20 / 20.0),
        ("K11.many", of_trees(80)? / 80.0),
        ("K15", holes(&near)),
        ("K16", holes(&far) / holes(&four)),
        ("K16.edge", edges(&far) / edges(&four)),
        ("K22", patches(&lost) / patches(&kept)),
        ("K22.holes", holes(&lost) / holes(&kept)),
        ("K23", patches(&losing(0.5, 0.99)?) / patches(&losing(0.05, 0.9)?)),
    ])
}

const REAL: &[Definition] = &[Once("K12", || longleaf_index([0.0, f64::INFINITY]))];

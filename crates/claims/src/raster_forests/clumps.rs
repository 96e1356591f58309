//! What the numbers of the rules do to clumps, holes and borders, and whether real stands look like that.

use understory_scatter::kerr::{Automaton, KerrRules, Stops};

use super::measures::{clumps, edges, grown, holes, rules};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Definition, Row, claims_of};
use crate::scattering::stands::longleaf_index;

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(Clumps::at, 12, ROWS);
    claims.extend(REAL.iter().map(Definition::claim));
    claims
}

const ROWS: &[Row<Clumps>] = &[
    Row("K11", |found| found.clumps_of_20 / found.clumps_of_5),
    Row("K11.equal", |found| found.clumps_of_20 / 20.0),
    Row("K11.many", |found| found.clumps_of_80 / 80.0),
    Row("K15", |found| found.holes_near),
    Row("K16", |found| found.holes_far / found.holes_4),
    Row("K16.edge", |found| found.edges_far / found.edges_4),
    Row("K22", |found| found.patches_lost / found.patches),
    Row("K22.holes", |found| found.holes_lost / found.holes),
    Row("K23", |found| found.patches_lost_strong / found.patches_lost_less),
];

struct Clumps {
    clumps_of_5: f64,
    clumps_of_20: f64,
    clumps_of_80: f64,
    holes_near: f64,
    holes_4: f64,
    holes_far: f64,
    edges_4: f64,
    edges_far: f64,
    patches: f64,
    patches_lost: f64,
    patches_lost_strong: f64,
    patches_lost_less: f64,
    holes: f64,
    holes_lost: f64,
}

impl Clumps {
    fn at(seed: u64) -> Result<Self, ClaimError> {
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
        Ok(Self {
            clumps_of_5: of_trees(5)?,
            clumps_of_20: of_trees(20)?,
            clumps_of_80: of_trees(80)?,
            holes_near: holes(&near),
            holes_4: holes(&four),
            holes_far: holes(&far),
            edges_4: edges(&four),
            edges_far: edges(&far),
            patches: patches(&kept),
            patches_lost: patches(&lost),
            patches_lost_strong: patches(&losing(0.5, 0.99)?),
            patches_lost_less: patches(&losing(0.05, 0.9)?),
            holes: holes(&kept),
            holes_lost: holes(&lost),
        })
    }
}

const REAL: &[Definition] = &[Definition("K12", |_| longleaf_index([0.0, f64::INFINITY]))];

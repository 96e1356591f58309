//! What the numbers of the rules do to clumps, holes and borders, and whether real stands look like that.

use understory_scatter::kerr::{Automaton, KerrRules, Stops};

use super::measures::{clumps, edges, grown, holes, rules};
use crate::ClaimError;
use crate::claim::SaidBy::{Article, Ours};
use crate::claim::{Claim, Definition};
use crate::expected::Expected::{AtLeast, AtMost, Between};
use crate::rows::{Row, claims_of};
use crate::scattering::stands::longleaf_index;

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(Clumps::at, 12, ROWS);
    claims.extend(REAL.iter().map(Definition::claim));
    claims
}

const ROWS: &[Row<Clumps>] = &[
    Row {
        id: "K11",
        said_by: Article,
        statement: "the number of trees at first decides the number of clumps: more trees, more clumps",
        experiment: "clumps with n_f 20 over those with n_f 5",
        expected: AtLeast(1.2),
        remark: "",
        value: |found| found.clumps_of_20 / found.clumps_of_5,
    },
    Row {
        id: "K11.equal",
        said_by: Ours,
        statement: "… as many clumps as trees",
        experiment: "n_f 20: clumps of 50 cells or more, over n_f",
        expected: Between(0.8, 1.2),
        remark: "an upper bound: clumps merge",
        value: |found| found.clumps_of_20 / 20.0,
    },
    Row {
        id: "K11.many",
        said_by: Ours,
        statement: "… also of 80 trees",
        experiment: "the same with n_f 80",
        expected: Between(0.8, 1.2),
        remark: "hardly more clumps than from 20: the ground is full of reaches that overlap",
        value: |found| found.clumps_of_80 / 80.0,
    },
    Row {
        id: "K15",
        said_by: Article,
        statement: "seeds that fly little further than trees cover make tight clusters",
        experiment: "R_s 3, until exactly F_c: ground that forest encloses, share of the forest",
        expected: AtMost(0.02),
        remark: "",
        value: |found| found.holes_near,
    },
    Row {
        id: "K16",
        said_by: Article,
        statement: "seeds that fly far leave spots through which light falls",
        experiment: "until exactly F_c: enclosed ground over forest with R_s 20 over that with R_s 4",
        expected: AtLeast(2.0),
        remark: "compared at the same cover",
        value: |found| found.holes_far / found.holes_4,
    },
    Row {
        id: "K16.edge",
        said_by: Ours,
        statement: "… and a frayed border",
        experiment: "the same of sides between forest and ground over cells of the forest",
        expected: AtLeast(1.5),
        remark: "",
        value: |found| found.edges_far / found.edges_4,
    },
    Row {
        id: "K22",
        said_by: Article,
        statement: "seeds that hardly any outlive a round make many more patches",
        experiment: "until exactly F_c: patches of any size with d_s 0.99 over those with 0.1",
        expected: AtLeast(2.0),
        remark: "",
        value: |found| found.patches_lost / found.patches,
    },
    Row {
        id: "K22.holes",
        said_by: Ours,
        statement: "… and many more holes",
        experiment: "the same of enclosed ground",
        expected: AtLeast(2.0),
        remark: "",
        value: |found| found.holes_lost / found.holes,
    },
    Row {
        id: "K23",
        said_by: Ours,
        statement: "each parameter does something of its own",
        experiment: "until exactly F_c: patches with S_s 0.5 and d_s 0.99 over those with 0.05 and 0.9",
        expected: AtLeast(1.5),
        remark: "far apart in both numbers and alike in S_s (1 − d_s), 0.005, which alone counts where most seeds are lost",
        value: |found| found.patches_lost_strong / found.patches_lost_less,
    },
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

const REAL: &[Definition] = &[Definition {
    id: "K12",
    said_by: Article,
    statement: "real forests stand in dense islands apart from each other",
    experiment: "584 longleaf pines: Clark–Evans index (Donnelly)",
    expected: AtMost(0.95),
    remark: "this stand does, and its old trees hardly; see W21 for others",
    measure: |_| longleaf_index([0.0, f64::INFINITY]),
}];

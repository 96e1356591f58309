//! What articles claim, beside what theory says of the same numbers.

use std::collections::BTreeMap;

use understory_claims::{Budget, Claim, Set, catalogue};

fn articles() -> BTreeMap<String, Claim> {
    let claims = catalogue(Set::Articles).into_iter();
    claims.map(|claim| (claim.id.clone(), claim)).collect()
}

#[test]
fn each_article_has_its_claims_in_the_order_of_the_articles_and_their_numbers() {
    let claims = catalogue(Set::Articles);
    assert!(claims.len() >= 150, "{}", claims.len());
    let letters: Vec<&str> = claims.iter().map(|claim| &claim.id[..1]).collect();
    let mut articles = letters.clone();
    articles.dedup();
    assert_eq!(articles, ["W", "P", "S", "K", "B"]);
    for (letter, least) in [("W", 60), ("P", 20), ("S", 60), ("K", 30), ("B", 30)] {
        let count = letters.iter().filter(|own| **own == letter).count();
        assert!(count >= least, "{letter}: {count}");
    }
    for pair in claims.windows(2) {
        let number = |claim: &Claim| {
            let stem = claim.id.split('.').next().unwrap();
            stem[1..].parse::<u32>().unwrap()
        };
        assert!(
            pair[0].id[..1] != pair[1].id[..1] || number(&pair[0]) <= number(&pair[1]),
            "{}",
            pair[1].id
        );
    }
}

/// Formulas and values of others, none of which the experiments know; with six seeds each within three of its standard errors or so.
#[test]
fn figures_are_those_of_theory() {
    let claims = articles();
    let measured = |id: &str| claims[id].measured(&Budget::of(6)).unwrap().measured;
    for (id, theory, within) in [
        // (n − 1) π f² / 2 pairs of 110 discs of 0.2 D.
        ("W2", 109.0 * std::f64::consts::PI * 0.04 / 2.0, 0.35),
        // A share exp(−π) of 110.
        (
            "W5",
            110.0 * understory_numerics::math::exp(-std::f64::consts::PI),
            0.35,
        ),
        ("W7", 0.5073, 5e-5),
        ("W7.fewer", 0.4757, 5e-5),
        ("W7.trees", 0.508, 0.015),
        // Measured stands, by R-spatstat.
        ("W21.young", 0.35, 0.005),
        ("W21.middle", 0.57, 0.005),
        ("W21", 0.92, 0.005),
        ("K12", 0.818, 0.001),
        // Births balance deaths.
        ("W22", 1.0, 0.03),
        // 11 × 11 nodes.
        ("W29", 121.0, 0.0),
        // Half of the 40 nodes of the border leave by 0.4 at most, and corners three times out of four: 21.
        ("W29.outside", 21.0, 1.5),
        // 8π / T² patches of a level.
        ("P25", 1.0, 0.03),
        ("P26", 0.125, 0.01),
        ("P22.bits", 0.589, 0.001),
        ("P15", 2.0, 0.03),
        // A cell's chance after one loss, and after two of them and a seed more.
        ("K9", 1.0, 0.05),
        ("K18.one", 0.9, 0.01),
        ("K21", 0.9, 1e-6),
        ("K21.cell", 1.9, 1e-6),
        // The greatest of 7,200 ways of up to 0.4 D.
        ("W24", 0.4, 0.001),
        ("K3", 149.0, 0.0),
        // Hypergeometric: 30 of 100 cells in quarters of 25.
        ("K13.uniform", 70.0 / 99.0, 0.08),
    ] {
        let found = measured(id);
        assert!(
            (found - theory).abs() <= within,
            "{id}: {found}, by theory {theory}"
        );
    }
}

/// What a claim is judged by follows from the seeds alone.
#[test]
fn an_experiment_that_several_claims_share_gives_each_the_same_whichever_asks_first() {
    let claims = articles();
    for id in ["W12", "K16", "P10", "B48.quarter"] {
        let alone = articles()[id].measured(&Budget::of(2)).unwrap();
        let other = if id == "W12" { "W13.dense" } else { id };
        claims[other].measured(&Budget::of(2)).unwrap();
        assert_eq!(claims[id].measured(&Budget::of(2)).unwrap(), alone);
    }
}

//! Claims on the species that have a yield table: stands thinned as it says, unthinned, and lone trees.

use understory_numerics::math;

use super::super::experiment::{Experiment, Numbers, Taking};
use super::super::figures::median;
use super::super::stand::preset;
use super::judged::{Judged, QUANTITIES, Stands};
use crate::ClaimError;
use crate::claim::Claim;

/// What species are called here, and their presets.
const SPECIES: [(&str, &str); 9] = [
    ("beech", "fagus-sylvatica"),
    ("spruce", "picea-abies"),
    ("pine", "pinus-sylvestris"),
    ("oak", "quercus-robur"),
    ("birch", "betula-pendula"),
    ("fir", "abies-alba"),
    ("larch", "larix-decidua"),
    ("ash", "fraxinus-excelsior"),
    ("douglas-fir", "pseudotsuga-menziesii"),
];

/// Most that stems, diameters, top heights and productions may be off their tables.
const MOST_OFF: [f64; QUANTITIES.len()] = [0.4, 0.2, 0.15, 0.25];

/// Ages from 80 years on, of those at which densities are told.
const CLOSED: std::ops::Range<usize> = 1..4;

const NAMES: [&str; 8] = [
    "yields.median",
    "yields.worst",
    "yields.density",
    "yields.density-either-way",
    "yields.production-either-way",
    "yields.lone",
    "yields.spread-50",
    "yields.spread-100",
];

pub(in crate::forest) fn claims() -> Vec<Claim> {
    let of_species = |(name, preset): (&str, &'static str)| {
        let about = format!(
            "{name} on 1 ha to 120 years: planted and thinned from below to the basal areas of its yield tables, sites of classes 1 \
             to 3; on a site of 30 m at 100 years 10,000 and 2,500 planted that nobody thins; and lone trees"
        );
        let experiment = Experiment::new(about, Taking::Long, move |seed| judged(preset, seed));
        experiment.claims(NAMES, |words| words.replace("yields", &format!("yields.{name}")))
    };
    SPECIES.into_iter().flat_map(of_species).collect()
}

fn judged(name: &str, seed: u64) -> Result<Numbers<8>, ClaimError> {
    let stands = Stands {
        preset: name.to_owned(),
        with_classes_between: true,
        area_ha: 1.0,
        seeds: vec![seed],
    };
    let Judged { figures, unthinned } = Judged::of(&preset(name), &stands)?;
    let off_tables = figures.iter().map(|figure| 100.0 * off(figure.log_ratio()));
    let over_most = figures
        .iter()
        .map(|figure| off(figure.log_ratio()) / MOST_OFF[figure.quantity]);
    let greatest = unthinned.greatest_density_index;
    let [dense, sparse] = unthinned.density_index.map(|of_ages| of_ages[CLOSED].to_vec());
    let densities = dense.iter().chain(&sparse);
    let either_way = dense.iter().zip(&sparse);
    let [dense_m3, sparse_m3] = unthinned.production_m3_per_ha;
    let [spread_50, spread_100] = unthinned.dbh_variation;
    Ok([
        ("yields.median", median(off_tables.collect())),
        ("yields.worst", over_most.reduce(f64::max)),
        (
            "yields.density",
            densities
                .map(|index| 100.0 * (index / greatest - 1.0).abs())
                .reduce(f64::max),
        ),
        (
            "yields.density-either-way",
            either_way
                .map(|(dense, sparse)| 100.0 * off(math::ln(dense / sparse)))
                .reduce(f64::max),
        ),
        ("yields.production-either-way", Some(dense_m3 / sparse_m3)),
        ("yields.lone", Some(unthinned.lone_over_dense)),
        ("yields.spread-50", Some(spread_50)),
        ("yields.spread-100", Some(spread_100)),
    ])
}

/// How far a ratio is from 1, turned above 1, by its logarithm.
fn off(log_ratio: f64) -> f64 {
    math::exp(log_ratio.abs()) - 1.0
}

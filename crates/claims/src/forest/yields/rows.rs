//! Claims on the species that have a yield table: stands thinned as it says, unthinned, and lone trees.

use understory_numerics::math;

use super::super::experiment::{Row, Taking};
use super::super::figures::median;
use super::super::stand::preset;
use super::judged::{Judged, QUANTITIES, Stands};
use crate::claim::Claim;
use crate::kept::Kept;

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

pub(in crate::forest) fn claims() -> Vec<Claim> {
    let of_species = |(name, preset_name): (&str, &'static str)| {
        let found = Kept::new(Box::new(move |seed| {
            let stands = Stands {
                preset: preset_name.to_owned(),
                with_classes_between: true,
                area_ha: 1.0,
                seeds: vec![seed],
            };
            Judged::of(&preset(preset_name), &stands)
        }));
        let about = format!(
            "{name} on 1 ha to 120 years: planted and thinned from below to the basal areas of its yield tables, sites of classes 1 \
             to 3; on a site of 30 m at 100 years 10,000 and 2,500 planted that nobody thins; and lone trees"
        );
        let claim = |row: &Row<Judged>| {
            row.claim(
                &row.0.replace("yields", &format!("yields.{name}")),
                &about,
                Taking::Long,
                &found,
            )
        };
        rows().iter().map(claim).collect::<Vec<Claim>>()
    };
    SPECIES.into_iter().flat_map(of_species).collect()
}

fn rows() -> Vec<Row<Judged>> {
    vec![
        Row("yields.median", |found: &Judged| {
            let off = found.figures.iter().map(|figure| 100.0 * off(figure.log_ratio()));
            median(off.collect())
        }),
        Row("yields.worst", |found| {
            let figures = found.figures.iter();
            figures
                .map(|figure| off(figure.log_ratio()) / MOST_OFF[figure.quantity])
                .reduce(f64::max)
        }),
        Row("yields.density", |found| {
            let densities = found
                .unthinned
                .density_index
                .iter()
                .flat_map(|of_ages| &of_ages[CLOSED]);
            let greatest = found.unthinned.greatest_density_index;
            densities
                .map(|index| 100.0 * (index / greatest - 1.0).abs())
                .reduce(f64::max)
        }),
        Row("yields.density-either-way", |found| {
            let [dense, sparse] = found.unthinned.density_index;
            let pairs = dense[CLOSED].iter().zip(&sparse[CLOSED]);
            pairs
                .map(|(dense, sparse)| 100.0 * off(math::ln(dense / sparse)))
                .reduce(f64::max)
        }),
        Row("yields.production-either-way", |found| {
            let [dense, sparse] = found.unthinned.production_m3_per_ha;
            Some(dense / sparse)
        }),
        Row("yields.lone", |found| Some(found.unthinned.lone_over_dense)),
        Row("yields.spread-50", |found| Some(found.unthinned.dbh_variation[0])),
        Row("yields.spread-100", |found| {
            Some(found.unthinned.dbh_variation[1])
        }),
    ]
}

/// How far a ratio is from 1, turned above 1, by its logarithm.
fn off(log_ratio: f64) -> f64 {
    math::exp(log_ratio.abs()) - 1.0
}

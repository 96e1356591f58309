//! Claims on the species that have a yield table: stands thinned as it says, unthinned, and lone trees.

use understory_numerics::math;

use super::super::experiment::{Row, Taking};
use super::super::figures::median;
use super::super::stand::preset;
use super::judged::{Judged, QUANTITIES, Stands};
use crate::claim::Claim;
use crate::expected::Expected::{AtMost, Between};
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
        let claim =
            |row: &Row<Judged>| row.claim(format!("yields.{name}.{}", row.id), &about, Taking::Long, &found);
        rows().iter().map(claim).collect::<Vec<Claim>>()
    };
    SPECIES.into_iter().flat_map(of_species).collect()
}

fn rows() -> Vec<Row<Judged>> {
    const OURS: &str = "our own range; tables of one species differ by 15 %";
    const TABLES: &str = "1.1 to 1.3 times the densest stands of thinned tables; the tolerance is our own";
    vec![
        Row {
            id: "median",
            statement: "thinned stands are as yield tables say",
            measured: "how far stems, diameters, top heights and productions are off the tables, %, median over classes and ages",
            expected: AtMost(8.0),
            source: OURS,
            value: |found: &Judged| {
                let off = found.figures.iter().map(|figure| 100.0 * off(figure.log_ratio()));
                median(off.collect())
            },
        },
        Row {
            id: "worst",
            statement: "… and nowhere far off",
            measured: "the farthest figure, over what it may be off: stems 40 %, diameters 20 %, top heights 15 %, productions 25 %",
            expected: AtMost(1.0),
            source: OURS,
            value: |found| {
                let figures = found.figures.iter();
                figures
                    .map(|figure| off(figure.log_ratio()) / MOST_OFF[figure.quantity])
                    .reduce(f64::max)
            },
        },
        Row {
            id: "density",
            statement: "stands that nobody thins come to the greatest density of their species and stay there",
            measured: "the farthest that either is off the greatest stand density index at 80, 100 and 120 years, %",
            expected: AtMost(15.0),
            source: TABLES,
            value: |found| {
                let densities = found
                    .unthinned
                    .density_index
                    .iter()
                    .flat_map(|of_ages| &of_ages[CLOSED]);
                let greatest = found.unthinned.greatest_density_index;
                densities
                    .map(|index| 100.0 * (index / greatest - 1.0).abs())
                    .reduce(f64::max)
            },
        },
        Row {
            id: "density-either-way",
            statement: "… however densely they were planted",
            measured: "the greatest difference of their density indices at 80, 100 and 120 years, %",
            expected: AtMost(15.0),
            source: TABLES,
            value: |found| {
                let [dense, sparse] = found.unthinned.density_index;
                let pairs = dense[CLOSED].iter().zip(&sparse[CLOSED]);
                pairs
                    .map(|(dense, sparse)| 100.0 * off(math::ln(dense / sparse)))
                    .reduce(f64::max)
            },
        },
        Row {
            id: "production-either-way",
            statement: "… and grow as much",
            measured: "production to 100 years of 10,000 planted over that of 2,500",
            expected: AtMost(1.12),
            source: "our own range, by the law of constant final yield",
            value: |found| {
                let [dense, sparse] = found.unthinned.production_m3_per_ha;
                Some(dense / sparse)
            },
        },
        Row {
            id: "lone",
            statement: "lone trees are about twice as thick as those of such stands",
            measured: "median diameter of lone trees over the quadratic mean of the denser stand at 100 years",
            expected: Between(1.6, 2.5),
            source: "twice: Sterba's rule; the range is our own",
            value: |found| Some(found.unthinned.lone_over_dense),
        },
        Row {
            id: "spread-50",
            statement: "diameters differ as they do in stands",
            measured: "coefficient of variation of the diameters of the denser stand at 50 years",
            expected: Between(0.18, 0.36),
            source: "0.21 to 0.34 in even-aged pine of 50 to 80 years (Pukkala 1989, lmfor); the range is our own",
            value: |found| Some(found.unthinned.dbh_variation[0]),
        },
        Row {
            id: "spread-100",
            statement: "… in old stands too",
            measured: "the same at 100 years",
            expected: Between(0.15, 0.32),
            source: "0.21 in beech; the range is our own",
            value: |found| Some(found.unthinned.dbh_variation[1]),
        },
    ]
}

/// How far a ratio is from 1, turned above 1, by its logarithm.
fn off(log_ratio: f64) -> f64 {
    math::exp(log_ratio.abs()) - 1.0
}

//! Fits a species that ships to its yield tables, its unthinned stands and its lone trees, all in one, and prints the keys as lines of its
//! preset beside what the stands come to.
//!
//! `cargo run --release -p understory-claims --features fit --example fit -- fagus-sylvatica [--evaluations 400] [--hectares 0.25]
//! [--seeds 1,2] [--judge 11,12] [--from KEYS.json] [--save KEYS.json]`
//!
//! The curve of heights, the zone's radius, the greatest diameter, the yearly chance of death and the form of the stem are as they are
//! in the preset, or in the file that the fit starts from: `{"growth": {"curve_exponent": 1.3}, …}`. With no evaluations the start is
//! judged. All threads take part; `RAYON_NUM_THREADS=1` leaves it at one, with the same result.

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

use std::error::Error;

use fcmaes_core::{Cmaes, CmaesParams, Fitness};
use serde_json::{Map, Value, json};
use understory_claims::ClaimError;
use understory_claims::yields::{
    AGES_YR, Figure, Judged, QUANTITIES, Row, Stands, Unthinned, classes_of, log_ratio,
};
use understory_forest::parameters::Species;
use understory_forest::presets;
use understory_numerics::{math, parallel};

/// A key that is fitted: its table and name, bounds that no good fit touches, and how far the search first steps, in logarithms.
type Fitted = (&'static str, &'static str, [f64; 2], f64);

const FITTED: [Fitted; 10] = [
    ("growth", "basal_area_cm2_per_m2", [0.1, 4.0], 0.08),
    ("growth", "basal_area_fall_by_height", [0.02, 1.4], 0.12),
    ("growth", "basal_area_by_site", [0.8, 2.5], 0.1),
    ("growth", "shade_sensitivity", [0.2, 8.0], 0.1),
    ("growth", "height_light", [0.15, 0.8], 0.12),
    ("growth", "height_light_exponent", [0.15, 1.2], 0.2),
    ("growth", "open_height_ratio", [0.93, 1.07], 0.01),
    ("variation", "dbh_sd", [0.05, 0.25], 0.15),
    ("mortality", "stress_threshold", [0.08, 0.5], 0.1),
    ("mortality", "stress_rate", [0.3, 2.5], 0.2),
];

/// Candidates that are tried before the search moves.
const GENERATION: u64 = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let preset = arguments
        .next()
        .ok_or("which species is to be fitted? `fagus-sylvatica`")?;
    let (mut evaluations, mut area_ha, mut seeds, mut judges) = (400, 0.25, vec![1, 2], vec![11, 12]);
    let (mut from, mut save) = (None, None);
    while let Some(option) = arguments.next() {
        let value = arguments
            .next()
            .ok_or_else(|| format!("`{option}` takes a value"))?;
        match option.as_str() {
            "--evaluations" => evaluations = value.parse::<u64>()?,
            "--hectares" => area_ha = value.parse::<f64>()?,
            "--seeds" => seeds = numbers(&value)?,
            "--judge" => judges = numbers(&value)?,
            "--from" => from = Some(value),
            "--save" => save = Some(value),
            _ => return Err(format!("there is no option `{option}`").into()),
        }
    }
    let ships = presets::named(&preset).ok_or_else(|| format!("no preset is called `{preset}`"))?;
    let mut keys = serde_json::to_value(ships.species(&preset))?;
    let given: Map<String, Value> = match from {
        Some(file) => serde_json::from_str(&std::fs::read_to_string(file)?)?,
        None => Map::new(),
    };
    for (table, own) in &given {
        for (key, value) in own.as_object().into_iter().flatten() {
            keys[table][key] = value.clone();
        }
    }
    let stands = Stands {
        preset,
        with_classes_between: false,
        area_ha,
        seeds,
    };
    if evaluations > 0 {
        keys = fit(&keys, &stands, evaluations)?;
    }
    let judged = Judged::of(
        &serde_json::from_value(keys.clone())?,
        &Stands {
            with_classes_between: true,
            area_ha: 1.0,
            seeds: judges,
            ..stands.clone()
        },
    )?;
    print_judged(&judged);
    print_keys(&keys, &stands.preset, &judged);
    if let Some(file) = save {
        let mut saved = given;
        for (table, key, ..) in FITTED {
            let own = saved.entry(table).or_insert_with(|| json!({}));
            own[key] = keys[table][key].clone();
        }
        std::fs::write(file, serde_json::to_string_pretty(&saved)? + "\n")?;
    }
    Ok(())
}

fn numbers(text: &str) -> Result<Vec<u64>, std::num::ParseIntError> {
    text.split(',').map(str::parse).collect()
}

/// The keys with the least loss that so many evaluations find.
fn fit(start: &Value, stands: &Stands, evaluations: u64) -> Result<Value, Box<dyn Error>> {
    let start_of = |&(table, key, [least, greatest], _): &Fitted| {
        let value = start[table][key].as_f64().expect("a species has all keys");
        value.clamp(least, greatest)
    };
    let keys_at = |place: &[f64]| {
        let mut keys = start.clone();
        for (fitted, &steps) in FITTED.iter().zip(place) {
            let (table, key, _, step) = *fitted;
            keys[table][key] = rounded(start_of(fitted) * math::exp(steps * step)).into();
        }
        keys
    };
    let loss_at = |place: &[f64]| -> Result<f64, ClaimError> {
        let species: Species = serde_json::from_value(keys_at(place)).expect("only numbers have changed");
        Ok(loss(&Judged::of(&species, stands)?))
    };
    // The search moves in steps of each key from its start, so that one width does for all.
    let bounds = [0, 1].map(|side| {
        let steps = |fitted: &Fitted| math::ln(fitted.2[side] / start_of(fitted)) / fitted.3;
        FITTED.iter().map(steps).collect::<Vec<f64>>()
    });
    let space = Fitness::bounded(FITTED.len(), 1, &bounds[0], &bounds[1]);
    let parameters = CmaesParams {
        popsize: GENERATION as i32,
        max_evaluations: evaluations,
        seed: 1,
        ..CmaesParams::default()
    };
    let mut best = vec![0.0; FITTED.len()];
    let mut least = loss_at(&best)?;
    println!("loss {least:.4} at the start");
    let mut search = Cmaes::new(space, &best, &[1.0], &parameters);
    for generation in 1..=evaluations.div_ceil(GENERATION) {
        let places = search.ask();
        let losses = parallel::try_map(places.len(), 1, |number| loss_at(&places[number]))?;
        for (place, &loss) in places.into_iter().zip(&losses) {
            if loss < least {
                (best, least) = (place, loss);
            }
        }
        println!("loss {least:.4} after {} evaluations", GENERATION * generation);
        if search.tell(&losses) != 0 {
            break;
        }
    }
    Ok(keys_at(&best))
}

/// To four digits, as presets have them.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().expect("it is a number")
}

fn print_judged(judged: &Judged) {
    println!("\nstand / table: {}", QUANTITIES.join(", "));
    let class = |figure: &Figure| (&figure.row.table, figure.row.site_class);
    for of_class in judged.figures.chunk_by(|a, b| class(a) == class(b)) {
        let Row {
            table,
            site_class,
            site_index_m,
            is_fitted,
            ..
        } = of_class[0].row;
        print!(
            "{table} class {site_class}, S {site_index_m}{}",
            if *is_fitted { "" } else { ", not fitted" }
        );
        for of_age in of_class.chunk_by(|a, b| a.row.age_yr == b.row.age_yr) {
            let ratios: Vec<String> = of_age
                .iter()
                .map(|one| format!("{:.2}", one.grown / one.tabled))
                .collect();
            print!("  {}: {}", of_age[0].row.age_yr, ratios.join("/"));
        }
        println!();
    }
    for (group, is_fitted) in [("fitted", true), ("between", false)] {
        print!(
            "{group}: {}",
            off(judged, |figure| figure.row.is_fitted == is_fitted)
        );
        for (quantity, name) in QUANTITIES.iter().enumerate() {
            let is_one = |figure: &Figure| figure.row.is_fitted == is_fitted && figure.quantity == quantity;
            print!("; {name} {}", off(judged, is_one));
        }
        println!();
    }
    let unthinned = &judged.unthinned;
    let [dense, sparse] = unthinned.density_index;
    print!("unthinned, SDI to be {}:", unthinned.greatest_density_index);
    for (number, age_yr) in AGES_YR.iter().enumerate() {
        print!(" {age_yr}: {:.0}/{:.0}", dense[number], sparse[number]);
    }
    let [dense_m3, sparse_m3] = unthinned.production_m3_per_ha;
    let [young, old] = unthinned.dbh_variation;
    print!(
        "; production {dense_m3:.0}/{sparse_m3:.0} = {:.2}",
        dense_m3 / sparse_m3
    );
    print!(
        "; lone over dense dbh {:.2}; dbh CV {young:.2} {old:.2}",
        unthinned.lone_over_dense
    );
    println!("; loss {:.4}", loss(judged));
}

/// Median and greatest of |ratio − 1|, of ratios turned above 1.
fn off(judged: &Judged, counts: impl Fn(&Figure) -> bool) -> String {
    let counted = judged.figures.iter().filter(|figure| counts(figure));
    let mut off: Vec<f64> = counted.map(|figure| figure.log_ratio().abs()).collect();
    off.sort_by(f64::total_cmp);
    let percent = |at: usize| 100.0 * (math::exp(off[at]) - 1.0);
    match off.len() {
        0 => "nothing".to_owned(),
        count => format!(
            "{:.1} % in the median, {:.0} % at most",
            percent(count / 2),
            percent(count - 1)
        ),
    }
}

fn print_keys(keys: &Value, preset: &str, judged: &Judged) {
    let mut tables: Vec<&str> = classes_of(preset).map(|rows| rows[0].table.as_str()).collect();
    tables.dedup();
    let off = off(judged, |figure| figure.row.is_fitted);
    let source = format!(
        "fitted to {} by crates/claims/examples/fit.rs: {off}",
        tables.join(" and ")
    );
    for of_table in FITTED.chunk_by(|a, b| a.0 == b.0) {
        println!("\n[{}]", of_table[0].0);
        for &(table, key, ..) in of_table {
            println!(
                "{key} = {{ value = {}, source = \"{source}\" }}",
                keys[table][key]
            );
        }
    }
}

/// How far the species is from all of it, without unit: for the tables the root mean square of the logarithms of ratios, of stems
/// 0.7 of it, and a quarter of the greatest; and half of what the others are off.
fn loss(judged: &Judged) -> f64 {
    let weighted = |figure: &Figure| figure.log_ratio() * if figure.quantity == 0 { 0.7 } else { 1.0 };
    let tabled: Vec<f64> = judged.figures.iter().map(weighted).collect();
    let greatest = tabled.iter().fold(0.0_f64, |most, off| most.max(off.abs()));
    root_mean_square(&tabled) + 0.25 * greatest + 0.5 * root_mean_square(&beyond_tables(&judged.unthinned))
}

/// Coefficients of variation of the diameters of dense stands at 50 and at 100 years that are well within those of measured ones: our
/// own ranges.
const DBH_VARIATION: [[f64; 2]; 2] = [[0.2, 0.31], [0.17, 0.27]];

/// Logarithms of ratios: densities to the greatest, what the two are more than 10 % apart from 80 years on, thrice, what one production is
/// more than 10 % beyond the other, what diameters stray beyond the ranges that they have in stands, and lone trees to twice those of
/// stands, of which 0.7 (Sterba's rule).
fn beyond_tables(unthinned: &Unthinned) -> Vec<f64> {
    let densities = unthinned.density_index.as_flattened().iter();
    let mut off: Vec<f64> = densities
        .map(|&index| log_ratio(index, unthinned.greatest_density_index))
        .collect();
    let apart = |dense: f64, sparse: f64| (log_ratio(dense, sparse).abs() - math::ln(1.1)).max(0.0);
    let [dense, sparse] = unthinned.density_index;
    off.extend((1..4).map(|at| 3.0 * apart(dense[at], sparse[at])));
    let [dense, sparse] = unthinned.production_m3_per_ha;
    off.push(apart(dense, sparse));
    for (variation, [least, greatest]) in unthinned.dbh_variation.into_iter().zip(DBH_VARIATION) {
        off.push(
            log_ratio(variation, greatest)
                .max(log_ratio(least, variation))
                .max(0.0),
        );
    }
    off.push(0.7 * log_ratio(unthinned.lone_over_dense, 2.0));
    off
}

fn root_mean_square(values: &[f64]) -> f64 {
    (values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64).sqrt()
}

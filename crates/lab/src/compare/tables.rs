//! What a comparison leaves: `methods.csv`, the first points of each method and its curves.

use understory_records::{Compared, EnvelopeRow, MethodsRow, PointRow, Table, paths};
use understory_scenario::TARGET_LABEL;

use super::distance::{Measured, Ruler};
use super::found::CompareFound;
use super::looks::Looks;
use super::outcome::{JudgedBy, Outcome};
use super::raster;
use super::target::Target;
use crate::error::LabError;
use crate::stats::{Curve, Function, Pattern, curves_at};
use crate::store::Store;

/// The row of the target: at no distance from itself.
pub(super) fn target_row(target: &Target, measured: &Measured, looks: Looks) -> MethodsRow {
    MethodsRow {
        g_ks: Some(0.0),
        l_rmse_m: Some(0.0),
        pcf_rmse: Some(0.0),
        notes: target.notes.clone(),
        ..spacing_row(
            (target, TARGET_LABEL),
            "teleological",
            target.points_m.len(),
            target.seconds,
            (Some(measured), Some(looks)),
        )
    }
}

/// The row of a method.
pub(super) fn row((target, own_g_ks): (&Target, Option<f64>), label: &str, outcome: &Outcome) -> MethodsRow {
    let family = outcome.family.as_ref();
    let tested = family.filter(|_| outcome.judged_by != JudgedBy::Nothing);
    let row = MethodsRow {
        g_ks: family.map(|family| family.g_ks),
        l_rmse_m: family.map(|family| family.l_rmse_m),
        pcf_rmse: family.map(|family| family.pcf_rmse),
        global_p: tested.map(|family| family.p),
        notes: notes(outcome),
        g_p: tested.map(|family| family.g_p),
        j_p: tested.map(|family| family.j_p),
        judged_by: outcome.judged_by.name().to_owned(),
        fitted_to: outcome.judged_by.fitted_to().to_owned(),
        g_over_own: family
            .zip(own_g_ks)
            .filter(|(_, own)| *own > 0.0)
            .map(|(family, own)| family.g_ks / own),
        fitted: outcome
            .fitted
            .as_ref()
            .map_or_else(String::new, |fitted| fitted.numbers.clone()),
        fit_error_before: outcome.fitted.as_ref().map(|fitted| fitted.before),
        fit_error: outcome.fitted.as_ref().map(|fitted| fitted.after),
        ..spacing_row(
            (target, label),
            outcome.family_name,
            outcome.first.points_m.len(),
            Some(outcome.seconds),
            (outcome.measured.as_ref(), family.map(|family| family.looks)),
        )
    };
    MethodsRow {
        clark_evans: family.map(|family| family.clark_evans).or(row.clark_evans),
        judged_p: judged_p(outcome.judged_by, &row),
        g_and_j_p: g_and_j_p(&row),
        ..row
    }
}

/// What a row of the target and of a method have in common.
fn spacing_row(
    (target, method): (&Target, &str),
    family: &str,
    points: usize,
    seconds: Option<f64>,
    (measured, looks): (Option<&Measured>, Option<Looks>),
) -> MethodsRow {
    let summary = measured.map(|measured| &measured.summary);
    MethodsRow {
        method: method.to_owned(),
        family: family.to_owned(),
        points: points as u64,
        seconds,
        points_per_s: seconds
            .filter(|seconds| *seconds > 0.0)
            .map(|seconds| points as f64 / seconds),
        clark_evans: measured.map(Measured::clark_evans),
        nnd_mean_m: summary.map(|summary| summary.mean_m()),
        nnd_min_m: summary.map(|summary| summary.sorted_m()[0]),
        nnd_cv: summary.and_then(|summary| summary.cv()),
        g_ks: None,
        l_rmse_m: None,
        pcf_rmse: None,
        global_p: None,
        notes: String::new(),
        g_p: None,
        j_p: None,
        judged_by: String::new(),
        judged_p: None,
        overlaps: looks.map(|looks| looks.overlaps),
        strings: looks.map(|looks| looks.strings),
        largest_hole_m: looks.map(|looks| looks.largest_hole_m),
        corridor_m: looks.map(|looks| looks.corridor_m),
        forest: target.forest.clone(),
        fitted_to: String::new(),
        g_over_own: None,
        clark_evans_by: if target.plot.is_torus() {
            "naive"
        } else {
            "donnelly"
        }
        .to_owned(),
        g_and_j_p: None,
        fitted: String::new(),
        fit_error_before: None,
        fit_error: None,
    }
}

/// The p of the functions that a method was not fitted to.
fn judged_p(judged_by: JudgedBy, row: &MethodsRow) -> Option<f64> {
    match judged_by {
        JudgedBy::L => row.global_p,
        JudgedBy::GAndJ => g_and_j_p(row),
        JudgedBy::Nothing => None,
    }
}

/// Bonferroni's bound on the p of two tests.
fn g_and_j_p(row: &MethodsRow) -> Option<f64> {
    Some((2.0 * row.g_p?.min(row.j_p?)).min(1.0))
}

/// `r=3.21; 312 of 430 points: full …; …`.
fn notes(outcome: &Outcome) -> String {
    let first = &outcome.first;
    let spacing = first.spacing_m.map(|spacing_m| format!("r={spacing_m:.4}"));
    let short = (first.points_m.len() < outcome.wanted).then(|| {
        let counts = format!("{} of {} points", first.points_m.len(), outcome.wanted);
        match &first.shortfall {
            Some(why) => format!("{counts}: {why}"),
            None => counts,
        }
    });
    let judged_by = outcome.judged_by.note().map(str::to_owned);
    let unkept = outcome.raster.as_ref().filter(|forest| !raster::is_kept(forest));
    let unkept = unkept.map(|_| {
        format!(
            "its raster has more than {} cells and is left out",
            raster::MOST_CELLS
        )
    });
    let fitted = outcome.fitted.as_ref().map(|fitted| {
        format!(
            "fitted {} (distance {:.3} before, {:.3} after)",
            fitted.numbers, fitted.before, fitted.after
        )
    });
    let parts = [spacing, short, fitted, judged_by, unkept].into_iter().flatten();
    parts
        .chain(first.notes.iter().cloned())
        .collect::<Vec<_>>()
        .join("; ")
}

/// Writes the points of the target, and gives them.
pub(super) fn write_target(
    store: &dyn Store,
    folder: &str,
    target: &Target,
) -> Result<Vec<PointRow>, LabError> {
    let rows: Vec<PointRow> = target
        .points_m
        .iter()
        .enumerate()
        .map(|(number, &point_m)| {
            let species = target.species.get(number).cloned().unwrap_or_default();
            point_row(point_m, species, target.sizes_m.get(number).copied())
        })
        .collect();
    write(store, &paths::points(&format!("{folder}{TARGET_LABEL}")), &rows)?;
    Ok(rows)
}

/// Writes the points of a method's first pattern, and gives them.
pub(super) fn write_points(
    store: &dyn Store,
    label: &str,
    outcome: &Outcome,
) -> Result<Vec<PointRow>, LabError> {
    let first = &outcome.first;
    let rows: Vec<PointRow> = first
        .points_m
        .iter()
        .enumerate()
        .map(|(number, &point_m)| {
            // Classes count from 1, as people do.
            let class = first
                .classes
                .get(number)
                .map(|class| format!("class-{}", class + 1));
            point_row(
                point_m,
                class.unwrap_or_default(),
                first.sizes_m.get(number).copied(),
            )
        })
        .collect();
    write(store, &paths::points(label), &rows)?;
    Ok(rows)
}

/// The curves of the target.
pub(super) fn write_target_functions(
    store: &dyn Store,
    target: &Target,
    ruler: &Ruler,
) -> Result<(), LabError> {
    for curve in functions(&target.points_m, ruler)? {
        curve.write_as(store, &paths::function(TARGET_LABEL, &curve.name))?;
    }
    Ok(())
}

/// The curves of a method's first pattern with their envelopes, of which `compared` gets those that are drawn.
pub(super) fn write_functions(
    store: &dyn Store,
    compared: &mut Compared,
    outcome: &Outcome,
    ruler: &Ruler,
) -> Result<(), LabError> {
    let (first, label) = (&outcome.first, &compared.row.method);
    if first.points_m.len() < 2 {
        return Ok(());
    }
    let functions = functions(&first.points_m, ruler)?;
    for curve in &functions {
        curve.write_as(store, &paths::function(label, &curve.name))?;
    }
    let Some(family) = &outcome.family else {
        return Ok(());
    };
    for band in &family.envelopes {
        let random = functions
            .iter()
            .find(|curve| curve.name == band.name)
            .and_then(|curve| curve.column("theo"))
            .map_or_else(|| vec![None; band.r_m.len()], <[_]>::to_vec);
        let defined = |value: f64| value.is_finite().then_some(value);
        let row = |(at, &r): (usize, &f64)| EnvelopeRow {
            r,
            obs: defined(band.target[at]),
            theo: random[at],
            lo: band.low[at],
            hi: band.high[at],
            first: defined(band.first[at]),
        };
        let rows: Vec<EnvelopeRow> = band.r_m.iter().enumerate().map(row).collect();
        write(
            store,
            &paths::function(label, &format!("envelope_{}", band.name)),
            &rows,
        )?;
        match band.name {
            "nnd" => compared.nnd = rows,
            "pcf" => compared.pcf = rows,
            _ => {}
        }
    }
    Ok(())
}

/// *G*, *L* and the pair correlation of a pattern at the distances of the ruler.
fn functions(points_m: &[[f64; 2]], ruler: &Ruler) -> Result<Vec<Curve>, LabError> {
    let pattern = Pattern {
        points_m: points_m.to_vec(),
        window: (*ruler.plot()).into(),
        marks: Vec::new(),
        species: Vec::new(),
    };
    let wanted = [Function::G, Function::L, Function::Pcf];
    Ok(curves_at(&pattern, &wanted, ruler.radii(), ruler.g_r_m())?)
}

fn point_row([x_m, y_m]: [f64; 2], species: String, size_m: Option<f64>) -> PointRow {
    PointRow {
        x_m,
        y_m,
        species,
        size_m,
    }
}

/// Writes the rows of all forests and what they answer.
pub(super) fn write_all(store: &dyn Store, found: &CompareFound) -> Result<(), LabError> {
    write(store, paths::METHODS, &found.methods)?;
    write(store, paths::FORESTS, &found.forests)?;
    store.write(paths::ANSWER, &mut |out| Ok(writeln!(out, "{}", found.answer)?))?;
    Ok(())
}

fn write<R: Table + Clone>(store: &dyn Store, path: &str, rows: &[R]) -> Result<(), LabError> {
    store.write(path, &mut |out| {
        understory_records::write_rows(out, rows.iter().cloned())?;
        Ok(())
    })?;
    Ok(())
}

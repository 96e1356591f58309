//! The part of a page that sets point methods beside a forest or a stand.

use std::collections::BTreeMap;

use serde::Serialize;
use understory_records::{Compared, EnvelopeRow, MethodsRow};

use crate::column::Column;
use crate::curve::Curve;

/// So many points a page draws at most, of all methods together.
const POINTS_AT_MOST: usize = 150_000;

/// The methods that were compared, from their tables.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The rows of `methods.csv`, of every forest.
    pub methods: Vec<MethodsRow>,
    /// What the methods were compared to is called so among them.
    pub target: String,
    /// The target and the methods of the first forest.
    pub shown: Vec<Compared>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PackedComparison<'a> {
    target: &'a str,
    /// One in so many points is drawn.
    one_in: usize,
    methods: Vec<Numbers<'a>>,
    shown: Vec<PackedMethod<'a>>,
}

/// What the page's table has of a row of `methods.csv`.
#[derive(Debug, Serialize)]
struct Numbers<'a> {
    method: &'a str,
    family: &'a str,
    points: u64,
    seconds: Option<f64>,
    clark_evans: Option<f64>,
    nnd_mean_m: Option<f64>,
    nnd_min_m: Option<f64>,
    nnd_cv: Option<f64>,
    g_ks: Option<f64>,
    l_rmse_m: Option<f64>,
    pcf_rmse: Option<f64>,
    judged_p: Option<f64>,
    judged_by: &'a str,
    notes: &'a str,
    forest: &'a str,
}

#[derive(Debug, Serialize)]
struct PackedMethod<'a> {
    name: &'a str,
    x_m: Column,
    y_m: Column,
    diameter_m: Column,
    curves: BTreeMap<&'static str, Curve>,
}

impl Comparison {
    pub(crate) fn pack<'a>(&'a self, into: &mut Vec<u8>) -> PackedComparison<'a> {
        let points: usize = self.shown.iter().map(|method| method.points.len()).sum();
        let one_in = points.div_ceil(POINTS_AT_MOST).max(1);
        let methods = self.methods.iter().map(|row| Numbers {
            method: &row.method,
            family: &row.family,
            points: row.points,
            seconds: row.seconds,
            clark_evans: row.clark_evans,
            nnd_mean_m: row.nnd_mean_m,
            nnd_min_m: row.nnd_min_m,
            nnd_cv: row.nnd_cv,
            g_ks: row.g_ks,
            l_rmse_m: row.l_rmse_m,
            pcf_rmse: row.pcf_rmse,
            judged_p: row.judged_p,
            judged_by: &row.judged_by,
            notes: &row.notes,
            forest: &row.forest,
        });
        let shown = self.shown.iter().map(|method| {
            let points = || method.points.iter().step_by(one_in);
            let curves = [("nnd", &method.nnd), ("pcf", &method.pcf)];
            PackedMethod {
                name: &method.row.method,
                x_m: Column::of(points().map(|point| point.x_m), 100, into),
                y_m: Column::of(points().map(|point| point.y_m), 100, into),
                diameter_m: Column::of(points().map(|point| point.size_m.unwrap_or(0.0)), 100, into),
                curves: curves
                    .into_iter()
                    .filter(|(_, rows)| !rows.is_empty())
                    .map(|(name, rows)| (name, curve(rows)))
                    .collect(),
            }
        });
        PackedComparison {
            target: &self.target,
            one_in,
            methods: methods.collect(),
            shown: shown.collect(),
        }
    }
}

fn curve(rows: &[EnvelopeRow]) -> Curve {
    let mut curve = Curve::default();
    for row in rows {
        curve.push(row.r, [row.first, row.obs, row.lo, row.hi]);
    }
    curve
}

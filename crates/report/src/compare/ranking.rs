//! The methods from the nearest to the farthest.

use understory_numerics::sort;
use understory_records::{Compared, MethodsRow};

use super::comparison::Comparison;
use super::looks::{self, METHOD};
use crate::kit::*;

const ROW: f64 = 13.0 * PT;
const HEAD: f64 = 23.0 * PT;
const NAMES: f64 = 110.0 * PT;
const TEST: f64 = 92.0 * PT;
const GAP: f64 = 12.0 * PT;
/// Room for the number behind the longest bar.
const NUMBER: f64 = 30.0 * PT;
const BAR: f64 = 4.0 * PT;
const DOT: f64 = 2.4 * PT;
/// So many methods from the first on are told in the text alternative.
const FIRST: usize = 3;

/// One of the three distances.
struct Column {
    words: [&'static str; 2],
    value: fn(&MethodsRow) -> Option<f64>,
}

const COLUMNS: [Column; 3] = [
    Column {
        words: ["neighbours, G", "greatest difference"],
        value: |row| row.g_ks,
    },
    Column {
        words: ["counts, L", "rms difference (m)"],
        value: |row| row.l_rmse_m,
    },
    Column {
        words: ["pairs, g", "rms difference"],
        value: |row| row.pcf_rmse,
    },
];

/// None without a method that has a distance or a test.
pub(super) fn ranking(comparison: &Comparison) -> Result<Option<Figure>, ReportError> {
    let measured = |method: &Compared| {
        method.row.judged_p.is_some() || COLUMNS.iter().any(|column| (column.value)(&method.row).is_some())
    };
    if !comparison.methods.iter().any(measured) {
        return Ok(None);
    }
    let ranked = ranked(&comparison.methods);
    let heading = format!(
        "{}: distance to the target, the nearest first",
        comparison.about.name
    );
    let mut keys = looks::verdict_keys(comparison);
    if comparison.methods.len() > 1 {
        keys.push(LegendEntry::note("sorted by the mean of the three places"));
    }
    let page_pt = comparison.about.page_pt(style::PANELS_PT, style::PANELS_PT);
    let mut sheet = Sheet::new("compare-ranking", page_pt, &heading, &keys);
    let room = sheet.room(HEAD + ROW * ranked.len() as f64);
    let rows = room.row(room.top + HEAD, room.height - HEAD);
    let page = &mut sheet.page;
    stripes(page, rows, ranked.len());
    names(page, rows, &ranked);
    let bars = rows.narrower(NAMES, TEST);
    for (column, cell) in COLUMNS.iter().zip(bars.grid(COLUMNS.len(), 1, GAP)) {
        head(page, cell, column.words);
        values(page, cell, column, &ranked);
    }
    let test = rows.narrower(rows.width - TEST + GAP, 0.0);
    head(page, test, ["global test", "p, of L"]);
    tests(page, test, &ranked);
    sheet
        .finish(caption(comparison), alt(comparison, &ranked))
        .map(Some)
}

fn caption(comparison: &Comparison) -> String {
    format!(
        "Methods from the nearest to the target, {}, to the farthest, in {}: by the mean of their places in the greatest \
         difference of G (share with a neighbour within a distance) and the root mean square differences of L (m) and \
         of the pair correlation g. Bars begin at 0; last column: p of a global envelope test (extreme rank length) of the \
         target against the method. {}.",
        name(&comparison.target.row.method),
        setting(&comparison.about),
        looks::verdict_words(comparison)
    )
}

/// The first methods and the last in numbers.
fn alt(comparison: &Comparison, ranked: &[&Compared]) -> String {
    let row = |method: &Compared| {
        let values = COLUMNS
            .iter()
            .zip(["G", "L", "g"])
            .filter_map(|(column, function)| {
                let value = (column.value)(&method.row)?;
                Some(format!("{function} {}", number(value)))
            });
        let p = method.row.judged_p.map(|p| format!("p {}", number(p)));
        let values: Vec<String> = values.chain(p).collect();
        let told = match values[..] {
            [] => "nothing known".to_owned(),
            _ => values.join(", "),
        };
        format!("{} ({told})", name(&method.row.method))
    };

    let mut out = format!(
        "Table of {} with bars, the nearest to the target first.",
        counted(ranked.len() as u64, "method")
    );
    let first: Vec<String> = ranked.iter().take(FIRST).map(|method| row(method)).collect();
    out += &format!(" In this order: {}.", first.join("; "));
    if let Some(last) = ranked[first.len()..].last() {
        out += &format!(" The farthest: {}.", row(last));
    }
    out + &looks::verdict_told(comparison)
}

/// By the mean of a method's places in the three distances; the further ones decide between equals, then the given
/// order. A distance that is not known counts as the farthest.
fn ranked(methods: &[Compared]) -> Vec<&Compared> {
    let distance = |method: &Compared, column: &Column| (column.value)(&method.row).unwrap_or(f64::INFINITY);
    let places = |method: &Compared| -> usize {
        let nearer = |column: &Column| {
            let own = distance(method, column);
            methods
                .iter()
                .filter(|other| distance(other, column) < own)
                .count()
        };
        COLUMNS.iter().map(nearer).sum()
    };
    let mut ranked: Vec<(usize, &Compared)> = methods.iter().map(|method| (places(method), method)).collect();
    sort::by(&mut ranked, |(a, x), (b, y)| {
        let [x, y] = [x, y].map(|method| distance(method, &COLUMNS[1]));
        a.cmp(b).then(x.total_cmp(&y))
    });
    ranked.into_iter().map(|(_, method)| method).collect()
}

fn middle(rows: Frame, row: usize) -> f64 {
    rows.top + (row as f64 + 0.5) * ROW
}

/// Every second row is tinted, to lead the eye from name to numbers.
fn stripes(page: &mut Page, rows: Frame, number: usize) {
    for row in (0..number).step_by(2) {
        let top = rows.top + row as f64 * ROW;
        sheet::stripe(page, rows.row(top, ROW));
    }
}

fn names(page: &mut Page, rows: Frame, ranked: &[&Compared]) {
    for (row, method) in ranked.iter().enumerate() {
        let words = fitted(&method.row.method, TEXT_SIZE, NAMES - 6.0 * PT);
        let place = at(rows.left + 3.0 * PT, middle(rows, row));
        page.text(&words, place, LEFT);
    }
}

/// What a column holds: in words, and below them how it is measured.
fn head(page: &mut Page, cell: Frame, words: [&str; 2]) {
    let line = font::height(TEXT_SIZE) + 2.5 * PT;
    for (i, words) in words.into_iter().enumerate() {
        let setting = TOP_LEFT.inked(if i == 0 { style::TEXT } else { GREY });
        page.text(words, at(cell.left, cell.top - HEAD + line * i as f64), setting);
    }
}

/// Bars from 0 with their numbers.
fn values(page: &mut Page, cell: Frame, column: &Column, ranked: &[&Compared]) {
    let known = ranked.iter().filter_map(|method| (column.value)(&method.row));
    let most = known.fold(0.0, f64::max);
    for (row, method) in ranked.iter().enumerate() {
        let y = middle(cell, row);
        let value = (column.value)(&method.row);
        let share = value.map_or(0.0, |value| if most > 0.0 { value / most } else { 0.0 });
        let right = cell.left + share * (cell.width - NUMBER);
        if right > cell.left {
            let bar = Frame::new(cell.left, y - 0.5 * BAR, right - cell.left, BAR);
            page.path(bar.outline(), Paint::fill(METHOD));
        }
        let (words, ink) = match value {
            Some(value) => (looks::rounded(value), style::TEXT),
            None => ("not known".to_owned(), GREY),
        };
        let setting = LEFT.inked(ink);
        page.text(&words, at(right + 3.0 * PT, y), setting);
    }
    let zero = [at(cell.left, cell.top), at(cell.left, cell.bottom())];
    page.line(zero, Stroke::plain(style::AXIS, style::EDGE));
}

fn tests(page: &mut Page, cell: Frame, ranked: &[&Compared]) {
    for (row, method) in ranked.iter().enumerate() {
        let y = middle(cell, row);
        let (words, ink) = match method.row.judged_p {
            // Most are judged by L, which the column's heading says.
            Some(p) if ["", "L"].contains(&method.row.judged_by.as_str()) => (format!("{p:.3}"), style::TEXT),
            Some(p) => (
                format!("{p:.3} of {}", method.row.judged_by.replace(' ', ", ")),
                style::TEXT,
            ),
            None => ("–".to_owned(), GREY),
        };
        if method.row.judged_p.is_some() {
            page.circle(
                at(cell.left + DOT, y),
                DOT,
                looks::verdict(looks::could_be_drawn(method.row.judged_p)),
            );
        }
        let place = at(cell.left + 2.0 * DOT + 5.0 * PT, y);
        let setting = LEFT.inked(ink);
        page.text(&words, place, setting);
    }
}

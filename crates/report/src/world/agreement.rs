//! Whether things stand where their textures lie: how dense each rule is by how much of the ground a texture covers.

use std::collections::BTreeMap;

use understory_records::AgreementRow;

use crate::kit::*;
use crate::multiples::{cells, columns};
use crate::needed::{Needed, SIZE};

/// Panels at most: those of the rules that come first.
const PANELS: usize = 16;
const SHARE: Needed = Needed(0.0, 1.0, "a share from 0 to 1");

/// A rule and a texture.
struct Pair<'a> {
    rule: &'a str,
    texture: &'a str,
    rows: Vec<&'a AgreementRow>,
    /// What the rule asks for on average, per ha.
    mean_per_ha: f64,
}

impl Pair<'_> {
    /// Where each class begins and ends, how dense the rule is there, and how dense it was to be, over its mean.
    fn classes(&self) -> impl Iterator<Item = (f64, f64, f64, f64)> {
        self.rows.iter().filter_map(|row| {
            let over = |per_ha: f64| per_ha / self.mean_per_ha;
            Some((
                row.share_from,
                row.share_to,
                over(row.per_ha?),
                over(row.authored_per_ha?),
            ))
        })
    }
}

/// Draws as the figure `agreement` how dense each rule stands where a texture covers little and much of the ground, beside what
/// its ranges ask for. None where no texture covers ground of a rule in more than one measure.
///
/// # Errors
/// [`ReportError::Number`] where a number cannot be drawn, [`ReportError::Drawing`] when drawing or encoding fails.
pub fn agreement(world: &str, rows: &[AgreementRow]) -> Result<Option<Figure>, ReportError> {
    rows.iter().try_for_each(check)?;
    let mut pairs = pairs(rows);
    let of_all = pairs.len();
    pairs.truncate(PANELS);
    if pairs.is_empty() {
        return Ok(None);
    }
    let bar = Paint::fill(style::BLUE.at_opacity(0.25)).edged(Stroke::plain(style::BLUE, style::THIN));
    let authored = LineStyle::line(style::BLACK).dashed(1).wide(style::THIN);
    let keys = [
        LegendEntry::patch(bar.clone(), "stands"),
        authored.key("asked for by its ranges"),
    ];
    let mut sheet = Sheet::new(
        "agreement",
        style::PANELS_PT,
        &format!("Where rules stand, by textures, {world}"),
        &keys,
    );
    let highest = pairs
        .iter()
        .flat_map(Pair::classes)
        .fold(1.0, |highest, (_, _, own, asked)| {
            f64::max(highest, own).max(asked)
        });
    let x = Axis::exact("share covered", 0.0, 1.0, 3);
    let y = Axis::linear("density / mean", 0.0, highest, 4);
    let columns = columns(style::PANELS_PT, pairs.len());
    let row_height = (400.0 / columns as f64).clamp(100.0, 200.0) * PT;
    let alt = alt(&pairs, &words::axes(&x, &y));
    for (pair, (cell, x, y, around)) in
        pairs
            .iter()
            .zip(cells(&mut sheet, pairs.len(), columns, row_height, &x, &y))
    {
        let words = format!("{}, {}", pair.rule, pair.texture);
        let heading = cell.narrower(around.left, 0.0);
        let words = fitted(&words, TEXT_SIZE, heading.width);
        let top = head(&mut sheet.page, heading, &words, TEXT_SIZE, &[]).top;
        let mut panel = Panel::draw(&mut sheet.page, cell.below(top), x, y, around, true)?;
        // Classes without ground leave a gap.
        let classes: Vec<_> = pair.classes().collect();
        for run in classes.chunk_by(|a, b| a.1 == b.0) {
            let bars: Vec<_> = run.iter().map(|&(from, to, own, _)| (from, to, own)).collect();
            panel.bars(&bars, &bar);
            let steps = run
                .iter()
                .flat_map(|&(from, to, _, asked)| [(from, Some(asked)), (to, Some(asked))]);
            panel.curve(&steps.collect::<Vec<_>>(), &authored);
        }
    }
    sheet.finish(caption(of_all), alt).map(Some)
}

/// The pairs that say something: those with ground in two classes at least.
fn pairs(rows: &[AgreementRow]) -> Vec<Pair<'_>> {
    let mut found: Vec<Pair<'_>> = Vec::new();
    let mut at: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for row in rows {
        let key = (&*row.rule, &*row.texture);
        let number = *at.entry(key).or_insert(found.len());
        if number == found.len() {
            found.push(Pair {
                rule: key.0,
                texture: key.1,
                rows: Vec::new(),
                mean_per_ha: 0.0,
            });
        }
        found[number].rows.push(row);
    }
    for pair in &mut found {
        let area_ha: f64 = pair.rows.iter().map(|row| row.area_ha).sum();
        let asked = pair.rows.iter();
        let asked: f64 = asked
            .map(|row| row.area_ha * row.authored_per_ha.unwrap_or(0.0))
            .sum();
        pair.mean_per_ha = asked / area_ha;
    }
    found.retain(|pair| pair.mean_per_ha > 0.0 && pair.classes().count() > 1);
    found
}

fn caption(of_all: usize) -> String {
    let left_out = match of_all.saturating_sub(PANELS) {
        0 => String::new(),
        left_out => format!(" {} are left out.", counted(left_out as u64, "pair")),
    };
    format!(
        "Each panel a rule and a texture of its biome. Bars: instances per area where the texture covers so much of the ground. \
         Dashed: what the rule's density, ranges and obstacles ask for there, before rules give way to each other. Both over \
         what the rule asks for on average.{left_out}"
    )
}

fn alt(pairs: &[Pair<'_>], axes: &str) -> String {
    let mut out = format!("{} of bars. {axes}", counted(pairs.len() as u64, "panel"));
    for pair in pairs {
        let told = pair.classes().map(|(from, to, own, asked)| {
            format!("{}: {} of {}", range(from, to), number(own), number(asked))
        });
        let told: Vec<String> = told.collect();
        out += &format!(
            " {} and {}, of what is asked for: {}.",
            sentence(&name(pair.rule)),
            name(pair.texture),
            told.join("; ")
        );
    }
    out
}

fn check(row: &AgreementRow) -> Result<(), ReportError> {
    const FILE: &str = "agreement.csv";
    SHARE.of(FILE, "share_from", [row.share_from])?;
    SHARE.of(FILE, "share_to", [row.share_to])?;
    SIZE.of(FILE, "area_ha", [row.area_ha])?;
    SIZE.of(FILE, "per_ha", row.per_ha)?;
    SIZE.of(FILE, "authored_per_ha", row.authored_per_ha)
}

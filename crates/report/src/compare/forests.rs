//! All methods beside several forests in one picture: how far each is from each forest, in units of the forest's own distance
//! from itself.

use super::comparison::Compared;
use super::looks;
use crate::Figure;
use crate::error::Cause;
use crate::kit::*;
use crate::needed::Needed;

const NAMES: f64 = 126.0 * PT;
const COLUMN: f64 = 72.0 * PT;
const LEAST_WIDTH: f64 = 480.0 * PT;
const ROW: f64 = 13.0 * PT;
/// Lines above a column: forest, trees, index, yardstick.
const HEAD_LINES: usize = 4;
const LINE: f64 = 10.5 * PT;
const HEAD: f64 = HEAD_LINES as f64 * LINE + 3.0 * PT;
const DOT: f64 = 2.2 * PT;
/// So many methods from the first on are told in the text alternative.
const FIRST: usize = 3;
/// A test rejects below this.
const LEVEL: f64 = 0.05;
const DISTANCE: Needed = Needed(0.0, 1e150, "a number from 0 to 1e150");
const PROBABILITY: Needed = Needed(0.0, 1.0, "a probability from 0 to 1");

/// Upper ends of the classes of colour, in units of the forest's own distance; the last class has none.
const CLASSES: [f64; 4] = [1.5, 3.0, 6.0, 12.0];
/// Their colours, the nearest the darkest: a share of the sequence each.
const SHARES: [f64; 5] = [0.05, 0.3, 0.55, 0.8, 1.0];

/// A forest or a stand, and what the methods made of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OfForest {
    /// What it is called.
    pub forest: String,
    /// Number of its trees.
    pub points: u64,
    /// Its Clark–Evans index, no unit.
    pub clark_evans: Option<f64>,
    /// How far another such forest is to be expected, in the distance of G; no unit.
    pub own_g_ks: Option<f64>,
    /// The methods; of each its name, its distance of G and its test are shown, which is to be of functions that none was
    /// fitted to.
    pub methods: Vec<Compared>,
}

impl OfForest {
    fn method(&self, name: &str) -> Option<&Compared> {
        self.methods.iter().find(|method| method.name == name)
    }

    fn distance(&self, name: &str) -> Option<f64> {
        self.method(name)?.distances.g_ks
    }

    /// A distance in units of the forest's own.
    fn over_own(&self, g_ks: f64) -> Option<f64> {
        self.own_g_ks.filter(|own| *own > 0.0).map(|own| g_ks / own)
    }
}

/// Draws `compare-forests`, all methods beside all forests, and hands it to `each`. Of fewer than two forests nothing is
/// drawn, as `compare-ranking` shows one.
///
/// # Errors
/// [`ReportError::Number`] for a distance or a probability that cannot be drawn; [`ReportError::Keep`] when `each` fails;
/// [`ReportError::Drawing`] when drawing fails.
pub fn compare_forests(
    name: &str,
    forests: &[OfForest],
    each: &mut dyn FnMut(Figure) -> Result<(), Cause>,
) -> Result<(), ReportError> {
    for forest in forests {
        DISTANCE.of(&forest.forest, "own_g_ks", forest.own_g_ks)?;
        for method in &forest.methods {
            DISTANCE.of(&method.name, "g_ks", method.distances.g_ks)?;
            PROBABILITY.of(&method.name, "judged_p", method.judged_p)?;
        }
    }
    if forests.len() < 2 {
        return Ok(());
    }
    let figure = drawn(name, forests)?;
    let name = figure.name.clone();
    each(figure).map_err(|source| ReportError::Keep { figure: name, source })
}

fn drawn(name: &str, forests: &[OfForest]) -> Result<Figure, ReportError> {
    let ranked = ranked(forests);
    let width = (2.0 * MARGIN + NAMES + forests.len() as f64 * COLUMN).max(LEAST_WIDTH);
    let heading = format!(
        "{name}: how far methods are from {} forests, the nearest first",
        forests.len()
    );
    let mut sheet = Sheet::new("compare-forests", width / PT, &heading, &keys());
    let room = sheet.room(HEAD + ROW * ranked.len() as f64);
    let rows = room.row(room.top + HEAD, room.height - HEAD);
    let page = &mut sheet.page;
    for (row, method) in ranked.iter().enumerate() {
        let words = fitted(method, TEXT_SIZE, NAMES - 6.0 * PT);
        page.text(&words, at(rows.left, middle(rows, row)), LEFT);
    }
    for (number, forest) in forests.iter().enumerate() {
        let left = rows.left + NAMES + number as f64 * COLUMN;
        let column = Frame::new(left, rows.top, COLUMN, rows.height);
        head_of(page, column, forest);
        cells(page, column, forest, &ranked);
    }
    sheet.finish(caption(forests), alt(forests, &ranked))
}

fn keys() -> Vec<LegendEntry> {
    let lows = std::iter::once(None).chain(CLASSES.into_iter().map(Some));
    let highs = CLASSES.into_iter().map(Some).chain(std::iter::once(None));
    let classes = lows.zip(highs).zip(SHARES).map(|((low, high), share)| {
        let words = match (low, high) {
            (None, Some(high)) => format!("up to {high} × own"),
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("over {low}"),
            (None, None) => String::new(),
        };
        LegendEntry::patch(Paint::fill(palette::sequence(share)), words)
    });
    let mut keys: Vec<LegendEntry> = classes.collect();
    let dot = Paint::fill(palette::WHITE).edged(Stroke::plain(palette::BLACK, 0.9 * PT));
    keys.push(LegendEntry::new(
        Sample::Disc(dot),
        format!("p ≥ {LEVEL}: the forest could be a draw from it"),
    ));
    keys.push(LegendEntry::note("own: how far another such forest would be"));
    keys
}

fn middle(rows: Frame, row: usize) -> f64 {
    rows.top + (row as f64 + 0.5) * ROW
}

/// A forest's name, trees, index and yardstick.
fn head_of(page: &mut Page, column: Frame, forest: &OfForest) {
    let told = |value: Option<f64>, before: &str| {
        value.map_or_else(String::new, |value| format!("{before}{}", looks::rounded(value)))
    };
    let lines: [String; HEAD_LINES] = [
        forest.forest.clone(),
        counted(forest.points, "tree"),
        told(forest.clark_evans, "R = "),
        told(forest.own_g_ks, "own "),
    ];
    for (number, words) in lines.iter().enumerate() {
        let setting = TOP_LEFT.inked(if number == 0 { palette::TEXT } else { GREY });
        let words = fitted(words, TEXT_SIZE, column.width - 6.0 * PT);
        let place = at(column.left + 3.0 * PT, column.top - HEAD + LINE * number as f64);
        page.text(&words, place, setting);
    }
}

/// A cell for each method: coloured by how far it is, with the distance of G, and a dot where its test does not reject.
fn cells(page: &mut Page, column: Frame, forest: &OfForest, ranked: &[&str]) {
    for (row, name) in ranked.iter().enumerate() {
        let y = middle(column, row);
        let Some(distance) = forest.distance(name) else {
            page.text("–", at(column.left + 3.0 * PT, y), LEFT.inked(GREY));
            continue;
        };
        let class = forest.over_own(distance).map(class_of);
        let cell = Frame::new(
            column.left + 0.5 * PT,
            column.top + row as f64 * ROW + 0.5 * PT,
            COLUMN - 1.0 * PT,
            ROW - 1.0 * PT,
        );
        let paint = class.map_or(palette::RULE, |class| palette::sequence(SHARES[class]));
        page.path(cell.outline(), Paint::fill(paint));
        let ink = match class {
            Some(0..=2) => palette::WHITE,
            _ => palette::BLACK,
        };
        page.text(
            &looks::rounded(distance),
            at(cell.left + 5.0 * PT, y),
            LEFT.inked(ink),
        );
        let p = forest.method(name).and_then(|method| method.judged_p);
        if p.is_some_and(|p| p >= LEVEL) {
            let dot = Paint::fill(palette::WHITE).edged(Stroke::plain(palette::BLACK, 0.9 * PT));
            page.circle(at(cell.left + cell.width - 8.0 * PT, y), DOT, dot);
        }
    }
}

fn class_of(over_own: f64) -> usize {
    CLASSES.iter().filter(|high| over_own > **high).count()
}

/// The names of all methods by the mean of their places in the distance to each forest, the given order deciding between
/// equals; a distance that is not known counts as the farthest.
fn ranked(forests: &[OfForest]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for method in forests.iter().flat_map(|forest| &forest.methods) {
        if !names.contains(&method.name.as_str()) {
            names.push(&method.name);
        }
    }
    let distance = |forest: &OfForest, name: &str| forest.distance(name).unwrap_or(f64::INFINITY);
    let places = |name: &str| -> usize {
        let nearer = |forest: &OfForest| {
            let own = distance(forest, name);
            names.iter().filter(|other| distance(forest, other) < own).count()
        };
        forests.iter().map(nearer).sum()
    };
    let mut ranked: Vec<(usize, &str)> = names.iter().map(|name| (places(name), *name)).collect();
    ranked.sort_by_key(|(places, _)| *places);
    ranked.into_iter().map(|(_, name)| name).collect()
}

fn caption(forests: &[OfForest]) -> String {
    let names = forests.iter().map(|forest| name(&forest.forest));
    format!(
        "Methods beside the forests {}, the nearest first by the mean of their places. Numbers: greatest difference of G \
         (share of trees with a neighbour within a distance), mean over each method's patterns; no method was fitted to G. \
         Colours: the same in units of the forest's own, the distance at which another such forest is expected, from the \
         halves of its plot. Dots: the forest could be a draw from the method by global envelope tests of G and J, \
         to which none was fitted (p ≥ {LEVEL}). R: Clark–Evans index.",
        list(names),
    )
}

fn alt(forests: &[OfForest], ranked: &[&str]) -> String {
    let mut out = format!(
        "Table of {} and {} with coloured cells.",
        counted(ranked.len() as u64, "method"),
        counted(forests.len() as u64, "forest")
    );
    let first: Vec<String> = ranked.iter().take(FIRST).map(|method| name(method)).collect();
    out += &format!(" Nearest over all: {}.", first.join(", "));
    for forest in forests {
        let distances = ranked
            .iter()
            .filter_map(|method| Some((forest.distance(method)?, method)));
        let Some((distance, nearest)) = distances.min_by(|(a, _), (b, _)| a.total_cmp(b)) else {
            continue;
        };
        let over = forest.over_own(distance);
        let over = over.map_or_else(String::new, |over| {
            format!(", {} times its own", looks::rounded(over))
        });
        let could = forest
            .methods
            .iter()
            .filter(|method| method.judged_p.is_some_and(|p| p >= LEVEL));
        out += &format!(
            " {}: nearest {} ({}{over}); {} could give it.",
            name(&forest.forest),
            name(nearest),
            looks::rounded(distance),
            counted(could.count() as u64, "method")
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_in_the_class_whose_end_it_does_not_pass() {
        let classes = [0.0, 1.5, 1.6, 3.0, 5.0, 12.0, 13.0].map(class_of);
        assert_eq!(classes, [0, 0, 1, 1, 2, 3, 4]);
    }
}

//! All methods beside several forests in one picture: how far each is from each forest, in units of the forest's own distance
//! from itself.

use understory_numerics::sort;
use understory_records::{ForestsRow, MethodsRow};

use super::looks::{self, LEVEL};
use crate::Figure;
use crate::error::Cause;
use crate::kit::*;
use crate::needed::Needed;

const NAMES: f64 = 126.0 * PT;
const COLUMN: f64 = 72.0 * PT;
const ROW: f64 = 13.0 * PT;
/// Lines above a column: forest, trees, plot, index, yardstick.
const HEAD_LINES: usize = 5;
const LINE: f64 = 10.5 * PT;
const HEAD: f64 = HEAD_LINES as f64 * LINE + 3.0 * PT;
const DOT: f64 = 2.2 * PT;
/// So many methods from the first on are told in the text alternative.
const FIRST: usize = 3;
/// Between the methods as they come and those that were fitted.
const GAP: f64 = 15.0 * PT;
/// The column of mean places.
const PLACES: f64 = 40.0 * PT;
const DISTANCE: Needed = Needed(0.0, 1e150, "a number from 0 to 1e150");
const PROBABILITY: Needed = Needed(0.0, 1.0, "a probability from 0 to 1");

/// Upper ends of the classes of colour, in units of the forest's own distance; the last class has none.
const CLASSES: [f64; 4] = [1.5, 3.0, 6.0, 12.0];
/// Their colours, the nearest the darkest: a share of the sequence each.
const SHARES: [f64; 5] = [0.05, 0.3, 0.55, 0.8, 1.0];

/// A forest or a stand, and what the methods made of it.
struct OfForest<'a> {
    row: &'a ForestsRow,
    methods: Vec<&'a MethodsRow>,
}

/// A method among all forests.
struct Ranked<'a> {
    name: &'a str,
    /// Mean over the forests of its place among all methods; 1 is the nearest.
    place: f64,
    /// Whether it was fitted to any of them.
    is_fitted: bool,
}

impl OfForest<'_> {
    fn method(&self, name: &str) -> Option<&MethodsRow> {
        self.methods.iter().find(|method| method.method == name).copied()
    }

    fn distance(&self, name: &str) -> Option<f64> {
        self.method(name)?.g_ks
    }

    /// Area of its plot, m², where that is known.
    fn area_m2(&self) -> Option<f64> {
        let ForestsRow {
            points,
            points_per_ha,
            ..
        } = *self.row;
        (points_per_ha > 0.0).then(|| 1e4 * points as f64 / points_per_ha)
    }

    /// A distance in units of the forest's own.
    fn over_own(&self, g_ks: f64) -> Option<f64> {
        self.row.own_g_ks.filter(|own| *own > 0.0).map(|own| g_ks / own)
    }
}

/// Draws `compare-forests`, all methods beside all forests, and hands it to `each`. Of fewer than two forests nothing is
/// drawn, as `compare-ranking` shows one. Of each method its distance of G is shown, and its test of G and J, to which none was
/// fitted; `methods` are rows of all forests, without those of the forests themselves.
///
/// # Errors
/// [`ReportError::Number`] for a distance or a probability that cannot be drawn; [`ReportError::Keep`] when `each` fails;
/// [`ReportError::Drawing`] when drawing fails.
pub fn compare_forests(
    name: &str,
    forests: &[ForestsRow],
    methods: &[MethodsRow],
    each: &mut dyn FnMut(Figure) -> Result<(), Cause>,
) -> Result<(), ReportError> {
    let forests = forests.iter().map(|row| OfForest {
        row,
        methods: methods
            .iter()
            .filter(|method| method.forest == row.forest)
            .collect(),
    });
    let forests: Vec<OfForest> = forests.collect();
    for forest in &forests {
        let name = &forest.row.forest;
        DISTANCE.of(name, "own_g_ks", forest.row.own_g_ks)?;
        DISTANCE.of(name, "area_m2", forest.area_m2())?;
        for method in &forest.methods {
            DISTANCE.of(&method.method, "g_ks", method.g_ks)?;
            PROBABILITY.of(&method.method, "g_and_j_p", method.g_and_j_p)?;
        }
    }
    if forests.len() < 2 {
        return Ok(());
    }
    drawn(name, &forests)?.keep(each)
}

fn drawn(name: &str, forests: &[OfForest]) -> Result<Figure, ReportError> {
    let ranked = ranked(forests);
    let width = (2.0 * MARGIN + NAMES + PLACES + forests.len() as f64 * COLUMN).max(style::PANELS_PT * PT);
    let heading = format!("{name}: how far methods are from {} forests", forests.len());
    let mut sheet = Sheet::new("compare-forests", width / PT, &heading, &keys(forests));
    let gaps: Vec<f64> = tops(&ranked).collect();
    let high = gaps.last().map_or(0.0, |top| top + ROW);
    let room = sheet.room(HEAD + high);
    let rows = room.row(room.top + HEAD, room.height - HEAD);
    let page = &mut sheet.page;
    let places_left = rows.left + NAMES + forests.len() as f64 * COLUMN + 6.0 * PT;
    page.text(
        "mean",
        at(places_left, rows.top - 2.0 * LINE - 3.0 * PT),
        TOP_LEFT.inked(GREY),
    );
    page.text(
        "place",
        at(places_left, rows.top - LINE - 3.0 * PT),
        TOP_LEFT.inked(GREY),
    );
    for (row, method) in ranked.iter().enumerate() {
        let top = rows.top + gaps[row];
        if row == 0 || ranked[row - 1].is_fitted != method.is_fitted {
            let words = if method.is_fitted { FITTED } else { AS_THEY_COME };
            page.text(words, at(rows.left, top - 0.5 * GAP), LEFT.inked(GREY));
        }
        let middle = top + 0.5 * ROW;
        let words = fitted(method.name, TEXT_SIZE, NAMES - 6.0 * PT);
        page.text(&words, at(rows.left, middle), LEFT);
        page.text(
            &format!("{:.1}", method.place),
            at(places_left, middle),
            LEFT.inked(GREY),
        );
    }
    for (number, forest) in forests.iter().enumerate() {
        let left = rows.left + NAMES + number as f64 * COLUMN;
        let column = Frame::new(left, rows.top, COLUMN, rows.height);
        head_of(page, column, forest);
        for (method, top) in ranked.iter().zip(&gaps) {
            cell(
                page,
                Frame::new(left, rows.top + top, COLUMN, ROW),
                forest,
                method.name,
            );
        }
    }
    sheet.finish(caption(forests), alt(forests, &ranked))
}

/// What stands above the two groups of methods.
const AS_THEY_COME: &str = "as they come, or painted";
const FITTED: &str = "fitted to each forest";

/// Where each row begins, below the words over its group.
fn tops(ranked: &[Ranked<'_>]) -> impl Iterator<Item = f64> {
    let mut top = -ROW;
    (0..ranked.len()).map(move |row| {
        let begins = row == 0 || ranked[row - 1].is_fitted != ranked[row].is_fitted;
        top += ROW + if begins { GAP } else { 0.0 };
        top
    })
}

fn keys(forests: &[OfForest]) -> Vec<LegendEntry> {
    let lows = std::iter::once(None).chain(CLASSES.into_iter().map(Some));
    let highs = CLASSES.into_iter().map(Some).chain(std::iter::once(None));
    let classes = lows.zip(highs).zip(SHARES).map(|((low, high), share)| {
        let words = match (low, high) {
            (None, Some(high)) => format!("up to {high} × own"),
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("over {low}"),
            (None, None) => String::new(),
        };
        LegendEntry::patch(Paint::fill(style::sequence(share)), words)
    });
    let mut keys: Vec<LegendEntry> = classes.collect();
    let tested = |could: bool| {
        let methods = forests.iter().flat_map(|forest| &forest.methods);
        methods
            .filter_map(|method| looks::could_be_drawn(method.g_and_j_p))
            .any(|found| found == could)
    };
    if tested(true) {
        let words = format!("p ≥ {LEVEL}: the forest could be a draw from it");
        keys.push(LegendEntry::new(Sample::Disc(mark(true)), words));
    }
    if tested(false) {
        let words = format!("p < {LEVEL}: it could not");
        keys.push(LegendEntry::new(Sample::Disc(mark(false)), words));
    }
    keys.push(LegendEntry::note("no mark: not tested"));
    keys.push(LegendEntry::note("own: how far another such forest would be"));
    keys
}

/// White where the forest could be a draw, black where not, both with a rim that is seen on every colour.
fn mark(could_be_drawn: bool) -> Paint {
    let (fill, rim) = match could_be_drawn {
        true => (style::WHITE, style::BLACK),
        false => (style::BLACK, style::WHITE),
    };
    Paint::fill(fill).edged(Stroke::plain(rim, style::THIN))
}

/// A forest's name, trees, plot, index and yardstick.
fn head_of(page: &mut Page, column: Frame, forest: &OfForest) {
    let told = |value: Option<f64>, before: &str| {
        value.map_or_else(String::new, |value| format!("{before}{}", looks::rounded(value)))
    };
    let lines: [String; HEAD_LINES] = [
        forest.row.forest.clone(),
        counted(forest.row.points, "tree"),
        forest.area_m2().map_or_else(String::new, |area_m2| {
            format!("{} ha", looks::rounded(area_m2 / 1e4))
        }),
        told(forest.row.clark_evans, "R = "),
        told(forest.row.own_g_ks, "own "),
    ];
    for (number, words) in lines.iter().enumerate() {
        let setting = TOP_LEFT.inked(if number == 0 { style::TEXT } else { GREY });
        let words = fitted(words, TEXT_SIZE, column.width - 6.0 * PT);
        let place = at(column.left + 3.0 * PT, column.top - HEAD + LINE * number as f64);
        page.text(&words, place, setting);
    }
}

/// A method's cell: coloured by how far it is, with the distance of G, and the mark of its test.
fn cell(page: &mut Page, place: Frame, forest: &OfForest, name: &str) {
    let y = place.top + 0.5 * ROW;
    let Some(distance) = forest.distance(name) else {
        page.text("–", at(place.left + 3.0 * PT, y), LEFT.inked(GREY));
        return;
    };
    let class = forest.over_own(distance).map(class_of);
    let cell = Frame::new(
        place.left + 0.5 * PT,
        place.top + 0.5 * PT,
        COLUMN - 1.0 * PT,
        ROW - 1.0 * PT,
    );
    let paint = class.map_or(style::RULE, |class| style::sequence(SHARES[class]));
    page.path(cell.outline(), Paint::fill(paint));
    let ink = match class {
        Some(0..=2) => style::WHITE,
        _ => style::BLACK,
    };
    page.text(
        &looks::rounded(distance),
        at(cell.left + 5.0 * PT, y),
        LEFT.inked(ink),
    );
    let p = forest.method(name).and_then(|method| method.g_and_j_p);
    if let Some(could) = looks::could_be_drawn(p) {
        page.circle(at(cell.left + cell.width - 8.0 * PT, y), DOT, mark(could));
    }
}

fn class_of(over_own: f64) -> usize {
    CLASSES.iter().filter(|high| over_own > **high).count()
}

/// All methods, those as they come before those that were fitted; in each group by the mean of their places in the distance
/// to each forest, the given order deciding between equals. A distance that is not known counts as the farthest.
fn ranked<'a>(forests: &[OfForest<'a>]) -> Vec<Ranked<'a>> {
    let methods = forests.iter().flat_map(|forest| forest.methods.iter().copied());
    let names: Vec<&'a str> = words::distinct(methods.map(|method| &method.method));
    let distance = |forest: &OfForest, name: &str| forest.distance(name).unwrap_or(f64::INFINITY);
    let places = |name: &str| -> usize {
        let nearer = |forest: &OfForest| {
            let own = distance(forest, name);
            1 + names.iter().filter(|other| distance(forest, other) < own).count()
        };
        forests.iter().map(nearer).sum()
    };
    let mut ranked: Vec<Ranked<'_>> = names
        .iter()
        .map(|&name| Ranked {
            name,
            place: places(name) as f64 / forests.len() as f64,
            is_fitted: forests
                .iter()
                .any(|forest| forest.method(name).is_some_and(|row| !row.fitted_to.is_empty())),
        })
        .collect();
    sort::by(&mut ranked, |a, b| {
        a.is_fitted.cmp(&b.is_fitted).then(a.place.total_cmp(&b.place))
    });
    ranked
}

fn caption(forests: &[OfForest]) -> String {
    let names = forests.iter().map(|forest| name(&forest.row.forest));
    format!(
        "Methods beside the forests {}: those as they come and painted worlds, then those that were fitted to each forest's pair \
         correlation or take it over; in each group by the mean over the forests of their places among all methods (right column). \
         Numbers: greatest difference of G (share of trees with a neighbour within a distance), mean over each method's patterns; no \
         method was fitted to G. Colours: the same in units of the forest's own, the distance at which another such forest is \
         expected, from the halves of its plot. White dots: the forest could be a draw from the method by global envelope tests (extreme \
         rank length) of G and J, to which none was fitted (p ≥ {LEVEL}); black dots: it could not; no dot: not tested. R: Clark–Evans index.",
        list(names),
    )
}

fn alt(forests: &[OfForest], ranked: &[Ranked<'_>]) -> String {
    let mut out = format!(
        "Table of {} and {} with coloured cells.",
        counted(ranked.len() as u64, "method"),
        counted(forests.len() as u64, "forest")
    );
    for (is_fitted, words) in [(false, AS_THEY_COME), (true, FITTED)] {
        let group = ranked.iter().filter(|method| method.is_fitted == is_fitted);
        let first: Vec<String> = group.take(FIRST).map(|method| name(method.name)).collect();
        if !first.is_empty() {
            out += &format!(" Nearest over all, {words}: {}.", first.join(", "));
        }
    }
    for forest in forests {
        let distances = ranked
            .iter()
            .filter_map(|method| Some((forest.distance(method.name)?, method.name)));
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
            .filter(|method| looks::could_be_drawn(method.g_and_j_p) == Some(true));
        out += &format!(
            " {}: nearest {} ({}{over}); {} could give it.",
            name(&forest.row.forest),
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

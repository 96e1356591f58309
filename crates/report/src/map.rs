//! The forest from above: crowns to scale, stems of adults as dots.

use understory_numerics::sort;
use understory_records::TreeRow;

use crate::kit::*;
use crate::to_scale::ToScale;

/// Room for the plot itself on a page of its own width.
const MOST: [f64; 2] = [380.0 * PT, 480.0 * PT];
/// From this diameter on a tree is an adult.
pub(crate) const ADULT_CM: f64 = 10.0;
/// Smaller crowns would not be seen.
pub(crate) const SMALLEST_RADIUS: f64 = 0.35 * PT;
/// A stem's dot is at most so large, and at most this part of its crown.
const STEM_RADIUS: f64 = 0.5 * PT;
const STEM_PER_CROWN: f64 = 0.3;
/// So many species are named in the text alternative.
const NAMED: usize = 3;

/// Top view of a year, in the coordinates of the plot.
pub(crate) fn map(about: &RunAbout, year: u32, trees: &[TreeRow]) -> Result<Figure, ReportError> {
    let species = species_of(about, trees);
    let page_pt = about.page_pt(style::MAP_PT, 0.0);
    let plot = to_scale(about, page_pt);
    let of_species = |name: &String| trees.iter().filter(|tree| tree.species == *name).count() as u64;
    let words = |name: &String| format!("{name} ({})", count(of_species(name)));
    let mut keys = species_keys(&species, words);
    let adults = trees.iter().filter(|tree| tree.dbh_cm >= ADULT_CM).count() as u64;
    keys.push(stem_key(format!("stem of 10 cm or more ({})", count(adults))));
    let smallest_m = smallest_m(&plot);
    let enlarged = trees.iter().any(|tree| tree.crown_radius_m < 0.5 * smallest_m);
    keys.push(scale_key(enlarged.then_some(smallest_m)));
    let name = format!("map-year-{year:04}");
    let number = counted(trees.len() as u64, "tree");
    let heading = format!("{}, year {year}: {number}", about.name);
    let mut sheet = Sheet::new(name, page_pt, &heading, &keys);
    let axes = draw(&plot, &mut sheet, about, trees, &species)?;
    let alt = alt(about, year, trees, &species, &axes);
    let caption = caption(about, year, trees, enlarged.then_some(smallest_m));
    sheet.finish(caption, alt)
}

/// Crowns in the colours of their species.
pub(crate) fn species_keys(species: &[String], words: impl Fn(&String) -> String) -> Vec<LegendEntry> {
    let key = |(i, name)| LegendEntry::patch(crown(i), words(name));
    species.iter().enumerate().map(key).collect()
}

pub(crate) fn stem_key(words: String) -> LegendEntry {
    LegendEntry::new(Sample::Dot(style::BLACK, 1.0 * PT), words)
}

/// That crowns are to scale, and how wide the smallest are drawn where some would not be seen.
pub(crate) fn scale_key(smallest_m: Option<f64>) -> LegendEntry {
    LegendEntry::note(match smallest_m {
        Some(width_m) => format!("crowns to scale, the smallest drawn {width_m:.1} m wide"),
        None => "crowns to scale".to_owned(),
    })
}

/// A plot of this run on its page.
pub(crate) fn to_scale(about: &RunAbout, page_pt: f64) -> ToScale {
    let most = MOST.map(|side| side * page_pt / style::MAP_PT);
    ToScale::new(["x (m)", "y (m)"], about.origin_m, about.size_m, page_pt, most)
}

/// How wide the smallest crowns are drawn, m.
pub(crate) fn smallest_m(plot: &ToScale) -> f64 {
    2.0 * SMALLEST_RADIUS / plot.units_per_m
}

/// Draws the plot with its trees below what the sheet has; what the axes are, in words.
pub(crate) fn draw(
    plot: &ToScale,
    sheet: &mut Sheet,
    about: &RunAbout,
    trees: &[TreeRow],
    species: &[String],
) -> Result<String, ReportError> {
    let mut panel = plot.draw(sheet)?;
    let marks = marks(about, trees, species, &panel, plot.units_per_m);
    panel.fill(marks);
    Ok(panel.axes_told())
}

fn caption(about: &RunAbout, year: u32, trees: &[TreeRow], enlarged_to_m: Option<f64>) -> String {
    let at_least = match enlarged_to_m {
        Some(width_m) => format!(", but at least {} m wide", number(width_m)),
        None => String::new(),
    };
    let mut out = format!(
        "Map of year {year} of {}, with {}. Discs are crowns to scale{at_least}, in the colours of their species; black \
         dots are the stems of trees of 10 cm or more in diameter at breast height.",
        setting(about),
        counted(trees.len() as u64, "tree")
    );
    if about.torus {
        out += " A crown that reaches over an edge shows at the opposite edge too.";
    }
    out
}

fn alt(about: &RunAbout, year: u32, trees: &[TreeRow], species: &[String], axes: &str) -> String {
    let mut out = format!("Map of year {year}. {axes} ");
    if trees.is_empty() {
        return out + "There are no trees.";
    }
    let adults = trees.iter().filter(|tree| tree.dbh_cm >= ADULT_CM).count() as u64;
    out += &format!(
        "{}, {} of them of 10 cm or more in diameter.",
        counted(trees.len() as u64, "tree"),
        match adults {
            0 => "none".to_owned(),
            n if n == trees.len() as u64 => "all".to_owned(),
            n => count(n),
        }
    );
    let of_species = |name: &String| trees.iter().filter(|tree| tree.species == *name).count() as u64;
    let numbers = species.iter().map(|name| (name.as_str(), of_species(name)));
    out += &format!(" By species: {}.", words::largest(numbers, NAMED, "species"));
    let mut widths_m: Vec<f64> = trees.iter().map(|tree| 2.0 * tree.crown_radius_m).collect();
    sort::numbers(&mut widths_m);
    let last = widths_m.len() - 1;
    // Of an even number the mean of the two in the middle.
    let median_m = 0.5 * (widths_m[last / 2] + widths_m[last.div_ceil(2)]);
    out += &format!(
        " The widest crown has {} m, the median one {} m.",
        number(widths_m[last]),
        number(median_m)
    );
    let middle = [0, 1].map(|i| about.origin_m[i] + 0.5 * about.size_m[i]);
    let quarter = |tree: &TreeRow| {
        (
            usize::from(tree.x_m >= middle[0]),
            usize::from(tree.y_m >= middle[1]),
        )
    };
    let mut quarters = [0_u64; 4];
    for (right, upper) in trees.iter().map(quarter) {
        quarters[2 * (1 - upper) + right] += 1;
    }
    let [a, b, c, d] = quarters.map(count);
    out + &format!(
        " Trees by quarter of the plot: upper left {a}, upper right {b}, lower left {c}, lower right {d}."
    )
}

/// Crowns, the tallest trees' last as they stand over the others, then stems; on a torus also what reaches in from beyond an edge.
fn marks(
    about: &RunAbout,
    trees: &[TreeRow],
    species: &[String],
    panel: &Panel,
    units_per_m: f64,
) -> Vec<Mark> {
    let kind = |tree: &TreeRow| species.iter().position(|name| *name == tree.species).unwrap_or(0);
    // Steps of a metre: within a step the species follow each other, which keeps the file small.
    let step = |tree: &TreeRow| tree.height_m as u64;
    let mut order: Vec<&TreeRow> = trees.iter().collect();
    // Cached, as a kind is found by its name.
    order.sort_by_cached_key(|tree| (step(tree), kind(tree), tree.tree));
    let crowns = order.iter().flat_map(|tree| {
        let paint = crown(kind(tree));
        let radius = (tree.crown_radius_m * units_per_m).max(SMALLEST_RADIUS);
        copies(about, [tree.x_m, tree.y_m], tree.crown_radius_m).map(move |(x, y)| Mark::Circle {
            centre: panel.place(x, y),
            radius,
            paint: paint.clone(),
        })
    });
    let adults = order.iter().filter(|tree| tree.dbh_cm >= ADULT_CM);
    let stems = adults.map(|tree| Mark::Circle {
        centre: panel.place(tree.x_m, tree.y_m),
        radius: STEM_RADIUS.min(STEM_PER_CROWN * tree.crown_radius_m * units_per_m),
        paint: Paint::fill(style::BLACK),
    });
    crowns.chain(stems).collect()
}

/// A crown's place and, on a torus, its images that reach into the plot.
pub(crate) fn copies(
    about: &RunAbout,
    [x_m, y_m]: [f64; 2],
    radius_m: f64,
) -> impl Iterator<Item = (f64, f64)> {
    let torus = about.torus;
    let shifts = move |place: f64, origin: f64, size: f64| {
        let reach = if torus { radius_m } else { -1.0 };
        let into = move |shift: &f64| {
            let shifted = place + shift;
            *shift == 0.0 || (shifted + reach > origin && shifted - reach < origin + size && reach > 0.0)
        };
        [0.0, -size, size].into_iter().filter(into)
    };
    let [width_m, height_m] = about.size_m;
    let across = shifts(x_m, about.origin_m[0], width_m);
    let down: Vec<f64> = shifts(y_m, about.origin_m[1], height_m).collect();
    across.flat_map(move |dx| down.clone().into_iter().map(move |dy| (x_m + dx, y_m + dy)))
}

fn crown(species: usize) -> Paint {
    let ink = style::category(species);
    Paint::fill(ink.at_opacity(0.4)).edged(Stroke::plain(ink.at_opacity(0.8), style::HAIR))
}

/// Species in the order of the run; names that only the trees know come after them, in alphabetical order.
pub(crate) fn species_of(about: &RunAbout, trees: &[TreeRow]) -> Vec<String> {
    let names = trees.iter().map(|tree| tree.species.as_str());
    let mut strangers: Vec<&str> = names
        .filter(|name| !about.species.iter().any(|known| known == name))
        .collect();
    strangers.sort_unstable();
    strangers.dedup();
    about
        .species
        .iter()
        .cloned()
        .chain(strangers.into_iter().map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(torus: bool) -> RunAbout {
        RunAbout {
            name: "run".to_owned(),
            size_m: [100.0, 50.0],
            origin_m: [10.0, 20.0],
            torus,
            species: vec!["oak".to_owned(), "ash".to_owned()],
            width_mm: None,
        }
    }

    #[test]
    fn a_crown_on_a_torus_shows_wherever_it_reaches_in() {
        let images = |torus, place_m, radius_m| -> Vec<(f64, f64)> {
            let mut found: Vec<_> = copies(&about(torus), place_m, radius_m).collect();
            found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
            found
        };
        assert_eq!(images(true, [50.0, 40.0], 5.0), [(50.0, 40.0)]);
        assert_eq!(images(true, [12.0, 40.0], 3.0), [(12.0, 40.0), (112.0, 40.0)]);
        assert_eq!(images(true, [12.0, 40.0], 2.0), [(12.0, 40.0)]);
        assert_eq!(images(true, [108.0, 40.0], 3.0), [(8.0, 40.0), (108.0, 40.0)]);
        assert_eq!(images(true, [50.0, 69.0], 3.0), [(50.0, 19.0), (50.0, 69.0)]);
        assert_eq!(images(true, [50.0, 21.0], 3.0), [(50.0, 21.0), (50.0, 71.0)]);
        assert_eq!(
            images(true, [11.0, 21.0], 3.0),
            [(11.0, 21.0), (11.0, 71.0), (111.0, 21.0), (111.0, 71.0)]
        );
        assert_eq!(images(true, [10.0, 40.0], 0.0), [(10.0, 40.0)]);
        assert_eq!(images(false, [11.0, 21.0], 3.0), [(11.0, 21.0)]);
    }

    #[test]
    fn stems_from_ten_centimetres_on_have_a_dot_in_their_crown() {
        use crate::page::Page;
        let tree = |dbh_cm: f64, crown_radius_m: f64, x_m: f64| TreeRow {
            tree: x_m as u64,
            key: String::new(),
            species: "ash".to_owned(),
            x_m,
            y_m: 45.0,
            z_m: 0.0,
            dbh_cm,
            height_m: 0.1 * x_m,
            age_yr: 9,
            crown_radius_m,
            vigour: 1.0,
            crown_base_m: 0.0,
            dbh_score: 0.0,
            height_score: 0.0,
        };
        let mut page = Page::new("map", 100.0, 100.0);
        let cell = Frame::new(0.0, 0.0, 1_000.0, 500.0);
        let around = Surround {
            left: 0.0,
            right: 0.0,
            top: 0.0,
            bottom: 0.0,
        };
        let (x, y) = (Axis::exact("", 10.0, 110.0, 5), Axis::exact("", 20.0, 70.0, 5));
        let panel = Panel::draw(&mut page, cell, x, y, around, false).unwrap();
        let trees = [tree(9.9, 1.0, 30.0), tree(10.0, 0.5, 60.0), tree(30.0, 4.0, 90.0)];
        let drawn = marks(
            &about(false),
            &trees,
            &["oak".to_owned(), "ash".to_owned()],
            &panel,
            10.0,
        );
        let circles: Vec<_> = drawn
            .iter()
            .filter_map(|mark| match mark {
                Mark::Circle { centre, radius, .. } => Some((centre.x - panel.frame.left, *radius)),
                _ => None,
            })
            .collect();
        // The lowest first; a dot is 0.5 pt wide, or three tenths of its crown.
        let expected = [
            (200.0, 10.0),
            (500.0, 5.0),
            (800.0, 40.0),
            (500.0, 1.5),
            (800.0, 5.0),
        ];
        assert_eq!(circles.len(), expected.len());
        for (found, expected) in circles.iter().zip(expected) {
            assert!(
                (found.0 - expected.0).abs() < 2.0 && (found.1 - expected.1).abs() < 1e-9,
                "{circles:?}"
            );
        }
    }
}

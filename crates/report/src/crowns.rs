//! Crowns and roots that grew in a stand: from the side, from above, and what lies below the ground in plan.
//!
//! Neighbours have different colours, so that the gaps between their crowns show.

use std::collections::HashMap;

use understory_numerics::sort;
use understory_records::{CrownRow, GrowthPointRow};

use crate::error::Cause;
use crate::kit::*;
use crate::needed::FINITE;
use crate::to_scale::ToScale;

/// Room for what is drawn.
const SIDE: f64 = 430.0 * PT;
/// Thinner wood would not be seen.
const THINNEST: f64 = 0.18 * PT;
const STEM_RADIUS: f64 = 1.1 * PT;
/// From the side a stand shows as deep as this, or no crown could be told from those behind it, m.
const DEPTH_M: f64 = 10.0;
/// How far segments reach over their ends, as a share of their width.
const OVERLAP: f64 = 0.35;
/// Colours of neighbours.
const COLOURS: usize = 7;
/// Beyond this share of the sum of their widths two trees are no neighbours.
const APART: f64 = 0.75;

/// The crowns and roots of a year, as their tables hold them.
#[derive(Clone, Debug, PartialEq)]
pub struct GrownCrowns {
    /// The year.
    pub year: u32,
    /// `crowns/trees-year-Y`.
    pub trees: Vec<CrownRow>,
    /// `crowns/year-Y`.
    pub nodes: Vec<GrowthPointRow>,
}

/// Draws the figures of crowns and roots and hands each to `each`; none where no tree has any.
///
/// # Errors
/// [`ReportError::Number`] for what no figure could show, [`ReportError::Drawing`] when drawing fails,
/// [`ReportError::Keep`] when `each` does.
pub fn crowns(
    about: &RunAbout,
    grown: &GrownCrowns,
    each: &mut dyn FnMut(Figure) -> Result<(), Cause>,
) -> Result<(), ReportError> {
    about.check()?;
    for node in &grown.nodes {
        let numbers = [node.x_m, node.y_m, node.z_m, node.radius_m];
        FINITE.of("the table of growth points", "x_m", numbers)?;
    }
    if grown.trees.is_empty() || grown.nodes.is_empty() {
        return Ok(());
    }
    let stand = CrownsInPlan::of(grown);
    let figures = [
        stand.side_view(about)?,
        stand.view_from_above(about)?,
        stand.roots(about)?,
    ];
    figures
        .into_iter()
        .flatten()
        .try_for_each(|figure| figure.keep(each))
}

/// A segment of wood: both ends, m, its radius, m, and the place of its tree among all.
struct Segment {
    ends_m: [[f64; 3]; 2],
    radius_m: f64,
    tree: usize,
    is_root: bool,
}

struct CrownsInPlan<'a> {
    grown: &'a GrownCrowns,
    segments: Vec<Segment>,
    /// The colour of each tree.
    colours: Vec<usize>,
}

/// What is drawn, seen from one side.
struct View<'a> {
    name: String,
    heading: String,
    labels: [&'static str; 2],
    /// Both ends of each segment on the page's axes, m, and its segment, the nearest last.
    drawn: Vec<([[f64; 2]; 2], &'a Segment)>,
    /// Where stems are marked, m.
    stems_m: Vec<[f64; 2]>,
    keys: Vec<LegendEntry>,
    caption: String,
    told: String,
}

impl<'a> CrownsInPlan<'a> {
    fn of(grown: &'a GrownCrowns) -> Self {
        let number: HashMap<u64, usize> = grown.trees.iter().map(|tree| tree.tree).zip(0..).collect();
        let mut segments = Vec::with_capacity(grown.nodes.len());
        // Rows of a tree follow each other, and parents stand before children.
        let mut first = 0;
        for (at, node) in grown.nodes.iter().enumerate() {
            if node.node == 0 {
                first = at;
            }
            let parent = node
                .parent
                .and_then(|parent| grown.nodes.get(first + parent as usize));
            let (Some(parent), Some(&tree)) = (parent, number.get(&node.tree)) else {
                continue;
            };
            let place_m = |row: &GrowthPointRow| [row.x_m, row.y_m, row.z_m];
            segments.push(Segment {
                ends_m: [place_m(parent), place_m(node)],
                radius_m: node.radius_m,
                tree,
                is_root: node.part == "root",
            });
        }
        Self {
            grown,
            segments,
            colours: colours(&grown.trees),
        }
    }

    /// The trees of a strip through the middle, seen from the south.
    fn side_view(&self, about: &RunAbout) -> Result<Option<Figure>, ReportError> {
        let [low_m, high_m] = ends(self.grown.trees.iter().map(|tree| tree.y_m));
        let (middle_m, half_m) = (0.5 * (low_m + high_m), 0.5 * DEPTH_M.min(high_m - low_m));
        let is_shown = |tree: usize| (self.grown.trees[tree].y_m - middle_m).abs() <= half_m;
        let seen = |segment: &Segment| {
            is_shown(segment.tree).then(|| segment.ends_m.map(|[x_m, _, z_m]| [x_m, z_m]))
        };
        let mut drawn = self.drawn(seen);
        // The nearest to the reader last; of one tree in the order of its nodes.
        sort::by(&mut drawn, |(_, a), (_, b)| {
            let y_m = |segment: &Segment| self.grown.trees[segment.tree].y_m;
            y_m(b).total_cmp(&y_m(a)).then(a.tree.cmp(&b.tree))
        });
        let shown = (0..self.grown.trees.len()).filter(|&tree| is_shown(tree)).count() as u64;
        let tops_m = drawn.iter().map(|(ends_m, _)| ends_m[1][1]);
        let top_m = tops_m.fold(f64::NEG_INFINITY, f64::max);
        let year = self.grown.year;
        let view = View {
            name: format!("crowns-side-year-{year:04}"),
            heading: format!("{}, year {year}: crowns and roots from the side", about.name),
            labels: ["x (m)", "height (m)"],
            drawn,
            stems_m: Vec::new(),
            keys: vec![LegendEntry::note(format!(
                "{} in a strip {} m deep",
                counted(shown, "tree"),
                number(2.0 * half_m)
            ))],
            caption: format!(
                "Crowns and roots that grew in the space that trees share, year {year} of {}, seen from the south: the {} \
                 that stand less than {} m from the middle of all along y. Wood is as thick as it grew; neighbours have \
                 different colours.",
                setting(about),
                counted(shown, "tree"),
                number(half_m)
            ),
            told: format!("The highest wood is at {} m.", number(top_m)),
        };
        self.figure(about, view)
    }

    fn view_from_above(&self, about: &RunAbout) -> Result<Option<Figure>, ReportError> {
        let won_m3: f64 = self.grown.trees.iter().map(|tree| tree.space_won_m3).sum();
        let year = self.grown.year;
        self.figure(about, View {
            name: format!("crowns-above-year-{year:04}"),
            heading: format!("{}, year {year}: crowns from above", about.name),
            labels: ["x (m)", "y (m)"],
            drawn: self.drawn_from_above(false),
            stems_m: self.stems_m(),
            keys: vec![stem_key(self.grown.trees.len())],
            caption: format!(
                "Crowns that grew in the space that trees share, year {year} of {}, from above. Wood is as thick as it grew, \
                 the highest in front; neighbours have different colours. Dots are stems.",
                setting(about)
            ),
            told: format!(
                "{} won {} m³ of space.",
                counted(self.grown.trees.len() as u64, "crown"),
                number(won_m3)
            ),
        })
    }

    fn roots(&self, about: &RunAbout) -> Result<Option<Figure>, ReportError> {
        let widest_m = self
            .grown
            .trees
            .iter()
            .map(|tree| tree.root_spread_m)
            .fold(0.0, f64::max);
        let year = self.grown.year;
        self.figure(about, View {
            name: format!("roots-year-{year:04}"),
            heading: format!("{}, year {year}: roots in plan", about.name),
            labels: ["x (m)", "y (m)"],
            drawn: self.drawn_from_above(true),
            stems_m: self.stems_m(),
            keys: vec![stem_key(self.grown.trees.len())],
            caption: format!(
                "Roots that grew in the soil that trees share, year {year} of {}, in plan. Roots are as thick as they grew, \
                 the shallowest in front; neighbours have different colours. Dots are stems.",
                setting(about)
            ),
            told: format!("The widest root system spreads over {} m.", number(widest_m)),
        })
    }

    fn drawn(&self, seen: impl Fn(&Segment) -> Option<[[f64; 2]; 2]>) -> Vec<([[f64; 2]; 2], &Segment)> {
        self.segments
            .iter()
            .filter_map(|segment| Some((seen(segment)?, segment)))
            .collect()
    }

    /// The crowns or the roots from above, the highest last.
    fn drawn_from_above(&self, is_root: bool) -> Vec<([[f64; 2]; 2], &Segment)> {
        let seen = |segment: &Segment| {
            (segment.is_root == is_root).then(|| segment.ends_m.map(|[x_m, y_m, _]| [x_m, y_m]))
        };
        let mut drawn = self.drawn(seen);
        sort::by(&mut drawn, |(_, a), (_, b)| {
            a.ends_m[1][2].total_cmp(&b.ends_m[1][2])
        });
        drawn
    }

    fn stems_m(&self) -> Vec<[f64; 2]> {
        self.grown.trees.iter().map(|tree| [tree.x_m, tree.y_m]).collect()
    }

    /// The figure of a view, at one scale along both axes; none where nothing is seen.
    fn figure(&self, about: &RunAbout, view: View<'_>) -> Result<Option<Figure>, ReportError> {
        if view.drawn.is_empty() {
            return Ok(None);
        }
        let page_pt = about.page_pt(style::PANELS_PT, 0.0);
        let most = [SIDE * page_pt / style::PANELS_PT; 2];
        let places_m = view.drawn.iter().flat_map(|(ends_m, _)| *ends_m);
        let stand = ToScale::around(view.labels, places_m, page_pt, most);
        let mut sheet = Sheet::new(view.name, page_pt, &view.heading, &view.keys);
        let mut panel = stand.draw(&mut sheet)?;
        let wood = view.drawn.iter().map(|(ends_m, segment)| {
            let width = (2.0 * segment.radius_m * stand.units_per_m).max(THINNEST);
            let stroke = Stroke::plain(style::category(self.colours[segment.tree]), width);
            let [from, to] = ends_m.map(|[x_m, y_m]| panel.place(x_m, y_m));
            Mark::Path {
                outline: open_line(overlapping(from, to, width)),
                paint: Paint::stroke(stroke),
            }
        });
        let stems = view
            .stems_m
            .iter()
            .map(|&[x_m, y_m]| Mark::circle(panel.place(x_m, y_m), STEM_RADIUS, Paint::fill(style::BLACK)));
        let marks = wood.chain(stems).collect();
        panel.fill(marks);
        let alt = format!("{}. {} {}", one_line(&view.heading), panel.axes_told(), view.told);
        sheet.finish(view.caption, alt).map(Some)
    }
}

/// A segment a little longer at both ends, so that no wedge stays open where thick wood bends.
pub(crate) fn overlapping(from: At, to: At, width: f64) -> [At; 2] {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = (x * x + y * y).sqrt();
    if length <= 0.0 {
        return [from, to];
    }
    let by = (OVERLAP * width).min(0.5 * length) / length;
    [
        at(from.x - by * x, from.y - by * y),
        at(to.x + by * x, to.y + by * y),
    ]
}

fn stem_key(trees: usize) -> LegendEntry {
    let words = format!("stem ({})", count(trees as u64));
    LegendEntry::new(Sample::Dot(style::BLACK, STEM_RADIUS), words)
}

/// A colour for each tree that those beside it do not have, as far as there are enough of them.
fn colours(trees: &[CrownRow]) -> Vec<usize> {
    let mut colours: Vec<usize> = Vec::with_capacity(trees.len());
    for (at, tree) in trees.iter().enumerate() {
        // How near the nearest tree of each colour stands, in sums of widths.
        let mut nearest = [f64::INFINITY; COLOURS];
        for (other, &colour) in trees[..at].iter().zip(&colours) {
            let [x_m, y_m] = [other.x_m - tree.x_m, other.y_m - tree.y_m];
            let sum_m = (other.crown_width_m + tree.crown_width_m).max(1e-3);
            let apart = (x_m * x_m + y_m * y_m).sqrt() / sum_m;
            nearest[colour] = nearest[colour].min(apart);
        }
        // The first colour that no neighbour has, counted on from the tree's own place, else the one furthest off.
        let free = (0..COLOURS)
            .map(|step| (at + step) % COLOURS)
            .find(|&colour| nearest[colour] > APART);
        let furthest = (0..COLOURS).max_by(|&a, &b| nearest[a].total_cmp(&nearest[b]));
        colours.push(free.or(furthest).unwrap_or(0));
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(number: u64, x_m: f64) -> CrownRow {
        CrownRow {
            tree: number,
            species: "oak".to_owned(),
            x_m,
            y_m: 5.0,
            z_m: 0.0,
            dbh_cm: 20.0,
            height_m: 12.0,
            points_offered: 10,
            points_reached: 8,
            space_won_m3: 40.0,
            grown_height_m: 11.0,
            crown_width_m: 4.0,
            root_points_offered: 10,
            root_points_reached: 9,
            light: None,
            root_spread_m: 6.0,
            nodes: 3,
        }
    }

    fn stand(trees: u64) -> GrownCrowns {
        let of_tree = |number: u64| {
            let x_m = 3.0 * number as f64;
            let node = |node: u32, parent: Option<u32>, part: &str, x_m: f64, z_m: f64| GrowthPointRow {
                tree: number,
                node,
                parent,
                part: part.to_owned(),
                x_m,
                y_m: 5.0,
                z_m,
                radius_m: 0.1,
            };
            [
                node(0, None, "shoot", x_m, 0.0),
                node(1, Some(0), "shoot", x_m + 0.5, 11.0),
                node(2, Some(0), "root", x_m - 2.0, -0.5),
            ]
        };
        GrownCrowns {
            year: 40,
            trees: (0..trees)
                .map(|number| tree(number, 3.0 * number as f64))
                .collect(),
            nodes: (0..trees).flat_map(of_tree).collect(),
        }
    }

    fn about() -> RunAbout {
        RunAbout {
            name: "stand".to_owned(),
            size_m: [30.0, 10.0],
            origin_m: [0.0; 2],
            torus: true,
            species: vec!["oak".to_owned()],
            width_mm: None,
        }
    }

    fn drawn(grown: &GrownCrowns) -> Vec<Figure> {
        let mut figures = Vec::new();
        crowns(&about(), grown, &mut |figure| {
            figures.push(figure);
            Ok(())
        })
        .unwrap();
        figures
    }

    #[test]
    fn side_crowns_and_roots_are_a_figure_each_and_say_what_they_show() {
        let figures = drawn(&stand(4));
        let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "crowns-side-year-0040",
                "crowns-above-year-0040",
                "roots-year-0040"
            ]
        );
        assert!(
            figures[0].alt.contains("The highest wood is at 11 m."),
            "{}",
            figures[0].alt
        );
        assert!(
            figures[1].alt.contains("4 crowns won 160 m³"),
            "{}",
            figures[1].alt
        );
        assert!(figures[2].alt.contains("6 m"), "{}", figures[2].alt);
    }

    #[test]
    fn without_trees_or_roots_there_are_fewer_figures() {
        assert_eq!(drawn(&stand(0)), []);
        let mut bare = stand(3);
        bare.nodes.retain(|node| node.part == "shoot");
        assert_eq!(drawn(&bare).len(), 2);
    }

    #[test]
    fn neighbours_have_different_colours() {
        let trees: Vec<CrownRow> = (0..30).map(|number| tree(number, 3.0 * number as f64)).collect();
        let colours = colours(&trees);
        assert!(colours.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(colours.windows(3).all(|three| three[0] != three[2]));
    }

    #[test]
    fn a_number_that_is_none_is_refused() {
        let mut strange = stand(2);
        strange.nodes[1].z_m = f64::NAN;
        assert!(crowns(&about(), &strange, &mut |_| Ok(())).is_err());
    }
}

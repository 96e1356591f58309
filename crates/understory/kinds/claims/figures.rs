//! The figures of measured claims. Trees are grown once more for theirs: they stand in no table.

use std::io;

use understory_branching::mesh::{Detail, TreeMesh, draw};
use understory_branching::skeleton::Part as SkeletonPart;
use understory_claims::pictures::{Pictured, Row, View, forms, parameters};
use understory_claims::{Budget, FieldTrial, Set, of_metrics};
use understory_export::{Look, Skin, gltf};
use understory_forest::presets;
use understory_lab::store::Store;
use understory_numerics::{RandomKey, sort};
use understory_records::{ClaimsBody, ClaimsRow, paths};
use understory_report::tree::{
    Captioned, Counts, FormValues, MetricValues, PictureRow, TreePicture, View as Side, bands, rows,
};
use understory_report::{StrengthCurve, StrengthPanel, StrengthPoint, strengths};

use super::article_figures;
use crate::error::Error;
use crate::kinds::grow::metrics::in_words;
use crate::kinds::grow::triangles;
use crate::stored::{Each, read};

/// Trees of a form on the contact sheet.
const PICTURED: Budget = Budget::of(4);

/// All of the wood that small pictures show, and the roots.
const WOOD: Detail = Detail {
    is_told: true,
    triangles: 60_000,
    roots: true,
};

/// Draws the figures of claims that were measured.
pub(crate) fn draw_measured(store: &dyn Store, body: &ClaimsBody, each: Each<'_>) -> Result<(), Error> {
    let is_measured = |set: &Set| body.sets.contains(&set.to_string());
    let sets: Vec<Set> = Set::ALL.into_iter().filter(is_measured).collect();
    draw_claims(&sets, &read::<ClaimsRow>(store, paths::CLAIMS)?, each)
}

/// Draws what belongs to each set; of fields that inhibit from the rows of their claims.
///
/// # Errors
/// [`Error::Claim`] where a tree cannot grow, [`Error::Report`] where it cannot be drawn, or what `each` reports.
pub fn draw_claims(sets: &[Set], measured: &[ClaimsRow], each: Each<'_>) -> Result<(), Error> {
    if sets.contains(&Set::Articles) {
        let heading = "What each parameter does";
        let pictured = parameters()?.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        each(rows("parameters", heading, &pictured)?)?;
        article_figures::draw(each)?;
    }
    if sets.contains(&Set::Trees) {
        let heading = "The forms that ship, and L-systems beside them";
        let pictured = forms(PICTURED)?.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        each(rows("contact-sheet", heading, &pictured)?)?;
        let heading = "Trees of 20 seeds against measured trees";
        let metrics: Vec<MetricValues> = of_metrics(Budget::FULL)?
            .into_iter()
            .map(|(metric, kinds)| MetricValues {
                metric: in_words(metric),
                forms: kinds
                    .into_iter()
                    .map(|of_kind| FormValues {
                        form: of_kind.kind,
                        band: of_kind.band,
                        values: of_kind.values,
                    })
                    .collect(),
            })
            .collect();
        each(bands("bands", heading, &metrics)?)?;
    }
    if sets.contains(&Set::Inhibition) {
        let usual =
            presets::named("fagus-sylvatica").map(|preset| preset.species("beech").inhibition.strength);
        each(strengths(&fields(measured), usual)?)?;
    }
    Ok(())
}

/// A panel for each setting of the fields that were tried.
fn fields(measured: &[ClaimsRow]) -> Vec<StrengthPanel> {
    let mut panels: Vec<StrengthPanel> = Vec::new();
    for trial in FieldTrial::all() {
        let row_of = |id: &str| measured.iter().find(|row| row.id == id);
        let (Some(row), Some(adults)) = (row_of(&trial.id()), row_of(&trial.adults_id())) else {
            continue;
        };
        let heading = match (trial.competes, trial.from_outside) {
            (false, false) => "No competition, seeds of their own",
            (false, true) => "No competition, seeds from outside",
            (true, false) => "Competition, seeds of their own",
            (true, true) => "Competition, seeds from outside",
        };
        let words = match (trial.is_fixed, trial.kills) {
            (false, false) => "reach by the crown, seeds wait",
            (false, true) => "reach by the crown, seeds die",
            (true, false) => "fixed reach, seeds wait",
            (true, true) => "fixed reach, seeds die",
        };
        let panel = match panels.iter().position(|panel| panel.heading == heading) {
            Some(place) => &mut panels[place],
            None => {
                panels.push(StrengthPanel {
                    heading: heading.to_owned(),
                    curves: Vec::new(),
                });
                panels.last_mut().expect("one was pushed")
            }
        };
        let point = StrengthPoint {
            strength: trial.strength,
            index: row.measured,
            interval: [row.low, row.high],
            trees: adults.measured * f64::from(adults.seeds),
        };
        match panel.curves.iter_mut().find(|curve| curve.words == words) {
            Some(curve) => curve.points.push(point),
            None => panel.curves.push(StrengthCurve {
                words: words.to_owned(),
                kind: usize::from(trial.is_fixed),
                dash: usize::from(trial.kills),
                points: vec![point],
            }),
        }
    }
    for panel in &mut panels {
        sort::by_key(&mut panel.curves, |curve| (curve.kind, curve.dash));
    }
    panels
}

fn row(row: &Row) -> Result<PictureRow, Error> {
    Ok(PictureRow {
        heading: row.heading.clone(),
        view: match row.view {
            View::Front => Side::Front,
            View::Top => Side::Top,
            View::Aslant => Side::Aslant,
        },
        trees: row
            .trees
            .iter()
            .map(|tree| captioned(tree, row))
            .collect::<Result<_, _>>()?,
    })
}

fn captioned(tree: &Pictured, row: &Row) -> Result<Captioned, Error> {
    let look = row.form.and_then(Look::named).unwrap_or_default();
    let skin = Skin::of(&look).map_err(io::Error::other)?;
    let wood = draw(&tree.skeleton, &WOOD, None, RandomKey::root(0, &[])).map_err(io::Error::other)?;
    let mesh = TreeMesh {
        leaves: tree.leaves.clone(),
        ..wood
    };
    let mut file = Vec::new();
    gltf::write_tree(&mut file, &tree.caption, &[mesh], &skin, gltf::Options::default())
        .map_err(io::Error::other)?;
    let surfaces = triangles::of_file(&file)?;
    let nodes = tree
        .skeleton
        .nodes
        .iter()
        .map(|node| (node.part == SkeletonPart::Root, node.order, node.radius_m));
    let counts = Counts::of(nodes, &surfaces);
    Ok(Captioned {
        caption: tree.caption.clone(),
        picture: TreePicture::new(&tree.caption, surfaces, counts)?,
        metrics: Vec::new(),
    })
}

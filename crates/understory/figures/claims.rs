//! The figures of measured claims, for which trees are grown once more: they stand in no table.

use std::io;

use understory_branching::mesh::{Detail, TreeMesh, draw};
use understory_branching::skeleton::Part as SkeletonPart;
use understory_claims::pictures::{Pictured, Row, View, forms, parameters};
use understory_claims::{Budget, Set, of_metrics};
use understory_export::{Look, Skin, gltf};
use understory_numerics::RandomKey;
use understory_report::tree::{
    Captioned, Counts, FormValues, MetricValues, PictureRow, TreePicture, View as Side, bands, rows,
};

use super::metrics::in_words;
use super::{Each, triangles};
use crate::error::Error;

/// Trees of a form on the contact sheet.
const PICTURED: Budget = Budget { seeds: 4 };

/// All of the wood that small pictures show, and the roots.
const WOOD: Detail = Detail {
    is_told: true,
    triangles: 60_000,
    roots: true,
};

/// Draws what belongs to each set.
///
/// # Errors
/// [`Error::Claim`] where a tree cannot grow, [`Error::Report`] where it cannot be drawn, or what `each` reports.
pub fn draw_claims(sets: &[Set], each: Each<'_>) -> Result<(), Error> {
    if sets.contains(&Set::Articles) {
        let heading = "What each parameter does";
        let pictured = parameters()?.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        each(rows("parameters", heading, &pictured)?)?;
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
    Ok(())
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

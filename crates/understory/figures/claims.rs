//! The figures of measured claims, for which trees are grown once more: they stand in no table.

use understory_branching::mesh::Card;
use understory_branching::skeleton::Part;
use understory_lab::claims::pictures::{Pictured, Row, View, forms, parameters};
use understory_lab::claims::{Budget, Set, of_metrics};
use understory_report::tree::{
    Captioned, FormValues, Leaf, MetricValues, Node, PictureRow, TreePicture, View as Side, bands, rows,
};

use super::Each;
use super::metrics::in_words;
use crate::error::Error;

/// Trees of a form on the contact sheet.
const PICTURED: Budget = Budget { seeds: 4 };

/// Draws what belongs to each set.
///
/// # Errors
/// [`Error::Claim`] where a tree cannot grow, [`Error::Report`] where it cannot be drawn, or what `each` reports.
pub fn draw_claims(sets: &[Set], each: Each<'_>) -> Result<(), Error> {
    if sets.contains(&Set::Articles) {
        let heading = "What each parameter does";
        let pictured = parameters()?.iter().map(row).collect::<Vec<_>>();
        each(rows("parameters", heading, &pictured)?)?;
    }
    if sets.contains(&Set::Trees) {
        let heading = "The forms that ship, and L-systems beside them";
        let pictured = forms(PICTURED)?.iter().map(row).collect::<Vec<_>>();
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

fn row(row: &Row) -> PictureRow {
    PictureRow {
        heading: row.heading.clone(),
        view: match row.view {
            View::Front => Side::Front,
            View::Top => Side::Top,
            View::Aslant => Side::Aslant,
        },
        trees: row.trees.iter().map(captioned).collect(),
    }
}

fn captioned(tree: &Pictured) -> Captioned {
    let node = |node: &understory_branching::skeleton::Node| Node {
        parent: node.parent,
        place_m: node.place_m,
        radius_m: node.radius_m,
        order: node.order,
        is_root: node.part == Part::Root,
    };
    let leaf = |card: Card| Leaf {
        from_m: card.stalk_m,
        to_m: card.tip_m,
        width_m: card.width_m,
    };
    Captioned {
        caption: tree.caption.clone(),
        picture: TreePicture {
            nodes: tree.skeleton.nodes.iter().map(node).collect(),
            leaves: tree.leaves.cards().map(leaf).collect(),
            solids: Vec::new(),
        },
        metrics: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_seen_from_where_it_is_to_be_seen() {
        for (view, side) in [
            (View::Front, Side::Front),
            (View::Top, Side::Top),
            (View::Aslant, Side::Aslant),
        ] {
            let shown = row(&Row {
                heading: "streets".to_owned(),
                view,
                trees: Vec::new(),
            });
            assert_eq!((shown.heading.as_str(), shown.view), ("streets", side));
        }
    }
}

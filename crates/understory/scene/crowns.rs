//! Crowns that grew in a run, as the models of their own trees.

use std::collections::HashMap;

use understory_branching::skeleton::{Node, Part, Skeleton};
use understory_numerics::{Purpose, RandomKey};
use understory_records::GrowthPointRow;

use super::models::{GrownForm, Model, dbh_cm};
use super::trees::Tree;
use crate::error::Error;

/// The skeletons of a table, by the numbers of their trees; places are counted from each collar.
pub(super) fn skeletons(
    rows: &[GrowthPointRow],
    table: &str,
    roots: bool,
) -> Result<HashMap<u64, Skeleton>, Error> {
    let mut all = HashMap::new();
    for own in rows.chunk_by(|a, b| a.tree == b.tree) {
        let wrong = |node: u32| {
            let tree = own[0].tree;
            Error::of_table(
                table,
                format!("a node {node} of tree {tree} that does not grow from one before it"),
            )
        };
        let collar_m = [own[0].x_m, own[0].y_m, own[0].z_m];
        // Of each row its place among the nodes that are taken.
        let mut places: Vec<Option<u32>> = Vec::with_capacity(own.len());
        let mut skeleton = Skeleton::default();
        for (number, row) in own.iter().enumerate() {
            let is_collar = number == 0;
            let is_known = row
                .parent
                .map_or(is_collar, |parent| (parent as usize) < number && !is_collar);
            let is_finite = [row.x_m, row.y_m, row.z_m]
                .iter()
                .all(|along_m| along_m.is_finite());
            if !is_known
                || row.node as usize != number
                || !is_finite
                || row.radius_m.is_nan()
                || row.radius_m <= 0.0
            {
                return Err(wrong(row.node));
            }
            let part = if row.part == "root" {
                Part::Root
            } else {
                Part::Shoot
            };
            if part == Part::Root && !roots {
                places.push(None);
                continue;
            }
            let parent = row.parent.map(|parent| places[parent as usize]);
            let parent = match parent {
                Some(None) => return Err(wrong(row.node)),
                Some(parent) => parent,
                None => None,
            };
            places.push(Some(skeleton.nodes.len() as u32));
            let place_m = [
                row.x_m - collar_m[0],
                row.y_m - collar_m[1],
                row.z_m - collar_m[2],
            ];
            let mut node = Node::new(parent, part, place_m, 0);
            node.radius_m = row.radius_m;
            skeleton.nodes.push(node);
        }
        skeleton.give_orders();
        if skeleton.nodes.iter().skip(1).any(|node| node.part == Part::Shoot) {
            all.insert(own[0].tree, skeleton);
        }
    }
    Ok(all)
}

/// The model of a tree whose crown grew.
pub(super) fn model(tree: &Tree, form: &GrownForm, species: &str, skeleton: Skeleton) -> Model {
    let key: RandomKey = tree.key.child(0, Purpose::Scene, 2);
    Model {
        name: format!("{species} tree {} {:.1} m", tree.number, tree.height_m),
        species: tree.species,
        look: form.look,
        dbh_cm: dbh_cm(&skeleton),
        skeleton,
        leaf: form.ladder.leaf,
        key,
        size: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(tree: u64, node: u32, parent: Option<u32>, part: &str, z_m: f64) -> GrowthPointRow {
        GrowthPointRow {
            tree,
            node,
            parent,
            part: part.to_owned(),
            x_m: 100.0,
            y_m: 50.0,
            z_m,
            radius_m: 0.1,
        }
    }

    #[test]
    fn skeletons_stand_on_their_collars_with_or_without_roots() {
        let rows = [
            row(4, 0, None, "shoot", 7.0),
            row(4, 1, Some(0), "root", 6.5),
            row(4, 2, Some(0), "shoot", 9.0),
            row(4, 3, Some(2), "shoot", 10.0),
            row(9, 0, None, "shoot", 7.0),
            row(9, 1, Some(0), "root", 6.5),
        ];
        let without = skeletons(&rows, "a table", false).unwrap();
        // Tree 9 has nothing above the ground.
        assert_eq!(without.len(), 1);
        let nodes: Vec<(Option<u32>, f64)> = without[&4]
            .nodes
            .iter()
            .map(|node| (node.parent, node.place_m[2]))
            .collect();
        assert_eq!(nodes, [(None, 0.0), (Some(0), 2.0), (Some(1), 3.0)]);
        assert_eq!(skeletons(&rows, "a table", true).unwrap()[&4].nodes.len(), 4);
        let wrong = [row(4, 0, None, "shoot", 0.0), row(4, 1, Some(1), "shoot", 1.0)];
        let message = skeletons(&wrong, "a table", true).unwrap_err().to_string();
        assert_eq!(
            message,
            "a table holds a node 1 of tree 4 that does not grow from one before it"
        );
    }
}

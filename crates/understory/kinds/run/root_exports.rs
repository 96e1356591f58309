//! The roots of a stand for other programs, from the table of its growth points.

use std::io::{self, BufWriter, Write as _};

use understory_branching::skeleton::{Node, Part, Skeleton};
use understory_export::{ExportError, rsml};
use understory_lab::store::Store;
use understory_records::{CrownRow, Format, GrowthPointRow, paths};

use crate::error::Error;
use crate::stored::read;

/// Writes the roots of the trees whose crowns grew in this year, one plant each; nothing where none did.
pub(crate) fn write(store: &dyn Store, name: &str, year: u32, format: Format) -> Result<(), Error> {
    let trees = paths::crowns(year, format);
    if !store.list("")?.contains(&trees) {
        return Ok(());
    }
    let trees: Vec<CrownRow> = read(store, &trees)?;
    let rows: Vec<GrowthPointRow> = read(store, &paths::growth_points(year, format))?;
    let skeletons: Vec<(u64, Skeleton)> = skeletons(&rows);
    let plants: Vec<rsml::Plant<'_>> = skeletons
        .iter()
        .map(|(number, skeleton)| rsml::Plant {
            id: *number,
            label: trees
                .iter()
                .find(|tree| tree.tree == *number)
                .map_or("", |tree| tree.species.as_str()),
            skeleton,
        })
        .collect();
    store.write(&paths::roots(year), &mut |out| {
        let mut out = BufWriter::new(out);
        match rsml::write(&mut out, name, &plants) {
            Ok(_) => out.flush(),
            Err(ExportError::Write(error)) => Err(error),
            Err(other) => Err(io::Error::other(other)),
        }
    })?;
    Ok(())
}

/// The trees of a table of growth points, whose rows of a tree follow each other.
fn skeletons(rows: &[GrowthPointRow]) -> Vec<(u64, Skeleton)> {
    let mut found: Vec<(u64, Skeleton)> = Vec::new();
    for row in rows {
        if row.node == 0 {
            found.push((row.tree, Skeleton::default()));
        }
        let part = if row.part == "root" {
            Part::Root
        } else {
            Part::Shoot
        };
        let node = Node {
            radius_m: row.radius_m,
            ..Node::new(row.parent, part, [row.x_m, row.y_m, row.z_m], 0)
        };
        if let Some((_, skeleton)) = found.last_mut() {
            skeleton.nodes.push(node);
        }
    }
    found
}

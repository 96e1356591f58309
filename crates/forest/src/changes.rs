//! What a user of the library changes of single trees between two years.
//!
//! Sizes and vigour change at once. Deaths wait for the year: a tree that died before it would have borne no seed and taken no
//! light, but whatever kills trees strikes after they have grown.

use understory_ecs::{View, World};
use understory_space::Tiles;

use crate::components::{Cause, CrownBase, CrownRadius, Size, SpeciesIndex, TreeNumber, Vigour};
use crate::entities::Tree;
use crate::error::ForestError;
use crate::ground::Ground;
use crate::growth::{crown_base_m, open_crown_radius_m};
use crate::resources::{Doomed, Scratch, SpeciesList};
use crate::settle::put_in_order;
use crate::state::by_number;

/// What is new of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeChange {
    /// Its running number.
    pub tree: u64,
    /// Its diameter and height; `None`: as they are.
    pub size: Option<Size>,
    /// Its vigour, from 0 to 1; `None`: as it is.
    pub vigour: Option<f64>,
    /// What it dies of in the year to come, if nothing else kills it before.
    pub dies_of: Option<Cause>,
}

/// Changes trees, all or none.
pub(crate) fn change(world: &mut World, mut changes: Vec<TreeChange>) -> Result<(), ForestError> {
    changes.sort_by_key(|change| change.tree);
    if let Some(pair) = changes.windows(2).find(|pair| pair[0].tree == pair[1].tree) {
        return Err(ForestError::ChangedTwice { tree: pair[0].tree });
    }
    check(world, &changes)?;
    {
        type Columns<'a> = (
            &'a TreeNumber,
            &'a SpeciesIndex,
            &'a mut Size,
            &'a mut Vigour,
            &'a mut CrownBase,
            &'a mut CrownRadius,
        );
        let species = world.res::<SpeciesList>();
        let mut trees: View<'_, Tree, Columns<'_>> = world.view();
        trees.for_each(|(number, index, size, vigour, base, radius)| {
            let Ok(at) = changes.binary_search_by_key(&number.0, |change| change.tree) else {
                return;
            };
            *size = changes[at].size.unwrap_or(*size);
            vigour.0 = changes[at].vigour.unwrap_or(vigour.0);
            if changes[at].size.is_some() {
                // A crown comes down with its top, and is no wider than in the open.
                let crown = &species.parameters(index.0).crown;
                base.0 = base.0.min(crown_base_m(crown, size.height_m, vigour.0) as f32);
                radius.0 = radius.0.min(open_crown_radius_m(crown, *size));
            }
        });
    }
    if changes
        .iter()
        .any(|change| change.size.is_some() || change.vigour.is_some())
    {
        // Fields and reaches follow sizes and vigour.
        put_in_order::<Tree>(world, None, &[], &mut Scratch::default());
    }
    let doomed = changes
        .iter()
        .filter_map(|change| Some((change.tree, change.dies_of?)));
    world.res_mut::<Doomed>().0 = Some(doomed.collect());
    Ok(())
}

/// That each of the trees is there, and may be as it is to be.
fn check(world: &World, changes: &[TreeChange]) -> Result<(), ForestError> {
    let (tiles, species) = (*world.res::<Tiles>(), world.res::<SpeciesList>().clone());
    let ground = Ground::new(tiles.plot(), &species.0);
    let mut trees = by_number::<Tree>(world);
    for change in changes {
        let found = trees.find(|tree| tree.number >= change.tree);
        let Some(tree) = found.filter(|tree| tree.number == change.tree) else {
            return Err(ForestError::NoSuchTree { tree: change.tree });
        };
        ground.check_tree(&Tree {
            size: change.size.unwrap_or(tree.size),
            vigour: change.vigour.unwrap_or(tree.vigour),
            // A crown goes with the new size.
            crown_base_m: 0.0,
            crown_radius_m: 0.0,
            ..tree
        })?;
    }
    Ok(())
}

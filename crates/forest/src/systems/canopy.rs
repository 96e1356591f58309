//! Canopy: what the light model works out of the whole stand, before any place is asked for its light.

use understory_ecs::{Res, ResMut, View, World, run_once};
use understory_space::Tiles;

use super::crowd::crowd;
use crate::components::{CrownBase, CrownRadius, FieldSource, Identity, Position, Reach, Size, SpeciesIndex};
use crate::entities::Tree;
use crate::light::{Stand, Standing};
use crate::resources::{GroundHeight, Shade, SpeciesList, TileIndex};

type TreeColumns<'a> = (
    &'a Position,
    &'a Identity,
    &'a SpeciesIndex,
    &'a Size,
    &'a CrownBase,
    &'a CrownRadius,
    &'a FieldSource,
    &'a Reach,
);

#[allow(
    clippy::type_complexity,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn canopy(
    mut trees: View<Tree, TreeColumns>,
    index: Res<TileIndex<Tree>>,
    species: Res<SpeciesList>,
    tiles: Res<Tiles>,
    ground: Res<GroundHeight>,
    mut shade: ResMut<Shade>,
) {
    let (places, identities, indices, sizes, crown_bases, crown_radii, sources, reaches) = trees.slices();
    shade.0.work_out(&Stand {
        tiles: &tiles,
        models: &species.0,
        living: Standing {
            places,
            species: indices,
            sources,
            reaches,
            index: &index,
        },
        identities,
        sizes,
        crown_bases,
        crown_radii,
        ground_m: ground.0.as_ref(),
    });
}

/// The crowding of all trees and sprouts as the next year would find it.
pub(crate) fn crowding_alone(world: &mut World) {
    run_once(canopy, world);
    run_once(crowd, world);
}

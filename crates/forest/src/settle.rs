//! Trees and the dead in the order of (level of reach, tile, key), with what the sums of fields read of each.
//!
//! Sources and reaches must be worked out before rows are put in order, as the level, the first part of the order,
//! follows from the reach.

use understory_ecs::{Record, View, World};
use understory_numerics::lanes::{LANES, Simd, WithSimd, with_lanes};
use understory_numerics::parallel;
use understory_space::Tiles;

use crate::components::{FieldSource, Identity, Position, Reach, Remains, Size, SpeciesIndex};
use crate::entities::{DeadTree, Tree};
use crate::field::Fields;
use crate::growth::Sizes;
use crate::neighbourhood::Rows;
use crate::parameters::Conditions;
use crate::resources::{Scratch, SpeciesList, TileIndex, Year};
use crate::species_model::SpeciesModel;

/// A kind whose entities are sources of fields and stand in order.
pub(crate) trait Stems: Record {
    /// Whether their sizes change from year to year.
    const GROW: bool;
}

impl Stems for Tree {
    const GROW: bool = true;
}

impl Stems for DeadTree {
    const GROW: bool = false;
}

/// Puts the rows of a kind in order: those that do not stay (of `None` all do) go, those at the end enter, and so do those that have
/// taken the rows of others that went.
pub(crate) fn put_in_order<K: Stems>(
    world: &mut World,
    stays: Option<&[bool]>,
    reused: &[u32],
    scratch: &mut Scratch,
) {
    work_out_sources::<K>(world);
    let Scratch { entrants, order, .. } = scratch;
    {
        let mut stems: View<'_, K, (&Position, &Identity, &Reach)> = world.view();
        let (places, identities, reaches) = stems.slices();
        let rows = Rows {
            places,
            reaches,
            stays,
            reused,
            identities,
        };
        let tiles = world.res::<Tiles>();
        let mut index = world.res_mut::<TileIndex<K>>();
        index.merge(&tiles, &rows, entrants, order);
    }
    world.put_in_order::<K>(order);
}

/// Source and reach of each row whose size may be new.
fn work_out_sources<K: Stems>(world: &World) {
    type Columns<'a> = (&'a SpeciesIndex, &'a Size, &'a mut FieldSource, &'a mut Reach);
    let species = world.res::<SpeciesList>();
    // The dead no longer grow: what follows from their sizes is worked out when they enter, and moves with them.
    let first = if K::GROW {
        0
    } else {
        world.res::<TileIndex<K>>().len()
    };
    let mut stems: View<'_, K, Columns<'_>> = world.view();
    stems.par_batches(|first_row, columns| {
        let known = first.saturating_sub(first_row).min(columns.1.len());
        with_lanes(Sources {
            models: &species.0,
            known,
            columns,
        });
    });
}

/// A batch of rows of which all but the first known ones are new.
struct Sources<'a> {
    models: &'a [SpeciesModel],
    known: usize,
    columns: SourceColumns<'a>,
}

type SourceColumns<'a> = (
    &'a [SpeciesIndex],
    &'a [Size],
    &'a mut [FieldSource],
    &'a mut [Reach],
);

impl WithSimd for Sources<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        let (indices, sizes, sources, reaches) = self.columns;
        for first in (self.known..sizes.len()).step_by(LANES) {
            let rows: [usize; LANES] = std::array::from_fn(|lane| (first + lane).min(sizes.len() - 1));
            let models = rows.map(|row| &self.models[usize::from(indices[row].0)]);
            let found = Fields::sources(
                models.map(|model| &model.fields),
                models.map(|model| &model.parameters),
                Sizes::of(rows.map(|row| sizes[row])),
            );
            for lane in 0..LANES.min(sizes.len() - first) {
                let row = rows[lane];
                sources[row] = found[lane];
                reaches[row] = Reach(models[lane].fields.reach_m(
                    &models[lane].parameters,
                    sizes[row],
                    &found[lane],
                ));
            }
        }
    }
}

/// Diameter above which a dead tree's field lasts and its stump may resprout, cm.
pub(crate) const REMAINS_FROM_DBH_CM: f64 = 1.0;

/// Dead trees that are asked together whether they last; no result depends on it.
const DEAD_TOGETHER: usize = 4096;

/// The dead whose fields last into the next year, with those that have died just now.
pub(crate) fn settle_dead(world: &mut World, scratch: &mut Scratch) {
    let (species, next_year) = (world.res::<SpeciesList>().clone(), world.res::<Year>().0 + 1);
    let has_beetles = world.res::<Conditions>().disturbance.beetles.is_some();
    let lasts = |index: u16, remains: Remains, size: Size| {
        let model = &species.0[usize::from(index)];
        let years = remains.years_since(next_year);
        // A stump is asked once, in the year after its tree broke.
        let may_resprout = remains.is_stump() && years <= 1 && model.parameters.resprout.probability > 0.0;
        let breeds = has_beetles && remains.is_brood() && years <= 1;
        size.dbh_cm > REMAINS_FROM_DBH_CM && (may_resprout || breeds || model.fading(years).is_some())
    };
    let entering = scratch.newly_dead.iter().copied();
    world.spawn::<DeadTree>(entering.filter(|dead| lasts(dead.species, dead.remains, dead.size)));
    let mut stays = std::mem::take(&mut scratch.stays);
    {
        let mut dead: View<'_, DeadTree, (&SpeciesIndex, &Size, &Remains)> = world.view();
        let (indices, sizes, remains) = dead.slices();
        stays.resize(sizes.len(), false);
        parallel::fill_in(&mut stays, DEAD_TOGETHER, |row| {
            lasts(indices[row].0, remains[row], sizes[row])
        });
    }
    put_in_order::<DeadTree>(world, Some(&stays), &[], scratch);
    scratch.stays = stays;
}

//! Fire: passes from crown to crown as long as it finds the next, and kills those whose bark is too thin.

use understory_ecs::{Res, View};
use understory_numerics::math::exp;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Tiles;

use crate::components::{Cause, CrownRadius, Death, Identity, Position, Size, SpeciesIndex};
use crate::disturbance::Fire;
use crate::entities::Tree;
use crate::nearby::for_each_row_near;
use crate::neighbourhood::Neighbourhood;
use crate::parameters::Conditions;
use crate::resources::{HazardKey, SpeciesList, TileIndex, Year};
use crate::row_lists::found_in;

/// Burning crowns that are asked together; no result depends on it.
const CROWNS_TOGETHER: usize = 16;

#[allow(
    clippy::type_complexity,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn fire(
    mut trees: View<
        Tree,
        (
            &Position,
            &Identity,
            &SpeciesIndex,
            &Size,
            &CrownRadius,
            &mut Death,
        ),
    >,
    index: Res<TileIndex<Tree>>,
    tiles: Res<Tiles>,
    conditions: Res<Conditions>,
    hazards: Res<HazardKey>,
    species: Res<SpeciesList>,
    year: Res<Year>,
) {
    let Some(fire) = conditions.disturbance.fire else {
        return;
    };
    let [starts, x, y, _] = hazards.0.draws(year.0, Purpose::Fire, 0).map(unit_from_u32);
    if starts >= fire.fires_per_yr {
        return;
    }
    let plot = tiles.plot();
    let at_m = [0, 1].map(|axis| plot.origin_m()[axis] + [x, y][axis] * plot.size_m()[axis]);
    let (places, identities, indices, sizes, radii, deaths) = trees.slices();
    let crowns = Crowns {
        places,
        radii,
        greatest_m: radii.iter().fold(0.0, |most, radius| radius.0.max(most)),
        tiles: &tiles,
        index: &index,
    };
    let catches = |from: RandomKey, to: usize| {
        let chance = fire.spread_chance * species.parameters(indices[to].0).hazards.flammability;
        // Keyed by both trees: whoever burns first asks, and the answer is the same.
        let pair = from.draws(year.0, Purpose::Fire, identities[to].0.bits() as u32);
        unit_from_u32(pair[1]) < chance
    };
    let burnt = burn(&crowns, &fire, at_m, |from, to| catches(identities[from].0, to));
    for row in (0..burnt.len()).filter(|&row| burnt[row]) {
        let bark_cm = species.parameters(indices[row].0).hazards.bark_share * sizes[row].dbh_cm;
        let own = identities[row].0.draws(year.0, Purpose::Fire, 0)[3];
        if deaths[row].0.is_none() && unit_from_u32(own) < exp(-bark_cm / fire.bark_fold_cm) {
            deaths[row] = Death(Some(Cause::Fire));
        }
    }
}

/// The crowns that fire passes between.
struct Crowns<'a> {
    places: &'a [Position],
    radii: &'a [CrownRadius],
    /// Radius of the widest, m.
    greatest_m: f64,
    tiles: &'a Tiles,
    index: &'a Neighbourhood,
}

impl Crowns<'_> {
    /// Calls `visit` with each row whose crown is at most `gap_m` from a disc.
    fn for_each_near(&self, centre_m: [f64; 2], radius_m: f64, gap_m: f64, mut visit: impl FnMut(usize)) {
        let reach_m = radius_m + gap_m + self.greatest_m;
        for_each_row_near(self.tiles, self.index, centre_m, reach_m, |row| {
            let most_m = radius_m + gap_m + self.radii[row].0;
            if self
                .tiles
                .plot()
                .distance_squared_m2(centre_m, self.places[row].0)
                <= most_m * most_m
            {
                visit(row);
            }
        });
    }
}

/// Which rows burn: all that stand where the fire starts, and in rounds those that catch from one that burns. Who is reached does
/// not depend on the order in which the rows of a round are asked.
fn burn(
    crowns: &Crowns<'_>,
    fire: &Fire,
    start_m: [f64; 2],
    catches: impl Fn(usize, usize) -> bool + Sync,
) -> Vec<bool> {
    let mut burnt = vec![false; crowns.places.len()];
    let mut front = Vec::new();
    crowns.for_each_near(start_m, 0.0, fire.spread_m, |row| front.push(row));
    front.iter().for_each(|&row| burnt[row] = true);
    while !front.is_empty() {
        let caught = found_in(0..front.len(), CROWNS_TOGETHER, &|burning, caught| {
            for &from in &front[burning] {
                let radius_m = crowns.radii[from].0;
                crowns.for_each_near(crowns.places[from].0, radius_m, fire.spread_m, |to| {
                    if !burnt[to] && catches(from, to) {
                        caught.push(to);
                    }
                });
            }
        });
        front.clear();
        for row in caught {
            if !std::mem::replace(&mut burnt[row], true) {
                front.push(row);
            }
        }
    }
    burnt
}

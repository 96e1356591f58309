//! Conduct: new buds take over the pipes that wait below them; pipes that waited for too long are heartwood.

use understory_ecs::{Res, ResMut};

use crate::seasons::season::Season;
use crate::seasons::systems::grow::Births;
use crate::seasons::wood::{NONE, Wood};

/// A pipe conducts for `pipe_yr` years on average. Leaves that come in place of others grow on the pipes of those, so that
/// wood thickens by the leaves that it bears more than before, and by the pipes that have served their time.
pub(crate) fn conduct(mut wood: ResMut<Wood>, births: Res<Births>, season: Res<Season>) {
    let pipe_yr = season.form.pipe_yr;
    let mut needed = vec![0_u32; wood.len()];
    for bud in &births.0 {
        needed[bud.seat.node as usize] += 1;
    }
    for node in (0..wood.len()).rev() {
        let taken = needed[node].min(wood.idle[node]);
        wood.idle[node] -= taken;
        wood.lost[node] -= taken;
        if wood.idle[node] > 0 && season.is_turn_of(wood.key[node], pipe_yr) {
            wood.idle[node] = 0;
        }
        let parent = wood.parent[node];
        if parent != NONE {
            needed[parent as usize] += needed[node] - taken;
        }
    }
}

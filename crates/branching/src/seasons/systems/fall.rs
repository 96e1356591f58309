//! Fall: dead wood breaks off, thin ends first; what it was stays in the pipes of the wood that bore it.

use understory_ecs::{Res, ResMut};
use understory_numerics::Purpose;
use understory_numerics::sample::unit_from_u32;

use crate::seasons::flow::Flow;
use crate::seasons::markers::Markers;
use crate::seasons::season::Season;
use crate::seasons::wood::{Life, NONE, Wood};

/// Radius from which dead wood stays for the whole time, m.
const THICK_M: f64 = 0.03;

pub(crate) fn fall(
    mut wood: ResMut<Wood>,
    flow: Res<Flow>,
    mut markers: ResMut<Markers>,
    season: Res<Season>,
) {
    // Nodes of this year have no pipes counted yet; none of them is dead.
    for node in 1..flow.pipes.len() {
        let Life::Dead(died) = wood.life[node] else {
            continue;
        };
        let parent = wood.parent[node];
        debug_assert_ne!(parent, NONE, "only the collar has no parent");
        let parent_fell = wood.life[parent as usize] == Life::Fallen;
        if !parent_fell {
            let pipes = f64::from(flow.pipes[node]);
            let radius_m = season.pipes.radius_m(pipes);
            let [luck, ..] = wood.key[node]
                .draws(u32::from(died), Purpose::DeadLimb, 0)
                .map(unit_from_u32);
            let stays_yr = season.form.dead_limb_yr * (radius_m / THICK_M).min(1.0) * (0.5 + luck);
            if f64::from(season.year - died) < stays_yr {
                continue;
            }
            wood.lost[parent as usize] += flow.pipes[node];
        }
        wood.life[node] = Life::Fallen;
        markers.release(
            wood.place[node],
            0.5 * season.form.space_internodes * season.internode_m,
        );
    }
    // What conducted in the wood that fell goes on below it, as far as the tree still stands.
    for node in (1..flow.pipes.len()).rev() {
        if wood.life[node] == Life::Fallen {
            let parent = wood.parent[node] as usize;
            wood.idle[parent] += wood.idle[node];
        }
    }
}

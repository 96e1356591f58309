//! Wake: buds that slept on stem and limbs grow where light has come back.

use understory_ecs::{Res, ResMut};
use understory_numerics::Purpose;
use understory_numerics::sample::unit_from_u32;

use crate::seasons::bud::{Bud, Seat, narrow};
use crate::seasons::light::Light;
use crate::seasons::season::Season;
use crate::seasons::systems::grow::{Births, aside};
use crate::seasons::wood::{NONE, Wood};
use crate::vector::{direction, sub};

/// Orders of axes whose buds wake.
const LIMBS: u8 = 1;
/// Light below which none wakes.
const BRIGHT: f64 = 0.4;

pub(crate) fn wake(
    mut wood: ResMut<Wood>,
    mut light: ResMut<Light>,
    mut births: ResMut<Births>,
    season: Res<Season>,
) {
    if season.form.waking == 0.0 {
        return;
    }
    for node in 1..wood.len() {
        let parent = wood.parent[node];
        if wood.asleep[node] == 0 || wood.order[node] > LIMBS || !wood.is_alive(node as u32) || parent == NONE
        {
            continue;
        }
        let key = wood.key[node];
        let [wakes, around, ..] = key
            .draws(u32::from(season.year), Purpose::SideBud, 200)
            .map(unit_from_u32);
        if wakes >= season.form.waking {
            continue;
        }
        let place = wood.place[node];
        let lit = 1.0 - light.lost_at(place) - season.neighbours_take(place);
        let along = direction(sub(place, wood.place[parent as usize]));
        let (true, Some(along)) = (lit > BRIGHT, along) else {
            continue;
        };
        let order = wood.order[node] + 1;
        let angle = season.axis(order).angle_deg.to_radians();
        wood.asleep[node] -= 1;
        births.0.push(Bud {
            key: key.child(u32::from(season.year), Purpose::SideBud, 201),
            seat: Seat {
                node: node as u32,
                formed: 0,
                favour: 1.0,
                order,
                is_terminal: 0,
                idle_yr: 0,
                is_over: 0,
            },
            heading: narrow(aside(along, std::f64::consts::TAU * around, angle)),
            laid_m: 0.0,
            saved_m: 0.0,
        });
    }
}

//! Shade and look: leaves are counted, and every bud senses its light and the free space ahead of it.

use understory_ecs::{Res, ResMut, View};

use crate::seasons::bud::{Bud, Heading, Seat, Sense};
use crate::seasons::light::Light;
use crate::seasons::markers::Markers;
use crate::seasons::season::Season;
use crate::seasons::wood::{NONE, Wood};
use crate::vector::{add, direction, dot, length, sub};

/// Buds darker than this look for no space.
const DARK: f64 = 0.02;

pub(crate) fn shade(
    mut buds: View<Bud, (&Seat,)>,
    wood: Res<Wood>,
    mut light: ResMut<Light>,
    season: Res<Season>,
) {
    let since = i32::from(season.year) - season.form.leaf_yr as i32;
    let (seats,) = buds.slices();
    let bears = |&node: &usize| {
        i32::from(wood.year[node]) >= since && wood.is_alive(node as u32) && wood.parent[node] != NONE
    };
    let on_shoots = (0..wood.len()).filter(bears).map(|node| wood.place[node]);
    let at_buds = seats.iter().map(|seat| wood.place[seat.node as usize]);
    light.count(on_shoots.chain(at_buds));
}

pub(crate) fn look(
    mut buds: View<Bud, (&Seat, &Heading, &mut Sense)>,
    wood: Res<Wood>,
    mut light: ResMut<Light>,
    mut markers: ResMut<Markers>,
    season: Res<Season>,
) {
    let (seats, headings, senses) = buds.slices();
    markers.begin(season.year);
    let (own, wind) = (season.form.shade.per_leaf, length(season.form.wind));
    let windward = direction(season.form.wind);
    for (row, ((seat, heading), sense)) in (0..).zip(seats.iter().zip(headings).zip(senses.iter_mut())) {
        let place = wood.place[seat.node as usize];
        let lost = light.lost_at(place) + season.neighbours_take(place);
        *sense = Sense {
            // The leaves of the bud's own metamer do not shade it.
            light: (1.0 - lost + own).clamp(0.0, 1.0),
            ..Sense::default()
        };
        if let Some(windward) = windward {
            // Salt and frost dry the buds that face the wind.
            sense.light *= (1.0 - wind * (-dot(heading.wide(), windward)).max(0.0)).max(0.0);
        }
        if sense.light > DARK {
            markers.look(row, place, heading.0, |marker| season.is_open(marker));
        }
    }
    for (row, marker) in markers.owned() {
        let sense = &mut senses[row as usize];
        let place = wood.place[seats[row as usize].node as usize];
        sense.space = add(sense.space, direction(sub(marker, place)).unwrap_or_default());
    }
    for (seat, sense) in seats.iter().zip(senses) {
        if let Some(space) = direction(sense.space) {
            sense.space = space;
            sense.quality = sense.light * f64::from(seat.favour);
        }
    }
}

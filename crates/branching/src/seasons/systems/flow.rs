//! Gather and share: light's worth to the base, vigour to the buds.

use understory_ecs::{Res, ResMut, View};

use crate::seasons::bud::{Bud, Seat, Sense};
use crate::seasons::flow::Flow;
use crate::seasons::season::Season;
use crate::seasons::wood::Wood;

pub(crate) fn gather(mut buds: View<Bud, (&Seat, &Sense)>, wood: Res<Wood>, mut flow: ResMut<Flow>) {
    let (seats, senses) = buds.slices();
    flow.gather(&wood, seats.iter().zip(senses));
}

pub(crate) fn share(wood: Res<Wood>, mut flow: ResMut<Flow>, season: Res<Season>) {
    flow.share(&wood, &season);
}

//! Shed: growth points that have gained too little for some years wither; `branch` then lets them fall.

use understory_ecs::{Res, View};

use crate::components::{DarkYears, Foliage};
use crate::entities::GrowthPoint;
use crate::resources::Crowns;

pub(crate) fn shed(mut growth_points: View<GrowthPoint, (&Foliage, &mut DarkYears)>, crowns: Res<Crowns>) {
    let Some(space) = &crowns.0 else { return };
    let least = space.crowns.rules.shed_below as f32;
    growth_points.par_for_each(|(foliage, dark)| {
        dark.0 = if foliage.gain < least {
            dark.0.saturating_add(1)
        } else {
            0
        };
    });
}

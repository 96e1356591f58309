//! Shed: branches die that gain too little light for their size, and the ends of axes that bear no bud.

use understory_ecs::{Res, ResMut};
use understory_numerics::Purpose;
use understory_numerics::sample::unit_from_u32;

use crate::seasons::flow::Flow;
use crate::seasons::season::Season;
use crate::seasons::wood::{Life, NONE, Wood};

/// Years in which a branch is spared.
const SPARED_YR: u16 = 3;
/// Years in which a branch is too supple to break.
const GREEN_YR: u16 = 10;

pub(crate) fn shed(mut wood: ResMut<Wood>, flow: Res<Flow>, season: Res<Season>) {
    let form = &season.form;
    let is_clear = season.is_clear();
    for node in 1..wood.len() {
        let parent = wood.parent[node] as usize;
        if wood.life[node] != Life::Alive || parent == NONE as usize {
            continue;
        }
        let is_side = flow.main[parent] != node as u32;
        let is_spared = wood.year[node] + SPARED_YR > season.year;
        let is_starved = flow.light[node] < form.shed_light * f64::from(flow.size[node]);
        let is_cut = is_clear
            && wood.order[node] > 0
            && wood.order[parent] == 0
            && parent != 0
            && wood.place[parent][2] < form.clear_m;
        let may_break = is_side && wood.order[parent] < 2 && wood.year[node] + GREEN_YR < season.year;
        let breaks = may_break && form.limb_loss > 0.0 && {
            let [draw, ..] = wood.key[node]
                .draws(u32::from(season.year), Purpose::Breakage, 0)
                .map(unit_from_u32);
            draw < form.limb_loss
        };
        let dies = breaks
            || wood.life[parent] != Life::Alive
            || flow.light[node] == 0.0 && !is_spared
            || is_side && is_starved && !is_spared
            || is_side && is_cut;
        if dies {
            wood.life[node] = Life::Dead(season.year);
        }
    }
}

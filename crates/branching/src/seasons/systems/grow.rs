//! Grow: buds whose vigour pays for a metamer or more put out a shoot with buds of its own.

use std::f64::consts::{PI, TAU};

use understory_ecs::{Res, ResMut, View};
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey, math};

use crate::seasons::bud::{Bud, Heading, Identity, Preformed, Saved, Seat, Sense, narrow};
use crate::seasons::flow::Flow;
use crate::seasons::markers::Markers;
use crate::seasons::parameters::{Axis, Phyllotaxis};
use crate::seasons::season::Season;
use crate::seasons::wood::Wood;
use crate::vector::{GOLDEN_ANGLE, Vector, add, cross, direction, scale};

/// Shoots shorter than this share of a metamer do not grow.
const SHORTEST: f64 = 0.25;
/// How fast, as metamers get coarser, shoots must make more of one to grow: from twice as coarse on all of it.
const WHOLE: f64 = 1.5;
/// Light below which the bud at the end of an axis does not live for long.
const DIM: f64 = 0.12;
/// Wood has no more orders than this.
const LAST_ORDER: u8 = 12;
/// Length of shoot over which headings stray by an axis' crookedness, m.
const STRAY_M: f64 = 0.3;
const UP: Vector = [0.0, 0.0, 1.0];

/// Buds that the year brings.
#[derive(Default)]
pub(crate) struct Births(pub(crate) Vec<Bud>);

pub(crate) fn grow(
    mut buds: View<
        Bud,
        (
            &Identity,
            &mut Seat,
            &mut Heading,
            &mut Preformed,
            &mut Saved,
            &Sense,
        ),
    >,
    mut wood: ResMut<Wood>,
    mut markers: ResMut<Markers>,
    flow: Res<Flow>,
    mut births: ResMut<Births>,
    season: Res<Season>,
) {
    let (keys, seats, headings, laid, saved, senses) = buds.slices();
    let form = &season.form;
    let rows = keys
        .iter()
        .zip(seats)
        .zip(headings)
        .zip(laid)
        .zip(saved)
        .zip(senses);
    for (((((key, seat), heading), preformed), saved), sense) in rows {
        if !wood.is_alive(seat.node) {
            seat.is_over = 1;
            // Its pipe stays in the wood, also when that falls.
            wood.lose_bud(seat.node);
            continue;
        }
        if season.is_turn_of(key.0, form.pipe_yr) {
            // A new pipe takes over from the old one, which stays in the wood.
            wood.lost[seat.node as usize] += 1;
        }
        let is_main = seat.is_terminal == 1 && seat.order == wood.order[seat.node as usize];
        let vigour = sense.quality * flow.to(seat.node, is_main);
        let [path_m, limb_m] =
            [&wood.path_m, &wood.limb_m].map(|ways_m| f64::from(ways_m[seat.node as usize]));
        let longest_m = season.longest_shoot_m(seat.order, path_m, limb_m);
        let paid_m = (vigour * season.internode_m).min(longest_m);
        let shoot_m = if preformed.0 > 0.0 {
            paid_m + form.preformed * (f64::from(preformed.0) - paid_m)
        } else {
            paid_m
        };
        preformed.0 = paid_m as f32;
        if wood.len() >= form.most_nodes as usize {
            wood.is_full = true;
            return;
        }
        if vigour < 1.0 || shoot_m < SHORTEST * form.internode_m {
            wait(seat, sense, &mut wood, &season);
            continue;
        }
        // Coarse metamers are longer than some shoots, which are put by until they make one: a metamer for each would
        // crowd the buds, as the space around each is coarse too.
        let shoot_m = shoot_m + f64::from(saved.0);
        if shoot_m < least_shoot_m(form.internode_m, season.internode_m) {
            saved.0 = shoot_m as f32;
            continue;
        }
        saved.0 = 0.0;
        let mut shoot = Shoot {
            key: key.0,
            axis: season.axis(seat.order),
            season: &season,
            wood: &mut wood,
            markers: &mut markers,
            births: &mut births.0,
        };
        shoot.grow(seat, heading, sense, shoot_m);
    }
}

/// The shortest shoot that grows where metamers of `internode_m` are drawn as coarse ones of `coarse_m`, m.
fn least_shoot_m(internode_m: f64, coarse_m: f64) -> f64 {
    coarse_m * (SHORTEST + WHOLE * (1.0 - internode_m / coarse_m)).min(1.0)
}

/// A bud that does not grow: at an end it dies in the dark, at a side it falls asleep.
fn wait(seat: &mut Seat, sense: &Sense, wood: &mut Wood, season: &Season) {
    let is_at_end = seat.is_terminal == 1;
    if !is_at_end || sense.light < DIM {
        seat.idle_yr += 1;
    }
    if u32::from(seat.idle_yr) >= season.form.bud_yr {
        seat.is_over = 1;
        let node = seat.node as usize;
        wood.lose_bud(seat.node);
        wood.asleep[node] = wood.asleep[node].saturating_add(u8::from(!is_at_end));
    }
}

struct Shoot<'a> {
    key: RandomKey,
    axis: &'a Axis,
    season: &'a Season,
    wood: &'a mut Wood,
    markers: &'a mut Markers,
    births: &'a mut Vec<Bud>,
}

impl Shoot<'_> {
    fn grow(&mut self, seat: &mut Seat, heading: &mut Heading, sense: &Sense, shoot_m: f64) {
        let (season, axis, year) = (self.season, self.axis, self.season.year);
        let metamers = (shoot_m / season.internode_m).ceil().max(1.0) as u32;
        let draws = self
            .key
            .draws(u32::from(year), Purpose::Bud, 0)
            .map(unit_from_u32);
        let length_m = shoot_m / f64::from(metamers) * (0.85 + 0.3 * draws[0]);
        let mut ahead = heading.wide();
        ahead = toward(ahead, scale(sense.space, season.form.toward_space));
        let strays = axis.crookedness * (length_m / STRAY_M).sqrt();
        let [hangs, ..] = self.key.draws(0, Purpose::Bud, 2).map(unit_from_u32);
        let floor_m = season.floor_m(seat.order, hangs);
        let carries_on = seat.is_terminal == 1 && self.wood.order[seat.node as usize] == seat.order;
        for number in 1..=metamers {
            let key = self.key.child(u32::from(year), Purpose::Metamer, number);
            let [around, far, ..] = key.draws(0, Purpose::Metamer, 0).map(unit_from_u32);
            ahead = turn(stray(ahead, strays, [around, far]), axis, season, length_m);
            let from = self.wood.place[seat.node as usize];
            let to = add(from, scale(ahead, length_m));
            if self.wood.len() >= season.form.most_nodes as usize {
                self.wood.is_full = true;
                return;
            }
            if to[2] < floor_m && to[2] < from[2] || season.is_barred(from, to) {
                // What is in the way turns it aside next year, or ends it.
                seat.idle_yr = seat.idle_yr.saturating_add(1);
                seat.is_over = u8::from(u32::from(seat.idle_yr) >= season.form.bud_yr);
                return;
            }
            let node = self.wood.push(seat.node, to, year, seat.order, key);
            if carries_on || number > 1 {
                self.wood.next[seat.node as usize] = node;
            }
            self.markers
                .take(to, season.form.space_internodes * season.internode_m);
            seat.node = node;
            seat.is_terminal = 1;
            seat.idle_yr = 0;
            let along = f64::from(number) / f64::from(metamers);
            self.side_buds(seat, ahead, key, along, number == metamers);
        }
        heading.0 = narrow(ahead);
        if draws[3] < axis.leader_loss {
            // A bud beside the dead one takes its place and bends the axis.
            let [around, ..] = self
                .key
                .draws(u32::from(year), Purpose::Bud, 1)
                .map(unit_from_u32);
            let child = self.season.axis(seat.order.saturating_add(1).min(LAST_ORDER));
            heading.0 = narrow(aside(ahead, TAU * around, 0.6 * child.angle_deg.to_radians()));
        }
    }

    fn side_buds(&mut self, seat: &mut Seat, ahead: Vector, key: RandomKey, along: f64, is_last: bool) {
        let axis = self.axis;
        if is_last && axis.whorl > 0 {
            let [phase, ..] = key.draws(0, Purpose::SideBud, 0).map(unit_from_u32);
            for number in 0..axis.whorl {
                let around = TAU * (phase + f64::from(number) / f64::from(axis.whorl));
                self.side_bud(seat, ahead, key, number + 1, around);
            }
            return;
        }
        let pair = u32::from(axis.phyllotaxis == Phyllotaxis::Decussate) + 1;
        let share = axis.bud_share * (1.0 - axis.acrotony * (1.0 - along));
        for number in 0..pair {
            seat.formed = seat.formed.wrapping_add(1);
            let formed = f64::from(seat.formed);
            let around = match axis.phyllotaxis {
                Phyllotaxis::Spiral => (GOLDEN_ANGLE * formed) % TAU,
                Phyllotaxis::Distichous => PI * formed,
                Phyllotaxis::Decussate => PI * f64::from(number) + 0.5 * PI * ((formed - 1.0) / 2.0).floor(),
            };
            let [forms, ..] = key.draws(0, Purpose::SideBud, 100 + number).map(unit_from_u32);
            if forms < share {
                self.side_bud(seat, ahead, key, number + 20, around % TAU);
            }
        }
    }

    fn side_bud(&mut self, seat: &Seat, ahead: Vector, key: RandomKey, number: u32, around: f64) {
        let order = (seat.order + 1).min(LAST_ORDER);
        let own = self.season.axis(order);
        let key = key.child(0, Purpose::SideBud, number);
        let [a, b, c, _] = key.draws(0, Purpose::SideBud, 0).map(unit_from_u32);
        let angle_deg = own.angle_deg + own.angle_strays_deg * standard_normal([a, b]);
        let around = around + 0.5 * (c - 0.5);
        let heading = aside(ahead, around, angle_deg.clamp(0.0, 180.0).to_radians());
        let up = aside(ahead, around, 0.5 * PI)[2];
        self.births.push(Bud {
            key,
            seat: Seat {
                node: seat.node,
                formed: 0,
                favour: (1.0 + self.axis.upper_side * up) as f32,
                order,
                is_terminal: 0,
                idle_yr: 0,
                is_over: 0,
            },
            heading: narrow(heading),
            laid_m: 0.0,
            saved_m: 0.0,
        });
    }
}

/// Turned by an angle away from an axis, at an angle around it that is counted from its level side.
pub(crate) fn aside(axis: Vector, around: f64, angle: f64) -> Vector {
    let level = if axis[2].abs() > 0.98 {
        direction(cross(axis, [0.0, 1.0, 0.0]))
    } else {
        direction(cross(axis, UP))
    };
    let level = level.unwrap_or([1.0, 0.0, 0.0]);
    let across = cross(level, axis);
    let (sin_around, cos_around) = math::sin_cos(around);
    let out = add(scale(level, cos_around), scale(across, sin_around));
    let (sin, cos) = math::sin_cos(angle);
    toward(scale(axis, cos), scale(out, sin))
}

/// A heading with something added, of length 1 again.
fn toward(heading: Vector, added: Vector) -> Vector {
    direction(add(heading, added)).unwrap_or(heading)
}

/// A heading that has strayed by a deviation `by` across.
fn stray(heading: Vector, by: f64, [around, far]: [f64; 2]) -> Vector {
    if by == 0.0 {
        return heading;
    }
    let across = aside(heading, TAU * around, 0.5 * PI);
    toward(heading, scale(across, by * 2.0 * far))
}

/// A heading after a metamer: risen or sunk, drawn to the level, blown to lee.
fn turn(heading: Vector, axis: &Axis, season: &Season, length_m: f64) -> Vector {
    let mut ahead = heading;
    ahead[2] += axis.rise_per_m * length_m;
    ahead = add(ahead, scale(season.form.wind, length_m));
    ahead[2] *= (1.0 - axis.plagiotropism * length_m).max(0.0);
    direction(ahead).unwrap_or(heading)
}

//! Bark: a tube for each axis that is thick enough to be seen, from within the wood that it leaves to its tip.
//!
//! One length rules how finely wood is drawn: lines, radii and sides of the thinnest that is drawn may be off by it, those of
//! thicker wood by less, and axes thinner than a share of it are left out. It is as small as the triangles allow.

use understory_numerics::math;

use crate::mesh::axes::{Axis, Point, point_between};
use crate::mesh::flare::{self, Flare};
use crate::mesh::light::Light;
use crate::mesh::triangles::Mesh;
use crate::mesh::tube::{Ring, triangles_of, tube};
use crate::skeleton::Part;
use crate::vector::{add, distance, dot, scale, sub};

/// Lengths between which wood may be off, m.
const FINEST_M: f64 = 2e-4;
const COARSEST_M: f64 = 1e3;
/// Halvings of the range in which the length is sought.
const HALVINGS: u32 = 24;
/// Axes of a smaller radius than this share of the length are left out; roots, which bear no leaves, sooner.
const SEEN: f64 = 0.045;
const SEEN_ROOT: f64 = 0.2;
/// Rings nearer than this to the one before make triangles of no area, m.
const LEAST_STEP_M: f64 = 1e-5;
const LEAST_SIDES: u32 = 3;
const MOST_SIDES: u32 = 20;
/// A foot's sides: buttresses are drawn by no fewer than the second.
const FOOT_SIDES: f64 = 1.6;
const LEAST_FOOT_SIDES: u32 = 12;
/// Where rings draw the curve of a foot, as shares of its height.
const FOOT_RINGS: [f64; 4] = [0.1, 0.25, 0.5, 1.0];
/// Where a branch leaves its wood it is wider: by how much, and how far that reaches beyond the wood, in its own radii.
const COLLAR_WIDER: f64 = 0.35;
const COLLAR_REACH: f64 = 2.5;
/// Bends sharper than this, as the cosine of their angle (25°), are drawn round where that is seen: by so many rings for each
/// 60° and one more, no further from the bend than so many radii and than this share of the way to the next ring.
const SHARP: f64 = 0.906;
/// Wood that turns back upon itself, further than 120°, has no curve to follow.
const BACK: f64 = -0.5;
const RINGS_OF_60: f64 = 3.0;
const BEND_REACH: [f64; 2] = [1.2, 0.4];
/// A foot bends no further down than where this share of its flare is left.
const MOST_FLARE: f64 = 0.9;
/// The first ring of a branch lies in its wood, also where that has few sides: at most so large, as a share of it.
const WITHIN: f64 = 0.6;

/// Axes with how finely they are drawn.
pub(super) struct Wood<'a> {
    axes: &'a [Axis],
    flare: &'a Flare,
    off_m: f64,
    with_roots: bool,
}

impl<'a> Wood<'a> {
    /// As finely as so many triangles allow; the triangles of the stem alone, drawn most coarsely, where they do not.
    pub(super) fn within(
        axes: &'a [Axis],
        flare: &'a Flare,
        with_roots: bool,
        triangles: usize,
    ) -> Result<Self, usize> {
        let wood = |off_m| Self {
            axes,
            flare,
            off_m,
            with_roots,
        };
        let least = wood(COARSEST_M).triangles();
        if least > triangles {
            return Err(least);
        }
        let (mut fine_m, mut coarse_m) = (FINEST_M, COARSEST_M);
        if wood(fine_m).triangles() <= triangles {
            return Ok(wood(fine_m));
        }
        for _ in 0..HALVINGS {
            let middle_m = (fine_m * coarse_m).sqrt();
            if wood(middle_m).triangles() <= triangles {
                coarse_m = middle_m;
            } else {
                fine_m = middle_m;
            }
        }
        Ok(wood(coarse_m))
    }

    /// Triangles of all its tubes.
    pub(super) fn triangles(&self) -> usize {
        let mut rings = Vec::new();
        let mut sum = 0;
        for axis in self.axes.iter().filter(|axis| self.shows(axis)) {
            self.rings(axis, None, &mut rings);
            if rings.len() > 1 {
                sum += triangles_of(&rings);
            }
        }
        sum
    }

    /// Which of so many nodes lie on wood that is drawn.
    pub(super) fn nodes_drawn(&self, nodes: usize) -> Vec<bool> {
        let mut is_drawn = vec![false; nodes];
        let mut rings = Vec::new();
        for axis in self.axes.iter().filter(|axis| self.shows(axis)) {
            self.rings(axis, None, &mut rings);
            if rings.len() > 1 {
                axis.points
                    .iter()
                    .for_each(|point| is_drawn[point.node as usize] = true);
            }
        }
        is_drawn
    }

    /// The bark of the shoot and that of the roots.
    pub(super) fn draw(&self, light: &Light) -> (Mesh, Mesh) {
        let (mut shoot, mut roots) = (Mesh::default(), Mesh::default());
        let mut rings = Vec::new();
        for axis in self.axes.iter().filter(|axis| self.shows(axis)) {
            self.rings(axis, Some(light), &mut rings);
            if rings.len() < 2 {
                continue;
            }
            let mesh = match axis.part {
                Part::Shoot => &mut shoot,
                Part::Root => &mut roots,
            };
            tube(mesh, &rings, axis.wood_radius_m.is_none().then_some(self.flare));
        }
        (shoot, roots)
    }

    /// How far wood of this radius may be off: by the length where it is hardly drawn, and the less the thicker it is, for
    /// its few axes are what is looked at.
    fn off_of_m(&self, radius_m: f64) -> f64 {
        let thinner = (SEEN * self.off_m / radius_m).min(1.0);
        self.off_m * thinner.sqrt() * thinner.sqrt().sqrt()
    }

    fn shows(&self, axis: &Axis) -> bool {
        let is_wanted = axis.part == Part::Shoot || self.with_roots || axis.wood_radius_m.is_none();
        let seen = match axis.part {
            Part::Shoot => SEEN,
            Part::Root => SEEN_ROOT,
        };
        is_wanted && (axis.wood_radius_m.is_none() || axis.radius_m() >= seen * self.off_m)
    }

    /// Sides whose edges are off by no more than they may: a chord of a circle is off by *r* (1 − cos(π/*n*)).
    fn sides(&self, radius_m: f64) -> u32 {
        let cos = (1.0 - 0.6 * self.off_of_m(radius_m) / radius_m).max(-1.0);
        // π over the arc cosine by the chord's half angle: 1 − cos a ≈ a²/2 is close enough for whole numbers.
        let half_angle = (2.0 * (1.0 - cos)).sqrt();
        ((std::f64::consts::PI / half_angle).ceil() as u32).clamp(LEAST_SIDES, MOST_SIDES)
    }

    /// The rings of an axis.
    fn rings(&self, axis: &Axis, light: Option<&Light>, rings: &mut Vec<Ring>) {
        rings.clear();
        let ring = |point: &Point, radius_m: f64, flare: f64| Ring {
            place: point.place,
            radius_m,
            sides: self.sides(radius_m),
            flare,
            light: light.map_or(1.0, |light| light.at(point.place)),
            wind: point.wind,
        };
        let last = axis.points.len() - 1;
        let kept = axis
            .points
            .iter()
            .enumerate()
            .filter(|(at, point)| *at == 0 || *at == last || point.worth_m > self.off_of_m(point.radius_m))
            .map(|(_, point)| point);
        match axis.wood_radius_m {
            None if axis.part == Part::Shoot && rises(axis) => self.foot(kept, &ring, rings),
            None => rings.extend(kept.map(|point| ring(point, point.radius_m, 0.0))),
            Some(wood_radius_m) => self.branch(kept, wood_radius_m, &ring, rings),
        }
        // A line that comes back to where it was may have lost the points between.
        rings.dedup_by(|after, before| distance(after.place, before.place) < LEAST_STEP_M);
        if rings.len() < 2 {
            rings.clear();
        }
        self.round_bends(rings);
        rings.dedup_by(|after, before| distance(after.place, before.place) < LEAST_STEP_M);
        let Some(end) = rings.last_mut() else { return };
        if !axis.is_broken {
            end.sides = 0;
        }
    }

    /// Draws sharp bends by several rings on a curve that meets both ways.
    fn round_bends(&self, rings: &mut Vec<Ring>) {
        let bend = |trio: &[Ring]| -> Option<Vec<Ring>> {
            let [before, at, after] = trio else { return None };
            let (to_m, on_m) = (distance(before.place, at.place), distance(at.place, after.place));
            let cos = dot(sub(at.place, before.place), sub(after.place, at.place)) / (to_m * on_m);
            let reach_m = (BEND_REACH[0] * at.radius_m).min(BEND_REACH[1] * to_m.min(on_m));
            // How far the curve stays from the bend.
            let is_seen =
                0.5 * reach_m * ((1.0 - cos) / 2.0).max(0.0).sqrt() > 0.5 * self.off_of_m(at.radius_m);
            if !(BACK..=SHARP).contains(&cos) || at.flare > MOST_FLARE || !is_seen {
                return None;
            }
            let angle = math::atan2((1.0 - cos * cos).max(0.0).sqrt(), cos).to_degrees();
            let last = (RINGS_OF_60 * angle / 60.0).ceil().max(2.0);
            let (from, to) = (
                at.towards(before, reach_m / to_m),
                at.towards(after, reach_m / on_m),
            );
            let ring = |number: u32| {
                let share = f64::from(number) / last;
                let (first, second) = (from.towards(at, share), at.towards(&to, share));
                Ring {
                    sides: at.sides,
                    ..first.towards(&second, share)
                }
            };
            Some((0..=last as u32).map(ring).collect())
        };
        let curves: Vec<Option<Vec<Ring>>> = rings.windows(3).map(bend).collect();
        for (at, curve) in curves.into_iter().enumerate().rev() {
            if let Some(curve) = curve {
                rings.splice(at + 1..at + 2, curve);
            }
        }
    }

    /// A branch that leaves wood: its first ring lies within, the next where it comes out, wider than the branch.
    fn branch<'p>(
        &self,
        kept: impl Iterator<Item = &'p Point>,
        wood_radius_m: f64,
        ring: &impl Fn(&Point, f64, f64) -> Ring,
        rings: &mut Vec<Ring>,
    ) {
        let mut gone_m = 0.0;
        let mut before: Option<&Point> = None;
        let mut collar: Vec<(f64, f64)> = Vec::new();
        for point in kept {
            let Some(from) = before.replace(point) else {
                let radius_m = point.radius_m.min(WITHIN * wood_radius_m);
                rings.push(ring(point, radius_m, 0.0));
                // A collar that nobody sees is not drawn.
                if COLLAR_WIDER * point.radius_m > self.off_of_m(point.radius_m) {
                    let widest_m = point.radius_m.max(0.9 * wood_radius_m);
                    let wide_m = (point.radius_m * (1.0 + COLLAR_WIDER)).min(widest_m);
                    let end_m = wood_radius_m + COLLAR_REACH * point.radius_m;
                    collar = vec![
                        (wood_radius_m, wide_m / point.radius_m),
                        (
                            0.6 * wood_radius_m + 0.4 * end_m,
                            1.0 + 0.25 * (wide_m / point.radius_m - 1.0),
                        ),
                        (end_m, 1.0),
                    ];
                    collar.reverse();
                }
                continue;
            };
            let step_m = distance(from.place, point.place);
            while let Some(&(at_m, wider)) = collar.last() {
                if at_m > gone_m + 0.98 * step_m {
                    break;
                }
                collar.pop();
                if at_m > gone_m + 0.02 * step_m {
                    let between = point_between(from, point, (at_m - gone_m) / step_m);
                    rings.push(ring(&between, between.radius_m * wider, 0.0));
                }
            }
            gone_m += step_m;
            let wider = collar.last().map_or(1.0, |collar| collar.1);
            rings.push(ring(point, point.radius_m * wider, 0.0));
        }
        // Bare of what lies within the wood it would be nothing.
        if gone_m < 0.8 * wood_radius_m {
            rings.clear();
        }
    }

    /// A stem that widens to the ground and goes on a little below it.
    fn foot<'p>(
        &self,
        kept: impl Iterator<Item = &'p Point>,
        ring: &impl Fn(&Point, f64, f64) -> Ring,
        rings: &mut Vec<Ring>,
    ) {
        let mut gone_m = 0.0;
        let mut before: Option<&Point> = None;
        let mut height_m = 0.0;
        let mut shares = FOOT_RINGS.into_iter().peekable();
        for point in kept {
            let Some(from) = before.replace(point) else {
                height_m = flare::HEIGHT * point.radius_m;
                rings.push(ring(point, point.radius_m, 1.0));
                continue;
            };
            let step_m = distance(from.place, point.place);
            if gone_m == 0.0 {
                let down = scale(
                    sub(from.place, point.place),
                    flare::DEPTH * from.radius_m / step_m,
                );
                let below = |depth: f64| Point {
                    place: add(from.place, scale(down, depth / flare::DEPTH)),
                    ..*from
                };
                let [deep, narrow] = flare::END;
                rings.insert(0, ring(&below(flare::DEPTH), from.radius_m, 1.0));
                rings.insert(0, ring(&below(deep), narrow * from.radius_m, 0.0));
            }
            // A ring close to the end of a segment is that end.
            while let Some(share) = shares.next_if(|share| share * height_m < gone_m + step_m) {
                let at_m = share * height_m;
                if (at_m - gone_m).min(gone_m + step_m - at_m) > 0.02 * height_m {
                    let between = point_between(from, point, (at_m - gone_m) / step_m);
                    rings.push(ring(&between, between.radius_m, 1.0 - share));
                }
            }
            gone_m += step_m;
            rings.push(ring(point, point.radius_m, (1.0 - gone_m / height_m).max(0.0)));
        }
        let is_fine = rings[1].radius_m > 4.0 * self.off_of_m(rings[1].radius_m);
        for ring in rings.iter_mut().filter(|ring| ring.flare > 0.0 && is_fine) {
            ring.sides = ((f64::from(ring.sides) * FOOT_SIDES) as u32).max(LEAST_FOOT_SIDES);
        }
        if !is_fine {
            // Of a coarse foot the ends alone are drawn.
            let mut at = 0;
            rings.retain(|ring| {
                at += 1;
                at == 2 || at == 3 || ring.flare <= 0.0 || ring.sides == 0
            });
        }
    }
}

/// Whether a stem leaves the ground more up than along it.
fn rises(stem: &Axis) -> bool {
    let (foot, next) = (stem.points[0].place, stem.points[1].place);
    next[2] - foot[2] > 0.5 * distance(foot, next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::axes::axes;
    use crate::skeleton::{Node, Skeleton};

    /// A stem of 4 m with a limb of half its radius on each side and a twig at the end of one.
    fn tree() -> Skeleton {
        let node = |parent, place, radius_m| Node {
            radius_m,
            ..Node::new(parent, Part::Shoot, place, 0)
        };
        Skeleton {
            nodes: vec![
                node(None, [0.0; 3], 0.2),
                node(Some(0), [0.0, 0.0, 2.0], 0.2),
                node(Some(1), [0.0, 0.0, 3.0], 0.15),
                node(Some(2), [0.0, 0.0, 4.0], 0.01),
                node(Some(1), [1.5, 0.0, 3.0], 0.1),
                node(Some(4), [2.5, 0.0, 3.5], 0.01),
                node(Some(4), [2.0, 0.5, 3.5], 0.002),
                node(Some(2), [-1.0, 0.0, 3.5], 0.01),
            ],
        }
    }

    fn drawn(triangles: usize) -> (Vec<Axis>, usize, Mesh) {
        let tree = tree();
        let (axes, flare) = (axes(&tree), Flare::of(&[]));
        let wood = Wood::within(&axes, &flare, false, triangles).ok().unwrap();
        let bark = wood.draw(&Light::of(std::iter::empty())).0;
        (axes.clone(), wood.triangles(), bark)
    }

    #[test]
    fn wood_takes_the_triangles_that_it_says_and_no_more_than_it_may() {
        let mut before = 0;
        for most in [40, 80, 200, 600] {
            let (_, told, bark) = drawn(most);
            assert_eq!(told, bark.triangles.len());
            assert!(told <= most && told >= before, "{told} of {most}");
            before = told;
        }
        let tree = tree();
        let (axes, flare) = (axes(&tree), Flare::of(&[]));
        let least = Wood::within(&axes, &flare, false, 3).err().unwrap();
        assert!(Wood::within(&axes, &flare, false, least).is_ok());
        assert!(Wood::within(&axes, &flare, false, least - 1).is_err());
    }

    /// Where a branch begins, all of its first ring lies within the wood that it leaves: no open end shows.
    #[test]
    fn branches_begin_within_their_wood() {
        let tree = tree();
        let (axes, flare) = (axes(&tree), Flare::of(&[]));
        let wood = Wood::within(&axes, &flare, false, 2000).ok().unwrap();
        let mut rings = Vec::new();
        for axis in &axes[1..] {
            wood.rings(axis, None, &mut rings);
            let wood_radius_m = axis.wood_radius_m.unwrap();
            assert!(rings[0].radius_m <= WITHIN * wood_radius_m + 1e-12);
            assert_eq!(rings[0].place, axis.points[0].place);
            assert_eq!(rings.last().unwrap().sides, 0, "it ends in a point");
            assert!(
                rings
                    .windows(2)
                    .all(|pair| distance(pair[0].place, pair[1].place) > 1e-4)
            );
        }
        let widest_m = |axis: &Axis| {
            let mut rings = Vec::new();
            wood.rings(axis, None, &mut rings);
            rings.iter().map(|ring| ring.radius_m).fold(0.0, f64::max)
        };
        let limb = axes.iter().find(|axis| axis.radius_m() == 0.1).unwrap();
        assert!(
            (0.125..=0.135).contains(&widest_m(limb)),
            "a collar, of wood that narrows to its tip"
        );
    }

    /// A right angle of wood 20 cm thick: six rings on a curve, each on the inner side of the bend, and none that turns
    /// by more than 40° at once.
    #[test]
    fn a_sharp_bend_is_drawn_round() {
        let node = |parent, place| Node {
            radius_m: 0.1,
            ..Node::new(parent, Part::Shoot, place, 0)
        };
        let tree = Skeleton {
            nodes: vec![
                node(None, [0.0; 3]),
                node(Some(0), [0.0, 0.0, 3.0]),
                node(Some(1), [2.0, 0.0, 3.0]),
            ],
        };
        let (axes, flare) = (axes(&tree), Flare::of(&[]));
        let rings_of = |off_m| {
            let wood = Wood {
                axes: &axes,
                flare: &flare,
                off_m,
                with_roots: false,
            };
            let mut rings = Vec::new();
            wood.rings(&axes[0], None, &mut rings);
            rings.retain(|ring| ring.flare == 0.0 && ring.place[2] > 0.0);
            rings
        };
        let rings = rings_of(0.001);
        let places: Vec<_> = rings.iter().map(|ring| ring.place).collect();
        let cos = places.windows(3).map(|trio| {
            let (to, on) = (sub(trio[1], trio[0]), sub(trio[2], trio[1]));
            dot(to, on) / (dot(to, to) * dot(on, on)).sqrt()
        });
        assert!(cos.fold(1.0, f64::min) > 0.766, "{places:?}");
        assert!(rings.iter().all(|ring| (ring.radius_m - 0.1).abs() < 1e-12));
        let curve = places.iter().filter(|place| place[0] < 0.13 && place[2] > 2.87);
        assert_eq!(curve.count(), 6);
        assert_eq!(places.len() - 5, rings_of(1.0).len(), "far away it is one ring");
    }

    #[test]
    fn the_thinnest_wood_goes_first() {
        let counts: Vec<usize> = [40, 4000]
            .map(|most| {
                let tree = tree();
                let (axes, flare) = (axes(&tree), Flare::of(&[]));
                let wood = Wood::within(&axes, &flare, false, most).ok().unwrap();
                axes.iter().filter(|axis| wood.shows(axis)).count()
            })
            .to_vec();
        assert!(counts[0] < counts[1] && counts[1] == 4, "{counts:?}");
    }

    #[test]
    fn a_chord_is_off_by_no_more_than_the_length_allows() {
        let tree = tree();
        let (axes, flare) = (axes(&tree), Flare::of(&[]));
        let wood = Wood {
            axes: &axes,
            flare: &flare,
            off_m: 0.01,
            with_roots: false,
        };
        for radius_m in [0.05, 0.1, 0.2] {
            let sides = f64::from(wood.sides(radius_m));
            let off_m = radius_m * (1.0 - understory_numerics::math::cos(std::f64::consts::PI / sides));
            assert!(off_m <= 0.01, "{radius_m}: {sides} sides are off by {off_m}");
        }
        assert_eq!((wood.sides(0.001), wood.sides(50.0)), (LEAST_SIDES, MOST_SIDES));
    }
}

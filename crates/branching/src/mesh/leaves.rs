//! Leaves: cards at the nodes of the outermost twigs, turned from one to the next by the golden angle.
//!
//! Where there are more sprays than triangles for them, those that lie together become one card of their joint area, which
//! grows from the nearest wood that is drawn and bears them. Its size is then set so that the crown covers as much of the
//! sky as all sprays would. What it shows is a bough of as many sprays as its size asks for: leaves keep their size.
//!
//! Cards face out of the crown, and so do their normals even more: a crown is lit as the round whole that it is and not
//! as a heap of shards. Each card has triangles to both sides with the same normals: light comes through leaves, so that
//! they are as bright from behind, while renderers would turn the normals of a back round and leave it dark.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::mesh::cover::{Cover, Quad};
use crate::mesh::detail::Leaf;
use crate::mesh::light::Light;
use crate::mesh::triangles::{Mesh, Vertex};
use crate::mesh::wind::Wind;
use crate::skeleton::{Part, Skeleton};
use crate::vector::{
    GOLDEN_ANGLE, Vector, add, any_perpendicular, cross, direction, distance, dot, length, scale, sub, turned,
};

/// How far a leaf strays from its angles, radians to each side.
const STRAY: f64 = 0.4;
/// Cards of several sprays are at least so wide for their length, or their picture would be drawn out.
const LEAST_WIDTH: f64 = 0.5;
/// Such a card lies along its sprays' mean and across the crown's surface, but not quite: how far it strays, as a share of how
/// far they differ, and how far it rolls about its stalk, radians to each side.
const ASTRAY: f64 = 1.5;
const ROLL: f64 = 0.8;
/// A normal is made of the face's, the way out of the crown, the way up, and that from the card's middle to its corner.
const NORMAL: [f64; 4] = [0.45, 0.65, 0.3, 0.3];
/// Cards are no shorter than this share of the crown's longest side: smaller ones would be too many, and from afar too
/// small for their picture.
const SHORTEST: f64 = 0.018;
/// Triangles of a card, half of them to each side.
pub(super) const TRIANGLES: usize = 4;
/// Pictures of leaves hold so many cells, two by two: a spray, and boughs that are two, four and eight times as long.
pub const LEAF_CELLS: usize = 4;
/// Pixels of a cell's side, of which half a one is left out at each border.
const CELL_SIDE: f64 = 256.0;
/// A card that grows from wood is at least and at most so many times as long as its area asks for, to come to its leaves.
const STRETCH: [f64; 2] = [0.8, 1.4];
/// Cards grow from wood that is nearer than this share of the crown's width; from afar, where little wood is drawn, they would
/// all point away from it, and the crown lose its shape.
const NEAR_WOOD: f64 = 0.1;
/// The card at the top of a crown is so many times as wide as others: a wide one would blunt it.
const TOP_WIDTH: f64 = 0.6;
/// How much of its leaves' own direction such a card has, as a share of its length.
const OWN_WAY: f64 = 0.35;
/// How far leaves flutter at their stalk and at their tip.
const FLUTTER: [f64; 2] = [0.3, 1.0];

/// A spray as it grows.
#[derive(Clone, Copy)]
struct Spray {
    middle: Vector,
    along: Vector,
    aside: Vector,
    node: u32,
}

/// All sprays of a crown.
pub(super) struct Foliage {
    sprays: Vec<Spray>,
    leaf: Leaf,
    /// Middle of the crown and half of its extent along each axis.
    middle: Vector,
    extent: Vector,
    wind: Wind,
    cover: Cover,
    key: RandomKey,
    /// The parent and the place of each node.
    nodes: Vec<(Option<u32>, Vector)>,
    /// The spray whose tip is the highest.
    top: u32,
    /// The height of its tip, m.
    top_m: f64,
}

impl Foliage {
    pub(super) fn of(skeleton: &Skeleton, leaf: &Leaf, key: RandomKey) -> Self {
        let tips = skeleton.tips_borne();
        let mut sprays = Vec::new();
        for (number, node) in (0_u32..).zip(&skeleton.nodes) {
            let is_twig = node.part == Part::Shoot && tips[number as usize] <= leaf.most_tips;
            let Some(parent) = node.parent.filter(|_| is_twig) else {
                continue;
            };
            let Some(twig) = direction(sub(node.place_m, skeleton.nodes[parent as usize].place_m)) else {
                continue;
            };
            let key = key.child(0, Purpose::Leaf, number);
            for leaf_number in 0..leaf.per_node {
                let [around, down, ..] = key.draws(0, Purpose::Leaf, leaf_number).map(unit_from_u32);
                let place_in_row = f64::from(number) * f64::from(leaf.per_node) + f64::from(leaf_number);
                let around = GOLDEN_ANGLE * place_in_row + STRAY * (2.0 * around - 1.0);
                let down = leaf.angle_deg.to_radians() + STRAY * (2.0 * down - 1.0);
                let aside = turned(any_perpendicular(twig), twig, around % std::f64::consts::TAU);
                let along = turned(twig, aside, down);
                sprays.push(Spray {
                    middle: add(node.place_m, scale(along, 0.5 * leaf.length_m)),
                    along,
                    aside,
                    node: number,
                });
            }
        }
        let (middle, extent) = middle_and_extent(&sprays);
        let cover = Cover::of(sprays.iter().map(|spray| Quad {
            middle: spray.middle,
            along: scale(spray.along, leaf.length_m),
            across: scale(spray.aside, leaf.width_m),
        }));
        let height_m = |spray: &Spray| spray.middle[2] + 0.5 * leaf.length_m * spray.along[2];
        let top = (0..)
            .zip(&sprays)
            .max_by(|a, b| height_m(a.1).total_cmp(&height_m(b.1)))
            .map_or(0, |(number, _)| number);
        let sprays_top_m = sprays.get(top as usize).map_or(0.0, height_m);
        Self {
            sprays,
            nodes: skeleton
                .nodes
                .iter()
                .map(|node| (node.parent, node.place_m))
                .collect(),
            top,
            top_m: sprays_top_m,
            leaf: *leaf,
            middle,
            extent,
            wind: Wind::of(skeleton, &skeleton.main_children()),
            cover,
            key,
        }
    }

    /// Sprays that there are.
    pub(super) fn len(&self) -> usize {
        self.sprays.len()
    }

    /// The light that they leave.
    pub(super) fn light(&self) -> Light {
        let area_m2 = self.leaf.length_m * self.leaf.width_m;
        Light::of(self.sprays.iter().map(|spray| (spray.middle, area_m2)))
    }

    /// So many cards at most; they grow from the nodes that are drawn as wood.
    pub(super) fn draw(&self, cards: usize, is_drawn: &[bool], light: &Light) -> Mesh {
        let mut mesh = Mesh::default();
        if self.sprays.is_empty() || cards == 0 {
            return mesh;
        }
        let cards = cards.min(self.most_cards());
        let mut numbers: Vec<u32> = (0..self.sprays.len() as u32).collect();
        let mut groups: Vec<Group> = Vec::new();
        let bearers = self.bearers(is_drawn);
        self.split(&mut numbers, cards.min(self.sprays.len()), &bearers, &mut groups);
        let quads = |size: f64| groups.iter().map(move |group| self.quad(group, size));
        let size = self.cover.size_of(&quads);
        for group in &groups {
            self.card(&mut mesh, group, size, light);
        }
        mesh
    }

    /// The node of drawn wood that bears each node: itself, or the nearest below it.
    fn bearers(&self, is_drawn: &[bool]) -> Vec<u32> {
        let mut bearers: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for (number, (parent, _)) in (0..).zip(&self.nodes) {
            bearers.push(match parent {
                Some(parent) if !is_drawn[number as usize] => bearers[*parent as usize],
                _ => number,
            });
        }
        bearers
    }

    /// A card so many times as long and as wide, above the ground on which the tree stands and no higher than its top.
    fn quad(&self, group: &Group, size: f64) -> Quad {
        let mut quad = group.quad(size);
        let ground_m = self.nodes.first().map_or(0.0, |node| node.1[2]);
        let half_m = 0.5 * (quad.along[2].abs() + quad.across[2].abs());
        let above_m = quad.middle[2] + half_m - self.top_m;
        quad.middle[2] -= above_m.max(0.0);
        let below_m = ground_m - quad.middle[2] + half_m;
        quad.middle[2] += below_m.max(0.0);
        quad
    }

    /// Cards of the shortest length that have the area of all sprays.
    fn most_cards(&self) -> usize {
        let (length_m, width_m) = (self.leaf.length_m, self.leaf.width_m);
        let longest_m = 2.0 * self.extent.iter().copied().fold(0.0, f64::max);
        let long_m = (SHORTEST * longest_m).max(length_m);
        let wide = (width_m / length_m).clamp(LEAST_WIDTH, 1.0);
        let area_m2 = length_m * width_m * self.sprays.len() as f64;
        (area_m2 / (wide * long_m * long_m)).ceil() as usize
    }

    /// Cuts sprays across the longest side of the box around them until there are as many groups as wanted.
    fn split(&self, numbers: &mut [u32], groups: usize, bearers: &[u32], found: &mut Vec<Group>) {
        if groups <= 1 {
            numbers.sort_unstable();
            found.push(self.group(numbers, bearers));
            return;
        }
        let place = |number: u32| self.sprays[number as usize].middle;
        let (low, high) = bounds(numbers.iter().map(|&number| place(number)));
        let longest = (0..3)
            .max_by(|&a, &b| (high[a] - low[a]).total_cmp(&(high[b] - low[b])))
            .expect("there are three axes");
        let half = groups / 2;
        let at = (numbers.len() * half / groups).max(half);
        numbers.select_nth_unstable_by(at, |&a, &b| {
            let (along_a, along_b) = (place(a)[longest], place(b)[longest]);
            along_a.total_cmp(&along_b).then(a.cmp(&b))
        });
        let (before, after) = numbers.split_at_mut(at);
        self.split(before, half, bearers, found);
        self.split(after, groups - half, bearers, found);
    }

    /// The card that stands for some sprays.
    fn group(&self, numbers: &[u32], bearers: &[u32]) -> Group {
        let sprays = || numbers.iter().map(|&number| &self.sprays[number as usize]);
        let count = numbers.len() as f64;
        let middle = scale(
            sprays().fold([0.0; 3], |sum, spray| add(sum, spray.middle)),
            1.0 / count,
        );
        let outward = self.outward(middle);
        let first = self.sprays[numbers[0] as usize];
        let (length_m, width_m) = (self.leaf.length_m, self.leaf.width_m);
        let node = self.sprays[numbers[numbers.len() / 2] as usize].node;
        let key = self.key.child(1, Purpose::Leaf, numbers[0]);
        let draws = key
            .draws(0, Purpose::Leaf, 0)
            .map(|draw| 2.0 * unit_from_u32(draw) - 1.0);
        let (along, aside, length_m, width_m) = if numbers.len() == 1 {
            (first.along, first.aside, length_m, width_m)
        } else {
            let mean = sprays().fold([0.0; 3], |sum, spray| add(sum, spray.along));
            let differ = 1.0 - length(mean) / count;
            let mean = direction(mean).unwrap_or(outward);
            let strays = std::array::from_fn(|axis| ASTRAY * differ * draws[axis]);
            let along = direction(add(mean, strays)).unwrap_or(mean);
            let facing = add(outward, [0.0, 0.0, 0.5]);
            let aside = direction(cross(along, facing)).unwrap_or_else(|| any_perpendicular(along));
            let wide = (width_m / length_m).clamp(LEAST_WIDTH, 1.0);
            let long_m = (length_m * width_m * count / wide).sqrt();
            (
                along,
                turned(aside, along, ROLL * draws[3]),
                long_m,
                wide * long_m,
            )
        };
        let bearer = bearers[node as usize];
        let from_m = self.nodes[bearer as usize].1;
        let holds_top = numbers.binary_search(&self.top).is_ok();
        let is_near = distance(from_m, middle) < NEAR_WOOD * 2.0 * self.extent[0].max(self.extent[1]);
        let grows_there = holds_top || is_near && (numbers.len() > 1 || bearer != node);
        // The front faces out.
        let is_turned = dot(cross(aside, along), outward) < 0.0;
        Group {
            middle,
            along: scale(along, length_m),
            aside: scale(aside, if is_turned { -width_m } else { width_m }),
            outward,
            node,
            bearer: if grows_there { bearer } else { node },
            stalk: grows_there.then_some(from_m),
            top: holds_top.then(|| self.tip(&self.sprays[self.top as usize])),
        }
    }

    fn tip(&self, spray: &Spray) -> Vector {
        add(spray.middle, scale(spray.along, 0.5 * self.leaf.length_m))
    }

    /// Out of the crown, as if it were an ellipsoid.
    fn outward(&self, place: Vector) -> Vector {
        let from_middle = sub(place, self.middle);
        let out = std::array::from_fn(|axis| from_middle[axis] / (self.extent[axis] * self.extent[axis]));
        direction(out).unwrap_or([0.0, 0.0, 1.0])
    }

    fn card(&self, mesh: &mut Mesh, group: &Group, size: f64, light: &Light) {
        let quad = self.quad(group, size);
        let Some(face) = direction(cross(quad.across, quad.along)) else {
            return;
        };
        let [own, out, up, round] = NORMAL;
        let mean = add(add(scale(face, own), scale(group.outward, out)), [0.0, 0.0, up]);
        let half_m = 0.5 * length(quad.along).max(length(quad.across));
        let first = mesh.places_m.len() as u32;
        let longer = length(quad.along) / self.leaf.length_m;
        let cell = cell_of(longer);
        let wind = [group.bearer, group.node].map(|node| self.wind.at(node));
        for [u, v] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
            let from_middle = add(scale(quad.across, u - 0.5), scale(quad.along, v - 0.5));
            let place = add(quad.middle, from_middle);
            let normal = add(mean, scale(from_middle, round / half_m));
            let [sway, bend, phase, _] = wind[v as usize];
            let end_place = add(quad.middle, scale(quad.along, v - 0.5));
            mesh.push(Vertex {
                place,
                normal: direction(normal).unwrap_or(face),
                tangent: quad.across,
                texture: in_cell(cell, [u, v]),
                light: light.at(end_place),
                wind: [sway, bend, phase, FLUTTER[v as usize]],
            });
        }
        let front = [[first, first + 1, first + 2], [first, first + 2, first + 3]];
        mesh.triangles.extend(front);
        mesh.triangles.extend(front.map(|[a, b, c]| [a, c, b]));
    }
}

/// Sprays that are drawn as one card.
struct Group {
    middle: Vector,
    along: Vector,
    aside: Vector,
    outward: Vector,
    node: u32,
    /// The node of drawn wood that bears it, and its place where the card grows from there.
    bearer: u32,
    stalk: Option<Vector>,
    /// The top of the crown, if it is in this card.
    top: Option<Vector>,
}

impl Group {
    /// The card so many times as long and as wide.
    fn quad(&self, size: f64) -> Quad {
        let (along, across) = (scale(self.along, size), scale(self.aside, size));
        let as_it_is = Quad {
            middle: self.middle,
            along,
            across,
        };
        let Some(stalk) = self.stalk else {
            return as_it_is;
        };
        let long_m = length(along);
        let (way, wanted_m) = match self.top {
            Some(top) => (sub(top, stalk), distance(top, stalk)),
            None => {
                let way = sub(self.middle, stalk);
                (add(way, scale(along, OWN_WAY)), length(way) + 0.5 * long_m)
            }
        };
        let Some(way) = direction(way) else {
            return as_it_is;
        };
        let full_m = wanted_m.clamp(STRETCH[0] * long_m, STRETCH[1] * long_m);
        let level = sub(across, scale(way, dot(across, way)));
        let aside = direction(level).unwrap_or_else(|| any_perpendicular(way));
        let narrower = if self.top.is_some() { TOP_WIDTH } else { 1.0 };
        let middle = match self.top {
            // The crown stays as high, if need be above a gap.
            Some(top) => sub(top, scale(way, 0.5 * full_m)),
            None => add(stalk, scale(way, 0.5 * full_m)),
        };
        Quad {
            middle,
            along: scale(way, full_m),
            across: scale(aside, narrower * length(across) * long_m / full_m),
        }
    }
}

/// The cell whose sprays are drawn about as large as one of its own, on a card so many times as long as a spray.
fn cell_of(longer: f64) -> usize {
    // Boughs are twice as long from cell to cell: the nearest of them by its logarithm.
    let steps = [2.0, 8.0, 32.0];
    steps
        .iter()
        .filter(|&&squared| longer * longer >= squared)
        .count()
}

/// A place of a card as texture coordinates.
fn in_cell(cell: usize, [u, v]: [f64; 2]) -> [f64; 2] {
    let border = 0.5 / CELL_SIDE;
    let inside = |along: f64| border + (1.0 - 2.0 * border) * along;
    [
        0.5 * ((cell % 2) as f64 + inside(u)),
        0.5 * ((cell / 2) as f64 + inside(v)),
    ]
}

fn bounds(places: impl Iterator<Item = Vector>) -> (Vector, Vector) {
    let both = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    places.fold(both, |(low, high), place| {
        (
            std::array::from_fn(|axis| f64::min(low[axis], place[axis])),
            std::array::from_fn(|axis| f64::max(high[axis], place[axis])),
        )
    })
}

/// Of the box around sprays, none of whose sides is less than a hundredth of the longest.
fn middle_and_extent(sprays: &[Spray]) -> (Vector, Vector) {
    if sprays.is_empty() {
        return ([0.0; 3], [1.0; 3]);
    }
    let (low, high) = bounds(sprays.iter().map(|spray| spray.middle));
    let half = scale(sub(high, low), 0.5);
    let longest = half.iter().copied().fold(1e-6, f64::max);
    (add(low, half), half.map(|along| along.max(0.01 * longest)))
}

//! What stands in a scene, laid over some rows of a grid at a time.

use std::ops::Range;

use understory_numerics::parallel::{go_on, of_each};

use crate::tree::raster::{Corner, Met, cover};
use crate::tree::{Part as Kind, Surface};
use crate::view::scene::{Instance, Part, Scene};
use crate::view::sight::{NEAR_M, Seen, Sight};
use crate::view::simpler::{CoarserSkins, Levels};

/// Rows of samples that are drawn at a time: few, so that all threads have work and need little memory, and many, as what stands in
/// several strips is turned and looked through for each. No picture depends on it.
const STRIP: Range<usize> = 64..256;
/// Strips for each thread, as some have more to draw than others.
const STRIPS_PER_THREAD: usize = 10;
/// Of a leaf's light so much comes however it is turned.
const THROUGH: f32 = 0.4;
/// What the ground throws back, as a part of the sky's light.
const GROUND: f32 = 0.25;

/// A scene that is ready to be drawn: its shapes from near and far.
pub(super) struct Strewn<'a> {
    pub(super) scene: &'a Scene,
    levels: Vec<Levels<'a>>,
    /// Towards the sun, of length 1.
    pub(super) sun: [f64; 3],
}

/// Light at a vertex: of the sky and of the sun, as parts of all there is in the open, for what faces them.
pub(super) type Lit = [f32; 2];

/// Lists that are used again for each instance.
#[derive(Default)]
pub(super) struct Scratch {
    corners: Vec<Corner>,
    lit: Vec<Lit>,
    seen: Vec<Seen>,
}

/// What shows at a sample.
pub(super) struct Shown<'a> {
    pub(super) met: Met,
    pub(super) part: &'a Part,
    pub(super) lit: &'a [Lit],
    pub(super) shade: f32,
}

/// How many of so many rows of samples are drawn at a time; an even number.
pub(super) fn strip(height: usize) -> usize {
    let even = height / (STRIPS_PER_THREAD * rayon::current_num_threads()) / 2 * 2;
    even.clamp(STRIP.start, STRIP.end)
}

impl<'a> Strewn<'a> {
    pub(super) fn new(scene: &'a Scene, sun: [f64; 3]) -> Self {
        let skins = CoarserSkins::of(&scene.shapes);
        Self {
            scene,
            levels: of_each(&scene.shapes, |shape| Levels::of(shape, &skins)),
            sun,
        }
    }

    /// The radius of the ball around an instance's place that holds it, m; `None` where there is nothing to see.
    pub(super) fn ball(&self, instance: &Instance) -> Option<f32> {
        let levels = &self.levels[instance.shape];
        (!levels.is_empty).then_some(levels.radius_m * largest(instance))
    }

    /// For each strip of so many rows of a grid of so many samples, the instances that may show there, in their order.
    pub(super) fn strips(&self, sight: &Sight, [width, height]: [usize; 2], rows: usize) -> Vec<Vec<u32>> {
        let mut strips = vec![Vec::new(); height.div_ceil(rows)];
        for (number, instance) in (0..).zip(&self.scene.instances) {
            let Some(radius_m) = self.ball(instance) else {
                continue;
            };
            let Some([[left, right], [top, bottom]]) = sight.bounds(sight.seen(instance.place_m), radius_m)
            else {
                continue;
            };
            if right < 0.0 || left > width as f32 || bottom < 0.0 || top > height as f32 {
                continue;
            }
            let [first, last] = [top, bottom].map(|row| row.max(0.0) as usize / rows);
            let last = last.min(strips.len() - 1);
            strips[first.min(last)..=last]
                .iter_mut()
                .for_each(|strip| strip.push(number));
        }
        strips
    }

    /// Draws one instance over some rows, and hands over what shows, where that is asked for.
    pub(super) fn draw(
        &self,
        number: u32,
        sight: &Sight,
        rows: Range<usize>,
        nearest: &mut [f32],
        scratch: &mut Scratch,
        mut show: Option<&mut dyn FnMut(Shown<'_>)>,
    ) {
        go_on();
        let instance = &self.scene.instances[number as usize];
        let levels = &self.levels[instance.shape];
        let middle = sight.seen(instance.place_m);
        let radius_m = levels.radius_m * largest(instance);
        let parts = levels.seen(sight.samples_across(middle, radius_m));
        let turned = rotation(instance.rotation);
        // Turned, scaled and seen at once.
        let matrix: [[f32; 3]; 3] = sight.axes.0.map(|axis| {
            [0, 1, 2].map(|column| {
                let along: f64 = (0..3).map(|row| axis[row] * turned[row][column]).sum();
                let stretch = if column == 2 { instance.stretch } else { 1.0 };
                (along * instance.scale * stretch) as f32
            })
        });
        // The sun as the shape has it before it is turned, and up.
        let [sun, up] = [self.sun, [0.0, 0.0, 1.0]].map(|toward: [f64; 3]| {
            [0, 1, 2].map(|column| (0..3).map(|row| toward[row] * turned[row][column]).sum::<f64>() as f32)
        });
        for part in parts {
            let surface = &part.surface;
            let seen = |place_m: &[f32; 3]| -> Seen {
                [0, 1, 2].map(|axis| middle[axis] + dot(matrix[axis], *place_m))
            };
            let is_cut = !sight.is_parallel && middle[2] - radius_m <= NEAR_M && {
                scratch.seen.clear();
                scratch.seen.extend(surface.places_m.iter().map(seen));
                scratch.seen.iter().any(|seen| seen[2] <= NEAR_M)
            };
            let cut;
            let part = if is_cut {
                cut = before(part, &scratch.seen);
                &cut
            } else {
                part
            };
            let Scratch { corners, lit, .. } = scratch;
            corners.clear();
            let places_m = part.surface.places_m.iter();
            corners.extend(places_m.map(|place_m| sight.corner(seen(place_m))));
            let Some(show) = show.as_mut() else {
                cover(&part.surface, corners, rows.clone(), nearest, |_| ());
                continue;
            };
            lit.clear();
            let is_leaf = part.surface.part == Kind::Leaves;
            lit.extend(part.surface.normals.iter().enumerate().map(|(vertex, normal)| {
                let sky = 0.5 + 0.5 * dot(up, *normal);
                let open = part.open.get(vertex).copied().unwrap_or(1.0);
                let facing = dot(sun, *normal).max(0.0);
                let facing = if is_leaf {
                    THROUGH + (1.0 - THROUGH) * facing
                } else {
                    facing
                };
                [open * (GROUND + (1.0 - GROUND) * sky), facing]
            }));
            let (lit, shade) = (&*lit, instance.shade as f32);
            cover(&part.surface, corners, rows.clone(), nearest, |met| {
                show(Shown {
                    met,
                    part,
                    lit,
                    shade,
                });
            });
        }
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// By how much an instance is larger than its shape, along the way in which that is most.
fn largest(instance: &Instance) -> f32 {
    (instance.scale * instance.stretch.max(1.0)) as f32
}

/// The rows of a rotation.
fn rotation([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - z * w),
            2.0 * (x * z + y * w),
        ],
        [
            2.0 * (x * y + z * w),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - x * w),
        ],
        [
            2.0 * (x * z - y * w),
            2.0 * (y * z + x * w),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ]
}

/// What of a part lies before the camera; triangles that reach behind it are cut.
fn before(part: &Part, seen: &[Seen]) -> Part {
    let mut cut = part.clone();
    cut.surface.triangles.clear();
    for triangle in &part.surface.triangles {
        let corners = triangle.map(|vertex| vertex as usize);
        let mut around = Vec::with_capacity(4);
        for side in 0..3 {
            let (from, to) = (corners[side], corners[(side + 1) % 3]);
            let [near, far] = [from, to].map(|vertex| seen[vertex][2] - 1.5 * NEAR_M);
            if near > 0.0 {
                around.push(from as u32);
            }
            if (near > 0.0) != (far > 0.0) {
                around.push(between(&mut cut, [from, to], near / (near - far)));
            }
        }
        let fan = (2..around.len()).map(|last| [around[0], around[last - 1], around[last]]);
        cut.surface.triangles.extend(fan);
    }
    // What lies behind belongs to no triangle, and its place is never asked for.
    cut
}

/// Adds a vertex at a share of the way between two; its number.
fn between(part: &mut Part, [from, to]: [usize; 2], share: f32) -> u32 {
    fn add<const N: usize>(rows: &mut Vec<[f32; N]>, [from, to]: [usize; 2], share: f32) {
        let (a, b) = (rows[from], rows[to]);
        rows.push(std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * share));
    }
    let Surface {
        places_m,
        normals,
        texture,
        ..
    } = &mut part.surface;
    add(places_m, [from, to], share);
    add(normals, [from, to], share);
    add(texture, [from, to], share);
    if !part.open.is_empty() {
        part.open
            .push(part.open[from] + (part.open[to] - part.open[from]) * share);
    }
    if !part.colours.is_empty() {
        let [a, b] = [from, to].map(|vertex| part.colours[vertex].map(f32::from));
        part.colours
            .push([0, 1, 2].map(|channel| (a[channel] + (b[channel] - a[channel]) * share) as u8));
    }
    part.surface.places_m.len() as u32 - 1
}

//! Shapes of fewer triangles, for what is small in a picture.
//!
//! Of leaves some are left, larger by as much as the others covered; of wood the largest triangles, which are those of the stem
//! and the lowest branches. Skins get coarser too: their single pixels would be as random grains.
//!
//! # Source
//! R. L. Cook, J. Halstead, M. Planck, D. Ryu, "Stochastic Simplification of Aggregate Detail" (2007): what is left of many like
//! things is scaled so that their area stays.

use std::borrow::Cow;
use std::cmp::Reverse;

use understory_numerics::parallel::of_each;

use crate::tree::{Part as Kind, Skin, Surface};
use crate::view::scene::{Part, Shape};

/// Each shape is simpler than the one before by half; so many at most.
const LEVELS: u32 = 8;
/// Fewer triangles than so many save nothing.
const FEWEST: usize = 24;
/// Triangles of wood that are always left: a stem.
const STEM: usize = 12;
/// A leaf is drawn this many times longer at most, or a crown would lose its outline.
const LONGEST: f32 = 5.0;
/// Samples that a triangle has to itself, about, when a shape is small.
const SAMPLES: f32 = 14.0;
/// Pixels of a skin are brought together up to so many along a side.
const COARSEST: u32 = 4;
/// There is no hole where so much of what is brought together shows.
const SHOWN: u32 = 110;

/// A shape as it is drawn from near and, with fewer triangles, from ever farther away.
pub(super) struct Levels<'a> {
    levels: Vec<Level<'a>>,
    /// From the origin to the farthest place, m.
    pub(super) radius_m: f32,
    /// Whether anything can be seen of it.
    pub(super) is_empty: bool,
}

/// What a shape is made of, and of how many triangles, about.
struct Level<'a> {
    parts: Cow<'a, [Part]>,
    triangles: usize,
}

impl<'a> Levels<'a> {
    pub(super) fn of(shape: &'a Shape, skins: &CoarserSkins<'_>) -> Self {
        let drawn = || shape.near.iter().chain([&shape.parts]);
        let places_m = drawn().flatten().flat_map(|part| &part.surface.places_m);
        let squared = places_m.map(|place_m| place_m.iter().map(|along| along * along).sum::<f32>());
        let radius_m = squared.fold(0.0, f32::max).sqrt();
        let as_drawn = drawn().map(|parts| Level {
            parts: Cow::Borrowed(&parts[..]),
            triangles: triangles_of(parts),
        });
        let mut levels: Vec<Level<'a>> = as_drawn.collect();
        let triangles = triangles_of(&shape.parts);
        if has_leaves(shape) {
            let simpler = (1..LEVELS).take_while(|level| triangles >> level >= FEWEST);
            levels.extend(simpler.map(|level| Level {
                parts: Cow::Owned(simpler_by(&shape.parts, level, skins)),
                triangles: triangles >> level,
            }));
        }
        Self {
            is_empty: levels.iter().all(|level| level.triangles == 0),
            levels,
            radius_m,
        }
    }

    /// The simplest that looks no worse, where the shape is so many samples wide.
    pub(super) fn seen(&self, samples_across: f32) -> &[Part] {
        let wanted = samples_across * samples_across / SAMPLES;
        let mut simplest_first = self.levels.iter().rev();
        let level = simplest_first.find(|level| level.triangles as f32 >= wanted);
        &level.unwrap_or(&self.levels[0]).parts
    }
}

/// The skins of shapes that get simpler at every coarseness, made once for all that share them.
pub(super) struct CoarserSkins<'a>(Vec<(&'a Skin, Vec<Skin>)>);

impl<'a> CoarserSkins<'a> {
    pub(super) fn of(shapes: &'a [Shape]) -> Self {
        let mut skins: Vec<&Skin> = Vec::new();
        for part in shapes
            .iter()
            .filter(|shape| has_leaves(shape))
            .flat_map(|shape| &shape.parts)
        {
            let skin = &part.surface.skin;
            if !skins.iter().any(|other| other.shares_pixels(skin)) {
                skins.push(skin);
            }
        }
        let coarser = |skin: &'a Skin| (skin, (1..=COARSEST).map(|level| coarser(skin, level)).collect());
        Self(of_each(&skins, |skin| coarser(skin)))
    }

    /// One that is `level` times coarser by half, at most as coarse as skins get.
    fn at(&self, skin: &Skin, level: u32) -> Skin {
        let level = level.min(COARSEST);
        let known = self.0.iter().find(|(own, _)| own.shares_pixels(skin));
        known.map_or_else(
            || coarser(skin, level),
            |(_, levels)| levels[level as usize - 1].clone(),
        )
    }
}

fn has_leaves(shape: &Shape) -> bool {
    shape.parts.iter().any(|part| part.surface.part == Kind::Leaves)
}

fn triangles_of(parts: &[Part]) -> usize {
    parts.iter().map(|part| part.surface.triangles.len()).sum()
}

/// The parts of a shape with about 2^level times fewer triangles.
fn simpler_by(parts: &[Part], level: u32, skins: &CoarserSkins<'_>) -> Vec<Part> {
    let simpler = parts.iter().map(|part| match part.surface.part {
        Kind::Leaves => fewer_cards(part, level, skins),
        _ => largest(part, level, skins),
    });
    simpler.collect()
}

/// The vertices and triangles of each 2^level-th card, larger.
fn fewer_cards(part: &Part, level: u32, skins: &CoarserSkins<'_>) -> Part {
    let every = 1_usize << level;
    let longer = (every as f32).sqrt().min(LONGEST);
    let surface = &part.surface;
    let is_left = |vertex: usize| (vertex / 4).is_multiple_of(every);
    // A card's vertices stand together, and so they do when they are fewer.
    let left_of = |vertex: u32| vertex / (4 * every as u32) * 4 + vertex % 4;
    let mut places_m = left(&surface.places_m, is_left);
    for card in places_m.chunks_mut(4) {
        let count = card.len() as f32;
        let middle = [0, 1, 2].map(|axis| card.iter().map(|place_m| place_m[axis]).sum::<f32>() / count);
        for place_m in card {
            *place_m = [0, 1, 2].map(|axis| middle[axis] + longer * (place_m[axis] - middle[axis]));
        }
    }
    let own = surface
        .triangles
        .iter()
        .filter(|triangle| is_left(triangle[0] as usize));
    Part {
        surface: Surface {
            part: surface.part,
            places_m,
            normals: left(&surface.normals, is_left),
            texture: left(&surface.texture, is_left),
            triangles: own.map(|triangle| triangle.map(left_of)).collect(),
            skin: skins.at(&surface.skin, level),
        },
        colours: left(&part.colours, is_left),
        open: left(&part.open, is_left),
    }
}

/// The largest triangles, as many as are to be left; their vertices alone.
fn largest(part: &Part, level: u32, skins: &CoarserSkins<'_>) -> Part {
    let surface = &part.surface;
    let mut triangles = surface.triangles.clone();
    let area = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| surface.places_m[vertex as usize]);
        let [u, v] = [b, c].map(|end| [0, 1, 2].map(|axis| end[axis] - a[axis]));
        let across = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        // Numbers of 0 or more are in the order of their bits.
        across.iter().map(|along| along * along).sum::<f32>().to_bits()
    };
    triangles.sort_by_key(|triangle| Reverse(area(triangle)));
    triangles.truncate((surface.triangles.len() >> level).max(STEM));
    let mut is_used = vec![false; surface.places_m.len()];
    triangles
        .as_flattened()
        .iter()
        .for_each(|&vertex| is_used[vertex as usize] = true);
    let mut number = 0;
    let numbers: Vec<u32> = is_used
        .iter()
        .map(|&is_used| {
            number += u32::from(is_used);
            number.saturating_sub(1)
        })
        .collect();
    let is_left = |vertex: usize| is_used[vertex];
    Part {
        surface: Surface {
            part: surface.part,
            places_m: left(&surface.places_m, is_left),
            normals: left(&surface.normals, is_left),
            texture: left(&surface.texture, is_left),
            triangles: triangles
                .iter()
                .map(|triangle| triangle.map(|vertex| numbers[vertex as usize]))
                .collect(),
            skin: skins.at(&surface.skin, level),
        },
        colours: left(&part.colours, is_left),
        open: left(&part.open, is_left),
    }
}

/// The rows of those vertices that are left.
fn left<T: Copy>(rows: &[T], is_left: impl Fn(usize) -> bool) -> Vec<T> {
    let own = rows.iter().enumerate().filter(|(vertex, _)| is_left(*vertex));
    own.map(|(_, row)| *row).collect()
}

/// A skin whose pixels are each the mean of 2^level by 2^level; itself where its sides cannot be divided so.
fn coarser(skin: &Skin, level: u32) -> Skin {
    let side = 1_usize << level;
    let height = skin.pixels().len() / skin.width().max(1);
    if skin.width() == 0 || !skin.width().is_multiple_of(side) || !height.is_multiple_of(side) {
        return skin.clone();
    }
    let width = skin.width() / side;
    let pixels = (0..width * (height / side)).map(|at| {
        let corner = at / width * side * skin.width() + at % width * side;
        let block = (0..side * side).map(|i| skin.pixels()[corner + i / side * skin.width() + i % side]);
        let [red, green, blue, opacity] = block.fold([0_u32; 4], |sum, [red, green, blue, opacity]| {
            let weighted = |part: u8| u32::from(part) * u32::from(opacity);
            [
                sum[0] + weighted(red),
                sum[1] + weighted(green),
                sum[2] + weighted(blue),
                sum[3] + u32::from(opacity),
            ]
        });
        let mean = |sum: u32| (sum / opacity.max(1)) as u8;
        let shows = opacity >= SHOWN * (side * side) as u32;
        [mean(red), mean(green), mean(blue), if shows { 255 } else { 0 }]
    });
    Skin::new(width, pixels.collect())
}

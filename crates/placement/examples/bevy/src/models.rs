//! The models that stand in the world: trees and shrubs that live their years, as meshes of Bevy; the ground.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use understory_branching::mesh::{self, Detail, TreeMesh};
use understory_branching::presets;
use understory_branching::seasons::SeasonTree;
use understory_export::Look;
use understory_numerics::RandomKey;
use understory_terrain::{Grid, Noise, Relief};

use crate::world::RINGS;
use crate::{place, small};

/// Triangles of a tree in each ring of the world.
const TRIANGLES: [u32; RINGS] = [8_000, 2_500, 700];
/// What grows, by the name of its asset: of which form, and for how many years.
const KINDS: [(&str, &str, u32); 7] = [
    ("oak", "oak", 80),
    ("young-oak", "oak", 16),
    ("beech", "beech", 90),
    ("young-beech", "beech", 16),
    ("pine", "pine", 80),
    ("young-pine", "pine", 16),
    ("shrub", "shrub", 12),
];
/// Opacity from which on a leaf is drawn.
const CUTOFF: f32 = 0.3;
/// Brightness where none of the sky's light comes through the crown.
const DARKEST: f32 = 0.4;
/// Pixels along a side of the picture of the ground.
const GROUND_SIDE: usize = 256;
/// Trees of each kind.
const VARIANTS: u32 = 3;

/// A mesh and what it is made of.
#[derive(Clone)]
pub struct Piece {
    pub mesh: Mesh3d,
    pub material: MeshMaterial3d<StandardMaterial>,
}

/// One thing that may stand somewhere, in a level of detail for each ring.
pub struct Model {
    pub height_m: f32,
    pub levels: [Vec<Piece>; RINGS],
}

/// All models, by the names of the world's assets and of the stand's species.
#[derive(Resource)]
pub struct Models {
    pub by_name: BTreeMap<&'static str, Vec<Model>>,
    pub ground: MeshMaterial3d<StandardMaterial>,
}

impl Models {
    /// The variant of an asset that something with this key is.
    pub fn of(&self, asset: &str, key: RandomKey) -> Option<&Model> {
        let variants = self.by_name.get(asset)?;
        variants.get(key.bits() as usize % variants.len())
    }
}

/// Grows them, a kind at a time.
pub fn grow(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) -> Result {
    let mut by_name = BTreeMap::new();
    let mut skins = BTreeMap::new();
    for (asset, form, age_yr) in KINDS {
        let [bark, leaves] = match skins.entry(form) {
            Entry::Occupied(skin) => skin.into_mut(),
            Entry::Vacant(skin) => {
                let look = Look::named(form).ok_or("the look ships")?;
                let pictures = look.pictures()?;
                let [bark, leaves] = pictures.map(|picture| {
                    images.add(texture(picture.width, picture.pixels, ImageAddressMode::Repeat))
                });
                let cut_out = StandardMaterial {
                    alpha_mode: AlphaMode::Mask(CUTOFF),
                    ..pictured(leaves)
                };
                skin.insert([pictured(bark), cut_out].map(|material| materials.add(material)))
            }
        };
        let form = SeasonTree {
            age_yr: Some(age_yr),
            ..presets::named(form).ok_or("the form ships")?.form()
        };
        let mut variants = Vec::new();
        for number in 0..VARIANTS {
            let key = RandomKey::root(u64::from(number), &["models", asset]);
            let tree = form.grow(key, &[])?;
            let details = TRIANGLES.map(|triangles| Detail {
                is_told: false,
                ..Detail::of(triangles)
            });
            let levels = mesh::draw_levels(&tree.skeleton, &details, form.leaf.as_ref(), key)?;
            variants.push(Model {
                height_m: tree.metrics.height_m as f32,
                levels: std::array::from_fn(|ring| pieces(&levels[ring], [bark, leaves], &mut meshes)),
            });
        }
        by_name.insert(asset, variants);
    }
    let stone = (small::stone()?, rough(Color::srgb(0.50, 0.48, 0.45)));
    let blades = StandardMaterial {
        cull_mode: None,
        ..rough(Color::WHITE)
    };
    let grass = (small::grass(), blades);
    for (asset, (mesh, material)) in [("stone", stone), ("grass", grass)] {
        let piece = Piece {
            mesh: Mesh3d(meshes.add(mesh)),
            material: MeshMaterial3d(materials.add(material)),
        };
        let model = Model {
            height_m: 1.0,
            levels: std::array::from_fn(|_| vec![piece.clone()]),
        };
        by_name.insert(asset, vec![model]);
    }
    let soil = texture(GROUND_SIDE, soil()?, ImageAddressMode::MirrorRepeat);
    let ground = MeshMaterial3d(materials.add(pictured(images.add(soil))));
    commands.insert_resource(Models { by_name, ground });
    Ok(())
}

fn pictured(picture: Handle<Image>) -> StandardMaterial {
    StandardMaterial {
        base_color_texture: Some(picture),
        ..rough(Color::WHITE)
    }
}

/// Nothing in a wood is glossy.
fn rough(colour: Color) -> StandardMaterial {
    StandardMaterial {
        base_color: colour,
        perceptual_roughness: 1.0,
        reflectance: 0.1,
        ..default()
    }
}

/// Lighter and darker spots, as wide as high; a mirror image follows on either side.
fn soil() -> Result<Vec<[u8; 4]>> {
    let noise = Noise {
        wavelength_m: 32.0,
        amplitude_m: 1.0,
        octaves: 4,
        gain: 0.9,
    };
    let relief = Relief {
        noise: Some(noise),
        ..Relief::default()
    };
    let grid = Grid::over([0.0; 2], [GROUND_SIDE as f64; 2], [GROUND_SIDE as u32; 2])?;
    let spots = relief.draw(RandomKey::root(7, &["soil"]), grid)?;
    let grey = |&height: &f32| {
        let grey = (200.0 + 40.0 * height).clamp(0.0, 255.0) as u8;
        [grey, grey, grey, u8::MAX]
    };
    Ok(spots.values().iter().map(grey).collect())
}

/// A picture with all its smaller levels: without them leaves would glitter from afar.
fn texture(width: usize, pixels: Vec<[u8; 4]>, at_edges: ImageAddressMode) -> Image {
    let mut data = pixels.as_flattened().to_vec();
    let mut levels = 1;
    let (mut side, mut level) = (width, pixels);
    while side > 1 {
        level = halved(&level, side);
        data.extend(level.as_flattened());
        side /= 2;
        levels += 1;
    }
    let size = Extent3d {
        width: width as u32,
        height: width as u32,
        depth_or_array_layers: 1,
    };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new_uninit(
        size,
        TextureDimension::D2,
        format,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.texture_descriptor.mip_level_count = levels;
    image.data = Some(data);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: at_edges,
        address_mode_v: at_edges,
        ..ImageSamplerDescriptor::linear()
    });
    image
}

/// Means of two by two pixels: of opacity as it is, which keeps its coverage so, and of colours in linear light.
fn halved(pixels: &[[u8; 4]], side: usize) -> Vec<[u8; 4]> {
    let half = side / 2;
    let mean = |at: usize| {
        let first = 2 * (at / half) * side + 2 * (at % half);
        let four = [first, first + 1, first + side, first + side + 1].map(|at| {
            let [red, green, blue, opacity] = pixels[at];
            Color::srgba_u8(red, green, blue, opacity).to_linear().to_vec4()
        });
        let mean = four.into_iter().sum::<Vec4>() / 4.0;
        Color::from(LinearRgba::from_vec4(mean)).to_srgba().to_u8_array()
    };
    (0..half * half).map(mean).collect()
}

fn pieces(
    tree: &TreeMesh,
    materials: [&Handle<StandardMaterial>; 2],
    meshes: &mut Assets<Mesh>,
) -> Vec<Piece> {
    let parts = [&tree.bark, &tree.leaves].into_iter().zip(materials);
    let drawn = parts.filter(|(part, _)| !part.triangles.is_empty());
    drawn
        .map(|(part, material)| Piece {
            mesh: Mesh3d(meshes.add(mesh_of(part))),
            material: MeshMaterial3d(material.clone()),
        })
        .collect()
}

/// Triangles as Bevy has them; the light that comes through the crown darkens the colour.
fn mesh_of(part: &mesh::Mesh) -> Mesh {
    let upright = |places: &[[f32; 3]]| -> Vec<Vec3> {
        places.iter().map(|along| place(along.map(f64::from))).collect()
    };
    let colours: Vec<[f32; 4]> = part
        .light
        .iter()
        .map(|light| DARKEST + (1.0 - DARKEST) * light)
        .map(|light| [light, light, light, 1.0])
        .collect();
    // Bevy counts pictures from their top.
    let texture: Vec<[f32; 2]> = part.texture.iter().map(|&[u, v]| [u, 1.0 - v]).collect();
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, upright(&part.places_m))
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, upright(&part.normals))
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, texture)
        .with_inserted_indices(Indices::U32(part.triangles.as_flattened().to_vec()));
    if !colours.is_empty() {
        mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colours);
    }
    mesh
}

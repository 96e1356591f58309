//! Light: the sun, the sky that lights from all sides, and the haze far away.

use bevy::asset::RenderAssetUsages;
use bevy::light::{CascadeShadowConfigBuilder, Skybox};
use bevy::math::ops;
use bevy::prelude::*;
use bevy::render::render_resource::{
    Extent3d, TextureDimension, TextureFormat, TextureViewDescriptor, TextureViewDimension,
};

/// Colours of the sky: straight up, and at the horizon.
const ZENITH: LinearRgba = LinearRgba::rgb(0.10, 0.26, 0.62);
const HORIZON: LinearRgba = LinearRgba::rgb(0.45, 0.61, 0.82);
/// The light in the shade: from above, from the sides, and what the ground throws back.
const ABOVE: LinearRgba = LinearRgba::rgb(0.42, 0.48, 0.56);
const AROUND: LinearRgba = LinearRgba::rgb(0.52, 0.56, 0.58);
const BELOW: LinearRgba = LinearRgba::rgb(0.10, 0.10, 0.04);
/// Around the sun.
const GLARE: LinearRgba = LinearRgba::rgb(1.0, 0.93, 0.80);
/// The way to the sun.
const TO_SUN: Vec3 = Vec3::new(-0.55, 0.62, 0.56);
/// How bright the sky is in the picture.
const BRIGHTNESS: f32 = 1.15;
/// Light that makes a white surface white in the picture, cd/m².
const WHITE_CD_PER_M2: f32 = 1_000.0;
/// How bright the light is that comes from the sky.
const SHINE: f32 = 1.4;
/// Where haze begins, and where nothing else is seen, m.
const HAZE_M: [f32; 2] = [180.0, 540.0];
/// How far shadows are drawn, m.
const SHADOWS_M: f32 = 170.0;
/// Pixels along a face of the sky.
const SIDE: usize = 32;

/// What a camera needs to see it.
pub fn seen(images: &mut Assets<Image>) -> impl Bundle {
    (
        Skybox {
            image: Some(images.add(dome())),
            brightness: BRIGHTNESS * WHITE_CD_PER_M2,
            ..default()
        },
        EnvironmentMapLight {
            intensity: SHINE * WHITE_CD_PER_M2,
            ..EnvironmentMapLight::hemispherical_gradient(images, ABOVE, AROUND, BELOW)
        },
        DistanceFog {
            color: (HORIZON * BRIGHTNESS).with_alpha(1.0).into(),
            falloff: FogFalloff::Linear {
                start: HAZE_M[0],
                end: HAZE_M[1],
            },
            ..default()
        },
    )
}

/// The sun.
pub fn shine(mut commands: Commands) {
    let shadows = CascadeShadowConfigBuilder {
        num_cascades: 3,
        first_cascade_far_bound: 40.0,
        maximum_distance: SHADOWS_M,
        ..default()
    };
    commands.spawn((
        DirectionalLight {
            color: Color::srgb(1.0, 0.95, 0.87),
            illuminance: 9_500.0,
            shadow_maps_enabled: true,
            ..default()
        },
        Transform::from_translation(TO_SUN).looking_at(Vec3::ZERO, Vec3::Y),
        shadows.build(),
    ));
}

/// The sky as the six faces of a cube: paler towards the horizon, and brighter around the sun.
fn dome() -> Image {
    let along = |pixel: usize| (2 * pixel + 1) as f32 / SIDE as f32 - 1.0;
    let ways = (0..6 * SIDE * SIDE).map(|pixel| {
        let (u, v) = (along(pixel % SIDE), along(pixel / SIDE % SIDE));
        // Cubes are seen from inside: Bevy turns z round.
        let [x, y, z] = match pixel / SIDE / SIDE {
            0 => [1.0, -v, -u],
            1 => [-1.0, -v, u],
            2 => [u, 1.0, v],
            3 => [u, -1.0, -v],
            4 => [u, -v, 1.0],
            _ => [-u, -v, -1.0],
        };
        Vec3::new(x, y, -z).normalize()
    });
    let colour = |way: Vec3| {
        // Hills that vanish in the haze end before it turns blue.
        let up = ops::powf((way.y - 0.08).max(0.0), 0.75);
        let near_sun = ops::powf(way.dot(TO_SUN.normalize()).max(0.0), 12.0);
        HORIZON.mix(&ZENITH, up).mix(&GLARE, 0.5 * near_sun)
    };
    let size = Extent3d {
        width: SIDE as u32,
        height: SIDE as u32,
        depth_or_array_layers: 6,
    };
    let mut image = Image::new(
        size,
        TextureDimension::D2,
        ways.flat_map(|way| Srgba::from(colour(way)).to_u8_array())
            .collect(),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.texture_view_descriptor = Some(TextureViewDescriptor {
        dimension: Some(TextureViewDimension::Cube),
        ..default()
    });
    image
}

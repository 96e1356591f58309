//! The camera: by keys, or alone in a wide circle around the clearing.

use bevy::anti_alias::fxaa::Fxaa;
use bevy::camera::Hdr;
use bevy::core_pipeline::prepass::DepthPrepass;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::math::ops;
use bevy::prelude::*;
use bevy::render::view::{ColorGrading, ColorGradingGlobal, ColorGradingSection};

use crate::sky;
use crate::world::Land;

/// Radius of the circle, m.
const CIRCLE_M: f32 = 105.0;
/// Seconds for once around.
const AROUND_S: f32 = 120.0;
/// Height above the middle of the clearing, and above the ground at least, m.
const ABOVE_M: [f32; 2] = [60.0, 40.0];
const SPEED_M_PER_S: f32 = 30.0;
const TURN_PER_S: f32 = 1.0;

pub fn begin(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    commands.spawn((
        Camera3d::default(),
        Hdr,
        Tonemapping::KhronosPbrNeutral,
        Projection::from(PerspectiveProjection {
            fov: 0.9,
            ..default()
        }),
        // Leaves lie behind leaves: what is hidden is not lit.
        DepthPrepass,
        Msaa::Off,
        Fxaa::default(),
        ColorGrading::with_identical_sections(
            ColorGradingGlobal {
                post_saturation: 0.92,
                ..default()
            },
            ColorGradingSection::default(),
        ),
        sky::seen(&mut images),
    ));
}

/// W and S forward and back, A and D turn, Q and E down and up; once one was pressed, the camera no longer flies alone.
pub fn fly(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    land: Res<Land>,
    mut camera: Single<&mut Transform, With<Camera3d>>,
    mut is_flown: Local<bool>,
) {
    let ground_m = |at: Vec3| land.height_m([f64::from(at.x), -f64::from(at.z)]) as f32;
    let along = |forward: KeyCode, back: KeyCode| {
        f32::from(u8::from(keys.pressed(forward))) - f32::from(u8::from(keys.pressed(back)))
    };
    let (ahead, aside, up) = (
        along(KeyCode::KeyW, KeyCode::KeyS),
        along(KeyCode::KeyA, KeyCode::KeyD),
        along(KeyCode::KeyE, KeyCode::KeyQ),
    );
    *is_flown |= ahead != 0.0 || aside != 0.0 || up != 0.0;
    if *is_flown {
        let seconds = time.delta_secs();
        let forward = camera.forward() * ahead + Vec3::Y * up;
        camera.translation += forward * SPEED_M_PER_S * seconds;
        camera.rotate_y(aside * TURN_PER_S * seconds);
        let least_m = ground_m(camera.translation) + 1.7;
        camera.translation.y = camera.translation.y.max(least_m);
    } else {
        let (sin, cos) = ops::sin_cos(std::f32::consts::TAU * time.elapsed_secs() / AROUND_S);
        let mut from = Vec3::new(CIRCLE_M * cos, 0.0, CIRCLE_M * sin);
        let middle_m = ground_m(Vec3::ZERO);
        from.y = (middle_m + ABOVE_M[0]).max(ground_m(from) + ABOVE_M[1]);
        let middle = Vec3::new(0.0, middle_m + 12.0, 0.0);
        **camera = Transform::from_translation(from).looking_at(middle, Vec3::Y);
    }
}

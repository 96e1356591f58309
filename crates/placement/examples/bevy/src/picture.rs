//! A picture that is asked for on the command line: the same on every machine, however slow it draws.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::time::TimeUpdateStrategy;

use crate::tiles::LayingOut;

/// How much time passes from frame to frame.
const STEP: Duration = Duration::from_secs(1);
/// Frames before it is taken: shaders become ready, and what was laid out is brought to the GPU.
const SETTLING_FRAMES: u32 = 4;

/// A picture that was asked for.
#[derive(Resource, Clone)]
pub struct Picture {
    after_s: f32,
    path: PathBuf,
}

impl Picture {
    /// From the arguments behind `--picture`.
    pub fn of(seconds: &str, path: &str) -> Result<Self, String> {
        let after_s = match seconds.parse::<f32>() {
            Ok(after_s) if (0.0..=3600.0).contains(&after_s) => after_s,
            _ => return Err(format!("`{seconds}` is no number of seconds from 0 to 3600")),
        };
        let path = PathBuf::from(path);
        if path.extension().is_none_or(|extension| extension != "png") {
            return Err(format!("`{}` does not end in `.png`", path.display()));
        }
        // Said before anything is drawn.
        File::create(&path).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))?;
        Ok(Self { after_s, path })
    }

    /// Lets the clock tick by frames, and shaders be ready in the frame that asks for them.
    pub fn prepare(self, app: &mut App) {
        app.insert_resource(self)
            .insert_resource(TimeUpdateStrategy::ManualDuration(STEP))
            .insert_resource(Time::<Virtual>::from_max_delta(STEP))
            .add_systems(Update, take);
    }

    /// How shaders are compiled.
    pub fn rendering(picture: Option<&Self>) -> RenderPlugin {
        RenderPlugin {
            synchronous_pipeline_compilation: picture.is_some(),
            ..default()
        }
    }
}

/// When its second has come, the clock stands still until all tiles are laid out and the picture is written. Nothing is drawn before.
fn take(
    picture: Res<Picture>,
    laying_out: Query<(), With<LayingOut>>,
    asked: Query<(), With<Screenshot>>,
    mut camera: Single<&mut Camera>,
    mut clock: ResMut<Time<Virtual>>,
    mut frames: Local<u32>,
    mut commands: Commands,
    mut exit: MessageWriter<AppExit>,
) {
    camera.is_active = clock.elapsed_secs() >= picture.after_s && laying_out.is_empty();
    if clock.elapsed_secs() >= picture.after_s {
        clock.pause();
    }
    if !camera.is_active {
        return;
    }
    *frames += 1;
    if *frames == SETTLING_FRAMES {
        commands
            .spawn(Screenshot::primary_window())
            .observe(save_to_disk(picture.path.clone()));
    } else if *frames > SETTLING_FRAMES && asked.is_empty() {
        exit.write(AppExit::Success);
    }
}

//! A painted world that is laid out around a camera, and a stand in it that grows a year a second.
//!
//! ```text
//! cargo run --release                               # fly: W, S, A, D, Q and E; without them the camera flies alone
//! cargo run --release -- --picture 20 picture.png   # a picture after 20 seconds, then the end
//! ```
//!
//! - `world.rs` paints: ground, biomes and rules. No engine in it.
//! - `models.rs` grows the trees that stand there, as meshes of Bevy.
//! - `small.rs` makes stones and grass.
//! - `tiles.rs` lays tiles out and drops them as the camera moves, in the background.
//! - `stand.rs` is a forest whose trees are entities of Bevy too.
//! - `flight.rs` moves the camera.
//! - `sky.rs` is the light and the haze.
//! - `picture.rs` takes the picture.
//!
//! understory has z up, Bevy y: [`place`] and [`turned`] lead from one to the other.

mod flight;
mod models;
mod picture;
mod sky;
mod small;
mod stand;
mod tiles;
mod world;

use std::ffi::OsString;
use std::time::Duration;

use bevy::diagnostic::{DiagnosticsStore, EntityCountDiagnosticsPlugin, FrameTimeDiagnosticsPlugin};
use bevy::prelude::*;
use bevy::time::common_conditions::on_real_timer;

use crate::picture::Picture;
use crate::world::Land;

/// How often the title is written anew.
const TOLD_EVERY: Duration = Duration::from_secs(5);
const USAGE: &str = "usage: understory-in-bevy [--picture SECONDS FILE.png]";

/// A place of understory's, in Bevy.
pub fn place([x, y, z]: [f64; 3]) -> Vec3 {
    Vec3::new(x as f32, z as f32, -y as f32)
}

/// A rotation of understory's, in Bevy.
pub fn turned([x, y, z, w]: [f64; 4]) -> Quat {
    Quat::from_xyzw(x as f32, z as f32, -y as f32, w as f32)
}

fn main() -> AppExit {
    let arguments = std::env::args_os().skip(1).map(OsString::into_string);
    let Ok(arguments) = arguments.collect::<Result<Vec<_>, _>>() else {
        return refuse("an argument is no UTF-8");
    };
    let picture = match arguments.as_slice() {
        [] => None,
        [flag, seconds, path] if flag == "--picture" => match Picture::of(seconds, path) {
            Ok(picture) => Some(picture),
            Err(problem) => return refuse(&problem),
        },
        _ => return refuse(&format!("these arguments are not known; {USAGE}")),
    };
    let land = match Land::paint() {
        Ok(land) => land,
        Err(problem) => return refuse(&problem),
    };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(Picture::rendering(picture.as_ref())))
        .insert_resource(GlobalAmbientLight::NONE)
        .insert_resource(land)
        .add_systems(Startup, (sky::shine, models::grow, flight::begin))
        .add_systems(Startup, stand::plant.after(models::grow))
        .add_systems(
            Update,
            (flight::fly, (tiles::lay_out, tiles::show).chain(), stand::advance),
        );
    match picture {
        Some(picture) => picture.prepare(&mut app),
        None => {
            app.add_plugins((
                FrameTimeDiagnosticsPlugin::default(),
                EntityCountDiagnosticsPlugin::default(),
            ))
            .add_systems(Update, tell.run_if(on_real_timer(TOLD_EVERY)));
        }
    }
    app.run()
}

fn refuse(problem: &str) -> AppExit {
    eprintln!("error: {problem}");
    AppExit::from_code(2)
}

/// Says in the title and in the log how many things there are, and how fast they are drawn.
fn tell(diagnostics: Res<DiagnosticsStore>, mut window: Single<&mut Window>) {
    let smoothed = |path| diagnostics.get(path).and_then(|value| value.smoothed());
    let told = format!(
        "understory in Bevy: {} entities, {:.1} frames a second",
        smoothed(&EntityCountDiagnosticsPlugin::ENTITY_COUNT).unwrap_or_default(),
        smoothed(&FrameTimeDiagnosticsPlugin::FPS).unwrap_or_default(),
    );
    info!("{told}");
    window.title = told;
}

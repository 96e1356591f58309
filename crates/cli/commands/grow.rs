//! `grow`: one tree, its numbers and its files.
//!
//! Nothing of an interrupted tree is worth keeping: growing takes seconds, so the hint is to begin again.

use understory::{Setting, Task, TreeScenario};

use crate::args::GrowOptions;
use crate::failure::Outcome;
use crate::host::{BEGIN_AGAIN, Host, Interrupt, stopped_in};
use crate::job::{opened, overrides};
use crate::progress::end_at_interrupt;

/// Grows the tree of a scenario.
pub(crate) fn grow(options: &GrowOptions) -> Outcome {
    end_at_interrupt(format!("stopped; nothing was written\nhint: {BEGIN_AGAIN}"));
    let overrides = overrides(&options.given, drawn(options));
    let (scenario, out): (TreeScenario, _) = opened(&options.given, &overrides, &options.work)?;
    let interrupt = Interrupt::Ends(|partial| stopped_in(partial, BEGIN_AGAIN));
    let host = Host::new(options.work.quiet, interrupt);
    host.make(&Task::new(&scenario)?, &out)?;
    Ok(())
}

/// What the options of the meshes set in the scenario.
fn drawn(options: &GrowOptions) -> impl Iterator<Item = Setting> {
    let keys = ["triangles", "triangles_lod1", "triangles_lod2", "triangles_lod3"];
    let triangles = keys.into_iter().zip(&options.triangles);
    let triangles = triangles.map(|(key, triangles)| format!("tree.mesh.{key}={triangles}"));
    let asked = [
        (options.roots, "roots"),
        (options.meshopt, "meshopt"),
        (options.wind_in_texture, "wind_in_texture"),
    ];
    let asked = asked.into_iter().filter(|(is_asked, _)| *is_asked);
    triangles
        .chain(asked.map(|(_, key)| format!("tree.mesh.{key}=true")))
        .map(|set| set.parse().expect("a key and its value are a setting"))
}

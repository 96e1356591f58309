//! `grow`: one tree, its numbers and its files.
//!
//! Nothing of an interrupted tree is worth keeping: growing takes seconds, so the hint is to begin again.

use clap::Args;
use understory::{Setting, Task, TreeScenario};

use crate::args::{ScenarioOptions, WorkOptions};
use crate::failure::Outcome;
use crate::host::{BEGIN_AGAIN, Host, Interrupt, stopped_in};
use crate::job::{opened, overrides};
use crate::progress::end_at_interrupt;

/// Grow one tree: skeleton, metrics, meshes and figures, and an L-system beside it
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/grow.txt").trim_end())]
pub(crate) struct GrowOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Triangles at most of the nearest level of detail, or of all four [default: 25000, then a third each]
    #[arg(long, value_name = "N,N,N,N", value_delimiter = ',', num_args = 1..=4)]
    pub(crate) triangles: Vec<u32>,
    /// Draw the roots too
    #[arg(long)]
    pub(crate) roots: bool,
    /// Write the levels packed by `EXT_meshopt_compression` too, into DIR/meshopt; needs the feature `meshopt`
    #[arg(long)]
    pub(crate) meshopt: bool,
    /// Write what wind does to a vertex as texture coordinates too, for engines that know no attribute `_WIND`
    #[arg(long)]
    pub(crate) wind_in_texture: bool,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

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

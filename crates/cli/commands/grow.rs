mod figures;
mod files;
mod table;

use std::path::PathBuf;
use std::time::Instant;

use understory_lab::grow::{Grown, files_in, write_tables};
use understory_lab::store::Store;
use understory_records::{Document, RunJson, TreeManifest, TreePerformance, paths};
use understory_scenario::{Overrides, TreeScene};

use crate::Outcome;
use crate::args::GrowOptions;
use crate::failure::Failure;
use crate::files::{DiskFiles, slashed};
use crate::job::{About, VERSION, peak_rss_bytes, run_json, start_threads, stays_at, write_copies};
use crate::output::{data, say};
use crate::progress::end_at_interrupt;
use crate::run_folder::{RunFolder, Start};
use crate::store::DirectoryStore;

pub(crate) use figures::draw_figures;

/// Grows the tree of a scenario.
pub(crate) fn grow(options: &GrowOptions) -> Outcome {
    let start = Instant::now();
    let overrides = Overrides {
        seed: options.seed,
        years: None,
    };
    let scene = understory_scenario::load_tree(&slashed(&options.scenario), &DiskFiles, &overrides)?;
    let threads = start_threads(options.threads)?;
    let copies = understory_scenario::tree_folder(&scene, |input| stays_at(input, &options.scenario));
    let identity = understory_scenario::tree_identity(&scene);
    let wanted = run_json(&About::of_tree(&scene), &copies, &identity)?;
    let out = options
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("results").join(&scene.name));
    let (folder, begin) = RunFolder::open(&out, &wanted, false)?;
    if let (
        Start::Fresh {
            given_up_year: Some(year),
        },
        false,
    ) = (begin, options.quiet)
    {
        say(&format!("giving up an earlier run that had reached year {year}"));
    }
    end_at_interrupt(format!(
        "stopped; what was finished is in {}\nhint: begin again with `understory grow {}`",
        folder.partial().display(),
        options.scenario.display()
    ));

    let grown = match understory_lab::grow::grow(&scene.specimen, scene.seed) {
        Ok(grown) => grown,
        Err(error) => {
            folder.give_up()?;
            return Err(error.into());
        }
    };
    let store = folder.store();
    write_copies(&store, &copies)?;
    let before = Instant::now();
    write_tables(&scene.specimen, &grown, &store)?;
    files::write(&scene, &grown, &store)?;
    let write_s = before.elapsed().as_secs_f64();
    let mut manifest = manifest(&scene, &wanted, &grown, threads, &store)?;
    manifest.performance.write_s = write_s;
    draw_figures(&store, &manifest)?;
    manifest.performance.wall_s = start.elapsed().as_secs_f64();
    manifest.performance.peak_rss_bytes = peak_rss_bytes();
    store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    let out = folder.finish()?;
    data(&table::table(&grown))?;
    if !options.quiet {
        let growth_s = grown.tree.times.growth_s;
        say(&format!(
            "{}: {} nodes, grown in {growth_s:.2} s, all in {:.1} s\nfiles and figures are in {}",
            scene.name,
            grown.tree.metrics.nodes,
            manifest.performance.wall_s,
            out.display()
        ));
    }
    Ok(())
}

/// The manifest but for what is known at the end alone.
fn manifest(
    scene: &TreeScene,
    wanted: &RunJson,
    grown: &Grown,
    threads: usize,
    store: &DirectoryStore,
) -> Result<TreeManifest, Failure> {
    Ok(TreeManifest {
        version: VERSION.to_owned(),
        command: "grow".to_owned(),
        scenario: scene.name.clone(),
        scenario_blake3: wanted.scenario_blake3.clone(),
        inputs: wanted.inputs.clone(),
        seed: scene.seed,
        threads: threads as u64,
        performance: TreePerformance {
            wall_s: 0.0,
            peak_rss_bytes: None,
            attraction_s: grown.attraction_s,
            tree: grown.tree.times,
            write_s: 0.0,
            counterpart: grown.counterpart.as_ref().map(|plant| plant.times),
        },
        files: files_in(store)?,
        identity: wanted.identity.clone(),
    })
}

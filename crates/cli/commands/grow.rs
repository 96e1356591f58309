mod figures;
mod files;
mod table;

use std::path::{Path, PathBuf};
use std::time::Instant;

use understory_branching::colonization::Stop;
use understory_lab::grow::{Grown, TreeEstimate, files_in, write_tables};
use understory_lab::store::Store;
use understory_records::{Document, RunJson, TreeManifest, TreePerformance, paths};
use understory_scenario::{Overrides, TreeScene};

use crate::args::GrowOptions;
use crate::failure::{Failure, Outcome};
use crate::files::{DiskFiles, slashed};
use crate::job::{
    About, Place, VERSION, check_memory, move_in, peak_rss_bytes, run_json, start_threads, stays_at,
    tell_given_up, write_copies,
};
use crate::output::{data, say};
use crate::progress::{Steps, end_at_interrupt};
use crate::run_folder::RunFolder;
use crate::store::DirectoryStore;

pub(crate) use figures::{draw_figures, in_words};

const BEGIN_AGAIN: &str = "the same command begins again";

/// Grows the tree of a scenario.
pub(crate) fn grow(options: &GrowOptions) -> Outcome {
    let start = Instant::now();
    let overrides = Overrides {
        seed: options.seed,
        years: None,
        set: options.set.set.clone(),
    };
    let file = slashed(&options.scenario);
    let scene = understory_scenario::load_tree(&file, &DiskFiles, &overrides)?;
    let place = Place {
        file: &file,
        text: &scene.text,
    };
    let estimate = TreeEstimate::of(&scene.specimen);
    check_memory(&place, "this tree", estimate.memory_bytes, estimate.key)?;
    let threads = start_threads(options.threads)?;
    let copies = understory_scenario::tree_folder(&scene, |input| stays_at(input, &options.scenario));
    let identity = understory_scenario::tree_identity(&scene);
    let wanted = run_json(&About::of_tree(&scene), &copies, &identity)?;
    let out = options
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("results").join(&scene.name));
    let (folder, begin) = RunFolder::open(&out, &wanted, false)?;
    tell_given_up(&begin, options.quiet);
    end_at_interrupt(format!(
        "stopped; what was finished is in {}\nhint: {BEGIN_AGAIN}",
        folder.partial().display()
    ));

    let store = folder.store();
    write_copies(&store, &copies)?;
    let steps = Steps::new(options.quiet);
    steps.begin("growing");
    let grown = match understory_lab::grow::grow(&scene.specimen, scene.seed) {
        Ok(grown) => grown,
        Err(_) => {
            folder.give_up()?;
            return Err(place.failure(understory_lab::grow::faults(&scene.specimen, scene.seed)));
        }
    };
    let fill = || {
        let mut manifest = write(&scene, &wanted, &grown, threads, &store, &steps)?;
        steps.begin("drawing figures");
        draw_figures(&store, &manifest)?;
        manifest.others = folder.others(&mut manifest.files)?;
        manifest.performance.wall_s = start.elapsed().as_secs_f64();
        manifest.performance.peak_rss_bytes = peak_rss_bytes();
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
        Ok(manifest)
    };
    let manifest = fill().map_err(|failure: Failure| failure.with_hint(BEGIN_AGAIN))?;
    let out = move_in(folder, options.quiet)?;
    steps.end();
    data(&table::table(&grown, scene.preset.as_deref()))?;
    if !options.quiet {
        tell_end(&scene, &grown, &manifest, &out);
    }
    Ok(())
}

fn tell_end(scene: &TreeScene, grown: &Grown, manifest: &TreeManifest, out: &Path) {
    if let Some(why) = cut_short(grown.stop) {
        say(&format!(
            "note: growth ended at {why}, and not because the space was taken"
        ));
    }
    let rounds = grown.tree.skeleton.nodes.iter().map(|node| node.iteration).max();
    for damage in &scene.specimen.form.shoot.damage {
        if rounds.is_some_and(|last| damage.round > last) {
            say(&format!(
                "note: the damage of round {} strikes nothing; growth ended in round {}",
                damage.round,
                rounds.unwrap_or_default()
            ));
        }
    }
    say(&format!(
        "{}: {} nodes, grown in {:.2} s, all in {:.1} s\nfiles and figures are in {}",
        scene.name,
        grown.tree.metrics.nodes,
        grown.tree.times.growth_s,
        manifest.performance.wall_s,
        out.display()
    ));
}

/// The key that ended growth before all was done.
fn cut_short(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Done => None,
        Stop::FewPointsLeft => Some("`stop_below_points`"),
        Stop::MostNodes => Some("`most_nodes`"),
    }
}

/// Writes everything but the figures, and gives the manifest but for what is known at the end alone.
fn write(
    scene: &TreeScene,
    wanted: &RunJson,
    grown: &Grown,
    threads: usize,
    store: &DirectoryStore,
    steps: &Steps,
) -> Result<TreeManifest, Failure> {
    steps.begin("writing");
    let start = Instant::now();
    write_tables(&scene.specimen, grown, store)?;
    files::write(scene, grown, store)?;
    let write_s = start.elapsed().as_secs_f64();
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
            write_s,
            counterpart: grown.counterpart.as_ref().map(|plant| plant.times),
        },
        files: files_in(store)?,
        identity: wanted.identity.clone(),
        others: Vec::new(),
    })
}

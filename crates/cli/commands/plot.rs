use understory_lab::claims::Set;
use understory_lab::store::Store;
use understory_records::{ClaimsManifest, Document, OtherFile, ReplicatesRow, TreeManifest, paths};
use understory_report::clark_evans_beside;

use crate::args::PlotOptions;
use crate::commands::{claims, grow, run};
use crate::failure::{Failure, Outcome};
use crate::left::{command_in, document, keep, manifest_of, read};
use crate::output::say;
use crate::store::DirectoryStore;

/// Draws the figures of a folder of ours anew from its tables.
pub(crate) fn plot(options: &PlotOptions) -> Outcome {
    match command_in(&options.run)?.as_deref() {
        Some("grow") => plot_tree(options),
        Some("claims") => plot_claims(options),
        Some("stats") => {
            let message = format!(
                "`{}` holds statistics, whose figures `understory stats` draws when it measures",
                options.run.display()
            );
            Err(Failure::input(message).with_hint("measure again with the same command"))
        }
        _ => plot_run(options),
    }
}

fn plot_run(options: &PlotOptions) -> Outcome {
    let mut manifest = manifest_of(&options.run)?;
    let store = DirectoryStore::existing(&options.run).held_to(&manifest.files);
    run::draw_figures(&store, &manifest)?;
    if !options.beside.is_empty() {
        let mut runs = Vec::new();
        for run in [&options.run].into_iter().chain(&options.beside) {
            let manifest = manifest_of(run)?;
            let store = DirectoryStore::existing(run).held_to(&manifest.files);
            runs.push((
                manifest.scenario,
                read::<ReplicatesRow>(&store, paths::REPLICATES)?,
            ));
        }
        let labelled: Vec<(&str, Vec<ReplicatesRow>)> = runs
            .iter()
            .map(|(name, rows)| (name.as_str(), rows.clone()))
            .collect();
        keep(&store, &clark_evans_beside(&labelled)?)?;
    }
    if list_drawn(&store, &mut manifest.others)? {
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    }
    tell(options, &store);
    Ok(())
}

fn plot_tree(options: &PlotOptions) -> Outcome {
    refuse_beside(options, "a tree")?;
    let mut manifest: TreeManifest = document(&options.run)?;
    let store = DirectoryStore::existing(&options.run).held_to(&manifest.files);
    grow::draw_figures(&store, &manifest)?;
    if list_drawn(&store, &mut manifest.others)? {
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    }
    tell(options, &store);
    Ok(())
}

/// The trees in the figures of claims stand in no table, so they are grown once more.
fn plot_claims(options: &PlotOptions) -> Outcome {
    refuse_beside(options, "claims")?;
    let mut manifest: ClaimsManifest = document(&options.run)?;
    let store = DirectoryStore::existing(&options.run);
    let sets: Vec<Set> = Set::ALL
        .into_iter()
        .filter(|set| manifest.sets.contains(&set.to_string()))
        .collect();
    claims::draw_figures(&sets, &store, options.quiet)?;
    if list_drawn(&store, &mut manifest.others)? {
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    }
    tell(options, &store);
    Ok(())
}

fn refuse_beside(options: &PlotOptions, what: &str) -> Outcome {
    if options.beside.is_empty() {
        return Ok(());
    }
    let message = format!(
        "`--beside` sets forests beside each other, but `{}` holds {what}",
        options.run.display()
    );
    Err(Failure::input(message).with_hint("leave it out"))
}

/// Puts what was drawn on the list of a manifest, so that it is known for ours. Gives whether the list changed.
fn list_drawn(store: &DirectoryStore, others: &mut Vec<OtherFile>) -> Result<bool, Failure> {
    let before = others.clone();
    for drawn in store.written_files(|_| true)? {
        others.retain(|other| other.path != drawn.path);
        others.push(drawn);
    }
    others.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Ok(*others != before)
}

fn tell(options: &PlotOptions, store: &DirectoryStore) {
    if !options.quiet {
        let drawn = store
            .written()
            .iter()
            .filter(|path| path.ends_with(".svg"))
            .count();
        let figures = if drawn == 1 { "figure" } else { "figures" };
        let folder = options.run.join("figures");
        say(&format!("drew {drawn} {figures} in {}", folder.display()));
    }
}

mod table;

use std::path::Path;

use understory::{Overrides, RunFolder, Task, TreeScenario};
use understory_branching::colonization::Stop;
use understory_lab::grow::Grown;
use understory_records::TreeManifest;

use crate::args::GrowOptions;
use crate::failure::{Failure, Outcome};
use crate::job::{move_in, out_or_usual, start_threads, tell_given_up};
use crate::output::{data, say};
use crate::progress::{Steps, end_at_interrupt};

const BEGIN_AGAIN: &str = "the same command begins again";

/// Grows the tree of a scenario.
pub(crate) fn grow(options: &GrowOptions) -> Outcome {
    let overrides = Overrides {
        seed: options.seed,
        years: None,
        set: options.set.set.clone(),
    };
    let scenario: TreeScenario = understory::open(&options.scenario, &overrides)?;
    let task = Task::new(&scenario)?;
    task.check()?;
    start_threads(options.threads)?;
    let out = out_or_usual(options.out.as_deref(), &scenario.header.name);
    let (folder, begin) = RunFolder::open(&out, &task.made_from, false)?;
    tell_given_up(&begin, options.quiet);
    end_at_interrupt(format!(
        "stopped; what was finished is in {}\nhint: {BEGIN_AGAIN}",
        folder.partial().display()
    ));

    let steps = Steps::new(options.quiet);
    let (grown, manifest) = match task.grow(&folder.store(), &steps) {
        Ok(grown) => grown,
        // What cannot grow leaves nothing of worth.
        Err(error @ understory::Error::Scenario(_)) => {
            folder.give_up()?;
            return Err(error.into());
        }
        Err(error) => return Err(Failure::from(error).with_hint(BEGIN_AGAIN)),
    };
    let out = move_in(folder, options.quiet)?;
    steps.end();
    data(&table::table(&grown, scenario.preset.as_deref()))?;
    if !options.quiet {
        tell_end(&scenario, &grown, &manifest, &out);
    }
    Ok(())
}

fn tell_end(scenario: &TreeScenario, grown: &Grown, manifest: &TreeManifest, out: &Path) {
    if let Some(why) = cut_short(grown.stop) {
        say(&format!(
            "note: growth ended at {why}, and not because the space was taken"
        ));
    }
    let rounds = grown.tree.skeleton.nodes.iter().map(|node| node.iteration).max();
    for damage in &scenario.specimen.form.shoot.damage {
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
        scenario.header.name,
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

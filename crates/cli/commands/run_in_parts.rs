//! `run` in several processes: the first grows its strip and writes the folder, the others grow theirs.

use std::path::PathBuf;

use understory::forest::exchange::to_all;
use understory::{DividedForest, ForestScenario, Task};
use understory_mpi::Ranks;

use super::run::{RunOptions, scenario_and_out};
use crate::failure::{Failure, Outcome};
use crate::host::Host;
use crate::progress::Progress;

/// Grows the forest of a scenario together with the other processes.
pub(crate) fn run_in_parts(options: &RunOptions, ranks: &Ranks) -> Outcome {
    let exchange = ranks.exchange();
    let is_root = exchange.part() == 0;
    let opened = opened(options);
    let words = match &opened {
        Ok(_) => String::new(),
        Err(failure) => failure.words().unwrap_or_else(|| "it was stopped".to_owned()),
    };
    let of_all = to_all(&*exchange, words.as_bytes());
    let (scenario, out) = match (opened, of_all.iter().position(|words| !words.is_empty())) {
        (Ok(opened), None) => opened,
        (Err(failure), _) if is_root => return Err(failure),
        (_, Some(process)) if is_root => {
            let words = String::from_utf8_lossy(&of_all[process]).into_owned();
            return Err(Failure::input(format!("process {process} cannot begin: {words}")));
        }
        _ => return Err(Failure::Stopped),
    };
    let agreed = DividedForest::agreed(Task::new(&scenario)?, exchange);
    if !is_root {
        let forest = agreed.map_err(|_| Failure::Stopped)?;
        return Ok(forest.follow()?);
    }
    let threads = rayon::current_num_threads();
    let forest = agreed?.with_threads_at_end(threads * ranks.on_this_machine());
    let host = Host::of_run(
        Progress::over(scenario.years, options.work.quiet),
        options.yes,
        options.resume,
    );
    host.tell_notes(&scenario.header);
    let Some((manifest, _)) = host.make(&forest, &out)? else {
        forest.dismiss();
        return Ok(());
    };
    let traffic = ranks.traffic();
    host.tell(&format!(
        "the first of {} processes sent {:.2} MB; of {:.2} s it spent {:.2} s in messages and {:.2} s waiting for the others",
        ranks.exchange().parts(),
        traffic.bytes as f64 / 1e6,
        manifest.wall_s(),
        traffic.carrying_s,
        traffic.waiting_s
    ));
    Ok(())
}

fn opened(options: &RunOptions) -> Result<(ForestScenario, PathBuf), Failure> {
    let (scenario, out) = scenario_and_out(options)?;
    if scenario.sweep.is_some() {
        return Err(Failure::input(
            "a sweep works in one process\nhint: start its tasks by themselves: `understory sweep SCENARIO --task ID`",
        ));
    }
    Ok((scenario, out))
}

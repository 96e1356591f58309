//! The edge of the plot: the strip that is not counted, and what becomes of seeds that fly over it.

use understory_forest::{Borders, SeedsOverEdge};
use understory_space::{Plot, Window};

use crate::problem::Report;
use crate::value::Table;

/// The keys of `[world]` that say more of the edge of an open plot on which a forest grows.
const OF_THE_EDGE: [&str; 2] = ["buffer_m", "seeds_over_edge"];

/// What the file says of the edge of this plot; `None` where something is wrong with it.
pub(crate) fn read(report: &mut Report<'_>, world: &Table, plot: &Plot) -> Option<Borders> {
    let buffer_m = world.real("buffer_m")?;
    let seeds_over_edge = match world.text("seeds_over_edge")? {
        "return" => SeedsOverEdge::Return,
        _ => SeedsOverEdge::Lost,
    };
    if plot.is_torus() {
        return of_torus(report, world, buffer_m).then(|| Borders::new(plot));
    }
    match Window::within(plot, buffer_m) {
        Ok(window) => Some(Borders {
            seeds_over_edge,
            window,
        }),
        Err(_) => {
            let [width_m, height_m] = plot.size_m();
            let message = format!(
                "`world.buffer_m` is {buffer_m}, but a strip of that width on all sides leaves nothing of a plot of \
                 {width_m} m by {height_m} m"
            );
            let hint = format!(
                "make it smaller than {} m, half the shorter side, or the plot larger",
                plot.shorter_side_m() / 2.0
            );
            report.problem(world.at("buffer_m"), message, hint);
            None
        }
    }
}

/// Whether nothing is said of the edge that a torus does not have.
fn of_torus(report: &mut Report<'_>, world: &Table, buffer_m: f64) -> bool {
    let before = report.count();
    if buffer_m > 0.0 {
        let message = format!(
            "`world.buffer_m` is {buffer_m}, but a torus needs no strip along its edges: every tree has neighbours on \
             all sides"
        );
        let hint = "leave it out, or write `edge = \"open\"`";
        report.problem(world.at("buffer_m"), message, hint.to_owned());
    }
    if is_given(world, "seeds_over_edge") {
        let message = "`world.seeds_over_edge` says nothing of a torus, where no seed is lost";
        let hint = "leave it out, or write `edge = \"open\"`";
        report.problem(world.at("seeds_over_edge"), message, hint.to_owned());
    }
    report.count() == before
}

/// Refuses these keys where no forest grows.
pub(crate) fn refuse(report: &mut Report<'_>, world: &Table, why: &str) {
    for name in OF_THE_EDGE.into_iter().filter(|name| is_given(world, name)) {
        let message = format!("`world.{name}` is for a forest that grows; {why}");
        report.problem(world.at(name), message, "leave it out".to_owned());
    }
}

/// A default stands where its table does.
fn is_given(world: &Table, name: &str) -> bool {
    world.has(name) && world.at(name) != world.at
}

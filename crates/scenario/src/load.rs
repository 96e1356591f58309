//! Scenarios of every kind, put together from the keys of their files.

use understory_forest::parameters::Conditions;
use understory_space::{Edge, Plot};
use understory_terrain::Grid;

use crate::borders;
use crate::calibrated;
use crate::checks;
use crate::climate;
use crate::compare;
use crate::costs;
use crate::crowns;
use crate::elevation::{self, Map};
use crate::files::Files;
use crate::fill::missing;
use crate::founders::{self, Beginning};
use crate::gaps::GapRules;
use crate::ground;
use crate::identity::of_plot;
use crate::interventions;
use crate::keys::{Key, SCENARIO, ValueKind};
use crate::kind::Scenario;
use crate::loading::{Loading, Place, parse, read};
use crate::part::part;
use crate::place;
use crate::problem::{Problems, Report};
use crate::related::related;
use crate::scatter;
use crate::scenario::WorldScenario;
use crate::scenario::{
    ForestScenario, Format, Overrides, Record, ScatterScenario, StandScenario, TreeScenario,
};
use crate::species::{self, Named};
use crate::swept;
use crate::terrain;
use crate::tree;
use crate::value::{Table, Value};
use crate::wanted::Wanted;

/// Reads and checks the scenario at `path` and all that it names: one of any kind for [`Scenario`], else of the kind
/// asked for.
///
/// Paths in the file are taken from its own folder.
///
/// # Errors
/// [`Problems`]: everything that is wrong, in the scenario, in the files it names and in the scenario of a grown
/// forest, not the first of it only; or that it is of another kind.
pub fn load<S: Loadable>(path: &str, files: &dyn Files, overrides: &Overrides) -> Result<S, Problems> {
    let place = Place::first(path);
    let bytes = read(path, files)?;
    parse(&place, &bytes, files, overrides, S::WANTED, |loading, table| {
        S::of(assemble(loading, table)?)
    })
}

/// What [`load`] can be asked for: a scenario of any kind, or of one.
pub trait Loadable: Sized {
    /// The files that are of this kind.
    const WANTED: Wanted;

    /// The scenario as one of this kind; `None` where it is of another.
    fn of(scenario: Scenario) -> Option<Self>;
}

impl Loadable for Scenario {
    const WANTED: Wanted = Wanted::Any;

    fn of(scenario: Scenario) -> Option<Self> {
        Some(scenario)
    }
}

macro_rules! of_one_kind {
    ($($kind:ident: $of_kind:ident),+) => {$(
        impl Loadable for $of_kind {
            const WANTED: Wanted = Wanted::$kind;

            fn of(scenario: Scenario) -> Option<Self> {
                match scenario {
                    Scenario::$kind(of_kind) => Some(*of_kind),
                    _ => None,
                }
            }
        }
    )+};
}

of_one_kind!(
    Forest: ForestScenario, Stand: StandScenario, Tree: TreeScenario, World: WorldScenario, Scatter: ScatterScenario
);

/// Each part is put together as far as it can be, so that all problems are found; `None` where there are any.
fn assemble(loading: &mut Loading<'_>, table: &Table) -> Option<Scenario> {
    costs::note(&mut loading.report, table);
    Some(if table.has("place") {
        Scenario::World(Box::new(world(loading, table)?))
    } else if table.has("tree") {
        Scenario::Tree(Box::new(tree(loading, table)?))
    } else if table.has("target") {
        Scenario::Stand(Box::new(stand(loading, table)?))
    } else if table.has("scatter") {
        Scenario::Scatter(Box::new(scattered(loading, table)?))
    } else {
        Scenario::Forest(Box::new(forest(loading, table)?))
    })
}

fn tree(loading: &mut Loading<'_>, table: &Table) -> Option<TreeScenario> {
    let tree = table.table("tree")?;
    let specimen = tree::specimen(loading, tree);
    Some(TreeScenario {
        preset: tree.text("preset").map(str::to_owned),
        look: tree.text("look").or(tree.text("preset")).map(str::to_owned),
        specimen: specimen?,
        header: loading.header(table, Vec::new())?,
    })
}

fn stand(loading: &mut Loading<'_>, table: &Table) -> Option<StandScenario> {
    let world = table.table("world");
    if let Some(world) = world.filter(|world| world.has("elevation")) {
        let message = "`elevation` is for a forest that grows; a measured stand is compared as a plan";
        loading
            .report
            .problem(world.at("elevation"), message, "leave it out".to_owned());
    }
    if let Some(world) = world {
        borders::refuse(
            &mut loading.report,
            world,
            "a measured stand has no more trees than its file",
        );
    }
    let plot = world.and_then(|world| plot(&mut loading.report, world, false, None));
    let compare = compare::read(loading, table, plot.as_ref(), (load_world, load_compared));
    let dbh_min_cm = compare.as_ref().map(|compare| compare.dbh_min_cm);
    let points_m = compare::target(loading, table.table("target")?, plot.as_ref(), dbh_min_cm);
    if let (Some(compare), Some(plot), Some(points_m)) = (&compare, &plot, &points_m) {
        let count = u32::try_from(points_m.len()).unwrap_or(u32::MAX);
        compare::costs(&mut loading.report, table, compare, plot, count);
    }
    let plot = plot?;
    Some(StandScenario {
        plot,
        points_m: points_m?,
        compare: compare?,
        header: loading.header(table, of_plot(&plot))?,
    })
}

/// A painted world, which is always open.
fn world(loading: &mut Loading<'_>, table: &Table) -> Option<WorldScenario> {
    let mut world = table.table("world").cloned();
    if let Some(world) = &mut world {
        if world.text("edge").is_some_and(|edge| edge != "open") {
            let message = "`world.edge` is \"torus\", but it must be `open` of a painted world, which ends at its edges";
            loading
                .report
                .problem(world.at("edge"), message, "leave it out".to_owned());
        }
        borders::refuse(&mut loading.report, world, "a painted world ends at its edges");
        world.insert("edge", world.at, Value::Text("open".to_owned()));
    }
    let map = world
        .as_ref()
        .map_or(Some(None), |world| elevation::map(loading, world, false));
    let of_map = map.as_ref().and_then(Option::as_ref).and_then(Map::grid);
    let plot = world
        .as_ref()
        .and_then(|world| plot(&mut loading.report, world, false, of_map));
    let terrain = match (&world, map, &plot) {
        (Some(world), Some(map), Some(plot)) => {
            terrain::read(loading, table.table("terrain"), world, map, plot)
        }
        _ => None,
    };
    place::read(loading, table, plot.as_ref(), terrain, load_patch)
}

/// Scattered points, on open ground where nothing else is said.
fn scattered(loading: &mut Loading<'_>, table: &Table) -> Option<ScatterScenario> {
    let mut world = table.table("world").cloned();
    if let Some(world) = &mut world {
        borders::refuse(&mut loading.report, world, "a point method knows no seeds");
        if world.has("elevation") {
            let message = "`elevation` is for a forest that grows; points are laid out as a plan";
            loading
                .report
                .problem(world.at("elevation"), message, "leave it out".to_owned());
        }
        if !world.has("edge") {
            world.insert("edge", world.at, Value::Text("open".to_owned()));
        }
    }
    let plot = world
        .as_ref()
        .and_then(|world| plot(&mut loading.report, world, false, None));
    scatter::read(loading, table, plot.as_ref())
}

pub(crate) fn forest(loading: &mut Loading<'_>, table: &Table) -> Option<ForestScenario> {
    let species = species::all(&mut loading.report, table);
    let entries = table.tables("founders").unwrap_or_default();
    let is_grown = entries.iter().any(|entry| entry.has("grown"));
    let world = table.table("world");
    let map = world.map_or(Some(None), |world| elevation::map(loading, world, is_grown));
    let of_map = map.as_ref().and_then(Option::as_ref).and_then(Map::grid);
    let drawn_plot = world.and_then(|world| plot(&mut loading.report, world, is_grown, of_map));
    let origin_m = world.and_then(|world| world.real_pair("origin_m"));
    let edge = world.and_then(edge);
    let Beginning { founders, plot } = founders::all(
        loading,
        entries,
        &species,
        drawn_plot,
        (origin_m, edge),
        load_patch,
    );
    if let (true, Some(world), Some(plot)) = (is_grown, world, &plot) {
        size_of_grown(&mut loading.report, world, plot);
    }
    if let (Some(world), Some(plot)) = (world, &plot) {
        let is_of_map = world.has("elevation") && world.at("origin_m") == world.at;
        let at = world.at(if is_of_map { "elevation" } else { "origin_m" });
        checks::places_can_be_told(&mut loading.report, at, plot);
    }
    let founders = founders.filter(|_| !table.is_broken("founders"));
    let interventions = interventions::read(&mut loading.report, table, &species, plot.as_ref());
    if let (Some(founders), Some(interventions)) = (&founders, &interventions) {
        checks::every_species_can_appear(&mut loading.report, founders, interventions, &species);
    }
    // Species are looked at with their presets, interventions one by one, the terrain wherever it is read.
    let others = |key: &&Key| !["species", "intervention", "terrain"].contains(&key.name);
    for key in SCENARIO.iter().filter(others) {
        related(&mut loading.report, std::slice::from_ref(key), table, "");
    }
    if let Some(plot) = &plot {
        let light = table
            .table("light")
            .and_then(|light| part(&mut loading.report, "light", light));
        checks::reaches_fit(&mut loading.report, plot, &light.unwrap_or_default(), &species);
        checks::seeds_from_outside_end(&mut loading.report, plot, &species);
    }
    if let Some(light) = table.table("light")
        && let Some(model) = light.text("model")
    {
        let entries = table.tables("species").unwrap_or_default();
        checks::note_unfitted_presets(&mut loading.report, light, model, entries);
        checks::note_unread_competition(&mut loading.report, model, entries);
    }
    let borders = world
        .zip(plot.as_ref())
        .and_then(|(world, plot)| borders::read(&mut loading.report, world, plot));
    let window = borders.as_ref().map(|borders| borders.window.plot());
    let terrain = match (world, map, &plot) {
        (Some(world), Some(map), Some(plot)) => {
            terrain::read(loading, table.table("terrain"), world, map, plot)
        }
        _ => None,
    };
    let ground = match (&terrain, &plot) {
        (Some(terrain), Some(plot)) => ground::read(loading, table, &species, terrain.as_ref(), plot),
        _ => None,
    };
    let climate = climate::read(
        loading,
        table,
        &species,
        terrain.as_ref(),
        ground.as_ref(),
        plot.as_ref(),
    );
    let record = table
        .table("record")
        .and_then(|table| record(&mut loading.report, table, window));
    let crowns = crowns::read(&mut loading.report, table.table("crowns"), &species, window);
    let compare = compare::read(loading, table, window, (load_world, load_compared));
    if let (Some(compare), Some(window)) = (&compare, window) {
        // How many trees there will be to compare with shows only when they have grown.
        compare::costs(&mut loading.report, table, compare, window, compare::FEW_POINTS);
    }
    if let (Some(founders), Some(plot), Some(record)) = (&founders, &plot, &record) {
        costs::note_pairs(&mut loading.report, table, founders, plot, record);
    }
    let run = table.table("run")?;
    let sweep = swept::read(loading, table, forest);
    let calibration = calibrated::read(loading, table, &species, window, forest);
    let (plot, record) = (plot?, record?);
    let mut resolved = of_plot(&plot);
    resolved.push(("record", "spacing_r_max_m", Value::Real(record.spacing_r_max_m)));
    Some(ForestScenario {
        plot,
        borders: borders?,
        terrain: terrain?,
        ground: ground?,
        climate: climate?,
        years: run.whole("years")?,
        replicates: run.whole("replicates")?,
        species: species
            .into_iter()
            .map(|Named { species, .. }| species)
            .collect::<Option<_>>()?,
        conditions: Conditions {
            light: part(&mut loading.report, "light", table.table("light")?)?,
            seedbed: part(&mut loading.report, "seedbed", table.table("seedbed")?)?,
            disturbance: part(&mut loading.report, "disturbance", table.table("disturbance")?)?,
        },
        founders: founders?,
        interventions: interventions?,
        assortments: part(&mut loading.report, "harvest", table.table("harvest")?)?,
        crowns: crowns?,
        record,
        compare: compare?,
        sweep: sweep?,
        calibration: calibration?,
        header: loading.header(table, resolved)?,
    })
}

/// Loads the painted world, with these bytes, that is compared as a method.
fn load_world(
    place: &Place<'_>,
    bytes: &[u8],
    files: &dyn Files,
    overrides: &Overrides,
) -> Result<WorldScenario, Problems> {
    parse(place, bytes, files, overrides, Wanted::World, world)
}

/// Loads the scenario, with these bytes, with whose forest or stand methods are compared.
fn load_compared(
    place: &Place<'_>,
    bytes: &[u8],
    files: &dyn Files,
    overrides: &Overrides,
) -> Result<Scenario, Problems> {
    parse(place, bytes, files, overrides, Wanted::Any, assemble)
}

/// Loads the forest, with these bytes, that a grown forest begins from or that the rule of a painted world stands as.
fn load_patch(
    place: &Place<'_>,
    bytes: &[u8],
    files: &dyn Files,
    overrides: &Overrides,
) -> Result<ForestScenario, Problems> {
    parse(place, bytes, files, overrides, Wanted::Forest, forest)
}

/// The plot that the file gives, or that of its map of heights; none where the forest is grown, as it follows from the
/// patch.
fn plot(report: &mut Report<'_>, world: &Table, is_grown: bool, map: Option<Grid>) -> Option<Plot> {
    let Some(Key {
        kind: ValueKind::Table(keys),
        ..
    }) = Key::find(SCENARIO, "world")
    else {
        return None;
    };
    if is_grown {
        return None;
    }
    for key in ["size_m", "edge"].iter().filter_map(|name| Key::find(keys, name)) {
        let follows = key.name == "size_m" && world.has("elevation");
        if !world.has(key.name) && !follows {
            missing(report, key, world.at, &format!("world.{}", key.name));
        }
    }
    let edge = edge(world)?;
    let is_given = |name: &str| world.at(name) != world.at;
    let plot = match map {
        Some(grid) if !world.has("size_m") && is_given("origin_m") => {
            let message = "`origin_m` is given without `size_m`; of a map either both follow or none";
            report.problem(
                world.at("origin_m"),
                message,
                format!("add `size_m`, at most up to {}", corner(&grid)),
            );
            return None;
        }
        Some(grid) if !world.has("size_m") => Plot::between(grid.origin_m(), grid.far_corner_m(), edge),
        Some(grid) if !is_given("origin_m") => Plot::new(grid.origin_m(), world.real_pair("size_m")?, edge),
        _ => Plot::new(world.real_pair("origin_m")?, world.real_pair("size_m")?, edge),
    };
    plot.map_err(|error| report.problem(world.at, error.to_string(), None))
        .ok()
}

/// The north-eastern corner of a map, in words.
fn corner(grid: &Grid) -> String {
    let [x_m, y_m] = grid.far_corner_m();
    format!("({x_m}, {y_m})")
}

fn edge(world: &Table) -> Option<Edge> {
    Some(match world.text("edge")? {
        "torus" => Edge::Torus,
        _ => Edge::Open,
    })
}

/// The size of a grown forest follows from its patch; one that is given all the same must be that.
fn size_of_grown(report: &mut Report<'_>, world: &Table, plot: &Plot) {
    let Some(given_m) = world.real_pair("size_m").filter(|_| world.has("size_m")) else {
        return;
    };
    let [width_m, height_m] = plot.size_m();
    if given_m != [width_m, height_m] {
        let message = format!(
            "`world.size_m` is [{}, {}], but the grown forest is {width_m} m by {height_m} m: the plot of its scenario times `tiles`",
            given_m[0], given_m[1]
        );
        report.problem(
            world.at("size_m"),
            message,
            "leave it out, or change `tiles`".to_owned(),
        );
    }
}

/// Most cells in which gaps are sought: each takes 4 bytes.
const MOST_GAP_CELLS: f64 = 1e8;

/// What counts as a gap, where the cells are not too many.
fn gap_rules(report: &mut Report<'_>, table: &Table, window: &Plot) -> Option<GapRules> {
    let rules: GapRules = part(report, "record", table)?;
    let cells = window.size_m().map(|length_m| (length_m / rules.cell_m).ceil());
    if cells[0] * cells[1] > MOST_GAP_CELLS {
        let message = format!(
            "`record.gaps.cell_m` is {}, which cuts the plot into {} × {} cells, but there may be at most {}",
            rules.cell_m, cells[0], cells[1], MOST_GAP_CELLS
        );
        let hint = "make the cells larger; crowns are some metres wide".to_owned();
        report.problem(table.at("cell_m"), message, hint);
    }
    Some(rules)
}

/// The greatest distance of the spacing curves where none is given, m.
const SPACING_R_MAX_M: f64 = 16.0;

fn record(report: &mut Report<'_>, table: &Table, window: Option<&Plot>) -> Option<Record> {
    let shorter_m = window?.shorter_side_m();
    let spacing_r_max_m = if table.has("spacing_r_max_m") {
        table.real("spacing_r_max_m")?
    } else {
        (shorter_m / 4.0).min(SPACING_R_MAX_M)
    };
    if spacing_r_max_m > shorter_m / 2.0 {
        let message = format!(
            "`record.spacing_r_max_m` is {spacing_r_max_m}, but it must be at most half the plot's shorter side, {} m",
            shorter_m / 2.0
        );
        let hint = "make it smaller, or leave it out for a quarter of that side";
        report.problem(table.at("spacing_r_max_m"), message, hint.to_owned());
    }
    let spacing_steps: u32 = table.whole("spacing_steps")?;
    let envelope_simulations: u32 = table.whole("envelope_simulations")?;
    if (1..39).contains(&envelope_simulations) {
        let message = format!(
            "`record.envelope_simulations` is {envelope_simulations}, but an envelope of 95 % needs at least 39 simulations"
        );
        let hint = "say 39, 199 or 999, or 0 for no envelope";
        report.problem(table.at("envelope_simulations"), message, hint.to_owned());
    }
    let gaps = match table.table("gaps") {
        Some(gaps) => Some(gap_rules(report, gaps, window?)?),
        None => None,
    };
    Some(Record {
        every_years: table.whole("every_years")?,
        checkpoint_every_years: table.whole("checkpoint_every_years")?,
        format: match table.text("format")? {
            "csv" => Format::Csv,
            "parquet" => Format::Parquet,
            _ => return None,
        },
        keep_state: table.flag("keep_state")?,
        events: table.flag("events")?,
        spacing_r_max_m,
        spacing_steps,
        envelope_simulations,
        gaps,
    })
}

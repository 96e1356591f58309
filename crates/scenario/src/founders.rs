//! `[[founders]]`: drawn by a method, listed in a file, or a forest that is grown first.

use understory_scatter::Layout;
use understory_space::{Edge, Plot};

use crate::checks::distance_leaves_room;
use crate::loading::{Load, Loading};
use crate::method;
use crate::scenario::{DrawnFounders, ForestScenario, Founders, Overrides};
use crate::species::{self, Named};
use crate::stand::{self, Columns, Listed};
use crate::value::Table;
use crate::words::listed;

/// From what a forest begins, and where: each where nothing is wrong with it.
pub(crate) struct Beginning {
    pub(crate) founders: Option<Vec<Founders>>,
    pub(crate) plot: Option<Plot>,
}

/// Loads the scenario of the patch that a grown forest begins from.
pub(crate) type LoadPatch = Load<ForestScenario>;

/// All `[[founders]]` entries. `plot` is the one that the file gives; `origin_m` the corner of a grown one, and
/// `edge` its edge where that is not the patch's, which `load_patch` loads.
pub(crate) fn all(
    loading: &mut Loading<'_>,
    entries: &[Table],
    species: &[Named],
    plot: Option<Plot>,
    (origin_m, edge): (Option<[f64; 2]>, Option<Edge>),
    load_patch: LoadPatch,
) -> Beginning {
    let grown = entries.iter().find_map(|entry| entry.table("grown"));
    if let Some(grown) = grown {
        if entries.len() > 1 {
            let message = "a `grown` forest must be the only `[[founders]]` entry";
            loading.report.problem(
                grown.at,
                message,
                "remove the others, or put them into its scenario".to_owned(),
            );
        }
        let founders = self::grown(loading, grown, species, load_patch);
        let plot = founders
            .as_ref()
            .zip(origin_m)
            .and_then(|((patch, tiles, _), origin_m)| {
                let edge = edge.unwrap_or(patch.plot.edge());
                tiled_plot(loading, grown.at, &patch.plot, *tiles, origin_m, edge)
            });
        let founders = founders.map(|(patch, tiles, path)| {
            let year = patch.years;
            vec![Founders::Grown {
                patch: Box::new(patch),
                path,
                year,
                tiles,
            }]
        });
        return Beginning { founders, plot };
    }
    // Each is looked at, whatever is wrong with those before it.
    let founders: Vec<Option<Founders>> = entries
        .iter()
        .map(|entry| one(loading, entry, species, plot.as_ref()))
        .collect();
    let founders = founders.into_iter().collect();
    Beginning { founders, plot }
}

fn one(loading: &mut Loading<'_>, entry: &Table, species: &[Named], plot: Option<&Plot>) -> Option<Founders> {
    let (found, is_unknown) = match entry.text("species") {
        Some(name) => {
            let found = species::find(&mut loading.report, species, name, entry.at("species"));
            (found, found.is_none())
        }
        None => (None, entry.is_broken("species")),
    };
    if let Some(file) = entry.text("file") {
        if is_unknown {
            // Whose trees they are is not known; whether there are any can be told all the same.
            loading.input(entry.at("file"), file);
            return None;
        }
        return listed_in_file(loading, entry, species, found, plot);
    }
    drawn(loading, entry, species, found, plot)
}

fn drawn(
    loading: &mut Loading<'_>,
    entry: &Table,
    named: &[Named],
    species: Option<usize>,
    plot: Option<&Plot>,
) -> Option<Founders> {
    let height_m = entry.real("height_m");
    let grown_m = species
        .and_then(|index| named[index].species.as_ref())
        .map(|species| species.greatest().height_m);
    if let (Some(height_m), Some(greatest_m)) = (height_m, grown_m)
        && height_m >= greatest_m
    {
        let message = format!(
            "`founders.height_m` is {height_m}, but it must be less than the height of the tallest tree of the species, \
             {greatest_m} m by `growth.greatest_height_m`"
        );
        let hint = "give a smaller height";
        loading
            .report
            .problem(entry.at("height_m"), message, hint.to_owned());
    }
    let method = method::read(&mut loading.report, entry, entry.text("method")?)?;
    let count = entry.whole("count")?;
    if let Some(plot) = plot {
        distance_leaves_room(&mut loading.report, entry.at("count"), plot, &method, count);
        if let Err(error) = method.check_cost(&Layout::new(plot, count)) {
            let at = error.key().map_or(entry.at, |key| entry.at(key));
            loading.report.problem(at, error.to_string(), error.hint());
        }
    }
    Some(Founders::Drawn(DrawnFounders {
        species: species?,
        method,
        count,
        height_m: height_m?,
        height_sigma: entry.real("height_sigma")?,
        age_yr: if entry.has("age_yr") {
            Some(entry.whole("age_yr")?)
        } else {
            None
        },
    }))
}

fn listed_in_file(
    loading: &mut Loading<'_>,
    entry: &Table,
    named: &[Named],
    species: Option<usize>,
    plot: Option<&Plot>,
) -> Option<Founders> {
    let (opened, input) = loading.input(entry.at("file"), entry.text("file")?)?;
    let columns = Columns {
        entry,
        species,
        named,
        plot,
        are_founders: true,
    };
    let read = stand::read(&opened, &loading.inputs[input].bytes, &columns);
    let Listed {
        trees,
        deadwood,
        moved_to_near_edge,
    } = loading.taken(read)?;
    let input = &loading.inputs[input];
    let (path, file_blake3) = (input.path.clone(), input.blake3.clone());
    Some(Founders::Listed {
        trees,
        deadwood,
        path,
        file_blake3,
        moved_to_near_edge,
    })
}

/// The scenario of a grown forest, its tiles, and its path among the inputs.
fn grown(
    loading: &mut Loading<'_>,
    entry: &Table,
    species: &[Named],
    load_patch: LoadPatch,
) -> Option<(ForestScenario, [u32; 2], String)> {
    let at = entry.at("scenario");
    if loading.place.is_patch {
        let message = "a forest that is grown first cannot itself begin from a grown one";
        loading.report.problem(
            entry.at,
            message,
            "let it begin from drawn or listed trees".to_owned(),
        );
        return None;
    }
    let named = loading.scenario(
        (entry, "scenario"),
        entry.whole("year").map(Overrides::of_years),
        true,
        load_patch,
        |patch| &patch.header,
    )?;
    let (patch, path) = (named.scenario, named.path);
    let unknown = |name: &str| species.iter().all(|known| known.name.as_deref() != Some(name));
    let strangers: Vec<&str> = patch
        .species
        .iter()
        .map(|s| s.name.as_str())
        .filter(|name| unknown(name))
        .collect();
    if !strangers.is_empty() && species.iter().all(|known| known.name.is_some()) {
        let message = format!(
            "the grown forest has species that this scenario lacks: {}",
            listed(strangers.into_iter())
        );
        loading.report.problem(
            at,
            message,
            "add each as a `[[species]]` of the same name".to_owned(),
        );
    }
    Some((patch, entry.whole_pair("tiles")?, path))
}

fn tiled_plot(
    loading: &mut Loading<'_>,
    at: usize,
    patch: &Plot,
    tiles: [u32; 2],
    origin_m: [f64; 2],
    edge: Edge,
) -> Option<Plot> {
    let size_m = std::array::from_fn(|axis| patch.size_m()[axis] * f64::from(tiles[axis]));
    let plot = Plot::new(origin_m, size_m, edge);
    plot.map_err(|error| loading.report.problem(at, error.to_string(), None))
        .ok()
}

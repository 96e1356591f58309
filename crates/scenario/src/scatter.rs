//! A scenario of points that a method lays out.

use understory_scatter::segments::{BorderLine, SegmentFill, SegmentedGround, cut};
use understory_scatter::{PlaneLattice, RandomKey, ScatterError};
use understory_space::Plot;

use crate::identity::of_plot;
use crate::keys::PLANE;
use crate::loading::Loading;
use crate::locate::byte_of;
use crate::method;
use crate::part::part;
use crate::problem::Report;
use crate::scenario::{ScatterScenario, Scattering};
use crate::value::Table;

/// Cells of a window of the lattice without bounds at most: the table of so many takes some 4 GB.
const MOST_CELLS: f64 = 67_108_864.0;

/// A place nearer to the middle of a border is on it, as a share of the ground's longer side.
const ON_LINE: f64 = 1e-9;
/// Places along each side of the ground that are tried for one off all borders.
const TRIED: u32 = 256;

/// Scattered points by the keys of their file.
pub(crate) fn read(loading: &mut Loading<'_>, table: &Table, plot: Option<&Plot>) -> Option<ScatterScenario> {
    let scatter = table.table("scatter")?;
    let name = scatter.text("method")?;
    let seed = table.table("world")?.whole("seed")?;
    let scattering = if name == PLANE {
        plane(&mut loading.report, table, scatter, plot, seed)
    } else {
        ground(loading, table, (scatter, name), plot, seed)
    };
    Some(ScatterScenario {
        plot: *plot?,
        scattering: scattering?,
        header: loading.header(table, of_plot(plot?))?,
    })
}

/// The lattice without bounds, of which the plot is a window.
fn plane(
    report: &mut Report<'_>,
    table: &Table,
    scatter: &Table,
    plot: Option<&Plot>,
    seed: u64,
) -> Option<Scattering> {
    let before = report.count();
    if table.has("border") {
        let message = format!("`{PLANE}` goes on without bounds, but a `[[border]]` parts the ground");
        let hint = "leave the borders out, or take `jittered-grid`";
        report.problem(table.at("border"), message, hint.to_owned());
    }
    if let (Some(world), true) = (table.table("world"), plot.is_some_and(Plot::is_torus)) {
        let message = format!("`world.edge` is \"torus\", but `{PLANE}` has no edges that could meet");
        report.problem(world.at("edge"), message, "leave it out".to_owned());
    }
    let of_lattice = |key: &str| PlaneLattice::KEYS.iter().any(|own| own.name == key);
    let lattice: PlaneLattice = part(report, "lattice", &scatter.keeping(of_lattice))?;
    let plot = plot?;
    let (low_m, size_m) = (plot.origin_m(), plot.size_m());
    let high_m = [0, 1].map(|axis: usize| low_m[axis] + size_m[axis]);
    let plane = lattice.plane(RandomKey::root(seed, &[PLANE]));
    let refused = |error: &ScatterError| (error.to_string(), error.hint());
    let wrong = match plane.and_then(|plane| plane.cells_in(low_m, high_m)) {
        Err(error) => Some(refused(&error)),
        Ok(cells) if cells > MOST_CELLS => Some((
            format!("the window holds about {cells:.1e} cells, and 2^26 are the limit"),
            Some("take a smaller window, or a larger `spacing_m`".to_owned()),
        )),
        Ok(_) => None,
    };
    if let Some((message, hint)) = wrong {
        report.problem(scatter.at("spacing_m"), message, hint);
    }
    (report.count() == before).then_some(Scattering::Plane(lattice))
}

/// Ground that is filled, as a whole or segment by segment.
fn ground(
    loading: &mut Loading<'_>,
    table: &Table,
    (scatter, name): (&Table, &str),
    plot: Option<&Plot>,
    seed: u64,
) -> Option<Scattering> {
    let report = &mut loading.report;
    let before = report.count();
    let method = method::read(report, scatter, name);
    let usual = method
        .zip(scatter.real("per_ha"))
        .map(|(method, per_ha)| SegmentFill { method, per_ha });
    let borders = borders(report, table);
    let entries = table.tables("segment").unwrap_or_default();
    let own: Vec<Option<SegmentFill>> = entries
        .iter()
        .map(|entry| of_segment(report, entry, usual.as_ref()?))
        .collect();
    let (plot, borders, usual) = (plot?, borders?, usual?);
    if let (false, true, Some(world)) = (borders.is_empty(), plot.is_torus(), table.table("world")) {
        let message = "`world.edge` is \"torus\", but borders cut ground whose edges do not meet";
        report.problem(world.at("edge"), message, "write `edge = \"open\"`".to_owned());
    }
    let segments = match cut(plot, &borders) {
        Ok(segments) => segments,
        Err(faults) => {
            for fault in faults {
                let key = match fault.point {
                    Some(point) => format!("border.{}.points_m.{point}", fault.border),
                    None => format!("border.{}.points_m", fault.border),
                };
                let at = byte_of(loading.text, &key);
                report.problem(at, fault.to_string(), fault.wrong.hint().to_owned());
            }
            return None;
        }
    };
    // Which entry each segment has.
    let mut entry_of: Vec<Option<usize>> = vec![None; segments.len()];
    for (number, entry) in entries.iter().enumerate() {
        let (Some(name), Some(at_m)) = (entry.text("name"), entry.real_pair("at_m")) else {
            continue;
        };
        let Some(here) = segments.iter().position(|segment| segment.holds(at_m)) else {
            let message = format!(
                "the segment `{name}` is to lie at ({}, {}) m, which is beyond the ground",
                at_m[0], at_m[1]
            );
            report.problem(entry.at("at_m"), message, "give a place in it".to_owned());
            continue;
        };
        // On the middle of a border rounding alone would say to which side it belongs.
        let on_line_m = ON_LINE * plot.size_m()[0].max(plot.size_m()[1]);
        if let Some(border) = borders.iter().find(|border| border.distance_m(at_m) <= on_line_m) {
            let message = format!(
                "the segment `{name}` is to lie at ({}, {}) m, which is on the border `{}`",
                at_m[0], at_m[1], border.name
            );
            let hint = "give a place to the side that is meant";
            report.problem(entry.at("at_m"), message, hint.to_owned());
            continue;
        }
        if let Some(first) = entry_of[here] {
            let other = entries[first].text("name").unwrap_or_default();
            let message = format!("`{name}` and `{other}` are one segment, as no border parts their places");
            let hint = "leave one of them out, or lead a border between them";
            report.problem(entry.at("at_m"), message, hint.to_owned());
        }
        entry_of[here] = Some(number);
    }
    let given: Vec<&str> = entries.iter().filter_map(|entry| entry.text("name")).collect();
    // The next number that no segment was given as its name, as far on as keeps the numbered ones apart.
    let numbered = |number: usize| {
        let mut names = (number + 1..)
            .step_by(segments.len())
            .map(|n| format!("segment-{n}"));
        names
            .find(|name| !given.contains(&name.as_str()))
            .unwrap_or_default()
    };
    let name_of = |(number, entry): (usize, &Option<usize>)| match entry {
        Some(entry) => entries[*entry].text("name").unwrap_or_default().to_owned(),
        None => numbered(number),
    };
    let names: Vec<String> = entry_of.iter().enumerate().map(name_of).collect();
    for (number, name) in names.iter().enumerate() {
        if let Some(first) = names[..number].iter().position(|other| other == name) {
            let entry = entry_of[number].or(entry_of[first]);
            let at = entry.map_or(table.at, |entry| entries[entry].at("name"));
            let hint = "give it another name".to_owned();
            report.problem(at, format!("there are two segments `{name}`"), hint);
        }
    }
    let fills: Option<Vec<SegmentFill>> = entry_of
        .iter()
        .map(|entry| match entry {
            Some(entry) => own[*entry].clone(),
            None => Some(usual.clone()),
        })
        .collect();
    let filled = segments.into_iter().zip(fills?).collect();
    if is_covered(plot, &borders) {
        let message = format!(
            "the borders' widths cover the whole ground: of {TRIED} by {TRIED} places all over it none is off them"
        );
        let hint = "make them narrower, or the ground larger";
        report.problem(table.at("border"), message, hint.to_owned());
        return None;
    }
    let ground = SegmentedGround::new(plot, borders, filled, seed);
    for (number, entry) in entry_of.iter().enumerate() {
        if let Err(error) = ground.check(number) {
            let entry = entry.map_or(scatter, |entry| &entries[entry]);
            let key = match error.key() {
                Some("count") | None => "per_ha",
                Some(key) => key,
            };
            let message = format!("the segment `{}`: {error}", names[number]);
            report.problem(entry.at(key), message, error.hint());
        }
    }
    (report.count() == before).then_some(Scattering::Ground {
        ground,
        names,
        usual: Box::new(usual),
    })
}

/// Whether borders leave no place for a point.
fn is_covered(plot: &Plot, borders: &[BorderLine]) -> bool {
    let wide: Vec<&BorderLine> = borders.iter().filter(|border| border.width_m > 0.0).collect();
    let is_free = |number: u32| {
        let at = [number % TRIED, number / TRIED];
        let place_m = [0, 1].map(|axis: usize| {
            plot.origin_m()[axis] + (f64::from(at[axis]) + 0.5) / f64::from(TRIED) * plot.size_m()[axis]
        });
        wide.iter()
            .all(|border| border.distance_m(place_m) >= border.width_m / 2.0)
    };
    !wide.is_empty() && !(0..TRIED * TRIED).any(is_free)
}

/// The borders, each with a name of its own.
fn borders(report: &mut Report<'_>, table: &Table) -> Option<Vec<BorderLine>> {
    if !table.has("border") {
        return Some(Vec::new());
    }
    let entries = table.tables("border")?;
    let read: Vec<Option<BorderLine>> = entries
        .iter()
        .map(|entry| part(report, "border", entry))
        .collect();
    for (number, entry) in entries.iter().enumerate() {
        let name = entry.text("name");
        if name.is_some() && entries[..number].iter().any(|other| other.text("name") == name) {
            let message = format!("there are two borders `{}`", name.unwrap_or_default());
            report.problem(
                entry.at("name"),
                message,
                "give each border a name of its own".to_owned(),
            );
        }
    }
    read.into_iter().collect()
}

/// What fills the segment of an entry.
fn of_segment(report: &mut Report<'_>, entry: &Table, usual: &SegmentFill) -> Option<SegmentFill> {
    let method = match entry.text("method") {
        Some(name) => method::read(report, entry, name)?,
        None if entry.is_broken("method") => return None,
        None => usual.method.clone(),
    };
    let per_ha = match entry.has("per_ha") {
        true => entry.real("per_ha")?,
        false => usual.per_ha,
    };
    Some(SegmentFill { method, per_ha })
}

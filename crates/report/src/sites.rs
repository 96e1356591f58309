//! How many trees stand on ground of which wetness and sun.

use understory_numerics::sort;
use understory_records::SitesRow;

use crate::kit::*;
use crate::needed::{FINITE, SIZE};

const NAME: &str = "sites";
const FILE: &str = "sites.csv";
const HEIGHT: f64 = 210.0 * PT;
const GAP: f64 = 12.0 * PT;
/// Panels side by side need so wide a page.
const LEAST_PT: f64 = 360.0;
/// The tallest bar of ground takes so much of a panel's height.
const GROUND_SHARE: f64 = 0.9;

/// Classes of one thing that the ground offers.
struct Classes {
    label: &'static str,
    /// Where the class of each number begins and ends, as it is drawn.
    ends: Vec<[f64; 2]>,
    /// Share of the plot in each class.
    ground: Vec<f64>,
    /// For each species its trees per hectare of the ground of each class; none where there is no such ground.
    densities: Vec<(String, Vec<Option<f64>>)>,
}

/// Density of each species against wetness, and against sun where that is known, in the last year that has rows; none without
/// any tree.
pub(crate) fn sites(about: &RunAbout, rows: &[SitesRow]) -> Result<Option<Figure>, ReportError> {
    FINITE.of(FILE, "wetness_low", rows.iter().map(|row| row.wetness_low))?;
    FINITE.of(FILE, "wetness_high", rows.iter().map(|row| row.wetness_high))?;
    SIZE.of(
        FILE,
        "sun_low_mj_m2",
        rows.iter().filter_map(|row| row.sun_low_mj_m2),
    )?;
    SIZE.of(
        FILE,
        "sun_high_mj_m2",
        rows.iter().filter_map(|row| row.sun_high_mj_m2),
    )?;
    SIZE.of(FILE, "ground_ha", rows.iter().map(|row| row.ground_ha))?;
    let Some(year) = rows.iter().map(|row| row.year).max() else {
        return Ok(None);
    };
    let rows: Vec<&SitesRow> = rows.iter().filter(|row| row.year == year).collect();
    if rows.iter().all(|row| row.trees == 0) {
        return Ok(None);
    }
    // Young forests have no adults.
    let of_adults = rows.iter().any(|row| row.adults > 0);
    let trees = |row: &SitesRow| if of_adults { row.adults } else { row.trees };
    let wetness = |row: &SitesRow| Some([row.wetness_low, row.wetness_high]);
    let sun = |row: &SitesRow| Some([row.sun_low_mj_m2?, row.sun_high_mj_m2?]);
    let panels: Vec<Classes> = [
        panel("topographic wetness index", &rows, wetness, trees),
        panel("sun of a clear year (MJ/m²)", &rows, sun, trees),
    ]
    .into_iter()
    .flatten()
    .collect();

    let whose = if of_adults {
        "trees of 10 cm or more"
    } else {
        "all trees"
    };
    let species = &panels.first().map_or(&[][..], |panel| &panel.densities);
    let look = |i: usize| LineStyle::line(style::category(i)).marked(i).wide(style::CURVE);
    let mut keys: Vec<LegendEntry> = species
        .iter()
        .enumerate()
        .map(|(i, (name, _))| look(i).key(name.as_str()))
        .collect();
    keys.push(LegendEntry::patch(
        Paint::fill(style::BACKGROUND),
        "ground of each class",
    ));
    let heading = format!("Density by what the ground offers, {whose}, year {year}");
    let mut sheet = Sheet::new(NAME, about.page_pt(style::PANELS_PT, LEAST_PT), &heading, &keys);

    let densities = panels.iter().flat_map(|panel| &panel.densities);
    let most = densities
        .flat_map(|(_, of)| of.iter().flatten())
        .copied()
        .fold(0.0, f64::max);
    let y = Axis::linear("trees per ha of that ground", 0.0, most, 6);
    let room = sheet.room(HEIGHT);
    let mut axes = Vec::new();
    for (i, (panel, cell)) in panels.iter().zip(room.grid(panels.len(), 1, GAP)).enumerate() {
        let (low, high) = (panel.ends[0][0], panel.ends[panel.ends.len() - 1][1]);
        let x = Axis::exact(panel.label, low, high, 6);
        let y = if i == 0 {
            y.clone()
        } else {
            y.clone().without_label()
        };
        axes.push(words::axis(&x));
        let around = Surround::of(&x, &y);
        let mut drawn = Panel::draw(&mut sheet.page, cell, x, y, around, false)?;
        let tallest = panel.ground.iter().copied().fold(0.0, f64::max);
        let units = GROUND_SHARE * drawn.y.high / tallest;
        let bars = panel.ends.iter().zip(&panel.ground);
        let bars: Vec<_> = bars
            .map(|([from, to], share)| (*from, *to, share * units))
            .collect();
        drawn.bars(&bars, &Paint::fill(style::BACKGROUND));
        for (i, (_, densities)) in panel.densities.iter().enumerate() {
            let middles = panel.ends.iter().map(|[from, to]| 0.5 * (from + to));
            let points: Vec<_> = middles.zip(densities.iter().copied()).collect();
            drawn.curve(&points, &look(i));
        }
    }
    let caption = format!(
        "{} per hectare of ground of each class of {}, in year {year} of {}. Grey bars: how much of the plot is of that class, \
         the tallest {}. The outermost classes go on to the ends of what there is.",
        sentence(whose),
        list(panels.iter().map(|panel| panel.label)),
        setting(about),
        list(panels.iter().map(|panel| {
            let tallest = panel.ground.iter().copied().fold(0.0, f64::max);
            format!("{} of the plot", percent(tallest, 1.0))
        })),
    );
    let alt = alt(&panels, &axes, &words::axis(&y));
    sheet.finish(caption, alt).map(Some)
}

/// The classes of one thing; none where it is not known.
fn panel(
    label: &'static str,
    rows: &[&SitesRow],
    class: impl Fn(&SitesRow) -> Option<[f64; 2]>,
    trees: impl Fn(&SitesRow) -> u64,
) -> Option<Classes> {
    let mut ends: Vec<[f64; 2]> = rows.iter().map(|row| class(row)).collect::<Option<_>>()?;
    sort::by(&mut ends, |a, b| a[0].total_cmp(&b[0]));
    ends.dedup();
    let names = words::distinct(rows.iter().map(|row| &row.species));
    let of = |name: &str, own: &[f64; 2]| {
        let here = rows
            .iter()
            .filter(|row| row.species == name && class(row) == Some(*own));
        here.fold((0.0, 0_u64), |(ground_ha, count), row| {
            (ground_ha + row.ground_ha, count + trees(row))
        })
    };
    let ground_ha: Vec<f64> = ends.iter().map(|own| of(names[0], own).0).collect();
    let all_ha: f64 = ground_ha.iter().sum();
    let densities = names.iter().filter(|name| **name != "all").map(|name| {
        let of_class = |own: &[f64; 2]| {
            let (ground_ha, count) = of(name, own);
            (ground_ha > 0.0).then(|| count as f64 / ground_ha)
        };
        ((*name).to_owned(), ends.iter().map(of_class).collect())
    });
    let densities = densities.collect();
    Some(Classes {
        label,
        ground: ground_ha.iter().map(|own_ha| own_ha / all_ha).collect(),
        densities,
        ends: evened(ends),
    })
}

/// The outermost classes as wide as the others.
fn evened(mut ends: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    if let [first, second, .., last] = &mut ends[..] {
        let width = second[1] - second[0];
        first[0] = first[1] - width;
        last[1] = last[0] + width;
    }
    ends
}

fn alt(panels: &[Classes], axes: &[String], y: &str) -> String {
    let mut out = words::panels(panels.len(), "lines over bars") + &format!(" Vertical axis: {y}.");
    for (panel, axis) in panels.iter().zip(axes) {
        out += &format!(" Horizontal axis: {axis}.");
        for (name, densities) in &panel.densities {
            let middles = panel.ends.iter().map(|[from, to]| 0.5 * (from + to));
            let points: Vec<(f64, f64)> = middles
                .zip(densities)
                .filter_map(|(x, density)| Some((x, (*density)?)))
                .collect();
            let told = course(&points, |x| format!("at {}", number(x)));
            out += &format!(" {}: {told}.", sentence(&words::name(name)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> RunAbout {
        RunAbout {
            name: "hill".to_owned(),
            size_m: [100.0, 100.0],
            origin_m: [0.0; 2],
            torus: false,
            species: vec!["oak".to_owned()],
            width_mm: None,
        }
    }

    /// Two classes of wetness and two of sun; oaks stand where it is wet, alike in sun and shade.
    fn rows(has_sun: bool) -> Vec<SitesRow> {
        let classes = [(0, 0, 0.2, 0), (0, 1, 0.2, 0), (1, 0, 0.4, 40), (1, 1, 0.2, 20)];
        let row = |species: &str, (wet, sunny, ground_ha, adults): (u32, u32, f64, u64)| SitesRow {
            year: 50,
            species: species.to_owned(),
            wetness_low: f64::from(wet),
            wetness_high: f64::from(wet + 1),
            sun_low_mj_m2: has_sun.then(|| f64::from(7000 + 500 * sunny)),
            sun_high_mj_m2: has_sun.then(|| f64::from(7500 + 500 * sunny)),
            ground_ha,
            trees: 2 * adults,
            adults,
            trees_per_ha: 2.0 * adults as f64 / ground_ha,
            adults_per_ha: adults as f64 / ground_ha,
        };
        let of = |species: &'static str| classes.map(|class| row(species, class));
        of("oak").into_iter().chain(of("all")).collect()
    }

    #[test]
    fn densities_are_over_all_ground_of_a_class() {
        let figure = sites(&about(), &rows(true)).unwrap().unwrap();
        // 60 oaks on 0.6 ha of wet ground; by sun 40 on 0.6 ha and 20 on 0.4 ha.
        assert!(
            figure.alt.contains("Oak: 0 at 0.5, 100 at 1.5."),
            "{}",
            figure.alt
        );
        assert!(
            figure.alt.contains("Oak: 66.7 at 7,250, 50 at 7,750."),
            "{}",
            figure.alt
        );
        assert!(!figure.alt.contains("All"), "{}", figure.alt);
        assert!(
            figure
                .caption
                .contains("the tallest 60 % of the plot and 60 % of the plot"),
            "{}",
            figure.caption
        );
        let dark = sites(&about(), &rows(false)).unwrap().unwrap();
        assert!(dark.alt.starts_with("1 panel"), "{}", dark.alt);
    }

    #[test]
    fn nothing_is_drawn_without_trees_and_refused_what_is_no_number() {
        assert!(sites(&about(), &[]).unwrap().is_none());
        let mut bare = rows(true);
        bare.iter_mut().for_each(|row| (row.trees, row.adults) = (0, 0));
        assert!(sites(&about(), &bare).unwrap().is_none());
        let mut broken = rows(true);
        broken[0].ground_ha = f64::NAN;
        assert!(
            sites(&about(), &broken)
                .unwrap_err()
                .to_string()
                .contains("ground_ha")
        );
    }
}

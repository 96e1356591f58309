//! How many trees of which diameter: on a logarithmic axis a reverse-J falls as a line.

use understory_records::TreeRow;

use crate::kit::*;
use crate::map::species_of;

/// Classes are 5 cm wide, or a wider round number of centimetres where that would make more of them than this.
const CLASSES_AT_MOST: usize = 16;
const NARROWEST_CLASS_CM: f64 = 5.0;
/// So many species are named in the text alternative.
const NAMED: usize = 3;

/// The diameters of one year: name, and diameters in cm, of each species that has any.
pub(crate) struct Year {
    year: u32,
    trees: u64,
    species: Vec<(String, Vec<f64>)>,
}

/// Takes the diameters of the trees of 1.3 m or more; smaller ones have none.
pub(crate) fn of_year(about: &RunAbout, year: u32, trees: &[TreeRow]) -> Year {
    let diameters = |name: &String| {
        let of_species = trees
            .iter()
            .filter(|tree| tree.species == *name && tree.dbh_cm > 0.0);
        of_species.map(|tree| tree.dbh_cm).collect::<Vec<f64>>()
    };
    let species = species_of(about, trees)
        .into_iter()
        .map(|name| (name.clone(), diameters(&name)));
    Year {
        year,
        trees: trees.iter().filter(|tree| tree.dbh_cm > 0.0).count() as u64,
        species: species.collect(),
    }
}

/// Trees per hectare by class of diameter, by species and all together, one panel a year. None without a tree of 1.3 m.
pub(crate) fn diameters(about: &RunAbout, years: &[Year]) -> Result<Option<Figure>, ReportError> {
    let all_species = || years.iter().flat_map(|year| &year.species);
    let largest = all_species().flat_map(|(_, d)| d).copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return Ok(None);
    }
    let names = words::distinct(all_species().map(|(name, _)| name));
    let look = |i: usize| {
        LineStyle::line(style::category(i))
            .marked(i + 1)
            .wide(style::THIN)
    };
    let all = LineStyle::line(style::BLACK).marked(0);
    let mut keys: Vec<LegendEntry> = names
        .iter()
        .enumerate()
        .map(|(i, name)| look(i).key(*name))
        .collect();
    if names.len() > 1 {
        keys.push(all.key("all"));
    }
    let heading = "Trees of 1.3 m of height or more, by diameter";
    let mut sheet = Sheet::new("diameters", about.page_pt(style::PANELS_PT, 0.0), heading, &keys);

    let class_cm = round_step(largest, CLASSES_AT_MOST).max(NARROWEST_CLASS_CM);
    let classes = (largest / class_cm).floor() as usize + 1;
    let histogram = |diameters: &mut dyn Iterator<Item = f64>| {
        let mut numbers = vec![0_u64; classes];
        diameters.for_each(|d| numbers[(d / class_cm) as usize] += 1);
        let middle = |i: usize| (i as f64 + 0.5) * class_cm;
        let per_ha =
            |(i, n): (usize, u64)| (middle(i), Some(n as f64 / about.area_ha()).filter(|&n| n > 0.0));
        numbers.into_iter().enumerate().map(per_ha).collect::<Vec<_>>()
    };
    let total = |year: &Year| histogram(&mut year.species.iter().flat_map(|(_, d)| d).copied());
    let per_class = years.iter().flat_map(total).filter_map(|(_, n)| n);
    let most = per_class.fold(0.0, f64::max);
    let end_cm = classes as f64 * class_cm;
    let x = Axis::exact("diameter at breast height (cm)", 0.0, end_cm, 8);
    let label = format!("trees per ha and {class_cm} cm");
    let y = Axis::logarithmic(&label, 1.0 / about.area_ha(), most);

    let is_wide = sheet.page.width >= style::TWO_COLUMNS_PT * PT;
    let columns = if is_wide { 2 } else { 1 };
    let cells = sheet.cells(years.len(), columns, 165.0 * PT, 12.0 * PT);
    for (cell, year) in cells.into_iter().zip(years) {
        let words = format!("year {}, {}", year.year, counted(year.trees, "tree"));
        let cell = head(&mut sheet.page, cell, &words, TEXT_SIZE, &[]);
        let mut panel = Panel::within(&mut sheet.page, cell, x.clone(), y.clone())?;
        if year.trees == 0 {
            panel.note("no trees of 1.3 m or more");
        }
        if names.len() > 1 {
            panel.curve(&total(year), &all);
        }
        for (name, diameters) in &year.species {
            let i = names.iter().position(|n| n == name).unwrap_or(0);
            panel.curve(&histogram(&mut diameters.iter().copied()), &look(i));
        }
    }
    let alt = alt(years, class_cm, about.area_ha(), &words::axes(&x, &y));
    sheet
        .finish(caption(about, years, class_cm, names.len() > 1), alt)
        .map(Some)
}

fn caption(about: &RunAbout, years: &[Year], class_cm: f64, several: bool) -> String {
    let years: Vec<String> = years.iter().map(|year| year.year.to_string()).collect();
    let by_species = if several {
        "by species and, in black, of all species"
    } else {
        "of one species"
    };
    let plural = if years.len() == 1 { "" } else { "s" };
    format!(
        "Trees of 1.3 m of height or more per hectare in classes of {} cm of diameter at breast height, {by_species}, in \
         year{plural} {} of {}. The vertical axis is logarithmic; a class without trees has no point.",
        number(class_cm),
        list(&years),
        setting(about)
    )
}

/// The fullest class, the thickest tree and the shares of the species of each year.
fn alt(years: &[Year], class_cm: f64, area_ha: f64, axes: &str) -> String {
    let charts = match years.len() {
        1 => "Line chart".to_owned(),
        n => format!("{n} line charts on the same axes"),
    };
    let mut out = format!("{charts}. {axes}");
    for year in years {
        let diameters_cm = || year.species.iter().flat_map(|(_, d)| d).copied();
        let Some(thickest_cm) = diameters_cm().reduce(f64::max) else {
            out += &format!(" Year {}: no trees of 1.3 m or more.", year.year);
            continue;
        };
        let mut numbers = vec![0_u64; (thickest_cm / class_cm) as usize + 1];
        diameters_cm().for_each(|d| numbers[(d / class_cm) as usize] += 1);
        let most = numbers.iter().copied().max().unwrap_or(0);
        let fullest = numbers.iter().position(|&n| n == most).unwrap_or(0) as f64;
        out += &format!(
            " Year {}, {}: the fullest class is {} cm with {} per ha, the thickest tree has {} cm.",
            year.year,
            counted(year.trees, "tree"),
            range(fullest * class_cm, (fullest + 1.0) * class_cm),
            number(most as f64 / area_ha),
            number(thickest_cm)
        );
    }
    let Some(last) = years.last().filter(|year| year.trees > 0) else {
        return out;
    };
    let numbers = last
        .species
        .iter()
        .map(|(name, d)| (name.as_str(), d.len() as u64));
    let species = words::largest(numbers, NAMED, "species");
    out + &format!(" By species in year {}: {species}.", last.year)
}

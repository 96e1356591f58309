//! A forest that grew: how many lived and died of what, who leads, how they stand.

use std::cmp::Reverse;
use std::f64::consts::PI;

use understory_numerics::sort;
use understory_records::{CensusRow, DeadwoodRow, ForestManifest, SpacingRow, paths};

use crate::error::Error;
use crate::kinds::sentences::Sentences;
use crate::kinds::words::{counted, digits, listed, one_or_many};
use crate::results::Results;
use crate::stored::is_listed;

/// All species together.
const ALL: &str = "all";
/// Fewer adults say little of how they stand.
const LEAST_ADULTS: u64 = 10;
const M2_PER_HA: f64 = 10_000.0;

pub(crate) fn forest(
    said: &mut Sentences,
    results: &Results,
    manifest: ForestManifest<'_>,
) -> Result<(), Error> {
    let census = results.census()?;
    let of = |year: u32, species: &str| {
        census
            .iter()
            .find(|row| row.year == year && row.species == species)
    };
    let (first, last) = (of(0, ALL), of(manifest.all.made_from.years, ALL));
    let (Some(first), Some(last)) = (first, last) else {
        return Err(Error::Refused {
            why: "`census.csv` has no row for all species in the first and in the last year".to_owned(),
            way_out: "run again the command that left the folder".to_owned(),
        });
    };
    let world = &manifest.world;
    let area_ha = world.size_m[0] * world.size_m[1] / M2_PER_HA;
    let year = manifest.all.made_from.years;
    said.say(format!(
        "`{}` is a forest of {} on {} by {} m ({}), which grew for {year} {} with the seed {}; it began with {} and {}.",
        manifest.all.made_from.scenario,
        listed(&manifest.species),
        world.size_m[0],
        world.size_m[1],
        if world.edge == "torus" { "a torus, so without edges" } else { "with open edges" },
        one_or_many(u64::from(year), "year"),
        manifest.all.made_from.seed,
        counted(first.trees, "tree"),
        counted(first.seeds, "seed"),
    ));
    let (map, sizes) = (format!("map-year-{year:04}"), format!("diameters-year-{year:04}"));
    said.show(
        format!(
            "At the end {} lived, {} of them adults of 10 cm or more, which is {} a hectare; {} lay in the ground.",
            counted(last.trees, "tree"),
            last.adults,
            digits(last.adults as f64 / area_ha, 0),
            counted(last.seeds, "seed"),
        ),
        &[&map],
    );
    if let (Some(dbh_cm), Some(height_m)) = (last.mean_dbh_cm, last.mean_height_m) {
        said.show(
            format!(
                "An adult had {} cm of diameter and {} m of height on average, and all adults {} m² of basal area a hectare.",
                digits(dbh_cm, 1),
                digits(height_m, 1),
                digits(last.basal_area_m2_per_ha, 1),
            ),
            &[&sizes, "diameters"],
        );
    }
    if let Some(most) = census
        .iter()
        .filter(|row| row.species == ALL)
        .max_by_key(|row| (row.trees, Reverse(row.year)))
    {
        said.show(
            format!("Most trees lived in year {}: {}.", most.year, most.trees),
            &["census", "census-trees"],
        );
    }
    species(said, &census, manifest);
    deaths(said, &census);
    spacing(said, &census, &results.spacing()?, manifest, last);
    if is_listed(&manifest.all.files, paths::DEADWOOD) {
        let rows: Vec<DeadwoodRow> = results.rows(paths::DEADWOOD)?;
        if let Some(row) = rows.iter().find(|row| row.year == year && row.species == ALL) {
            said.show(
                format!(
                    "Dead wood came to {} m³ a hectare, of which {} m³ stood.",
                    digits(row.standing_m3_per_ha + row.lying_m3_per_ha, 1),
                    digits(row.standing_m3_per_ha, 1),
                ),
                &["deadwood"],
            );
        }
    }
    said.took(manifest.all);
    Ok(())
}

/// Which species leads by basal area, when it came to that, and which are gone.
fn species(said: &mut Sentences, census: &[CensusRow], manifest: ForestManifest<'_>) {
    let leader = |year: u32| {
        let rows = census.iter().filter(|row| row.year == year && row.species != ALL);
        rows.max_by(|a, b| a.basal_area_m2_per_ha.total_cmp(&b.basal_area_m2_per_ha))
            .filter(|row| row.basal_area_m2_per_ha > 0.0)
    };
    let total = |year: u32| census.iter().find(|row| row.year == year && row.species == ALL);
    if let (Some(lead), Some(all)) = (
        leader(manifest.all.made_from.years),
        total(manifest.all.made_from.years),
    ) && manifest.species.len() > 1
    {
        let of_another = |year: &u32| leader(*year).is_none_or(|row| row.species != lead.species);
        let since = (0..manifest.all.made_from.years)
            .rev()
            .find(of_another)
            .map_or(0, |year| year + 1);
        let since = match since {
            0 => "from the beginning".to_owned(),
            year => format!("since year {year}"),
        };
        said.show(
            format!(
                "By basal area of trees of 10 cm and more {} leads {since}: at the end it has {} m² of {} m² a hectare, {} %.",
                lead.species,
                digits(lead.basal_area_m2_per_ha, 1),
                digits(all.basal_area_m2_per_ha, 1),
                digits(100.0 * lead.basal_area_m2_per_ha / all.basal_area_m2_per_ha, 0),
            ),
            &["census-basal-area", "census"],
        );
    }
    let gone: Vec<String> = manifest
        .species
        .iter()
        .filter_map(|name| {
            let rows: Vec<&CensusRow> = census.iter().filter(|row| row.species == *name).collect();
            let is_gone = rows.last().is_some_and(|row| row.trees == 0 && row.seeds == 0);
            let last = rows.iter().rev().find(|row| row.trees > 0 || row.seeds > 0);
            last.filter(|_| is_gone)
                .map(|row| format!("{name} was last there in year {}", row.year))
        })
        .collect();
    if !gone.is_empty() {
        said.say(format!("Of the species {}.", gone.join(", ")));
    }
}

fn deaths(said: &mut Sentences, census: &[CensusRow]) {
    let all = || census.iter().filter(|row| row.species == ALL);
    let sum = |of: fn(&CensusRow) -> u64| all().map(of).sum::<u64>();
    let (born, died) = (sum(|row| row.germinated + row.resprouted), sum(|row| row.died));
    let mut causes = [
        ("of too little growth", sum(|row| row.died_by_stress)),
        ("by chance at any age", sum(|row| row.died_by_intrinsic)),
        ("of old age", sum(|row| row.died_by_senescence)),
        ("as game browsed them", sum(|row| row.died_by_browsing)),
        ("broken by storms", sum(|row| row.died_by_snapping)),
        ("uprooted by storms", sum(|row| row.died_by_uprooting)),
        ("hit by falling trees", sum(|row| row.died_by_hit)),
        ("struck by lightning", sum(|row| row.died_by_lightning)),
        ("in fires", sum(|row| row.died_by_fire)),
        ("of bark beetles", sum(|row| row.died_by_beetles)),
        ("felled by foresters", sum(|row| row.died_by_felling)),
        ("in dry years", sum(|row| row.died_by_drought)),
    ];
    sort::by_key(&mut causes, |(_, count)| Reverse(*count));
    let named: Vec<String> = causes
        .iter()
        .filter(|(_, count)| *count > 0)
        .take(3)
        .map(|(cause, count)| format!("{count} {cause}"))
        .collect();
    let causes = match named.len() {
        0 => String::new(),
        _ => format!(": {}", named.join(", ")),
    };
    let figures = ["census-deaths", "deaths", "census"];
    said.show(
        format!("In all years {born} trees were born and {died} died{causes}."),
        &figures,
    );
}

/// How adults stand, by the Clark–Evans index and the distance to the nearest.
fn spacing(
    said: &mut Sentences,
    census: &[CensusRow],
    spacing: &[SpacingRow],
    manifest: ForestManifest<'_>,
    last: &CensusRow,
) {
    let Some(index) = last.clark_evans.filter(|_| last.adults >= LEAST_ADULTS) else {
        said.say(format!(
            "With {} the spacing says nothing yet.",
            counted(last.adults, "adult")
        ));
        return;
    };
    let early = census
        .iter()
        .find(|row| row.species == ALL && row.adults >= LEAST_ADULTS);
    let before = match early
        .filter(|row| row.year < last.year)
        .and_then(|row| Some((row.year, row.clark_evans?)))
    {
        Some((year, before)) => format!(
            "; in year {year}, the first with {LEAST_ADULTS} adults, it was {}",
            digits(before, 2)
        ),
        None => String::new(),
    };
    said.show(
        format!(
            "The Clark–Evans index of adults is {} at the end, {}{before}.",
            digits(index, 2),
            against_chance(index, last.adults),
        ),
        &["clark-evans-over-time"],
    );
    if let Some(nnd_m) = last.mean_nnd_m {
        let saplings = spacing.iter().find(|row| {
            row.year == manifest.all.made_from.years
                && row.scope == "sapling"
                && row.statistic.starts_with("clark_evans")
                && row.observed.is_some()
        });
        let saplings = match saplings.and_then(|row| row.observed) {
            Some(index) => format!(", and the index of saplings is {}", digits(index, 2)),
            None => String::new(),
        };
        said.show(
            format!(
                "The nearest adult of an adult stands {} m away on average{saplings}.",
                digits(nnd_m, 2)
            ),
            &["nearest-neighbours-overlaid", "nearest-neighbours"],
        );
    }
}

/// A Clark–Evans index of so many trees in words, beside the 1 of random places.
///
/// Differences are told from two standard deviations of the index of random places on, which are 2 √((4 − π) / (4π n)) each, as
/// [`ClarkEvans`](understory_spacing::ClarkEvans) has them.
fn against_chance(index: f64, trees: u64) -> &'static str {
    let deviation = 2.0 * ((4.0 - PI) / (4.0 * PI * trees as f64)).sqrt();
    match index - 1.0 {
        off if off.abs() < 2.0 * deviation => "within what random places give, which is 1 on average",
        off if off > 0.2 => "more even than random places, which give 1",
        off if off > 0.0 => "a little more even than random places, which give 1",
        off if off < -0.2 => "clustered: random places give 1",
        _ => "a little clustered: random places give 1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_told_by_how_far_it_lies_from_chance() {
        // Two standard deviations: 0.1 with 100 trees, 0.01 with 10,000.
        for (index, trees, told) in [
            (0.94, 100, "within"),
            (0.94, 10_000, "a little clustered"),
            (0.7, 100, "clustered"),
            (1.06, 10_000, "a little more even"),
            (1.3, 100, "more even"),
        ] {
            let words = against_chance(index, trees);
            assert!(words.starts_with(told), "{index} {trees}: {words}");
        }
    }
}

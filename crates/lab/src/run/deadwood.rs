//! The deadwood of a year, species by species and for all together; only what is in the counted window enters it.

use understory_forest::Forest;
use understory_forest::deadwood::{DECAY_CLASSES, Form, Part};
use understory_records::DeadwoodRow;

/// What is counted of one species.
#[derive(Clone, Copy, Default)]
struct Count {
    /// Snags, stumps and logs.
    pieces: [u64; 3],
    /// Of what stands and of what lies.
    volume_m3: [f64; 2],
    class_m3: [f64; DECAY_CLASSES],
    dry_mass_kg: f64,
}

impl Count {
    fn add(&mut self, part: &Part) {
        self.pieces[part.form as usize] += 1;
        self.volume_m3[usize::from(part.form == Form::Log)] += part.volume_m3;
        self.class_m3[part.class] += part.volume_m3;
        self.dry_mass_kg += part.dry_mass_kg;
    }
}

/// The rows of the year that has just passed: each species in order, then `all`.
pub(crate) fn deadwood(forest: &Forest) -> Vec<DeadwoodRow> {
    let mut names: Vec<&str> = forest.species().map(|species| species.name.as_str()).collect();
    let (all, window) = (names.len(), forest.window());
    names.push("all");
    let mut counts = vec![Count::default(); names.len()];
    forest.for_each_part(|place_m, species, part| {
        if window.holds(place_m) {
            counts[usize::from(species)].add(&part);
            counts[all].add(&part);
        }
    });
    let area_ha = window.plot().area_m2() / 10_000.0;
    let row = |(name, count): (&&str, &Count)| {
        let [snags, stumps, logs] =
            [Form::Snag, Form::Stump, Form::Log].map(|form| count.pieces[form as usize]);
        let [standing_m3, lying_m3] = count.volume_m3;
        let [first, second, third, fourth, fifth] = count.class_m3.map(|m3| m3 / area_ha);
        DeadwoodRow {
            year: forest.year(),
            species: (*name).to_owned(),
            snags_per_ha: snags as f64 / area_ha,
            logs_per_ha: logs as f64 / area_ha,
            stumps_per_ha: stumps as f64 / area_ha,
            standing_m3_per_ha: standing_m3 / area_ha,
            lying_m3_per_ha: lying_m3 / area_ha,
            class_1_m3_per_ha: first,
            class_2_m3_per_ha: second,
            class_3_m3_per_ha: third,
            class_4_m3_per_ha: fourth,
            class_5_m3_per_ha: fifth,
            dry_mass_t_per_ha: count.dry_mass_kg / 1000.0 / area_ha,
        }
    };
    names.iter().zip(&counts).map(row).collect()
}

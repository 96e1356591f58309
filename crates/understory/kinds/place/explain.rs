//! A painted world: what its rules place.

use std::cmp::Reverse;

use understory_numerics::sort;
use understory_records::{RuleRow, WorldManifest, paths};

use crate::error::Error;
use crate::kinds::sentences::Sentences;
use crate::kinds::words::{counted, digits};
use crate::results::Results;

pub(crate) fn world(
    said: &mut Sentences,
    results: &Results,
    manifest: WorldManifest<'_>,
) -> Result<(), Error> {
    let mut rules: Vec<RuleRow> = results.rows(paths::RULES)?;
    let total: u64 = rules.iter().map(|row| row.instances).sum();
    let world = &manifest.world;
    said.show(
        format!(
            "`{}` is a world of {} by {} m with {}, laid out with the seed {}: {} by {}.",
            manifest.all.made_from.scenario,
            world.size_m[0],
            world.size_m[1],
            counted(manifest.biomes.len() as u64, "biome"),
            manifest.all.made_from.seed,
            counted(total, "instance"),
            counted(rules.len() as u64, "rule"),
        ),
        &["world"],
    );
    sort::by_key(&mut rules, |row| Reverse(row.instances));
    for row in rules.iter().take(3).filter(|row| row.instances > 0) {
        said.show(
            format!(
                "The rule `{}` places {} of `{}`, {} a hectare of its ground.",
                row.rule,
                row.instances,
                row.asset,
                digits(row.per_ha, 1)
            ),
            &["rules", "world"],
        );
    }
    let bare: Vec<&str> = rules
        .iter()
        .filter(|row| row.instances == 0)
        .map(|row| row.rule.as_str())
        .collect();
    if !bare.is_empty() {
        said.say(format!("Nothing came of {}.", bare.join(", ")));
    }
    said.took(manifest.all);
    Ok(())
}

//! What a scenario says of crowns that grow with their trees.

use understory_forest::crowns::YearlyCrowns;
use understory_scenario::{CrownRules, CrownsWhen, ForestScenario};

/// What a forest is told of crowns that grow with its trees; none where they do not.
pub(crate) fn yearly_crowns(scenario: &ForestScenario) -> Option<YearlyCrowns> {
    let rules = yearly_rules(scenario)?;
    let shapes = scenario.species.iter().map(|species| rules.shape(&species.name));
    Some(YearlyCrowns {
        min_height_m: rules.min_height_m,
        sharing: rules.sharing.clone(),
        shapes: shapes.collect(),
        rules: rules.yearly.unwrap_or_default(),
    })
}

/// The rules of crowns that grow with their trees; none where they do not.
pub(crate) fn yearly_rules(scenario: &ForestScenario) -> Option<&CrownRules> {
    let rules = scenario.crowns.as_ref();
    rules.filter(|rules| rules.when == CrownsWhen::Yearly)
}

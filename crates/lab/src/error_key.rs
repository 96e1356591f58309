//! Where in a scenario that is to be mended which an experiment refuses.
//!
//! The keys are those of the file format, so a key that is renamed in `scenario` has to be renamed here too.

use understory_branching::OutOfRange;
use understory_branching::cloud::CloudError;
use understory_branching::colonization::ColonizeError;
use understory_branching::lsystem::{LSystemError, TurtleError};
use understory_branching::specimen::SpecimenError;
use understory_branching::tree::TreeError;
use understory_forest::ForestError;

use crate::error::LabError;

impl LabError {
    /// The key of the scenario that rules it, where there is one: `founders.0.count`, `tree.shoot.influence_distance`.
    #[must_use]
    pub fn key(&self) -> Option<String> {
        Some(match self {
            Self::Refused { key, .. } | Self::Of { key, .. } => {
                return (!key.is_empty()).then(|| key.clone());
            }
            Self::WithoutParquet => "record.format".to_owned(),
            Self::Forest(error) => key_of_forest(error),
            Self::Tree(error) => key_of_specimen(error),
            Self::Mesh(error) => key_of_mesh(error),
            Self::InPatch { source, .. } => source.key()?,
            _ => return None,
        })
    }

    /// The way out, where the message alone does not say it.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Refused { way_out, .. } => return (!way_out.is_empty()).then(|| way_out.clone()),
            Self::InPatch { source, .. } | Self::Of { source, .. } => return source.hint(),
            Self::NoCalibration => {
                "name a measured stand, `[calibrate]` with `target = \"stand.csv\"`, and the keys to fit, `[[prior]]` with `key`, `low` and `high`"
            }
            Self::Tree(SpecimenError::Tree(TreeError::Shoot(error) | TreeError::Roots(error))) => {
                error.hint()?
            }
            Self::Tree(SpecimenError::Tree(TreeError::Season(error))) => error.hint(),
            Self::Tree(SpecimenError::Tree(error @ TreeError::NoShoot(_))) => error.of_no_shoot()?.1,
            Self::Mesh(error) if !error.hint.is_empty() => error.hint,
            Self::Forest(ForestError::NotLocal { .. }) => "leave it out, or run it in one process",
            Self::Forest(ForestError::TooManyParts { .. }) => {
                "start fewer processes, or make the plot longer along y"
            }
            Self::StrangeCheckpoint { .. } => "start anew without `--resume`",
            Self::TableChanged { .. } => "restore it, or start anew without `--resume`",
            Self::WithoutParquet => {
                "set `record.format` to \"csv\", or build one that has it: `cargo build --release --features full`"
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }
}

fn key_of_forest(error: &ForestError) -> String {
    match error {
        ForestError::NotLocal { key } => (*key).to_owned(),
        ForestError::PlotTooLarge { .. } | ForestError::TooManyParts { .. } => "world.size_m".to_owned(),
        ForestError::ReachTooLong { species, .. } => format!("species.{species}"),
        ForestError::NoSpecies | ForestError::TooManySpecies(_) => "species".to_owned(),
        _ => "founders".to_owned(),
    }
}

fn key_of_specimen(error: &SpecimenError) -> String {
    let key = match error {
        SpecimenError::Variation(wrong) => return format!("tree.variation.{}", wrong.path),
        SpecimenError::Pipes(wrong) => return format!("tree.baseline.{}", wrong.path),
        SpecimenError::Turtle(error) => match error {
            TurtleError::LSystem(LSystemError::TooManyLetters { .. }) => "baseline.steps",
            TurtleError::OutOfRange(wrong) => return format!("tree.baseline.{}", wrong.path),
            TurtleError::BaseOutside => "baseline.envelope",
            _ => "baseline.rules",
        },
        SpecimenError::Tree(error) => match error {
            TreeError::Crown(CloudError::AllDark { .. }) => "self_shade_per_m",
            TreeError::Crown(_) => "crown",
            TreeError::Soil(_) => "roots.points",
            TreeError::Roots(ColonizeError::NoPoints) => "roots.points",
            TreeError::Shoot(ColonizeError::NoPoints) => "crown_points",
            TreeError::Shoot(error) => return key_of_growth("shoot", error),
            TreeError::Roots(error) => return key_of_growth("roots.growth", error),
            TreeError::OutOfRange(wrong) => &wrong.path,
            TreeError::NoShoot(_) => error.of_no_shoot().map_or("shoot", |(key, _)| key),
            TreeError::Season(error) => error.key(),
        },
    };
    format!("tree.{key}")
}

/// `part` is the table of what grows.
fn key_of_growth(part: &str, error: &ColonizeError) -> String {
    let key = match error {
        ColonizeError::ObstacleOverBase { .. } | ColonizeError::NotAnObstacle { .. } => {
            return "tree.obstacles".to_owned();
        }
        ColonizeError::NothingInReach { .. } => "influence_distance",
        ColonizeError::TrunkOfTooManyNodes { .. } => "trunk.shortest_m",
        ColonizeError::OutOfRange(wrong) => &wrong.path,
        _ => "step_m",
    };
    format!("tree.{part}.{key}")
}

fn key_of_mesh(error: &OutOfRange) -> String {
    match error.path.as_str() {
        "place_m" => "tree".to_owned(),
        "radius_m" => "tree.finish.pipes.tip_radius_m".to_owned(),
        path if path.starts_with("triangles") => format!("tree.mesh.{path}"),
        _ => "tree.leaf".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use understory_scatter::ScatterError;

    use super::*;

    /// It was cut out of the message behind the last semicolon, which a rule that is no way out can have as well.
    #[test]
    fn a_way_out_is_one_and_stands_in_no_message() {
        let of_method = |error| LabError::of_method("sizes", &error);
        let rule = of_method(ScatterError::OutOfRange {
            name: "classes",
            found: "odd".to_owned(),
            rule: "a radius is greater than 0; a share 0 or more",
        });
        assert_eq!(rule.hint(), None);
        assert!(rule.to_string().contains("; a share 0 or more"));
        let costly = of_method(ScatterError::TooCostly {
            method: "uniform",
            count: 100_000_000,
            patterns: 1,
            steps: 2e9,
            bytes: 1.6e9,
            key: "count",
        });
        assert_eq!(costly.hint().as_deref(), Some("ask for fewer points"));
        assert!(costly.to_string().ends_with("are the limit"), "{costly}");
    }

    #[test]
    fn what_is_refused_names_the_key_that_rules_it() {
        let no_tries = ScatterError::OutOfRange {
            name: "tries",
            found: "0".to_owned(),
            rule: "each point needs at least 1",
        };
        let error = LabError::of_method("far", &no_tries);
        assert_eq!(error.key().as_deref(), Some("method.far.tries"));
        let nothing = ColonizeError::NothingInReach {
            influence_m: 1.0,
            nearest_m: 2.0,
        };
        let error = LabError::Tree(TreeError::Shoot(nothing).into());
        assert_eq!(error.key().as_deref(), Some("tree.shoot.influence_distance"));
        let hint = "raise `influence_distance` or `trunk.longest_m`, or lower the crown";
        assert_eq!(error.hint().as_deref(), Some(hint));
        for (error, key) in [
            (ScatterError::NoTargetStatistics, "scatter"),
            (no_tries, "segment.path.tries"),
        ] {
            let error = LabError::of_segment("path", &error);
            assert_eq!(error.key().as_deref(), Some(key), "{error}");
        }
        let large = ForestError::PlotTooLarge {
            width_m: 1e6,
            height_m: 1e6,
            most_km2: 1.0,
        };
        assert_eq!(LabError::Forest(large).key().as_deref(), Some("world.size_m"));
    }
}

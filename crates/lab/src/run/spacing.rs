//! The spacing of a recorded year: nearest-neighbour statistics and pair correlation of all trees, by size class and by species.
//!
//! A part with fewer than two trees has no curves; its indices are there, and empty.

use understory_forest::Forest;
use understory_records::SpacingRow;
use understory_scenario::{ForestScenario, Record};
use understory_spacing::{
    Curves, NearestNeighbourSummary, PairKernel, Plot, Radii, RandomKey, SpacingError, csr_simulations,
};

use crate::error::LabError;
use crate::run::census::Class;
use crate::stats::pcf_of;

/// One part of the forest with the places of its trees.
struct Scope {
    name: String,
    places_m: Vec<[f64; 2]>,
}

/// All trees of the counted window, each size class, each species.
fn scopes(forest: &Forest) -> Vec<Scope> {
    let names = ["all"].into_iter().chain(Class::ALL.map(Class::name));
    let names = names.chain(forest.species().map(|species| species.name.as_str()));
    let mut scopes: Vec<Scope> = names
        .map(|name| Scope {
            name: name.to_owned(),
            places_m: Vec::new(),
        })
        .collect();
    let window = forest.window();
    forest.for_each_tree(|place_m, species, size| {
        if !window.holds(place_m) {
            return;
        }
        let parts = [
            0,
            1 + Class::of(size) as usize,
            1 + Class::ALL.len() + usize::from(species),
        ];
        for part in parts {
            scopes[part].places_m.push(place_m);
        }
    });
    scopes
}

/// The rows of the year that has just passed, curves included.
pub(crate) fn spacing(forest: &Forest, scenario: &ForestScenario) -> Result<Vec<SpacingRow>, LabError> {
    rows(forest, Some(scenario))
}

/// Of the rows only the indices, which is all that replicates need.
pub(crate) fn indices(forest: &Forest) -> Result<Vec<SpacingRow>, LabError> {
    rows(forest, None)
}

/// Whether the curves can be measured at the distances that `[record]` gives: of two trees, whose kernel is the widest there can be.
///
/// # Errors
/// [`LabError::Refused`] where they cannot, or none can be on this plot.
pub fn try_spacing(scenario: &ForestScenario) -> Result<(), LabError> {
    /// Steps that a kernel and the distances have together, at most.
    const MOST_STEPS: f64 = (1 << 20) as f64;
    let (window, record) = (scenario.borders.window.plot(), &scenario.record);
    let steps = f64::from(record.spacing_steps);
    // One distance, so much shorter that its kernel has as many steps more as there are distances: all of them take long.
    let step_m = record.spacing_r_max_m / steps * (1.0 - steps / MOST_STEPS);
    let measured = Radii::new(step_m, 1)
        .and_then(|radii| pcf_of(&two_points_m(window), window, &radii, &PairKernel::default()));
    match measured {
        Ok(_) => Ok(()),
        Err(SpacingError::NoBandwidth { bandwidth_m, .. }) => Err(LabError::refused(
            "record.spacing_r_max_m",
            format!(
                "the spacing cannot be measured at {} distances up to {} m: the kernel of the pair correlation of 2 trees is \
                 {bandwidth_m:.2} m wide, more than a million of their steps",
                record.spacing_steps, record.spacing_r_max_m
            ),
            "raise `spacing_r_max_m`, or lower `spacing_steps`",
        )),
        Err(error) => Err(LabError::not_comparable(error)),
    }
}

/// Two points, of which a pattern on this plot has a spacing.
pub(crate) fn two_points_m(plot: &Plot) -> [[f64; 2]; 2] {
    [0.25, 0.75].map(|share| std::array::from_fn(|axis| plot.origin_m()[axis] + share * plot.size_m()[axis]))
}

fn rows(forest: &Forest, curves: Option<&ForestScenario>) -> Result<Vec<SpacingRow>, LabError> {
    let mut rows = Vec::new();
    for scope in scopes(forest) {
        let spacing = (scope.places_m.len() > 1)
            .then(|| NearestNeighbourSummary::new(&scope.places_m, forest.window().plot()))
            .transpose()?;
        let mut table = ScopeRows {
            year: forest.year(),
            scope: &scope.name,
            rows: &mut rows,
        };
        if let (Some(spacing), Some(scenario)) = (&spacing, curves) {
            table.curves(spacing, &scenario.record)?;
            table.pair_correlation(&scope.places_m, forest.window().plot(), scenario)?;
        }
        table.indices(spacing.as_ref());
    }
    Ok(rows)
}

/// The rows of one scope, as they are added.
struct ScopeRows<'a> {
    year: u32,
    scope: &'a str,
    rows: &'a mut Vec<SpacingRow>,
}

impl ScopeRows<'_> {
    /// One row without an envelope; without a distance it is an index.
    fn add(&mut self, statistic: &str, r_m: Option<f64>, observed: Option<f64>, theoretical: f64) {
        self.add_within(statistic, r_m, observed, theoretical, [None; 2]);
    }

    fn add_within(
        &mut self,
        statistic: &str,
        r_m: Option<f64>,
        observed: Option<f64>,
        theoretical: f64,
        [envelope_low, envelope_high]: [Option<f64>; 2],
    ) {
        self.rows.push(SpacingRow {
            year: self.year,
            scope: self.scope.to_owned(),
            statistic: statistic.to_owned(),
            r_m,
            observed,
            theoretical: Some(theoretical),
            envelope_low,
            envelope_high,
        });
    }

    /// The density of nearest-neighbour distances and *G*, each over the range that the scenario gives.
    fn curves(&mut self, spacing: &NearestNeighbourSummary, record: &Record) -> Result<(), LabError> {
        let (r_max_m, steps) = (record.spacing_r_max_m, record.spacing_steps);
        let density = spacing.density(r_max_m, steps as usize)?;
        for (bin, &r_m) in density.r_m.iter().enumerate() {
            let (observed, random) = (density.observed_per_m[bin], density.theoretical_per_m[bin]);
            self.add("nnd_density", Some(r_m), Some(observed), random);
        }
        let r_m: Vec<f64> = (0..=steps)
            .map(|step| r_max_m * f64::from(step) / f64::from(steps))
            .collect();
        let g = spacing.g(&r_m)?;
        for (name, curve) in [("G_raw", &g.raw), ("G_km", &g.km)] {
            for (step, &r_m) in r_m.iter().enumerate() {
                self.add(name, Some(r_m), Some(curve[step]), g.theoretical[step]);
            }
        }
        Ok(())
    }

    /// The pair correlation; where the scenario asks for simulations, with the pointwise 95 % envelope of as many random points.
    fn pair_correlation(
        &mut self,
        places_m: &[[f64; 2]],
        window: &Plot,
        scenario: &ForestScenario,
    ) -> Result<(), LabError> {
        let record = &scenario.record;
        let radii = Radii::new(record.spacing_r_max_m, record.spacing_steps as usize)?;
        let r_m = radii.to_vec_m();
        let curve =
            |places_m: &[[f64; 2]], window: &Plot| pcf_of(places_m, window, &radii, &PairKernel::default());
        let observed = curve(places_m, window)?;
        let simulations = record.envelope_simulations;
        // On a narrow torus the kernel of a few trees may be too wide for any distance.
        let is_defined = observed.iter().any(|value| value.is_finite());
        let envelope = if simulations > 0 && is_defined {
            let year = self.year.to_string();
            let key = RandomKey::root(scenario.header.seed, &["spacing", self.scope, &year]);
            let simulated = csr_simulations(simulations, places_m.len(), window, key, curve)?;
            let curves = Curves::new(&r_m, observed.clone(), simulated)?;
            Some(curves.envelope(envelope_rank(simulations))?)
        } else {
            None
        };
        for (step, &r_m) in r_m.iter().enumerate() {
            let between = match &envelope {
                Some(envelope) => [envelope.low[step], envelope.high[step]],
                None => [None; 2],
            };
            let observed = Some(observed[step]).filter(|value| value.is_finite());
            self.add_within("pcf", Some(r_m), observed, 1.0, between);
        }
        Ok(())
    }

    /// Clark–Evans; Donnelly's form is undefined on a torus.
    fn indices(&mut self, spacing: Option<&NearestNeighbourSummary>) {
        let index = spacing.map(NearestNeighbourSummary::clark_evans);
        self.add(
            "clark_evans_naive",
            None,
            index.as_ref().map(|index| index.naive),
            1.0,
        );
        self.add(
            "clark_evans_donnelly",
            None,
            index.and_then(|index| index.donnelly),
            1.0,
        );
    }
}

/// Which value from below and from above bounds the pointwise envelope of 95 %.
fn envelope_rank(simulations: u32) -> usize {
    (simulations as usize + 1) / 40
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scenario;

    /// A run of a few trees ended after its first year on distances that are short beside the kernel.
    ///
    /// Of 2 trees on 3,600 m² it is 0.15 / √(2 / 3,600) = 6.36 m wide, and 2^20 steps hold it down to 64 of them in 0.39 mm.
    #[test]
    fn distances_that_no_kernel_goes_with_are_known_before_a_year_is_grown() {
        let tried = |r_max_m: f64| {
            try_spacing(&scenario(&format!(
                "name = \"short\"\nworld = {{ size_m = [60.0, 60.0], edge = \"torus\", seed = 1 }}\nrun = {{ years = 1 }}\n\
                 species = [{{ name = \"birch\", preset = \"betula-pendula\" }}]\n\
                 founders = [{{ species = \"birch\", method = \"uniform\", count = 2, height_m = 2.0 }}]\n\
                 record = {{ spacing_r_max_m = {r_max_m:?} }}\n"
            )))
        };
        assert!(tried(0.0004).is_ok());
        let refused = tried(0.00038).unwrap_err();
        assert_eq!(refused.key().as_deref(), Some("record.spacing_r_max_m"));
        assert!(
            refused.is_user_error() && refused.to_string().contains("2 trees is 6.36 m wide"),
            "{refused}"
        );
    }
}

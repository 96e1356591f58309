//! `compare`: how near the point methods come to a forest that grew or a stand that was measured, and at what cost.

mod contest;
mod distance;
mod fit;
mod forests;
mod found;
mod looks;
mod nearest;
mod outcome;
mod own;
mod points;
mod raster;
mod tables;
mod target;
mod world;

use understory_numerics::RandomKey;
use understory_records::{Compared, ForestsRow, KerrCellRow, MethodsRow};
use understory_scatter::{Layout, TargetStatistics};
use understory_scenario::{Compare, FEW_POINTS, WorldScenario};
use understory_space::Plot;

use crate::error::LabError;
use crate::job::Watch;
use crate::place::with_forests;
use crate::run::spacing::two_points_m;
use crate::store::Store;
use contest::Contest;
use distance::Ruler;
pub use forests::further_targets;
pub use found::CompareFound;
use outcome::Outcome;
use points::{root, scatter};
pub use target::Target;
use world::Scattering;

/// Lets each method lay out a few points and drops them, so that parameters that cannot be are known before anything
/// is grown or written.
///
/// # Errors
/// [`LabError::Refused`]: what each method says that refuses.
pub fn try_methods(compare: &Compare, plot: &Plot, seed: u64) -> Result<(), Vec<LabError>> {
    let target_statistics = TargetStatistics {
        r_m: vec![plot.shorter_side_m() / 8.0, plot.shorter_side_m() / 4.0],
        pair_correlation: vec![1.0; 2],
        sizes_m: Vec::new(),
    };
    let layout = Layout {
        target_statistics: Some(&target_statistics),
        ..Layout::new(plot, FEW_POINTS)
    };
    let tried = compare
        .candidates
        .iter()
        .map(|candidate| scatter(candidate, &layout, root(seed, candidate)));
    let errors: Vec<LabError> = tried.filter_map(Result::err).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// What a pattern takes with its curves until all of a method are tested together, bytes: *G*, *L*, pair correlation and *J*, and a copy
/// of one of them.
pub const MEMORY_PER_PATTERN: u64 = 5 * 513 * 8;

/// Whether patterns can be measured on a plot: one of two points, whose kernel is the widest there can be.
///
/// # Errors
/// [`LabError::Refused`] where they cannot.
pub fn try_plot(plot: &Plot) -> Result<(), LabError> {
    let two_m = two_points_m(plot);
    let measured = Ruler::new(plot, &two_m).and_then(|ruler| ruler.measure(&two_m));
    measured.map(drop).map_err(LabError::not_comparable)
}

/// Compares the methods with each target and writes `methods.csv`, `forests.csv`, `answer.txt`, `points/` and `functions/`.
/// `None` where `watch` stopped it.
///
/// Each method gets the target's plot and count, and a key of its own from `seed` and its label; timed on one thread
/// is its first pattern. Everything but the times is the same for any number of threads. Points with the first target stand
/// in `points/` itself, those with a further one in a folder there by the name of its forest; functions and rasters are left
/// of the first alone.
///
/// # Errors
/// [`LabError::Refused`] where a method refuses, [`LabError::Of`] where a painted world does, [`LabError::Spacing`] for a target of fewer than two points,
/// otherwise what the store reports.
pub fn compare(
    targets: &[Target],
    compare: &Compare,
    seed: u64,
    store: &dyn Store,
    watch: &dyn Watch,
) -> Result<Option<CompareFound>, LabError> {
    // Before the first is compared, so that nothing is worked out in vain.
    for target in targets {
        let layout = Layout::new(&target.plot, target.points_m.len() as u32);
        for candidate in &compare.candidates {
            let patterns = compare.simulations + compare.repeats;
            let affordable = candidate.method.check_cost_of(&layout, patterns);
            affordable.map_err(|error| LabError::of_method(&candidate.label, &error))?;
        }
    }
    // Those that stand as forests have them grown once, for all targets.
    let worlds = compare.worlds.iter().map(|world| {
        with_forests(&world.scenario, watch).map_err(|source| {
            LabError::of(
                format!("the painted world `{}`", world.label),
                format!("method.{}.world", world.number),
                source,
            )
        })
    });
    let worlds = worlds.collect::<Result<Vec<_>, _>>()?;
    let of_each = compare.candidates.len() + worlds.len();
    let (mut rows, mut forests, mut first) = (Vec::new(), Vec::new(), None);
    for (number, target) in targets.iter().enumerate() {
        let goes_on = |method: usize, label: &str| {
            let label = match targets.len() {
                1 => label.to_owned(),
                _ => format!("{label} beside {}", target.forest),
            };
            watch.method(number * of_each + method, targets.len() * of_each, &label);
            !watch.is_stopped()
        };
        let with = With {
            compare,
            worlds: &worlds,
            seed,
            store,
            watch,
            is_first: number == 0,
        };
        let (forest, shown, rasters) = match with.one(target, &goes_on) {
            Ok(Some(found)) => found,
            Ok(None) | Err(LabError::Stopped) => return Ok(None),
            Err(error) => return Err(error),
        };
        forests.push(forest);
        rows.extend(shown.iter().map(|compared| compared.row.clone()));
        first.get_or_insert((shown, rasters));
    }
    let (shown, rasters) = first.unwrap_or_default();
    let found = CompareFound {
        answer: nearest::answer(compare, &forests, &rows),
        methods: rows,
        forests,
        shown,
        rasters,
    };
    tables::write_all(store, &found)?;
    Ok(Some(found))
}

/// What is compared with each target, and where that is written.
struct With<'a> {
    compare: &'a Compare,
    /// The painted worlds, grown.
    worlds: &'a [WorldScenario],
    seed: u64,
    store: &'a dyn Store,
    watch: &'a dyn Watch,
    /// Whether this is the first target.
    is_first: bool,
}

/// A forest's row, its target and methods, and the rasters of these by their labels.
type OfTarget = (ForestsRow, Vec<Compared>, Vec<(String, Vec<KerrCellRow>)>);

impl With<'_> {
    /// One target and its methods, with their rasters; `None` where `goes_on` says of a method, by its number and label, that it does not.
    fn one(
        &self,
        target: &Target,
        goes_on: &dyn Fn(usize, &str) -> bool,
    ) -> Result<Option<OfTarget>, LabError> {
        let &Self {
            compare,
            worlds,
            seed,
            store,
            watch,
            is_first,
        } = self;
        let folder = match is_first {
            true => String::new(),
            false => format!("{}/", target.forest),
        };
        let ruler = Ruler::new(&target.plot, &target.points_m)?;
        let measured = ruler.measure(&target.points_m)?;
        let j = ruler.j(&target.points_m)?;
        let target_statistics = ruler.target_statistics(&measured, &target.sizes_m);
        let looks = ruler.looks(&target.points_m)?;
        let own_g_ks = own::own_g_ks(&target.points_m, &target.plot, ruler.radii().max_m())?;
        let mut shown = vec![Compared {
            row: tables::target_row(target, &measured, looks),
            points: tables::write_target(store, &folder, target)?,
            ..Compared::default()
        }];
        let mut rasters = Vec::new();
        if is_first {
            tables::write_target_functions(store, target, &ruler)?;
        }
        let contest = Contest {
            target,
            ruler: &ruler,
            measured: &measured,
            j: &j,
            target_statistics: &target_statistics,
            seed,
            watch,
        };
        let mut add = |label: &str, outcome: &Outcome| {
            let mut compared = Compared {
                row: tables::row((target, own_g_ks), label, outcome),
                points: tables::write_points(store, &format!("{folder}{label}"), outcome)?,
                ..Compared::default()
            };
            if is_first {
                let raster = outcome.raster.as_ref();
                if let Some(forest) = raster.filter(|forest| raster::is_kept(forest)) {
                    rasters.push((label.to_owned(), raster::write(store, label, forest)?));
                }
                tables::write_functions(store, &mut compared, outcome, &ruler)?;
            }
            shown.push(compared);
            Ok::<_, LabError>(())
        };
        for (number, candidate) in compare.candidates.iter().enumerate() {
            if !goes_on(number, &candidate.label) {
                return Ok(None);
            }
            add(&candidate.label, &contest.hold(candidate, compare)?)?;
        }
        for (number, (world, grown)) in compare.worlds.iter().zip(worlds).enumerate() {
            if !goes_on(compare.candidates.len() + number, &world.label) {
                return Ok(None);
            }
            let scattering = Scattering::new(world, grown, target);
            let key = RandomKey::root(seed, &["compare", &world.label]);
            let judged_by = (scattering.judged_by(), None);
            let outcome = contest.judge(&|key| scattering.scatter(key), key, judged_by, compare)?;
            add(&world.label, &outcome)?;
        }
        let rows: Vec<MethodsRow> = shown.iter().map(|compared| compared.row.clone()).collect();
        let forest = nearest::forest_row(target, &rows, own_g_ks);
        Ok(Some((forest, shown, rasters)))
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::Purpose;
    use understory_scatter::{
        JitteredGrid, Method, MinimumDistance, PointMethod, Request, Resampled, Uniform,
    };
    use understory_scenario::Candidate;
    use understory_space::Edge;

    use super::outcome::JudgedBy;
    use super::*;
    use crate::store::MemoryStore;

    /// The rows of uniform points and of a jittered grid against a pattern of `method`.
    fn rows_against(method: &Method, seed: u64) -> Vec<MethodsRow> {
        let plot = Plot::new([-5.0, 8.0], [60.0, 40.0], Edge::Torus).unwrap();
        let drawn = method.scatter(&Request::new(&plot, 150), RandomKey::root(seed, &["target"]));
        let target = Target {
            forest: "drawn".to_owned(),
            plot,
            points_m: drawn.unwrap().points_m,
            species: Vec::new(),
            sizes_m: Vec::new(),
            seconds: None,
            notes: String::new(),
        };
        let methods = [
            Method::Uniform(Uniform),
            Method::JitteredGrid(JitteredGrid::default()),
        ];
        let settings = Compare {
            label: "drawn".to_owned(),
            dbh_min_cm: 0.0,
            simulations: 39,
            repeats: 1,
            candidates: methods.map(Candidate::from).to_vec(),
            worlds: Vec::new(),
            forests: Vec::new(),
        };
        let found = compare(&[target], &settings, 1, &MemoryStore::default(), &()).unwrap();
        found.unwrap().methods
    }

    #[test]
    fn a_pattern_is_taken_for_one_of_its_own_method_and_for_none_of_the_other() {
        for (own, method) in [
            (1, Method::Uniform(Uniform)),
            (2, Method::JitteredGrid(JitteredGrid::default())),
        ] {
            let other = 3 - own;
            for seed in 0..3 {
                let rows = rows_against(&method, seed);
                assert!(rows[own].global_p > Some(0.05), "{rows:?}");
                assert_eq!(rows[other].global_p, Some(1.0 / 40.0));
                assert!(rows[own].g_ks < rows[other].g_ks && rows[own].l_rmse_m < rows[other].l_rmse_m);
            }
        }
    }

    /// `resampled` was judged by L, the sum of the pair correlation that it learns, and so always fitted; its G and J
    /// on a clustered target are another's.
    #[test]
    fn a_fitted_method_is_judged_by_what_it_was_not_fitted_to() {
        let by = |method: Method, fit: bool| {
            contest::judged_by(&Candidate {
                fit,
                ..Candidate::from(method)
            })
        };
        assert_eq!(by(Method::Uniform(Uniform), false), JudgedBy::L);
        assert_eq!(
            by(Method::Resampled(Resampled::default()), false),
            JudgedBy::GAndJ
        );
        assert_eq!(
            by(Method::MinimumDistance(MinimumDistance::default()), true),
            JudgedBy::GAndJ
        );

        // Clusters of eight points within 2 m, one in each square of 10 m.
        let plot = Plot::new([0.0; 2], [60.0, 40.0], Edge::Torus).unwrap();
        let key = RandomKey::root(5, &["clusters"]);
        let clusters = (0..24_u32).flat_map(|cluster| {
            let middle = [
                5.0 + 10.0 * f64::from(cluster % 6),
                5.0 + 10.0 * f64::from(cluster / 6),
            ];
            (0..8_u32).map(move |number| {
                let [a, b, ..] = key.draws(0, Purpose::Place, 8 * cluster + number);
                let share = |bits: u32| f64::from(bits) / f64::from(u32::MAX) - 0.5;
                [middle[0] + 4.0 * share(a), middle[1] + 4.0 * share(b)]
            })
        });
        let target = Target {
            forest: "drawn".to_owned(),
            plot,
            points_m: clusters.collect(),
            species: Vec::new(),
            sizes_m: Vec::new(),
            seconds: None,
            notes: String::new(),
        };
        let settings = Compare {
            label: "drawn".to_owned(),
            dbh_min_cm: 0.0,
            simulations: 39,
            repeats: 1,
            candidates: vec![
                Method::Resampled(Resampled::default()).into(),
                Method::Uniform(Uniform).into(),
            ],
            worlds: Vec::new(),
            forests: Vec::new(),
        };
        let found = compare(&[target], &settings, 1, &MemoryStore::default(), &()).unwrap();
        let rows = found.unwrap().methods;
        let [resampled, uniform] = [&rows[1], &rows[2]];
        assert_eq!(
            (resampled.judged_by.as_str(), uniform.judged_by.as_str()),
            ("G J", "L")
        );
        assert!(
            resampled.notes.contains("judged by G and J"),
            "{}",
            resampled.notes
        );
        assert_eq!(uniform.judged_p, uniform.global_p);
        let [g_p, j_p] = [resampled.g_p, resampled.j_p].map(Option::unwrap);
        assert_eq!(resampled.judged_p, Some((2.0 * g_p.min(j_p)).min(1.0)));
        assert_eq!(uniform.j_p, Some(1.0 / 40.0));
    }
}

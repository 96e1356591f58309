//! All point methods, by their names: the one place that knows every method there is.

use serde::Deserialize;
use understory_keys::named;
use understory_numerics::RandomKey;

use crate::cost::Cost;
use crate::layout::Layout;
use crate::point_method::{FitParameter, PointMethod};
use crate::scattered::Scattered;
use crate::{
    Circles, Elimination, JitteredGrid, Kerr, MinimumDistance, PoissonDisk, PoissonMaximal, Quadtree,
    Repulsion, Resampled, ScatterError, SeveralSizes, Springs, Uniform, WarpedGrid,
};

named! {
    /// Whether a method simulates what makes a pattern, or imitates the pattern.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Family {
        /// Causes are simulated: generations of plants that seed, age and crowd each other out.
        Teleological = "teleological",
        /// The look is imitated.
        Ontogenetic = "ontogenetic",
    }
}

/// The name of a method, as its only word, and the keys of its parameters.
pub type Named = (&'static [&'static str], &'static [understory_keys::Key]);

macro_rules! methods {
    ($($name:literal: $method:ident,)+) => {
        /// The point methods, by their names in a scenario.
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(tag = "name")]
        pub enum Method {
            $(#[doc = concat!("See [`", stringify!($method), "`].")] #[serde(rename = $name)] $method($method),)+
        }

        impl Method {
            /// The names of all methods, in the order of a table.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Each with the keys of its parameters.
            pub const KEYS: &'static [Named] = &[$((&[$name], $method::KEYS)),+];

            /// Every method with its defaults.
            #[must_use]
            pub fn all() -> Vec<Self> {
                vec![$(Self::$method($method::default())),+]
            }

            /// The name that scenarios and tables use: `jittered-grid`.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$method(_) => $name,)+
                }
            }

            fn as_dyn(&self) -> &dyn PointMethod {
                match self {
                    $(Self::$method(method) => method,)+
                }
            }

            fn as_dyn_mut(&mut self) -> &mut dyn PointMethod {
                match self {
                    $(Self::$method(method) => method,)+
                }
            }
        }
    };
}

methods! {
    "uniform": Uniform,
    "minimum-distance": MinimumDistance,
    "several-sizes": SeveralSizes,
    "jittered-grid": JitteredGrid,
    "springs": Springs,
    "repulsion": Repulsion,
    "poisson-disk": PoissonDisk,
    "poisson-maximal": PoissonMaximal,
    "elimination": Elimination,
    "warped-grid": WarpedGrid,
    "quadtree": Quadtree,
    "kerr": Kerr,
    "circles": Circles,
    // The last one alone needs a pattern to imitate, so founders cannot be laid out by it.
    "resampled": Resampled,
}

impl Method {
    /// The method of this name with its defaults.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|method| method.name() == name)
    }

    /// Its family.
    ///
    /// Only the circles are teleological: a foliage spawner that grows by generations, as they do, is an example that Krzysztof
    /// Narkowicz's article "Biome Painter" gives.
    #[must_use]
    pub const fn family(&self) -> Family {
        match self {
            Self::Circles(_) => Family::Teleological,
            _ => Family::Ontogenetic,
        }
    }

    /// The same method with one of its [`fit_parameters`](PointMethod::fit_parameters) set; as it was, where it has no
    /// such parameter.
    #[must_use]
    pub fn with(mut self, parameter: &str, value: f64) -> Self {
        self.set(parameter, value);
        self
    }

    /// Whether what it takes is within [`MOST_STEPS`](crate::MOST_STEPS) and [`MOST_BYTES`](crate::MOST_BYTES).
    ///
    /// # Errors
    /// [`ScatterError::TooCostly`] where it is not, and what [`PointMethod::fits_together`] refuses.
    pub fn check_cost(&self, layout: &Layout<'_>) -> Result<(), ScatterError> {
        self.check_cost_of(layout, 1)
    }

    /// The same for this number of patterns, one after the other.
    ///
    /// # Errors
    /// As for [`Self::check_cost`].
    pub fn check_cost_of(&self, layout: &Layout<'_>, patterns: u32) -> Result<(), ScatterError> {
        self.fits_together()?;
        self.cost(layout).check(self.name(), layout.count, patterns)
    }
}

impl PointMethod for Method {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.check_cost(layout)?;
        self.as_dyn().lay_out(layout, key)
    }

    fn fits_together(&self) -> Result<(), ScatterError> {
        self.as_dyn().fits_together()
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        self.as_dyn().cost(layout)
    }

    fn fit_parameters(&self, layout: &Layout<'_>) -> Vec<FitParameter> {
        self.as_dyn().fit_parameters(layout)
    }

    fn set(&mut self, parameter: &str, value: f64) {
        self.as_dyn_mut().set(parameter, value);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::Request;
    use crate::kerr::KerrRules;
    use crate::{TargetStatistics, Weight};

    /// A task with target statistics, for the method that needs it.
    fn layout(plot: &Plot, count: u32) -> Layout<'_> {
        static TARGET: LazyLock<TargetStatistics> = LazyLock::new(|| TargetStatistics {
            r_m: vec![0.5, 1.0, 4.0],
            pair_correlation: vec![0.0, 1.2, 1.0],
            sizes_m: Vec::new(),
        });
        Layout {
            target_statistics: Some(&TARGET),
            ..Layout::new(plot, count)
        }
    }

    fn plot(edge: Edge) -> Plot {
        Plot::new([-8.0, 3.0], [30.0, 12.0], edge).unwrap()
    }

    proptest! {
        #[test]
        fn a_key_fixes_the_points_and_another_key_changes_them(seed in any::<u64>(), count in 1_u32..200) {
            for method in Method::all() {
                let points_m = |seed| {
                    let plot = plot(Edge::Torus);
                    method.scatter(&layout(&plot, count).into(), RandomKey::root(seed, &[method.name()])).unwrap().points_m
                };
                prop_assert_eq!(points_m(seed), points_m(seed));
                prop_assert_ne!(points_m(seed), points_m(seed.wrapping_add(1)));
            }
        }

        #[test]
        fn every_point_lies_in_the_plot_and_the_count_is_exact_or_the_plot_full(seed in any::<u64>(), count in 0_u32..200) {
            for edge in [Edge::Open, Edge::Torus] {
                for method in Method::all() {
                    let plot = plot(edge);
                    let scattered = method.scatter(&layout(&plot, count).into(), RandomKey::root(seed, &["count"])).unwrap();
                    let points_m = scattered.points_m;
                    prop_assert!(points_m.len() == count as usize || scattered.shortfall.is_some(), "{}", method.name());
                    prop_assert!(points_m.len() <= count as usize);
                    prop_assert!(points_m.iter().all(|&point_m| plot.contains(point_m)));
                }
            }
        }

        #[test]
        fn the_least_distance_holds_across_the_seams_of_a_torus(
            seed in any::<u64>(),
            shift_m in prop::array::uniform2(-40.0..40.0),
        ) {
            let torus = plot(Edge::Torus);
            let open = plot(Edge::Open);
            let method = MinimumDistance { distance_m: Some(0.8), tries: 500 };
            let points_m = method.scatter(&Request::new(&torus, 200), RandomKey::root(seed, &["seam"])).unwrap().points_m;
            // Moved round the torus, pairs that met across a seam lie side by side in the plane.
            let moved_m: Vec<_> = points_m
                .iter()
                .map(|p| torus.place([p[0] + shift_m[0], p[1] + shift_m[1]]).unwrap())
                .collect();
            for (i, &a_m) in moved_m.iter().enumerate() {
                for &b_m in &moved_m[..i] {
                    prop_assert!(open.distance_squared_m2(a_m, b_m).sqrt() >= 0.8 - 1e-9);
                }
            }
        }
    }

    #[test]
    fn every_parameter_of_a_fit_is_set_and_works_at_both_ends_of_its_range() {
        for edge in [Edge::Open, Edge::Torus] {
            let plot = plot(edge);
            let task = layout(&plot, 60);
            for method in Method::all() {
                for parameter in method.fit_parameters(&task) {
                    for end in parameter.range {
                        let set = method.clone().with(parameter.name, end);
                        let value = |parameters: Vec<FitParameter>| {
                            parameters
                                .into_iter()
                                .find(|k| k.name == parameter.name)
                                .map(|k| k.value)
                        };
                        assert_eq!(value(set.fit_parameters(&task)), Some(end), "{}", method.name());
                        let scattered = set.scatter(&task.into(), RandomKey::root(1, &[])).unwrap();
                        assert!(!scattered.points_m.is_empty(), "{} {end}", method.name());
                    }
                }
            }
        }
    }

    #[test]
    fn uniform_points_fill_the_quarters_of_the_plot_evenly() {
        let plot = plot(Edge::Open);
        let points_m = Uniform
            .scatter(&Request::new(&plot, 40_000), RandomKey::root(2, &["even"]))
            .unwrap()
            .points_m;
        let mut quarters = [0_i32; 4];
        for [x_m, y_m] in points_m {
            quarters[usize::from(x_m >= 7.0) + 2 * usize::from(y_m >= 9.0)] += 1;
        }
        // Four standard deviations of a binomial count.
        assert!(
            quarters.iter().all(|&count| (count - 10_000).abs() < 347),
            "{quarters:?}"
        );
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_name() {
        let refusal = |method: &dyn PointMethod| {
            let plot = plot(Edge::Open);
            let refused = method.scatter(&Request::new(&plot, 3), RandomKey::root(1, &[]));
            refused.unwrap_err().to_string()
        };
        for distance_m in [0.0, -3.0, f64::NAN, f64::INFINITY] {
            let method = MinimumDistance {
                distance_m: Some(distance_m),
                tries: 9,
            };
            assert!(refusal(&method).starts_with("`distance_m` is"));
        }
        let method = MinimumDistance {
            distance_m: Some(1.0),
            tries: 0,
        };
        assert!(refusal(&method).starts_with("`tries` is 0"));
        for jitter in [-0.1, 0.51, f64::NAN] {
            assert!(refusal(&JitteredGrid { jitter }).starts_with("`jitter` is"));
        }
    }

    /// They were known only when points were laid out, so that `check` found them ready.
    #[test]
    fn numbers_that_do_not_fit_each_other_are_refused_before_anything_is_laid_out() {
        let rules = KerrRules {
            reach_cells: 2,
            ..KerrRules::default()
        };
        let plot = plot(Edge::Open);
        for (method, key) in [
            (
                Method::Kerr(Kerr {
                    rules,
                    ..Kerr::default()
                }),
                "reach_cells",
            ),
            (
                Method::Circles(Circles {
                    length_factor: None,
                    types: Vec::new(),
                }),
                "types",
            ),
            (
                Method::SeveralSizes(SeveralSizes {
                    classes: Vec::new(),
                    ..SeveralSizes::default()
                }),
                "classes",
            ),
        ] {
            let refused = method.check_cost(&layout(&plot, 5)).unwrap_err();
            assert_eq!(refused.key(), Some(key), "{refused}");
            assert_eq!(
                method.lay_out(&layout(&plot, 5), RandomKey::root(1, &[])),
                Err(refused)
            );
        }
    }

    #[test]
    fn a_full_plot_is_reported_with_what_was_placed() {
        let method = MinimumDistance {
            distance_m: Some(50.0),
            tries: 8,
        };
        let plot = plot(Edge::Open);
        let scattered = method
            .scatter(&Request::new(&plot, 3), RandomKey::root(1, &[]))
            .unwrap();
        assert_eq!(scattered.points_m.len(), 1);
        assert_eq!(
            scattered.shortfall.as_ref().map(ToString::to_string).as_deref(),
            Some("full: 8 tries in a row found no room")
        );
    }

    #[test]
    fn a_weight_keeps_points_off_and_must_be_one() {
        let plot = plot(Edge::Open);
        let on_the_left = |place_m: [f64; 2]| if place_m[0] < 7.0 { 0.5 } else { 0.0 };
        let nowhere = |_: [f64; 2]| 0.0;
        let none = |place_m: [f64; 2]| place_m[0];
        let request = |weight: &'static str| -> Box<Weight<'static>> {
            match weight {
                "left" => Box::new(on_the_left),
                "nowhere" => Box::new(nowhere),
                _ => Box::new(none),
            }
        };
        let scatter = |method: &Method, weight: &'static str| {
            let weight = request(weight);
            let request = Request {
                weight: Some(&*weight),
                ..Request::new(&plot, 50)
            };
            method.scatter(&request, RandomKey::root(1, &[]))
        };
        for method in Method::all()
            .iter()
            .filter(|method| !["repulsion", "resampled"].contains(&method.name()))
        {
            let points_m = scatter(method, "left").unwrap().points_m;
            assert!(!points_m.is_empty() && points_m.iter().all(|point_m| point_m[0] < 7.0));
            assert!(matches!(
                scatter(method, "not one"),
                Err(ScatterError::NotAWeight { .. })
            ));
        }
        assert_eq!(
            scatter(&Method::Uniform(Uniform), "nowhere"),
            Err(ScatterError::NowhereToStand { looks: 1_000_000 })
        );
    }
}

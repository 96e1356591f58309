//! All point methods, by their names: the one place that knows every method there is.

use serde::{Deserialize, Serialize};
use understory_numerics::Key;

use crate::cost::{self, Cost};
use crate::layout::Layout;
use crate::point_method::{Knob, PointMethod};
use crate::scattered::Scattered;
use crate::{
    Circles, Elimination, JitteredGrid, Kerr, MinimumDistance, PoissonDisk, PoissonMaximal, Quadtree,
    Repulsion, Resampled, ScatterError, SeveralSizes, Springs, Uniform, WarpedGrid,
};

/// The point methods, by their names in a scenario.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Method {
    /// See [`Uniform`].
    Uniform(Uniform),
    /// See [`MinimumDistance`].
    MinimumDistance(MinimumDistance),
    /// See [`SeveralSizes`].
    SeveralSizes(SeveralSizes),
    /// See [`JitteredGrid`].
    JitteredGrid(JitteredGrid),
    /// See [`Springs`].
    Springs(Springs),
    /// See [`Repulsion`].
    Repulsion(Repulsion),
    /// See [`PoissonDisk`].
    PoissonDisk(PoissonDisk),
    /// See [`PoissonMaximal`].
    PoissonMaximal(PoissonMaximal),
    /// See [`Elimination`].
    Elimination(Elimination),
    /// See [`WarpedGrid`].
    WarpedGrid(WarpedGrid),
    /// See [`Quadtree`].
    Quadtree(Quadtree),
    /// See [`Kerr`].
    Kerr(Kerr),
    /// See [`Circles`].
    Circles(Circles),
    /// See [`Resampled`].
    Resampled(Resampled),
}

impl Method {
    /// Every method with its defaults, in the order of a table.
    #[must_use]
    pub fn all() -> Vec<Self> {
        vec![
            Self::Uniform(Uniform),
            Self::MinimumDistance(MinimumDistance::default()),
            Self::SeveralSizes(SeveralSizes::default()),
            Self::JitteredGrid(JitteredGrid::default()),
            Self::Springs(Springs::default()),
            Self::Repulsion(Repulsion::default()),
            Self::PoissonDisk(PoissonDisk::default()),
            Self::PoissonMaximal(PoissonMaximal::default()),
            Self::Elimination(Elimination::default()),
            Self::WarpedGrid(WarpedGrid::default()),
            Self::Quadtree(Quadtree::default()),
            Self::Kerr(Kerr::default()),
            Self::Circles(Circles::default()),
            Self::Resampled(Resampled::default()),
        ]
    }

    /// The method of this name with its defaults.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|method| method.name() == name)
    }

    /// The same method with one of its [`knobs`](PointMethod::knobs) turned; as it was, where it has no such knob.
    #[must_use]
    pub fn turned(mut self, knob: &str, value: f64) -> Self {
        match (&mut self, knob) {
            (Self::MinimumDistance(method), "distance_m") => method.distance_m = Some(value),
            (Self::SeveralSizes(method), "radius_m") => method.radius_m = Some(value),
            (Self::JitteredGrid(method), "jitter") => method.jitter = value,
            (Self::Springs(method), "amplitude") => method.amplitude = value,
            (Self::Repulsion(method), "coverage") => method.coverage = value,
            (Self::PoissonDisk(method), "distance_m") => method.distance_m = Some(value),
            (Self::PoissonMaximal(method), "distance_m") => method.distance_m = Some(value),
            (Self::Elimination(method), "inputs_per_point") => method.inputs_per_point = value.round() as u32,
            (Self::WarpedGrid(method), "stretch") => method.stretch = value,
            (Self::WarpedGrid(method), "density") => method.density = value,
            (Self::Quadtree(method), "levels") => method.levels = Some(value.round() as u32),
            (Self::Kerr(method), "reach_cells") => method.rules.reach_cells = value.round() as u32,
            (Self::Kerr(method), "strength") => method.rules.strength = value,
            (Self::Kerr(method), "cover") => method.rules.cover = value,
            (Self::Circles(method), "average_spread_m") => {
                method
                    .types
                    .iter_mut()
                    .for_each(|this| this.average_spread_m = value);
            }
            (Self::Circles(method), "spread_variance_m") => {
                method
                    .types
                    .iter_mut()
                    .for_each(|this| this.spread_variance_m = value);
            }
            _ => {}
        }
        self
    }

    /// What a pattern for this task takes.
    #[must_use]
    pub fn cost(&self, layout: &Layout<'_>) -> Cost {
        match self {
            Self::Uniform(_) => cost::drawing(layout),
            Self::MinimumDistance(method) => cost::throwing(method, layout),
            Self::SeveralSizes(method) => cost::throwing_sizes(method, layout),
            Self::JitteredGrid(_) => cost::jittering(layout),
            Self::Springs(method) => cost::pulling(method, layout),
            Self::Repulsion(method) => cost::pushing(method, layout),
            Self::PoissonDisk(method) => cost::filling_disks(method, layout),
            Self::PoissonMaximal(method) => cost::filling_gaps(method, layout),
            Self::Elimination(method) => cost::eliminating(method, layout),
            Self::WarpedGrid(method) => cost::warping(method, layout),
            Self::Quadtree(method) => cost::dropping(method, layout),
            Self::Kerr(method) => cost::seeding(method, layout),
            Self::Circles(method) => cost::circling(method, layout),
            Self::Resampled(method) => cost::moving(method, layout),
        }
    }

    /// Whether that is within [`MOST_STEPS`](crate::MOST_STEPS) and [`MOST_BYTES`](crate::MOST_BYTES).
    ///
    /// # Errors
    /// [`ScatterError::TooCostly`] where it is not.
    pub fn check_cost(&self, layout: &Layout<'_>) -> Result<(), ScatterError> {
        self.cost(layout).check(self.name(), layout.count, 1)
    }

    fn as_dyn(&self) -> &dyn PointMethod {
        match self {
            Self::Uniform(method) => method,
            Self::MinimumDistance(method) => method,
            Self::SeveralSizes(method) => method,
            Self::JitteredGrid(method) => method,
            Self::Springs(method) => method,
            Self::Repulsion(method) => method,
            Self::PoissonDisk(method) => method,
            Self::PoissonMaximal(method) => method,
            Self::Elimination(method) => method,
            Self::WarpedGrid(method) => method,
            Self::Quadtree(method) => method,
            Self::Kerr(method) => method,
            Self::Circles(method) => method,
            Self::Resampled(method) => method,
        }
    }
}

impl PointMethod for Method {
    fn name(&self) -> &'static str {
        self.as_dyn().name()
    }

    fn lay_out(&self, layout: &Layout<'_>, key: Key) -> Result<Scattered, ScatterError> {
        self.check_cost(layout)?;
        self.as_dyn().lay_out(layout, key)
    }

    fn knobs(&self, layout: &Layout<'_>) -> Vec<Knob> {
        self.as_dyn().knobs(layout)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::Request;
    use crate::{Learned, Weight};

    /// A task with something learned, for the method that needs it.
    fn layout(plot: &Plot, count: u32) -> Layout<'_> {
        static LEARNED: LazyLock<Learned> = LazyLock::new(|| Learned {
            r_m: vec![0.5, 1.0, 4.0],
            pair_correlation: vec![0.0, 1.2, 1.0],
            sizes_m: Vec::new(),
        });
        Layout {
            learned: Some(&LEARNED),
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
                    let ask_plot = plot(Edge::Torus);
                    method.scatter(&layout(&ask_plot, count).into(), Key::root(seed, &[method.name()])).unwrap().points_m
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
                    let scattered = method.scatter(&layout(&plot, count).into(), Key::root(seed, &["count"])).unwrap();
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
            let points_m = method.scatter(&Request::new(&torus, 200), Key::root(seed, &["seam"])).unwrap().points_m;
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
    fn every_knob_turns_and_works_at_both_ends_of_its_range() {
        for edge in [Edge::Open, Edge::Torus] {
            let plot = plot(edge);
            let task = layout(&plot, 60);
            for method in Method::all() {
                for knob in method.knobs(&task) {
                    for end in knob.range {
                        let turned = method.clone().turned(knob.name, end);
                        let value = |knobs: Vec<Knob>| {
                            knobs.into_iter().find(|k| k.name == knob.name).map(|k| k.value)
                        };
                        assert_eq!(value(turned.knobs(&task)), Some(end), "{}", method.name());
                        let scattered = turned.scatter(&task.into(), Key::root(1, &[])).unwrap();
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
            .scatter(&Request::new(&plot, 40_000), Key::root(2, &["even"]))
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
            let refused = method.scatter(&Request::new(&plot, 3), Key::root(1, &[]));
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

    #[test]
    fn a_full_plot_is_reported_with_what_was_placed() {
        let method = MinimumDistance {
            distance_m: Some(50.0),
            tries: 8,
        };
        let plot = plot(Edge::Open);
        let scattered = method
            .scatter(&Request::new(&plot, 3), Key::root(1, &[]))
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
            method.scatter(&request, Key::root(1, &[]))
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

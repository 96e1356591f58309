//! Gaps, corridors, rows and evenness of a pattern. What would take too long for so many points is left out, and the
//! summary says why.

use serde::Serialize;
use understory_spacing::{
    BlueNoise as Measured, SpacingError, collinear_index, corridor_widths_m, largest_gap,
};

use super::error::StatsError;
use super::functions::Function;
use super::options::{NullHypothesis, Pattern, StatsOptions};

/// Above so many points corridors and rows take more than half a second.
const POINTS_FOR_CORRIDORS: usize = 100_000;
/// Blue noise takes all pairs up to a quarter of the side: a third of a second here, and four times that for twice as many.
const POINTS_FOR_BLUE_NOISE: usize = 5_000;

/// What gaps, corridors and rows a pattern leaves. Lengths are in the window's unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shape {
    /// Discs of this radius around the points cover the window; `null` in polygons.
    pub coverage_radius: Option<f64>,
    /// The largest circle without a point that has its centre in the window; `null` in polygons.
    pub largest_empty_circle: Option<Circle>,
    /// Widest corridors across the window; `null` above 100,000 points and in polygons.
    pub corridor_width: Option<Corridors>,
    /// How often neighbours stand on opposite sides of a point, over how often by chance (1: random); `null` where
    /// no point has two neighbours, above 100,000 points and in polygons.
    pub collinear_index: Option<f64>,
    /// Evenness as of samples for pictures, on the window closed to a torus; `null` above 5,000 points, in polygons, and where
    /// one side is more than four times the other.
    pub blue_noise: Option<BlueNoise>,
    /// Why each figure that is `null` was not measured, by its key.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_measured: Vec<NotMeasured>,
}

/// A circle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Circle {
    /// Its centre.
    pub x: f64,
    /// Its centre.
    pub y: f64,
    /// Its radius.
    pub radius: f64,
}

/// Widths of the widest corridors between the points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Corridors {
    /// From the left side to the right.
    pub left_right: f64,
    /// From the bottom to the top.
    pub bottom_top: f64,
}

/// Blue noise in numbers, each without a unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BlueNoise {
    /// Least distance over that of a hexagonal lattice.
    pub global_mindist: f64,
    /// Mean nearest-neighbour distance over that of a hexagonal lattice.
    pub mean_mindist: f64,
    /// Share of the Nyquist frequency of a square lattice below which there is next to no power.
    pub effective_nyquist: f64,
    /// How much the power swings about 1 at high frequencies.
    pub oscillations: f64,
}

/// A figure that was not measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotMeasured {
    /// Its key, or the name of its table.
    pub figure: String,
    /// The reason.
    pub why: String,
}

impl Shape {
    /// Measures what the number of points allows, and notes what it does not.
    pub(super) fn of(pattern: &Pattern) -> Result<Self, SpacingError> {
        let points_m = &pattern.points_m;
        let Some(window) = pattern.window.rectangle() else {
            return Ok(Self::of_polygons());
        };
        let mut not_measured = Vec::new();
        let mut skip = |figure: &str, why: String| {
            let figure = figure.to_owned();
            not_measured.push(NotMeasured { figure, why });
        };
        let too_many = |most: usize| format!("there are more than {most} points");
        let gap = largest_gap(points_m, window)?;
        let (mut corridor_width, mut rows) = (None, None);
        if points_m.len() <= POINTS_FOR_CORRIDORS {
            let [left_right, bottom_top] = corridor_widths_m(points_m, window)?;
            corridor_width = Some(Corridors {
                left_right,
                bottom_top,
            });
            rows = collinear_index(points_m, window)?;
            if rows.is_none() {
                skip("collinear_index", "no point has two neighbours".to_owned());
            }
        } else {
            for figure in ["corridor_width", "collinear_index"] {
                skip(figure, too_many(POINTS_FOR_CORRIDORS));
            }
        }
        let mut blue_noise = None;
        if points_m.len() <= POINTS_FOR_BLUE_NOISE {
            match Measured::new(points_m, window) {
                Ok(measured) => {
                    blue_noise = Some(BlueNoise {
                        global_mindist: measured.global_mindist,
                        mean_mindist: measured.mean_mindist,
                        effective_nyquist: measured.effective_nyquist,
                        oscillations: measured.oscillations,
                    });
                }
                Err(error @ SpacingError::TooNarrow { .. }) => skip("blue_noise", error.to_string()),
                Err(error) => return Err(error),
            }
        } else {
            skip("blue_noise", too_many(POINTS_FOR_BLUE_NOISE));
        }
        Ok(Self {
            coverage_radius: Some(gap.radius_m),
            largest_empty_circle: Some(Circle {
                x: gap.at_m[0],
                y: gap.at_m[1],
                radius: gap.radius_m,
            }),
            corridor_width,
            collinear_index: rows,
            blue_noise,
            not_measured,
        })
    }

    /// Nothing, and why.
    fn of_polygons() -> Self {
        let figures = [
            "coverage_radius",
            "largest_empty_circle",
            "corridor_width",
            "collinear_index",
            "blue_noise",
        ];
        let not_measured = figures.map(|figure| NotMeasured {
            figure: figure.to_owned(),
            why: "it is made of a rectangle, and polygons bound the window".to_owned(),
        });
        Self {
            coverage_radius: None,
            largest_empty_circle: None,
            corridor_width: None,
            collinear_index: None,
            blue_noise: None,
            not_measured: not_measured.into(),
        }
    }
}

/// Refuses what is made of a rectangle alone where polygons bound the window.
pub(super) fn check(pattern: &Pattern, options: &StatsOptions) -> Result<(), StatsError> {
    if pattern.window.rectangle().is_some() {
        return Ok(());
    }
    let refused = |what: &str, why: &str, way_out: &str| {
        Err(StatsError::Refused(format!(
            "{what} cannot be measured where polygons bound the window: {why}; {way_out}"
        )))
    };
    let of_rectangles: Vec<&str> = options
        .functions
        .iter()
        .filter(|function| function.needs_rectangle())
        .map(|function| function.name())
        .collect();
    if !of_rectangles.is_empty() {
        let others = Function::ALL
            .into_iter()
            .filter(|function| !function.needs_rectangle());
        let others: Vec<&str> = others.map(Function::name).collect();
        return refused(
            &of_rectangles.join(", "),
            "its waves are those of a rectangle",
            &format!("the functions that can are {}", others.join(", ")),
        );
    }
    if options.covariate.is_some() {
        return refused(
            "an intensity by a covariate",
            "it counts the cells of a rectangle",
            "leave `--covariate` out, or give a rectangle by `--window`",
        );
    }
    let is_crossed = !pattern.species.is_empty() && options.simulations > 0;
    if is_crossed && options.species_null == NullHypothesis::ToroidalShift {
        return refused(
            "a toroidal shift of one species",
            "what leaves the window on one side has no other side to come in at",
            "compare with `--null-model random-labelling` or `--null-model csr`",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;
    use understory_space::{Edge, Plot};
    use understory_spacing::uniform_points;

    use super::*;

    #[test]
    fn what_takes_long_is_left_out_of_many_points_with_the_reason() {
        let window = Plot::new([0.0; 2], [300.0; 2], Edge::Open).unwrap();
        let of = |count: usize| {
            let pattern = Pattern {
                points_m: uniform_points(count, &window, RandomKey::root(1, &["many"])).unwrap(),
                window: window.into(),
                marks: Vec::new(),
                species: Vec::new(),
            };
            Shape::of(&pattern).unwrap()
        };
        let few = of(5_000);
        assert!(few.blue_noise.is_some() && few.not_measured.is_empty());
        let more = of(5_001);
        assert!(more.blue_noise.is_none() && more.corridor_width.is_some() && more.collinear_index.is_some());
        let why = "there are more than 5000 points".to_owned();
        let figure = "blue_noise".to_owned();
        assert_eq!(more.not_measured, [NotMeasured { figure, why }]);
        let many = of(100_001);
        assert!(
            many.corridor_width.is_none()
                && many.collinear_index.is_none()
                && many.coverage_radius.unwrap() > 0.0
        );
        let left_out = many.not_measured.iter().map(|skipped| skipped.figure.as_str());
        let left_out: Vec<&str> = left_out.collect();
        assert_eq!(left_out, ["corridor_width", "collinear_index", "blue_noise"]);
        assert_eq!(many.not_measured[0].why, "there are more than 100000 points");
    }
}

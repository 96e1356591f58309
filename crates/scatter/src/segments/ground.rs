//! Segments with what fills them.

use understory_numerics::RandomKey;
use understory_space::Plot;

use super::border_line::BorderLine;
use super::segment::Segment;
use crate::ScatterError;
use crate::layout::Layout;
use crate::method::Method;
use crate::point_method::PointMethod;
use crate::request::Request;
use crate::scattered::Scattered;

/// What fills a segment.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentFill {
    /// The method.
    pub method: Method,
    /// Points per ha.
    pub per_ha: f64,
}

/// Segments, what fills each, and the borders that no point stands on.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentedGround {
    borders: Vec<BorderLine>,
    segments: Vec<(Segment, SegmentFill)>,
    /// The ground itself, where no border cuts it: a method then knows whether its edges meet.
    whole: Option<Plot>,
    seed: u64,
}

impl SegmentedGround {
    /// Segments of a plot that these borders cut, each with its fill.
    #[must_use]
    pub fn new(
        plot: &Plot,
        borders: Vec<BorderLine>,
        segments: Vec<(Segment, SegmentFill)>,
        seed: u64,
    ) -> Self {
        Self {
            whole: borders.is_empty().then_some(*plot),
            borders,
            segments,
            seed,
        }
    }

    /// The borders.
    #[must_use]
    pub fn borders(&self) -> &[BorderLine] {
        &self.borders
    }

    /// The segments, each with what fills it.
    #[must_use]
    pub fn segments(&self) -> &[(Segment, SegmentFill)] {
        &self.segments
    }

    /// The key of a segment: from the seed and its outline alone, so that its points stay whatever is cut elsewhere.
    ///
    /// # Panics
    /// If there are not so many segments.
    #[must_use]
    pub fn key(&self, number: usize) -> RandomKey {
        RandomKey::root(self.seed, &["segment", &self.segments[number].0.told()])
    }

    /// The points of one segment: the rectangle around it is laid out by its method, and what lies in it and on no border
    /// stays. They depend on its outline, its fill, the borders' widths and the seed, on nothing else.
    ///
    /// # Errors
    /// What the method reports.
    ///
    /// # Panics
    /// If there are not so many segments.
    pub fn fill(&self, number: usize) -> Result<Scattered, ScatterError> {
        let (segment, fill) = &self.segments[number];
        let plot = self.laid_out(number)?;
        let request = Request::dense(&plot, fill.per_ha / 10_000.0);
        let mut scattered = fill.method.scatter(&request, self.key(number))?;
        let wide: Vec<&BorderLine> = self
            .borders
            .iter()
            .filter(|border| border.width_m > 0.0)
            .collect();
        let stays: Vec<bool> = scattered
            .points_m
            .iter()
            .map(|&place_m| {
                let is_off = |border: &&BorderLine| border.distance_m(place_m) >= border.width_m / 2.0;
                (self.whole.is_some() || segment.holds(place_m)) && wide.iter().all(is_off)
            })
            .collect();
        scattered.keep(&stays);
        Ok(scattered)
    }

    /// Whether a segment can be filled within the limits of its method.
    ///
    /// # Errors
    /// [`ScatterError::TooCostly`] where it would take too long or too much memory, or what its numbers break.
    ///
    /// # Panics
    /// If there are not so many segments.
    pub fn check(&self, number: usize) -> Result<(), ScatterError> {
        let fill = &self.segments[number].1;
        let plot = self.laid_out(number)?;
        let count = fill.per_ha / 10_000.0 * plot.area_m2();
        if count > f64::from(u32::MAX) {
            let rule = "a segment holds at most 2^32 - 1 points";
            return Err(ScatterError::out_of_range("per_ha", fill.per_ha, rule));
        }
        let count = Request::dense(&plot, fill.per_ha / 10_000.0).count(self.key(number));
        fill.method.check_cost(&Layout::new(&plot, count))
    }

    fn laid_out(&self, number: usize) -> Result<Plot, ScatterError> {
        match self.whole {
            Some(plot) => Ok(plot),
            None => self.segments[number].0.around(),
        }
    }
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::super::cut;
    use super::*;

    fn ground(borders: Vec<BorderLine>, seed: u64) -> SegmentedGround {
        let plot = Plot::new([0.0; 2], [120.0, 80.0], Edge::Open).unwrap();
        let methods = ["springs", "repulsion", "elimination", "minimum-distance"];
        let segments = cut(&plot, &borders).unwrap();
        let fills = segments
            .into_iter()
            .zip(methods.iter().cycle())
            .map(|(segment, name)| {
                let method = Method::named(name).unwrap();
                (
                    segment,
                    SegmentFill {
                        method,
                        per_ha: 500.0,
                    },
                )
            });
        SegmentedGround::new(&plot, borders, fills.collect(), seed)
    }

    fn border(name: &str, points_m: &[[f64; 2]], width_m: f64) -> BorderLine {
        BorderLine {
            name: name.to_owned(),
            points_m: points_m.to_vec(),
            width_m,
        }
    }

    fn river() -> BorderLine {
        border("river", &[[-5.0, 30.0], [60.0, 55.0], [125.0, 20.0]], 6.0)
    }

    #[test]
    fn points_stand_in_their_own_segment_off_its_borders_at_its_density() {
        let ground = ground(
            vec![river(), border("road", &[[40.0, 0.0], [50.0, 80.0]], 0.0)],
            4,
        );
        assert_eq!(ground.segments().len(), 4);
        for number in 0..4 {
            let (segment, fill) = &ground.segments()[number];
            let points_m = ground.fill(number).unwrap().points_m;
            assert!(points_m.iter().all(|&place_m| segment.holds(place_m)));
            assert!(points_m.iter().all(|&place_m| river().distance_m(place_m) >= 3.0));
            let dry_m2 = segment.area_m2() - 3.0 * 70.0;
            let per_ha = points_m.len() as f64 / dry_m2 * 1e4;
            assert!((per_ha / fill.per_ha - 1.0).abs() < 0.25, "{number}: {per_ha}");
        }
    }

    #[test]
    fn a_border_elsewhere_changes_no_point_of_a_segment_and_another_seed_all() {
        let one = ground(vec![border("road", &[[40.0, 0.0], [50.0, 80.0]], 0.0)], 4);
        let two = ground(
            vec![
                border("road", &[[40.0, 0.0], [50.0, 80.0]], 0.0),
                border("path", &[[90.0, 0.0], [80.0, 80.0]], 0.0),
            ],
            4,
        );
        assert_eq!(one.fill(0).unwrap(), two.fill(0).unwrap());
        assert_ne!(one.fill(1).unwrap(), two.fill(1).unwrap());
        let other = ground(vec![border("road", &[[40.0, 0.0], [50.0, 80.0]], 0.0)], 5);
        assert_ne!(one.fill(0).unwrap(), other.fill(0).unwrap());
    }

    #[test]
    fn ground_without_borders_is_what_its_method_lays_out() {
        let plot = Plot::new([0.0; 2], [50.0, 50.0], Edge::Torus).unwrap();
        let method = Method::named("springs").unwrap();
        let fill = SegmentFill {
            method: method.clone(),
            per_ha: 400.0,
        };
        let segments = cut(&plot, &[])
            .unwrap()
            .into_iter()
            .map(|segment| (segment, fill.clone()));
        let ground = SegmentedGround::new(&plot, Vec::new(), segments.collect(), 3);
        let alone = method
            .scatter(&Request::dense(&plot, 0.04), ground.key(0))
            .unwrap();
        assert_eq!(ground.fill(0).unwrap(), alone);
    }

    #[test]
    fn what_would_take_too_long_is_refused_before() {
        let plot = Plot::new([0.0; 2], [1e5, 1e5], Edge::Open).unwrap();
        let fill = SegmentFill {
            method: Method::named("springs").unwrap(),
            per_ha: 1e5,
        };
        let segments = cut(&plot, &[])
            .unwrap()
            .into_iter()
            .map(|segment| (segment, fill.clone()));
        let ground = SegmentedGround::new(&plot, Vec::new(), segments.collect(), 3);
        assert_eq!(ground.check(0).unwrap_err().key(), Some("per_ha"));
    }
}

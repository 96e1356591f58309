//! A plot cut along its borders.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::string::slice::IntSlice;
use understory_numerics::sort;
use understory_space::Plot;

use super::border_line::BorderLine;
use super::check::sound;
use super::fault::BorderFault;
use super::segment::Segment;
use super::whole::Steps;

/// The segments into which borders cut a plot, ordered by the western end of their outlines, then by the southern one; the plot
/// itself where there are none.
///
/// A border goes from edge to edge, or beyond; it may end at another one, cross others, or close itself. The plot's own edges
/// are open.
///
/// # Errors
/// Everything that is wrong with the borders.
pub fn cut(plot: &Plot, borders: &[BorderLine]) -> Result<Vec<Segment>, Vec<BorderFault>> {
    let lines = sound(plot, borders)?;
    let steps = Steps::of(plot);
    let point = |[x, y]: [i64; 2]| IntPoint::<i32>::new(x as i32, y as i32);
    let [x, y] = steps.far();
    let ground = vec![[0, 0], [x, 0], [x, y], [0, y]].into_iter().map(point);
    let ground: Vec<IntPoint<i32>> = ground.collect();
    let lines: Vec<Vec<IntPoint<i32>>> = lines
        .into_iter()
        .map(|line| line.into_iter().map(point).collect())
        .collect();
    let shapes = if lines.is_empty() {
        vec![vec![ground]]
    } else {
        ground.slice_by_paths(&lines, FillRule::NonZero)
    };
    let ring_m = |ring: Vec<IntPoint<i32>>| {
        let mut ring: Vec<[i64; 2]> = ring.iter().map(|at| [i64::from(at.x), i64::from(at.y)]).collect();
        // The same outline begins at the same corner, whatever else is cut.
        let first = (0..ring.len()).min_by_key(|&at| ring[at]).unwrap_or_default();
        ring.rotate_left(first);
        ring.into_iter().map(|at| steps.place_m(at)).collect::<Vec<_>>()
    };
    let mut segments: Vec<Segment> = shapes
        .into_iter()
        .map(|shape| {
            let mut rings_m = shape.into_iter().map(ring_m);
            let mut all_m: Vec<_> = rings_m.by_ref().take(1).collect();
            let mut holes_m: Vec<_> = rings_m.collect();
            sort::by(&mut holes_m, |a, b| compare(a[0], b[0]));
            all_m.append(&mut holes_m);
            Segment::new(all_m)
        })
        .collect();
    sort::by(&mut segments, |a, b| {
        let corners = |segment: &Segment| segment.rings_m()[0].clone();
        let (a, b) = (corners(a), corners(b));
        let by_corners = a.iter().zip(&b).map(|(a, b)| compare(*a, *b));
        by_corners
            .into_iter()
            .find(|order| order.is_ne())
            .unwrap_or_else(|| a.len().cmp(&b.len()))
    });
    let thin = thin(&segments, borders, &steps);
    if thin.is_empty() { Ok(segments) } else { Err(thin) }
}

fn compare(a: [f64; 2], b: [f64; 2]) -> std::cmp::Ordering {
    a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
}

/// Segments that are narrower than places are told apart.
fn thin(segments: &[Segment], borders: &[BorderLine], steps: &Steps) -> Vec<BorderFault> {
    let least_m = steps.length_m(steps.join());
    let thin = segments
        .iter()
        .filter(|segment| 2.0 * segment.area_m2() < least_m * segment.perimeter_m());
    let told = thin.filter_map(|segment| {
        let longest = segment
            .pieces_m()
            .max_by(|a, b| length_m2(*a).total_cmp(&length_m2(*b)))?;
        let at_m = [0, 1].map(|axis| (longest[0][axis] + longest[1][axis]) / 2.0);
        let (border, line) = borders
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| a.distance_m(at_m).total_cmp(&b.distance_m(at_m)))?;
        let ends = line.points_m.windows(2).enumerate();
        let (point, _) = ends
            .map(|(number, ends_m)| {
                let alone = BorderLine {
                    points_m: ends_m.to_vec(),
                    ..line.clone()
                };
                (number, alone.distance_m(at_m))
            })
            .min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        Some(BorderFault {
            border,
            point: Some(point),
            wrong: format!(
                "the border `{}` cuts off a segment of {:.2e} m² at ({:.2}, {:.2}) m, which is next to no area",
                line.name,
                segment.area_m2(),
                at_m[0],
                at_m[1]
            ),
            hint: "move a border away there, or end it at the other one",
        })
    });
    told.collect()
}

fn length_m2([a, b]: [[f64; 2]; 2]) -> f64 {
    let [dx, dy] = [0, 1].map(|axis: usize| a[axis] - b[axis]);
    dx * dx + dy * dy
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    fn plot() -> Plot {
        Plot::new([-10.0, 5.0], [100.0, 60.0], Edge::Open).unwrap()
    }

    fn border(name: &str, points_m: &[[f64; 2]]) -> BorderLine {
        BorderLine {
            name: name.to_owned(),
            points_m: points_m.to_vec(),
            width_m: 0.0,
        }
    }

    fn areas_m2(borders: &[BorderLine]) -> Vec<f64> {
        cut(&plot(), borders)
            .unwrap()
            .iter()
            .map(|segment| (segment.area_m2() * 1e3).round() / 1e3)
            .collect()
    }

    fn wrong(borders: &[BorderLine]) -> Vec<String> {
        let faults = cut(&plot(), borders).unwrap_err();
        faults
            .iter()
            .map(|fault| format!("{} {:?}: {fault}", fault.border, fault.point))
            .collect()
    }

    #[test]
    fn borders_from_edge_to_edge_that_cross_end_at_each_other_or_close() {
        assert_eq!(areas_m2(&[]), [6000.0]);
        let down = border("down", &[[30.0, 0.0], [30.0, 70.0]]);
        assert_eq!(areas_m2(std::slice::from_ref(&down)), [2400.0, 3600.0]);
        let across = border("across", &[[-10.0, 25.0], [90.0, 25.0]]);
        assert_eq!(areas_m2(&[down.clone(), across]), [800.0, 1600.0, 1200.0, 2400.0]);
        // A millimetre short of the other one, which then goes through its end.
        let up_to = border("up-to", &[[90.0, 25.0], [30.0009, 25.0]]);
        assert_eq!(areas_m2(&[up_to, down]), [2400.0, 1200.0, 2400.0]);
        let lake = border(
            "lake",
            &[
                [10.0, 20.0],
                [30.0, 20.0],
                [30.0, 40.0],
                [10.0, 40.0],
                [10.0, 20.0],
            ],
        );
        let segments = cut(&plot(), std::slice::from_ref(&lake)).unwrap();
        assert_eq!(segments.len(), 2);
        assert_eq!(segments[0].rings_m().len(), 2);
        assert!(
            (segments[0].area_m2() - 5600.0).abs() < 1e-6 && (segments[1].area_m2() - 400.0).abs() < 1e-6
        );
        assert!(segments[1].holds([20.0, 30.0]) && !segments[0].holds([20.0, 30.0]));
        assert!(segments[0].holds(segments[0].middle_m()));
    }

    #[test]
    fn what_is_wrong_with_borders_is_told_with_its_place_all_at_once() {
        let found = wrong(&[
            border("loop", &[[0.0, 0.0], [40.0, 60.0], [40.0, 20.0], [0.0, 70.0]]),
            border("stub", &[[20.0, 0.0], [20.0, 15.0]]),
            border("away", &[[-60.0, 0.0], [-60.0, 60.0]]),
            border("edge", &[[-10.0, 30.0], [-10.0, 50.0], [60.0, 80.0]]),
            border("one", &[[70.0, 0.0], [70.0, 70.0]]),
            border("two", &[[80.0, 0.0], [70.0, 20.0], [70.0, 40.0], [90.0, 60.0]]),
        ]);
        assert_eq!(
            found,
            [
                "0 Some(0): the border `loop` crosses itself at (25.45, 38.18) m",
                "1 Some(1): the border `stub` ends inside the ground at (20, 15) m, 8.32 m from the nearest edge or other border",
                "2 None: the border `away` lies beyond the ground or on its edge, and cuts nothing off",
                "3 Some(0): the border `edge` runs along the ground's edge from (-10.00, 30.00) to (-10.00, 50.00) m, and the segment between them has no area",
                "5 Some(1): the border `two` runs along `one` from (70.00, 20.00) to (70.00, 40.00) m, and the segment between them has no area",
            ]
        );
    }

    #[test]
    fn points_that_make_no_line_are_told() {
        let found = wrong(&[
            border("dot", &[[0.0, 0.0]]),
            border("twice", &[[0.0, 0.0], [0.0, 0.0], [50.0, 70.0]]),
            border("far", &[[0.0, 0.0], [5000.0, 70.0]]),
        ]);
        assert_eq!(
            found,
            [
                "0 None: the border `dot` has 1 point, but a border leads from one point to another",
                "1 Some(1): the border `twice` has two points in a row at (0, 0) m",
                "2 Some(1): the border `far` goes to (5000, 70) m, farther beyond the ground than that is wide",
            ]
        );
        let back = border("back", &[[0.0, 0.0], [0.0, 50.0], [0.0, 20.0], [90.0, 20.0]]);
        assert_eq!(
            wrong(&[back])[0],
            "0 Some(0): the border `back` turns back along itself at (0.00, 50.00) m, and encloses no ground there"
        );
        let many = border("many", &vec![[0.0, 0.0]; 20_001]);
        assert!(wrong(&[many])[0].contains("20001 points"));
    }

    #[test]
    fn two_borders_with_next_to_nothing_between_them_are_refused() {
        let found = wrong(&[
            border("river", &[[30.0, 0.0], [31.0, 70.0]]),
            border("road", &[[30.0002, 0.0], [31.0002, 70.0]]),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("next to no area"), "{found:?}");
    }

    proptest! {
        #[test]
        fn segments_share_the_ground_out_and_an_outline_stays_where_another_border_is_added(
            across_m in prop::collection::vec((6.0..64.0, 6.0..64.0), 1..5),
            places_m in prop::collection::vec((-10.0..90.0, 5.0..65.0), 40),
            right_m in 70.0..85.0_f64,
        ) {
            let mut borders: Vec<BorderLine> = across_m
                .iter()
                .map(|&(left, right)| border("across", &[[-10.0, left], [60.0, right]]))
                .collect();
            borders.push(border("down", &[[60.0, 0.0], [60.0, 70.0]]));
            let Ok(segments) = cut(&plot(), &borders) else { return Ok(()) };
            let sum_m2: f64 = segments.iter().map(Segment::area_m2).sum();
            prop_assert!((sum_m2 - 6000.0).abs() < 1e-3, "{sum_m2}");
            for (x_m, y_m) in places_m {
                let holders = segments.iter().filter(|segment| segment.holds([x_m, y_m]));
                prop_assert_eq!(holders.count(), 1);
            }
            borders.push(border("farther", &[[right_m, 0.0], [right_m, 70.0]]));
            let more = cut(&plot(), &borders).unwrap();
            prop_assert_eq!(more.len(), segments.len() + 1);
            let same = segments.iter().filter(|segment| more.contains(segment));
            prop_assert_eq!(same.count(), segments.len() - 1);
        }
    }
}

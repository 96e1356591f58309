//! Words beside dots, each where it covers neither a dot nor other words.

use understory_numerics::sort;

use crate::outline::{At, Frame, PT, Segment, at, closed_shape};

/// White between a dot and its words.
const NEAR: f64 = 2.0 * PT;
/// Steps away from the dot where all places beside it are taken.
const STEP: f64 = 5.0 * PT;
const STEPS: u32 = 20;
/// Words so far from their dot get a line to it.
const FAR: f64 = 4.0 * PT;
/// White around words.
const AROUND: f64 = 1.3 * PT;

/// A rectangle that words or a dot take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Taken {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

/// Where words stand, and the line from their dot if they are not beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) room: Taken,
    pub(super) line: Option<[At; 2]>,
}

impl Taken {
    pub(super) fn around(centre: At, radius: f64) -> Self {
        Taken {
            left: centre.x - radius,
            top: centre.y - radius,
            right: centre.x + radius,
            bottom: centre.y + radius,
        }
    }

    pub(super) fn outline(&self) -> Vec<Segment> {
        closed_shape([
            at(self.left, self.top),
            at(self.right, self.top),
            at(self.right, self.bottom),
            at(self.left, self.bottom),
        ])
    }

    fn overlaps(&self, other: &Taken) -> bool {
        self.left < other.right + AROUND
            && other.left < self.right + AROUND
            && self.top < other.bottom + AROUND
            && other.top < self.bottom + AROUND
    }

    fn lies_in(&self, frame: &Frame) -> bool {
        self.left >= frame.left
            && self.right <= frame.left + frame.width
            && self.top >= frame.top
            && self.bottom <= frame.bottom()
    }

    /// Its point that is nearest to a place.
    fn nearest(&self, place: At) -> At {
        at(
            place.x.clamp(self.left, self.right),
            place.y.clamp(self.top, self.bottom),
        )
    }

    /// Whether a stretch passes through it, by clipping the stretch at its four sides.
    fn meets(&self, [from, to]: [At; 2]) -> bool {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let sides = [
            (-dx, from.x - self.left),
            (dx, self.right - from.x),
            (-dy, from.y - self.top),
            (dy, self.bottom - from.y),
        ];
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (towards, room) in sides {
            if towards == 0.0 {
                if room < 0.0 {
                    return false;
                }
            } else if towards < 0.0 {
                enter = enter.max(room / towards);
            } else {
                leave = leave.min(room / towards);
            }
        }
        enter <= leave
    }
}

/// A place for the words of each dot, of the widths and the height given; None where there is none.
///
/// Greedy: the dots with the least room around them choose first, each the free place nearest to it: right, left, above,
/// below, then farther away with a line that
/// crosses no other line, no words and no dot but those that its own dot touches.
pub(super) fn places(dots: &[(At, f64)], radius: f64, height: f64, frame: Frame) -> Vec<Option<Placed>> {
    let discs: Vec<Taken> = dots.iter().map(|&(dot, _)| Taken::around(dot, radius)).collect();
    // Words as near to another dot as to their own would be taken for its.
    let beside: Vec<Taken> = dots
        .iter()
        .map(|&(dot, _)| Taken::around(dot, radius + FAR))
        .collect();
    let crowd = |i: usize| {
        let (dot, width) = dots[i];
        let apart = |&(other, _): &(At, f64)| {
            let (dx, dy) = ((other.x - dot.x) / width, (other.y - dot.y) / (2.0 * height));
            1.0 / (0.1 + dx * dx + dy * dy)
        };
        dots.iter().map(apart).sum::<f64>()
    };
    let crowds: Vec<f64> = (0..dots.len()).map(crowd).collect();
    let mut order: Vec<usize> = (0..dots.len()).collect();
    sort::by(&mut order, |&a, &b| crowds[b].total_cmp(&crowds[a]));

    let mut placed: Vec<Option<Placed>> = vec![None; dots.len()];
    for i in order {
        let (dot, width) = dots[i];
        let others: Vec<Placed> = placed.iter().flatten().copied().collect();
        let free = |candidate: &Placed| {
            let room = &candidate.room;
            let line_is_clear = |line: [At; 2]| {
                let of_others = discs.iter().filter(|disc| !disc.overlaps(&discs[i]));
                let crossed = |other: &Placed| other.line.is_some_and(|other| cross(line, other));
                !others
                    .iter()
                    .any(|other| other.room.meets(line) || crossed(other))
                    && !of_others.into_iter().any(|disc| disc.meets(line))
            };
            room.lies_in(&frame)
                && !discs[i].overlaps(room)
                && !(0..dots.len()).any(|other| other != i && beside[other].overlaps(room))
                && !others.iter().any(|other| other.room.overlaps(room))
                && !others
                    .iter()
                    .filter_map(|other| other.line)
                    .any(|line| room.meets(line))
                && candidate.line.is_none_or(line_is_clear)
        };
        placed[i] = candidates(dot, radius, width, height).find(free);
    }
    placed
}

/// Whether two stretches have a point in common that is the end of neither.
fn cross(a: [At; 2], b: [At; 2]) -> bool {
    // Twice the area of the triangle of a stretch and a point; its sign tells the point's side.
    let side =
        |[from, to]: [At; 2], p: At| (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
    side(a, b[0]) * side(a, b[1]) < 0.0 && side(b, a[0]) * side(b, a[1]) < 0.0
}

/// Places around a dot in tenths of the way to the right and down, the better ones first.
const RIGHT: [i8; 20] = [
    10, -10, 0, 0, 10, 10, -10, -10, 5, 5, -5, -5, 10, 10, -10, -10, 10, 10, -10, -10,
];
const DOWN: [i8; 20] = [
    0, 0, -10, 10, -6, 6, -6, 6, -10, 10, -10, 10, -3, 3, -3, 3, -10, 10, -10, 10,
];

/// Places for words around a dot, the better ones first.
fn candidates(dot: At, radius: f64, width: f64, height: f64) -> impl Iterator<Item = Placed> {
    (0..=STEPS).flat_map(move |step| {
        let away = radius + NEAR + f64::from(step) * STEP;
        RIGHT.into_iter().zip(DOWN).map(move |(right, down)| {
            let [x, y] = [right, down].map(|tenths| f64::from(tenths) / 10.0);
            let left = dot.x + x * away + (x - 1.0) * 0.5 * width;
            let top = dot.y + y * away + (y - 1.0) * 0.5 * height;
            let room = Taken {
                left,
                top,
                right: left + width,
                bottom: top + height,
            };
            let end = room.nearest(dot);
            let (dx, dy) = (end.x - dot.x, end.y - dot.y);
            let apart = (dx * dx + dy * dy).sqrt();
            let begin = at(dot.x + dx * radius / apart, dot.y + dy * radius / apart);
            let line = (apart > radius + FAR).then_some([begin, end]);
            Placed { room, line }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name stood as near to the dot of another as to its own, so that each seemed to name the other.
    #[test]
    fn words_stand_beside_their_own_dot_alone() {
        let frame = Frame::new(0.0, 0.0, 4_000.0, 2_000.0);
        let (radius, height) = (2.4 * PT, 9.0 * PT);
        let dots = [(at(1_500.0, 1_000.0), 300.0), (at(1_850.0, 1_080.0), 380.0)];
        let placed = places(&dots, radius, height, frame);
        for (own, other) in [(0, 1), (1, 0)] {
            let room = placed[own].expect("there is room").room;
            let nearest = room.nearest(dots[other].0);
            let (dx, dy) = (nearest.x - dots[other].0.x, nearest.y - dots[other].0.y);
            assert!((dx * dx + dy * dy).sqrt() > radius + FAR, "{placed:?}");
        }
    }

    const FRAME: Frame = Frame::new(0.0, 0.0, 4_000.0, 2_500.0);

    #[test]
    fn words_of_a_lone_dot_stand_at_its_right_and_at_the_edge_at_its_left() {
        let right = places(&[(at(1_000.0, 1_000.0), 300.0)], 20.0, 80.0, FRAME)[0].unwrap();
        assert!(right.room.left > 1_020.0 && right.line.is_none());
        let left = places(&[(at(3_900.0, 1_000.0), 300.0)], 20.0, 80.0, FRAME)[0].unwrap();
        assert!(left.room.right < 3_880.0 && left.line.is_none());
    }

    #[test]
    fn lines_cross_where_each_has_the_ends_of_the_other_on_both_sides() {
        let a = [at(0.0, 0.0), at(10.0, 10.0)];
        assert!(cross(a, [at(0.0, 10.0), at(10.0, 0.0)]));
        assert!(!cross(a, [at(0.0, 10.0), at(4.0, 6.0)]));
        assert!(
            !cross(a, [at(0.0, 0.0), at(10.0, 0.0)]),
            "one begins where the other does"
        );
    }

    #[test]
    fn the_words_of_thirty_dots_on_one_spot_do_not_cover_each_other() {
        let dots: Vec<(At, f64)> = (0..30)
            .map(|i| {
                (
                    at(2_000.0 + f64::from(i % 6) * 9.0, 1_200.0 + f64::from(i / 6) * 9.0),
                    420.0,
                )
            })
            .collect();
        let placed: Vec<Placed> = places(&dots, 20.0, 80.0, FRAME).into_iter().flatten().collect();
        for (i, a) in placed.iter().enumerate() {
            assert!(a.room.lies_in(&FRAME));
            assert!(placed[..i].iter().all(|b| !a.room.overlaps(&b.room)));
            let crossed = |b: &Placed| b.line.is_some_and(|line| a.room.meets(line));
            assert!(!placed.iter().enumerate().any(|(k, b)| k != i && crossed(b)));
            let line_crossed = |b: &Placed| a.line.zip(b.line).is_some_and(|(a, b)| cross(a, b));
            assert!(!placed[..i].iter().any(line_crossed));
        }
        assert!(placed.len() >= 6, "{}", placed.len());
    }

    #[test]
    fn fourteen_dots_on_a_tenth_of_the_panel_all_have_their_words() {
        let dot = |i: u32| {
            let (x, y) = (f64::from(i * 29 % 14), f64::from(i * 5 % 14));
            (at(1_500.0 + 90.0 * x, 1_000.0 + 55.0 * y), 450.0)
        };
        let dots: Vec<(At, f64)> = (0..14).map(dot).collect();
        assert!(places(&dots, 24.0, 80.0, FRAME).iter().all(Option::is_some));
    }

    const ROOM: Taken = Taken {
        left: 100.0,
        top: 200.0,
        right: 300.0,
        bottom: 250.0,
    };

    #[test]
    fn what_is_taken_keeps_white_around_it_and_lies_in_its_frame() {
        assert_eq!(
            Taken::around(at(50.0, 60.0), 10.0),
            Taken {
                left: 40.0,
                top: 50.0,
                right: 60.0,
                bottom: 70.0
            }
        );
        let moved = |x: f64, y: f64| Taken {
            left: ROOM.left + x,
            top: ROOM.top + y,
            right: ROOM.right + x,
            bottom: ROOM.bottom + y,
        };
        for (x, y, overlaps) in [
            (0.0, 0.0, true),
            (199.0, 49.0, true),
            (210.0, 0.0, true),
            (214.0, 0.0, false),
            (-210.0, 0.0, true),
            (-214.0, 0.0, false),
            (0.0, 60.0, true),
            (0.0, 64.0, false),
            (0.0, -60.0, true),
            (0.0, -64.0, false),
        ] {
            assert_eq!(ROOM.overlaps(&moved(x, y)), overlaps, "{x} {y}");
        }
        let frame = Frame::new(100.0, 200.0, 200.0, 50.0);
        assert!(ROOM.lies_in(&frame));
        for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            assert!(!moved(x, y).lies_in(&frame));
        }
        let corners = [
            at(100.0, 200.0),
            at(300.0, 200.0),
            at(300.0, 250.0),
            at(100.0, 250.0),
        ];
        assert_eq!(ROOM.outline(), closed_shape(corners));
    }

    #[test]
    fn the_nearest_point_of_a_rectangle_is_on_its_edge_or_the_place_itself() {
        for (place, nearest) in [
            (at(150.0, 220.0), at(150.0, 220.0)),
            (at(0.0, 220.0), at(100.0, 220.0)),
            (at(400.0, 500.0), at(300.0, 250.0)),
            (at(200.0, 0.0), at(200.0, 200.0)),
        ] {
            assert_eq!(ROOM.nearest(place), nearest);
        }
    }

    #[test]
    fn a_stretch_meets_a_rectangle_that_it_passes_begins_or_ends_in() {
        let meets = |a: (f64, f64), b: (f64, f64)| ROOM.meets([at(a.0, a.1), at(b.0, b.1)]);
        for (a, b, met) in [
            ((0.0, 225.0), (400.0, 225.0), true),
            ((150.0, 0.0), (150.0, 400.0), true),
            ((150.0, 220.0), (160.0, 230.0), true),
            ((150.0, 220.0), (150.0, 900.0), true),
            ((0.0, 225.0), (99.0, 225.0), false),
            ((301.0, 225.0), (400.0, 225.0), false),
            ((0.0, 199.0), (400.0, 199.0), false),
            ((0.0, 251.0), (400.0, 251.0), false),
            ((99.0, 0.0), (99.0, 400.0), false),
            ((301.0, 0.0), (301.0, 400.0), false),
            // Past a corner: on either side of the diagonal through it.
            ((80.0, 215.0), (140.0, 155.0), false),
            ((80.0, 230.0), (140.0, 190.0), true),
            ((330.0, 235.0), (280.0, 285.0), false),
            ((320.0, 230.0), (270.0, 260.0), true),
        ] {
            assert_eq!(meets(a, b), met, "{a:?} {b:?}");
            assert_eq!(meets(b, a), met, "{b:?} {a:?}");
        }
    }

    /// First right, left, above and below, with 2 pt of white; 5 pt farther with each step, with a line beyond 4 pt.
    #[test]
    fn words_are_tried_nearest_first() {
        let dot = at(1_000.0, 500.0);
        let all: Vec<Placed> = candidates(dot, 30.0, 200.0, 80.0).collect();
        assert_eq!(all.len(), 21 * 20);
        let corner = |at: usize| (all[at].room.left, all[at].room.top);
        assert_eq!(corner(0), (1_050.0, 460.0));
        assert_eq!(corner(1), (750.0, 460.0));
        assert_eq!(corner(2), (900.0, 370.0));
        assert_eq!(corner(3), (900.0, 550.0));
        assert_eq!(corner(4), (1_050.0, 406.0));
        assert_eq!(corner(20), (1_100.0, 460.0));
        assert!(
            all.iter()
                .all(|one| one.room.right - one.room.left == 200.0 && one.room.bottom - one.room.top == 80.0)
        );
        assert_eq!(all[0].line, None);
        assert_eq!(all[20].line, Some([at(1_030.0, 500.0), at(1_100.0, 500.0)]));
        assert_eq!(all[22].line, Some([at(1_000.0, 470.0), at(1_000.0, 400.0)]));
    }

    #[test]
    fn places_around_a_dot_are_all_different_and_alike_on_all_sides() {
        let dot = at(1_000.0, 500.0);
        let all: Vec<(f64, f64)> = candidates(dot, 30.0, 200.0, 80.0)
            .take(20)
            .map(|one| {
                let (x, y) = (one.room.left + 100.0 - dot.x, one.room.top + 40.0 - dot.y);
                (x.round(), y.round())
            })
            .collect();
        for (i, &(x, y)) in all.iter().enumerate() {
            assert!(!all[..i].contains(&(x, y)), "({x}, {y}) twice");
            assert!(all.contains(&(-x, y)) && all.contains(&(x, -y)), "({x}, {y})");
        }
    }
}

//! Borders that can cut: what is wrong with them is found, all of it, and their ends are joined to what they end at.

use understory_numerics::sort;
use understory_space::Plot;

use super::border_line::BorderLine;
use super::fault::BorderFault;
use super::legs::{Leg, Meet, each_two};
use super::whole::{Steps, Whole};

/// Points of all borders together.
const MOST_POINTS: usize = 20_000;

/// The borders in steps, their ends on what they end at.
pub(super) fn sound(plot: &Plot, borders: &[BorderLine]) -> Result<Vec<Vec<Whole>>, Vec<BorderFault>> {
    let steps = Steps::of(plot);
    let mut faults = Vec::new();
    let points: usize = borders.iter().map(|border| border.points_m.len()).sum();
    if points > MOST_POINTS {
        return Err(vec![BorderFault {
            border: 0,
            point: None,
            wrong: format!("the borders have {points} points together, but {MOST_POINTS} are the limit"),
            hint: "leave out points of bends that are finer than the points apart",
        }]);
    }
    let lines: Option<Vec<Vec<Whole>>> = (0..)
        .zip(borders)
        .map(|(number, border)| line(&steps, number, border, &mut faults))
        // Each is looked at, whatever is wrong with those before it.
        .collect::<Vec<_>>()
        .into_iter()
        .collect();
    // Where a border cannot be read, it is not known what others end at.
    let Some(mut lines) = lines else {
        return Err(faults);
    };
    let name = |border: usize| borders[border].name.clone();
    cross_themselves(&steps, &lines, &name, &mut faults);
    for border in 0..lines.len() {
        if !cuts(&steps, &lines[border]) {
            faults.push(BorderFault {
                border,
                point: None,
                wrong: format!(
                    "the border `{}` lies beyond the ground or on its edge, and cuts nothing off",
                    name(border)
                ),
                hint: "leave it out, or lead it across the ground",
            });
        } else if !is_ring(&lines[border]) {
            for is_last in [false, true] {
                join(&steps, &mut lines, (border, is_last), &name, &mut faults);
            }
        }
    }
    run_along(&steps, &lines, &name, &mut faults);
    sort::by_key(&mut faults, |fault| (fault.border, fault.point));
    if faults.is_empty() { Ok(lines) } else { Err(faults) }
}

pub(super) fn is_ring(line: &[Whole]) -> bool {
    line.len() > 3 && line.first() == line.last()
}

/// The points of a border.
fn line(
    steps: &Steps,
    number: usize,
    border: &BorderLine,
    faults: &mut Vec<BorderFault>,
) -> Option<Vec<Whole>> {
    let before = faults.len();
    let mut wrong = |point, what: String, hint| {
        faults.push(BorderFault {
            border: number,
            point,
            wrong: format!("the border `{}` {what}", border.name),
            hint,
        });
    };
    if border.points_m.len() < 2 {
        let what = "has 1 point, but a border leads from one point to another";
        let hint = "give the points that it goes through, from edge to edge";
        wrong(None, what.to_owned(), hint);
    }
    let mut line: Vec<Whole> = Vec::new();
    for (at, &[x_m, y_m]) in border.points_m.iter().enumerate() {
        let Some(place) = steps.at([x_m, y_m]) else {
            let what = format!("goes to ({x_m}, {y_m}) m, farther beyond the ground than that is wide");
            wrong(Some(at), what, "end it at the edge, or a little beyond");
            continue;
        };
        if line.last() == Some(&place) {
            let what = format!("has two points in a row at ({x_m}, {y_m}) m");
            wrong(Some(at), what, "leave one of them out");
        }
        line.push(place);
    }
    (faults.len() == before).then_some(line)
}

fn legs_of(border: usize, line: &[Whole]) -> impl Iterator<Item = Leg> + '_ {
    line.windows(2).enumerate().map(move |(number, ends)| Leg {
        border,
        number,
        ends: [ends[0], ends[1]],
    })
}

fn cross_themselves(
    steps: &Steps,
    lines: &[Vec<Whole>],
    name: &dyn Fn(usize) -> String,
    faults: &mut Vec<BorderFault>,
) {
    for (border, line) in lines.iter().enumerate() {
        let legs: Vec<Leg> = legs_of(border, line).collect();
        let last = legs.len() - 1;
        // The first place is told: those after it may follow from it.
        let mut first: Option<(usize, [f64; 2], bool)> = None;
        each_two(&legs, |one, other| {
            let follow = other.number == one.number + 1;
            let close = is_ring(line) && one.number == 0 && other.number == last;
            let (at, turns_back) = match one.meets(other) {
                Meet::No => return,
                Meet::At(_) if follow || close => return,
                Meet::At(at) => (at.map(|at| at.round() as i64), false),
                Meet::Along(..) if follow => (one.ends[1], true),
                Meet::Along(from, _) => (from, false),
            };
            if first.is_none_or(|(number, ..)| one.number < number) {
                first = Some((one.number, steps.place_m(at), turns_back));
            }
        });
        faults.extend(first.map(|(number, [x_m, y_m], turns_back)| {
            let name = name(border);
            let (wrong, hint) = if turns_back {
                let wrong = format!(
                    "the border `{name}` turns back along itself at ({x_m:.2}, {y_m:.2}) m, and encloses no \
                     ground there"
                );
                (wrong, "leave out the point that it turns at")
            } else {
                let wrong = format!("the border `{name}` crosses itself at ({x_m:.2}, {y_m:.2}) m");
                (wrong, "part it there into two borders, or go round")
            };
            let point = Some(number);
            BorderFault {
                border,
                point,
                wrong,
                hint,
            }
        }));
    }
}

/// Whether some of a line lies within the ground, not only on its edge.
fn cuts(steps: &Steps, line: &[Whole]) -> bool {
    let far = steps.far().map(|far| far as f64);
    legs_of(0, line).any(|leg| {
        let [from, to] = leg.ends.map(|end| end.map(|at| at as f64));
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let way = to[axis] - from[axis];
            if way == 0.0 {
                if from[axis] <= 0.0 || from[axis] >= far[axis] {
                    return false;
                }
                continue;
            }
            let ends = [(0.0 - from[axis]) / way, (far[axis] - from[axis]) / way];
            first = first.max(ends[0].min(ends[1]));
            last = last.min(ends[0].max(ends[1]));
        }
        first < last
    })
}

/// Brings an end of a border that is nearly at the edge or at another border there.
fn join(
    steps: &Steps,
    lines: &mut [Vec<Whole>],
    (border, is_last): (usize, bool),
    name: &dyn Fn(usize) -> String,
    faults: &mut Vec<BorderFault>,
) {
    let point = if is_last { lines[border].len() - 1 } else { 0 };
    let end = lines[border][point];
    let far = steps.far();
    let beyond = (0..2).any(|axis| end[axis] <= 0 || end[axis] >= far[axis]);
    if beyond {
        return;
    }
    // To the nearest edge.
    let mut gap = f64::INFINITY;
    let mut onto = end;
    for axis in 0..2 {
        for edge in [0, far[axis]] {
            let off = (end[axis] - edge).abs() as f64;
            if off < gap {
                gap = off;
                onto = end;
                onto[axis] = edge;
            }
        }
    }
    // To the nearest other border.
    let mut at_leg = None;
    for (other, line) in lines.iter().enumerate().filter(|(other, _)| *other != border) {
        for leg in legs_of(other, line) {
            let place = leg.nearest(end);
            let off = apart(place, end);
            if off < gap {
                (gap, at_leg) = (off, Some((other, leg.number)));
                onto = place.map(|at| at.round() as i64);
            }
        }
    }
    if gap > steps.join() {
        let [x_m, y_m] = steps.place_m(end);
        faults.push(BorderFault {
            border,
            point: Some(point),
            wrong: format!(
                "the border `{}` ends inside the ground at ({x_m}, {y_m}) m, {:.2} m from the nearest edge or \
                 other border",
                name(border),
                steps.length_m(gap)
            ),
            hint: "lead it on to the edge or to another border, or close it by its first point",
        });
        return;
    }
    lines[border][point] = onto;
    if let Some((other, number)) = at_leg {
        // Both go through the place where they meet.
        let line = &mut lines[other];
        if line[number] != onto && line[number + 1] != onto {
            line.insert(number + 1, onto);
        }
    }
}

fn apart(a: [f64; 2], b: Whole) -> f64 {
    let [dx, dy] = [0, 1].map(|axis: usize| a[axis] - b[axis] as f64);
    (dx * dx + dy * dy).sqrt()
}

fn run_along(
    steps: &Steps,
    lines: &[Vec<Whole>],
    name: &dyn Fn(usize) -> String,
    faults: &mut Vec<BorderFault>,
) {
    let [x, y] = steps.far();
    let edge = [[0, 0], [x, 0], [x, y], [0, y], [0, 0]];
    let of_edge = lines.len();
    // One that lies wholly on the edge was told so.
    let cuts_nothing = |border: usize, faults: &[BorderFault]| {
        faults
            .iter()
            .any(|fault| fault.border == border && fault.point.is_none())
    };
    let mut legs: Vec<Leg> = Vec::new();
    for (border, line) in lines.iter().enumerate() {
        legs.extend(legs_of(border, line));
    }
    legs.extend(legs_of(of_edge, &edge));
    each_two(&legs, |one, other| {
        if one.border == other.border {
            return;
        }
        if let Meet::Along(from, to) = one.meets(other) {
            // The later one is told, or the one that there is.
            if other.border == of_edge && cuts_nothing(one.border, faults) {
                return;
            }
            let (border, number, along) = if other.border == of_edge {
                (one.border, one.number, "the ground's edge".to_owned())
            } else {
                (other.border, other.number, format!("`{}`", name(one.border)))
            };
            let (from_m, to_m) = (steps.place_m(from), steps.place_m(to));
            faults.push(BorderFault {
                border,
                point: Some(number),
                wrong: format!(
                    "the border `{}` runs along {along} from ({:.2}, {:.2}) to ({:.2}, {:.2}) m, and the segment \
                     between them has no area",
                    name(border),
                    from_m[0],
                    from_m[1],
                    to_m[0],
                    to_m[1]
                ),
                hint: "let one of them go there, and end the other at it",
            });
        }
    });
}

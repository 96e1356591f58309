//! What each parameter does, one row each, its values rising from left to right.

use understory_branching::cloud::{Arrangement, Warp};
use understory_branching::colonization::{Colonization, Trunk, Turns};
use understory_branching::mesh::Mesh;
use understory_branching::skeleton::{PipeModel, Skeleton};

use crate::ClaimError;
use crate::colonization::budding::flat_sticks;
use crate::colonization::field::Field;
use crate::colonization::looks::streets;
use crate::pictures::{Pictured, Row, View};

/// Attraction points of a pictured ball: few enough to see branches.
const POINTS: u32 = 700;
/// How far the ball's lowest place is above the ground, m.
const STEM_M: f64 = 0.7;

/// Segment length with fixed and with growing distances, kill and influence distance, pull, warp; an L-system
/// beside what colonizes; streets and pipes.
///
/// # Errors
/// [`ClaimError`] where something cannot grow.
pub fn parameters() -> Result<Vec<Row>, ClaimError> {
    Ok(vec![
        balls(
            "segment length, the other distances fixed (spacings of the points)",
            &[0.25, 0.5, 1.0, 2.0],
            |field, step| field.rule(step, 1.0, 4.0),
        )?,
        balls(
            "segment length, the other distances growing with it",
            &[0.25, 0.5, 1.0, 2.0],
            |field, step| field.rule(step, 2.0 * step, 8.0 * step),
        )?,
        balls(
            "kill distance: how dense the crown is",
            &[0.5, 1.0, 2.0, 4.0],
            |field, kill| field.rule(0.5, kill, 8.0),
        )?,
        balls(
            "influence distance: hardly matters beyond four spacings",
            &[1.5, 2.0, 4.0, 16.0],
            |field, influence| field.rule(0.5, 1.0, influence),
        )?,
        balls(
            "downward pull on every segment",
            &[0.0, 0.2, 0.4, 0.6],
            |field, pull| Colonization {
                tropism: [0.0, 0.0, -pull],
                ..field.usual_rule()
            },
        )?,
        warped()?,
        beside_an_l_system()?,
        layouts()?,
    ])
}

/// A ball on a stem; the ground lies at 0.
fn field_on_stem() -> Result<Field, ClaimError> {
    let mut field = Field::ball_of(POINTS, &Arrangement::Uniform, 0)?;
    for point in &mut field.points {
        point.place_m[2] += 1.0 + STEM_M;
    }
    field.base_m = [0.0; 3];
    Ok(field)
}

fn on_stem(rule: Colonization) -> Colonization {
    Colonization {
        trunk: Trunk {
            shortest_m: STEM_M,
            longest_m: 2.0,
            ..Trunk::default()
        },
        ..rule
    }
}

fn balls(
    heading: &str,
    values: &[f64],
    rule: impl Fn(&Field, f64) -> Colonization,
) -> Result<Row, ClaimError> {
    let tree = |&value: &f64| {
        let field = field_on_stem()?;
        grown(value.to_string(), field.tree(&on_stem(rule(&field, value)))?)
    };
    Ok(Row {
        heading: heading.to_owned(),
        view: View::Front,
        form: None,
        trees: values.iter().map(tree).collect::<Result<_, _>>()?,
    })
}

fn warped() -> Result<Row, ClaimError> {
    let tree = |(caption, warp): (&str, Warp)| {
        let mut field = field_on_stem()?;
        for point in &mut field.points {
            point.place_m = warp.moved(point.place_m);
        }
        let rule = on_stem(field.usual_rule());
        grown(caption.to_owned(), field.tree(&rule)?)
    };
    let warps = [
        ("none", Warp::Hang { per_m: 0.0 }),
        ("hang 0.6", Warp::Hang { per_m: 0.6 }),
        ("lean 0.4", Warp::Lean { per_m: [0.4, 0.0] }),
        ("twist 60°", Warp::Twist { deg_per_m: 60.0 }),
    ];
    Ok(Row {
        heading: "warps of the space in which the points lie".to_owned(),
        view: View::Front,
        form: None,
        trees: warps.into_iter().map(tree).collect::<Result<_, _>>()?,
    })
}

/// Branches that cross, and those that avoid one another: all flat, in the plane of the page.
fn beside_an_l_system() -> Result<Row, ClaimError> {
    let sticks = |steps: u32| -> Result<Pictured, ClaimError> {
        let turned = upright(flat_sticks(steps, 0)?, |[x, y, z]| [x, y, z]);
        grown_raw(format!("L-system, {steps} steps"), turned)
    };
    let discs = |step: f64| -> Result<Pictured, ClaimError> {
        let field = Field::disc(0)?;
        let tree = field.tree(&field.rule(step, 1.0, 4.0))?;
        // The disc stands on its rim.
        let turned = upright(tree, |[x, y, _]| [x, 0.0, y + 1.0]);
        grown_raw(format!("colonized, segments of {step}"), turned)
    };
    Ok(Row {
        heading: "flat: an L-system crosses itself, a tree that colonizes does so with long segments alone"
            .to_owned(),
        view: View::Front,
        form: None,
        trees: vec![sticks(5)?, sticks(6)?, discs(0.5)?, discs(2.0)?],
    })
}

fn layouts() -> Result<Row, ClaimError> {
    let field = field_on_stem()?;
    let pipes = Colonization {
        turns: Turns::Axes,
        ..on_stem(field.usual_rule())
    };
    let pipes = field.tree(&pipes)?;
    let (town, radius_m) = streets(0)?;
    // At the size of what stands beside it.
    let town = upright(town, |place_m| place_m.map(|along| along / radius_m));
    Ok(Row {
        heading: "with no other rule: pipes, and the streets of a town".to_owned(),
        view: View::Top,
        form: None,
        trees: vec![
            grown_raw("pipes, from above".to_owned(), pipes)?,
            grown_raw("streets".to_owned(), town)?,
        ],
    })
}

fn upright(mut skeleton: Skeleton, place: impl Fn([f64; 3]) -> [f64; 3]) -> Skeleton {
    for node in &mut skeleton.nodes {
        node.place_m = place(node.place_m);
    }
    skeleton
}

/// A tree as it is used: moved half-way, thick enough to be seen.
fn grown(caption: String, raw: Skeleton) -> Result<Pictured, ClaimError> {
    grown_raw(caption, raw.relocated(&[]))
}

fn grown_raw(caption: String, mut skeleton: Skeleton) -> Result<Pictured, ClaimError> {
    skeleton.give_radii(&PipeModel {
        exponent: 2.5,
        tip_radius_m: 0.004,
    })?;
    skeleton.give_orders();
    Ok(Pictured {
        caption,
        skeleton,
        leaves: Mesh::default(),
    })
}

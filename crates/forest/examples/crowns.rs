//! What crowns that grow with their trees take: time, growth points, and the light that trees get, decade by decade.
//!
//! ```text
//! cargo run --release -p understory-forest --example crowns -- TREES YEARS SIDE_M [ENOUGH SHED_BELOW]
//! ```
//! Beeches of 3 m stand on a torus, as far apart as they can; one tree alone shows what the open brings.

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

use std::time::Instant;

use understory_branching::stand::{CrownShape, Sharing};
use understory_forest::components::Size;
use understory_forest::crowns::{SpaceWon, YearlyCrowns, YearlyRules};
use understory_forest::parameters::Conditions;
use understory_forest::{Forest, Founder, Tree, presets};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<f64>());
    let mut next = |default: f64| arguments.next().unwrap_or(Ok(default));
    let (trees, years, side_m) = (next(500.0)? as u32, next(100.0)? as u32, next(70.0)?);
    let usual = YearlyRules::default();
    let rules = YearlyRules {
        enough: next(usual.enough)?,
        shed_below: next(usual.shed_below)?,
        ..usual
    };
    let plot = Plot::new([0.0; 2], [side_m; 2], Edge::Torus)?;
    let mut beech = presets::named("fagus-sylvatica")
        .ok_or("it ships")?
        .species("beech");
    // None but the trees that are planted.
    beech.fruit.seeds_per_m2 = 0.0;
    let mut forest = Forest::new(plot, 1, vec![beech.clone()], Conditions::default())?;
    let mut without = Forest::new(plot, 1, vec![beech], Conditions::default())?;
    forest.set_crowns(YearlyCrowns {
        min_height_m: 1.3,
        sharing: Sharing {
            influence_spacings: 2.0,
            ..Sharing::default()
        },
        shapes: vec![CrownShape::Rounded],
        rules,
    })?;
    let root = RandomKey::root(1, &["crowns"]);
    let founder = |number: u32| {
        let key = root.child(0, Purpose::Member, number);
        let [x, y, ..] = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        let size = Size {
            dbh_cm: 2.0,
            height_m: 3.0,
        };
        Founder::new(key, 0, [x * side_m, y * side_m], 10, size)
    };
    forest.plant((0..trees).map(founder))?;
    without.plant((0..trees).map(founder))?;
    println!(
        "year  trees  points   held  offered  light    dbh height  base  s a year  without crowns: trees    dbh height"
    );
    let mut before = Instant::now();
    for year in 1..=years {
        forest.advance();
        if year % 10 == 0 || year == 1 {
            let seconds = before.elapsed().as_secs_f64() / if year == 1 { 1.0 } else { 10.0 };
            let won = forest.space_won();
            let count = won.len().max(1) as f64;
            let mean = |of: fn(&SpaceWon) -> f64| won.iter().map(of).sum::<f64>() / count;
            (without.year()..year).for_each(|_| without.advance());
            let [own, other] = [&forest, &without].map(|forest| {
                let mean = |of: fn(&Tree) -> f64| {
                    forest.trees().map(|tree| of(&tree)).sum::<f64>() / forest.tree_count() as f64
                };
                [
                    mean(|tree| tree.size.dbh_cm),
                    mean(|tree| tree.size.height_m),
                    mean(|tree| f64::from(tree.crown_base_m)),
                ]
            });
            println!(
                "{year:4} {:6} {:7} {:6.0} {:8.0} {:6.3} {:6.1} {:6.1} {:5.1} {seconds:9.3} {:22} {:6.1} {:6.1}",
                forest.tree_count(),
                forest.growth_point_count(),
                mean(|won| f64::from(won.held)),
                mean(|won| f64::from(won.offered)),
                mean(|won| won.light),
                own[0],
                own[1],
                own[2],
                without.tree_count(),
                other[0],
                other[1],
            );
            before = Instant::now();
        }
    }
    for (name, seconds) in forest.system_seconds().filter(|(_, seconds)| *seconds > 0.01) {
        println!("{name:12} {seconds:8.2} s");
    }
    Ok(())
}

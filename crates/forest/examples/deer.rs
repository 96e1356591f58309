//! Deer: a component, a resource and a system of one's own join the year.
//!
//! `cargo run --release -p understory-forest --example deer`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

#[path = "../../../benches/stand.rs"]
#[allow(dead_code, reason = "it serves benches too")]
mod stand;

use understory_forest::Tree;
use understory_forest::components::{Identity, Size};
use understory_forest::ecs::{Res, System, View};
use understory_forest::resources::Year;
use understory_numerics::{Purpose, sample::unit_from_u32};

/// How often deer have browsed a tree.
#[derive(Clone, Copy, Default)]
struct Bites(u32);

/// The share of the seedlings below 1.2 m that deer browse in a year.
struct Deer(f64);

fn browse(mut trees: View<Tree, (&Identity, &mut Size, &mut Bites)>, deer: Res<Deer>, year: Res<Year>) {
    trees.par_for_each(|(identity, size, bites)| {
        let chance = unit_from_u32(identity.0.draws(year.0, Purpose::Custom, 0)[0]);
        if size.height_m < 1.2 && chance < deer.0 {
            size.height_m = (size.height_m - 0.3).max(0.1);
            bites.0 += 1;
        }
    });
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for share in [0.0, 0.3, 0.6, 0.9] {
        let mut forest = stand::stand([1, 1]);
        forest.insert_resource(Deer(share));
        forest.add_component::<Tree, Bites>();
        forest.add_system_after("grow", System::new("browse", "deer bite off seedlings", browse))?;
        (0..40).for_each(|_| forest.advance());
        let mut saplings: Vec<u32> = Vec::new();
        forest.view::<Tree, (&Size, &Bites)>().for_each(|(size, bites)| {
            if (1.3..5.0).contains(&size.height_m) {
                saplings.push(bites.0);
            }
        });
        let (count, bites) = (saplings.len(), saplings.iter().sum::<u32>());
        println!("deer browse {share}: {count} saplings of 1.3 to 5 m after 40 years, browsed {bites} times");
    }
    Ok(())
}

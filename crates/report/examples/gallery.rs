//! Every figure from invented tables of a forest of two species on a bare field, of invented functions, of a comparison,
//! of trees that fork and of a painted valley:
//! `cargo run --release -p understory-report --example gallery -- FOLDER`.

#![allow(clippy::print_stdout, reason = "a program that says what it wrote")]

#[path = "../tests/invented/mod.rs"]
mod invented;

use std::path::PathBuf;
use std::{env, fs};

use invented::{Invented, comparison, functions, replicates, trees, worlds};
use understory_report::tree::{PictureRow, View, bands, beside, rows, sheet, views};
use understory_report::world::{BiomePicture, Changes, changed, patterns, rings, world_map};
use understory_report::{Cause, Figure, clark_evans_beside, compare, draw, function};

fn main() -> Result<(), Cause> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("name a folder for the figures")?);
    fs::create_dir_all(&folder)?;
    let keep = |figure: Figure| -> Result<(), Cause> {
        println!(
            "{}: {} bytes of SVG, {} of PNG",
            figure.name,
            figure.svg.len(),
            figure.png.len()
        );
        println!("  {}\n  {}\n  {}", figure.title, figure.caption, figure.alt);
        fs::write(folder.join(format!("{}.svg", figure.name)), &figure.svg)?;
        fs::write(folder.join(format!("{}.png", figure.name)), &figure.png)?;
        Ok(())
    };
    let forest = Invented::old_field(9_000);
    draw(&forest, &mut |figure| keep(figure))?;
    let variants = [
        ("with competition", 1.21),
        ("without inhibition", 1.18),
        ("without competition", 1.02),
    ];
    let runs: Vec<_> = variants
        .map(|(label, plateau)| (label, replicates("adult", plateau)))
        .into();
    keep(clark_evans_beside(&runs, None)?)?;
    compare(
        &comparison::fourteen_methods(412, [200.0, 200.0]),
        &mut |figure| keep(figure),
    )?;
    functions::all()
        .iter()
        .try_for_each(|values| keep(function(values)?))?;

    let few: Vec<_> = (6..=9).map(trees::captioned).collect();
    let streets = (6..=9).map(trees::trodden).collect();
    let row = |heading: &str, view, trees| PictureRow {
        heading: heading.to_owned(),
        view,
        trees,
    };
    let by_forks = [
        row("forks", View::Front, few.clone()),
        row("streets", View::Top, streets),
    ];
    keep(views("tree", "a tree that forks", &trees::forked(11))?)?;
    keep(views(
        "tree-solids",
        "a tree among obstacles",
        &trees::among_solids(9),
    )?)?;
    keep(beside("tree-beside", "two trees", &few[2..])?)?;
    keep(sheet("tree-sheet", "four trees", &few, 4)?)?;
    keep(rows("tree-rows", "what forks do", &by_forks)?)?;
    keep(bands(
        "tree-bands",
        "trees against measured ones",
        &trees::measured(),
    )?)?;

    let valley = worlds::valley();
    let biomes = BiomePicture::of(&valley, worlds::biome_at);
    keep(world_map(&valley, &biomes, worlds::all(&valley, 1.0))?)?;
    let few = Figure {
        name: "world-few".to_owned(),
        ..world_map(&valley, &biomes, worlds::all(&valley, 4.0))?
    };
    keep(few)?;
    let barn = worlds::barn();
    let changes = Changes {
        kept: &barn.kept,
        removed: &barn.removed,
        added: &barn.added,
        reach: &barn.reach,
    };
    keep(changed("barn", &barn.before, &barn.after, &changes)?)?;
    let (camera, shown) = worlds::camera(&valley);
    keep(rings(&valley, &camera, &shown)?)?;
    keep(patterns(&worlds::patterns())?)
}

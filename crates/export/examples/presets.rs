//! Writes the files of each form that ships into a folder: `cargo run --release -p understory-export
//! --example presets -- FOLDER`.

use std::error::Error;
use std::fs::{File, create_dir_all};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use understory_branching::mesh::{Levels, draw_levels};
use understory_branching::presets::PRESETS;
use understory_export::{Look, Skin, gltf, impostor};
use understory_numerics::RandomKey;

#[allow(clippy::print_stdout, reason = "an example shows what it does")]
fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder to write into")?);
    create_dir_all(&folder)?;
    for preset in PRESETS {
        let (name, form) = (preset.name, preset.form());
        let key = RandomKey::root(1, &[name]);
        let skeleton = form.grow(key, &[])?.skeleton;
        let begun = Instant::now();
        let details = Levels::default().details();
        let levels = draw_levels(&skeleton, &details, form.leaf.as_ref(), key)?;
        let drawn = begun.elapsed();
        let file = |ending: &str| File::create(folder.join(format!("{name}.{ending}"))).map(BufWriter::new);
        let mut out = file("glb")?;
        let skin = Skin::of(&Look::named(name).unwrap_or_default())?;
        let written = gltf::write_tree(&mut out, name, &levels, &skin, gltf::Options::default())?;
        out.flush()?;
        let written_in = begun.elapsed();
        let mut out = BufWriter::new(File::create(folder.join(format!("{name}-impostor.glb")))?);
        impostor::write_impostor(&mut out, name, &levels[1], &skin)?;
        out.flush()?;
        println!(
            "{name}: drawn in {drawn:?}, written in {written_in:?}, all in {:?}, {written:?}",
            begun.elapsed()
        );
    }
    Ok(())
}

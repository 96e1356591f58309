//! Writes the files of each form that ships into a folder: `cargo run --release -p understory-export
//! --example presets -- FOLDER`.

use std::error::Error;
use std::fs::{File, create_dir_all};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use understory_branching::mesh::{LEVELS, draw};
use understory_branching::presets::PRESETS;
use understory_export::{Look, gltf, obj, ply};
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
        let levels = LEVELS
            .iter()
            .map(|level| draw(&skeleton, level, form.leaf.as_ref(), key))
            .collect::<Result<Vec<_>, _>>()?;
        let drawn = begun.elapsed();
        let file = |ending: &str| File::create(folder.join(format!("{name}.{ending}"))).map(BufWriter::new);
        let mut out = file("glb")?;
        let written = gltf::write_tree(&mut out, name, &levels, &Look::named(name).unwrap_or_default())?;
        out.flush()?;
        println!(
            "{name}: drawn in {drawn:?}, all in {:?}, {written:?}",
            begun.elapsed()
        );
        let mut out = file("obj")?;
        obj::write(&mut out, name, &skeleton)?;
        out.flush()?;
        let mut out = file("ply")?;
        ply::write(&mut out, &skeleton)?;
        out.flush()?;
    }
    Ok(())
}

//! A page whose names would be markup and script in a careless one: `cargo run -p understory-page --example odd_names --
//! FOLDER` writes `FOLDER/report.html`, at which `tests/page` looks in a browser.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use understory_page::{
    About, Death, Ground, Parts, Run, Snapshots, SpeciesLook, State, Thinning, Wood, WoodNode, page,
};
use understory_records::{SeedRow, TreeRow, WoodRow};

const NAME: &str = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>\"&amp;";

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args_os().nth(1).ok_or("name a folder")?.into();
    let tree = |tree: u64| TreeRow {
        tree,
        species: NAME.to_owned(),
        x_m: 3.0 * tree as f64,
        y_m: 5.0,
        z_m: 0.0,
        age_yr: 3,
        dbh_cm: 12.0,
        height_m: 9.0,
        crown_radius_m: 2.0,
        vigour: 0.5,
        key: String::new(),
        crown_base_m: 3.0,
        dbh_score: 0.0,
        height_score: 0.0,
    };
    let mut snapshots = Snapshots::new(&[NAME.to_owned()], Thinning::of(4, 4, 2));
    snapshots.add(0, &[tree(1), tree(2)])?;
    snapshots.add(7, &[tree(2)])?;
    let about = About {
        name: NAME.to_owned(),
        command: NAME.to_owned(),
        version: NAME.to_owned(),
        size_m: [10.0, 10.0],
        years: 7,
        ..About::default()
    };
    let node = |parent: Option<u32>, is_root: bool, z_m: f64| WoodNode {
        parent,
        is_root,
        place_m: [6.0, 5.0, z_m],
        radius_m: 0.1,
        of: 2,
    };
    let wood = [
        node(None, false, 1.0),
        node(Some(0), false, 9.0),
        node(Some(0), true, 0.5),
    ];
    let look = SpeciesLook {
        name: NAME.to_owned(),
        colour: [0, 158, 115],
        form: NAME.to_owned(),
    };
    let run = Run {
        deaths: vec![Death {
            tree: 1,
            year: 5,
            cause: NAME.to_owned(),
        }],
        ground: Some(Ground {
            columns: 2,
            rows: 2,
            low_m: [0.0; 2],
            cell_m: [10.0; 2],
            heights_m: vec![0.0, 1.0, 2.0, 3.0],
        }),
        grown: vec![(7, Wood::new("crowns", &wood, 1)?)],
        states: vec![State {
            year: 7,
            all_seeds: 2,
            seeds: vec![SeedRow {
                species: NAME.to_owned(),
                x_m: 1.0,
                y_m: 2.0,
                ..SeedRow::default()
            }],
            all_dead: 1,
            dead: vec![WoodRow {
                species: NAME.to_owned(),
                x_m: 8.0,
                y_m: 8.0,
                dbh_cm: 30.0,
                height_m: 13.0,
                stood_share: 0.3,
                year_died: -2,
                ..WoodRow::default()
            }],
        }],
        ..Run::of(snapshots, vec![look])
    };
    let parts = Parts {
        run: Some(run),
        ..Parts::default()
    };
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("report.html"), page(&about, parts)?)?;
    Ok(())
}

//! Figures of rasters on which forests grew, from rasters that are known cell by cell.

use std::collections::BTreeMap;

use understory_records::KerrCellRow;
use understory_report::{Figure, KerrRaster, RunAbout, kerr};

use crate::seen::{check_png, check_svg, frames, words};

fn about() -> RunAbout {
    RunAbout {
        name: "rasters".to_owned(),
        size_m: [60.0, 40.0],
        origin_m: [0.0, 0.0],
        torus: false,
        species: Vec::new(),
        width_mm: None,
    }
}

/// Six columns by four rows: column c is forest from round c on, the last column never, with seeds in it.
fn creeping(name: &str, over_a_level: bool) -> KerrRaster {
    let cell = |number: u32| {
        let column = number % 6;
        KerrCellRow {
            column,
            row: number / 6,
            forest_since: (column < 5).then_some(column),
            seeds: if column == 5 { 0.4 } else { 0.0 },
            level: match over_a_level {
                true if number < 12 => "open".to_owned(),
                true => "filled".to_owned(),
                false => String::new(),
            },
        }
    };
    KerrRaster {
        name: name.to_owned(),
        cells: (0..24).map(cell).collect(),
    }
}

fn figures(rasters: &[KerrRaster]) -> BTreeMap<String, Figure> {
    let mut all = BTreeMap::new();
    kerr(&about(), rasters, &mut |figure| {
        all.insert(figure.name.clone(), figure);
        Ok(())
    })
    .unwrap();
    all
}

fn pixels_of(picture: &[u8], rgb: [u8; 3]) -> usize {
    picture.chunks_exact(3).filter(|pixel| *pixel == rgb).count()
}

const FOREST: [u8; 3] = [0x2f, 0x8f, 0x5b];
const NEW: [u8; 3] = [0xe6, 0x9f, 0x00];

#[test]
fn every_set_of_rasters_has_its_figures_and_each_can_be_read() {
    let alone = figures(&[creeping("slow", false)]);
    assert_eq!(
        alone.keys().collect::<Vec<_>>(),
        ["kerr-raster", "kerr-rounds", "kerr-seeds"]
    );
    for rasters in [
        vec![creeping("a", true)],
        vec![creeping("a", false), creeping("b", true)],
        (0..5)
            .map(|number| creeping(&format!("forest-{number}"), number > 2))
            .collect(),
    ] {
        let all = figures(&rasters);
        assert_eq!(
            all.keys().collect::<Vec<_>>(),
            ["kerr-level", "kerr-raster", "kerr-rounds", "kerr-seeds"]
        );
        for figure in all.values() {
            check_svg("kerr", figure);
            check_png("kerr", figure);
        }
    }
    assert!(figures(&[]).is_empty());
}

#[test]
fn the_animation_has_a_frame_for_each_round_in_which_the_new_cells_stand_out() {
    let figure = &figures(&[creeping("slow", false)])["kerr-rounds"];
    let (still, frames) = frames(&figure.png);
    assert_eq!(frames.len(), 5, "rounds 0 to 4");
    let forest: Vec<usize> = frames
        .iter()
        .map(|(picture, _)| pixels_of(picture, FOREST))
        .collect();
    let new: Vec<usize> = frames
        .iter()
        .map(|(picture, _)| pixels_of(picture, NEW))
        .collect();
    // The keys take the same pixels in every frame; a column of the raster takes the rest.
    let column = forest[1] - forest[0];
    assert!(column > 10_000);
    assert!(
        forest
            .windows(2)
            .all(|pair| pair[1].abs_diff(pair[0] + column) < column / 20),
        "{forest:?}"
    );
    assert!(
        new.iter().all(|&pixels| pixels.abs_diff(new[0]) < column / 20),
        "{new:?}"
    );
    assert!(new[0] > column);
    assert!(frames[..4].iter().all(|(_, shown_ms)| *shown_ms == 250) && frames[4].1 == 2000);
    // In its place five rounds, each smaller.
    assert!(pixels_of(&still, NEW) > 0 && frames.iter().all(|(picture, _)| *picture != still));
    let texts = words(figure);
    for round in 0..5 {
        assert!(
            texts
                .iter()
                .any(|text| *text == format!("slow, round {round} of 4")),
            "{texts:?}"
        );
    }
}

#[test]
fn words_tell_cover_rounds_and_levels() {
    let all = figures(&[creeping("slow", true)]);
    for (name, parts) in [
        (
            "kerr-raster",
            &["6 by 4 cells", "83.3 % of the cells forest after 4 rounds"][..],
        ),
        ("kerr-seeds", &["seeds on 16.7 % of the cells, 0.4 at most"]),
        (
            "kerr-level",
            &["50 % open, 83.3 % of it forest, 83.3 % of the rest"],
        ),
        (
            "kerr-rounds",
            &["16.7 % in the beginning", "83.3 % after round 4"],
        ),
    ] {
        for part in parts {
            assert!(all[name].alt.contains(part), "{name}: {}", all[name].alt);
        }
    }
}

#[test]
fn rasters_that_have_not_one_value_a_cell_are_refused_by_their_label() {
    let refusal = |change: fn(&mut KerrRaster)| {
        let mut raster = creeping("slow", true);
        change(&mut raster);
        kerr(&about(), &[raster], &mut |_| Ok(()))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refusal(|raster| raster.cells[23].column = 6),
        "`slow` has 24 values of `forest_since` for 28 cells, but needs one for each"
    );
    assert!(refusal(|raster| raster.cells[23].column = u32::MAX).starts_with("`slow` has 24 values"));
    assert!(refusal(|raster| raster.cells.clear()).contains("at least one cell"));
    assert!(refusal(|raster| raster.cells[3].seeds = f64::NAN).starts_with("`slow` holds NaN as `seeds`"));
    assert!(refusal(|raster| raster.cells[5].level.clear()).contains("23 values of `level`"));
}

//! The figures of what articles claim of places: corridors, borders of springs, forests on rasters, thinned grids, patches in flight.

use understory_claims::pictures::{
    BorderPicture, CorridorPicture, FlightPicture, borders, corridors, flights, raster_forests, thinned_grids,
};
use understory_records::{KerrCellRow, PatternRow};
use understory_report::world::{PatternSample, patterns};
use understory_report::{KerrRaster, RunAbout, Shape, Sketch, SketchKey, SketchPanel, Tone, kerr, sketch};

use crate::error::Error;
use crate::stored::Each;

/// Draws them all.
///
/// # Errors
/// [`Error::Claim`] where something cannot be made, [`Error::Report`] where it cannot be drawn, or what `each` reports.
pub(super) fn draw(each: Each<'_>) -> Result<(), Error> {
    each(of_corridors(&corridors()?)?)?;
    each(of_borders(&borders()?)?)?;
    of_raster_forests(each)?;
    of_thinned_grids(each)?;
    each(of_flights(&flights()?)?)?;
    Ok(())
}

fn of_corridors(pictures: &[CorridorPicture]) -> Result<understory_report::Figure, Error> {
    let side = pictures.iter().map(|picture| picture.side).fold(0.0, f64::max);
    let panel = |picture: &CorridorPicture| {
        let way = Shape::Line {
            places: picture.way.clone(),
            width: picture.width,
            tone: Tone::Warm,
        };
        let dots = picture.points.iter().map(|at| Shape::Dot {
            at: *at,
            radius: 0.12,
            tone: Tone::Dark,
        });
        SketchPanel {
            heading: picture.caption.clone(),
            below: format!("widest corridor {:.2} D", picture.width),
            shapes: std::iter::once(way).chain(dots).collect(),
        }
    };
    let told: Vec<String> = pictures
        .iter()
        .map(|picture| format!("{} {:.2} D", picture.caption, picture.width))
        .collect();
    let figure = Sketch {
        name: "corridors".to_owned(),
        heading: "The widest corridor from left to right".to_owned(),
        keys: vec![
            (SketchKey::Dot(Tone::Dark), "a tree".to_owned()),
            (
                SketchKey::Area(Tone::Warm),
                "where a disc as wide as the corridor passes".to_owned(),
            ),
        ],
        low: [0.0; 2],
        size: [side; 2],
        panels: pictures.iter().map(panel).collect(),
        caption: "The same number of trees by three methods, one on each D² on average, and the widest corridor through them from left to \
                  right: the way of the largest disc that touches no tree. A minimum distance leaves the narrowest corridor of the three."
            .to_owned(),
        alt: format!("Three squares of dots, each with a band from left to right. Widths: {}.", told.join("; ")),
    };
    Ok(sketch(&figure)?)
}

fn of_borders(pictures: &[BorderPicture]) -> Result<understory_report::Figure, Error> {
    let along = pictures.iter().map(|picture| picture.along).max().unwrap_or(1);
    let area = |ring: &[[f64; 2]]| {
        let next = ring.iter().cycle().skip(1);
        let crosses = ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]);
        (crosses.sum::<f64>() / 2.0).abs()
    };
    let ratio = |picture: &BorderPicture| area(&picture.after) / area(&picture.before);
    let panel = |picture: &BorderPicture| {
        let within = Shape::Area {
            corners: picture.after.clone(),
            fill: Some(Tone::Pale),
            edge: Tone::Pale,
        };
        let springs = picture.springs.iter().map(|ends| Shape::Line {
            places: ends.to_vec(),
            width: 0.0,
            tone: Tone::Grey,
        });
        let dots = picture.nodes.iter().map(|at| Shape::Dot {
            at: *at,
            radius: 0.09,
            tone: Tone::Dark,
        });
        let border = Shape::Area {
            corners: picture.before.clone(),
            fill: None,
            edge: Tone::Warm,
        };
        SketchPanel {
            heading: format!("rest lengths {} ± 0.4 of the grid's", picture.mean_rest),
            below: format!("area within the border {:.2} of the grid's", ratio(picture)),
            shapes: std::iter::once(within)
                .chain(springs)
                .chain(dots)
                .chain([border])
                .collect(),
        }
    };
    let told: Vec<String> = pictures
        .iter()
        .map(|picture| {
            format!(
                "{:.2} of the grid's with rest lengths of {}",
                ratio(picture),
                picture.mean_rest
            )
        })
        .collect();
    let figure = Sketch {
        name: "spring-borders".to_owned(),
        heading: "Nets of springs with free borders after 40 iterations".to_owned(),
        keys: vec![
            (SketchKey::Dot(Tone::Dark), "a node".to_owned()),
            (SketchKey::Line(Tone::Grey), "a spring".to_owned()),
            (SketchKey::Line(Tone::Warm), "border of the grid".to_owned()),
            (SketchKey::Area(Tone::Pale), "within the border now".to_owned()),
        ],
        low: [-1.0; 2],
        size: [f64::from(along) + 2.0; 2],
        panels: pictures.iter().map(panel).collect(),
        caption: "Nets of 10 × 10 nodes with springs to all eight neighbours, free at their borders, after 40 iterations. With springs that \
                  are shorter at rest than in the grid the border shrinks (left), with longer ones it expands (right). It also shrinks a \
                  little where springs are as long on average (middle)."
            .to_owned(),
        alt: format!("Three nets over the square of their grid. Area within the border: {}.", told.join("; ")),
    };
    Ok(sketch(&figure)?)
}

fn of_raster_forests(each: Each<'_>) -> Result<(), Error> {
    let pictures = raster_forests()?;
    let Some(first) = pictures.first() else {
        return Ok(());
    };
    let about = RunAbout {
        name: "Four settings".to_owned(),
        size_m: [first.columns as f64, first.rows as f64],
        origin_m: [0.0; 2],
        torus: false,
        species: Vec::new(),
        width_mm: None,
    };
    let rasters: Vec<KerrRaster> = pictures
        .into_iter()
        .map(|picture| KerrRaster {
            name: picture.caption,
            cells: (0..)
                .zip(picture.forest_since)
                .map(|(number, forest_since)| KerrCellRow {
                    column: number % picture.columns as u32,
                    row: number / picture.columns as u32,
                    forest_since,
                    ..KerrCellRow::default()
                })
                .collect(),
        })
        .collect();
    let mut figures = Vec::new();
    kerr(&about, &rasters, &mut |figure| {
        figures.push(figure);
        Ok(())
    })?;
    figures
        .into_iter()
        .filter(|figure| figure.name == "kerr-raster")
        .try_for_each(|mut figure| {
            "raster-forests".clone_into(&mut figure.name);
            each(figure)
        })?;
    Ok(())
}

fn of_thinned_grids(each: Each<'_>) -> Result<(), Error> {
    let samples: Vec<PatternSample> = thinned_grids()?
        .into_iter()
        .map(|grid| PatternSample {
            row: PatternRow {
                pattern: format!("warped grid, {}", grid.order),
                share: grid.share,
                points: grid.points.len() as u64,
                packing: Some(grid.packing),
                clark_evans: Some(grid.clark_evans),
                collinear_index: Some(grid.collinear_index),
            },
            low_m: [0.0; 2],
            side_m: grid.side,
            points_m: grid.points,
        })
        .collect();
    let mut figure = patterns(&samples)?;
    "thinned-grids".clone_into(&mut figure.name);
    each(figure)?;
    Ok(())
}

fn of_flights(pictures: &[FlightPicture]) -> Result<understory_report::Figure, Error> {
    /// Half of the side of what is shown, m.
    const SHOWN_M: f64 = 320.0;
    let low_m = pictures
        .first()
        .map_or([0.0; 2], |picture| picture.eye_m.map(|along_m| along_m - SHOWN_M));
    let is_shown = |low: [f64; 2], side: f64| {
        (0..2).all(|axis| low[axis] + side > low_m[axis] && low[axis] < low_m[axis] + 2.0 * SHOWN_M)
    };
    let mut told = Vec::new();
    let mut panels = Vec::new();
    for picture in pictures {
        let leaves: Vec<_> = picture
            .leaves
            .iter()
            .filter(|leaf| is_shown(leaf.low_m, leaf.side_m))
            .collect();
        let wasted = leaves.iter().filter(|leaf| leaf.is_wasted).count();
        let too_coarse = leaves.iter().filter(|leaf| leaf.is_too_coarse).count();
        let mut shapes: Vec<Shape> = leaves
            .iter()
            .map(|leaf| {
                let [x, y] = leaf.low_m;
                let (right, up) = (x + leaf.side_m, y + leaf.side_m);
                Shape::Area {
                    corners: vec![[x, y], [right, y], [right, up], [x, up]],
                    fill: match (leaf.is_wasted, leaf.is_too_coarse) {
                        (true, _) => Some(Tone::Warm),
                        (false, true) => Some(Tone::Cold),
                        (false, false) => None,
                    },
                    edge: Tone::Grey,
                }
            })
            .collect();
        let [x, y] = picture.eye_m;
        shapes.push(Shape::Line {
            places: vec![[low_m[0], y], [x, y]],
            width: 3.0,
            tone: Tone::Dark,
        });
        shapes.push(Shape::Dot {
            at: [x, y],
            radius: 11.0,
            tone: Tone::Dark,
        });
        told.push(format!("{}: {wasted} and {too_coarse}", picture.caption));
        panels.push(SketchPanel {
            heading: picture.caption.clone(),
            below: format!("{wasted} wasted, {too_coarse} too coarse"),
            shapes,
        });
    }
    let figure = Sketch {
        name: "patches-in-flight".to_owned(),
        heading: "Patches around a camera that flies to the right".to_owned(),
        keys: vec![
            (SketchKey::Dot(Tone::Dark), "camera, with its way".to_owned()),
            (SketchKey::Area(Tone::Warm), "opened too late: no frame has shown it".to_owned()),
            (SketchKey::Area(Tone::Cold), "coarser than the camera needs".to_owned()),
        ],
        low: low_m,
        size: [2.0 * SHOWN_M; 2],
        panels,
        caption: "Patches within 320 m of a camera that has flown 960 m to the right, 16 m and two openings a frame, by the order in which \
                  they open. Depth first opens small patches that the camera has left behind before the next one ahead opens at all."
            .to_owned(),
        alt: format!(
            "Three maps of square patches around a camera. Patches that no frame has shown, and that are too coarse: {}.",
            told.join("; ")
        ),
    };
    Ok(sketch(&figure)?)
}

//! Whether segments that are filled ahead on a thread keep a frame's budget: frames of a game loop, each with some work of its
//! own, while nothing is filled and while sixty segments are.
//!
//! `cargo run --release -p understory-scatter --example filler`

#![allow(clippy::print_stdout, reason = "it is an example")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use understory_scatter::segments::{BorderLine, SegmentFill, SegmentFiller, SegmentedGround, cut};
use understory_scatter::{Edge, Method, Plot};

/// Sixty frames a second.
const BUDGET: Duration = Duration::from_micros(16_667);
/// Work of a frame beside the segments.
const WORK: Duration = Duration::from_millis(4);
const FRAMES: usize = 300;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let plot = Plot::new([0.0, 0.0], [1200.0, 1000.0], Edge::Open)?;
    let across = |name: String, points_m: Vec<[f64; 2]>| BorderLine {
        name,
        points_m,
        width_m: 6.0,
    };
    let mut borders: Vec<BorderLine> = (1..12)
        .map(|number| {
            let x_m = f64::from(number) * 100.0;
            across(
                format!("river-{number}"),
                vec![[x_m, 0.0], [x_m + 20.0, 500.0], [x_m, 1000.0]],
            )
        })
        .collect();
    borders.extend((1..5).map(|number| {
        let y_m = f64::from(number) * 200.0;
        across(
            format!("road-{number}"),
            vec![[0.0, y_m], [600.0, y_m + 15.0], [1200.0, y_m]],
        )
    }));
    let segments = cut(&plot, &borders).map_err(|faults| faults[0].to_string())?;
    let method = Method::named("springs").ok_or("it ships")?;
    let fill = SegmentFill {
        method,
        per_ha: 2500.0,
    };
    let filled = segments.into_iter().map(|segment| (segment, fill.clone()));
    let ground = Arc::new(SegmentedGround::new(&plot, borders, filled.collect(), 1));
    let count = ground.segments().len();

    let alone = frames(|| 0);
    let begun = Instant::now();
    let filler = SegmentFiller::begin(ground.clone(), || {});
    filler.ask(0..count);
    let (mut done, mut points, mut took) = (0, 0, None);
    let beside = frames(|| {
        let mut taken = 0;
        while let Some(filled) = filler.finished() {
            points += filled.scattered.map_or(0, |scattered| scattered.points_m.len());
            (done, taken) = (done + 1, taken + 1);
        }
        if done == count && took.is_none() {
            took = Some(begun.elapsed());
        }
        taken
    });
    println!("{count} segments, {points} points in {done} of them");
    println!("frames without a filler: {alone}");
    println!("frames beside a filler:  {beside}");
    println!(
        "all filled after {took:?}; {} bytes a stored point",
        size_of::<[f64; 2]>()
    );
    let begun = Instant::now();
    for number in 0..count {
        ground.fill(number)?;
    }
    println!("the same at once, in the frame: {:?}", begun.elapsed());
    Ok(())
}

/// What frames of a loop take, each its own work and what it takes over.
fn frames(mut take_over: impl FnMut() -> usize) -> String {
    let (mut all, mut calls) = (Vec::new(), Vec::new());
    for _ in 0..FRAMES {
        let begun = Instant::now();
        while begun.elapsed() < WORK {
            std::hint::spin_loop();
        }
        let before = begun.elapsed();
        let _ = take_over();
        calls.push(begun.elapsed() - before);
        let took = begun.elapsed();
        all.push(took);
        std::thread::sleep(BUDGET.saturating_sub(took));
    }
    all.sort_unstable();
    let over = all.iter().filter(|took| **took > BUDGET).count();
    format!(
        "median {:?}, 99 % {:?}, worst {:?}; {over} of {FRAMES} over {BUDGET:?}; taking over {:?} at worst",
        all[FRAMES / 2],
        all[FRAMES * 99 / 100],
        all[FRAMES - 1],
        calls.iter().max().copied().unwrap_or_default()
    )
}

//! A baked tile beside its forest, as both lose their trees: L and the pair correlation at all shares in one figure each,
//! G, which the density rules, in one for each share.

use understory_lab::store::Store;
use understory_numerics::sort;
use understory_records::{BakeBody, TileFunctionRow, paths};
use understory_report::{Envelope, FunctionFigure};

use crate::error::Error;
use crate::stored::{Each, read};

/// Draws the figures of a baked tile.
pub(crate) fn of_tile(store: &dyn Store, body: &BakeBody, each: Each<'_>) -> Result<(), Error> {
    let rows: Vec<TileFunctionRow> = read(store, paths::TILE_FUNCTIONS)?;
    let mut shares: Vec<f64> = rows.iter().map(|row| row.share).collect();
    sort::by(&mut shares, |a, b| b.total_cmp(a));
    shares.dedup();
    let [width_m, height_m] = body.size_m;
    let of = format!(
        "{} trees on a tile of {width_m} m by {height_m} m, {}, thinned {}",
        body.trees,
        body.made,
        order(&body.ranks)
    );
    let about = format!("{}, year {}", body.forest, body.year);
    let curve = |function: &str, share: f64| -> Vec<&TileFunctionRow> {
        let own = |row: &&TileFunctionRow| row.function == function && row.share == share;
        rows.iter().filter(own).collect()
    };
    for (function, title, y_label, minus_r) in [
        ("L", "L of a tile and its forest", "L(r) − r (m)", true),
        ("pcf", "Pair correlation of a tile and its forest", "g(r)", false),
    ] {
        let Some(&most) = shares.first() else { continue };
        let all = curve(function, most);
        let estimates = shares.iter().map(|&share| {
            let values = curve(function, share).iter().map(|row| row.tile).collect();
            (format!("tile, {} % of its trees", share * 100.0), values)
        });
        let figure = FunctionFigure {
            name: function.to_owned(),
            title: format!("{title}: {about}"),
            of: of.clone(),
            x_label: "distance r (m)".to_owned(),
            y_label: y_label.to_owned(),
            r: all.iter().map(|row| row.r).collect(),
            theoretical: all.iter().map(|row| row.forest).collect(),
            theoretical_label: "the forest, all trees".to_owned(),
            estimates: estimates.collect(),
            minus_r,
            ..FunctionFigure::default()
        };
        each(understory_report::function(&figure)?)?;
    }
    for &share in &shares {
        let all = curve("G", share);
        let percent = share * 100.0;
        let column = |value: fn(&TileFunctionRow) -> Option<f64>| all.iter().map(|row| value(row)).collect();
        let low: Vec<Option<f64>> = column(|row| row.lo);
        let figure = FunctionFigure {
            name: format!("G-{percent}"),
            title: format!("G of a tile and its forest at {percent} %: {about}"),
            of: of.clone(),
            x_label: "distance r (m)".to_owned(),
            y_label: "G(r)".to_owned(),
            r: all.iter().map(|row| row.r).collect(),
            theoretical: column(|row| row.forest),
            theoretical_label: format!("the forest, {percent} % of its trees"),
            estimates: vec![(format!("tile, {percent} % of its trees"), column(|row| row.tile))],
            envelope: low.iter().any(Option::is_some).then(|| Envelope {
                label: "random thinnings of the forest".to_owned(),
                high: column(|row| row.hi),
                low: low.clone(),
            }),
            ..FunctionFigure::default()
        };
        each(understory_report::function(&figure)?)?;
    }
    Ok(())
}

/// In which order trees are taken away, in words.
fn order(ranks: &str) -> &str {
    match ranks {
        "random" => "at random",
        "largest" => "from the smallest on",
        _ => "evenly",
    }
}

//! The map of a plot so large that crowns could not be told apart: what stands in cells of it.

use std::f64::consts::PI;

use understory_records::TreeRow;

use crate::cells::{self, CellMap};
use crate::kit::*;
use crate::map::{self, ADULT_CM, species_of};

/// Cells along the longer side, about.
const CELLS: usize = 110;
/// Smaller cells hold a few trees each, and show chance, m; on small plots there are so many along the longer side all the same.
const SMALLEST_M: f64 = 20.0;
const FEWEST: f64 = 25.0;
/// Crowns that are drawn too wide may cover so much of the plot.
const COVERED: f64 = 1.0 / 3.0;
/// More species have no map of their own.
const SPECIES: usize = 4;

/// Whether crowns would hide each other on a map: whether those that are too small to be seen, drawn as wide as can be seen, would
/// cover more than a third of the plot, were they side by side.
pub(crate) fn is_needed(about: &RunAbout, trees: &[TreeRow]) -> bool {
    let smallest_m = map::smallest_m(&map::to_scale(about, about.page_pt(style::MAP_PT, 0.0)));
    let enlarged = trees
        .iter()
        .filter(|tree| 2.0 * tree.crown_radius_m < smallest_m)
        .count();
    enlarged as f64 * 0.25 * PI * smallest_m * smallest_m > COVERED * about.size_m[0] * about.size_m[1]
}

/// Basal area, numbers of trees and the height of the tallest in cells of the plot.
pub(crate) fn landscape(about: &RunAbout, year: u32, trees: &[TreeRow]) -> Result<Figure, ReportError> {
    let longer_m = about.size_m[0].max(about.size_m[1]);
    let step_m = round_step(longer_m, CELLS).max(SMALLEST_M.min(longer_m / FEWEST));
    let sides = about
        .size_m
        .map(|side_m| (side_m / step_m).round().max(1.0) as usize);
    let all: Vec<usize> = trees.iter().map(|tree| cell(about, sides, tree)).collect();
    let per_ha = (sides[0] * sides[1]) as f64 / about.area_ha();
    let in_cells = |take: &dyn Fn(&mut f64, &TreeRow)| {
        let mut values = vec![0.0; sides[0] * sides[1]];
        for (tree, &cell) in trees.iter().zip(&all) {
            take(&mut values[cell], tree);
        }
        values
    };
    let sums = |of: &dyn Fn(&TreeRow) -> f64| in_cells(&|sum, tree| *sum += of(tree) * per_ha);
    let basal_area_m2 = |tree: &TreeRow| PI * (tree.dbh_cm / 200.0) * (tree.dbh_cm / 200.0);
    let species = species_of(about, trees);
    let mut all_species = CellMap::of("basal area (m²/ha)", sums(&basal_area_m2));
    // From 0 on, so that the maps of single species can have the same colours.
    (all_species.scale[0], all_species.goes_on[0]) = (0.0, false);
    let mut maps = vec![all_species];
    if (2..=SPECIES).contains(&species.len()) {
        for name in &species {
            let own = |tree: &TreeRow| match tree.species == *name {
                true => basal_area_m2(tree),
                false => 0.0,
            };
            let of_species = CellMap::of(&format!("basal area (m²/ha), {name}"), sums(&own));
            maps.push(of_species.on_scale_of(&maps[0]));
        }
    }
    let adults = |tree: &TreeRow| f64::from(u8::from(tree.dbh_cm >= ADULT_CM));
    maps.push(CellMap::of("trees ≥ 10 cm dbh (1/ha)", sums(&adults)));
    maps.push(CellMap::of("all trees (1/ha)", sums(&|_| 1.0)));
    let tallest = in_cells(&|tallest, tree| *tallest = tallest.max(tree.height_m));
    maps.push(CellMap::of("tallest tree (m)", tallest));
    let what = list(maps.iter().map(|map| map.heading.clone()));
    let number = counted(trees.len() as u64, "tree");
    let caption = format!(
        "Maps of year {year} of {}, with {number}, in cells of {}, as single crowns would be too small to be seen: {what}. Colours go \
         from the lowest value, dark, to the highest, light; where a number has ≤ or ≥, one cell in a hundred lies beyond it.",
        setting(about),
        cells::told(about, sides),
    );
    let name = format!("map-year-{year:04}");
    let heading = format!(
        "{}, year {year}: {number}, in cells of {}",
        about.name,
        cells::told(about, sides)
    );
    cells::draw(about, &name, &heading, &maps, sides, caption)
}

/// The cell in which a tree stands.
fn cell(about: &RunAbout, sides: [usize; 2], tree: &TreeRow) -> usize {
    let [column, row] = [(0, tree.x_m), (1, tree.y_m)].map(|(axis, place_m)| {
        let share = (place_m - about.origin_m[axis]) / about.size_m[axis];
        ((share * sides[axis] as f64) as usize).min(sides[axis] - 1)
    });
    row * sides[0] + column
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(size_m: [f64; 2]) -> RunAbout {
        RunAbout {
            name: "hills".to_owned(),
            size_m,
            origin_m: [1000.0, 0.0],
            torus: false,
            species: vec!["beech".to_owned(), "oak".to_owned()],
            width_mm: None,
        }
    }

    fn tree(number: u64, species: &str, [x_m, y_m]: [f64; 2], dbh_cm: f64) -> TreeRow {
        TreeRow {
            tree: number,
            key: String::new(),
            species: species.to_owned(),
            x_m,
            y_m,
            z_m: 0.0,
            dbh_cm,
            height_m: 10.0,
            age_yr: 9,
            crown_radius_m: 1.0,
            vigour: 1.0,
            crown_base_m: 0.0,
            dbh_score: 0.0,
            height_score: 0.0,
        }
    }

    /// On a page as wide, trees of 2 m on 10 km are drawn some 19 m wide: 120,000 of them cover a third of it.
    #[test]
    fn crowns_are_drawn_as_long_as_they_can_be_told_apart() {
        let stand = |count: u64| -> Vec<TreeRow> {
            (0..count)
                .map(|number| tree(number, "beech", [1000.0, 0.0], 20.0))
                .collect()
        };
        let large = about([10_000.0; 2]);
        let smallest_m = map::smallest_m(&map::to_scale(&large, large.page_pt(style::MAP_PT, 0.0)));
        let fill = (COVERED * 1e8 / (0.25 * PI * smallest_m * smallest_m)) as u64;
        assert!((70_000..200_000).contains(&fill), "{fill}");
        let most = stand(fill + 1);
        assert!(is_needed(&large, &most));
        assert!(!is_needed(&large, &most[1..]));
        assert!(!is_needed(&about([100.0; 2]), &most[..50_000]));
    }

    /// Four stems of 20 cm in the south-west corner: 4 · π · 0.01 m² in a cell of 400 m².
    #[test]
    fn each_cell_has_the_sum_of_its_trees_a_hectare() {
        let about = about([600.0, 400.0]);
        let corner = [[1000.0, 0.0], [1001.9, 1.9], [1001.0, 1.0], [1000.5, 0.5]];
        let mut trees: Vec<TreeRow> = (0..)
            .zip(corner)
            .map(|(number, place_m)| tree(number, "oak", place_m, 20.0))
            .collect();
        trees.push(tree(9, "beech", [1300.0, 200.0], 4.0));
        let figure = landscape(&about, 7, &trees).unwrap();
        assert_eq!(figure.name, "map-year-0007");
        let seedlings = landscape(
            &RunAbout {
                size_m: [100.0; 2],
                ..about
            },
            7,
            &trees,
        )
        .unwrap();
        assert!(
            seedlings.caption.contains("in cells of 4 m by 4 m"),
            "{}",
            seedlings.caption
        );
        assert!(
            figure.caption.contains("in cells of 20 m by 20 m"),
            "{}",
            figure.caption
        );
        assert!(
            figure.alt.contains("Basal area (m²/ha), oak: 0 to 3.14"),
            "{}",
            figure.alt
        );
        assert!(
            figure.alt.contains("Trees ≥ 10 cm dbh (1/ha): 0 to 100"),
            "{}",
            figure.alt
        );
    }
}

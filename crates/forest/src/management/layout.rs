//! Where young trees are planted.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

use super::Layout;

/// Places for so many trees a hectare of this plot. A grid begins at a drawn corner, and its distances are such that a whole number of
/// rows goes round a torus.
pub(crate) fn places_m(
    layout: Layout,
    trees_per_ha: f64,
    plot: &Plot,
    key: RandomKey,
    year: u32,
) -> Vec<[f64; 2]> {
    let [origin_m, size_m] = [plot.origin_m(), plot.size_m()];
    let at = |share: [f64; 2]| [0, 1].map(|axis| origin_m[axis] + share[axis] * size_m[axis]);
    let unit = |number: u32| {
        let [x, y, ..] = key.draws(year, Purpose::Planting, number).map(unit_from_u32);
        [x, y]
    };
    match layout {
        Layout::Square => {
            let distance_m = (1e4 / trees_per_ha).sqrt();
            let [columns, rows] = size_m.map(|side_m| (side_m / distance_m).round().max(1.0));
            let corner = unit(0);
            let place = |column: u32, row: u32| {
                at([
                    (f64::from(column) + corner[0]) / columns,
                    (f64::from(row) + corner[1]) / rows,
                ])
            };
            (0..rows as u32)
                .flat_map(|row| (0..columns as u32).map(move |column| (column, row)))
                .map(|(column, row)| place(column, row))
                .collect()
        }
        Layout::Random => {
            let count = (trees_per_ha * plot.area_m2() / 1e4).round() as u32;
            (0..count).map(|number| at(unit(number))).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;

    #[test]
    fn as_many_as_asked_for_stand_on_the_plot_and_a_grid_joins_round_a_torus() {
        let plot = Plot::new([100.0, -50.0], [60.0, 90.0], Edge::Torus).unwrap();
        for layout in [Layout::Square, Layout::Random] {
            let places = places_m(layout, 2500.0, &plot, RandomKey::from_bits(5), 30);
            assert_eq!(places.len(), 1350);
            assert!(places.iter().all(|&place_m| plot.contains(place_m)), "{layout:?}");
        }
        let grid = places_m(Layout::Square, 2500.0, &plot, RandomKey::from_bits(5), 30);
        for &place_m in &grid {
            let near = grid
                .iter()
                .filter(|&&other_m| (plot.distance_squared_m2(place_m, other_m) - 4.0).abs() < 1e-6);
            assert_eq!(near.count(), 4);
        }
    }
}

//! What growing circles takes.

use super::kind::CircleType;
use crate::cost::Cost;
use crate::layout::Layout;

/// Of circles of these types, as large as they are or times a factor; where that is left out it follows from the count.
pub(super) fn of(types: &[CircleType], length_factor: Option<f64>, layout: &Layout<'_>) -> Cost {
    let count = f64::from(layout.count);
    let most = |of: fn(&CircleType) -> f64| types.iter().map(of).fold(0.0, f64::max);
    let steps = 2.0 * most(|this| f64::from(this.steps)) + 2.0;
    let seeds = 1.0 + most(|this| f64::from(this.seeds_per_step));
    let (circles, stands, key) = match length_factor {
        Some(factor) => {
            let begin = types.iter().map(|this| {
                let per_side = this.initial_seeds_per_10_m / (10.0 * factor);
                (per_side * per_side * layout.plot.area_m2()).ceil()
            });
            // Whatever stands has its circle to itself, and all seeds of it come down before some go again.
            let room = types.iter().map(|this| {
                let radius_m = this.collision_radius_m * this.scale[0].min(this.scale[1]) * factor;
                let side_m = (1.6 * radius_m).max(1e-9);
                let [width, height] = layout.plot.size_m().map(|length_m| length_m / side_m + 2.0);
                width * height
            });
            let (begin, room) = (begin.sum::<f64>(), room.sum::<f64>());
            let grown = begin * understory_numerics::math::pow(seeds, steps / 2.0);
            (begin.max(grown.min(room * seeds)), 1.0, "length_factor")
        }
        None => (
            1.5 * count * seeds,
            4.0,
            if seeds > 10.0 || steps > 20.0 {
                "types"
            } else {
                "count"
            },
        ),
    };
    Cost::new(key, 100.0 * circles * steps * stands, 160.0 * circles)
}

//! Who looks, and which patches are near enough to be opened.

use understory_space::Plot;

use super::Patch;

/// A viewer, and how near a patch has to be to be opened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where the viewer is, m; the ground lies at height 0.
    pub eye_m: [f64; 3],
    /// Least diagonal of a patch over the distance of its centre at which it is opened; above 0. 1 / 0.5 / 0.25
    /// keep about 25 / 100 / 402 patches of each level.
    pub threshold: f64,
    /// Deepest level of patches; 31 at most.
    pub depth: u32,
}

impl View {
    /// The patches that this viewer sees under `root`, each parent before its children; `root` always is among
    /// them.
    ///
    /// A patch is opened where its diagonal is at least `threshold` times as long as the way from its centre to
    /// the eye, and its children are then there beside it. Patches of side *w* are opened within √2 *w*/*T* of a
    /// viewer on the ground, so far from the edges each level holds about 8π/*T*² of them, whatever the size of
    /// the world. With a threshold that is not above 0, or NaN, none is opened.
    #[must_use]
    pub fn patches(&self, plot: &Plot, root: Patch) -> Vec<Patch> {
        let mut patches = vec![root];
        let mut next = 0;
        while let Some(&patch) = patches.get(next) {
            next += 1;
            if patch.level < self.depth && self.opens(plot, &patch) {
                patches.extend(patch.children().into_iter().flatten());
            }
        }
        patches
    }

    fn opens(&self, plot: &Plot, patch: &Patch) -> bool {
        let [width_m, height_m] = patch.size_m(plot);
        let [x_m, y_m] = patch.centre_m(plot);
        let [dx, dy] = [x_m - self.eye_m[0], y_m - self.eye_m[1]];
        let distance_m2 = dx * dx + dy * dy + self.eye_m[2] * self.eye_m[2];
        let diagonal_m2 = width_m * width_m + height_m * height_m;
        self.threshold > 0.0 && diagonal_m2 >= self.threshold * self.threshold * distance_m2
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::sample::unit_from_u32;
    use understory_numerics::{Purpose, RandomKey};
    use understory_space::Edge;

    use super::*;

    /// Mean number of patches of each of the levels 8 to 12 over viewers in the middle of the world.
    fn patches_per_level(threshold: f64) -> f64 {
        let plot = Plot::new([0.0; 2], [4096.0; 2], Edge::Open).unwrap();
        let key = RandomKey::root(3, &["view"]);
        let viewers = 40;
        let seen = (0..viewers).map(|viewer| {
            let [a, b, ..] = key.draws(0, Purpose::Place, viewer);
            let [x_m, y_m] = [a, b].map(|bits| 1900.0 + 300.0 * unit_from_u32(bits));
            let view = View {
                eye_m: [x_m, y_m, 0.0],
                threshold,
                depth: 12,
            };
            let patches = view.patches(&plot, Patch::root(key));
            patches.iter().filter(|patch| patch.level >= 8).count()
        });
        seen.sum::<usize>() as f64 / f64::from(viewers) / 5.0
    }

    #[test]
    fn each_level_holds_eight_pi_patches_over_the_squared_threshold() {
        for (threshold, expected, tolerance) in [(1.0, 25.13, 1.0), (0.5, 100.5, 2.0), (0.25, 402.1, 5.0)] {
            let found = patches_per_level(threshold);
            assert!((found - expected).abs() < tolerance, "T = {threshold}: {found}");
        }
    }

    #[test]
    fn a_far_viewer_sees_the_root_alone() {
        let plot = Plot::new([0.0; 2], [64.0; 2], Edge::Open).unwrap();
        let root = Patch::root(RandomKey::root(1, &[]));
        for (height_m, threshold) in [(1e6, 1.0), (0.0, f64::NAN), (0.0, 0.0), (f64::NAN, 1.0)] {
            let view = View {
                eye_m: [32.0, 32.0, height_m],
                threshold,
                depth: 9,
            };
            assert_eq!(view.patches(&plot, root), [root]);
        }
    }

    #[test]
    fn what_is_left_closed_covers_the_plot_once() {
        let plot = Plot::new([5.0, 5.0], [64.0, 32.0], Edge::Open).unwrap();
        let view = View {
            eye_m: [20.0, 11.0, 2.0],
            threshold: 0.7,
            depth: 8,
        };
        let patches = view.patches(&plot, Patch::root(RandomKey::root(1, &[])));
        let opened = (patches.len() - 1) / 4;
        let area_m2 = |patch: &Patch| patch.size_m(&plot)[0] * patch.size_m(&plot)[1];
        let closed_m2: f64 = patches
            .iter()
            .filter(|patch| !patches.iter().any(|child| is_child(child, patch)))
            .map(area_m2)
            .sum();
        assert!(opened > 10);
        assert!((closed_m2 - plot.area_m2()).abs() < 1e-9);
    }

    fn is_child(child: &Patch, parent: &Patch) -> bool {
        child.level == parent.level + 1 && [child.column / 2, child.row / 2] == [parent.column, parent.row]
    }
}

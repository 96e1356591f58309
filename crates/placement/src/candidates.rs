//! The candidates of a rule: points whose rank is below the density that maps and obstacles allow there.
//!
//! One loop for each thing that is asked, over all points that are left: so each loop is short, and what does not stay is
//! written over in place of being branched around.

use understory_terrain::Raster;

use crate::keep::keep;
use crate::obstacles::Near;
use crate::overlaps::Overlaps;
use crate::parameters::{Range, Rule};
use crate::pattern::SpawnPoint;
use crate::window::Window;
use crate::world::{PaintedWorld, RuleModel};

/// A point where a rule would place something if no other rule came before it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) point: SpawnPoint,
    /// The density there, which is above the point's rank.
    pub(crate) density: f64,
}

/// Candidates of several rules, in memory that serves one tile after the other.
#[derive(Default)]
pub(crate) struct Candidates {
    /// Points of one rule at a time.
    pub(crate) points: Vec<SpawnPoint>,
    /// Rule by rule.
    pub(crate) found: Vec<Candidate>,
    /// Where those of each rule end.
    pub(crate) ends: Vec<usize>,
}

impl Candidates {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.found.clear();
        self.ends.clear();
    }

    /// Adds the points of a rule in a window that lie in its biome, at its own density, in their order.
    pub(crate) fn add_points(&mut self, world: &PaintedWorld, model: &RuleModel, window: &Window) {
        let (biomes, density) = (&world.maps.biomes, model.rule.density);
        let (is_here, is_elsewhere) = presence(biomes, model.biome, window);
        self.points.clear();
        if is_here {
            model.spawns.points_in(window, density as f32, &mut self.points);
        }
        if is_here && is_elsewhere {
            keep(&mut self.points, 0, |point| {
                biomes.nearest(point.place_m) == model.biome
            });
        }
        let candidates = self.points.iter().map(|&point| Candidate { point, density });
        self.found.extend(candidates);
        self.ends.push(self.found.len());
    }

    /// Asks maps and obstacles about those of the last rule that was added.
    pub(crate) fn ask(&mut self, world: &PaintedWorld, rule: &Rule, near: &Near) {
        let maps = &world.maps;
        let Some(end) = self.ends.pop() else { return };
        debug_assert_eq!(end, self.found.len());
        let from = self.ends.last().copied().unwrap_or(0);
        if near.is_empty() {
            self.thin(from, rule.place.weight, |place_m| maps.weights.bilinear(place_m));
        } else {
            // What stays clear of obstacles knows what they leave of its lushness.
            keep(&mut self.found, from, |candidate| {
                let place_m = candidate.point.place_m;
                let Some(left) = near.leave(place_m, rule.footprint_m) else {
                    return false;
                };
                if let Some(range) = rule.place.weight {
                    candidate.density *= range.response(left * maps.weights.bilinear(place_m));
                }
                f64::from(candidate.point.rank) < candidate.density
            });
        }
        self.thin(from, rule.place.height_m, |place_m| maps.ground.height_m(place_m));
        self.thin(from, rule.place.slope_deg, |place_m| {
            maps.ground.slope_deg(place_m)
        });
        // A rule without ranges has its own density everywhere.
        keep(&mut self.found, from, |candidate| {
            f64::from(candidate.point.rank) < candidate.density
        });
        self.ends.push(self.found.len());
    }

    /// Drops those that give way.
    pub(crate) fn give_way(&mut self, overlaps: &Overlaps) {
        let (mut from, mut kept) = (0, 0);
        for end in &mut self.ends {
            for number in from..*end {
                self.found[kept] = self.found[number];
                kept += usize::from(!overlaps.gives_way(number));
            }
            from = std::mem::replace(end, kept);
        }
        self.found.truncate(kept);
    }

    /// Lowers the density by how well a value lies in a range; those stay whose rank is below it.
    #[inline]
    fn thin(&mut self, from: usize, range: Option<Range>, value: impl Fn([f64; 2]) -> f64) {
        let Some(range) = range else { return };
        keep(&mut self.found, from, |candidate| {
            candidate.density *= range.response(value(candidate.point.place_m));
            f64::from(candidate.point.rank) < candidate.density
        });
    }
}

/// Whether a biome is in a window, and whether any other is.
fn presence(biomes: &Raster<u8>, biome: u8, window: &Window) -> (bool, bool) {
    let grid = biomes.grid();
    let ([west, south], [east, north]) = (grid.cell_of(window.low_m), grid.cell_of(window.high_m));
    let rows = (south..=north).map(|row| &biomes.values()[grid.index(west, row)..=grid.index(east, row)]);
    rows.fold((false, false), |(is_here, is_elsewhere), row| {
        let count = row.iter().filter(|&&own| own == biome).count();
        (is_here | (count > 0), is_elsewhere | (count < row.len()))
    })
}

//! The candidates of a rule: points whose rank is below the density that maps and obstacles allow there.
//!
//! One loop for each thing that is asked, over all points that are left: so each loop is short, and what does not stay is
//! written over in place of being branched around.

use understory_terrain::Raster;

use crate::expression::AT_ONCE;
use crate::keep::keep;
use crate::nearby::Nearby;
use crate::obstacles::Near;
use crate::overlaps::Overlaps;
use crate::parameters::{Beside, Range};
use crate::pattern::SpawnPoint;
use crate::window::Window;
use crate::world::{PaintedWorld, RuleModel};

/// Candidates of several rules, in memory that serves one tile after the other.
#[derive(Default)]
pub(crate) struct Candidates {
    /// Where they stand, rule by rule.
    pub(crate) points: Vec<SpawnPoint>,
    /// The density at each that maps were asked about, which is above its rank.
    pub(crate) densities: Vec<f64>,
    /// Where those of each rule end.
    pub(crate) ends: Vec<usize>,
    asked: Vec<Asked>,
}

/// A point that maps are asked about.
#[derive(Clone, Copy)]
struct Asked {
    point: SpawnPoint,
    density: f64,
    /// Share of the lushness that obstacles leave.
    left: f64,
}

impl Candidates {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.points.clear();
        self.densities.clear();
        self.ends.clear();
    }

    /// Adds the points of a rule in a window that lie in its biome, at its own density, in their order.
    pub(crate) fn add_points(&mut self, world: &PaintedWorld, model: &RuleModel, window: &Window) {
        let biomes = &world.maps.biomes;
        let from = self.points.len();
        let (is_here, is_elsewhere) = presence(biomes, model.biome, window);
        if is_here {
            model
                .spawns
                .points_in(window, model.density as f32, &mut self.points);
        }
        if is_here && is_elsewhere {
            keep(&mut self.points, from, |point| {
                biomes.nearest(point.place_m) == model.biome
            });
        }
        self.ends.push(self.points.len());
    }

    /// Asks maps and obstacles about those of the rule that was added last.
    pub(crate) fn ask(&mut self, world: &PaintedWorld, model: &RuleModel, near: &Near) {
        let rule = &model.rule;
        let Some(end) = self.ends.pop() else { return };
        let from = self.ends.last().copied().unwrap_or(0);
        let (maps, density) = (&world.maps, model.density);
        let points = self.points[from..end].iter();
        self.asked.clear();
        self.asked.extend(points.map(|&point| Asked {
            point,
            density,
            left: 1.0,
        }));
        if near.is_empty() {
            self.thin(rule.place.weight, |place_m| maps.weights.bilinear(place_m));
        } else {
            // What stays clear of obstacles knows what they leave of its lushness.
            keep(&mut self.asked, 0, |asked| {
                let place_m = asked.point.place_m;
                let Some(left) = near.leave(place_m, rule.footprint_m) else {
                    return false;
                };
                asked.left = left;
                if let Some(range) = rule.place.weight {
                    asked.density *= range.response(left * maps.weights.bilinear(place_m));
                }
                f64::from(asked.point.rank) < asked.density
            });
        }
        self.thin(rule.place.height_m, |place_m| maps.ground.height_m(place_m));
        self.thin(rule.place.slope_deg, |place_m| maps.ground.slope_deg(place_m));
        if let Some(field) = &model.field {
            for asked in self.asked.chunks_mut(AT_ONCE) {
                let mut places = [([0.0; 2], 1.0); AT_ONCE];
                for (place, asked) in places.iter_mut().zip(&*asked) {
                    *place = (asked.point.place_m, asked.left);
                }
                let values = field.values(maps, &places[..asked.len()]);
                for (asked, value) in asked.iter_mut().zip(values) {
                    asked.density *= value;
                }
            }
        }
        // A rule without ranges has its own density everywhere.
        keep(&mut self.asked, 0, |asked| {
            f64::from(asked.point.rank) < asked.density
        });
        self.points.truncate(from);
        self.points.extend(self.asked.iter().map(|asked| asked.point));
        self.densities.truncate(from);
        self.densities
            .extend(self.asked.iter().map(|asked| asked.density));
        self.ends.push(self.points.len());
    }

    /// Where those of a rule stand that give way to none of the rules above it, at full density; as far around as its candidates
    /// are known.
    pub(crate) fn standing_m(
        &self,
        rule: usize,
        overlaps: &mut Overlaps,
        around: &Window,
        radii_m: &[f64],
    ) -> Vec<[f64; 2]> {
        let ends = &self.ends[..=rule];
        let from = if rule == 0 { 0 } else { ends[rule - 1] };
        overlaps.find(around, &self.points[..ends[rule]], ends, &radii_m[..=rule]);
        let standing = (from..ends[rule]).filter(|&number| !overlaps.gives_way(number));
        standing.map(|number| self.points[number].place_m).collect()
    }

    /// Lowers the density of those of the last rule by how far they are from the nearest of some places; those stay
    /// whose rank is below it.
    pub(crate) fn stand_beside(&mut self, beside: &Beside, nearby: &Nearby) {
        let Some(end) = self.ends.pop() else { return };
        let from = self.ends.last().copied().unwrap_or(0);
        let mut kept = from;
        for at in from..end {
            let point = self.points[at];
            let density = self.densities[at] * beside.response(nearby.distance_m(point.place_m));
            (self.points[kept], self.densities[kept]) = (point, density);
            kept += usize::from(f64::from(point.rank) < density);
        }
        self.points.truncate(kept);
        self.densities.truncate(kept);
        self.ends.push(kept);
    }

    /// Drops those that give way.
    pub(crate) fn give_way(&mut self, overlaps: &Overlaps) {
        let (mut from, mut kept) = (0, 0);
        for end in &mut self.ends {
            for number in from..*end {
                self.points[kept] = self.points[number];
                if number < self.densities.len() {
                    self.densities[kept] = self.densities[number];
                }
                kept += usize::from(!overlaps.gives_way(number));
            }
            from = std::mem::replace(end, kept);
        }
        self.points.truncate(kept);
        self.densities.truncate(kept);
    }

    /// Lowers the density by how well a value lies in a range; those stay whose rank is below it.
    #[inline]
    fn thin(&mut self, range: Option<Range>, value: impl Fn([f64; 2]) -> f64) {
        let Some(range) = range else { return };
        keep(&mut self.asked, 0, |asked| {
            asked.density *= range.response(value(asked.point.place_m));
            f64::from(asked.point.rank) < asked.density
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

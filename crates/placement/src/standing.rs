//! From points to what stands on them: keys, assets and poses, eight at a time.

use understory_numerics::lanes::{LANES, Simd, WithSimd, with_lanes};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{EightKeys, Purpose, RandomKey};

use crate::instance::Instance;
use crate::parameters::{Align, Rule};
use crate::pattern::SpawnPoint;
use crate::pose::{Quaternion, after, lean, upright_to, yaw};
use crate::world::{PaintedWorld, RuleModel};

impl PaintedWorld {
    /// Adds what a rule places on these points.
    pub(crate) fn place(
        &self,
        rule: usize,
        model: &RuleModel,
        points: &[SpawnPoint],
        instances: &mut Vec<Instance>,
    ) {
        instances.reserve(points.len());
        with_lanes(RulePoints {
            world: self,
            rule: rule as u32,
            model,
            points,
            instances,
        });
    }

    #[inline]
    fn instance(&self, rule: u32, model: &RuleModel, point: &SpawnPoint, pose: &Pose) -> Instance {
        let mut rotation = pose.rotation;
        let mut axis = [0.0, 0.0, 1.0];
        if model.rule.align == Align::Ground {
            axis = self.maps.ground.normal(point.place_m);
            rotation = after(upright_to(axis), rotation);
        }
        let [x_m, y_m] = point.place_m;
        let z_m = self.maps.ground.height_m(point.place_m);
        Instance {
            key: pose.key,
            asset: self.assets.choose(model.asset, pose.key),
            rule: Some(rule),
            place_m: std::array::from_fn(|at| [x_m, y_m, z_m][at] + model.rule.offset_m * axis[at]),
            rotation,
            scale: pose.scale * model.spawns.size(point.id),
            shade: pose.shade,
        }
    }
}

/// What stands on the points of a rule.
struct RulePoints<'a> {
    world: &'a PaintedWorld,
    rule: u32,
    model: &'a RuleModel,
    points: &'a [SpawnPoint],
    instances: &'a mut Vec<Instance>,
}

impl WithSimd for RulePoints<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let mut cells = CellKeys::new(self.model.key);
        for points in self.points.chunks(LANES) {
            // Lanes without a point are drawn for the first one, and left.
            let ids: [_; LANES] = std::array::from_fn(|lane| points.get(lane).unwrap_or(&points[0]).id);
            let of_cells = ids.map(|id| cells.of(id.cell));
            let keys = EightKeys::from_fn(|lane| of_cells[lane]);
            let keys = keys.draws(simd, 0, Purpose::Member, ids.map(|id| id.number));
            let poses = poses(&self.model.rule, self.model.tilts_cos, &keys, simd);
            let placed = points.iter().zip(&poses);
            let placed = placed.map(|(point, pose)| self.world.instance(self.rule, self.model, point, pose));
            self.instances.extend(placed);
        }
    }
}

/// What follows from a key alone.
struct Pose {
    key: RandomKey,
    rotation: Quaternion,
    scale: f64,
    shade: f64,
}

#[inline(always)]
fn poses<S: Simd>(rule: &Rule, tilts_cos: [f64; 2], keys: &EightKeys, simd: S) -> [Pose; LANES] {
    let draws = keys.draws(simd, 0, Purpose::Pose, [0; LANES]);
    let words: [[u32; 4]; LANES] = std::array::from_fn(|lane| draws.words(lane));
    let uniform = |word: usize| words.map(|words| unit_from_u32(words[word]));
    let between = |[least, greatest]: [f64; 2], word: usize| {
        uniform(word).map(|uniform| least + uniform * (greatest - least))
    };
    let mut rotations = yaw(between(rule.yaw_deg, 0));
    if rule.tilt_deg != [0.0, 0.0] {
        let leans = lean(between(tilts_cos, 2), uniform(3));
        rotations = std::array::from_fn(|lane| after(leans[lane], rotations[lane]));
    }
    let scales = between(rule.scale, 1);
    let mut shades = [1.0; LANES];
    if rule.shade != [1.0, 1.0] {
        let draws = keys.draws(simd, 0, Purpose::Pose, [1; LANES]);
        let [least, greatest] = rule.shade;
        shades = std::array::from_fn(|lane| least + unit_from_u32(draws.words(lane)[0]) * (greatest - least));
    }
    std::array::from_fn(|lane| Pose {
        key: keys.key(lane),
        rotation: rotations[lane],
        scale: scales[lane],
        shade: shades[lane],
    })
}

/// Keys of the copies or cells that a rule's points lie in.
struct CellKeys {
    rule: RandomKey,
    /// The last one asked for, and its key.
    last: Option<([i32; 2], RandomKey)>,
}

impl CellKeys {
    fn new(rule: RandomKey) -> Self {
        Self { rule, last: None }
    }

    #[inline]
    fn of(&mut self, cell: [i32; 2]) -> RandomKey {
        match self.last {
            Some((last, key)) if last == cell => key,
            _ => {
                let [x, y] = cell.map(i32::cast_unsigned);
                let key = self.rule.child(0, Purpose::Tile, x).child(1, Purpose::Tile, y);
                self.last = Some((cell, key));
                key
            }
        }
    }
}

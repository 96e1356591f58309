//! Prefabs: assets that stand for several, and the blockers that ride in them.
//!
//! What a prefab comes to follows from the key of its instance alone: a part's key is drawn from it, and with that which
//! asset of a mix it is. Parts stand on the ground where they are, and belong to the tile of their prefab.

use understory_numerics::Purpose;
use understory_terrain::Ground;

use crate::frame::Frame;
use crate::instance::Instance;
use crate::mix::Assets;
use crate::obstacles::Obstacle;
use crate::parameters::Prefab;
use crate::pose::{Quaternion, after, yaw};

/// The prefabs of a world, by the numbers of their assets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prefabs {
    of_asset: Vec<Option<Model>>,
    is_empty: bool,
}

#[derive(Clone, Debug)]
struct Model {
    parts: Vec<PartModel>,
    /// Each with its name.
    blockers: Vec<(String, Obstacle)>,
}

#[derive(Clone, Copy, Debug)]
struct PartModel {
    asset: u32,
    at_m: [f64; 2],
    rotation: Quaternion,
    scale: f64,
    offset_m: f64,
}

impl PartModel {
    /// The frame of the part of this number in one of its prefab.
    fn frame(&self, number: u32, prefab: &Frame) -> Frame {
        Frame {
            key: prefab.key.child(1, Purpose::Member, number),
            at_m: prefab.place_m(self.at_m),
            rotation: after(prefab.rotation, self.rotation),
            scale: prefab.scale * self.scale,
            above_m: prefab.above_m + prefab.scale * self.offset_m,
        }
    }
}

/// What a prefab comes to.
enum PrefabPart<'a> {
    /// An asset that stands.
    Asset(u32),
    /// A blocker, with its name.
    Blocker(&'a str, &'a Obstacle),
}

impl Prefabs {
    /// Those of a world, each of which is named.
    pub(crate) fn new(prefabs: &[Prefab], assets: &mut Assets) -> Self {
        let mut of_asset = Vec::new();
        for prefab in prefabs {
            let parts = prefab.part.iter().map(|part| PartModel {
                asset: assets.number(&part.asset),
                at_m: part.at_m,
                rotation: yaw([part.yaw_deg])[0],
                scale: part.scale,
                offset_m: part.offset_m,
            });
            let model = Model {
                parts: parts.collect(),
                blockers: prefab
                    .blocker
                    .iter()
                    .filter_map(|blocker| Some((blocker.name.clone(), Obstacle::of(blocker)?)))
                    .collect(),
            };
            let number = assets.number(&prefab.name) as usize;
            of_asset.resize(of_asset.len().max(number + 1), None);
            of_asset[number] = Some(model);
        }
        Self {
            of_asset,
            is_empty: prefabs.is_empty(),
        }
    }

    /// Puts the parts of prefabs in their place, of all instances from a number on.
    pub(crate) fn unfold(
        &self,
        assets: &Assets,
        ground: &dyn Ground,
        instances: &mut Vec<Instance>,
        from: usize,
    ) {
        let is_prefab = |instance: &Instance| self.model(instance.asset).is_some();
        if self.is_empty || !instances[from..].iter().any(is_prefab) {
            return;
        }
        for instance in instances.split_off(from) {
            let [x_m, y_m, z_m] = instance.place_m;
            let frame = Frame {
                key: instance.key,
                at_m: [x_m, y_m],
                rotation: instance.rotation,
                scale: instance.scale,
                above_m: z_m - ground.height_m([x_m, y_m]),
            };
            if !is_prefab(&instance) {
                instances.push(instance);
                continue;
            }
            self.walk(assets, instance.asset, frame, &mut |found, frame| {
                let PrefabPart::Asset(asset) = found else { return };
                let [x_m, y_m] = frame.at_m;
                instances.push(Instance {
                    key: frame.key,
                    asset,
                    rule: instance.rule,
                    place_m: [x_m, y_m, ground.height_m(frame.at_m) + frame.above_m],
                    rotation: frame.rotation,
                    scale: frame.scale,
                    shade: instance.shade,
                });
            });
        }
    }

    /// The blockers that ride in an instance, each with its name.
    pub(crate) fn blockers(&self, assets: &Assets, asset: u32, frame: Frame) -> Vec<(String, Obstacle)> {
        let mut blockers = Vec::new();
        if !self.is_empty {
            self.walk(assets, asset, frame, &mut |found, frame| {
                if let PrefabPart::Blocker(name, blocker) = found {
                    blockers.push((name.to_owned(), blocker.placed(&frame)));
                }
            });
        }
        blockers
    }

    /// How far the parts of an instance stand from its own place at most, m.
    pub(crate) fn farthest_m(&self, assets: &Assets, asset: u32, frame: Frame) -> f64 {
        let mut farthest_m2 = 0.0_f64;
        if !self.is_empty {
            self.walk(assets, asset, frame, &mut |_, part| {
                let [dx, dy]: [f64; 2] = std::array::from_fn(|axis| part.at_m[axis] - frame.at_m[axis]);
                farthest_m2 = farthest_m2.max(dx * dx + dy * dy);
            });
        }
        farthest_m2.sqrt()
    }

    fn model(&self, asset: u32) -> Option<&Model> {
        self.of_asset.get(asset as usize)?.as_ref()
    }

    /// Visits all that an asset comes to, which is known not to hold itself.
    fn walk(&self, assets: &Assets, asset: u32, frame: Frame, visit: &mut impl FnMut(PrefabPart<'_>, Frame)) {
        let asset = assets.choose(asset, frame.key);
        let Some(model) = self.model(asset) else {
            return visit(PrefabPart::Asset(asset), frame);
        };
        for (name, blocker) in &model.blockers {
            visit(PrefabPart::Blocker(name, blocker), frame);
        }
        for (number, part) in (0..).zip(&model.parts) {
            self.walk(assets, part.asset, part.frame(number, &frame), visit);
        }
    }
}

//! A cell's instances as lists of the instancing extension, counted from the middle of the cell.

use serde_json::{Value, json};

use super::content::SceneInstance;
use crate::glb::{Buffer, rotation_y_up, y_up};

const EXTENSION: &str = "EXT_mesh_gpu_instancing";

/// Marks what a description needs a reader to know.
pub(super) fn require(json: &mut Value) {
    json["extensionsUsed"] = json!([EXTENSION]);
    json["extensionsRequired"] = json!([EXTENSION]);
}

/// Whether a node is one of a cell.
pub(super) fn is_cell(node: &Value) -> bool {
    !attributes(node).is_null()
}

/// The lists of a cell's node.
pub(super) fn attributes(node: &Value) -> &Value {
    &node["extensions"][EXTENSION]["attributes"]
}

/// Writes into a node where it stands, and the places of the instances around it. Rotations and scales are left out
/// where no instance has one.
pub(super) fn put_into(
    node: &mut Value,
    buffer: &mut Buffer,
    instances: &[SceneInstance],
    origin_m: [f64; 3],
) {
    let middle_m = middle(instances.iter().map(|instance| sub(instance.place_m, origin_m)));
    let translations: Vec<[f32; 3]> = instances
        .iter()
        .map(|instance| y_up(single(sub(sub(instance.place_m, origin_m), middle_m))))
        .collect();
    let mut attributes = json!({ "TRANSLATION": buffer.instances(&translations) });
    if instances
        .iter()
        .any(|instance| instance.rotation != [0.0, 0.0, 0.0, 1.0])
    {
        let rotations: Vec<[f32; 4]> = instances
            .iter()
            .map(|instance| rotation_y_up(unit(instance.rotation)))
            .collect();
        attributes["ROTATION"] = json!(buffer.instances(&rotations));
    }
    if instances.iter().any(is_scaled) {
        let scales: Vec<[f32; 3]> = instances.iter().map(scale).collect();
        attributes["SCALE"] = json!(buffer.instances(&scales));
    }
    // Three.js and others that know this attribute multiply colours by it; the rest leave it out.
    if instances.iter().any(|instance| instance.shade != 1.0) {
        let shades: Vec<[f32; 3]> = instances
            .iter()
            .map(|instance| [instance.shade as f32; 3])
            .collect();
        attributes["_COLOR_0"] = json!(buffer.instances(&shades));
    }
    node["translation"] = json!(y_up(middle_m));
    node["extensions"] = json!({ EXTENSION: { "attributes": attributes } });
}

/// The middle of a cell, z up, and a node for each of its instances, counted from there.
pub(super) fn as_nodes(
    instances: &[SceneInstance],
    origin_m: [f64; 3],
    mesh: usize,
) -> ([f64; 3], impl Iterator<Item = Value>) {
    let middle_m = middle(instances.iter().map(|instance| sub(instance.place_m, origin_m)));
    let nodes = instances.iter().map(move |instance| {
        let place_m = single(sub(sub(instance.place_m, origin_m), middle_m));
        let mut node = json!({ "mesh": mesh, "translation": y_up(place_m) });
        if instance.rotation != [0.0, 0.0, 0.0, 1.0] {
            node["rotation"] = json!(rotation_y_up(unit(instance.rotation)));
        }
        if is_scaled(instance) {
            node["scale"] = json!(scale(instance));
        }
        node
    });
    (middle_m, nodes)
}

/// The middle of the bounds of places, as single numbers: readers that have only those lose nothing of it.
pub(super) fn middle(places_m: impl Iterator<Item = [f64; 3]>) -> [f64; 3] {
    let both = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let (low, high) = places_m.fold(both, |(low, high), place| {
        let axes = [0, 1, 2];
        (
            axes.map(|axis| low[axis].min(place[axis])),
            axes.map(|axis| high[axis].max(place[axis])),
        )
    });
    [0, 1, 2].map(|axis| f64::from((0.5 * (low[axis] + high[axis])) as f32))
}

pub(super) fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn single(place_m: [f64; 3]) -> [f32; 3] {
    place_m.map(|value| value as f32)
}

fn is_scaled(instance: &SceneInstance) -> bool {
    instance.scale != 1.0 || instance.stretch != 1.0
}

/// East, up, south.
fn scale(instance: &SceneInstance) -> [f32; 3] {
    let [across, up] = [instance.scale, instance.scale * instance.stretch].map(|scale| scale as f32);
    [across, up, across]
}

fn unit(rotation: [f64; 4]) -> [f32; 4] {
    let length = rotation.iter().map(|part| part * part).sum::<f64>().sqrt();
    rotation.map(|part| (part / length) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(instances: &[SceneInstance]) -> Vec<String> {
        let mut node = json!({});
        put_into(&mut node, &mut Buffer::default(), instances, [0.0; 3]);
        let names = node["extensions"][EXTENSION]["attributes"]
            .as_object()
            .unwrap()
            .keys();
        names.cloned().collect()
    }

    #[test]
    fn lists_that_would_say_nothing_are_left_out() {
        let upright = SceneInstance::upright([1.0, 2.0, 3.0]);
        let scaled = SceneInstance {
            scale: 2.0,
            ..upright
        };
        let drawn_out = SceneInstance {
            stretch: 1.1,
            ..upright
        };
        let turned = SceneInstance {
            rotation: [0.0, 0.0, 1.0, 0.0],
            ..upright
        };
        assert_eq!(attributes(&[upright, upright]), ["TRANSLATION"]);
        for scaled in [scaled, drawn_out] {
            assert_eq!(attributes(&[upright, scaled]), ["SCALE", "TRANSLATION"]);
        }
        assert_eq!(attributes(&[upright, turned]), ["ROTATION", "TRANSLATION"]);
    }

    #[test]
    fn the_middle_is_that_of_the_bounds_and_exact_in_single_numbers() {
        let places = [[0.0, 10.0, -1.0], [4.0, 0.0, 1.0], [4.0, 0.1, 0.7]];
        assert_eq!(middle(places.into_iter()), [2.0, 5.0, 0.0]);
        let [x, ..] = middle([[0.1, 0.0, 0.0]].into_iter());
        assert_eq!(x, f64::from(0.1_f32));
    }

    #[test]
    fn a_rotation_that_is_a_little_too_long_is_mended() {
        let long = [0.0, 0.0, 0.60005, 0.80005];
        let length: f32 = unit(long).iter().map(|part| part * part).sum();
        assert!((length - 1.0).abs() < 1e-6);
    }
}

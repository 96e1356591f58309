//! Angles at forks.

use crate::skeleton::Skeleton;
use crate::vector::{Vector, angle_deg, sub};

pub(super) struct Angles {
    pub(super) lateral_deg: Vec<f64>,
    pub(super) sibling_deg: Vec<f64>,
    pub(super) main_bend_deg: Vec<f64>,
}

impl Angles {
    pub(super) fn of(skeleton: &Skeleton) -> Self {
        let main = skeleton.main_children();
        let heading = |number: u32| -> Option<Vector> {
            let node = skeleton.nodes[number as usize];
            let heading = sub(node.place_m, skeleton.nodes[node.parent? as usize].place_m);
            (heading != [0.0; 3]).then_some(heading)
        };
        let mut angles = Self {
            lateral_deg: Vec::new(),
            sibling_deg: Vec::new(),
            main_bend_deg: Vec::new(),
        };
        let children = skeleton.children();
        for number in 0..skeleton.nodes.len() as u32 {
            let is_fork = children.of(number).len() >= 2;
            let ahead = main[number as usize].filter(|_| is_fork).and_then(heading);
            if let (Some(behind), Some(ahead)) = (heading(number), ahead) {
                angles.main_bend_deg.push(angle_deg(behind, ahead));
            }
        }
        for (number, node) in (0..).zip(&skeleton.nodes) {
            let Some(parent) = node
                .parent
                .filter(|&parent| main[parent as usize] != Some(number))
            else {
                continue;
            };
            let Some(own) = heading(number) else { continue };
            let angle_to = |other: Option<Vector>| other.map(|other| angle_deg(own, other));
            angles.lateral_deg.extend(angle_to(heading(parent)));
            angles
                .sibling_deg
                .extend(angle_to(main[parent as usize].and_then(heading)));
        }
        angles
    }
}

//! The wood that a tree has grown: its nodes, column by column, parents before children.

use understory_numerics::RandomKey;

use crate::skeleton::{Node, Part, Skeleton};
use crate::vector::{Vector, distance};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// Whether a node lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    /// It bears living buds, or bears nothing yet.
    Alive,
    /// It has died in this year and still hangs on the tree.
    Dead(u16),
    /// It is gone.
    Fallen,
}

/// Nodes; node 0 is the collar.
#[derive(Default)]
pub(crate) struct Wood {
    pub(crate) parent: Vec<u32>,
    pub(crate) place: Vec<Vector>,
    /// Year in which it grew.
    pub(crate) year: Vec<u16>,
    /// Order of its axis.
    pub(crate) order: Vec<u8>,
    pub(crate) life: Vec<Life>,
    /// Who it is.
    pub(crate) key: Vec<RandomKey>,
    /// The child that carries on its axis.
    pub(crate) next: Vec<u32>,
    /// Way along the wood from the collar, m.
    pub(crate) path_m: Vec<f32>,
    /// The part of that way behind the stem, m.
    pub(crate) limb_m: Vec<f32>,
    /// Pipes of what it once bore and has lost.
    pub(crate) lost: Vec<u32>,
    /// Of these, how many still conduct: the next bud above takes one over.
    pub(crate) idle: Vec<u32>,
    /// Buds that sleep on it.
    pub(crate) asleep: Vec<u8>,
    /// Whether there was a shoot that could not grow, as there were as many nodes as may be.
    pub(crate) is_full: bool,
}

impl Wood {
    /// Adds a node; its number.
    pub(crate) fn push(&mut self, parent: u32, place: Vector, year: u16, order: u8, key: RandomKey) -> u32 {
        let number = self.parent.len() as u32;
        let (path_m, limb_m) = match self.place.get(parent as usize) {
            Some(&from) => {
                let (parent, step_m) = (parent as usize, distance(from, place) as f32);
                let behind_stem_m = if order > 0 { step_m } else { 0.0 };
                (self.path_m[parent] + step_m, self.limb_m[parent] + behind_stem_m)
            }
            None => (0.0, 0.0),
        };
        self.parent.push(parent);
        self.place.push(place);
        self.year.push(year);
        self.order.push(order);
        self.life.push(Life::Alive);
        self.key.push(key);
        self.next.push(NONE);
        self.path_m.push(path_m);
        self.limb_m.push(limb_m);
        self.lost.push(0);
        self.idle.push(0);
        self.asleep.push(0);
        number
    }

    pub(crate) fn len(&self) -> usize {
        self.parent.len()
    }

    /// A bud of this node is gone; its pipe stays in the wood and waits for another.
    pub(crate) fn lose_bud(&mut self, node: u32) {
        self.lost[node as usize] += 1;
        self.idle[node as usize] += 1;
    }

    pub(crate) fn is_alive(&self, node: u32) -> bool {
        self.life[node as usize] == Life::Alive
    }

    /// Takes out what has fallen; for each old number the new one, or [`NONE`].
    pub(crate) fn without_fallen(&mut self) -> Vec<u32> {
        let mut stands = 0_u32;
        let numbers: Vec<u32> = self
            .life
            .iter()
            .map(|life| {
                if *life == Life::Fallen {
                    NONE
                } else {
                    stands += 1;
                    stands - 1
                }
            })
            .collect();
        keep(&mut self.place, &numbers);
        keep(&mut self.year, &numbers);
        keep(&mut self.order, &numbers);
        keep(&mut self.life, &numbers);
        keep(&mut self.key, &numbers);
        keep(&mut self.path_m, &numbers);
        keep(&mut self.limb_m, &numbers);
        keep(&mut self.lost, &numbers);
        keep(&mut self.idle, &numbers);
        keep(&mut self.asleep, &numbers);
        for column in [&mut self.parent, &mut self.next] {
            keep(column, &numbers);
            for node in column.iter_mut().filter(|node| **node != NONE) {
                *node = numbers[*node as usize];
            }
        }
        numbers
    }

    /// The skeleton of what has not fallen, without radii, parents before children.
    pub(crate) fn skeleton(&self) -> Skeleton {
        let nodes = (0..self.len()).map(|number| {
            let parent = (self.parent[number] != NONE).then_some(self.parent[number]);
            Node {
                lost_tips: self.lost[number],
                dead: self.life[number] != Life::Alive,
                ..Node::new(
                    parent,
                    Part::Shoot,
                    self.place[number],
                    u32::from(self.year[number]),
                )
            }
        });
        Skeleton {
            nodes: nodes.collect(),
        }
    }
}

fn keep<T: Copy>(column: &mut Vec<T>, numbers: &[u32]) {
    for (old, &new) in numbers.iter().enumerate() {
        if new != NONE {
            column[new as usize] = column[old];
        }
    }
    let stays = numbers.iter().filter(|&&new| new != NONE).count();
    column.truncate(stays);
}

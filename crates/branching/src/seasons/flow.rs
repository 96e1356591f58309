//! What flows through the wood: light's worth towards the base, vigour back to the buds.

use crate::seasons::bud::{Seat, Sense};
use crate::seasons::season::Season;
use crate::seasons::wood::{Life, NONE, Wood};

/// What each node carries in a year.
#[derive(Default)]
pub(crate) struct Flow {
    /// Worth of all buds that it bears: *Q*.
    pub(crate) quality: Vec<f64>,
    /// Light of all buds that it bears.
    pub(crate) light: Vec<f64>,
    /// Living metamers that it bears, itself included.
    pub(crate) size: Vec<u32>,
    /// Pipes through it: living and dead twigs, and those that are lost.
    pub(crate) pipes: Vec<u32>,
    /// The child that carries on its axis; [`NONE`] where a bud does.
    pub(crate) main: Vec<u32>,
    /// Worth of what carries on its axis.
    main_quality: Vec<f64>,
    /// Vigour for each unit of worth, of what carries on the axis and of what leaves it.
    to_main: Vec<f64>,
    to_side: Vec<f64>,
}

impl Flow {
    /// Adds up from the buds to the base.
    pub(crate) fn gather<'a>(&mut self, wood: &Wood, buds: impl Iterator<Item = (&'a Seat, &'a Sense)>) {
        let nodes = wood.len();
        for column in [&mut self.quality, &mut self.light, &mut self.main_quality] {
            column.clear();
            column.resize(nodes, 0.0);
        }
        self.size.clear();
        self.size.resize(nodes, 0);
        self.pipes.clone_from(&wood.lost);
        self.main.clone_from(&wood.next);
        // What carries on each axis, for those whose end has died: the best child.
        let mut best = vec![(0.0, NONE); nodes];
        for (seat, sense) in buds {
            let node = seat.node as usize;
            self.quality[node] += sense.quality;
            self.light[node] += sense.light;
            self.pipes[node] += 1;
            if seat.is_terminal == 1 && seat.order == wood.order[node] {
                self.main_quality[node] = sense.quality;
            }
        }
        for node in (0..nodes).rev() {
            self.pipes[node] = self.pipes[node].max(1);
            if wood.life[node] == Life::Alive {
                self.size[node] += 1;
            }
            let next = self.main[node];
            if next != NONE && (wood.life[next as usize] != Life::Alive || self.light[next as usize] == 0.0) {
                self.main[node] = NONE;
            }
            if self.main[node] == NONE && self.main_quality[node] == 0.0 && best[node].1 != NONE {
                self.main[node] = best[node].1;
            }
            if self.main[node] != NONE {
                self.main_quality[node] = self.quality[self.main[node] as usize];
            }
            let parent = wood.parent[node];
            if parent != NONE {
                let parent = parent as usize;
                self.quality[parent] += self.quality[node];
                self.light[parent] += self.light[node];
                self.size[parent] += self.size[node];
                self.pipes[parent] += self.pipes[node];
                if self.light[node] >= best[parent].0 && wood.life[node] == Life::Alive {
                    best[parent] = (self.light[node], node as u32);
                }
            }
        }
    }

    /// Shares vigour out from the base to the buds, at each node as the extended model of Borchert and Honda has it:
    /// *v λ Qm / (λ Qm + (1 − λ) Ql)* to the main axis, the rest to what leaves it, by their worth.
    pub(crate) fn share(&mut self, wood: &Wood, season: &Season) {
        let nodes = wood.len();
        self.to_main.clear();
        self.to_main.resize(nodes, 0.0);
        self.to_side.clone_from(&self.to_main);
        for node in 0..nodes {
            let vigour = match wood.parent[node] {
                NONE => season.form.vigour * self.quality[node],
                parent => self.quality[node] * self.to(parent, self.main[parent as usize] == node as u32),
            };
            let control = season.control(wood.order[node]);
            let main = self.main_quality[node];
            let side = (self.quality[node] - main).max(0.0);
            let whole = control * main + (1.0 - control) * side;
            if whole > 0.0 {
                self.to_main[node] = vigour * control / whole;
                self.to_side[node] = vigour * (1.0 - control) / whole;
            }
        }
    }

    /// Vigour for each unit of worth that a node passes on, to what carries on its axis or to what leaves it.
    pub(crate) fn to(&self, node: u32, is_main: bool) -> f64 {
        if is_main {
            self.to_main[node as usize]
        } else {
            self.to_side[node as usize]
        }
    }

    /// The thickest living wood that rises through a height: the node at or above it.
    pub(crate) fn stem_at(&self, wood: &Wood, height_m: f64) -> Option<u32> {
        let rises = |&node: &u32| {
            let parent = wood.parent[node as usize];
            wood.place[node as usize][2] >= height_m
                && wood.life[node as usize] == Life::Alive
                && (parent == NONE || wood.place[parent as usize][2] < height_m)
        };
        // Of equals the first.
        let measured = 0..self.pipes.len() as u32;
        measured
            .filter(rises)
            .min_by_key(|&node| std::cmp::Reverse(self.pipes[node as usize]))
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;

    use super::*;
    use crate::seasons::parameters::{Seasons, Surroundings};
    use crate::skeleton::PipeModel;

    fn season(control: f64) -> Season {
        let mut form = Seasons {
            vigour: 2.0,
            mature_yr: 0.0,
            ..Seasons::default()
        };
        (form.stem.apical_control, form.stem.apical_control_old) = (control, control);
        Season {
            form,
            surroundings: Surroundings::Open,
            obstacles: Vec::new(),
            year: 9,
            age_yr: 9,
            internode_m: 0.1,
            neighbours: Vec::new(),
            height_m: 1.0,
            pipes: PipeModel::default(),
        }
    }

    fn bud(node: u32, order: u8, is_terminal: u8, quality: f64) -> (Seat, Sense) {
        let seat = Seat {
            node,
            formed: 0,
            favour: 1.0,
            order,
            is_terminal,
            idle_yr: 0,
            is_over: 0,
        };
        let sense = Sense {
            light: quality,
            quality,
            ..Sense::default()
        };
        (seat, sense)
    }

    /// A stem 0 – 1 – 2 with a branch 3 at node 1: a bud at the end of each, and one at the side of node 2.
    #[test]
    fn vigour_is_shared_as_borchert_and_honda_have_it_and_none_is_lost() {
        let key = RandomKey::root(1, &[]);
        let mut wood = Wood::default();
        for (parent, place, order) in [
            (NONE, [0.0; 3], 0),
            (0, [0.0, 0.0, 1.0], 0),
            (1, [0.0, 0.0, 2.0], 0),
            (1, [1.0, 0.0, 1.5], 1),
        ] {
            wood.push(parent, place, 1, order, key);
        }
        (wood.next[0], wood.next[1]) = (1, 2);
        let buds = [bud(2, 0, 1, 0.9), bud(3, 1, 1, 0.5), bud(2, 1, 0, 0.3)];
        let mut flow = Flow::default();
        flow.gather(&wood, buds.iter().map(|(seat, sense)| (seat, sense)));
        assert!((flow.quality[0] - 1.7).abs() < 1e-12);
        assert_eq!((flow.size[0], flow.pipes[0], flow.main[1]), (4, 3, 2));
        let control = 0.6;
        flow.share(&wood, &season(control));
        // By hand: v = 2 · 1.7; at node 1 the main axis bears 1.2 and the branch 0.5.
        let whole = 2.0 * 1.7;
        let to_top = whole * control * 1.2 / (control * 1.2 + (1.0 - control) * 0.5);
        let to_end = to_top * control * 0.9 / (control * 0.9 + (1.0 - control) * 0.3);
        let found = [
            0.9 * flow.to(2, true),
            0.3 * flow.to(2, false),
            0.5 * flow.to(3, true),
        ];
        let expected = [to_end, to_top - to_end, whole - to_top];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
        }
    }
}

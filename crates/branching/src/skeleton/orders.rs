//! Orders of branches, counted from the trunk and from the tips.

use crate::skeleton::Skeleton;

impl Skeleton {
    /// Gives every node the order of its branch: 0 along the main axis, one more where a branch leaves one.
    pub fn give_orders(&mut self) {
        let main = self.main_children();
        for number in 0..self.nodes.len() {
            self.nodes[number].order = match self.nodes[number].parent {
                Some(parent) => {
                    let leaves = main[parent as usize] != Some(number as u32);
                    self.nodes[parent as usize].order + u32::from(leaves)
                }
                None => 0,
            };
        }
    }

    /// Horton–Strahler order of every node: 1 at tips; where two of the highest order meet one more, else the
    /// highest.
    #[must_use]
    pub fn strahler_orders(&self) -> Vec<u32> {
        let mut highest = vec![0_u32; self.nodes.len()];
        let mut of_highest = vec![0_u32; self.nodes.len()];
        for number in (0..self.nodes.len()).rev() {
            highest[number] = match (highest[number], of_highest[number]) {
                (0, _) => 1,
                (order, 1) => order,
                (order, _) => order + 1,
            };
            let order = highest[number];
            if let Some(parent) = self.nodes[number].parent {
                let parent = parent as usize;
                if order > highest[parent] {
                    (highest[parent], of_highest[parent]) = (order, 1);
                } else if order == highest[parent] {
                    of_highest[parent] += 1;
                }
            }
        }
        highest
    }
}

#[cfg(test)]
mod tests {
    use crate::skeleton::{Node, Part, Skeleton};

    #[test]
    fn two_of_one_order_make_the_next_and_a_lesser_one_changes_nothing() {
        // 0 – 1 with tips 2 and 3; at 0 also tip 4.
        let node = |parent| Node::new(parent, Part::Shoot, [0.0; 3], 0);
        let mut skeleton = Skeleton {
            nodes: vec![
                node(None),
                node(Some(0)),
                node(Some(1)),
                node(Some(1)),
                node(Some(0)),
            ],
        };
        assert_eq!(skeleton.strahler_orders(), [2, 2, 1, 1, 1]);
        skeleton.give_orders();
        let orders: Vec<u32> = skeleton.nodes.iter().map(|node| node.order).collect();
        assert_eq!(orders, [0, 0, 0, 1, 1]);
    }
}

//! Which points hang together, by union and find.

/// Which points hang together (union–find).
pub(crate) struct Parts {
    parents: Vec<u32>,
}

impl Parts {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            parents: (0..count as u32).collect(),
        }
    }

    /// The number that stands for the part to which a point belongs.
    pub(crate) fn of(&mut self, mut member: u32) -> u32 {
        while self.parents[member as usize] != member {
            let parent = self.parents[member as usize];
            // Path halving: each step up hangs the member one generation higher, without a second walk.
            self.parents[member as usize] = self.parents[parent as usize];
            member = parent;
        }
        member
    }

    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.of(a), self.of(b));
        // By number, not by size: halved paths alone keep the walks short.
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

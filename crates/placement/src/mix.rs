//! Assets that stand in the place of one: which of them an instance becomes.

use understory_numerics::math::ln;
use understory_numerics::sample::unit_from_u64;
use understory_numerics::{Purpose, RandomKey};

use crate::parameters::Mix;

/// The assets of a world and what stands in their place.
#[derive(Clone, Debug)]
pub(crate) struct Assets {
    names: Vec<String>,
    /// Of each asset: what stands in its place; empty where it stands itself.
    mixes: Vec<Vec<Member>>,
}

/// An asset of a mix.
#[derive(Clone, Copy, Debug)]
struct Member {
    asset: u32,
    share: f64,
    /// From its own name and the mix's alone.
    key: RandomKey,
}

impl Assets {
    /// Those that are named, in the order in which they are named first.
    pub(crate) fn new<'a>(named: impl Iterator<Item = &'a str>, mixes: &[Mix]) -> Self {
        let mut assets = Self {
            names: Vec::new(),
            mixes: Vec::new(),
        };
        for name in named {
            assets.number(name);
        }
        for mix in mixes {
            let (of, asset) = (assets.number(&mix.of), assets.number(&mix.asset));
            assets.mixes[of as usize].push(Member {
                asset,
                share: mix.share,
                key: RandomKey::root(0, &["mix", &mix.of, &mix.asset]),
            });
        }
        assets
    }

    /// All names; those in whose place others stand are among them.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of a name, a new one where it has none.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.names.iter().position(|own| own == name) {
            return number as u32;
        }
        self.names.push(name.to_owned());
        self.mixes.push(Vec::new());
        self.names.len() as u32 - 1
    }

    /// The asset that an instance becomes.
    ///
    /// Every member draws for itself, an exponential waiting time with its share as rate, and the first one wins; so
    /// that a member that is added only takes some from the others, and what it does not take stays as it was.
    pub(crate) fn choose(&self, mut asset: u32, instance: RandomKey) -> u32 {
        loop {
            let members = &self.mixes[asset as usize];
            let waits = members.iter().map(|member| {
                let [low, high, ..] =
                    RandomKey::from_bits(instance.bits() ^ member.key.bits()).draws(0, Purpose::Mix, 0);
                let uniform = unit_from_u64(u64::from(low) | u64::from(high) << 32);
                // One less a number from 0 to below 1 has a logarithm.
                (-ln(1.0 - uniform) / member.share, member.asset)
            });
            match waits.min_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((_, member)) => asset = member,
                None => return asset,
            }
        }
    }

    /// A mix that stands in its own place, directly or through others.
    pub(crate) fn ring(&self) -> Option<&str> {
        (0..self.names.len()).find_map(|first| {
            let mut to_see = vec![first];
            let mut seen = vec![false; self.names.len()];
            while let Some(asset) = to_see.pop() {
                for member in &self.mixes[asset] {
                    let member = member.asset as usize;
                    if member == first {
                        return Some(&*self.names[first]);
                    }
                    if !std::mem::replace(&mut seen[member], true) {
                        to_see.push(member);
                    }
                }
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mix(of: &str, asset: &str, share: f64) -> Mix {
        Mix {
            of: of.to_owned(),
            asset: asset.to_owned(),
            share,
        }
    }

    fn chosen(mixes: &[Mix]) -> Vec<String> {
        let mut assets = Assets::new(["tree"].into_iter(), mixes);
        let tree = assets.number("tree");
        let name = |number| {
            let key = RandomKey::root(3, &["an instance"]).child(0, Purpose::Member, number);
            assets.names()[assets.choose(tree, key) as usize].clone()
        };
        (0..10_000).map(name).collect()
    }

    #[test]
    fn shares_are_kept_and_a_member_that_is_added_only_takes_its_own() {
        let two = [mix("tree", "oak", 3.0), mix("tree", "birch", 1.0)];
        let before = chosen(&two);
        let oaks = before.iter().filter(|name| *name == "oak").count();
        // Three standard errors.
        assert!((7370..7630).contains(&oaks), "{oaks}");
        let three = [two[0].clone(), two[1].clone(), mix("tree", "pine", 1.0)];
        for (was, is) in before.iter().zip(chosen(&three)) {
            assert!(is == *was || is == "pine");
        }
    }

    #[test]
    fn splitting_a_member_leaves_the_others_as_they_were() {
        let two = [mix("tree", "oak", 1.0), mix("tree", "birch", 1.0)];
        let split = [
            two[0].clone(),
            two[1].clone(),
            mix("oak", "old-oak", 0.3),
            mix("oak", "young-oak", 0.7),
        ];
        let after = chosen(&split);
        for (was, is) in chosen(&two).iter().zip(&after) {
            assert_eq!(was == "birch", is == "birch");
        }
        let old = after.iter().filter(|name| *name == "old-oak").count();
        assert!((1360..1640).contains(&old), "{old}");
    }

    #[test]
    fn a_mix_of_itself_is_found() {
        let ring = [mix("a", "b", 1.0), mix("b", "c", 1.0), mix("c", "b", 1.0)];
        assert_eq!(Assets::new(["a"].into_iter(), &ring).ring(), Some("b"));
        let no_ring = [mix("a", "b", 1.0), mix("a", "c", 1.0), mix("b", "c", 1.0)];
        assert_eq!(Assets::new(["a"].into_iter(), &no_ring).ring(), None);
    }
}

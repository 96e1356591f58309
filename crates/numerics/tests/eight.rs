//! Draws for eight keys at once are those of one after the other.

use understory_numerics::lanes::{LANES, Scalar256b, Simd, WithSimd, with_lanes};
use understory_numerics::{EightKeys, Purpose, RandomKey};

struct Draws(EightKeys, u32, [u32; LANES]);

impl WithSimd for Draws {
    type Output = EightKeys;
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> EightKeys {
        self.0.draws(simd, self.1, Purpose::SeedYear, self.2)
    }
}

#[test]
fn eight_at_once_are_the_same_as_one_by_one() {
    let root = RandomKey::root(5, &["eight"]);
    for year in [0, 1, 77, 1 << 23] {
        let keys: [RandomKey; LANES] =
            std::array::from_fn(|lane| root.child(year, Purpose::Member, lane as u32));
        let numbers = std::array::from_fn(|lane| year + 1000 * lane as u32);
        let eight = EightKeys::from_fn(|lane| keys[lane]);
        let drawn = with_lanes(Draws(eight, year, numbers));
        for lane in 0..LANES {
            let words = keys[lane].draws(year, Purpose::SeedYear, numbers[lane]);
            assert_eq!(drawn.words(lane), words);
            assert_eq!(
                drawn.key(lane),
                keys[lane].child(year, Purpose::SeedYear, numbers[lane])
            );
        }
        assert_eq!(Simd::vectorize(Scalar256b, Draws(eight, year, numbers)), drawn);
        let same = EightKeys::all(root);
        assert_eq!(same, EightKeys::from_fn(|_| root));
        assert_eq!(same.key(3), root);
    }
}

//! Colours as six digits.

use proptest::prelude::*;
use understory_records::Rgb;

proptest! {
    #[test]
    fn every_colour_reads_back(parts in any::<[u8; 3]>()) {
        prop_assert_eq!(Rgb(parts).to_string().parse(), Ok(Rgb(parts)));
    }
}

#[test]
fn digits_are_red_green_and_blue_and_nothing_else_is_a_colour() {
    assert_eq!("#2F6b3a".parse(), Ok(Rgb([47, 107, 58])));
    for text in ["", "2f6b3a", "#2f6b3", "#2f6b3a0", "#+f6b3a", "#2f6b3ä", "green"] {
        let refused = text.parse::<Rgb>().unwrap_err().to_string();
        assert!(
            refused.starts_with(&format!("`{text}` is no colour")),
            "{refused}"
        );
    }
}

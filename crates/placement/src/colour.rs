//! Colours of maps and figures.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use understory_keys::{Checked, Key, OutOfRange};

/// A colour of the screen (sRGB), written `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Colour(pub [u8; 3]);

/// A text that is no colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no colour; write red, green and blue as six hexadecimal digits, such as `#2f6b3a`")]
pub struct NotAColour(String);

impl FromStr for Colour {
    type Err = NotAColour;

    fn from_str(text: &str) -> Result<Self, NotAColour> {
        let digits = text
            .strip_prefix('#')
            .filter(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, red, green, blue] = number.ok_or_else(|| NotAColour(text.to_owned()))?.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl TryFrom<String> for Colour {
    type Error = NotAColour;

    fn try_from(text: String) -> Result<Self, NotAColour> {
        text.parse()
    }
}

impl Checked for Colour {
    fn faults(&self, _: &Key) -> Vec<OutOfRange> {
        Vec::new()
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_are_a_colour_and_nothing_else_is() {
        let colour: Colour = "#2F6b3a".parse().unwrap();
        assert_eq!(colour, Colour([0x2f, 0x6b, 0x3a]));
        assert_eq!(colour.to_string(), "#2f6b3a");
        for text in [
            "", "#", "2f6b3a", "#2f6b3", "#2f6b3a0", "#+f6b3a", "#2f6b3ä", "green",
        ] {
            assert!(text.parse::<Colour>().is_err(), "{text}");
        }
    }
}

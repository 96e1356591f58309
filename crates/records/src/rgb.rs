//! A colour of a document: six hexadecimal digits, as in `#2f6b3a`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Red, green and blue of a colour of the screen (sRGB); in a document `#2f6b3a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rgb(pub [u8; 3]);

/// A text that is no colour.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no colour; it must be `#` and six hexadecimal digits, such as `#2f6b3a`")]
pub struct NotRgb(String);

impl FromStr for Rgb {
    type Err = NotRgb;

    fn from_str(text: &str) -> Result<Self, NotRgb> {
        let digits = text
            .strip_prefix('#')
            .filter(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, red, green, blue] = number.ok_or_else(|| NotRgb(text.to_owned()))?.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl TryFrom<String> for Rgb {
    type Error = NotRgb;

    fn try_from(text: String) -> Result<Self, NotRgb> {
        text.parse()
    }
}

impl From<Rgb> for String {
    fn from(colour: Rgb) -> Self {
        colour.to_string()
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

//! Words of a figure at their usual size, and cut to the room that there is for them.

use crate::font::{self, Across, Along, Setting};
use crate::outline::PT;
use crate::palette::TEXT;

/// Size of all text but headings.
pub(crate) const TEXT_SIZE: f64 = 8.0 * PT;

/// Plain text whose left end, upper left corner, middle or upper middle is at its place.
pub(crate) const LEFT: Setting = plain(Along::Start, Across::Middle);
pub(crate) const TOP_LEFT: Setting = plain(Along::Start, Across::Top);
pub(crate) const CENTRE: Setting = plain(Along::Middle, Across::Middle);
pub(crate) const TOP: Setting = plain(Along::Middle, Across::Top);

/// Text of the usual size and colour.
pub(crate) const fn plain(along: Along, across: Across) -> Setting {
    Setting {
        size: TEXT_SIZE,
        ink: TEXT,
        along,
        across,
        quarter_turns: 0,
    }
}

/// The words, shortened by an ellipsis where they are wider than the room.
pub(crate) fn fitted(words: &str, size: f64, room: f64) -> String {
    if font::width(words, size) <= room {
        return words.to_owned();
    }
    let mut kept: Vec<char> = words.chars().collect();
    loop {
        kept.pop();
        let short: String = kept.iter().chain(&['…']).collect();
        if kept.is_empty() || font::width(&short, size) <= room {
            return short;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_too_wide_end_in_an_ellipsis_that_just_fits() {
        let words = "a name that takes more room than there is";
        let whole = font::width(words, TEXT_SIZE);
        assert_eq!(fitted(words, TEXT_SIZE, whole), words);
        let mut last = usize::MAX;
        for part in [0.9, 0.5, 0.2] {
            let short = fitted(words, TEXT_SIZE, part * whole);
            let kept: String = short.chars().take(short.chars().count() - 1).collect();
            assert!(short.ends_with('…') && words.starts_with(&kept), "{short}");
            assert!(font::width(&short, TEXT_SIZE) <= part * whole);
            let one_more = format!("{}…", &words[..=kept.len()]);
            assert!(font::width(&one_more, TEXT_SIZE) > part * whole);
            assert!(kept.len() < last);
            last = kept.len();
        }
        assert_eq!(fitted(words, TEXT_SIZE, 0.0), "…");
    }
}

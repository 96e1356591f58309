//! Words of a figure at their usual size, and cut to the room that there is for them.

use crate::font::{self, Across, Along, Setting};
use crate::style::{SMALL, TEXT, TEXT_SIZE};

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

/// The usual size, or where the words are too wide for it that of notes.
pub(crate) fn largest_fitting(words: &str, room: f64) -> f64 {
    if font::width(words, TEXT_SIZE) <= room {
        TEXT_SIZE
    } else {
        SMALL
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

/// The words in lines that fit the room: one where they do, and at most so many; the last is shortened where there would be more.
pub(crate) fn wrapped(words: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    if font::width(words, size) <= room {
        return vec![words.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let is_last = lines.len() == most;
        match lines.last_mut() {
            Some(line) if is_last || font::width(&format!("{line} {word}"), size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| fitted(line, size, room)).collect()
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

    #[test]
    fn words_in_lines_are_all_there_unless_the_lines_are_too_few() {
        let words = "fitted to the pair correlation, so judged by G and J; off by 0.007 (root mean square)";
        let whole = font::width(words, TEXT_SIZE);
        assert_eq!(wrapped(words, TEXT_SIZE, whole, 1), [words]);
        let room = 0.3 * whole;
        let lines = wrapped(words, TEXT_SIZE, room, 9);
        assert_eq!(lines.join(" "), words);
        assert!(lines.len() > 3 && lines.iter().all(|line| font::width(line, TEXT_SIZE) <= room));
        // No line could have taken the next one's first word.
        for pair in lines.windows(2) {
            let first = pair[1].split(' ').next().unwrap();
            assert!(font::width(&format!("{} {first}", pair[0]), TEXT_SIZE) > room);
        }
        let few = wrapped(words, TEXT_SIZE, room, 2);
        assert_eq!((few.len(), &few[0]), (2, &lines[0]));
        assert!(few[1].ends_with('…'));
        assert!(wrapped("", TEXT_SIZE, 0.0, 3).concat().is_empty());
    }
}

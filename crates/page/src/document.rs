//! The file itself: skeleton, style sheet, script and numbers as one text, with a policy that lets the browser take nothing
//! else.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

const STYLE: &str = include_str!("../assets/page.css");

/// What every page has, in the order in which its parts need each other.
const COMMON: &[&str] = &[
    include_str!("../assets/unpack.js"),
    include_str!("../assets/words.js"),
    include_str!("../assets/elements.js"),
    include_str!("../assets/chart.js"),
    include_str!("../assets/gestures.js"),
    include_str!("../assets/map.js"),
];

/// What every page ends with.
const BEGIN: &str = include_str!("../assets/begin.js");

/// A part of a page: its skeleton and its own scripts.
pub(crate) struct Part {
    /// Whether it stands above the others, over the whole width.
    pub(crate) is_above: bool,
    pub(crate) body: &'static str,
    pub(crate) scripts: &'static [&'static str],
}

/// The whole file. `title` is shown as it is; `packed` are the numbers.
pub(crate) fn document(parts: &[&Part], title: &str, packed: &str) -> String {
    let own = Own {
        begin: BEGIN,
        style: "",
        policy: "",
        without_script: " The same numbers stand in the tables beside it, and the pictures in the folder <code>figures</code>.",
    };
    document_with(parts, title, packed, &own)
}

/// What a kind of page has of its own.
pub(crate) struct Own {
    /// The script with which it begins.
    pub(crate) begin: &'static str,
    /// What its style sheet says besides.
    pub(crate) style: &'static str,
    /// What its policy says besides.
    pub(crate) policy: &'static str,
    /// What it says besides where no script is run, with the blank before it.
    pub(crate) without_script: &'static str,
}

/// The same with what a kind of page has of its own.
pub(crate) fn document_with(parts: &[&Part], title: &str, packed: &str, kind: &Own) -> String {
    let own = parts.iter().flat_map(|part| part.scripts);
    let scripts: Vec<&str> = COMMON.iter().chain(own).copied().chain([kind.begin]).collect();
    let bodies = |is_above: bool| -> String {
        let which = parts.iter().filter(|part| part.is_above == is_above);
        which.map(|part| part.body).collect()
    };
    let (above, main) = (bodies(true), bodies(false));
    // One function, so that nothing of it is a global name.
    let script = format!("(() => {{\n\"use strict\";\n{}}})();\n", scripts.join("\n"));
    let title = escaped(title);
    let style = format!("{STYLE}{}", kind.style);
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'{}",
        hash(&script),
        hash(&style),
        kind.policy
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
         <header><h1>{title}</h1><p id=\"about\"></p></header>\n\
         <p id=\"fault\" role=\"alert\" hidden></p>\n\
         <noscript><p>This page draws itself by a script, which this browser does not run.{}</p></noscript>\n\
         {above}<main>\n{main}</main>\n<script type=\"application/octet-stream\" id=\"numbers\">{packed}</script>\n\
         <script>{script}</script>\n</body>\n</html>\n",
        kind.without_script,
    )
}

/// A source of a content security policy: the one text with this hash.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// A text as it stands between tags or in quotes.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(sign),
        }
    }
    safe
}

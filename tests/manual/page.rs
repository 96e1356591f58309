//! A page in Markdown: its headings, its links, and its blocks of code with what a comment before each says.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A page by its path from the top of the repository.
pub(super) struct Page {
    pub(super) path: String,
    pub(super) text: String,
}

/// A block of code.
pub(super) struct Block {
    /// The word after its fence.
    pub(super) language: String,
    pub(super) text: String,
    /// What the comment right before it says.
    pub(super) remark: Option<String>,
    /// Line of the page on which it begins.
    pub(super) line: usize,
}

impl Page {
    fn events(&self) -> impl Iterator<Item = (Event<'_>, std::ops::Range<usize>)> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter()
    }

    /// Where its links and pictures lead.
    pub(super) fn links(&self) -> Vec<String> {
        let events = self.events().filter_map(|(event, _)| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                Some(dest_url.into_string())
            }
            _ => None,
        });
        events.collect()
    }

    /// Code within its lines.
    pub(super) fn inline_code(&self) -> Vec<String> {
        let events = self.events().filter_map(|(event, _)| match event {
            Event::Code(code) => Some(code.into_string()),
            _ => None,
        });
        events.collect()
    }

    /// The names of its headings in addresses, as mdBook and GitHub make them.
    pub(super) fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        let mut heading: Option<String> = None;
        for (event, _) in self.events() {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    let heading = heading.take().unwrap_or_default();
                    let plain = |letter: char| match letter {
                        letter if letter.is_alphanumeric() || "_-".contains(letter) => Some(letter),
                        letter if letter.is_whitespace() => Some('-'),
                        _ => None,
                    };
                    anchors.push(heading.to_lowercase().chars().filter_map(plain).collect());
                }
                _ => {}
            }
        }
        anchors
    }

    /// Its blocks of code, in order.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut remark: Option<String> = None;
        let mut is_within = false;
        for (event, place) in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                    is_within = true;
                    blocks.push(Block {
                        language: language.into_string(),
                        text: String::new(),
                        remark: remark.take(),
                        line: self.text[..place.start].matches('\n').count() + 1,
                    });
                }
                Event::Text(text) if is_within => {
                    if let Some(block) = blocks.last_mut() {
                        block.text.push_str(&text);
                    }
                }
                Event::End(TagEnd::CodeBlock) => is_within = false,
                Event::Html(html) => {
                    let inner = html
                        .trim()
                        .strip_prefix("<!--")
                        .and_then(|html| html.strip_suffix("-->"));
                    remark = inner.map(|inner| inner.trim().to_owned());
                }
                Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
                Event::Start(_) => remark = None,
                _ => {}
            }
        }
        blocks
    }
}

#[test]
fn a_page_has_headings_links_and_blocks_with_the_remarks_before_them() {
    let page = Page {
        path: "a.md".to_owned(),
        text: "# `run` – a *year*, twice\n\n[x](b.md#c) `understory run`\n\n<!-- not run: why -->\n```sh\nls\n```\n\n<!-- lost -->\nText.\n\n- in a list\n\n  ```toml\n  a = 1\n  ```\n"
            .to_owned(),
    };
    assert_eq!(page.anchors(), ["run--a-year-twice"]);
    assert_eq!(page.links(), ["b.md#c"]);
    assert_eq!(page.inline_code(), ["run", "understory run"]);
    let blocks = page.blocks();
    let told: Vec<_> = blocks
        .iter()
        .map(|block| {
            (
                block.language.as_str(),
                block.text.as_str(),
                block.remark.as_deref(),
                block.line,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("sh", "ls\n", Some("not run: why"), 6),
            ("toml", "a = 1\n", None, 15)
        ]
    );
}

//! What is on a figure, read back from its files, and what it says.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use roxmltree::{Document, Node};
use understory_report::Figure;

/// Width, red, green and blue of each pixel of a PNG, and its texts.
type Read = (usize, Vec<[u8; 3]>, Vec<(String, String)>);

pub(crate) fn read(png: &[u8]) -> Read {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let width = reader.next_frame(&mut pixels).unwrap().width as usize;
    let texts = reader.info().utf8_text.iter();
    let texts = texts.map(|chunk| (chunk.keyword.clone(), chunk.get_text().unwrap()));
    (width, pixels.as_chunks::<3>().0.to_vec(), texts.collect())
}

/// Each embedded picture: left, top, width and height on the page, then its pixels in a row, then its pixels.
pub(crate) fn pictures(document: &Document) -> Vec<([f64; 4], usize, Vec<[u8; 3]>)> {
    let images = document.descendants().filter(|n| n.has_tag_name("image"));
    let picture = |image: Node| {
        let data = image.attributes().find(|a| a.name() == "href").unwrap().value();
        let png = STANDARD.decode(data.split_once(',').unwrap().1).unwrap();
        let (width, pixels, _) = read(&png);
        (
            ["x", "y", "width", "height"].map(|side| number(image, side)),
            width,
            pixels,
        )
    };
    images.map(picture).collect()
}

pub(crate) fn check_png(run: &str, figure: &Figure) {
    let (width, pixels, texts) = read(&figure.png);
    let height = pixels.len() / width;
    let expected = [("Title", &figure.title), ("Description", &figure.alt)];
    let expected = expected.map(|(keyword, text)| (keyword.to_owned(), text.clone()));
    assert_eq!(texts, expected, "{run}: {}", figure.name);
    let document = Document::parse(&figure.svg).unwrap();
    let view: Vec<f64> = numbers(document.root_element().attribute("viewBox").unwrap());
    let expected = [view[2], view[3]].map(|tenths_of_pt| (tenths_of_pt * 0.3).ceil() as u32);
    assert_eq!([width as u32, height as u32], expected, "{run}: {}", figure.name);
    assert_eq!(pixels[0], [255; 3], "{run}: {}: a white ground", figure.name);
    assert!(
        pixels.as_flattened().iter().any(|&part| part < 64),
        "{run}: {}: something dark on it",
        figure.name
    );
}

/// Well formed, in need of no font, nothing beyond the edges, no text over another.
pub(crate) fn check_svg(run: &str, figure: &Figure) {
    let name = &figure.name;
    let document = Document::parse(&figure.svg).unwrap_or_else(|e| panic!("{run}: {name}: {e}"));
    check_words(run, figure, &document);
    assert!(
        document.descendants().all(|n| !n.has_tag_name("text")),
        "{run}: {name}"
    );
    let view = numbers(document.root_element().attribute("viewBox").unwrap());
    let [width, height] = [view[2], view[3]];
    for node in document.descendants().filter(|n| n.has_tag_name("path")) {
        for (x, y) in places(node) {
            let inside = (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
            assert!(
                inside,
                "{run}: {name}: ({x}, {y}) of {node:?} lies beyond {width} by {height}"
            );
        }
    }
    let texts = texts(&document);
    for (i, (a, [left_a, top_a, right_a, bottom_a])) in texts.iter().enumerate() {
        for (b, [left_b, top_b, right_b, bottom_b]) in &texts[..i] {
            let apart = right_a < left_b || right_b < left_a || bottom_a < top_b || bottom_b < top_a;
            assert!(apart, "{run}: {name}: `{a}` lies over `{b}`");
        }
    }
}

/// What a reader who sees nothing of it is told is whole, and stands in the SVG where browsers look for it.
fn check_words(run: &str, figure: &Figure, document: &Document) {
    let name = &figure.name;
    for words in [&figure.title, &figure.caption, &figure.alt] {
        assert!(!words.is_empty(), "{run}: {name}");
        assert!(
            !words.contains("  ") && words.trim() == words,
            "{run}: {name}: {words}"
        );
        assert!(!words.chars().any(char::is_control), "{run}: {name}: {words}");
        let bare = |word: &str| word.trim_matches(|c: char| ",;:.()".contains(c)).to_owned();
        let bare: Vec<String> = words.split(' ').map(bare).collect();
        assert!(
            !bare.iter().any(|word| word == "NaN" || word == "inf"),
            "{run}: {name}: {words}"
        );
        let ends_meet = |w: &[String]| w[1] == "to" && w[0] == w[2] && w[0].parse::<f64>().is_ok();
        assert!(!bare.windows(3).any(ends_meet), "{run}: {name}: {words}");
    }
    // The title repeats names as they stand in the heading.
    for words in [&figure.caption, &figure.alt] {
        for odd in ["..", " .", " ,", " ;", ",,", ":.", ": ;", "()", "no value.;"] {
            assert!(!words.contains(odd), "{run}: {name}: `{odd}` in {words}");
        }
    }
    assert!(
        figure.caption.ends_with('.') && figure.alt.ends_with('.'),
        "{run}: {name}"
    );
    let length = figure.alt.split(' ').count();
    // Names of several words are not counted against it.
    assert!(length <= 180, "{run}: {name}: {length} words: {}", figure.alt);

    let root = document.root_element();
    let heads: Vec<Node> = root.children().filter(Node::is_element).take(2).collect();
    assert_eq!(heads[0].tag_name().name(), "title", "{run}: {name}");
    assert_eq!(heads[1].tag_name().name(), "desc", "{run}: {name}");
    assert_eq!(heads[0].text(), Some(figure.title.as_str()), "{run}: {name}");
    assert_eq!(heads[1].text(), Some(figure.alt.as_str()), "{run}: {name}");
    assert_eq!(root.attribute("role"), Some("img"));
    let labels: Vec<&str> = root.attribute("aria-labelledby").unwrap().split(' ').collect();
    let ids: Vec<&str> = heads.iter().map(|head| head.attribute("id").unwrap()).collect();
    assert_eq!(labels, ids, "{run}: {name}");
    let all: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    let different: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(all.len(), different.len(), "{run}: {name}: {all:?}");
}

pub(crate) fn words(figure: &Figure) -> Vec<String> {
    let document = Document::parse(&figure.svg).unwrap();
    texts(&document).into_iter().map(|(text, _)| text).collect()
}

/// Number of shapes whose fill or stroke has the colour.
pub(crate) fn painted(document: &Document, attribute: &str, colour: &str) -> usize {
    let shapes = document
        .descendants()
        .filter(|n| n.has_tag_name("path") || n.has_tag_name("circle"));
    let of = |node: &Node| node.ancestors().find_map(|n| n.attribute(attribute)) == Some(colour);
    shapes.filter(of).count()
}

/// Each text and its left, top, right and bottom.
pub(crate) fn texts(document: &Document) -> Vec<(String, [f64; 4])> {
    let labelled = document
        .descendants()
        .filter(|n| n.attribute("aria-label").is_some());
    let whole = |node: Node| extent(node.children().filter(Node::is_element).flat_map(places));
    labelled
        .map(|node| (node.attribute("aria-label").unwrap().to_owned(), whole(node)))
        .collect()
}

pub(crate) fn places(path: Node) -> Vec<(f64, f64)> {
    numbers(path.attribute("d").unwrap_or(""))
        .chunks(2)
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

pub(crate) fn numbers(text: &str) -> Vec<f64> {
    let parts = text
        .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
        .filter(|part| !part.is_empty());
    parts.map(|part| part.parse().unwrap()).collect()
}

pub(crate) fn number(node: Node, attribute: &str) -> f64 {
    node.attribute(attribute).unwrap().parse().unwrap()
}

/// Left, top, width and height of each space that cuts off what is drawn in it, in the order in which they come.
pub(crate) fn clips(document: &Document) -> Vec<[f64; 4]> {
    let clips = document.descendants().filter(|n| n.has_tag_name("clipPath"));
    clips
        .map(|clip| {
            let space = clip.first_element_child().unwrap();
            ["x", "y", "width", "height"].map(|side| number(space, side))
        })
        .collect()
}

/// Width and height of the page.
pub(crate) fn size(document: &Document) -> [f64; 2] {
    let view = numbers(document.root_element().attribute("viewBox").unwrap());
    [view[2], view[3]]
}

/// Left, top, right and bottom of each path and disc of the colour, in the order in which they come.
pub(crate) fn extents(document: &Document, attribute: &str, colour: &str) -> Vec<[f64; 4]> {
    let of = |node: &Node| node.ancestors().find_map(|n| n.attribute(attribute)) == Some(colour);
    let shapes = document.descendants().filter(of);
    shapes
        .filter_map(|node| match node.tag_name().name() {
            "path" => Some(extent(places(node))),
            "circle" => {
                let [x, y, r] = ["cx", "cy", "r"].map(|at| number(node, at));
                Some([x - r, y - r, x + r, y + r])
            }
            _ => None,
        })
        .collect()
}

/// Left, top, right and bottom.
pub(crate) fn extent(places: impl IntoIterator<Item = (f64, f64)>) -> [f64; 4] {
    let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    places.into_iter().fold(none, |[l, t, r, b], (x, y)| {
        [l.min(x), t.min(y), r.max(x), b.max(y)]
    })
}

/// Left, top, right and bottom of the first text with the words.
pub(crate) fn place_of(document: &Document, words: &str) -> [f64; 4] {
    let found = texts(document).into_iter().find(|(text, _)| text == words);
    found.unwrap_or_else(|| panic!("no `{words}`")).1
}

/// Held to be alike to a unit of the page, a tenth of a point.
pub(crate) fn near(found: &[f64], expected: &[f64]) {
    near_by(found, expected, 1.0);
}

/// As near as pictures can lie, which take whole pixels.
pub(crate) fn near_to_a_pixel(found: &[f64], expected: &[f64]) {
    near_by(found, expected, 1.0 / 0.3);
}

/// Alike to so many units of the page.
pub(crate) fn near_by(found: &[f64], expected: &[f64], units: f64) {
    let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= units;
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(is_near),
        "{found:?}, not {expected:?}"
    );
}

/// The frames of an animation after its still picture: pixels as colours, and how long each is shown, ms.
pub(crate) fn frames(png: &[u8]) -> (Vec<u8>, Vec<(Vec<u8>, u16)>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let count = reader.info().animation_control.unwrap().num_frames;
    let mut next = || {
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        let shown = reader.info().frame_control.map(|control| {
            assert_eq!(control.delay_den, 1000);
            control.delay_num
        });
        (bytes, shown.unwrap_or(0))
    };
    let (still, _) = next();
    (still, (0..count).map(|_| next()).collect())
}

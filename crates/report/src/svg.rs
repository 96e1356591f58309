//! A page as SVG: shapes only, so that no viewer needs a font; each text keeps its words in `aria-label`, the whole its
//! title and what is to be seen.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::error::ReportError;
use crate::ink::Ink;
use crate::outline::{At, Frame, PT, Segment};
use crate::page::{Mark, Page, Paint};
use crate::picture::Picture;
use crate::words::readable;

/// The page as the text of an SVG file.
pub(crate) fn svg(page: &Page) -> Result<String, ReportError> {
    let [width, height] = [page.width, page.height].map(Short);
    let [width_pt, height_pt] = [page.width, page.height].map(|length| Short(length / PT));
    let (id, title, alt) = (id(&page.name), escaped(&page.title), escaped(&page.alt));
    let out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" \
         aria-labelledby=\"{id}-title {id}-desc\" width=\"{width_pt}pt\" height=\"{height_pt}pt\" \
         viewBox=\"0 0 {width} {height}\" stroke-linejoin=\"round\">\n\
         <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{alt}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    let mut writer = Writer { page, out, clips: 0 };
    writer.marks(&page.marks)?;
    Ok(writer.out + "</svg>\n")
}

struct Writer<'a> {
    page: &'a Page,
    out: String,
    clips: usize,
}

impl Writer<'_> {
    fn marks(&mut self, marks: &[Mark]) -> Result<(), ReportError> {
        // Neighbours that are painted alike share one group, which keeps a map of thousands of crowns small.
        for run in marks.chunk_by(|a, b| paint_of(a).is_some() && paint_of(a) == paint_of(b)) {
            match run {
                [Mark::Text { words, outline, ink }] => {
                    let (words, fill) = (escaped(words), fill_attributes(Some(*ink)));
                    self.out += &format!("<g role=\"img\" aria-label=\"{words}\"><path{fill} d=\"");
                    self.outline(outline);
                    self.out += "\"/></g>\n";
                }
                [Mark::Picture(picture)] => self.picture(picture)?,
                [Mark::Within { frame, marks, .. }] => {
                    self.clips += 1;
                    let id = format!("{}-clip-{}", id(&self.page.name), self.clips);
                    self.out += &format!("<clipPath id=\"{id}\"><rect{}/></clipPath>\n", placed(*frame));
                    self.out += &format!("<g clip-path=\"url(#{id})\">\n");
                    self.marks(marks)?;
                    self.out += "</g>\n";
                }
                [alone] => self.shape(alone, &paint_attributes(paint_of(alone))),
                alike => {
                    self.out += &format!("<g{}>\n", paint_attributes(paint_of(&alike[0])));
                    alike.iter().for_each(|mark| self.shape(mark, ""));
                    self.out += "</g>\n";
                }
            }
        }
        Ok(())
    }

    fn shape(&mut self, mark: &Mark, paint: &str) {
        match mark {
            Mark::Path { outline, .. } => {
                self.out += &format!("<path{paint} d=\"");
                self.outline(outline);
                self.out += "\"/>\n";
            }
            Mark::Circle { centre, radius, .. } => {
                let [x, y, radius] = [centre.x.round(), centre.y.round(), *radius].map(Short);
                self.out += &format!(
                    "<circle{paint} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>
"
                );
            }
            Mark::Text { .. } | Mark::Within { .. } | Mark::Picture(_) => unreachable!("written by `marks`"),
        }
    }

    fn picture(&mut self, picture: &Picture) -> Result<(), ReportError> {
        let data = STANDARD.encode(picture.png(&self.page.name, &[])?);
        // Older viewers know only `xlink:href`.
        self.out += &format!(
            "<image{} preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,{data}\"/>\n",
            placed(picture.frame())
        );
        Ok(())
    }

    fn outline(&mut self, outline: &[Segment]) {
        let out = &mut self.out;
        let mut put = |letter: char, places: &[At]| {
            out.push(letter);
            for (i, place) in places.iter().enumerate() {
                let gap = if i == 0 { "" } else { " " };
                let _ = write!(out, "{gap}{} {}", Short(place.x), Short(place.y));
            }
        };
        for segment in outline {
            match *segment {
                Segment::Move(to) => put('M', &[to]),
                Segment::Line(to) => put('L', &[to]),
                Segment::Quadratic(control, to) => put('Q', &[control, to]),
                Segment::Close => put('Z', &[]),
            }
        }
    }
}

fn paint_of(mark: &Mark) -> Option<&Paint> {
    match mark {
        Mark::Path { paint, .. } | Mark::Circle { paint, .. } => Some(paint),
        Mark::Text { .. } | Mark::Within { .. } | Mark::Picture(_) => None,
    }
}

fn placed(frame: Frame) -> String {
    let [x, y, width, height] = [frame.left, frame.top, frame.width, frame.height].map(Short);
    format!(" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

fn paint_attributes(paint: Option<&Paint>) -> String {
    let Some(paint) = paint else {
        return String::new();
    };
    let mut attributes = fill_attributes(paint.fill);
    if let Some(stroke) = &paint.stroke {
        let (colour, width) = (hex(stroke.ink), Short(stroke.width));
        attributes += &format!(" stroke=\"{colour}\" stroke-width=\"{width}\"");
        if stroke.ink.opacity < 1.0 {
            attributes += &format!(" stroke-opacity=\"{}\"", stroke.ink.opacity);
        }
        if !stroke.dash.is_empty() {
            let lengths: Vec<String> = stroke.dash.iter().map(|&l| Short(l).to_string()).collect();
            attributes += &format!(" stroke-dasharray=\"{}\"", lengths.join(" "));
        }
    }
    attributes
}

fn fill_attributes(fill: Option<Ink>) -> String {
    let Some(ink) = fill else {
        return " fill=\"none\"".to_owned();
    };
    let opacity = match ink.opacity {
        part if part < 1.0 => format!(" fill-opacity=\"{part}\""),
        _ => String::new(),
    };
    format!(" fill=\"{}\"{opacity}", hex(ink))
}

fn hex(ink: Ink) -> String {
    let [red, green, blue] = ink.rgb;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A name as a part of ids, which hold no spaces and, in a link, none of CSS's signs. Different names stay different, for
/// two figures on one page share its ids.
fn id(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') => out.push(c),
            c => {
                let _ = write!(out, ".{:x}.", u32::from(c));
            }
        }
    }
    out
}

/// Text safe in an attribute; characters that XML cannot hold become the replacement character.
fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(readable(c)),
        }
    }
    out
}

/// A length to a tenth, without a zero behind the point.
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        // What lies beyond all numbers of tenths, as the places of a spoiled table may, is at the least of them.
        let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        match tenth {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::{Across, Along, Setting};
    use crate::outline::at;

    #[test]
    fn lengths_beyond_all_tenths_are_written_too() {
        let written = [-0.04, 12.34, -7.0, -1e300].map(|length| Short(length).to_string());
        assert_eq!(written, ["0", "12.3", "-7", "-922337203685477580.8"]);
    }

    #[test]
    fn words_with_signs_of_xml_come_back_whole() {
        let words = "a <b> & \"c\" \u{1} é";
        let mut page = Page::new("test", 100.0, 100.0);
        let ink = Ink::solid(0);
        let setting = Setting {
            size: 90.0,
            ink,
            along: Along::Start,
            across: Across::Top,
            quarter_turns: 0,
        };
        page.text(words, at(0.0, 0.0), setting);
        let svg = svg(&page).unwrap();
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let label = tree
            .descendants()
            .find_map(|node| node.attribute("aria-label"))
            .unwrap();
        assert_eq!(label, words.replace('\u{1}', "\u{fffd}"));
    }

    #[test]
    fn different_names_have_different_ids_without_spaces() {
        assert_eq!(id("map-year_0150"), "map-year_0150");
        let names = ["a b", "a-b", "a.20.b", "a\tb", "(a b)", "eiche & bär", "a b "];
        let ids = names.map(id);
        assert!(
            ids.iter()
                .all(|id| !id.contains(|c: char| c.is_whitespace() || "()&#\"".contains(c)))
        );
        assert!((0..names.len()).all(|i| !ids[..i].contains(&ids[i])), "{ids:?}");
    }

    #[test]
    fn lengths_are_rounded_to_a_tenth() {
        let shown = [0.0, -0.04, 1.25, -3.0, 12.96, -0.5].map(|x| Short(x).to_string());
        assert_eq!(shown, ["0", "0", "1.3", "-3", "13", "-0.5"]);
    }

    #[test]
    fn paint_is_said_in_full() {
        use crate::page::Stroke;
        let ink = Ink::solid(0x01_ab20);
        assert_eq!(hex(ink), "#01ab20");
        assert_eq!(paint_attributes(None), "");
        assert_eq!(paint_attributes(Some(&Paint::fill(ink))), " fill=\"#01ab20\"");
        let half = Paint::fill(ink.at_opacity(0.5)).edged(Stroke {
            ink: ink.at_opacity(0.25),
            width: 4.0,
            dash: &[30.0, 12.5],
        });
        assert_eq!(
            paint_attributes(Some(&half)),
            " fill=\"#01ab20\" fill-opacity=\"0.5\" stroke=\"#01ab20\" stroke-width=\"4\" stroke-opacity=\"0.25\" stroke-dasharray=\"30 12.5\""
        );
        let solid = Paint::stroke(Stroke::plain(ink, 4.0));
        assert_eq!(
            paint_attributes(Some(&solid)),
            " fill=\"none\" stroke=\"#01ab20\" stroke-width=\"4\""
        );
    }

    #[test]
    fn shapes_are_written_as_they_stand() {
        let at = |x, y| At { x, y };
        let mut page = Page::new("p", 20.0, 10.0);
        page.path(
            vec![
                Segment::Move(at(1.0, 2.0)),
                Segment::Line(at(3.0, 4.5)),
                Segment::Quadratic(at(5.0, 6.0), at(7.0, 8.0)),
                Segment::Close,
            ],
            Paint::fill(Ink::solid(0)),
        );
        page.marks.push(Mark::Within {
            frame: Frame::new(10.0, 20.0, 30.0, 40.0),
            marks: vec![
                Mark::circle(at(7.0, 8.0), 2.5, Paint::fill(Ink::solid(0xff_0000))),
                Mark::circle(at(9.0, 8.0), 2.5, Paint::fill(Ink::solid(0xff_0000))),
            ],
            as_picture: false,
        });
        let text = svg(&page).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("width=\"20pt\" height=\"10pt\" viewBox=\"0 0 200 100\""));
        assert_eq!(
            lines[1..3],
            ["<title id=\"p-title\"></title>", "<desc id=\"p-desc\"></desc>"]
        );
        assert_eq!(lines[3], "<rect width=\"200\" height=\"100\" fill=\"#ffffff\"/>");
        assert_eq!(
            lines[4..],
            [
                "<path fill=\"#000000\" d=\"M1 2L3 4.5Q5 6 7 8Z\"/>",
                "<clipPath id=\"p-clip-1\"><rect x=\"10\" y=\"20\" width=\"30\" height=\"40\"/></clipPath>",
                "<g clip-path=\"url(#p-clip-1)\">",
                "<g fill=\"#ff0000\">",
                "<circle cx=\"7\" cy=\"8\" r=\"2.5\"/>",
                "<circle cx=\"9\" cy=\"8\" r=\"2.5\"/>",
                "</g>",
                "</g>",
                "</svg>",
            ]
        );
    }
}

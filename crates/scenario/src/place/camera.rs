//! A camera's file: where it is in each frame, as comma-separated values.

use serde::Serialize;
use understory_placement::Window;
use understory_records::{CsvRow, CsvRows, NoCsv, OPEN_QUOTE, nearest};

use crate::files::{as_text, too_long};
use crate::loading::Loading;
use crate::problem::{Problem, Problems, Report};
use crate::value::Table;
use crate::words::listed;

/// Where the camera is in a frame, and where it looks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CameraFrame {
    /// Number of the frame.
    pub frame: u32,
    /// Where it is, m: x, y and height; in the world or on its edge.
    pub place_m: [f64; 3],
    /// The direction it looks in, degrees counterclockwise from east, seen from above.
    pub yaw_deg: f64,
    /// How far it looks up, degrees above the horizon; −90 to 90.
    pub pitch_deg: f64,
}

/// The columns of the file, in any order and among others.
const COLUMNS: [&str; 6] = ["frame", "x_m", "y_m", "z_m", "yaw_deg", "pitch_deg"];

/// The way of the camera, where the file names one; `None` where something is wrong with it.
pub(super) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    window: Option<&Window>,
) -> Option<Option<Vec<CameraFrame>>> {
    if !table.has("camera") {
        return Some(None);
    }
    let camera = table.table("camera")?;
    let (opened, input) = loading.input(camera.at("file"), camera.text("file")?)?;
    match of_file(&opened, &loading.inputs[input].bytes, window) {
        Ok(frames) => Some(Some(frames)),
        Err(problems) => {
            loading.report.extend(problems);
            None
        }
    }
}

/// The frames of a file, or what is wrong with it.
fn of_file(file: &str, bytes: &[u8], window: Option<&Window>) -> Result<Vec<CameraFrame>, Vec<Problem>> {
    let shown = String::from_utf8_lossy(bytes);
    let text = match as_text(bytes) {
        Ok(text) => text,
        Err(at) => {
            let mut report = Report::of_data(file, &shown);
            let hint = "save it with the encoding UTF-8".to_owned();
            report.problem(at, "the file is not UTF-8 text from here on", hint);
            return report.finish(None).map_err(Problems::into_vec);
        }
    };
    let mut reader = Reader {
        report: Report::of_data(file, text),
        window,
        frames: Vec::new(),
        last: None,
    };
    match too_long(text) {
        Some((at, message)) => {
            let hint = "cut the way into pieces";
            reader.report.problem(at, message, hint.to_owned());
        }
        None => reader.rows(text),
    }
    let Reader { report, frames, .. } = reader;
    report.finish(Some(frames)).map_err(Problems::into_vec)
}

struct Reader<'a> {
    report: Report<'a>,
    window: Option<&'a Window>,
    frames: Vec<CameraFrame>,
    /// Number of the frame before.
    last: Option<u32>,
}

impl Reader<'_> {
    fn problem(&mut self, at: usize, message: impl Into<String>, hint: &str) {
        let hint = (!hint.is_empty()).then(|| hint.to_owned());
        self.report.problem(at, message, hint);
    }

    fn rows(&mut self, text: &str) {
        let mut rows = CsvRows::new(text, b',');
        let (mut header, mut has_rows): (Option<Header>, bool) = (None, false);
        loop {
            let row = match rows.next_row() {
                Ok(Some(row)) => row,
                Ok(None) => break,
                Err(NoCsv { at, message }) => return self.problem(at, message, ""),
            };
            if let Some(at) = row.open_quote() {
                let [message, hint] = OPEN_QUOTE;
                self.problem(at, message, hint);
                match header {
                    Some(_) => continue,
                    None => return,
                }
            }
            match &header {
                Some(header) => {
                    has_rows = true;
                    if let Some(frame) = self.frame(&row, header) {
                        self.frames.push(frame);
                    }
                }
                None => match self.header(&row) {
                    Some(found) => header = Some(found),
                    None => return,
                },
            }
        }
        if !has_rows {
            let message = if header.is_some() {
                "the file has no rows"
            } else {
                "the file is empty"
            };
            self.problem(
                0,
                message,
                "give the header `frame,x_m,y_m,z_m,yaw_deg,pitch_deg` and a row for each frame",
            );
        }
    }

    fn header(&mut self, row: &CsvRow<'_>) -> Option<Header> {
        let before = self.report.count();
        let mut places = [0; COLUMNS.len()];
        for (place, name) in places.iter_mut().zip(COLUMNS) {
            let mut found = (0..row.fields.len()).filter(|&at| row.fields[at] == *name);
            match (found.next(), found.next()) {
                (Some(only), None) => *place = only,
                (Some(_), Some(second)) => self.problem(
                    row.field_at(second),
                    format!("there are two columns `{name}`"),
                    "rename or remove one of them",
                ),
                (None, _) => {
                    let message = format!(
                        "the file has no column `{name}`: its columns are {}",
                        listed(row.fields.iter())
                    );
                    let strangers = row.fields.iter().filter(|field| !COLUMNS.contains(field));
                    let hint = match nearest(name, strangers) {
                        Some(near) => format!("rename `{near}` to `{name}`, if it is that"),
                        None => {
                            "a camera's file has the columns `frame,x_m,y_m,z_m,yaw_deg,pitch_deg`".to_owned()
                        }
                    };
                    self.problem(row.at, message, &hint);
                }
            }
        }
        (self.report.count() == before).then_some(Header {
            width: row.fields.len(),
            places,
        })
    }

    fn frame(&mut self, row: &CsvRow<'_>, header: &Header) -> Option<CameraFrame> {
        if row.fields.len() != header.width {
            let message = format!(
                "this row has {} fields, but the header has {}",
                row.fields.len(),
                header.width
            );
            self.problem(row.at, message, "");
            return None;
        }
        let [frame, numbers @ ..] = header.places;
        let before = self.report.count();
        let frame = self.number_of_frame(row, frame);
        let [x_m, y_m, z_m, yaw_deg, pitch_deg] = numbers.map(|column| self.number(row, column));
        if let Some(pitch_deg) = pitch_deg.filter(|pitch_deg| !(-90.0..=90.0).contains(pitch_deg)) {
            let message = format!("the pitch is {pitch_deg}, but it must be at least -90 and at most 90");
            let hint = "-90 looks straight down, 0 to the horizon";
            self.problem(row.field_at(header.places[5]), message, hint);
        }
        let place_m = [x_m?, y_m?, z_m?];
        if let Some(Window { low_m, high_m }) = self.window
            && let Some(axis) = (0..2).find(|&axis| !(low_m[axis]..=high_m[axis]).contains(&place_m[axis]))
        {
            let message = format!(
                "the camera is at ({}, {}), beyond the world, which is {} to {} by {} to {}",
                place_m[0], place_m[1], low_m[0], high_m[0], low_m[1], high_m[1]
            );
            let hint = "move it into the world, or set `world.origin_m` and `world.size_m` to hold it";
            self.problem(row.field_at(header.places[1 + axis]), message, hint);
        }
        (self.report.count() == before).then_some(())?;
        Some(CameraFrame {
            frame: frame?,
            place_m,
            yaw_deg: yaw_deg?,
            pitch_deg: pitch_deg?,
        })
    }

    fn number_of_frame(&mut self, row: &CsvRow<'_>, column: usize) -> Option<u32> {
        let field = &row.fields[column];
        let Ok(frame) = field.parse::<u32>() else {
            let message = format!("the frame is `{field}`, but it must be a whole number of at least 0");
            self.problem(row.field_at(column), message, "number the frames 0, 1, 2, …");
            return None;
        };
        if let Some(last) = self.last.filter(|&last| frame <= last) {
            let message = format!("the frame is {frame}, but the one before it is {last}");
            self.problem(
                row.field_at(column),
                message,
                "sort the rows by their frames, each once",
            );
        }
        self.last = Some(frame);
        Some(frame)
    }

    fn number(&mut self, row: &CsvRow<'_>, column: usize) -> Option<f64> {
        let field = &row.fields[column];
        match field.parse::<f64>() {
            Ok(number) if number.is_finite() => return Some(number + 0.0),
            _ if field.is_empty() => self.problem(row.field_at(column), "this field is empty", ""),
            Ok(_) => {
                let message = format!("`{field}` is not a finite number");
                self.problem(row.field_at(column), message, "correct or remove the row");
            }
            Err(_) => {
                let hint = if field.contains(',') {
                    "write decimals with a point"
                } else {
                    ""
                };
                self.problem(row.field_at(column), format!("`{field}` is not a number"), hint);
            }
        }
        None
    }
}

/// Where in a row each column stands.
struct Header {
    width: usize,
    places: [usize; COLUMNS.len()],
}

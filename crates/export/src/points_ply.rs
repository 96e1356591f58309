//! What stands in a world as points of a PLY file: binary, little end first, z up.
//!
//! A vertex has `x y z` in metres as they are, `red green blue` of its rule, `scale`, and the numbers `asset` and `rule` of what
//! comments in the header name; `rule` is -1 where it was placed by hand.

use std::io::Write;

use crate::ExportError;
use crate::look::Colour;

/// One point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CloudPoint {
    /// Where it is, z up, m.
    pub place_m: [f64; 3],
    /// Its colour, as on screen (sRGB).
    pub colour: Colour,
    /// Size of what stands there, as a factor.
    pub scale: f32,
    /// Number of its asset.
    pub asset: u32,
    /// Number of its rule, if it has one.
    pub rule: Option<u32>,
}

/// Writes so many points, with the names that their numbers stand for.
///
/// # Errors
/// [`ExportError::Write`], also where there are not as many points as were said.
pub fn write(
    out: &mut dyn Write,
    count: u64,
    [assets, rules]: [&[String]; 2],
    points: impl IntoIterator<Item = CloudPoint>,
) -> Result<(), ExportError> {
    write!(
        out,
        "ply\nformat binary_little_endian 1.0\ncomment understory {}: m, z up\n",
        env!("CARGO_PKG_VERSION")
    )?;
    for (kind, names) in [("asset", assets), ("rule", rules)] {
        for (number, name) in names.iter().enumerate() {
            writeln!(out, "comment {kind} {number} {name}")?;
        }
    }
    write!(
        out,
        "element vertex {count}\nproperty double x\nproperty double y\nproperty double z\nproperty uchar red\nproperty uchar green\n\
         property uchar blue\nproperty float scale\nproperty uint asset\nproperty int rule\nend_header\n"
    )?;
    let mut written = 0;
    for point in points {
        for along in point.place_m {
            out.write_all(&along.to_le_bytes())?;
        }
        out.write_all(&point.colour)?;
        out.write_all(&point.scale.to_le_bytes())?;
        out.write_all(&point.asset.to_le_bytes())?;
        out.write_all(&point.rule.map_or(-1, |rule| rule as i32).to_le_bytes())?;
        written += 1;
    }
    if written == count {
        return Ok(());
    }
    let message = format!("{written} points were written where {count} were said");
    Err(std::io::Error::other(message).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x_m: f64, rule: Option<u32>) -> CloudPoint {
        CloudPoint {
            place_m: [x_m, 2.0, -0.5],
            colour: [1, 2, 255],
            scale: 0.75,
            asset: 1,
            rule,
        }
    }

    #[test]
    fn points_are_as_many_bytes_as_the_header_says_and_read_back() {
        let names = ["oak", "fern"].map(str::to_owned);
        let mut out = Vec::new();
        write(
            &mut out,
            2,
            [&names, &names[..1]],
            [point(1e7 + 0.001, Some(0)), point(4.0, None)],
        )
        .unwrap();
        let end = b"end_header\n";
        let at = out.windows(end.len()).position(|found| found == end).unwrap() + end.len();
        let header = std::str::from_utf8(&out[..at]).unwrap();
        assert!(
            header.contains("comment asset 1 fern\n")
                && header.contains("comment rule 0 oak\nelement vertex 2\n")
        );
        let rows: Vec<&[u8]> = out[at..].chunks(24 + 3 + 12).collect();
        assert_eq!(rows.iter().map(|row| row.len()).collect::<Vec<_>>(), [39, 39]);
        let x_m = |row: &[u8]| f64::from_le_bytes(row[..8].try_into().unwrap());
        let rule = |row: &[u8]| i32::from_le_bytes(row[35..].try_into().unwrap());
        assert_eq!(
            rows.iter().map(|row| (x_m(row), rule(row))).collect::<Vec<_>>(),
            [(1e7 + 0.001, 0), (4.0, -1)]
        );
    }

    #[test]
    fn a_wrong_count_is_told() {
        let told = write(&mut Vec::new(), 2, [&[], &[]], [point(0.0, None)])
            .unwrap_err()
            .to_string();
        assert!(told.contains("1 points were written where 2 were said"), "{told}");
    }
}

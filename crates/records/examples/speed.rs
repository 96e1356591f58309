//! How fast tables are written and read: `cargo run --release -p understory-records --example speed [ROWS]`.

#![allow(clippy::print_stdout, reason = "what an example finds is printed")]

use std::error::Error;
use std::io;
use std::time::Instant;

use understory_records::{Content, ReadError, TreeRow, read_each_row, read_rows, write_rows};

fn tree(number: u64) -> TreeRow {
    // Digits as full as those of a real table: multiples of an irrational number.
    let fraction = |k: u64| (number.wrapping_mul(k) as f64 * 0.618_033_988_749_894_9).fract();
    TreeRow {
        tree: number,
        species: if number.is_multiple_of(3) {
            "fagus-sylvatica".into()
        } else {
            "betula-pendula".into()
        },
        x_m: 1000.0 * fraction(1),
        y_m: 1000.0 * fraction(7),
        z_m: 0.0,
        age_yr: (300.0 * fraction(11)) as u32,
        dbh_cm: 80.0 * fraction(13),
        height_m: 40.0 * fraction(17),
        crown_radius_m: 6.0 * fraction(19),
        vigour: fraction(23),
        crown_base_m: fraction(24) as f32,
        dbh_score: fraction(25) as f32,
        height_score: fraction(26) as f32,
        key: format!(
            "{:032x}",
            u128::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
        ),
    }
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    println!("{what:<40} {:.2} s", started.elapsed().as_secs_f64());
    result
}

fn main() -> Result<(), Box<dyn Error>> {
    let rows: u64 = std::env::args()
        .nth(1)
        .map_or(Ok(1_000_000), |text| text.parse())?;
    let trees: Vec<TreeRow> = timed("rows made", || (0..rows).map(tree).collect());
    let mut text = Vec::new();
    timed("written into memory", || write_rows(&mut text, &trees))?;
    timed("made and written", || write_rows(io::sink(), (0..rows).map(tree)))?;
    timed("hashed", || Content::of(&text[..]))?;
    let read = timed("read into a list", || {
        read_rows::<TreeRow>("trees.csv", &text[..])
    })?;
    assert_eq!(read, trees);
    timed("read one by one", || {
        Ok::<_, ReadError>(read_each_row::<TreeRow>("trees.csv", &text[..])?.count())
    })?;

    let mut serde = csv::Writer::from_writer(Vec::new());
    timed("written through serde", || {
        trees.iter().try_for_each(|row| serde.serialize(row))
    })?;
    assert_eq!(serde.into_inner()?, text);
    timed("read one by one through serde", || {
        csv::Reader::from_reader(&text[..])
            .into_deserialize::<TreeRow>()
            .count()
    });

    #[cfg(feature = "parquet")]
    {
        use understory_records::{read_each_parquet_row, write_parquet};
        let mut file = Vec::new();
        timed("written as Parquet", || write_parquet(&mut file, &trees))?;
        timed("read one by one from Parquet", || {
            Ok::<_, ReadError>(read_each_parquet_row::<TreeRow>("trees.parquet", &file[..])?.count())
        })?;
    }
    Ok(())
}

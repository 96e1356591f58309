//! Spectra and blue-noise measures agree with an independent program. See `reference/README.md`.

use understory_spacing::{BlueNoise, Edge, Plot, Spectrum};

use crate::reference_files::{number, rows};

/// Powers below this are rounding: those of a lattice between its peaks.
const NO_POWER: f64 = 1e-20;

fn assert_close(ours: f64, theirs: f64, what: &str) {
    let is_close = (ours - theirs).abs() <= 1e-9 * theirs.abs();
    assert!(
        is_close || theirs.abs().max(ours.abs()) < NO_POWER,
        "{what}: {ours} against {theirs}"
    );
}

#[test]
fn spectra_and_blue_noise_measures_agree() {
    let window = Plot::new([0.0; 2], [1.0; 2], Edge::Torus).unwrap();
    let measures = rows("blue_noise.csv");
    for of_pattern in measures.chunk_by(|a, b| a[0] == b[0]) {
        let name = &of_pattern[0][0];
        let points: Vec<[f64; 2]> = rows(&format!("points/{name}.csv"))
            .iter()
            .map(|fields| [number(&fields[0]), number(&fields[1])])
            .collect();
        let spectrum = Spectrum::new(&points, &window).unwrap();
        let table = rows(&format!("spectrum/{name}.csv"));
        assert_eq!(spectrum.rings.len(), table.len());
        for (ring, theirs) in spectrum.rings.iter().zip(&table) {
            let what = format!("{name}, ring {}", theirs[0]);
            assert_eq!(ring.waves.to_string(), theirs[1], "{what}");
            assert_close(ring.power, number(&theirs[2]), &what);
            if ring.power > NO_POWER {
                let away = ring.anisotropy_db.unwrap() - number(&theirs[3]);
                assert!(away.abs() < 1e-8, "{what}: {away} dB off");
            }
        }
        let ours = BlueNoise::new(&points, &window).unwrap();
        for row in of_pattern {
            let value = match row[1].as_str() {
                "global_mindist" => ours.global_mindist,
                "mean_mindist" => ours.mean_mindist,
                "effective_nyquist" => ours.effective_nyquist,
                "oscillations" => ours.oscillations,
                "nu_first_peak" => ours.first_peak,
                "mean_power_below_half_nyquist" => spectrum.low_power.unwrap(),
                figure => panic!("`{figure}` is not known"),
            };
            assert_close(value, number(&row[2]), &format!("{name}, {}", row[1]));
        }
    }
}

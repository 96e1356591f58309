//! Prints the metrics of each form that ships, as JSON lines: `cargo run --release -p understory-branching
//! --example forms -- [seeds]`.

use understory_branching::presets::PRESETS;
use understory_numerics::RandomKey;

#[allow(clippy::print_stdout, reason = "an example shows what it finds")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seeds = std::env::args().nth(1).map_or(Ok(3), |text| text.parse())?;
    for preset in PRESETS {
        for seed in 0..seeds {
            let tree = preset.form().grow(RandomKey::root(seed, &[preset.name]), &[])?;
            println!("{} {seed} {}", preset.name, serde_json::to_string(&tree.metrics)?);
        }
    }
    Ok(())
}

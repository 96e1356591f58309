//! How a choice is called in messages: as scenarios write it.

use std::fmt::Debug;

/// The name of a variant in the way of scenarios: `half-space` of `HalfSpace { … }`.
pub(crate) fn called(choice: &impl Debug) -> String {
    let debug = format!("{choice:?}");
    let mut called = String::new();
    for letter in debug.chars().take_while(|letter| letter.is_alphanumeric()) {
        if letter.is_uppercase() && !called.is_empty() {
            called.push('-');
        }
        called.extend(letter.to_lowercase());
    }
    called
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colonization::Solid;

    #[test]
    fn a_solid_is_called_as_scenarios_write_it() {
        let solid = Solid::HalfSpace {
            place_m: [0.0; 3],
            normal: [f64::NAN; 3],
        };
        assert_eq!(called(&solid), "half-space");
    }
}

//! `schema`: the JSON Schema of a scenario, for editors.

use crate::failure::Outcome;
use crate::output::data;

/// JSON Schema of a scenario.
pub(crate) fn schema() -> Outcome {
    data(&format!("{:#}\n", understory::scenario::schema()))
}

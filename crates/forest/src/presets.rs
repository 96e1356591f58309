//! Species that ship with the program: every number with its unit and where it comes from.

/// Where a number of a preset comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Read in this publication or program.
    Source(&'static str),
    /// A published number divided (or multiplied) to fit this model's currency, with the reason.
    Divisor(&'static str),
    /// Not published: assumed, with the reason.
    Assumed(&'static str),
}

/// A number of a preset, or a word such as a kernel's name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PresetValue {
    /// A real number.
    Real(f64),
    /// A whole number.
    Whole(u32),
    /// A choice.
    Word(&'static str),
}

/// One line of a preset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresetEntry {
    /// The key as in a scenario, below `[[species]]`: `growth.height_max_m`.
    pub key: &'static str,
    /// Its value.
    pub value: PresetValue,
    /// Its unit as read by people: `m`, `cm`, `per yr`, `yr`, `seeds per m²`, `–`.
    pub unit: &'static str,
    /// Where it comes from.
    pub origin: Origin,
}

/// A species that ships with the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// The name a scenario uses: `fagus-sylvatica`.
    pub name: &'static str,
    /// What it is: `European beech`.
    pub about: &'static str,
    /// All keys of a species but its name.
    pub entries: &'static [PresetEntry],
}

/// All presets, in alphabetical order of their names.
pub const PRESETS: &[Preset] = &[];

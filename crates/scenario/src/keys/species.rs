use super::Literal::{Real, Table, Whole, Word};
use super::{Interval, Key, Kind, Presets, When, real, table, whole};
use understory_forest::growth::LEAST_HEIGHT_M;

/// Names that tables use for something else than a species.
pub const RESERVED_NAMES: &[&str] = &["all", "seedling", "sapling", "adult"];

const PROBABILITY: Interval = Interval::from(0.0, 1.0);
/// A slower tree gains nothing in ten thousand years.
const RATE: Interval = Interval::from(1e-6, 10.0);
const STRENGTH: Interval = Interval::from(0.0, 1e6);
const EXPONENTIAL: When = When::Is("kernel", &["exponential"]);
const DISC: When = When::Is("kernel", &["disc"]);
const TWO_PART: When = When::Is("kernel", &["two-part-exponential"]);
const TWO_DT: When = When::Is("kernel", &["2dt"]);

/// The keys of a `[[species]]` entry: those of `understory_forest::parameters::Species`, and the preset.
pub const SPECIES: &[Key] = &[
    Key::new(
        "name",
        Kind::Name,
        "",
        "name by which founders and tables refer to the species; it also enters its random keys",
        "\"beech\"",
    ),
    Key::new(
        "preset",
        Kind::Preset(Presets::Species),
        "",
        "species that ships with the program; each key below overrides its number",
        "\"fagus-sylvatica\"",
    )
    .optional(),
    table(
        "growth",
        GROWTH,
        "growth curves and the response to light",
        "{ height_max_m = 38.0, … }",
    ),
    table(
        "crown",
        CROWN,
        "crown radius: 0.12 m per metre of height up to breast height, plus k · dbh^exponent",
        "{ radius_at_30_cm_m = 2.4, exponent = 0.75 }",
    ),
    table(
        "fruit",
        FRUIT,
        "seeds borne per m² of crown, times vigour and mast",
        "{ maturity_age_yr = 40, seeds_per_m2 = 2.0 }",
    ),
    table(
        "dispersal",
        DISPERSAL,
        "distance from a mother to where her seed lands",
        "{ kernel = \"2dt\", u_m2 = 120.0, p = 1.5 }",
    ),
    table(
        "seed_bank",
        SEED_BANK,
        "how long seeds last in the ground",
        "{ yearly_loss = 0.6, max_age_yr = 3 }",
    ),
    table(
        "germination",
        GERMINATION,
        "share of sound seeds that could germinate in a spring",
        "{ probability = 0.3 }",
    ),
    table(
        "inhibition",
        INHIBITION,
        "field that keeps seeds from germinating: P = exp(−Σ strength · (height / 20 m)^exponent · kernel)",
        "{ kernel = \"exponential\", strength = 3.0, e_fold_crown_radii = 0.5 }",
    ),
    table(
        "competition",
        COMPETITION,
        "field that takes light from other trees",
        "{ strength = 1.0 }",
    )
    .default(Table),
    table(
        "mortality",
        MORTALITY,
        "causes of death",
        "{ age_max_yr = 300, … }",
    ),
    table(
        "resprout",
        RESPROUT,
        "regrowth from the stumps of broken trees",
        "{ probability = 0.2, max_age_yr = 60, height_m = 0.5 }",
    )
    .default(Table),
];

const GROWTH: &[Key] = &[
    real(
        "height_max_m",
        Interval::from(1.4, 150.0),
        "m",
        "height that an unhindered tree approaches",
        "38.0",
    ),
    real(
        "height_rate_per_yr",
        RATE,
        "per yr",
        "rate b of the height curve a(1 − e^(−bt))³",
        "0.03",
    ),
    real(
        "dbh_max_cm",
        Interval::from(0.01, 2000.0),
        "cm",
        "diameter at breast height that an unhindered tree approaches",
        "110.0",
    ),
    real(
        "dbh_rate_per_yr",
        RATE,
        "per yr",
        "rate of the diameter curve D(1 − e^(−bt))²",
        "0.015",
    ),
    real(
        "seedling_height_m",
        Interval::within(LEAST_HEIGHT_M, 1.3),
        "m",
        "height at birth",
        "0.15",
    )
    .default(Real(0.15)),
    real(
        "shade_exponent",
        Interval::from(0.0, 20.0),
        "",
        "exponent β of the growth response L^β to light L; large: shade-intolerant",
        "0.5",
    ),
];

const CROWN: &[Key] = &[
    real(
        "radius_at_30_cm_m",
        Interval::from(0.001, 50.0),
        "m",
        "what a diameter of 30 cm adds to the crown radius",
        "2.4",
    ),
    real(
        "exponent",
        Interval::from(0.0, 2.0),
        "",
        "exponent of the diameter in the crown radius",
        "0.75",
    ),
];

const FRUIT: &[Key] = &[
    whole(
        "maturity_age_yr",
        (0, 10_000),
        "yr",
        "age from which a tree bears seeds",
        "40",
    ),
    real(
        "seeds_per_m2",
        Interval::from(0.0, 1e6),
        "seeds per m²",
        "viable seeds that land per m² of crown in a good year",
        "2.0",
    ),
    whole(
        "mast_every_yr",
        (1, 1000),
        "yr",
        "every how many years a good year comes",
        "5",
    )
    .default(Whole(1)),
    real(
        "off_year_fraction",
        PROBABILITY,
        "",
        "share of a good year's seeds borne in the years between",
        "0.1",
    )
    .default(Real(1.0)),
];

const DISPERSAL: &[Key] = &[
    Key::new(
        "kernel",
        Kind::Choice(&["two-part-exponential", "2dt", "disc"]),
        "",
        "form of the distances: exponential near and far, Clark's 2Dt, or uniform on a disc",
        "\"2dt\"",
    ),
    real(
        "near_mean_m",
        Interval::from(1e-3, 1e5),
        "m",
        "mean distance of most seeds",
        "12.0",
    )
    .when(TWO_PART),
    real(
        "far_mean_m",
        Interval::from(1e-3, 1e6),
        "m",
        "mean distance of the far-flying seeds",
        "100.0",
    )
    .when(TWO_PART),
    real(
        "far_fraction",
        PROBABILITY,
        "",
        "share of far-flying seeds",
        "0.05",
    )
    .when(TWO_PART),
    real(
        "u_m2",
        Interval::from(1e-6, 1e10),
        "m²",
        "scale u of the 2Dt density p / (π u (1 + r²/u)^(p+1))",
        "120.0",
    )
    .when(TWO_DT),
    real(
        "p",
        Interval::from(0.1, 100.0),
        "",
        "shape p of the 2Dt density; the mean distance is finite above ½",
        "1.5",
    )
    .when(TWO_DT),
    real(
        "radius_m",
        Interval::from(1e-3, 1e6),
        "m",
        "radius of the disc",
        "20.0",
    )
    .when(DISC),
];

const SEED_BANK: &[Key] = &[
    real(
        "yearly_loss",
        PROBABILITY,
        "per yr",
        "probability that a seed rots in a year",
        "0.6",
    ),
    whole("max_age_yr", (1, 1000), "yr", "springs that a seed can see", "3"),
];

const GERMINATION: &[Key] = &[real(
    "probability",
    PROBABILITY,
    "per yr",
    "probability that a sound seed sprouts in a spring where nothing inhibits it",
    "0.3",
)];

const FIELD_KERNEL: Kind = Kind::Choice(&["exponential", "disc"]);
const E_FOLD: Key = real(
    "e_fold_crown_radii",
    Interval::from(0.001, 100.0),
    "crown radii",
    "e-folding length of the field",
    "0.5",
)
.when(EXPONENTIAL);
const CUT: Key = real(
    "cut_fraction",
    Interval::from(1e-30, 0.999),
    "",
    "fraction below which the field is zero; it sets the reach",
    "0.02",
)
.when(EXPONENTIAL)
.default(Real(0.02));
const DISC_RADIUS: Key = real(
    "radius_crown_radii",
    Interval::from(0.001, 100.0),
    "crown radii",
    "radius of the field's disc",
    "1.0",
)
.when(DISC);
const HEIGHT_EXPONENT: Key = real(
    "height_exponent",
    Interval::from(0.0, 5.0),
    "",
    "exponent of (height / 20 m), by which the strength rises with height",
    "0.3",
)
.default(Real(0.3));

const INHIBITION: &[Key] = &[
    Key::new(
        "kernel",
        FIELD_KERNEL,
        "",
        "shape of the field over distance",
        "\"exponential\"",
    ),
    E_FOLD,
    CUT,
    DISC_RADIUS,
    real(
        "strength",
        STRENGTH,
        "",
        "strength on seeds of its own species",
        "3.0",
    ),
    real(
        "strength_on_others",
        STRENGTH,
        "",
        "strength on seeds of other species",
        "1.0",
    )
    .default(Real(1.0)),
    HEIGHT_EXPONENT,
    real(
        "fade_yr",
        Interval::from(1e-3, 1e4),
        "yr",
        "e-folding time of a dead tree's field",
        "5.0",
    )
    .default(Real(5.0)),
    whole(
        "memory_yr",
        (0, 1000),
        "yr",
        "years after which a dead tree's field is gone; 0: at once",
        "15",
    )
    .default(Whole(15)),
];

const COMPETITION: &[Key] = &[
    Key::new(
        "kernel",
        FIELD_KERNEL,
        "",
        "shape of the field over distance",
        "\"exponential\"",
    )
    .default(Word("exponential")),
    E_FOLD.default(Real(0.5)),
    CUT,
    DISC_RADIUS,
    real("strength", STRENGTH, "", "strength on every neighbour", "1.0").default(Real(1.0)),
    HEIGHT_EXPONENT,
];

const MORTALITY: &[Key] = &[
    whole(
        "age_max_yr",
        (1, 10_000),
        "yr",
        "age that a share `lucky_fraction` of uncrowded trees reaches, and from which senescence begins",
        "300",
    ),
    real(
        "lucky_fraction",
        Interval::from(1e-9, 1.0),
        "",
        "share of uncrowded trees that reach `age_max_yr`",
        "0.01",
    ),
    real(
        "stress_rate",
        Interval::from(0.0, 100.0),
        "",
        "b in the stress loss 1 − exp(−b · stress)",
        "1.0",
    ),
    real(
        "stress_threshold",
        PROBABILITY,
        "",
        "v₀ of the vigour v₀ (1 + factor · h / h_max) below which a tree is under stress",
        "0.1",
    ),
    real(
        "stress_threshold_height_factor",
        Interval::from(0.0, 100.0),
        "",
        "the factor in that threshold: tolerance falls as trees grow",
        "1.0",
    ),
    real(
        "senescence_per_yr",
        PROBABILITY,
        "per yr",
        "yearly loss at 1.2 times the greatest age",
        "0.1",
    )
    .default(Real(0.1)),
];

const RESPROUT: &[Key] = &[
    real(
        "probability",
        PROBABILITY,
        "",
        "probability that a stump resprouts in the year after",
        "0.2",
    )
    .default(Real(0.0)),
    whole(
        "max_age_yr",
        (0, 10_000),
        "yr",
        "age at death up to which a tree can resprout",
        "60",
    )
    .default(Whole(0)),
    real(
        "height_m",
        Interval::from(LEAST_HEIGHT_M, 150.0),
        "m",
        "height of the sprout at its birth",
        "0.5",
    )
    .default(Real(0.5)),
];

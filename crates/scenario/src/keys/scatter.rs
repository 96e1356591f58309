//! The keys of points that a method lays out, over the whole ground or segment by segment.

use understory_scatter::segments::BorderLine;
use understory_scatter::{Named, PlaneLattice};

use super::method::{FOUNDERS_METHODS, OF_FOUNDERS, parameter_count, with_parameters};
use super::{Interval, Key, Need, ValueKind, When, real, table};

/// What the lattice without bounds is called; it is no point method, as it has no plot.
pub(crate) const PLANE: &str = "jittered-plane";

/// The tables of scattered points, at the top of the file.
pub(crate) const SCATTERED: &[Key] = &[
    table(
        "scatter",
        SCATTER,
        "points that a method lays out in the place of a forest: over the whole ground, or segment by segment where a `border` cuts it",
        "{ method = \"springs\", per_ha = 400.0 }",
    )
    .when(When::Without(&["place", "tree", "target"]))
    .optional(),
    Key::new(
        "border",
        ValueKind::Tables(BorderLine::KEYS, &[]),
        "",
        "a line across the ground, such as a river, that cuts it into segments: from edge to edge, from or to another border, or closed",
        "",
    )
    .when(When::With("scatter"))
    .optional(),
    Key::new(
        "segment",
        ValueKind::Tables(SEGMENT, &[]),
        "",
        "a segment that has a name, another method or another density than `[scatter]` says",
        "",
    )
    .when(When::With("border"))
    .optional(),
];

const PER_HA: Interval = Interval::from(1e-3, 1e6);

const NAMES: [&str; FOUNDERS_METHODS.len() + 1] = {
    let mut names = [PLANE; FOUNDERS_METHODS.len() + 1];
    let mut at = 0;
    while at < FOUNDERS_METHODS.len() {
        names[at] = FOUNDERS_METHODS[at];
        at += 1;
    }
    names
};

const METHODS: [Named; OF_FOUNDERS.len() + 1] = {
    let mut methods: [Named; OF_FOUNDERS.len() + 1] = [(&[PLANE], PlaneLattice::KEYS); OF_FOUNDERS.len() + 1];
    let mut at = 0;
    while at < OF_FOUNDERS.len() {
        methods[at] = OF_FOUNDERS[at];
        at += 1;
    }
    methods
};

const OWN: &[Key] = &[
    Key::new(
        "method",
        ValueKind::Choice(&NAMES),
        "",
        "point method that lays the points out; `jittered-plane` is the jittered grid without bounds, of which the plot is a window: it may lie anywhere, and a node is in each window what it is in all",
        "\"springs\"",
    ),
    real("per_ha", PER_HA, "per ha", "points asked for", "400.0").when(When::Is("method", FOUNDERS_METHODS)),
];

const SCATTER: &[Key] =
    &with_parameters::<{ OWN.len() + parameter_count(&METHODS) }>(OWN, "method", &METHODS);

const OF_SEGMENT: &[Key] = &[
    Key::new(
        "name",
        ValueKind::Name,
        "",
        "what tables call it",
        "\"west-bank\"",
    ),
    Key::new(
        "at_m",
        ValueKind::RealPair(Interval::from(-1e9, 1e9)),
        "m",
        "a place in it, such as that of an earlier `segments.csv`",
        "[20.0, 60.0]",
    ),
    Key::new(
        "method",
        ValueKind::Choice(FOUNDERS_METHODS),
        "",
        "point method that fills it; left out, that of `[scatter]`",
        "\"elimination\"",
    )
    .need(Need::Optional),
    real(
        "per_ha",
        PER_HA,
        "per ha",
        "points asked for; left out, as many as `[scatter]` says",
        "250.0",
    )
    .optional(),
];

const SEGMENT: &[Key] = &with_parameters::<{ OF_SEGMENT.len() + parameter_count(OF_FOUNDERS) }>(
    OF_SEGMENT,
    "method",
    OF_FOUNDERS,
);

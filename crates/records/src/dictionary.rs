//! All tables with their columns: what a data dictionary and the reference of tables are made from.

use crate::about::TableAbout;
use crate::calibration_rows::*;
use crate::ground_rows::{GroundRow, SitesRow, SuitabilityRow};
use crate::raster_rows::KerrCellRow;
use crate::rows::*;
use crate::scatter_rows::*;
use crate::sweep_table::SWEEP_TABLE;
use crate::table::Table;
use crate::tile_rows::*;
use crate::world_rows::*;

/// Every table that a run can leave, for a data dictionary.
pub const TABLES: &[TableAbout] = &[
    CensusRow::ABOUT,
    TreeRow::ABOUT,
    CrownRow::ABOUT,
    GrowthPointRow::ABOUT,
    SeedRow::ABOUT,
    DeadRow::ABOUT,
    WoodRow::ABOUT,
    CrownStateRow::ABOUT,
    EventRow::ABOUT,
    SpacingRow::ABOUT,
    GapsRow::ABOUT,
    ClimateRow::ABOUT,
    DeadwoodRow::ABOUT,
    InventoryRow::ABOUT,
    HarvestRow::ABOUT,
    GroundRow::ABOUT,
    SuitabilityRow::ABOUT,
    SitesRow::ABOUT,
    ReplicatesRow::ABOUT,
    ReplicateRow::ABOUT,
    SWEEP_TABLE,
    SensitivityRow::ABOUT,
    POSTERIOR_TABLE,
    PARTICLES_TABLE,
    EVALUATIONS_TABLE,
    SummaryRow::ABOUT,
    RoundRow::ABOUT,
    PredictiveRow::ABOUT,
    RecoveryRow::ABOUT,
    RankRow::ABOUT,
    MethodsRow::ABOUT,
    ForestsRow::ABOUT,
    PointRow::ABOUT,
    EnvelopeRow::ABOUT,
    KerrCellRow::ABOUT,
    CompetitionRow::ABOUT,
    SkeletonRow::ABOUT,
    LeafRow::ABOUT,
    LinkRow::ABOUT,
    ClaimsRow::ABOUT,
    InstanceRow::ABOUT,
    RuleRow::ABOUT,
    PatternRow::ABOUT,
    ChangeRow::ABOUT,
    ChangedRow::ABOUT,
    HandEditRow::ABOUT,
    TileRow::ABOUT,
    TextureRow::ABOUT,
    AgreementRow::ABOUT,
    PondRow::ABOUT,
    FillRow::ABOUT,
    FrameRow::ABOUT,
    StrategyRow::ABOUT,
    PatchRow::ABOUT,
    PropRow::ABOUT,
    DropRow::ABOUT,
    TilePointRow::ABOUT,
    TileStatisticsRow::ABOUT,
    TileFunctionRow::ABOUT,
    SegmentPointRow::ABOUT,
    SegmentRow::ABOUT,
    SeamRow::ABOUT,
    PlanePointRow::ABOUT,
    NodeRow::ABOUT,
    SpringRow::ABOUT,
    DriftRow::ABOUT,
];

//! What cannot be written.
//!
//! All but the last few are found before a byte is written.

/// Why no file was written, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A tree without any level of detail.
    #[error("`{name}` has no level of detail, but a file needs one or more")]
    NoLevels {
        /// The tree.
        name: String,
    },
    /// Lists of a mesh that should have a row for each vertex.
    #[error(
        "{mesh} has {places} places, {normals} normals and {texture} texture coordinates, but needs as many of each"
    )]
    RowsDiffer {
        /// Which mesh.
        mesh: String,
        /// Its places.
        places: usize,
        /// Its normals.
        normals: usize,
        /// Its texture coordinates.
        texture: usize,
    },
    /// A triangle whose corner is none of the mesh's vertices.
    #[error("{mesh}: triangle {triangle} has the corner {corner}, but there are {vertices} vertices")]
    NoSuchVertex {
        /// Which mesh.
        mesh: String,
        /// The triangle's number.
        triangle: usize,
        /// The vertex that it asks for.
        corner: u32,
        /// Vertices that there are.
        vertices: usize,
    },
    /// A number that no file can hold: NaN, infinite, or a normal whose length is not 1.
    #[error("{mesh}: vertex {vertex} has the {row} {value:?}, but it must be {range}")]
    BadVertex {
        /// Which mesh.
        mesh: String,
        /// The vertex' number.
        vertex: usize,
        /// Which of its rows.
        row: &'static str,
        /// What stands there.
        value: Vec<f32>,
        /// What should.
        range: &'static str,
    },
    /// A look with a number out of its range.
    #[error("the look's `{name}` is {value}, but must be {range}")]
    BadLook {
        /// The number.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        range: &'static str,
    },
    /// A node whose place or radius is NaN or infinite.
    #[error("node {node} has {what} {value}, but it must be finite")]
    BadNode {
        /// The node's number.
        node: usize,
        /// `x_m`, `y_m`, `z_m` or `radius_m`.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A node whose parent does not stand before it.
    #[error("node {node} has the parent {parent}, but parents stand before their children")]
    BadParent {
        /// The node's number.
        node: usize,
        /// Its parent's.
        parent: u32,
    },
    /// A scene without instances and without a ground.
    #[error("scene `{name}` has no instance and no ground; give one of its cells an instance, or a ground")]
    EmptyScene {
        /// The scene.
        name: String,
    },
    /// Two assets of a scene with the same name, which readers could not tell apart.
    #[error("two assets are named `{name}`, but each needs a name of its own")]
    AssetTwice {
        /// Their name.
        name: String,
    },
    /// A cell of an asset that is not there.
    #[error("cell `{cell}` asks for asset {asset}, but there are {assets}, counted from 0")]
    NoSuchAsset {
        /// The cell.
        cell: String,
        /// The asset's number.
        asset: usize,
        /// Assets that there are.
        assets: usize,
    },
    /// An asset that stands somewhere, but has no triangle.
    #[error("asset `{name}` stands in a cell, but has no triangle above the ground")]
    EmptyAsset {
        /// The asset.
        name: String,
    },
    /// A number of a scene that is out of its range.
    #[error("{what} is {value}, but must be {range}")]
    BadScene {
        /// Which number, of what.
        what: String,
        /// Its value.
        value: f64,
        /// What it must be.
        range: &'static str,
    },
    /// A ground that has not one height and one colour for each crossing.
    #[error("the ground has {have} {what}, but {columns} columns and {rows} rows need {need}")]
    GroundRows {
        /// Its columns.
        columns: usize,
        /// Its rows.
        rows: usize,
        /// `heights` or `colours`.
        what: &'static str,
        /// How many there are.
        have: usize,
        /// How many there should be.
        need: usize,
    },
    /// More than 4 GiB, which is all that a binary glTF file can count.
    #[error(
        "the file takes {bytes} bytes or more, but a `.glb` file holds at most 4294967295; draw with less detail or \
         write several files"
    )]
    TooLarge {
        /// Bytes that it would take, or that a part of it does.
        bytes: u64,
    },
    /// Bytes that are not a tree, or not a scene, as this crate writes it.
    #[error("this is no `.glb` file of that kind that this program wrote")]
    NotOurs,
    /// A picture that could not be encoded.
    #[error("a picture could not be encoded")]
    Picture(#[from] png::EncodingError),
    /// Lists were to be packed by a program without the feature `meshopt`.
    #[cfg(not(feature = "meshopt"))]
    #[error("meshes are packed by the feature `meshopt`, and this program was built without it")]
    WithoutMeshopt,
    /// A list that could not be packed.
    #[cfg(feature = "meshopt")]
    #[error("a list of the mesh could not be packed")]
    Packing(#[from] meshoptimizer_rs::Error),
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

/// What keeps a file from being written, as one of the errors of writing.
impl From<ExportError> for std::io::Error {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Write(error) => error,
            other => Self::other(other),
        }
    }
}

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
    /// More than 4 GiB, which is all that a binary glTF file can count.
    #[error(
        "the tree takes {bytes} bytes, but a `.glb` file holds at most 4294967295; draw it with less detail"
    )]
    TooLarge {
        /// Bytes that it would take.
        bytes: usize,
    },
    /// Bytes that are not a tree as this crate writes it.
    #[error("this is no `.glb` file of a tree that this program wrote")]
    NotOurs,
    /// A picture that could not be encoded.
    #[error("a picture could not be encoded")]
    Picture(#[from] png::EncodingError),
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

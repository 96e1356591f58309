//! Files of trees and scenes as other readers find them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod read_back; // files of trees, by the crate `gltf`
mod scene; // files of scenes, by our own reader and another one

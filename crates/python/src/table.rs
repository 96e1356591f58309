//! A table as Arrow columns, which other libraries take over without a copy.
//!
//! Whole numbers are 64 bits wide and signed, all others doubles, both null where a value is undefined: the same for CSV and Parquet.
//!
//! # Source
//! The Arrow PyCapsule interface (arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html): the methods and the
//! names of the capsules.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::{PyKeyError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyCapsule, PyList};
use understory::records::{TableAbout, table_of};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Whole,
    Number,
    Text,
}

/// A column before its values are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// Nothing where only the values tell.
    pub(crate) kind: Option<Kind>,
    unit: &'static str,
    about: &'static str,
}

impl Column {
    /// The columns of a header, as the dictionary has them for a file of this path.
    pub(crate) fn of_header<'a>(path: &str, header: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let about = table_of(path);
        header.into_iter().map(|name| Self::named(name, about)).collect()
    }

    fn named(name: &str, about: Option<&TableAbout>) -> Self {
        let columns = about.map_or(&[][..], |about| about.columns);
        let known = columns.iter().find(|column| column.name == name);
        Self {
            name: name.to_owned(),
            kind: known.map(|column| match column.type_name() {
                "integer" => Kind::Whole,
                "number" => Kind::Number,
                _ => Kind::Text,
            }),
            unit: known.map_or("", |column| column.unit),
            about: known.map_or("", |column| column.about),
        }
    }

    fn field(&self, kind: Kind) -> Field {
        let kind = match kind {
            Kind::Whole => DataType::Int64,
            Kind::Number => DataType::Float64,
            Kind::Text => DataType::Utf8,
        };
        let told = [("unit", self.unit), ("about", self.about)];
        let told = told.into_iter().filter(|(_, text)| !text.is_empty());
        let told = told.map(|(name, text)| (name.to_owned(), text.to_owned()));
        Field::new(&self.name, kind, true).with_metadata(told.collect::<BTreeMap<_, _>>())
    }
}

/// The schema of columns whose kinds are known.
pub(crate) fn schema(columns: &[Column], kinds: &[Kind]) -> SchemaRef {
    let fields = columns
        .iter()
        .zip(kinds)
        .map(|(column, &kind)| column.field(kind));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// A table: columns of equal length, in the order of the file.
#[pyclass(frozen, module = "understory._understory")]
pub(crate) struct Table {
    schema: SchemaRef,
    /// The rows, in parts that follow each other.
    batches: Vec<RecordBatch>,
}

impl Table {
    pub(crate) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }

    fn place_of(&self, name: &str) -> PyResult<usize> {
        let found = self.schema.index_of(name);
        found.map_err(|_| PyKeyError::new_err(name.to_owned()))
    }
}

fn failed(error: &ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Name, unit and meaning of each column.
    fn columns(&self) -> Vec<(String, String, String)> {
        let fields = self.schema.fields().iter();
        let told = |field: &Field, key: &str| field.metadata().get(key).cloned().unwrap_or_default();
        fields
            .map(|field| (field.name().clone(), told(field, "unit"), told(field, "about")))
            .collect()
    }

    /// The values of a column: the type as numpy calls it and their bytes, or `object` and a list of texts. Whole numbers come as
    /// doubles where one is undefined, which then is NaN.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<(&'static str, Bound<'py, PyAny>)> {
        let place = self.place_of(name)?;
        let parts: Vec<&ArrayRef> = self.batches.iter().map(|batch| batch.column(place)).collect();
        let is_defined = parts.iter().all(|part| part.null_count() == 0);
        Ok(match self.schema.field(place).data_type() {
            DataType::Int64 if is_defined => {
                let parts = parts.iter().map(|part| part.as_primitive::<Int64Type>());
                (
                    "int64",
                    joined(py, parts.map(|part| part.values().inner().as_slice()))?,
                )
            }
            DataType::Float64 if is_defined => {
                let parts = parts.iter().map(|part| part.as_primitive::<Float64Type>());
                (
                    "float64",
                    joined(py, parts.map(|part| part.values().inner().as_slice()))?,
                )
            }
            DataType::Int64 => {
                let values = parts.iter().flat_map(|part| part.as_primitive::<Int64Type>());
                (
                    "float64",
                    with_nan(py, values.map(|value| value.map(|value| value as f64)))?,
                )
            }
            DataType::Float64 => {
                let values = parts.iter().flat_map(|part| part.as_primitive::<Float64Type>());
                ("float64", with_nan(py, values)?)
            }
            _ => {
                let values = parts.iter().flat_map(|part| part.as_string::<i32>());
                let values: Vec<Option<&str>> = values.collect();
                ("object", PyList::new(py, values)?.into_any())
            }
        })
    }

    /// The rows from `start` on, at most `count`, as texts that a person can read.
    fn rows(&self, start: usize, count: usize) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        let mut passed = 0;
        for batch in &self.batches {
            let here = start.max(passed)..(start + count).min(passed + batch.num_rows());
            rows.extend(here.map(|row| {
                let columns = batch.columns().iter();
                columns.map(|column| cell(column, row - passed)).collect()
            }));
            passed += batch.num_rows();
        }
        rows
    }

    /// The columns' types, as a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(|error| failed(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows, as a capsule; the columns keep their types, whatever is requested, as the interface allows.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches: Vec<_> = self.batches.iter().cloned().map(Ok).collect();
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// Parts of a column, one behind the other.
fn joined<'a, 'py>(
    py: Python<'py>,
    parts: impl Iterator<Item = &'a [u8]> + Clone,
) -> PyResult<Bound<'py, PyAny>> {
    let length = parts.clone().map(<[u8]>::len).sum();
    let bytes = PyByteArray::new_with(py, length, |mut bytes: &mut [u8]| {
        for part in parts {
            let (here, behind) = bytes.split_at_mut(part.len());
            here.copy_from_slice(part);
            bytes = behind;
        }
        Ok(())
    });
    Ok(bytes?.into_any())
}

/// Doubles, NaN where one is undefined.
fn with_nan<'py>(py: Python<'py>, values: impl Iterator<Item = Option<f64>>) -> PyResult<Bound<'py, PyAny>> {
    let bytes = values.flat_map(|value| value.unwrap_or(f64::NAN).to_ne_bytes());
    Ok(PyByteArray::new(py, &bytes.collect::<Vec<u8>>()).into_any())
}

fn cell(column: &dyn Array, row: usize) -> String {
    if column.is_null(row) {
        return String::new();
    }
    match column.data_type() {
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float64 => format!("{:?}", column.as_primitive::<Float64Type>().value(row)),
        _ => column.as_string::<i32>().value(row).to_owned(),
    }
}

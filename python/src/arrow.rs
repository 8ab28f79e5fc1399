//! A table of Arrow as other packages take it: the C stream and C data interfaces, in capsules of Python.
//!
//! ```text
//!   columns.rs  columns as they grow
//!         ▼ done
//!   Rows  shared columns ──▶ `__arrow_c_stream__`: a schema, one array, the end
//! ```
//!
//! Everything that is handed out holds the columns, and lets them go when its reader releases it. Nothing is copied.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::columns::{Buffer as _, Column, Table, Valid};

/// The rows of a survey, for whatever reads tables of Arrow.
#[pyclass(frozen, module = "adv._adv")]
pub struct Rows(pub(crate) Arc<Table>);

#[pymethods]
impl Rows {
    /// The rows as a stream; a schema that is asked for is not heeded, as the interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let left = Box::new((self.0.clone(), true));
        let stream = Stream {
            get_schema,
            get_next,
            get_last_error,
            release: Some(release_stream),
            private: Box::into_raw(left).cast(),
        };
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The types of the columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        PyCapsule::new_with_value(py, Schema::of_table(&self.0), c"arrow_schema")
    }
}

/// `struct ArrowSchema`.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private: *mut c_void,
}

/// `struct ArrowArray`.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private: *mut c_void,
}

/// `struct ArrowArrayStream`.
#[repr(C)]
struct Stream {
    get_schema: unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int,
    get_next: unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int,
    get_last_error: unsafe extern "C" fn(*mut Stream) -> *const c_char,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private: *mut c_void,
}

// SAFETY: they point to shared columns, which no one writes, and to boxes of their own.
unsafe impl Send for Schema {}
// SAFETY: as above.
unsafe impl Send for Array {}
// SAFETY: as above.
unsafe impl Send for Stream {}

/// Keeps what a structure that is handed out points to; its reader's release drops it.
struct Owned<S> {
    children: Vec<*mut S>,
    dictionary: *mut S,
    buffers: Vec<*const c_void>,
    _table: Arc<Table>,
}

impl<S> Owned<S> {
    fn new(
        table: &Arc<Table>,
        buffers: Vec<*const c_void>,
        children: Vec<S>,
        words: Option<S>,
    ) -> Box<Owned<S>> {
        let put = |one| Box::into_raw(Box::new(one));
        Box::new(Owned {
            children: children.into_iter().map(put).collect(),
            dictionary: words.map_or(null_mut(), put),
            buffers,
            _table: table.clone(),
        })
    }
}

impl<S> Drop for Owned<S> {
    fn drop(&mut self) {
        self.children.push(self.dictionary);
        for child in self.children.iter().filter(|child| !child.is_null()) {
            // SAFETY: they are boxes that `new` has given away, and are dropped once; a child that a reader has moved away is marked as released.
            drop(unsafe { Box::from_raw(*child) });
        }
    }
}

/// Lets a structure release itself where no reader did.
macro_rules! released {
    ($structure:ty, $release:ident) => {
        impl Drop for $structure {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it is not released yet.
                    unsafe { release(self) };
                }
            }
        }

        /// # Safety
        /// It is called by a reader, once, with what was handed out.
        unsafe extern "C" fn $release(structure: *mut $structure) {
            // SAFETY: see above; `private` is the box that it was made with.
            unsafe {
                (*structure).release = None;
                drop(Box::from_raw(
                    (*structure).private.cast::<Owned<$structure>>(),
                ));
            }
        }
    };
}

released!(Schema, release_schema);
released!(Array, release_array);

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it is not released yet.
            unsafe { release(self) };
        }
    }
}

impl Schema {
    fn of(
        table: &Arc<Table>,
        (name, format): (&'static CStr, &'static CStr),
        is_nullable: bool,
        children: Vec<Schema>,
        words: Option<Schema>,
    ) -> Schema {
        let mut owned = Owned::new(table, Vec::new(), children, words);
        Schema {
            format: format.as_ptr(),
            name: name.as_ptr(),
            metadata: null(),
            flags: if is_nullable { 2 } else { 0 },
            n_children: owned.children.len() as i64,
            children: owned.children.as_mut_ptr(),
            dictionary: owned.dictionary,
            release: Some(release_schema),
            private: Box::into_raw(owned).cast(),
        }
    }

    fn of_column(table: &Arc<Table>, column: &Column) -> Schema {
        let words = column
            .words
            .as_ref()
            .map(|words| Schema::of_column(table, words));
        // Every position has a FEN; other columns may lack values, whether or not these rows do.
        let is_nullable = column.name != c"fen";
        Schema::of(
            table,
            (column.name, column.format),
            is_nullable,
            Vec::new(),
            words,
        )
    }

    fn of_table(table: &Arc<Table>) -> Schema {
        let children = table
            .columns
            .iter()
            .map(|column| Schema::of_column(table, column));
        Schema::of(table, (c"", c"+s"), false, children.collect(), None)
    }
}

impl Array {
    fn of(
        table: &Arc<Table>,
        (length, nulls): (usize, usize),
        buffers: Vec<*const c_void>,
        children: Vec<Array>,
        words: Option<Array>,
    ) -> Array {
        let mut owned = Owned::new(table, buffers, children, words);
        Array {
            length: length as i64,
            null_count: nulls as i64,
            offset: 0,
            n_buffers: owned.buffers.len() as i64,
            n_children: owned.children.len() as i64,
            buffers: owned.buffers.as_ptr(),
            children: owned.children.as_mut_ptr(),
            dictionary: owned.dictionary,
            release: Some(release_array),
            private: Box::into_raw(owned).cast(),
        }
    }

    fn of_column(table: &Arc<Table>, column: &Column) -> Array {
        let Valid { bits, len, nulls } = &column.valid;
        let valid = if *nulls == 0 { null() } else { bits.at() };
        let buffers = column.buffers.iter().map(|buffer| buffer.at());
        let words = column
            .words
            .as_ref()
            .map(|words| Array::of_column(table, words));
        Array::of(
            table,
            (*len, *nulls),
            std::iter::once(valid).chain(buffers).collect(),
            Vec::new(),
            words,
        )
    }

    fn of_table(table: &Arc<Table>) -> Array {
        let children = table
            .columns
            .iter()
            .map(|column| Array::of_column(table, column));
        Array::of(
            table,
            (table.rows, 0),
            vec![null()],
            children.collect(),
            None,
        )
    }
}

/// The table of a stream, and whether its array is still to come.
///
/// # Safety
/// The stream is one of ours that is not released, and no other thread reads it.
unsafe fn left<'s>(stream: *mut Stream) -> &'s mut (Arc<Table>, bool) {
    // SAFETY: `private` is the box that it was made with.
    unsafe { &mut *(*stream).private.cast() }
}

/// # Safety
/// It is called by a reader of the stream.
unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: the reader gives a stream of ours, and memory that holds nothing yet.
    unsafe { out.write(Schema::of_table(&left(stream).0)) };
    0
}

/// # Safety
/// It is called by a reader of the stream.
unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: as above.
    unsafe {
        let (table, is_left) = left(stream);
        let next = match std::mem::take(is_left) {
            true => Array::of_table(table),
            // All zero is an array that is released: the stream has ended.
            false => std::mem::zeroed(),
        };
        out.write(next);
    }
    0
}

/// # Safety
/// It is called by a reader of the stream; no call has failed.
unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    null()
}

/// # Safety
/// It is called by a reader, once.
unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: `private` is the box that it was made with.
    unsafe {
        (*stream).release = None;
        drop(Box::from_raw(
            (*stream).private.cast::<(Arc<Table>, bool)>(),
        ));
    }
}

//! The words of the last failure, kept for each thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use crate::text::c_string;

thread_local! {
    static LAST: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// Why the last call in this thread failed, with all problems of a scenario, a line each; NULL if it did not fail. It stays until the
/// thread's next call.
#[unsafe(no_mangle)]
pub extern "C" fn understory_error() -> *const c_char {
    LAST.with_borrow(|last| last.as_ref().map_or(ptr::null(), |words| words.as_ptr()))
}

/// What `work` gives; where it fails or panics `otherwise`, and the reason is kept.
pub(crate) fn guarded<T>(otherwise: T, work: impl FnOnce() -> Result<T, String>) -> T {
    // What a panic leaves half done is not seen again: nothing outlives `work` but what it returns.
    let done = catch_unwind(AssertUnwindSafe(work));
    let done = done.unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!(
            "a mistake of the library: {}",
            words.unwrap_or("it panicked")
        ))
    });
    let (value, words) = match done {
        Ok(value) => (value, None),
        Err(words) => (otherwise, Some(c_string(&words))),
    };
    LAST.set(words);
    value
}

//! Text as C has it.

use std::ffi::{CStr, CString, c_char};

use understory::VERSION;

/// The version of the library, such as `0.1.0`. It needs not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn understory_version() -> *const c_char {
    static TEXT: std::sync::OnceLock<CString> = std::sync::OnceLock::new();
    TEXT.get_or_init(|| c_string(VERSION)).as_ptr()
}

/// Text for C. A zero within, which would end it there, is left out.
pub(crate) fn c_string(text: &str) -> CString {
    let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).collect();
    CString::new(bytes).unwrap_or_default()
}

/// Text of C, of an argument by this name.
///
/// # Safety
/// `text` is NULL or ends in a zero, and is not written meanwhile.
pub(crate) unsafe fn given<'a>(name: &str, text: *const c_char) -> Result<&'a str, String> {
    if text.is_null() {
        return Err(format!("`{name}` is NULL"));
    }
    // SAFETY: by the caller.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str()
        .map_err(|error| format!("`{name}` is not UTF-8: {error}"))
}

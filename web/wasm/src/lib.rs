//! The engine of the studio's page in the browser: [`adv_studio`] behind three plain exports, without generated glue.
//!
//! ```text
//!   room(length) ──▶ where a question of so many bytes is to be written
//!   answer()     ──▶ how many bytes its answer has
//!   told()       ──▶ where these are
//! ```
//!
//! The module imports nothing: no clock, no randomness, no files. One worker has one module and asks one question at a time; what is given up
//! is given up by ending the worker. Exported names are the only unsafe thing here: no pointer is read.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use adv_studio::{MOST_QUESTION_BYTES, Studio};

/// What lies in the module's memory between two calls.
struct Desk {
    studio: Studio,
    question: Vec<u8>,
    told: Vec<u8>,
}

static DESK: LazyLock<Mutex<Desk>> = LazyLock::new(|| {
    Mutex::new(Desk {
        studio: Studio::new(),
        question: Vec::new(),
        told: Vec::new(),
    })
});

fn desk() -> MutexGuard<'static, Desk> {
    DESK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of so many bytes and says where. A longer one than there may be has room for one byte more than the most, so that it
/// is refused like any other.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut desk = desk();
    desk.question.clear();
    desk.question.resize(length.min(MOST_QUESTION_BYTES + 1), 0);
    desk.question.as_mut_ptr()
}

/// Answers the question that was written, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let mut desk = desk();
    let question = std::mem::take(&mut desk.question);
    // What is no text is answered like what is no object.
    let text = String::from_utf8(question).unwrap_or_default();
    desk.told = desk.studio.answer(&text).into_bytes();
    desk.told.len()
}

/// Where the answer is, until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn told() -> *const u8 {
    desk().told.as_ptr()
}

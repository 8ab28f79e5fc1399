//! The engine of the studio's page in the browser: [`adv_studio`] behind three plain exports, without generated glue.
//!
//! ```text
//!   room(length) ──▶ where a question of so many bytes is to be written
//!   answer()     ──▶ how many bytes its answer has
//!   told()       ──▶ where these are
//! ```
//!
//! It imports one function, `page.tell(phase, done, of)`, which is told how far a proof is; phases count from 0, in the order of the prover's. Nothing
//! else: no clock, no randomness, no files. One worker has one module and asks one question at a time; what is given up
//! is given up by ending the worker. Exported names are the only unsafe thing here: no pointer is read.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use adv_studio::{MOST_QUESTION_BYTES, Phase, Studio};

/// What lies in the module's memory between two calls.
struct Desk {
    studio: Studio,
    question: Vec<u8>,
    told: Vec<u8>,
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Tells the page how far a proof is.
    safe fn tell(phase: u32, done: f64, of: f64);
}

#[expect(
    clippy::cast_precision_loss,
    reason = "numbers of JavaScript are exact far beyond the states of a proof"
)]
fn teller(phase: Phase, done: u64, of: u64) {
    tell(phase as u32, done as f64, of as f64);
}

static DESK: LazyLock<Mutex<Desk>> = LazyLock::new(|| {
    Mutex::new(Desk {
        studio: Studio::new().with_teller(teller),
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

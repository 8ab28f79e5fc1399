//! Work that takes a while: the threads that share it, and the bar that shows how far it is.

use adv::render::visible;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::ThreadPool;

use crate::exit::Trouble;
use crate::io;

/// The stack of a thread: what a system gives its first one.
pub const STACK_BYTES: usize = 8 << 20;

/// What searches may use of it; the rest is for what calls them.
pub const SEARCH_STACK_BYTES: u32 = 6 << 20;

/// The threads; as many as the machine has where no number is given.
pub fn pool(threads: Option<u16>) -> Result<ThreadPool, Trouble> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| {
            Trouble::new(format!("the threads cannot be started: {error}"))
                .help("write `--threads 1`")
        })
}

/// A bar on standard error where that is a terminal, and nothing elsewhere.
pub fn bar(total: u64, what: &str) -> ProgressBar {
    if !io::stderr_is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
    match ProgressStyle::with_template("{msg}  {wide_bar} {percent:>3} %  {eta} left") {
        Ok(style) => bar
            .with_style(style)
            .with_message(visible::line(what).into_owned()),
        Err(_) => bar,
    }
}

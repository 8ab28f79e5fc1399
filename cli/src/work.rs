//! Tools for work that takes a while: the threads that share it, the memory that it may use, and the progress bar.

use std::fmt::Display;
use std::fs;
use std::time::Duration;

use adv::render::visible;
use cpu_time::ThreadTime;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{Trouble, io, reason};

/// Clock of the CPU time that this thread has used since a start.
pub struct CpuClock(ThreadTime);

impl CpuClock {
    /// Starts the clock for the present thread.
    ///
    /// # Errors
    /// Where the system does not tell the CPU time.
    pub fn start() -> Result<CpuClock, Trouble> {
        ThreadTime::try_now()
            .map(CpuClock)
            .map_err(|error| no_clock(&error))
    }

    /// CPU time of the thread since the start.
    ///
    /// # Errors
    /// As [`CpuClock::start`].
    pub fn elapsed(&self) -> Result<Duration, Trouble> {
        self.0.try_elapsed().map_err(|error| no_clock(&error))
    }

    /// CPU time of the thread since the start, in seconds.
    ///
    /// # Errors
    /// As [`CpuClock::start`].
    pub fn seconds(&self) -> Result<f64, Trouble> {
        Ok(self.elapsed()?.as_secs_f64())
    }
}

/// Text of a CPU time in seconds: `0.0130 s of CPU time`.
pub fn cpu_time(seconds: f64) -> String {
    match seconds < 0.0995 {
        true => format!("{seconds:.4} s of CPU time"),
        false => format!("{seconds:.2} s of CPU time"),
    }
}

fn no_clock(error: &std::io::Error) -> Trouble {
    trouble!("the CPU time cannot be read: {}", reason(error))
}

/// Stack size of a thread, in bytes: as much as a system gives the first thread of a process.
pub const STACK_BYTES: usize = 8 << 20;

/// Part of a thread's stack for searches, in bytes; the rest is for their callers.
pub const SEARCH_STACK_BYTES: u32 = 6 << 20;

/// So many threads, with room for searches; as many as the machine has processors for 0.
fn threads_of(number: usize) -> ThreadPoolBuilder {
    let threads = ThreadPoolBuilder::new().num_threads(number);
    threads.stack_size(STACK_BYTES)
}

/// Makes a pool of threads for parallel work; `None` for as many as the machine has.
pub fn pool(threads: Option<u16>) -> Result<ThreadPool, Trouble> {
    let pool = threads_of(threads.map_or(0, usize::from)).build();
    pool.map_err(no_threads)
}

/// Trouble where the system gives no threads.
pub fn no_threads(error: impl Display) -> Trouble {
    trouble!("the threads cannot be started: {error}").help("write `--threads 1`")
}

/// Lets computations use all of the machine's threads.
pub fn use_all_threads() {
    // Where the threads were made before, they stay as they are.
    let _ = threads_of(0).build_global();
}

/// Makes computations leave one of the machine's threads free, for answers while a user types.
pub fn leave_one_thread() {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    // Where the threads were made before, they stay as they are.
    let _ = threads_of((all - 1).max(1)).build_global();
}

/// Memory assumed for a machine whose own cannot be read, in bytes.
const USUAL_MEMORY: u64 = 8_000_000_000;

/// Half of the machine's memory, or of a smaller limit of the process group, in bytes: the default memory of a proof.
pub fn half_of_memory() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok();
    let machine = machine.and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        kilobytes.checked_mul(1024)
    });
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group: Option<u64> = group.and_then(|text| text.trim().parse().ok());
    let all = machine.unwrap_or(USUAL_MEMORY);
    group.map_or(all, |group| group.min(all)) / 2
}

/// Parses a number of bytes as it is typed: `500000000`, `500M`, `12G`; K, M and G are thousands, millions and thousand millions.
///
/// # Errors
/// Sentence with the forms that are expected, for the user.
pub fn memory_size(text: &str) -> Result<u64, String> {
    let expected = || "expected a number of bytes, or one with K, M or G: `500M`, `12G`".to_owned();
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1_000),
        Some((at, 'm' | 'M')) => (&text[..at], 1_000_000),
        Some((at, 'g' | 'G')) => (&text[..at], 1_000_000_000),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| expected())?;
    number
        .checked_mul(unit)
        .filter(|bytes| *bytes > 0)
        .ok_or_else(expected)
}

/// Parses a count as it is typed: `20000000`, `20M`.
///
/// # Errors
/// Sentence with the forms that are expected, for the user.
pub fn count(text: &str) -> Result<u64, String> {
    memory_size(text)
        .map_err(|_| "expected a number, or one with K, M or G: `500000`, `20M`".to_owned())
}

/// Longest time that can be asked for, in seconds: some thirty years.
const LONGEST_SECONDS: f64 = 1e9;

/// Parses a time as it is typed: `5` and `5s` are seconds, `0.5` is half of one, `2m` two minutes, `1h` an hour.
///
/// # Errors
/// Sentence with the forms that are expected, for the user.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3600.0),
        _ => (text, 1.0),
    };
    let plain = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = digits.parse::<f64>().ok().filter(|_| plain);
    let seconds = seconds.map(|seconds| seconds * unit);
    seconds
        .filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST_SECONDS)
        .map(Duration::from_secs_f64)
        .ok_or_else(|| {
            "expected a number of seconds, or one with s, m or h: `0.5`, `10s`, `2m`".to_owned()
        })
}

/// One mebibyte (MiB), in bytes.
const MIB: u64 = 1 << 20;

/// Parses the memory of a search and returns it in bytes: a number of MiB, or a number with K, M or G.
///
/// # Errors
/// Sentence with the forms that are expected, or with the memory of the machine, for the user.
pub fn search_memory(text: &str) -> Result<u64, String> {
    let expected = "expected a number, or one with K, M or G: `64`, `500M`, `12G`";
    let bytes = match text.parse::<u64>() {
        Ok(number) => number.saturating_mul(MIB),
        Err(_) => memory_size(text).map_err(|_| expected.to_owned())?,
    };
    let machine = half_of_memory().saturating_mul(2);
    match bytes <= machine {
        true => Ok(bytes),
        false => Err(format!(
            "{} MiB are more than the machine has, {} MiB; expected a number of MiB such as 64, or 0 to remember nothing",
            bytes / MIB,
            machine / MIB
        )),
    }
}

/// Progress bar on standard error, with the time left; hidden where that is no terminal.
pub fn bar(total: u64, what: &str) -> ProgressBar {
    drawn(
        total,
        what,
        10,
        "{msg}  {wide_bar} {percent:>3} %  {eta} left",
    )
}

/// Progress bar that counts finished parts, with the time elapsed; drawn four times a second at most.
pub fn counter(total: u64, what: &str) -> ProgressBar {
    drawn(
        total,
        what,
        4,
        "{msg}  {wide_bar} {pos} of {len}  {elapsed}",
    )
}

/// Count of finished parts of work without a known end.
pub fn tally(what: &str) -> ProgressBar {
    drawn(0, what, 4, "{msg}  {human_pos}  {elapsed}")
}

/// Progress bar in the form of a template, drawn so many times a second; hidden where standard error is no terminal.
pub fn drawn(total: u64, what: &str, times_a_second: u8, template: &str) -> ProgressBar {
    if !io::stderr_is_terminal() {
        return ProgressBar::hidden();
    }
    let target = ProgressDrawTarget::stderr_with_hz(times_a_second);
    let bar = ProgressBar::with_draw_target(Some(total), target);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar
            .with_style(style)
            .with_message(visible::line(what).into_owned()),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{count, duration, half_of_memory, memory_size};

    #[test]
    fn sizes_are_read_with_and_without_a_unit() {
        assert_eq!(memory_size("500000000"), Ok(500_000_000));
        assert_eq!(memory_size("500M"), Ok(500_000_000));
        assert_eq!(memory_size("12g"), Ok(12_000_000_000));
        for wrong in [
            "",
            "M",
            "-1",
            "1.5G",
            "0",
            "12T",
            "99999999999G",
            "G12",
            "é",
        ] {
            assert!(memory_size(wrong).is_err(), "{wrong}");
        }
        assert!(half_of_memory() > 0);
        assert_eq!(count("20M"), Ok(20_000_000));
        assert!(count("20T").is_err());
    }

    #[test]
    fn times_are_read_with_and_without_a_unit() {
        for (text, milliseconds) in [
            ("5", 5000),
            ("0.5", 500),
            ("10s", 10_000),
            ("2m", 120_000),
            ("1h", 3_600_000),
        ] {
            assert_eq!(
                duration(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        for wrong in [
            "",
            "s",
            "-1",
            "0",
            "1e3",
            "inf",
            "nan",
            "5d",
            "é",
            "1.2.3",
            "99999999999",
        ] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}

//! Runs an attack: threads, counts, and a watch over inputs that do not end.

use std::cell::RefCell;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use adv_testkit::Numbers;

use super::{Attack, Ends};

/// The stack of each thread, in bytes. What reads hostile inputs has to do with as little.
const STACK: usize = 8 << 20;
/// After so many failures an attack ends: there is enough to look at.
const ENOUGH: usize = 20;

/// How much is tried, and what counts as a hang.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first seed.
    pub first: u64,
    /// How many inputs at the most; `None`: as many as fit into the time.
    pub inputs: Option<u64>,
    /// How long at the most.
    pub time: Option<Duration>,
    /// Threads, at least one; an attack that mostly waits has several for each.
    pub threads: usize,
    /// An input that takes longer is a hang. It cannot be ended, so the process is.
    pub longest: Duration,
    /// The folder in which inputs that fail are kept.
    pub keep: Option<PathBuf>,
}

/// An input that must not be.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its seed.
    pub seed: u64,
    /// What was wrong.
    pub what: String,
}

/// What an attack came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How many inputs were tried.
    pub inputs: u64,
    /// Where they ended.
    pub ends: Ends,
    /// The input that took longest, and its seed.
    pub slowest: (Duration, u64),
    /// What failed.
    pub failures: Vec<Failure>,
    /// The time of the whole attack.
    pub time: Duration,
}

thread_local! {
    /// The message of the last panic in this thread.
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics of an attack are counted and kept, so they are not written to the terminal one by one. Other threads keep their hook.
fn keep_messages() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let attacking = std::thread::current()
                .name()
                .is_some_and(|name| name.starts_with("attack-"));
            match attacking {
                true => MESSAGE.with_borrow_mut(|message| *message = info.to_string()),
                false => before(info),
            }
        }));
    });
}

/// What one thread is doing: the seed, and when it began, in milliseconds since the attack began and one more; 0 where it is idle.
#[derive(Default)]
struct Slot {
    seed: AtomicU64,
    began: AtomicU64,
}

/// The state that the threads of an attack share.
struct Shared<'a> {
    attack: &'a dyn Attack,
    plan: &'a Plan,
    began: Instant,
    next: AtomicU64,
    ends: AtomicBool,
    running: AtomicUsize,
    slots: Vec<Slot>,
    outcome: Mutex<Outcome>,
    /// The seeds that are being tried, for a process that is killed by its own stack or by the system.
    notes: Option<Mutex<File>>,
}

/// Tries inputs until the plan is fulfilled.
///
/// # Panics
/// Where the folder for failing inputs cannot be written to. An input that hangs ends the process.
pub fn run(attack: &dyn Attack, plan: &Plan) -> Outcome {
    keep_messages();
    let threads = plan.threads.max(1) * attack.threads_a_core().max(1);
    let notes = plan.keep.as_ref().map(|folder| {
        std::fs::create_dir_all(folder).expect("the folder for failing inputs can be made");
        let path = folder.join(format!("{}.running", attack.name()));
        Mutex::new(File::create(path).expect("a file can be made there"))
    });
    let shared = Shared {
        attack,
        plan,
        began: Instant::now(),
        next: AtomicU64::new(plan.first),
        ends: AtomicBool::new(false),
        running: AtomicUsize::new(threads),
        slots: (0..threads).map(|_| Slot::default()).collect(),
        outcome: Mutex::default(),
        notes,
    };
    std::thread::scope(|scope| {
        for index in 0..threads {
            let shared = &shared;
            std::thread::Builder::new()
                .name(format!("attack-{index}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || shared.work(index))
                .expect("a thread can be started");
        }
        shared.watch();
    });
    if let Some(folder) = &plan.keep {
        let _ = std::fs::remove_file(folder.join(format!("{}.running", attack.name())));
    }
    let outcome = shared.outcome.into_inner();
    let mut outcome = outcome.unwrap_or_else(PoisonError::into_inner);
    outcome.time = shared.began.elapsed();
    outcome.failures.sort_by_key(|failure| failure.seed);
    outcome
}

impl Shared<'_> {
    fn work(&self, index: usize) {
        let mut ends = Ends::new();
        let mut inputs = 0;
        let mut slowest = (Duration::ZERO, 0);
        while !self.ends.load(Ordering::Relaxed) {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            let beyond = |most: u64| seed - self.plan.first >= most;
            if self.plan.inputs.is_some_and(beyond) {
                break;
            }
            self.note(index, seed);
            let began = Instant::now();
            let slot = &self.slots[index];
            slot.seed.store(seed, Ordering::Relaxed);
            slot.began.store(self.millis() + 1, Ordering::Release);
            if let Err(what) = one(self.attack, seed, &mut ends) {
                self.failed(seed, what);
            }
            slot.began.store(0, Ordering::Release);
            inputs += 1;
            slowest = slowest.max((began.elapsed(), seed));
        }
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        outcome.inputs += inputs;
        for (end, count) in ends {
            *outcome.ends.entry(end).or_default() += count;
        }
        outcome.slowest = outcome.slowest.max(slowest);
        self.running.fetch_sub(1, Ordering::Release);
    }

    /// Looks after the threads: ends them in time, and the process where an input hangs.
    fn watch(&self) {
        while self.running.load(Ordering::Acquire) > 0 {
            std::thread::sleep(Duration::from_millis(5));
            if self
                .plan
                .time
                .is_some_and(|time| self.began.elapsed() >= time)
            {
                self.ends.store(true, Ordering::Relaxed);
            }
            let now = self.millis();
            for slot in &self.slots {
                let began = slot.began.load(Ordering::Acquire);
                let most = self.plan.longest.as_millis() as u64;
                if began > 0 && now.saturating_sub(began - 1) > most {
                    let seed = slot.seed.load(Ordering::Relaxed);
                    let what = format!("it has not ended after {:?}", self.plan.longest);
                    self.failed(seed, what.clone());
                    eprintln!("{}, seed {seed}: {what}", self.attack.name());
                    std::process::exit(1);
                }
            }
        }
    }

    fn millis(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    fn note(&self, index: usize, seed: u64) {
        let Some(notes) = &self.notes else { return };
        let mut file = notes.lock().unwrap_or_else(PoisonError::into_inner);
        let line = format!("{seed:>20}\n");
        // A note that cannot be written is no failure of what is attacked.
        let _ = file.seek(SeekFrom::Start((index * line.len()) as u64));
        let _ = file.write_all(line.as_bytes());
    }

    fn failed(&self, seed: u64, what: String) {
        if let Some(folder) = &self.plan.keep {
            let name = format!("{}-{seed}", self.attack.name());
            let input = self.attack.input(&mut Numbers::new(seed));
            let kept = std::fs::write(folder.join(&name), input)
                .and_then(|()| std::fs::write(folder.join(name + ".why"), &what));
            kept.expect("a failing input can be kept");
        }
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        outcome.failures.push(Failure { seed, what });
        if outcome.failures.len() >= ENOUGH {
            self.ends.store(true, Ordering::Relaxed);
        }
    }
}

/// One input; a panic is a failure.
fn one(attack: &dyn Attack, seed: u64, ends: &mut Ends) -> Result<(), String> {
    let judged = catch_unwind(AssertUnwindSafe(|| {
        let input = attack.input(&mut Numbers::new(seed));
        attack.judge(&input, ends)
    }));
    judged.unwrap_or_else(|_| Err(MESSAGE.with_borrow_mut(std::mem::take)))
}

impl Outcome {
    /// One line: how many inputs, how fast, where they ended.
    pub fn line(&self, name: &str) -> String {
        let seconds = self.time.as_secs_f64().max(0.001);
        let ends: Vec<String> = self
            .ends
            .iter()
            .map(|(end, count)| format!("{count} {end}"))
            .collect();
        format!(
            "{name}: {} inputs in {seconds:.1} s, {:.0} a second ({}); slowest {:.2} s (seed {}); {} failures",
            self.inputs,
            self.inputs as f64 / seconds,
            ends.join(", "),
            self.slowest.0.as_secs_f64(),
            self.slowest.1,
            self.failures.len()
        )
    }

    /// The failures, a line each; empty where there is none.
    pub fn wrong(&self, name: &str) -> String {
        let lines = self.failures.iter();
        let lines =
            lines.map(|failure| format!("{name}, seed {}: {}\n", failure.seed, failure.what));
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Panics at one seed and says something false at another.
    struct Faulty;

    impl Attack for Faulty {
        fn name(&self) -> &'static str {
            "faulty"
        }

        fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
            vec![(numbers.bits() % 7) as u8]
        }

        fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
            match input {
                [0] => panic!("zero"),
                [1] => Err("one".to_owned()),
                _ => {
                    *ends.entry("fine").or_default() += 1;
                    Ok(())
                }
            }
        }
    }

    #[test]
    fn panics_and_false_words_are_failures_with_their_seeds() {
        let plan = Plan {
            first: 100,
            inputs: Some(30),
            time: None,
            threads: 2,
            longest: Duration::from_secs(60),
            keep: None,
        };
        let outcome = run(&Faulty, &plan);
        assert_eq!(outcome.inputs, 30);
        let fine = outcome.ends.get("fine").copied().unwrap_or(0);
        assert_eq!(fine + outcome.failures.len() as u64, 30);
        let words: BTreeMap<u64, &str> = outcome
            .failures
            .iter()
            .map(|failure| (failure.seed, failure.what.as_str()))
            .collect();
        for seed in 100..130 {
            let word = words.get(&seed);
            match Faulty.input(&mut Numbers::new(seed))[0] {
                0 => assert!(word.is_some_and(|word| word.contains("zero")), "{seed}"),
                1 => assert_eq!(word, Some(&"one"), "{seed}"),
                _ => assert_eq!(word, None, "{seed}"),
            }
        }
        assert!(!outcome.wrong("faulty").is_empty());
    }
}

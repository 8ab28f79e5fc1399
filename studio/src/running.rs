//! What is being answered: how far it is, and how it is given up.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adv::proof::{Phase, Teller, Watch};
use adv::render::studio::{Cancel, Progress, ProofPhase};
use serde_json::Value;

use crate::question::{Asked, Fault};

/// How many seconds a question goes on of which no page asks the progress. Browsers let the clock of a page that is not seen tick once a minute.
const PATIENCE: u32 = 90;
/// How many seconds a question may take, however often a page asks for its progress. A proof of two bishops takes some of them.
const MOST_SECONDS: u32 = 15 * 60;
/// How many questions are answered at a time.
const MOST_RUNNING: usize = 32;
/// The most memory that the states of a proof take, in bytes.
const MOST_PROOF_BYTES: u64 = if cfg!(target_family = "wasm") {
    512 << 20
} else {
    2 << 30
};

/// A question: the page that asks, and its number.
type Key = (String, u64);

/// The questions that are being answered.
#[derive(Default)]
pub struct Running {
    now: Mutex<BTreeMap<Key, Question>>,
    pub teller: Option<Teller>,
}

struct Question {
    watch: Arc<Watch>,
    /// Seconds since it began.
    age: u32,
    /// Seconds since a page has asked for its progress.
    silence: u32,
    /// Whether it was ended for its age.
    is_late: Arc<AtomicBool>,
}

/// Takes a question off the list when its answer is made, however that ends.
struct Listed<'a>(&'a Running, Key);

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.0.now().remove(&self.1);
    }
}

fn key(asked: &Asked, id: u64) -> Key {
    (asked.page().to_owned(), id)
}

impl Running {
    fn now(&self) -> MutexGuard<'_, BTreeMap<Key, Question>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a question that can be given up meanwhile.
    pub fn during(
        &self,
        asked: &Asked,
        answer: impl FnOnce(&Arc<Watch>) -> Result<Value, Fault>,
    ) -> Result<Value, Fault> {
        let watch = Arc::new(Watch::new());
        watch.limit_memory(MOST_PROOF_BYTES);
        if let Some(teller) = self.teller {
            watch.tell_to(teller);
        }
        let key = key(asked, asked.id);
        let is_late = Arc::new(AtomicBool::new(false));
        {
            let mut now = self.now();
            if now.len() >= MOST_RUNNING {
                return Err(Fault::refused("too many questions at a time"));
            }
            if now.contains_key(&key) {
                return Err(Fault::refused(
                    "a question of this number is being answered",
                ));
            }
            let question = Question {
                watch: watch.clone(),
                age: 0,
                silence: 0,
                is_late: is_late.clone(),
            };
            now.insert(key.clone(), question);
        }
        let _listed = Listed(self, key);
        let outcome = answer(&watch);
        if is_late.load(Ordering::Relaxed) {
            let minutes = MOST_SECONDS / 60;
            return Err(Fault::budget(format!(
                "the question was ended after {minutes} minutes; the command has no such limit"
            )));
        }
        match watch.stop().load(Ordering::Relaxed) {
            true => Err(Fault::cancelled()),
            false => outcome,
        }
    }

    /// Progress of a question.
    pub fn progress(&self, asked: &Asked) -> Progress {
        let mut now = self.now();
        let question = asked.of().and_then(|id| now.get_mut(&key(asked, id)));
        let Some(question) = question else {
            return Progress::default();
        };
        question.silence = 0;
        let (phase, done, of) = question.watch.progress();
        let phase = match phase {
            Phase::Positions => ProofPhase::Positions,
            Phase::Consulting => ProofPhase::Consulting,
            Phase::Settling => ProofPhase::Settling,
            Phase::Reporting => ProofPhase::Reporting,
        };
        Progress {
            running: true,
            phase: Some(phase),
            done: Some(done),
            of: Some(of),
        }
    }

    /// Gives a question up, or all of the page.
    pub fn cancel(&self, asked: &Asked) -> Cancel {
        let now = self.now();
        let of = asked.of();
        let mut found = false;
        for ((page, id), question) in now.iter() {
            if page == asked.page() && of.is_none_or(|of| of == *id) {
                question.watch.stop().store(true, Ordering::Relaxed);
                found = true;
            }
        }
        Cancel { running: found }
    }

    /// A second has passed.
    pub fn second(&self) {
        for question in self.now().values_mut() {
            question.age += 1;
            question.silence += 1;
            let is_late = question.age > MOST_SECONDS;
            if is_late {
                question.is_late.store(true, Ordering::Relaxed);
            }
            if is_late || question.silence > PATIENCE {
                question.watch.stop().store(true, Ordering::Relaxed);
            }
        }
    }

    /// Ends all questions.
    pub fn end(&self) {
        for question in self.now().values() {
            question.watch.stop().store(true, Ordering::Relaxed);
        }
    }
}

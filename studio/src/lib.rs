//! The engine of the studio's page: a question as JSON in, an answer as JSON out.
//!
//! ```text
//!   text ──▶ Studio::answer ──▶ question     the fields of a question, each checked and limited
//!                   │           running      what is being answered: progress, cancel
//!                   │           project      texts of a program, compiled once
//!                   └─▶ board, editing, at, run, play, settle, explain, gallery: a file for each kind of question
//! ```
//!
//! `docs/protocol.md` has the questions and their answers. No text panics or hangs: what cannot be read is answered by an error, and every question
//! that searches has a budget and can be given up from another thread.
//!
//! Architecture invariant: no file, no clock, no thread of its own. Where questions are answered side by side, the caller brings the threads.

mod at;
mod board;
mod editing;
mod explain;
mod folder;
mod gallery;
mod project;
mod question;
mod run;
mod running;
mod settle;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adv::analysis::SYMBOLS;
use adv::proof::Watch;
pub use adv::proof::{Phase, Teller};
use adv::render::json::value;
use adv::render::studio::{Hello, LanguageSign, QuestionLimits, StudioAnswer};
use adv_lsp::Editor;
use serde_json::Value;

pub use folder::Folder;
use project::Programs;
use question::{Asked, Fault};
pub use question::{MOST_FILE_BYTES, MOST_FILES};
use running::Running;

/// The version of the protocol.
pub const PROTOCOL: u64 = 1;
/// The most bytes of a question.
pub const MOST_QUESTION_BYTES: usize = 4 << 20;

/// Answers questions. Threads may share one.
#[derive(Default)]
pub struct Studio {
    running: Running,
    programs: Programs,
    editor: Mutex<Editor>,
    folder: Option<Box<dyn Folder>>,
}

/// Every question that there is.
const ASKS: [&str; 25] = [
    "hello",
    "check",
    "hover",
    "complete",
    "signature",
    "format",
    "definition",
    "references",
    "rename",
    "at",
    "position",
    "run",
    "play",
    "prove",
    "test",
    "assess",
    "solve",
    "explain",
    "examples",
    "new",
    "progress",
    "cancel",
    "files",
    "save",
    "remove",
];

impl Studio {
    /// A studio that has seen nothing.
    pub fn new() -> Studio {
        Studio::default()
    }

    /// The same, with a folder that the page reads and writes.
    #[must_use]
    pub fn with_folder(self, folder: Box<dyn Folder>) -> Studio {
        Studio {
            folder: Some(folder),
            ..self
        }
    }

    /// The same, with a function that is told the progress of every proof: for an engine without a thread that could be asked for it.
    #[must_use]
    pub fn with_teller(mut self, teller: Teller) -> Studio {
        self.running.teller = Some(teller);
        self
    }

    /// The answer to a question.
    pub fn answer(&self, text: &str) -> String {
        let (id, outcome) = match Asked::read(text) {
            Ok(asked) => (asked.id, self.outcome(&asked)),
            Err(fault) => (0, Err(fault)),
        };
        answer_text(id, outcome)
    }

    fn outcome(&self, asked: &Asked) -> Result<Value, Fault> {
        asked.check_version()?;
        type Answer = fn(&Studio, &Asked, &Arc<Watch>) -> Result<Value, Fault>;
        let during =
            |answer: Answer| (self.running).during(asked, |watch| answer(self, asked, watch));
        match asked.ask.as_str() {
            "hello" => Ok(value(&hello(self.folder.is_some()))),
            "files" | "save" | "remove" => folder::ask(self.folder.as_deref(), asked),
            "check" => editing::check(self, asked),
            "hover" | "complete" | "signature" | "format" | "definition" | "references"
            | "rename" => editing::ask(self, asked),
            "at" => during(at::at),
            "position" => board::position(asked),
            "run" => during(run::run),
            "play" => during(run::play),
            "prove" => during(settle::prove),
            "test" => during(settle::test),
            "assess" => during(explain::assess),
            "solve" => (self.running).during(asked, |watch| explain::solve(asked, watch)),
            "explain" => explain::explain(asked),
            "examples" => gallery::examples(asked),
            "new" => (self.running).during(asked, |_| gallery::new(asked)),
            "progress" => Ok(value(&self.running.progress(asked))),
            "cancel" => Ok(value(&self.running.cancel(asked))),
            other => Err(Fault::unknown(format!("there is no question `{other}`"))),
        }
    }

    /// Notes that a second has passed. A question whose progress was not asked for in fifteen of them ends: its page is gone.
    pub fn second(&self) {
        self.running.second();
    }

    /// Ends all questions soon.
    pub fn end(&self) {
        self.running.end();
    }

    fn editor(&self) -> MutexGuard<'_, Editor> {
        self.editor.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The text of an answer.
fn answer_text(id: u64, outcome: Result<Value, Fault>) -> String {
    let (ok, error) = match outcome {
        Ok(value) => (Some(value), None),
        Err(Fault(fault)) => (None, Some(fault)),
    };
    value(&StudioAnswer { id, ok, error }).to_string()
}

/// The signs of the language that keyboards have not, with what they mean.
fn signs() -> Vec<LanguageSign> {
    let rows = SYMBOLS.iter().flat_map(|row| {
        let signs = row.spellings.iter().filter(|sign| !sign.is_ascii());
        signs.map(|sign| LanguageSign {
            sign: (*sign).to_owned(),
            meaning: row.meaning.to_owned(),
        })
    });
    rows.collect()
}

fn hello(has_folder: bool) -> Hello {
    let engine = match adv::Engine::HAS_NATIVE {
        true => "native",
        false => "interpreter",
    };
    Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: PROTOCOL,
        engine: engine.to_owned(),
        limits: QuestionLimits {
            question_bytes: MOST_QUESTION_BYTES,
            file_bytes: MOST_FILE_BYTES,
            files: MOST_FILES,
        },
        tokens: Editor::legend(),
        signs: signs(),
        asks: ASKS.map(str::to_owned).to_vec(),
        disk: has_folder,
    }
}

//! The progress of a run, as the editor shows it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use adv::proof::{Phase, Watch};
use lsp_types::notification::Progress as ProgressNotification;
use lsp_types::request::WorkDoneProgressCreate;
use lsp_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
};
use serde_json::Value;

use super::RunKind;
use crate::serve::Out;
use crate::server::Server;

/// How often progress is told.
const EVERY: Duration = Duration::from_millis(250);

/// Tells how far a run is; nothing to an editor that does not show it.
pub struct Progress {
    out: Out,
    token: NumberOrString,
    is_shown: bool,
}

impl Progress {
    /// Begins, by the token of the request, or by one that the editor is asked to take.
    pub fn begin(server: &Server, token: Option<Value>, number: u64, kind: RunKind) -> Progress {
        let given = token.and_then(|token| serde_json::from_value(token).ok());
        let is_shown = given.is_some() || server.client.progress;
        let own = format!("adv-run-{number}");
        if given.is_none() && is_shown {
            let token = NumberOrString::String(own.clone());
            let params = WorkDoneProgressCreateParams { token };
            server
                .out
                .ask::<WorkDoneProgressCreate>(format!("{own}-progress"), params);
        }
        let progress = Progress {
            out: server.out.clone(),
            token: given.unwrap_or(NumberOrString::String(own)),
            is_shown,
        };
        progress.tell(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: match kind {
                RunKind::Test => "Running the test",
                RunKind::Claim => "Settling the claim",
                RunKind::Example => "Drawing the example",
            }
            .to_owned(),
            cancellable: Some(true),
            ..WorkDoneProgressBegin::default()
        }));
        progress
    }

    /// The token as text.
    pub fn token(&self) -> String {
        match &self.token {
            NumberOrString::String(token) => token.clone(),
            NumberOrString::Number(token) => token.to_string(),
        }
    }

    fn tell(&self, value: WorkDoneProgress) {
        if self.is_shown {
            self.out.notify::<ProgressNotification>(ProgressParams {
                token: self.token.clone(),
                value: ProgressParamsValue::WorkDone(value),
            });
        }
    }

    /// Does the work, and tells meanwhile how far it is.
    pub fn around<T>(&self, watch: &Watch, work: impl FnOnce() -> T) -> T {
        std::thread::scope(|scope| {
            let (done, is_done) = channel::<()>();
            if self.is_shown {
                scope.spawn(move || {
                    while is_done.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                        self.tell(WorkDoneProgress::Report(WorkDoneProgressReport {
                            message: Some(stage(watch)),
                            ..WorkDoneProgressReport::default()
                        }));
                    }
                });
            }
            let answer = work();
            drop(done);
            answer
        })
    }

    /// Ends, with the verdict.
    pub fn end(&self, message: String) {
        self.tell(WorkDoneProgress::End(WorkDoneProgressEnd {
            message: Some(message),
        }));
    }
}

/// What a proof is at.
fn stage(watch: &Watch) -> String {
    let (phase, done, known) = watch.progress();
    let word = match phase {
        Phase::Positions => "finding positions",
        Phase::Consulting => "consulting",
        Phase::Settling => "settling",
        Phase::Reporting => "reporting",
    };
    format!("{word}: {done} of {known} known states")
}

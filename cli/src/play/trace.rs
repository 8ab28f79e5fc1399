//! Traces that the user switches on: for each step of the program its tree, its search node by node, its CPU time.

use adv::PStrategy;
use adv::render::{sentences, text};

use crate::args::SESSION_TRACE_LINES;
use crate::exit::Trouble;

use super::commands::unexpected;
use super::session::PromptSession;

impl PromptSession {
    /// `trace on|off|LINES`: switches the trace of steps, and sets the most lines of each search.
    pub(super) fn set_trace(&mut self, word: &str) -> Result<(), Trouble> {
        let usual = SESSION_TRACE_LINES.parse().unwrap_or_default();
        self.trace = match (word, self.trace) {
            ("on", _) | ("", None) => Some(usual),
            ("off", _) | ("", Some(_)) => None,
            (word, _) => match word.parse() {
                Ok(lines) => Some(lines),
                Err(_) => {
                    let known = "`trace on`, `trace off` or a number of lines";
                    return Err(unexpected(known, word));
                }
            },
        };
        self.engine.trace(self.trace);
        match self.trace {
            Some(lines) => self.say(&format!(
                "every step of the program is shown, and its search node by node in at most {lines} lines"
            )),
            None => self.say("steps of the program are not shown"),
        }
    }

    /// `times on|off`: switches the CPU time of each move.
    pub(super) fn set_times(&mut self, word: &str) -> Result<(), Trouble> {
        self.times = match word {
            "on" => true,
            "off" => false,
            "" => !self.times,
            _ => return Err(unexpected("`times on` or `times off`", word)),
        };
        self.say(match self.times {
            true => "the CPU time of each move of the program is shown",
            false => "times are not shown",
        })
    }

    /// Shows the line of a step, and the search that led to it.
    pub(super) fn show_trace(&mut self, begun: Option<&PStrategy>) -> Result<(), Trouble> {
        let (p_strategy, node) = self.followed("moved")?;
        let module = self.engine.module();
        let Some(tree) = &p_strategy.consultation.tree else {
            return Ok(());
        };
        if begun.is_some() {
            let work = text::work(module, &p_strategy.consultation);
            self.say(&format!("  trace: {work}"))?;
            return self.show_search();
        }
        let ply = tree.nodes().get(node).map_or(0, |node| node.ply);
        let line = format!(
            "  trace: follows the tree of {}, ply {ply} of {}",
            sentences::headline(module, &p_strategy),
            tree.depth()
        );
        self.say(&line)
    }

    /// Shows the search of the last step, node by node, where traces are on.
    pub(super) fn show_search(&mut self) -> Result<(), Trouble> {
        if self.trace.is_none_or(|lines| lines == 0) {
            return Ok(());
        }
        let trace = self.engine.traced();
        let text = text::trace(self.engine.module(), &trace);
        let lines: String = text.lines().map(|line| format!("  {line}\n")).collect();
        self.out.text(&lines)
    }
}

//! Traces that the user switches on: for each step of the program its tree, its search node by node, its CPU time.

use adv::PStrategy;
use adv::render::{sentences, text};

use super::session::PlaySession;
use crate::args::SESSION_TRACE_LINES;
use crate::exit::Trouble;

impl PlaySession {
    /// `trace on|off|LINES`: switches the trace of steps, and sets the most lines of each search.
    pub(super) fn set_trace(&mut self, word: &str) -> Result<(), Trouble> {
        let usual = SESSION_TRACE_LINES.parse().unwrap_or_default();
        self.table.trace = match (word, self.table.trace) {
            ("on", _) | ("", None) => Some(usual),
            ("off", _) | ("", Some(_)) => None,
            (word, _) => match word.parse() {
                Ok(lines) => Some(lines),
                Err(_) => {
                    return self.say(&format!(
                        "expected `trace on`, `trace off` or a number of lines, found `{word}`"
                    ));
                }
            },
        };
        self.table.engine.trace(self.table.trace);
        match self.table.trace {
            Some(lines) => self.say(&format!(
                "every step of the program is shown, and its search node by node in at most {lines} lines"
            )),
            None => self.say("steps of the program are not shown"),
        }
    }

    /// `times on|off`: switches the CPU time of each move.
    pub(super) fn set_times(&mut self, word: &str) -> Result<(), Trouble> {
        self.table.times = match word {
            "on" => true,
            "off" => false,
            "" => !self.table.times,
            _ => {
                return self.say(&format!(
                    "expected `times on` or `times off`, found `{word}`"
                ));
            }
        };
        self.say(match self.table.times {
            true => "the CPU time of each move of the program is shown",
            false => "times are not shown",
        })
    }

    /// Shows the line of a step, and the search that led to it.
    pub(super) fn trace(&mut self, begun: Option<&PStrategy>) -> Result<(), Trouble> {
        let Some((p_strategy, node)) = self.player.at() else {
            return Ok(());
        };
        let module = self.table.engine.module();
        let Some(tree) = &p_strategy.consultation.tree else {
            return Ok(());
        };
        if begun.is_some() {
            let work = text::work(module, &p_strategy.consultation);
            self.say(&format!("  trace: {work}"))?;
            return self.trace_search();
        }
        let ply = tree.nodes().get(node).map_or(0, |node| node.ply);
        let line = format!(
            "  trace: follows the tree of {}, ply {ply} of {}",
            sentences::headline(module, p_strategy),
            tree.depth()
        );
        self.say(&line)
    }

    /// Shows the search of the last step, node by node, where traces are on.
    pub(super) fn trace_search(&mut self) -> Result<(), Trouble> {
        if self.table.trace.is_none_or(|lines| lines == 0) {
            return Ok(());
        }
        let trace = self.table.engine.traced();
        let text = text::trace(self.table.engine.module(), &trace);
        let lines: String = text.lines().map(|line| format!("  {line}\n")).collect();
        self.out.text(&lines)
    }
}

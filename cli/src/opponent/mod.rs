//! The opponents of a program: chance, the tablebases, another program, or an engine that speaks the Universal Chess Interface.
//!
//! ```text
//!   --opponent ──Spec::parse──▶ Spec ──start──▶ Opponent ──reply(game)──▶ Move, or the reason why there is none
//!                                                 ├─ random, tablebase, traps, a program    the library's
//!                                                 └─ uci/                                   a process of its own
//! ```

pub mod uci;

use std::fmt;
use std::path::PathBuf;

use crate::io;

/// Kind of opponent, as `--opponent` names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A person who types the moves.
    Human,
    /// Opponent that plays random legal moves.
    Random,
    /// Opponent that delays its loss the longest, by a tablebase.
    Tablebase,
    /// Opponent that sets traps: it keeps the value and leaves the fewest replies that keep it, by a tablebase.
    Traps,
    /// Another program, loaded from this file.
    Program(PathBuf),
    /// An engine that speaks the Universal Chess Interface: the command and its arguments.
    Uci(Vec<String>),
}

impl Spec {
    /// Parses `human`, `random`, `tablebase`, `traps`, the name of a program's file or `uci:COMMAND ARGS`; quotes keep blanks together.
    ///
    /// # Errors
    /// Sentence with the forms that are expected, for the user.
    pub fn parse(text: &str) -> Result<Spec, String> {
        match text {
            "human" => return Ok(Spec::Human),
            "random" => return Ok(Spec::Random),
            "tablebase" => return Ok(Spec::Tablebase),
            "traps" => return Ok(Spec::Traps),
            _ => {}
        }
        let Some(command) = text.strip_prefix("uci:") else {
            if text.ends_with(".adv") || text.ends_with(".advc") {
                return Ok(Spec::Program(PathBuf::from(text)));
            }
            return Err(
                "expected `human`, `random`, `tablebase`, `traps`, a program such as `other.adv`, or `uci:COMMAND`, such as `uci:stockfish`"
                    .to_owned(),
            );
        };
        let words = words(command)?;
        if words.first().is_none_or(String::is_empty) {
            return Err("expected a command after `uci:`, such as `uci:stockfish`".to_owned());
        }
        Ok(Spec::Uci(words))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Human => f.write_str("human"),
            Spec::Random => f.write_str("random"),
            Spec::Tablebase => f.write_str("tablebase"),
            Spec::Traps => f.write_str("traps"),
            Spec::Program(file) => f.write_str(&io::shown(file)),
            Spec::Uci(command) => write!(f, "uci:{}", command.join(" ")),
        }
    }
}

/// Splits a command line into words at blanks; single or double quotes keep blanks together.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!(
            "the command has an opening {open} without a closing one"
        ));
    }
    words.extend(word);
    Ok(words)
}

/// An opponent at work in a game. A person is not one of them: the code that reads the moves prompts for them.
pub type Opponent = Box<dyn adv::Opponent + Send>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_read() {
        assert_eq!(Spec::parse("random"), Ok(Spec::Random));
        assert_eq!(Spec::parse("traps"), Ok(Spec::Traps));
        let file = PathBuf::from("lib/other.adv");
        assert_eq!(Spec::parse("lib/other.adv"), Ok(Spec::Program(file)));
        let engine = Spec::parse("uci:nice 'my engine'  --uci \"\"");
        let words = ["nice", "my engine", "--uci", ""].map(str::to_owned);
        assert_eq!(engine, Ok(Spec::Uci(words.to_vec())));
        for wrong in ["", "uci", "uci:", "uci: ", "uci:''", "uci:'a", "Human"] {
            assert!(Spec::parse(wrong).is_err(), "{wrong}");
        }
    }
}

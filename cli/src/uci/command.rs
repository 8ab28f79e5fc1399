//! The lines of the Universal Chess Interface that a chess program sends to its engine.
//!
//! The protocol says that an unknown word at the beginning of a line is passed over and the rest of the line read; words that remain at the
//! end of a known command are not an error either, because programs send parameters that only some engines know.

use adv::render::text::joined;

/// Command of one line that the chess program sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`: asks for the engine's name and options.
    Uci,
    /// `isready`: asks whether the engine is ready for the next command.
    IsReady,
    /// `ucinewgame`: tells that the next position is of another game.
    NewGame,
    /// `setoption name NAME value VALUE`: sets an option; a button has no value.
    SetOption {
        /// Name of the option, with single blanks inside it.
        name: String,
        /// Value of the option, unchanged; `None` for a button.
        value: Option<String>,
    },
    /// `position startpos|fen FEN moves …`: sets the position to think about.
    Position {
        /// FEN of the start position; `None` for the start of a game.
        fen: Option<String>,
        /// Moves played from there, in the protocol's notation.
        moves: Vec<String>,
    },
    /// `go …`: asks for a move in the last position.
    Go {
        /// True for `infinite` or `ponder`: the answer waits until `stop` or `ponderhit`.
        waits: bool,
        /// True for `searchmoves`: only some moves are wanted.
        chooses: bool,
    },
    /// `stop` and `ponderhit`: ask for the answer now.
    Stop,
    /// `quit`: ends the conversation.
    Quit,
    /// `debug`, `register`: known commands without effect here.
    Ignored,
    /// Line without any known command.
    Unknown,
}

/// Parses a line of the protocol.
pub fn parse(line: &str) -> UciCommand {
    let words: Vec<&str> = line.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        let rest = words.get(index + 1..).unwrap_or(&[]);
        return match *word {
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "setoption" => option(line, rest),
            "position" => position(rest),
            "go" => UciCommand::Go {
                waits: rest
                    .iter()
                    .any(|word| matches!(*word, "infinite" | "ponder")),
                chooses: rest.contains(&"searchmoves"),
            },
            "stop" | "ponderhit" => UciCommand::Stop,
            "quit" => UciCommand::Quit,
            "debug" | "register" => UciCommand::Ignored,
            _ => continue,
        };
    }
    UciCommand::Unknown
}

/// Parses `setoption`: the name up to `value`, and everything after it unchanged, because file names may have blanks.
fn option(line: &str, words: &[&str]) -> UciCommand {
    let name = words.iter().skip_while(|word| **word != "name").skip(1);
    let name = name.take_while(|word| **word != "value");
    let value = words
        .contains(&"value")
        .then(|| line.split_once(" value").map(|(_, value)| value.trim()))
        .flatten();
    UciCommand::SetOption {
        name: joined(name, " "),
        value: value.map(str::to_owned),
    }
}

fn position(words: &[&str]) -> UciCommand {
    let moves = words
        .iter()
        .skip_while(|word| **word != "moves")
        .skip(1)
        .map(|word| (*word).to_owned())
        .collect();
    let fen = match words {
        ["startpos", ..] => None,
        // Some programs leave the word `fen` out; what is no FEN either is refused where it is read.
        ["fen", fields @ ..] | fields => Some(joined(
            fields.iter().take_while(|word| **word != "moves"),
            " ",
        )),
    };
    UciCommand::Position { fen, moves }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_protocol_says() {
        assert_eq!(parse("uci"), UciCommand::Uci);
        assert_eq!(parse("  joho isready "), UciCommand::IsReady);
        assert_eq!(parse(""), UciCommand::Unknown);
        assert_eq!(parse("hello"), UciCommand::Unknown);
        assert_eq!(
            parse("setoption name Program value my games/krk sdl.adv"),
            UciCommand::SetOption {
                name: "Program".to_owned(),
                value: Some("my games/krk sdl.adv".to_owned())
            }
        );
        assert_eq!(
            parse("setoption name Clear Hash"),
            UciCommand::SetOption {
                name: "Clear Hash".to_owned(),
                value: None
            }
        );
        assert_eq!(
            parse("position fen 8/8/8/4k3/8/3R4/8/2K5 w - - 0 1 moves d3d4 e5e6"),
            UciCommand::Position {
                fen: Some("8/8/8/4k3/8/3R4/8/2K5 w - - 0 1".to_owned()),
                moves: vec!["d3d4".to_owned(), "e5e6".to_owned()]
            }
        );
        assert_eq!(
            parse("position startpos"),
            UciCommand::Position {
                fen: None,
                moves: Vec::new()
            }
        );
        assert_eq!(
            parse("position 8/8/8/4k3/8/3R4/8/2K5 w"),
            UciCommand::Position {
                fen: Some("8/8/8/4k3/8/3R4/8/2K5 w".to_owned()),
                moves: Vec::new()
            }
        );
        assert_eq!(
            parse("go wtime 1000 btime 1000"),
            UciCommand::Go {
                waits: false,
                chooses: false
            }
        );
        assert_eq!(
            parse("go infinite searchmoves g1g2"),
            UciCommand::Go {
                waits: true,
                chooses: true
            }
        );
        assert_eq!(parse("ponderhit"), UciCommand::Stop);
    }
}

//! Hints on arguments that the command does not take: most of all on a FEN without its option or quotes.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use adv::render::visible;

use crate::say;

/// Prints an error of the arguments, with a hint where they hold a FEN. Characters of the arguments that steer a terminal are replaced; the
/// text then has no colours.
///
/// # Errors
/// Where the text of `--help` cannot be written.
pub fn print(mut error: Error, arguments: &[String]) -> std::io::Result<()> {
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(hint) = of(arguments)
    {
        let hint = StyledStr::from(hint);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint]));
    }
    let plain = error.render().to_string();
    match visible::lines(&plain) {
        // Only colours are lost.
        std::borrow::Cow::Owned(safe) => {
            say(safe.trim_end());
            Ok(())
        }
        std::borrow::Cow::Borrowed(_) => error.print(),
    }
}

/// The hint on arguments that hold a FEN.
fn of(arguments: &[String]) -> Option<String> {
    let command = arguments.get(1)?.as_str();
    let option = match command {
        "run" | "refute" | "trace" | "whole" | "play" | "board" | "bench" => "--fen",
        "prove" => "--explain",
        _ => return None,
    };
    let at = arguments.iter().position(|word| begins_as_fen(word))?;
    let first = arguments.get(at)?;
    if first.contains(char::is_whitespace) {
        return Some(format!(
            "a position is given by an option: {option} '{first}'"
        ));
    }
    // The other parts were taken apart by the shell. A FEN has five more; a list has no more parts than men.
    let (what, most) = match is_head_of_men(first) {
        true => ("a list of men", 40),
        false => ("a FEN", 5),
    };
    let rest = arguments.iter().skip(at + 1);
    let fields: Vec<&str> = rest
        .map(String::as_str)
        .take_while(|word| !word.starts_with("--"))
        .take(most)
        .collect();
    Some(format!(
        "{what} has blanks in it, so write it in quotes: {option} '{first} {}'",
        fields.join(" ")
    ))
}

/// True for a word that begins a list of men: `W:`.
fn is_head_of_men(word: &str) -> bool {
    word.starts_with("W:") || word.starts_with("B:")
}

/// True for a word that begins with the eight ranks of a board, or a list of men.
fn begins_as_fen(word: &str) -> bool {
    if is_head_of_men(word) {
        return true;
    }
    let board = word.split_whitespace().next().unwrap_or_default();
    board.split('/').count() == 8 && board.chars().all(|c| "pnbrqkPNBRQK12345678/".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(words: &[&str]) -> Option<String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        of(&words)
    }

    #[test]
    fn a_fen_without_option_or_quotes_is_seen() {
        let fen = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";
        assert_eq!(
            hint(&["adv", "run", "krk.adv", fen]).as_deref(),
            Some("a position is given by an option: --fen '8/8/8/3k4/8/8/1R6/K7 w - - 0 1'")
        );
        let apart: Vec<&str> = ["adv", "run", "krk.adv", "--fen"]
            .into_iter()
            .chain(fen.split(' '))
            .chain(["--why"])
            .collect();
        assert_eq!(
            hint(&apart).as_deref(),
            Some(
                "a FEN has blanks in it, so write it in quotes: --fen '8/8/8/3k4/8/8/1R6/K7 w - - 0 1'"
            )
        );
        assert_eq!(
            hint(&["adv", "prove", fen]).map(|h| h.contains("--explain")),
            Some(true)
        );
        assert_eq!(
            hint(&["adv", "run", "krk.adv", "--fen", "W:", "Ke6;", "B:", "Kc5"]).as_deref(),
            Some("a list of men has blanks in it, so write it in quotes: --fen 'W: Ke6; B: Kc5'")
        );
        for command in ["refute", "trace", "whole"] {
            assert!(
                hint(&["adv", command, "krk.adv", fen]).is_some(),
                "{command}"
            );
        }
        assert_eq!(hint(&["adv", "run", "a/b/c.adv", "x"]), None);
        assert_eq!(hint(&["adv"]), None);
    }
}

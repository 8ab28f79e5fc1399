//! The commands of the prompt: one table, from which reading, abbreviations and help follow.

use adv::diagnostics::{did_you_mean, suggest};

/// Commands of the prompt, in lines that begin with a colon; [`COMMANDS`] has the help of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplCommand {
    Help,
    Board,
    Fen,
    Us,
    Type,
    Why,
    Bytecode,
    Play,
    Back,
    Items,
    Show,
    Forget,
    Undo,
    Explain,
    Load,
    Save,
    Quit,
}

/// Row of the command table: a command, its word, its arguments, and its help.
pub type CommandRow = (ReplCommand, &'static str, &'static str, &'static str);

/// All commands of the prompt, in the order of the help.
pub const COMMANDS: &[CommandRow] = &[
    (ReplCommand::Board, "board", "", "draw the position"),
    (
        ReplCommand::Fen,
        "fen",
        "[FEN]",
        "the position as FEN, or another position: a FEN, `W: Ke6, Rg6; B: Kc5`, `start` or `example`",
    ),
    (
        ReplCommand::Us,
        "us",
        "white|black|auto",
        "the side that `us` means in expressions; `auto` is the side to move",
    ),
    (
        ReplCommand::Type,
        "type",
        "EXPRESSION",
        "what an expression or a name is, without its value",
    ),
    (
        ReplCommand::Why,
        "why",
        "",
        "why the last answer is as it is: what each piece-of-advice missed, and by which reply",
    ),
    (
        ReplCommand::Bytecode,
        "bytecode",
        "[NAME|EXPRESSION]",
        "the instructions of the program, of one item, or of an expression",
    ),
    (
        ReplCommand::Play,
        "play",
        "[MOVE ...]",
        "play moves, or without one the move of what was asked last",
    ),
    (ReplCommand::Back, "back", "", "take the last move back"),
    (ReplCommand::Items, "items", "", "the items of the program"),
    (
        ReplCommand::Show,
        "show",
        "NAME",
        "the text of an item, of the program or of the library",
    ),
    (
        ReplCommand::Forget,
        "forget",
        "NAME",
        "take an item out of the program",
    ),
    (
        ReplCommand::Undo,
        "undo",
        "",
        "the program as it was before the last change",
    ),
    (
        ReplCommand::Explain,
        "explain",
        "WORD|CODE",
        "what a word of the language or a code of a message means",
    ),
    (
        ReplCommand::Load,
        "load",
        "FILE",
        "begin with another program; what was typed is given up",
    ),
    (
        ReplCommand::Save,
        "save",
        "FILE",
        "write the program with what was typed; it compiles",
    ),
    (
        ReplCommand::Help,
        "help",
        "[COMMAND]",
        "this list, or more about a command",
    ),
    (ReplCommand::Quit, "quit", "", "leave; so does Ctrl-D"),
];

/// Words of other prompts that are taken for a command here, each with the command's own word.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("?", "help"),
    ("q", "quit"),
    ("exit", "quit"),
    ("position", "fen"),
    ("open", "load"),
    ("write", "save"),
    ("t", "type"),
    ("disasm", "bytecode"),
    ("list", "items"),
    ("move", "play"),
];

/// Parses a line without its colon into the command and the text after its word.
///
/// # Errors
/// Sentence for the user, where no command has the word, or several begin with it.
pub fn read(line: &str) -> Result<(ReplCommand, &str), String> {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let word = word.to_ascii_lowercase();
    let found = find(&word);
    match found.as_slice() {
        [(command, ..)] => Ok((*command, rest)),
        [] => {
            let near = suggest(&word, None, COMMANDS.iter().map(|row| (row.1, ())));
            let near = did_you_mean(&near).map_or(String::new(), |near| format!("; {near}"));
            Err(format!(
                "there is no command `:{word}`{near}; `:help` lists all"
            ))
        }
        several => {
            let words: Vec<String> = several.iter().map(|row| format!("`:{}`", row.1)).collect();
            Err(format!("`:{word}` may be {}", words.join(" or ")))
        }
    }
}

/// Rows of the commands that a word may mean: the one of that word, or all that begin with it.
fn find(word: &str) -> Vec<&'static CommandRow> {
    let other = OTHER_WORDS.iter().find(|(other, _)| *other == word);
    let word = other.map_or(word, |(_, own)| own);
    if let Some(exact) = COMMANDS.iter().find(|row| row.1 == word) {
        return vec![exact];
    }
    let begun = COMMANDS.iter().filter(|row| row.1.starts_with(word));
    begun.filter(|_| !word.is_empty()).collect()
}

/// Help text: the list of all commands, or the help of the one that `word` means.
pub fn help(word: &str) -> String {
    let line = |row: &CommandRow| format!("  {:30} {}\n", format!(":{} {}", row.1, row.2), row.3);
    let word = word.trim_start_matches(':');
    if !word.is_empty() {
        let found = find(word);
        return match found.is_empty() {
            true => format!("there is no command `:{word}`; `:help` lists all\n"),
            false => found.into_iter().map(line).collect(),
        };
    }
    let mut text = "\
type an expression                  dist(W.K, B.K), MV(B.K), mate: its value in the position, boards drawn
     the name of a part             a table, a strategy, or advice such as mate-in(2): its answer in the position
     an item                        number, board, advice, table, use, material, test, prove, …: kept, tests and claims are run
or a command, which may be shortened:
"
    .to_owned();
    text.extend(COMMANDS.iter().map(line));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_may_be_shortened_and_misspelt_ones_are_told() {
        assert_eq!(read("fen 8/8 w"), Ok((ReplCommand::Fen, "8/8 w")));
        assert_eq!(read("w"), Ok((ReplCommand::Why, "")));
        assert_eq!(read("q"), Ok((ReplCommand::Quit, "")));
        assert_eq!(
            read("b"),
            Err("`:b` may be `:board` or `:bytecode` or `:back`".to_owned())
        );
        assert!(read("tpye x").is_err_and(|told| told.contains("did you mean `type`?")));
        for row in COMMANDS {
            assert_eq!(read(row.1), Ok((row.0, "")));
            assert!(help("").contains(row.3) && help(row.1).contains(row.3));
        }
    }
}

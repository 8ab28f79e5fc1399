//! Commands of `adv play`: one table, from which parsing, abbreviations and help follow.

use adv::chess::{Position, san};
use adv::diagnostics::{did_you_mean, suggest};

/// Commands that a person may type in `adv play`; [`COMMANDS`] has the help of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    Help,
    Moves,
    Hint,
    Assess,
    Why,
    Tree,
    Stats,
    Trace,
    Times,
    Mode,
    Undo,
    Go,
    Claim,
    Fen,
    Position,
    Game,
    Board,
    Flip,
    Save,
    New,
    Reload,
    Quit,
}

/// Most characters of a line of help.
const WIDTH: usize = 78;

/// Row of the command table: a command, with its word and its help.
pub struct CommandHelp {
    /// Command that this row of the table describes.
    pub command: PlayCommand,
    /// Word that is typed for the command.
    pub word: &'static str,
    /// Arguments after the word, as the help shows them; empty for none.
    pub arguments: &'static str,
    /// Help of the command in one line, for the list.
    pub short: &'static str,
    /// Rest of the help, for `help COMMAND`.
    pub long: &'static str,
}

/// All commands of `adv play`, in the order of the help.
pub const COMMANDS: &[CommandHelp] = &[
    entry(
        PlayCommand::Moves,
        "moves",
        "",
        "the legal moves",
        "A move is typed as `Kc4` or `c5c4`. Tab completes moves and commands.",
    ),
    entry(
        PlayCommand::Hint,
        "hint",
        "",
        "the best moves by the tablebase",
        "With up to four men on the board a tablebase is computed and shows the moves that win fastest, keep the draw or resist longest. With more men there is no hint.",
    ),
    entry(
        PlayCommand::Assess,
        "assess",
        "en|de|ru",
        "what matters in the position, and what to do",
        "Patterns explain the position for the side to move: each fact with its worth, why, what for, and the plan, which is searched. They are those of the program where it has an evaluation, else those of the library; `adv assess` has more options. A language may follow, and `all` for every fact, not only the weightiest.",
    ),
    entry(
        PlayCommand::Why,
        "why",
        "",
        "why the program made its last move",
        "The statement or rule that gave the move, the author's reason, the conditions of the goal with their numbers, and the squares that they speak of.",
    ),
    entry(
        PlayCommand::Tree,
        "tree",
        "",
        "the forcing-tree that the program follows",
        "One move of the program at each of its nodes, the replies that it considered, and so on to the leaves. A reply that is not in the tree ends it, and the program thinks again.",
    ),
    entry(
        PlayCommand::Stats,
        "stats",
        "",
        "how many positions the last search cost",
        "By piece-of-advice or action, and by depth.",
    ),
    entry(
        PlayCommand::Trace,
        "trace",
        "on|off|LINES",
        "show every step of the program, and its search",
        "For each move: the tree that was found, the positions tested, what was tried in vain; then the search node by node, with the goal and the conjunct that decided. A number sets how many lines of it are shown; 0 leaves it out.",
    ),
    entry(
        PlayCommand::Times,
        "times",
        "on|off",
        "show the CPU time of each move of the program",
        "The time differs from machine to machine and from run to run.",
    ),
    entry(
        PlayCommand::Mode,
        "mode",
        "strong|weak",
        "how long a tree is followed",
        "strong: a tree is played to a leaf before the program is consulted again. weak: it is consulted again on every move. Without a word the mode is shown.",
    ),
    entry(
        PlayCommand::Undo,
        "undo",
        "",
        "take back the opponent's last move and the answer",
        "The program's state is taken back with the moves, so that it goes on as if they had not been played.",
    ),
    entry(
        PlayCommand::Go,
        "go",
        "",
        "let the game go on after an interruption",
        "Ctrl-C stops a search. `go` lets the side to move think again; where the program is stuck or has come to its end, it begins again.",
    ),
    entry(
        PlayCommand::Claim,
        "claim",
        "",
        "claim a draw",
        "A draw may be claimed when a position has occurred three times, and after fifty moves without a capture or a pawn move.",
    ),
    entry(
        PlayCommand::Fen,
        "fen",
        "",
        "the position as FEN",
        "It can be given back by `position FEN`, or to `adv run --fen`.",
    ),
    entry(
        PlayCommand::Position,
        "position",
        "FEN",
        "begin a new game from a position",
        "A list of men will do: `position W: Ke6, Rg6; B: Kc5; Black to move`, where White moves if no side is named. Where the side to move is the opponent, the program waits for the opponent's move.",
    ),
    entry(
        PlayCommand::Game,
        "game",
        "",
        "the moves so far",
        "In standard algebraic notation, with the result if there is one.",
    ),
    entry(
        PlayCommand::Board,
        "board",
        "",
        "draw the board",
        "The last move is marked.",
    ),
    entry(
        PlayCommand::Flip,
        "flip",
        "",
        "turn the board round",
        "`flip` again turns it back.",
    ),
    entry(
        PlayCommand::Save,
        "save",
        "FILE",
        "write the game as PGN, or as a page (.html)",
        "With the program's reasons as comments; a file that ends in .html is a page to walk through, one in .json an object. Where it cannot be written the game stays here, and another place may be tried.",
    ),
    entry(
        PlayCommand::New,
        "new",
        "",
        "begin again from where the game began",
        "The game so far is given up; `save` it before if it is to be kept.",
    ),
    entry(
        PlayCommand::Reload,
        "reload",
        "",
        "read the program again, in the same position",
        "The position and the record stay. Where the changed program plays the moves so far as they were played it goes on from its place; otherwise it begins anew from the position. A program in error is not taken, and the one before stays.",
    ),
    entry(
        PlayCommand::Help,
        "help",
        "COMMAND",
        "this list, or more about a command",
        "Commands may be shortened as long as it is clear which is meant: `w` for `why`, `po` for `position`.",
    ),
    entry(
        PlayCommand::Quit,
        "quit",
        "",
        "leave",
        "So does Ctrl-D, and Ctrl-C twice on an empty line.",
    ),
];

const fn entry(
    command: PlayCommand,
    word: &'static str,
    arguments: &'static str,
    short: &'static str,
    long: &'static str,
) -> CommandHelp {
    CommandHelp {
        command,
        word,
        arguments,
        short,
        long,
    }
}

/// Meaning of a line that a person typed in `adv play`.
#[derive(Debug, PartialEq, Eq)]
pub enum Said<'l> {
    /// A command, with the text of its arguments.
    Command(PlayCommand, &'l str),
    /// A word that begins the words of several commands, which are listed.
    Ambiguous(Vec<&'static str>),
    /// Any other line, perhaps a move.
    Other(&'l str),
}

/// Parses a line that a person typed in `adv play`.
pub fn read(line: &str) -> Said<'_> {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    // A move has a digit or a hyphen in it, a command has neither.
    if word.is_empty() || !word.chars().all(|c| c.is_ascii_alphabetic() || c == '?') {
        return Said::Other(line);
    }
    match find(word).as_slice() {
        [] => Said::Other(line),
        [one] => Said::Command(one.command, rest),
        several => Said::Ambiguous(several.iter().map(|entry| entry.word).collect()),
    }
}

/// Rows of the commands that a word may mean: the one of that word, or all that begin with it.
pub fn find(word: &str) -> Vec<&'static CommandHelp> {
    let word = match word.to_ascii_lowercase().as_str() {
        "?" => "help".to_owned(),
        "exit" => "quit".to_owned(),
        other => other.to_owned(),
    };
    if let Some(exact) = COMMANDS.iter().find(|entry| entry.word == word) {
        return vec![exact];
    }
    COMMANDS
        .iter()
        .filter(|entry| entry.word.starts_with(&word))
        .collect()
}

/// Legal move of a position in both notations, as an example of what to type; a fixed one where there is none.
pub fn examples(position: Option<&Position>) -> String {
    let first = position.and_then(|position| {
        let m = position.legal_moves().into_iter().next()?;
        Some(format!("`{}` or `{m}`", san(position, m)))
    });
    first.unwrap_or_else(|| "`Kc4` or `c5c4`".to_owned())
}

/// Help text: the list of all commands, with a legal move of the position as an example.
pub fn help(position: &Position) -> String {
    let mut text = format!(
        "type a move, such as {}, or a command:\n",
        examples(Some(position))
    );
    for entry in COMMANDS {
        let head = format!("{} {}", entry.word, entry.arguments);
        text.push_str(&format!("  {head:18} {}\n", entry.short));
    }
    text
}

/// Help text on the commands that a word may mean.
pub fn help_on(word: &str) -> String {
    let found = find(word);
    if found.is_empty() {
        return format!("there is no command `{word}`; `help` lists all\n");
    }
    let mut text = String::new();
    for entry in found {
        let head = format!("{} {}", entry.word, entry.arguments);
        text.push_str(&format!("{}: {}\n", head.trim_end(), entry.short));
        text.push_str(&textwrap::fill(entry.long, WIDTH));
        text.push('\n');
    }
    text
}

/// Advice on the command that an unknown line seems to mean: a word of other programs, or a misspelt one; `None` where nothing is near.
pub fn meant(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?.to_ascii_lowercase();
    let told = match word.as_str() {
        "resign" | "resigns" | "surrender" => {
            "there is no command to resign: `quit` leaves, `new` begins again, `save FILE` keeps the game"
        }
        "takeback" | "back" | "retract" | "unmove" | "revert" => {
            "`undo` takes back your last move and the answer"
        }
        "draw" | "remis" => "`claim` claims a draw where the rules allow it",
        "legal" | "list" => "`moves` lists the legal moves",
        "analyse" | "analyze" | "eval" => {
            "`assess` explains the position, `why` the program's last move, `hint` yours"
        }
        "load" | "open" | "setup" => "`position FEN` begins a game from a position",
        "export" | "write" | "pgn" => "`save FILE` writes the game",
        _ => "",
    };
    if !told.is_empty() {
        return Some(told.to_owned());
    }
    let known = COMMANDS.iter().map(|entry| (entry.word, ()));
    did_you_mean(&suggest(&word, None, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_may_be_shortened_and_moves_are_none() {
        assert_eq!(read(" w "), Said::Command(PlayCommand::Why, ""));
        assert_eq!(read("HELP why"), Said::Command(PlayCommand::Help, "why"));
        assert_eq!(read("s"), Said::Ambiguous(vec!["stats", "save"]));
        assert_eq!(
            read("position 8/8 w"),
            Said::Command(PlayCommand::Position, "8/8 w")
        );
        assert_eq!(read("h"), Said::Ambiguous(vec!["hint", "help"]));
        for other in ["Kc4", "b4", "O-O", "O-O-O", "exd5", "e7e8q", "", "xyz"] {
            assert_eq!(read(other), Said::Other(other), "{other}");
        }
        assert_eq!(read("?"), Said::Command(PlayCommand::Help, ""));
    }

    #[test]
    fn every_command_has_an_abbreviation_and_help() {
        for entry in COMMANDS {
            assert_eq!(find(entry.word).len(), 1);
            assert!(help_on(entry.word).lines().count() >= 2, "{}", entry.word);
            assert!(help(&Position::start()).contains(entry.word));
        }
    }
}

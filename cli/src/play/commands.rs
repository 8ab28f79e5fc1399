//! Commands of a session: one table, from which parsing, abbreviations and help follow.
//!
//! A word of a game stands alone while a game is on; after a colon every word is a command at any time. A shortened word means a command of
//! its own place first: `p` is `position`, and `:p` is `play`.

use adv::chess::{Position, san};
use adv::diagnostics::{did_you_mean, suggest};
use adv::render::text::joined;

use crate::Trouble;

use super::session::PromptSession;

/// Most characters of a line of help.
const WIDTH: usize = 78;

/// Subject of a command: the game, the program, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandPlace {
    /// The command is about the game; its word stands alone.
    Game,
    /// The command is about the program; its word follows a colon.
    Program,
    /// The command is about both.
    Both,
}

/// Row of the command table.
pub struct CommandRow {
    /// Subject of the command, in which shortened words are looked up first.
    pub place: CommandPlace,
    /// Word that is typed for the command.
    pub word: &'static str,
    /// Arguments after the word, as the help shows them; empty for none.
    pub arguments: &'static str,
    /// Action of the command, on the text after its word.
    pub run: fn(&mut PromptSession, &str) -> Result<(), Trouble>,
    /// Help of the command in one line, for the list.
    pub short: &'static str,
    /// Rest of the help, for `help COMMAND`.
    pub long: &'static str,
}

macro_rules! commands {
    ($($place:ident $word:literal $arguments:literal $run:ident $short:literal $long:literal;)*) => {
        /// All commands, in the order of the help.
        pub const COMMANDS: &[CommandRow] = &[$(CommandRow {
            place: CommandPlace::$place, word: $word, arguments: $arguments, run: PromptSession::$run, short: $short, long: $long,
        },)*];
    };
}

commands! {
    Game "moves" "" moves "the legal moves"
        "A move is typed as `Kc4` or `c5c4`. Tab completes moves and commands.";
    Game "hint" "" hint "the best moves by the tablebase"
        "With up to four men on the board a tablebase is computed and shows the moves that win fastest, keep the draw or resist longest. With more men there is no hint.";
    Game "assess" "en|de|ru" assess "what matters in the position, and what to do"
        "Patterns explain the position for the side to move: each fact with its worth, why, what for, and the plan, which is searched. They are those of the program where it has an evaluation, else those of the library; `adv assess` has more options. A language may follow, and `all` for every fact, not only the weightiest.";
    Both "why" "" why "why the program made its last move, or its answer"
        "The statement or rule that gave the move, the author's reason, the conditions of the goal with their numbers, and the squares that they speak of. After a question: what each piece-of-advice missed, and by which reply.";
    Game "tree" "" tree "the forcing-tree that the program follows"
        "One move of the program at each of its nodes, the replies that it considered, and so on to the leaves. A reply that is not in the tree ends it, and the program thinks again.";
    Game "stats" "" stats "how many positions the last search cost"
        "By piece-of-advice or action, and by depth.";
    Game "trace" "on|off|LINES" set_trace "show every step of the program, and its search"
        "For each move: the tree that was found, the positions tested, what was tried in vain; then the search node by node, with the goal and the conjunct that decided. A number sets how many lines of it are shown; 0 leaves it out.";
    Game "times" "on|off" set_times "show the CPU time of each move of the program"
        "The time differs from machine to machine and from run to run.";
    Game "mode" "strong|weak" set_mode "how long a tree is followed"
        "strong: a tree is played to a leaf before the program is consulted again. weak: it is consulted again on every move. Without a word the mode is shown.";
    Both "undo" "" undo "take back the last move and the answer, or a change"
        "In a game the opponent's last move and what followed; the program's state is taken back with the moves, so that it goes on as if they had not been played. Where the program was changed since, or no game is on, its last change.";
    Game "go" "" go "let the game go on, or begin one here"
        "Ctrl-C stops a search. `go` lets the side to move think again; where the program is stuck or has come to its end, it begins again.";
    Game "claim" "" claim "claim a draw"
        "A draw may be claimed when a position has occurred three times, and after fifty moves without a capture or a pawn move.";
    Both "fen" "[FEN]" fen "the position as FEN, or another position"
        "It can be given back by `position FEN`, or to `adv run --fen`. `start` is the start of a game, `example` the position of the program.";
    Game "position" "FEN" position "begin a new game from a position"
        "A list of men will do: `position W: Ke6, Rg6; B: Kc5; Black to move`, where White moves if no side is named. Where the side to move is the opponent, the program waits for the opponent's move.";
    Game "game" "" record "the moves so far"
        "In standard algebraic notation, with the result if there is one.";
    Both "board" "" draw_board "draw the board"
        "The last move is marked.";
    Game "flip" "" flip "turn the board round"
        "`flip` again turns it back.";
    Both "save" "FILE" save "write the game (.pgn, .html) or the program (.adv)"
        "A game has the program's reasons as comments; a file that ends in .html is a page to walk through, one that ends in .json an object. Where it cannot be written the game stays here, and another place may be tried. A program is written with what was typed; it compiles.";
    Game "new" "" begin_again "begin again from where the game began"
        "The game so far is given up; `save` it before if it is to be kept.";
    Game "reload" "" reload "read the program again, in the same position"
        "The position and the record stay. Where the changed program plays the moves so far as they were played it goes on from its place; otherwise it begins anew from the position. A program in error is not taken, and the one before stays.";
    Program "us" "white|black|auto" set_side "the side that `us` means, and that the program plays"
        "In expressions `auto` is the side to move.";
    Program "type" "EXPRESSION" tell_type "what an expression or a name is, without its value"
        "The signature of what has arguments.";
    Program "play" "[MOVE ...]" play_moves "play moves, or without one the program's move"
        "The program moves by what was asked last.";
    Program "back" "" back "take the last move back"
        "In a game it is `undo`.";
    Program "items" "" list_items "the items of the program"
        "Each with its kind, in the order of the text.";
    Program "show" "[NAME]" show "the text of the program, or of an item"
        "The item may be one of the library.";
    Program "forget" "NAME" forget "take an item out of the program"
        "An item that others use stays.";
    Program "explain" "WORD|CODE" explain "what a word or the code of a message means"
        "The words are those of the language and of its library.";
    Program "load" "FILE" load "begin with another program"
        "What was typed is given up.";
    Both "help" "COMMAND" help "this list, or more about a command"
        "Commands may be shortened as long as it is clear which is meant: `w` for `why`, `po` for `position`.";
    Both "quit" "" quit "leave"
        "So does Ctrl-D, and Ctrl-C twice on an empty line.";
}

/// Parses a line into its command and the text after its word; `None` where it is no command. A word counts alone where `bare` is true, else
/// after a colon.
///
/// # Errors
/// Sentence for the user, where no command has the word after a colon, or several begin with the word.
pub fn read(line: &str, bare: bool) -> Result<Option<(&'static CommandRow, &str)>, String> {
    let line = line.trim();
    let (mark, text) = match line.strip_prefix(':') {
        Some(text) => (":", text.trim()),
        None if bare => ("", line),
        None => return Ok(None),
    };
    let (word, rest) = text
        .split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim()));
    let mut found = find(word, mark);
    if mark.is_empty() {
        // A move has a digit or a hyphen in it. A word with an argument too many begins an item or an expression.
        let is_word = word.chars().all(|c| c.is_ascii_alphabetic() || c == '?');
        found.retain(|row| is_word && (rest.is_empty() || !row.arguments.is_empty()));
    }
    match found.as_slice() {
        [row] => Ok(Some((row, rest))),
        [] if mark.is_empty() => Ok(None),
        [] => {
            let near = suggest(word, None, COMMANDS.iter().map(|row| (row.word, ())));
            let near = did_you_mean(&near).map_or(String::new(), |near| format!("; {near}"));
            Err(format!(
                "there is no command `:{word}`{near}; `:help` lists all"
            ))
        }
        several => {
            let words = several.iter().map(|row| format!("`{mark}{}`", row.word));
            Err(format!("`{mark}{word}` may be {}", joined(words, " or ")))
        }
    }
}

/// Trouble with an argument that a command does not take; `known` names those that it does.
pub fn unexpected(known: &str, found: &str) -> Trouble {
    trouble!("expected {known}, found `{found}`")
}

/// Rows of the commands that a word may mean: the one of that word, or all of its place that begin with it, or all others.
fn find(word: &str, mark: &str) -> Vec<&'static CommandRow> {
    let word = word.to_ascii_lowercase();
    let word = match (word.as_str(), mark) {
        ("", _) => return Vec::new(),
        ("?", _) => "help",
        ("exit", _) => "quit",
        ("open", ":") => "load",
        ("write", ":") => "save",
        ("list", ":") => "items",
        ("move", ":") => "play",
        (word, _) => word,
    };
    if let Some(exact) = COMMANDS.iter().find(|row| row.word == word) {
        return vec![exact];
    }
    let other = match mark {
        "" => CommandPlace::Program,
        _ => CommandPlace::Game,
    };
    let begun = || COMMANDS.iter().filter(|row| row.word.starts_with(word));
    let own: Vec<&CommandRow> = begun().filter(|row| row.place != other).collect();
    match own.is_empty() {
        true => begun().collect(),
        false => own,
    }
}

/// Legal move of a position in both notations, as an example of what to type; a fixed one where there is none.
pub fn examples(position: Option<&Position>) -> String {
    let first = position.and_then(|position| {
        let m = position.legal_moves().into_iter().next()?;
        Some(format!("`{}` or `{m}`", san(position, m)))
    });
    first.unwrap_or_else(|| "`Kc4` or `c5c4`".to_owned())
}

/// Help text: the list of all commands, with a legal move of the position as an example; a game is on where `bare` is true.
pub fn help(position: &Position, bare: bool) -> String {
    let (moves, after) = match bare {
        true => (format!("such as {}", examples(Some(position))), ""),
        false => ("once `:go` has begun a game".to_owned(), " after a colon"),
    };
    let mut text = format!(
        "type a move              {moves}
     an expression       dist(W.K, B.K), MV(B.K), mate: its value, boards drawn
     the name of a part  a table, a strategy, or mate-in(2): its answer
     an item             number, board, advice, …: kept; test, prove: run
or a command{after}, which may be shortened:
"
    );
    for row in COMMANDS {
        let head = format!("{} {}", row.word, row.arguments);
        text.push_str(&format!("  {head:19}  {}\n", row.short));
    }
    text
}

/// Help text on the commands that a word may mean; the word stands alone where `bare` is true.
pub fn help_on(word: &str, bare: bool) -> String {
    let mark = if bare { "" } else { ":" };
    let word = word.trim_start_matches(':');
    let found = find(word, mark);
    if found.is_empty() {
        return format!("there is no command `{mark}{word}`; `{mark}help` lists all\n");
    }
    let mut text = String::new();
    for row in found {
        let head = format!("{mark}{} {}", row.word, row.arguments);
        text.push_str(&format!("{}: {}\n", head.trim_end(), row.short));
        text.push_str(&textwrap::fill(row.long, WIDTH));
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
        "takeback" | "retract" | "unmove" | "revert" => {
            "`undo` takes back your last move and the answer"
        }
        "draw" | "remis" => "`claim` claims a draw where the rules allow it",
        "legal" | "list" => "`moves` lists the legal moves",
        "analyse" | "analyze" | "eval" => {
            "`assess` explains the position, `why` the program's last move, `hint` yours"
        }
        "open" | "setup" => "`position FEN` begins a game from a position",
        "export" | "write" | "pgn" => "`save FILE` writes the game",
        _ => "",
    };
    if !told.is_empty() {
        return Some(told.to_owned());
    }
    let known = COMMANDS.iter().map(|row| (row.word, ()));
    did_you_mean(&suggest(&word, None, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Word and arguments of the command that a line means, or the sentence on it.
    fn told(line: &str, bare: bool) -> String {
        match read(line, bare) {
            Ok(Some((row, rest))) => format!("{} {rest}", row.word),
            Ok(None) => "none".to_owned(),
            Err(sentence) => sentence,
        }
    }

    #[test]
    fn commands_may_be_shortened_and_moves_are_none() {
        for (line, bare, wanted) in [
            (" w ", true, "why "),
            ("HELP why", true, "help why"),
            ("s", true, "`s` may be `stats` or `save`"),
            ("h", true, "`h` may be `hint` or `help`"),
            ("position 8/8 w", true, "position 8/8 w"),
            ("p", true, "position "),
            (":p Kc4", true, "play Kc4"),
            ("forget near", true, "forget near"),
            ("?", true, "help "),
            (":hint", false, "hint "),
            (":fen 8/8 w", false, "fen 8/8 w"),
            (":w", false, "why "),
            (":q", false, "quit "),
            (":t mate", false, "type mate"),
            (":move Kc4", false, "play Kc4"),
            (":b", false, "`:b` may be `:board` or `:back`"),
            (
                ":tpye x",
                false,
                "there is no command `:tpye`; did you mean `type`?; `:help` lists all",
            ),
            ("help", false, "none"),
            // Items of the language begin with words of commands.
            ("board A = MV(B.K)", true, "none"),
            ("moves quiet = any", true, "none"),
        ] {
            assert_eq!(told(line, bare), wanted, "{line}");
        }
        for other in ["Kc4", "b4", "O-O", "O-O-O", "exd5", "e7e8q", "", "xyz"] {
            assert_eq!(told(other, true), "none", "{other}");
        }
    }

    #[test]
    fn every_command_has_an_abbreviation_and_help() {
        for row in COMMANDS {
            for (mark, bare) in [("", true), (":", false)] {
                assert_eq!(
                    told(&format!("{mark}{}", row.word), bare),
                    format!("{} ", row.word)
                );
                assert!(help_on(row.word, bare).lines().count() >= 2, "{}", row.word);
                assert!(help(&Position::start(), bare).contains(row.short));
            }
        }
    }
}

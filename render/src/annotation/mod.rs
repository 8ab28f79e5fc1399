//! Annotated games as a page to walk through: the board with the marks of a comment beside the moves with their comments and variations.
//!
//! ```text
//!   AnnotatedGame ──▶ notation.rs  moves, comments, variations as markup, which a reader without scripts has too; `games.js` walks through it
//! ```

mod notation;
mod words;

use adv_chess::notation::fen;
use adv_chess::{Move, Position};
use maud::{Markup, PreEscaped, html};

use crate::block::html::PageText;
use crate::explanation::{Words, words};
use crate::html::{Frame, board, controls, heading, theme};
use notation::{marks, notation};
use words::{WalkWords, walk_words};

/// Move of an annotated game or of one of its variations, with its comments.
#[derive(Clone, Debug)]
pub struct AnnotatedMove {
    /// Index in the game of the move that this one follows; `None` for a first move. Of the moves after one the first continues the line,
    /// the others begin variations.
    pub parent: Option<usize>,
    /// Position before the move.
    pub before: Position,
    /// Move played or suggested.
    pub mv: Move,
    /// Numbers of the move's glyphs (NAG), such as 1 for `!` and 16 for `±`.
    pub glyphs: Vec<u32>,
    /// Comment before the move, where a variation begins with one; else empty.
    pub lead: String,
    /// Comment after the move; may be empty.
    pub comment: String,
}

/// Game with its comments and variations, as read from PGN, for a page.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// Names of White and Black; empty where they are not known.
    pub names: [String; 2],
    /// Text of the event, the site and the date, without those that the record lacks.
    pub event: String,
    /// Result as game records write it, such as `1-0`.
    pub result: String,
    /// Position in which the game begins.
    pub start: Position,
    /// Comment before the first move; may be empty.
    pub opening: String,
    /// Moves of the game and of its variations, in the order of the record.
    pub moves: Vec<AnnotatedMove>,
    /// Number of lines of the record that end at an unreadable move.
    pub cut: usize,
}

impl AnnotatedGame {
    /// Heading of the game: the players' names and the result.
    fn title(&self, sides: [&str; 2]) -> String {
        let name = |side: usize| match self.names.get(side).map_or("", String::as_str) {
            "" => sides[side],
            name => name,
        };
        let (white, black) = (name(0), name(1));
        match self.result.as_str() {
            "" | "*" => format!("{white} – {black}"),
            result => format!("{white} – {black}, {result}"),
        }
    }

    /// Moves that may follow each position: those of the beginning, then those after each move.
    fn below(&self) -> Vec<Vec<usize>> {
        let mut below = vec![Vec::new(); self.moves.len() + 1];
        for (place, of) in self.moves.iter().enumerate() {
            let above = of.parent.map_or(0, |parent| parent + 1);
            if let Some(list) = below.get_mut(above) {
                list.push(place);
            }
        }
        below
    }
}

/// Page of annotated games. `more` is the number of games that it leaves out. Texts around the games are in the language with this code;
/// the fallback for an unknown one is English.
pub fn html(games: &[AnnotatedGame], more: usize, language: &str) -> String {
    let (common, words) = (words(language), walk_words(language));
    let only = match games {
        [only] => Some(only),
        _ => None,
    };
    let title = only.map_or_else(|| words.title.to_owned(), |only| only.title(common.sides));
    let mut below = match only {
        Some(only) => only.event.clone(),
        None => words.games.replace("{}", &games.len().to_string()),
    };
    if more > 0 {
        below = format!("{below}; {}", words.more.replace("{}", &more.to_string()));
    }
    let [_, walk, _, turn] = common.keys;
    let [first, back, on, last] = words.walks;
    let body = html! {
        (heading(&title, &below, &theme(common.theme), ""))
        main.two {
            section id="boardside" aria-label=(common.board) {
                (board(common.board))
                (controls(walk, &[first, back, on, last, common.flip]))
                p.at id="at" aria-live="polite" {}
            }
            section id="games" aria-label=(words.moves) data-start=(words.start) {
                @if only.is_none() { (choice(games, words, common.sides)) }
                @for game in games { (section(game, only.is_some(), words, common)) }
            }
        }
        footer.ui {
            span.keys {
                kbd { "←" } " " kbd { "→" } " " kbd { "Home" } " " kbd { "End" } " " (walk) ", " kbd { "↑" } " " kbd { "↓" } " " (words.lines) ", "
                kbd { "f" } " " (turn)
            }
        }
    };
    let frame = Frame {
        language: common.code,
        title: &title,
        view: Some("games"),
        ..Frame::of(body)
    };
    frame.written()
}

/// Markup of the drop-down list from which a reader chooses a game.
fn choice(games: &[AnnotatedGame], words: &WalkWords, sides: [&str; 2]) -> Markup {
    html! {
        label.choice.ui {
            (words.game) " "
            select id="choice" {
                @for (number, game) in games.iter().enumerate() {
                    option value=(number) { (number + 1) ". " (PageText(game.title(sides))) }
                }
            }
        }
    }
}

/// Markup of one game: its heading, if the page has several, and its moves with comments.
fn section(game: &AnnotatedGame, only: bool, words: &WalkWords, common: &Words) -> Markup {
    html! {
        article.game data-fen=(fen(&game.start)) data-marks=(marks(&game.opening)) {
            @if !only { h2 { (PageText(game.title(common.sides))) } p.remark { (PageText(&game.event)) } }
            @if game.cut > 0 { p.remark { (words.cut.replace("{}", &game.cut.to_string())) } }
            (PreEscaped(notation(game, &game.below(), common.code)))
            @if !game.result.is_empty() { p.result { (PageText(&game.result)) } }
        }
    }
}

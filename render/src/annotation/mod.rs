//! Annotated games as a page to walk through: the board with the marks of a comment beside the moves with their comments and variations.
//!
//! ```text
//!   AnnotatedGame ──▶ notation.rs  moves, comments, variations as markup, which a reader without scripts has too
//!                 └─▶ data         { "games": [{ "start", "nodes": [[parent, main, label, uci, fen, squares, arrows], …] }] }
//! ```
//!
//! `page.js` and `page.css` beside this file are copied into the page.

mod notation;
mod words;

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_chess::{Move, Position};
use serde_json::{Value, json};

use crate::html::{Frame, board, controls, framed_in, heading, page_uci, theme};
use crate::svg::escaped;
use notation::{label, marks, notation};
use words::{WalkWords, walk_words};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

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
    fn title(&self, words: &WalkWords) -> String {
        let name = |side: usize| match self.names.get(side).map_or("", String::as_str) {
            "" => words.sides[side],
            name => name,
        };
        let (white, black) = (name(0), name(1));
        match self.result.as_str() {
            "" | "*" => format!("{white} – {black}"),
            result => format!("{white} – {black}, {result}"),
        }
    }

    /// Index from each move to the moves that may follow it.
    fn below(&self) -> Below {
        let mut first = Vec::new();
        let mut below = vec![Vec::new(); self.moves.len()];
        for (place, of) in self.moves.iter().enumerate() {
            match of.parent {
                None => first.push(place),
                Some(parent) => {
                    if let Some(list) = below.get_mut(parent) {
                        list.push(place);
                    }
                }
            }
        }
        Below { first, below }
    }
}

/// Indexes of a game's first moves, and of the moves that follow each move: the tree of variations.
struct Below {
    first: Vec<usize>,
    below: Vec<Vec<usize>>,
}

impl Below {
    fn of(&self, place: Option<usize>) -> &[usize] {
        match place {
            None => &self.first,
            Some(place) => self.below.get(place).map_or(&[], Vec::as_slice),
        }
    }
}

/// Page of annotated games. `more` is the number of games that it leaves out. Texts around the games are in the language with this code;
/// the fallback for an unknown one is English.
pub fn html(games: &[AnnotatedGame], more: usize, language: &str) -> String {
    let words = walk_words(language);
    let title = match games {
        [only] => only.title(words),
        _ => words.title.to_owned(),
    };
    let title = escaped(&title);
    let mut below = match games {
        [only] => escaped(&only.event),
        _ => words.games.replace("{}", &games.len().to_string()),
    };
    if more > 0 {
        let _ = write!(below, "; {}", words.more.replace("{}", &more.to_string()));
    }
    let mut sections = String::new();
    for (number, game) in games.iter().enumerate() {
        sections.push_str(&section(number, game, games.len() == 1, words));
    }
    let choice = match games {
        [_] => String::new(),
        _ => choice(games, words),
    };
    let light_or_dark = escaped(words.theme);
    let theme = theme(&light_or_dark, &light_or_dark);
    let heading = heading(&title, &below, &theme, "");
    let (board_word, moves_word) = (escaped(words.board), escaped(words.moves));
    let [walk, lines, turn] = words.keys.map(escaped);
    let body = format!(
        r##"{heading}
<main>
<section id="boardside" aria-label="{board_word}">
{board}
<div class="controls" role="group" aria-label="{walk}">
{controls}
</div>
<p class="at" id="at" aria-live="polite"></p>
</section>
<section id="games" aria-label="{moves_word}">
{choice}{sections}</section>
</main>
<footer class="ui"><span class="keys"><kbd>←</kbd> <kbd>→</kbd> <kbd>Home</kbd> <kbd>End</kbd> {walk}, <kbd>↑</kbd> <kbd>↓</kbd> {lines}, <kbd>f</kbd> {turn}</span></footer>
"##,
        board = board(&board_word),
        controls = controls(&words.controls),
    );
    let data: Vec<Value> = games.iter().map(|game| data(game, words)).collect();
    framed_in(
        words.code,
        &Frame {
            title: &title,
            style: STYLE,
            body: &body,
            data: &json!({ "start": words.start, "games": data }),
            script: SCRIPT,
        },
    )
}

/// Markup of the drop-down list from which a reader chooses a game.
fn choice(games: &[AnnotatedGame], words: &WalkWords) -> String {
    let mut out = format!(
        "<label class=\"choice ui\">{} <select id=\"choice\">",
        escaped(words.game)
    );
    for (number, game) in games.iter().enumerate() {
        let _ = write!(
            out,
            "<option value=\"{number}\">{}. {}</option>",
            number + 1,
            escaped(&game.title(words))
        );
    }
    out.push_str("</select></label>\n");
    out
}

/// Markup of one game: its heading, if the page has several, and its moves with comments.
fn section(number: usize, game: &AnnotatedGame, only: bool, words: &WalkWords) -> String {
    let mut out = format!("<article class=\"game\" data-game=\"{number}\">\n");
    if !only {
        let _ = writeln!(
            out,
            "<h2>{}</h2>\n<p class=\"event\">{}</p>",
            escaped(&game.title(words)),
            escaped(&game.event)
        );
    }
    if game.cut > 0 {
        let sentence = words.cut.replace("{}", &game.cut.to_string());
        let _ = writeln!(out, "<p class=\"event\">{}</p>", escaped(&sentence));
    }
    out.push_str(&notation(game, &game.below(), words));
    if !game.result.is_empty() {
        let _ = writeln!(out, "<p class=\"result\">{}</p>", escaped(&game.result));
    }
    out.push_str("</article>\n");
    out
}

/// Data of a game for the script: for each move its parent, label, squares, position and marks.
fn data(game: &AnnotatedGame, words: &WalkWords) -> Value {
    let below = game.below();
    let mut is_main = vec![false; game.moves.len()];
    let mut at = below.of(None).first().copied();
    while let Some(place) = at {
        if let Some(is) = is_main.get_mut(place) {
            *is = true;
        }
        at = below.of(Some(place)).first().copied();
    }
    // The script reads the men and the side to move.
    let short = |position: &Position| -> String {
        let fen = fen(position);
        fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    let nodes = game.moves.iter().zip(is_main).map(|(of, is_main)| {
        let (squares, arrows) = marks(&of.comment);
        json!([
            of.parent,
            u8::from(is_main),
            label(of, words),
            page_uci(of.mv),
            short(&of.before.play(of.mv)),
            squares,
            arrows
        ])
    });
    let nodes: Vec<Value> = nodes.collect();
    let (squares, arrows) = marks(&game.opening);
    json!({
        "start": [short(&game.start), squares, arrows],
        "nodes": nodes,
    })
}

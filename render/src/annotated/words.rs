//! The words of the page of annotated games, by language.

use adv_chess::{Move, Position};

use crate::assessed::said_in;
use crate::html::WALKS;

/// Texts of the page in one language. `{}` is the placeholder of a number.
#[derive(Debug)]
pub(super) struct WalkWords {
    /// The code of the language.
    pub code: &'static str,
    /// The title of a page of several games.
    pub title: &'static str,
    /// The number of games.
    pub games: &'static str,
    /// Games that are not on the page.
    pub more: &'static str,
    /// Lines that end where a move cannot be read.
    pub cut: &'static str,
    /// One game of several.
    pub game: &'static str,
    /// White and Black.
    pub sides: [&'static str; 2],
    /// The board.
    pub board: &'static str,
    /// The moves.
    pub moves: &'static str,
    /// The position before the first move.
    pub start: &'static str,
    /// The button for light or dark.
    pub theme: &'static str,
    /// Titles of the buttons: to the beginning, back, on, to the end, turn the board.
    pub controls: [&'static str; 5],
    /// Explanations of the keys: the moves, other lines, the board.
    pub keys: [&'static str; 3],
}

impl WalkWords {
    /// A move with the letters of the language.
    pub fn said(&self, before: &Position, mv: Move) -> String {
        said_in(self.code, before, mv)
    }
}

const ENGLISH: WalkWords = WalkWords {
    code: "en",
    title: "Annotated games",
    games: "{} games",
    more: "games that are not on this page: {}",
    cut: "Lines that end where a move cannot be read: {}.",
    game: "Game",
    sides: ["White", "Black"],
    board: "Board",
    moves: "Moves and comments",
    start: "the beginning",
    theme: "light or dark",
    controls: WALKS,
    keys: ["the moves", "other lines", "turns the board"],
};

const GERMAN: WalkWords = WalkWords {
    code: "de",
    title: "Kommentierte Partien",
    games: "{} Partien",
    more: "Partien, die nicht auf dieser Seite stehen: {}",
    cut: "Varianten, die enden, wo ein Zug nicht zu lesen ist: {}.",
    game: "Partie",
    sides: ["Weiß", "Schwarz"],
    board: "Brett",
    moves: "Züge und Kommentare",
    start: "der Anfang",
    theme: "hell oder dunkel",
    controls: [
        "zum Anfang",
        "einen Zug zurück",
        "einen Zug weiter",
        "zum Ende der Variante",
        "das Brett drehen",
    ],
    keys: ["die Züge", "andere Varianten", "dreht das Brett"],
};

const RUSSIAN: WalkWords = WalkWords {
    code: "ru",
    title: "Партии с примечаниями",
    games: "Партий: {}",
    more: "партий не на этой странице: {}",
    cut: "Варианты, которые обрываются на нечитаемом ходе: {}.",
    game: "Партия",
    sides: ["Белые", "Чёрные"],
    board: "Доска",
    moves: "Ходы и примечания",
    start: "начало",
    theme: "светлая или тёмная",
    controls: [
        "в начало",
        "на ход назад",
        "на ход вперёд",
        "в конец варианта",
        "повернуть доску",
    ],
    keys: ["ходы", "другие варианты", "поворот доски"],
};

/// The words of a language; English for one that is not known.
pub(super) fn walk_words(language: &str) -> &'static WalkWords {
    match language {
        "de" => &GERMAN,
        "ru" => &RUSSIAN,
        _ => &ENGLISH,
    }
}

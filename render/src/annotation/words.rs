//! The words of the page of annotated games, by language.

use adv_chess::{Move, Position};

use crate::explanation::said_in;
use crate::html::WALKS;

/// Texts of the page of annotated games in one language. `{}` is the placeholder of a number.
#[derive(Debug)]
pub(super) struct WalkWords {
    /// Code of the language, such as `en`.
    pub code: &'static str,
    /// Title of a page of several games.
    pub title: &'static str,
    /// Text with the number of games on the page.
    pub games: &'static str,
    /// Text with the number of games that are not on the page.
    pub more: &'static str,
    /// Text with the number of lines that end where a move cannot be read.
    pub cut: &'static str,
    /// Label of the list from which one game is chosen.
    pub game: &'static str,
    /// Names of the sides, White and Black.
    pub sides: [&'static str; 2],
    /// Name of the board for screen readers.
    pub board: &'static str,
    /// Name of the list of moves and comments.
    pub moves: &'static str,
    /// Name of the position before the first move.
    pub start: &'static str,
    /// Title of the button that switches between light and dark.
    pub theme: &'static str,
    /// Titles of the buttons: to the beginning, back, on, to the end, turn the board.
    pub controls: [&'static str; 5],
    /// Explanations of the keyboard's keys: the moves, other lines, the board.
    pub keys: [&'static str; 3],
}

impl WalkWords {
    /// Move in SAN with the piece letters of the language.
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

/// Texts of the page in the language with this code; English for an unknown code.
pub(super) fn walk_words(language: &str) -> &'static WalkWords {
    match language {
        "de" => &GERMAN,
        "ru" => &RUSSIAN,
        _ => &ENGLISH,
    }
}

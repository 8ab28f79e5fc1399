//! The words of the page of annotated games, by language.

use crate::html::WALKS;

/// Texts of the page of annotated games in one language, besides those of the pages of explanations. `{}` is the placeholder of a number.
#[derive(Debug)]
pub(super) struct WalkWords {
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
    /// Name of the list of moves and comments.
    pub moves: &'static str,
    /// Name of the position before the first move.
    pub start: &'static str,
    /// Titles of the buttons: to the beginning, back, on, to the end.
    pub walks: [&'static str; 4],
    /// Explanation of the keys that lead to other lines.
    pub lines: &'static str,
}

const ENGLISH: WalkWords = WalkWords {
    title: "Annotated games",
    games: "{} games",
    more: "games that are not on this page: {}",
    cut: "Lines that end where a move cannot be read: {}.",
    game: "Game",
    moves: "Moves and comments",
    start: "the beginning",
    walks: [WALKS[0], WALKS[1], WALKS[2], WALKS[3]],
    lines: "other lines",
};

const GERMAN: WalkWords = WalkWords {
    title: "Kommentierte Partien",
    games: "{} Partien",
    more: "Partien, die nicht auf dieser Seite stehen: {}",
    cut: "Varianten, die enden, wo ein Zug nicht zu lesen ist: {}.",
    game: "Partie",
    moves: "Züge und Kommentare",
    start: "der Anfang",
    walks: [
        "zum Anfang",
        "einen Zug zurück",
        "einen Zug weiter",
        "zum Ende der Variante",
    ],
    lines: "andere Varianten",
};

const RUSSIAN: WalkWords = WalkWords {
    title: "Партии с примечаниями",
    games: "Партий: {}",
    more: "партий не на этой странице: {}",
    cut: "Варианты, которые обрываются на нечитаемом ходе: {}.",
    game: "Партия",
    moves: "Ходы и примечания",
    start: "начало",
    walks: [
        "в начало",
        "на ход назад",
        "на ход вперёд",
        "в конец варианта",
    ],
    lines: "другие варианты",
};

/// Texts of the page in the language with this code; English for an unknown code.
pub(super) fn walk_words(language: &str) -> &'static WalkWords {
    match language {
        "de" => &GERMAN,
        "ru" => &RUSSIAN,
        _ => &ENGLISH,
    }
}

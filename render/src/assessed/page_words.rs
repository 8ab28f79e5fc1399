//! Texts of the page of an explanation, by language: headings, buttons and keys around the explanation itself.

/// Texts of the page in one language. `{}` is the placeholder of a number.
#[derive(Debug)]
pub(crate) struct PageWords {
    /// The title.
    pub title: &'static str,
    /// The board.
    pub board: &'static str,
    /// The button that turns it.
    pub flip: &'static str,
    /// The button for light or dark.
    pub theme: &'static str,
    /// The list of facts.
    pub facts: &'static str,
    /// The moves of a plan, which are opened.
    pub moves: &'static str,
    /// The position before them.
    pub start: &'static str,
    /// Moves that are not on the page.
    pub more: &'static str,
    /// Facts that are not on the page.
    pub others: &'static str,
    /// A side makes no move.
    pub pass: &'static str,
    /// Meanings of the arrows: the full ones, the dashed, the dotted.
    pub arrows: [&'static str; 3],
    /// Explanations of the keys: digits, left and right, Escape, f.
    pub keys: [&'static str; 4],
}

const ENGLISH: PageWords = PageWords {
    title: "A position explained",
    board: "Board",
    flip: "turn the board round",
    theme: "light or dark",
    facts: "What matters here",
    moves: "the moves",
    start: "the position",
    more: "Moves not shown here: {}.",
    others: "Facts not shown here: {}.",
    pass: "no move",
    arrows: [
        "a full arrow: the first move of a plan that succeeds",
        "dashed: a move that depends on what the other side does",
        "dotted: the reply that prevents a plan",
    ],
    keys: ["a fact", "the moves", "back", "turns the board"],
};

const GERMAN: PageWords = PageWords {
    title: "Eine Stellung, erklärt",
    board: "Brett",
    flip: "das Brett drehen",
    theme: "hell oder dunkel",
    facts: "Worauf es hier ankommt",
    moves: "die Züge",
    start: "die Stellung",
    more: "Züge, die hier nicht stehen: {}.",
    others: "Tatsachen, die hier nicht stehen: {}.",
    pass: "kein Zug",
    arrows: [
        "voller Pfeil: der erste Zug eines Plans, der gelingt",
        "gestrichelt: ein Zug, der davon abhängt, was die andere Seite tut",
        "gepunktet: die Antwort, die einen Plan verhindert",
    ],
    keys: ["eine Tatsache", "die Züge", "zurück", "dreht das Brett"],
};

const RUSSIAN: PageWords = PageWords {
    title: "Разбор позиции",
    board: "Доска",
    flip: "повернуть доску",
    theme: "светлая или тёмная",
    facts: "Что здесь важно",
    moves: "ходы",
    start: "позиция",
    more: "Не показано ходов: {}.",
    others: "Не показано фактов: {}.",
    pass: "нет хода",
    arrows: [
        "сплошная стрелка: первый ход плана, который удаётся",
        "штриховая: ход, который зависит от действий соперника",
        "пунктирная: ответ, который мешает плану",
    ],
    keys: ["факт", "ходы", "назад", "поворот доски"],
};

/// The words of a language; English for one that is not known.
pub(crate) fn page_words(language: &str) -> &'static PageWords {
    match language {
        "de" => &GERMAN,
        "ru" => &RUSSIAN,
        _ => &ENGLISH,
    }
}

//! Texts of the page of an explanation, by language: headings, buttons and keys around the explanation itself.

/// Texts around an explanation on its page, in one language. `{}` is the placeholder of a number.
#[derive(Debug)]
pub(crate) struct PageWords {
    /// Title of the page.
    pub title: &'static str,
    /// Name of the board for screen readers.
    pub board: &'static str,
    /// Title of the button that turns the board.
    pub flip: &'static str,
    /// Title of the button that switches between light and dark.
    pub theme: &'static str,
    /// Name of the list of facts.
    pub facts: &'static str,
    /// Label that opens the moves of a plan.
    pub moves: &'static str,
    /// Name of the position before a plan's first move.
    pub start: &'static str,
    /// Text with the number of a plan's moves that are not on the page.
    pub more: &'static str,
    /// Text with the number of facts that are not on the page.
    pub others: &'static str,
    /// Text in place of a move for a side that makes none.
    pub pass: &'static str,
    /// Legend of the arrows: full, dashed, dotted.
    pub arrows: [&'static str; 3],
    /// Explanations of the keyboard's keys: digits, left and right, Escape, f.
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

/// Texts of the page in the language with this code; English for an unknown code.
pub(crate) fn page_words(language: &str) -> &'static PageWords {
    match language {
        "de" => &GERMAN,
        "ru" => &RUSSIAN,
        _ => &ENGLISH,
    }
}

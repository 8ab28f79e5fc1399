//! Texts and JSON of the cases on which an explanation draws.

use adv_explain::{Drawn, Explanation, PlanTold, ToldFact, UsedCase};
use adv_record::explanation::{DrawnCase, DrawnCases};

use super::words::Words;

/// Texts in one language about cases: explained positions of a case base, from which an explanation takes texts and plans.
struct CaseWords {
    code: &'static str,
    /// Text for the nearest of so many cases, in the plural forms of the language.
    nearest: &'static [&'static str],
    /// Text if none of so many cases is near, in the plural forms of the language.
    none: &'static [&'static str],
    /// Formula of the similarity: the sum, the weight of the facts, their similarity, the weight of the board, its similarity.
    similarity: &'static str,
    /// Text before the further cases from which the explanation takes something.
    others: &'static str,
    /// Text at a fact that is adapted from a related fact of a case.
    adapted: &'static str,
    /// Text at a fact that a case has likewise.
    same: &'static str,
    /// Text at a piece of a plan that comes from a case.
    from: &'static str,
    quotes: [char; 2],
}

const ALL: [CaseWords; 3] = [
    CaseWords {
        code: "en",
        nearest: &["Nearest of {} case", "Nearest of {} cases"],
        none: &["The one case is not near.", "None of {} cases is near."],
        similarity: "similarity {} = {} × facts {} + {} × board {}",
        others: "then {}",
        adapted: "adapted from case {}",
        same: "as in case {}",
        from: "from case {}",
        quotes: ['"', '"'],
    },
    CaseWords {
        code: "de",
        nearest: &["Ähnlichster von {} Fall", "Ähnlichster von {} Fällen"],
        none: &[
            "Der eine Fall liegt nicht nahe.",
            "Keiner von {} Fällen liegt nahe.",
        ],
        similarity: "Ähnlichkeit {} = {} × Tatsachen {} + {} × Brett {}",
        others: "danach {}",
        adapted: "angepasst aus Fall {}",
        same: "wie in Fall {}",
        from: "aus Fall {}",
        quotes: ['„', '“'],
    },
    CaseWords {
        code: "ru",
        nearest: &[
            "Ближайший из {} примера",
            "Ближайший из {} примеров",
            "Ближайший из {} примеров",
        ],
        none: &[
            "Ни один из {} примера не близок.",
            "Ни один из {} примеров не близок.",
            "Ни один из {} примеров не близок.",
        ],
        similarity: "сходство {} = {} × факты {} + {} × доска {}",
        others: "затем {}",
        adapted: "по примеру {}",
        same: "как в примере {}",
        from: "по примеру {}",
        quotes: ['«', '»'],
    },
];

fn case_words(words: &Words) -> &'static CaseWords {
    let [english, ..] = &ALL;
    ALL.iter()
        .find(|of| of.code == words.code)
        .unwrap_or(english)
}

/// Picks the plural form for a number and puts the number into it.
fn counted(forms: &[&str], count: usize) -> String {
    let number = i64::try_from(count).unwrap_or(i64::MAX);
    let form = adv_module::language::form(forms.len(), number);
    let form = forms.get(form).copied().unwrap_or("{}");
    form.replace("{}", &count.to_string())
}

/// Lines beside the board: the nearest case, its similarity, and the other cases used; empty for an explanation without cases.
pub(super) fn head(explanation: &Explanation, words: &Words) -> Vec<String> {
    let Some(drawn) = &explanation.drawn else {
        return Vec::new();
    };
    let of = case_words(words);
    let Some((first, others)) = drawn.used.split_first() else {
        return vec![counted(of.none, drawn.count)];
    };
    let mut lines = vec![
        format!("{}: {}", counted(of.nearest, drawn.count), named(first, of)),
        similarity(drawn, first, words, of),
    ];
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(|other| named(other, of)).collect();
        lines.push(of.others.replace("{}", &words.listed(&others)));
    }
    lines
}

/// Name of a case: its number, and its note in quotes if it has one.
fn named(used: &UsedCase, of: &CaseWords) -> String {
    let [open, close] = of.quotes;
    match &used.note {
        Some(note) => format!("{}, {open}{note}{close}", used.near.number),
        None => used.near.number.to_string(),
    }
}

/// Similarity of the nearest case, with the weighted parts that add up to it.
fn similarity(drawn: &Drawn, used: &UsedCase, words: &Words, of: &CaseWords) -> String {
    let likeness = used.near.likeness;
    let values = [
        hundredths(likeness.total / 100, words),
        weight(drawn.weights.facts, words),
        hundredths(likeness.facts / 100, words),
        weight(drawn.weights.position, words),
        hundredths(likeness.position / 100, words),
    ];
    let mut text = of.similarity.to_owned();
    for value in values {
        text = text.replacen("{}", &value, 1);
    }
    text
}

/// Decimal number with two places from a number of hundredths: `0.75` for 75.
fn hundredths(value: i64, words: &Words) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let size = value.unsigned_abs();
    format!("{sign}{}{}{:02}", size / 100, words.point, size % 100)
}

/// Decimal number from a weight in hundredths, without trailing zeros.
fn weight(of: u16, words: &Words) -> String {
    let text = hundredths(i64::from(of), words);
    let text = text.trim_end_matches('0');
    text.trim_end_matches(words.point).to_owned()
}

/// Case that a fact of the explanation comes from, in words; `None` for a fact without one.
pub(super) fn of_fact(told: &ToldFact, words: &Words) -> Option<String> {
    let from = told.from?;
    let of = case_words(words);
    let text = if from.same { of.same } else { of.adapted };
    Some(text.replace("{}", &from.number.to_string()))
}

/// Words for the case that a plan's advice comes from (`from case 12`); `None` for advice that the pattern itself names.
pub(super) fn of_piece(plan: &PlanTold, words: &Words) -> Option<String> {
    let number = plan.case?.to_string();
    Some(case_words(words).from.replace("{}", &number))
}

/// Record for JSON of the cases that an explanation draws on; similarities are in ten-thousandths.
pub(super) fn record(drawn: &Drawn) -> DrawnCases {
    let used = drawn.used.iter().map(|used| {
        let likeness = used.near.likeness;
        DrawnCase {
            number: used.near.number,
            note: used.note.clone(),
            similarity: likeness.total,
            facts: likeness.facts,
            board: likeness.position,
        }
    });
    DrawnCases {
        count: drawn.count,
        used: used.collect(),
    }
}

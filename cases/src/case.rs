//! A case: a position, the facts that were told about it, and what a person changed of their texts.

use std::fmt;
use std::sync::Arc;

use adv_chess::{Color, Position, notation};

/// Name of a pattern, a piece-of-advice, a stage or a language. Equal names within one base share their text in memory.
pub type Name = Arc<str>;

/// Maximum number of facts in one case.
pub const MAX_FACTS: usize = 12;
/// Maximum number of pieces-of-advice in the plan of one fact.
pub const MAX_PLANS: usize = 16;
/// Maximum number of edited texts on one fact.
pub const MAX_TEXTS: usize = 64;
/// Maximum length in bytes of a name of a pattern, a piece-of-advice or a stage.
pub const MAX_NAME_BYTES: usize = 100;
/// Maximum length in bytes of an edited text or of a case's note.
pub const MAX_TEXT_BYTES: usize = 2000;
/// Maximum worth of a fact for either side, in hundredths of a pawn.
pub const MAX_WORTH: i32 = 1_000_000;
/// Maximum length in bytes of a language's name, such as `de`.
const MAX_LANGUAGE_BYTES: usize = 8;

/// Kind of text about a fact that a person can edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// The name of the fact, as readers see it.
    Called,
    /// The belief: the reason why the fact matters.
    Belief,
    /// The purpose of the side that has the fact.
    Us,
    /// The purpose of the side that does not have the fact.
    Them,
}

impl Slot {
    /// All kinds of text in the order in which a case file lists them.
    pub const ALL: [Slot; 4] = [Slot::Called, Slot::Belief, Slot::Us, Slot::Them];

    /// The word for this kind of text in a case file, such as `belief`.
    pub const fn word(self) -> &'static str {
        match self {
            Slot::Called => "called",
            Slot::Belief => "belief",
            Slot::Us => "us",
            Slot::Them => "them",
        }
    }

    /// Kind of text for a word of a case file; `None` for any other word.
    pub fn from_word(word: &str) -> Option<Slot> {
        Slot::ALL.into_iter().find(|slot| slot.word() == word)
    }
}

/// An edited text about a fact, in one language; it replaces the text that the program would write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    /// The language of the text, such as `de`.
    pub lang: Name,
    /// Kind of text that this one replaces.
    pub slot: Slot,
    /// The words of the edited text, on one line.
    pub text: String,
}

/// A fact that a case tells about its position: an occurrence of a pattern for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFact {
    /// Name of the pattern that occurs.
    pub pattern: Name,
    /// The side that has the fact.
    pub side: Color,
    /// The fact's squares, as a set with a bit for each; 0 for a fact without squares.
    pub squares: u64,
    /// The fact's worth for White, in hundredths of a pawn.
    pub worth: i32,
    /// Names of the pieces-of-advice of the fact's plan, in their order; empty for a fact without a plan.
    pub plan: Vec<Name>,
    /// Texts of the fact that a person edited, by language and then by kind of text.
    pub texts: Vec<Saying>,
}

/// An explained position: the facts told about it, with edited texts and a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The explained position, with its clocks.
    pub position: Position,
    /// The side from whose view the position was explained.
    pub viewer: Color,
    /// The stage of the game, named after the descriptor that held; `None` where none held.
    pub stage: Option<Name>,
    /// The facts told about the position, in the order of telling; at least one.
    pub facts: Vec<CaseFact>,
    /// A person's remark on the case, if there is one.
    pub note: Option<String>,
}

/// The reason why a case cannot be in a base: a sentence, lower-case, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidCase(pub(crate) String);

impl fmt::Display for InvalidCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidCase {}

impl Case {
    /// The sum of the worths of all facts for White, in hundredths of a pawn.
    pub fn total(&self) -> i64 {
        self.facts.iter().map(|fact| i64::from(fact.worth)).sum()
    }

    /// True where two cases explain the same position for the same viewer; clocks do not count.
    pub fn same_subject(&self, other: &Case) -> bool {
        self.viewer == other.viewer
            && self.position.without_clocks() == other.position.without_clocks()
    }

    /// True where two cases have the same position, viewer, stage, facts and note; clocks do not count.
    pub fn same_explanation(&self, other: &Case) -> bool {
        self.same_subject(other)
            && self.stage == other.stage
            && self.facts == other.facts
            && self.note == other.note
    }

    /// Checks that a case file can hold the case and would read it back unchanged.
    ///
    /// # Errors
    /// [`InvalidCase`] with the first part of the case that a file could not hold, or that would not be read back as it is.
    pub fn validate(&self) -> Result<(), InvalidCase> {
        let fen = notation::fen(&self.position);
        if notation::parse_fen(&fen) != Ok(self.position) {
            return Err(InvalidCase(format!("`{fen}` is no position of a game")));
        }
        if let Some(stage) = &self.stage {
            name_fault("the stage", stage)?;
        }
        if let Some(note) = &self.note {
            text_fault("the note", note)?;
        }
        facts_fault(&self.facts)
    }
}

/// Checks the facts of a case against the limits of a file: their number, and each fact by itself.
fn facts_fault(facts: &[CaseFact]) -> Result<(), InvalidCase> {
    if facts.is_empty() || facts.len() > MAX_FACTS {
        return Err(InvalidCase(format!(
            "a case has 1 to {MAX_FACTS} facts, this one has {}",
            facts.len()
        )));
    }
    for fact in facts {
        fact.validate()?;
    }
    order_fault(facts)
}

/// Checks facts, each of them valid, for duplicates, and the order of their edited texts.
pub(crate) fn order_fault(facts: &[CaseFact]) -> Result<(), InvalidCase> {
    for (place, fact) in facts.iter().enumerate() {
        let ordered = |pair: &[Saying]| match pair {
            [one, two] => (&one.lang, one.slot) < (&two.lang, two.slot),
            _ => true,
        };
        if !fact.texts.windows(2).all(ordered) {
            return Err(InvalidCase(
                "texts are ordered by language and then called, belief, us, them, each once"
                    .to_owned(),
            ));
        }
        let same = |other: &CaseFact| {
            other.pattern == fact.pattern
                && other.side == fact.side
                && other.squares == fact.squares
        };
        if facts.iter().take(place).any(same) {
            return Err(InvalidCase(format!(
                "the fact `{}` is there twice",
                fact.pattern
            )));
        }
    }
    Ok(())
}

impl CaseFact {
    fn validate(&self) -> Result<(), InvalidCase> {
        name_fault("the pattern", &self.pattern)?;
        if self.worth.unsigned_abs() > MAX_WORTH.unsigned_abs() {
            return Err(InvalidCase(format!(
                "a worth is from -{MAX_WORTH} to {MAX_WORTH}, this one is {}",
                self.worth
            )));
        }
        if self.plan.len() > MAX_PLANS {
            return Err(InvalidCase(format!(
                "a plan has at most {MAX_PLANS} pieces-of-advice, this one has {}",
                self.plan.len()
            )));
        }
        for name in &self.plan {
            name_fault("the plan", name)?;
        }
        if self.texts.len() > MAX_TEXTS {
            return Err(InvalidCase(format!(
                "a fact has at most {MAX_TEXTS} texts, this one has {}",
                self.texts.len()
            )));
        }
        for saying in &self.texts {
            language_fault(&saying.lang)?;
            text_fault("the text", &saying.text)?;
        }
        Ok(())
    }
}

/// Checks a name: a letter, then letters, digits, `-`, `_` and `.`; `what` says in the error what is named.
pub(crate) fn name_fault(what: &str, name: &str) -> Result<(), InvalidCase> {
    let (first, rest) = name.as_bytes().split_first().unwrap_or((&0, &[]));
    let inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    if first.is_ascii_alphabetic() && rest.iter().all(inner) && name.len() <= MAX_NAME_BYTES {
        return Ok(());
    }
    Err(InvalidCase(format!(
        "{what} is {}, expected a name of at most {MAX_NAME_BYTES} letters, digits, `-`, `_` and `.`",
        crate::fault::quoted(name)
    )))
}

/// Checks the name of a language: small letters, and `-` between them.
pub(crate) fn language_fault(lang: &str) -> Result<(), InvalidCase> {
    let parts_ok = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase());
    if lang.len() <= MAX_LANGUAGE_BYTES && lang.split('-').all(parts_ok) {
        return Ok(());
    }
    Err(InvalidCase(format!(
        "the language is {}, expected small letters such as `de`",
        crate::fault::quoted(lang)
    )))
}

/// Checks a text: one line, without blanks at its ends; `what` says in the error which text it is.
pub(crate) fn text_fault(what: &str, text: &str) -> Result<(), InvalidCase> {
    let wrong = if text.is_empty() {
        "is empty"
    } else if text.len() > MAX_TEXT_BYTES {
        "is too long, expected at most 2000 bytes"
    } else if text.trim() != text {
        "has a blank at an end"
    } else if text.bytes().any(|byte| byte.is_ascii_control())
        || text
            .chars()
            .any(|c| c.is_control() || "\u{2028}\u{2029}".contains(c))
    {
        "has a control character or more than one line"
    } else {
        return Ok(());
    };
    Err(InvalidCase(format!("{what} {wrong}")))
}

//! A case: a position, the facts that were told about it, and what a person changed of their texts.

use std::fmt;
use std::sync::Arc;

use adv_chess::{Color, Position, geometry, notation, squares};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Name of a pattern, a piece-of-advice, a stage or a language.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
}

/// An edited text about a fact, in one language; it replaces the text that the program would write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saying {
    /// The language of the text, such as `de`.
    pub lang: Name,
    /// Kind of text that this one replaces.
    pub slot: Slot,
    /// The words of the edited text, on one line.
    pub text: String,
}

/// A fact that a case tells about its position: an occurrence of a pattern for one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFact {
    /// Name of the pattern that occurs.
    pub pattern: Name,
    /// The side that has the fact.
    #[serde(with = "Side")]
    pub side: Color,
    /// The fact's squares, as a set with a bit for each; 0 for a fact without squares.
    #[serde(serialize_with = "square_names", deserialize_with = "square_set")]
    pub squares: u64,
    /// The fact's worth for White, in hundredths of a pawn.
    pub worth: i32,
    /// Names of the pieces-of-advice of the fact's plan, in their order; empty for a fact without a plan.
    pub plan: Vec<Name>,
    /// Texts of the fact that a person edited, in ascending order: by language and then by kind of text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Saying>,
}

/// An explained position: the facts told about it, with edited texts and a note. As JSON it is a line of a case file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The case's number in its base, from 1; 0 for a case that is in no base yet.
    #[serde(rename = "case")]
    pub number: u32,
    /// The explained position, with its clocks.
    #[serde(rename = "fen", serialize_with = "fen", deserialize_with = "position")]
    pub position: Position,
    /// The side from whose view the position was explained.
    #[serde(with = "Side")]
    pub viewer: Color,
    /// The stage of the game, named after the descriptor that held; `None` where none held.
    pub stage: Option<Name>,
    /// The facts told about the position, in the order of telling; at least one.
    pub facts: Vec<CaseFact>,
    /// A person's remark on the case, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A side as a case file writes it.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color")]
enum Side {
    #[serde(rename = "W")]
    White,
    #[serde(rename = "B")]
    Black,
}

fn fen<S: Serializer>(position: &Position, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&notation::fen(position))
}

fn position<'de, D: Deserializer<'de>>(from: D) -> Result<Position, D::Error> {
    notation::parse_fen(&String::deserialize(from)?).map_err(de::Error::custom)
}

fn square_names<S: Serializer>(set: &u64, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(squares::file_major(*set).map(geometry::square_name))
}

fn square_set<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    names.iter().try_fold(0, |set, name| {
        let square = geometry::parse_square(name);
        let square =
            square.ok_or_else(|| de::Error::custom(format!("{} is no square", quoted(name))))?;
        Ok(set | squares::bit(square))
    })
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

/// Returns an error with a sentence where a rule does not hold.
pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), InvalidCase> {
    match holds {
        true => Ok(()),
        false => Err(InvalidCase(what())),
    }
}

/// Checks the number of parts of something against its limit.
fn at_most(most: usize, parts: &str, count: usize) -> Result<(), InvalidCase> {
    ensure(count <= most, || {
        format!("at most {most} {parts} are allowed, there are {count}")
    })
}

impl Case {
    /// The sum of the worths of all facts for White, in hundredths of a pawn.
    pub fn total(&self) -> i64 {
        self.facts.iter().map(|fact| i64::from(fact.worth)).sum()
    }

    /// The position without clocks, and its viewer: a base explains them once.
    pub fn subject(&self) -> (Position, Color) {
        (self.position.without_clocks(), self.viewer)
    }

    /// True where two cases have the same position, viewer, stage, facts and note; numbers and clocks do not count.
    pub fn same_explanation(&self, other: &Case) -> bool {
        self.subject() == other.subject()
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
        let read = notation::parse_fen(&fen);
        ensure(read == Ok(self.position), || {
            format!("`{fen}` is no position of a game")
        })?;
        self.validate_words()
    }

    /// Checks all of the case but its position.
    pub(crate) fn validate_words(&self) -> Result<(), InvalidCase> {
        if let Some(stage) = &self.stage {
            name_fault("the stage", stage)?;
        }
        if let Some(note) = &self.note {
            text_fault("the note", note)?;
        }
        ensure(!self.facts.is_empty(), || {
            "a case has at least one fact".to_owned()
        })?;
        at_most(MAX_FACTS, "facts", self.facts.len())?;
        for (place, fact) in self.facts.iter().enumerate() {
            fact.validate()?;
            let mut before = self.facts.iter().take(place);
            let twice = before.any(|of| {
                of.pattern == fact.pattern && of.side == fact.side && of.squares == fact.squares
            });
            ensure(!twice, || {
                format!("the fact `{}` is there twice", fact.pattern)
            })?;
        }
        Ok(())
    }
}

impl CaseFact {
    fn validate(&self) -> Result<(), InvalidCase> {
        name_fault("the pattern", &self.pattern)?;
        ensure(
            self.worth.unsigned_abs() <= MAX_WORTH.unsigned_abs(),
            || {
                format!(
                    "a worth is from -{MAX_WORTH} to {MAX_WORTH}, this one is {}",
                    self.worth
                )
            },
        )?;
        at_most(MAX_PLANS, "pieces-of-advice in a plan", self.plan.len())?;
        for name in &self.plan {
            name_fault("the plan", name)?;
        }
        at_most(MAX_TEXTS, "texts of a fact", self.texts.len())?;
        for saying in &self.texts {
            let part_ok =
                |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase());
            let lang = &saying.lang;
            let language_ok = lang.len() <= MAX_LANGUAGE_BYTES && lang.split('-').all(part_ok);
            ensure(language_ok, || {
                format!(
                    "the language is {}, expected small letters such as `de`",
                    quoted(lang)
                )
            })?;
            text_fault("the text", &saying.text)?;
        }
        let ordered = self
            .texts
            .is_sorted_by(|one, two| (&one.lang, one.slot) < (&two.lang, two.slot));
        ensure(ordered, || {
            "a fact has one text for each language and slot, ordered by these".to_owned()
        })
    }
}

/// Checks a name: a letter, then letters, digits, `-`, `_` and `.`; `what` says in the error what is named.
fn name_fault(what: &str, name: &str) -> Result<(), InvalidCase> {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let holds = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(inner)
        && name.len() <= MAX_NAME_BYTES;
    ensure(holds, || {
        format!(
            "{what} is {}, expected a name of at most {MAX_NAME_BYTES} letters, digits, `-`, `_` and `.`",
            quoted(name)
        )
    })
}

/// Checks a text: one line, without blanks at its ends; `what` says in the error which text it is.
fn text_fault(what: &str, text: &str) -> Result<(), InvalidCase> {
    let breaks = |c: char| c.is_control() || "\u{2028}\u{2029}".contains(c);
    let faults = [
        (text.is_empty(), "is empty"),
        (
            text.len() > MAX_TEXT_BYTES,
            "is too long, expected at most 2000 bytes",
        ),
        (text.trim() != text, "has a blank at an end"),
        (
            text.contains(breaks),
            "has a control character or more than one line",
        ),
    ];
    let wrong = faults.into_iter().find(|(is_wrong, _)| *is_wrong);
    wrong.map_or(Ok(()), |(_, wrong)| {
        Err(InvalidCase(format!("{what} {wrong}")))
    })
}

/// Cuts a text of a file for a message after so many characters, and takes its control characters out.
pub(crate) fn plain(text: &str, most: usize) -> String {
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(most).map(plain).collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

/// Quotes a user's text for a message: in backticks, cut after 40 characters, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", plain(text, 40))
}

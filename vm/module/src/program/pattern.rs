//! Patterns, evaluations and translations: what explains a position.
//!
//! ```text
//!   pattern ──fact, where──▶ facts, each with squares ──worth, texts──▶ what is told of them
//!      │ plans: pieces-of-advice that may speak of `HERE`, the squares of a fact
//!   evaluation: which patterns count, and how many facts are told
//!   texts: the same texts in another language, which ask the functions of the original
//! ```
//!
//! Every function of a pattern is asked with `us` as the side that has it, and all but the fact with `HERE` as the squares of one fact.

use super::{Code, Compiled, Place, TextPart};
use crate::data::{Role, record};
use crate::format::{MAX_FORMS, MAX_PATH, MAX_PATTERNS};
use crate::ids::{AdviceId, PatternId};
use crate::types::tags;

/// A pattern: a fact, its worth, its texts and its plans.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern<C: Code = Compiled> {
    /// Its name.
    pub name: C::Name,
    /// Its branch of the tree of evaluation, from the trunk: 1 to [`crate::format::MAX_PATH`] names.
    pub path: Vec<String>,
    /// How facts come from what `fact` answers.
    pub each: Each,
    /// The fact: a truth for [`Each::Truth`], else a board. It does not speak of `HERE`.
    pub fact: C::Definition,
    /// `where`: a truth that is asked of each fact.
    pub condition: Option<C::Definition>,
    /// The descriptor that the pattern's name is: a truth, there is a fact. It does not speak of `HERE`.
    pub holds: C::Definition,
    /// What a fact is worth for the side that has it, in hundredths of a pawn.
    pub worth: C::Body,
    /// The patterns of which this one is a narrower case, ascending.
    pub excludes: Vec<PatternId>,
    /// What the fact is called.
    pub called: Vec<TextPart<C>>,
    /// Why it matters; may be empty.
    pub belief: Vec<TextPart<C>>,
    /// What the side that has it makes of it.
    pub us: Option<View<C>>,
    /// What the other side does about it.
    pub them: Option<View<C>>,
    /// Its doc comment.
    pub doc: String,
    /// Its place.
    pub place: Place,
}

record!(Pattern in Pattern {
    name, path: most(MAX_PATH), each, fact: role(Role::Fact), condition: role(Role::Where),
    holds: role(Role::Holds), worth: role(Role::Worth), excludes: most(MAX_PATTERNS), called,
    belief, us, them, doc, place,
});

impl Pattern {
    /// Its texts: what it is called, its belief, the purposes for us and for them.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[TextPart]> {
        let views = [&self.us, &self.them].into_iter().flatten();
        let purposes = views.map(|view| view.purpose.as_slice());
        [self.called.as_slice(), &self.belief]
            .into_iter()
            .chain(purposes)
    }

    /// Its branch, or a branch around it: `pawn.weak` and `pawn` are branches of `pawn.weak.backward`.
    pub fn is_in(&self, branch: &[String]) -> bool {
        self.path.starts_with(branch)
    }
}

tags! {
    /// How facts come from what a pattern's `fact` answers.
    Each {
        /// A descriptor that is true makes one fact without squares.
        Truth = 0 => "",
        /// A board that is not empty makes one fact.
        Whole = 1 => "",
        /// `each square`: one for each square.
        Square = 2 => "square",
        /// `each file`: one for each file that has some.
        File = 3 => "file",
        /// `each group`: one for each part that king steps connect.
        Group = 4 => "group",
    }
}

/// One side's view of a fact: its purpose and its plans.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View<C: Code = Compiled> {
    /// The purpose; empty where there is none.
    pub purpose: Vec<TextPart<C>>,
    /// The plan, in the order of the source.
    pub plan: Vec<Planned>,
}

record!(View { purpose, plan });

/// A piece-of-advice of a plan. It has no side of its own and may speak of `HERE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The piece-of-advice.
    pub advice: AdviceId,
    /// `required`: the fact is told and counted only where this is forced.
    pub required: bool,
}

record!(Planned { advice, required });

/// Which patterns count, and how many facts are told.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation<C: Code = Compiled> {
    /// Its name; `static` is the one of a program that has patterns and writes no evaluation.
    pub name: C::Name,
    /// The patterns that count, ascending.
    pub of: Vec<PatternId>,
    /// The descriptor of the stage, a truth; `None` where there is one stage only. It is asked with White as `us`.
    pub stage: Option<C::Body>,
    /// How many facts are told, 1 to [`crate::format::MAX_TOLD`].
    pub tell: u8,
    /// Weights of its own, a number for each pattern, the patterns ascending: what a fact is worth in place of the pattern's `worth`. They
    /// are asked as `worth` is.
    pub worths: Vec<(PatternId, C::Body)>,
    /// How cases are compared.
    pub similarity: Similarity,
    /// Its doc comment.
    pub doc: String,
    /// Its place.
    pub place: Place,
}

record!(Evaluation {
    name, of: most(MAX_PATTERNS), stage: role(Role::Stage), tell,
    worths: most(MAX_PATTERNS): role(Role::Worth), similarity, doc, place,
});

/// Declares the weights of a similarity in the order of the language's words and of the file.
macro_rules! weights {
    ($($(#[$doc:meta])* $weight:ident)*) => {
        /// The weights with which cases are compared, each 0 to [`crate::format::MAX_WEIGHT`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Similarity {
            $($(#[$doc])* pub $weight: u16,)*
        }

        record!(Similarity { $($weight),* });

        impl Similarity {
            /// The words of the language in the order of [`Similarity::weights`].
            pub const WORDS: [&'static str; 9] = [$(stringify!($weight)),*];

            /// The weights in the order of [`Similarity::WORDS`].
            pub const fn weights(self) -> [u16; 9] {
                [$(self.$weight),*]
            }

            /// The weights in the order of [`Similarity::WORDS`] as one thing.
            pub const fn of([$($weight),*]: [u16; 9]) -> Similarity {
                Similarity { $($weight),* }
            }
        }
    };
}

weights! {
    /// What the facts weigh.
    facts
    /// What the men's places weigh.
    position
    /// A fact of both positions.
    both
    /// A fact that is near one of the other position.
    near
    /// A fact that the case lacks.
    lacking
    /// A fact that only the case has.
    extra
    /// The men.
    men
    /// White's men.
    white
    /// Black's men.
    black
}

impl Default for Similarity {
    /// The weights of an evaluation that names none.
    fn default() -> Similarity {
        Similarity::of([60, 40, 100, 100, 50, 50, 50, 25, 25])
    }
}

/// Texts in another language.
#[derive(Clone, Debug, PartialEq)]
pub struct Texts {
    /// The language, such as `de`.
    pub language: String,
    /// The translations in the order of the source; no text has two.
    pub entries: Vec<Translation>,
    /// Its place.
    pub place: Place,
}

record!(Texts {
    language,
    entries,
    place
});

/// A text in another language.
#[derive(Clone, Debug, PartialEq)]
pub struct Translation {
    /// Which text this translates.
    pub of: Translated,
    /// Its parts. Each slot of the original stands in it once.
    pub parts: Vec<TranslatedPart>,
}

record!(Translation { of, parts });

/// A text that can be translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Translated {
    /// A pattern's `called`.
    Called(PatternId),
    /// A pattern's `belief`.
    Belief(PatternId),
    /// The purpose `for us` of a pattern.
    Us(PatternId),
    /// The purpose `for them` of a pattern.
    Them(PatternId),
    /// The reason of a piece-of-advice.
    Because(AdviceId),
}

record!(enum Translated {
    0 Called(pattern);
    1 Belief(pattern);
    2 Us(pattern);
    3 Them(pattern);
    4 Because(advice);
});

/// A part of a text in another language. Slots are those of the original: its parts that are no plain text, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum TranslatedPart {
    /// Plain text.
    Text(String),
    /// The original's slot, a value or a board.
    Slot(u16),
    /// The original's choice, with forms of the language.
    Forms(u16, Vec<String>),
}

record!(enum TranslatedPart {
    0 Text(text);
    1 Slot(slot);
    2 Forms(slot, forms: most(MAX_FORMS));
});

impl TranslatedPart {
    /// The number of the original's slot.
    pub const fn slot(&self) -> Option<u16> {
        match self {
            TranslatedPart::Text(_) => None,
            TranslatedPart::Slot(slot) | TranslatedPart::Forms(slot, _) => Some(*slot),
        }
    }
}

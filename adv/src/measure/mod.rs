//! Measure of words: how much each number and descriptor tells about a claim, in bits.
//!
//! ```text
//!   words ─ Expression ─┐
//!   claim ─ prover ─────┴─▶ counts of (words known before, value, answer) ─▶ bits, ends ─▶ record::measure
//! ```
//!
//! The bits of a word are the mutual information of its value and the answer, given the words that are known before. Of a sample the
//! part that chance alone would tell is taken away (Miller and Madow), and the interval comes from the spread of the same sum.

mod ceiling;
mod counts;

use std::fmt;
use std::sync::{Mutex, PoisonError};

use adv_chess::{Color, Position};
use adv_module::program::{Claim, ClaimSubject, FromSet};
use adv_module::{Program, Ty};
use adv_prover::{Proved, Watch, poll};
use adv_render::measure::{MeasureQuestion, Measured, MeasuredWord, UnmeasuredWord};
use adv_render::proof::claim_text;
use adv_vm::{Limits, Oracle as _, Stop};

use crate::expression::{Expression, ExpressionError};
use crate::learn::vocabulary::{all_words, text_of, with_modules};
use crate::load::Rulebook;
use crate::prove::{Comparison, Prover, SettleError};
use counts::{Counts, Information, Key, MOST_COUNTS, Unmeasured, rounded};

/// Greatest number of words that may be known before.
pub const MOST_BESIDE: usize = 3;

/// The reason why words are not measured.
#[derive(Debug)]
pub enum MeasureError {
    /// The module has no source text.
    NoSource,
    /// The program and what it uses have no word to measure.
    NoWords,
    /// A word that was asked for does not compile, or is neither a number nor a descriptor.
    Word(String, Box<ExpressionError>),
    /// A word is a board.
    Board(String),
    /// A word is a zone or a tuple.
    Several(String),
    /// A word that is to be known before cannot be measured, and the reason.
    Unknown(String, String),
    /// The claim holds in none of so many positions, or has no distance to mate there.
    Never(u64),
    /// More than [`MOST_BESIDE`] words are to be known before.
    Beside(usize),
    /// The claim compares an evaluation: no position holds it or breaks it.
    Evaluation,
    /// Distances to mate are asked for, and the claim asks no table.
    NoTables,
    /// The claim speaks of no position.
    Empty,
    /// The claim is not about play that reaches something.
    NoCeiling,
    /// The claim cannot be settled.
    Settle(SettleError),
}

impl fmt::Display for MeasureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeasureError::NoSource => f.write_str("a module that was built without its source has no words to read"),
            MeasureError::Several(text) => write!(f, "`{text}` has several values, and a measure needs one"),
            MeasureError::Unknown(word, reason) => write!(f, "`{word}` cannot be known before: {reason}"),
            MeasureError::Never(positions) => write!(
                f,
                "no distance to mate is known where the claim holds, in none of {}",
                adv_render::text::positions(*positions)
            ),
            MeasureError::NoWords => f.write_str(
                "there is no number and no descriptor without parameters in the program and the modules that it uses",
            ),
            MeasureError::Word(_, error) => error.fmt(f),
            MeasureError::Board(text) => write!(f, "`{text}` is a board, and a measure needs a number or a descriptor"),
            MeasureError::Beside(count) => write!(
                f,
                "{count} words are to be known before, and {MOST_BESIDE} are the most"
            ),
            MeasureError::Evaluation => {
                f.write_str("a claim about an evaluation is neither true nor false in a position")
            }
            MeasureError::NoTables => f.write_str("the claim asks no table of perfect play, so that no distance to mate is known"),
            MeasureError::NoCeiling => f.write_str(
                "a ceiling is that of a claim about play that reaches something",
            ),
            MeasureError::Empty => f.write_str("the claim speaks of no position"),
            MeasureError::Settle(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MeasureError {}

/// Words that can be measured, compiled with the program.
pub struct MeasureWords {
    words: Vec<Expression>,
    /// Number of them, the first ones, that are known before.
    beside: usize,
}

impl MeasureWords {
    /// Compiles the words `beside`, which are known before, and `words`; if there are none, all numbers and descriptors without parameters of
    /// the program and of the library modules that it uses.
    ///
    /// # Errors
    /// [`MeasureError`] where a word does not compile, or there is none.
    pub fn new(
        rulebook: &Rulebook,
        words: &[String],
        beside: &[String],
    ) -> Result<MeasureWords, MeasureError> {
        if beside.len() > MOST_BESIDE {
            return Err(MeasureError::Beside(beside.len()));
        }
        let program = rulebook.program();
        let (_, file) = text_of(rulebook).map_err(|_| MeasureError::NoSource)?;
        let all = all_words(rulebook, &file);
        // Words of modules that a used module uses are not in sight of the program itself.
        let whole = with_modules(rulebook, &all).map_err(|_| MeasureError::NoSource)?;
        let mut compiled: Vec<Expression> = Vec::new();
        for (number, text) in beside.iter().chain(words).enumerate() {
            let word = typed(program, whole.program(), text)?;
            // What is named twice is measured once.
            if number < beside.len() || compiled.iter().all(|one| one.text != word.text) {
                compiled.push(word);
            }
        }
        if words.is_empty() {
            let texts: Vec<(&str, String)> = all
                .iter()
                .filter(|word| compiled.iter().all(|one| one.text != word.name))
                .map(|word| (word.ty.word(), word.name.clone()))
                .collect();
            let found = Expression::compile_many(whole.program(), &texts);
            compiled.extend(found.into_iter().flatten());
        }
        if compiled.len() == beside.len() {
            return Err(MeasureError::NoWords);
        }
        Ok(MeasureWords {
            words: compiled,
            beside: beside.len(),
        })
    }
}

/// Compiles a word that was asked for, with the program or with all modules in sight.
fn typed(program: &Program, whole: &Program, text: &str) -> Result<Expression, MeasureError> {
    let compiled = Expression::compile(program, text).or_else(|first| {
        // The messages of the program itself are the shorter ones.
        Expression::compile(whole, text).map_err(|_| first)
    });
    let compiled =
        compiled.map_err(|error| MeasureError::Word(text.to_owned(), Box::new(error)))?;
    match compiled.ty {
        _ if compiled.is_zone || compiled.is_tuple() => Err(MeasureError::Several(compiled.text)),
        Ty::Number | Ty::Truth => Ok(compiled),
        _ => Err(MeasureError::Board(compiled.text)),
    }
}

/// Evaluates a word in one position after the other.
type WordValue<'m> = Box<dyn FnMut(&Position) -> Result<i64, Stop> + 'm>;

/// One thread's counting: the values of the words in each position that it is told.
struct Teller<'m> {
    values: Vec<WordValue<'m>>,
    beside: usize,
    counts: Counts,
    all: &'m Mutex<Counts>,
}

impl<'m> Teller<'m> {
    fn new(
        words: &'m MeasureWords,
        us: Color,
        limits: Limits,
        watch: &Watch,
        all: &'m Mutex<Counts>,
    ) -> Teller<'m> {
        let value = |word: &'m Expression| {
            let value = word.in_many(us, limits, Some(watch.stop().clone()));
            Box::new(value) as WordValue<'m>
        };
        Teller {
            values: words.words.iter().map(value).collect(),
            beside: words.beside,
            counts: Counts::new(words.words.len() + 1),
            all,
        }
    }

    fn tell(&mut self, position: &Position, answer: i64) -> Result<(), Stop> {
        let mut key = Key::default();
        key[MOST_BESIDE + 1] = answer;
        // Behind the words the answers are counted by themselves.
        self.counts.add(self.values.len(), key, 1);
        for (word, value) in self.values.iter_mut().enumerate() {
            match value(position) {
                Err(Stop::Interrupted) => return Err(Stop::Interrupted),
                Err(_) => self.counts.refuse(word, Unmeasured::Limit),
                Ok(value) => {
                    key[MOST_BESIDE] = if word < self.beside { 0 } else { value };
                    if word < self.beside {
                        key[word] = value;
                    }
                    self.counts.add(word, key, 1);
                }
            }
        }
        Ok(())
    }
}

impl Drop for Teller<'_> {
    fn drop(&mut self) {
        let counts = std::mem::replace(&mut self.counts, Counts::new(0));
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.merge(counts);
    }
}

impl Prover {
    /// Measures words against a claim, over its positions; `us` is the side for which the words speak. With [`MeasureQuestion::Distance`] the
    /// answer is the distance to mate in plies, in the positions in which the claim holds and a side wins. `None` where it was ended.
    ///
    /// # Errors
    /// [`MeasureError`] where the claim cannot be asked of its positions.
    pub fn measure(
        &self,
        claim: &Claim,
        words: &MeasureWords,
        question: MeasureQuestion,
        us: Color,
        limits: Limits,
        watch: &Watch,
    ) -> Result<Option<Measured>, MeasureError> {
        let perfect = self.perfect.as_ref().filter(|_| claim.needs_values);
        if question == MeasureQuestion::Distance && perfect.is_none() {
            return Err(MeasureError::NoTables);
        }
        let answer = |position: &Position, holds: bool| match question {
            MeasureQuestion::Holds => Some(i64::from(holds)),
            MeasureQuestion::Distance => {
                let worth = perfect.filter(|_| holds)?.worth(position)?;
                worth.plies.map(i64::from)
            }
        };
        let all = Mutex::new(Counts::new(words.words.len() + 1));
        let teller = || {
            let mut teller = Teller::new(words, us, limits, watch, &all);
            move |position: &Position, holds: bool| match answer(position, holds) {
                Some(answer) => teller.tell(position, answer),
                None => Ok(()),
            }
        };
        let asked = match claim.subject {
            ClaimSubject::Evaluation(_) => return Err(MeasureError::Evaluation),
            ClaimSubject::Descriptor {
                premise,
                conclusion,
            } => {
                let told = poll(&self.task(claim, watch), premise, conclusion, teller);
                self.sound(told).map_err(MeasureError::Settle)?
            }
            _ => {
                let none = adv_prover::Keeping::default();
                let proved = self.settle(claim, Comparison::No, none, watch, &[]);
                match proved.map_err(MeasureError::Settle)? {
                    Proved::Settled(settled) => {
                        let mut tell = teller();
                        let mut roots = settled.roots();
                        let told =
                            roots.try_for_each(|(position, fate)| tell(&position, fate.holds()));
                        told.ok().map(|()| settled.report().roots)
                    }
                    _ => None,
                }
            }
        };
        let Some(asked) = asked else {
            return Ok(None);
        };
        let counts = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_sample = matches!(claim.from.set, FromSet::Random(_));
        let measured = judged(claim_text(claim), question, words, counts, is_sample)?;
        match measured.positions {
            0 if asked == 0 => Err(MeasureError::Empty),
            0 => Err(MeasureError::Never(asked)),
            _ => Ok(Some(measured)),
        }
    }
}

/// Report on the counts.
fn judged(
    claim: String,
    question: MeasureQuestion,
    words: &MeasureWords,
    counts: Counts,
    is_sample: bool,
) -> Result<Measured, MeasureError> {
    let mut measured = Measured {
        claim,
        question,
        positions: 0,
        is_sample,
        mean: 0.0,
        entropy: 0.0,
        beside: Vec::new(),
        known: 0.0,
        words: Vec::new(),
        refused: Vec::new(),
        made_by: None,
    };
    let Counts(mut counts) = counts;
    if let Some(Ok(answers)) = counts.pop() {
        let told = Information::of(answers, is_sample);
        measured.positions = told.positions;
        measured.mean = rounded(told.mean);
        measured.entropy = rounded(told.entropy);
    }
    if measured.positions == 0 {
        return Ok(measured);
    }
    for (at, (word, counts)) in words.words.iter().zip(counts).enumerate() {
        let told = match counts {
            Ok(counts) => Information::of(counts, is_sample),
            Err(reason) => {
                let reason = match reason {
                    Unmeasured::Values => {
                        format!("it has too many values; with the answers more than {MOST_COUNTS}")
                    }
                    Unmeasured::Limit => "it reaches a limit of an evaluation".to_owned(),
                };
                let word = word.text.clone();
                if at < words.beside {
                    return Err(MeasureError::Unknown(word, reason));
                }
                measured.refused.push(UnmeasuredWord { word, reason });
                continue;
            }
        };
        if at < words.beside {
            measured.beside.push(word.text.clone());
            // The last of them has all that are known before.
            measured.known = rounded((told.entropy - told.left).max(0.0));
            continue;
        }
        let (low, high) = told.ends();
        measured.words.push(MeasuredWord {
            word: word.text.clone(),
            is_descriptor: word.ty == Ty::Truth,
            values: told.values.len() as u64,
            bits: rounded(told.bits.max(0.0)),
            interval: is_sample.then(|| rounded(1.96 * told.error)),
            low,
            high,
        });
    }
    measured
        .words
        .sort_by(|one, other| other.bits.total_cmp(&one.bits));
    Ok(measured)
}

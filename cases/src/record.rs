//! One record of a case file: reading its lines into a case.

use std::sync::Arc;

use adv_chess::Color;
use indexmap::IndexSet;

use crate::base::Record;
use crate::case::{
    Case, CaseFact, MAX_FACTS, MAX_PLANS, MAX_TEXTS, MAX_WORTH, Name, Saying, Slot, language_fault,
    name_fault, order_fault, text_fault,
};
use crate::fault::{CaseFault, quoted};
use crate::fen::{any_position, plain_position};
use crate::lines::Lines;
use crate::sum::{digits, fnv1a, of_digits};

/// Number of slots of the cache of names: a base has some tens of names, and each case a few.
const RECENT: usize = 128;

/// The set of names read so far, so that equal names share their text. A name is checked when it is new.
#[derive(Debug)]
pub(crate) struct Names {
    all: IndexSet<Name>,
    /// Cache of names: for each slot, which length and letters of a name give, the last name found there.
    recent: Vec<Option<Name>>,
}

impl Default for Names {
    fn default() -> Names {
        Names {
            all: IndexSet::new(),
            recent: vec![None; RECENT],
        }
    }
}

impl Names {
    /// The shared copy of a name, checked if it is new; `what` says in the error what is named.
    pub fn keep(&mut self, what: &str, name: &str) -> Result<Name, String> {
        let letter = |at: usize| name.as_bytes().get(at).map_or(0, |byte| usize::from(*byte));
        let place = name.len() + 5 * letter(0) + 7 * letter(4) + 3 * letter(name.len().max(2) - 2);
        if let Some(Some(kept)) = self.recent.get(place % RECENT)
            && **kept == *name
        {
            return Ok(kept.clone());
        }
        let kept = match self.all.get(name) {
            Some(kept) => kept.clone(),
            None => {
                name_fault(what, name).map_err(|fault| fault.0)?;
                let kept: Name = Arc::from(name);
                self.all.insert(kept.clone());
                kept
            }
        };
        if let Some(recent) = self.recent.get_mut(place % RECENT) {
            *recent = Some(kept.clone());
        }
        Ok(kept)
    }

    /// The shared copy of a name; `None` for `-`.
    fn optional(&mut self, what: &str, name: &str) -> Result<Option<Name>, String> {
        match name {
            "-" => Ok(None),
            name => self.keep(what, name).map(Some),
        }
    }
}

/// Reads a record from its `case` line to its `sum` line, and returns the digits of its sum too.
///
/// # Errors
/// [`CaseFault`] with the first line that is not as this crate writes it.
pub(crate) fn read_record<'a>(
    lines: &mut Lines<'a>,
    names: &mut Names,
) -> Result<(Record, &'a str), CaseFault> {
    let start = lines.at();
    let number = lines.after("case").ok_or_else(|| expected(lines, "case"))?;
    let number = count(number).filter(|number| *number > 0).ok_or_else(|| {
        let what = format!("{} is no number of a case", quoted(number));
        CaseFault::damaged(lines.number() - 1, what)
    })?;
    let fen = lines.after("fen").ok_or_else(|| expected(lines, "fen"))?;
    let damaged = |lines: &Lines<'_>, what: String| CaseFault::damaged(lines.number() - 1, what);
    let position = match plain_position(fen) {
        Some(position) => position,
        None => any_position(fen).map_err(|what| damaged(lines, what))?,
    };
    let seen = lines.after("seen").ok_or_else(|| expected(lines, "seen"))?;
    let (viewer, stage) = seen_of(seen, names).map_err(|what| damaged(lines, what))?;
    let mut facts: Vec<CaseFact> = Vec::with_capacity(3);
    while let Some(words) = lines.after("xp") {
        if facts.len() == MAX_FACTS {
            let what = format!("a case has at most {MAX_FACTS} facts");
            return Err(damaged(lines, what));
        }
        let mut fact = fact_of(words, names).map_err(|what| damaged(lines, what))?;
        while let Some(words) = lines.after("say") {
            let saying = saying_of(words, names).map_err(|what| damaged(lines, what))?;
            if fact.texts.len() == MAX_TEXTS {
                let what = format!("a fact has at most {MAX_TEXTS} texts");
                return Err(damaged(lines, what));
            }
            fact.texts.push(saying);
        }
        facts.push(fact);
    }
    if facts.is_empty() {
        return Err(expected(lines, "xp"));
    }
    order_fault(&facts).map_err(|fault| damaged(lines, fault.0))?;
    let note = lines.after("note");
    if let Some(note) = note {
        text_fault("the note", note).map_err(|fault| damaged(lines, fault.0))?;
    }
    let found = fnv1a(lines.since(start).iter().copied());
    let sum = lines.after("sum").ok_or_else(|| expected(lines, "sum"))?;
    if of_digits(sum) != Some(found) {
        let what = format!(
            "case {number} is not as it was written: the sum of its text is {}, expected {}",
            digits(found),
            quoted(sum)
        );
        return Err(damaged(lines, what));
    }
    let case = Case {
        position,
        viewer,
        stage,
        facts,
        note: note.map(str::to_owned),
    };
    Ok((Record { number, case }, sum))
}

/// The fault of a line that does not begin with the word that the format requires here.
fn expected(lines: &Lines<'_>, word: &str) -> CaseFault {
    match lines.peek() {
        Some(line) => {
            let what = format!("{} is out of place, expected `{word} …`", quoted(line));
            CaseFault::damaged(lines.number(), what)
        }
        None => {
            let what = format!("the file ends within a case, before `{word} …`");
            CaseFault::cut_off(lines.number(), what)
        }
    }
}

/// Parses a number without a sign or leading zeros; `None` for anything else.
pub(crate) fn count(text: &str) -> Option<u32> {
    let plain = text == "0"
        || text
            .bytes()
            .next()
            .is_some_and(|b| matches!(b, b'1'..=b'9'));
    text.parse().ok().filter(|_| plain)
}

pub(crate) fn side_of(word: &str) -> Result<Color, String> {
    match word {
        "W" => Ok(Color::White),
        "B" => Ok(Color::Black),
        _ => Err(format!("the side is {}, expected W or B", quoted(word))),
    }
}

/// Parses the viewer and the stage of a case: `W endgame`.
pub(crate) fn seen_of(words: &str, names: &mut Names) -> Result<(Color, Option<Name>), String> {
    let (viewer, stage) = words
        .split_once(' ')
        .ok_or_else(|| format!("{} is no viewer and stage", quoted(words)))?;
    Ok((side_of(viewer)?, names.optional("the stage", stage)?))
}

/// Splits a text at its first blank. Words are short, so that a plain loop finds their end soonest.
fn word(text: &str) -> Option<(&str, &str)> {
    let end = text.bytes().position(|byte| byte == b' ')?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}

/// Parses a fact: `backward-open B a7 50 attack-by-file`.
pub(crate) fn fact_of(words: &str, names: &mut Names) -> Result<CaseFact, String> {
    let parted = || {
        let (pattern, rest) = word(words)?;
        let (side, rest) = word(rest)?;
        let (squares, rest) = word(rest)?;
        let (worth, plan) = word(rest)?;
        (word(plan).is_none()).then_some((pattern, side, squares, worth, plan))
    };
    let Some((pattern, side, squares, worth, plan)) = parted() else {
        return Err(format!(
            "{} is no fact, expected pattern, side, squares, worth and plan",
            quoted(words)
        ));
    };
    let worth_fault = || {
        format!(
            "the worth is {}, expected a number from -{MAX_WORTH} to {MAX_WORTH}",
            quoted(worth)
        )
    };
    Ok(CaseFact {
        pattern: names.keep("the pattern", pattern)?,
        side: side_of(side)?,
        squares: squares_of(squares)?,
        worth: worth_of(worth).ok_or_else(worth_fault)?,
        plan: plan_of(plan, names)?,
        texts: Vec::new(),
    })
}

/// Parses a plan: the names of pieces-of-advice with commas between them; `-` for none.
pub(crate) fn plan_of(text: &str, names: &mut Names) -> Result<Vec<Name>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let mut plan = Vec::with_capacity(1);
    for name in text.split(',') {
        if plan.len() == MAX_PLANS {
            return Err(format!("a plan has at most {MAX_PLANS} pieces-of-advice"));
        }
        plan.push(names.keep("the plan", name)?);
    }
    Ok(plan)
}

/// Parses a worth in hundredths of a pawn, without a plus or leading zeros; `None` for anything else.
fn worth_of(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some("0") => return None,
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let worth = i32::try_from(count(digits)?).ok()?;
    (worth <= MAX_WORTH).then_some(sign * worth)
}

/// Parses a set of squares, in the language's order with commas between them; `-` for none.
pub(crate) fn squares_of(text: &str) -> Result<u64, String> {
    if text == "-" {
        return Ok(0);
    }
    let wrong = || {
        format!(
            "the squares are {}, expected such as `a1,a4` in the order a1 to a8, b1 to h8, or `-`",
            quoted(text)
        )
    };
    let (mut squares, mut last) = (0, None);
    for name in text.split(',') {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else {
            return Err(wrong());
        };
        if last >= Some((file, rank)) {
            return Err(wrong());
        }
        last = Some((file, rank));
        squares |= 1 << (8 * (rank - b'1') + (file - b'a'));
    }
    Ok(squares)
}

/// Parses an edited text with its language and kind before it: `de belief kein Bauer kann ihn decken`.
pub(crate) fn saying_of(words: &str, names: &mut Names) -> Result<Saying, String> {
    let parts = words.split_once(' ').and_then(|(lang, rest)| {
        let (slot, text) = rest.split_once(' ')?;
        Some((lang, Slot::from_word(slot)?, text))
    });
    let Some((lang, slot, text)) = parts else {
        return Err(format!(
            "{} is no text, expected a language, one of called, belief, us, them, and the text",
            quoted(words)
        ));
    };
    language_fault(lang).map_err(|fault| fault.0)?;
    text_fault("the text", text).map_err(|fault| fault.0)?;
    Ok(Saying {
        lang: names.keep("the language", lang)?,
        slot,
        text: text.to_owned(),
    })
}

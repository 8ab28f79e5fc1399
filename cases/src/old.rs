//! Case files of version 1: a text with a word at the start of each line, and sums. They are read, and written no more.

use adv_chess::numbers::fnv1a;
use adv_chess::{Color, Position, geometry, notation, squares};

use crate::base::CaseBase;
use crate::case::{Case, CaseFact, MAX_FACTS, MAX_PLANS, MAX_TEXTS, Name, Saying, Slot, quoted};
use crate::file::CaseFault;

/// Reads a case file of version 1, whose first line is known to be right.
pub(crate) fn read(bytes: &[u8]) -> Result<CaseBase, CaseFault> {
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| CaseFault::damaged(1, "the file is no UTF-8 text"))?;
    let mut base = CaseBase::new();
    let mut case = empty(0);
    let mut written = String::new();
    for (line, number) in text.lines().zip(1..).skip(1) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let fault = |what: String| CaseFault::damaged(number, what);
        if word == "end" && rest.split(' ').next() == Some(&base.cases().len().to_string()) {
            return Ok(base);
        } else if word == "sum" {
            let sum = format!("{:016x}", fnv1a(written.bytes()));
            if rest != sum {
                return Err(fault(format!(
                    "the sum of the case's text is {sum}, not {}",
                    quoted(rest)
                )));
            }
            case.validate()
                .and_then(|()| base.insert(case))
                .map_err(|invalid| fault(invalid.0))?;
            (case, written) = (empty(0), String::new());
        } else {
            written += line;
            written.push('\n');
            add(&mut case, word, rest)
                .ok_or_else(|| fault(format!("{} is out of place", quoted(line))))?;
        }
    }
    Err(CaseFault::cut_off(
        text.lines().count(),
        "the file ends without its last line, `end …`",
    ))
}

const fn empty(number: u32) -> Case {
    Case {
        number,
        position: Position::EMPTY,
        viewer: Color::White,
        stage: None,
        facts: Vec::new(),
        note: None,
    }
}

/// Adds a line to the case that is read; `None` for a line that no case has here.
fn add(case: &mut Case, word: &str, rest: &str) -> Option<()> {
    match word {
        "case" => *case = empty(rest.parse().ok()?),
        "fen" => case.position = notation::parse_fen(rest).ok()?,
        "seen" => {
            let (viewer, stage) = rest.split_once(' ')?;
            case.viewer = side(viewer)?;
            case.stage = list(stage).next().map(Name::from);
        }
        "xp" if case.facts.len() < MAX_FACTS => {
            let words: Vec<&str> = rest.splitn(5, ' ').collect();
            let [pattern, of, set, worth, plan] = words.try_into().ok()?;
            let square = |name| geometry::parse_square(name).map(squares::bit);
            case.facts.push(CaseFact {
                pattern: pattern.into(),
                side: side(of)?,
                squares: list(set).try_fold(0, |set, name| Some(set | square(name)?))?,
                worth: worth.parse().ok()?,
                plan: list(plan).take(MAX_PLANS + 1).map(Name::from).collect(),
                texts: Vec::new(),
            });
        }
        "say" => {
            let words: Vec<&str> = rest.splitn(3, ' ').collect();
            let [lang, slot, text] = words.try_into().ok()?;
            let texts = &mut case.facts.last_mut()?.texts;
            texts.push(Saying {
                lang: lang.into(),
                slot: Slot::ALL.into_iter().find(|of| of.word() == slot)?,
                text: (texts.len() < MAX_TEXTS).then(|| text.to_owned())?,
            });
        }
        "note" => case.note = Some(rest.to_owned()),
        _ => return None,
    }
    Some(())
}

fn side(word: &str) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|side| word == side.letter().to_string())
}

/// The words of a list with commas between them; none for `-`.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|word| *word != "-")
}

//! What is said of a game, and where: comments, glyphs and variations, each with the place in the input at which it is written.

use std::collections::BTreeMap;

use adv::explain::{
    ExplainError, ExplainOptions, Explainer, Explanation, Fact, PlanQuestion, Sign, ToldFact,
    Verdict,
};
use adv::program::EvaluationId;
use adv::render::assessed::{self, PieceLetters, Shown};
use adv::{Color, Position};

use super::movetext::Ply;

/// With `few`, what was said in so many plies is not said again.
const RECENT: usize = 10;

/// With `few`, a sign is news where the total is so far from that of the last one, in hundredths of a pawn.
const FAR: u64 = 50;

/// What is asked of the annotator.
#[derive(Clone, Copy, Debug)]
pub struct NoteOptions<'a> {
    /// By which evaluation.
    pub evaluation: EvaluationId,
    /// How positions are explained.
    pub options: ExplainOptions,
    /// How they are told.
    pub shown: Shown<'a>,
    /// Facts worth less are not told, in hundredths of a pawn.
    pub least: u64,
    /// What was said lately is not said again.
    pub few: bool,
    /// Plans are written as variations.
    pub variations: bool,
    /// With which letters pieces are told.
    pub letters: PieceLetters,
}

/// A text to be written at a place of the input.
#[derive(Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The place.
    pub at: usize,
    /// A glyph, a comment, a variation, or the number of the next move.
    pub text: String,
}

/// What was said of which fact, at which ply.
type Told = BTreeMap<(u16, Color), usize>;

/// Annotates a game. `moves_at` is the place of its first move.
///
/// # Errors
/// [`ExplainError`] where finding the facts of a position came to a limit, or the program is for other men.
pub fn notes(
    explainer: &mut Explainer,
    start: &Position,
    moves_at: usize,
    plies: &[Ply],
    asked: &NoteOptions<'_>,
) -> Result<Vec<Insertion>, ExplainError> {
    let mut out = Vec::new();
    let mut told = Told::new();
    let mut said_at = BTreeMap::new();
    // All positions first: whether a sign stays is seen from the next one.
    let mut explained = vec![explainer.explain(asked.evaluation, start, &asked.options)?];
    let mut position = *start;
    for ply in plies {
        position = position.play(ply.mv);
        explained.push(explainer.explain(asked.evaluation, &position, &asked.options)?);
    }
    let Some(first) = explained.first() else {
        return Ok(out);
    };
    let mut signed = Signed::of(first);
    let mut news = new_facts(first, None, &mut told, 0, asked);
    let opening = remark(explainer, first, &news, asked);
    if !plies.is_empty() {
        push(&mut out, moves_at, comment(&opening));
    }
    let pairs = explained.iter().zip(explained.iter().skip(1));
    for (index, (ply, (before, after))) in plies.iter().zip(pairs).enumerate() {
        let mut glyphs = String::new();
        let mut sentences = Vec::new();
        if let Some(win) = thrown(before, after) {
            if !ply.glyphs.iter().any(|glyph| matches!(glyph, 1..=6)) {
                glyphs.push_str(" $2");
            }
            sentences.push(assessed::thrown(win, &asked.shown).to_owned());
        }
        let has_sign = ply.glyphs.iter().any(|glyph| matches!(glyph, 10..=19));
        if signed.changes(after, explained.get(index + 2), asked.few) && !has_sign {
            glyphs.push_str(&format!(" ${}", after.sign().nag()));
        }
        push(&mut out, ply.after_glyphs, glyphs);
        // Who mates misses nothing.
        if after.end.is_none() {
            for sentence in missed(explainer, before, ply, asked)? {
                let lately = said_at
                    .get(&sentence)
                    .is_some_and(|said: &usize| index.saturating_sub(*said) < RECENT);
                if !(asked.few && lately) {
                    said_at.insert(sentence.clone(), index);
                    sentences.push(sentence);
                }
            }
        }
        let is_missed = !sentences.is_empty();
        sentences.extend(gone(explainer, before, after, asked));
        let variations = variations(before, &news, ply, is_missed, asked);
        news = new_facts(after, Some(before), &mut told, index + 1, asked);
        let remark = remark(explainer, after, &news, asked);
        let said = sentences.join(". ");
        let text = match (said.is_empty(), remark.is_empty()) {
            (true, _) => remark,
            (false, true) => format!("{said}."),
            (false, false) => format!("{said}. {remark}"),
        };
        let is_said = !text.is_empty() || !variations.is_empty();
        push(&mut out, ply.after_comments, comment(&text));
        push(&mut out, ply.after_variations, variations);
        // A move of Black behind a comment has its number.
        let next = plies.get(index + 1);
        if let Some(next) = next
            .filter(|next| is_said && !next.is_numbered && before.position.turn() == Color::White)
        {
            let number = format!("{}... ", before.position.fullmoves());
            push(&mut out, next.at, number);
        }
    }
    Ok(out)
}

/// The sign that a reader was last told, and the total behind it.
struct Signed {
    sign: Sign,
    total: i64,
}

impl Signed {
    fn of(explanation: &Explanation) -> Signed {
        Signed {
            sign: explanation.sign(),
            total: explanation.total,
        }
    }

    /// Whether the position after a move gets a sign, which is remembered then. With `few` it gets one where the total is far from that of
    /// the last sign and the next move does not undo it, so that an exchange half done and a total beside a bound are no news.
    fn changes(&mut self, after: &Explanation, next: Option<&Explanation>, few: bool) -> bool {
        let now = Signed::of(after);
        if after.end.is_some() || now.sign == self.sign {
            return false;
        }
        if few && after.worth.is_none() {
            let is_far = now.total.abs_diff(self.total) >= FAR;
            let stays = next.is_none_or(|next| next.end.is_some() || next.sign() == now.sign);
            if !(is_far && stays) {
                return false;
            }
        }
        *self = now;
        true
    }
}

/// What is said of a position.
fn remark(
    explainer: &Explainer,
    of: &Explanation,
    news: &[usize],
    asked: &NoteOptions<'_>,
) -> String {
    let program = explainer.program();
    assessed::remark(program, of, news, asked.letters, &asked.shown)
}

fn push(out: &mut Vec<Insertion>, at: usize, text: String) {
    if !text.is_empty() {
        out.push(Insertion { at, text });
    }
}

/// The told facts that were not told of the position before, by their places.
fn new_facts(
    now: &Explanation,
    before: Option<&Explanation>,
    told: &mut Told,
    ply: usize,
    asked: &NoteOptions<'_>,
) -> Vec<usize> {
    let mut news = Vec::new();
    for (place, of) in now.told.iter().enumerate() {
        let key = (of.fact.pattern.0, of.fact.side);
        let was = before.is_some_and(|before| {
            let mut facts = before.told.iter();
            facts.any(|other| {
                (other.fact.pattern.0, other.fact.side) == key
                    && (asked.few || other.fact.squares == of.fact.squares)
            })
        });
        let lately = told
            .get(&key)
            .is_some_and(|said| ply.saturating_sub(*said) <= RECENT);
        if was || asked.few && lately || of.fact.worth.unsigned_abs() < asked.least {
            continue;
        }
        told.insert(key, ply);
        news.push(place);
    }
    news
}

/// With `all`: what was told before the move, stands on no search, and is said of the side by no fact of its pattern any more.
fn gone(
    explainer: &Explainer,
    before: &Explanation,
    after: &Explanation,
    asked: &NoteOptions<'_>,
) -> Option<String> {
    if asked.few || after.end.is_some() {
        return None;
    }
    let key = |fact: &Fact| (fact.pattern, fact.side);
    let is_gone = |told: &&ToldFact| {
        told.fact.worth.unsigned_abs() >= asked.least
            && !told.plan.iter().any(|plan| plan.required)
            && !after.facts.iter().any(|fact| key(fact) == key(&told.fact))
    };
    let facts: Vec<&ToldFact> = before.told.iter().filter(is_gone).collect();
    assessed::gone(explainer.program(), &facts, asked.letters, &asked.shown)
}

/// Whether a move threw a win away (true) or a draw; `None` where it did not, or the tables do not know.
fn thrown(before: &Explanation, after: &Explanation) -> Option<bool> {
    use adv::Outcome::{Draw, Loss, Win};
    // After the move the value is the other side's.
    match (before.worth?.outcome, after.worth?.outcome) {
        (Win, Draw | Win) => Some(true),
        (Draw, Win) => Some(false),
        (Win, Loss) | (Draw, Draw | Loss) | (Loss, _) => None,
    }
}

/// The sentences about required plans that were forced, and that the move played does not lead to.
fn missed(
    explainer: &mut Explainer,
    before: &Explanation,
    ply: &Ply,
    asked: &NoteOptions<'_>,
) -> Result<Vec<String>, ExplainError> {
    let mut sentences = Vec::new();
    if before.viewer != before.position.turn() {
        return Ok(sentences);
    }
    for told in &before.told {
        for plan in &told.plan {
            let first = plan.verdict.first_move(before.viewer);
            let forced = plan.required && matches!(plan.verdict, Verdict::Forced(_));
            if !forced || first.is_none_or(|first| first == ply.mv) {
                continue;
            }
            // Another move may lead to the same: it is searched by itself.
            let mut without = before.position.legal_moves();
            without.retain(|mv| *mv != ply.mv);
            let question = PlanQuestion {
                position: &before.position,
                us: before.viewer,
                here: told.fact.squares,
                without: &without,
            };
            if matches!(
                explainer.settle(plan.advice, &question)?,
                Verdict::Refuted | Verdict::Possible { .. }
            ) {
                sentences.extend(assessed::missed(
                    explainer.program(),
                    before,
                    plan,
                    asked.letters,
                    &asked.shown,
                ));
            }
        }
    }
    sentences.dedup();
    Ok(sentences)
}

/// The forced plans of the facts that were just told, and of those that were missed, as variations beside the move played.
fn variations(
    before: &Explanation,
    news: &[usize],
    ply: &Ply,
    is_missed: bool,
    asked: &NoteOptions<'_>,
) -> String {
    let mut lines: Vec<String> = Vec::new();
    if !asked.variations {
        return String::new();
    }
    for (place, told) in before.told.iter().enumerate() {
        for plan in &told.plan {
            let is_wanted = news.contains(&place) && !plan.required || is_missed && plan.required;
            let is_played = plan.verdict.first_move(before.viewer) == Some(ply.mv);
            if !is_wanted || is_played {
                continue;
            }
            if let Some(line) =
                assessed::variation(before, &plan.verdict).filter(|line| !lines.contains(line))
            {
                lines.push(line);
            }
        }
    }
    match lines.is_empty() {
        true => String::new(),
        false => wrapped(&format!("({})", lines.join(") ("))),
    }
}

/// A comment on lines of its own; nothing for the empty text. Braces, which would end it, become parentheses.
fn comment(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|letter| match letter {
            '{' => '(',
            '}' => ')',
            letter if letter.is_control() => ' ',
            letter => letter,
        })
        .collect();
    match text.trim() {
        "" => String::new(),
        text => wrapped(&format!("{{{text}}}")),
    }
}

/// The words in lines of at most 79 characters, the first and the last line ended.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 79;
    let mut out = String::from("\n");
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            out.push('\n');
            column = 0;
        }
        // A line that begins with a percent sign would be an escape.
        if column > 0 || word.starts_with('%') {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}

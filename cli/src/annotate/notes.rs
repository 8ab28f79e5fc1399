//! Remarks on a game: comments, glyphs and variations, each with the place in the input at which it is written.

use std::collections::BTreeMap;

use adv::explain::{ExplainOptions, Explanation, Fact, Sign, ToldFact, Vetted};
use adv::program::EvaluationId;
use adv::render::explanation::{self, PieceLetters, Shown, Telling};
use adv::render::text::one_line;
use adv::{Color, Game, Position};

use super::movetext::Ply;
use crate::explainers::{Failed, Worker, judge};

/// Number of plies in which `few` does not repeat a fact that was told.
const RECENT: usize = 10;

/// Least change of the total since the last sign, in hundredths of a pawn, that makes `few` tell a new sign.
const FAR: u64 = 100;

/// Options for the remarks that `adv annotate` writes into a game.
#[derive(Clone, Copy, Debug)]
pub struct NoteOptions<'a> {
    /// Evaluation of the program that explains the positions.
    pub evaluation: EvaluationId,
    /// Options for the explanation of each position.
    pub options: ExplainOptions,
    /// Language of the comments, and the form in which facts are shown.
    pub shown: Shown<'a>,
    /// Least worth of a fact that is told, in hundredths of a pawn.
    pub least: u64,
    /// Fewer comments: facts of the last plies are not repeated, ended facts are left out, and a sign needs a clear change of the total.
    pub few: bool,
    /// True where the lines that a player missed are written as variations.
    pub variations: bool,
    /// Letters that stand for the pieces in moves.
    pub letters: PieceLetters,
}

/// A text to be written into the PGN at a byte offset.
#[derive(Debug, PartialEq, Eq)]
pub struct Insertion {
    /// Byte offset in the input before which the text is written.
    pub at: usize,
    /// Text to write: a glyph, a comment, a variation, or the number of the next move.
    pub text: String,
}

/// Last ply at which a comment told a fact, by the fact's pattern and side.
type Told = BTreeMap<(u16, Color), usize>;

/// Remarks to insert into a game, whose moves begin at the byte offset `moves_at`. Those that the game has already are left out.
///
/// # Errors
/// [`Failed`] where finding the facts of a position came to a limit, the program is for other men, or the engine fails.
pub fn notes(
    worker: &mut Worker,
    text: &[u8],
    (start, moves_at, plies): (&Position, usize, &[Ply]),
    asked: &NoteOptions<'_>,
) -> Result<Vec<Insertion>, Failed> {
    let mut out = Vec::new();
    let mut told = Told::new();
    // All positions first: whether a sign stays is seen from the next one.
    let mut game = Game::new(*start);
    let mut explained = Vec::with_capacity(plies.len() + 1);
    let mut rules = Vec::with_capacity(plies.len() + 1);
    for played in plies.iter().map(|ply| Some(ply.mv)).chain([None]) {
        let options = ExplainOptions {
            played,
            ..asked.options
        };
        let explainer = &mut worker.explainer;
        explained.push(explainer.explain(asked.evaluation, game.position(), &options)?);
        rules.push(explanation::drawn_by_rule(&game, &asked.shown));
        // The moves have been read, so they are legal.
        let _ = played.map(|mv| game.play(mv));
    }
    if let Some(engine) = &mut worker.engine {
        // From the end on, for what is said of a move is said of the position after it.
        let mut after = None;
        for explanation in explained.iter_mut().rev() {
            judge(engine, explanation, after.as_ref())?;
            after.clone_from(&explanation.judged);
        }
    }
    let explainer = &worker.explainer;
    let Some(first) = explained.first() else {
        return Ok(out);
    };
    let mut signed = Signed::of(first);
    let news = new_facts(first, None, &mut told, 0, asked);
    let told_of =
        |of| Telling::new(explainer.program(), of, &asked.shown).with_letters(asked.letters);
    let opening = told_of(first).remark(&news);
    if !plies.is_empty() {
        let said = plies.first().map_or(moves_at, |ply| ply.at);
        let said = CommentText::of(text, (moves_at, said));
        push(&mut out, moves_at, said.new_comment(&opening));
    }
    let pairs = explained.iter().zip(explained.iter().skip(1));
    for (index, (ply, (before, after))) in plies.iter().zip(pairs).enumerate() {
        let mut glyphs = String::new();
        let mut sentences = Vec::new();
        let said = CommentText::of(text, (ply.after_glyphs, ply.after_variations));
        if let Some(win) = thrown(before, after) {
            if !ply.glyphs.iter().any(|glyph| matches!(glyph, 1..=6)) {
                glyphs.push_str(" $2");
            }
            sentences.push(explanation::thrown(win, &asked.shown).to_owned());
        }
        let has_sign = ply.glyphs.iter().any(|glyph| matches!(glyph, 10..=19));
        let is_news = signed.changes(after, explained.get(index + 2), asked.few);
        // A glyph is a judgement: it is written where the game is settled, or an engine says so.
        let is_judged = after.judged.is_some() && after.end.is_none();
        let judgement = after.judgement();
        if let Some(sign) = judgement.filter(|_| !has_sign && (is_judged || is_news)) {
            glyphs.push_str(&format!(" ${}", sign.nag()));
        }
        push(&mut out, ply.after_glyphs, glyphs);
        let is_missed =
            before.vetted.as_ref().is_some_and(Vetted::is_missed) && after.end.is_none();
        if is_missed {
            sentences.extend(told_of(before).missed());
        }
        let variations = said.new_variation(&variation(before, is_missed, asked));
        let earlier = index.checked_sub(2).and_then(|index| explained.get(index));
        let is_new = earlier.is_none_or(|of| of.mate().is_none());
        if !is_missed && is_new && after.end.is_none() {
            sentences.extend(told_of(before).mates(ply.mv));
        }
        sentences.extend(gone(&told_of(before), before, after, asked));
        if is_news && judgement.is_none() {
            sentences.push(told_of(after).by_patterns());
        }
        sentences.extend(rules.get(index + 1).cloned().flatten());
        // What patterns say is beside the point while a mate is played.
        let is_mating = |of: &Explanation| of.mate().is_some();
        let news = match is_mating(after) || is_mating(before) && !is_missed {
            true => Vec::new(),
            false => new_facts(after, Some(before), &mut told, index + 1, asked),
        };
        let remark = told_of(after).remark(&news);
        let begun = sentences.join(". ");
        let words = match (begun.is_empty(), remark.is_empty()) {
            (true, _) => remark,
            (false, true) => format!("{begun}."),
            (false, false) => format!("{begun}. {remark}"),
        };
        let words = said.new_comment(&words);
        let is_said = !words.is_empty() || !variations.is_empty();
        push(&mut out, ply.after_comments, words);
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

/// The last assessment sign that a comment told, and the total of the evaluation that it came from.
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

    /// True where the position after a move gets a new sign, which is remembered then. With `few`, and without a value from tables, the
    /// total must be far from that of the last sign and the next move must not undo it: an exchange half done and a total beside a bound
    /// tell nothing new.
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

fn push(out: &mut Vec<Insertion>, at: usize, text: String) {
    if !text.is_empty() {
        out.push(Insertion { at, text });
    }
}

/// Indices of the facts worth telling now that were not told of the position before.
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

/// Sentence on facts that a move ended: none of the same pattern and side remains. Facts with a plan are left out. `None` with `few`.
fn gone(
    telling: &Telling<'_>,
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
    telling.gone(&facts)
}

/// True where a move throws a win away, false where it throws a draw away; `None` for another move, or where no table has the values.
fn thrown(before: &Explanation, after: &Explanation) -> Option<bool> {
    use adv::Outcome::{Draw, Loss, Win};
    // After the move the value is the other side's.
    match (before.worth?.outcome, after.worth?.outcome) {
        (Win, Draw | Win) => Some(true),
        (Draw, Win) => Some(false),
        (Win, Loss) | (Draw, Draw | Loss) | (Loss, _) => None,
    }
}

/// Variation that shows the line a player missed; empty where none was missed or variations are off.
fn variation(before: &Explanation, is_missed: bool, asked: &NoteOptions<'_>) -> String {
    let missed = before
        .vetted
        .as_ref()
        .filter(|_| is_missed && asked.variations);
    missed.map_or_else(String::new, |vetted| {
        let first = vetted.line.first();
        let mut judged = before.judged_moves.iter();
        let judged = judged.find(|(mv, _)| first == Some(mv)).map(|of| &of.1);
        let line = explanation::variation(&before.position, &vetted.line, judged, &asked.shown);
        format!("({line})")
    })
}

/// Text of a game around a place, with single blanks between words, to find comments that are there already.
struct CommentText(String);

impl CommentText {
    fn of(text: &[u8], (from, to): (usize, usize)) -> CommentText {
        let text = text.get(from..to).unwrap_or_default();
        CommentText(one_line(&String::from_utf8_lossy(text)))
    }

    /// Comment to insert; empty where the game has it already.
    fn new_comment(&self, text: &str) -> String {
        let comment = comment(text);
        match self.0.contains(&one_line(&comment)) {
            true => String::new(),
            false => comment,
        }
    }

    /// Variation to insert; empty where the game has it already.
    fn new_variation(&self, text: &str) -> String {
        match text.is_empty() || self.0.contains(&one_line(text)) {
            true => String::new(),
            false => wrapped(text),
        }
    }
}

/// PGN comment on lines of its own; empty for the empty text. Braces, which would end it, become parentheses.
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

/// Words of a text in lines of at most 79 characters, with a line feed before the first line and after the last.
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

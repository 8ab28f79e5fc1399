//! Portable Game Notation: a tree as a game with variations, and a played game with its reasons as comments.
//!
//! ```text
//! [Event "kpk, rule 2: bring-king"]
//! …
//! 1. Kc2 {table kpk, rule 2, line 41, advice bring-king: the king goes in front of
//! the pawn} 1... Ke7 (1... Kf7 2. Kd3 {3 replies not considered}) 2. Kb3 *
//! ```
//!
//! The main line takes the first reply at every node; the others are variations in the order of the tree. Written as the standard
//! of 1994 asks: seven tags, `SetUp` and `FEN`, lines of at most 79 characters, no line that begins with `%`, no brace inside a
//! comment.

use adv_chess::notation::fen;
use adv_chess::{Color, Position};
use adv_module::AdviceKind;
use adv_vm::{GoalKind, NodeFacts, Tree};

use crate::dot::quoted;
use crate::drawing::{Explained, Line, lines};
use crate::game::Played;
use crate::place;
use crate::text::{goal_name, left_out_words, move_number, reason, tuple};
use crate::visible::steers;

/// Most characters of a line of moves in PGN (section 4.3 of the standard).
const WIDTH: usize = 79;
/// Most characters of a tag's value, which may not be broken over lines: a whole line has at most 255.
const LONGEST_VALUE: usize = 200;

/// Writes a consultation or p-strategy as PGN: its tree as one game with variations, result `*`. Where no piece-of-advice is satisfied the
/// game has no moves and a comment says so.
pub fn consultation(explained: &Explained<'_>) -> String {
    let answer = explained.answer;
    let title = explained.title();
    let mut out = Movetext::new(head_of_tree(title, answer.us, &answer.position));
    out.comment(&reason(explained));
    if let Some(found) = &answer.tree {
        variations(&mut out, explained, found, &|_| None);
    }
    out.word("*");
    out.finish()
}

/// Writes a played game as PGN: a comment where each p-strategy begins, the ending as the last comment, `Result` and `Termination`.
pub fn game(played: &Played<'_>) -> String {
    let event = format!("{} at play", played.player);
    let tags = tags(&event, played.names(), played.result());
    let termination = if played.is_over() {
        "normal"
    } else {
        "unterminated"
    };
    let more = [("Termination", termination)];
    let mut out = Movetext::new(head(&tags, played.game.start(), &more));
    for (ply, line) in played.lines().iter().enumerate() {
        out.san(line);
        if let Some(plan) = played.plan_at(ply).filter(|plan| plan.from == ply) {
            out.comment(&reason(&played.explained(plan)));
        }
    }
    out.comment(&played.end_sentence());
    out.word(played.result());
    out.finish()
}

/// PGN tags of a tree, which is no real game: one side is `us`, the other `them`, and the result is `*`.
pub(crate) fn head_of_tree(title: String, us: Color, start: &Position) -> String {
    let sides = match us {
        Color::White => ["us", "them"],
        Color::Black => ["them", "us"],
    };
    head(&tags(&title, sides, "*"), start, &[])
}

/// Tags that each game has.
fn tags<'t>(
    event: &'t str,
    [white, black]: [&'t str; 2],
    result: &'t str,
) -> [(&'t str, &'t str); 7] {
    [
        ("Event", event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", white),
        ("Black", black),
        ("Result", result),
    ]
}

/// Writes the PGN tags and the empty line after them; `SetUp` and `FEN` only if the game does not begin in the initial position.
fn head(tags: &[(&str, &str)], start: &Position, more: &[(&str, &str)]) -> String {
    let at = fen(start);
    let setup = [("SetUp", "1"), ("FEN", at.as_str())];
    let setup = setup.iter().filter(|_| *start != Position::start());
    let tags = tags.iter().chain(setup).chain(more);
    let lines = tags.map(|(name, value)| format!("[{name} {}]\n", tag_value(value)));
    lines.collect::<String>() + "\n"
}

/// Tag's value in quotes, in one line and cut where it is too long for that.
fn tag_value(value: &str) -> String {
    let value = value.replace('\n', " ");
    quoted(&value.chars().take(LONGEST_VALUE).collect::<String>())
}

/// Task of the writer of variations; a stack of these replaces recursion.
enum Next<M> {
    /// Go on after a move, or at the root.
    After(Option<M>),
    /// Write a move beside another one and everything after it, in parentheses.
    Variation(M),
    /// Close the parenthesis of a variation.
    Close,
}

/// Writes moves with variations. `after` gives the moves that may follow one: the first continues the line, the others become variations
/// directly after it; `write` writes one.
pub(crate) fn write_moves<M: Copy>(
    out: &mut Movetext,
    mut after: impl FnMut(&mut Movetext, Option<M>) -> Vec<M>,
    write: impl Fn(&mut Movetext, M),
) {
    let mut stack = vec![Next::After(None)];
    while let Some(next) = stack.pop() {
        match next {
            Next::Close => out.close(),
            Next::Variation(mv) => {
                out.open();
                stack.extend([Next::Close, Next::After(Some(mv))]);
                write(out, mv);
            }
            Next::After(mv) => {
                let moves = after(out, mv);
                if let Some((first, others)) = moves.split_first() {
                    stack.push(Next::After(Some(*first)));
                    stack.extend(others.iter().rev().copied().map(Next::Variation));
                    write(out, *first);
                }
            }
        }
    }
}

/// Writes the moves of a tree with variations; `remark` gives a further comment for a node, by its index.
pub(crate) fn variations(
    out: &mut Movetext,
    explained: &Explained<'_>,
    tree: &Tree,
    remark: &dyn Fn(usize) -> Option<String>,
) {
    let lines = lines(tree);
    let write = |out: &mut Movetext, node| write_node(out, explained, tree, &lines, (node, remark));
    write_moves(out, |_, node| tree.children(node).collect(), write);
}

fn write_node(
    out: &mut Movetext,
    explained: &Explained<'_>,
    tree: &Tree,
    lines: &[Line],
    (node, remark): (usize, &dyn Fn(usize) -> Option<String>),
) {
    let (Some(line), Some(record)) = (lines.get(node), tree.nodes().get(node)) else {
        return;
    };
    out.san(line);
    let mut notes: Vec<String> = Vec::new();
    notes.extend(remark(node));
    notes.extend(left_out_words(record.left_out));
    if tree.is_leaf(node) {
        let facts = explained.facts_at(node);
        notes.extend(facts.and_then(|facts| leaf_note(explained, facts)));
    }
    out.comment(&notes.join("; "));
}

/// Comment on a leaf: the conjuncts of the better-goal that hold there, with both values where they compare; `None` if there are none.
fn leaf_note(explained: &Explained<'_>, facts: &NodeFacts) -> Option<String> {
    let module = explained.module;
    let parts = facts
        .parts
        .iter()
        .filter(|part| part.goal == GoalKind::Better && part.holds);
    let texts: Vec<String> = parts
        .filter_map(|part| {
            let text = place::text_of(module, part.place)?;
            Some(match &part.compare {
                None => text,
                Some([left, right]) => format!(
                    "{text} ({} to {})",
                    tuple(&left.values),
                    tuple(&right.values)
                ),
            })
        })
        .collect();
    let answer = explained.answer.advice;
    let kind = answer
        .and_then(|id| module.advice.get(id.index()))
        .map_or(AdviceKind::Piece, |advice| advice.kind);
    let goal = goal_name(GoalKind::Better, kind);
    (!texts.is_empty()).then(|| format!("{goal}: {}", texts.join(", ")))
}

/// Writer of PGN moves and comments that breaks them into lines of at most [`WIDTH`] characters.
pub(crate) struct Movetext {
    text: String,
    column: usize,
    /// Last word, held back because a closing parenthesis may still be attached to it.
    pending: String,
    /// Parentheses to attach to the beginning of the next word.
    opening: String,
    /// True if the next move of Black needs its number, as after a comment or where a variation begins.
    number: bool,
}

impl Movetext {
    pub(crate) fn new(head: String) -> Movetext {
        Movetext {
            text: head,
            column: 0,
            pending: String::new(),
            opening: String::new(),
            number: true,
        }
    }

    /// Appends a word, such as a move or its number, that is never broken.
    pub(crate) fn word(&mut self, word: &str) {
        self.flush();
        self.pending = std::mem::take(&mut self.opening);
        self.pending.push_str(word);
    }

    /// Writes the held-back word, on a new line where it does not fit.
    fn flush(&mut self) {
        let word = std::mem::take(&mut self.pending);
        if word.is_empty() {
            return;
        }
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        // Words are parted by a blank, and a line that begins with a percent sign would be an escape.
        if self.column > 0 || word.starts_with('%') {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&word);
        self.column += length;
    }

    fn san(&mut self, line: &Line) {
        if self.number || line.mover() == Color::White {
            self.word(&move_number(&line.before));
        }
        self.word(&line.san);
        self.number = false;
    }

    pub(crate) fn open(&mut self) {
        self.opening.push('(');
        self.number = true;
    }

    pub(crate) fn close(&mut self) {
        self.pending.push(')');
        self.number = true;
    }

    /// Appends a comment in braces; nothing for an empty text. Braces in the text, which would end it, become parentheses.
    pub(crate) fn comment(&mut self, text: &str) {
        let text: String = text
            .chars()
            .map(|c| match c {
                '{' => '(',
                '}' => ')',
                c if steers(c) => ' ',
                c => c,
            })
            .collect();
        let words: Vec<&str> = text.split_whitespace().collect();
        let last = words.len().saturating_sub(1);
        for (index, word) in words.iter().enumerate() {
            // A word that fits no line is broken: nothing but the comment's text depends on it.
            let pieces: Vec<char> = word.chars().collect();
            let pieces: Vec<String> = pieces
                .chunks(WIDTH - 2)
                .map(|piece| piece.iter().collect())
                .collect();
            let end = pieces.len().saturating_sub(1);
            for (at, piece) in pieces.iter().enumerate() {
                let open = if index == 0 && at == 0 { "{" } else { "" };
                let close = if index == last && at == end { "}" } else { "" };
                self.word(&format!("{open}{piece}{close}"));
            }
        }
        self.number |= !words.is_empty();
    }

    pub(crate) fn finish(mut self) -> String {
        self.flush();
        self.text.push('\n');
        self.text
    }
}

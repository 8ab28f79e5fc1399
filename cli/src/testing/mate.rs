//! `mate within n moves`: the subject plays in strong mode against every reply.
//!
//! A tree is followed to its leaf before the subject is consulted again. Where it leaves legal replies out, those are played too, and
//! the subject is consulted behind them: the claim is about every reply. What is known of a position in which the subject was
//! consulted is kept, so that each is played out once; a position that comes back on its own line refutes the claim.

use std::collections::HashMap;

use adv_chess::notation::fen;
use adv_chess::{Move, Position};
use adv_render::text::numbered;
use adv_vm::{Engine, Options, Tree};

use crate::subject::Subject;

/// More positions than this in which the subject is consulted are not played out.
const MOST_CONSULTATIONS: usize = 200_000;

/// Why there is no mate in time.
pub enum NoMate {
    /// A line without it.
    Refuted(String),
    /// It could not be found out.
    Unknown(String),
}

/// A way on from a consultation.
struct Way {
    /// The moves of both sides.
    line: Vec<Move>,
    /// Where the subject is to be consulted next; `None` behind a mate.
    next: Option<Position>,
}

/// A consultation whose ways are being played out.
struct Frame {
    key: Position,
    start: Position,
    ways: Vec<Way>,
    at: usize,
    /// Our moves before this consultation.
    played: u32,
    /// The longest way to mate so far, in our moves.
    longest: u32,
}

/// What is known of a position.
#[derive(Clone, Copy)]
enum Known {
    /// It is on the line that is being played.
    OnTheLine,
    /// Mate comes after so many moves of ours at most.
    Mates(u32),
}

/// The longest way to mate in moves of ours, if no way is longer than `limit`.
pub fn longest(
    engine: &mut Engine,
    subject: Subject,
    root: &Position,
    limit: u32,
) -> Result<u32, NoMate> {
    let mut known: HashMap<Position, Known> = HashMap::new();
    // A stack and not a recursion: a line may be long.
    let mut stack: Vec<Frame> = Vec::new();
    let frame = consult(engine, subject, *root, 0, &stack)?;
    known.insert(frame.key, Known::OnTheLine);
    stack.push(frame);
    loop {
        let Some(frame) = stack.last_mut() else {
            return Ok(0);
        };
        let Some(way) = frame.ways.get(frame.at) else {
            let longest = frame.longest;
            known.insert(frame.key, Known::Mates(longest));
            stack.pop();
            match stack.last_mut() {
                None => return Ok(longest),
                Some(before) => {
                    let ours = before.ways.get(before.at).map_or(0, Way::ours);
                    before.longest = before.longest.max(ours + longest);
                    before.at += 1;
                }
            }
            continue;
        };
        let ours = way.ours();
        let played = frame.played + ours;
        let Some(next) = way.next else {
            if played > limit {
                return Err(refuted(
                    &stack,
                    &format!("mate comes after {played} moves only"),
                ));
            }
            frame.longest = frame.longest.max(ours);
            frame.at += 1;
            continue;
        };
        if played >= limit {
            return Err(refuted(&stack, &format!("no mate after {played} moves")));
        }
        match known.get(&next.without_clocks()) {
            Some(Known::Mates(more)) if played + more <= limit => {
                frame.longest = frame.longest.max(ours + more);
                frame.at += 1;
            }
            Some(Known::Mates(more)) => {
                return Err(refuted(
                    &stack,
                    &format!("mate would come after {} moves only", played + more),
                ));
            }
            Some(Known::OnTheLine) => return Err(refuted(&stack, "the play goes in a circle")),
            None if known.len() >= MOST_CONSULTATIONS => {
                return Err(NoMate::Unknown(format!(
                    "given up after {MOST_CONSULTATIONS} consultations"
                )));
            }
            None => {
                let frame = consult(engine, subject, next, played, &stack)?;
                known.insert(frame.key, Known::OnTheLine);
                stack.push(frame);
            }
        }
    }
}

impl Way {
    /// How many of its moves are ours: the first, the third, and so on.
    fn ours(&self) -> u32 {
        u32::try_from(self.line.len().div_ceil(2)).unwrap_or(u32::MAX)
    }
}

fn consult(
    engine: &mut Engine,
    subject: Subject,
    position: Position,
    played: u32,
    stack: &[Frame],
) -> Result<Frame, NoMate> {
    let answer = subject
        .ask(engine, &position, &Options::default())
        .map_err(|failure| unknown(stack, &format!("{failure} in {}", fen(&position))))?;
    let Some(tree) = &answer.tree else {
        return Err(refuted(
            stack,
            &format!("no advice applies in {}", fen(&position)),
        ));
    };
    let ways = ways(tree, &position).map_err(|line| {
        let mut moves = line_so_far(stack);
        moves.push(written(&position, &line));
        NoMate::Refuted(format!("stalemate after {}", moves.join(" ")))
    })?;
    Ok(Frame {
        key: position.without_clocks(),
        start: position,
        ways,
        at: 0,
        played,
        longest: 0,
    })
}

/// Every way through a tree and one legal reply beyond it where it leaves replies out or ends with our move. The error is a line into
/// a stalemate.
fn ways(tree: &Tree, root: &Position) -> Result<Vec<Way>, Vec<Move>> {
    let mut ways = Vec::new();
    let mut line: Vec<(Move, Position)> = Vec::new();
    for (index, node) in tree.nodes().iter().enumerate() {
        line.truncate(usize::from(node.ply).saturating_sub(1));
        let before = line.last().map_or(*root, |(_, position)| *position);
        let position = before.play(node.mv);
        line.push((node.mv, position));
        let moves = || line.iter().map(|(m, _)| *m).collect::<Vec<Move>>();
        if position.turn() == root.turn() {
            if tree.is_leaf(index) {
                ways.push(Way {
                    line: moves(),
                    next: Some(position),
                });
            }
            continue;
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            if !position.is_checkmate() {
                return Err(moves());
            }
            ways.push(Way {
                line: moves(),
                next: None,
            });
            continue;
        }
        let held: Vec<Move> = tree
            .children(Some(index))
            .filter_map(|child| tree.nodes().get(child))
            .map(|child| child.mv)
            .collect();
        for reply in replies.into_iter().filter(|reply| !held.contains(reply)) {
            let mut way = moves();
            way.push(reply);
            ways.push(Way {
                line: way,
                next: Some(position.play(reply)),
            });
        }
    }
    Ok(ways)
}

fn refuted(stack: &[Frame], remark: &str) -> NoMate {
    NoMate::Refuted(with_line(stack, remark))
}

fn unknown(stack: &[Frame], remark: &str) -> NoMate {
    NoMate::Unknown(with_line(stack, remark))
}

fn with_line(stack: &[Frame], remark: &str) -> String {
    match line_so_far(stack).join(" ") {
        line if line.is_empty() => remark.to_owned(),
        line => format!("{remark}: {line}"),
    }
}

/// The moves from the root to the end of the way that is being played.
fn line_so_far(stack: &[Frame]) -> Vec<String> {
    let played = stack
        .iter()
        .filter_map(|frame| Some((frame, frame.ways.get(frame.at)?)));
    played
        .map(|(frame, way)| written(&frame.start, &way.line))
        .collect()
}

fn written(start: &Position, line: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (index, m) in line.iter().enumerate() {
        let word = numbered(&position, *m);
        // A number before Black's move is needed at the beginning only.
        let bare = index > 0 && position.turn() == adv_chess::Color::Black;
        words.push(if bare {
            word.split_once(' ')
                .map_or(word.clone(), |(_, san)| san.to_owned())
        } else {
            word
        });
        position = position.play(*m);
    }
    words.join(" ")
}

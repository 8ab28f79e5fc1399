//! One position of a claim: its outcome, the first move and its reason, and the outcome of each reply.
//!
//! ```text
//! 8 . . . . . . . .
//! …
//! White to move  8/8/8/3k4/8/8/1R6/K7 w - - 0 1
//!
//! holds: mate is reached in 17 moves at most
//! first    1. Rc2 (b2c2)
//! by       krk, rule 2: squeeze
//!          krk.adv:93   `otherwise rest`
//!          krk.adv:48   `advice squeeze`
//! because  the rook shrinks the king's room from {root.room} to {room}
//!
//! reply        comes to  then
//! 1. Rc2 Kd4   16 moves  2. Kb2  rule 2: approach
//! 1. Rc2 Ke4   fails
//! ```

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_chess::{Move, Position};
use adv_module::Program;
use adv_module::program::{Claim, GoalWord};
use adv_prover::{Cause, Choice, Fate, Line, Over, Ply, Walk, moves};

use adv_record::scan;
use serde_json::Value;

use super::choice::Chosen;
use super::numbers::many;
use super::{record as build, steps, words};
use crate::json::value;
use crate::text::{numbered, widest};

/// One position of a claim, walked through.
#[derive(Clone, Copy, Debug)]
pub struct Walked<'a> {
    /// The records of the program.
    pub module: &'a Program,
    /// The claim.
    pub claim: &'a Claim,
    /// What came of it.
    pub walk: &'a Walk,
}

impl Walked<'_> {
    /// The goal to reach, if there is one.
    fn reaches(&self) -> Option<String> {
        let mut goals = self.claim.goals.iter();
        let goal = goals.find(|goal| goal.word == GoalWord::Reaches)?;
        Some(words::goal_text(self.module, goal))
    }

    /// What becomes of a position, in short: `16 moves`, `holds`, `fails`.
    fn comes_to(&self, fate: &Fate) -> String {
        match fate.plies {
            None => "fails".to_owned(),
            Some(_) if self.reaches().is_none() => "holds".to_owned(),
            Some(0) => "there".to_owned(),
            Some(plies) => many(u64::from(moves(plies)), "move", "moves"),
        }
    }

    /// Why the line breaks the claim.
    fn sentence(&self, cause: Cause, choice: Option<Choice>) -> String {
        let us = self.walk.line.start.turn();
        let action = choice.filter(|_| words::is_of_action(cause));
        let action = action.map(|choice| Chosen::new(self.module, choice).advice());
        words::cause_sentence(self.module, self.claim, Some(us), action, cause)
    }

    /// What becomes of the position, in a sentence.
    fn verdict(&self) -> String {
        let walk = self.walk;
        match (walk.fate.plies, walk.cause) {
            (Some(plies), _) => match self.reaches() {
                Some(goal) => {
                    let most = many(u64::from(moves(plies)), "move", "moves");
                    match walk.fate.over {
                        None => format!("holds: {goal} is reached in {most} at most"),
                        Some(Over::Bound) => {
                            format!("fails: {goal} is reached, but in up to {most}")
                        }
                        Some(Over::FiftyMoves) => format!(
                            "fails: {goal} is reached in {most} at most, but the fifty-move rule can end the game first"
                        ),
                    }
                }
                None => "holds".to_owned(),
            },
            (None, Some((cause, choice))) => {
                format!("fails: {}", self.sentence(cause, choice))
            }
            (None, None) => "fails".to_owned(),
        }
    }

    /// The reply after our moves: the position before it, and the position after it.
    fn behind(&self, ours: &[Move], reply: Move) -> (Position, Position) {
        let before = ours
            .iter()
            .fold(self.walk.line.start, |position, mv| position.play(*mv));
        (before, before.play(reply))
    }
}

/// For people. Lines end with a line feed, the last as well.
pub fn text(walked: &Walked<'_>) -> String {
    let (module, walk) = (walked.module, walked.walk);
    let start = walk.line.start;
    let mut text = crate::text::board(&start);
    let _ = writeln!(text, "\n{}", walked.verdict());
    if let Some((mv, choice)) = walk.fate.first {
        let chosen = Chosen::new(module, choice);
        let _ = writeln!(text, "first    {} ({mv})", numbered(&start, mv));
        let _ = writeln!(text, "by       {}", chosen.title());
        for (at, line) in chosen.quotes() {
            let _ = writeln!(text, "         {at}  `{line}`");
        }
        if let Some(because) = chosen.because() {
            let _ = writeln!(text, "because  {because}");
        }
    }
    if !walk.replies.is_empty() {
        text.push('\n');
        text.push_str(&replies(walked));
    }
    if !walk.line.plies.is_empty() {
        let what = if walk.fate.plies.is_some() {
            "longest line"
        } else {
            "shortest line that breaks the claim"
        };
        let _ = writeln!(text, "\n{what}");
        text.push_str(&steps::text(module, &walk.line, 2));
        text.push('\n');
        text.push_str(&steps::board(&walk.line.end(), 2));
        if let Some((cause, choice)) = walk.cause {
            let _ = writeln!(
                text,
                "  {}{}",
                walked.sentence(cause, choice),
                played(module, choice.filter(|_| !words::is_of_action(cause)))
            );
        }
    }
    text
}

/// `, while `krk, rule 2: squeeze` is played`.
fn played(module: &Program, choice: Option<Choice>) -> String {
    choice.map_or_else(String::new, |choice| {
        format!(
            ", while `{}` is played",
            Chosen::new(module, choice).title()
        )
    })
}

fn replies(walked: &Walked<'_>) -> String {
    let module = walked.module;
    let rows: Vec<[String; 4]> = walked
        .walk
        .replies
        .iter()
        .map(|(ours, reply, fate)| {
            let (_, behind) = walked.behind(ours, *reply);
            let path = ours.iter().chain([reply]).map(|mv| Ply {
                mv: *mv,
                choice: None,
            });
            let path = steps::steps(&Line {
                start: walked.walk.line.start,
                plies: path.collect(),
            });
            let words = steps::movetext(path.iter().map(|(step, _)| step));
            let then = fate.first.map(|(mv, choice)| {
                let chosen = Chosen::new(module, choice);
                (numbered(&behind, mv), chosen.short())
            });
            let (then, by) = then.unwrap_or_default();
            [words.join(" "), walked.comes_to(fate), then, by]
        })
        .collect();
    let head = ["reply", "comes to", "then", ""].map(str::to_owned);
    let width = |column: usize| {
        let cells = rows.iter().chain([&head]);
        widest(cells.filter_map(|row| row.get(column).map(String::as_str)))
    };
    let (first, second, third) = (width(0), width(1), width(2));
    let mut text = String::new();
    for [reply, fate, then, by] in [&head].into_iter().chain(&rows) {
        let row = format!("{reply:first$}  {fate:second$}  {then:third$}  {by}");
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

/// The record.
pub fn record(walked: &Walked<'_>) -> scan::Walk {
    let (module, walk) = (walked.module, walked.walk);
    let start = walk.line.start;
    let reply = |(ours, reply, fate): &(Vec<Move>, Move, Fate)| {
        let (before, behind) = walked.behind(ours, *reply);
        let mut position = start;
        let ours = ours.iter().map(|mv| {
            let told = build::moved(&position, *mv);
            position = position.play(*mv);
            told
        });
        scan::Reply {
            before: ours.collect(),
            reply: build::moved(&before, *reply),
            fen: fen(&behind),
            fate: build::fate(module, &behind, fate),
        }
    };
    let played = walk.cause.and_then(|(_, choice)| choice);
    scan::Walk {
        claim: build::claim(module, walked.claim),
        fen: fen(&start),
        fate: build::fate(module, &start, &walk.fate),
        cause: walk.cause.map(|(cause, _)| build::cause(cause)),
        played: played.map(|choice| Chosen::new(module, choice).record()),
        sentence: walked.verdict(),
        line: build::line(module, &walk.line, None),
        replies: walk.replies.iter().map(reply).collect(),
    }
}

/// The same as JSON: `Walk` of `docs/schema/proof.json`.
pub fn json(walked: &Walked<'_>) -> Value {
    value(&record(walked))
}

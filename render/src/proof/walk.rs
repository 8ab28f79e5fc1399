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

use adv_chess::notation::fen;
use adv_chess::{Move, Position};
use adv_module::Program;
use adv_module::program::{Claim, GoalWord};
use adv_prover::{Cause, Choice, Fate, Over, Walk, moves};

use adv_record::scan;
use serde_json::Value;

use super::choice::Chosen;
use super::numbers::many;
use super::{record as build, words};
use crate::TextForm;
use crate::block::{Block, Board, Column, Moves, Row, Text, numbered, word};
use crate::json::{move_of, value};

/// Walk through one position of a claim: its fate, the first move, and the fate after each reply.
#[derive(Clone, Copy, Debug)]
pub struct Walked<'a> {
    /// Program in compiled form, for names and places in its source.
    pub module: &'a Program,
    /// Claim that the position is tested for.
    pub claim: &'a Claim,
    /// Result of the walk, from the prover.
    pub walk: &'a Walk,
}

impl Walked<'_> {
    /// Text of the goal that the claim says is reached; `None` for a claim without such a goal.
    fn reaches(&self) -> Option<String> {
        let mut goals = self.claim.goals.iter();
        let goal = goals.find(|goal| goal.word == GoalWord::Reaches)?;
        Some(words::goal_text(self.module, goal))
    }

    /// Fate of a position, in short: `16 moves`, `there` (the goal is met already), `holds`, `fails`.
    fn comes_to(&self, fate: &Fate) -> String {
        match fate.plies {
            None => "fails".to_owned(),
            Some(_) if self.reaches().is_none() => "holds".to_owned(),
            Some(0) => "there".to_owned(),
            Some(plies) => many(u64::from(moves(plies)), "move", "moves"),
        }
    }

    /// Sentence on why the line from this position breaks the claim.
    fn sentence(&self, cause: Cause, choice: Option<Choice>) -> String {
        let us = self.walk.line.start.turn();
        let action = choice.filter(|_| words::is_of_action(cause));
        let action = action.map(|choice| Chosen::new(self.module, choice).advice());
        words::cause_sentence(self.module, self.claim, Some(us), action, cause)
    }

    /// Sentence on the fate of the position: it holds, or why it fails.
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

    /// Position after these moves of both sides from the start.
    fn before(&self, moves: &[Move]) -> Position {
        let play = |position: Position, mv: &Move| position.play(*mv);
        moves.iter().fold(self.walk.line.start, play)
    }
}

/// Report as text; each line, the last as well, ends with a line feed.
pub fn text(walked: &Walked<'_>, form: TextForm) -> String {
    let walk = record(walked);
    let fate = &walk.fate;
    let mut told = vec![Block::sentence(&walk.sentence)];
    if let (Some(mv), Some(choice)) = (&fate.mv, &fate.choice) {
        let first = format!("{} ({})", numbered(&walk.fen, &mv.san), mv.uci);
        let mut rows = vec![("first", first), ("by", choice.title.clone())];
        rows.extend((choice.quotes.iter()).map(|(at, line)| ("", format!("{at}  `{line}`"))));
        rows.extend(
            choice
                .because
                .iter()
                .map(|because| ("because", because.clone())),
        );
        told.push(Block::lines(
            7,
            rows.into_iter().map(|(what, row)| (what, Text::plain(row))),
        ));
    }
    let mut blocks = vec![
        Block::Drawing(crate::text::board(&walked.walk.line.start)),
        Block::Group(told),
    ];
    blocks.extend((!walk.replies.is_empty()).then(|| replies(walked, &walk)));
    if let Some(last) = walk.line.moves.last() {
        let what = match fate.plies {
            Some(_) => "longest line",
            None => "shortest line that breaks the claim",
        };
        blocks.push(Block::Group(vec![
            Block::sentence(what),
            Block::Moves(Moves::of(&walk.line)),
        ]));
        let mut end = vec![Block::Boards(vec![Board::of(&last.fen)])];
        if let Some((cause, choice)) = walked.walk.cause {
            let played = walk.played.as_ref().filter(|_| !words::is_of_action(cause));
            let played = played.map(|choice| format!(", while `{}` is played", choice.title));
            let sentence = walked.sentence(cause, choice);
            let sentence = Block::sentence(format!("{sentence}{}", played.unwrap_or_default()));
            end.push(Block::Inset(vec![sentence]));
        }
        blocks.push(Block::Group(end));
    }
    form.text(&blocks)
}

fn replies(walked: &Walked<'_>, walk: &scan::Walk) -> Block {
    let row = |(reply, (.., fate)): (&scan::Reply, &(Vec<Move>, Move, Fate))| {
        let then = reply
            .fate
            .mv
            .as_ref()
            .map(|mv| numbered(&reply.fen, &mv.san));
        let by = reply
            .fate
            .choice
            .as_ref()
            .map(|choice| choice.short.clone());
        let (then, by) = (then.unwrap_or_default(), by.unwrap_or_default());
        Row::of([reply.path.clone(), walked.comes_to(fate), then, by])
    };
    let columns = ["reply", "comes to", "then", ""].map(Column::free);
    let replies = walk.replies.iter().zip(&walked.walk.replies);
    Block::table(columns, replies.map(row))
}

/// Public record of a walk, from which text and JSON are made.
pub fn record(walked: &Walked<'_>) -> scan::Walk {
    let (module, walk) = (walked.module, walked.walk);
    let start = walk.line.start;
    let reply = |(ours, reply, fate): &(Vec<Move>, Move, Fate)| {
        let (mut position, mut path, mut told) = (start, Vec::new(), Vec::new());
        for mv in ours.iter().chain([reply]) {
            let one = move_of(&position, *mv);
            path.push(word(&fen(&position), &one.san, path.is_empty()));
            told.push(one);
            position = position.play(*mv);
        }
        scan::Reply {
            reply: move_of(&walked.before(ours), *reply),
            before: told.drain(..ours.len()).collect(),
            path: path.join(" "),
            fen: fen(&position),
            fate: build::fate(module, &position, fate),
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

/// Record as JSON: `Walk` of `docs/schema/proof.json`.
pub fn json(walked: &Walked<'_>) -> Value {
    value(&record(walked))
}

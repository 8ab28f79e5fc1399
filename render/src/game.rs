//! A game that a program has played: the record, the p-strategies of our moves, how it ended.
//!
//! ```text
//!   game    Ke5  Kc4 | Rd6  Kc3 | Rc6+ Kb4 | …        plies 0, 1, 2, …
//!   plans   p0 ────────────────▶| p1 ──────▶| p2       p0.from = 0, p1.from = 4, …
//! ```

use std::sync::Arc;

use adv_chess::game::{Claim, End, Game};
use adv_chess::{Color, Position};
use adv_module::Program;
use adv_vm::{Done, Ending, Failure, NodeFacts, PStrategy, Stuck};

use crate::drawing::{Explained, Line};
use crate::explanation::BroughtOnPage;
use crate::text;

/// Game between a program and an opponent, with the reasons for the program's moves.
#[derive(Clone, Debug)]
pub struct Played<'a> {
    /// Records of the compiled program that played.
    pub module: &'a Program,
    /// Record of the game: its positions and moves.
    pub game: &'a Game,
    /// Side that the program played.
    pub us: Color,
    /// Name of the program as a player: that of its strategy, its table or its piece-of-advice.
    pub player: String,
    /// Name of the opponent.
    pub opponent: String,
    /// Reasons for the program's moves: the p-strategies in the order in which they were played.
    pub plans: Vec<Plan>,
    /// Reason why the game is over or was left.
    pub finish: Finish,
}

/// Stretch of a game in which the program follows one p-strategy.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Ply of the first move of the stretch, counted from 0 at the start of the game.
    pub from: usize,
    /// Forcing-tree that the moves follow, with its origin: a statement, a rule or a piece-of-advice.
    pub p_strategy: Arc<PStrategy>,
    /// Facts that hold at the nodes of the p-strategy's tree, by the index of the node; may be empty.
    pub facts: Vec<Option<NodeFacts>>,
    /// Facts that the first move brings and gives up by force, as patterns name them on a page; `None` without patterns.
    pub brought: Option<BroughtOnPage>,
}

/// Reason why a game with a program ends.
#[derive(Clone, Debug)]
pub enum Finish {
    /// The run of the strategy is over: by its last statement, a `stop`, mate or stalemate.
    Done(Done),
    /// The strategy has no move at a statement and cannot go on.
    Stuck(Box<Stuck>),
    /// The rules of chess end the game, such as by mate or stalemate.
    Rules(End),
    /// A draw was claimed, by the fifty-move rule or repetition.
    Claimed(Claim),
    /// The program gave no answer at all: other material or side than its own, an in-class that is false, or a limit.
    Failed(Failure),
    /// Play was stopped from outside; the sentence gives the reason, lower-case and without a full stop.
    Open(String),
}

impl Played<'_> {
    /// P-strategy that the program follows at a ply; `None` where the opponent is to move or before the first p-strategy.
    pub fn plan_at(&self, ply: usize) -> Option<&Plan> {
        let before = self.game.positions().get(ply)?;
        if before.turn() != self.us {
            return None;
        }
        self.plans.iter().rev().find(|plan| plan.from <= ply)
    }

    /// Result as game records write it: `1-0`, `0-1`, `1/2-1/2`, and `*` for an unfinished game.
    pub fn result(&self) -> &'static str {
        match self.finish {
            Finish::Claimed(_) => "1/2-1/2",
            _ => self.game.result(),
        }
    }

    /// True if the rules of chess or a claim have ended the game.
    pub fn is_over(&self) -> bool {
        self.result() != "*"
    }

    /// Sentence about the end of the game, without a full stop.
    pub fn end_sentence(&self) -> String {
        match &self.finish {
            Finish::Done(done) => text::done(self.module, done),
            Finish::Stuck(stuck) => text::stuck_sentence(self.module, stuck),
            Finish::Rules(end) => end.to_string(),
            Finish::Claimed(claim) => claim.to_string(),
            Finish::Failed(failure) => failure.to_string(),
            Finish::Open(sentence) => sentence.clone(),
        }
    }

    /// Names of the players, White first.
    pub fn names(&self) -> [&str; 2] {
        match self.us {
            Color::White => [&self.player, &self.opponent],
            Color::Black => [&self.opponent, &self.player],
        }
    }

    /// Last position of the game.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// True if the program reached its goal; `None` for a game without a goal, a claimed draw and a game stopped from outside.
    pub fn goal(&self) -> Option<bool> {
        match &self.finish {
            Finish::Done(done) => done.goal.or(match done.ending {
                Ending::Checkmate { loser } => Some(loser != self.us),
                Ending::Stalemate => Some(false),
                Ending::EndOfStrategy | Ending::Stop(_) => None,
            }),
            Finish::Rules(end) => Some(end.winner() == Some(self.us)),
            Finish::Stuck(_) | Finish::Failed(_) => Some(false),
            Finish::Claimed(_) | Finish::Open(_) => None,
        }
    }

    /// Moves of the game with positions and notation, as the nodes of a tree without branches.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let steps = self.game.positions().iter().zip(self.game.moves());
        let steps = steps.enumerate();
        steps
            .map(|(ply, (before, mv))| Line::new(ply.checked_sub(1), *before, *mv))
            .collect()
    }

    /// Wraps one of the game's p-strategies with its facts for the output formats.
    pub(crate) fn explained<'p>(&'p self, plan: &'p Plan) -> Explained<'p> {
        Explained {
            facts: plan.facts.clone(),
            brought: plan.brought.clone(),
            ..Explained::of_p_strategy(self.module, &plan.p_strategy)
        }
    }
}

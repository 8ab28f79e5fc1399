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

use crate::assessed::BroughtOnPage;
use crate::explained::{Explained, Line};
use crate::text;
use adv_chess::notation::san;

/// A played game with the reasons for our moves.
#[derive(Clone, Debug)]
pub struct Played<'a> {
    /// The records of the program that played.
    pub module: &'a Program,
    /// The subject that played.
    pub game: &'a Game,
    /// The side that the program played.
    pub us: Color,
    /// The program's name as a player: of its strategy, its table or its piece-of-advice.
    pub player: String,
    /// The opponent's name.
    pub opponent: String,
    /// The p-strategies in the order in which they were played.
    pub plans: Vec<Plan>,
    /// End of the game.
    pub finish: Finish,
}

/// One p-strategy of a game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The ply of its first move, counted from 0 at the start of the game.
    pub from: usize,
    /// The tree and where it comes from.
    pub p_strategy: Arc<PStrategy>,
    /// Facts that hold at the nodes of its tree, by index; may be empty.
    pub facts: Vec<Option<NodeFacts>>,
    /// Facts that its move brings and gives up by force, as patterns name them on a page.
    pub brought: Option<BroughtOnPage>,
}

/// End of a game with a program.
#[derive(Clone, Debug)]
pub enum Finish {
    /// The strategy's run is over.
    Done(Done),
    /// The strategy cannot go on.
    Stuck(Box<Stuck>),
    /// The rules of chess end the game.
    Rules(End),
    /// A draw was claimed.
    Claimed(Claim),
    /// The program has no answer at all.
    Failed(Failure),
    /// Play was stopped from outside; the sentence says why, lower-case and without a full stop.
    Open(String),
}

impl Played<'_> {
    /// The p-strategy that the move of a ply belongs to, where the move is ours.
    pub fn plan_at(&self, ply: usize) -> Option<&Plan> {
        let before = self.game.positions().get(ply)?;
        if before.turn() != self.us {
            return None;
        }
        self.plans.iter().rev().find(|plan| plan.from <= ply)
    }

    /// The node of its p-strategy's tree that a move of the game is, theirs included; `None` where the game has left the tree.
    pub fn node_at(&self, ply: usize) -> Option<usize> {
        let plan = self.plans.iter().rev().find(|plan| plan.from <= ply)?;
        let tree = plan.p_strategy.consultation.tree.as_ref()?;
        let mut node = None;
        for played in self.game.moves().get(plan.from..=ply)? {
            let is_played =
                |child: &usize| tree.nodes().get(*child).is_some_and(|n| n.mv == *played);
            node = Some(tree.children(node).find(is_played)?);
        }
        node
    }

    /// The result as game records write it: `1-0`, `0-1`, `1/2-1/2`, `*`.
    pub fn result(&self) -> &'static str {
        match self.finish {
            Finish::Claimed(_) => "1/2-1/2",
            _ => self.game.result(),
        }
    }

    /// True where the rules of chess or a claim have ended the game.
    pub fn is_over(&self) -> bool {
        self.result() != "*"
    }

    /// End of the game, in one sentence without a full stop.
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

    /// The names of White and Black.
    pub fn names(&self) -> [&str; 2] {
        match self.us {
            Color::White => [&self.player, &self.opponent],
            Color::Black => [&self.opponent, &self.player],
        }
    }

    /// The last position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// True if the goal was reached; `None` for a game without a goal, a claimed draw and a game stopped from outside.
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

    /// The moves, as the line of a tree without branches.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let positions = self.game.positions();
        let steps = positions.iter().zip(positions.iter().skip(1));
        let steps = steps.zip(self.game.moves()).enumerate();
        steps
            .map(|(ply, ((before, after), mv))| Line {
                parent: ply.checked_sub(1),
                before: *before,
                after: *after,
                mv: *mv,
                san: san(before, *mv),
            })
            .collect()
    }

    /// One of the plans as something to be explained.
    pub(crate) fn explained<'p>(&'p self, plan: &'p Plan) -> Explained<'p> {
        Explained {
            facts: plan.facts.clone(),
            brought: plan.brought.clone(),
            ..Explained::of_p_strategy(self.module, &plan.p_strategy)
        }
    }
}

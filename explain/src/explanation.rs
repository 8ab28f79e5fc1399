//! An explanation: what is told of a position, as data. Texts are the values of their slots, so that any language can say them.

use adv_chess::{Color, Move, Outcome, Position, Worth};
use adv_module::program::{Translated, TranslatedPart};
use adv_module::{AdviceId, EvaluationId};
use adv_vm::{SlotValue, Stop};

use crate::cases::{Drawn, FromCase};
use crate::choose::Passed;
use crate::fact::Fact;
use crate::plans::Verdict;
use crate::sign::Sign;

/// What an evaluation tells of a position (HaCohen-Kerner's multiple explanation pattern, whose facts are independent).
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The position.
    pub position: Position,
    /// For whom it is told.
    pub viewer: Color,
    /// The evaluation.
    pub evaluation: EvaluationId,
    /// Whether the descriptor of the stage holds; `None` for an evaluation without stages.
    pub stage: Option<bool>,
    /// Every fact of either side in its order.
    pub facts: Vec<Fact>,
    /// For each of them `None` if it is told, or why it is not.
    pub passed: Vec<Option<Passed>>,
    /// The facts that are told, in their order.
    pub told: Vec<ToldFact>,
    /// What the facts come to for White, in hundredths of a pawn, whichever are told ([`Explainer::total`](crate::Explainer::total)); 0 where the
    /// game is over.
    pub total: i64,
    /// The move that serves more than one told plan.
    pub served: Option<Served>,
    /// The value with perfect play for the side to move, where a table knows it.
    pub worth: Option<Worth>,
    /// The game is over; nothing else is told then.
    pub end: Option<GameEnd>,
    /// The positions that searches of plans have tested.
    pub positions: u64,
    /// The cases that it has drawn on, where it was given some.
    pub drawn: Option<Drawn>,
}

impl Explanation {
    /// How the game ends for White where that is known: it is over, or a table knows the value.
    pub fn outcome(&self) -> Option<Outcome> {
        let turn = self.position.turn();
        let mover = match self.end {
            Some(GameEnd::Checkmate) => Outcome::Loss,
            Some(GameEnd::Stalemate | GameEnd::DeadPosition) => Outcome::Draw,
            None => self.worth?.outcome,
        };
        Some(match turn {
            Color::White => mover,
            Color::Black => mover.for_the_other(),
        })
    }

    /// The sign of the outcome where that is known, else of the total.
    pub fn sign(&self) -> Sign {
        match self.outcome() {
            Some(Outcome::Win) => Sign::WhiteWins,
            Some(Outcome::Draw) => Sign::Equal,
            Some(Outcome::Loss) => Sign::BlackWins,
            None => Sign::of(self.total),
        }
    }
}

/// A fact that is told.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldFact {
    /// The fact.
    pub fact: Fact,
    /// Its place among all facts, from 0.
    pub place: usize,
    /// The total has it: it requires no plan.
    pub counted: bool,
    /// What it is called.
    pub called: Saying,
    /// Why it matters.
    pub belief: Option<Saying>,
    /// What the viewer makes of it, or does about it.
    pub purpose: Option<Saying>,
    /// The viewer's plan, piece by piece; empty where plans are not searched.
    pub plan: Vec<PlanTold>,
    /// All pieces of the plan at once, where it has several that can be joined.
    pub together: Option<Verdict>,
    /// The case that its plan or its texts come from, as far as they are not the pattern's own.
    pub from: Option<FromCase>,
    /// The texts that the case has for it, as its file has them.
    pub texts: Vec<adv_cases::Saying>,
}

/// A text of the program: which one, and the values of its slots.
#[derive(Clone, Debug, PartialEq)]
pub struct Saying {
    /// The text.
    pub of: Translated,
    /// The values of its slots in their order.
    pub values: Vec<SlotValue>,
    /// What a person made of it, by language: it takes the place of the program's text and translation.
    pub edited: Vec<(String, Vec<TranslatedPart>)>,
}

/// A piece-of-advice of a plan, and what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanTold {
    /// The piece.
    pub advice: AdviceId,
    /// The fact stands and falls with it.
    pub required: bool,
    /// The number of the case that it comes from; `None` for a piece of the pattern's own plan.
    pub case: Option<u32>,
    /// What the plan is, its `because`; `None` where it has none.
    pub because: Option<Saying>,
    /// What becomes of it.
    pub verdict: Verdict,
}

/// A first move after which several told plans are done or forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// The move.
    pub mv: Move,
    /// The told facts that it serves.
    pub facts: usize,
    /// The told facts with a plan that was forced before it.
    pub of: usize,
}

/// How a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side can mate, whatever both play.
    DeadPosition,
}

impl GameEnd {
    /// The end of a position, if it is one.
    pub fn of(position: &Position) -> Option<GameEnd> {
        if position.is_checkmate() {
            Some(GameEnd::Checkmate)
        } else if position.is_stalemate() {
            Some(GameEnd::Stalemate)
        } else if position.is_dead() {
            Some(GameEnd::DeadPosition)
        } else {
            None
        }
    }
}

impl PlanTold {
    /// The limit that kept it from being settled.
    pub const fn unsettled(&self) -> Option<Stop> {
        match self.verdict {
            Verdict::Unsettled(stop) => Some(stop),
            _ => None,
        }
    }
}

//! An explanation as data. Texts are the values of their slots, so that any language can say them.

use adv_chess::game::SEVENTY_FIVE_MOVES;
use adv_chess::{Color, Move, Outcome, Position, Worth};
use adv_module::program::{Translated, TranslatedPart};
use adv_module::{AdviceId, EvaluationId};
use adv_vm::{SlotValue, Stop};

use crate::cases::{Drawn, FromCase};
use crate::choose::Passed;
use crate::fact::Fact;
use crate::plans::Verdict;
use crate::sign::Sign;
use crate::vetting::{Vetted, Win};

/// The told facts of a position with their plans, and its value (HaCohen-Kerner's multiple explanation pattern, whose facts are
/// independent).
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The position.
    pub position: Position,
    /// The viewer, whose purposes and plans the explanation has.
    pub viewer: Color,
    /// The evaluation.
    pub evaluation: EvaluationId,
    /// True where the descriptor of the stage holds; `None` for an evaluation without stages.
    pub stage: Option<bool>,
    /// Every fact of either side in its order.
    pub facts: Vec<Fact>,
    /// For each of these facts `None` if it is among the told ones, or the reason why it is not.
    pub passed: Vec<Option<Passed>>,
    /// The told facts, in their order.
    pub told: Vec<ToldFact>,
    /// The sum of the facts for White, in hundredths of a pawn, told or not ([`Explainer::total`](crate::Explainer::total)); 0 where the
    /// game is over.
    pub total: i64,
    /// The move that serves more than one told plan.
    pub served: Option<Served>,
    /// Results of trying the moves of the side to move; no other move is advised. `None` where no moves were tried.
    pub vetted: Option<Vetted>,
    /// An engine's value of the position, where a caller consulted one.
    pub judged: Option<Judged>,
    /// The engine's values of told moves.
    pub judged_moves: Vec<(Move, Judged)>,
    /// The value with perfect play for the side to move, where a table knows it.
    pub worth: Option<Worth>,
    /// The end of the game; an explanation tells nothing else then.
    pub end: Option<GameEnd>,
    /// The positions that searches of plans have tested.
    pub positions: u64,
    /// The cases that it has drawn on, where the caller passed some.
    pub drawn: Option<Drawn>,
}

impl Explanation {
    /// The moves to mate for the side to move, where its moves were tried and a mate was found.
    pub fn mate(&self) -> Option<u8> {
        match self.advised_win()? {
            Win::Mate(moves) => Some(moves),
            Win::Material(_) | Win::Only(_) => None,
        }
    }

    /// The gain that the side to move has by force, where its moves were tried.
    pub fn advised_win(&self) -> Option<Win> {
        self.vetted.as_ref()?.wins
    }

    /// The result of the game for White with perfect play, as far as it can be known: the game is over, a table has the value, or a mate
    /// was found.
    pub fn outcome(&self) -> Option<Outcome> {
        let turn = self.position.turn();
        let mover = match self.end {
            Some(GameEnd::Checkmate) => Outcome::Loss,
            Some(GameEnd::Stalemate | GameEnd::DeadPosition | GameEnd::SeventyFiveMoves) => {
                Outcome::Draw
            }
            None => match (self.worth, self.mate()) {
                (Some(worth), _) => worth.outcome,
                (None, Some(_)) => Outcome::Win,
                (None, None) => return None,
            },
        };
        Some(match turn {
            Color::White => mover,
            Color::Black => mover.for_the_other(),
        })
    }

    /// The first moves of the plans that are found for the side to move.
    pub(crate) fn first_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.viewer != self.position.turn() {
            return moves;
        }
        for verdict in self.told.iter().flat_map(ToldFact::verdicts) {
            moves.extend(
                verdict
                    .first_move(self.viewer)
                    .filter(|mv| !moves.contains(mv)),
            );
        }
        moves
    }

    /// Reduces plans to ideas where the trial of moves rejects their first move.
    pub(crate) fn withhold(&mut self, played: Option<Move>) {
        let Some(vetted) = &self.vetted else {
            return;
        };
        if self.viewer != self.position.turn() {
            return;
        }
        for told in &mut self.told {
            let pieces = told.plan.iter_mut().map(|of| &mut of.verdict);
            for verdict in pieces.chain(&mut told.together) {
                // Beside a move that was played nothing is advised that is no better.
                let stands = |mv| match played {
                    Some(played) if mv != played => vetted.is_missed() && vetted.stands(mv),
                    _ => vetted.stands(mv),
                };
                if verdict
                    .first_move(self.viewer)
                    .is_some_and(|mv| !stands(mv))
                {
                    *verdict = Verdict::Idea;
                }
            }
        }
    }

    /// The sign as a judgement: the game is over, a table or a mate settles it, or an engine has said so. `None` where there is only a sum
    /// of patterns.
    pub fn judgement(&self) -> Option<Sign> {
        match self.outcome() {
            Some(Outcome::Win) => Some(Sign::WhiteWins),
            Some(Outcome::Draw) => Some(Sign::Equal),
            Some(Outcome::Loss) => Some(Sign::BlackWins),
            None => self.judged.as_ref().map(Judged::sign),
        }
    }

    /// The sign of the judgement where there is one, else of the total.
    pub fn sign(&self) -> Sign {
        self.judgement().unwrap_or_else(|| Sign::of(self.total))
    }

    /// Gives up the advice to play a move: of plans the ideas are left.
    pub fn give_up(&mut self, mv: Move) {
        let viewer = self.viewer;
        for told in &mut self.told {
            let pieces = told.plan.iter_mut().map(|of| &mut of.verdict);
            for verdict in pieces.chain(&mut told.together) {
                if verdict.first_move(viewer) == Some(mv) {
                    *verdict = Verdict::Idea;
                }
            }
        }
        self.served = self.served.filter(|served| served.mv != mv);
        if let Some(vetted) = self
            .vetted
            .as_mut()
            .filter(|of| of.line.first() == Some(&mv))
        {
            (vetted.wins, vetted.played) = (None, None);
        }
    }

    /// The moves that it advises.
    pub fn advised(&self) -> Vec<Move> {
        let mut moves = self.first_moves();
        let vetted = self
            .vetted
            .as_ref()
            .filter(|of| of.wins.is_some() || of.is_missed());
        let first = vetted.and_then(|vetted| vetted.line.first().copied());
        moves.extend(first.filter(|mv| !moves.contains(mv)));
        moves
    }
}

/// An engine's judgement of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The engine's name.
    pub by: String,
    /// The value for White, in hundredths of a pawn.
    pub value: i32,
    /// The moves to mate, positive for White's mate.
    pub mate: Option<i32>,
}

impl Judged {
    /// The sign of the judgement. An engine's values are seldom exactly 0, so up to a quarter of a pawn is equal.
    pub const fn sign(&self) -> Sign {
        match (self.mate, self.value) {
            (Some(1..), _) => Sign::WhiteWins,
            (Some(_), _) => Sign::BlackWins,
            (None, -25..=25) => Sign::Equal,
            (None, value) => Sign::of(value as i64),
        }
    }
}

/// A told fact.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldFact {
    /// The fact.
    pub fact: Fact,
    /// Its place among all facts, from 0.
    pub place: usize,
    /// The total counts it: it requires no plan.
    pub counted: bool,
    /// The name of the fact.
    pub called: Saying,
    /// The reason why it matters.
    pub belief: Option<Saying>,
    /// The viewer's purpose: to make use of the fact, or to act against it.
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

impl ToldFact {
    /// The verdicts on its plan: piece by piece, then on all at once.
    pub fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        let pieces = self.plan.iter().map(|of| &of.verdict);
        pieces.chain(&self.together)
    }
}

/// A text of the program with the values of its slots.
#[derive(Clone, Debug, PartialEq)]
pub struct Saying {
    /// The text.
    pub of: Translated,
    /// The values of its slots in their order.
    pub values: Vec<SlotValue>,
    /// A person's versions, by language: each replaces the program's text and translation.
    pub edited: Vec<(String, Vec<TranslatedPart>)>,
}

/// A piece-of-advice of a plan, with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanTold {
    /// The piece.
    pub advice: AdviceId,
    /// The fact requires this piece: without it the fact is not told.
    pub required: bool,
    /// The number of the case that it comes from; `None` for a piece of the pattern's own plan.
    pub case: Option<u32>,
    /// The reason for the piece, its `because`; `None` where it has none.
    pub because: Option<Saying>,
    /// The result of searching it.
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

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side can mate, whatever both play.
    DeadPosition,
    /// Seventy-five moves of each side without a capture or a pawn move: a draw without a claim.
    SeventyFiveMoves,
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
        } else if position.halfmoves() >= SEVENTY_FIVE_MOVES {
            Some(GameEnd::SeventyFiveMoves)
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

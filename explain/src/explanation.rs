//! An explanation as data. Texts are the values of their slots, so that any language can say them.

use adv_chess::game::SEVENTY_FIVE_MOVES;
use adv_chess::{Color, Move, Outcome, Position, Worth};
use adv_module::program::{Translated, TranslatedPart};
use adv_module::{AdviceId, EvaluationId};
use adv_vm::{SlotValue, Stop};

use crate::cases::{Drawn, FromCase};
use crate::choice::Passed;
use crate::fact::Fact;
use crate::plans::Verdict;
use crate::sign::Sign;
use crate::vetting::{Vetted, Win};

/// Explanation of a position: its told facts with their plans, and its value (HaCohen-Kerner's multiple explanation pattern, whose facts
/// are independent).
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Position that is explained.
    pub position: Position,
    /// Side that the explanation speaks to, with its purposes and plans.
    pub viewer: Color,
    /// Evaluation of the program whose patterns and worths were used.
    pub evaluation: EvaluationId,
    /// True where the descriptor of the evaluation's `stage` holds in the position; `None` for an evaluation without one.
    pub stage: Option<bool>,
    /// Facts of both sides, told or not, in the order of [`order`](crate::order).
    pub facts: Vec<Fact>,
    /// Reason why each of `facts` is not told; `None` for a told one.
    pub passed: Vec<Option<Passed>>,
    /// Facts that the explanation tells, the weightiest first.
    pub told: Vec<ToldFact>,
    /// Sum of the facts for White, in hundredths of a pawn, told or not ([`Explainer::total`](crate::Explainer::total)); 0 where the game
    /// is over.
    pub total: i64,
    /// Move that serves the plans of several told facts; `None` where no move does.
    pub served: Option<Served>,
    /// Results of testing the moves of the side to move: no move that fails is advised. `None` where no moves were tested.
    pub vetted: Option<Vetted>,
    /// Judgement of a chess engine on the position; `None` where the caller consulted none.
    pub judged: Option<Judged>,
    /// Judgements of the chess engine on moves, each on the position after the move.
    pub judged_moves: Vec<(Move, Judged)>,
    /// Worth of the position with perfect play, for the side to move; `None` where no table knows it.
    pub worth: Option<Worth>,
    /// Reason why the game is over, in which case nothing else is told; `None` where it goes on.
    pub end: Option<GameEnd>,
    /// Number of positions that searches of plans have tested.
    pub positions: u64,
    /// Cases that the explanation has drawn on; `None` where the caller passed none.
    pub drawn: Option<Drawn>,
}

impl Explanation {
    /// Returns the number of moves in which the side to move mates; `None` where none was found or no moves were tested.
    pub fn mate(&self) -> Option<u8> {
        match self.advised_win()? {
            Win::Mate(moves) => Some(moves),
            Win::Material(_) | Win::Only(_) => None,
        }
    }

    /// Returns the gain that the side to move has by force; `None` where there is none or no moves were tested.
    pub fn advised_win(&self) -> Option<Win> {
        self.vetted.as_ref()?.wins
    }

    /// Returns the result of the game for White with perfect play, as far as it can be known: the game is over, a table has the value, or a
    /// mate was found.
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

    /// Returns the first moves of the told plans, each once; empty where the viewer is not to move.
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

    /// Reduces plans to ideas where the test of moves rejects their first move, or it is no better than the move played.
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

    /// Returns the sign that is a judgement: the game is over, a table or a mate settles it, or an engine has said so. `None` where there
    /// is only a sum of patterns.
    pub fn judgement(&self) -> Option<Sign> {
        match self.outcome() {
            Some(Outcome::Win) => Some(Sign::WhiteWins),
            Some(Outcome::Draw) => Some(Sign::Equal),
            Some(Outcome::Loss) => Some(Sign::BlackWins),
            None => self.judged.as_ref().map(Judged::sign),
        }
    }

    /// Returns the sign of the judgement where there is one, else of the total.
    pub fn sign(&self) -> Sign {
        self.judgement().unwrap_or_else(|| Sign::of(self.total))
    }

    /// Withdraws the advice to play a move: plans that begin with it become ideas, and no win by it is stated.
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

    /// Returns the moves that the explanation advises, each once.
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

/// Judgement of a chess engine on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Name of the chess engine.
    pub by: String,
    /// Value of the position for White, in hundredths of a pawn.
    pub value: i32,
    /// Number of moves to mate, positive where White mates, negative where Black does; `None` without a mate.
    pub mate: Option<i32>,
}

impl Judged {
    /// Returns the sign of the judgement. An engine's values are seldom exactly 0, so up to a quarter of a pawn is equal.
    pub const fn sign(&self) -> Sign {
        match (self.mate, self.value) {
            (Some(1..), _) => Sign::WhiteWins,
            (Some(_), _) => Sign::BlackWins,
            (None, -25..=25) => Sign::Equal,
            (None, value) => Sign::of(value as i64),
        }
    }
}

/// Fact that the explanation tells, with its texts and the viewer's plan.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldFact {
    /// Fact that is told.
    pub fact: Fact,
    /// Index of the fact among all facts of the position, from 0.
    pub place: usize,
    /// True where the fact is in the total: it requires no plan, and no narrower fact takes its place.
    pub counted: bool,
    /// Name of the fact, as a text with its values.
    pub called: Saying,
    /// Reason why the fact matters; `None` where the pattern gives none.
    pub belief: Option<Saying>,
    /// Purpose of the viewer: to make use of the fact, or to act against it; `None` where the pattern gives none.
    pub purpose: Option<Saying>,
    /// Plan of the viewer, piece by piece with verdicts; empty where plans are not searched.
    pub plan: Vec<PlanTold>,
    /// Verdict on all pieces of the plan at once; `None` unless it has several that can be joined.
    pub together: Option<Verdict>,
    /// Case that the plan or the texts come from, as far as they are not the pattern's own; `None` where all are.
    pub from: Option<FromCase>,
    /// Edited texts that the case has for the fact, as its file writes them.
    pub texts: Vec<adv_cases::Saying>,
}

impl ToldFact {
    /// Returns the verdicts on the fact's plan: piece by piece, then on all pieces at once.
    pub fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        let pieces = self.plan.iter().map(|of| &of.verdict);
        pieces.chain(&self.together)
    }
}

/// Text of the program with the values of its slots, which any language can say.
#[derive(Clone, Debug, PartialEq)]
pub struct Saying {
    /// Text of the program, or of its translations, that is said.
    pub of: Translated,
    /// Values of the text's slots, in the order of the original.
    pub values: Vec<SlotValue>,
    /// Edited versions that a person wrote, each with its language: each replaces the program's text and translation.
    pub edited: Vec<(String, Vec<TranslatedPart>)>,
}

/// Piece-of-advice in the viewer's plan for a told fact, with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanTold {
    /// Piece-of-advice that was searched.
    pub advice: AdviceId,
    /// True where the fact requires the piece: if the piece fails, the fact is not told.
    pub required: bool,
    /// Number of the case that the piece comes from; `None` for a piece of the pattern's own plan.
    pub case: Option<u32>,
    /// Reason for the piece, its `because`; `None` where it gives none.
    pub because: Option<Saying>,
    /// Verdict on the piece: forced, possible, refuted and so on.
    pub verdict: Verdict,
}

/// First move after which the plans of several told facts are done or forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// Move of the viewer.
    pub mv: Move,
    /// Number of told facts with a plan that is done or forced after the move.
    pub facts: usize,
    /// Number of told facts with a plan that was forced before the move.
    pub of: usize,
}

/// Reason why a game is over.
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
    /// Returns the reason why the game is over in a position; `None` where it goes on.
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
    /// Returns the limit that kept the plan from being settled; `None` where it was settled.
    pub const fn unsettled(&self) -> Option<Stop> {
        match self.verdict {
            Verdict::Unsettled(stop) => Some(stop),
            _ => None,
        }
    }
}

//! The same search beside itself with other moves: what a piece-of-advice costs by its own classes, and what the same goals cost by those
//! of another piece, or by every move.

use adv_chess::{ALL_ROLES, Move, Position};
use adv_module::program::{Class, MoveSpec};
use adv_module::{AdviceId, LinkError, Linked, Program, SearchMode};
use adv_vm::{
    Answer, Consultation, Engine, Failure, Options, Origin, RefutationTask, Step, Stop, Tried,
};

/// The moves that a piece-of-advice is searched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BesideMoves {
    /// Its own.
    Own,
    /// Those of another piece.
    Of(AdviceId),
    /// Every legal move of both sides.
    Any,
}

/// A piece-of-advice that was tried, to be searched by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct BesideTask {
    /// The piece-of-advice or action.
    pub advice: AdviceId,
    /// The position, in the colours that the program sees.
    position: Position,
    /// The colours are exchanged there.
    mirrored: bool,
    /// The list that tried it looks for the shortest tree of several pieces, within so many plies.
    within: Option<u16>,
}

/// What one of these searches came to.
#[derive(Clone, Debug, PartialEq)]
pub struct BesideCount {
    /// There is a tree; `None` where a limit ended the search.
    pub satisfied: Option<bool>,
    /// The positions tested, those of nested advice included; until the stop, where there was one.
    pub positions: u64,
    /// The first move of the tree, in the position's own colours.
    pub first: Option<Move>,
    /// The limit that ended it.
    pub stop: Option<Stop>,
}

impl BesideTask {
    /// The pieces that an answer has tried, each once, in order.
    pub fn of_answer(program: &Program, answer: &Answer) -> Vec<BesideTask> {
        let of_one = |consultation: &Consultation, origin: Option<&Origin>| {
            distinct(&consultation.tried, |id| {
                RefutationTask::of_answer(program, consultation, origin, id)
            })
        };
        match answer {
            Answer::Consulted(answer) => of_one(answer, None),
            Answer::Yielded(p) => of_one(&p.consultation, Some(&p.origin)),
            Answer::Over(Step::Stuck(stuck)) => distinct(&stuck.tried, |id| {
                RefutationTask::of_stuck(program, stuck, id)
            }),
            Answer::Over(_) => Vec::new(),
        }
    }

    /// An engine that searches the piece with other moves, under the limits of another engine. Goals, costs and bounds are the piece's own.
    ///
    /// # Errors
    /// Where the changed program cannot be linked; a verified program with the moves of one piece in another can.
    pub fn engine(&self, engine: &Engine, moves: BesideMoves) -> Result<Engine, LinkError> {
        let linked = self.program(engine.module(), moves)?;
        Ok(Engine::new(linked, *engine.limits()))
    }

    /// The program reduced to its pieces-of-advice, this one with the moves that are wanted.
    fn program(&self, program: &Program, moves: BesideMoves) -> Result<Linked, LinkError> {
        let mut changed = program.clone();
        changed.tables.clear();
        changed.strategies.clear();
        changed.tests.clear();
        changed.claims.clear();
        // The position is as the program sees it.
        changed.material = None;
        let moves = match moves {
            BesideMoves::Own => None,
            BesideMoves::Any => Some((any(), any())),
            BesideMoves::Of(other) => {
                let other = program.advice.get(other.index());
                other.map(|other| (other.us.clone(), other.them.clone()))
            }
        };
        if let Some(piece) = changed.advice.get_mut(self.advice.index()) {
            if let Some((us, them)) = moves {
                (piece.us, piece.them) = (us, them);
            }
            if let Some(within) = self.within {
                piece.depth = piece.depth.min(within);
                piece.mode = SearchMode::Shortest;
            }
        }
        let module = adv_module::verify(changed).map_err(LinkError::Verify)?;
        adv_module::link(module, &[])
    }

    /// Searches, on an engine of [`BesideTask::engine`].
    pub fn search(&self, engine: &mut Engine, options: &Options) -> BesideCount {
        match engine.try_advice(self.advice, &self.position, options) {
            Ok(answer) => BesideCount {
                satisfied: Some(answer.advice.is_some()),
                positions: answer.positions() + answer.nested_positions(),
                first: answer.first_move().map(|mv| match self.mirrored {
                    true => Move {
                        from: mv.from ^ 56,
                        to: mv.to ^ 56,
                        ..mv
                    },
                    false => mv,
                }),
                stop: None,
            },
            Err(failure) => {
                let (positions, stop) = match failure {
                    Failure::Stopped {
                        positions, stop, ..
                    } => (positions, Some(stop)),
                    // Neither material nor side can fail: the answer came from this position.
                    _ => (0, None),
                };
                BesideCount {
                    satisfied: None,
                    positions,
                    first: None,
                    stop,
                }
            }
        }
    }
}

/// Every legal move.
fn any() -> MoveSpec {
    MoveSpec {
        every: vec![Class::of(ALL_ROLES)],
        phases: Vec::new(),
    }
}

/// Each piece once, as it was tried.
fn distinct(tried: &[Tried], task: impl Fn(AdviceId) -> RefutationTask) -> Vec<BesideTask> {
    let mut tasks: Vec<BesideTask> = Vec::new();
    for one in tried {
        if tasks.iter().any(|task| task.advice == one.advice) {
            continue;
        }
        let as_tried = task(one.advice);
        tasks.push(BesideTask {
            advice: one.advice,
            position: match as_tried.mirrored {
                true => as_tried.position.mirror(),
                false => as_tried.position,
            },
            mirrored: as_tried.mirrored,
            within: as_tried.within,
        });
    }
    tasks
}

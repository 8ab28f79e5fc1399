//! Verdicts on plans: a search of a piece-of-advice for the viewer's side, whichever side is to move.
//!
//! ```text
//!   the better-goal holds at once                   done
//!   a tree as the advice is written                 forced
//!   a tree where they pass and we are quiet         possible
//!   neither                                         refuted
//!   a limit ended a search before                   unsettled
//! ```

use adv_chess::{Color, Move, Position};
use adv_module::AdviceId;
use adv_vm::{Failure, Options, Stop, Tree};

use crate::explainer::{ExplainError, Explainer};
use crate::gains::leaves;

/// Question whether a plan works: the position, the side that follows the plan, and the fact that it is for.
#[derive(Clone, Copy, Debug)]
pub struct PlanQuestion<'a> {
    /// Position in which the plan begins; either side may be to move.
    pub position: &'a Position,
    /// Side that follows the plan.
    pub us: Color,
    /// Squares of the fact as a set of bits, which are `HERE` in the plan; 0 for a fact without squares.
    pub here: u64,
    /// First moves that the search does not try, because they throw the value of the position away.
    pub without: &'a [Move],
}

/// Outcome of searching a plan for one side in one position.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The goal of the plan holds already, without a move.
    Done,
    /// The plan works against every reply that the advice considers, by this tree.
    Forced(Tree),
    /// The plan works where the other side only passes, and we take nothing and give no check.
    Possible {
        /// Tree of the plan, in which the other side passes.
        tree: Tree,
        /// Reply that prevents the plan; `None` where none was found, or none was searched for yet.
        prevented: Option<Move>,
    },
    /// The plan has a tree, but no move is advised: the trial of moves or an engine rejected its first move.
    Idea,
    /// The plan does not work: there is no tree for it.
    Refuted,
    /// This limit ended the search before the plan was settled.
    Unsettled(Stop),
}

impl Verdict {
    /// Returns the name of the verdict, such as `forced`, as expectations in the source write it.
    pub const fn word(&self) -> &'static str {
        match self {
            Verdict::Done => "done",
            Verdict::Forced(_) => "forced",
            Verdict::Possible { .. } => "possible",
            Verdict::Idea => "idea",
            Verdict::Refuted => "refuted",
            Verdict::Unsettled(_) => "unsettled",
        }
    }

    /// Returns true where the goal of the plan holds or is reached by force.
    pub const fn stands(&self) -> bool {
        matches!(self, Verdict::Done | Verdict::Forced(_))
    }

    /// Returns the tree of a forced or possible plan; `None` for any other verdict.
    pub const fn tree(&self) -> Option<&Tree> {
        match self {
            Verdict::Forced(tree) | Verdict::Possible { tree, .. } => Some(tree),
            _ => None,
        }
    }

    /// Returns the move of `us` with which the plan begins; `None` where the other side is to move or the verdict has no tree.
    pub fn first_move(&self, us: Color) -> Option<Move> {
        let tree = self.tree()?;
        (tree.root().turn() == us).then(|| tree.first_move())?
    }

    /// Returns true where the other side passes in the plan's tree, so that the plan holds only if that side does nothing.
    pub fn passes(&self) -> bool {
        let nodes = self.tree().map_or(&[][..], Tree::nodes);
        nodes.iter().any(|node| node.mv.is_pass())
    }

    /// Returns true where the plan is forced and every line of its tree ends in mate.
    pub fn mates(&self) -> bool {
        match self {
            Verdict::Forced(tree) => {
                let ends = leaves(tree, usize::MAX);
                ends.iter().all(Position::is_checkmate)
            }
            _ => false,
        }
    }

    /// Counts the legal replies that the plan's tree leaves out, all nodes together; replies that a pass represents do not count.
    pub fn left_out(&self) -> u64 {
        let Some(tree) = self.tree() else {
            return 0;
        };
        let below = tree.nodes().iter().map(|node| u64::from(node.left_out));
        below.sum::<u64>() + u64::from(tree.left_out_at_root())
    }

    /// Returns the moves of `us` along the first line of the plan's tree; empty without a tree.
    pub fn moves(&self, us: Color) -> Vec<Move> {
        let Some(tree) = self.tree() else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        let mut position = *tree.root();
        let mut at = None;
        while let Some(node) = tree.children(at).next() {
            let Some(mv) = tree.nodes().get(node).map(|of| of.mv) else {
                break;
            };
            if position.turn() == us {
                moves.push(mv);
            }
            position = position.play(mv);
            at = Some(node);
        }
        moves
    }
}

const UNCOUNTED: Options = Options {
    replies: adv_vm::Replies::TestedFirst,
    why: false,
    uncounted: true,
};

impl Explainer {
    /// Searches one piece-of-advice as a plan and returns its verdict. A possible one has no reply yet that prevents it:
    /// [`Explainer::preventing`] searches for that.
    ///
    /// # Errors
    /// [`ExplainError`] where the search was interrupted.
    pub fn settle(
        &mut self,
        advice: AdviceId,
        asked: &PlanQuestion<'_>,
    ) -> Result<Verdict, ExplainError> {
        self.engine.set_here(asked.here);
        let holds = self.engine.holds_already(advice, asked.position, asked.us);
        match holds {
            Ok(true) => return Ok(Verdict::Done),
            Ok(false) => {}
            Err(stop) => return unsettled(stop),
        }
        match self.tree(advice, asked)? {
            Ok(Some(tree)) => return Ok(Verdict::Forced(tree)),
            Ok(None) => {}
            Err(stop) => return Ok(Verdict::Unsettled(stop)),
        }
        let Some(quiet) = self.possible_of(advice) else {
            return Ok(Verdict::Refuted);
        };
        Ok(match self.tree(quiet, asked)? {
            Ok(Some(tree)) => Verdict::Possible {
                tree,
                prevented: None,
            },
            Ok(None) => Verdict::Refuted,
            Err(stop) => Verdict::Unsettled(stop),
        })
    }

    /// Returns true where a side has a piece of a kind that the plan moves.
    pub(crate) fn has_men(&self, advice: AdviceId, position: &Position, us: Color) -> bool {
        let of = self.program().advice.get(advice.index());
        let spec = of.map(|of| &of.us);
        let phases = spec.into_iter().flat_map(|spec| &spec.phases);
        let classes = phases.flat_map(|(_, classes)| classes);
        let classes = classes.chain(spec.into_iter().flat_map(|spec| &spec.every));
        let own = position.side(us);
        classes.into_iter().any(|class| {
            let men = position.by_role.iter().enumerate();
            men.into_iter()
                .any(|(role, men)| class.roles >> role & 1 == 1 && men & own != 0)
        })
    }

    /// Returns true where a plan is done, or forced by a tree in which the other side does not pass.
    ///
    /// # Errors
    /// As [`Explainer::settle`].
    pub(crate) fn stands(
        &mut self,
        advice: AdviceId,
        asked: &PlanQuestion<'_>,
    ) -> Result<bool, ExplainError> {
        self.engine.set_here(asked.here);
        match self.engine.holds_already(advice, asked.position, asked.us) {
            Ok(true) => Ok(true),
            Ok(false) => Ok(match self.tree(advice, asked)? {
                Ok(Some(tree)) => !Verdict::Forced(tree).passes(),
                _ => false,
            }),
            Err(stop) => unsettled(stop).map(|_| false),
        }
    }

    /// Searches for the tree of a piece-of-advice and counts the positions; the inner error is the limit that ended the search.
    fn tree(
        &mut self,
        advice: AdviceId,
        asked: &PlanQuestion<'_>,
    ) -> Result<Result<Option<Tree>, Stop>, ExplainError> {
        let found =
            self.engine
                .try_for(advice, asked.position, asked.us, asked.without, &UNCOUNTED);
        match found {
            Ok(answer) => {
                self.positions = self.positions.saturating_add(answer.positions());
                Ok(Ok(answer.tree))
            }
            Err(Failure::Stopped {
                stop: Stop::Interrupted,
                ..
            }) => Err(ExplainError::Stopped(Stop::Interrupted)),
            Err(Failure::Stopped {
                stop, positions, ..
            }) => {
                self.positions = self.positions.saturating_add(positions);
                Ok(Err(stop))
            }
            Err(other) => Err(ExplainError::Refused(Box::new(other))),
        }
    }

    /// Searches for the first reply, in the fixed order, that refutes a possible plan. All searches together may take as many positions as
    /// one search may; `None` too where these do not suffice.
    ///
    /// # Errors
    /// As [`Explainer::settle`].
    pub fn preventing(
        &mut self,
        advice: AdviceId,
        asked: &PlanQuestion<'_>,
        tree: &Tree,
    ) -> Result<Option<Move>, ExplainError> {
        let before = match tree.first_move() {
            Some(first) if asked.position.turn() == asked.us => asked.position.play(first),
            _ => *asked.position,
        };
        let budget = self.positions.saturating_add(self.limits().positions);
        for reply in before.legal_moves() {
            if self.positions >= budget {
                return Ok(None);
            }
            let after = before.play(reply);
            let verdict = self.settle(
                advice,
                &PlanQuestion {
                    position: &after,
                    without: &[],
                    ..*asked
                },
            )?;
            if verdict == Verdict::Refuted {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}

/// Returns the verdict after a limit stopped the evaluation of a goal; an interruption is an error instead.
const fn unsettled(stop: Stop) -> Result<Verdict, ExplainError> {
    match stop {
        Stop::Interrupted => Err(ExplainError::Stopped(stop)),
        stop => Ok(Verdict::Unsettled(stop)),
    }
}

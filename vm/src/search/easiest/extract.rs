//! The tree of a proof: at our nodes the move that the table remembers, at theirs all selected replies.
//!
//! The table is bounded, so part of a proof may be lost; then that node is proved again. Positions of the tree were counted when they were
//! tested, and are not counted again here.

use adv_chess::{LegalInfo, Move};

use super::ProofSearch;
use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::moves::Spot;
use crate::search::path::Mover;
use crate::search::request::At;

/// What is still to be put into the arena, the last first.
enum ExtractStep<T> {
    /// Our move at a node, and what is below it.
    Ours(T, Line),
    /// All replies of a node of theirs, which is at this place of the arena.
    Theirs(T, Line, Option<usize>),
    /// The replies from `next` to `end` on the stack of moves, which begin at `mark` for this node.
    Replies {
        board: T,
        line: Line,
        mark: usize,
        next: usize,
        end: usize,
    },
    /// The end of the subtree of a node of the arena.
    Close(usize),
}

impl<'m> Run<'m> {
    /// Appends the tree below a node to the arena. `first` is our move there, where it is known; without it, and where they are to
    /// move, the node has been proved in this search.
    pub(in crate::search) fn extract<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        search: &mut ProofSearch,
        first: Option<Move>,
    ) -> Result<(), Stop> {
        // A tree that is found needs no reasons.
        let why = self.notes.why.take();
        let done = self.extract_steps(at, search, first);
        self.notes.why = why;
        done
    }

    fn extract_steps<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        search: &mut ProofSearch,
        mut first: Option<Move>,
    ) -> Result<(), Stop> {
        let task = at.task;
        let root = match at.is_ours() {
            true => ExtractStep::Ours(*at.board, at.line),
            false => {
                let own = self.stacks.tree.len().checked_sub(1);
                ExtractStep::Theirs(*at.board, at.line, own.filter(|_| at.line.ply > 0))
            }
        };
        let mut steps = vec![root];
        while let Some(step) = steps.pop() {
            match step {
                ExtractStep::Close(place) => self.close(place),
                ExtractStep::Ours(board, line) => {
                    let at = task.at(&board, line);
                    let mv = match first.take() {
                        Some(mv) => mv,
                        None => self.proving_move(&at, search)?,
                    };
                    let whole = at.whole();
                    let info = LegalInfo::new(&whole);
                    let spot = Spot::new(at, &whole, &info);
                    if let Some(cost) = task.cost() {
                        self.pays(&spot, cost, mv)?;
                    }
                    let below = line.after_move();
                    let place = self.push_node(mv, below);
                    steps.push(ExtractStep::Close(place));
                    let child = B::play(&board, mv);
                    if !self.is_leaf(&at, &child)? {
                        steps.push(ExtractStep::Theirs(child, below, Some(place)));
                    }
                }
                ExtractStep::Theirs(board, line, own) => {
                    let at = task.at(&board, line);
                    let mark = self.stacks.moves.len();
                    let whole = at.whole();
                    let info = LegalInfo::new(&whole);
                    let spot = Spot::new(at, &whole, &info);
                    let all = self.select(&spot)?;
                    let end = self.stacks.moves.len();
                    if !all && let Some(own) = own {
                        self.note_left_out(&at, own, end - mark);
                    }
                    if let Some(cost) = task.cost() {
                        self.weigh_replies(&spot, cost, mark)?;
                    }
                    steps.push(ExtractStep::Replies {
                        board,
                        line,
                        mark,
                        next: mark,
                        end,
                    });
                }
                ExtractStep::Replies {
                    board,
                    line,
                    mark,
                    next,
                    end,
                } => {
                    if next == end {
                        self.stacks.moves.truncate(mark);
                        continue;
                    }
                    let m = self.stacks.move_at(next);
                    if task.cost().is_some() {
                        self.spend_reply(next, line.ply);
                    }
                    steps.push(ExtractStep::Replies {
                        board,
                        line,
                        mark,
                        next: next + 1,
                        end,
                    });
                    let below = line.after_move();
                    let place = self.push_node(m, below);
                    steps.push(ExtractStep::Close(place));
                    let child = B::play(&board, m);
                    if !self.is_leaf(&task.at(&board, line), &child)? {
                        steps.push(ExtractStep::Ours(child, below));
                    }
                }
            }
        }
        Ok(())
    }

    /// The move that proves a node of ours.
    fn proving_move<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        search: &mut ProofSearch,
    ) -> Result<Move, Stop> {
        let spent = self.spent(at);
        match self.proof_fact(at, search, spent) {
            Some(fact) if fact.numbers.is_proved() => Ok(fact.mv),
            _ => {
                let proved = self.settle(at, search, Mover::Us)?;
                Ok(proved.unwrap_or(crate::search::moves::NO_MOVE))
            }
        }
    }

    /// True where the tree ends at a node, which was evaluated when it was tested: it is not counted, noted or traced again.
    fn is_leaf<B: Boards>(&mut self, at: &At<'_, B>, child: &B::Board) -> Result<bool, Stop> {
        self.aside(|run| run.is_better(at, child))
    }
}

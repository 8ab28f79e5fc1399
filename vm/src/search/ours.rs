//! A node at which we are to move: the first selected move that leads to a leaf or to a node of theirs that has a tree.

use adv_chess::{LegalInfo, Move};

use adv_module::program::Class;

use crate::limits::Stop;
use crate::native_rows::Stretch;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::moves::{NO_MOVE, Spot, classes_at};
use crate::search::path::{Arrival, Departure};
use crate::search::request::Task;
use crate::search::rows::Found;
use crate::tree::Node;

/// A node of ours that waits while one of its moves is searched.
pub(crate) struct OurNode<T> {
    board: T,
    line: Line,
    /// The place of its move in the arena.
    at: usize,
    rest: Rest,
}

/// What is still to be tried at a node of ours.
#[derive(Clone, Copy)]
struct Rest {
    /// What the legality of its moves depends on.
    info: LegalInfo,
    /// Where its moves begin on the stack of moves.
    mark: usize,
    /// The moves of the current class that are left.
    next: usize,
    end: usize,
    /// How they are tested.
    testing: Testing,
    /// The roles of their men.
    men: u8,
    /// The class after the current one.
    class: usize,
    /// The roles of the classes so far: only a class of the same men can select a move again.
    roles: u8,
}

impl Rest {
    /// Nothing has been tried yet.
    fn new(info: LegalInfo, mark: usize) -> Rest {
        Rest {
            info,
            mark,
            next: mark,
            end: mark,
            testing: Testing::Singly,
            men: 0,
            class: 0,
            roles: 0,
        }
    }
}

/// How the moves of a class are tested.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Testing {
    /// Together, since the budget can pay for all of them.
    InRow,
    /// One by one.
    Singly,
    /// One by one, each first judged by the `where` of the class.
    Judging,
}

impl<'m> Run<'m> {
    /// Works at a node of ours until a move of it is to be searched or its answer is known. On entry `node` and `line` are those of
    /// the node that the loop comes from, or of this one where it comes from above; on the way down they are those of the next.
    #[inline(always)]
    pub(super) fn our_node<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &mut B::Board,
        line: &mut Line,
        arrival: Arrival,
    ) -> Result<Departure, Stop> {
        let (board, waiting) = match arrival {
            Arrival::Down => {
                if line.left.is_spent() || self.is_known_to_fail(task, node, *line) {
                    return Ok(Departure::Back(false));
                }
                (*node, None)
            }
            Arrival::Back(answer) => {
                let Some(waiting) = B::path(self).ours.pop() else {
                    return Ok(Departure::Back(answer));
                };
                *line = waiting.line;
                if answer {
                    self.close(waiting.at);
                    return Ok(self.our_answer(task, &waiting.board, *line, &waiting.rest, true));
                }
                self.stacks.tree.truncate(waiting.at);
                (waiting.board, Some(waiting.rest))
            }
        };
        // The root is unpacked once for all the pieces that are tried there.
        let root = match task.legal {
            Some(legal) if line.ply == 0 => Some((task.root, legal)),
            _ => None,
        };
        let mut made = None;
        // The whole board, made when it is first wanted.
        macro_rules! whole {
            () => {
                match root {
                    Some((root, _)) => root,
                    None => &**made.get_or_insert_with(|| task.boards.whole(&board)),
                }
            };
        }
        let mut rest = match waiting {
            Some(rest) => rest,
            None => {
                let info = root.map_or_else(|| LegalInfo::new(whole!()), |(_, legal)| legal);
                let mut rest = Rest::new(info, self.stacks.moves.len());
                if !task.advice.prefer.is_empty() {
                    let spot = Spot {
                        board: &board,
                        whole: whole!(),
                    };
                    if let Some(answer) = self.all_preferred(task, &spot, *line, &mut rest)? {
                        return Ok(self.our_answer(task, &board, *line, &rest, answer));
                    }
                }
                rest
            }
        };
        let classes = classes_at(&task.advice.us, line.ply);
        let below = line.after_move();
        let deeper = !below.left.is_spent() && !classes_at(&task.advice.them, below.ply).is_empty();
        loop {
            while rest.next < rest.end {
                let (i, better) = if rest.testing == Testing::InRow {
                    if !self.meter.affords(rest.end - rest.next, below.ply) {
                        // The positions that are left have to be counted.
                        rest.testing = Testing::Singly;
                        continue;
                    }
                    let stretch = Stretch {
                        from: rest.next,
                        end: rest.end,
                        roles: rest.men,
                    };
                    match self.row(task, &board, stretch, below.ply, deeper)? {
                        Found::Nothing => break,
                        Found::Better(i) => (i, true),
                        Found::Deeper(i) => (i, false),
                    }
                } else {
                    let i = rest.next;
                    let m = self.stacks.move_at(i);
                    if rest.testing == Testing::Judging
                        && let Some(class) = classes.get(rest.class - 1)
                    {
                        let spot = Spot {
                            board: &board,
                            whole: whole!(),
                        };
                        if !self.passes(task, &spot, class, m)? {
                            // A later class may still select it.
                            self.stacks.set_move(i, NO_MOVE);
                            rest.next += 1;
                            continue;
                        }
                    }
                    match self.our_move_stands(task, &board, m, below, deeper)? {
                        Some(better) => (i, better),
                        None => {
                            rest.next += 1;
                            continue;
                        }
                    }
                };
                rest.next = i + 1;
                let m = self.stacks.move_at(i);
                let at = self.push_node(m, below);
                if better {
                    self.close(at);
                    return Ok(self.our_answer(task, &board, *line, &rest, true));
                }
                let waiting = OurNode {
                    board,
                    line: *line,
                    at,
                    rest,
                };
                B::path(self).ours.push(waiting);
                *node = B::play(&board, m);
                *line = below;
                return Ok(Departure::Down);
            }
            let Some(class) = classes.get(rest.class) else {
                return Ok(self.our_answer(task, &board, *line, &rest, false));
            };
            let spot = Spot {
                board: &board,
                whole: whole!(),
            };
            self.next_class(task, &spot, class, &mut rest)?;
        }
    }

    /// Collects the moves of the next class.
    #[inline(always)]
    fn next_class<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        class: &Class,
        rest: &mut Rest,
    ) -> Result<(), Stop> {
        let begin = self.stacks.moves.len();
        let known = class.roles & rest.roles != 0;
        let earlier = if known { rest.mark } else { begin };
        let judged = self.collect(task, spot, &rest.info, class, earlier, false)?;
        rest.next = begin;
        rest.end = self.stacks.moves.len();
        rest.testing = match judged {
            false => Testing::Judging,
            true if self.notes.why.is_none() => Testing::InRow,
            true => Testing::Singly,
        };
        rest.men = class.roles;
        rest.roles |= class.roles;
        rest.class += 1;
        Ok(())
    }

    /// The answer of a node of ours. Its moves are forgotten, and its failure is noted.
    #[inline(always)]
    fn our_answer<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
        rest: &Rest,
        answer: bool,
    ) -> Departure {
        self.stacks.moves.truncate(rest.mark);
        if !answer {
            self.note_failed(task, node, line);
        }
        Departure::Back(answer)
    }

    /// Tests the node after a move of ours. `None` where it fails there; else whether it is a leaf. Without `deeper` it fails unless it
    /// is one.
    #[inline(always)]
    pub(super) fn our_move_stands<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        m: Move,
        below: Line,
        deeper: bool,
    ) -> Result<Option<bool>, Stop> {
        let child = B::play(node, m);
        self.count(below.ply)?;
        if !self.holds(task, &child)? {
            return Ok(None);
        }
        let better = self.is_better(task, node, &child)?;
        Ok((better || deeper).then_some(better))
    }

    /// Puts the node after a move into the arena, and returns its place there.
    #[inline(always)]
    pub(super) fn push_node(&mut self, mv: Move, line: Line) -> usize {
        let at = self.stacks.tree.len();
        self.stacks.tree.push(Node {
            mv,
            ply: line.ply,
            left_out: 0,
            end: 0,
        });
        at
    }

    /// The action has a `prefer`: all the moves that its classes select, judged, and ordered together. The answer of the node where
    /// they lead to leaves; else they are what is left to be tried.
    #[inline(never)]
    fn all_preferred<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        line: Line,
        rest: &mut Rest,
    ) -> Result<Option<bool>, Stop> {
        let classes = classes_at(&task.advice.us, line.ply);
        for class in classes {
            self.collect(task, spot, &rest.info, class, rest.mark, true)?;
            rest.roles |= class.roles;
        }
        rest.class = classes.len();
        rest.end = self.stacks.moves.len();
        let below = line.after_move();
        let leaves = below.left.is_spent() || classes_at(&task.advice.them, below.ply).is_empty();
        let free = !self.counted && !self.natives.shared.asks_oracle;
        if leaves && free && self.meter.affords(rest.end - rest.mark, below.ply) {
            let all = Stretch {
                from: rest.mark,
                end: rest.end,
                roles: rest.roles,
            };
            return self.preferred_leaf(task, spot, all, below).map(Some);
        }
        self.order(task, spot, rest.mark, &task.advice.prefer)?;
        Ok(None)
    }

    /// The preferred one of the moves that lead to leaves: where positions are not counted, all are tested first, and only those that
    /// would do are ordered.
    fn preferred_leaf<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        mut left: Stretch,
        below: Line,
    ) -> Result<bool, Stop> {
        let begin = left.from;
        let mut kept = begin;
        while let Found::Better(i) = self.row(task, spot.board, left, below.ply, false)? {
            self.stacks.set_move(kept, self.stacks.move_at(i));
            kept += 1;
            left.from = i + 1;
        }
        self.stacks.moves.truncate(kept);
        self.order(task, spot, begin, &task.advice.prefer)?;
        let Some(&first) = self.stacks.moves.get(begin) else {
            return Ok(false);
        };
        let at = self.push_node(first, below);
        self.close(at);
        Ok(true)
    }
}

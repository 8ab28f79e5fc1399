//! A strategy as a prover uses it: from its place to the next tree, and to every other tree that satisfies as well.
//!
//! ```text
//!   Junction  ──branch──▶  Tree   the choice, its tree, and the junction after it
//!   (the place of each strategy)  │
//!                          Ends   the strategy is over: its last statement is done, or `stop`
//!                          Stuck  it cannot go on
//! ```
//!
//! A run ([`super::Strategy`]) is one game. A prover looks at all of them at once, keeps its states in arrays, and asks the same
//! question millions of times; so here nothing is copied that is not new, reasons are not written, and a state is a position and
//! a [`Junction`]. What the two give is the same: a test plays runs against branches.

use adv_chess::{Color, Position};
use adv_module::program::Successor;
use adv_module::{AdviceId, Program, TableId};

use super::cursor::{Cursor, Next};
use super::known::KnownChoice;
use super::reached::reached;
use super::seek::{SeekPlace, Seeker, Sought};
use super::step::{Ending, Mode, Origin, StuckCause, Subject};
use crate::beyond::answering;
use crate::consult::{consult_quietly, failure};
use crate::consultation::Failure;
use crate::engine::{Engine, Lent, Options};
use crate::run::Run;
use crate::search::request::{Purpose, Request};
use crate::tree::Node;
use crate::view::{View, unmirrored, view};

/// The place of a run between two trees: the statement of each strategy that is being applied, and our side. Equal junctions in equal
/// positions go on alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Junction {
    /// Our side as a number, which is a word like all the others here.
    us: u64,
    pub(super) cursor: Cursor,
}

impl Junction {
    /// A place where this is our side.
    #[inline(always)]
    fn of(us: Color, cursor: Cursor) -> Junction {
        Junction {
            us: us.index() as u64,
            cursor,
        }
    }

    /// Our side, in the colours of the position.
    #[inline(always)]
    pub fn us(&self) -> Color {
        match self.us {
            0 => Color::White,
            _ => Color::Black,
        }
    }

    /// The junction as numbers, for a file: our side, and three for each level of the cursor, the outermost first.
    pub fn to_words(&self) -> Vec<u32> {
        let mut words = vec![self.us as u32];
        self.cursor.put_words(&mut words);
        words
    }

    /// The junction of such numbers; `None` where they are not those of a junction of this module.
    pub fn from_words(words: &[u32], module: &Program) -> Option<Junction> {
        let (us, levels) = words.split_first()?;
        let us = *Color::ALL.get(*us as usize)?;
        let cursor = Cursor::from_words(levels, module)?;
        Some(Junction::of(us, cursor))
    }
}

/// Which trees to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// The one that is played: one move at each of our nodes.
    First,
    /// All that satisfy: at each of our nodes every move that the chosen piece or action selects and that leads to a tree within the
    /// same bound (the shortest, where the shortest is looked for), whatever the order of its moves says. The first move of each
    /// node is the one that [`Wanted::First`] has.
    Every,
}

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chosen {
    /// The piece-of-advice or action.
    pub advice: AdviceId,
    /// The table that named it, the one that took over where that is another one.
    pub table: Option<TableId>,
    /// The rule of that table, counted from 0.
    pub rule: Option<usize>,
    /// The statement that chose; `None` without a strategy.
    pub origin: Origin,
}

/// What a strategy does in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Branch {
    /// It plays a tree, which is in the caller's vector, in preorder as in [`crate::Tree`], its moves in the position's own
    /// colours. Replies that the tree does not hold, and its leaves, lead on to `next`; in the weak mode the replies of a strategy's
    /// tree lead on to `again`.
    Tree {
        /// What it is.
        chosen: Chosen,
        /// The place of the run after it.
        next: Junction,
        /// In the weak mode the place from which its statement is asked again: after the replies that the tree holds. `None` where
        /// the tree holds none, and wherever it is followed. It is boxed, so that the others stay small.
        again: Option<Box<Junction>>,
    },
    /// It is over.
    Ends {
        /// How: the last statement, or `stop`.
        ending: Ending,
        /// The `stop`; or the place after the outermost strategy's last statement, whose index is the body's length.
        origin: Origin,
    },
    /// It cannot go on.
    Stuck {
        /// The statement that cannot be done.
        origin: Origin,
        /// What is wrong; [`Failure::Stopped`] where a limit was reached.
        cause: StuckCause,
    },
}

/// What a branch keeps of a tree; the tree itself is in the arena.
struct Sprout {
    advice: AdviceId,
    table: Option<TableId>,
    rule: Option<usize>,
    mirrored: bool,
}

/// Looks for trees and notes nothing.
struct Plainly {
    wanted: Wanted,
    mode: Mode,
    /// Statements are asked again until a tree of theirs is played out.
    repeats: bool,
}

impl<'m> Seeker<'m> for Plainly {
    type Found = Sprout;

    fn repeats(&self) -> bool {
        self.repeats
    }

    fn seek(
        &mut self,
        run: &mut Run<'m>,
        sought: Sought<'m>,
        place: &SeekPlace<'_>,
    ) -> Result<Option<Sprout>, Failure> {
        // Each consultation has a root of its own, and nothing that was kept of another one holds there.
        let before = run.meter.context.root();
        let saved = run.enter_root();
        // The conditions before it were asked of the same position.
        run.natives.rename_root(before, run.meter.context.root());
        let answer = self.seek_in_root(run, sought, place);
        run.leave_root(saved);
        answer
    }
}

impl Plainly {
    fn seek_in_root<'m>(
        &self,
        run: &mut Run<'m>,
        sought: Sought<'m>,
        place: &SeekPlace<'_>,
    ) -> Result<Option<Sprout>, Failure> {
        let (table, view) = sought.view(run, place)?;
        let mut rule = None;
        let found = sought.find(run, table, &view, false, &mut rule, &mut |_, _, _| {})?;
        let Some(advice) = found else {
            return Ok(None);
        };
        if self.wanted == Wanted::Every {
            let bound = run.counts.bound;
            let request = Request {
                advice,
                root: &view.position,
                us: view.us,
                bound: bound.as_ref(),
                purpose: Purpose::Every {
                    deep: self.mode == Mode::Strong || self.repeats,
                },
            };
            run.search(&request)
                .map_err(|stop| failure(stop, Some(advice), rule, run))?;
        }
        Ok(Some(Sprout {
            advice,
            table,
            rule,
            mirrored: view.mirrored,
        }))
    }
}

/// Copies a whole tree out of the arena, in the position's own colours.
#[inline]
fn copy(from: &[Node], mirrored: bool, to: &mut Vec<Node>) {
    match from {
        // So is the whole tree of most pieces that look ahead no further.
        [only] => to.push(*only),
        _ => to.extend_from_slice(from),
    }
    if mirrored {
        for node in to {
            node.mv = unmirrored(node.mv, true);
        }
    }
}

/// Copies as much of a tree as the weak mode follows: our first move, and with `repeats` the replies after which the tree goes on.
fn copy_first(from: &[Node], mirrored: bool, repeats: bool, to: &mut Vec<Node>) {
    // The last of our first moves that was copied.
    let mut ours = None;
    for (at, node) in (0..).zip(from) {
        let goes_on = node.ply == 2 && node.end > at + 1;
        if !(node.ply == 1 || repeats && goes_on) {
            continue;
        }
        let mut node = *node;
        node.mv = unmirrored(node.mv, mirrored);
        let end = to.len() as u32 + 1;
        node.end = end;
        if node.ply == 1 {
            ours = Some(to.len());
        } else if let Some(ours) = ours.and_then(|ours| to.get_mut(ours)) {
            ours.end = end;
        }
        to.push(node);
    }
}

impl Engine {
    /// Where a run begins: the figures and the side of the subject are compared, and the in-class of a strategy is evaluated.
    ///
    /// # Errors
    /// As [`super::Strategy::begin`].
    pub fn junction(&mut self, subject: Subject, position: &Position) -> Result<Junction, Failure> {
        let module = self.module();
        let cursor = match subject {
            Subject::Strategy(id) => {
                self.with_run(&Options::default(), |run| Cursor::begin(run, id, position))?
            }
            Subject::Table(id) => match answering(module, id, position)? {
                (Successor::Strategy(id), _) => {
                    self.with_run(&Options::default(), |run| Cursor::begin(run, id, position))?
                }
                (Successor::Table(_), _) => Cursor::default(),
            },
            Subject::Advice(id) => {
                let side = module.advice.get(id.index()).and_then(|a| a.side);
                view(module.material.as_ref(), side, position)?;
                Cursor::default()
            }
        };
        let us = position.turn();
        Ok(Junction::of(us, cursor))
    }

    /// Whether the out-class of the outermost strategy of a junction holds in a position in which a run has ended, `begun` being the one
    /// where that strategy began. `None` where it names none, where it compares with a beginning that is not given, and for a table
    /// or a piece-of-advice.
    ///
    /// # Errors
    /// [`Failure`] where a limit is reached.
    pub fn reached_goal(
        &mut self,
        at: &Junction,
        begun: Option<&Position>,
        position: &Position,
    ) -> Result<Option<bool>, Failure> {
        match at.cursor.outermost() {
            Some(level) => reached(self, level, at.us(), begun, position),
            None => Ok(None),
        }
    }

    /// What the subject does in a position in which we are to move. Without a legal move of ours there is no tree, and the rest of the answer
    /// means nothing: the game is over. In the weak mode the tree ends after our first
    /// move; of a strategy it has the replies too after which the same statement is asked again. The vector is emptied
    /// first, and stays so where there is no tree.
    ///
    /// [`crate::Limits`] are for each call. If every tree is looked for, they are for all of them together.
    ///
    /// Games come together: where one tree is wanted in the strong mode, a choice that was made before in the same position and at the same place is not
    /// made again ([`Engine::set_repeats`]).
    pub fn branch(
        &mut self,
        subject: Subject,
        at: &Junction,
        position: &Position,
        mode: Mode,
        wanted: Wanted,
        tree: &mut Vec<Node>,
    ) -> Branch {
        let known = match mode == Mode::Strong && wanted == Wanted::First {
            true => self.look_up_choice(subject, at, position, tree),
            false => KnownChoice::Unknown,
        };
        if let KnownChoice::Made(made) = known {
            return made;
        }
        let mut branches = self.branches(subject, mode, wanted);
        let made = branches.branch(at, position, tree);
        drop(branches);
        if let Some(choices) = self.choices() {
            choices.note_made(&known, &made, tree);
        }
        made
    }

    /// What is known of a choice that is wanted in the strong mode. Where something is written down of each position it has to be made.
    #[inline(always)]
    fn look_up_choice(
        &mut self,
        subject: Subject,
        at: &Junction,
        position: &Position,
        tree: &mut Vec<Node>,
    ) -> KnownChoice {
        tree.clear();
        match self.choices() {
            Some(choices) => choices.look_up(subject, at, position, tree),
            None => KnownChoice::Unknown,
        }
    }

    /// The same for callers that go through many positions and come to each of them once.
    #[inline]
    pub fn branches(&mut self, subject: Subject, mode: Mode, wanted: Wanted) -> Branches<'_> {
        let options = Options {
            uncounted: true,
            ..Options::default()
        };
        let has_statements = match subject {
            Subject::Strategy(_) => true,
            Subject::Table(id) => {
                let table = self.module().tables.get(id.index());
                let has_beyond = table.is_some_and(|table| !table.beyond.is_empty());
                // The list is made only where there may be something in it.
                has_beyond && !self.module().strategies_beyond(id).is_empty()
            }
            Subject::Advice(_) => false,
        };
        let alone = match subject {
            Subject::Table(id) if wanted == Wanted::First => {
                let table = self.module().tables.get(id.index());
                table.filter(|table| table.beyond.is_empty()).map(|_| id)
            }
            _ => None,
        };
        Branches {
            lent: self.lend(&options),
            is_fresh: true,
            subject,
            alone,
            seeker: Plainly {
                wanted,
                mode,
                repeats: mode == Mode::Weak && has_statements,
            },
        }
    }
}

/// An engine that computes branches and nothing else meanwhile: the data of a consultation is prepared once for all of them.
pub struct Branches<'e> {
    lent: Lent<'e>,
    /// Nothing has been asked yet.
    is_fresh: bool,
    subject: Subject,
    /// The table, where nothing else ever answers for it and one tree is wanted.
    alone: Option<TableId>,
    seeker: Plainly,
}

impl Branches<'_> {
    /// Begins one more consultation. What was lent a moment ago is as it has to be: games ask for one branch at a time.
    #[inline(always)]
    fn begin(&mut self) {
        let Lent { run, limits, .. } = &mut self.lent;
        match std::mem::take(&mut self.is_fresh) {
            true => run.here = 0,
            false => run.again(limits),
        }
    }

    /// What a table by itself chooses in a position in which we are to move: what [`Branches::branch`] would say of a run that has no strategy,
    /// whose place is the same before and after. The choice with its tree in the vector, inside it `None` where the table finds nothing.
    /// `None` where only [`Branches::branch`] can say: another subject, a position that has to be turned, a limit.
    ///
    /// Proofs about a table ask this of nearly every state, and a junction that never changes would be copied and compared each time.
    pub fn consult(&mut self, position: &Position, tree: &mut Vec<Node>) -> Option<Option<Chosen>> {
        let table = self.alone?;
        self.begin();
        let run = &mut self.lent.run;
        if !run.sees_plainly(table, position) {
            return None;
        }
        let view = View::plain(position);
        let mut rule = None;
        let found = consult_quietly(run, table, &view, &mut rule, &mut 0).ok()?;
        tree.clear();
        let advice = match found {
            Some(advice) => advice,
            None => return Some(None),
        };
        match self.seeker.mode {
            Mode::Strong => copy(&run.stacks.tree, false, tree),
            Mode::Weak => copy_first(&run.stacks.tree, false, false, tree),
        }
        Some(Some(Chosen {
            advice,
            table: Some(table),
            rule,
            origin: Origin::default(),
        }))
    }

    /// As [`Engine::branch`].
    pub fn branch(&mut self, at: &Junction, position: &Position, tree: &mut Vec<Node>) -> Branch {
        tree.clear();
        self.begin();
        let mut next = at.clone();
        let run = &mut self.lent.run;
        let seeker = &mut self.seeker;
        match next
            .cursor
            .next(run, self.subject, position, at.us(), seeker)
        {
            Next::Yield(found, origin, again) => {
                let arena = &run.stacks.tree;
                let again = match seeker.mode {
                    Mode::Strong => {
                        copy(arena, found.mirrored, tree);
                        None
                    }
                    Mode::Weak => {
                        copy_first(arena, found.mirrored, seeker.repeats, tree);
                        again.filter(|_| tree.iter().any(|node| node.ply == 2))
                    }
                };
                Branch::Tree {
                    chosen: Chosen {
                        advice: found.advice,
                        table: found.table,
                        rule: found.rule,
                        origin,
                    },
                    next,
                    again: again.map(|cursor| Box::new(Junction::of(at.us(), *cursor))),
                }
            }
            Next::End(ending, origin) => Branch::Ends { ending, origin },
            Next::Stuck(origin, cause) => Branch::Stuck { origin, cause },
        }
    }
}

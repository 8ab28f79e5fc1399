//! The shadow of a run: the same game by junctions and branches, held against every step of the run.
//!
//! ```text
//!   Strategy   begin ──▶ Yield ─reply─▶ Follow ─reply─▶ Yield ─reply─▶ Done
//!                =         =              =               =              =
//!   Shadow     junction  branch         the tree        branch         Ends
//! ```

use adv_chess::{Move, Position};
use adv_vm::{
    Branch, Ending, Engine, Failure, Junction, Mode, Node, Origin, PStrategy, Step, Subject, Wanted,
};

/// The place of the shadow.
#[derive(Clone)]
pub struct Shadow {
    subject: Subject,
    mode: Mode,
    /// After the tree; at the beginning, before the first.
    junction: Junction,
    /// From which the statement of the tree is asked again.
    again: Option<Junction>,
    tree: Vec<Node>,
    /// The tree is all of it; in the weak mode it ends with the replies after which it would go on.
    whole: bool,
    /// The node of our last move.
    at: usize,
}

/// The node that a move leads to from another one.
fn below(tree: &[Node], at: usize, mv: Move) -> Option<usize> {
    let mut next = at + 1;
    while next < tree[at].end as usize {
        if tree[next].mv == mv {
            return Some(next);
        }
        next = tree[next].end as usize;
    }
    None
}

impl Shadow {
    /// Begins where a run begins.
    pub fn begin(
        engine: &mut Engine,
        subject: Subject,
        position: &Position,
        mode: Mode,
    ) -> Result<Shadow, Failure> {
        let junction = engine.junction(subject, position)?;
        assert_eq!(junction.us(), position.turn());
        Ok(Shadow {
            subject,
            mode,
            junction,
            again: None,
            tree: Vec::new(),
            whole: false,
            at: 0,
        })
    }

    /// From the strong mode to the weak one, from the next reply on. In the other direction no tree is there to be followed.
    #[allow(dead_code, reason = "not every test that has shadows changes the mode")]
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// Takes a reply, which leads to a position, and compares what the run has done then.
    pub fn reply(&mut self, engine: &mut Engine, reply: Move, position: &Position, step: &Step) {
        let theirs = below(&self.tree, self.at, reply);
        let goes_on = theirs.filter(|&i| !self.whole || self.tree[i].end as usize > i + 1);
        match (goes_on, self.mode) {
            (Some(theirs), Mode::Strong) => {
                self.at = theirs + 1;
                assert_eq!(*step, Step::Follow(self.tree[self.at].mv));
                return;
            }
            (Some(_), Mode::Weak) => {
                if let Some(again) = self.again.take() {
                    self.junction = again;
                }
            }
            (None, _) => {}
        }
        self.step(engine, position, step);
    }

    /// Compares what the run has done where we are to move and no tree goes on.
    pub fn step(&mut self, engine: &mut Engine, position: &Position, step: &Step) {
        if !position.has_legal_move() {
            let Step::Done(done) = step else {
                panic!("we have no move: {step:?}");
            };
            let over = matches!(done.ending, Ending::Checkmate { .. } | Ending::Stalemate);
            assert!(over, "{done:?}");
            return;
        }
        let words = self.junction.to_words();
        let read = Junction::from_words(&words, engine.module());
        assert_eq!(read.as_ref(), Some(&self.junction), "{words:?}");
        // A run may change to the weak mode while it follows a tree.
        let (mut first, mut in_weak) = (Vec::new(), None);
        if let Branch::Tree { again, .. } = engine.branch(
            self.subject,
            &self.junction,
            position,
            Mode::Weak,
            Wanted::First,
            &mut first,
        ) {
            in_weak = again.map(|again| *again);
        }
        let branch = engine.branch(
            self.subject,
            &self.junction,
            position,
            self.mode,
            Wanted::First,
            &mut self.tree,
        );
        self.at = 0;
        self.whole = self.mode == Mode::Strong;
        let met = (&branch, self.tree.is_empty(), step);
        match met {
            (
                Branch::Tree {
                    chosen,
                    next,
                    again,
                },
                false,
                Step::Yield(found),
            ) => {
                let PStrategy {
                    consultation,
                    origin,
                } = &**found;
                assert_eq!(Some(chosen.advice), consultation.advice);
                assert_eq!(chosen.table, consultation.table);
                assert_eq!(chosen.rule, consultation.rule);
                assert_eq!(chosen.origin, *origin);
                let tree = consultation.tree.as_ref().expect("a tree is played");
                match self.mode {
                    Mode::Strong => assert_eq!(self.tree, tree.nodes()),
                    Mode::Weak => {
                        let goes_on = |&i: &usize| tree.children(Some(i)).next().is_some();
                        let replies: Vec<usize> = match self.subject {
                            Subject::Strategy(_) => {
                                tree.children(Some(0)).filter(goes_on).collect()
                            }
                            _ => Vec::new(),
                        };
                        let moves = [0].iter().chain(&replies).map(|i| tree.nodes()[*i].mv);
                        assert!(self.tree.iter().map(|node| node.mv).eq(moves));
                        assert_eq!(again.is_some(), !replies.is_empty());
                        assert!(again.iter().all(|again| **again != *next));
                    }
                }
                assert_eq!(next.us(), self.junction.us());
                assert!(self.mode == Mode::Strong || again.as_deref() == in_weak.as_ref());
                self.again = in_weak;
                self.junction = next.clone();
            }
            (Branch::Ends { ending, origin }, true, Step::Done(done)) => {
                assert_eq!(*ending, done.ending);
                assert_ne!(*origin, Origin::default(), "a strategy is over somewhere");
            }
            (Branch::Stuck { origin, cause }, true, Step::Stuck(stuck)) => {
                assert_eq!(*origin, stuck.origin);
                assert_eq!(*cause, stuck.cause);
            }
            _ => panic!("the run came to {step:?}, the branch to {branch:?}"),
        }
    }
}

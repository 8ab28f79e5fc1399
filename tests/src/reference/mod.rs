//! The reference: a second definition of the language, for tests only.
//!
//! It walks the checked program and does at every node what the language says there, as slowly and as plainly as possible:
//! positions and moves are shakmaty's, geometry is loops over 64 squares, a set of squares is 64 truths. Nothing is cached, nothing
//! is compiled. What it has in common with the machine is the checked program, the letters of the men and the text of a FEN.
//!
//! ```text
//!                 ┌─ lower ─ verify ─ link ─ machine ─┐
//!   source ─ check                                     compare: values, rules, trees, positions by depth
//!                 └─ reference ───────────────────────┘
//! ```
//!
//! Every evaluation runs under a budget of steps and positions and answers [`Fault::Budget`] beyond it.

pub mod consult;
pub mod eval;
pub mod facts;
pub mod forecast;
pub mod logarithm;
pub mod moves;
pub mod played;
pub mod primitive;
pub mod refutation;
pub mod said;
pub mod search;
pub mod squares;
pub mod strategy;
pub mod taken;
pub mod tree;
pub mod value;
pub mod view;
pub mod ways;
pub mod words;
pub mod zone;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use adv_compiler::hir::{Advice, Callee, Expr, Function, Hir};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color};

pub use consult::{RefOutcome, Tried};
pub use eval::{Locals, Scene};
pub use facts::RefFact;
pub use played::{Cause, Ending, Opponent, Origin, Played, RefStep, Reply};
pub use refutation::{RefEnd, RefRefuted};
pub use search::{Bound, Replies};
pub use squares::Squares;
pub use strategy::after;
pub use tree::{RefTree, Rules, check_tree};
pub use value::{Answer, Fault, Value};
pub use view::View;
use ways::Walked;

/// The evaluator of one program and the libraries that it imports from.
pub struct Reference<'a> {
    program: &'a Hir,
    libraries: &'a [(String, Hir)],
    steps: Cell<u64>,
    positions: Cell<u64>,
    replies: Cell<Replies>,
    here: Cell<Squares>,
    /// What was walked in the last positions, the last one first.
    walked: RefCell<Vec<(View, Walked)>>,
}

/// In how many positions it is remembered what was walked there.
const WALKED: usize = 8;

/// How many expressions an evaluation or consultation may look at before it gives up.
pub const STEPS: u64 = 2_000_000;
/// How many positions a consultation may visit, nested searches included, before it gives up.
pub const POSITIONS: u64 = 20_000;

impl<'a> Reference<'a> {
    /// Of a program; the libraries by the names that its imports give.
    pub fn new(program: &'a Hir, libraries: &'a [(String, Hir)]) -> Reference<'a> {
        Reference {
            program,
            libraries,
            steps: Cell::new(STEPS),
            positions: Cell::new(POSITIONS),
            replies: Cell::new(Replies::TestedFirst),
            here: Cell::new(Squares::EMPTY),
            walked: RefCell::default(),
        }
    }

    /// Fills the budget; without it, it runs on from one question to the next.
    pub fn refill(&self, steps: u64, positions: u64) {
        self.steps.set(steps);
        self.positions.set(positions);
    }

    /// True where the budget has been used up since it was filled.
    pub fn is_exhausted(&self) -> bool {
        self.steps.get() == 0 || self.positions.get() == 0
    }

    /// The program.
    pub fn program(&self) -> &'a Hir {
        self.program
    }

    /// The value of a definition of the program in a position, for the side to move.
    pub fn evaluate(&self, function: usize, args: Vec<Value>, view: &View) -> Answer<Value> {
        let scene = Scene::single(&Rc::new(view.clone()), view.turn());
        self.call(Callee::Own(function), 0, &scene, args)
    }

    /// Whether a descriptor of one position holds, for the side to move.
    pub fn holds(&self, condition: &Expr, view: &View) -> Answer<bool> {
        let scene = Scene::single(&Rc::new(view.clone()), view.turn());
        let mut locals = Locals::none();
        self.truth(condition, &scene, &mut locals)
    }

    /// The rules of a forcing-tree of a piece-of-advice as [`check_tree`] asks for them. A question without an answer counts as
    /// a rule broken. Which moves a piece selects that speaks of `TAKEN` depends on the bound, so that one of its bounds has to do.
    pub fn check(
        &self,
        tree: &RefTree,
        advice: usize,
        root: &Chess,
        us: Color,
    ) -> Result<(), String> {
        let piece = self.advice(advice).map_err(|fault| format!("{fault:?}"))?;
        let whole = Bound {
            plies: u32::from(piece.depth),
            effort: search::effort(piece),
        };
        if !self.speaks_of_taken(piece) {
            return self.check_within(tree, piece, root, us, whole);
        }
        let mut verdict = Err("it has no bound".to_owned());
        for plies in 1..=whole.plies {
            for effort in search::efforts(whole.effort) {
                let bound = Bound { plies, effort };
                verdict = self.check_within(tree, piece, root, us, bound);
                if verdict.is_ok() {
                    return verdict;
                }
            }
        }
        verdict
    }

    fn check_within(
        &self,
        tree: &RefTree,
        piece: &'a Advice,
        root: &Chess,
        us: Color,
        bound: Bound,
    ) -> Result<(), String> {
        let start = Rc::new(View::of(root));
        let node = |chess: &Chess| Rc::new(View::of(chess));
        let taken = self.speaks_of_taken(piece);
        let selected = |chess: &Chess, (ply, spent): (u32, u64)| {
            let here = node(chess);
            let moves = match taken {
                true => self
                    .generated(piece, &here, (&start, us), (ply, spent), bound)
                    .map(|moves| moves.iter().map(|one| one.step.uci()).collect()),
                false => self.selected(piece, &here, &start, us, ply),
            };
            moves.unwrap_or_default()
        };
        let price = |chess: &Chess, text: &str| {
            let all = moves::candidates_and_pass(&node(chess), chess).into_iter();
            let mut played = all.filter(|candidate| candidate.step.uci() == text);
            let price = |c| self.price(piece, &node(chess), &start, us, &c).ok();
            // A question without an answer costs more than there is.
            played.next().and_then(price).unwrap_or(u64::MAX)
        };
        let rules = Rules {
            us,
            bound: bound.plies,
            effort: bound.effort,
            price: &price,
            better: &|before, chess| {
                let (before, chess) = (node(before), node(chess));
                self.better(piece, &before, &chess, &start, us) == Ok(true)
            },
            holding: &|chess, _| self.holding(piece, &node(chess), &start, us) == Ok(true),
            us_moves: &selected,
            them_moves: &selected,
        };
        check_tree(tree, root, &rules)
    }

    fn advice(&self, advice: usize) -> Answer<&'a Advice> {
        let piece = self.program.advice.get(advice);
        piece.ok_or_else(|| Fault::broken(format!("there is no advice {advice}")))
    }

    /// The function that a call in a module means, and the module it lives in.
    fn callee(&self, callee: Callee, module: usize) -> Answer<(usize, &'a Function)> {
        let missing = |what: String| Fault::broken(format!("there is no {what}"));
        let program = match module {
            0 => self.program,
            i => {
                &self
                    .libraries
                    .get(i - 1)
                    .ok_or_else(|| missing(format!("library {i}")))?
                    .1
            }
        };
        match callee {
            Callee::Own(i) => {
                let function = program.functions.get(i);
                Ok((
                    module,
                    function.ok_or_else(|| missing(format!("function {i}")))?,
                ))
            }
            Callee::Library(i) => {
                let import = program
                    .imports
                    .get(i)
                    .ok_or_else(|| missing(format!("import {i}")))?;
                let found = self.libraries.iter().enumerate();
                let mut found = found.filter(|(_, (name, _))| *name == import.module);
                let (library, (_, program)) = found
                    .next()
                    .ok_or_else(|| missing(format!("library {}", import.module)))?;
                let mut functions = program.functions.iter();
                let function = functions.find(|f| f.name.node == import.name);
                Ok((
                    library + 1,
                    function.ok_or_else(|| missing(import.name.clone()))?,
                ))
            }
        }
    }

    fn spend(&self) -> Answer<()> {
        spend(&self.steps)
    }

    /// How many steps are left.
    fn work_left(&self) -> u64 {
        self.steps.get()
    }

    /// What was walked in a position with the same men, if it was one of the last.
    fn walked_in(&self, view: &View) -> Walked {
        let mut all = self.walked.borrow_mut();
        let found = all.iter().position(|(known, _)| known.has_men_of(view));
        let entry = match found {
            Some(at) => all.remove(at),
            None => (view.clone(), Walked::default()),
        };
        let walked = Rc::clone(&entry.1);
        all.insert(0, entry);
        all.truncate(WALKED);
        walked
    }

    /// Spends so many steps at once.
    fn spend_work(&self, work: u64) -> Answer<()> {
        let left = self.steps.get().checked_sub(work);
        self.steps.set(left.unwrap_or(0));
        left.map(drop).ok_or(Fault::Budget)
    }

    fn spend_position(&self) -> Answer<()> {
        spend(&self.positions)
    }

    fn replies(&self) -> Replies {
        self.replies.get()
    }

    fn set_replies(&self, replies: Replies) {
        self.replies.set(replies);
    }
}

fn spend(budget: &Cell<u64>) -> Answer<()> {
    match budget.get().checked_sub(1) {
        Some(left) => {
            budget.set(left);
            Ok(())
        }
        None => Err(Fault::Budget),
    }
}

/// A legal position of a game from its FEN.
pub fn position(fen: &str) -> Result<Chess, String> {
    let fen = Fen::from_ascii(fen.as_bytes()).map_err(|e| format!("`{fen}`: {e}"))?;
    fen.into_position(CastlingMode::Standard)
        .map_err(|e| e.to_string())
}

//! Claims from single positions of six to eight men, against plain recursion over the reference: every reply is played, the reference is
//! consulted anew in each position, and a position on its own path is a cycle.

use std::collections::BTreeMap;
use std::rc::Rc;

use adv_compiler::hir::{ClaimSubject, Goal, GoalWord, Hir};
use adv_prover::{Keeping, Proved, Task, Watch};
use adv_reference::adapter::{checked_program, libraries};
use adv_reference::generate::position::of_material;
use adv_reference::reference::{Answer, Locals, RefTree, Reference, Replies, Scene, View, after};
use adv_testkit::Numbers;
use adv_vm::{Engine, Limits};
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position};

/// The materials that are drawn.
const MEN: [[&str; 2]; 6] = [
    ["KQR", "KRP"],
    ["KRRP", "KBN"],
    ["KQPP", "KRPP"],
    ["KRNP", "KQPP"],
    ["KRPP", "KRPP"],
    ["KQRB", "KPPP"],
];

const BETTER: [&str; 5] = [
    "mate",
    "them-to-move ∧ them.K ∩ ATT(us) ≠ ∅",
    "count(them.*) < root.count(them.*)",
    "them-to-move ∧ count(ATT(us) ∩ ATT(them)) > 3",
    "them-to-move ∧ ¬stalemate",
];
const MOVES: [&str; 4] = [
    "any where new.check by new.replies",
    "any by new.replies",
    "K then P then any",
    "Q, R, P then any where new.check",
];
const GOALS: [&str; 6] = [
    "reaches mate",
    "reaches count(them.*) ≤ 2",
    "reaches count(them.*) ≤ 2 keeps count(us.*) > 2",
    "reaches count(them.P) = 0 never us.K ∩ ATT(them) ≠ ∅",
    "keeps count(us.*) ≥ 3",
    "never stalemate",
];

/// The most positions that the recursion looks at before a case is left out.
const MOST: usize = 120;
/// The most of them on one line: each takes room on the stack.
const DEEPEST: usize = 24;

/// The most states of a proof.
const STATES: u64 = 3_000;

/// What becomes of a position: the plies of the longest line, or that some line breaks the claim. The outer `None`: it took too long.
type Fate = Option<Option<u32>>;

struct Plain<'r> {
    reference: &'r Reference<'r>,
    program: &'r Hir,
    known: BTreeMap<String, Option<u32>>,
    /// Of a claim that only keeps something a position that comes again is no fault.
    path: Vec<String>,
    consultations: usize,
}

fn text(chess: &Chess) -> String {
    let fen = Fen::from_position(chess, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

impl Plain<'_> {
    /// The last claim of the program.
    fn goal(&self, word: GoalWord, at: &Chess, us: Color) -> Option<bool> {
        let claim = self.program.claims.last()?;
        let mut goals = claim.goals.iter().filter(|goal| goal.word == word);
        let wanted = word != GoalWord::Keeps;
        // One of them is true, or of those to be kept one is false.
        goals.try_fold(false, |found, goal| {
            let holds = self.holds(&goal.goal, at, us);
            holds.ok().map(|holds| found || holds == wanted)
        })
    }

    fn holds(&self, goal: &Goal, at: &Chess, us: Color) -> Answer<bool> {
        let scene = Scene::single(&Rc::new(View::of(at)), us);
        let mut locals = Locals::none();
        self.reference.truth(&goal.test, &scene, &mut locals)
    }

    fn broken(&self, at: &Chess, us: Color) -> Option<bool> {
        Some(self.goal(GoalWord::Keeps, at, us)? || self.goal(GoalWord::Never, at, us)?)
    }

    fn reaches(&self) -> bool {
        let claim = self.program.claims.last();
        claim.is_some_and(|claim| {
            claim
                .goals
                .iter()
                .any(|goal| goal.word == GoalWord::Reaches)
        })
    }

    /// We are to move, and the program is consulted.
    fn consulted(&mut self, at: &Chess) -> Fate {
        let key = text(at);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if self.path.contains(&key) {
            return Some(if self.reaches() { None } else { Some(0) });
        }
        self.consultations += 1;
        if self.consultations > MOST || self.path.len() > DEEPEST {
            return None;
        }
        let us = at.turn();
        if self.broken(at, us)? {
            return self.note(key, None);
        }
        if self.goal(GoalWord::Reaches, at, us)? {
            return self.note(key, Some(0));
        }
        let ClaimSubject::Table(table) = self.program.claims.last()?.subject else {
            return None;
        };
        self.reference.refill(500_000, 5_000);
        let outcome =
            self.reference
                .consult_table(table.index(), &View::of(at), Replies::TestedFirst);
        let Some(tree) = outcome.ok()?.tree else {
            let over = at.legal_moves().is_empty() && !self.reaches();
            return self.note(key, over.then_some(0));
        };
        self.path.push(key.clone());
        let fate = self.ours(at, &tree, us);
        self.path.pop();
        self.note(key, fate?)
    }

    fn note(&mut self, key: String, fate: Option<u32>) -> Fate {
        // What was found with a cycle of kept play is not kept: it may have been taken for granted.
        if self.reaches() || fate.is_none() || self.path.is_empty() {
            self.known.insert(key, fate);
        }
        Some(fate)
    }

    /// We are to move within a tree.
    fn ours(&mut self, at: &Chess, tree: &RefTree, us: Color) -> Fate {
        let (step, below) = tree.moves.first()?;
        let there = after(at, step).ok()?;
        if self.broken(&there, us)? {
            return Some(None);
        }
        if self.goal(GoalWord::Reaches, &there, us)? {
            return Some(Some(1));
        }
        let replies = there.legal_moves();
        if replies.is_empty() {
            return Some((!self.reaches()).then_some(1));
        }
        let mut longest = 0;
        for reply in replies {
            let uci = reply.to_uci(shakmaty::CastlingMode::Standard).to_string();
            let next = after(&there, &uci).ok()?;
            let inner = below.moves.iter().find(|(step, _)| *step == uci);
            let fate = match inner.filter(|(_, inner)| !inner.moves.is_empty()) {
                None => self.consulted(&next)?,
                Some(_) if self.broken(&next, us)? => None,
                Some(_) if self.goal(GoalWord::Reaches, &next, us)? => Some(0),
                Some((_, inner)) => self.ours(&next, inner, us)?,
            };
            let Some(plies) = fate else {
                return Some(None);
            };
            longest = longest.max(plies + 2);
        }
        Some(Some(longest))
    }
}

#[test]
fn play_from_single_positions_is_what_recursion_finds() {
    let mut numbers = Numbers::new(20);
    let (mut compared, mut held, mut broken) = (0, 0, 0);
    let (mut longest, mut far) = (0, 0);
    for _ in 0..adv_testkit::sized(30, 200) {
        let piece = |numbers: &mut Numbers, name: &str| {
            format!(
                "advice {name}  better {}  us {}  depth {}  end-advice",
                numbers.one(&BETTER),
                numbers.one(&MOVES),
                numbers.one(&[1, 1, 3])
            )
        };
        let (first, second) = (piece(&mut numbers, "a"), piece(&mut numbers, "b"));
        let men = numbers.one(&MEN);
        let chess = of_material(&mut numbers, men, Color::White);
        let fen = Fen::from_position(&chess, EnPassantMode::Legal).to_string();
        let goals = numbers.one(&GOALS);
        let text = format!(
            "{first}\n{second}\ntable t\n  otherwise a, b\nend-table\nprove t from \"{fen}\" {goals}\n"
        );
        let program = checked_program(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let reference = Reference::new(&program, libraries());
        let mut plain = Plain {
            reference: &reference,
            program: &program,
            known: BTreeMap::new(),
            path: Vec::new(),
            consultations: 0,
        };
        let Some(fate) = plain.consulted(&chess) else {
            continue;
        };
        let engine = Engine::new(crate::common::linked("plain.adv", &text), Limits::default());
        let claim = &engine.module().claims[0];
        let watch = Watch::new();
        let task = Task {
            engine: &engine,
            claim,
            watch: &watch,
            perfect: None,
            keeping: Keeping::default(),
            fingerprint: [3; 32],
        };
        // Recursion ends at the first fault, a proof goes on; where that takes it far, nothing is compared.
        watch.stop_after(STATES);
        let settled = match adv_prover::prove(&task) {
            Ok(Proved::Settled(settled)) => settled,
            Ok(Proved::Interrupted(_)) => {
                far += 1;
                continue;
            }
            _ => panic!("{text}"),
        };
        let (_, own) = settled.roots().next().expect("the root");
        let is_reached = plain.reaches();
        match fate {
            Some(plies) if is_reached => assert_eq!(own.plies, Some(plies), "{text}"),
            fate => assert_eq!(own.plies.is_some(), fate.is_some(), "{text}"),
        }
        compared += 1;
        held += usize::from(fate.is_some());
        broken += usize::from(fate.is_none());
        longest = longest.max(fate.unwrap_or(0));
    }
    assert!(
        compared > adv_testkit::sized(4, 40) && held > 0 && broken > adv_testkit::sized(2, 10),
        "{compared} compared, {held} held, {broken} broken, {longest} plies at most; {far} go too far"
    );
}

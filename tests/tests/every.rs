//! All trees that would do, against a search by brute force that shares nothing with the machine: at each of our nodes every move is
//! tried in the reference's positions by the reference's goals.
//!
//! ```text
//!   machine     branch(Every)  ──▶  moves of each node   =   moves of each node  ◀──  all moves, all replies   reference
//!                    │ the first move of each node = branch(First)
//!                    │ the nodes of ply 1          = branch(Every) in the weak mode
//!                    └ trees picked out by chance are checked rule by rule
//! ```

use std::collections::BTreeMap;
use std::rc::Rc;

use adv_chess::notation::fen;
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_compiler::hir::Hir;
use adv_module::program::{Consulted, Entry, StatementKind};
use adv_module::{AdviceId, StrategyId};
use adv_reference::adapter::{checked_program, libraries};
use adv_reference::generate::{position, program, strategic};
use adv_reference::reference::moves::{Candidate, candidates_and_pass};
use adv_reference::reference::search::{bounds, effort};
use adv_reference::reference::{Answer, Bound, Fault, RefTree, Reference, View};
use adv_testkit::Numbers;
use adv_vm::{Branch, Chosen, Engine, Junction, Limits, Mode, Node, Subject, Wanted};
use shakmaty::Chess;

/// The reference's budget for one question: expressions and positions.
const BUDGET: (u64, u64) = (3_000_000, 8_000);

/// Moves, and all that satisfy after each; a leaf has none.
#[derive(Debug, Default, PartialEq, Eq)]
struct Every(BTreeMap<String, Every>);

/// A search under one bound, as plain as it can be.
struct Brute<'r> {
    reference: &'r Reference<'r>,
    advice: usize,
    us: shakmaty::Color,
    root: Rc<View>,
    bound: Bound,
}

impl Brute<'_> {
    /// We are to move: all moves that lead to trees.
    fn ours(&self, node: &Rc<View>, ply: u32, spent: u64) -> Answer<Every> {
        let mut every = Every::default();
        if ply < self.bound.plies {
            for c in self.moves(node, ply)? {
                let Some(total) = self.paid(node, &c, spent)? else {
                    continue;
                };
                if let Some(below) = self.judge(node, &c.after, ply + 1, total)? {
                    every.0.insert(c.step.uci(), below);
                }
            }
        }
        Ok(every)
    }

    /// They are to move: every reply with what follows it; `None` where one of them fails.
    fn theirs(&self, node: &Rc<View>, ply: u32, spent: u64) -> Answer<Option<Every>> {
        let mut every = Every::default();
        if ply < self.bound.plies {
            for c in self.moves(node, ply)? {
                let Some(total) = self.paid(node, &c, spent)? else {
                    return Ok(None);
                };
                match self.judge(node, &c.after, ply + 1, total)? {
                    Some(below) => every.0.insert(c.step.uci(), below),
                    None => return Ok(None),
                };
            }
        }
        Ok(Some(every).filter(|every| !every.0.is_empty()))
    }

    /// The tree below a node that a move has led to; `None` if there is none.
    fn judge(
        &self,
        before: &Rc<View>,
        node: &Rc<View>,
        ply: u32,
        spent: u64,
    ) -> Answer<Option<Every>> {
        let piece = &self.reference.program().advice[self.advice];
        let (root, us) = (&self.root, self.us);
        if !self.reference.holding(piece, node, root, us)? {
            return Ok(None);
        }
        if self.reference.better(piece, before, node, root, us)? {
            return Ok(Some(Every::default()));
        }
        if node.turn() != us {
            return self.theirs(node, ply, spent);
        }
        Ok(Some(self.ours(node, ply, spent)?).filter(|every| !every.0.is_empty()))
    }

    /// What the line has spent after a move; `None` where that is more than it may.
    fn paid(&self, node: &Rc<View>, candidate: &Candidate, spent: u64) -> Answer<Option<u64>> {
        let piece = &self.reference.program().advice[self.advice];
        let price = self
            .reference
            .price(piece, node, &self.root, self.us, candidate)?;
        let total = spent.saturating_add(price);
        let pays = self.bound.effort.is_none_or(|effort| total <= effort);
        Ok(pays.then_some(total))
    }

    /// The selected moves of a node and the positions after them.
    fn moves(&self, node: &Rc<View>, ply: u32) -> Answer<Vec<Candidate>> {
        let piece = &self.reference.program().advice[self.advice];
        let selected = self
            .reference
            .selected(piece, node, &self.root, self.us, ply)?;
        let chess = node.chess().expect("a position of a game");
        let legal = candidates_and_pass(node, chess).into_iter();
        Ok(legal.filter(|c| selected.contains(&c.step.uci())).collect())
    }
}

/// The indices of the nodes directly below one of an arena, or of its first level.
fn below(tree: &[Node], of: Option<usize>) -> Vec<usize> {
    let (mut next, end) = of.map_or((0, tree.len()), |i| (i + 1, tree[i].end as usize));
    let mut found = Vec::new();
    while next < end {
        found.push(next);
        next = tree[next].end as usize;
    }
    found
}

fn every(tree: &[Node], of: Option<usize>) -> Every {
    let nodes = below(tree, of);
    let count = nodes.len();
    let moves = nodes
        .into_iter()
        .map(|i| (tree[i].mv.to_string(), every(tree, Some(i))));
    let every = Every(moves.collect());
    assert_eq!(every.0.len(), count, "a move stands there twice");
    every
}

/// One tree out of all of them: at each of our nodes one move, which `pick` chooses.
fn one_of(tree: &[Node], of: Option<usize>, pick: &mut dyn FnMut(usize) -> usize) -> RefTree {
    let mut nodes = below(tree, of);
    let ours = of.is_none_or(|i| tree[i].ply.is_multiple_of(2));
    if ours && !nodes.is_empty() {
        let one = pick(nodes.len());
        nodes = vec![nodes[one]];
    }
    RefTree {
        moves: nodes
            .into_iter()
            .map(|i| (tree[i].mv.to_string(), one_of(tree, Some(i), pick)))
            .collect(),
        left_out: of.map_or(0, |i| usize::from(tree[i].left_out)),
    }
}

/// The bounds under which the chosen piece was searched, in order.
fn bounds_of(engine: &Engine, checked: &Hir, chosen: &Chosen) -> Vec<Bound> {
    let module = engine.module();
    let piece = &checked.advice[chosen.advice.index()];
    let statement = chosen.origin.strategy.zip(chosen.origin.statement);
    let statement = statement.map(|(s, i)| &module.strategies[s.index()].body[i as usize].kind);
    let list: &[Entry] = match (chosen.table, chosen.rule, statement) {
        (Some(table), Some(rule), _) => &module.tables[table.index()].rules[rule].list,
        (
            _,
            _,
            Some(StatementKind::Consult {
                what: Consulted::List(list),
                ..
            }),
        ) => list,
        _ => &[Entry::Advice(chosen.advice)],
    };
    let of_entry = |entry: &Entry| match entry {
        Entry::Advice(id) if *id == chosen.advice => bounds(piece),
        Entry::Shortest(plies, pieces) if pieces.contains(&chosen.advice) => {
            let shorter = (1..*plies).step_by(2).chain([*plies]);
            let bound = |plies: u16| Bound {
                plies: u32::from(plies.min(piece.depth)),
                effort: effort(piece),
            };
            shorter.map(bound).collect()
        }
        _ => Vec::new(),
    };
    list.iter().flat_map(of_entry).collect()
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    compared: usize,
    /// Positions with more than one first move, and with a later node that has more than one.
    several: usize,
    several_later: usize,
    deep: usize,
    beyond_budget: usize,
    /// By piece, how often.
    pieces: BTreeMap<AdviceId, usize>,
}

struct Comparison<'p> {
    engine: Engine,
    reference: Reference<'p>,
    chance: Numbers,
    tally: Tally,
}

impl<'p> Comparison<'p> {
    fn new(text: &str, checked: &'p Hir) -> Comparison<'p> {
        let mut engine = Engine::new(crate::common::linked("every.adv", text), Limits::default());
        engine.set_reasons(false);
        Comparison {
            engine,
            reference: Reference::new(checked, libraries()),
            chance: Numbers::new(9),
            tally: Tally::default(),
        }
    }

    /// A line by chance from a position: every tree of each position on it, at most so many.
    fn line(&mut self, subject: Subject, start: &Position, trees: usize) {
        let Ok(mut junction) = self.engine.junction(subject, start) else {
            return;
        };
        let mut position = *start;
        for _ in 0..trees {
            if !position.has_legal_move() {
                return;
            }
            let Some((all, next)) = self.at(subject, &junction, &position) else {
                return;
            };
            let firsts = below(&all, None);
            let behind = position.play(all[firsts[self.chance.below(firsts.len())]].mv);
            let replies = behind.legal_moves();
            if replies.is_empty() {
                return;
            }
            position = behind.play(replies[self.chance.below(replies.len())]);
            junction = next;
        }
    }

    /// Compares what there is in one position; gives all of it and the next junction.
    fn at(
        &mut self,
        subject: Subject,
        junction: &Junction,
        position: &Position,
    ) -> Option<(Vec<Node>, Junction)> {
        let mut ask = |mode, wanted| {
            let mut tree = Vec::new();
            let engine = &mut self.engine;
            let branch = engine.branch(subject, junction, position, mode, wanted, &mut tree);
            (branch, tree)
        };
        let (played, first) = ask(Mode::Strong, Wanted::First);
        let (branch, all) = ask(Mode::Strong, Wanted::Every);
        let (in_weak, weak) = ask(Mode::Weak, Wanted::Every);
        // The choice does not depend on which trees are looked for, nor on the mode. In the weak mode a strategy's tree leads on to the
        // same statement too.
        assert_eq!(branch, played);
        let repeats = match &in_weak {
            Branch::Tree { again, .. } => again.is_some(),
            _ => false,
        };
        let in_weak = match in_weak {
            Branch::Tree { chosen, next, .. } => Branch::Tree {
                chosen,
                next,
                again: None,
            },
            other => other,
        };
        assert_eq!(in_weak, played);
        let Branch::Tree { chosen, next, .. } = branch else {
            return None;
        };
        let here = || format!("{chosen:?} in {}", fen(position));
        let first_of_all = one_of(&all, None, &mut |_| 0);
        assert_eq!(first_of_all, one_of(&first, None, &mut |_| 0), "{}", here());
        let strategy = matches!(subject, Subject::Strategy(_));
        let mut cut: Vec<Node> = Vec::new();
        for first in below(&all, None) {
            let goes_on = |i: &usize| strategy && !below(&all, Some(*i)).is_empty();
            let replies: Vec<usize> = below(&all, Some(first))
                .into_iter()
                .filter(goes_on)
                .collect();
            let end = (cut.len() + 1 + replies.len()) as u32;
            cut.push(Node { end, ..all[first] });
            for reply in replies {
                let end = cut.len() as u32 + 1;
                cut.push(Node { end, ..all[reply] });
            }
        }
        assert_eq!(weak, cut, "{}", here());
        assert_eq!(repeats, cut.iter().any(|node| node.ply == 2), "{}", here());
        self.held_against_the_reference(&all, &chosen, position, &here());
        Some((all, next))
    }

    fn held_against_the_reference(
        &mut self,
        all: &[Node],
        chosen: &Chosen,
        position: &Position,
        here: &str,
    ) {
        let chess = adv_reference::reference::position(&fen(position)).expect("a position");
        let root = Rc::new(View::of(&chess));
        let us = root.turn();
        let found = every(all, None);
        for bound in bounds_of(&self.engine, self.reference.program(), chosen) {
            let brute = Brute {
                reference: &self.reference,
                advice: chosen.advice.index(),
                us,
                root: Rc::clone(&root),
                bound,
            };
            self.reference.refill(BUDGET.0, BUDGET.1);
            let expected = match brute.ours(&root, 0, 0) {
                Ok(expected) => expected,
                Err(Fault::Budget) => {
                    self.tally.beyond_budget += 1;
                    return;
                }
                Err(fault) => panic!("{fault:?}: {here}"),
            };
            if expected.0.is_empty() {
                continue;
            }
            assert_eq!(found, expected, "{here}");
            self.checked(all, chosen, &chess, us, here);
            self.tally.compared += 1;
            *self.tally.pieces.entry(chosen.advice).or_default() += 1;
            self.tally.several += usize::from(found.0.len() > 1);
            let later = |i: usize| all[i].ply.is_multiple_of(2) && below(all, Some(i)).len() > 1;
            self.tally.several_later += usize::from((0..all.len()).any(later));
            self.tally.deep += usize::from(all.iter().any(|node| node.ply > 1));
            return;
        }
        panic!("the reference finds nothing: {here}");
    }

    /// Trees by chance keep all the rules.
    fn checked(
        &mut self,
        all: &[Node],
        chosen: &Chosen,
        root: &Chess,
        us: shakmaty::Color,
        here: &str,
    ) {
        for _ in 0..3 {
            let tree = one_of(all, None, &mut |count| self.chance.below(count));
            self.reference.refill(BUDGET.0, BUDGET.1);
            let kept = self.reference.check(&tree, chosen.advice.index(), root, us);
            assert!(
                kept.is_ok() || self.reference.is_exhausted(),
                "{kept:?}: {here}"
            );
        }
    }
}

/// Compares every so many positions of a class, each with a line of so many trees after it.
fn compare(example: &str, subject: &str, men: &[Role], every: usize, trees: usize) -> Tally {
    let text = crate::common::read(format!("examples/{example}"));
    let checked = checked_program(&text).expect("an example compiles");
    let mut comparison = Comparison::new(&text, &checked);
    let subject = comparison.engine.subject_named(subject);
    let subject = subject.expect("the example has it");
    let material = Material::new(men, &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("a class of three men");
    for (_, position) in class.iter().step_by(every) {
        comparison.line(subject, &position, trees);
    }
    println!("{example}: {:?}", comparison.tally);
    comparison.tally
}

#[test]
fn the_textbook_table() {
    let tally = compare("krk-advice.adv", "krk", &[Role::King, Role::Rook], 3_001, 4);
    assert!(tally.compared > 150 && tally.several > 50, "{tally:?}");
    assert!(
        tally.several_later > 5 && tally.pieces.len() > 4,
        "{tally:?}"
    );
}

#[test]
fn actions_with_a_preference() {
    let tally = compare(
        "krk-sdl.adv",
        "K-R-VS-K",
        &[Role::King, Role::Rook],
        1_501,
        3,
    );
    assert!(tally.compared > 100 && tally.several > 50, "{tally:?}");
    assert!(
        tally.several_later > 1 && tally.pieces.len() > 4,
        "{tally:?}"
    );
}

#[test]
fn pieces_under_the_shortest_bound() {
    let tally = compare("kpk.adv", "kpk", &[Role::King, Role::Pawn], 1_009, 3);
    assert!(tally.compared > 50 && tally.several > 20, "{tally:?}");
}

/// Tables and strategies by chance: filters, overlapping classes, phases, lists of the shortest, goals after one side only.
#[test]
fn random_programs() {
    let mut tally = Tally::default();
    for seed in 1..=adv_testkit::sized(25, 300) {
        let generated = if seed % 2 == 0 {
            program(seed)
        } else {
            strategic(seed)
        };
        // A position that is turned round is the reference's own affair.
        if generated.mirrored {
            continue;
        }
        let text = generated.source();
        let checked = checked_program(&text).expect("what is generated compiles");
        let mut comparison = Comparison::new(&text, &checked);
        comparison.tally = tally;
        let module = comparison.engine.module();
        let tables =
            (0..module.tables.len() as u16).map(|id| Subject::Table(adv_module::TableId(id)));
        let strategies =
            (0..module.strategies.len() as u16).map(|id| Subject::Strategy(StrategyId(id)));
        for subject in tables.chain(strategies).collect::<Vec<_>>() {
            for text in position::fens(&generated, 5) {
                comparison.line(subject, &crate::common::position(&text), 2);
            }
        }
        tally = comparison.tally;
    }
    println!("{tally:?}");
    assert!(
        tally.compared > adv_testkit::sized(30, 500) && tally.several > adv_testkit::sized(10, 200),
        "{tally:?}"
    );
    assert!(
        tally.deep > adv_testkit::sized(2, 50) && tally.several_later > adv_testkit::sized(1, 20),
        "{tally:?}"
    );
}

/// With the colours exchanged all trees are the same upside down.
#[test]
fn colours_exchanged() {
    let text = crate::common::read("examples/kpk.adv");
    let mut engine = crate::common::engine("kpk.adv", &text);
    let subject = engine.subject_named("kpk").expect("the example has it");
    let material = Material::new(&[Role::King, Role::Pawn], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("a class of three men");
    let mut trees = 0;
    for (_, position) in class.iter().step_by(2_003) {
        let mut ask = |position: &Position| {
            let junction = engine
                .junction(subject, position)
                .expect("men of the table");
            let (wanted, mut tree) = (Wanted::Every, Vec::new());
            engine.branch(
                subject,
                &junction,
                position,
                Mode::Strong,
                wanted,
                &mut tree,
            );
            tree
        };
        let mut upright = ask(&position);
        for node in &mut upright {
            node.mv.from ^= 56;
            node.mv.to ^= 56;
        }
        assert_eq!(ask(&position.mirror()), upright, "{position:?}");
        trees += usize::from(!upright.is_empty());
    }
    assert!(trees > 50, "{trees}");
}

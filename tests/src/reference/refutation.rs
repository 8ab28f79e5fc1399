//! A checker of refutations that asks the rules at every node: all selected moves of ours are there, each shown reply is one of theirs, and
//! every line ends where it is said to end. It builds no refutation and takes no word of the machine's but the moves.
//!
//! ```text
//!   node    moves = the us-moves that are selected there, none left out; each of them
//!             costs too much, or violates the holding-goal, or misses the better-goal with no ply or no reply left, or
//!             has one reply of theirs, after which the same is asked again, or the line goes on at a later node
//! ```
//!
//! A graph that passes proves that there is no tree: whatever move of ours a tree began with, it would have to answer the
//! reply that is shown.

use std::rc::Rc;

use adv_compiler::hir::Advice;
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode};

use super::Reference;
use super::moves::{Candidate, candidates_and_pass};
use super::search::{Bound, Search, effort};
use super::value::{Answer, Fault};
use super::view::View;

/// A move of ours in a refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefRefuted {
    /// The move, in the notation of the Universal Chess Interface.
    pub mv: String,
    /// The reply that refutes it.
    pub reply: Option<String>,
    /// How the line goes on or ends.
    pub by: RefEnd,
}

/// How a line goes on or ends after the last of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefEnd {
    /// The move costs too much.
    Cost,
    /// The holding-goal is violated.
    Holding,
    /// The better-goal is missed, and no ply is left.
    Depth,
    /// The better-goal is missed, and no reply is selected.
    NoReply,
    /// At a node of ours.
    Node(usize),
}

/// What is checked at each node.
struct Checker<'r, 'a> {
    reference: &'r Reference<'a>,
    piece: &'a Advice,
    root: Rc<View>,
    us: Color,
    bound: Bound,
}

/// A node that is still to be checked.
struct Pending {
    number: usize,
    node: Rc<View>,
    ply: u32,
    spent: u64,
}

/// What a line comes to with one more move.
enum After {
    /// It costs too much.
    Dear,
    /// It violates the holding-goal.
    Violated,
    /// It satisfies the better-goal.
    Better,
    /// Neither; what the line has spent.
    Open(u64),
}

impl<'a> Reference<'a> {
    /// Checks a refutation of a piece-of-advice, a list of moves for each node; `plies` is the bound within which there is no tree. The
    /// error says what is wrong where; so does a question that has no answer.
    pub fn check_refutation(
        &self,
        nodes: &[Vec<RefRefuted>],
        advice: usize,
        root: &View,
        us: Color,
        plies: u32,
    ) -> Result<(), String> {
        let piece = self.advice(advice).map_err(|fault| format!("{fault:?}"))?;
        let checker = Checker {
            reference: self,
            piece,
            root: Rc::new(root.clone()),
            us,
            bound: Bound {
                plies,
                effort: effort(piece),
            },
        };
        checker
            .check(nodes)
            .unwrap_or_else(|fault| Err(format!("{fault:?}")))
    }
}

impl Checker<'_, '_> {
    fn check(&self, nodes: &[Vec<RefRefuted>]) -> Answer<Result<(), String>> {
        // The position, ply and cost with which each node was first come to.
        let mut known: Vec<Option<(String, u32, u64)>> = vec![None; nodes.len()];
        let mut pending = vec![Pending {
            number: 0,
            node: Rc::clone(&self.root),
            ply: 0,
            spent: 0,
        }];
        while let Some(here) = pending.pop() {
            let Some(moves) = nodes.get(here.number) else {
                return Ok(Err(format!("there is no node {}", here.number)));
            };
            let key = (place(&here.node), here.ply, here.spent);
            match &known[here.number] {
                Some(before) if *before == key => continue,
                Some(before) => {
                    return Ok(Err(format!("one node is both {before:?} and {key:?}")));
                }
                None => known[here.number] = Some(key),
            }
            match self.node(&here, moves)? {
                Ok(below) => pending.extend(below),
                Err(wrong) => {
                    let at = place(&here.node);
                    return Ok(Err(format!("{wrong}, at ply {} in {at}", here.ply)));
                }
            }
        }
        match known.iter().position(Option::is_none) {
            Some(lost) => Ok(Err(format!("nothing leads to node {lost}"))),
            None => Ok(Ok(())),
        }
    }

    /// Checks one node; returns those that it leads to.
    fn node(&self, here: &Pending, moves: &[RefRefuted]) -> Answer<Result<Vec<Pending>, String>> {
        if here.node.turn() != self.us {
            return Ok(Err("we are not to move".to_owned()));
        }
        if here.ply >= self.bound.plies {
            return Ok(Err("no ply is left".to_owned()));
        }
        let selected = self.selected(&here.node, (here.ply, here.spent))?;
        let mut wanted: Vec<String> = selected.iter().map(|c| c.step.uci()).collect();
        let mut shown: Vec<String> = moves.iter().map(|m| m.mv.clone()).collect();
        wanted.sort();
        shown.sort();
        if wanted != shown {
            return Ok(Err(format!("our moves are {wanted:?}, shown {shown:?}")));
        }
        let mut below = Vec::new();
        for refuted in moves {
            let own = selected.iter().find(|c| c.step.uci() == refuted.mv);
            let Some(own) = own else {
                return Ok(Err(format!("{} is not selected", refuted.mv)));
            };
            match self.refuted(here, own, refuted)? {
                Ok(next) => below.extend(next),
                Err(wrong) => return Ok(Err(format!("{refuted:?}: {wrong}"))),
            }
        }
        Ok(Ok(below))
    }

    /// Checks one move of ours with the reply to it.
    fn refuted(
        &self,
        here: &Pending,
        own: &Candidate,
        refuted: &RefRefuted,
    ) -> Answer<Result<Option<Pending>, String>> {
        let ended = Ok(Ok(None));
        let wrong = |what: &str| Ok(Err(what.to_owned()));
        let after = self.after(&here.node, own, here.spent)?;
        let spent = match (after, &refuted.reply, refuted.by) {
            (After::Dear, None, RefEnd::Cost) | (After::Violated, None, RefEnd::Holding) => {
                return ended;
            }
            (After::Open(spent), _, _) => spent,
            (After::Better, ..) => return wrong("our move satisfies the better-goal"),
            (After::Dear | After::Violated, ..) => {
                return wrong("our move ends the line otherwise");
            }
        };
        let ply = here.ply + 1;
        let left = ply < self.bound.plies;
        let replies = match left {
            true => self.selected(&own.after, (ply, spent))?,
            false => Vec::new(),
        };
        let Some(shown) = &refuted.reply else {
            return match refuted.by {
                RefEnd::Depth if !left => ended,
                RefEnd::NoReply if left && replies.is_empty() => ended,
                _ => wrong("the line does not end so"),
            };
        };
        let Some(at) = replies.iter().position(|c| c.step.uci() == *shown) else {
            return wrong("the reply is not selected");
        };
        let reply = &replies[at];
        let after = self.after(&own.after, reply, spent)?;
        let ply = ply + 1;
        let left = ply < self.bound.plies;
        let next = match (after, refuted.by) {
            (After::Dear, RefEnd::Cost) | (After::Violated, RefEnd::Holding) => None,
            (After::Open(_), RefEnd::Depth) if !left => None,
            (After::Open(spent), RefEnd::Node(number)) if left => Some(Pending {
                number,
                node: Rc::clone(&reply.after),
                ply,
                spent,
            }),
            _ => return wrong("the line does not end so after the reply"),
        };
        if let Err(what) = self.is_the_choice(own, &replies, at, (ply, spent), next.is_none())? {
            return Ok(Err(what));
        }
        Ok(Ok(next))
    }

    /// Whether the shown reply is the one that the rule chooses: the first that ends the line, or else that which leaves us the
    /// fewest moves among those that no tree answers.
    fn is_the_choice(
        &self,
        own: &Candidate,
        replies: &[Candidate],
        at: usize,
        (ply, spent): (u32, u64),
        ends: bool,
    ) -> Answer<Result<(), String>> {
        let fewest = match (ends, self.after(&own.after, &replies[at], spent)?) {
            (false, After::Open(total)) => self.selected(&replies[at].after, (ply, total))?.len(),
            _ => 0,
        };
        for (index, other) in replies.iter().enumerate() {
            let total = match self.after(&own.after, other, spent)? {
                After::Better => continue,
                After::Open(total) if ply < self.bound.plies => total,
                _ if index >= at && ends => continue,
                _ => return Ok(Err(format!("{} ends the line", other.step.uci()))),
            };
            if ends || index == at {
                continue;
            }
            let left = self.selected(&other.after, (ply, total))?.len();
            if (left, index) < (fewest, at) && !self.has_tree(&other.after, ply, total)? {
                return Ok(Err(format!("{} leaves fewer moves", other.step.uci())));
            }
        }
        Ok(Ok(()))
    }

    fn has_tree(&self, node: &Rc<View>, ply: u32, spent: u64) -> Answer<bool> {
        let mut search = Search {
            reference: self.reference,
            advice: self.piece,
            us: self.us,
            root: Rc::clone(&self.root),
            bound: self.bound,
            replies: self.reference.replies(),
            by_depth: Vec::new(),
        };
        Ok(search.expand(node, ply, spent)?.is_some())
    }

    /// What a line comes to with one more move.
    fn after(&self, node: &Rc<View>, candidate: &Candidate, spent: u64) -> Answer<After> {
        let Checker {
            reference,
            piece,
            root,
            us,
            bound,
        } = self;
        let mut total = 0;
        if let Some(effort) = bound.effort {
            let price = reference.price(piece, node, root, *us, candidate)?;
            total = spent.saturating_add(price);
            if total > effort {
                return Ok(After::Dear);
            }
        }
        let after = &candidate.after;
        if !reference.holding(piece, after, root, *us)? {
            return Ok(After::Violated);
        }
        Ok(match reference.better(piece, node, after, root, *us)? {
            true => After::Better,
            false => After::Open(total),
        })
    }

    /// The selected moves of a node whose line has spent so much, in the order of the list.
    fn selected(&self, node: &Rc<View>, (ply, spent): (u32, u64)) -> Answer<Vec<Candidate>> {
        if self.reference.speaks_of_taken(self.piece) {
            let seen = (&self.root, self.us);
            return self
                .reference
                .generated(self.piece, node, seen, (ply, spent), self.bound);
        }
        let names = self
            .reference
            .selected(self.piece, node, &self.root, self.us, ply)?;
        let chess = node.chess();
        let chess = chess.ok_or_else(|| Fault::broken("no position of a game"))?;
        let legal = candidates_and_pass(node, chess);
        let found = |name: &String| legal.iter().find(|c| c.step.uci() == *name).cloned();
        Ok(names.iter().filter_map(found).collect())
    }
}

/// Men, side to move, rights and the square of a pawn that passed: what a node is known by.
fn place(node: &View) -> String {
    let Some(chess) = node.chess() else {
        return String::new();
    };
    let fen = Fen::from_position(chess, EnPassantMode::Legal).to_string();
    let words: Vec<&str> = fen.split(' ').take(4).collect();
    words.join(" ")
}

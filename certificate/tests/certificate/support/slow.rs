//! A second reader of certificates, slow and plain: what the first one accepts has to be true here.
//!
//! It shares no line with the first: positions are FENs, states are kept in a map by their text, and
//! ranks are counted, by playing every game that the certificate allows.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

/// What was found true.
#[derive(Debug, PartialEq, Eq)]
pub struct Truth {
    /// Positions of the claim.
    pub positions: u64,
    /// Plies of the longest game that the moves as written allow from one of them.
    pub longest: u64,
    /// The bound that is claimed.
    pub bound: u64,
}

/// A control point and a position without its clocks.
type State = (u64, String);

/// For each of our moves the replies with the parts of the tree after them; no replies after mate.
type Tree = Vec<Vec<Next>>;

enum Next {
    State(State),
    Tree(Tree),
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn some(&mut self, count: usize) -> &'a [u8] {
        let (first, rest) = self.0.split_at(count);
        self.0 = rest;
        first
    }

    fn number(&mut self, count: usize) -> u64 {
        let bytes = self.some(count).iter().enumerate();
        bytes
            .map(|(at, byte)| u64::from(*byte) * 256_u64.pow(at as u32))
            .sum()
    }

    fn text(&mut self) -> String {
        let count = self.number(2) as usize;
        String::from_utf8(self.some(count).to_vec()).expect("UTF-8")
    }
}

/// Men's letters in the order of the numbering, and how many of each there are.
fn men(bytes: &[u8], black: bool) -> Vec<(char, usize)> {
    let letters = if black {
        "kqrbnpKQRBNP"
    } else {
        "KQRBNPkqrbnp"
    };
    let counts = bytes.iter().flat_map(|byte| [byte % 16, byte / 16]);
    let men = letters.chars().zip(counts.map(usize::from));
    men.filter(|man| man.1 > 0).collect()
}

/// How many numbers there are, and whether the last digit is of a pawn that may be taken.
fn len(men: &[(char, usize)]) -> (u64, bool) {
    let passing = "pP".chars().all(|pawn| men.iter().any(|man| man.0 == pawn));
    let digits = men.iter().map(|man| man.1).sum::<usize>() + usize::from(passing);
    (64_u64.pow(digits as u32), passing)
}

/// The position of a number as shakmaty takes it, and its text.
fn position(men: &[(char, usize)], number: u64, black: bool) -> Option<(Chess, String)> {
    let (mut len, with_passing) = len(men);
    let mut next = || {
        len /= 64;
        (number / len % 64) as usize
    };
    let mut squares = ['1'; 64];
    for &(letter, count) in men {
        let stand: Vec<usize> = (0..count).map(|_| next()).collect();
        for (nth, &square) in stand.iter().enumerate() {
            if squares[square] != '1' || nth > 0 && stand[nth - 1] > square {
                return None;
            }
            squares[square] = letter;
        }
    }
    let passing = match if with_passing { next() } else { 0 } {
        0 => "-".to_owned(),
        at => format!("{}{}", (b'a' + at as u8 % 8) as char, at / 8 + 1),
    };
    let rows: Vec<String> = squares
        .chunks(8)
        .rev()
        .map(|row| row.iter().collect())
        .collect();
    let side = if black { 'b' } else { 'w' };
    let position = chess(&format!("{} {side} - {passing} 0 1", rows.join("/")))?;
    let text = text(&position);
    // A pawn that cannot be taken is not written.
    (text.split(' ').nth(3) == Some(&passing)).then_some((position, text))
}

fn chess(fen: &str) -> Option<Chess> {
    let fen: Fen = fen.parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

fn text(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn sorted(position: &Chess) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    moves.sort_by_key(|m| (m.from(), m.to(), m.promotion()));
    moves
}

fn played(position: &Chess, mv: Move) -> Chess {
    position.clone().play(mv).expect("the move is legal")
}

fn tree(position: &Chess, any: bool, moves: &mut Bytes<'_>, replies: &mut Bytes<'_>) -> Tree {
    let count = if any { moves.number(1) } else { 1 };
    let choices = (0..count).map(|_| {
        let place = moves.number(1) as usize;
        let behind = played(position, sorted(position)[place]);
        let mut all = None;
        let next = sorted(&behind).into_iter().map(|reply| {
            let there = played(&behind, reply);
            let symbol = match *all.get_or_insert_with(|| replies.number(2)) {
                0 => replies.number(2),
                symbol => symbol,
            };
            match symbol {
                0 | 1 => Next::Tree(tree(&there, any, moves, replies)),
                control => Next::State((control - 2, text(&there))),
            }
        });
        let next: Vec<Next> = next.collect();
        assert!(!next.is_empty() || behind.is_checkmate(), "stalemate");
        next
    });
    choices.collect()
}

struct Play<'a> {
    trees: &'a BTreeMap<State, Tree>,
    known: BTreeMap<&'a State, u64>,
    open: BTreeSet<&'a State>,
}

impl<'a> Play<'a> {
    fn state(&mut self, state: &'a State) -> u64 {
        if let Some(&plies) = self.known.get(state) {
            return plies;
        }
        assert!(self.open.insert(state), "{state:?} comes again");
        let tree = self
            .trees
            .get(state)
            .unwrap_or_else(|| panic!("{state:?} has no entry"));
        let plies = self.tree(tree);
        self.open.remove(state);
        self.known.insert(state, plies);
        plies
    }

    fn tree(&mut self, tree: &'a Tree) -> u64 {
        let mut longest = 0;
        for choice in tree {
            longest = longest.max(1);
            for next in choice {
                let behind = match next {
                    Next::State(state) => self.state(state),
                    Next::Tree(tree) => self.tree(tree),
                };
                longest = longest.max(2 + behind);
            }
        }
        assert!(longest > 0, "no move is written");
        longest
    }
}

/// Plays a certificate through. Panics where it does not hold.
pub fn play(bytes: &[u8]) -> Truth {
    let mut bytes = Bytes(&bytes[14..]);
    bytes.text();
    bytes.text();
    bytes.some(32);
    let flags = bytes.some(1)[0];
    let (black, any, only_marked) = (flags & 1 > 0, flags & 2 > 0, flags & 4 > 0);
    let bound = bytes.number(8);
    let of = men(bytes.some(6), black);
    let places = bytes.number(8) as usize;
    bytes.some(places);
    let mut layers = BTreeMap::new();
    for _ in 0..bytes.number(8) {
        let packed = bytes.some(6);
        let control = bytes.number(2);
        let men = men(packed, black);
        let mut number = 0;
        let numbers = (0..bytes.number(8)).map(|_| {
            number += bytes.number(6);
            // Ranks are not believed, so they are not kept.
            bytes.number(2);
            number
        });
        let numbers: Vec<u64> = numbers.collect();
        let order: Vec<u8> = packed.iter().rev().copied().collect();
        layers.insert((order, control), (men, numbers));
    }
    let count = bytes.number(8) as usize;
    let (mut moves, mut replies) = (Bytes(bytes.some(count)), bytes);
    let mut trees = BTreeMap::new();
    let mut marked = BTreeSet::new();
    for ((_, control), (men, numbers)) in layers {
        for number in numbers {
            let (position, text) = position(&men, number, black).expect("a legal position");
            let tree = tree(&position, any, &mut moves, &mut replies);
            if control == 0 && men == of {
                marked.insert((0, text.clone()));
            }
            trees.insert((control, text), tree);
        }
    }
    let claimed: BTreeSet<State> = if only_marked {
        marked
    } else {
        let all = (0..len(&of).0).filter_map(|number| position(&of, number, black));
        let quiet = all.filter(|(_, text)| text.ends_with('-'));
        quiet.map(|(_, text)| (0, text)).collect()
    };
    let side = if black { " b " } else { " w " };
    assert!(claimed.iter().all(|state| state.1.contains(side)));
    let mut play = Play {
        trees: &trees,
        known: BTreeMap::new(),
        open: BTreeSet::new(),
    };
    let longest = claimed
        .iter()
        .map(|state| play.state(state))
        .max()
        .unwrap_or(0);
    assert!(
        bound == 0 || longest <= bound,
        "{longest} plies, claimed are {bound}"
    );
    Truth {
        positions: claimed.len() as u64,
        longest,
        bound,
    }
}

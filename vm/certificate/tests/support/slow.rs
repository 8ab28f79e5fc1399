//! A second reader of certificates, slow and plain: what the first one accepts has to be true here.
//!
//! It shares no line with the first: positions are FENs, states stand in a map by their text, and
//! ranks are not believed but counted, by playing every game that the certificate allows.

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

/// For each of our moves the replies with what stands behind them; no replies where they are mated.
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

    fn number(&mut self) -> u64 {
        let byte = self.some(1)[0];
        if byte < 128 {
            u64::from(byte)
        } else {
            u64::from(byte - 128) + 128 * self.number()
        }
    }

    fn text(&mut self) -> String {
        let count = self.number() as usize;
        String::from_utf8(self.some(count).to_vec()).expect("UTF-8")
    }
}

/// Men's letters and how many there are, in the order of the numbering, without the kings.
fn men(bytes: &[u8], black: bool) -> Vec<(char, u64)> {
    let (ours, theirs) = if black {
        ("qrbnp", "QRBNP")
    } else {
        ("QRBNP", "qrbnp")
    };
    let counts = bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let letters = ours.chars().chain(theirs.chars());
    letters
        .zip(counts.map(u64::from))
        .filter(|man| man.1 > 0)
        .collect()
}

/// Pascal's triangle by its rule, for few men.
fn choose(n: u64, k: u64) -> u64 {
    match k {
        0 => 1,
        1 => n,
        _ => (0..n).map(|below| choose(below, k - 1)).sum(),
    }
}

/// The position of a key as shakmaty takes it, and its text.
fn position(men: &[(char, u64)], key: u64, black: bool) -> Option<(Chess, String)> {
    let len = men.iter().fold(4096, |len, man| len * choose(64, man.1));
    let (mut number, passing) = (key % len, key / len);
    let mut squares = ['1'; 64];
    let mut stand = Vec::new();
    for &(letter, count) in men.iter().rev() {
        let mut place = number % choose(64, count);
        number /= choose(64, count);
        for k in (1..=count).rev() {
            let square = (0..64).rev().find(|&s| choose(s, k) <= place)?;
            place -= choose(square, k);
            stand.push((square, letter));
        }
    }
    let (ours, theirs) = if black { ('k', 'K') } else { ('K', 'k') };
    stand.extend([(number % 64, theirs), (number / 64, ours)]);
    for (square, letter) in stand {
        if squares[square as usize] != '1' {
            return None;
        }
        squares[square as usize] = letter;
    }
    let rows: Vec<String> = squares
        .chunks(8)
        .rev()
        .map(|row| row.iter().collect())
        .collect();
    let passing = match passing {
        0 => "-".to_owned(),
        file => format!(
            "{}{}",
            (b'a' + file as u8 - 1) as char,
            if black { 3 } else { 6 }
        ),
    };
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
    let count = if any { moves.number() } else { 1 };
    let choices = (0..count).map(|_| {
        let head = moves.number();
        let behind = played(position, sorted(position)[head as usize / 2]);
        let mut symbol = None;
        let next = sorted(&behind).into_iter().map(|reply| {
            let there = played(&behind, reply);
            if symbol.is_none() || head % 2 == 1 {
                symbol = Some(replies.number());
            }
            match symbol {
                Some(0) | None => Next::Tree(tree(&there, any, moves, replies)),
                Some(control) => Next::State((control - 1, text(&there))),
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
    bytes.some(8);
    let flags = bytes.some(1)[0];
    let (black, any) = (flags & 1 > 0, flags & 2 > 0);
    bytes.some(1);
    let bound = bytes.number();
    let kind = bytes.some(1)[0];
    let of = if kind < 2 {
        men(bytes.some(5), black)
    } else {
        Vec::new()
    };
    let fens: Vec<String> = match kind {
        2 => (0..bytes.number()).map(|_| bytes.text()).collect(),
        _ => Vec::new(),
    };
    let mut trees = BTreeMap::new();
    let mut marked = Vec::new();
    for _ in 0..bytes.number() {
        let men = men(bytes.some(5), black);
        let control = bytes.number();
        for _ in 0..bytes.number() {
            let first = bytes.number() * 8192;
            let bits = bytes.some(1024);
            let keys = (0..8192).filter(|key| bits[key / 8] >> (key % 8) & 1 > 0);
            let keys: Vec<u64> = keys.map(|key| first + key as u64).collect();
            // Ranks are not believed, so they are not kept.
            keys.iter().for_each(|_| assert!(bytes.number() > 0));
            let (m, r) = (bytes.number() as usize, bytes.number() as usize);
            let (mut moves, mut replies) = (Bytes(bytes.some(m)), Bytes(bytes.some(r)));
            for key in keys {
                let (position, text) = position(&men, key, black).expect("a legal position");
                let tree = tree(&position, any, &mut moves, &mut replies);
                if control == 0 && men == of {
                    marked.push((0, text.clone()));
                }
                trees.insert((control, text), tree);
            }
        }
    }
    let claimed: BTreeSet<State> = match kind {
        0 => {
            let len = of.iter().fold(4096, |len, man| len * choose(64, man.1));
            let all = (0..len).filter_map(|number| position(&of, number, black));
            all.map(|(_, text)| (0, text)).collect()
        }
        1 => marked.into_iter().collect(),
        _ => fens
            .iter()
            .map(|fen| (0, text(&chess(fen).expect("a position"))))
            .collect(),
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

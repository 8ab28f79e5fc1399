//! Writes certificates: the other half of the format that `adv-certificate` describes and checks.
//!
//! It knows no rules of chess and depends on nothing: positions come as sets of squares (a1 = 0,
//! b1 = 1, … h8 = 63), moves as squares. What it is given wrongly makes a certificate that is refused.
//!
//! ```text
//! let mut writer = Writer::new(header);
//! let krk = writer.layer(material, 0);              the states of one material and control point
//! writer.entry(krk, &placement, 5, &node);          in any order; 5 plies to mate at most
//! let bytes = writer.finish();
//! ```

use std::collections::BTreeMap;

const MAGIC: &[u8] = b"ADVP";
/// The version whose entries are numbers, and the one whose entries are whole positions.
pub(crate) const NUMBERED: u16 = 2;
const WHOLE: u16 = 3;
/// The most digits of a position's number: 48 bits.
const DIGITS: usize = 8;

/// A man's kind: the place in [`Placement::roles`].
pub(crate) const QUEEN: u8 = 1;
/// See [`QUEEN`].
pub(crate) const KNIGHT: u8 = 4;

/// A position with us to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The squares of kings, queens, rooks, bishops, knights and pawns.
    pub(crate) roles: [u64; 6],
    /// The squares of White and of Black.
    pub(crate) colours: [u64; 2],
    /// The file (a = 0) of a pawn that we may legally take in passing.
    pub(crate) passing: Option<u8>,
    /// Castling rights: 1 and 2 of White on the king's and the queen's side, 4 and 8 of Black.
    pub(crate) castling: u8,
}

/// The bytes of a position that is written whole, with its control point.
pub(crate) const KEY: usize = 26 + 2;

/// How many queens, rooks, bishops, knights and pawns White and Black have.
pub(crate) type Material = [[u8; 5]; 2];

/// The material of a position.
pub(crate) fn material(placement: &Placement) -> Material {
    placement.colours.map(|colour| {
        std::array::from_fn(|kind| (placement.roles[kind + 1] & colour).count_ones() as u8)
    })
}

/// The kinds of men in the order of a number's digits, as colour, place in [`Placement::roles`] and how many.
pub(crate) fn kinds(material: &Material, us: usize) -> impl Iterator<Item = (usize, usize, u8)> {
    let sides = [us, 1 - us].into_iter();
    sides.flat_map(move |colour| {
        let counts = material.get(colour).copied().unwrap_or_default();
        let others = (1..).zip(counts);
        let all = std::iter::once((0, 1)).chain(others);
        all.map(move |(kind, count)| (colour, kind, count))
    })
}

/// The name of a material in the order of layers: four bits for each kind of man, ours first.
pub(crate) fn packed(material: &Material, us: usize) -> u64 {
    let counts = (0..).step_by(4).zip(kinds(material, us));
    counts.fold(0, |packed, (shift, (_, _, count))| {
        packed | u64::from(count & 15) << shift
    })
}

/// True where both sides have pawns: one of them may be taken in passing.
pub(crate) fn has_passing(material: &Material) -> bool {
    material.iter().all(|[.., pawns]| *pawns > 0)
}

/// True where the numbers of a material's positions have more digits than a certificate can hold.
pub(crate) fn too_many_men(material: &Material) -> bool {
    let men = material.iter().flatten().map(|&count| usize::from(count));
    2 + men.sum::<usize>() + usize::from(has_passing(material)) > DIGITS
}

/// A move: from, to, and the kind that a pawn becomes ([`QUEEN`] to [`KNIGHT`]).
pub(crate) type Move = (u8, u8, Option<u8>);

/// The order in which a certificate counts moves.
pub(crate) fn order((from, to, promotion): Move) -> (u8, u8, u8) {
    (from, to, promotion.map_or(0, |kind| 6 - kind))
}

/// The place of a move among all legal moves of its position, given in any order.
pub(crate) fn place(mv: Move, legal: impl IntoIterator<Item = Move>) -> u32 {
    let lower = legal.into_iter().filter(|&other| order(other) < order(mv));
    lower.count() as u32
}

/// A position of a tree in which we are to move: one move, or with any-choice one or more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Node {
    /// The moves.
    pub(crate) choices: Vec<CertifiedMove>,
}

/// A move of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CertifiedMove {
    /// Its [`place`] among the legal moves.
    pub(crate) place: u32,
    /// The result.
    pub(crate) behind: Behind,
}

/// What follows a move of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Behind {
    /// They are mated.
    Mate,
    /// Every reply leads to an entry under this control point.
    Leaf(u32),
    /// Every reply in any order, and what it leads to.
    Each(Vec<(Move, Reply)>),
}

/// What follows a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// An entry under this control point.
    Entry(u32),
    /// The tree goes on.
    Node(Node),
}

/// The set of positions that is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    /// Every legal position of this material with us to move, without castling and en passant.
    All(Material),
    /// The positions that are entered in the layer of this material and control point 0.
    Marked(Material),
    /// The positions that are entered by [`Writer::board`] as those of the claim.
    Boards,
}

/// The claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The claim in words.
    pub(crate) claim: String,
    /// The program's name.
    pub(crate) program: String,
    /// A fingerprint of it.
    pub(crate) fingerprint: [u8; 32],
    /// Whether we are White.
    pub(crate) white: bool,
    /// Whether nodes have several moves.
    pub(crate) any_choice: bool,
    /// The most plies to mate, 0 where nothing is said of them.
    pub(crate) bound: u64,
    /// The positions.
    pub(crate) set: Set,
    /// What each control point is in the program, as numbers: for the program's owner, not for the checker.
    pub(crate) places: Vec<Vec<u32>>,
}

/// A layer of a [`Writer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LayerId(usize);

struct CertificateLayer {
    material: Material,
    /// Numbers, and where in the pool their ranks and trees are.
    entries: Vec<(u64, usize)>,
}

/// The bytes of an entry until it is written, without its tree: its place among the entries, its key, which is sorted, its place in the order,
/// and what is written.
const NUMBERED_BYTES: usize = 2 * 24 + 2 * 16 + 8 + 8 + 2 * 8;
const WHOLE_BYTES: usize = 2 * 24 + 2 * 40 + 20 + 8 + 2 * 31;

/// Collects entries and puts them in order.
pub(crate) struct Writer {
    header: Header,
    /// Layers by packed material and control point: the order of the file.
    names: BTreeMap<(u64, u32), usize>,
    layers: Vec<CertificateLayer>,
    /// The entries in the order in which they came.
    pool: Vec<Entry>,
    moves: Vec<u8>,
    replies: Vec<u8>,
    /// Whole positions with their control points, whether the claim speaks of them, and their places in the pool.
    boards: Vec<([u8; KEY], bool, usize)>,
}

/// A rank, and where the tree's moves and replies begin; they end where those of the next entry begin.
struct Entry {
    rank: u16,
    moves: usize,
    replies: usize,
}

impl Writer {
    /// No entries yet.
    pub(crate) fn new(header: Header) -> Writer {
        Writer {
            header,
            names: BTreeMap::new(),
            layers: Vec::new(),
            pool: Vec::new(),
            moves: Vec::new(),
            replies: Vec::new(),
            boards: Vec::new(),
        }
    }

    fn us(&self) -> usize {
        usize::from(!self.header.white)
    }

    /// The layer of a material and a control point, made with the first request.
    pub(crate) fn layer(&mut self, material: &Material, control: u32) -> LayerId {
        let name = (packed(material, self.us()), control);
        let next = self.layers.len();
        let at = *self.names.entry(name).or_insert(next);
        if at == next {
            self.layers.push(CertificateLayer {
                material: *material,
                entries: Vec::new(),
            });
        }
        LayerId(at)
    }

    /// Enters a state: its position, the most plies that mate takes from it, its tree. Of two entries
    /// of one state the first stays.
    pub(crate) fn entry(&mut self, layer: LayerId, placement: &Placement, plies: u32, node: &Node) {
        let at = self.pooled(plies, node);
        let us = self.us();
        if let Some(layer) = self.layers.get_mut(layer.0) {
            let number = number(&layer.material, placement, us);
            layer.entries.push((number, at));
        }
    }

    /// Enters a state whose position is written whole; `claimed` where the claim speaks of it.
    pub(crate) fn board(
        &mut self,
        placement: &Placement,
        control: u32,
        claimed: bool,
        plies: u32,
        node: &Node,
    ) {
        let at = self.pooled(plies, node);
        let key = key(
            placement,
            self.us(),
            u16::try_from(control).unwrap_or(u16::MAX),
        );
        self.boards.push((key, claimed, at));
    }

    /// Keeps a rank and a tree; returns their place in the pool.
    fn pooled(&mut self, plies: u32, node: &Node) -> usize {
        let (moves, replies) = (self.moves.len(), self.replies.len());
        self.node(node);
        self.pool.push(Entry {
            // The rank counts our moves, of which the last gives mate.
            rank: u16::try_from(plies.div_ceil(2)).unwrap_or(u16::MAX),
            moves,
            replies,
        });
        self.pool.len() - 1
    }

    fn node(&mut self, node: &Node) {
        if self.header.any_choice {
            self.moves.push(node.choices.len() as u8);
        }
        for choice in &node.choices {
            self.moves.push(choice.place as u8);
            match &choice.behind {
                Behind::Mate => {}
                Behind::Leaf(control) => self.reply(symbol(&Reply::Entry(*control))),
                Behind::Each(replies) => {
                    let mut replies: Vec<&(Move, Reply)> = replies.iter().collect();
                    replies.sort_by_key(|(mv, _)| order(*mv));
                    let first = replies.first().map_or(0, |(_, reply)| symbol(reply));
                    let each = replies.iter().any(|(_, reply)| symbol(reply) != first);
                    self.reply(if each { 0 } else { first });
                    for (_, reply) in replies {
                        if each {
                            self.reply(symbol(reply));
                        }
                        if let Reply::Node(node) = reply {
                            self.node(node);
                        }
                    }
                }
            }
        }
    }

    fn reply(&mut self, symbol: u16) {
        self.replies.extend_from_slice(&symbol.to_le_bytes());
    }

    /// The certificate.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let mut body = Vec::new();
        let header = &self.header;
        let version = match header.set {
            Set::All(_) | Set::Marked(_) => NUMBERED,
            Set::Boards => WHOLE,
        };
        for text in [&header.claim, &header.program] {
            if version == NUMBERED {
                // Sixteen bits must be enough for the length.
                let text: String = text.chars().take(16_000).collect();
                body.extend_from_slice(&(text.len() as u16).to_le_bytes());
                body.extend_from_slice(text.as_bytes());
            } else {
                body.extend_from_slice(&(text.len() as u32).to_le_bytes());
                body.extend_from_slice(text.as_bytes());
            }
        }
        body.extend_from_slice(&header.fingerprint);
        let marked = !matches!(header.set, Set::All(_));
        let flags = [!header.white, header.any_choice, marked];
        let flags = (0..).zip(flags).map(|(bit, flag)| u8::from(flag) << bit);
        body.push(flags.sum());
        body.extend_from_slice(&header.bound.to_le_bytes());
        if let Set::All(material) | Set::Marked(material) = &header.set {
            put_six(&mut body, packed(material, self.us()));
        }
        let places = places(&header.places);
        body.extend_from_slice(&(places.len() as u64).to_le_bytes());
        body.extend_from_slice(&places);
        let order = match version {
            NUMBERED => self.numbered(&mut body),
            _ => self.whole(&mut body),
        };
        // Both are kept in the order in which the entries came, and written in theirs.
        self.layers = Vec::new();
        self.boards = Vec::new();
        let part = |bytes: &[u8], begin: fn(&Entry) -> usize, at: usize| {
            let end = self.pool.get(at + 1).map_or(bytes.len(), begin);
            Some(begin(self.pool.get(at)?)..end)
        };
        let moves = order
            .iter()
            .filter_map(|at| self.moves.get(part(&self.moves, |e| e.moves, *at)?));
        let replies = order
            .iter()
            .filter_map(|at| self.replies.get(part(&self.replies, |e| e.replies, *at)?));
        let count: usize = moves.clone().map(<[u8]>::len).sum();
        body.extend_from_slice(&(count as u64).to_le_bytes());
        moves.for_each(|moves| body.extend_from_slice(moves));
        replies.for_each(|replies| body.extend_from_slice(replies));
        let sum = match version {
            NUMBERED => checksum(&body),
            // It begins with the version.
            _ => checksum(version.to_le_bytes().iter().chain(&body)),
        };
        let head = MAGIC.iter().copied().chain(version.to_le_bytes());
        // In place: the body may be large.
        body.splice(0..0, head.chain(sum.to_le_bytes()));
        body
    }

    /// The bytes that it takes at most to finish what is entered so far: vectors grow by doubling, and what is entered is there until it is
    /// written.
    pub(crate) fn bytes(&self) -> u64 {
        let each = match self.boards.is_empty() {
            true => NUMBERED_BYTES,
            false => WHOLE_BYTES,
        };
        (self.pool.len() * each + 4 * (self.moves.len() + self.replies.len())) as u64
    }

    /// Writes the entries by layers; returns their places in the pool.
    fn numbered(&mut self, body: &mut Vec<u8>) -> Vec<usize> {
        let mut order = Vec::new();
        body.extend_from_slice(&(self.names.len() as u64).to_le_bytes());
        for (&(men, control), &at) in &self.names {
            put_six(body, men);
            body.extend_from_slice(&u16::try_from(control).unwrap_or(u16::MAX).to_le_bytes());
            let Some(layer) = self.layers.get_mut(at) else {
                continue;
            };
            // Stable, so that of equal numbers the first one stays.
            layer.entries.sort_by_key(|entry| entry.0);
            layer.entries.dedup_by_key(|entry| entry.0);
            body.extend_from_slice(&(layer.entries.len() as u64).to_le_bytes());
            let mut last = 0;
            for (number, at) in &layer.entries {
                put_six(body, number - last);
                last = *number;
                let rank = self.pool.get(*at).map_or(0, |entry| entry.rank);
                body.extend_from_slice(&rank.to_le_bytes());
                order.push(*at);
            }
        }
        order
    }

    /// Writes the entries whose positions are whole; returns their places in the pool.
    fn whole(&mut self, body: &mut Vec<u8>) -> Vec<usize> {
        self.boards.sort_by_key(|entry| entry.0);
        self.boards.dedup_by_key(|entry| entry.0);
        body.extend_from_slice(&(self.boards.len() as u64).to_le_bytes());
        let each = self.boards.iter().map(|(key, claimed, at)| {
            let rank = self.pool.get(*at).map_or(0, |entry| entry.rank);
            body.extend_from_slice(key);
            body.push(u8::from(*claimed));
            body.extend_from_slice(&rank.to_le_bytes());
            *at
        });
        each.collect()
    }
}

/// The places of control points in their order: the number of words of each, u16, and the words, u32 each.
fn places(places: &[Vec<u32>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for words in places {
        bytes.extend_from_slice(&(words.len() as u16).to_le_bytes());
        words
            .iter()
            .for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    }
    bytes
}

/// The number of a position: the squares of its men as digits to the base 64.
pub(crate) fn number(material: &Material, placement: &Placement, us: usize) -> u64 {
    let mut number = 0;
    let set = |sets: &[u64], at: usize| sets.get(at).copied().unwrap_or(0);
    for (colour, kind, _) in kinds(material, us) {
        let mut squares = set(&placement.roles, kind) & set(&placement.colours, colour);
        while squares != 0 {
            number = number << 6 | u64::from(squares.trailing_zeros());
            squares &= squares - 1;
        }
    }
    if has_passing(material) {
        number = number << 6 | u64::from(passed(placement, us));
    }
    number
}

/// A whole position and its control point: the occupied squares, four bits for each man in their order, castling rights, and the
/// square of a pawn that may be taken in passing, or 0.
pub(crate) fn key(placement: &Placement, us: usize, control: u16) -> [u8; KEY] {
    let [white, black] = placement.colours;
    let occupied = white | black;
    let mut men = [0; 16];
    let mut squares = occupied;
    for nth in 0..32 {
        let square = squares & squares.wrapping_neg();
        squares ^= square;
        let kind = placement.roles.iter().position(|set| set & square != 0);
        let bits = kind.map_or(0, |kind| kind as u8 + 1) + if black & square != 0 { 8 } else { 0 };
        if let Some(byte) = men.get_mut(nth / 2) {
            *byte |= bits << (4 * (nth % 2));
        }
    }
    let passing = passed(placement, us);
    let mut key = [0; KEY];
    let [low, high] = control.to_le_bytes();
    let rest = [placement.castling, passing, low, high];
    let bytes = occupied.to_le_bytes().into_iter().chain(men).chain(rest);
    key.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte);
    key
}

/// The square where we may take a pawn in passing, or 0.
fn passed(placement: &Placement, us: usize) -> u8 {
    let row = if us == 0 { 40 } else { 16 };
    placement.passing.map_or(0, |file| file + row)
}

fn put_six(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(number.to_le_bytes().into_iter().take(6));
}

fn symbol(reply: &Reply) -> u16 {
    match reply {
        Reply::Node(_) => 1,
        Reply::Entry(control) => u16::try_from(control.saturating_add(2)).unwrap_or(u16::MAX),
    }
}

/// FNV-1a, 64 bits.
pub(crate) fn checksum<'b>(bytes: impl IntoIterator<Item = &'b u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

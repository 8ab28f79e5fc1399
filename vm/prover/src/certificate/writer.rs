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
const VERSION: u16 = 1;
/// Keys of a page: its entries stand together.
const PAGE: u64 = 8192;

/// A man's kind: the place in [`Placement::roles`].
pub(crate) const QUEEN: u8 = 1;
/// See [`QUEEN`].
pub(crate) const KNIGHT: u8 = 4;

/// A position with us to move and without castling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The squares of kings, queens, rooks, bishops, knights and pawns.
    pub(crate) roles: [u64; 6],
    /// The squares of White and of Black.
    pub(crate) colours: [u64; 2],
    /// The file (a = 0) of a pawn that we may legally take in passing.
    pub(crate) passing: Option<u8>,
}

/// How many queens, rooks, bishops, knights and pawns White and Black have.
pub(crate) type Material = [[u8; 5]; 2];

/// The material of a position.
pub(crate) fn material(placement: &Placement) -> Material {
    placement.colours.map(|colour| {
        std::array::from_fn(|kind| (placement.roles[kind + 1] & colour).count_ones() as u8)
    })
}

/// A move: from, to, and the kind that a pawn becomes ([`QUEEN`] to [`KNIGHT`]).
pub(crate) type Move = (u8, u8, Option<u8>);

/// The order in which a certificate counts moves.
fn order((from, to, promotion): Move) -> (u8, u8, u8) {
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
    pub(crate) choices: Vec<Choice>,
}

/// A move of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Its [`place`] among the legal moves.
    pub(crate) place: u32,
    /// What comes of it.
    pub(crate) behind: Behind,
}

/// What stands behind a move of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Behind {
    /// They are mated.
    Mate,
    /// Every reply leads to an entry under this control point.
    Leaf(u32),
    /// Every reply in any order, and what it leads to.
    Each(Vec<(Move, Reply)>),
}

/// What stands behind a reply.
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
    /// The positions of these FENs.
    Listed(Vec<String>),
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The claim in words.
    pub(crate) claim: String,
    /// The program's name.
    pub(crate) program: String,
    /// A fingerprint of its source.
    pub(crate) fingerprint: u64,
    /// Whether we are White.
    pub(crate) white: bool,
    /// Whether nodes have several moves.
    pub(crate) any_choice: bool,
    /// The most plies to mate, 0 where nothing is said of them.
    pub(crate) bound: u64,
    /// The positions.
    pub(crate) set: Set,
}

/// A layer of a [`Writer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LayerId(usize);

struct Layer {
    /// Colour, kind, number of men and number of their sets of squares.
    groups: Vec<(usize, usize, u64, u64)>,
    /// The number of numbers.
    len: u64,
    /// Keys, and where in the pool their trees are.
    entries: Vec<(u64, u64)>,
}

/// Collects entries and puts them in order.
pub(crate) struct Writer {
    header: Header,
    /// Layers by packed material and control point: the order of the file.
    names: BTreeMap<(u64, u32), usize>,
    layers: Vec<Layer>,
    /// For each entry: rank, lengths of moves and of replies, moves, replies.
    pool: Vec<u8>,
    moves: Vec<u8>,
    replies: Vec<u8>,
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
        }
    }

    fn us(&self) -> usize {
        usize::from(!self.header.white)
    }

    /// Four bits for each kind of man, ours first.
    fn packed(&self, material: &Material) -> u64 {
        let us = self.us();
        let counts = material[us].iter().chain(&material[1 - us]);
        counts
            .rev()
            .fold(0, |packed, &count| packed << 4 | u64::from(count))
    }

    /// The layer of a material and a control point, made when it is first asked for.
    pub(crate) fn layer(&mut self, material: &Material, control: u32) -> LayerId {
        let name = (self.packed(material), control);
        if let Some(&at) = self.names.get(&name) {
            return LayerId(at);
        }
        let us = self.us();
        let mut groups = Vec::new();
        for colour in [us, 1 - us] {
            for (kind, &count) in material[colour].iter().enumerate() {
                if count > 0 {
                    let count = u64::from(count);
                    groups.push((colour, kind + 1, count, sets(64, count)));
                }
            }
        }
        let len = groups
            .iter()
            .fold(64 * 64_u64, |len, group| len.saturating_mul(group.3));
        self.names.insert(name, self.layers.len());
        self.layers.push(Layer {
            groups,
            len,
            entries: Vec::new(),
        });
        LayerId(self.layers.len() - 1)
    }

    /// Enters a state: its position, the most plies that mate takes from it, its tree. Of two entries
    /// of one state the first stays.
    pub(crate) fn entry(&mut self, layer: LayerId, placement: &Placement, plies: u32, node: &Node) {
        self.moves.clear();
        self.replies.clear();
        self.node(node);
        let at = self.pool.len() as u64;
        // The rank counts our moves, of which the last gives mate.
        varint(&mut self.pool, u64::from(plies.div_ceil(2)));
        varint(&mut self.pool, self.moves.len() as u64);
        varint(&mut self.pool, self.replies.len() as u64);
        self.pool.extend_from_slice(&self.moves);
        self.pool.extend_from_slice(&self.replies);
        let us = self.us();
        let layer = &mut self.layers[layer.0];
        layer.entries.push((layer.key(placement, us), at));
    }

    fn node(&mut self, node: &Node) {
        if self.header.any_choice {
            varint(&mut self.moves, node.choices.len() as u64);
        }
        for choice in &node.choices {
            let head = u64::from(choice.place) * 2;
            match &choice.behind {
                Behind::Mate => varint(&mut self.moves, head),
                Behind::Leaf(control) => {
                    varint(&mut self.moves, head);
                    varint(&mut self.replies, u64::from(*control) + 1);
                }
                Behind::Each(replies) => {
                    let mut replies: Vec<&(Move, Reply)> = replies.iter().collect();
                    replies.sort_by_key(|(mv, _)| order(*mv));
                    let first = replies.first().map_or(0, |(_, reply)| symbol(reply));
                    let each = replies.iter().any(|(_, reply)| symbol(reply) != first);
                    varint(&mut self.moves, head + u64::from(each));
                    for (number, (_, reply)) in replies.into_iter().enumerate() {
                        if each || number == 0 {
                            varint(&mut self.replies, symbol(reply));
                        }
                        if let Reply::Node(node) = reply {
                            self.node(node);
                        }
                    }
                }
            }
        }
    }

    /// The certificate.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let mut body = Vec::new();
        let header = &self.header;
        for text in [&header.claim, &header.program] {
            varint(&mut body, text.len() as u64);
            body.extend_from_slice(text.as_bytes());
        }
        body.extend_from_slice(&header.fingerprint.to_le_bytes());
        body.push(u8::from(!header.white) | u8::from(header.any_choice) << 1);
        body.push(1);
        varint(&mut body, header.bound);
        let mut whole = None;
        match &header.set {
            Set::All(material) => {
                body.push(0);
                whole = Some((self.packed(material), 0));
                body.extend_from_slice(&self.packed(material).to_le_bytes()[..5]);
            }
            Set::Marked(material) => {
                body.push(1);
                body.extend_from_slice(&self.packed(material).to_le_bytes()[..5]);
            }
            Set::Listed(fens) => {
                body.push(2);
                varint(&mut body, fens.len() as u64);
                for fen in fens {
                    varint(&mut body, fen.len() as u64);
                    body.extend_from_slice(fen.as_bytes());
                }
            }
        }
        varint(&mut body, self.names.len() as u64);
        for (&(material, control), &at) in &self.names {
            body.extend_from_slice(&material.to_le_bytes()[..5]);
            varint(&mut body, u64::from(control));
            self.layers[at].write(&self.pool, whole == Some((material, control)), &mut body);
            // What has been written is not needed any more.
            self.layers[at].entries = Vec::new();
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&checksum(&body).to_le_bytes());
        bytes.append(&mut body);
        bytes
    }
}

impl Layer {
    fn key(&self, placement: &Placement, us: usize) -> u64 {
        let kings = placement.roles[0];
        let king = |colour: usize| u64::from((kings & placement.colours[colour]).trailing_zeros());
        let mut number = king(us) * 64 + king(1 - us);
        for &(colour, kind, _, sets_of_group) in &self.groups {
            let mut squares = placement.roles[kind] & placement.colours[colour];
            let mut rank = 0;
            let mut nth = 1;
            while squares != 0 {
                rank += sets(u64::from(squares.trailing_zeros()), nth);
                squares &= squares - 1;
                nth += 1;
            }
            number = number * sets_of_group + rank;
        }
        number + self.len * placement.passing.map_or(0, |file| u64::from(file) + 1)
    }

    fn write(&mut self, pool: &[u8], whole: bool, body: &mut Vec<u8>) {
        // Stable, so that of equal keys the first one stays.
        self.entries.sort_by_key(|entry| entry.0);
        self.entries.dedup_by_key(|entry| entry.0);
        let mut pages: Vec<&[(u64, u64)]> = self
            .entries
            .chunk_by(|a, b| a.0 / PAGE == b.0 / PAGE)
            .collect();
        let numbers: Vec<u64> = pages.iter().map(|page| page[0].0 / PAGE).collect();
        // A claim about every position has every page, so that it can be seen what is missing.
        let mut all: BTreeMap<u64, &[(u64, u64)]> =
            numbers.into_iter().zip(pages.drain(..)).collect();
        let end = if whole { self.len.div_ceil(PAGE) } else { 0 };
        for number in 0..end {
            all.entry(number).or_default();
        }
        varint(body, all.len() as u64);
        let (mut moves, mut replies) = (Vec::new(), Vec::new());
        for (number, page) in all {
            varint(body, number);
            let mut bits = [0_u8; PAGE as usize / 8];
            for (key, _) in page {
                bits[(key % PAGE / 8) as usize] |= 1 << (key % 8);
            }
            body.extend_from_slice(&bits);
            for &(_, at) in page {
                let mut at = at as usize;
                varint(body, read_varint(pool, &mut at));
                let lengths = [read_varint(pool, &mut at), read_varint(pool, &mut at)];
                let (m, r) = (lengths[0] as usize, lengths[1] as usize);
                moves.extend_from_slice(&pool[at..at + m]);
                replies.extend_from_slice(&pool[at + m..at + m + r]);
            }
            varint(body, moves.len() as u64);
            varint(body, replies.len() as u64);
            body.append(&mut moves);
            body.append(&mut replies);
        }
    }
}

fn symbol(reply: &Reply) -> u64 {
    match reply {
        Reply::Node(_) => 0,
        Reply::Entry(control) => u64::from(*control) + 1,
    }
}

/// The number of sets of k of n squares.
fn sets(n: u64, k: u64) -> u64 {
    match k {
        0 => 1,
        1 => n,
        _ if k > n => 0,
        _ => (0..k).fold(1, |product, i| product * (n - i) / (i + 1)),
    }
}

fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value > 127 {
        bytes.push(value as u8 | 128);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn read_varint(bytes: &[u8], at: &mut usize) -> u64 {
    let mut value = 0;
    let mut shift = 0;
    loop {
        let byte = bytes[*at];
        *at += 1;
        value |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            return value;
        }
    }
}

/// FNV-1a, 64 bits.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

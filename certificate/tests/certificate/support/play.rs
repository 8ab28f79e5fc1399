//! Proofs to be certified: best play by the tables of distances, cut into trees in several ways.

use std::collections::BTreeSet;

use adv_chess::notation::{fen, parse_fen};
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_tables::Tables;

use super::writer::{self, material, place};
use super::writer::{Behind, CertifiedMove, Header, Move, Node, Placement, Reply, Set, Writer};

/// How play is cut into entries.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The side that mates.
    pub us: Color,
    /// Whether every best move is written.
    pub any_choice: bool,
    /// Moves of ours in a tree.
    pub depth: u32,
    /// Whether states are spread over several control points.
    pub controls: bool,
}

/// White, one best move, trees of one move, one control point.
pub const PLAIN: Plan = Plan {
    us: Color::White,
    any_choice: false,
    depth: 1,
    controls: false,
};

/// The header of a plan's certificate.
pub fn header(plan: Plan, set: Set) -> Header {
    Header {
        claim: "the side mates".to_owned(),
        program: "test".to_owned(),
        fingerprint: [0x5a; 32],
        white: plan.us == Color::White,
        any_choice: plan.any_choice,
        bound: 0,
        set,
        places: vec![vec![0, 1, 2], vec![]],
    }
}

/// The material of a name such as `KRvK`.
pub fn class(name: &str) -> Material {
    let men = |side: &str| -> Vec<Role> { side.chars().filter_map(Role::from_letter).collect() };
    let (white, black) = name.split_once('v').expect("a name has two sides");
    Material::new(&men(white), &men(black))
}

/// Tables with these classes.
pub fn tables(names: &[&str]) -> Tables {
    let mut tables = Tables::new();
    for name in names {
        let made = tables.prepare(&class(name), &mut |_, _| {});
        made.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    tables
}

/// A position as the writer takes it.
pub fn placement(position: &Position) -> Placement {
    let passing = position
        .legal_moves()
        .into_iter()
        .find(|m| m.is_en_passant());
    Placement {
        roles: position.by_role,
        colours: position.by_color,
        passing: passing.map(|m| m.to % 8),
        castling: position.castling(),
    }
}

/// A move as the writer takes it.
pub fn plain(m: adv_chess::Move) -> Move {
    (m.from, m.to, m.promotion().map(|role| role.index() as u8))
}

/// Every legal position of a class.
pub fn all(name: &str, us: Color) -> Vec<Position> {
    let class = ClassIndex::new(class(name), us).expect("the class can be numbered");
    class.iter().map(|(_, position)| position).collect()
}

/// The certificate of best play from every legal position of a class.
pub fn certify_all(tables: &Tables, name: &str, plan: Plan) -> Vec<u8> {
    let positions = all(name, plan.us);
    let men = material(&placement(&positions[0]));
    certify(tables, plan, header(plan, Set::All(men)), positions)
}

/// The positions of FENs, which are marked.
pub fn marked(plan: Plan, fens: &[&str]) -> (Header, Vec<Position>) {
    let parsed = fens.iter().map(|text| parse_fen(text).expect("a FEN"));
    let positions: Vec<Position> = parsed.collect();
    let men = material(&placement(&positions[0]));
    (header(plan, Set::Marked(men)), positions)
}

/// The certificate of best play from some positions.
pub fn certify_fens(tables: &Tables, fens: &[&str], plan: Plan) -> Vec<u8> {
    let (header, positions) = marked(plan, fens);
    certify(tables, plan, header, positions)
}

/// The certificate of best play from some positions, with this header. If some are marked, these alone
/// have control point 0.
pub fn certify(tables: &Tables, plan: Plan, header: Header, start: Vec<Position>) -> Vec<u8> {
    let first = u32::from(matches!(header.set, Set::Marked(_)));
    let mut writer = Writer::new(header);
    let open = start.into_iter().map(|position| (0, position)).collect();
    fill(&mut writer, tables, plan, first, open);
    writer.finish()
}

/// Enters best play from positions at control points; it goes on at the control point `first`.
pub fn fill(
    writer: &mut Writer,
    tables: &Tables,
    plan: Plan,
    first: u32,
    open: Vec<(u32, Position)>,
) {
    let mut prover = Prover {
        tables,
        plan,
        open,
        seen: BTreeSet::new(),
        first,
    };
    while let Some((control, position)) = prover.open.pop() {
        let at = placement(&position);
        if prover
            .seen
            .insert((control, at.roles, at.colours, at.passing))
        {
            let layer = writer.layer(&material(&at), control);
            let plies = prover.plies(&position);
            let node = prover.node(&position, plan.depth);
            writer.entry(layer, &at, plies, &node);
        }
    }
}

type State = (u32, [u64; 6], [u64; 2], Option<u8>);

struct Prover<'a> {
    tables: &'a Tables,
    plan: Plan,
    open: Vec<(u32, Position)>,
    seen: BTreeSet<State>,
    /// The control point that play goes to.
    first: u32,
}

impl Prover<'_> {
    fn plies(&self, position: &Position) -> u32 {
        let dtm = self.tables.dtm(position).and_then(|dtm| dtm.plies());
        u32::from(dtm.unwrap_or_else(|| panic!("{} is no win", fen(position))))
    }

    fn node(&mut self, position: &Position, depth: u32) -> Node {
        let ranked = self.tables.ranked_moves(position).expect("a table");
        let legal = || ranked.iter().map(|r| plain(r.mv));
        let best = self.plies(position);
        let good = ranked
            .iter()
            .filter(|r| r.value == adv_tables::Dtm::Win(best as u16));
        let count = if self.plan.any_choice { usize::MAX } else { 1 };
        let choices = good.take(count).map(|r| CertifiedMove {
            place: place(plain(r.mv), legal()),
            behind: self.behind(&position.play(r.mv), depth),
        });
        Node {
            choices: choices.collect(),
        }
    }

    fn behind(&mut self, position: &Position, depth: u32) -> Behind {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Behind::Mate;
        }
        if depth == 1 && !self.plan.controls {
            self.open
                .extend(replies.iter().map(|&m| (self.first, position.play(m))));
            return Behind::Leaf(self.first);
        }
        let lead = |m: adv_chess::Move| {
            let behind = position.play(m);
            // A tree that goes on after some replies only, where control points are used.
            let on = depth > 1 && (!self.plan.controls || !m.to.is_multiple_of(3));
            let control = if self.plan.controls {
                self.first + u32::from(m.to % 2)
            } else {
                self.first
            };
            let reply = if on {
                Reply::Node(self.node(&behind, depth - 1))
            } else {
                self.open.push((control, behind));
                Reply::Entry(control)
            };
            (plain(m), reply)
        };
        Behind::Each(replies.into_iter().map(lead).collect())
    }
}

/// A tree of one node with one move, given in UCI notation.
pub fn one(position: &str, mv: &str, behind: Behind) -> Node {
    let position = parse_fen(position).expect("a FEN");
    let legal = position.legal_moves();
    let chosen = legal
        .iter()
        .find(|m| m.to_string() == mv)
        .expect("a legal move");
    let place = place(plain(*chosen), legal.iter().map(|m| plain(*m)));
    Node {
        choices: vec![CertifiedMove { place, behind }],
    }
}

/// Enters a position that is given by its FEN.
pub fn enter(writer: &mut Writer, control: u32, position: &str, plies: u32, node: &Node) {
    let at = placement(&parse_fen(position).expect("a FEN"));
    let layer = writer.layer(&writer::material(&at), control);
    writer.entry(layer, &at, plies, node);
}

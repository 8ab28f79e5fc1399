//! The certificate of a proof: for every state the moves, and a rank that falls.
//!
//! Its reader (`adv-certificate`) shares no code with this crate. The choice of a state is written as a tree of moves; the state
//! that a leaf leads to is found by its position and a control point, which is a junction's number in the order of the layers.
//!
//! Positions of few men without castling rights are numbered, any others are written whole. Where they are numbered, control point 0 is the
//! claim's: if the roots are only some of the positions that play comes to, it has the roots alone, a second time, so that the certificate
//! claims exactly these; otherwise it is the roots' junction. Where they are whole, each says whether the claim speaks of it.
//!
//! ```text
//!   Settled ──writer.rs──▶ bytes ──adv-certificate──▶ what is true of chess
//!                            │
//!                            └──reader.rs──▶ compare.rs asks the program again: its claim, its positions, its moves (same.rs)
//! ```

mod compare;
mod fault;
mod reader;
mod same;
mod writer;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use adv_chess::{Color, Move, Position, Role};
use adv_module::program::{Claim, FromSet};
use adv_vm::Junction;

use crate::error::InBytes;
use crate::map::Map;
use crate::pack::{level, pack_move, unpack_move};
use crate::palette::{Outcome, TreeExits};
use crate::report::Verdict;
use crate::settled::Settled;
use crate::states::State;
use crate::values::{BROKEN, UNKNOWN};
use writer::{
    Behind, Header, KNIGHT, Node, Placement, QUEEN, Reply, Set, Writer, material, place,
    too_many_men,
};

pub use compare::{ComparedCertificate, compare};
pub use fault::CertificateFault;

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCertificate {
    /// The claim is not proved.
    NotProved,
    /// The goal is not mate, or there are several goals: whether they hold cannot be checked without the program.
    OtherGoal,
    /// The roots are of both sides to move, or those of all positions are of several control points.
    SeveralStarts,
    /// The proof was made in slices, and a certificate is written of all states at once.
    Slices,
    /// It takes more memory than the proof may use.
    Memory {
        /// The bytes that the proof leaves to it.
        room: u64,
    },
}

impl fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoCertificate::NotProved => "the claim is not proved",
            NoCertificate::OtherGoal => {
                "a certificate is checked by the rules of chess alone, so its only goal is `reaches mate`"
            }
            NoCertificate::Slices => {
                "the proof was made in slices, and a certificate is written of all states at once"
            }
            NoCertificate::SeveralStarts => {
                "a certificate is for one side: write `for W` or `for B` after the name of the table or strategy"
            }
            NoCertificate::Memory { room } => {
                return write!(
                    f,
                    "it takes more than {}, which the proof leaves of the memory that it may use",
                    InBytes(*room)
                );
            }
        })
    }
}

impl std::error::Error for NoCertificate {}

fn plain(m: Move) -> writer::Move {
    let kind = m.promotion().map(|role| match role {
        Role::Queen => QUEEN,
        Role::Rook => QUEEN + 1,
        Role::Bishop => QUEEN + 2,
        _ => KNIGHT,
    });
    (m.from, m.to, kind)
}

fn placement(position: &Position) -> Placement {
    Placement {
        roles: position.by_role,
        colours: position.by_color,
        passing: position.ep().map(|square| square & 7),
        castling: position.castling(),
    }
}

/// Where the positions of the claim are.
struct Starts {
    /// The layer and the junction of the first.
    layer: usize,
    junction: u16,
    first: Position,
    in_one_layer: bool,
    on_both_sides: bool,
}

/// The control points of junctions.
struct Controls {
    numbers: BTreeMap<u16, u32>,
}

impl Controls {
    /// The junction of the roots is `first`, the others follow in the order of the layers.
    fn of(map: &Map, start: u16, first: u32) -> Controls {
        let mut numbers = BTreeMap::from([(start, first)]);
        for layer in map.layers.iter() {
            let next = first + numbers.len() as u32;
            numbers.entry(layer.junction).or_insert(next);
        }
        Controls { numbers }
    }

    /// The junctions of the control points as words, in the order of the control points.
    fn places(&self, start: u16, junctions: &[Arc<Junction>]) -> Vec<Vec<u32>> {
        let mut order: Vec<(u32, u16)> = self.numbers.iter().map(|(j, c)| (*c, *j)).collect();
        order.sort_unstable();
        // Where the roots are apart, control point 0 is a second one of theirs.
        if order.first().is_some_and(|(control, _)| *control > 0) {
            order.insert(0, (0, start));
        }
        let words = |(_, junction): (u32, u16)| {
            let junction = junctions.get(usize::from(junction));
            junction.map_or_else(Vec::new, |junction| junction.to_words())
        };
        order.into_iter().map(words).collect()
    }

    fn get(&self, junction: u16) -> u32 {
        self.numbers.get(&junction).copied().unwrap_or(u32::MAX)
    }
}

impl Settled {
    /// The certificate of the proof, to be checked by `adv-certificate`: uncompressed bytes. `claim` is the claim's text in one line,
    /// `program` a name, and `fingerprint` the program's, all of which go along unread.
    ///
    /// # Errors
    /// [`NoCertificate`] where the claim is none that the rules of chess alone can check, or is not proved.
    pub fn certificate(
        &self,
        claim: &Claim,
        text: &str,
        program: &str,
        fingerprint: [u8; 32],
    ) -> Result<Vec<u8>, NoCertificate> {
        if self.report.verdict != Verdict::Proved {
            return Err(NoCertificate::NotProved);
        }
        if !self.slices.is_empty() {
            return Err(NoCertificate::Slices);
        }
        if !self.map.goals.reaches_mate() || claim.goals.len() != 1 {
            return Err(NoCertificate::OtherGoal);
        }
        let map = &self.map;
        let starts = self.starts().ok_or(NoCertificate::NotProved)?;
        let first = starts.first;
        let men = material(&placement(&first));
        let set = match &claim.from.set {
            FromSet::All if claim.from.condition.is_none() && self.has_every_root(&first) => {
                Set::All(men)
            }
            _ if starts.in_one_layer && self.can_number() => Set::Marked(men),
            _ => Set::Boards,
        };
        let on_both_sides =
            starts.on_both_sides || (!starts.in_one_layer && claim.from.set == FromSet::All);
        if on_both_sides || (!starts.in_one_layer && !matches!(set, Set::Boards)) {
            return Err(NoCertificate::SeveralStarts);
        }
        let reached = |state: State| state.layer() == starts.layer && !map.record(state).is_root();
        let apart = matches!(set, Set::Marked(_)) && map.states().any(reached);
        let controls = Controls::of(map, starts.junction, u32::from(apart));
        let is_whole = matches!(set, Set::Boards);
        let mut writer = Writer::new(Header {
            claim: text.to_owned(),
            program: program.to_owned(),
            fingerprint,
            white: first.turn() == Color::White,
            any_choice: claim.any_choice,
            bound: claim.within.map_or(0, |bound| u64::from(bound.in_plies())),
            set,
            places: controls.places(starts.junction, &map.junctions),
        });
        for state in map.roots().filter(|_| apart) {
            self.enter(&mut writer, &controls, state, Some(0), is_whole)?;
        }
        for state in map.states() {
            self.enter(&mut writer, &controls, state, None, is_whole)?;
        }
        Ok(writer.finish())
    }

    /// Where the roots are; `None` where there is none.
    fn starts(&self) -> Option<Starts> {
        let map = &self.map;
        let mut roots = map.roots();
        let state = roots.next()?;
        let first = map.position(state)?;
        let layer = map.layer(state)?;
        let mut starts = Starts {
            layer: state.layer(),
            junction: layer.junction,
            first,
            in_one_layer: true,
            on_both_sides: false,
        };
        for state in roots.filter(|state| state.layer() != starts.layer) {
            starts.in_one_layer = false;
            let turn = map.layer(state).map(|layer| layer.class.turn());
            starts.on_both_sides |= turn != Some(first.turn());
        }
        Some(starts)
    }

    /// True where the positions of all entries can be numbered: no side may castle, and there are few men.
    fn can_number(&self) -> bool {
        let map = &self.map;
        let mut layers = map.layers.iter().enumerate();
        layers.all(|(at, layer)| {
            let [white, black] = layer.class.material().counts;
            let own = |[_, others @ ..]: [u8; 6]| others;
            if !too_many_men(&[own(white), own(black)]) {
                // Numbers stand for positions without castling rights.
                let extras = layer.len()..layer.len() + layer.extra_count();
                return extras.map(|number| State::new(at, number)).all(|state| {
                    let castling = map.position(state).map(|position| position.castling());
                    castling == Some(0) || !self.is_entered(state)
                });
            }
            layer
                .decided(layer.all())
                .all(|number| !self.is_entered(State::new(at, number)))
        })
    }

    /// True where a state has an entry: it has a tree, and holds.
    fn is_entered(&self, state: State) -> bool {
        let value = self.settlement.values.get(state);
        let outcome = self.map.outcome(self.map.record(state));
        matches!(outcome, Some(Outcome::Tree { .. })) && value != UNKNOWN && value != BROKEN
    }

    /// True where every legal position of the class is a root.
    fn has_every_root(&self, first: &Position) -> bool {
        let class = self.map.layers.iter().find(|layer| {
            layer.class.turn() == first.turn() && layer.class.number(first).is_some()
        });
        class.is_some_and(|layer| {
            let mut all = layer.class.iter();
            all.all(|(number, _)| layer.record(number).is_root())
        })
    }

    /// Writes one state, at its junction's control point if at no other.
    fn enter(
        &self,
        writer: &mut Writer,
        controls: &Controls,
        state: State,
        control: Option<u32>,
        is_whole: bool,
    ) -> Result<(), NoCertificate> {
        let map = &self.map;
        let value = self.settlement.values.get(state);
        let record = map.record(state);
        let (Some(Outcome::Tree { exits, .. }), Some(layer), Some(position)) =
            (map.outcome(record), map.layer(state), map.position(state))
        else {
            return Ok(());
        };
        if !self.is_entered(state) {
            return Ok(());
        }
        let exits = TreeExits {
            next: controls.get(exits.next),
            again: exits.again.map(|again| controls.get(again)),
        };
        let node = if record.has_tree() {
            layer.with_tree(state.number(), record.payload(), |words| {
                self.node(&position, words, exits)
            })
        } else {
            self.node(&position, &[record.payload()], exits)
        };
        let here = placement(&position);
        let control = control.unwrap_or_else(|| controls.get(layer.junction));
        if is_whole {
            writer.board(&here, control, record.is_root(), u32::from(value), &node);
        } else {
            let of = writer.layer(&material(&here), control);
            writer.entry(of, &here, u32::from(value), &node);
        }
        match writer.bytes() <= self.room {
            true => Ok(()),
            false => Err(NoCertificate::Memory { room: self.room }),
        }
    }

    /// The tree of a position with us to move.
    fn node(&self, position: &Position, words: &[u16], exits: TreeExits<u32>) -> Node {
        let legal = position.legal_moves();
        let choices = if self.map.first_only { 1 } else { usize::MAX };
        let choice = |(word, below): (u16, &[u16])| {
            let ours = unpack_move(position, word);
            writer::CertifiedMove {
                place: place(plain(ours), legal.iter().map(|m| plain(*m))),
                behind: self.behind(&position.play(ours), below, exits),
            }
        };
        Node {
            choices: level(words).take(choices).map(choice).collect(),
        }
    }

    /// What follows a move of ours.
    fn behind(&self, position: &Position, below: &[u16], exits: TreeExits<u32>) -> Behind {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Behind::Mate;
        }
        if below.is_empty() {
            return Behind::Leaf(exits.next);
        }
        let each = replies.iter().map(|reply| {
            let packed = pack_move(*reply);
            let found = level(below).find(|(word, _)| *word == packed);
            let behind = match found.map(|(_, inner)| inner).filter(|i| !i.is_empty()) {
                Some(words) => Reply::Node(self.node(&position.play(*reply), words, exits)),
                None => Reply::Entry(exits.after(found.is_some())),
            };
            (plain(*reply), behind)
        });
        Behind::Each(each.collect())
    }
}

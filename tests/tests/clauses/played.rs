//! A small world in which every clause decides, and what becomes of its positions by recursion over legal moves and consultations.
//!
//! The queen on d7 shuts the black king in on a8 and b8, and the white king walks from f8 to a6 and gives mate: 53 moves. From f7 a tree of
//! two moves goes to d6, which a consultation on e7 leaves out (weak); from f5 two moves would do, and the first is the shorter (any-choice).

use std::collections::HashMap;

use adv_chess::notation::fen;
use adv_chess::squares::bit;
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_prover::{Fate, Over, Report, Verdict};
use adv_vm::{Branch, Engine, Junction, Limits, Mode, Node, Subject, Wanted};

/// The way of the white king; after it the ways that join it, and c6, from which b6 is taken where the black king is on b8.
const WAYS: [&str; 4] = [
    "f8 g8 h8 h7 g7 f7 e7 d6 e6 f6 g6 h6 h5 g5 f5 e5 e4 f4 g4 h4 h3 g3 f3 e3 e2 f2 g2 h2 h1 g1 f1 e1 \
     d1 c1 b1 a1 a2 b2 c2 d2 d3 c3 b3 a3 a4 b4 c4 d4 d5 c5 b5 a5 a6",
    "d8 e8 f8",
    "b6 a6",
    "c6 b6",
];
/// The example of the program.
pub(super) const EXAMPLE: &str = "k4K2/3Q4/8/8/8/8/8/8 w - - 0 1";
/// The squares of the white king in listed positions.
const LISTED: [&str; 16] = [
    "f8", "g8", "h8", "h7", "d8", "e8", "c6", "b6", "f7", "e7", "f5", "e5", "a6", "a1", "h1", "d6",
];

/// The squares of the black king.
const A8: u8 = 56;
pub(super) const B8: u8 = 57;

/// An evaluation: 160 for a king beyond the fifth rank, for either side.
pub(super) const HIGH: &str = "pattern high in king
  fact rank(us.K) > 4
  worth 160
  called \"the king is high\"
end-pattern
evaluation balance tell 1 end-evaluation
";

/// True where the queen shuts the black king in.
pub(super) fn is_fenced(at: &Position) -> bool {
    at.pieces(Color::White, Role::Queen) == bit(square("d7"))
        && at.pieces(Color::Black, Role::King) & (bit(A8) | bit(B8)) != 0
}

fn square(name: &str) -> u8 {
    let name = name.as_bytes();
    (name[1] - b'1') * 8 + name[0] - b'a'
}

/// The program: the steps of a direction are the squares from which the king goes there.
pub(super) fn program() -> String {
    let mut steps: HashMap<(i32, i32), Vec<&str>> = HashMap::new();
    for way in &WAYS[..3] {
        let names: Vec<&str> = way.split_whitespace().collect();
        for pair in names.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|name| i32::from(square(name)));
            let turn = ["f7", "e7", "f5"].contains(&pair[0]);
            let step = (to % 8 - from % 8, to / 8 - from / 8);
            if !turn {
                steps.entry(step).or_default().push(pair[0]);
            }
        }
    }
    let mut steps: Vec<((i32, i32), Vec<&str>)> = steps.into_iter().collect();
    steps.sort();
    let steps: Vec<String> = steps
        .iter()
        .map(|((x, y), from)| format!("SHIFT(SQ(W.K) ∩ {{{}}}, {x}, {y})", from.join(", ")))
        .collect();
    format!(
        "material W: K, Q; B: K
example \"{}\"
descriptor fenced = SQ(W.Q) = d7 ∧ SQ(B.K) ⊆ {{a8, b8}}
descriptor aside = SQ(W.K) ⊆ {{d6, e5}} ∧ SQ(B.K) = a8 ∧ white-to-move
board STEP = {}
board TARGET = if SQ(W.K) = f7 then d6 else-if SQ(W.K) = e7 then e6 else-if SQ(W.K) = f5 then {{e4, e5}}
  else-if SQ(W.K) = c6 ∧ SQ(B.K) = b8 then b6 else STEP
board MAY = if SQ(W.K) = f7 then e7 else-if SQ(W.K) = e7 then {{d6, e6}} else TARGET
board LAST = if SQ(W.K) = c6 then c7 else-if SQ(W.K) = a6 then b7 else ∅
advice whole for W
  better root.fenced ∧ (SQ(W.K) ⊆ root.TARGET ∨ mate ∨ root.SQ(W.K) = c6 ∧ stalemate)
  us K to MAY then Q to LAST
  depth 3 shortest
end-advice
table walk for W
  if fenced then whole
end-table
strat march for W (in-class: figures - W: K, Q; B: K; descr - fenced; out-class: mate)
  do-while (MV(B.K) ≠ ∅)
    consult walk
  end-do
end-strat
{HIGH}",
        EXAMPLE,
        steps.join(" ∪ ")
    )
}

/// How a claim is played, and what its goals are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Play {
    pub(super) subject: &'static str,
    /// 0 nothing, 1 mate, 2 the queen on b7.
    pub(super) goal: usize,
    pub(super) keeps: bool,
    pub(super) never: bool,
    pub(super) weak: bool,
    pub(super) any: bool,
}

/// A subject, whether it plays weakly, whether every choice is wanted, and the place.
type Asked = (&'static str, bool, bool, Key);
/// A position and the place of the program in it.
type Key = ([u64; 2], [u64; 6], bool, Vec<u32>);

fn key(at: &Position, junction: &Junction) -> Key {
    let white = at.turn() == Color::White;
    (at.by_color, at.by_role, white, junction.to_words())
}

/// What becomes of positions under a claim: their plies, `None` where a line breaks it, and the limit that they go over.
pub(super) struct Fates {
    pub(super) of: Vec<(Option<u32>, Option<Over>)>,
    /// The verdict of a `prove`.
    pub(super) verdict: Verdict,
}

impl Fates {
    pub(super) fn count(&self, wanted: impl Fn(&(Option<u32>, Option<Over>)) -> bool) -> u64 {
        self.of.iter().filter(|fate| wanted(fate)).count() as u64
    }

    pub(super) fn reached(&self) -> u64 {
        self.count(|fate| fate.0.is_some())
    }

    pub(super) fn held(&self) -> u64 {
        self.count(|fate| fate.0.is_some() && fate.1.is_none())
    }

    pub(super) fn late(&self) -> u64 {
        self.count(|fate| fate.1 == Some(Over::Bound))
    }

    /// The first position with another fate there.
    pub(super) fn first_difference(&self, other: &Fates) -> Option<usize> {
        self.of.iter().zip(&other.of).position(|(a, b)| a != b)
    }

    /// Holds the report and each root of a settled claim against these.
    pub(super) fn compare(
        &self,
        text: &str,
        roots: &[Position],
        report: &Report,
        found: &[(Position, Fate)],
    ) {
        let counts = [report.roots, report.reached, report.held, report.late];
        let expected = [
            self.of.len() as u64,
            self.reached(),
            self.held(),
            self.late(),
        ];
        assert_eq!(counts, expected, "{text}");
        // Both are in the order of their numbers.
        for ((root, fate), (at, of)) in found.iter().zip(roots.iter().zip(&self.of)) {
            let found = (fate.plies, fate.over);
            assert_eq!((root, found), (at, *of), "{text}\n{}", fen(at));
        }
    }
}

/// The program, and what has been found out about its play.
#[derive(Default)]
pub(super) struct World {
    pub(super) program: String,
    pub(super) all: Vec<Position>,
    pub(super) fenced: Vec<Position>,
    pub(super) list: Vec<Position>,
    engine: Option<Engine>,
    known: HashMap<Play, HashMap<Key, Option<u32>>>,
    branches: HashMap<Asked, (Branch, Vec<Node>)>,
}

/// All positions of the three men.
fn positions(turn: Color) -> Vec<Position> {
    let material = Material::new(&[Role::King, Role::Queen], &[Role::King]);
    let class = ClassIndex::new(material, turn).expect("three men have a numbering");
    class.iter().map(|(_, position)| position).collect()
}

impl World {
    pub(super) fn new() -> World {
        let program = program();
        let all = positions(Color::White);
        let fenced: Vec<Position> = all.iter().filter(|at| is_fenced(at)).copied().collect();
        let listed = LISTED.map(|name| Some(square(name)));
        let list = fenced
            .iter()
            .filter(|at| listed.contains(&at.king(Color::White)));
        World {
            engine: Some(Engine::new(
                crate::common::linked("world.adv", &program),
                Limits::default(),
            )),
            list: list.copied().collect(),
            program,
            all,
            fenced,
            ..World::default()
        }
    }

    /// All positions with Black to move.
    pub(super) fn turned(&self) -> Vec<Position> {
        positions(Color::Black)
    }

    /// The fates of positions under a claim with these limits: all play here is without captures and moves of pawns.
    pub(super) fn fates(
        &mut self,
        play: &Play,
        within: Option<u32>,
        fifty: bool,
        roots: &[Position],
    ) -> Fates {
        let mut known = self.known.remove(play).unwrap_or_default();
        let subject = self
            .engine()
            .subject_named(play.subject)
            .expect("a subject");
        let mut of = Vec::with_capacity(roots.len());
        for root in roots {
            let junction = self
                .engine()
                .junction(subject, root)
                .expect("it is for the position");
            let plies = Recursion {
                world: self,
                play,
                subject,
                known: &mut known,
            }
            .state(root, &junction);
            // Where nothing is to be reached there are no lengths.
            let plies = plies.filter(|_| play.goal > 0).or(plies.map(|_| 0));
            let over = plies.and_then(|plies| match within.is_some_and(|most| plies > most) {
                true => Some(Over::Bound),
                // The hundredth ply may be the mate.
                false => (fifty && plies > 100).then_some(Over::FiftyMoves),
            });
            of.push((plies, over));
        }
        self.known.insert(play.clone(), known);
        let mut fates = Fates {
            of,
            verdict: Verdict::Proved,
        };
        let all = fates.of.len() as u64;
        fates.verdict = match (fates.reached() == all, fates.late(), fates.held() == all) {
            _ if all == 0 => Verdict::Empty,
            (false, _, _) => Verdict::Refuted,
            (true, 1.., _) => Verdict::TooLong,
            (true, 0, false) => Verdict::FiftyMoves,
            (true, 0, true) => Verdict::Proved,
        };
        fates
    }

    fn engine(&mut self) -> &mut Engine {
        self.engine.as_mut().expect("there is one")
    }

    /// What the program does at a place, asked once.
    fn branch(
        &mut self,
        play: &Play,
        subject: Subject,
        at: &Position,
        junction: &Junction,
    ) -> (Branch, Vec<Node>) {
        let key = (play.subject, play.weak, play.any, key(at, junction));
        if let Some(known) = self.branches.get(&key) {
            return known.clone();
        }
        let mode = if play.weak { Mode::Weak } else { Mode::Strong };
        let wanted = if play.any {
            Wanted::Every
        } else {
            Wanted::First
        };
        let mut tree = Vec::new();
        let branch = self
            .engine()
            .branch(subject, junction, at, mode, wanted, &mut tree);
        self.branches.insert(key, (branch.clone(), tree.clone()));
        (branch, tree)
    }
}

/// The play of one claim.
struct Recursion<'w> {
    world: &'w mut World,
    play: &'w Play,
    subject: Subject,
    known: &'w mut HashMap<Key, Option<u32>>,
}

impl Recursion<'_> {
    fn violated(&self, at: &Position) -> bool {
        let king = at.king(Color::White);
        let on = |name: &str| king == Some(square(name));
        let white = at.turn() == Color::White;
        let aside = (on("d6") || on("e5")) && at.king(Color::Black) == Some(A8) && white;
        let kept = !on("d8") && (!on("b6") || white) && !aside;
        self.play.keeps && !kept || self.play.never && (on("b6") || aside)
    }

    fn reached(&self, at: &Position) -> bool {
        match self.play.goal {
            1 => at.turn() == Color::Black && at.is_check() && at.legal_moves().is_empty(),
            2 => at.pieces(Color::White, Role::Queen) == bit(square("b7")),
            _ => false,
        }
    }

    /// The plies of the longest line from a place of the program, to the goal or to the end of the game; `None` where one breaks the claim.
    fn state(&mut self, at: &Position, junction: &Junction) -> Option<u32> {
        if self.violated(at) {
            return None;
        }
        if self.reached(at) {
            return Some(0);
        }
        let place = key(at, junction);
        if let Some(known) = self.known.get(&place) {
            return *known;
        }
        let (branch, tree) = self.world.branch(self.play, self.subject, at, junction);
        let plies = match branch {
            Branch::Tree { next, again, .. } => {
                let again = again.as_deref().unwrap_or(&next);
                self.ours(at, (&tree, 0, tree.len()), (&next, again))
            }
            Branch::Ends { .. } => (self.play.goal == 0).then_some(0),
            Branch::Stuck { .. } => None,
        };
        self.known.insert(place, plies);
        plies
    }

    /// We are to move in a tree: its nodes from one on and before another are our moves, with what is below them.
    fn ours(
        &mut self,
        at: &Position,
        (tree, begin, end): (&[Node], usize, usize),
        (next, again): (&Junction, &Junction),
    ) -> Option<u32> {
        let (mut own, mut longest) = (begin, 0);
        while own < end {
            let below = tree[own].end as usize;
            let there = at.play(tree[own].mv);
            if self.violated(&there) {
                return None;
            }
            let replies = there.legal_moves();
            if !self.reached(&there) {
                if replies.is_empty() && self.play.goal > 0 {
                    return None;
                }
                for reply in replies {
                    let after = there.play(reply);
                    let mut held = own + 1;
                    while held < below && tree[held].mv != reply {
                        held = tree[held].end as usize;
                    }
                    let plies = if held >= below {
                        self.state(&after, next)?
                    } else if self.play.weak {
                        self.state(&after, again)?
                    } else if held + 1 == tree[held].end as usize {
                        self.state(&after, next)?
                    } else if self.violated(&after) {
                        return None;
                    } else if self.reached(&after) {
                        0
                    } else {
                        self.ours(
                            &after,
                            (tree, held + 1, tree[held].end as usize),
                            (next, again),
                        )?
                    };
                    longest = longest.max(plies + 2);
                }
            }
            longest = longest.max(1);
            own = below;
        }
        Some(longest)
    }
}

//! How well the king and pawn example plays, measured against tablebases.
//!
//! Two questions about `examples/kpk.adv`, in every position with White to move that is won:
//!
//! - does the table's move keep the win, by the tablebase's value of the position after it;
//! - does playing on by the table in strong mode (each tree to its leaf, then consulted again) mate
//!   against *every* reply? A position counts when no line of replies leads out of the advice, into
//!   a draw, or round in a circle. The longest line is a figure too.
//!
//! The tables of three men are part of the project, in `testkit/data/syzygy`.

use crate::common::{engine, position, read};
use adv_chess::{Color, Move, Position, Role};
use adv_module::TableId;
use adv_vm::{Engine, Options, Replies, Tree};
use shakmaty_syzygy::{Tablebase, Wdl};

/// What a survey of one material found.
#[derive(Debug, PartialEq, Eq)]
struct Figures {
    /// Positions with White to move that are won.
    won: u32,
    /// Those in which the table has an answer.
    answered: u32,
    /// Those in which the move keeps the win.
    kept: u32,
    /// Those from which the table mates against every reply.
    mated: u32,
    /// White moves of the longest line from one of those.
    longest: u16,
}

/// What is known of playing on from a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Not looked at.
    Unknown,
    /// On the line that is being followed; coming here again is a circle.
    Open,
    /// Some line of replies leads out of the advice, into a draw or round in a circle.
    Fails,
    /// Mate in so many white moves, against the reply that lasts longest.
    Mates(u16),
}

/// The white men beside the king that arise, in the order of the memory's pages.
const MEN: [Role; 5] = [
    Role::Pawn,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
];

/// The table at work, with a memory of its answers.
struct Player {
    engine: Engine,
    table: TableId,
    tablebase: Tablebase<shakmaty::Chess>,
    outcomes: Vec<Outcome>,
    choices: Vec<Option<Option<Move>>>,
    lost: Vec<Option<bool>>,
}

impl Player {
    fn new(table: &str) -> Player {
        let mut tablebase = Tablebase::new();
        tablebase
            .add_directory(adv_testkit::data("syzygy"))
            .expect("the folder can be read");
        let engine = engine("kpk.adv", &read("examples/kpk.adv"));
        let table = engine.table(table).expect("the program has the table");
        let size = MEN.len() << 18;
        Player {
            engine,
            table,
            tablebase,
            outcomes: vec![Outcome::Unknown; size],
            choices: vec![None; size],
            lost: vec![None; size],
        }
    }

    /// Black to move is lost, by the tablebase. A bare king is not.
    fn is_lost(&mut self, position: &Position) -> bool {
        let Some(number) = number(position) else {
            return false;
        };
        if let Some(known) = self.lost[number] {
            return known;
        }
        let chess = position.to_chess().expect("a legal move was played");
        let value = self.tablebase.probe_wdl_after_zeroing(&chess);
        let lost = value.expect("the table of this material is there") == Wdl::Loss;
        self.lost[number] = Some(lost);
        lost
    }

    /// The table's move.
    fn choice(&mut self, position: &Position) -> Option<Move> {
        let number = number(position)?;
        if let Some(known) = self.choices[number] {
            return known;
        }
        let decision = self
            .engine
            .decide(self.table, position, Replies::default())
            .ok();
        let choice = decision.and_then(|d| d.mv);
        self.choices[number] = Some(choice);
        choice
    }

    /// Plays on against every reply.
    fn outcome(&mut self, position: &Position) -> Outcome {
        let Some(number) = number(position) else {
            return Outcome::Fails;
        };
        match self.outcomes[number] {
            Outcome::Unknown => {}
            Outcome::Open => return Outcome::Fails,
            known => return known,
        }
        self.outcomes[number] = Outcome::Open;
        let outcome = self.after_our_move(position);
        self.outcomes[number] = outcome;
        outcome
    }

    /// Consults the table and plays its tree out.
    fn after_our_move(&mut self, position: &Position) -> Outcome {
        let consultation = self
            .engine
            .consult(self.table, position, &Options::default());
        match consultation.ok().and_then(|c| c.tree) {
            Some(tree) => self.follow(&tree, 0, position),
            None => Outcome::Fails,
        }
    }

    /// Our move at a node of a tree, and then every reply: inside the tree where the tree goes on, and by asking again at its
    /// leaves and where a reply is left out.
    fn follow(&mut self, tree: &Tree, node: usize, before: &Position) -> Outcome {
        let behind = before.play(tree.nodes()[node].mv);
        if behind.is_checkmate() {
            return Outcome::Mates(1);
        }
        if behind.is_stalemate() {
            return Outcome::Fails;
        }
        let mut most = 0;
        for reply in behind.legal_moves() {
            let next = behind.play(reply);
            let answer = tree
                .children(Some(node))
                .find(|child| tree.nodes()[*child].mv == reply)
                .and_then(|child| tree.children(Some(child)).next());
            let outcome = match answer {
                Some(answer) => self.follow(tree, answer, &next),
                None => self.outcome(&next),
            };
            match outcome {
                Outcome::Mates(moves) => most = most.max(moves),
                _ => return Outcome::Fails,
            }
        }
        Outcome::Mates(most + 1)
    }

    /// Every won position of king and one man against king, White to move.
    fn survey(&mut self, man: Role) -> Figures {
        let mut figures = Figures {
            won: 0,
            answered: 0,
            kept: 0,
            mated: 0,
            longest: 0,
        };
        for place in 0..1_u32 << 18 {
            let [ours, other, theirs] = [12, 6, 0].map(|shift| (place >> shift & 63) as u8);
            let Some(root) = root(man, ours, other, theirs) else {
                continue;
            };
            let moves = root.legal_moves();
            if !moves.iter().any(|m| self.is_lost(&root.play(*m))) {
                continue;
            }
            figures.won += 1;
            if let Some(choice) = self.choice(&root) {
                figures.answered += 1;
                figures.kept += u32::from(self.is_lost(&root.play(choice)));
            }
            if let Outcome::Mates(moves) = self.outcome(&root) {
                figures.mated += 1;
                figures.longest = figures.longest.max(moves);
            }
        }
        figures
    }
}

/// The memory's place of a position of king and one man against king; `None` for other men.
fn number(position: &Position) -> Option<usize> {
    let page = MEN
        .iter()
        .position(|role| position.pieces(Color::White, *role) != 0)?;
    let man = position.pieces(Color::White, MEN[page]).trailing_zeros() as usize;
    let ours = usize::from(position.king(Color::White)?);
    let theirs = usize::from(position.king(Color::Black)?);
    Some(page << 18 | ours << 12 | man << 6 | theirs)
}

/// A legal position with White to move, or `None`.
fn root(man: Role, ours: u8, other: u8, theirs: u8) -> Option<Position> {
    let rank = other / 8;
    if ours == other
        || ours == theirs
        || other == theirs
        || man == Role::Pawn && (rank == 0 || rank == 7)
    {
        return None;
    }
    let mut root = position("7k/8/8/8/8/8/8/K7 w - - 0 1");
    root.remove(0);
    root.remove(63);
    root.put(Color::White, Role::King, ours);
    root.put(Color::White, man, other);
    root.put(Color::Black, Role::King, theirs);
    (!root.in_check(Color::Black)).then_some(root)
}

#[test]
fn king_and_pawn_never_gives_a_win_away() {
    if !adv_testkit::runs_in(
        adv_testkit::Size::Long,
        "king_and_pawn_never_gives_a_win_away",
    ) {
        return;
    }
    let mut player = Player::new("kpk");
    let figures = player.survey(Role::Pawn);
    println!("{figures:?}");
    assert_eq!(figures.kept, figures.answered);
    let expected = Figures {
        won: 124_960,
        answered: 124_220,
        kept: 124_220,
        mated: 108_128,
        longest: 29,
    };
    assert_eq!(figures, expected);
}

#[test]
fn king_and_queen_never_gives_a_win_away() {
    if !adv_testkit::runs_in(
        adv_testkit::Size::Long,
        "king_and_queen_never_gives_a_win_away",
    ) {
        return;
    }
    let mut player = Player::new("kqk");
    let figures = player.survey(Role::Queen);
    println!("{figures:?}");
    assert_eq!(figures.kept, figures.won);
    let expected = Figures {
        won: 144_508,
        answered: 144_508,
        kept: 144_508,
        mated: 144_508,
        longest: 17,
    };
    assert_eq!(figures, expected);
}

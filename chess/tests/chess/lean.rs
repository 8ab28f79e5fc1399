//! Boards of one word against shakmaty: the tree of moves to depth 5, and long random games.
//!
//! A lean position makes its moves itself and takes what is legal from the whole board that it is unpacked to, so both are looked
//! at here. Where it is special, a pawn having promoted or being open to capture en passant, the tree goes on from the whole board.

use crate::common::reference_moves;
use adv_chess::{ALL_ROLES, LegalInfo, Move, Position, Role, Roster, generate, notation};
use adv_testkit::Numbers;
use shakmaty::{Chess, Position as _};

/// The two ways in which a search holds positions.
#[derive(Clone, Copy)]
enum Held {
    Whole(Position),
    Few(Roster, adv_chess::Lean),
}

impl Held {
    fn of(position: Position) -> Held {
        match Roster::of(&position) {
            Some(roster) => Held::Few(roster, roster.pack(&position).expect("its own men")),
            None => Held::Whole(position),
        }
    }

    fn whole(&self) -> Position {
        match self {
            Held::Whole(position) => *position,
            Held::Few(roster, lean) => roster.unpack(*lean),
        }
    }

    fn play(&self, m: Move) -> Held {
        match self {
            Held::Whole(position) => Held::Whole(position.play(m)),
            Held::Few(roster, lean) => {
                let next = lean.play(m);
                let whole = roster.unpack(next);
                let expected = roster.unpack(*lean).play(m).without_clocks();
                assert_eq!(whole, expected, "after {m}");
                assert_eq!(roster.packed(next), whole.packed().expect("few men"));
                match next.is_special() {
                    true => Held::of(whole),
                    false => Held::Few(*roster, next),
                }
            }
        }
    }
}

/// Leaves of a tree, and the checks, mates and stalemates on the way.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counted {
    leaves: u64,
    checks: u64,
    mates: u64,
    stalemates: u64,
}

fn ours(held: Held, depth: u32, counted: &mut Counted) {
    let position = held.whole();
    let info = LegalInfo::new(&position);
    counted.checks += u64::from(position.is_check());
    counted.mates += u64::from(position.is_checkmate());
    counted.stalemates += u64::from(position.is_stalemate());
    if depth == 1 {
        counted.leaves += u64::from(info.count_legal(&position));
        return;
    }
    let mut moves = Vec::new();
    generate(&position, &info, ALL_ROLES, !0, &mut moves);
    for m in moves {
        ours(held.play(m), depth - 1, counted);
    }
}

fn theirs(chess: &Chess, depth: u32, counted: &mut Counted) {
    let moves = chess.legal_moves();
    counted.checks += u64::from(chess.is_check());
    counted.mates += u64::from(chess.is_check() && moves.is_empty());
    counted.stalemates += u64::from(!chess.is_check() && moves.is_empty());
    if depth == 1 {
        counted.leaves += moves.len() as u64;
        return;
    }
    for m in moves {
        let mut next = chess.clone();
        next.play_unchecked(m);
        theirs(&next, depth - 1, counted);
    }
}

/// Both kings and up to `most` more men anywhere, if a game could reach it.
fn endgame(random: &mut Numbers, men: &[Role], most: usize) -> Option<Position> {
    let mut position = Position::EMPTY;
    let mut place = |random: &mut Numbers, color, role| {
        let square = random.below(64) as u8;
        let pawn_there = role == Role::Pawn && !(8..56).contains(&square);
        let free = position.occupied() >> square & 1 == 0 && !pawn_there;
        if free {
            position.put(color, role, square);
        }
        free
    };
    let colors = adv_chess::Color::ALL;
    let kings = colors
        .into_iter()
        .all(|color| place(random, color, Role::King));
    for _ in 0..1 + random.below(most) {
        let role = men[random.below(men.len())];
        let color = colors[random.below(2)];
        place(random, color, role);
    }
    let turn = colors[random.below(2)];
    let position = position.with_turn(turn);
    (kings && position.to_chess().is_some()).then_some(position)
}

#[test]
fn a_hundred_trees_of_depth_5_are_shakmatys() {
    let mut random = Numbers::new(5);
    let (mut trees, mut lean, mut all) = (0, 0, Counted::default());
    while trees < 100 {
        // Every third one has pawns. Queens are rare, for the size of the trees.
        let men: &[Role] = if trees % 3 == 2 {
            &[Role::Pawn, Role::Pawn, Role::Knight, Role::Rook]
        } else if trees % 10 == 0 {
            &[Role::Queen, Role::Knight]
        } else {
            &[Role::Rook, Role::Bishop, Role::Knight]
        };
        let Some(position) = endgame(&mut random, men, 2) else {
            continue;
        };
        let Some(chess) = position.to_chess() else {
            continue;
        };
        let held = Held::of(position);
        lean += u32::from(matches!(held, Held::Few(..)));
        let (mut here, mut there) = (Counted::default(), Counted::default());
        ours(held, 5, &mut here);
        theirs(&chess, 5, &mut there);
        assert_eq!(here, there, "{}", notation::fen(&position));
        trees += 1;
        all.leaves += here.leaves;
        all.checks += here.checks;
        all.mates += here.mates;
        all.stalemates += here.stalemates;
    }
    println!("{trees} trees, {lean} of them on boards of one word: {all:?}");
    assert!(lean >= 60 && all.checks > 0 && all.mates > 0 && all.stalemates > 0);
}

#[test]
fn a_million_random_plies_are_shakmatys() {
    let mut random = Numbers::new(7);
    let men = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
        Role::Pawn,
    ];
    let (mut plies, mut promoted, mut passed) = (0, 0, 0);
    let wanted = 1_000_000;
    while plies < wanted {
        let Some(position) = endgame(&mut random, &men, 4) else {
            continue;
        };
        let mut roster = Roster::of(&position).expect("six men at most");
        let mut lean = roster.pack(&position).expect("its own men");
        let mut chess = position.to_chess().expect("it was drawn so");
        for _ in 0..60 {
            let position = roster.unpack(lean);
            let moves = position.legal_moves();
            // The text of every list is compared now and then, its length always.
            let legal = chess.legal_moves();
            assert_eq!(moves.len(), legal.len(), "{}", notation::fen(&position));
            if plies % 64 == 0 {
                let mut text: Vec<String> = moves.iter().map(Move::to_string).collect();
                text.sort();
                assert_eq!(
                    text,
                    reference_moves(&chess),
                    "{}",
                    notation::fen(&position)
                );
            }
            let check = chess.is_check();
            assert_eq!(position.is_check(), check);
            assert_eq!(position.is_checkmate(), check && legal.is_empty());
            assert_eq!(position.is_stalemate(), !check && legal.is_empty());
            if moves.is_empty() {
                break;
            }
            let m = moves[random.below(moves.len())];
            let same = legal.iter().find(|l| {
                l.from() == Some(shakmaty::Square::new(m.from.into()))
                    && l.to() == shakmaty::Square::new(m.to.into())
                    && l.promotion() == m.promotion().map(Role::to_shakmaty)
            });
            chess.play_unchecked(*same.expect("a legal move"));
            lean = lean.play(m);
            // The board after the move, man by man and side by side, is shakmaty's.
            let board = chess.board();
            let next = roster.unpack(lean);
            for role in Role::ALL {
                assert_eq!(
                    next.by_role[role.index()],
                    board.by_role(role.to_shakmaty()).0
                );
            }
            for color in adv_chess::Color::ALL {
                assert_eq!(next.side(color), board.by_color(color.to_shakmaty()).0);
            }
            assert_eq!(next.turn().to_shakmaty(), chess.turn());
            plies += 1;
            if lean.is_special() {
                match m.promotion() {
                    Some(_) => promoted += 1,
                    None => passed += u32::from(next.ep().is_some()),
                }
                // No move is made from such a word: the next roster is that of the men as they are now.
                let Some(own) = Roster::of(&next) else {
                    break;
                };
                roster = own;
                lean = roster.pack(&next).expect("its own men");
            }
        }
    }
    println!("{plies} plies, {promoted} promotions, {passed} rights to capture en passant");
    assert!(promoted > 1000 && passed > 0);
}

#[test]
fn what_a_word_cannot_hold_is_refused() {
    let parse = |fen: &str| notation::parse_fen(fen).expect("a position");
    for fen in [
        "4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1",
        "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k1nn/8/8/8/8/8/8/RRRR1K1R w - - 0 1",
    ] {
        assert!(Roster::of(&parse(fen)).is_none(), "{fen}");
    }
    let rook = parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    let roster = Roster::of(&rook).expect("three men");
    // Men that the roster lacks are refused, men that are missing are taken.
    let queen = parse("4k3/8/8/8/8/8/8/4K2Q w - - 0 1");
    let rooks = parse("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    let castles = parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for other in [queen, rooks, castles] {
        assert_eq!(roster.pack(&other), None);
    }
    let bare = parse("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    let lean = roster.pack(&bare).expect("fewer men");
    assert_eq!(roster.unpack(lean), bare);
    assert_eq!(lean.square(1), adv_chess::lean::TAKEN);
}

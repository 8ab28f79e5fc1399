//! Each reason for refusing a certificate, reached by a certificate made for it.

use crate::support;
use crate::support::play::{
    PLAIN, Plan, all, certify, enter, header, marked, one, placement, tables,
};
use crate::support::writer::{
    Behind, CertifiedMove, Header, Material, Node, Reply, Set, Writer, material,
};
use crate::support::{accepted, refused, repair};
use adv_certificate::{Reason, verify};

/// Mate in one by the rook on h8.
const MATE: &str = "1k6/8/1K6/8/8/8/8/7R w - - 0 1";
/// The king is on a8 instead, and comes back to b8 where the rook waits.
const CORNER: &str = "k7/8/1K6/8/8/8/8/7R w - - 0 1";

fn listed(fens: &[&str]) -> Header {
    marked(PLAIN, fens).0
}

/// A certificate of one position and its one entry.
fn single(fen: &str, plies: u32, node: &Node) -> Vec<u8> {
    let mut writer = Writer::new(listed(&[fen]));
    enter(&mut writer, 0, fen, plies, node);
    writer.finish()
}

fn mate() -> Vec<u8> {
    single(MATE, 1, &one(MATE, "h1h8", Behind::Mate))
}

/// The certificate with one byte put in the place of another, the checksum computed again.
fn with(mut bytes: Vec<u8>, at: usize, byte: u8) -> Vec<u8> {
    bytes[at] = byte;
    repair(&mut bytes);
    bytes
}

/// The offset of a certificate's flags: after two texts and the fingerprint.
fn flags(bytes: &[u8]) -> usize {
    let program = 16 + bytes[14] as usize;
    program + 2 + bytes[program] as usize + 32
}

#[test]
fn it_is_something_else() {
    assert_eq!(refused(b""), Reason::NotACertificate);
    assert_eq!(refused(b"ADV"), Reason::NotACertificate);
    assert_eq!(refused(b"ADVC and so on"), Reason::NotACertificate);
    let mut bytes = mate();
    bytes[4] = 1;
    assert_eq!(refused(&bytes), Reason::Version(1));
    assert_eq!(refused(b"ADVP\x01"), Reason::Truncated);
}

#[test]
fn the_checksum_does_not_fit() {
    let mut bytes = mate();
    *bytes.last_mut().expect("a byte") ^= 1;
    assert_eq!(refused(&bytes), Reason::Checksum);
}

#[test]
fn it_ends_too_early() {
    let mut bytes = mate();
    bytes.pop();
    repair(&mut bytes);
    assert_eq!(refused(&bytes), Reason::Truncated);
}

#[test]
fn it_says_what_no_certificate_says() {
    let bytes = mate();
    let flags = flags(&bytes);
    assert!(accepted(&bytes).white);
    for (at, byte) in [(flags, 8), (flags, 255), (16, 7), (16, 255)] {
        let reason = refused(&with(bytes.clone(), at, byte));
        assert!(matches!(reason, Reason::Malformed(_)), "{at}: {reason}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    repair(&mut longer);
    assert!(matches!(refused(&longer), Reason::Malformed(_)));
    // Every node must have a move where there may be several.
    let plan = Plan {
        any_choice: true,
        ..PLAIN
    };
    let mut writer = Writer::new(Header {
        any_choice: plan.any_choice,
        ..listed(&[MATE])
    });
    enter(&mut writer, 0, MATE, 1, &Node::default());
    let reason = refused(&writer.finish());
    assert_eq!(reason, Reason::Malformed("a node without a move"));
}

#[test]
fn it_claims_nothing() {
    let nothing = Writer::new(listed(&[MATE])).finish();
    assert_eq!(refused(&nothing), Reason::NothingClaimed);
    // The layer is there, but it has no entry.
    let mut writer = Writer::new(listed(&[MATE]));
    writer.layer(&[[0, 1, 0, 0, 0], [0; 5]], 0);
    assert_eq!(refused(&writer.finish()), Reason::NothingClaimed);
    // An entry at another control point is none.
    let mut writer = Writer::new(listed(&[MATE]));
    enter(&mut writer, 1, MATE, 1, &one(MATE, "h1h8", Behind::Mate));
    assert_eq!(refused(&writer.finish()), Reason::NothingClaimed);
    assert_eq!(
        Reason::Version(1).to_string(),
        "version 1 of the format, expected 2 or 3: prove the claim again"
    );
}

#[test]
fn a_rank_is_0() {
    assert_eq!(
        refused(&single(MATE, 0, &one(MATE, "h1h8", Behind::Mate))),
        Reason::RankDoesNotFall(0, 1)
    );
}

#[test]
fn there_is_too_much() {
    let mut writer = Writer::new(listed(&[MATE]));
    writer.layer(&[[15; 5]; 2], 0);
    assert_eq!(refused(&writer.finish()), Reason::TooMany("men"));
}

#[test]
fn a_tree_is_too_deep() {
    let reason = refused(&single(MATE, 999, &deep(65)));
    assert_eq!(reason, Reason::TooMany("moves in a tree"));
    // One less is deep enough to meet the fault that it has: it waits where it should mate.
    let reason = refused(&single(MATE, 999, &deep(64)));
    assert!(matches!(reason, Reason::NoSuchMove(255, _)), "{reason}");
}

/// A tree of so many moves of ours, each the first in order, along each first reply; the last is none.
fn deep(moves: u32) -> Node {
    let mut position = adv_chess::notation::parse_fen(MATE).expect("a FEN");
    let mut turns = Vec::new();
    for _ in 1..moves {
        let mut legal = position.legal_moves();
        legal.sort_by_key(|m| (m.from, m.to));
        let behind = position.play(legal[0]);
        let mut replies = behind.legal_moves();
        replies.sort_by_key(|m| (m.from, m.to));
        position = behind.play(replies[0]);
        turns.push(replies);
    }
    let mut node = Node {
        choices: vec![CertifiedMove {
            place: 255,
            behind: Behind::Mate,
        }],
    };
    for replies in turns.into_iter().rev() {
        let mut behind = vec![(support::play::plain(replies[0]), Reply::Node(node))];
        let others = replies
            .into_iter()
            .skip(1)
            .map(|m| (support::play::plain(m), Reply::Entry(0)));
        behind.extend(others);
        node = Node {
            choices: vec![CertifiedMove {
                place: 0,
                behind: Behind::Each(behind),
            }],
        };
    }
    node
}

#[test]
fn an_entry_belongs_to_no_position() {
    // The kings touch.
    let mut at = placement(&adv_chess::notation::parse_fen(MATE).expect("a FEN"));
    let mut writer = Writer::new(listed(&[MATE]));
    at.roles[0] = at.roles[0] & !(1 << 41) | 1 << 49;
    at.colours[0] = at.colours[0] & !(1 << 41) | 1 << 49;
    let layer = writer.layer(&material(&at), 0);
    writer.entry(layer, &at, 1, &one(MATE, "h1h8", Behind::Mate));
    assert_eq!(refused(&writer.finish()), Reason::NoPosition);
    // No pawn has made a double step.
    let pawns = "k7/8/K7/1Pp5/8/8/8/8 w - - 0 1";
    let mut at = placement(&adv_chess::notation::parse_fen(pawns).expect("a FEN"));
    at.passing = Some(3);
    let mut writer = Writer::new(listed(&[pawns]));
    let layer = writer.layer(&material(&at), 0);
    writer.entry(layer, &at, 1, &one(pawns, "b5b6", Behind::Mate));
    assert_eq!(refused(&writer.finish()), Reason::NoPosition);
}

#[test]
fn there_is_no_such_move() {
    let node = Node {
        choices: vec![CertifiedMove {
            place: 19,
            behind: Behind::Mate,
        }],
    };
    let refusal = verify(&single(MATE, 1, &node)).expect_err("19 moves are 0 to 18");
    assert_eq!(refusal.0, Reason::NoSuchMove(19, 19));
    assert_eq!(refusal.1, [MATE]);
}

#[test]
fn a_reply_is_not_covered() {
    let wait = one(CORNER, "h1h2", Behind::Leaf(3));
    let refusal = verify(&single(CORNER, 3, &wait)).expect_err("nothing is behind it");
    assert_eq!(refusal.0, Reason::NotCovered(3));
    assert_eq!(refusal.1, [CORNER, "h1h2", "a8b8"]);
    assert_eq!(
        refusal.to_string(),
        "no entry at control point 3, `k7/8/1K6/8/8/8/8/7R w - - 0 1`, `h1h2`, `a8b8`"
    );
}

#[test]
fn a_check_is_not_taken_for_mate() {
    // The writer takes it for mate, and writes nothing for the reply.
    let check = single(CORNER, 1, &one(CORNER, "h1a1", Behind::Mate));
    assert_eq!(refused(&check), Reason::Truncated);
}

#[test]
fn the_rank_does_not_fall() {
    // Round in a circle: each entry is covered by the other.
    let there = "1k6/8/1K6/8/8/8/7R/8 w - - 0 1";
    let mut writer = Writer::new(listed(&[CORNER]));
    enter(
        &mut writer,
        0,
        CORNER,
        5,
        &one(CORNER, "h1h2", Behind::Leaf(0)),
    );
    enter(&mut writer, 0, there, 5, &one(there, "h2h8", Behind::Mate));
    let refusal = verify(&writer.finish()).expect_err("5 plies and two more are 7");
    assert_eq!(refusal.0, Reason::RankDoesNotFall(3, 4));
    assert_eq!(refusal.1, [CORNER, "h1h2", "a8b8"]);
    // The mate comes later than the rank says.
    let mate = || Reply::Node(one(there, "h2h8", Behind::Mate));
    let tree = |reply| one(CORNER, "h1h2", Behind::Each(vec![((56, 57, None), reply)]));
    assert_eq!(
        refused(&single(CORNER, 1, &tree(mate()))),
        Reason::RankDoesNotFall(1, 2)
    );
    assert_eq!(accepted(&single(CORNER, 3, &tree(mate()))).worst_plies, 3);
}

#[test]
fn nobody_goes_round_in_circles() {
    // Whatever the ranks are, one of the two entries covers the other with a rank that is too high.
    let there = "1k6/8/1K6/8/8/8/7R/8 w - - 0 1";
    let from_c8 = "2k5/8/1K6/8/8/8/8/7R w - - 0 1";
    for (here, behind) in [(3, 5), (5, 3), (5, 5), (99, 5)] {
        let mut writer = Writer::new(listed(&[CORNER]));
        enter(
            &mut writer,
            0,
            CORNER,
            here,
            &one(CORNER, "h1h2", Behind::Leaf(0)),
        );
        enter(
            &mut writer,
            0,
            there,
            behind,
            &one(there, "h2h1", Behind::Leaf(0)),
        );
        enter(
            &mut writer,
            0,
            from_c8,
            1,
            &one(from_c8, "h1h8", Behind::Mate),
        );
        let reason = refused(&writer.finish());
        assert!(
            matches!(reason, Reason::RankDoesNotFall(..) | Reason::NotCovered(0)),
            "{reason}"
        );
    }
}

#[test]
fn stalemate() {
    let fen = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
    let refusal = verify(&single(fen, 1, &one(fen, "c1c7", Behind::Mate))).expect_err("a draw");
    assert_eq!(refusal.0, Reason::Stalemate);
    assert_eq!(refusal.1, [fen, "c1c7"]);
}

#[test]
fn every_legal_position_is_one_only() {
    let bytes = mate();
    assert_eq!(accepted(&bytes).positions, 1);
    let at = flags(&bytes);
    assert_eq!(bytes[at], 4);
    assert_eq!(refused(&with(bytes, at, 0)), Reason::Missing);
    let men: Material = [[0, 1, 0, 0, 0], [0; 5]];
    let nothing = Writer::new(header(PLAIN, Set::All(men))).finish();
    assert_eq!(refused(&nothing), Reason::NothingClaimed);
}

#[test]
fn every_legal_position_is_all_but_one() {
    let tables = tables(&["KQvK"]);
    let positions = all("KQvK", PLAIN.us);
    let men = material(&placement(&positions[0]));
    // Best play never comes to a position from which mate takes longest, so that nothing but the claim
    // asks for it.
    let longest = |p: &&adv_chess::Position| tables.dtm(p) == Some(adv_tables::Dtm::Win(19));
    let left = *positions
        .iter()
        .find(longest)
        .expect("10 moves are the most");
    let some = positions
        .into_iter()
        .filter(|position| *position != left)
        .collect();
    let bytes = certify(&tables, PLAIN, header(PLAIN, Set::All(men)), some);
    let refusal = verify(&bytes).expect_err("one is missing");
    assert_eq!(refusal.0, Reason::Missing);
    assert_eq!(refusal.1, [adv_chess::notation::fen(&left)]);
}

#[test]
fn the_bound_is_too_low() {
    let start = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";
    let bound = Header {
        bound: 30,
        ..listed(&[start])
    };
    let position = adv_chess::notation::parse_fen(start).expect("a FEN");
    let refusal = verify(&certify(&tables(&["KRvK"]), PLAIN, bound, vec![position]));
    let refusal = refusal.expect_err("it takes 31 plies");
    assert_eq!(refusal.0, Reason::BoundExceeded(31, 30));
    assert_eq!(refusal.1, [start]);
}

#[test]
fn the_same_men_of_the_other_side() {
    // Without pawns nothing but the colours changes, so that this is true, too.
    let bytes = mate();
    let at = flags(&bytes);
    let verdict = accepted(&with(bytes, at, 5));
    assert!(!verdict.white);
    assert_eq!(verdict.set, "`1K6/8/1k6/8/8/8/8/7r b - - 0 1`");
    // A pawn goes the other way.
    let queen = "1k6/7P/1K6/8/8/8/8/8 w - - 0 1";
    let bytes = single(queen, 1, &one(queen, "h7h8q", Behind::Mate));
    accepted(&bytes);
    assert!(verify(&with(bytes, at, 5)).is_err());
}

#[test]
fn each_reason_has_its_own_words() {
    let reasons = [
        Reason::NotACertificate,
        Reason::Version(3),
        Reason::Checksum,
        Reason::Truncated,
        Reason::Malformed("x"),
        Reason::TooMany("x"),
        Reason::NoKings,
        Reason::NoPosition,
        Reason::NoSuchMove(3, 2),
        Reason::NotCovered(3),
        Reason::RankDoesNotFall(3, 4),
        Reason::Stalemate,
        Reason::Missing,
        Reason::BoundExceeded(3, 2),
        Reason::NothingClaimed,
    ];
    let mut words: Vec<String> = reasons.iter().map(Reason::to_string).collect();
    assert!(
        words
            .iter()
            .all(|text| text.chars().next().is_some_and(|c| !c.is_uppercase()))
    );
    words.sort();
    words.dedup();
    assert_eq!(words.len(), reasons.len());
}

/// The lines of the files of a folder, those of folders in it left out.
fn lines_of(folder: &str) -> usize {
    let source = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(source).expect("the crate has a source");
    let paths = files.map(|file| file.expect("a file").path());
    let lines = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(path);
        text.expect("its text").lines().count()
    };
    paths.filter(|path| path.is_file()).map(lines).sum()
}

#[test]
fn the_whole_of_it_can_be_read_at_one_sitting() {
    // The games are played by the same lines, whichever way entries are written.
    let all = lines_of("src");
    assert!(all < 400, "{all} lines, comments and all");
    let entries = lines_of("src/entries");
    assert!(entries < 350, "{entries} lines, comments and all");
    // The checker of p-strategies is a second one, beside it.
    let tree = lines_of("src/tree");
    assert!(tree < 900, "{tree} lines, comments and all");
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs"));
    let uses = text.expect("its text").matches("tree::").count();
    assert_eq!(uses, 0, "the checker of certificates does not need it");
}

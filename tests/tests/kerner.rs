//! The words for patterns (`std.structure`, `std.attack`, `std.placement`) against the vectors of the paper's glossary, and against a second reading.
//!
//! `tests/cases/kerner/mxp_cases.json` has 42 vectors: a position, a pattern of HaCohen-Kerner, "Computer chess and indexing", a side, and the
//! squares, files or number that belong to it. They were written by hand from the paper's glossary and checked by another program. The same file has
//! whole explanations, marks and a similarity, which other tests use.
//!
//! The second reading (`tests/src/reading`) is compared over positions of random games and over men thrown on a board: some hundreds here,
//! `ADV_POSITIONS=20000 cargo test -p adv-tests --test suite -- kerner` for more.

use crate::common::{position, read};
use adv_chess::{Color, Position, Role};
use adv_reference::generate::{Numbers, position as random};
use adv_reference::reading::{ReadAnswer, ReadSeen, square_words, words};
use adv_vm::Engine;
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Piece, Position as _, Setup, Square,
};

/// The words of the library for the paper's patterns, with `s` for the side that has it. The last one of a row says how the answer is written in a
/// vector: squares, files or a number.
const PATTERNS: &[(&str, &str, Shown)] = &[
    ("isolated", "ISOLATED(s)", Shown::Squares),
    ("doubled", "DOUBLED(s)", Shown::Squares),
    ("isolated_doubled", "ISOLATED-DOUBLED(s)", Shown::Squares),
    ("protected_doubled", "PROTECTED-DOUBLED(s)", Shown::Squares),
    ("tripled", "TRIPLED(s)", Shown::Squares),
    ("backward", "BACKWARD(s)", Shown::Squares),
    ("backward/open", "BACKWARD-ON-OPEN(s, t)", Shown::Squares),
    (
        "backward/closed",
        "BACKWARD-ON-CLOSED(s, t)",
        Shown::Squares,
    ),
    ("backward_strict", "FIXED(s, t)", Shown::Squares),
    ("blocked", "BLOCKED(s, t)", Shown::Squares),
    ("rammed", "RAMMED(s, t)", Shown::Squares),
    ("supported", "GUARDED-PAWNS(s)", Shown::Squares),
    ("pawn_chain", "CHAIN(s, t)", Shown::Squares),
    ("advanced_chain", "ADVANCED-HEADS(s, t)", Shown::Squares),
    (
        "superadvanced_chain",
        "SUPERADVANCED-HEADS(s, t)",
        Shown::Squares,
    ),
    ("passed", "PASSED(s, t)", Shown::Squares),
    ("protected_passed", "PROTECTED-PASSED(s, t)", Shown::Squares),
    ("connected_passed", "CONNECTED-PASSED(s, t)", Shown::Squares),
    ("outside_passed", "OUTSIDE-PASSED(s, t)", Shown::Squares),
    ("pawn_on_7th", "ON-THE-SEVENTH(s)", Shown::Squares),
    ("phalanx", "PHALANX(s)", Shown::Squares),
    ("hanging_pawns", "HANGING-PAWNS(s, t)", Shown::Squares),
    ("pawn_islands", "islands(s)", Shown::Number),
    (
        "q_majority",
        "if has-queenside-majority(s, t) then 1 else 0",
        Shown::Number,
    ),
    (
        "k_majority",
        "if has-kingside-majority(s, t) then 1 else 0",
        Shown::Number,
    ),
    ("centre_pawns", "CENTRE-PAWNS(s)", Shown::Squares),
    ("open_files", "OPEN-FILES", Shown::Files),
    ("semiopen_files", "HALF-OPEN-FILES(s)", Shown::Files),
    ("semiclosed_files", "HALF-CLOSED-FILES(s, t)", Shown::Files),
    ("closed_files", "CLOSED-FILES", Shown::Files),
    (
        "castled_static",
        "if is-castled(s) then SQ(s.K) else ∅",
        Shown::Squares,
    ),
    (
        "exposed_king",
        "if is-exposed(s, t) then SQ(s.K) else ∅",
        Shown::Squares,
    ),
    ("shield", "SHIELD(s)", Shown::Squares),
    ("open_file_at_king", "OPEN-FILES-AT-KING(s)", Shown::Files),
    (
        "king_zone_attackers",
        "KING-ATTACKERS(s, t)",
        Shown::Squares,
    ),
    (
        "back_rank_weak",
        "if back-rank-weak(s, t) then SQ(s.K) else ∅",
        Shown::Squares,
    ),
    (
        "in_check",
        "if in-check(s) then SQ(s.K) else ∅",
        Shown::Squares,
    ),
    ("king_active_e", "ACTIVE-KING(s)", Shown::Squares),
    (
        "opposition",
        "if pawn-opposition(s) then 1 else 0",
        Shown::Number,
    ),
    (
        "bishop_pair",
        "if has-bishop-pair(s) then 1 else 0",
        Shown::Number,
    ),
    ("bad_bishop", "BAD-BISHOPS(s, t)", Shown::Squares),
    ("fianchetto", "FIANCHETTO(s)", Shown::Squares),
    (
        "opposite_bishops",
        "if bishops-opposite then 1 else 0",
        Shown::Number,
    ),
    ("outpost", "KNIGHT-OUTPOSTS(s, t)", Shown::Squares),
    ("knight_rim", "RIM-KNIGHTS(s)", Shown::Squares),
    ("centre_knight", "CENTRE-KNIGHTS(s)", Shown::Squares),
    ("rook_open", "ROOKS-ON-OPEN(s)", Shown::Squares),
    ("rook_semiopen", "ROOKS-ON-HALF-OPEN(s, t)", Shown::Squares),
    ("doubled_rooks", "DOUBLED-ROOKS(s)", Shown::Squares),
    ("rook_7th", "ROOKS-ON-SEVENTH(s, t)", Shown::Squares),
    (
        "rook_behind_passer",
        "ROOKS-BEHIND-PASSERS(s, t)",
        Shown::Squares,
    ),
    (
        "queen_early",
        "if queen-is-early(s) then 1 else 0",
        Shown::Number,
    ),
    ("undeveloped", "UNDEVELOPED(s)", Shown::Squares),
    ("trapped_piece", "TRAPPED(s, t)", Shown::Squares),
    ("mobility", "mobility(s, t)", Shown::Number),
    ("hanging", "LOOSE(s, t)", Shown::Squares),
    (
        "attacked_by_lesser",
        "ATTACKED-CHEAPLY(s, t)",
        Shown::Squares,
    ),
    ("fork", "FORKERS(s, t)", Shown::Squares),
    ("pawn_fork", "PAWN-FORKERS(s, t)", Shown::Squares),
    ("pinned", "PINS(s)", Shown::Squares),
    ("skewer", "SKEWERERS(s, t)", Shown::Squares),
    ("discovered", "UNMASKERS(s, t)", Shown::Squares),
    ("material", "points(s) - points(t)", Shown::Number),
    (
        "exchange_up",
        "if has-exchange(s, t) then 1 else 0",
        Shown::Number,
    ),
    (
        "two_minors_rook",
        "if has-two-minors-for-rook(s, t) then 1 else 0",
        Shown::Number,
    ),
    ("centre_control", "centre-control(s)", Shown::Number),
    ("space", "count(SPACE(s, t))", Shown::Number),
];

/// The vectors, and more of the paper.
const VECTORS: &str = "tests/cases/kerner/mxp_cases.json";

/// How a vector writes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Squares,
    Files,
    Number,
}

/// The expression for one side.
fn of_side(text: &str, side: Color) -> String {
    let (s, t) = if side == Color::White {
        ("W", "B")
    } else {
        ("B", "W")
    };
    let mut found = String::new();
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let inside = |c: char| c.is_alphanumeric() || c == '-';
        let alone = !inside(before) && letters.peek().is_none_or(|next| !inside(*next));
        match letter {
            's' if alone => found.push_str(s),
            't' if alone => found.push_str(t),
            _ => found.push(letter),
        }
        before = letter;
    }
    found
}

/// A program that defines a word for each of some expressions: `word-0`, `word-1`, …, and those with a parameter `x`.
fn program(definitions: &[(&str, String)]) -> Engine {
    let mut text = String::new();
    for module in ["structure", "attack", "placement", "pawn", "possibility"] {
        text += &format!("use std.{module}\n");
    }
    for (number, (head, body)) in definitions.iter().enumerate() {
        let (kind, parameters) = head.split_once(' ').unwrap_or((head, ""));
        text += &format!("{kind} word-{number}{parameters} = {body}\n");
    }
    crate::common::engine("words.adv", &text)
}

/// The value of the word with a number.
fn value(engine: &mut Engine, number: usize, args: &[u64], at: &Position) -> u64 {
    let name = format!("word-{number}");
    let exports = &engine.module().exports;
    let export = exports.iter().find(|export| export.name == name);
    let function = export.map(|export| export.functions[0]);
    let function = function.unwrap_or_else(|| panic!("no export `{name}`"));
    engine
        .evaluate(function, args, at, at.turn())
        .unwrap_or_else(|stop| panic!("{name}: {stop}"))
}

/// The names of squares, a1, b1, … h8.
fn names(board: u64) -> Vec<String> {
    (0..64u32)
        .filter(|square| board >> square & 1 == 1)
        .map(|square| Square::new(square).to_string())
        .collect()
}

/// An answer as a vector writes it, in the order of names.
fn shown(answer: u64, shown: Shown) -> Value {
    match shown {
        Shown::Number => Value::from(answer.cast_signed()),
        Shown::Squares => {
            let mut found = names(answer);
            found.sort();
            Value::from(found)
        }
        Shown::Files => {
            let files = (0..8u8).filter(|file| answer >> file & 1 == 1);
            Value::from(Vec::from_iter(
                files.map(|file| char::from(b'a' + file).to_string()),
            ))
        }
    }
}

#[test]
fn every_detector_vector_agrees() {
    let text = read(VECTORS);
    let cases: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let vectors = cases["vectors"].as_array().expect("there are vectors");
    let mut definitions = Vec::new();
    for (_, text, shown) in PATTERNS {
        for side in [Color::White, Color::Black] {
            let kind = if *shown == Shown::Number {
                "number"
            } else {
                "board"
            };
            definitions.push((kind, of_side(text, side)));
        }
    }
    let mut engine = program(&definitions);
    let mut wrong = Vec::new();
    let mut empty = 0;
    for vector in vectors {
        let pattern = vector["pattern"].as_str().expect("it names a pattern");
        let row = PATTERNS.iter().position(|(name, ..)| *name == pattern);
        let row = row.unwrap_or_else(|| panic!("no word for {pattern}"));
        let side = usize::from(vector["colour"] == "b");
        let at = position(vector["fen"].as_str().expect("it has a position"));
        let answer = value(&mut engine, 2 * row + side, &[], &at);
        let found = shown(answer, PATTERNS[row].2);
        empty += usize::from(answer == 0);
        if found != vector["expected"] {
            wrong.push(format!("{vector}\n  found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((vectors.len(), empty), (42, 11));
    // The patterns of the file that have no word: what a search has to find, and what castling rights tell.
    let listed = cases["patterns"].as_array().expect("there are patterns");
    let without: Vec<&str> = listed
        .iter()
        .filter_map(|pattern| pattern["id"].as_str())
        .filter(|id| PATTERNS.iter().all(|(name, ..)| name != id))
        .collect();
    assert_eq!(
        without,
        ["king_uncastled_rights", "king_centre_ne", "mate_in_1"]
    );
}

/// A random position: a game played at random, longer or shorter, or men anywhere, pawns above all.
fn random_position(rng: &mut Numbers) -> Chess {
    if rng.percent(50) {
        return random::of_random_play(rng);
    }
    let men = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ];
    loop {
        let pawns_alone = rng.percent(25);
        let mut setup = Setup::empty();
        setup.turn = shakmaty::Color::from_white(rng.percent(50));
        // Kings that face each other, with a pawn or two: the opposition and what depends on it.
        let facing = pawns_alone && rng.percent(50);
        if facing {
            let below = rng.below(48) as u32;
            let kings = [below, below + 16].map(Square::new);
            for (square, color) in kings.into_iter().zip(shakmaty::Color::ALL) {
                let role = shakmaty::Role::King;
                setup.board.set_piece_at(square, Piece { color, role });
            }
        }
        for color in shakmaty::Color::ALL {
            let mut put = |role: Role, rng: &mut Numbers| {
                let square = Square::new(rng.below(64) as u32);
                let back = matches!(square.rank() as usize, 0 | 7);
                let free = setup.board.piece_at(square).is_none();
                if free && !(back && role == Role::Pawn) {
                    let role = role.to_shakmaty();
                    setup.board.set_piece_at(square, Piece { color, role });
                }
            };
            if !facing {
                put(Role::King, rng);
            }
            let few = rng.percent(50);
            for role in men {
                let most = match role {
                    Role::Pawn if facing => 1,
                    Role::Pawn => 8,
                    _ if pawns_alone => 0,
                    Role::Queen => 1,
                    _ if few => 1,
                    _ => 2,
                };
                for _ in 0..rng.below(most + 1) {
                    put(role, rng);
                }
            }
        }
        if let Ok(chess) = Chess::from_setup(setup, CastlingMode::Standard) {
            return chess;
        }
    }
}

/// The positions that are compared: those of the vectors, and so many random ones.
fn positions(usual: usize) -> Vec<Chess> {
    let count = std::env::var("ADV_POSITIONS").ok();
    let count = count.and_then(|text| text.parse().ok()).unwrap_or(usual);
    let mut rng = Numbers::new(0x6e72_6b01);
    let text = read(VECTORS);
    let cases: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let vectors = cases["vectors"].as_array().expect("there are vectors");
    let fens = vectors.iter().filter_map(|vector| vector["fen"].as_str());
    let of_vectors = fens.filter_map(|fen| {
        let fen: Fen = fen.parse().ok()?;
        fen.into_position(CastlingMode::Standard).ok()
    });
    let random = (0..count).map(|_| random_position(&mut rng));
    of_vectors.chain(random).collect()
}

fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

const SIDES: [(Color, shakmaty::Color); 2] = [
    (Color::White, shakmaty::Color::White),
    (Color::Black, shakmaty::Color::Black),
];

#[test]
fn every_word_agrees_with_a_second_reading_of_its_definition() {
    let words = words();
    let mut definitions = Vec::new();
    for word in &words {
        for (side, _) in SIDES {
            definitions.push((word.kind, of_side(word.text, side)));
        }
    }
    let mut engine = program(&definitions);
    let mut found_something = vec![0; words.len()];
    for chess in positions(2500) {
        let at = position(&fen(&chess));
        for (number, (side, seen_by)) in SIDES.into_iter().enumerate() {
            let seen = ReadSeen::of(&chess, seen_by);
            for (row, word) in words.iter().enumerate() {
                let machine = value(&mut engine, 2 * row + number, &[], &at);
                let read = (word.answer)(&seen);
                found_something[row] += usize::from(read != 0);
                assert!(
                    machine == read,
                    "{} for {side:?} in {}: {:?}, read as {:?}",
                    word.text,
                    fen(&chess),
                    names(machine),
                    names(read)
                );
            }
        }
    }
    for (word, times) in words.iter().zip(found_something) {
        assert!(
            times >= 3,
            "{} was never put to the test: {times}",
            word.text
        );
    }
}

#[test]
fn every_word_about_a_square_agrees_with_a_second_reading() {
    let words = square_words();
    let mut definitions = Vec::new();
    for word in &words {
        for (side, _) in SIDES {
            definitions.push(("board (x: board)", of_side(word.text, side)));
        }
    }
    let mut engine = program(&definitions);
    let mut rng = Numbers::new(7);
    for chess in positions(300) {
        let at = position(&fen(&chess));
        for (number, (side, seen_by)) in SIDES.into_iter().enumerate() {
            let seen = ReadSeen::of(&chess, seen_by);
            for (row, word) in words.iter().enumerate() {
                let square = rng.below(64) as u32;
                let (f, r) = seen.place(square);
                let read: ReadAnswer = (word.answer)(&seen, f, r);
                // Prizes are those of a man of the side that looks.
                if word.text.starts_with("PRIZES") && !seen.mine(f, r) {
                    continue;
                }
                let machine = value(&mut engine, 2 * row + number, &[1 << square], &at);
                assert!(
                    machine == read,
                    "{} for {side:?} of {} in {}: {:?}, read as {:?}",
                    word.text,
                    Square::new(square),
                    fen(&chess),
                    names(machine),
                    names(read)
                );
            }
        }
    }
}

#[test]
fn colours_exchanged_every_word_answers_the_same() {
    let words = words();
    let mut definitions = Vec::new();
    for word in &words {
        for (side, _) in SIDES {
            definitions.push((word.kind, of_side(word.text, side)));
        }
    }
    let mut engine = program(&definitions);
    for chess in positions(500) {
        let exchanged = chess.to_setup(EnPassantMode::Legal).into_mirrored();
        let exchanged = Chess::from_setup(exchanged, CastlingMode::Standard)
            .expect("colours exchanged, it is a position as before");
        let (at, other) = (position(&fen(&chess)), position(&fen(&exchanged)));
        for (row, word) in words.iter().enumerate() {
            for side in 0..2 {
                let here = value(&mut engine, 2 * row + side, &[], &at);
                let there = value(&mut engine, 2 * row + 1 - side, &[], &other);
                let there = if word.kind == "board" {
                    there.swap_bytes()
                } else {
                    there
                };
                assert!(here == there, "{} in {}", word.text, fen(&chess));
            }
        }
    }
}

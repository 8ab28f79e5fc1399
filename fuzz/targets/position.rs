//! Positions: FEN and lines of EPD. What is understood is written in one way only, which is understood as the same position; its moves are
//! legal by an independent count, and each of them can be read back from its notation.
#![no_main]

#[allow(dead_code, reason = "the target reads single lines")]
#[path = "../../cli/src/epd/line.rs"]
mod epd;

use adv_chess::notation::{fen, parse_fen, parse_move, san};
use libfuzzer_sys::{Corpus, fuzz_target};
use shakmaty::Position as _;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Corpus::Reject;
    };
    if let Ok(entry) = epd::parse(text) {
        let legal = entry.position.legal_moves();
        assert!(
            entry
                .best
                .iter()
                .chain(&entry.avoid)
                .all(|m| legal.contains(m))
        );
    }
    let Ok(position) = parse_fen(text) else {
        return Corpus::Keep;
    };
    let written = fen(&position);
    assert_eq!(parse_fen(&written), Ok(position), "{written}");
    assert_eq!(
        epd::parse(&written).map(|entry| entry.position),
        Ok(position)
    );
    let moves = position.legal_moves();
    let chess = position
        .to_chess()
        .expect("a FEN that is read is a legal position");
    assert_eq!(chess.legal_moves().len(), moves.len(), "{written}");
    assert_eq!(
        chess.is_check(),
        position.in_check(position.turn()),
        "{written}"
    );
    assert_eq!(position.mirror().mirror(), position);
    for &m in moves.iter() {
        assert_eq!(
            parse_move(&position, &san(&position, m)),
            Ok(m),
            "{written}"
        );
        assert_eq!(parse_move(&position, &m.to_string()), Ok(m), "{written}");
        let after = position.play(m);
        assert_eq!(parse_fen(&fen(&after)), Ok(after), "{written} {m}");
    }
    Corpus::Keep
});

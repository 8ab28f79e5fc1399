//! Games read back by pgn-reader, every move played with shakmaty in its position.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

/// What was read.
#[derive(Default)]
pub struct Read {
    /// The tags.
    pub tags: BTreeMap<String, String>,
    /// The number of moves, variations included.
    pub moves: usize,
    /// The number of variations.
    pub variations: usize,
    /// The comments.
    pub comments: Vec<String>,
    /// The result at the end.
    pub result: Option<String>,
    /// For each open line the position before its last move, and the position now.
    lines: Vec<[Chess; 2]>,
}

struct Player;

impl Visitor for Player {
    type Tags = Read;
    type Movetext = Read;
    type Output = Result<Read, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Read> {
        ControlFlow::Continue(Read::default())
    }

    fn tag(
        &mut self,
        read: &mut Read,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let name = String::from_utf8_lossy(name).into_owned();
        read.tags
            .insert(name, value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut read: Read) -> ControlFlow<Self::Output, Read> {
        let start = match read.tags.get("FEN") {
            None => Ok(Chess::default()),
            Some(fen) => fen
                .parse::<Fen>()
                .map_err(|e| e.to_string())
                .and_then(|fen| {
                    fen.into_position(CastlingMode::Standard)
                        .map_err(|e: shakmaty::PositionError<Chess>| e.to_string())
                }),
        };
        match start {
            Ok(start) => {
                read.lines.push([start.clone(), start]);
                ControlFlow::Continue(read)
            }
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    fn san(&mut self, read: &mut Read, san: SanPlus) -> ControlFlow<Self::Output> {
        let Some([before, now]) = read.lines.last_mut() else {
            return ControlFlow::Break(Err("a move outside of a line".into()));
        };
        match san.san.to_move(now) {
            Ok(m) => {
                *before = now.clone();
                now.play_unchecked(m);
                read.moves += 1;
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(format!("{san}: {error}"))),
        }
    }

    fn comment(&mut self, read: &mut Read, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let words = String::from_utf8_lossy(comment.as_bytes()).into_owned();
        let words: Vec<&str> = words.split_whitespace().collect();
        read.comments.push(words.join(" "));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, read: &mut Read) -> ControlFlow<Self::Output, Skip> {
        let Some([before, _]) = read.lines.last().cloned() else {
            return ControlFlow::Break(Err("a variation outside of a line".into()));
        };
        read.variations += 1;
        read.lines.push([before.clone(), before]);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, read: &mut Read) -> ControlFlow<Self::Output> {
        read.lines.pop();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, read: &mut Read, outcome: Outcome) -> ControlFlow<Self::Output> {
        read.result = Some(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, read: Read) -> Self::Output {
        Ok(read)
    }
}

/// Reads one game and plays it.
pub fn read(text: &str) -> Read {
    let mut reader = Reader::new(Cursor::new(text));
    let game = reader
        .read_game(&mut Player)
        .expect("a game is read from memory");
    let read = game.unwrap_or_else(|| panic!("no game:\n{text}"));
    let read = read.unwrap_or_else(|error| panic!("{error}:\n{text}"));
    assert!(
        !reader.has_more().expect("reading from memory"),
        "more than one game:\n{text}"
    );
    read
}

//! An annotated game read as a tree of moves, for a page: variations are followed, and what cannot be followed is counted.

use adv::Position;
use adv::render::annotation::{AnnotatedGame, AnnotatedMove};

use super::movetext::{Reader, is_of_word, read_move};

/// Greatest depth of nested variations; deeper ones are left out.
const DEEPEST: usize = 20;

/// State while one line, the main line or a variation, is read into the tree.
struct ReadLine {
    /// Index in the tree of the line's last move, or of the move that its first one follows; `None` at the start.
    last: Option<usize>,
    /// True once the line has a move of its own.
    is_begun: bool,
    /// Position after the line's last move.
    position: Position,
    /// True once a move could not be read: the rest of the line is skipped.
    is_cut: bool,
    /// True before the first move and after a move number: a comment here belongs to the next move.
    is_ahead: bool,
    /// Comments that wait for the next move of the line.
    lead: String,
}

impl ReadLine {
    const fn after(last: Option<usize>, position: Position) -> ReadLine {
        ReadLine {
            last,
            is_begun: false,
            position,
            is_cut: false,
            is_ahead: true,
            lead: String::new(),
        }
    }
}

/// Tree of the first game in a PGN text, for a page; its main line must be legal. `None` where the text has no game.
pub fn tree(text: &[u8]) -> Option<AnnotatedGame> {
    let mut reader = Reader { text, at: 0 };
    let (start, pairs) = reader.tags().ok()?;
    let tag = |wanted: &str| {
        let found = pairs.iter().find(|[name, _]| name == wanted);
        let value = found.map_or("", |[_, value]| value.trim());
        // Questions marks are written for what is not known.
        match value.chars().all(|letter| matches!(letter, '?' | '.')) {
            true => String::new(),
            false => value.to_owned(),
        }
    };
    let about: Vec<String> = ["Event", "Site", "Date"].map(tag).into();
    let about: Vec<String> = about.into_iter().filter(|of| !of.is_empty()).collect();
    let mut game = AnnotatedGame {
        names: ["White", "Black"].map(tag),
        event: about.join(", "),
        result: tag("Result"),
        start,
        opening: String::new(),
        moves: Vec::new(),
        cut: 0,
    };
    let mut lines = vec![ReadLine::after(None, start)];
    while let Some(line) = lines.last_mut() {
        reader.blanks();
        let Some(byte) = reader.peek() else {
            break;
        };
        match byte {
            b'{' | b';' => {
                let from = reader.at + 1;
                reader.comment().ok()?;
                let inner = text.get(from..reader.at).unwrap_or_default();
                let inner = inner.strip_suffix(b"}").unwrap_or(inner);
                said(&mut game, line, inner);
            }
            b'(' => match begun(&game, line) {
                Some(variation) if lines.len() <= DEEPEST => {
                    reader.at += 1;
                    lines.push(variation);
                }
                _ => {
                    game.cut += 1;
                    reader.variation().ok()?;
                }
            },
            b')' => {
                reader.at += 1;
                let ended = lines.pop()?;
                let is_main = lines.is_empty();
                keep(&mut game, ended);
                if is_main {
                    break;
                }
            }
            b'[' => break,
            b'$' | b'!' | b'?' => {
                let glyph = reader.glyph().ok()?;
                if let Some(of) = own_last(&mut game, line) {
                    of.glyphs.push(glyph);
                }
            }
            _ => {
                let word = reader.run(is_of_word).to_vec();
                if word.is_empty() {
                    reader.at += 1;
                    if byte == b'*' && lines.len() == 1 {
                        break;
                    }
                    continue;
                }
                if matches!(&word[..], b"1-0" | b"0-1" | b"1/2-1/2") {
                    if lines.len() == 1 {
                        game.result = String::from_utf8_lossy(&word).into_owned();
                        break;
                    }
                } else if word.iter().all(u8::is_ascii_digit) {
                    line.is_ahead = true;
                } else if !line.is_cut {
                    follow(&mut game, line, &word);
                }
            }
        }
    }
    while let Some(line) = lines.pop() {
        keep(&mut game, line);
    }
    Some(game)
}

/// Adds the next move to a line; a move that cannot be read cuts the line.
fn follow(game: &mut AnnotatedGame, line: &mut ReadLine, word: &[u8]) {
    let Ok(mv) = read_move(&line.position, word) else {
        line.is_cut = true;
        game.cut += 1;
        return;
    };
    let place = game.moves.len();
    game.moves.push(AnnotatedMove {
        parent: line.last,
        before: line.position,
        mv,
        glyphs: Vec::new(),
        lead: std::mem::take(&mut line.lead),
        comment: String::new(),
    });
    line.position = line.position.play(mv);
    line.last = Some(place);
    (line.is_begun, line.is_ahead) = (true, false);
}

/// Begins a variation that replaces a line's last move; `None` where the line has no move of its own, or is cut.
fn begun(game: &AnnotatedGame, line: &ReadLine) -> Option<ReadLine> {
    let place = line.last.filter(|_| line.is_begun && !line.is_cut)?;
    let of = game.moves.get(place)?;
    Some(ReadLine::after(of.parent, of.before))
}

/// Last move that belongs to the line itself; `None` before its first move.
fn own_last<'g>(game: &'g mut AnnotatedGame, line: &ReadLine) -> Option<&'g mut AnnotatedMove> {
    let place = line.last.filter(|_| line.is_begun)?;
    game.moves.get_mut(place)
}

/// Attaches a comment to the last move of a line, or keeps it for the next move.
fn said(game: &mut AnnotatedGame, line: &mut ReadLine, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ");
    if line.is_ahead && game.moves.is_empty() {
        return append(&mut game.opening, &words);
    }
    if line.is_ahead && !line.is_cut {
        return append(&mut line.lead, &words);
    }
    if let Some(of) = own_last(game, line) {
        append(&mut of.comment, &words);
    }
}

/// Attaches a comment that waited for a next move, which never came, to the move before it.
fn keep(game: &mut AnnotatedGame, mut line: ReadLine) {
    let lead = std::mem::take(&mut line.lead);
    if let Some(of) = own_last(game, &line) {
        append(&mut of.comment, &lead);
    }
}

fn append(text: &mut String, words: &str) {
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

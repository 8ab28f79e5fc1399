//! A game read as a tree of moves, with the places of those of its main line: variations are followed, and what cannot be followed is
//! counted.

use adv::render::annotation::{AnnotatedGame, AnnotatedMove};
use adv::render::text::{joined, one_line};
use adv::{Move, Position};

use super::movetext::{Broken, Ply, Reader, is_of_word, read_move};

/// Greatest depth of nested variations; deeper ones are left out.
const DEEPEST: usize = 20;

/// State while one line, the main line or a variation, is read into the tree.
struct ReadLine {
    /// Byte offset of the parenthesis that opens it; of the first move for the main line.
    opened: usize,
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
    const fn after(last: Option<usize>, position: Position, opened: usize) -> ReadLine {
        ReadLine {
            opened,
            last,
            is_begun: false,
            position,
            is_cut: false,
            is_ahead: true,
            lead: String::new(),
        }
    }
}

/// A game of a PGN text: its tree, and the places of the moves of its main line.
pub struct ParsedGame {
    /// Byte offset after the game's tags, where its moves begin.
    pub moves_at: usize,
    /// Moves of the main line, which are legal.
    pub plies: Vec<Ply>,
    /// Tree of the game for a page.
    pub game: AnnotatedGame,
}

/// Tree of the first game in a PGN text, for a page; `None` where the text has no game that can be read.
pub fn tree(text: &[u8]) -> Option<AnnotatedGame> {
    let parsed = parse(&mut Reader { text, at: 0 });
    parsed.ok().map(|parsed| parsed.game)
}

/// Reads a game, up to its result or to the next game.
///
/// # Errors
/// Where its tags are damaged, the main line has a move that is not legal, or a comment or a variation has no end.
pub fn parse(reader: &mut Reader<'_>) -> Result<ParsedGame, Broken> {
    let (start, pairs) = reader.tags()?;
    let mut game = game(start, &pairs);
    let moves_at = reader.at;
    let mut plies: Vec<Ply> = Vec::new();
    let mut lines = vec![ReadLine::after(None, start, moves_at)];
    loop {
        reader.blanks();
        let (at, depth) = (reader.at, lines.len());
        let opened = lines.get(1).map_or(at, |variation| variation.opened);
        let Some(line) = lines.last_mut() else {
            break;
        };
        let byte = match reader.peek() {
            // A bracket begins the tags of the next game.
            None | Some(b'[') if depth == 1 => break,
            None | Some(b'[') => return reader.broken(opened, "the variation has no `)`"),
            Some(byte) => byte,
        };
        let ply = plies.last_mut().filter(|_| depth == 1);
        match byte {
            b'{' | b';' => {
                reader.comment()?;
                let inner = reader.text.get(at + 1..reader.at).unwrap_or_default();
                let inner = inner.strip_suffix(b"}").unwrap_or(inner);
                if let Some(ply) = ply.filter(|_| !line.is_ahead) {
                    if ply.after_variations == ply.after_comments {
                        ply.after_comments = reader.at;
                    }
                    ply.after_variations = reader.at;
                }
                said(&mut game, line, inner);
            }
            b'(' => match begun(&game, line, at) {
                Some(variation) if depth <= DEEPEST => {
                    reader.at += 1;
                    lines.push(variation);
                }
                _ => {
                    game.cut += 1;
                    reader.variation()?;
                    if let Some(ply) = ply {
                        ply.after_variations = reader.at;
                    }
                }
            },
            b')' if depth == 1 => return reader.broken(at, "this `)` ends no variation"),
            b')' => {
                reader.at += 1;
                if let Some(ended) = lines.pop() {
                    keep(&mut game, ended);
                }
                if let Some(ply) = plies.last_mut().filter(|_| depth == 2) {
                    ply.after_variations = reader.at;
                }
            }
            b'$' | b'!' | b'?' => match (reader.glyph(), ply) {
                (Err(broken), _) if depth == 1 => return Err(broken),
                (Err(_), _) => {}
                (Ok(glyph), ply) => {
                    if let Some(of) = own_last(&mut game, line) {
                        of.glyphs.push(glyph);
                    }
                    if let Some(ply) = ply {
                        ply.take(glyph, reader.at);
                    }
                }
            },
            b'*' if depth == 1 => {
                reader.at += 1;
                break;
            }
            _ => match reader.run(is_of_word).to_vec().as_slice() {
                [] if depth == 1 && byte != b'.' => {
                    return reader.broken(at, "this is no move and no comment");
                }
                [] => reader.at += 1,
                result @ (b"1-0" | b"0-1" | b"1/2-1/2") => {
                    if depth == 1 {
                        game.result = String::from_utf8_lossy(result).into_owned();
                        break;
                    }
                }
                number if number.iter().all(u8::is_ascii_digit) => line.is_ahead = true,
                _ if line.is_cut => {}
                word => match read_move(&line.position, word) {
                    Ok(mv) => {
                        if depth == 1 {
                            plies.push(Ply::new(mv, (at, reader.at), line.is_ahead));
                        }
                        follow(&mut game, line, mv);
                    }
                    Err(error) if depth == 1 => return reader.broken(at, error.to_string()),
                    Err(_) => {
                        line.is_cut = true;
                        game.cut += 1;
                    }
                },
            },
        }
    }
    while let Some(line) = lines.pop() {
        keep(&mut game, line);
    }
    Ok(ParsedGame {
        moves_at,
        plies,
        game,
    })
}

/// Game without moves that has a start and tags.
fn game(start: Position, pairs: &[[String; 2]]) -> AnnotatedGame {
    let tag = |wanted: &str| {
        let found = pairs.iter().find(|[name, _]| name == wanted);
        let value = found.map_or("", |[_, value]| value.trim());
        // Questions marks are written for what is not known.
        match value.chars().all(|letter| matches!(letter, '?' | '.')) {
            true => String::new(),
            false => value.to_owned(),
        }
    };
    let about = ["Event", "Site", "Date"].map(tag).into_iter();
    let about = about.filter(|of| !of.is_empty());
    AnnotatedGame {
        names: ["White", "Black"].map(tag),
        event: joined(about, ", "),
        result: tag("Result"),
        start,
        opening: String::new(),
        moves: Vec::new(),
        cut: 0,
    }
}

/// Adds the next move to a line.
fn follow(game: &mut AnnotatedGame, line: &mut ReadLine, mv: Move) {
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
fn begun(game: &AnnotatedGame, line: &ReadLine, opened: usize) -> Option<ReadLine> {
    let place = line.last.filter(|_| line.is_begun && !line.is_cut)?;
    let of = game.moves.get(place)?;
    Some(ReadLine::after(of.parent, of.before, opened))
}

/// Last move that belongs to the line itself; `None` before its first move.
fn own_last<'g>(game: &'g mut AnnotatedGame, line: &ReadLine) -> Option<&'g mut AnnotatedMove> {
    let place = line.last.filter(|_| line.is_begun)?;
    game.moves.get_mut(place)
}

/// Attaches a comment to the last move of a line, or keeps it for the next move.
fn said(game: &mut AnnotatedGame, line: &mut ReadLine, bytes: &[u8]) {
    let words = one_line(&String::from_utf8_lossy(bytes));
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

//! Games in PGN, read so that remarks can be written into them: every byte of the input stays where it is.
//!
//! ```text
//! [FEN "…"]                          tags: where the game begins
//! 1. e4 $1 {good} (1. d4) e5 …       moves of the main line, each with its glyphs and the ends of it, its comments and its variations
//! ```
//!
//! `tree.rs` puts the parts together that are read here: tags, comments (`{…}`, `;…`), lines that begin with `%`, glyphs (`$1`, `!?`).

use adv::chess::{MoveError, parse_fen, parse_move};
use adv::{Move, Position};

use super::tree::parse;
use crate::explainers::{CHESS960, is_of_chess960};

/// A move of a game's main line, with the byte offsets in the PGN text at which annotations are inserted around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// Move that was played, legal in its position.
    pub mv: Move,
    /// Byte offset at which the move and its glyphs end.
    pub after_glyphs: usize,
    /// Byte offset after the move's glyphs and comments, before its variations.
    pub after_comments: usize,
    /// Byte offset after the move's variations.
    pub after_variations: usize,
    /// Numeric glyphs (NAG) that the move has already: `!` is 1, `?` is 2, and so on.
    pub glyphs: Vec<u32>,
    /// Byte offset of the move's first letter, after its move number.
    pub at: usize,
    /// True where a move number precedes the move in the text.
    pub is_numbered: bool,
}

impl Ply {
    /// A move whose word is at some bytes of the text.
    pub fn new(mv: Move, (at, end): (usize, usize), is_numbered: bool) -> Ply {
        Ply {
            mv,
            after_glyphs: end,
            after_comments: end,
            after_variations: end,
            glyphs: Vec::new(),
            at,
            is_numbered,
        }
    }

    /// Adds a glyph that ends at a byte offset.
    pub fn take(&mut self, glyph: u32, end: usize) {
        self.glyphs.push(glyph);
        if self.after_comments == self.after_glyphs {
            self.after_glyphs = end;
        }
        if self.after_variations == self.after_comments {
            self.after_comments = end;
        }
        self.after_variations = self.after_variations.max(end);
    }
}

/// One game of a PGN text with its byte offsets, or the reason why it cannot be read.
#[derive(Debug)]
pub struct Read {
    /// Byte offset of the game's first byte.
    pub from: usize,
    /// Byte offset after the game's last byte.
    pub to: usize,
    /// Byte offset after the game's tags, where its moves begin; for a broken game, of its first byte.
    pub moves_at: usize,
    /// Start position and moves of the main line, or the fault of a broken game.
    pub game: Result<(Position, Vec<Ply>), Broken>,
}

/// A fault of a PGN text, and the byte offset at which it is.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken {
    /// Byte offset of the fault in the text.
    pub at: usize,
    /// Sentence on the fault, for the user.
    pub sentence: String,
}

/// Reads all games of a PGN text, broken ones among them.
pub fn read(text: &[u8]) -> Vec<Read> {
    let mut games = Vec::new();
    let mut at = 0;
    loop {
        while text.get(at).is_some_and(u8::is_ascii_whitespace) || text[at..].starts_with(BOM) {
            at += if text[at..].starts_with(BOM) {
                BOM.len()
            } else {
                1
            };
        }
        if at >= text.len() {
            return games;
        }
        let mut reader = Reader { text, at };
        let (moves_at, game) = match parse(&mut reader) {
            Ok(parsed) => (parsed.moves_at, Ok((parsed.game.start, parsed.plies))),
            Err(broken) => {
                reader.at = next_game(text, broken.at.max(at + 1));
                (at, Err(broken))
            }
        };
        let to = reader.at.max(at + 1).min(text.len());
        games.push(Read {
            from: at,
            to,
            moves_at,
            game,
        });
        at = to;
    }
}

/// UTF-8 byte order mark, which some editors put at the beginning of a file.
const BOM: &[u8] = &[0xef, 0xbb, 0xbf];

/// Line and column of a byte offset, both from 1; columns count bytes.
pub fn place(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let begun = before.iter().rposition(|byte| *byte == b'\n');
    (line, before.len() - begun.map_or(0, |begun| begun + 1) + 1)
}

/// Byte offset of the next game after a broken one: it begins at a tag after an empty line. The end of the text where there is none.
fn next_game(text: &[u8], from: usize) -> usize {
    let mut is_empty = false;
    let mut at = from;
    while let Some(end) = text[at..].iter().position(|byte| *byte == b'\n') {
        let line = &text[at..at + end];
        let blank = line.iter().all(u8::is_ascii_whitespace);
        // The line in which the game broke is not known whole, and counts as none.
        is_empty = blank && (at != from || is_empty);
        at += end + 1;
        if is_empty && text.get(at) == Some(&b'[') {
            return at;
        }
    }
    text.len()
}

/// Reader of PGN text: reads the parts of a game one after another.
pub struct Reader<'t> {
    /// Bytes of the PGN text that is read.
    pub text: &'t [u8],
    /// Byte offset up to which the text is read.
    pub at: usize,
}

impl Reader<'_> {
    pub fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    pub fn broken<T>(&self, at: usize, sentence: impl Into<String>) -> Result<T, Broken> {
        Err(Broken {
            at: at.min(self.text.len()),
            sentence: sentence.into(),
        })
    }

    /// Skips bytes while they satisfy `is`, and returns them.
    pub fn run(&mut self, is: impl Fn(u8) -> bool) -> &[u8] {
        let from = self.at;
        while self.peek().is_some_and(&is) {
            self.at += 1;
        }
        &self.text[from..self.at]
    }

    /// Skips white space, and lines that begin with `%`.
    pub fn blanks(&mut self) {
        loop {
            self.run(|byte| byte.is_ascii_whitespace());
            let begins = self.at == 0 || self.text.get(self.at - 1) == Some(&b'\n');
            match self.peek() {
                Some(b'%') if begins => {
                    self.run(|byte| byte != b'\n');
                }
                _ => return,
            }
        }
    }

    /// Reads the tags of a game; returns its start position, and all tag names with their values.
    pub fn tags(&mut self) -> Result<(Position, Vec<[String; 2]>), Broken> {
        let mut start = Position::start();
        let mut pairs = Vec::new();
        loop {
            self.blanks();
            if self.peek() != Some(b'[') {
                return Ok((start, pairs));
            }
            let opened = self.at;
            self.at += 1;
            self.blanks();
            let name = self
                .run(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                .to_vec();
            self.blanks();
            let value_at = self.at;
            if name.is_empty() || self.peek() != Some(b'"') {
                return self.broken(opened, "a tag is written `[Name \"value\"]`");
            }
            self.at += 1;
            let mut value = Vec::new();
            loop {
                match self.peek() {
                    Some(b'"') => break,
                    Some(b'\\') if self.text.get(self.at + 1).is_some() => self.at += 1,
                    None | Some(b'\n') => {
                        return self.broken(value_at, "the value of the tag has no end");
                    }
                    Some(_) => {}
                }
                value.extend(self.peek());
                self.at += 1;
            }
            self.at += 1;
            self.blanks();
            if self.peek() != Some(b']') {
                return self.broken(opened, "the tag has no `]`");
            }
            self.at += 1;
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let (name, value) = (text(&name), text(&value));
            if name.eq_ignore_ascii_case("variant") && !is_chess(&value) {
                let rules = format!(
                    "the game is by the rules of `{value}`, and adv knows those of chess alone"
                );
                return self.broken(value_at, rules);
            }
            if name == "FEN" {
                match parse_fen(&value) {
                    Ok(position) => start = position,
                    Err(_) if is_of_chess960(&value) => return self.broken(value_at, CHESS960),
                    Err(error) => return self.broken(value_at, format!("the tag FEN: {error}")),
                }
            }
            pairs.push([name, value]);
        }
    }

    /// Skips a comment, in braces or to the end of its line.
    pub fn comment(&mut self) -> Result<(), Broken> {
        let opened = self.at;
        if self.peek() == Some(b';') {
            self.run(|byte| byte != b'\n');
            // What is written behind it begins on the next line.
            self.at = (self.at + 1).min(self.text.len());
            return Ok(());
        }
        self.run(|byte| byte != b'}');
        if self.peek().is_none() {
            return self.broken(opened, "the comment has no `}`");
        }
        self.at += 1;
        Ok(())
    }

    /// Skips a variation in parentheses, with the variations nested in it.
    pub fn variation(&mut self) -> Result<(), Broken> {
        let opened = self.at;
        let mut depth = 0_usize;
        loop {
            self.blanks();
            match self.peek() {
                // A bracket begins the tags of the next game.
                None | Some(b'[') => return self.broken(opened, "the variation has no `)`"),
                Some(b'{' | b';') => {
                    self.comment()?;
                    continue;
                }
                Some(b'(') => depth += 1,
                Some(b')') => depth = depth.saturating_sub(1),
                Some(_) => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Reads a glyph, `$1` or `!` and `?`, and returns its number.
    pub fn glyph(&mut self) -> Result<u32, Broken> {
        let at = self.at;
        if self.peek() == Some(b'$') {
            self.at += 1;
            let digits =
                String::from_utf8_lossy(self.run(|byte| byte.is_ascii_digit())).into_owned();
            return match digits.parse() {
                Ok(number) => Ok(number),
                Err(_) => self.broken(at, "a glyph is `$` and a number"),
            };
        }
        Ok(match self.run(|byte| matches!(byte, b'!' | b'?')) {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            _ => 6,
        })
    }
}

/// True where a PGN tag Variant names chess, from any start position. Chess960 is another variant, because its castling differs.
fn is_chess(variant: &str) -> bool {
    let plain: String = variant
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    let names = [
        "",
        "standard",
        "chess",
        "normal",
        "orthodox",
        "fromposition",
    ];
    names.contains(&plain.to_ascii_lowercase().as_str())
}

/// Reads a move in standard notation (SAN); castling may be written with zeros.
pub fn read_move(position: &Position, word: &[u8]) -> Result<Move, MoveError> {
    let name = String::from_utf8_lossy(word)
        .replace("0-0", "O-O")
        .replace("O-0", "O-O");
    parse_move(position, &name)
}

/// True for a byte that moves, move numbers and results in PGN may contain.
pub const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'#' | b'=' | b'/' | b':' | b'_')
}

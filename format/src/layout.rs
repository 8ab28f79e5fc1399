//! The blanks of every line.
//!
//! - The author's lines stay lines. An item begins a line. One empty line at most parts two lines, and none is at the ends of the text.
//! - Items begin at the edge; clauses, rules and statements are two blanks further in than what they belong to; an end word is below
//!   the beginning of what it ends.
//! - Where every clause of an item has a line of its own, their values make a column.
//! - Any other line goes on from the line before, and keeps its place below the token that it was written under.
//! - Between tokens is one blank or none, as [`crate::spacing`] says. Two and more make a column, which is kept where another phrase
//!   begins or where a neighbouring line has a token in the same column.
//! - A comment after a line is two blanks away at least. A comment above a line is indented as the line.

use std::collections::BTreeSet;

use adv_compiler::syntax::Parsed;
use adv_compiler::syntax::token::Token;

use crate::Signs;
use crate::pieces::{Kind, Line, Piece, end_column, lines};
use crate::signs::{capitals, spelt};
use crate::spacing::{Context, Gap};
use crate::structure::{Blocks, STEP, Start, Starts, starts};

/// Lays a text out that has no errors of syntax.
pub fn lay_out(text: &str, parsed: &Parsed, signs: Signs) -> String {
    let found = lines(text, parsed);
    let mut writer = Writer {
        starts: starts(text, parsed),
        signs,
        out: String::with_capacity(text.len() + text.len() / 8),
        column: 0,
        context: Context::default(),
        blocks: Blocks::default(),
        capitals: false,
        base: 0,
        moved: Vec::new(),
        comment: None,
    };
    let columns: Vec<BTreeSet<usize>> = found.lines.iter().map(columns).collect();
    let mut protected = found.protected.iter().peekable();
    for (at, line) in found.lines.iter().enumerate() {
        let none = BTreeSet::new();
        let above = at.checked_sub(1).and_then(|at| columns.get(at));
        let neighbours = [above.unwrap_or(&none), columns.get(at + 1).unwrap_or(&none)];
        let next = found.lines.get(at + 1..).unwrap_or(&[]);
        writer.line(line, neighbours, next);
        while let Some(&(_, token, start)) = protected.next_if(|&&(of, ..)| of == at) {
            writer.note(token, start);
        }
    }
    writer.out
}

/// The columns in which the pieces of a line begin, its first not counted.
fn columns(line: &Line<'_>) -> BTreeSet<usize> {
    let further = line.pieces.iter().skip(1);
    further.map(|piece| piece.column).collect()
}

struct Writer {
    starts: Starts,
    signs: Signs,
    out: String,
    /// The column after what has been written.
    column: usize,
    context: Context,
    blocks: Blocks,
    capitals: bool,
    /// The column of the item, clause, rule or statement that a line goes on with.
    base: usize,
    /// Where the tokens of the last line of code were and are.
    moved: Vec<(usize, usize)>,
    /// Where the comment at the end of the last line was and is, or one below it.
    comment: Option<(usize, usize)>,
}

impl Writer {
    fn line(&mut self, line: &Line<'_>, neighbours: [&BTreeSet<usize>; 2], next: &[Line<'_>]) {
        let Some(first) = line.pieces.first() else {
            return;
        };
        if line.after_blank {
            self.out.push('\n');
        }
        if first.kind == Kind::Verbatim {
            self.out.push_str(first.text);
            self.end_line();
            (self.moved, self.comment) = (Vec::new(), None);
            return;
        }
        let code = line.pieces.iter().find(|piece| piece.token().is_some());
        let indent = match code {
            Some(token) => self.indent(token, first.column),
            None => self.comment_indent(first, next),
        };
        if code.is_some() {
            self.moved.clear();
            self.comment = None;
        } else {
            self.comment = self.comment.filter(|&(was, _)| was == first.column);
        }
        self.capitals = capitals(line, self.capitals);
        self.indent_to(indent);
        let mut shift = indent as isize - first.column as isize;
        let mut value: Option<(u32, usize)> = None;
        // Whether code of another item may come before on this line.
        let mut begun = false;
        for (at, piece) in line.pieces.iter().enumerate() {
            let start = self.starts.get(&piece.start).copied();
            let start = start.filter(|_| piece.token().is_some());
            if begun && start.is_some_and(|start| start.is_item) {
                self.end_line();
                self.moved.clear();
                self.indent_to(0);
                shift = -(piece.column as isize);
                begun = false;
            } else if at > 0 {
                let wanted = value.take_if(|(end, _)| *end <= piece.start);
                let column = match wanted {
                    Some((_, column)) if piece.token().is_some() => column.max(self.column + 1),
                    _ => self.place(piece, shift, neighbours),
                };
                self.indent_to(column);
            }
            if let Some(start) = start {
                self.base = start.indent;
                if start.is_item {
                    self.context.begin_item();
                }
                value = match (start.keyword_end, start.value) {
                    (Some(end), Some(column)) if !begun => Some((end, column)),
                    _ => None,
                };
            }
            let before = self.context.last();
            let after = line.pieces.get(at + 1..).unwrap_or(&[]);
            let after = after
                .iter()
                .chain(next.iter().flat_map(|line| &line.pieces));
            let after = after.filter_map(Piece::token).next();
            let written = spelt(piece, before, after, self.signs, self.capitals);
            match piece.kind {
                Kind::Token(_) => {
                    self.moved.push((piece.column, self.column));
                    begun = true;
                }
                _ => self.comment = Some((piece.column, self.column)),
            }
            self.write(&written);
            if let Kind::Token(token) = piece.kind {
                self.take(token, piece.start, start.as_ref(), &written);
            }
        }
        self.end_line();
    }

    /// The column of a piece that does not begin a line.
    fn place(&self, piece: &Piece<'_>, shift: isize, neighbours: [&BTreeSet<usize>; 2]) -> usize {
        let kept = (piece.column as isize + shift).max(0) as usize;
        let aligned = neighbours
            .iter()
            .any(|columns| columns.contains(&piece.column));
        let gap = match piece.kind {
            Kind::LineComment => return kept.max(self.column + 2),
            Kind::BlockComment => Gap::Phrase,
            Kind::Token(token) => self.context.gap(token),
            Kind::Verbatim => Gap::None,
        };
        let wide = piece.gap > 1 && (gap == Gap::Phrase || gap == Gap::One && aligned);
        match gap {
            _ if wide => kept.max(self.column + 2),
            Gap::None => self.column,
            Gap::Either => self.column + piece.gap.min(1),
            Gap::One | Gap::Phrase => self.column + 1,
        }
    }

    /// The column of a line whose first token is this.
    fn indent(&self, token: &Piece<'_>, column: usize) -> usize {
        if let Some(start) = self.starts.get(&token.start) {
            return start.indent;
        }
        let Some(word) = token.token() else {
            return 0;
        };
        match self.blocks.peek(word) {
            Some(closing) => closing,
            None if matches!(word, Token::RParen | Token::RBrace) => {
                self.follow(column).max(self.base)
            }
            None => self.follow(column).max(self.base + STEP),
        }
    }

    /// Where a line goes on that was written in a column: moved as the token above it.
    fn follow(&self, column: usize) -> usize {
        let above = self.moved.iter().rev().find(|&&(was, _)| was <= column);
        let (was, is) = above.or(self.moved.first()).copied().unwrap_or((0, 0));
        (column + is).saturating_sub(was)
    }

    /// The column of a comment that has its line.
    fn comment_indent(&self, first: &Piece<'_>, next: &[Line<'_>]) -> usize {
        if let Some((was, is)) = self.comment
            && was == first.column
            && was > 0
        {
            return is;
        }
        let mut pieces = next.iter().flat_map(|line| &line.pieces);
        let below = pieces.find(|piece| matches!(piece.kind, Kind::Token(_) | Kind::Verbatim));
        let Some(token) = below.and_then(|piece| Some((piece, piece.token()?))) else {
            return 0;
        };
        match (self.starts.get(&token.0.start), self.blocks.peek(token.1)) {
            (Some(start), _) => start.indent,
            (None, Some(closing)) => closing + STEP,
            (None, None) => self.follow(first.column).max(self.base + STEP),
        }
    }

    /// Takes a token of protected lines in.
    fn note(&mut self, token: Token, start: u32) {
        let found = self.starts.get(&start).copied();
        if let Some(start) = found {
            self.base = start.indent;
            if start.is_item {
                self.context.begin_item();
            }
        }
        self.take(token, start, found.as_ref(), "");
    }

    fn take(&mut self, token: Token, at: u32, start: Option<&Start>, written: &str) {
        if let Some(column) = self.blocks.push(token, start) {
            self.base = column;
        }
        let keyword = start.is_some_and(|start| start.keyword_end > Some(at));
        let sign = !written.starts_with(|c: char| c.is_alphabetic());
        self.context.push(token, keyword, sign);
    }

    fn write(&mut self, text: &str) {
        // A comment of several lines keeps them; only their ends become those of the formatted text.
        let text = text.replace("\r\n", "\n");
        self.out.push_str(&text);
        self.column = end_column(self.column, &text);
    }

    fn indent_to(&mut self, column: usize) {
        while self.column < column {
            self.out.push(' ');
            self.column += 1;
        }
    }

    fn end_line(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }
}

//! Where items, clauses, rules and statements begin: what the tree says of indentation.
//!
//! An item that this file does not know is an item without parts: its first line begins at the edge, and its other lines keep their
//! places below it. A new kind of item with clauses needs an arm in [`item`].

use std::collections::BTreeMap;

use adv_compiler::source::Span;
use adv_compiler::symbols::{Group, symbol};
use adv_compiler::syntax::ast::{
    AdviceClause, File, Item, ItemKind, Statement, StatementKind, TableDef,
};
use adv_compiler::syntax::token::Token;
use adv_compiler::syntax::{Lexeme, Parsed};

/// The columns by which a part is indented below what it belongs to.
pub const STEP: usize = 2;

/// The columns from a clause's keyword to its value in a piece-of-advice and an action: `because` and two blanks.
const ADVICE_VALUE: usize = 9;
/// The same in a pattern and an evaluation: `for them` and two blanks.
const PATTERN_VALUE: usize = 10;

/// Where something begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Start {
    /// The column of its first token, where that begins a line.
    pub indent: usize,
    /// It is an item, which begins a line always.
    pub is_item: bool,
    /// The offset where the keyword of a clause ends.
    pub keyword_end: Option<u32>,
    /// The column of the clause's value, where all clauses of the item have lines of their own.
    pub value: Option<usize>,
    /// It is a statement with an end word, `if` or `do-while`.
    pub opens: bool,
}

/// The starts by their offsets.
pub type Starts = BTreeMap<u32, Start>;

/// Finds where everything begins.
pub fn starts(text: &str, parsed: &Parsed) -> Starts {
    let mut found = Finder {
        text,
        tokens: &parsed.tokens,
        starts: Starts::new(),
        has_material: false,
    };
    found.file(&parsed.file);
    found.starts
}

struct Finder<'p> {
    text: &'p str,
    tokens: &'p [Lexeme],
    starts: Starts,
    /// Whether the file says its material.
    has_material: bool,
}

impl Finder<'_> {
    fn file(&mut self, file: &File) {
        let mut items = file.items.iter();
        self.has_material = items.any(|item| matches!(item.kind, ItemKind::Material(_)));
        for item in &file.items {
            self.put(item.span, 0, |start| start.is_item = true);
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            // The first words of these two make a column where a file has both, one below the other.
            ItemKind::Material(_) | ItemKind::Example(_) if self.has_material => {
                let word = Span::new(item.span.start, self.token_end(item.span.start));
                self.put(item.span, 0, |start| {
                    start.is_item = true;
                    start.keyword_end = Some(word.end);
                    start.value = Some("material".len() + STEP);
                });
            }
            ItemKind::Advice(advice) => {
                let clauses = advice.clauses.iter();
                self.clauses(clauses.map(|c| (c.span, c.keyword)), STEP, ADVICE_VALUE);
                if let Some(action) = &advice.action {
                    self.action(&action.clauses, STEP);
                }
            }
            ItemKind::Pattern(pattern) => {
                let clauses = pattern.clauses.iter();
                self.clauses(clauses.map(|c| (c.span, c.keyword)), STEP, PATTERN_VALUE);
            }
            ItemKind::Evaluation(evaluation) => {
                let clauses = evaluation.clauses.iter();
                self.clauses(clauses.map(|c| (c.span, c.keyword)), STEP, PATTERN_VALUE);
            }
            ItemKind::Texts(texts) => {
                for of in texts.entries.iter().filter_map(|entry| entry.of.as_ref()) {
                    self.put_before(of.span.start, STEP);
                }
            }
            ItemKind::Table(table) => self.table(table),
            ItemKind::Strategy(strategy) => self.statements(&strategy.body, STEP),
            _ => {}
        }
    }

    fn table(&mut self, table: &TableDef) {
        for rule in &table.rules {
            self.put(rule.span, STEP, |_| {});
        }
        // These spans begin after their keywords.
        let lists = table.also.iter().map(|list| list.span.start);
        let names = table.beyond.iter().map(|names| names.span.start);
        for start in lists.chain(names).collect::<Vec<_>>() {
            self.put_before(start, STEP);
        }
    }

    fn statements(&mut self, body: &[Statement], indent: usize) {
        for statement in body {
            self.put(statement.span, indent, |_| {});
            self.statement(statement, indent);
        }
    }

    fn statement(&mut self, statement: &Statement, indent: usize) {
        let otherwise = match &statement.kind {
            StatementKind::Action(action) => {
                self.action(&action.clauses, indent + STEP);
                &action.otherwise
            }
            StatementKind::ActionUse(used) => {
                self.action(&used.clauses, indent + STEP);
                &used.otherwise
            }
            StatementKind::Consult(_, otherwise) | StatementKind::Apply(_, otherwise) => otherwise,
            StatementKind::DoWhile(_, body, _) => {
                self.put(statement.span, indent, |start| start.opens = true);
                self.statements(body, indent + STEP);
                &None
            }
            StatementKind::If(branches, last) => {
                self.put(statement.span, indent, |start| start.opens = true);
                for (_, body) in branches {
                    self.statements(body, indent + STEP);
                }
                self.statements(last.as_deref().unwrap_or(&[]), indent + STEP);
                &None
            }
            StatementKind::Stop(_) | StatementKind::Error => &None,
        };
        if let Some(inner) = otherwise {
            // It goes on after `otherwise`, whose line is indented by one step.
            self.put(inner.span, indent + STEP, |_| {});
            self.statement(inner, indent + STEP);
        }
    }

    fn action(&mut self, clauses: &[AdviceClause], indent: usize) {
        let spans = clauses.iter().map(|c| (c.span, c.keyword));
        self.clauses(spans, indent, ADVICE_VALUE);
    }

    /// Clauses, whose values make a column where each clause begins a line: the author's, where the values are in one already.
    fn clauses(
        &mut self,
        clauses: impl Iterator<Item = (Span, Span)>,
        indent: usize,
        width: usize,
    ) {
        let clauses: Vec<(Span, Span)> = clauses.collect();
        let own_lines = clauses.iter().all(|(span, _)| self.begins_line(span.start));
        let mut widths = clauses.iter().map(|&(_, keyword)| self.width(keyword));
        let first = widths.next().flatten();
        let one = clauses.len() > 1 && widths.all(|other| other == first);
        let width = first.filter(|_| one).map_or(width, |own| own.min(width));
        for (span, keyword) in clauses {
            self.put(span, indent, |start| {
                start.keyword_end = Some(keyword.end);
                start.value = own_lines.then_some(indent + width);
            });
        }
    }

    /// The columns from a keyword to what comes after it on its line.
    fn width(&self, keyword: Span) -> Option<usize> {
        let at = self
            .tokens
            .partition_point(|lexeme| lexeme.start < keyword.end);
        let next = self.tokens.get(at)?;
        let between = self.text.get(keyword.start as usize..next.start as usize)?;
        (!between.contains(['\n', '\r', '\t', '/'])).then(|| between.chars().count())
    }

    fn put(&mut self, span: Span, indent: usize, with: impl FnOnce(&mut Start)) {
        let start = self.starts.entry(span.start).or_default();
        start.indent = indent;
        with(start);
    }

    /// Something whose keyword comes before an offset.
    fn put_before(&mut self, offset: u32, indent: usize) {
        let at = self.tokens.partition_point(|lexeme| lexeme.start < offset);
        if let Some(word) = at.checked_sub(1).and_then(|at| self.tokens.get(at)) {
            self.put(word.span(), indent, |_| {});
        }
    }

    fn token_end(&self, offset: u32) -> u32 {
        let at = self.tokens.partition_point(|lexeme| lexeme.start < offset);
        self.tokens.get(at).map_or(offset, |lexeme| lexeme.end)
    }

    fn begins_line(&self, offset: u32) -> bool {
        let before = self.text.get(..offset as usize).unwrap_or("");
        let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
        line.chars().all(char::is_whitespace)
    }
}

/// The blocks that are open in a strategy, for the columns of their `else` and end words.
#[derive(Debug, Default)]
pub struct Blocks {
    /// The column of a statement's block; `None` for an `if` inside an expression.
    open: Vec<Option<usize>>,
}

impl Blocks {
    /// The column of a word that goes back to where its block began; `None` for any other.
    pub fn peek(&self, token: Token) -> Option<usize> {
        match token {
            Token::ElseIf | Token::Else | Token::EndIf | Token::EndDo => {
                self.open.last().copied().flatten()
            }
            _ => is_end(token).then_some(0),
        }
    }

    /// Takes a token in. The answer is the column of a word that goes back to where its block began.
    pub fn push(&mut self, token: Token, start: Option<&Start>) -> Option<usize> {
        match token {
            Token::If if start.is_none() => self.open.push(None),
            Token::If | Token::DoWhile => {
                if let Some(start) = start.filter(|start| start.opens) {
                    self.open.push(Some(start.indent));
                }
            }
            Token::ElseIf | Token::Else => {
                let open = self.open.last().copied();
                if open == Some(None) && token == Token::Else {
                    self.open.pop();
                }
                return open.flatten();
            }
            Token::EndIf | Token::EndDo => return self.open.pop().flatten(),
            token if is_end(token) => {
                self.open.clear();
                return Some(0);
            }
            _ => {}
        }
        None
    }
}

/// Whether a token ends an item. The end words of blocks are not among them.
fn is_end(token: Token) -> bool {
    let ends = symbol(token).is_some_and(|row| row.group == Group::End);
    ends && !matches!(token, Token::EndIf | Token::EndDo)
}

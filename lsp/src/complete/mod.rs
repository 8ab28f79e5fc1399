//! Completion: what may be written at a place.
//!
//! ```text
//!   at the beginning of a line       items; inside one with an end, its clauses
//!   after `use`                      the modules of the library
//!   after `W.`, `us.`                the letters of the declared material
//!   elsewhere                        definitions, parameters, pieces, words of the language, words of the library
//! ```
//!
//! A word of a module that the program does not use brings its `use` line along.

use std::collections::BTreeSet;

use adv::analysis::ast::ItemKind;
use adv::analysis::token::Token;
use adv::analysis::{DefinitionKind, Group, LibraryWord, Origin, SYMBOLS, library_modules, words};
use adv::diagnostics::Span;
use adv::render::document::with_diagrams;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit,
    Documentation, MarkupContent, MarkupKind, Range, TextEdit,
};

use crate::context::Context;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;

/// What may be written at a place. Editors choose by the letters typed so far.
pub fn complete(server: &mut Server, params: CompletionParams) -> Option<CompletionResponse> {
    let at = params.text_document_position;
    let snapshot = server.snapshot(&at.text_document.uri)?;
    let offset = snapshot.offset(at.position);
    if is_quiet(&snapshot, offset) {
        return None;
    }
    let context = Context::at(&snapshot, offset);
    let mut list = List {
        snapshot: &snapshot,
        range: text::range(&snapshot.own, Span::new(context.word, offset)),
        items: Vec::new(),
        seen: BTreeSet::new(),
    };
    list.fill(&context, offset);
    Some(CompletionResponse::Array(list.items))
}

/// Whether a place is inside a comment or a quoted text, where nothing is offered.
fn is_quiet(snapshot: &Snapshot, offset: u32) -> bool {
    let inside = |span: Span| span.start < offset && offset <= span.end;
    let mut comments = snapshot.analysis.trivia.comments.iter();
    let mut tokens = snapshot.tokens().iter();
    comments.any(|comment| inside(comment.span))
        || tokens
            .any(|token| token.token == Token::Text && token.start < offset && offset < token.end)
}

struct List<'a> {
    snapshot: &'a Snapshot,
    range: Range,
    items: Vec<CompletionItem>,
    seen: BTreeSet<String>,
}

impl List<'_> {
    fn fill(&mut self, context: &Context, offset: u32) {
        let before = context.before.map(|token| token.token);
        if before == Some(Token::Use) || self.is_path(context) {
            return self.modules(context, offset);
        }
        if self.pieces(offset) {
            return;
        }
        if context.begins_line {
            self.first_words(context.item);
        }
        if context.item.is_some() {
            self.written_parameters(context.start, offset);
            self.definitions(offset);
            self.letters();
            self.of_groups(&[Group::Operand, Group::Expression, Group::Operator]);
            let modifiers = [Group::Modifier, Group::Detail, Group::Contextual];
            self.of_groups(&modifiers);
            if matches!(
                context.item,
                Some(Token::Test | Token::Prove | Token::Measure)
            ) {
                self.of_groups(&[Group::Claim]);
            }
            self.library();
        }
    }

    fn add(
        &mut self,
        label: &str,
        kind: CompletionItemKind,
        rank: char,
    ) -> Option<&mut CompletionItem> {
        if !self.seen.insert(label.to_owned()) {
            return None;
        }
        self.items.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            sort_text: Some(format!("{rank}{label}")),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range: self.range,
                new_text: label.to_owned(),
            })),
            ..CompletionItem::default()
        });
        self.items.last_mut()
    }

    /// The words that may begin a line.
    fn first_words(&mut self, item: Option<Token>) {
        let clauses: &[Group] = match item {
            None => &[Group::Item],
            Some(Token::Advice) => &[Group::Clause],
            Some(Token::Action) => &[Group::Clause, Group::ActionClause],
            Some(Token::Table) => &[Group::Rule],
            Some(Token::Strat) => &[
                Group::Head,
                Group::Statement,
                Group::ActionClause,
                Group::Clause,
            ],
            _ => &[],
        };
        self.of_groups(clauses);
        let end = match item {
            Some(Token::Advice) => "end-advice",
            Some(Token::Action) => "end-action",
            Some(Token::Table) => "end-table",
            Some(Token::Strat) => "end-strat",
            Some(Token::Pattern) => "end-pattern",
            Some(Token::Evaluation) => "end-evaluation",
            Some(Token::Texts) => "end-texts",
            _ => return,
        };
        self.add(end, CompletionItemKind::KEYWORD, '1');
    }

    /// Words of the table of symbols, in small letters where they have them.
    fn of_groups(&mut self, groups: &[Group]) {
        for row in SYMBOLS.iter().filter(|row| groups.contains(&row.group)) {
            let is_word = |spelling: &&&str| spelling.starts_with(|c: char| c.is_alphabetic());
            let Some(word) = row.spellings.iter().find(is_word) else {
                continue;
            };
            let first = matches!(row.group, Group::Item | Group::Clause | Group::Rule);
            let rank = if first { '1' } else { '5' };
            if let Some(item) = self.add(word, CompletionItemKind::KEYWORD, rank) {
                item.detail = Some(row.meaning.to_owned());
            }
        }
    }

    /// Whether a place is in the path of a `use` line, after its first point.
    fn is_path(&self, context: &Context) -> bool {
        let line = self.line(context.word);
        line.trim_start().starts_with("use ") && !line.contains('"')
    }

    /// The line up to a place.
    fn line(&self, offset: u32) -> &str {
        let before = self
            .snapshot
            .own
            .text()
            .get(..offset as usize)
            .unwrap_or("");
        before.rsplit('\n').next().unwrap_or("")
    }

    fn modules(&mut self, context: &Context, offset: u32) {
        // The whole path is replaced, not its last part alone.
        let line = self.line(offset);
        let path = line
            .trim_start()
            .strip_prefix("use")
            .unwrap_or("")
            .trim_start();
        let start = offset.saturating_sub(text::length(path)).min(context.word);
        self.range = text::range(&self.snapshot.own, Span::new(start, offset));
        for module in library_modules() {
            self.add(module, CompletionItemKind::MODULE, '1');
        }
    }

    /// The pieces of a side after its point; true where there is such a point.
    fn pieces(&mut self, offset: u32) -> bool {
        let line = self.line(offset).to_owned();
        let word = line
            .rsplit(|c: char| !c.is_alphanumeric() && c != '.')
            .next();
        let Some((side, letter)) = word.and_then(|word| word.split_once('.')) else {
            return false;
        };
        if !["W", "B", "us", "them", "US", "THEM"].contains(&side) || letter.contains('.') {
            return false;
        }
        let start = offset.saturating_sub(text::length(letter));
        self.range = text::range(&self.snapshot.own, Span::new(start, offset));
        let wanted = match side {
            "W" | "B" => Some(side),
            _ => None,
        };
        for (color, letter) in declared(self.snapshot) {
            if wanted.is_none_or(|wanted| wanted == color) {
                self.add(&letter, CompletionItemKind::VALUE, '1');
            }
        }
        self.add("*", CompletionItemKind::VALUE, '2');
        true
    }

    /// The letters of the declared material, alone and with their sides.
    fn letters(&mut self) {
        for (color, letter) in declared(self.snapshot) {
            self.add(&format!("{color}.{letter}"), CompletionItemKind::VALUE, '3');
            self.add(&letter, CompletionItemKind::VALUE, '3');
        }
    }

    /// The parameters of the item that is being written: its tree has a hole, but their names are there.
    fn written_parameters(&mut self, start: u32, offset: u32) {
        let tokens = self.snapshot.tokens();
        let inside = tokens
            .iter()
            .filter(|one| start <= one.start && one.end <= offset);
        let inside: Vec<_> = inside.collect();
        let named = inside.windows(2).filter_map(|pair| match pair {
            [name, colon] if name.token == Token::Name && colon.token == Token::Colon => {
                Some(self.snapshot.own.slice(name.span()).to_owned())
            }
            _ => None,
        });
        for name in named.collect::<Vec<String>>() {
            self.add(&name, CompletionItemKind::VARIABLE, '0');
        }
    }

    /// The definitions of the program, and the parameters and variables around the place.
    fn definitions(&mut self, offset: u32) {
        let index = &self.snapshot.analysis.index;
        let all: Vec<_> = index.definitions().iter().collect();
        for definition in all {
            let is_inner = matches!(
                definition.kind,
                DefinitionKind::Parameter | DefinitionKind::Variable
            );
            let around = definition
                .parent
                .and_then(|parent| index.definition(parent));
            let is_here = around
                .is_some_and(|around| around.span.start <= offset && offset <= around.span.end);
            let is_named = !matches!(
                definition.kind,
                DefinitionKind::Test | DefinitionKind::Piece | DefinitionKind::Module
            );
            if definition.origin != Origin::File || !is_named || is_inner && !is_here {
                continue;
            }
            let kind = match definition.kind {
                DefinitionKind::Parameter | DefinitionKind::Variable => {
                    CompletionItemKind::VARIABLE
                }
                DefinitionKind::Advice | DefinitionKind::Action => CompletionItemKind::METHOD,
                DefinitionKind::Table | DefinitionKind::Strategy => CompletionItemKind::CLASS,
                _ => CompletionItemKind::FUNCTION,
            };
            if let Some(item) = self.add(&definition.name, kind, if is_inner { '0' } else { '2' }) {
                item.detail = Some(definition.signature());
                item.documentation = documentation(&definition.doc);
            }
        }
    }

    /// The words of the language that are primitives, and those of the library.
    fn library(&mut self) {
        let used = used_modules(self.snapshot);
        for word in words() {
            let kind = CompletionItemKind::FUNCTION;
            let is_used = word.module.is_none_or(|module| used.contains(module));
            let rank = if is_used { '4' } else { '6' };
            let line = (!is_used).then(|| use_line(self.snapshot, word)).flatten();
            let Some(item) = self.add(&word.name, kind, rank) else {
                continue;
            };
            item.detail = Some(match word.module {
                Some(module) => format!("{}   ({module})", word.signature()),
                None => word.signature(),
            });
            item.documentation = documentation(&word.doc);
            item.additional_text_edits = line.map(|line| vec![line]);
        }
    }
}

fn documentation(doc: &str) -> Option<Documentation> {
    (!doc.trim().is_empty()).then(|| {
        Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: with_diagrams(doc.trim_end()),
        })
    })
}

/// The letters of the material, each with its colour, without repetitions.
fn declared(snapshot: &Snapshot) -> BTreeSet<(&'static str, String)> {
    use adv::analysis::ast::Side;
    let mut letters = BTreeSet::new();
    for item in &snapshot.analysis.tree.items {
        let ItemKind::Material(material) = &item.kind else {
            continue;
        };
        for side in &material.sides {
            let color = match side.color.node {
                Side::White | Side::Us => "W",
                Side::Black | Side::Them => "B",
            };
            for man in &side.men {
                letters.insert((color, snapshot.source.slice(man.span).to_owned()));
            }
        }
    }
    letters
}

/// The modules that the program uses, and the one that every program has.
fn used_modules(snapshot: &Snapshot) -> BTreeSet<String> {
    let items = snapshot.analysis.tree.items.iter();
    let used = items.filter_map(|item| match &item.kind {
        ItemKind::Use(path) => {
            let words: Vec<&str> = path.node.iter().map(|name| name.node.as_str()).collect();
            Some(words.join("."))
        }
        _ => None,
    });
    let mut used: BTreeSet<String> = used.collect();
    used.insert("std.sdl".to_owned());
    used
}

/// The edit that adds the `use` line of a word's module.
fn use_line(snapshot: &Snapshot, word: &LibraryWord) -> Option<TextEdit> {
    Some(adding_use(snapshot, word.module?))
}

/// The edit that adds a `use` line: after the last one, else before the first item.
pub fn adding_use(snapshot: &Snapshot, module: &str) -> TextEdit {
    let items = snapshot.analysis.tree.items.iter();
    let own = items.filter(|item| snapshot.source.file_at(item.span.start) == 0);
    let own: Vec<_> = own.collect();
    let is_use = |item: &&&adv::analysis::ast::Item| {
        matches!(item.kind, ItemKind::Use(_) | ItemKind::UseFile(_))
    };
    let last = own.iter().rev().find(is_use);
    let (at, new_text) = match (last, own.first()) {
        (Some(item), _) => (item.span.end, format!("\nuse {module}")),
        (None, Some(first)) => {
            let start = with_comments(snapshot, first.span.start);
            (start, format!("use {module}\n\n"))
        }
        (None, None) => (0, format!("use {module}\n")),
    };
    TextEdit {
        range: text::range(&snapshot.own, Span::new(at, at)),
        new_text,
    }
}

/// Where the comments directly above a place begin.
fn with_comments(snapshot: &Snapshot, start: u32) -> u32 {
    use adv::analysis::CommentKind;
    let mut at = start;
    let comments = snapshot.analysis.trivia.comments.iter().rev();
    for comment in comments.filter(|comment| comment.span.end <= start) {
        let between = snapshot.own.slice(Span::new(comment.span.end, at));
        if comment.kind != CommentKind::Doc
            || between.trim() != ""
            || between.matches('\n').count() > 1
        {
            break;
        }
        at = comment.span.start;
    }
    at
}

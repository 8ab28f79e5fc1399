//! The names that fit a place: definitions of the program, pieces, words of the language and of the library.

use std::collections::BTreeSet;

use adv::analysis::ast::{Item, ItemKind, Name};
use adv::analysis::token::Token;
use adv::analysis::{DefinitionKind, LibraryWord, Origin, library_modules, symbol, words};
use adv::diagnostics::Span;
use adv::pages;
use adv::render::document::with_diagrams;
use lsp_types::{CompletionItem, CompletionItemKind, Documentation, TextEdit};

use super::wanted::Wanted;
use super::{About, Entry, List, Rank};
use crate::snapshot::Snapshot;
use crate::text;

/// The most bytes of a comment that goes with a word; hover has the whole.
const MOST_DOC: usize = 240;

/// The letters of pieces.
const LETTERS: [&str; 6] = ["K", "Q", "R", "B", "N", "P"];

impl<'a> List<'a> {
    /// The words that are names to the grammar and mean something at their places only.
    pub(super) fn words_of_place(&mut self, wanted: Wanted) {
        let last = self.site.tokens.last().map(|token| token.token);
        let words: &[&str] = match wanted {
            Wanted::OneOf(words) => words,
            Wanted::Side => &["us", "them", "W", "B"],
            Wanted::Moves if self.site.follow.contains(&Token::Any) => &["any", "none", "pass"],
            Wanted::Successor => &["leaves"],
            Wanted::Truth if last == Some(Token::Expect) => &[
                "mate",
                "satisfied",
                "tree",
                "explains",
                "forced",
                "possible",
                "refuted",
            ],
            Wanted::Truth if last == Some(Token::Reaches) => &["mate"],
            _ if last == Some(Token::For) || last == Some(Token::Material) => &["W", "B"],
            _ => &[],
        };
        for word in words {
            self.add(word, CompletionItemKind::KEYWORD, Rank::Next);
        }
    }

    /// True where the place is in the path of a `use` line, after its first point.
    pub(super) fn is_path(&self) -> bool {
        let line = self.line(self.site.word);
        line.trim_start().starts_with("use ") && !line.contains('"')
    }

    /// The line up to a place.
    fn line(&self, offset: u32) -> &str {
        let text = self.site.snapshot.own.text();
        let before = text.get(..offset as usize).unwrap_or("");
        before.rsplit('\n').next().unwrap_or("")
    }

    /// The modules of the library in place of the whole path that is typed.
    pub(super) fn modules(&mut self) {
        let line = self.line(self.site.offset);
        let path = line.trim_start().strip_prefix("use").unwrap_or("");
        let path = path.trim_start().to_owned();
        self.replace(&path);
        for module in library_modules() {
            self.add(module, CompletionItemKind::MODULE, Rank::Next);
        }
    }

    /// Replaces this text before the place by what is chosen.
    fn replace(&mut self, text: &str) {
        let offset = self.site.offset;
        let start = offset.saturating_sub(text::length(text));
        self.range = text::range(&self.site.snapshot.own, Span::new(start, offset));
        self.typed = text.to_owned();
    }

    /// The pieces of a side after its point; true where there is such a point.
    pub(super) fn pieces(&mut self) -> bool {
        let line = self.line(self.site.offset);
        let word = line
            .rsplit(|c: char| !c.is_alphanumeric() && c != '.')
            .next();
        let Some((front, letter)) = word.and_then(|word| word.rsplit_once('.')) else {
            return false;
        };
        let side = front.rsplit('.').next().unwrap_or("").to_owned();
        if !["W", "B", "us", "them", "US", "THEM"].contains(&side.as_str()) {
            return false;
        }
        let letter = letter.to_owned();
        self.replace(&letter);
        let declared = declared(self.site.snapshot);
        for (color, letter) in &declared {
            if !["W", "B"].contains(&side.as_str()) || side == *color {
                self.add(letter, CompletionItemKind::VALUE, Rank::Own);
            }
        }
        if declared.is_empty() {
            for letter in LETTERS {
                self.add(letter, CompletionItemKind::VALUE, Rank::Own);
            }
        }
        self.add("*", CompletionItemKind::VALUE, Rank::Other);
        true
    }

    /// Letters of pieces, alone or with their sides.
    pub(super) fn letters(&mut self, wanted: Wanted) {
        let follow = &self.site.follow;
        let is_alone = follow.contains(&Token::Letter) && !follow.contains(&Token::Square);
        let declared = declared(self.site.snapshot);
        let is_new = matches!(
            self.site.item,
            Some(Token::Material | Token::Table | Token::Strat)
        ) || self
            .site
            .tokens
            .last()
            .is_some_and(|last| last.token == Token::As);
        if is_alone && (is_new || declared.is_empty()) {
            for letter in LETTERS {
                self.add(letter, CompletionItemKind::VALUE, Rank::Piece);
            }
        } else if is_alone {
            for (_, letter) in &declared {
                self.add(letter, CompletionItemKind::VALUE, Rank::Piece);
            }
        }
        let last = self.site.tokens.last().map(|token| token.token);
        let rank = match wanted {
            Wanted::Piece => Rank::Next,
            // A piece is the usual argument where a board may be one.
            Wanted::Board if matches!(last, Some(Token::LParen | Token::Comma)) => Rank::Next,
            Wanted::Board | Wanted::Value | Wanted::Truth => Rank::Piece,
            _ => return,
        };
        for (color, letter) in declared {
            self.add(
                &format!("{color}.{letter}"),
                CompletionItemKind::VALUE,
                rank,
            );
        }
    }

    /// The parameters of the item that is being written: its tree may have a hole, but their names are there.
    pub(super) fn parameters(&mut self, wanted: Wanted) {
        if matches!(
            wanted,
            Wanted::Nothing | Wanted::Parameter | Wanted::OneOf(_)
        ) {
            return;
        }
        for three in self.site.tokens.windows(3) {
            let [name, colon, ty] = three else {
                continue;
            };
            if name.token != Token::Name || colon.token != Token::Colon {
                continue;
            }
            let ty = self.site.slice(*ty);
            let fits = match ty {
                "piece" => matches!(
                    wanted,
                    Wanted::Piece | Wanted::Board | Wanted::Value | Wanted::Truth
                ),
                "side" => matches!(wanted, Wanted::Side | Wanted::Value | Wanted::Truth),
                ty => wanted.rank(ty).is_some(),
            };
            if fits {
                let name = self.site.slice(*name).to_owned();
                self.add(&name, CompletionItemKind::VARIABLE, Rank::Next);
            }
        }
    }

    /// The definitions of the program that fit, those before the place first, the nearest of them at the head; and the variables around it.
    pub(super) fn definitions(&mut self, wanted: Wanted) {
        let site = self.site;
        let index = &site.snapshot.analysis.index;
        let mut all: Vec<_> = index.definitions().iter().collect();
        all.sort_by_key(|one| match one.span.end <= site.offset {
            true => site.offset - one.span.end,
            false => one.span.start.saturating_add(site.offset),
        });
        for definition in all {
            let around = definition
                .parent
                .and_then(|parent| index.definition(parent));
            let is_here = around.is_some_and(|around| {
                around.span.start <= site.offset && site.offset <= around.span.end
            });
            let rank = match definition.kind {
                DefinitionKind::Variable if is_here && wanted.is_expression() => Rank::Next,
                DefinitionKind::Variable | DefinitionKind::Parameter => continue,
                kind => match wanted.rank(kind.word()) {
                    Some(0) => Rank::Own,
                    Some(_) => Rank::Piece,
                    None => continue,
                },
            };
            if definition.origin != Origin::File || site.start == definition.span.start {
                continue;
            }
            let kind = kind(definition.kind.word());
            if let Some(entry) = self.add(&definition.name, kind, rank) {
                entry.about = About::Definition(definition);
            }
        }
    }

    /// A word with what is told of it.
    pub(super) fn told(&self, entry: Entry<'_>) -> CompletionItem {
        let mut item = entry.item;
        let (detail, doc) = match entry.about {
            About::Nothing => return item,
            About::Keyword(token) => (symbol(token).map(|row| row.meaning.to_owned()), ""),
            About::Definition(of) => (Some(of.signature()), of.doc.as_str()),
            About::Always(head, doc) => (Some(head.to_owned()), doc),
            About::Library(word, is_used) => {
                let line = (!is_used).then(|| use_line(self.site.snapshot, word));
                item.additional_text_edits = line.flatten().map(|line| vec![line]);
                let module = word.module.map(|module| format!("   ({module})"));
                let head = word.signature() + &module.unwrap_or_default();
                (Some(head), word.doc.as_str())
            }
        };
        item.detail = detail;
        item.documentation = documentation(doc);
        item
    }

    /// The words that every program has and that are no primitives.
    pub(super) fn always(&mut self, wanted: Wanted) {
        for (head, doc) in pages::ALWAYS {
            let (kind, rest) = head.split_once(' ').unwrap_or((head, ""));
            let name = rest.split('(').next().unwrap_or("");
            let rank = match wanted.rank(kind) {
                Some(0) => Rank::Always,
                Some(_) => Rank::Piece,
                None => continue,
            };
            if let Some(entry) = self.add(name, CompletionItemKind::FUNCTION, rank) {
                entry.about = About::Always(head, doc);
            }
        }
    }

    /// The primitives of the language, and the words of the library.
    pub(super) fn library(&mut self, wanted: Wanted) {
        let used = used_modules(self.site.snapshot);
        for word in words() {
            let Some(fit) = wanted.rank(word.kind) else {
                continue;
            };
            let is_used = word.module.is_none_or(|module| used.contains(module));
            let rank = match (is_used, fit) {
                (true, 0) => Rank::Used,
                (true, _) => Rank::Other,
                (false, _) => Rank::Unused,
            };
            if let Some(entry) = self.add(&word.name, kind(word.kind), rank) {
                entry.about = About::Library(word, is_used);
            }
        }
    }
}

/// The protocol's sign for a kind of definition.
fn kind(word: &str) -> CompletionItemKind {
    match word {
        "parameter" => CompletionItemKind::VARIABLE,
        "advice" | "action" => CompletionItemKind::METHOD,
        "table" | "strat" => CompletionItemKind::CLASS,
        _ => CompletionItemKind::FUNCTION,
    }
}

/// The beginning of a comment, which ends with a paragraph or a sentence.
fn documentation(doc: &str) -> Option<Documentation> {
    let first = doc.trim().split("\n\n").next().unwrap_or("");
    let ends = first.match_indices(". ").map(|(at, _)| at + 1);
    let value = match first.len() > MOST_DOC {
        true => ends
            .take_while(|end| *end <= MOST_DOC)
            .last()
            .and_then(|end| first.get(..end))?,
        false => first,
    };
    (!value.is_empty()).then(|| Documentation::MarkupContent(text::markdown(with_diagrams(value))))
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
pub fn used_modules(snapshot: &Snapshot) -> BTreeSet<String> {
    let items = snapshot.analysis.tree.items.iter();
    let used = items.filter_map(|item| match &item.kind {
        ItemKind::Use(path) => Some(dotted(&path.node)),
        _ => None,
    });
    let mut used: BTreeSet<String> = used.collect();
    used.insert("std.sdl".to_owned());
    used
}

/// Path of a module as a `use` line has it: `std.geometry`.
pub fn dotted(path: &[Name]) -> String {
    let names: Vec<&str> = path.iter().map(|name| name.node.as_str()).collect();
    names.join(".")
}

/// The edit that adds the `use` line of a word's module.
pub(super) fn use_line(snapshot: &Snapshot, word: &LibraryWord) -> Option<TextEdit> {
    Some(adding_use(snapshot, word.module?))
}

/// The edit that adds a `use` line: after the last one, else before the first item.
pub fn adding_use(snapshot: &Snapshot, module: &str) -> TextEdit {
    let is_use = |item: &&Item| matches!(item.kind, ItemKind::Use(_) | ItemKind::UseFile(_));
    let last = snapshot.items().filter(is_use).last();
    let (at, new_text) = match (last, snapshot.items().next()) {
        (Some(item), _) => (item.span.end, format!("\nuse {module}")),
        (None, Some(first)) => {
            let start = with_comments(snapshot, first.span.start);
            (start, format!("use {module}\n\n"))
        }
        (None, None) => (0, format!("use {module}\n")),
    };
    TextEdit::new(text::range(&snapshot.own, Span::new(at, at)), new_text)
}

/// Beginning of the comments directly above a place.
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

//! The text of an item in pieces: words with their kinds and links, and the text between them.

use adv_compiler::index::{Definition, DefinitionKind, Origin};
use adv_compiler::source::Span;
use adv_compiler::symbols::{Group, symbol, token::Token};
use adv_render::document::{DocCode, DocWord};

use super::{DocTarget, PageMaker};

impl PageMaker<'_> {
    /// Splits a part of the text into pieces for colours and links; blanks at its ends are left out.
    pub(super) fn code(&self, span: Span) -> Vec<DocCode> {
        let inside = |place: Span| span.start <= place.start && place.end <= span.end;
        let tokens = self.analysis.tokens.iter();
        let tokens = tokens.filter(|token| inside(token.span()));
        let words = tokens.map(|token| {
            let href = match token.token {
                Token::Name => self.href(token.start),
                _ => None,
            };
            (token.span(), kind_of(token.token), href)
        });
        let comments = self.analysis.trivia.comments.iter();
        let comments = comments.filter(|comment| inside(comment.span));
        let comments = comments.map(|comment| (comment.span, DocWord::Comment, None));
        let mut words: Vec<(Span, DocWord, Option<String>)> = words.chain(comments).collect();
        words.sort_by_key(|(span, ..)| span.start);
        let mut parts: Vec<DocCode> = Vec::with_capacity(words.len() * 2);
        let mut push = |text: &str, kind, href: Option<String>| match parts.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if is_plain(kind, &href) && is_plain(last.kind, &last.href) => {
                last.text.push_str(text);
            }
            _ => parts.push(DocCode {
                text: text.to_owned(),
                kind,
                href,
            }),
        };
        let mut from = None;
        for (place, kind, href) in words {
            if let Some(from) = from.replace(place.end) {
                let between = self.source.slice(Span::new(from, place.start));
                push(between, DocWord::Plain, None);
            }
            push(self.source.slice(place), kind, href);
        }
        parts
    }

    /// The link from this page to the definition of a name at a byte of the text; `None` at the definition itself, and without a page.
    fn href(&self, start: u32) -> Option<String> {
        let index = &self.analysis.index;
        let definition = index.definition(index.definition_at(start)?)?;
        if definition.name_span.start == start || !is_item(definition) {
            return None;
        }
        match &definition.origin {
            Origin::File => match self.source.file_at(definition.name_span.start) {
                0 => Some(format!("#{}", definition.name)),
                used => {
                    let path = self.source.file_path(used);
                    let page = match path.strip_suffix(".adv") {
                        // A module of the library that brings advice is a file of the program under its own name.
                        None => DocTarget::Library(path),
                        Some(_) => DocTarget::File(path),
                    };
                    let page = (self.options.link)(page)?;
                    Some(format!("{page}#{}", definition.name))
                }
            },
            Origin::Library(module) => {
                let page = (self.options.link)(DocTarget::Library(module))?;
                Some(format!("{page}#{}", definition.name))
            }
            Origin::Language => None,
        }
    }
}

/// True where a definition is an item of a file, so that pages have an anchor for it.
fn is_item(definition: &Definition) -> bool {
    matches!(
        definition.kind,
        DefinitionKind::Board
            | DefinitionKind::Number
            | DefinitionKind::Descriptor
            | DefinitionKind::Zone
            | DefinitionKind::Moves
            | DefinitionKind::Advice
            | DefinitionKind::Plan
            | DefinitionKind::Table
            | DefinitionKind::Strategy
            | DefinitionKind::Pattern
            | DefinitionKind::Evaluation
    )
}

fn kind_of(token: Token) -> DocWord {
    match token {
        Token::Integer => DocWord::Number,
        Token::Text => DocWord::Quoted,
        Token::Name => DocWord::Plain,
        Token::Piece | Token::Letter | Token::Square | Token::San => DocWord::Chess,
        token => match symbol(token).map(|row| row.group) {
            None | Some(Group::Operator | Group::Sign) => DocWord::Plain,
            Some(Group::Letter | Group::Side) => DocWord::Chess,
            Some(_) => DocWord::Keyword,
        },
    }
}

fn is_plain(kind: DocWord, href: &Option<String>) -> bool {
    kind == DocWord::Plain && href.is_none()
}

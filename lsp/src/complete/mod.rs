//! Completion: what may be written at a place, the likely first.
//!
//! ```text
//!   site       the tokens before the place, and those that the grammar accepts there
//!   keywords   the accepted keywords that the item has not had
//!   wanted     the kind of name: a number, a piece-of-advice
//!   names      the names of the program that fit, the words of the language, the words of the library, the `use` line that one brings along
//! ```
//!
//! A word of a module that the program does not use brings its `use` line along. An answer is cut at [`MOST`] words and [`MOST_BYTES`], and
//! says so; the editor asks again with the next letter.

mod keywords;
mod names;
mod site;
mod wanted;

use std::collections::BTreeSet;

use adv::Sources;
use adv::analysis::token::Token;
use adv::analysis::{Definition, Group, LibraryWord, lexemes, symbol};
use adv::diagnostics::Span;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, Documentation, InsertTextFormat, Range, TextEdit,
};

use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::symbols::matches;
use crate::text::{self, Encoding};
use keywords::{Role, keywords, word};
pub use keywords::{Snippets, snippet};
pub use names::{adding_use, dotted, used_modules};
use site::Site;
use wanted::{Wanted, wanted};

/// The most words in an answer.
const MOST: usize = 60;
/// The most bytes of an answer, as they are estimated before it is written.
const MOST_BYTES: usize = 18_000;

/// The words that may be written at a place.
pub fn complete(server: &mut Server, params: CompletionParams) -> Option<CompletionResponse> {
    let at = params.text_document_position;
    let snippets = server.client.snippets;
    let snapshot = server.snapshot(&at.text_document.uri)?;
    let offset = snapshot.offset(at.position);
    let list = at_offset(&snapshot, offset, None, snippets)?;
    Some(CompletionResponse::List(list))
}

/// The words that may be written at an offset. An expression may begin at `typed`, outside of any item.
pub fn at_offset(
    snapshot: &Snapshot,
    offset: u32,
    typed: Option<u32>,
    snippets: Snippets,
) -> Option<CompletionList> {
    let site = Site::at(snapshot, offset, typed)?;
    let mut list = List {
        site: &site,
        range: text::range(&snapshot.own, Span::new(site.word, offset)),
        typed: site.typed().to_owned(),
        snippets,
        entries: Vec::new(),
        seen: BTreeSet::new(),
    };
    list.fill();
    Some(list.cut())
}

/// Order of the words of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The clause goes on with it.
    Next,
    /// A name of the program, of the kind that is wanted.
    Own,
    /// A word of the language of that kind.
    Always,
    /// A piece of the material.
    Piece,
    /// A keyword in or between operands.
    Operand,
    /// A word of the library that the program uses.
    Used,
    /// A name that an expression of the kind may begin with, or a keyword of what comes after.
    Other,
    /// A word of a module that the program does not use.
    Unused,
}

struct List<'a> {
    site: &'a Site<'a>,
    range: Range,
    /// The letters before the place.
    typed: String,
    snippets: Snippets,
    entries: Vec<Entry<'a>>,
    seen: BTreeSet<String>,
}

/// A word that fits.
struct Entry<'a> {
    /// 0 where it begins with the letters that are typed.
    quality: u8,
    rank: Rank,
    item: CompletionItem,
    about: About<'a>,
}

/// Source of a word's signature and comment, which are looked up for the words in the answer only.
enum About<'a> {
    Keyword(Token),
    Definition(&'a Definition),
    Always(&'static str, &'static str),
    /// A word of the language or the library, whose module the program may not use yet.
    Library(&'static LibraryWord, bool),
    Nothing,
}

impl<'a> List<'a> {
    fn fill(&mut self) {
        let site = self.site;
        if site
            .tokens
            .last()
            .is_some_and(|last| last.token == Token::Use)
            || self.is_path()
        {
            return self.modules();
        }
        if self.pieces() {
            return;
        }
        let wanted = wanted(site);
        for (token, role) in keywords(site) {
            let rank = match role {
                Role::Next => Rank::Next,
                Role::Operand if wanted == Wanted::Nothing => Rank::Own,
                Role::Operand if !wanted.takes(token) => continue,
                Role::Operand => Rank::Operand,
                Role::Other => Rank::Other,
            };
            self.keyword(token, rank);
        }
        self.words_of_place(wanted);
        let takes_name = site.follow.contains(&Token::Name);
        if takes_name {
            self.parameters(wanted);
        }
        self.letters(wanted);
        if takes_name {
            self.definitions(wanted);
            self.always(wanted);
            self.library(wanted);
        }
    }

    /// The list in its order, as far as it may go.
    fn cut(mut self) -> CompletionList {
        let mut entries = std::mem::take(&mut self.entries);
        entries.sort_by_key(|entry| (entry.quality, entry.rank));
        let all = entries.len();
        let mut bytes = 0;
        let mut items: Vec<CompletionItem> = Vec::new();
        for entry in entries {
            let item = self.told(entry);
            bytes += size(&item);
            if items.len() == MOST || bytes > MOST_BYTES {
                break;
            }
            let sort_text = Some(format!("{:02}", items.len()));
            items.push(CompletionItem { sort_text, ..item });
        }
        CompletionList {
            is_incomplete: items.len() < all,
            items,
        }
    }

    /// Adds a word where it has the letters that are typed.
    fn add(&mut self, label: &str, kind: CompletionItemKind, rank: Rank) -> Option<&mut Entry<'a>> {
        let quality = match label.starts_with(&self.typed) {
            true => 0,
            false if has_letters(label, &self.typed) => 1,
            false => return None,
        };
        if !self.seen.insert(label.to_owned()) {
            return None;
        }
        let item = CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            text_edit: Some(TextEdit::new(self.range, label.to_owned()).into()),
            ..CompletionItem::default()
        };
        self.entries.push(Entry {
            quality,
            rank,
            item,
            about: About::Nothing,
        });
        self.entries.last_mut()
    }

    fn keyword(&mut self, token: Token, rank: Rank) {
        let Some(word) = word(token) else {
            return;
        };
        let begins_item = self.site.begins_line && self.site.follow.contains(&Token::Material);
        let snippet = begins_item.then(|| (self.snippets)(token)).flatten();
        let range = self.range;
        if let Some(entry) = self.add(word, CompletionItemKind::KEYWORD, rank) {
            entry.about = About::Keyword(token);
            if let Some(snippet) = snippet {
                entry.item.insert_text_format = Some(InsertTextFormat::SNIPPET);
                entry.item.text_edit = Some(TextEdit::new(range, snippet.to_owned()).into());
            }
        }
    }
}

/// True where a word has letters in their order, the first of them at its head, in either case.
fn has_letters(word: &str, letters: &str) -> bool {
    let (word, letters) = (word.to_lowercase(), letters.to_lowercase());
    word.chars().next() == letters.chars().next() && matches(&word, &letters)
}

/// About how many bytes an item has in an answer.
fn size(item: &CompletionItem) -> usize {
    let doc = match &item.documentation {
        Some(Documentation::MarkupContent(doc)) => 2 * doc.value.len() + 60,
        _ => 0,
    };
    let edit = match &item.text_edit {
        Some(CompletionTextEdit::Edit(edit)) => 2 * edit.new_text.len(),
        _ => 0,
    };
    let more = item.additional_text_edits.is_some();
    let detail = item.detail.as_ref().map_or(0, String::len);
    190 + 2 * item.label.len() + edit + detail + doc + if more { 170 } else { 0 }
}

/// The words that may be written at the end of an entry: items or a single expression. Gives the byte of the entry where the word begins
/// that they replace, and those that go on with its letters, the likely first.
///
/// ```
/// use adv_lsp::words_after;
/// let program = "number room = 3\ntable krk\n  otherwise pass-by\nend-table\n";
/// let (start, words) = words_after(program, "prove krk fr", &adv::NoFiles);
/// assert_eq!((start, words), (10, vec!["from".to_owned()]));
/// assert_eq!(words_after(program, "ro", &adv::NoFiles).1[0], "room");
/// ```
pub fn words_after(program: &str, entry: &str, sources: &dyn Sources) -> (usize, Vec<String>) {
    let text = format!("{program}\n{entry}");
    let first = lexemes(entry).0.into_iter().next();
    let is_item = first
        .and_then(|first| symbol(first.token))
        .is_some_and(|row| row.group == Group::Item);
    let start = crate::text::length(program) + 1;
    let snapshot = Snapshot::new("typed.adv", None, &text, sources, Encoding::default());
    let end = crate::text::length(&text);
    let word = site::word_before(&text, end).max(start);
    let typed = text.get(word as usize..).unwrap_or("");
    let list = at_offset(&snapshot, end, (!is_item).then_some(start), |_| None);
    let labels = list.into_iter().flat_map(|list| list.items);
    let words = labels
        .map(|item| item.label)
        .filter(|label| label.starts_with(typed));
    ((word - start) as usize, words.collect())
}

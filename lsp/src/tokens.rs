//! Semantic tokens: what each word is, for colours.

use adv::analysis::token::Token;
use adv::analysis::{DefinitionKind, Group, Lexeme, Origin, symbol};
use adv::diagnostics::Span;
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};

use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;

/// The kinds, in the order of their numbers.
const KINDS: [SemanticTokenType; 10] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::CLASS,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::ENUM_MEMBER,
];

/// The modifiers, by their bits.
const MODIFIERS: [SemanticTokenModifier; 3] = [
    SemanticTokenModifier::DEFINITION,
    SemanticTokenModifier::DEFAULT_LIBRARY,
    SemanticTokenModifier::DOCUMENTATION,
];

/// What the numbers mean.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: KINDS.to_vec(),
        token_modifiers: MODIFIERS.to_vec(),
    }
}

/// A word with the number of its kind and the bits of its modifiers.
type Coloured = (Span, u32, u32);

/// The words and comments of a document.
pub fn full(server: &mut Server, params: SemanticTokensParams) -> Option<SemanticTokensResult> {
    let snapshot = server.snapshot(&params.text_document.uri)?;
    Some(SemanticTokensResult::Tokens(SemanticTokens {
        result_id: None,
        data: of(&snapshot),
    }))
}

/// Colours the words of a text, each by its place after the one before.
pub fn of(snapshot: &Snapshot) -> Vec<SemanticToken> {
    let mut all: Vec<Coloured> = comments(snapshot).collect();
    let named = names(snapshot);
    for token in snapshot.tokens() {
        let at = named.binary_search_by_key(&token.start, |(span, ..)| span.start);
        let known = at.ok().and_then(|at| named.get(at)).copied();
        all.extend(known.or_else(|| plain(*token)));
    }
    all.sort_by_key(|(span, ..)| span.start);
    relative(snapshot, &all)
}

fn comments(snapshot: &Snapshot) -> impl Iterator<Item = Coloured> + '_ {
    use adv::analysis::CommentKind;
    let comments = snapshot.analysis.trivia.comments.iter();
    let own = comments.filter(|comment| snapshot.is_own(comment.span));
    own.map(|comment| {
        let is_doc = matches!(comment.kind, CommentKind::Doc | CommentKind::FileDoc);
        (comment.span, 4, if is_doc { 4 } else { 0 })
    })
}

/// The names of the document's own file, in the order of the text.
fn names(snapshot: &Snapshot) -> Vec<Coloured> {
    let index = &snapshot.analysis.index;
    let own = |span: Span| !span.is_empty() && snapshot.is_own(span);
    let kind = |kind: DefinitionKind| match kind {
        DefinitionKind::Advice | DefinitionKind::Action | DefinitionKind::Moves => 6,
        DefinitionKind::Table
        | DefinitionKind::Strategy
        | DefinitionKind::Plan
        | DefinitionKind::Pattern
        | DefinitionKind::Evaluation
        | DefinitionKind::Module => 7,
        DefinitionKind::Parameter | DefinitionKind::Variable => 8,
        DefinitionKind::Piece => 9,
        DefinitionKind::Test => 3,
        _ => 5,
    };
    let defined = index.definitions().iter();
    let defined = defined.filter(|one| one.origin == Origin::File && own(one.name_span));
    let mut named: Vec<Coloured> = defined
        .map(|one| (one.name_span, kind(one.kind), 1))
        .collect();
    let used = index.references().iter().filter(|one| own(one.span));
    named.extend(used.filter_map(|one| {
        let to = index.definition(one.to)?;
        let library = if to.origin == Origin::File { 0 } else { 2 };
        Some((one.span, kind(to.kind), library))
    }));
    named.sort_by_key(|(span, ..)| span.start);
    named.dedup_by_key(|(span, ..)| span.start);
    named
}

/// A word by its token alone.
fn plain(token: Lexeme) -> Option<Coloured> {
    let kind = match token.token {
        Token::Integer => 2,
        Token::Text => 3,
        Token::Piece | Token::Letter | Token::Square | Token::San => 9,
        token => match symbol(token)?.group {
            Group::Operator | Group::Sign => 1,
            Group::Letter | Group::Side => 9,
            _ => 0,
        },
    };
    Some((token.span(), kind, 0))
}

/// The form of the protocol: each token from the one before, and none over the end of a line.
fn relative(snapshot: &Snapshot, all: &[Coloured]) -> Vec<SemanticToken> {
    let mut data = Vec::with_capacity(all.len());
    let (mut line, mut column) = (0, 0);
    for &(span, token_type, token_modifiers_bitset) in all {
        let mut start = span.start;
        for part in snapshot.own.slice(span).split_inclusive('\n') {
            let at = text::position(&snapshot.own, start);
            start += text::length(part);
            let length = snapshot.own.encoding.units(part.trim_end());
            if length == 0 || at.line < line || at.line == line && at.character < column {
                continue;
            }
            data.push(SemanticToken {
                delta_line: at.line - line,
                delta_start: at.character - if at.line == line { column } else { 0 },
                length,
                token_type,
                token_modifiers_bitset,
            });
            (line, column) = (at.line, at.character);
        }
    }
    data
}

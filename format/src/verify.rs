//! Whether two texts have the same words and comments, in the same order.

use adv_compiler::symbols::symbol;
use adv_compiler::syntax::Parsed;
use adv_compiler::syntax::token::Token;

use crate::Signs;

/// Compares the tokens and the comments of two texts. Where signs are written anew, two spellings of one sign are the same.
pub fn same_words(a: (&str, &Parsed), b: (&str, &Parsed), signs: Signs) -> bool {
    words(a.0, a.1, signs).eq(words(b.0, b.1, signs)) && comments(a.0, a.1).eq(comments(b.0, b.1))
}

/// The tokens with their texts; without them where the spelling is no matter. `∉` counts as the two words `not in`.
fn words<'t>(
    text: &'t str,
    parsed: &'t Parsed,
    signs: Signs,
) -> impl Iterator<Item = (Token, &'t str)> {
    parsed.tokens.iter().flat_map(move |lexeme| {
        let written = text
            .get(lexeme.start as usize..lexeme.end as usize)
            .unwrap_or("");
        let any = signs != Signs::Keep && symbol(lexeme.token).is_some();
        let pair = match lexeme.token {
            Token::NotIn if any => [Some((Token::Not, "")), Some((Token::In, ""))],
            token => [Some((token, if any { "" } else { written })), None],
        };
        pair.into_iter().flatten()
    })
}

/// The comments. Lines may end differently within them.
fn comments<'t>(text: &'t str, parsed: &'t Parsed) -> impl Iterator<Item = String> {
    parsed.trivia.comments.iter().map(move |comment| {
        let span = comment.span;
        let written = text.get(span.start as usize..span.end as usize);
        written.unwrap_or("").replace("\r\n", "\n")
    })
}

//! Signature help: the parameters of the call around a place.

use adv::analysis::token::Token;
use adv::analysis::words;
use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams,
    SignatureInformation,
};

use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;

/// How many tokens before a place are looked at.
const MOST_TOKENS: usize = 400;

/// The signatures of the name whose parentheses the place is in, and which argument is being written.
pub fn help(server: &mut Server, params: SignatureHelpParams) -> Option<SignatureHelp> {
    let at = params.text_document_position_params;
    let snapshot = server.snapshot(&at.text_document.uri)?;
    let (name, argument) = call(&snapshot, snapshot.offset(at.position))?;
    let signatures = signatures(&snapshot, &name);
    if signatures.is_empty() {
        return None;
    }
    let fits = |one: &SignatureInformation| {
        let count = one.parameters.as_ref().map_or(0, Vec::len);
        argument < count
    };
    let active = signatures.iter().position(fits).unwrap_or(0);
    Some(SignatureHelp {
        signatures,
        active_signature: u32::try_from(active).ok(),
        active_parameter: u32::try_from(argument).ok(),
    })
}

/// The name before the open parenthesis around a place, and how many commas are between.
fn call(snapshot: &Snapshot, offset: u32) -> Option<(String, usize)> {
    let tokens = snapshot.tokens();
    let next = tokens.partition_point(|token| token.end <= offset);
    let before = tokens.get(..next)?;
    let (mut closed, mut commas) = (0_usize, 0);
    for (number, token) in before.iter().enumerate().rev().take(MOST_TOKENS) {
        match token.token {
            Token::RParen => closed += 1,
            Token::LParen if closed > 0 => closed -= 1,
            Token::LParen => {
                let name = before.get(number.checked_sub(1)?)?;
                let text = snapshot.own.slice(name.span());
                let is_word = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
                return is_word.then(|| (text.to_owned(), commas));
            }
            Token::Comma if closed == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

/// All signatures of a name: those of the program, of the language and of the library.
fn signatures(snapshot: &Snapshot, name: &str) -> Vec<SignatureInformation> {
    let definitions = snapshot.analysis.index.definitions().iter();
    let mut found: Vec<SignatureInformation> = Vec::new();
    for definition in definitions.filter(|one| one.name == name && !one.params.is_empty()) {
        let label = definition.signature();
        if !found.iter().any(|other| other.label == label) {
            found.push(information(label, &definition.doc));
        }
    }
    if found.is_empty() {
        let words = words()
            .iter()
            .filter(|word| word.name == name && !word.params.is_empty());
        found.extend(words.map(|word| information(word.signature(), &word.doc)));
    }
    found
}

fn information(label: String, doc: &str) -> SignatureInformation {
    let inner = label.split_once('(').map_or("", |(_, rest)| rest);
    let inner = inner.trim_end_matches(')');
    let parameters = inner.split(", ").map(|one| ParameterInformation {
        label: ParameterLabel::Simple(one.to_owned()),
        documentation: None,
    });
    SignatureInformation {
        parameters: Some(parameters.collect()),
        documentation: (!doc.is_empty())
            .then(|| Documentation::MarkupContent(text::markdown(doc.to_owned()))),
        label,
        active_parameter: None,
    }
}

//! Forms of what commands write.

use adv::render::TextForm;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// The form of an output; a command takes some of them.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// for people
    Text,
    /// as text, for a page in Markdown
    Markdown,
    /// one object
    Json,
    /// one JSON object a line
    Jsonl,
    /// comma-separated values, a row for each position, problem or word
    Csv,
    /// a page of its own: boards, moves and arrows to walk through
    Html,
    /// games: trees and plans as variations, reasons as comments
    Pgn,
    /// a line for each position, with what is said of it as a comment
    Epd,
    /// a graph in the language of Graphviz
    Dot,
    /// a drawing
    Svg,
    /// strings of the Language of Translations, a line for each branch
    Translations,
}

impl Form {
    /// Word that names the form in a command.
    pub fn word(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Writer of the forms that are text; `None` for the others.
    pub const fn text(self) -> Option<TextForm> {
        match self {
            Form::Text => Some(TextForm::Terminal),
            Form::Markdown => Some(TextForm::Markdown),
            _ => None,
        }
    }

    /// True for the forms that draw a tree instead of describing it.
    pub const fn is_drawn(self) -> bool {
        matches!(
            self,
            Form::Pgn | Form::Dot | Form::Html | Form::Translations
        )
    }

    /// Parser of an option that takes some of the forms; `names` are their words, with blanks between them.
    pub fn some(names: &str) -> impl TypedValueParser<Value = Form> + use<> {
        let form = |name| Form::from_str(name, false).ok()?.to_possible_value();
        PossibleValuesParser::new(names.split(' ').filter_map(form))
            .try_map(|word| Form::from_str(&word, false))
    }
}

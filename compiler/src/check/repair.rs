//! The text of a repair: what an author wrote, with what is added so that it compiles and means what was meant.

use super::Checker;
use super::names::{Kind, kind_of_export};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{BoardOp, Expr, ExprKind};
use crate::source::{Span, Spanned};

/// The name that a call begins with, where a text is a name or one call.
fn call_name(text: &str) -> Option<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    let mut depth = 0_i32;
    let closes = |(at, c): (usize, char)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(at + 1)
    };
    let is_whole = rest.is_empty()
        || rest.starts_with('(') && rest.char_indices().find_map(closes) == Some(rest.len());
    (is_whole && name.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(name)
}

/// The letter that a word of a position means: of the side to move, or of a man in another language.
fn of_word(word: &str, is_turn: bool) -> Option<String> {
    if let Some(side) =
        crate::syntax::side_of(word.split(' ').next()?).filter(|_| is_turn || word.len() > 3)
    {
        return Some(match is_turn {
            true => format!("write `{}`", side.to_ascii_lowercase()),
            false if side == "W" => "write `White to move`".to_owned(),
            false => "write `Black to move`".to_owned(),
        });
    }
    // A man with its square, not a word.
    if is_turn || word.contains(' ') {
        return None;
    }
    let letter = word.get(..1)?.to_ascii_uppercase();
    let own = crate::syntax::letter_of(&letter)?;
    let own = match word.starts_with(&letter) {
        true => own,
        false => own.to_ascii_lowercase(),
    };
    let rest = word.get(1..)?;
    Some(format!(
        "`{letter}` is a letter of another language; write `{own}{rest}`"
    ))
}

impl Checker<'_> {
    /// How a FEN or a list of men is mended at its fault: the side's letter, a man's letter of another language, a colon after each side.
    pub(super) fn of_position(
        &self,
        text: &Spanned<String>,
        fault: Span,
        is_turn: bool,
    ) -> Option<String> {
        let word = self.words(fault).filter(|_| fault != text.span);
        if let Some(help) = word.and_then(|word| of_word(&word, is_turn)) {
            return Some(help);
        }
        if text.node.contains([':', '/']) {
            return None;
        }
        let is_game = text.node.trim_start().starts_with("1.");
        let is_man = |word: &str| word.len() > 1 && word.ends_with(|c: char| c.is_ascii_digit());
        let words = text.node.split([' ', ',', ';']);
        let mut words = words.filter(|word| !word.is_empty()).peekable();
        let is_list = text.node.contains(';') || words.peek().is_some() && words.all(is_man);
        if is_game {
            return Some("these are moves of a game; write one of its positions as FEN".to_owned());
        }
        is_list
            .then(|| "a list of men has a colon after each side: `W: Ka1, Rb2; B: Kd5`".to_owned())
    }

    /// `new.` before a name or a call, after a negation: `¬new.stalemate`. `None` for all else, a number among it.
    pub(crate) fn of_new(&self, span: Span) -> Option<String> {
        let words = self.words(span)?;
        let rest = words.trim_start_matches(['¬', '-', '~']);
        let rest = rest.strip_prefix("not ").unwrap_or(rest);
        let sign = words.strip_suffix(rest)?;
        let inner = rest.strip_prefix('(').and_then(|of| of.strip_suffix(')'));
        let mut texts = inner.into_iter().chain([rest]);
        let word = texts.find(|text| call_name(text).is_some())?;
        Some(format!("{sign}new.{word}"))
    }

    /// What a name stands for, of all that may be written here.
    fn kind_named(&self, name: &str) -> Option<Kind> {
        if let Some(&def) = self.names.own.get(name) {
            return Some(self.records.kind_of(def));
        }
        let exported = self.names.library.get(name).and_then(|found| found.first());
        if let Some(found) = exported {
            let library = self.libraries.get(found.module).ok()?;
            return library.exports().get(found.export).map(kind_of_export);
        }
        let mut words = super::word::words();
        words.find_map(|(word, kind)| (word == name).then_some(kind))
    }

    /// A call whose name in the other letters is of another kind: `FILE(R)` is a board, `file(R)` its number.
    pub(super) fn twin(&self, span: Span, wanted: Kind) -> Option<String> {
        let words = self.words(span)?;
        let name = call_name(&words).filter(|name| name.len() < words.len())?;
        let other = match wanted {
            Kind::Board => name.to_ascii_uppercase(),
            _ => name.to_ascii_lowercase(),
        };
        let is_twin = other != name && self.kind_named(&other) == Some(wanted);
        is_twin.then(|| format!("{other}{}", &words[name.len()..]))
    }

    /// The number that a board stands for, and what it is: that of its twin, or how many squares it has.
    pub(super) fn number_of(&self, board: &Expr) -> Option<(&'static str, String)> {
        let twin = |of: &Expr| self.twin(of.span, Kind::Number);
        let difference = || match &board.kind {
            ExprKind::BoardOp(BoardOp::Minus, a, b) => Some(format!("{} - {}", twin(a)?, twin(b)?)),
            _ => None,
        };
        // `W.K - B.K` of two pieces is a distance.
        let distance = || match &board.kind {
            ExprKind::BoardOp(BoardOp::Minus, a, b)
                if [a, b]
                    .iter()
                    .all(|of| matches!(of.kind, ExprKind::Squares(..))) =>
            {
                Some(format!(
                    "dist({}, {})",
                    self.words(a.span)?,
                    self.words(b.span)?
                ))
            }
            _ => None,
        };
        if let Some(distance) = distance() {
            return Some(("distance", distance));
        }
        let number = twin(board).or_else(difference).map(|text| ("number", text));
        let counted = || Some(("size", format!("count({})", self.words(board.span)?)));
        number.or_else(counted)
    }

    /// `count(a ∧ b)`: descriptors are joined where a board is wanted.
    pub(super) fn sets_joined_by_word(&mut self, values: &[Option<Expr>], sign: &str, span: Span) {
        self.broken = true;
        let words = values
            .iter()
            .map(|value| self.words(value.as_ref()?.span))
            .collect::<Option<Vec<String>>>();
        let is_simple = |words: &Vec<String>| words.iter().all(|of| !of.contains(" ∪ "));
        let help = words
            .filter(is_simple)
            .map(|words| format!("write `{}`", words.join(&format!(" {sign} "))));
        let message = "expected a board, found boards joined as descriptors";
        self.report(
            Diagnostic::new(Code::TypeMismatch, message)
                .with_label(span, "`∧` and `∨` join descriptors")
                .with_help_if(help),
        );
    }

    /// The left side and the sign of a comparison with a number: `pen(B) =` of `pen(B) = 1`.
    pub(super) fn compared(&self, value: &Expr) -> Option<String> {
        let ExprKind::Compare(_, left, right) = &value.kind else {
            return None;
        };
        let between = Span::new(left.span.start, right.span.start);
        self.words(between)
            .filter(|_| matches!(right.kind, ExprKind::Number(_)))
    }
}

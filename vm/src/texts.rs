//! Texts: the values of their slots, and how they read in English.
//!
//! ```text
//!   "{count(HERE) ? rook|rooks} {HERE} on an open file"     the parts of a module
//!        number 2          c2, c5                           their slots' values, which say the same in every language
//!   "rooks c2 and c5 on an open file"
//! ```

use adv_chess::{Color, Position, Role, geometry, squares};
use adv_module::language::form;
use adv_module::program::{Said, TextPart};
use adv_module::{FnId, Ty};
use adv_primitives::zone_facts::ZoneFacts;

use crate::env::Env;
use crate::facts::operands;
use crate::limits::Stop;
use crate::run::Run;
use crate::values::{NAMED, listed, value_in_words};
use crate::view::in_own_colours;

/// The value of a slot of a text, as the position's colours have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotValue {
    /// A value, also that of a choice.
    Value {
        /// Its type.
        ty: Ty,
        /// Its word.
        word: u64,
    },
    /// A zone by its main trajectories, which read the same in every language.
    Zone(String),
    /// A board `as men`: what stands on each square, in the order of files.
    Men(Vec<(Option<Role>, u8)>),
    /// A board `as files`, by their numbers.
    Files(Vec<u8>),
    /// A board `as ranks`, by their numbers.
    Ranks(Vec<u8>),
}

impl SlotValue {
    /// The place of the form that this value chooses among `count` forms.
    pub fn chosen(&self, count: usize) -> usize {
        match self {
            SlotValue::Value {
                ty: Ty::Number,
                word,
            } => form(count, word.cast_signed()),
            // White, or true, is the first.
            SlotValue::Value {
                ty: Ty::Truth,
                word,
            } => usize::from(*word == 0),
            SlotValue::Value { word, .. } => usize::from(*word & 1 != 0),
            _ => 0,
        }
    }

    /// The value in an English sentence.
    pub fn in_words(&self) -> String {
        match self {
            SlotValue::Value { ty, word } => value_in_words(*ty, *word),
            SlotValue::Zone(text) => text.clone(),
            SlotValue::Men(men) if men.len() > NAMED as usize => format!("{} squares", men.len()),
            SlotValue::Men(men) => listed(men.iter().map(|(role, square)| {
                let name = geometry::square_name(*square);
                match role {
                    None | Some(Role::Pawn) => name,
                    Some(role) => format!("{}{name}", role.letter().to_ascii_uppercase()),
                }
            })),
            SlotValue::Files(files) => listed(files.iter().map(|file| {
                let letter = char::from(b'a'.saturating_add(*file));
                letter.to_string()
            })),
            SlotValue::Ranks(ranks) => {
                listed(ranks.iter().map(|rank| (u16::from(*rank) + 1).to_string()))
            }
        }
    }
}

/// A text in English: its parts with the values of its slots, in their order.
pub fn text_in_words(parts: &[TextPart], values: &[SlotValue]) -> String {
    text_with(parts, values, SlotValue::in_words)
}

/// A text with the values of its slots in the words of a language.
pub fn text_with(
    parts: &[TextPart],
    values: &[SlotValue],
    in_words: impl Fn(&SlotValue) -> String,
) -> String {
    let mut values = values.iter();
    let mut text = String::new();
    for part in parts {
        match part {
            TextPart::Text(plain) => text.push_str(plain),
            TextPart::Choice { forms, .. } => {
                let chosen = values.next().map_or(0, |value| value.chosen(forms.len()));
                text.push_str(forms.get(chosen).map_or("", String::as_str));
            }
            TextPart::Value(_) | TextPart::Zone(_) | TextPart::Board { .. } => {
                text.push_str(&values.next().map(&in_words).unwrap_or_default());
            }
        }
    }
    text
}

impl Run<'_> {
    /// The values of a text's slots, asked in an environment whose current position is given. Where the program sees the colours exchanged,
    /// they are exchanged back.
    pub(crate) fn slots(
        &mut self,
        parts: &[TextPart],
        env: &Env<'_>,
        mirrored: bool,
    ) -> Result<Vec<SlotValue>, Stop> {
        let mut values = Vec::new();
        for part in parts {
            let value = match part {
                TextPart::Text(_) => continue,
                TextPart::Value(function) | TextPart::Choice { by: function, .. } => {
                    let word = self.word(*function, env)?;
                    let ty = self.result_of(*function);
                    SlotValue::Value {
                        ty,
                        word: exchanged(ty, word, mirrored),
                    }
                }
                TextPart::Zone(zone) => {
                    let zone = operands(self, zone, env, mirrored)?;
                    let [current, ..] = env.positions;
                    let seen = in_own_colours(current, mirrored);
                    SlotValue::Zone(ZoneFacts::of(&seen, zone).main_text())
                }
                TextPart::Board { board, said } => {
                    let word = self.word(*board, env)?;
                    let of_board = |word| exchanged(Ty::Board, word, mirrored);
                    let [current, _, root] = env.positions.map(|of| in_own_colours(of, mirrored));
                    // The men of the fact are those of the position that is explained: after the first move of its plan another may stand
                    // there, or none.
                    let here = of_board(self.here);
                    let of_square = |square: u8| match here >> square & 1 {
                        0 => &current,
                        _ => &root,
                    };
                    board_value(of_square, of_board(word), *said)
                }
            };
            values.push(value);
        }
        Ok(values)
    }

    /// The type of a function's value.
    fn result_of(&self, function: FnId) -> Ty {
        let function = self.module.functions.get(function.index());
        function.map_or(Ty::Number, |function| function.result)
    }
}

/// A value with the colours exchanged.
fn exchanged(ty: Ty, word: u64, mirrored: bool) -> u64 {
    match ty {
        _ if !mirrored => word,
        Ty::Board => word.swap_bytes(),
        Ty::Side => word ^ 1,
        Ty::Piece => word ^ 8,
        Ty::Number | Ty::Truth => word,
    }
}

/// A board as it is said; `of_square` gives the position whose man on a square is named.
fn board_value<'p>(of_square: impl Fn(u8) -> &'p Position, board: u64, said: Said) -> SlotValue {
    let numbers = |of: fn(u8) -> u8| {
        let mut numbers: Vec<u8> = squares::file_major(board).map(of).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    match said {
        Said::Men => {
            let man = |square: u8| (role_at(of_square(square), square), square);
            SlotValue::Men(squares::file_major(board).map(man).collect())
        }
        Said::Files => SlotValue::Files(numbers(|square| square & 7)),
        Said::Ranks => SlotValue::Ranks(numbers(|square| square >> 3)),
    }
}

/// What stands on a square, of either side.
fn role_at(position: &Position, square: u8) -> Option<Role> {
    let men = position.side(Color::White) | position.side(Color::Black);
    let bit = 1u64 << (square & 63);
    let roles = Role::ALL.into_iter().zip(position.by_role);
    let mut roles = roles.filter(|(_, squares)| squares & men & bit != 0);
    roles.next().map(|(role, _)| role)
}

#[cfg(test)]
mod tests {
    use adv_chess::notation::parse_fen;

    use super::*;

    #[test]
    fn choices_go_by_side_truth_and_number() {
        let value = |ty, word| SlotValue::Value { ty, word };
        for (of, forms, expected) in [
            (value(Ty::Side, 0), 2, 0),
            (value(Ty::Side, 1), 2, 1),
            (value(Ty::Truth, 1), 2, 0),
            (value(Ty::Truth, 0), 2, 1),
            (value(Ty::Number, 1), 2, 0),
            (value(Ty::Number, 0), 2, 1),
            (value(Ty::Number, 22), 3, 1),
        ] {
            assert_eq!(of.chosen(forms), expected, "{of:?}");
        }
    }

    #[test]
    fn a_text_reads_as_a_sentence() {
        let parts = [
            TextPart::Choice {
                by: FnId(0),
                forms: vec!["rook".to_owned(), "rooks".to_owned()],
            },
            TextPart::Text(" ".to_owned()),
            TextPart::Value(FnId(1)),
            TextPart::Text(" on ".to_owned()),
            TextPart::Board {
                board: FnId(1),
                said: Said::Files,
            },
        ];
        let values = [
            SlotValue::Value {
                ty: Ty::Number,
                word: 2,
            },
            SlotValue::Value {
                ty: Ty::Board,
                word: 1 << 10 | 1 << 34,
            },
            SlotValue::Files(vec![2]),
        ];
        assert_eq!(text_in_words(&parts, &values), "rooks c2 and c5 on c");
    }

    #[test]
    fn men_are_named_with_their_letters() {
        let position = parse_fen("4k3/8/8/R7/8/8/P7/4K3 w - - 0 1").expect("a position");
        let board = 1 << 32 | 1 << 8 | 1 << 60 | 1;
        let value = board_value(|_| &position, board, Said::Men);
        assert_eq!(value.in_words(), "a1, a2, Ra5 and Ke8");
        let ranks = board_value(|_| &position, board, Said::Ranks);
        assert_eq!(ranks.in_words(), "1, 2, 5 and 8");
    }
}

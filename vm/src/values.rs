//! Values as people write them.

use adv_module::Ty;

/// How many squares a reason names; of more it tells the number.
pub(crate) const NAMED: u32 = 10;

/// A value as written in a sentence: `c2`, `c4 and d4`, `c4, d4 and e4`, `23 squares`; of other types as [`value_text`].
pub fn value_in_words(ty: Ty, word: u64) -> String {
    if ty != Ty::Board {
        return value_text(ty, word);
    }
    let count = word.count_ones();
    if count > NAMED {
        return format!("{count} squares");
    }
    let squares = adv_chess::squares::file_major(word);
    listed(squares.map(adv_chess::geometry::square_name))
}

/// Names in a sentence: `c4, d4 and e4`; of none `no square`.
pub(crate) fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.split_last() {
        None => "no square".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}

/// A value as people write it: a number, the names of squares, yes or no.
pub fn value_text(ty: Ty, word: u64) -> String {
    match ty {
        Ty::Number => (word as i64).to_string(),
        Ty::Truth => if word != 0 { "yes" } else { "no" }.to_owned(),
        Ty::Board if word == 0 => "no square".to_owned(),
        Ty::Board => adv_chess::geometry::set_names(word),
        Ty::Side => if word & 1 == 0 { "White" } else { "Black" }.to_owned(),
        Ty::Piece => {
            let (color, role) = adv_primitives::designation(word);
            let side = color.letter().to_ascii_uppercase();
            match adv_chess::Role::ALL.get(usize::from(role)) {
                Some(role) => format!("{side}.{}", role.letter()),
                None => format!("{side}.*"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_stand_in_sentences_without_braces() {
        let words = |set: u64| value_in_words(Ty::Board, set);
        assert_eq!(words(0), "no square");
        assert_eq!(words(1 << 10), "c2");
        assert_eq!(words(1 << 10 | 1), "a1 and c2");
        assert_eq!(words(0b111), "a1, b1 and c1");
        assert_eq!(words(0x3FF).split(' ').next_back(), Some("h1"));
        assert_eq!(words(0x7FF), "11 squares");
        assert_eq!(value_in_words(Ty::Number, 7), "7");
        assert_eq!(value_text(Ty::Board, 1), "{a1}");
    }
}

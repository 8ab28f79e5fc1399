//! The languages of texts: their codes, and which form a number takes.
//!
//! ```
//! use adv_module::language::{form, forms};
//!
//! assert_eq!(forms("de"), Some(2));
//! assert_eq!(["ладья", "ладьи", "ладей"][form(3, 22)], "ладьи");
//! assert_eq!(["rook", "rooks"][form(2, 0)], "rooks");
//! ```

/// The languages, each with how many forms a number takes: that of the library's texts first.
pub const LANGUAGES: [(&str, usize); 3] = [("en", 2), ("de", 2), ("ru", 3)];

/// How many forms a number takes in a language; `None` for a language that is not known.
pub fn forms(language: &str) -> Option<usize> {
    let found = LANGUAGES.iter().find(|(code, _)| *code == language);
    found.map(|(_, forms)| *forms)
}

/// Which of some forms a number takes, counted from 0: of two the first for one, of three as in Russian. A sign makes no difference. Below
/// `count` for every `count` of 1 and more.
pub fn form(count: usize, number: i64) -> usize {
    let number = number.unsigned_abs();
    let (ones, tens) = (number % 10, number / 10 % 10);
    let form = match count {
        0 | 1 => 0,
        2 => usize::from(number != 1),
        _ if ones == 1 && tens != 1 => 0,
        _ if (2..=4).contains(&ones) && tens != 1 => 1,
        _ => 2,
    };
    form.min(count.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::form;

    #[test]
    fn numbers_take_the_forms_of_their_languages() {
        let of = |count, numbers: [i64; 9]| numbers.map(|number| form(count, number));
        let numbers = [0, 1, 2, 5, 11, 12, 21, 22, 111];
        assert_eq!(of(2, numbers), [1, 0, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(of(3, numbers), [2, 0, 1, 2, 2, 2, 0, 1, 2]);
        assert_eq!([form(2, -1), form(3, i64::MIN), form(1, 7)], [0, 2, 0]);
    }
}

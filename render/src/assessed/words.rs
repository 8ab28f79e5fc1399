//! The words around an explanation, in the languages of texts. What a program says itself comes from its own texts.

use adv_chess::{Color, Role};
use adv_explain::{Judged, Sign, ToldFact};

use super::languages::{ENGLISH, GERMAN, RUSSIAN};

/// Texts of one language. `{…}` are placeholders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// The code of the language.
    pub code: &'static str,
    /// The side to move, White and Black.
    pub to_move: [&'static str; 2],
    /// Words for the stages of a game, each after the name that programs give it; stages without a word are missing.
    pub stages: &'static [(&'static str, &'static str)],
    /// Viewer of the explanation, White and Black.
    pub seen_by: [&'static str; 2],
    /// Names of the sides, as owners of a fact.
    pub sides: [&'static str; 2],
    /// The heads of the lines: why, purpose, plan.
    pub heads: [&'static str; 3],
    /// Between the last two of a list.
    pub and: &'static str,
    /// No square.
    pub none: &'static str,
    /// Subjects of the branches of patterns, for paths with a last name that does not say it.
    pub branches: &'static [(&'static str, &'static str)],
    /// A number of squares, in the forms of the language.
    pub squares: &'static [&'static str],
    /// Yes and no.
    pub truths: [&'static str; 2],
    /// The letters of king, queen, rook, bishop, knight.
    pub letters: [&'static str; 5],
    /// Between the whole and the hundredths.
    pub point: char,
    /// A plan that is done.
    pub done: &'static str,
    /// Whatever the other side replies, that side being White or Black.
    pub whatever: [&'static str; 2],
    /// The other side is to move and it works whatever that side plays.
    pub anyhow: [&'static str; 2],
    /// Legal replies are left out.
    pub left_out: &'static str,
    /// If the other side lets it happen.
    pub if_let: [&'static str; 2],
    /// It works if the other side does nothing about it: these moves are a threat.
    pub threatens: &'static str,
    /// A plan that no move realizes.
    pub idea: &'static str,
    /// Gains of a move by force: mate in so many moves, material, how much more than another, that it avoids mate, and that every other is
    /// worse.
    pub wins: [&'static str; 5],
    /// The head of the line about the winning move.
    pub first: &'static str,
    /// Sum of the patterns in a game, with the branches that count most.
    pub by_patterns: &'static str,
    /// A move was missed.
    pub misses: &'static str,
    /// A reply prevents it.
    pub prevents: &'static str,
    /// A search to the depth of a plan has found none.
    pub refuted: &'static str,
    /// Depth of a search, in plies: for one, and for more.
    pub plies: [&'static str; 2],
    /// A search was ended.
    pub unsettled: &'static str,
    /// Two pieces, and more, at once.
    pub at_once: [&'static str; 2],
    /// One move serves all, or several.
    pub serves: [&'static str; 2],
    /// The value by the tables: won, drawn, lost for White.
    pub values: [&'static str; 3],
    /// Source of the value: tables of perfect play.
    pub by_tables: &'static str,
    /// Source of the value: an engine.
    pub by_engine: &'static str,
    /// Source of the value: a mate that was found.
    pub by_mate: &'static str,
    /// Meaning of each sign, Black's wins first.
    pub signs: [&'static str; 7],
    /// Sentence for an explanation without facts.
    pub nothing: &'static str,
    /// Sentence about the facts that add up to the value.
    pub sum: &'static str,
    /// Others are not shown.
    pub others: &'static str,
    /// No table knows so many men.
    pub no_table: &'static str,
    /// A draw by fifty moves, which may be claimed.
    pub clock: &'static str,
    /// A position that has come so often that it may be claimed as a draw, or is one.
    pub repeated: &'static str,
    /// The end of a game: checkmate, stalemate, a dead position, seventy-five moves.
    pub ends: [&'static str; 4],
}

/// The words of a language; English for one that is not known.
pub(crate) fn words(language: &str) -> &'static Words {
    const ALL: [&Words; 3] = [&ENGLISH, &GERMAN, &RUSSIAN];
    ALL.into_iter()
        .find(|words| words.code == language)
        .unwrap_or(&ENGLISH)
}

impl Words {
    /// The word for a stage; the program's name of it where the language has none.
    pub fn stage<'a>(&self, name: &'a str) -> &'a str {
        let mut known = self.stages.iter();
        known
            .find(|(of, _)| *of == name)
            .map_or(name, |(_, word)| word)
    }

    /// Subject of a branch of patterns: the word for the longest beginning of its path that has one, else its last name.
    pub fn branch(&self, path: &[String]) -> String {
        let known = (1..=path.len()).rev().find_map(|length| {
            let begun = path.get(..length)?.join(".");
            let mut branches = self.branches.iter();
            branches
                .find(|(of, _)| *of == begun)
                .map(|of| of.1.to_owned())
        });
        let last = || {
            path.last()
                .map_or_else(String::new, |of| of.replace('-', " "))
        };
        known.unwrap_or_else(last)
    }

    /// One of two forms, for a side.
    pub fn of(&self, forms: &[&'static str; 2], side: Color) -> &'static str {
        let [white, black] = forms;
        match side {
            Color::White => white,
            Color::Black => black,
        }
    }

    /// The letter of a piece; none for a pawn.
    pub fn letter(&self, role: Role) -> &'static str {
        let [king, queen, rook, bishop, knight] = self.letters;
        match role {
            Role::King => king,
            Role::Queen => queen,
            Role::Rook => rook,
            Role::Bishop => bishop,
            Role::Knight => knight,
            Role::Pawn => "",
        }
    }

    /// A move in SAN with the letters of the language.
    pub fn san(&self, san: &str) -> String {
        let letter = |of: char| match of {
            'K' => self.letter(Role::King),
            'Q' => self.letter(Role::Queen),
            'R' => self.letter(Role::Rook),
            'B' => self.letter(Role::Bishop),
            'N' => self.letter(Role::Knight),
            _ => "",
        };
        let mut text = String::new();
        for of in san.chars() {
            match letter(of) {
                "" => text.push(of),
                letter => text.push_str(letter),
            }
        }
        text
    }

    /// Value of a fact; in parentheses if the total excludes it.
    pub fn worth(&self, told: &ToldFact) -> String {
        let value = self.pawns(told.fact.value());
        match told.counted {
            true => value,
            false => format!("({value})"),
        }
    }

    /// Judgement of an engine: pawns, or the moves to mate, `#3` and `#-3`.
    pub fn judged(&self, judged: &Judged) -> String {
        match judged.mate {
            Some(moves) => format!("#{moves}"),
            None => self.pawns(i64::from(judged.value)),
        }
    }

    /// Hundredths of a pawn: `+1.30`, `-0.05`, `0.00`.
    pub fn pawns(&self, hundredths: i64) -> String {
        let sign = match hundredths {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        let size = hundredths.unsigned_abs();
        format!("{sign}{}{}{:02}", size / 100, self.point, size % 100)
    }

    /// Meaning of a sign.
    pub fn meaning(&self, sign: Sign) -> &'static str {
        let place = Sign::ALL.iter().position(|of| *of == sign);
        place
            .and_then(|place| self.signs.get(place))
            .copied()
            .unwrap_or_default()
    }

    /// Names in a sentence.
    pub fn listed(&self, names: &[String]) -> String {
        match names.split_last() {
            None => self.none.to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, before)) => format!("{} {} {last}", before.join(", "), self.and),
        }
    }

    /// A number of squares with its noun.
    pub fn count_of_squares(&self, count: usize) -> String {
        let number = i64::try_from(count).unwrap_or(i64::MAX);
        let form = adv_module::language::form(self.squares.len(), number);
        let form = self.squares.get(form).copied().unwrap_or("{}");
        form.replace("{}", &count.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_moves_are_written_as_the_language_does() {
        let (english, german, russian) = (words("en"), words("de"), words("ru"));
        assert_eq!(english.pawns(130), "+1.30");
        assert_eq!(german.pawns(-5), "-0,05");
        assert_eq!(russian.pawns(0), "0,00");
        assert_eq!(german.san("Rxc7+"), "Txc7+");
        assert_eq!(russian.san("Kf1"), "Крf1");
        assert_eq!(german.san("e8=Q#"), "e8=D#");
        assert_eq!(english.san("O-O"), "O-O");
        assert_eq!(russian.count_of_squares(12), "12 полей");
        assert_eq!(words("xx").code, "en");
        assert_eq!(
            english.meaning(Sign::WhiteBetter),
            "White has a big advantage"
        );
    }
}

//! The words around an explanation, in the languages of texts. What a program says itself comes from its own texts.

use adv_chess::{Color, Role};
use adv_explain::{Judged, Sign, ToldFact};

use super::languages::{ENGLISH, GERMAN, RUSSIAN};

/// Texts around an explanation in one language. `{…}` are placeholders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// Code of the language, such as `en`.
    pub code: &'static str,
    /// Texts for the side to move, White and Black.
    pub to_move: [&'static str; 2],
    /// Words for the stages of a game, each after the name that programs give it; stages without a word are missing.
    pub stages: &'static [(&'static str, &'static str)],
    /// Texts for the viewer of the explanation, White and Black.
    pub seen_by: [&'static str; 2],
    /// Names of the sides, as owners of a fact.
    pub sides: [&'static str; 2],
    /// Heads of the lines under a fact: why, purpose, plan.
    pub heads: [&'static str; 3],
    /// Word between the last two items of a list.
    pub and: &'static str,
    /// Text for an empty set of squares.
    pub none: &'static str,
    /// Subjects of the branches of patterns, for paths with a last name that does not say it.
    pub branches: &'static [(&'static str, &'static str)],
    /// Text for a number of squares, in the plural forms of the language.
    pub squares: &'static [&'static str],
    /// Words for true and false: yes and no.
    pub truths: [&'static str; 2],
    /// Letters of king, queen, rook, bishop, knight.
    pub letters: [&'static str; 5],
    /// Decimal sign, between the whole and the hundredths.
    pub point: char,
    /// Text for a plan that is done already.
    pub done: &'static str,
    /// Text for a forced plan that our move begins: whatever White, or Black, replies.
    pub whatever: [&'static str; 2],
    /// Text for a forced plan with the other side to move: whatever White, or Black, plays.
    pub anyhow: [&'static str; 2],
    /// Text with the number of legal replies that a search left out.
    pub left_out: &'static str,
    /// Text for a plan that works only if White, or Black, as the other side lets it happen.
    pub if_let: [&'static str; 2],
    /// Text for a threat: moves that work if the other side does nothing about them.
    pub threatens: &'static str,
    /// Text for a plan that no move realizes now.
    pub idea: &'static str,
    /// Texts for the gain that a move forces: mate in so many moves, material, better than another by so much, avoiding mate, and every
    /// other move worse.
    pub wins: [&'static str; 5],
    /// Head of the line about the winning move.
    pub first: &'static str,
    /// Text for the sum of the patterns, with the branches that count most.
    pub by_patterns: &'static str,
    /// Word for a better move that was missed.
    pub misses: &'static str,
    /// Text for the reply that prevents a plan.
    pub prevents: &'static str,
    /// Text for a plan that a search to its depth did not find.
    pub refuted: &'static str,
    /// Texts for the depth of a search in plies: one, and more.
    pub plies: [&'static str; 2],
    /// Text for a plan whose search ended at its limit of positions.
    pub unsettled: &'static str,
    /// Texts for pieces of a plan played at once: two, and more.
    pub at_once: [&'static str; 2],
    /// Sentences about one move that serves all plans, or several.
    pub serves: [&'static str; 2],
    /// Texts for the value by tables of perfect play: won, drawn, lost for White.
    pub values: [&'static str; 3],
    /// Text for the source of the value: tables of perfect play.
    pub by_tables: &'static str,
    /// Text for the source of the value: an engine.
    pub by_engine: &'static str,
    /// Text for the source of the value: a mate that a search found.
    pub by_mate: &'static str,
    /// Texts for the meaning of each sign of the value, from Black's decisive advantage to White's.
    pub signs: [&'static str; 7],
    /// Sentence for an explanation without facts.
    pub nothing: &'static str,
    /// Sentence about the facts that add up to the value.
    pub sum: &'static str,
    /// Sentence about facts that are not shown, and the option that shows them.
    pub others: &'static str,
    /// Sentence for a position with too many men for any table of perfect play.
    pub no_table: &'static str,
    /// Sentence about a draw that may be claimed after fifty moves without capture or pawn move.
    pub clock: &'static str,
    /// Sentence about a position repeated so often that it may be claimed as a draw, or is one.
    pub repeated: &'static str,
    /// Sentences about the end of a game: checkmate, stalemate, a dead position, seventy-five moves.
    pub ends: [&'static str; 4],
    /// Words before the facts that earlier remarks told and that no longer hold.
    pub gone: &'static str,
    /// Words for a move that throws a win away, and for one that throws a draw away.
    pub thrown: [&'static str; 2],
    /// Head of the facts that a move brings by force.
    pub brings: &'static str,
    /// Head of the facts that a move gives up by force.
    pub gives_up: &'static str,
    /// Sentence for a move that neither brings nor gives up a fact.
    pub brings_nothing: &'static str,
    /// Condition of a tree that leaves out replies of White, or of Black.
    pub on_condition: [&'static str; 2],
    /// Text for the nearest of so many cases, in the plural forms of the language.
    pub nearest_case: &'static [&'static str],
    /// Text if none of so many cases is near, in the plural forms of the language.
    pub no_case: &'static [&'static str],
    /// Formula of the similarity: the sum, the weight of the facts, their similarity, the weight of the board, its similarity.
    pub similarity: &'static str,
    /// Text before the further cases from which the explanation takes something.
    pub other_cases: &'static str,
    /// Text at a fact that is adapted from a related fact of a case.
    pub adapted: &'static str,
    /// Text at a fact that a case has likewise.
    pub same: &'static str,
    /// Text at a piece of a plan that comes from a case.
    pub from_case: &'static str,
    /// Quotation marks of the language.
    pub quotes: [char; 2],
    /// Title of the page.
    pub page_title: &'static str,
    /// Name of the board for screen readers.
    pub board: &'static str,
    /// Title of the button that turns the board.
    pub flip: &'static str,
    /// Title of the button that switches between light and dark.
    pub theme: &'static str,
    /// Name of the list of facts.
    pub facts: &'static str,
    /// Label that opens the moves of a plan.
    pub plan_moves: &'static str,
    /// Name of the position before a plan's first move.
    pub position: &'static str,
    /// Text with the number of a plan's moves that are not on the page.
    pub moves_hidden: &'static str,
    /// Text with the number of facts that are not on the page.
    pub facts_hidden: &'static str,
    /// Text in place of a move for a side that makes none.
    pub pass: &'static str,
    /// Legend of the arrows: full, dashed, dotted.
    pub arrows: [&'static str; 3],
    /// Explanations of the keyboard's keys: digits, left and right, Escape, f.
    pub keys: [&'static str; 4],
}

/// Texts of the language with this code; English for an unknown code.
pub(crate) fn words(language: &str) -> &'static Words {
    const ALL: [&Words; 3] = [&ENGLISH, &GERMAN, &RUSSIAN];
    ALL.into_iter()
        .find(|words| words.code == language)
        .unwrap_or(&ENGLISH)
}

impl Words {
    /// Word for a stage of the game; the program's name of it if the language has no word.
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

    /// Form of a text that is for this side, out of those for White and Black.
    pub fn of(&self, forms: &[&'static str; 2], side: Color) -> &'static str {
        forms[side.index()]
    }

    /// Letter of a piece in the language; empty for a pawn.
    pub fn letter(&self, role: Role) -> &'static str {
        self.letters.get(role.index()).copied().unwrap_or("")
    }

    /// Translates a move in SAN to the piece letters of the language.
    pub fn san(&self, san: &str) -> String {
        let letter = |of: char| match "KQRBN".find(of) {
            Some(at) => self.letters[at].to_owned(),
            None => of.to_string(),
        };
        san.chars().map(letter).collect()
    }

    /// Value of a fact in pawns; in parentheses if the total excludes it.
    pub fn worth(&self, told: &ToldFact) -> String {
        let value = self.pawns(told.fact.value());
        match told.counted {
            true => value,
            false => format!("({value})"),
        }
    }

    /// Judgement of an engine in words: pawns, or the moves to mate, `#3` and `#-3`.
    pub fn judged(&self, judged: &Judged) -> String {
        match judged.mate {
            Some(moves) => format!("#{moves}"),
            None => self.pawns(i64::from(judged.value)),
        }
    }

    /// Pawns with sign and two decimals from hundredths of a pawn: `+1.30`, `-0.05`, `0.00`.
    pub fn pawns(&self, hundredths: i64) -> String {
        let sign = match hundredths {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        let size = hundredths.unsigned_abs();
        format!("{sign}{}{}{:02}", size / 100, self.point, size % 100)
    }

    /// Meaning in words of a sign for the value, such as `±`.
    pub fn meaning(&self, sign: Sign) -> &'static str {
        let mut signs = Sign::ALL.into_iter().zip(self.signs);
        signs.find(|(of, _)| *of == sign).map_or("", |of| of.1)
    }

    /// Names as a list in a sentence: `a, b and c`; the text for no square if there are none.
    pub fn listed(&self, names: &[String]) -> String {
        match names.split_last() {
            None => self.none.to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, before)) => format!("{} {} {last}", before.join(", "), self.and),
        }
    }

    /// Number of squares with its noun in the right plural form.
    pub fn count_of_squares(&self, count: usize) -> String {
        counted(self.squares, count)
    }
}

/// Picks the plural form for a number and puts the number into it.
pub(super) fn counted(forms: &[&str], count: usize) -> String {
    let number = i64::try_from(count).unwrap_or(i64::MAX);
    let form = adv_module::language::form(forms.len(), number);
    let form = forms.get(form).copied().unwrap_or("{}");
    form.replace("{}", &count.to_string())
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

//! The style: what it makes of texts, and that the repository's own texts are in it.

use crate::common::sources;
use adv_format::{FormatError, Signs, format};

#[track_caller]
fn becomes(text: &str, formatted: &str) {
    assert_eq!(format(text, Signs::Keep).unwrap(), formatted);
    assert_eq!(format(formatted, Signs::Keep).unwrap(), formatted);
}

#[test]
fn examples_and_library_are_formatted() {
    let mut differing = String::new();
    let mut count = 0;
    for (path, text) in ["examples", "stdlib/lib"].into_iter().flat_map(sources) {
        let formatted = match format(&text, Signs::Keep) {
            Ok(formatted) => formatted,
            Err(error) => format!("{error}"),
        };
        count += 1;
        if text == formatted {
            continue;
        }
        differing += &format!("{path}\n");
        let lines = text.lines().zip(formatted.lines());
        for (was, is) in lines.filter(|(was, is)| was != is) {
            differing += &format!("- {was}\n+ {is}\n");
        }
    }
    assert!(count > 40, "{count} files");
    assert!(differing.is_empty(), "{differing}");
}

#[test]
fn clauses_make_a_column() {
    becomes(
        "material W:K,R;B:K\nexample \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"\nadvice  squeeze\nbetter room<root.room∧¬ mate\n    us K , R  by -new.room\ndepth 3 shortest\nend-advice",
        "material  W: K, R; B: K\nexample   \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"\nadvice squeeze\n  better   room < root.room ∧ ¬mate\n  us       K, R  by -new.room\n  depth    3 shortest\nend-advice\n",
    );
    // The author's column stays.
    let own = "advice a\n  better mate\n  us     Q\n  depth  1\nend-advice\n";
    becomes(own, own);
    // So does an item on one line.
    let line = "advice a  better mate  us Q by -TO  depth 1  end-advice\n";
    becomes(line, line);
}

#[test]
fn a_line_that_goes_on_keeps_its_place_below() {
    becomes(
        "advice a\n better mate\n        ∨ check\n us any\n depth 1\nend-advice\n",
        "advice a\n  better   mate\n           ∨ check\n  us       any\n  depth    1\nend-advice\n",
    );
    becomes(
        "number a =\nif mate then 1\n  else 2\n",
        "number a =\n  if mate then 1\n    else 2\n",
    );
}

#[test]
fn columns_are_kept_where_a_phrase_begins() {
    let table =
        "table t for W\n  if mate ∨ check  then a, b\n  otherwise             b\nend-table\n";
    becomes(table, table);
    becomes(
        "number a    = 1 +   2\nnumber long =  3\n",
        "number a    = 1 + 2\nnumber long = 3\n",
    );
    let sum = "board a = a1  ∪ b1\nboard c = e4  ∪ d4\n";
    becomes(sum, sum);
}

#[test]
fn strategies_are_indented_by_their_blocks() {
    becomes(
        "strat S for W\n(in-class: figures - W: K, R; B: K; descr - any; out-class: mate)\naction GO (any, mate)\nus K\nwithin 3 plies\ndo-while (mate)\nif if mate then check else mate then\n// what is done\nstop\nelse-if mate then\nstop \"why\"\nelse\napply T\notherwise stop\n// no more\nend-if\nend-do\nend-strat S\n",
        "strat S for W\n  (in-class: figures - W: K, R; B: K; descr - any; out-class: mate)\n  action GO (any, mate)\n    us       K\n    within   3 plies\n  do-while (mate)\n    if if mate then check else mate then\n      // what is done\n      stop\n    else-if mate then\n      stop \"why\"\n    else\n      apply T\n        otherwise stop\n      // no more\n    end-if\n  end-do\nend-strat S\n",
    );
}

#[test]
fn patterns_have_their_column() {
    becomes(
        "evaluation e\nworth  checked  -10\nworth loose (if mate then 1 else 2)*3\nend-evaluation\n",
        "evaluation e\n  worth     checked -10\n  worth     loose (if mate then 1 else 2) * 3\nend-evaluation\n",
    );
    becomes(
        "pattern loose in pawn.weak\n fact us.P each square\n worth -40\n for them purpose \"win it\"\nend-pattern\n",
        "pattern loose in pawn.weak\n  fact      us.P each square\n  worth     -40\n  for them  purpose \"win it\"\nend-pattern\n",
    );
}

#[test]
fn comments_stay_beside_what_they_speak_of() {
    becomes(
        "\n\n//! file\n\n\n\n// above a\nboard A = a1 // beside a\n             // and more\n   // above b\n   /// doc of b\nboard BB =  b1 /* in b */ ∪ c1\n// the end",
        "//! file\n\n// above a\nboard A = a1  // beside a\n              // and more\n// above b\n/// doc of b\nboard BB = b1 /* in b */ ∪ c1\n// the end\n",
    );
    becomes(
        "board A = a1 board BB = {x in A:x = a1}  board CC = A",
        "board A = a1\nboard BB = {x in A : x = a1}\nboard CC = A\n",
    );
}

#[test]
fn protected_lines_stay() {
    becomes(
        "board A =  a1∪b1\n   // fmt: off\n board BB  =  a1∪b1   \n\n\n\n // fmt: on  \nboard CC =  a1∪b1\n",
        "board A = a1 ∪ b1\n   // fmt: off\n board BB  =  a1∪b1   \n\n\n\n // fmt: on\nboard CC = a1 ∪ b1\n",
    );
    let end = "board A = a1\n// fmt: off\nboard BB   = b1\n";
    becomes(end, end);
}

#[test]
fn signs_are_written_as_asked() {
    let text = "DESCRIPTOR d = ¬mate ∨ a1 ∉ {b1} ∧ a1 ⊆ b1 ∪ c1\ndescriptor e = not mate | a1 not in b1 * c1 and 1 != 2 * 3\n";
    assert_eq!(
        format(text, Signs::Ascii).unwrap(),
        "DESCRIPTOR d = NOT mate OR a1 NOT IN {b1} AND a1 <= b1 + c1\ndescriptor e = not mate | a1 not in b1 * c1 and 1 != 2 * 3\n"
    );
    assert_eq!(
        format(text, Signs::Unicode).unwrap(),
        "DESCRIPTOR d = ¬mate ∨ a1 ∉ {b1} ∧ a1 ⊆ b1 ∪ c1\ndescriptor e = ¬mate ∨ a1 not in b1 * c1 ∧ 1 ≠ 2 * 3\n"
    );
}

#[test]
fn a_text_in_error_is_left() {
    for text in [
        "board A = = a1\n",
        "advice a\n  better mate\n",
        "board A = a1 /* open",
    ] {
        let refused = format(text, Signs::Keep);
        assert!(
            matches!(refused, Err(FormatError::Syntax(told)) if !told.is_empty()),
            "{text}"
        );
    }
    assert_eq!(format("", Signs::Keep).unwrap(), "");
    assert_eq!(format(" \r\n\t", Signs::Keep).unwrap(), "");
}

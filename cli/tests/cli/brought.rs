//! What the move of a program brings and gives up by force, told by patterns: `run --why`, `run --patterns`, `why` in a session.

use crate::desk::Desk;

/// A table whose move is a rook to the seventh rank, and patterns for what that brings and gives up.
const ROOK: &str = r#"material  W: K, R;  B: K
example   "8/7k/8/8/8/8/8/K1R5 w - - 0 1"

pattern on-seventh  in piece.rook
  fact    us.R ∩ a7..h7
  worth   40
  called  "rook on the seventh rank, {HERE}"
end-pattern

pattern on-first  in piece.rook
  fact    us.R ∩ a1..h1
  worth   15
  called  "rook at home, {HERE}"
end-pattern

pattern king-at-home  in king
  fact    us.K ∩ a1
  worth   -10
  called  "king in the corner"
end-pattern

advice to-the-seventh
  better   after-us W.R = c7
  us       W.R
  depth    1
  because  "the rook goes to the seventh rank"
end-advice

table rook for W
  otherwise to-the-seventh
end-table
"#;

#[test]
fn what_only_moves_along_is_neither_brought_nor_given_up() {
    let desk = Desk::new();
    let along = ROOK.replace("us.R ∩ a7..h7", "us.R ∩ c1..c8");
    let from = along.find("pattern on-first").expect("it is there");
    let to = along.find("pattern king-at-home").expect("it is there");
    desk.put("along.adv", format!("{}{}", &along[..from], &along[to..]));
    let why = desk.adv(&["run", "along.adv", "--why"]);
    assert_eq!(why.code, 0, "{}", why.all());
    let nothing = "patterns: it brings and gives up nothing that the patterns know";
    assert!(why.out.contains(nothing), "{}", why.out);
}

#[test]
fn the_page_of_a_move_and_of_a_game_has_it() {
    let desk = Desk::new();
    desk.put("rook.adv", ROOK);
    let page = desk.adv(&["run", "rook.adv", "--format", "html"]);
    let group = r#"<h3>by force it brings</h3><ul class="brought"><li data-squares="c7"><span class="side">White</span><span>rook on the seventh rank, c7</span><span class="value">+0.40</span></li></ul>"#;
    assert!(page.out.contains(group), "{}", page.all());
    let played = desk.adv_with(&["play", "rook.adv", "--save", "game.html"], "Kg6\nquit\n");
    assert_eq!(played.code, 0, "{}", played.all());
    let game = desk.text("game.html");
    assert_eq!(game.matches(group).count(), 1, "{game}");
    // A program without patterns has none on its page, unless those of the library are asked for.
    desk.put("bare.adv", bare());
    let without = desk.adv(&["run", "bare.adv", "--format", "html"]);
    assert!(
        !without.out.contains(r#"<div class="gains">"#),
        "{}",
        without.all()
    );
    let german = desk.adv(&["run", "bare.adv", "--format", "html", "--patterns=de"]);
    assert!(german.out.contains("erzwungen"), "{}", german.all());
}

/// The same without patterns.
fn bare() -> String {
    let from = ROOK.find("pattern on-seventh").expect("it has patterns");
    let to = ROOK.find("advice to-the").expect("it has advice");
    format!("{}{}", &ROOK[..from], &ROOK[to..])
}

const TOLD: &str = "
by force it brings
  White    rook on the seventh rank, c7                                     +0.40
by force it gives up
  White    rook at home, c1                                                 +0.15
";

#[test]
fn a_move_is_explained_by_what_it_brings_and_gives_up() {
    let desk = Desk::new();
    desk.put("rook.adv", ROOK);
    let why = desk.adv(&["run", "rook.adv", "--why"]);
    assert_eq!(why.code, 0, "{}", why.all());
    assert!(why.out.contains(TOLD), "{}", why.out);
    // The king stands in the corner before and after: that is neither.
    assert!(!why.out.contains("in the corner"), "{}", why.out);
    let json = desk.adv(&["run", "rook.adv", "--patterns=de", "--format", "json"]);
    assert_eq!(json.code, 0, "{}", json.all());
    for told in [
        r#""pattern": "on-seventh""#,
        r#""value": 40"#,
        r#""pattern": "on-first""#,
        r#""conditional": false"#,
        r#""leaves": 1"#,
    ] {
        assert!(json.out.contains(told), "{told}\n{}", json.out);
    }
    let german = desk.adv(&["run", "rook.adv", "--patterns=de"]);
    assert!(
        german.out.contains("erzwungen gibt er auf\n  Weiß "),
        "{}",
        german.out
    );
    let session = desk.adv_with(&["play", "rook.adv"], "why\nquit\n");
    assert!(session.out.contains(TOLD.trim_start()), "{}", session.all());
}

#[test]
fn a_program_without_patterns_says_nothing_of_them_unless_it_is_asked() {
    let desk = Desk::new();
    desk.put("rook.adv", bare());
    let why = desk.adv(&["run", "rook.adv", "--why"]);
    assert_eq!(why.code, 0, "{}", why.all());
    assert!(!why.out.contains("by force"), "{}", why.out);
    let json = desk.adv(&["run", "rook.adv", "--why", "--format", "json"]);
    assert!(!json.out.contains("brought"), "{}", json.out);
    // The library's patterns, where they are asked for.
    let library = desk.adv(&["run", "rook.adv", "--patterns"]);
    assert!(library.out.contains("by force it"), "{}", library.out);
    let refused = desk.adv(&["run", "rook.adv", "--patterns=fr"]);
    assert_eq!(refused.code, 1, "{}", refused.all());
}

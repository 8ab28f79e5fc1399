//! What papers print: their signs in programs, their lists of men in the place of a FEN.

use crate::desk::Desk;

/// A strategy in the signs of a print.
const PRINTED: &str = "K–R–VS–K : STRAT FOR W (IN CLASS: FIGURES – W: K, R; B: K; DESCR – ANY; OUT CLASS: MV(B. K.) = Ø);
  DO – WHILE (MV(B. K) ¬= Ø);
    ACTION (ALONG, ANY, N. L(R) = L(R) V N. SQ(R) ∩ STEP(B. K) = Ø) US R;
  END – DO;
END – STRAT.
";

#[test]
fn notes_on_printed_signs_change_no_exit_code() {
    let desk = Desk::new();
    desk.put("printed.adv", PRINTED);
    let ran = desk.adv(&[
        "check",
        "--deny-warnings",
        "printed.adv",
        "--message-format",
        "short",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let notes: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.contains("note[N0102]"))
        .collect();
    for read in [
        "`Ø` is read as `∅`",
        "`¬=` is read as `≠`",
        "`V` is read as `∨`",
        "`–` is read as `-`",
        "`IN CLASS` is read as `in-class`",
        "`DO – WHILE` is read as `do-while`",
        "blanks beside the point of a prefix or a piece are passed over",
        "the point after an end word is passed over",
    ] {
        let told = notes.iter().filter(|note| note.contains(read)).count();
        assert_eq!(told, 1, "{read}\n{}", ran.all());
    }
}

#[test]
fn a_list_of_men_is_a_position_wherever_a_fen_is_one() {
    let desk = Desk::new();
    let listed = [
        "run",
        "kings.adv",
        "--fen",
        "W: Ka1; B: Kh4",
        "--format",
        "json",
    ];
    let fen = [
        "run",
        "kings.adv",
        "--fen",
        "8/8/8/8/7k/8/8/K7 w - - 0 1",
        "--format",
        "json",
    ];
    let (listed, fen) = (desk.adv(&listed), desk.adv(&fen));
    assert_eq!(
        (listed.code, &listed.out),
        (0, &fen.out),
        "{}",
        listed.all()
    );
    let ran = desk.adv(&[
        "board",
        "kings.adv",
        "dist(W.K, B.K)",
        "--fen",
        "W: Ka1; B: Kh8",
    ]);
    assert!(ran.code == 0 && ran.out.contains('7'), "{}", ran.all());
    let wrong = desk.adv(&["run", "kings.adv", "--fen", "W: Ka1, Xb2; B: Kh4"]);
    assert_eq!(wrong.code, 1, "{}", wrong.all());
    let said = "man 2 of White, `Xb2`, does not begin with";
    assert!(wrong.err.contains(said), "{}", wrong.err);
    let played = desk.adv_with(
        &["play", "kings.adv"],
        "position W: Kb1; B: Kh4\nfen\nposition W: Kb1; B: Kb2\nquit\n",
    );
    assert_eq!(played.code, 0, "{}", played.all());
    for told in ["8/8/8/8/7k/8/8/", "the position cannot be used"] {
        assert!(played.out.contains(told), "{told}\n{}", played.out);
    }
}

#[test]
fn a_program_may_write_its_positions_as_lists() {
    let desk = Desk::new();
    desk.put(
        "listed.adv",
        "material W: K, R;  B: K\nexample \"W: Ke6, Rg6; B: Kc5\"\nboard PLACE = SQ(W.K)\ntest \"here\" position \"W: Ke6, Rg6; B: Kc5\" expect PLACE = e6\n",
    );
    let drawn = desk.adv(&["board", "listed.adv", "PLACE"]);
    assert_eq!((drawn.code, drawn.err.as_str()), (0, ""), "{}", drawn.all());
    let tested = desk.adv(&["test", "listed.adv"]);
    assert_eq!(tested.code, 0, "{}", tested.all());
}

#[test]
fn an_unknown_module_is_told_with_all_that_there_are() {
    let desk = Desk::new();
    desk.put("wrong.adv", "use foo\nuse std.sums\nboard b = a1\n");
    let ran = desk.adv(&["check", "wrong.adv"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    for module in [
        "geometry",
        "distance",
        "directions",
        "edges",
        "kings",
        "room",
        "rook",
        "pawn",
        "opposition",
        "mate",
        "possibility",
        "sdl",
    ] {
        assert!(
            ran.all().contains(&format!("`std.{module}`")),
            "{module}\n{}",
            ran.all()
        );
    }
}

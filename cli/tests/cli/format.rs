//! `adv fmt`.

use crate::desk::Desk;

const LOOSE: &str = "board A=a1∪b1 // two\n";
const STYLED: &str = "board A = a1 ∪ b1  // two\n";

#[test]
fn files_are_formatted_in_place_and_checked() {
    let desk = Desk::new();
    desk.put("loose.adv", LOOSE);
    desk.put("styled.adv", STYLED);
    let ran = desk.adv(&["fmt", "--check", "loose.adv", "styled.adv"]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out, "loose.adv:1: not in the style\n");
    assert_eq!(desk.text("loose.adv"), LOOSE, "a check writes nothing");
    let ran = desk.adv(&["fmt", "loose.adv", "styled.adv"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(desk.text("loose.adv"), STYLED);
    assert_eq!(desk.adv(&["fmt", "--check", "loose.adv"]).code, 0);
    let ran = desk.adv(&["fmt", "--signs", "ascii", "loose.adv"]);
    assert_eq!(ran.code, 0);
    assert_eq!(desk.text("loose.adv"), "board A = a1 + b1  // two\n");
}

#[test]
fn a_file_in_error_stays_and_the_others_are_formatted() {
    let desk = Desk::new();
    let wrong = "board A= =a1\n";
    desk.put("wrong.adv", wrong);
    desk.put("loose.adv", LOOSE);
    let ran = desk.adv(&["fmt", "wrong.adv", "loose.adv"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("`wrong.adv` is left as it is"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("E01"), "{}", ran.err);
    assert_eq!(desk.text("wrong.adv"), wrong);
    assert_eq!(desk.text("loose.adv"), STYLED);
}

#[test]
fn a_module_has_no_style() {
    let desk = Desk::new();
    desk.put("krk.advc", LOOSE);
    let ran = desk.adv(&["fmt", "krk.advc"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("`krk.advc` is a compiled module, and only sources have a style"),
        "{}",
        ran.err
    );
    assert_eq!(desk.text("krk.advc"), LOOSE);
}

//! `adv prove FOLDER`: the table of its claims, the files of their reports, and what is refused or interrupted.

use insta::assert_snapshot;

use crate::claims::{OF_KINGS, OF_QUEEN};
use crate::desk::{Desk, KINGS, QUEEN, Ran};

/// A folder with two programs that claim something, one that does not, one that does not compile, and a folder inside it.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("ends/queen.adv", format!("{QUEEN}{OF_QUEEN}"));
    desk.put("ends/kings.adv", format!("{KINGS}{OF_KINGS}"));
    desk.put("ends/silent.adv", KINGS);
    desk.put("ends/notes.txt", "no program");
    desk.put("ends/more/broken.adv", "board X = \n");
    desk
}

/// Without the times, which are on standard error.
fn told(ran: &Ran) -> String {
    let lines = ran.err.lines();
    let lines = lines.map(|line| match line.split_once(" state") {
        Some((before, _)) => format!("{before} state …\n"),
        None => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn all_claims_of_a_folder_are_in_one_table() {
    let desk = desk();
    let ran = desk.adv(&["prove", "ends"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert_snapshot!("folder_text", ran.out);
    assert_snapshot!("folder_told", told(&ran));
    assert_eq!(desk.adv(&["prove", "ends/", "--threads", "1"]).out, ran.out);
    let marked = desk.adv(&["prove", "ends", "--format", "markdown"]);
    assert_eq!(marked.code, 5, "{}", marked.all());
    assert_snapshot!("folder_markdown", marked.out);
    // A time is in the table only on request.
    let timed = desk.adv(&["prove", "ends", "--format", "markdown", "--times"]);
    for (timed, plain) in timed.out.lines().zip(marked.out.lines()) {
        let (rest, time) = timed
            .trim_end_matches(" |")
            .rsplit_once(" | ")
            .unwrap_or_default();
        assert_eq!(format!("{rest} |"), plain);
        let number = time.strip_suffix(" s").map(str::parse::<f64>);
        assert!(
            ["time", "---:"].contains(&time) || matches!(number, Some(Ok(_))),
            "{timed}"
        );
    }
}

/// As a teacher grades what thirty students have sent in.
#[test]
fn one_claim_is_asked_of_every_program_of_a_folder() {
    let desk = Desk::new();
    for (name, text) in [("anna", QUEEN), ("boris", KINGS), ("carl", "board X = \n")] {
        desk.put(&format!("course/{name}.adv"), text);
    }
    let claim = "prove kqk from \"8/8/8/8/8/2k5/8/KQ6 w - - 0 1\" reaches mate within 3 moves";
    let ran = desk.adv(&["prove", "course", "--claim", claim]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert_snapshot!("folder_graded", ran.out);
    let rows = desk.adv(&["prove", "course", "--claim", claim, "--format", "csv"]);
    assert_snapshot!("folder_graded_csv", rows.out);
    let one = desk.adv(&["prove", "course/anna.adv", "--format", "csv"]);
    assert!(
        one.code == 1 && one.err.contains("one program"),
        "{}",
        one.all()
    );
}

#[test]
fn a_table_goes_to_a_file() {
    let desk = desk();
    let forms = ["markdown", "text", "json"];
    for form in &forms[..adv_testkit::sized(1, forms.len())] {
        let arguments = ["prove", "ends", "--format", form];
        let printed = desk.adv(&arguments).out;
        let ran = desk.adv(&[&arguments[..], &["-o", "table"]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.all());
        assert_eq!(desk.text("table"), printed, "{form}");
    }
}

#[test]
fn objects_say_whose_claims_they_are_about() {
    let desk = desk();
    let ran = desk.adv(&["prove", "ends", "--format", "json"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert!(
        ran.out.starts_with("[\n  {\n    \"claim\": {\n"),
        "{}",
        ran.out
    );
    assert_eq!(ran.out.matches("\n    \"verdict\": ").count(), 6);
    assert_eq!(
        ran.out
            .matches("\n      \"file\": \"ends/kings.adv\",\n")
            .count(),
        8,
        "that of the claim and that of the program"
    );
    let last = ran.out.rsplit("\"program\": ").next().unwrap_or_default();
    assert_snapshot!("folder_object", last);
}

#[test]
fn a_program_that_does_not_compile_leaves_the_others_be() {
    let desk = desk();
    desk.put("ends/broken.adv", "material W: K; B: K\nboard X = \n");
    let ran = desk.adv(&["prove", "ends", "--message-format", "short"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(ran.err.starts_with("ends/broken.adv:"), "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[1].starts_with("broken "), "{}", ran.out);
    assert!(lines[1].contains("does not compile"), "{}", ran.out);
    assert!(ran.out.contains("queen "), "{}", ran.out);
    // What is wrong weighs more than what is not known, and that more than what is refuted.
    let limited = ["prove", "ends", "--positions-limit", "3"];
    assert_eq!(desk.adv(&limited).code, 1);
    desk.put("ends/broken.adv", KINGS);
    let ran = desk.adv(&limited);
    assert_eq!(ran.code, 3, "{}", ran.all());
    assert!(ran.out.contains("not settled"), "{}", ran.out);
    assert!(
        ran.err.contains("kings, claim 2, `prove hunt "),
        "{}",
        ran.err
    );
}

#[test]
fn an_interrupted_folder_shows_what_is_settled() {
    let desk = desk();
    let ran = desk.adv(&["prove", "ends", "--stop-after", "1000"]);
    assert_eq!(ran.code, 6, "{}", ran.all());
    assert_snapshot!("folder_interrupted", ran.out);
    assert_snapshot!("folder_interrupted_told", told(&ran));
    assert_eq!(
        desk.names("ends"),
        ["kings.adv", "more", "notes.txt", "queen.adv", "silent.adv"],
        "nothing is kept"
    );
    let marked = desk.adv(&["prove", "ends", "--stop-after", "0", "--format", "json"]);
    assert_eq!((marked.code, marked.out.as_str()), (6, "[]\n"));
}

#[test]
fn what_is_about_one_program_or_a_folder_is_refused_for_the_other() {
    let desk = desk();
    desk.put("empty/notes.txt", "no program");
    desk.put("silent/kings.adv", KINGS);
    let fen = "8/8/8/8/7k/8/8/K7 w - - 0 1";
    let mut all = String::new();
    for arguments in [
        &["prove", "ends", "--explain", fen][..],
        &["prove", "ends", "--resume"],
        &["prove", "ends", "--checkpoint", "x"],
        &["prove", "ends", "--format", "html"],
        &["prove", "ends", "-o", "ends/queen.adv"],
        &["prove", "ends", "--certificate", "queen.adv"],
        &["prove", "empty"],
        &["prove", "silent"],
        &["prove", "queen.adv", "--times"],
    ] {
        let ran = desk.adv(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        all.push_str(&format!("adv {}\n{}\n", arguments.join(" "), ran.err));
    }
    assert_snapshot!("folder_refused", all);
}

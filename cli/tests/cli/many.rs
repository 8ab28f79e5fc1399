//! `adv run --positions`.

use insta::assert_snapshot;

use crate::desk::Desk;

const EPD: &str = "# positions of king and queen\r\n\r\n7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg7; id \"one\";\r\n\
7k/8/5K2/8/8/8/8/6Q1 w - - am g1g7; id \"two, to avoid\";\nnonsense\n7k/8/8/8/8/8/8/K5Q1 w - - bm Kb2;\n\
7k/8/5K2/8/8/8/8/6Q1 w - - bm Qa8;\n7k/8/5K2/8/8/8/8/6R1 w - -\n6q1/8/8/8/8/5k2/8/7K b - - 3 40";

#[test]
fn every_line_has_its_row_or_its_error() {
    let desk = Desk::new();
    desk.put("p.epd", EPD);
    for form in ["text", "csv", "jsonl"] {
        let ran = desk.adv(&["run", "queen.adv", "--positions", "p.epd", "--format", form]);
        assert_eq!(ran.code, 1, "bad lines count");
        assert_snapshot!(format!("many_{form}"), ran.all());
    }
    let piped = desk.adv_with(&["run", "queen.adv", "--positions", "-"], EPD);
    let read = desk.adv(&["run", "queen.adv", "--positions", "p.epd"]);
    assert_eq!(piped.out, read.out);
}

#[test]
fn good_lines_end_well_and_a_spent_budget_does_not() {
    let desk = Desk::new();
    let line = "7k/8/5K2/8/8/8/8/6Q1 w - -\n";
    assert_eq!(
        desk.adv_with(&["run", "queen.adv", "--positions", "-"], line)
            .code,
        0
    );
    assert_eq!(
        desk.adv_with(&["run", "queen.adv", "--positions", "-"], "")
            .code,
        0
    );
    let tight = [
        "run",
        "queen.adv",
        "--positions",
        "-",
        "--advice",
        "endless",
        "--positions-limit",
        "10",
    ];
    let ran = desk.adv_with(&tight, line);
    assert_eq!(ran.code, 3, "{}", ran.all());
    assert!(
        ran.out
            .contains("stopped: the budget of positions is used up"),
        "{}",
        ran.all()
    );
}

#[test]
fn a_wrong_name_is_said_once() {
    let desk = Desk::new();
    for option in ["--table", "--advice"] {
        let ran = desk.adv_with(&["run", "queen.adv", "--positions", "-", option, "kq"], EPD);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""));
        assert_eq!(ran.err.matches("error").count(), 1, "{}", ran.err);
    }
    assert_eq!(
        desk.adv(&["run", "queen.adv", "--positions", "nowhere.epd"])
            .code,
        1
    );
}

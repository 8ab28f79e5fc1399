//! `adv bench`. What it counts is the same in every run; what it times is not looked at, but that it is there.

use insta::assert_snapshot;

use crate::desk::Desk;

/// A strategy that ends at once where the kings are near, and walks elsewhere.
const WALK: &str = r#"strat WALK for W
  (in-class: figures - W: K;  B: K;
   descr - dist(W.K, B.K) > 2;
   out-class: any)
  do-while (dist(W.K, B.K) > 2)
    action NEAR (any, new.dist(W.K, B.K) < dist(W.K, B.K))
      us K
      prefer (dist(TO, B.K))
  end-do
end-strat WALK
"#;

/// The text without the lines that are timed, and without the number of instructions, which is the compiler's affair.
fn counted(text: &str) -> String {
    let timed = |line: &&str| line.starts_with("speed ") || line.starts_with("           ");
    let told = text.lines().filter(timed);
    assert_eq!(
        told.filter(|line| line.contains(" a second ")).count(),
        2,
        "{text}"
    );
    let (head, tail) = text.split_once("\nevaluating").expect("the profile");
    let head = head.lines().filter(|line| !timed(line)).map(str::to_owned);
    let tail = tail.lines().map(|line| match line.split_once(" %") {
        Some((share, rest)) if share.trim().parse::<f64>().is_ok() => {
            let (_, rest) = rest.trim_start().split_once(' ').expect("a count");
            format!("  SHARE          COUNT{rest}")
        }
        _ if line.contains(" by definition: ") => " by definition: COUNT".to_owned(),
        _ => line.to_owned(),
    });
    let all: Vec<String> = head
        .chain(["\nevaluating".to_owned()])
        .chain(tail)
        .collect();
    all.join("\n")
}

#[test]
fn a_table_is_timed_and_counted() {
    let desk = Desk::new();
    let ran = desk.adv(&["bench", "kings.adv", "--rounds", "2", "--lines", "5"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    assert!(ran.out.contains("the median of 2 rounds"), "{}", ran.out);
    assert_snapshot!("bench_table", counted(&ran.out));
}

#[test]
fn a_strategy_plays_games_and_a_piece_is_asked() {
    let desk = Desk::new();
    desk.put("walk.adv", WALK);
    let ran = desk.adv(&["bench", "walk.adv", "--rounds", "1", "--sample", "500"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    assert_snapshot!("bench_strategy", counted(&ran.out));
    let one = "8/8/8/8/7k/8/8/K7 w - - 0 1";
    let ran = desk.adv(&["bench", "kings.adv", "--advice", "nearer", "--fen", one]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    assert_snapshot!("bench_piece", counted(&ran.out));
}

#[test]
fn the_counts_are_the_same_each_time() {
    let desk = Desk::new();
    let json = |sample: &str| {
        let arguments = ["bench", "kings.adv", "--rounds", "1", "--format", "json"];
        let ran = desk.adv(&[&arguments[..], &["--sample", sample]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
        let (counted, timed) = ran.out.split_once("\"timing\"").expect("timed last");
        for key in ["seconds", "median", "positions_per_second"] {
            assert!(timed.contains(&format!("\"{key}\"")), "{key}: {timed}");
        }
        counted.to_owned()
    };
    assert_eq!(json("50"), json("50"), "twice the same");
    assert_ne!(json("50"), json("51"), "more positions, more work");
    let compilers = ["\"share\": ", "\"weight\": ", "\"instructions\": "];
    let shape = json("50").lines().fold(String::new(), |all, line| {
        let end = compilers
            .iter()
            .find_map(|key| Some(line.find(key)? + key.len()));
        all + end.map_or(line, |end| &line[..end]) + "\n"
    });
    assert_snapshot!("bench_json", shape);
}

#[test]
fn positions_may_come_from_a_file() {
    let desk = Desk::new();
    desk.put(
        "p.epd",
        "8/8/8/8/7k/8/8/K7 w - -\n8/8/8/3k4/8/8/8/K7 w - -\n",
    );
    let ran = desk.adv(&["bench", "kings.adv", "--from", "p.epd", "--rounds", "1"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    assert!(
        ran.out
            .starts_with("bench of table hunt, 2 positions of p.epd\n"),
        "{}",
        ran.out
    );
    // A line that cannot be read is reported, and the rest is done.
    desk.put("bad.epd", "8/8/8/8/7k/8/8/K7 w - -\nno position\n");
    let ran = desk.adv(&["bench", "kings.adv", "--from", "bad.epd", "--rounds", "1"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(ran.err.starts_with("bad.epd:2:1: error: "), "{}", ran.err);
    assert!(
        ran.out
            .starts_with("bench of table hunt, 1 position of bad.epd\n"),
        "{}",
        ran.out
    );
}

#[test]
fn what_cannot_be_timed_says_why() {
    let desk = Desk::new();
    desk.put("empty.adv", "material W: K; B: K\nboard MIDDLE = d4..e5\n");
    desk.put(
        "bare.adv",
        "advice a better us-to-move us K depth 2 end-advice\ntable t otherwise a end-table\n",
    );
    let rook = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";
    let mut all = String::new();
    for (code, arguments) in [
        (1, &["bench", "nowhere.adv"][..]),
        (1, &["bench", "empty.adv"]),
        (1, &["bench", "bare.adv"]),
        (1, &["bench", "kings.adv", "--table", "hint"]),
        (1, &["bench", "kings.adv", "--fen", rook]),
        (1, &["bench", "kings.adv", "--fen", "nothing"]),
        (1, &["bench", "kings.adv", "--from", "nowhere.epd"]),
        (1, &["bench", "kings.adv", "--from", "random:x"]),
        (1, &["bench", "kings.adv", "--rounds", "0"]),
        (1, &["bench", "kings.adv", "--sample", "0"]),
        (1, &["bench", "-", "--from", "-"]),
        (3, &["bench", "kings.adv", "--positions-limit", "3"]),
    ] {
        let ran = desk.adv(&[arguments, &["--message-format", "short"]].concat());
        assert_eq!(ran.code, code, "{arguments:?} {}", ran.all());
        assert_eq!(ran.out, "");
        all.push_str(&format!("adv {}\n{}\n", arguments.join(" "), ran.err));
    }
    assert_snapshot!("bench_refused", all);
}

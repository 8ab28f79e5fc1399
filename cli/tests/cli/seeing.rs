//! What `adv run` and `adv trace` show of a search and of a game: `--moves`, `--action`, lines, `--times`, totals; and the graph of a strategy.

use insta::assert_snapshot;
use serde_json::Value;

use crate::desk::Desk;
use crate::play::LISTING;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    desk
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The value of `--fen` in the JSON of a run is the position of the answer.
fn follow(desk: &Desk, moves: &str) -> Value {
    let ran = desk.adv(&["run", "listing.adv", "--moves", moves, "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    object(&ran.out)
}

#[test]
fn a_game_is_followed_to_the_p_strategy_at_its_end() {
    let desk = desk();
    let text = desk.adv(&["run", "listing.adv", "--moves", "Ke5 Kc4"]);
    assert_eq!(text.code, 0, "{}", text.all());
    assert_snapshot!("run_moves", text.all());
    // Inside the tree of LINE: what is left of it. By numbers and in the other notation too.
    for moves in ["Ke5 Kc4", "Ke5 Kc4 Rd6", "e6e5 c5c4", "1.Ke5 Kc4 2. Rd6"] {
        let found = follow(&desk, moves);
        assert_eq!(found["action"], "LINE", "{moves}");
        assert_eq!(found["move"]["san"], "Rd6", "{moves}");
        assert_eq!(found["played"], 2, "{moves}");
        assert_eq!(found["nodes"].as_array().map(Vec::len), Some(1));
        assert_eq!(found["nodes"][0]["ply"], 1);
        assert_eq!(found["fen"], "8/8/6R1/4K3/2k5/8/8/8 w - - 2 2");
    }
    // After it the next action, at its place in the text.
    let found = follow(&desk, "Ke5 Kc4 Rd6 Kc3");
    assert_eq!(
        (&found["action"], &found["played"]),
        (&"TOKING".into(), &0.into())
    );
    assert_eq!(found["move"]["san"], "Ke4");
    // A reply that is not in the tree: there is none here; before the first move there is the whole tree.
    let whole = object(&desk.adv(&["run", "listing.adv", "--format", "json"]).out);
    let first = follow(&desk, "Ke5");
    assert_eq!(first["nodes"], whole["nodes"]);
}

#[test]
fn moves_that_are_not_the_programs_are_refused_with_what_it_plays() {
    let desk = desk();
    let refused = |moves: &str| {
        let ran = desk.adv(&["run", "listing.adv", "--moves", moves]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        ran.err
    };
    let all = [
        "Ke5 Kc4 Rc6",
        "Ke5 Kc9",
        "Ke5 Ke5",
        "Kf5 Kc4",
        "  ",
        "Ke5 Kc4 Rd6 Kb3 Kd4 Kb2 Kd3 Kb3 Rb6+ Ka3 Kc3 Ka4 Kc4 Ka5",
    ]
    .map(refused);
    assert_snapshot!("run_moves_refused", all.join("\n"));
}

#[test]
fn a_table_is_followed_as_it_is_played() {
    let desk = desk();
    let asked = |more: &[&str]| {
        let start = [
            "run",
            "queen.adv",
            "--table",
            "kqk",
            "--fen",
            "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1",
        ];
        desk.adv(&[&start[..], more].concat())
    };
    let whole = object(&asked(&["--format", "json"]).out);
    let first = whole["move"]["san"].as_str().expect("a move").to_owned();
    let reply = whole["nodes"][1]["san"]
        .as_str()
        .expect("a reply")
        .to_owned();
    let ran = asked(&["--moves", &format!("{first} {reply}"), "--format", "json"]);
    let rest = object(&ran.out);
    assert_eq!(
        rest["move"],
        serde_json::json!({ "uci": whole["nodes"][2]["uci"], "san": whole["nodes"][2]["san"] })
    );
    assert_eq!(
        (&rest["played"], &rest["rule"]),
        (&2.into(), &whole["rule"])
    );
}

#[test]
fn an_action_is_tried_by_itself() {
    let desk = desk();
    let fen = "8/8/3R4/4K3/8/2k5/8/8 w - - 4 3";
    let ran = desk.adv(&["run", "listing.adv", "--action", "NEWLINE", "--fen", fen]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("run_action", ran.all());
    let told = |arguments: &[&str]| {
        let ran = desk.adv(&[&["run"], arguments].concat());
        assert_ne!(ran.code, 0, "{}", ran.all());
        ran.out + &ran.err
    };
    let stuck = told(&[
        "listing.adv",
        "--action",
        "LINE",
        "--fen",
        "8/8/8/8/k7/8/8/KR6 w - - 0 1",
    ]);
    let misspelt = told(&["listing.adv", "--action", "NEWLIN"]);
    let advice = told(&["queen.adv", "--action", "hopeful"]);
    let action = told(&["listing.adv", "--advice", "NEWLINE"]);
    let twice = LISTING.replace("(DUMMY,", "(ALONG,");
    desk.put("twice.adv", twice);
    let several = told(&["twice.adv", "--action", "ALONG"]);
    let nowhere = told(&["twice.adv", "--action", "ALONG:3"]);
    let all = [stuck, misspelt, advice, action, several, nowhere];
    assert_snapshot!("run_action_refused", all.join("\n"));
    let by_line = desk.adv(&["run", "twice.adv", "--action", "ALONG:21", "--fen", fen]);
    assert!(
        by_line.out.contains("line 21: action ALONG"),
        "{}",
        by_line.all()
    );
}

#[test]
fn a_search_is_shown_node_by_node() {
    let desk = desk();
    let pawn = desk.adv(&["trace", "pawn.adv", "--advice", "push-pawn"]);
    assert_eq!(pawn.code, 2);
    assert_snapshot!("run_trace", pawn.all());
    let action = desk.adv(&["trace", "listing.adv", "--lines", "12"]);
    assert_eq!(action.code, 0, "{}", action.all());
    assert_snapshot!("run_trace_short", action.all());
    let json = desk.adv(&[
        "trace",
        "pawn.adv",
        "--advice",
        "push-pawn",
        "--format",
        "json",
    ]);
    let found = object(&json.out);
    assert_eq!(found["trace"]["nodes"], 19);
    assert_eq!(found["trace"]["nodes"], found["with_nested"]["positions"]);
    let entries = found["trace"]["entries"].as_array().expect("a list");
    let tested = entries.iter().filter(|entry| entry["event"] == "tested");
    assert_eq!(tested.count(), 19);
    let drawn = desk.adv(&[
        "trace",
        "pawn.adv",
        "--advice",
        "push-pawn",
        "--format",
        "dot",
    ]);
    assert_eq!(drawn.code, 1, "{}", drawn.all());
    assert!(
        drawn
            .err
            .contains("[possible values: text, json, html, translations]"),
        "{}",
        drawn.err
    );
}

#[test]
fn the_time_is_shown_where_it_is_asked_for_and_nowhere_else() {
    let desk = desk();
    let timed = desk.adv(&["run", "pawn.adv", "--advice", "push-pawn", "--times"]);
    let last = timed.out.lines().last().unwrap_or_default();
    let seconds = last
        .strip_prefix("time: ")
        .and_then(|rest| rest.strip_suffix(" s of CPU time"));
    let seconds: f64 = seconds.and_then(|s| s.parse().ok()).unwrap_or(-1.0);
    assert!((0.0..60.0).contains(&seconds), "{}", timed.all());
    let plain = desk.adv(&["run", "pawn.adv", "--advice", "push-pawn"]);
    assert_eq!(timed.out.replace(&format!("\n{last}\n"), ""), plain.out);
    let json = desk.adv(&[
        "run",
        "pawn.adv",
        "--advice",
        "push-pawn",
        "--times",
        "--format",
        "json",
    ]);
    assert!(object(&json.out)["seconds"].is_number(), "{}", json.out);
    let game = desk.adv_with(&["play", "listing.adv", "--times"], "Kc4\ntimes off\nKc3\n");
    assert_eq!(
        game.out.matches(" s of CPU time\n").count(),
        2,
        "{}",
        game.out
    );
}

/// A piece that asks for another one at each of its nodes.
const NESTED: &str = "material  W: K, Q;  B: K
example  \"8/8/8/8/8/2k5/8/K2Q4 w - - 0 1\"
advice mates
  better  mate
  us      Q
  depth   1
end-advice
advice soon for W
  better  after-them satisfiable(mates)
  us      Q, K
  depth   2
end-advice
table kqk for W
  otherwise soon, mates
end-table
";

#[test]
fn totals_have_nested_advice_in_them() {
    let desk = desk();
    desk.put("nested.adv", NESTED);
    let ran = desk.adv(&["trace", "nested.adv", "--stats", "--lines=3"]);
    assert_snapshot!("run_nested", ran.all());
    let found = object(
        &desk
            .adv(&["trace", "nested.adv", "--format", "json", "--lines=0"])
            .out,
    );
    let number = |value: &Value| value.as_u64().expect("a number");
    let sum = |value: &Value| -> u64 { value.as_array().expect("a list").iter().map(number).sum() };
    let nested = &found["statistics"][0]["nested"][0];
    assert_eq!(sum(&nested["by_depth"]), number(&nested["positions"]));
    assert!(number(&nested["positions"]) > 0, "{found}");
    let all = number(&found["with_nested"]["positions"]);
    assert_eq!(
        all,
        number(&found["positions"]) + number(&nested["positions"])
    );
    assert_eq!(all, sum(&found["with_nested"]["by_depth"]));
    assert_eq!(all, number(&found["trace"]["nodes"]));
    assert_eq!(found["trace"]["entries"], Value::Array(Vec::new()));
}

#[test]
fn a_strategy_is_drawn_as_a_graph() {
    let desk = desk();
    let ran = desk.adv(&["disasm", "listing.adv", "--format", "dot"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("disasm_dot", ran.out);
    let more = "
krk: STRAT  // allow W0517: the test names no side
  (IN-CLASS: FIGURES - W: K, R; B: K;  OUT-CLASS: mate)
  consult kings otherwise stop \"nothing is left\"
  apply K-R-VS-K
END-STRAT krk
advice nearer
  better   dist(W.K, B.K) < root.dist(W.K, B.K)
  us       K
  depth    1
end-advice
table kings (W: K, R;  B: K)  // allow W0517: the test names no side
  if dist(W.K, B.K) > 2 then nearer
end-table
";
    desk.put("more.adv", format!("{LISTING}{more}"));
    let ran = desk.adv(&["disasm", "more.adv", "--format", "dot", "-o", "more.dot"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let drawn = desk.text("more.dot");
    for edge in [
        "s1_0 -> t0 [label=\"consults\"",
        "s1_2 -> s0_head [label=\"applies\"",
        "s1_0 -> s1_1 [label=\"otherwise\"]",
    ] {
        assert!(drawn.contains(edge), "{edge}: {drawn}");
    }
    let ran = desk.adv(&["disasm", "pawn.adv", "--format", "dot"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(ran.err.contains("there is no graph to draw"), "{}", ran.err);
}

//! `measure EVALUATION`: its counts are those of whole explanations beside the tables, and they do not depend on threads.

use std::sync::Arc;

use adv::chess::Material;
use adv::explain::{ExplainOptions, Explainer, Sign};
use adv::program::EvaluationId;
use adv::proof::{Keeping, Proved, Scan, Verdict, Watch};
use adv::render::TextForm;
use adv::render::proof::scan::{self, Scanned};
use adv::{
    Color, Comparison, Limits, Oracle, Outcome, PerfectPlay, Position, Prover, Role, Rulebook,
};

use crate::common::position;
use crate::drawn::schema;

/// Knowledge about a pawn that is right now and then, with facts for both sides.
const PROGRAM: &str = r#"material  W: K, P;  B: K

pattern king-ahead  in king
  fact    SQ(us.P) ≠ ∅ ∧ rank(us.K) > rank(us.P)
  worth   160
  called  "the king is ahead of his pawn"
end-pattern

pattern king-far  in king
  fact    SQ(them.P) ≠ ∅ ∧ dist(us.K, them.P) > 3
  worth   -150
  called  "the king is far from the pawn"
end-pattern

pattern king-near  in king
  fact    SQ(them.P) ≠ ∅ ∧ dist(us.K, them.P) < 3
  worth   320
  called  "the king is near the pawn"
end-pattern

evaluation pawn-knowledge
  tell  2
end-evaluation
"#;

fn prover(claim: &str) -> (Prover, Arc<PerfectPlay>) {
    let rulebook = Rulebook::load("pawn.adv", format!("{PROGRAM}\n{claim}\n"));
    let rulebook = rulebook.unwrap_or_else(|error| panic!("{error}"));
    let mut prover = Prover::new(rulebook, Limits::default()).expect("a fingerprint");
    let wanted = prover.materials(&[0], Comparison::Auto);
    let pawn = Material::new(&[Role::King, Role::Pawn], &[Role::King]);
    assert_eq!(wanted, [pawn], "tables are asked for");
    let mut tables = PerfectPlay::in_memory();
    tables
        .prepare(&pawn, &mut |_, _| {})
        .expect("three men are few");
    let tables = Arc::new(tables);
    prover.set_perfect(tables.clone());
    (prover, tables)
}

fn settle(prover: &Prover) -> Scan {
    let claim = prover.program().claims[0].clone();
    let keeping = Keeping::default();
    let proved = prover.settle(&claim, Comparison::Auto, keeping, &Watch::new(), &[]);
    match proved {
        Ok(Proved::Scanned(scan)) => scan,
        Ok(_) => panic!("it is no scan"),
        Err(error) => panic!("{error}"),
    }
}

/// Legal positions of king and pawn against king, some hundred of them, with both sides to move and three that are over.
fn positions() -> Vec<(String, Position)> {
    let mut found = Vec::new();
    for (white, black, pawn) in (0..576u16).map(|n| (n % 61, n * 7 % 59 + 4, n * 5 % 47 + 8)) {
        for turn in ["w", "b"] {
            let mut rows = vec![vec!['.'; 8]; 8];
            for (man, square) in [('K', white), ('k', black), ('P', pawn)] {
                rows[7 - usize::from(square / 8)][usize::from(square % 8)] = man;
            }
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            let mut board = rows.join("/");
            for empty in (1..=8).rev() {
                board = board.replace(&".".repeat(empty), &empty.to_string());
            }
            let fen = format!("{board} {turn} - - 0 1");
            if let Ok(position) = adv::position(&fen) {
                found.push((fen, position));
            }
        }
    }
    for fen in [
        "k7/P7/K7/8/8/8/8/8 b - - 0 1",
        "1k6/1P6/1K6/8/8/8/8/8 b - - 0 1",
        "7k/7P/7K/8/8/8/8/8 b - - 0 1",
    ] {
        found.push((fen.to_owned(), position(fen)));
    }
    found
}

#[test]
fn its_counts_are_those_of_explanations_beside_the_tables() {
    let all = positions();
    let list: Vec<String> = all.iter().map(|(fen, _)| format!("\"{fen}\"")).collect();
    let (prover, tables) = prover(&format!("measure pawn-knowledge from {}", list.join(", ")));
    let scan = settle(&prover);
    let weighed = scan.weighed.expect("an evaluation");

    let mut explainer = Explainer::new(prover.rulebook().linked(), Limits::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let options = ExplainOptions {
        plans: false,
        ..ExplainOptions::default()
    };
    let mut signs = [[0u64; 3]; 7];
    let (mut over, mut right, mut level, mut first_wrong) = (0, 0, 0, None);
    for (_, position) in &all {
        let told = explainer.explain(EvaluationId(0), position, &options);
        let told = told.unwrap_or_else(|error| panic!("{error}"));
        if told.end.is_some() {
            over += 1;
            continue;
        }
        let worth = tables.worth(position).expect("tables of three men");
        let white = match (worth.outcome, position.turn()) {
            (Outcome::Draw, _) => 0i64,
            (Outcome::Win, Color::White) | (Outcome::Loss, Color::Black) => 1,
            _ => -1,
        };
        let sign = Sign::ALL.iter().position(|sign| *sign == told.sign());
        let column = usize::try_from(1 - white).expect("0 to 2");
        signs[sign.expect("a sign")][column] += 1;
        let agrees = match white {
            0 => told.total.abs() <= 100,
            _ => told.total.signum() == white,
        };
        match (agrees, white) {
            (true, 0) => level += 1,
            (true, _) => right += 1,
            (false, _) => first_wrong = first_wrong.or(Some(*position)),
        }
    }
    let found = weighed.signs.map(|sign| [sign.won, sign.drawn, sign.lost]);
    assert_eq!(found, signs);
    assert_eq!(
        (weighed.over, weighed.on_winners_side, weighed.level),
        (over, right, level)
    );
    assert_eq!(scan.positions, all.len() as u64);
    assert_eq!(
        scan.examples.first().map(|(position, _)| *position),
        first_wrong
    );
    // The sample is worth something: it has right and wrong totals of won and of drawn positions, on both sides of 0, and ends.
    assert!(over >= 3 && right > 0 && level > 0 && first_wrong.is_some());
    assert!(right < weighed.decided() && level < weighed.drawn());
    assert!(signs[0..3].iter().flatten().sum::<u64>() > 0 && signs[6][0] > 0);
}

#[test]
fn threads_do_not_show_and_every_form_says_it() {
    let (prover, _) = prover("measure pawn-knowledge from all positions where rank(W.P) = 6");
    let of = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(|| settle(&prover))
    };
    let found = of(3);
    assert_eq!(found, of(1));
    assert_eq!(found.verdict, Verdict::Measured);
    let weighed = found.weighed.as_ref().expect("an evaluation");
    assert_eq!(
        weighed.decided() + weighed.drawn() + weighed.over,
        found.positions
    );
    let shown = Scanned {
        module: prover.program(),
        claim: &prover.program().claims[0],
        scan: &found,
    };
    let text: String = scan::text(&shown, TextForm::Terminal);
    let table: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("the first"))
        .collect();
    insta::assert_snapshot!("weighed_text", table.join("\n"));
    let object = scan::json(&shown);
    let promised = schema::load("docs/schema/proof.json");
    assert_eq!(schema::errors(&promised, "Scan", &object), [""; 0]);
    assert_eq!(object["weighed"]["signs"][0]["sign"], "+-");
    let page = scan::html(&shown);
    assert!(page.contains("Totals and results") && page.contains("total on the winner"));
}

#[test]
fn without_tables_the_value_is_said_to_be_missing() {
    let (mut prover, _) = prover("measure pawn-knowledge from 20 random positions");
    prover.set_perfect(Arc::new(PerfectPlay::in_memory()));
    let claim = prover.program().claims[0].clone();
    let keeping = Keeping::default();
    let settled = prover.settle(&claim, Comparison::Auto, keeping, &Watch::new(), &[]);
    let Err(error) = settled else {
        panic!("nothing is known of any position");
    };
    assert!(error.to_string().contains("value"), "{error}");
}

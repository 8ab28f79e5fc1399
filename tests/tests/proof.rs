//! Reports of proofs: what people read is kept as snapshots, what tools read is held to its schema, pages to what must not be in them.
//! The page is looked at in a browser by `proof_page.rs`.

use crate::drawn::schema;
use crate::proofs::{others, sample};
use adv_prover::Ground;
use adv_render::TextForm;
use adv_render::proof::diff::{self, Contender, Diff, DiffTally};
use adv_render::proof::{self, scan, walk};
use serde_json::Value;

/// Holds a text to its snapshot.
fn kept(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "../cases/proofs", omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, text);
    });
}

fn two<'a>(module: &'a adv_module::Program, tally: &'a DiffTally) -> Diff<'a> {
    let program = |name| Contender {
        name,
        subject: "krk",
        module,
    };
    Diff {
        a: program("old.adv"),
        b: program("new.adv"),
        claim: "prove krk from all positions reaches mate",
        tally,
    }
}

#[test]
fn every_verdict_is_told() {
    for (name, sample) in sample::all() {
        kept(name, &proof::text(&sample.proof(), TextForm::Terminal));
    }
    kept(
        "scan",
        &scan::text(&others::implication().scanned(), TextForm::Terminal),
    );
    kept(
        "scan_proved",
        &scan::text(&others::holds_everywhere().scanned(), TextForm::Terminal),
    );
    kept(
        "scan_share",
        &scan::text(&others::share().scanned(), TextForm::Terminal),
    );
}

#[test]
fn the_tables_that_a_claim_asks_are_told_in_every_form() {
    let grounds = vec![
        Ground::Checkpoint,
        Ground::Slices { states: 1 },
        Ground::Shards { count: 2 },
        Ground::Tables {
            classes: vec!["KRvK".to_owned(), "KvK".to_owned()],
        },
        Ground::Syzygy,
    ];
    // A proof that was interrupted or shared has the report of one in one piece.
    let told = "rests on tables of perfect play of KRvK, KvK (made by adv; those kept are sealed with your key); \
                Syzygy tables (read and believed)";
    let promised = schema::load("docs/schema/proof.json");
    let holds = |definition, object: &Value, before: Value, [text, page]: [String; 2]| {
        assert_eq!(schema::errors(&promised, definition, object), [""; 0]);
        let trust = |one: &Value| format!("{} {}", one["what"], one["trust"]).replace('"', "");
        let grounds: Vec<String> = object["rests_on"]
            .as_array()
            .expect("a list")
            .iter()
            .map(trust)
            .collect();
        assert_eq!(grounds, ["tables sealed", "syzygy believed"]);
        assert_eq!(before.get("rests_on"), None, "no table is asked");
        assert!(text.ends_with(&format!("\n{told}\n")), "{text}");
        assert!(page.contains(&format!("<p class=\"remark\">{told}</p>")));
    };
    let mut played = sample::proved();
    let before = proof::json(&played.proof());
    played.report.rests_on = grounds.clone();
    let shown = played.proof();
    holds(
        "Proof",
        &proof::json(&shown),
        before,
        [proof::text(&shown, TextForm::Terminal), proof::html(&shown)],
    );
    let mut scanned = others::implication();
    let before = scan::json(&scanned.scanned());
    scanned.scan.rests_on = grounds;
    let shown = scanned.scanned();
    holds(
        "Scan",
        &scan::json(&shown),
        before,
        [scan::text(&shown, TextForm::Terminal), scan::html(&shown)],
    );
}

#[test]
fn a_position_is_walked_through() {
    let sample = sample::proved();
    for (name, holds) in [("walk", true), ("walk_fails", false)] {
        let walk = others::walk(&sample, holds);
        kept(
            name,
            &walk::text(&others::walked(&sample, &walk), TextForm::Terminal),
        );
    }
}

#[test]
fn two_programs_are_held_against_each_other() {
    let module = crate::proofs::module();
    let tally = others::tally(&module);
    kept(
        "diff",
        &diff::text(&two(&module, &tally), TextForm::Terminal),
    );
    kept(
        "diff_of_nothing",
        &diff::text(&two(&module, &DiffTally::default()), TextForm::Terminal),
    );
}

#[test]
fn lines_of_a_report_are_not_too_long() {
    for (name, sample) in sample::all() {
        for line in proof::text(&sample.proof(), TextForm::Terminal)
            .lines()
            .skip(3)
        {
            assert!(line.chars().count() <= 120, "{name}: {line}");
            assert_eq!(line.trim_end(), line, "{name}");
        }
    }
}

#[test]
fn objects_have_the_shape_that_their_schema_promises() {
    let promised = schema::load("docs/schema/proof.json");
    let held = |definition: &str, object: &Value| {
        let wrong = schema::errors(&promised, definition, object);
        assert!(wrong.is_empty(), "{wrong:?}\n{object:#}");
    };
    for (_, sample) in sample::all() {
        held("Proof", &proof::json(&sample.proof()));
        if sample.report.lengths.is_some() {
            for holds in [true, false] {
                let walk = others::walk(&sample, holds);
                held("Walk", &walk::json(&others::walked(&sample, &walk)));
            }
        }
    }
    held("Scan", &scan::json(&others::implication().scanned()));
    held("Scan", &scan::json(&others::holds_everywhere().scanned()));
    held("Scan", &scan::json(&others::share().scanned()));
    let module = crate::proofs::module();
    held("Diff", &diff::json(&two(&module, &others::tally(&module))));
    held("Diff", &diff::json(&two(&module, &DiffTally::default())));
}

#[test]
fn the_schema_refuses_what_is_not_promised() {
    let promised = schema::load("docs/schema/proof.json");
    let good = proof::json(&sample::refuted().proof());
    for (field, value) in [
        ("verdict", serde_json::json!("maybe")),
        ("held", serde_json::json!(-1)),
        ("failures", serde_json::json!([{ "cause": "stalemate" }])),
        ("seconds", serde_json::json!(1.5)),
        ("cycle", serde_json::json!([])),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let wrong = schema::errors(&promised, "Proof", &bad);
        assert!(!wrong.is_empty(), "{field}");
    }
}

#[test]
fn objects_say_what_the_reports_say() {
    let sample = sample::refuted();
    let object = proof::json(&sample.proof());
    assert_eq!(object["failed"], 64);
    assert_eq!(object["never_used"][0]["advice"], "small-boards");
    assert_eq!(
        object["failures"][1]["choice"]["title"],
        "krk, rule 1: squeeze"
    );
    let compared = &object["cycle"]["consultations"][0]["compared"][0];
    assert_eq!(compared["left"]["text"], "dist(W.K, R)");
    assert_eq!(compared["sign"], "≤");
    assert_eq!(object["failures"][1]["line"]["moves"][2]["san"], "Rb2");
}

#[test]
fn a_module_without_its_source_has_reports_too() {
    let promised = schema::load("docs/schema/proof.json");
    for (name, mut sample) in sample::all() {
        sample.module.source = None;
        let text = proof::text(&sample.proof(), TextForm::Terminal);
        assert!(!text.contains("rook.adv"), "{name}: {text}");
        let wrong = schema::errors(&promised, "Proof", &proof::json(&sample.proof()));
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
        assert!(proof::html(&sample.proof()).contains("</html>"));
    }
}

/// Every page.
fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> = sample::all()
        .into_iter()
        .map(|(name, sample)| (name.to_owned(), proof::html(&sample.proof())))
        .collect();
    let scan = others::implication();
    pages.push(("scan".to_owned(), scan::html(&scan.scanned())));
    let module = crate::proofs::module();
    let tally = others::tally(&module);
    pages.push(("diff".to_owned(), diff::html(&two(&module, &tally))));
    pages
}

#[test]
fn pages_hold_their_data_and_nothing_from_outside() {
    for (name, page) in pages() {
        let data = crate::common::page_data(&name, &page);
        assert!(!page.contains("<here>"), "{name}");
        // Every board leads to something of the record that has a position.
        let mut boards = 0;
        for at in page
            .split("class=\"thumb\" type=\"button\" data-at=\"")
            .skip(1)
        {
            let at = at.split('"').next().unwrap_or_default();
            let found = data.pointer(at);
            let found = found.unwrap_or_else(|| panic!("{name}: {at} leads nowhere"));
            let fen = found
                .as_str()
                .or(found["fen"].as_str())
                .or(found["round"]["fen"].as_str());
            assert!(fen.is_some(), "{name}: {at} has no position");
            boards += 1;
        }
        assert_eq!(boards, page.matches("class=\"thumb\"").count(), "{name}");
    }
}

#[test]
fn the_elements_of_a_page_are_closed() {
    for (name, page) in pages() {
        let body = page
            .split("<body>")
            .nth(1)
            .and_then(|rest| rest.split("<script").next())
            .expect("a body");
        let mut open: Vec<&str> = Vec::new();
        for tag in body.split('<').skip(1) {
            let inside = tag.split('>').next().unwrap_or_default();
            let word = inside.split([' ', '/']).next().unwrap_or_default();
            if let Some(closed) = inside.strip_prefix('/') {
                assert_eq!(open.pop(), Some(closed), "{name}: {tag}");
            } else if !inside.ends_with('/') && word != "input" {
                open.push(word);
            }
        }
        assert!(open.is_empty(), "{name}: {open:?}");
    }
}

#[test]
fn links_of_a_page_lead_somewhere() {
    for (name, page) in pages() {
        for link in page.split("<a href=\"#").skip(1) {
            let id = link.split('"').next().unwrap_or_default();
            assert!(page.contains(&format!("id=\"{id}\"")), "{name}: #{id}");
        }
    }
}

#[test]
fn the_same_report_is_the_same_bytes() {
    let again = pages();
    assert_eq!(pages(), again);
}

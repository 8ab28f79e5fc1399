//! A proof and a refutation in every format.

use adv_prover::{Keeping, Proved, Settled, Task, Watch, prove};
use adv_render::TextForm;
use adv_render::proof::{self, Proof};
use insta::assert_snapshot;

use crate::program::engine;

/// Settles the claim with this number and hands it to a format.
fn told(claim: usize, format: impl Fn(&Proof<'_>) -> String) -> String {
    let engine = engine();
    let claim = &engine.module().claims[claim];
    let watch = Watch::new();
    let task = Task {
        engine: &engine,
        claim,
        watch: &watch,
        perfect: None,
        keeping: Keeping::default(),
        fingerprint: [1; 32],
    };
    let settled: Box<Settled> = match prove(&task) {
        Ok(Proved::Settled(settled)) => settled,
        Ok(_) => panic!("the claim is about play, and nothing ends the proof"),
        Err(error) => panic!("{error}"),
    };
    format(&Proof {
        module: engine.module(),
        claim,
        report: settled.report(),
    })
}

fn text(proof: &Proof<'_>) -> String {
    proof::text(proof, TextForm::Terminal)
}

#[test]
fn a_proof_as_text_and_as_an_object() {
    assert_snapshot!(told(0, text));
    let object = told(0, |proof| proof::json(proof).to_string());
    let read: serde_json::Value = serde_json::from_str(&object).expect("it is JSON");
    assert_eq!(read["verdict"], "proved");
}

#[test]
fn a_refutation_as_text_and_as_an_object() {
    assert_snapshot!(told(1, text));
    let object = told(1, |proof| proof::json(proof).to_string());
    let read: serde_json::Value = serde_json::from_str(&object).expect("it is JSON");
    assert_eq!(read["verdict"], "refuted");
}

#[test]
fn both_as_pages() {
    for claim in 0..2 {
        let page = told(claim, proof::html);
        assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
        for word in ["src=", "<link", "@import", "https:"] {
            assert!(!page.contains(word), "{word}");
        }
    }
}

//! Pages walked through in a browser: a tree opened move by move to a leaf, a proof's boards and lines, with real clicks and keys.
//!
//! `tests/web/walk.html`, `proof.html` and `graph.html` beside it load a page into a frame, do what a reader would do, and write what they saw
//! into their own text, which headless Chromium prints. Where no Chromium is installed the test says so and is done.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::drawn::consulted_in;
use adv_prover::{Watch, WholeBounds, WholeExtent, WholePlay, WholeTask};
use adv_render::html;
use adv_render::whole::{WholeDrawing, WholeHead, WholeTally};
use adv_vm::RefutationTask;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| NAMES.map(|name| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

/// What the walk reports, line by line: `ok …` or `wrong …`.
fn report(browser: &Path, folder: &Path, walk: &str) -> String {
    let web = crate::common::root().join("tests/web");
    for (file, name) in [(walk, "walk.html"), ("report.js", "report.js")] {
        std::fs::copy(web.join(file), folder.join(name)).expect("the walk can be copied");
    }
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ])
        .args([
            "--allow-file-access-from-files",
            "--virtual-time-budget=20000",
            "--dump-dom",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!("file://{}", folder.join("walk.html").display()))
        .output()
        .expect("the browser starts");
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    let report = page.split("<pre id=\"report\">").nth(1).unwrap_or(&page);
    report.split("</pre>").next().unwrap_or("").to_owned()
}

#[test]
fn a_reader_walks_from_the_first_move_to_a_leaf_in_chromium() {
    let Some(browser) = browser() else {
        println!("NOT RUN: there is no Chromium");
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    std::fs::create_dir_all(&folder).expect("a folder for the page");
    let program = crate::common::read("examples/kpk.adv").replace(
        "because  \"the king goes in front of its pawn\"",
        "because  \"</script><script>parent.broken = 1</script>\"",
    );
    let fig_2 = "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1";
    let shown = consulted_in("kpk.adv", &program, "bring-king-in-front-of-pawn", fig_2);
    std::fs::write(folder.join("page.html"), html::page(&shown.explained()))
        .expect("the page is written");
    let report = report(&browser, &folder, "walk.html");
    assert!(
        report.contains("finished"),
        "the walk did not come to its end:\n{report}"
    );
    assert!(!report.contains("wrong"), "{report}");
}

#[test]
fn a_reader_looks_at_what_breaks_a_claim_in_chromium() {
    let Some(browser) = browser() else {
        println!("NOT RUN: there is no Chromium");
        return;
    };
    for (name, sample) in crate::proofs::sample::all() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("proof-{name}"));
        std::fs::create_dir_all(&folder).expect("a folder for the page");
        let page = adv_render::proof::html(&sample.proof());
        std::fs::write(folder.join("page.html"), page).expect("the page is written");
        if name != "refuted" && name != "strategy" {
            continue;
        }
        let report = report(&browser, &folder, "proof.html");
        assert!(
            report.contains("finished"),
            "the walk did not come to its end:\n{report}"
        );
        assert!(!report.contains("wrong"), "{name}: {report}");
    }
}

/// Walks through a page of positions joined by moves.
fn walk_graph(name: &str, page: &str) {
    let Some(browser) = browser() else {
        println!("NOT RUN: there is no Chromium");
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the page");
    std::fs::write(folder.join("page.html"), page).expect("the page is written");
    let report = report(&browser, &folder, "graph.html");
    assert!(
        report.contains("finished"),
        "the walk did not come to its end:\n{report}"
    );
    assert!(!report.contains("wrong"), "{report}");
}

#[test]
fn a_reader_sees_why_an_advice_does_not_work_in_chromium() {
    let text = "advice mating\n  better mate\n  depth 3\nend-advice\ntable mates\n  otherwise mating\nend-table\n";
    let mut engine = crate::common::engine("mating.adv", text);
    let advice = engine.advice("mating").expect("declared");
    let at = crate::common::position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    let found = engine.refute(&RefutationTask::new(advice, &at));
    let refutation = found.expect("no limit").expect("no mate in two");
    let page = adv_render::refutation::html(engine.module(), &refutation);
    walk_graph("refutation", &page);
}

#[test]
fn a_reader_walks_through_every_attempt_in_chromium() {
    let text = "advice mating\n  better mate\n  us K by dist(TO, e5) then R\n  depth 3\nend-advice\n\
                table mates\n  otherwise mating\nend-table\n";
    let mut engine = crate::common::engine("mating.adv", text);
    let advice = engine.advice("mating").expect("declared");
    let at = crate::common::position("7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
    engine.record_searched(10_000);
    let answer = engine.try_advice(advice, &at, &adv_vm::Options::default());
    let mut found = engine.searched();
    assert!(answer.expect("no limit").advice.is_some(), "a mate in two");
    let title = "</script><script>parent.broken = 1</script>";
    let page = adv_render::attempts::html(engine.module(), title, &found);
    walk_graph("searched", &page);
    // Several searches begin at a node of their own.
    let vain = adv_vm::SearchedRun {
        bound: 1,
        found: false,
        branches: 0..0,
        ..found.runs[0].clone()
    };
    found.runs.insert(0, vain);
    let page = adv_render::attempts::html(engine.module(), title, &found);
    walk_graph("searched-twice", &page);
}

#[test]
fn a_reader_walks_through_a_whole_play_in_chromium() {
    let program = crate::common::read("examples/krk-advice.adv");
    let engine = crate::common::engine("krk-advice.adv", &program);
    let module = engine.module();
    let root = crate::common::position("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").without_clocks();
    let head = WholeHead {
        module,
        program: "krk-advice.adv",
        fingerprint: "0",
        subject: adv_vm::Subject::named(module, "krk").expect("the subject"),
        mode: adv_vm::Mode::Strong,
        extent: WholeExtent::Play,
        root: &root,
    };
    let watch = Watch::new();
    let mut play = WholePlay::begin(&WholeTask {
        engine: &engine,
        subject: head.subject,
        position: root,
        mode: head.mode,
        extent: head.extent,
        bounds: WholeBounds {
            plies: None,
            nodes: 300,
        },
        watch: &watch,
    })
    .expect("it plays");
    let mut tally = WholeTally::default();
    let mut nodes = Vec::new();
    while let Some(node) = play.next_node().expect("it plays") {
        tally.add(module, &node);
        nodes.push(node);
    }
    // Some of them are not on the page.
    nodes.truncate(150);
    let page = adv_render::whole::html(&WholeDrawing {
        head,
        nodes: &nodes,
        totals: &play.totals(),
        tally: &tally,
    });
    assert!(page.contains("only the first 150 of"));
    walk_graph("whole", &page);
}

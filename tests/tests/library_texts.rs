//! The library's patterns and plans are translated: every text of `std.patterns` and `std.plans` is there in German and in Russian.

use std::collections::BTreeSet;

use crate::common::module;
use adv_module::program::Translated;
use adv_module::{AdviceId, PatternId};

/// The texts of a pattern or of a plan, as a translation names them.
fn originals(program: &adv_module::Program) -> BTreeSet<Translated> {
    let mut found = BTreeSet::new();
    for (number, pattern) in (0..).zip(&program.patterns) {
        let id = PatternId(number);
        found.insert(Translated::Called(id));
        if !pattern.belief.is_empty() {
            found.insert(Translated::Belief(id));
        }
        let views = [
            (&pattern.us, Translated::Us(id)),
            (&pattern.them, Translated::Them(id)),
        ];
        for (view, text) in views {
            let Some(view) = view else { continue };
            if !view.purpose.is_empty() {
                found.insert(text);
            }
            let plans = view.plan.iter().map(|planned| planned.advice);
            found.extend(plans.map(Translated::Because));
        }
    }
    found
}

#[test]
fn every_text_of_the_library_is_there_in_german_and_in_russian() {
    let text = "use std.patterns\nuse std.texts-de\nuse std.texts-ru\n";
    let program = module("translated.adv", text);
    let originals = originals(&program);
    assert_eq!(program.patterns.len(), 66);
    for language in ["de", "ru"] {
        let texts = program.texts.iter().filter(|of| of.language == language);
        let entries = texts.flat_map(|of| &of.entries);
        let translated: BTreeSet<Translated> = entries.map(|entry| entry.of).collect();
        let missing: Vec<String> = originals
            .difference(&translated)
            .map(|text| shown(&program, *text))
            .collect();
        assert!(missing.is_empty(), "{language}: {missing:?}");
    }
}

/// A text by the name of what has it.
fn shown(program: &adv_module::Program, text: Translated) -> String {
    let pattern = |id: PatternId| program.patterns[id.index()].name.clone();
    let advice = |id: AdviceId| program.advice[id.index()].name.clone();
    match text {
        Translated::Called(id) => format!("called of {}", pattern(id)),
        Translated::Belief(id) => format!("belief of {}", pattern(id)),
        Translated::Us(id) => format!("us of {}", pattern(id)),
        Translated::Them(id) => format!("them of {}", pattern(id)),
        Translated::Because(id) => format!("because of {}", advice(id)),
    }
}

//! Patterns, evaluations and translations: what is right is kept whole, and what is wrong is refused.

use adv_module::program::*;
use adv_module::{
    AdviceId, EvaluationId, FnId, Frame, Needs, Op, PatternId, Program, Property, Ty, Who, link,
    listing, read, verify, write,
};

use crate::build::*;
use crate::refused::refused;
use crate::rich::with_patterns;

/// The module with patterns and a change.
fn changed(change: impl FnOnce(&mut Program)) -> Program {
    let mut module = with_patterns();
    change(&mut module);
    module
}

/// Adds patterns to the rich module, whose functions are `f0` to `f9`.
pub fn add(module: &mut Program) {
    let here = |dst| Op::Here { dst: r(dst) };
    let end = Op::Return { src: r(0) };
    let whole = vec![here(0), end];
    let condition = vec![here(0), Op::NonEmpty { dst: r(0), a: r(0) }, end];
    let call = |dst, base, function| Op::CallFor {
        dst: r(dst),
        base: r(base),
        frame: Frame::Current,
        function: FnId(function),
    };
    let holds = vec![
        Op::Call {
            dst: r(1),
            base: r(1),
            frame: Frame::Current,
            function: FnId(0),
        },
        Op::Truth {
            dst: r(0),
            value: true,
        },
        Op::ForEach {
            iter: r(1),
            var: r(3),
            to: 7,
        },
        Op::Side {
            dst: r(2),
            who: Who::Us,
        },
        call(2, 2, 11),
        Op::JumpIf { a: r(2), to: 8 },
        Op::Loop { to: 2 },
        Op::Not { dst: r(0), a: r(0) },
        end,
    ];
    let worth = vec![here(0), Op::Count { dst: r(0), a: r(0) }, end];
    module.functions.extend([
        function("lonely.here", &[], Ty::Board, Needs::HERE, whole),
        function("lonely.where", &[], Ty::Truth, Needs::HERE, condition),
        function("lonely", &[], Ty::Truth, Needs::NONE, holds),
        function("lonely.worth", &[], Ty::Number, Needs::HERE, worth),
    ]);
    let text = |text: &str| TextPart::Text(text.to_owned());
    let rooks = TextPart::Choice {
        by: FnId(13),
        forms: vec!["king".to_owned(), "kings".to_owned()],
    };
    let men = TextPart::Board {
        board: FnId(10),
        said: Said::Men,
    };
    let lonely = Pattern {
        name: "lonely".to_owned(),
        path: vec!["king".to_owned(), "alone".to_owned()],
        each: Each::Square,
        fact: FnId(0),
        condition: Some(FnId(11)),
        holds: FnId(12),
        worth: FnId(13),
        excludes: vec![PatternId(1)],
        called: vec![rooks, text(" alone on "), TextPart::Value(FnId(10))],
        belief: vec![men, text(" is far from its men")],
        us: Some(View {
            purpose: vec![text("wait")],
            plan: vec![Planned {
                advice: AdviceId(2),
                required: true,
            }],
        }),
        them: None,
        doc: "A king by himself.".to_owned(),
        place: module.tests[0].place,
    };
    let plain = Pattern {
        name: "always".to_owned(),
        path: vec!["king".to_owned()],
        each: Each::Truth,
        fact: FnId(8),
        condition: None,
        holds: FnId(8),
        worth: FnId(1),
        excludes: Vec::new(),
        called: vec![text("always")],
        belief: Vec::new(),
        us: None,
        them: Some(View::default()),
        doc: String::new(),
        place: Place::default(),
    };
    module.patterns = vec![lonely, plain];
    module.evaluations = vec![Evaluation {
        name: "kings".to_owned(),
        of: vec![PatternId(0), PatternId(1)],
        stage: Some(FnId(8)),
        tell: 3,
        worths: vec![(PatternId(1), FnId(13))],
        similarity: Similarity::default(),
        doc: "Kings alone.".to_owned(),
        place: module.tests[0].place,
    }];
    module.texts = vec![Texts {
        language: "ru".to_owned(),
        entries: vec![Translation {
            of: Translated::Called(PatternId(0)),
            parts: vec![
                TranslatedPart::Slot(1),
                TranslatedPart::Text(": ".to_owned()),
                TranslatedPart::Forms(
                    0,
                    ["король", "короля", "королей"].map(str::to_owned).to_vec(),
                ),
            ],
        }],
        place: Place::default(),
    }];
    let expect = |kind| Expect {
        negated: false,
        kind,
        place: Place::default(),
    };
    module.tests.push(Test {
        name: "told".to_owned(),
        subject: Subject::Evaluation(EvaluationId(0)),
        expect: vec![
            expect(ExpectKind::Explains(PatternId(0), Who::Black)),
            expect(ExpectKind::Forced(AdviceId(2))),
            expect(ExpectKind::Possible(AdviceId(2))),
            expect(ExpectKind::Refuted(AdviceId(2))),
            expect(ExpectKind::Total(-150)),
            expect(ExpectKind::Explanation),
        ],
        ..module.tests[0].clone()
    });
}

#[test]
fn patterns_come_back_from_their_file() {
    let module = changed(|_| {});
    let again = read(&write(&module)).expect("a module");
    assert_eq!(again.program(), &module);
    let linked = link(verified(module.clone()), &[]).expect("it links");
    let program = linked.module().program();
    assert_eq!(program.patterns.len(), 2);
    assert_eq!(program.evaluations, module.evaluations);
    assert_eq!(program.texts, module.texts);
}

#[test]
fn patterns_are_listed_as_in_the_source() {
    let text = listing(&changed(|_| {}));
    for expected in [
        "p0  pattern lonely
  path \"king\", \"alone\"
  each square
  fact f0 pen
  condition f11 lonely.where
  holds f12 lonely
  worth f13 lonely.worth
  excludes p1 always
  called (choice by f13 lonely.worth  forms \"king\", \"kings\"), text \" alone on \", value f10 lonely.here
  belief (board f10 lonely.here  said men), text \" is far from its men\"
  us purpose text \"wait\"  plan (advice a2 wait  required)
  doc \"A king by himself.\"
",
        "e0  evaluation kings
  of p0 lonely, p1 always
  stage f8 yes
  tell 3
  worths (p1 always, f13 lonely.worth)
  similarity facts 60  position 40  both 100  near 100  lacking 50  extra 50  men 50  white 25  black 25
",
        "texts \"ru\"
  entries (of called p0 lonely  parts slot 1, text \": \", (forms slot 0  forms \"король\", \"короля\", \"королей\"))
",
        "     0  explains pattern p0 lonely  side B
     1  forced a2 wait
     2  possible a2 wait
     3  refuted a2 wait
     4  total -150
     5  explanation
",
        "     4    r2 := call-for r2, r3: f11 lonely.where",
    ] {
        assert!(text.contains(expected), "{text}\nexpected:\n{expected}");
    }
}

#[test]
fn patterns_point_to_what_they_want() {
    let records =
        |change: fn(&mut Program), part| refused(changed(change), Property::Records, part);
    records(|m| m.patterns[0].path.clear(), "it has no branch");
    records(|m| m.patterns[0].called.clear(), "no text to call it by");
    records(
        |m| m.patterns[0].fact = FnId(10),
        "speaks of a position or move",
    );
    records(
        |m| m.patterns[0].each = Each::Truth,
        "gives a board, expected a descriptor",
    );
    records(|m| m.patterns[0].worth = FnId(12), "expected a number");
    records(
        |m| m.patterns[0].worth = FnId(2),
        "speaks of a position or move",
    );
    records(
        |m| m.patterns[0].holds = FnId(11),
        "speaks of a position or move",
    );
    records(
        |m| m.patterns[1].excludes.push(PatternId(0)),
        "lead to a ring",
    );
    records(
        |m| m.patterns[1].excludes.push(PatternId(1)),
        "lead to a ring",
    );
    records(
        |m| m.patterns[0].excludes.push(PatternId(1)),
        "not ascending",
    );
    records(
        |m| m.patterns[0].us.as_mut().unwrap().plan[0].advice = AdviceId(0),
        "has a side of its own",
    );
    records(
        |m| m.patterns[0].us.as_mut().unwrap().plan[0].advice = AdviceId(1),
        "not a piece-of-advice of the author's",
    );
    records(|m| m.evaluations[0].tell = 13, "it tells 13 facts");
    records(
        |m| m.evaluations[0].similarity.men = 1_001,
        "the weight 1001",
    );
    records(|m| m.evaluations[0].of.reverse(), "not ascending");
    // What it asks starts a nested search.
    records(
        |m| m.evaluations[0].stage = Some(FnId(7)),
        "and it searches",
    );
    records(
        |m| {
            m.patterns[0].called[2] = TextPart::Choice {
                by: FnId(10),
                forms: Vec::new(),
            }
        },
        "is what a choice depends on and gives a board",
    );
    records(
        |m| {
            m.patterns[0].called[2] = TextPart::Choice {
                by: FnId(11),
                forms: vec![String::new(); 3],
            }
        },
        "a choice of 3 forms",
    );
    let bounds = |change: fn(&mut Program), part| refused(changed(change), Property::Bounds, part);
    bounds(
        |m| m.patterns[0].excludes[0] = PatternId(9),
        "pattern 9 does not exist",
    );
    bounds(
        |m| m.evaluations[0].of.push(PatternId(9)),
        "pattern 9 does not exist",
    );
    bounds(
        |m| m.patterns[0].fact = FnId(99),
        "function 99 does not exist",
    );
    bounds(
        |m| m.patterns[0].path = vec!["x".to_owned(); 9],
        "9 in `path`",
    );
    bounds(
        |m| m.tests[2].subject = Subject::Evaluation(EvaluationId(1)),
        "evaluation 1 does not exist",
    );
    refused(
        changed(|m| m.patterns[1].name = "lonely".to_owned()),
        Property::Duplicates,
        "it stands twice",
    );
}

#[test]
fn advice_that_speaks_of_here_is_a_plan_and_nothing_else() {
    // `wait` is the plan of `lonely`, and stands in the table too.
    let here = |module: &mut Program| module.advice[2].because = vec![TextPart::Value(FnId(10))];
    refused(
        changed(here),
        Property::Records,
        "speaks of `HERE`, where no fact is explained",
    );
    verified(changed(|module| {
        module.advice.push(advice("look"));
        module.advice[4].because = vec![TextPart::Value(FnId(10))];
        let plan = &mut module.patterns[0].us.as_mut().unwrap().plan;
        plan[0].advice = AdviceId(4);
    }));
}

#[test]
fn translations_have_the_slots_of_their_original() {
    let records =
        |change: fn(&mut Program), part| refused(changed(change), Property::Records, part);
    records(
        |m| m.texts[0].language = "xx".to_owned(),
        "language is not known",
    );
    records(
        |m| m.texts[0].language = "de".to_owned(),
        "the slot 0 has other forms",
    );
    records(
        |m| {
            m.texts[0].entries[0].parts.remove(0);
        },
        "a slot of the original is missing",
    );
    records(
        |m| m.texts[0].entries[0].parts.push(TranslatedPart::Slot(1)),
        "the slot 1 stands twice",
    );
    records(
        |m| m.texts[0].entries[0].parts.push(TranslatedPart::Slot(2)),
        "which the original has not",
    );
    records(
        |m| m.texts[0].entries[0].parts[2] = TranslatedPart::Slot(0),
        "the slot 0 has other forms",
    );
    records(
        |m| m.texts[0].entries[0].of = Translated::Us(PatternId(1)),
        "a text that is not there",
    );
    records(
        |m| {
            let again = m.texts[0].entries[0].clone();
            m.texts[0].entries.push(again);
        },
        "translated twice",
    );
}

#[test]
fn tests_of_explanations_ask_for_one() {
    let records =
        |change: fn(&mut Program), part| refused(changed(change), Property::Records, part);
    records(
        |m| m.tests[2].subject = Subject::None,
        "expects an explanation, and asks for no evaluation",
    );
    records(
        |m| m.tests[2].expect[0].kind = ExpectKind::Satisfied,
        "expects something else",
    );
    records(
        |m| m.tests[2].expect[0].kind = ExpectKind::Explains(PatternId(0), Who::Us),
        "a side without a colour",
    );
}

#[test]
fn a_call_for_a_side_gives_a_side_and_a_board() {
    let code = |change: fn(&mut Vec<Op>)| changed(|m| change(&mut m.functions[12].code));
    refused(
        code(|code| code[3] = code[1]),
        Property::Types,
        "r2 is read and holds nothing here",
    );
    let late = code(|code| {
        code[4] = Op::CallFor {
            dst: r(2),
            base: r(7),
            frame: Frame::Current,
            function: FnId(11),
        };
    });
    refused(late, Property::Bounds, "2 arguments from r7 on");
    // `root.room` speaks of the root, and `edge` has a parameter.
    let call = |function| {
        changed(move |m| {
            m.functions[12].code[4] = Op::CallFor {
                dst: r(2),
                base: r(2),
                frame: Frame::Current,
                function: FnId(function),
            };
        })
    };
    refused(call(3), Property::Needs, "speaks of more than its position");
    refused(
        call(6),
        Property::Types,
        "is called for a side and has parameters",
    );
    refused(
        changed(|m| m.functions[10].needs = Needs::NONE),
        Property::Needs,
        "it speaks of `HERE`",
    );
    let window = code(|code| {
        code[4] = Op::CallFor {
            dst: r(2),
            base: r(1),
            frame: Frame::Current,
            function: FnId(11),
        };
    });
    refused(window, Property::Flow, "");
    assert!(verify(changed(|_| {})).is_ok());
}

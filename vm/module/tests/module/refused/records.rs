//! Records.

use adv_module::program::{Class, Entry, ExpectKind, Material, Subject, TextPart};
use adv_module::{AdviceId, FnId, Property, Ty};

use super::{changed, refused};

#[test]
fn records() {
    use Property::Records;
    refused(
        changed(|module| module.advice[0].depth = 0),
        Records,
        "the depth 0, expected 1 to 200 plies",
    );
    refused(
        changed(|module| module.advice[0].depth = 201),
        Records,
        "the depth 201",
    );
    refused(
        changed(|module| module.advice[0].better.test = Some(FnId(1))),
        Records,
        "`room` is a goal and gives a number",
    );
    refused(
        changed(|module| module.advice[0].holding.test = Some(FnId(6))),
        Records,
        "`edge` is a goal and has 1 parameters",
    );
    refused(
        changed(|module| module.advice[0].better.test = Some(FnId(4))),
        Records,
        "`near` is a goal and speaks of",
    );
    refused(
        changed(|module| module.advice[0].us.every[0].from = Some(FnId(1))),
        Records,
        "`room` is `from`",
    );
    refused(
        changed(|module| module.advice[0].us.every[0].keys[0] = FnId(3)),
        Records,
        "a key of moves and gives a descriptor",
    );
    refused(
        changed(|module| module.advice[0].because[1] = TextPart::Value(FnId(4))),
        Records,
        "a value of a reason",
    );
    refused(
        changed(|module| module.advice[0].us.phases[0].0 = vec![2, 0]),
        Records,
        "not ascending",
    );
    refused(
        changed(|module| module.advice[0].us.phases[1].0 = vec![2]),
        Records,
        "two phases at ply 2",
    );
    refused(
        changed(|module| module.advice[0].us.phases[1].0 = vec![200]),
        Records,
        "a phase at ply 200",
    );
    refused(
        changed(|module| module.advice[0].us.phases[1].0.clear()),
        Records,
        "a phase without plies",
    );
    refused(
        changed(|module| module.advice[0].us.every[0].roles = 0),
        Records,
        "without a piece",
    );
    // A pass is theirs and alone in its list; quiet moves are ours.
    refused(
        changed(|module| module.advice[0].us.every[0].roles = 127),
        Records,
        "the roles 127",
    );
    refused(
        changed(|module| {
            module.advice[0].them.every = vec![Class::pass(), Class::of(63)];
        }),
        Records,
        "the roles 127",
    );
    refused(
        changed(|module| module.advice[0].them.every = vec![Class::of(63 | 128)]),
        Records,
        "the roles 191",
    );
    refused(
        changed(|module| {
            module.advice[0].us.every[0]
                .toward
                .push(adv_module::Direction::S)
        }),
        Records,
        "a direction twice",
    );
    refused(
        changed(|module| module.tables[0].rules[0].condition = Some(FnId(3))),
        Records,
        "a rule's condition and speaks of",
    );
    refused(
        changed(|module| module.tables[0].rules[0].list[0] = Entry::Advice(AdviceId(1))),
        Records,
        "cannot be consulted",
    );
    refused(
        changed(|module| module.tables[0].rules[1].list[1] = Entry::Shortest(0, vec![AdviceId(0)])),
        Records,
        "`shortest 0`",
    );
    refused(
        changed(|module| module.tables[0].rules[1].list[1] = Entry::Shortest(3, vec![])),
        Records,
        "of no piece-of-advice",
    );
    refused(
        changed(|module| module.tests[0].subject = Subject::None),
        Records,
        "it consults nothing",
    );
    refused(
        changed(|module| {
            module.tests[0].expect[5].kind = ExpectKind::Value {
                test: FnId(1),
                compare: None,
            }
        }),
        Records,
        "`room` is an expectation and gives a number",
    );
    refused(
        changed(|module| {
            let compare = module.advice[0].better.parts[0]
                .compare
                .as_mut()
                .expect("the part compares");
            compare.left.push(FnId(5));
        }),
        Records,
        "a comparison of 2 numbers with 1",
    );
    refused(
        changed(|module| module.exports[0].functions.clear()),
        Records,
        "it has no function",
    );
    refused(
        changed(|module| module.exports[0].result = Ty::Board),
        Records,
        "export `room`",
    );
    refused(
        changed(|module| module.exports[0].params.push(("x".to_owned(), Ty::Board))),
        Records,
        "its signature",
    );
    let many = Material {
        counts: [[65; 6]; 2],
        mirrored: false,
    };
    refused(
        changed(|module| module.material = Some(many)),
        Records,
        "65 men of a kind",
    );
}

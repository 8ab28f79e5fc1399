//! Bounds and duplicates.

use adv_module::program::{Place, Program, Subject, Successor, UsedFile};
use adv_module::{
    AdviceId, ConstId, FnId, Frame, Needs, Op, PrimId, Property, SlotId, TableId, Who, verify,
};

use super::{RETURN, ZERO, changed, number, refused};
use crate::build::*;
use crate::files::several;
use crate::rich::{SOURCE, with_patterns};

#[test]
fn bounds() {
    use Property::Bounds;
    refused(
        number(vec![
            Op::Number {
                dst: r(8),
                value: 0,
            },
            RETURN,
        ]),
        Bounds,
        "register 8 does not exist, there are 8",
    );
    refused(
        number(vec![ZERO, Op::Jump { to: 2 }]),
        Bounds,
        "target 2 does not exist",
    );
    refused(
        number(vec![
            Op::BigNumber {
                dst: r(0),
                k: ConstId(0),
            },
            RETURN,
        ]),
        Bounds,
        "constant 0",
    );
    refused(
        number(vec![
            Op::Call {
                dst: r(0),
                base: r(0),
                frame: Frame::Current,
                function: FnId(1),
            },
            RETURN,
        ]),
        Bounds,
        "function `f`, instruction 0, property bounds: function 1 does not exist, there are 1",
    );
    refused(
        number(vec![
            Op::Satisfiable {
                dst: r(0),
                frame: Frame::Current,
                advice: AdviceId(0),
            },
            RETURN,
        ]),
        Bounds,
        "piece-of-advice 0",
    );
    refused(
        number(vec![
            Op::Kept {
                dst: r(0),
                slot: SlotId(0),
                function: FnId(0),
            },
            RETURN,
        ]),
        Bounds,
        "slot 0",
    );
    refused(
        number(vec![
            Op::Piece {
                dst: r(0),
                frame: Frame::Current,
                who: Who::Us,
                role: 7,
            },
            RETURN,
        ]),
        Bounds,
        "role 7",
    );
    refused(
        number(vec![
            Op::Prim {
                dst: r(0),
                base: r(7),
                frame: Frame::Current,
                prim: PrimId::Dist,
            },
            RETURN,
        ]),
        Bounds,
        "2 arguments from r7 on",
    );
    refused(
        changed(|module| module.functions[0].registers = 257),
        Bounds,
        "257 registers",
    );
    refused(
        changed(|module| module.functions[0].registers = 0),
        Bounds,
        "no register",
    );
    refused(
        changed(|module| module.functions[0].needs = Needs(32)),
        Bounds,
        "needs 32",
    );
    refused(
        changed(|module| module.slots = 5_000),
        Bounds,
        "5000 slots, at most 4096",
    );
    refused(
        changed(|module| module.exports[0].functions[0] = FnId(50)),
        Bounds,
        "export `room`",
    );
    refused(
        changed(|module| module.tables[0].beyond[0] = Successor::Table(TableId(1))),
        Bounds,
        "table 1 does not exist",
    );
    refused(
        changed(|module| module.tests[0].subject = Subject::Advice(AdviceId(9))),
        Bounds,
        "test `squeezes`",
    );
    refused(
        changed(|module| module.advice[0].us.every[0].promote = Some(5)),
        Bounds,
        "the role 5",
    );
    refused(
        changed(|module| module.advice[0].better.parts[0].test = FnId(99)),
        Bounds,
        "advice `squeeze(2)`",
    );
}

#[test]
fn places() {
    use Property::Bounds;
    let inside = SOURCE.find('∪').expect("the source has the sign") as u32 + 1;
    let at = |start, end| Place { start, end };
    refused(
        changed(|module| module.functions[0].places[1] = at(0, inside)),
        Bounds,
        "instruction 1",
    );
    refused(
        changed(|module| module.advice[0].better.place = at(4, 2)),
        Bounds,
        "the place 4..2",
    );
    refused(
        changed(|module| module.tests[0].expect[6].place = at(0, 9_999)),
        Bounds,
        "the place 0..9999",
    );
    refused(
        changed(|module| module.source = None),
        Bounds,
        "no source text",
    );
    refused(
        changed(|module| {
            module.functions[0].places.pop();
        }),
        Bounds,
        "3 places for 4 instructions",
    );
}

#[test]
fn files_of_a_source() {
    use Property::Bounds;
    let with = |change: fn(&mut Vec<UsedFile>)| {
        let mut module = several();
        if let Some(source) = &mut module.source {
            change(&mut source.used);
        }
        module
    };
    assert!(verify(several()).is_ok());
    let changes: [fn(&mut Vec<UsedFile>); 6] = [
        |used| used[0].start = 0,
        |used| used[0].start += 1,
        |used| used[1].start = u32::MAX,
        |used| used[1].start = used[0].start,
        |used| used.swap(0, 1),
        |used| used.push(used[0].clone()),
    ];
    for change in changes {
        refused(with(change), Bounds, "does not begin after a line feed");
    }
    let many = |used: &mut Vec<UsedFile>| *used = vec![used[0].clone(); 256];
    refused(with(many), Bounds, "files");
}

#[test]
fn duplicates() {
    use Property::Duplicates;
    refused(
        changed(|module| module.constants[0] = 1 << 40),
        Duplicates,
        "constant `0x0000010000000000`",
    );
    refused(
        changed(|module| module.exports.push(module.exports[0].clone())),
        Duplicates,
        "export `room`",
    );
    refused(
        changed(|module| module.tables.push(module.tables[0].clone())),
        Duplicates,
        "table `krk`, property duplicates: it stands twice",
    );
    refused(
        changed(|module| module.advice[2].name = "squeeze(2)".to_owned()),
        Duplicates,
        "advice `squeeze(2)`",
    );
    verified(changed(|module| {
        module.advice[1].name = "squeeze(2)".to_owned()
    }));
    verified(changed(|module| module.tests.push(module.tests[0].clone())));
}

#[test]
fn names_are_words() {
    let sentence = "krk from all positions reaches mate";
    for (change, part) in [
        (
            (|module: &mut Program| module.tables[0].name.push_str(" from all positions"))
                as fn(&mut Program),
            "table `krk from all positions`",
        ),
        (
            |module: &mut Program| module.advice[1].name = "wins` from here".to_owned(),
            "advice `wins` from here`",
        ),
        (
            |module: &mut Program| module.advice[1].name = "squeeze(2) reaches".to_owned(),
            "advice `squeeze(2) reaches`",
        ),
        (
            |module: &mut Program| module.advice[1].name = "squeeze(all positions)".to_owned(),
            "advice `squeeze(all positions)`",
        ),
        (
            |module: &mut Program| module.strategies[0].name.clear(),
            "strategy ``, property records: its name is no word",
        ),
        (
            |module: &mut Program| module.exports[0].name.push('\n'),
            "its name is no word",
        ),
    ] {
        refused(changed(change), Property::Records, part);
    }
    let mut module = with_patterns();
    module.patterns[0].path = vec![sentence.to_owned()];
    refused(module, Property::Records, sentence);
}

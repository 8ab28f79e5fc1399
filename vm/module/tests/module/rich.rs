//! A module with something of everything.

use adv_module::program::*;
use adv_module::{
    AdviceId, AdviceKind, ConstId, Direction, FnId, Frame, Needs, Op, PrimId, Program, SearchMode,
    SlotId, StrategyId, TableId, Ty, When, Who,
};

use crate::build::*;

/// The source that the rich module's places are in. Not all of its characters are one byte long.
pub const SOURCE: &str = "\
board pen = W.K ∪ B.K
number room = count(pen)
descriptor less = room < root.room
descriptor near = dist(FROM, TO) <= 1
number far = sum x in pen : file(x)
";

/// The place of the n-th line of the source.
fn line(n: usize) -> Place {
    let start: usize = SOURCE.split_inclusive('\n').take(n).map(str::len).sum();
    let length = SOURCE.lines().nth(n).map_or(0, str::len);
    Place {
        start: start as u32,
        end: (start + length) as u32,
    }
}

/// A zone whose squares are those of the pen.
fn spoken(text: &str, moves: u32) -> SpokenZone {
    SpokenZone {
        text: text.to_owned(),
        zone: ZoneFunctions {
            men: FnId(0),
            targets: FnId(0),
            moves: FnId(moves),
        },
    }
}

/// A module with something of everything.
pub fn rich() -> Program {
    use Frame::{Current, Root};
    let pen = vec![
        Op::Piece {
            dst: r(0),
            frame: Current,
            who: Who::White,
            role: 0,
        },
        Op::Piece {
            dst: r(1),
            frame: Current,
            who: Who::Black,
            role: 0,
        },
        Op::Union {
            dst: r(0),
            a: r(0),
            b: r(1),
        },
        Op::Return { src: r(0) },
    ];
    let room = vec![
        Op::Call {
            dst: r(0),
            base: r(1),
            frame: Current,
            function: FnId(0),
        },
        Op::Count { dst: r(0), a: r(0) },
        Op::Return { src: r(0) },
    ];
    let root_room = vec![
        Op::Call {
            dst: r(0),
            base: r(0),
            frame: Root,
            function: FnId(1),
        },
        Op::Return { src: r(0) },
    ];
    let less = vec![
        Op::Call {
            dst: r(0),
            base: r(0),
            frame: Current,
            function: FnId(1),
        },
        Op::Kept {
            dst: r(1),
            slot: SlotId(0),
            function: FnId(2),
        },
        Op::Lt {
            dst: r(0),
            a: r(0),
            b: r(1),
        },
        Op::Return { src: r(0) },
    ];
    let near = vec![
        Op::From { dst: r(1) },
        Op::To { dst: r(2) },
        Op::Prim {
            dst: r(3),
            base: r(1),
            frame: Current,
            prim: PrimId::Dist,
        },
        Op::LtImm {
            dst: r(3),
            a: r(3),
            value: 2,
        },
        Op::Return { src: r(3) },
    ];
    let far = vec![
        Op::Number {
            dst: r(0),
            value: 0,
        },
        Op::Call {
            dst: r(1),
            base: r(2),
            frame: Current,
            function: FnId(0),
        },
        Op::ForEach {
            iter: r(1),
            var: r(2),
            to: 6,
        },
        Op::File { dst: r(3), a: r(2) },
        Op::Add {
            dst: r(0),
            a: r(0),
            b: r(3),
        },
        Op::Loop { to: 2 },
        Op::BigNumber {
            dst: r(1),
            k: ConstId(1),
        },
        Op::Add {
            dst: r(0),
            a: r(0),
            b: r(1),
        },
        Op::Return { src: r(0) },
    ];
    let edge = vec![
        Op::Board {
            dst: r(2),
            k: ConstId(0),
        },
        Op::Squares {
            dst: r(3),
            frame: Current,
            piece: r(0),
        },
        Op::Subset {
            dst: r(2),
            a: r(3),
            b: r(2),
        },
        Op::Return { src: r(2) },
    ];
    let nested = vec![
        Op::Satisfiable {
            dst: r(0),
            frame: Current,
            advice: AdviceId(1),
        },
        Op::JumpIfNot { a: r(0), to: 5 },
        Op::Designate {
            dst: r(1),
            who: Who::Us,
            role: 2,
        },
        Op::Turned {
            dst: r(0),
            base: r(1),
            function: FnId(6),
        },
        Op::Not { dst: r(0), a: r(0) },
        Op::Return { src: r(0) },
    ];
    let flag = vec![
        Op::Truth {
            dst: r(0),
            value: true,
        },
        Op::Return { src: r(0) },
    ];
    let cut = vec![
        Op::Call {
            dst: r(0),
            base: r(1),
            frame: Frame::New,
            function: FnId(1),
        },
        Op::Call {
            dst: r(1),
            base: r(1),
            frame: Current,
            function: FnId(1),
        },
        Op::Call {
            dst: r(2),
            base: r(2),
            frame: Current,
            function: FnId(2),
        },
        Op::Min {
            dst: r(1),
            a: r(1),
            b: r(2),
        },
        Op::Lt {
            dst: r(0),
            a: r(0),
            b: r(1),
        },
        Op::Return { src: r(0) },
    ];
    let positions = Needs::NEW.union(Needs::ROOT);
    let all = positions.union(Needs::MOVE);
    let mut functions = vec![
        function("pen", &[], Ty::Board, Needs::NONE, pen),
        function("room", &[], Ty::Number, Needs::NONE, room),
        function("root.room", &[], Ty::Number, Needs::ROOT, root_room),
        function("less", &[], Ty::Truth, Needs::ROOT, less),
        function("near", &[], Ty::Truth, all, near),
        function("far", &[], Ty::Number, Needs::NONE, far),
        function("edge", &[Ty::Piece], Ty::Truth, Needs::NONE, edge),
        function("nested", &[], Ty::Truth, Needs::NONE, nested),
        function("yes", &[], Ty::Truth, Needs::NONE, flag),
        function("cut.out-class", &[], Ty::Truth, positions, cut),
    ];
    for (index, function) in functions.iter_mut().enumerate() {
        function.place = line(index.min(4));
        function.places = vec![line(index.min(4)); function.code.len()];
    }
    let compare = Compare {
        left: vec![FnId(1)],
        right: vec![FnId(2)],
        left_place: line(1),
        right_place: line(2),
    };
    let mut squeeze = advice("squeeze(2)");
    squeeze.side = Some(Who::White);
    squeeze.better = Goal {
        when: When::AfterUs,
        test: Some(FnId(3)),
        parts: vec![GoalPart {
            place: line(2),
            test: FnId(3),
            compare: Some(compare.clone()),
            boards: vec![GoalBoard {
                place: line(0),
                board: FnId(0),
            }],
            zones: vec![spoken("race(us)", 1)],
            cases: vec![GoalCase {
                text: "less".to_owned(),
                test: FnId(3),
            }],
        }],
        place: line(2),
    };
    squeeze.holding = goal(Some(7));
    squeeze.us.every = vec![Class {
        roles: 5,
        who: Some(Who::Us),
        from: Some(FnId(0)),
        to: Some(FnId(0)),
        filter: Some(FnId(4)),
        toward: vec![Direction::NE, Direction::S],
        promote: Some(1),
        keys: vec![FnId(1), FnId(5)],
        zones: vec![spoken("race(them)", 5), spoken("", 5)],
        place: line(3),
    }];
    squeeze.us.phases = vec![(vec![0, 2], vec![class()]), (vec![4], Vec::new())];
    squeeze.depth = 5;
    squeeze.mode = SearchMode::Shortest;
    squeeze.because = vec![
        TextPart::Text("room is ".to_owned()),
        TextPart::Value(FnId(1)),
    ];
    squeeze.doc = "Takes room away.".to_owned();
    squeeze.place = line(2);
    let mut inner = advice("squeeze or wait");
    inner.kind = AdviceKind::Either;
    inner.better = goal(Some(8));
    let mut krk = table(
        "krk",
        vec![
            Entry::Advice(AdviceId(0)),
            Entry::Shortest(3, vec![AdviceId(0), AdviceId(2)]),
        ],
    );
    let condition = Rule {
        condition: Some(FnId(8)),
        list: vec![Entry::Advice(AdviceId(2))],
        place: line(1),
    };
    krk.rules.insert(0, condition);
    krk.beyond = vec![Successor::Table(TableId(0))];
    krk.material = Some(Material {
        counts: [[1, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0]],
        mirrored: true,
    });
    krk.side = Some(Who::White);
    // Its better-goal looks at the position before our last move, its key at the move.
    let mut cut = advice("cut");
    cut.kind = AdviceKind::Action;
    cut.better = Goal {
        when: When::AfterUs,
        place: line(3),
        ..goal(Some(9))
    };
    cut.prefer = vec![FnId(1), FnId(5)];
    let mut strategy = strategy(
        "K-R-VS-K",
        vec![
            StatementKind::Action {
                advice: AdviceId(3),
                in_class: None,
                then: 1,
                failed: None,
            },
            StatementKind::While {
                condition: FnId(8),
                end: 10,
            },
            StatementKind::If {
                condition: FnId(8),
                otherwise: 5,
            },
            StatementKind::Consult {
                what: Consulted::Table(TableId(0)),
                then: 4,
                failed: None,
            },
            StatementKind::Jump(9),
            StatementKind::Action {
                advice: AdviceId(3),
                in_class: Some(FnId(8)),
                then: 9,
                failed: Some(6),
            },
            StatementKind::Consult {
                what: Consulted::List(vec![
                    Entry::Advice(AdviceId(0)),
                    Entry::Shortest(3, vec![AdviceId(0), AdviceId(2)]),
                ]),
                then: 9,
                failed: Some(7),
            },
            StatementKind::Apply {
                strategy: StrategyId(1),
                then: Some(9),
            },
            StatementKind::Stop(Some("no way on".to_owned())),
            StatementKind::Again(1),
        ],
    );
    strategy.side = Some(Who::White);
    strategy.material = krk.material;
    strategy.in_class = Some(FnId(8));
    strategy.in_class_place = line(0);
    strategy.out_class = Some(FnId(8));
    strategy.out_class_place = line(1);
    strategy.compares = true;
    strategy.doc = "By hand.".to_owned();
    strategy.place = line(2);
    for (index, statement) in strategy.body.iter_mut().enumerate() {
        statement.place = line(index % 5);
    }
    let wait = crate::build::strategy("wait", vec![StatementKind::Stop(None)]);
    let expect = |kind, negated| Expect {
        negated,
        kind,
        place: line(4),
    };
    let test = Test {
        name: "squeezes".to_owned(),
        subject: Subject::Table(TableId(0)),
        fen: "8/8/8/3k4/8/8/1R6/K7 w - - 0 1".to_owned(),
        expect: vec![
            expect(ExpectKind::Move("Rb4".to_owned()), false),
            expect(ExpectKind::Advice(AdviceId(0)), false),
            expect(ExpectKind::Satisfied, true),
            expect(ExpectKind::Tree, false),
            expect(ExpectKind::MateWithin(16), false),
            expect(
                ExpectKind::Value {
                    test: FnId(8),
                    compare: None,
                },
                true,
            ),
            expect(
                ExpectKind::Value {
                    test: FnId(8),
                    compare: Some(Compare {
                        left: vec![FnId(1)],
                        right: vec![FnId(5)],
                        ..compare
                    }),
                },
                false,
            ),
            expect(ExpectKind::OnlyMove("Rb4".to_owned()), false),
        ],
        needs_values: false,
        place: line(4),
    };
    let played = Test {
        name: "cuts".to_owned(),
        subject: Subject::Strategy(StrategyId(0)),
        expect: vec![expect(ExpectKind::Action("cut".to_owned()), false)],
        needs_values: true,
        ..test.clone()
    };
    Program {
        name: "krk".to_owned(),
        version: "1.0".to_owned(),
        doc: "King and rook against king.".to_owned(),
        material: krk.material,
        example: Some("8/8/8/3k4/8/8/1R6/K7 w - - 0 1".to_owned()),
        imports: Vec::new(),
        functions,
        constants: vec![0xff81_8181_8181_81ff, 1 << 40],
        slots: 1,
        exports: vec![Export {
            name: "room".to_owned(),
            params: Vec::new(),
            result: Ty::Number,
            functions: vec![FnId(1), FnId(5)],
            needs: Needs::NONE,
            doc: "Two numbers.".to_owned(),
        }],
        advice: vec![squeeze, inner, advice("wait"), cut],
        tables: vec![krk],
        strategies: vec![strategy, wait],
        patterns: Vec::new(),
        evaluations: Vec::new(),
        texts: Vec::new(),
        tests: vec![test, played],
        claims: crate::claims::rich(line),
        source: Some(SourceText {
            file: "krk.adv".to_owned(),
            text: SOURCE.to_owned(),
            used: Vec::new(),
        }),
    }
}

/// The same with patterns, too.
pub fn with_patterns() -> Program {
    let mut module = rich();
    crate::patterns::add(&mut module);
    module
}

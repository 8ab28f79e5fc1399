//! The items of a file, part by part.

use super::*;

#[test]
fn head_items() {
    let ItemKind::Material(material) = item("material  W: K, R, R;  B: K mirrored") else {
        panic!()
    };
    assert_eq!(
        material.sides[0]
            .men
            .iter()
            .map(|man| man.node)
            .collect::<Vec<_>>(),
        [Role::King, Role::Rook, Role::Rook]
    );
    assert_eq!(
        (material.sides[1].color.node, material.mirrored.is_some()),
        (Side::Black, true)
    );
    assert!(
        matches!(item("EXAMPLE \"8/8 w\""), ItemKind::Example(fen) if fen.node == "8/8 w" && fen.span.len() == 7)
    );
    let ItemKind::Use(path) = item("use std.board") else {
        panic!()
    };
    assert_eq!(
        path.node
            .iter()
            .map(|name| name.node.as_str())
            .collect::<Vec<_>>(),
        ["std", "board"]
    );
    assert!(matches!(
        item("default holding ¬rook-lost"),
        ItemKind::DefaultHolding(_)
    ));
    let ItemKind::Define(define) =
        item("descriptor near(p: piece, b: BOARD) = d because \"x {room}\"")
    else {
        panic!()
    };
    assert_eq!(
        define
            .params
            .iter()
            .map(|p| p.ty.node.as_str())
            .collect::<Vec<_>>(),
        ["piece", "board"]
    );
    let parts = define.because.map(|because| because.parts);
    let [TemplatePart::Text(words), TemplatePart::Value(value)] = parts.as_deref().unwrap_or(&[])
    else {
        panic!("{parts:?}")
    };
    assert_eq!(
        (words.as_str(), &value.kind),
        ("x ", &ExprKind::Name("room".to_owned()))
    );
}

#[test]
fn moves() {
    let seq = |text: &str| match item(&format!("moves m = {text}")) {
        ItemKind::Moves(MovesDef {
            spec: MoveSpec::Seq(seq),
            ..
        }) => seq.classes,
        other => panic!("{other:?}"),
    };
    let classes = seq("K where d then R to b by n then by m then any");
    assert_eq!(classes.len(), 3);
    assert!(matches!(
        classes[1].mods[..],
        [
            MoveMod::To(_),
            MoveMod::By { then: false, .. },
            MoveMod::By { then: true, .. }
        ]
    ));
    assert!(matches!(seq("K, s.R, W.N")[0].head, MoveHead::Pieces(ref men) if men.len() == 3));
    assert!(matches!(
        seq("us.R by new.room")[0].head,
        MoveHead::Pieces(_)
    ));
    assert!(
        matches!(seq("W.* toward NE, N, W")[0].mods[..], [MoveMod::Toward(ref d)] if d.len() == 3)
    );
    assert!(matches!(
        seq("P as N")[0].mods[..],
        [MoveMod::As(Spanned {
            node: Role::Knight,
            ..
        })]
    ));
    assert!(matches!(
        seq("R TO TO ∩ EDGE FROM FROM")[0].mods[..],
        [MoveMod::To(_), MoveMod::From(_)]
    ));
    assert!(matches!(seq("toward toward E")[0].head, MoveHead::Name(_)));
    assert!(matches!(
        seq("K where if a then b else c then king(2) then none")[..],
        [_, _, _]
    ));
    for text in [
        "at 0: king then rook;  at 2, 4: checks",
        "(at 0: K; at 2: R)",
    ] {
        let ItemKind::Moves(MovesDef {
            spec: MoveSpec::Phases(phases),
            ..
        }) = item(&format!("moves m = {text}"))
        else {
            panic!()
        };
        assert_eq!(phases.len(), 2);
    }
}

#[test]
fn advice_plans_and_tables() {
    let ItemKind::Advice(advice) = item(
        "advice mate-in(n: number) for W\n better after-them mate\n holding after-us d\n us any them none\n depth 2 * n - 1 shortest\n because \"x\"\nend-advice mate-in",
    ) else {
        panic!()
    };
    assert_eq!((advice.clauses.len(), advice.params.len()), (6, 1));
    assert!(matches!(
        advice.clauses[0].kind,
        AdviceClauseKind::Better(When::AfterThem, _)
    ));
    assert!(matches!(
        advice.clauses[1].kind,
        AdviceClauseKind::Holding(When::AfterUs, _)
    ));
    assert!(matches!(
        advice.clauses[4].kind,
        AdviceClauseKind::Depth(_, ref words) if words.len() == 1
    ));
    assert_eq!(advice.side.map(|side| side.node), Some(Side::White));

    let ItemKind::Table(table) = item(
        "table kqk (W: K, Q; B: K) for B\n if a then mate-in(2), shortest 3 (squeeze, approach), last\n else if b then x\n else-if c then y\n otherwise shortest n (z)\n also last\n beyond kqk, kpk, LEAVES\nend-table kqk",
    ) else {
        panic!()
    };
    assert_eq!(
        (table.rules.len(), table.also.len(), table.beyond.len()),
        (4, 1, 1)
    );
    assert!(
        matches!(table.rules[0].list[1], ListEntry::Shortest { ref entries, .. } if entries.len() == 2)
    );
    assert!(table.rules[3].condition.is_none() && table.material.is_some());
    assert_eq!(table.beyond[0].node[2].node, "leaves");
    assert!(
        matches!(item("plan last = wait, safe-move"), ItemKind::Plan(plan) if plan.entries.len() == 2)
    );
}

#[test]
fn tests_and_claims() {
    let ItemKind::Test(test) = item(
        "test \"t\" krk(2) position \"f\" expect move Kc2, not move e2e4, move \"e8=Q\", move e4, not satisfied, TREE, \
         not mate within 3 moves, advice a(1), not action b, room = 12, divides, not exposed",
    ) else {
        panic!()
    };
    assert!(test.subject.is_some());
    let kinds: Vec<(bool, String)> = test
        .expectations
        .iter()
        .map(|e| (e.negated, format!("{:?}", e.kind)))
        .collect();
    let heads: Vec<(bool, &str)> = kinds
        .iter()
        .map(|(negated, kind)| (*negated, kind.split('(').next().unwrap_or("")))
        .collect();
    assert_eq!(
        heads,
        [
            (false, "Move"),
            (true, "Move"),
            (false, "Move"),
            (false, "Move"),
            (true, "Satisfied"),
            (false, "Tree"),
            (true, "MateWithin"),
            (false, "Advice"),
            (true, "Action"),
            (false, "Value"),
            (false, "Value"),
            (false, "Value"),
        ]
    );
    assert!(
        matches!(item("test \"t\" position \"f\" expect room = 1"), ItemKind::Test(test) if test.subject.is_none())
    );

    let ItemKind::Prove(prove) = item(
        "PROVE krk FROM ALL POSITIONS WHERE a REACHES mate KEEPS b NEVER c WITHIN 34 MOVES WEAK any-choice",
    ) else {
        panic!()
    };
    assert_eq!((prove.goals.len(), prove.modes.len()), (3, 2));
    assert_eq!(prove.modes[0].node, "weak");
    assert!(matches!(
        prove.within,
        Some((Spanned { node: 34, .. }, Unit::Moves))
    ));
    assert!(
        matches!(item("prove secure ⇒ won(W) from all positions"), ItemKind::Prove(p) if p.implies.is_some())
    );
    assert!(matches!(item("prove a from example keeps b"), ItemKind::Prove(p) if p.from.is_some()));
    let ItemKind::Measure(measure) =
        item("measure knkr from 20000 random positions where drawn seed 1 share of keeps drawn")
    else {
        panic!()
    };
    assert!(matches!(
        (measure.from.kind, measure.from.seed),
        (
            FromKind::Random(Spanned { node: 20000, .. }),
            Some(Spanned { node: 1, .. })
        )
    ));
    let ItemKind::Prove(listed) = item("prove a from \"x\", \"y\" , \"z\" where b reaches c")
    else {
        panic!()
    };
    let from = listed.from.expect("positions");
    assert!(matches!(from.kind, FromKind::List(fens) if fens.len() == 3 && fens[2].node == "z"));
    assert!(from.condition.is_some());
    let text =
        "measure a from all positions share of reaches b weak keeps c within 9 moves never d";
    assert!(matches!(item(text), ItemKind::Measure(m) if m.goals.len() == 3 && m.within.is_some()));
}

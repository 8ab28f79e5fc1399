//! Strategies as the lowering gets them: records of actions, positions, numbers, places.

use adv_module::{AdviceId, StrategyId, TableId};

use super::{codes, run, words};
use crate::hir::{
    AdviceKind, Consulted, Entry, Expr, ExprKind, Frame, Hir, SearchMode, Statement, StatementKind,
    Subject, When, Who,
};

/// The checked program of a text without errors.
fn program(text: &str) -> Result<Hir, String> {
    let (_, checked) = run(text);
    match checked {
        Some(checked) => Ok(checked.program().clone()),
        None => Err(words(text)),
    }
}

const HEAD: &str = "(in-class: figures - W: K, R; B: K; descr - any; out-class: mate)";

#[test]
fn actions_stand_behind_all_other_advice_in_the_order_of_the_source() -> Result<(), String> {
    let text = format!(
        "advice mate-in(n: number) better mate depth n end-advice\n\
         advice quiet better ¬check depth 1 end-advice\n\
         strat second {HEAD}\n apply first\n action THREE (any, new.mate)\n end-strat\n\
         strat first {HEAD}\n\
         action ONE (satisfiable(mate-in(3)), new.mate) within 5 otherwise\n\
           action TWO (any, new.satisfiable(quiet or mate-in(2))) otherwise stop \"no\"\n\
         end-strat\n"
    );
    let program = program(&text)?;
    let names: Vec<(&str, AdviceKind)> = program
        .advice
        .iter()
        .map(|advice| (advice.name.node.as_str(), advice.kind))
        .collect();
    assert_eq!(
        names,
        [
            ("quiet", AdviceKind::Piece),
            ("mate-in(3)", AdviceKind::Piece),
            ("mate-in(2)", AdviceKind::Piece),
            ("quiet or mate-in(2)", AdviceKind::Either),
            ("THREE", AdviceKind::Action),
            ("ONE", AdviceKind::Action),
            ("TWO", AdviceKind::Action),
        ]
    );
    let [second, first] = program.strategies.as_slice() else {
        return Err("two strategies".to_owned());
    };
    assert!(matches!(
        second.body[0].kind,
        StatementKind::Apply(StrategyId(1), None)
    ));
    assert!(matches!(
        second.body[1].kind,
        StatementKind::Action(4, None, None)
    ));
    let StatementKind::Action(5, Some(in_class), Some(otherwise)) = &first.body[0].kind else {
        return Err(format!("{:?}", first.body));
    };
    assert!(matches!(
        in_class.kind,
        ExprKind::Satisfiable(Frame::Current, 1)
    ));
    let StatementKind::Action(6, None, Some(last)) = &otherwise.kind else {
        return Err(format!("{otherwise:?}"));
    };
    assert!(matches!(&last.kind, StatementKind::Stop(Some(reason)) if reason == "no"));
    assert!(matches!(
        program.advice[6].better.test.kind,
        ExprKind::Satisfiable(Frame::New, 3)
    ));
    // A place ends before `otherwise`.
    let shown = |statement: &Statement| {
        let span = statement.span;
        text[span.start as usize..span.end as usize].to_owned()
    };
    assert_eq!(
        shown(&first.body[0]),
        "action ONE (satisfiable(mate-in(3)), new.mate) within 5"
    );
    Ok(())
}

#[test]
fn an_action_is_a_piece_of_advice() -> Result<(), String> {
    let text = format!(
        "default holding SQ(W.R) ≠ ∅\n\
         strat corner for W {HEAD}\n\
         action ONE (any, new.SQ(R) = SQ(R) ∧ root.file(R) = 0)\n\
         action TWO (any, any)  us (at 0: K; at 2: R by file(TO) then any) within 3 plies\n\
         holding true  prefer (replies, dist(TO, B.K)) then new.replies  because \"{{file(R)}} files\"\n\
         end-strat\n"
    );
    let program = program(&text)?;
    let [a, b] = program.advice.as_slice() else {
        return Err("two actions".to_owned());
    };
    assert_eq!(
        (a.depth, a.mode, a.better.when),
        (1, SearchMode::Shortest, When::AfterUs)
    );
    assert_eq!(
        (a.side, a.us.every.len(), a.them.every.len()),
        (Some(Who::White), 1, 1)
    );
    assert_eq!(a.holding.when, When::Always);
    assert!(!a.holding.place.is_empty(), "the file's default");
    let ExprKind::And(parts) = &a.better.test.kind else {
        return Err(format!("{:?}", a.better));
    };
    let ExprKind::Boards(_, new, before) = &parts[0].kind else {
        return Err(format!("{parts:?}"));
    };
    assert!(matches!(new.kind, ExprKind::Squares(Frame::New, _)));
    assert!(matches!(before.kind, ExprKind::Squares(Frame::Current, _)));

    assert_eq!((b.depth, b.us.phases.len(), b.because.len()), (3, 2, 2));
    assert!(matches!(b.holding.test.kind, ExprKind::Truth(true)));
    let frames: Vec<Option<Frame>> = b.prefer.iter().map(replies).collect();
    assert_eq!(frames, [Some(Frame::New), Some(Frame::New)]);
    Ok(())
}

/// The position whose replies an expression counts.
fn replies(expr: &Expr) -> Option<Frame> {
    match &expr.kind {
        ExprKind::Prim(_, frame, _) => Some(*frame),
        ExprKind::Tuple(parts) => parts.first().and_then(replies),
        _ => None,
    }
}

#[test]
fn statements_keep_their_order_and_their_lists() -> Result<(), String> {
    let text = "material W: K, R;  B: K\n\
         advice a better mate depth 1 end-advice\n\
         advice b better check depth 1 end-advice\n\
         plan both = a, b\n\
         table t otherwise a end-table\n\
         strat corner (descr - check; out-class: mate)\n\
           do-while (MV(B.K))\n\
             if (check) then consult t\n\
             else-if (mate) then consult both, shortest 3 (a, b) otherwise stop\n\
             else stop end-if\n\
           end-do\n\
         end-strat\n\
         test \"one\" corner position \"8/8/8/3k4/8/8/8/RK6 w - - 0 1\" expect satisfied\n";
    let program = program(text)?;
    let strategy = &program.strategies[0];
    assert_eq!(strategy.material, program.material);
    assert!(strategy.in_class.is_some() && strategy.out_class.is_some());
    assert_eq!(program.tests[0].subject, Subject::Strategy(StrategyId(0)));
    let StatementKind::DoWhile(condition, body) = &strategy.body[0].kind else {
        return Err(format!("{:?}", strategy.body));
    };
    assert!(matches!(condition.kind, ExprKind::NonEmpty(_)));
    let StatementKind::If(branches, last) = &body[0].kind else {
        return Err(format!("{body:?}"));
    };
    assert_eq!((branches.len(), last.len()), (2, 1));
    assert!(matches!(
        branches[0].1[0].kind,
        StatementKind::Consult(Consulted::Table(TableId(0)), None)
    ));
    let StatementKind::Consult(Consulted::List(list), Some(_)) = &branches[1].1[0].kind else {
        return Err(format!("{branches:?}"));
    };
    assert_eq!(
        *list,
        [
            Entry::Advice(AdviceId(0)),
            Entry::Advice(AdviceId(1)),
            Entry::Shortest(3, vec![AdviceId(0), AdviceId(1)])
        ]
    );
    let (start, end) = (body[0].span.start as usize, body[0].span.end as usize);
    assert_eq!(&text[start..end], "if (check");
    Ok(())
}

#[test]
fn figures_are_the_material_where_the_file_has_none() -> Result<(), String> {
    let step = "action ONE (any, new.SQ(R) = a1)";
    let one =
        format!("board PLACE = R\nstrat s {HEAD} action ONE (any, new.PLACE = a1) end-strat\n");
    assert!(program(&one)?.material.is_some());
    let other = "(in-class: figures - W: K; B: K, R; descr - any; out-class: mate)";
    let two = format!("{one}strat t {other} {step} end-strat\n");
    assert_eq!(codes(&two), ["E0208"]);
    // A strategy of the file's figures serves what the file serves, another one does not.
    let mirrored = format!("material W: K, R; B: K mirrored\nstrat s {HEAD} {step} end-strat\n");
    let served = program(&mirrored)?.strategies[0].material;
    assert!(served.is_some_and(|material| material.mirrored));
    let plain = format!("material W: K, R; B: K\nstrat s {HEAD} {step} end-strat\n");
    let served = program(&plain)?.strategies[0].material;
    assert!(served.is_some_and(|material| !material.mirrored));
    Ok(())
}

#[test]
fn long_chains_of_apply_are_refused_and_do_not_overflow() {
    let chain = |length: usize| {
        let mut text = format!("strat s0 {HEAD} stop end-strat\n");
        for i in 1..length {
            text += &format!("strat s{i} {HEAD} apply s{} end-strat\n", i - 1);
        }
        codes(&text)
    };
    assert_eq!(chain(150), [""; 0]);
    assert_eq!(chain(152), ["E0601"]);
    assert_eq!(chain(5_000), ["E0601"]);
}

#[test]
fn a_claim_may_be_about_a_strategy() {
    let text = format!(
        "strat s for W {HEAD} action ONE (any, new.mate) end-strat\n\
         prove s from all positions reaches mate within 3 moves\n\
         measure s from 10 random positions seed 1 share of reaches mate\n"
    );
    assert_eq!(codes(&text), [""; 0], "{}", words(&text));
}

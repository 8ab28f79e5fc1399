//! Walks over the records of a module: every function, advice and place they hold, always in the order of the file.
//!
//! Each walk exists twice, in [`look`] and in [`change`], made from one text, so that writer, reader, verifier and linker cannot
//! disagree about what there is.

/// What a slot in a pattern's text wants of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// Any value.
    Value,
    /// A board.
    Board,
    /// A number.
    Number,
    /// What a choice of forms depends on.
    Choice,
}

/// What a record wants of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// A goal or a conjunct of it.
    Goal,
    /// One side of a comparison in a goal.
    Compare,
    /// The squares a move comes from.
    From,
    /// The squares a move goes to.
    To,
    /// A descriptor that a move has to satisfy.
    Filter,
    /// A number that orders moves.
    Key,
    /// A number that orders all the moves of a node.
    Prefer,
    /// What a move costs.
    Cost,
    /// A board that a conjunct speaks of.
    Board,
    /// The in-class of an action of the file.
    InClass,
    /// The out-class of a strategy.
    OutClass,
    /// A value in a reason.
    Because,
    /// The squares of a zone in a reason.
    ZoneBoard,
    /// The horizon of a zone in a reason.
    ZoneMoves,
    /// What a choice of forms depends on.
    Choice,
    /// A board in a text that says how it is said.
    TextBoard,
    /// A pattern's fact that is a board.
    FactBoard,
    /// A pattern's fact that is a descriptor, and the descriptor that is a pattern's name.
    FactTruth,
    /// A pattern's `where`.
    Where,
    /// A worth of a pattern.
    Worth,
    /// A value in a text of a pattern.
    Told(Told),
    /// The stage of an evaluation.
    Stage,
    /// The squares of a zone that a conjunct speaks of.
    GoalZoneBoard,
    /// The horizon of a zone that a conjunct speaks of.
    GoalZoneMoves,
    /// The squares of a zone that a class speaks of.
    ClassZoneBoard,
    /// The horizon of a zone that a class speaks of.
    ClassZoneMoves,
    /// The precondition of a rule.
    Condition,
    /// An in-class or a condition of a strategy.
    Statement,
    /// An expectation of a test.
    Expect,
    /// One side of a comparison in an expectation.
    ExpectCompare,
    /// A goal or condition of a claim, or what it says of every position.
    Claim,
    /// One side of a comparison in a claim.
    ClaimCompare,
    /// A board that a conjunct of a claim's goal speaks of.
    ClaimBoard,
    /// The squares of a zone that a conjunct of a claim's goal speaks of.
    ClaimZoneBoard,
    /// The horizon of such a zone.
    ClaimZoneMoves,
}

impl Use {
    /// What a reason's functions are where the text is a pattern's, which is asked at the root.
    const fn in_pattern(self) -> Use {
        Use::Told(match self {
            Use::Choice => Told::Choice,
            Use::ZoneBoard | Use::TextBoard => Told::Board,
            Use::ZoneMoves => Told::Number,
            _ => Told::Value,
        })
    }

    /// What a goal's functions are where the goal is a claim's, which speaks of one position at a time.
    const fn in_claim(self) -> Use {
        match self {
            Use::Compare => Use::ClaimCompare,
            Use::Board => Use::ClaimBoard,
            Use::GoalZoneBoard => Use::ClaimZoneBoard,
            Use::GoalZoneMoves => Use::ClaimZoneMoves,
            _ => Use::Claim,
        }
    }
}

macro_rules! walks {
    ($module:ident, $doc:literal $(, $m:tt)?) => {
        #[doc = $doc]
        #[allow(dead_code, reason = "one text makes both sets of walks, and some are needed in one way only")]
        pub(crate) mod $module {
            use super::Use;
            use crate::ids::{AdviceId, FnId};
            use crate::program::*;

            fn compare(compare: &$($m)? Compare, how: Use, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                for function in &$($m)? compare.left {
                    f(how, function);
                }
                for function in &$($m)? compare.right {
                    f(how, function);
                }
            }

            fn zone(zone: &$($m)? ZoneFunctions, [board, moves]: [Use; 2], f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                f(board, &$($m)? zone.men);
                f(board, &$($m)? zone.targets);
                f(moves, &$($m)? zone.moves);
            }

            fn goal(goal: &$($m)? Goal, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                if let Some(test) = &$($m)? goal.test {
                    f(Use::Goal, test);
                }
                for part in &$($m)? goal.parts {
                    f(Use::Goal, &$($m)? part.test);
                    if let Some(sides) = &$($m)? part.compare {
                        compare(sides, Use::Compare, f);
                    }
                    for board in &$($m)? part.boards {
                        f(Use::Board, &$($m)? board.board);
                    }
                    for spoken in &$($m)? part.zones {
                        zone(&$($m)? spoken.zone, [Use::GoalZoneBoard, Use::GoalZoneMoves], f);
                    }
                    for case in &$($m)? part.cases {
                        f(Use::Goal, &$($m)? case.test);
                    }
                }
            }

            fn classes(spec: &$($m)? MoveSpec, f: &mut dyn FnMut(&$($m)? Class)) {
                for class in &$($m)? spec.every {
                    f(class);
                }
                for (_, classes) in &$($m)? spec.phases {
                    for class in classes {
                        f(class);
                    }
                }
            }

            fn class(class: &$($m)? Class, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                if let Some(from) = &$($m)? class.from {
                    f(Use::From, from);
                }
                if let Some(to) = &$($m)? class.to {
                    f(Use::To, to);
                }
                if let Some(filter) = &$($m)? class.filter {
                    f(Use::Filter, filter);
                }
                for key in &$($m)? class.keys {
                    f(Use::Key, key);
                }
                for spoken in &$($m)? class.zones {
                    zone(&$($m)? spoken.zone, [Use::ClassZoneBoard, Use::ClassZoneMoves], f);
                }
            }

            /// The functions of a text.
            fn text_functions(text: &$($m)? [TextPart], f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                for part in text {
                    match part {
                        TextPart::Text(_) => {}
                        TextPart::Value(function) => f(Use::Because, function),
                        TextPart::Zone(zone) => {
                            f(Use::ZoneBoard, &$($m)? zone.men);
                            f(Use::ZoneBoard, &$($m)? zone.targets);
                            f(Use::ZoneMoves, &$($m)? zone.moves);
                        }
                        TextPart::Choice { by, .. } => f(Use::Choice, by),
                        TextPart::Board { board, .. } => f(Use::TextBoard, board),
                    }
                }
            }

            /// The functions of a pattern.
            pub(crate) fn pattern_functions(pattern: &$($m)? Pattern, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                match pattern.each {
                    Each::Truth => f(Use::FactTruth, &$($m)? pattern.fact),
                    _ => f(Use::FactBoard, &$($m)? pattern.fact),
                }
                if let Some(condition) = &$($m)? pattern.condition {
                    f(Use::Where, condition);
                }
                f(Use::FactTruth, &$($m)? pattern.holds);
                f(Use::Worth, &$($m)? pattern.worth);
                pattern_texts(pattern, &mut |text| text_functions(text, &mut |how, function| f(how.in_pattern(), function)));
            }

            /// The texts of a pattern: what it is called, its belief, the purposes for us and for them.
            pub(crate) fn pattern_texts(pattern: &$($m)? Pattern, f: &mut dyn FnMut(&$($m)? [TextPart])) {
                f(&$($m)? pattern.called);
                f(&$($m)? pattern.belief);
                if let Some(view) = &$($m)? pattern.us {
                    f(&$($m)? view.purpose);
                }
                if let Some(view) = &$($m)? pattern.them {
                    f(&$($m)? view.purpose);
                }
            }

            /// The pieces-of-advice of a pattern's plans.
            pub(crate) fn pattern_advice(pattern: &$($m)? Pattern, f: &mut dyn FnMut(&$($m)? AdviceId)) {
                if let Some(view) = &$($m)? pattern.us {
                    for planned in &$($m)? view.plan {
                        f(&$($m)? planned.advice);
                    }
                }
                if let Some(view) = &$($m)? pattern.them {
                    for planned in &$($m)? view.plan {
                        f(&$($m)? planned.advice);
                    }
                }
            }

            /// The functions of an evaluation.
            pub(crate) fn evaluation_functions(evaluation: &$($m)? Evaluation, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                if let Some(stage) = &$($m)? evaluation.stage {
                    f(Use::Stage, stage);
                }
                for (_, worth) in &$($m)? evaluation.worths {
                    f(Use::Worth, worth);
                }
            }

            /// The functions of a piece-of-advice.
            pub(crate) fn advice_functions(advice: &$($m)? Advice, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                goal(&$($m)? advice.better, f);
                goal(&$($m)? advice.holding, f);
                classes(&$($m)? advice.us, &mut |of_us| class(of_us, f));
                classes(&$($m)? advice.them, &mut |of_them| class(of_them, f));
                if let Some(cost) = &$($m)? advice.cost {
                    f(Use::Cost, &$($m)? cost.of_move);
                }
                text_functions(&$($m)? advice.because, f);
                for key in &$($m)? advice.prefer {
                    f(Use::Prefer, key);
                }
                if let Some(in_class) = &$($m)? advice.in_class {
                    f(Use::InClass, in_class);
                }
            }

            /// The function of a rule.
            pub(crate) fn rule_functions(rule: &$($m)? Rule, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                if let Some(condition) = &$($m)? rule.condition {
                    f(Use::Condition, condition);
                }
            }

            /// The functions of a strategy.
            pub(crate) fn strategy_functions(strategy: &$($m)? Strategy, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                if let Some(in_class) = &$($m)? strategy.in_class {
                    f(Use::Statement, in_class);
                }
                if let Some(out_class) = &$($m)? strategy.out_class {
                    f(Use::OutClass, out_class);
                }
                for statement in &$($m)? strategy.body {
                    match &$($m)? statement.kind {
                        StatementKind::Action { in_class: Some(condition), .. }
                        | StatementKind::While { condition, .. }
                        | StatementKind::If { condition, .. } => f(Use::Statement, condition),
                        StatementKind::Action { in_class: None, .. }
                        | StatementKind::Consult { .. }
                        | StatementKind::Apply { .. }
                        | StatementKind::Again(_)
                        | StatementKind::Jump(_)
                        | StatementKind::Stop(_) => {}
                    }
                }
            }

            /// The functions of all records but advice: exports, tables, strategies, patterns, evaluations, tests, claims.
            pub(crate) fn other_functions(module: &$($m)? Program, f: &mut dyn FnMut(&$($m)? FnId)) {
                for export in &$($m)? module.exports {
                    for function in &$($m)? export.functions {
                        f(function);
                    }
                }
                let f = &mut |_, function: &$($m)? FnId| f(function);
                for table in &$($m)? module.tables {
                    for rule in &$($m)? table.rules {
                        rule_functions(rule, f);
                    }
                }
                for strategy in &$($m)? module.strategies {
                    strategy_functions(strategy, f);
                }
                for pattern in &$($m)? module.patterns {
                    pattern_functions(pattern, f);
                }
                for evaluation in &$($m)? module.evaluations {
                    evaluation_functions(evaluation, f);
                }
                for test in &$($m)? module.tests {
                    test_functions(test, f);
                }
                for claim in &$($m)? module.claims {
                    claim_functions(claim, f);
                }
            }

            /// The pieces-of-advice of a list.
            pub(crate) fn list_advice(list: &$($m)? [Entry], f: &mut dyn FnMut(&$($m)? AdviceId)) {
                for entry in list {
                    match entry {
                        Entry::Advice(advice) => f(advice),
                        Entry::Shortest(_, several) => {
                            for advice in several {
                                f(advice);
                            }
                        }
                    }
                }
            }

            /// The functions of a test.
            pub(crate) fn test_functions(test: &$($m)? Test, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                for expect in &$($m)? test.expect {
                    if let ExpectKind::Value { test, compare: sides } = &$($m)? expect.kind {
                        f(Use::Expect, test);
                        if let Some(sides) = sides {
                            compare(sides, Use::ExpectCompare, f);
                        }
                    }
                }
            }

            /// The pieces-of-advice of a test.
            pub(crate) fn test_advice(test: &$($m)? Test, f: &mut dyn FnMut(&$($m)? AdviceId)) {
                if let Subject::Advice(advice) = &$($m)? test.subject {
                    f(advice);
                }
                for expect in &$($m)? test.expect {
                    match &$($m)? expect.kind {
                        ExpectKind::Advice(advice)
                        | ExpectKind::Forced(advice)
                        | ExpectKind::Possible(advice)
                        | ExpectKind::Refuted(advice) => f(advice),
                        _ => {}
                    }
                }
            }

            /// The functions of a claim.
            pub(crate) fn claim_functions(claim: &$($m)? Claim, f: &mut dyn FnMut(Use, &$($m)? FnId)) {
                if let ClaimSubject::Descriptor { premise, conclusion } = &$($m)? claim.subject {
                    if let Some(premise) = premise {
                        f(Use::Claim, premise);
                    }
                    f(Use::Claim, conclusion);
                }
                if let Some(condition) = &$($m)? claim.from.condition {
                    f(Use::Claim, condition);
                }
                for of in &$($m)? claim.goals {
                    goal(&$($m)? of.goal, &mut |how, function| f(how.in_claim(), function));
                }
                for spoken in &$($m)? claim.zones {
                    zone(&$($m)? spoken.zone, [Use::ClaimZoneBoard, Use::ClaimZoneMoves], f);
                }
            }

            fn goal_places(goal: &$($m)? Goal, f: &mut dyn FnMut(&$($m)? Place)) {
                f(&$($m)? goal.place);
                for part in &$($m)? goal.parts {
                    f(&$($m)? part.place);
                    if let Some(sides) = &$($m)? part.compare {
                        compare_places(sides, f);
                    }
                    for board in &$($m)? part.boards {
                        f(&$($m)? board.place);
                    }
                }
            }

            fn compare_places(sides: &$($m)? Compare, f: &mut dyn FnMut(&$($m)? Place)) {
                f(&$($m)? sides.left_place);
                f(&$($m)? sides.right_place);
            }

            /// The places of a piece-of-advice.
            pub(crate) fn advice_places(advice: &$($m)? Advice, f: &mut dyn FnMut(&$($m)? Place)) {
                f(&$($m)? advice.place);
                goal_places(&$($m)? advice.better, f);
                goal_places(&$($m)? advice.holding, f);
                classes(&$($m)? advice.us, &mut |class| f(&$($m)? class.place));
                classes(&$($m)? advice.them, &mut |class| f(&$($m)? class.place));
                if let Some(cost) = &$($m)? advice.cost {
                    f(&$($m)? cost.place);
                }
            }

            /// The places of a table.
            pub(crate) fn table_places(table: &$($m)? Table, f: &mut dyn FnMut(&$($m)? Place)) {
                f(&$($m)? table.place);
                for rule in &$($m)? table.rules {
                    f(&$($m)? rule.place);
                }
            }

            /// The places of a strategy.
            pub(crate) fn strategy_places(strategy: &$($m)? Strategy, f: &mut dyn FnMut(&$($m)? Place)) {
                f(&$($m)? strategy.place);
                f(&$($m)? strategy.in_class_place);
                f(&$($m)? strategy.out_class_place);
                for statement in &$($m)? strategy.body {
                    f(&$($m)? statement.place);
                }
            }

            /// The places of a test.
            pub(crate) fn test_places(test: &$($m)? Test, f: &mut dyn FnMut(&$($m)? Place)) {
                f(&$($m)? test.place);
                for expect in &$($m)? test.expect {
                    f(&$($m)? expect.place);
                    if let ExpectKind::Value { compare: Some(sides), .. } = &$($m)? expect.kind {
                        compare_places(sides, f);
                    }
                }
            }

            /// The places of a claim.
            pub(crate) fn claim_places(claim: &$($m)? Claim, f: &mut dyn FnMut(&$($m)? Place)) {
                f(&$($m)? claim.place);
                f(&$($m)? claim.from.condition_place);
                for of in &$($m)? claim.goals {
                    goal_places(&$($m)? of.goal, f);
                }
            }

            /// The places of all definitions and records, without those of the instructions.
            pub(crate) fn places(module: &$($m)? Program, f: &mut dyn FnMut(&$($m)? Place)) {
                for function in &$($m)? module.functions {
                    f(&$($m)? function.place);
                }
                for advice in &$($m)? module.advice {
                    advice_places(advice, f);
                }
                for table in &$($m)? module.tables {
                    table_places(table, f);
                }
                for strategy in &$($m)? module.strategies {
                    strategy_places(strategy, f);
                }
                for pattern in &$($m)? module.patterns {
                    f(&$($m)? pattern.place);
                }
                for evaluation in &$($m)? module.evaluations {
                    f(&$($m)? evaluation.place);
                }
                for texts in &$($m)? module.texts {
                    f(&$($m)? texts.place);
                }
                for test in &$($m)? module.tests {
                    test_places(test, f);
                }
                for claim in &$($m)? module.claims {
                    claim_places(claim, f);
                }
            }
        }
    };
}

walks!(look, "Walks that read.");
walks!(change, "Walks that change.", mut);

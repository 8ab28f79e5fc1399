//! What strategies, tables and actions of the file use of one another: ends that are compared, in-classes, `apply` with a way out, rings.

use adv_module::program::{Entry, StatementKind, Successor};
use adv_module::{AdviceId, AdviceKind, FnId, Property, StrategyId};

use super::{changed, refused};
use crate::build::*;

#[test]
fn out_classes_compare_the_end_with_the_beginning_where_they_say_so() {
    use Property::Records;
    let class = |function: u32, compares: bool| {
        let mut module = changed(|_| ());
        module.strategies[0].out_class = Some(FnId(function));
        module.strategies[0].compares = compares;
        module
    };
    refused(
        class(1, false),
        Records,
        "`room` is a strategy's out-class and gives a number",
    );
    refused(class(9, false), Records, "its out-class speaks of `new.`");
    verified(class(9, true));
    verified(class(8, false));
    refused(
        changed(|module| module.strategies[0].out_class = None),
        Records,
        "without an out-class",
    );
}

#[test]
fn only_actions_of_the_file_have_an_in_class() {
    use Property::Records;
    let of = |at: usize, kind: AdviceKind, function: u32| {
        changed(|module| {
            module.advice[at].kind = kind;
            module.advice[at].in_class = Some(FnId(function));
        })
    };
    refused(of(0, AdviceKind::Piece, 8), Records, "it has an in-class");
    refused(of(3, AdviceKind::Action, 8), Records, "it has an in-class");
    refused(
        of(3, AdviceKind::Item, 9),
        Records,
        "is an action's in-class and speaks of",
    );
    refused(
        of(3, AdviceKind::Item, 1),
        Records,
        "is an action's in-class and gives a number",
    );
    refused(of(3, AdviceKind::Item, 99), Property::Bounds, "function 99");
    verified(of(3, AdviceKind::Item, 8));
    // One may be in a list, and the other may not.
    let listed = |kind: AdviceKind| {
        changed(|module| {
            module.advice[3].kind = kind;
            module.tables[0].rules[0]
                .list
                .push(Entry::Advice(AdviceId(3)));
        })
    };
    verified(listed(AdviceKind::Item));
    refused(listed(AdviceKind::Action), Records, "is an action's");
}

#[test]
fn what_follows_an_apply_is_further_on() {
    let then = |to: u32| {
        changed(|module| {
            module.strategies[0].body[7].kind = StatementKind::Apply {
                strategy: StrategyId(1),
                then: Some(to),
            };
        })
    };
    refused(then(5), Property::Statements, "it goes back to 5");
    refused(
        then(10),
        Property::Statements,
        "it goes to 10, into a loop or out of one",
    );
    refused(then(99), Property::Bounds, "statement 99");
}

#[test]
fn tables_hand_over_in_no_ring() {
    let beyond = |strategy: u16| {
        changed(|module| {
            module.tables[0]
                .beyond
                .push(Successor::Strategy(StrategyId(strategy)));
        })
    };
    refused(
        beyond(0),
        Property::Acyclic,
        "it applies itself: strategy `K-R-VS-K` -> strategy `K-R-VS-K`",
    );
    refused(beyond(9), Property::Bounds, "strategy 9 does not exist");
}

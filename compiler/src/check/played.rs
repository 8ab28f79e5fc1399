//! Strategies as the lowering reads them: every action a record of advice, every list numbered.
//!
//! The records of actions come after all other advice, in the order of the source, so their numbers are known once all
//! instances and all hidden advice are.

use super::Checker;
use super::every::{StrategyPart, each_part};
use super::instances::Instances;
use super::records::{ActionMoves, AdviceForm, NamedAdvice};
use crate::hir::{Advice, Consulted, StatementKind, Strategy};

impl Checker<'_> {
    /// All strategies and the records of their own actions. The statements count these down from the largest number through all
    /// strategies; see [`number_actions`].
    pub(super) fn build_strategies(
        &mut self,
        found: &mut Instances,
    ) -> (Vec<Strategy>, Vec<Advice>) {
        let (mut strategies, mut actions) = (Vec::new(), Vec::new());
        for index in 0..self.records.strategies.len() {
            let Some(form) = self.records.strategies[index].form.take() else {
                self.broken = true;
                continue;
            };
            let (mut strategy, NamedAdvice { own, used, lists }) = (form.strategy, form.named);
            let head = strategy.in_class.iter_mut().chain(&mut strategy.out_class);
            head.for_each(|class| self.resolve(class, &[], found));
            let (mut own, mut used) = (own.into_iter(), used.into_iter());
            let mut lists = lists.into_iter();
            each_part(&mut strategy.body, &mut |part| match part {
                StrategyPart::Condition(condition) => self.resolve(condition, &[], found),
                StrategyPart::Statement(statement) => match &mut statement.kind {
                    StatementKind::Action(number, ..) if *number == NamedAdvice::OWN => {
                        *number = usize::MAX - actions.len();
                        match own.next().and_then(|form| self.build_action(form, found)) {
                            Some(built) => actions.push(built),
                            None => self.broken = true,
                        }
                    }
                    StatementKind::Action(number, ..) => {
                        if let Some((key, at)) = used.next() {
                            *number = found.number(key, at);
                        }
                    }
                    StatementKind::Consult(Consulted::List(list), _) => {
                        let items = lists.next().unwrap_or_default();
                        list.extend(items.iter().map(|item| found.entry(item)));
                    }
                    _ => {}
                },
            });
            strategies.push(strategy);
        }
        (strategies, actions)
    }

    fn build_action(&mut self, form: AdviceForm, found: &mut Instances) -> Option<Advice> {
        self.records.action_moves.push(ActionMoves {
            plies: form.plies[0].clone(),
            span: form.us_span,
        });
        self.filled_advice(form, &[], None, found)
    }
}

/// Gives the actions inside strategies their numbers among all advice, once it is known how many others there are. Those of the file
/// have their own already.
pub(super) fn number_actions(strategies: &mut [Strategy], others: usize) {
    for strategy in strategies {
        each_part(&mut strategy.body, &mut |part| {
            if let StrategyPart::Statement(statement) = part
                && let StatementKind::Action(number, ..) = &mut statement.kind
                && *number > usize::MAX / 2
            {
                *number = others + (usize::MAX - *number);
            }
        });
    }
}

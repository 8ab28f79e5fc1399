//! Strategies as the lowering reads them: every action a record of advice, every list numbered.
//!
//! The records of actions come after all other advice, in the order of the source, so their numbers are known once all
//! instances and all hidden advice are.

use super::Checker;
use super::every::each_statement;
use super::instance::AdviceHead;
use super::instances::Instances;
use super::records::{ActionForm, ActionMoves, ConsultForm, StatementForm, StrategyForm, What};
use super::walk::place_of;
use crate::hir::{Advice, AdviceKind, Consulted, Expr, Statement, StatementKind, Strategy};
use crate::source::Spanned;
use adv_module::{StrategyId, TableId};

/// The actions of a strategy while its statements are gone through, in whose order their records are built.
struct ActionRecords<'r> {
    /// By the statements' numbers, taken out one after the other.
    forms: Vec<Option<ActionForm>>,
    /// The records of all strategies so far.
    built: &'r mut Vec<Advice>,
}

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
            let StrategyForm {
                in_class,
                out_class,
                compares,
                body,
                actions: own,
            } = form;
            let in_class = in_class.map(|class| self.build_condition(class, found));
            let out_class = out_class.map(|class| self.build_condition(class, found));
            let mut records = ActionRecords {
                forms: own.into_iter().map(Some).collect(),
                built: &mut actions,
            };
            let body = self.build_body(body, &mut records, found);
            let state = &self.records.strategies[index];
            strategies.push(Strategy {
                name: Spanned::new(state.def.name.node.clone(), state.def.name.span),
                side: self.side_of_strategy(index),
                material: state.material,
                in_class_place: place_of(in_class.as_ref()),
                in_class,
                out_class_place: place_of(out_class.as_ref()),
                out_class,
                compares,
                body,
                doc: state.doc.clone(),
                place: state.span,
            });
        }
        (strategies, actions)
    }

    fn build_action(&mut self, action: ActionForm, found: &mut Instances) -> Option<Advice> {
        let ActionForm { name, span, form } = action;
        self.records.action_moves.push(ActionMoves {
            plies: form.us.plies.clone(),
            span: form.us_span,
        });
        let head = AdviceHead {
            name: name.node,
            name_span: name.span,
            doc: String::new(),
            span,
            kind: AdviceKind::Action,
        };
        self.filled_advice(&form, head, &[], None, found)
    }

    fn build_condition(&mut self, mut condition: Expr, found: &mut Instances) -> Expr {
        self.resolve(&mut condition, &[], found);
        condition
    }

    fn build_body(
        &mut self,
        body: Vec<StatementForm>,
        records: &mut ActionRecords<'_>,
        found: &mut Instances,
    ) -> Vec<Statement> {
        body.into_iter()
            .map(|statement| self.build_statement(statement, records, found))
            .collect()
    }

    fn build_statement(
        &mut self,
        statement: StatementForm,
        records: &mut ActionRecords<'_>,
        found: &mut Instances,
    ) -> Statement {
        let kind = match statement.what {
            What::Action(number, in_class, otherwise) => {
                let in_class = in_class.map(|class| self.build_condition(class, found));
                let record = usize::MAX - records.built.len();
                let form = records.forms.get_mut(number).and_then(Option::take);
                match form.and_then(|form| self.build_action(form, found)) {
                    Some(built) => records.built.push(built),
                    None => self.broken = true,
                }
                let otherwise = self.build_otherwise(otherwise, records, found);
                StatementKind::Action(record, in_class, otherwise)
            }
            What::ActionUse(key, at, otherwise) => {
                let number = found.number(key, at);
                let otherwise = self.build_otherwise(otherwise, records, found);
                StatementKind::Action(number, None, otherwise)
            }
            What::DoWhile(condition, body) => {
                let condition = self.build_condition(condition, found);
                StatementKind::DoWhile(condition, self.build_body(body, records, found))
            }
            What::If(branches, last) => {
                let branches = branches
                    .into_iter()
                    .map(|(condition, body, span)| {
                        let condition = self.build_condition(condition, found);
                        (condition, self.build_body(body, records, found), span)
                    })
                    .collect();
                StatementKind::If(branches, self.build_body(last, records, found))
            }
            What::Consult(ConsultForm::Table(table), otherwise) => {
                let otherwise = self.build_otherwise(otherwise, records, found);
                StatementKind::Consult(Consulted::Table(TableId::at(table)), otherwise)
            }
            What::Consult(ConsultForm::List(list), otherwise) => {
                let list = list.iter().map(|item| found.entry(item)).collect();
                let otherwise = self.build_otherwise(otherwise, records, found);
                StatementKind::Consult(Consulted::List(list), otherwise)
            }
            What::Apply(strategy, otherwise) => {
                let otherwise = self.build_otherwise(otherwise, records, found);
                StatementKind::Apply(StrategyId::at(strategy), otherwise)
            }
            What::Stop(reason) => StatementKind::Stop(reason),
        };
        Statement {
            kind,
            span: statement.span,
        }
    }

    fn build_otherwise(
        &mut self,
        otherwise: Option<Box<StatementForm>>,
        records: &mut ActionRecords<'_>,
        found: &mut Instances,
    ) -> Option<Box<Statement>> {
        otherwise.map(|statement| Box::new(self.build_statement(*statement, records, found)))
    }
}

/// Gives the actions inside strategies their numbers among all advice, once it is known how many others there are. Those of the file
/// have their own already.
pub(super) fn number_actions(strategies: &mut [Strategy], others: usize) {
    for strategy in strategies {
        each_statement(&mut strategy.body, &mut |statement| {
            if let StatementKind::Action(number, ..) = &mut statement.kind
                && *number > usize::MAX / 2
            {
                *number = others + (usize::MAX - *number);
            }
        });
    }
}

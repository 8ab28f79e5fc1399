//! Strategies in the file: a byte for the kind of each statement, then what it has, targets being numbers of statements.

use super::SectionBytes;
use crate::program::{Consulted, Statement, StatementKind, Strategy};

impl SectionBytes {
    pub(super) fn strategy(&mut self, strategy: &Strategy) {
        self.text(&strategy.name);
        self.option(strategy.side.as_ref(), SectionBytes::who);
        self.option(strategy.material.as_ref(), SectionBytes::material);
        self.option(strategy.in_class.as_ref(), SectionBytes::function_id);
        // 0 none, 1 about the end, 2 about the end and the beginning.
        let about = u8::from(strategy.compares);
        match &strategy.out_class {
            Some(out_class) => {
                self.byte(1 + about);
                self.function_id(out_class);
            }
            None => self.byte(0),
        }
        self.list(&strategy.body, SectionBytes::statement);
        self.text(&strategy.doc);
    }

    fn target(&mut self, target: &u32) {
        self.number(u64::from(*target));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Action {
                advice,
                in_class,
                then,
                failed,
            } => {
                self.byte(0);
                self.advice_id(advice);
                self.option(in_class.as_ref(), SectionBytes::function_id);
                self.target(then);
                self.option(failed.as_ref(), SectionBytes::target);
            }
            StatementKind::Consult { what, then, failed } => {
                match what {
                    Consulted::Table(table) => {
                        self.byte(1);
                        self.number(u64::from(table.0));
                    }
                    Consulted::List(list) => {
                        self.byte(2);
                        self.list(list, SectionBytes::entry);
                    }
                }
                self.target(then);
                self.option(failed.as_ref(), SectionBytes::target);
            }
            StatementKind::Apply { strategy, then } => {
                self.byte(if then.is_some() { 9 } else { 3 });
                self.number(u64::from(strategy.0));
                if let Some(then) = then {
                    self.target(then);
                }
            }
            StatementKind::While { condition, end } => {
                self.byte(4);
                self.function_id(condition);
                self.target(end);
            }
            StatementKind::Again(head) => {
                self.byte(5);
                self.target(head);
            }
            StatementKind::If {
                condition,
                otherwise,
            } => {
                self.byte(6);
                self.function_id(condition);
                self.target(otherwise);
            }
            StatementKind::Jump(to) => {
                self.byte(7);
                self.target(to);
            }
            StatementKind::Stop(reason) => {
                self.byte(8);
                self.option(reason.as_ref(), |out, text| out.text(text));
            }
        }
    }
}

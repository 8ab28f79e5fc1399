//! Tests as bytes, in the order of their fields.

use super::SectionBytes;
use crate::ids::AdviceId;
use crate::program::{Expect, ExpectKind, Subject, Test};

impl SectionBytes {
    /// One test; its places are in the debug section.
    pub(super) fn test(&mut self, test: &Test) {
        self.text(&test.name);
        match test.subject {
            Subject::None => self.byte(0),
            Subject::Table(table) => {
                self.byte(1);
                self.number(u64::from(table.0));
            }
            Subject::Advice(advice) => {
                self.byte(2);
                self.advice_id(&advice);
            }
            Subject::Strategy(strategy) => {
                self.byte(3);
                self.number(u64::from(strategy.0));
            }
            Subject::Evaluation(evaluation) => {
                self.byte(4);
                self.number(u64::from(evaluation.0));
            }
        }
        self.text(&test.fen);
        self.list(&test.expect, SectionBytes::expect);
        self.flag(test.needs_values);
    }

    fn expect(&mut self, expect: &Expect) {
        self.flag(expect.negated);
        match &expect.kind {
            ExpectKind::Move(text) => {
                self.byte(0);
                self.text(text);
            }
            ExpectKind::OnlyMove(text) => {
                self.byte(7);
                self.text(text);
            }
            ExpectKind::Advice(advice) => {
                self.byte(1);
                self.advice_id(advice);
            }
            ExpectKind::Satisfied => self.byte(2),
            ExpectKind::Tree => self.byte(3),
            ExpectKind::MateWithin(moves) => {
                self.byte(4);
                self.number(u64::from(*moves));
            }
            ExpectKind::Explains(pattern, side) => {
                self.byte(8);
                self.number(u64::from(pattern.0));
                self.who(side);
            }
            ExpectKind::Forced(advice) => self.verdict(9, advice),
            ExpectKind::Possible(advice) => self.verdict(10, advice),
            ExpectKind::Refuted(advice) => self.verdict(11, advice),
            ExpectKind::Total(total) => {
                self.byte(12);
                self.signed(*total);
            }
            ExpectKind::Explanation => self.byte(13),
            ExpectKind::Action(name) => {
                self.byte(6);
                self.text(name);
            }
            ExpectKind::Value { test, compare } => {
                self.byte(5);
                self.function_id(test);
                self.option(compare.as_ref(), SectionBytes::compare);
            }
        }
    }
    fn verdict(&mut self, tag: u8, advice: &AdviceId) {
        self.byte(tag);
        self.advice_id(advice);
    }
}

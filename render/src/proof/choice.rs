//! A choice in words: the piece or action, its rule or statement, and the place of that.
//!
//! ```text
//!   a rule's piece         group `krk, rule 2`, line 93             name `squeeze`, line 48
//!   a statement's piece    group `K-R-VS-K: consult krk, rule 2`    name `squeeze`
//!   an action              group `K-R-VS-K`                         name `action LINE`, line 37
//!   a piece by itself      no group                                 name `squeeze`
//! ```

use adv_module::program::{Place, Statement, StatementKind};
use adv_module::{AdviceId, Program, TableId};
use adv_prover::Choice;
use adv_record::play;
use adv_vm::Origin;

use crate::drawing::{statement, statement_words, strategy_name};
use crate::place;
use crate::text::{advice_name, one_line, table_name};

/// Choice of a piece-of-advice or action, with the program, for its names and places in the source.
#[derive(Clone, Copy)]
pub(crate) struct Chosen<'m> {
    module: &'m Program,
    choice: Choice,
}

impl<'m> Chosen<'m> {
    pub(crate) fn new(module: &'m Program, choice: Choice) -> Chosen<'m> {
        Chosen { module, choice }
    }

    fn origin(self) -> Origin {
        Origin {
            strategy: self.choice.strategy.map(adv_module::StrategyId),
            statement: self.choice.statement,
            place: Place::default(),
        }
    }

    fn statement(self) -> Option<&'m Statement> {
        statement(self.module, &self.origin())
    }

    fn strategy(self) -> Option<&'m str> {
        strategy_name(self.module, &self.origin())
    }

    fn table(self) -> Option<&'m str> {
        Some(table_name(self.module, TableId(self.choice.table?)))
    }

    fn rule_place(self) -> Option<Place> {
        let table = self.module.tables.get(usize::from(self.choice.table?))?;
        Some(table.rules.get(usize::from(self.choice.rule?))?.place)
    }

    fn advice_place(self) -> Option<Place> {
        let advice = self.module.advice.get(usize::from(self.choice.advice))?;
        Some(advice.place)
    }

    fn is_action(self) -> bool {
        let kind = self.statement().map(|statement| &statement.kind);
        matches!(kind, Some(StatementKind::Action { .. }))
    }

    /// Name of the piece-of-advice or action alone: `squeeze`, `LINE`.
    pub(crate) fn advice(self) -> &'m str {
        advice_name(self.module, AdviceId(self.choice.advice))
    }

    /// Name with the word for an action: `squeeze`, `action LINE`.
    pub(crate) fn name(self) -> String {
        match self.is_action() {
            true => format!("action {}", self.advice()),
            false => self.advice().to_owned(),
        }
    }

    /// Heading of the choice in a report: strategy, statement's list, or table's rule; `None` for a piece-of-advice by itself.
    pub(crate) fn group(self) -> Option<String> {
        let rule = |table: &str| match self.choice.rule {
            Some(rule) => format!("{table}, rule {}", rule + 1),
            None => table.to_owned(),
        };
        let Some(strategy) = self.strategy() else {
            return self.table().map(rule);
        };
        if self.is_action() {
            return Some(strategy.to_owned());
        }
        let words = self.statement().map(|s| statement_words(self.module, s));
        let mut text = match words {
            Some(words) => format!("{strategy}: {words}"),
            None => strategy.to_owned(),
        };
        if let Some(table) = self.table() {
            // The statement names its table; another one has taken over from it.
            let named = text.ends_with(&format!(" {table}"));
            text = match (named, self.choice.rule) {
                (true, Some(number)) => format!("{text}, rule {}", number + 1),
                (true, None) => text,
                (false, _) => format!("{text}, {}", rule(table)),
            };
        }
        Some(text)
    }

    /// Number of the source line that the group is written on: that of the rule, the statement or the strategy.
    pub(crate) fn group_line(self) -> Option<u32> {
        let strategy = || {
            let strategy = self
                .module
                .strategies
                .get(usize::from(self.choice.strategy?))?;
            Some(strategy.place)
        };
        let place = if self.is_action() {
            strategy()
        } else {
            self.rule_place()
                .or_else(|| self.statement().map(|s| s.place))
        };
        place.and_then(|place| place::line(self.module, place))
    }

    /// Full title, unique in a program: `krk, rule 2: squeeze`, `K-R-VS-K: action LINE`.
    pub(crate) fn title(self) -> String {
        match self.group() {
            Some(group) => format!("{group}: {}", self.name()),
            None => self.name(),
        }
    }

    /// Shortest form that is unambiguous in a line of play: `rule 2: squeeze`, `line 37: action LINE`.
    pub(crate) fn short(self) -> String {
        let name = self.name();
        match (self.statement(), self.choice.rule) {
            (Some(statement), _) => match place::line_words(self.module, statement.place) {
                Some(line) => format!("{line}: {name}"),
                None => name,
            },
            (None, Some(rule)) => format!("rule {}: {name}", rule + 1),
            (None, None) => name,
        }
    }

    /// Place in the source where the choice is written: an action's statement, or the definition of a piece-of-advice.
    pub(crate) fn place(self) -> Option<Place> {
        match self.statement() {
            Some(statement) if self.is_action() => Some(statement.place),
            _ => self.advice_place(),
        }
    }

    /// Number of the source line of [`Self::place`].
    pub(crate) fn at_line(self) -> Option<u32> {
        place::line(self.module, self.place()?)
    }

    /// Place of the choice as `file:line`.
    pub(crate) fn file_line(self) -> Option<String> {
        place::file_line(self.module, self.place()?)
    }

    /// Places in the source that lead to the choice, each with its words: those of the statement, the rule and the piece-of-advice.
    pub(crate) fn places(self) -> Vec<(String, Place)> {
        let mut found = Vec::new();
        if let Some(statement) = self.statement() {
            found.push((statement_words(self.module, statement), statement.place));
        }
        if let (Some(place), Some(rule), Some(table)) =
            (self.rule_place(), self.choice.rule, self.table())
        {
            found.push((format!("{table}, rule {}", rule + 1), place));
        }
        if !self.is_action()
            && let Some(place) = self.advice_place()
        {
            found.push((format!("advice {}", self.advice()), place));
        }
        found
    }

    /// Source lines that lead to the choice, each as `file:line` and its text.
    pub(crate) fn quotes(self) -> Vec<(String, String)> {
        let quote = |(_, at): (String, Place)| {
            let line = one_line(place::line_text(self.module, at)?);
            Some((place::file_line(self.module, at)?, line))
        };
        self.places().into_iter().filter_map(quote).collect()
    }

    /// Author's reason for the choice, with expressions in place of their values: `the room shrinks to {room}`; `None` without one.
    pub(crate) fn because(self) -> Option<String> {
        let advice = self.module.advice.get(usize::from(self.choice.advice))?;
        let text = super::parts_text(self.module, &advice.because);
        (!text.is_empty()).then_some(text)
    }

    /// Choice for the public record, in names; statements and rules count from 1.
    pub(crate) fn record(self) -> play::Choice {
        play::Choice {
            strategy: self.strategy().map(str::to_owned),
            statement: self.choice.statement.map(|number| number + 1),
            table: self.table().map(str::to_owned),
            rule: self.choice.rule.map(|rule| u32::from(rule) + 1),
            advice: self.advice().to_owned(),
            action: self.is_action(),
            title: self.title(),
            line: self.at_line(),
            rule_line: self.group_line(),
            name: self.name(),
            group: self.group(),
            short: self.short(),
            at: self.file_line(),
            because: self.because(),
            quotes: self.quotes(),
        }
    }
}

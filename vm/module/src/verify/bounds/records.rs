//! Bounds of the records: the ids they hold exist, and their lists and texts are within the limits.

use super::super::{Verified, advice_part, each_record, fail, strategy_part, table_part};
use super::patterns::parts;
use super::{signature, texts, within};
use crate::error::Property;
use crate::format;
use crate::ids::{AdviceId, EvaluationId, FnId, PatternId, StrategyId, TableId};
use crate::program::{
    Advice, Claim, ClaimSubject, Class, Consulted, ExpectKind, Export, FromSet, Goal, MoveSpec,
    Program, SpokenZone, StatementKind, Strategy, Subject, Successor, Table, Test,
};
use crate::walk::look;

/// What a walk over a record's ids finds out of bounds first.
pub(super) struct Ids<'m> {
    module: &'m Program,
    wrong: Option<String>,
}

impl<'m> Ids<'m> {
    pub(super) const fn new(module: &'m Program) -> Self {
        Ids {
            module,
            wrong: None,
        }
    }

    fn exists(&mut self, what: &str, index: usize, count: usize) {
        if index >= count && self.wrong.is_none() {
            self.wrong = Some(format!("{what} {index} does not exist, there are {count}"));
        }
    }

    pub(super) fn function(&mut self, function: FnId) {
        self.exists("function", function.index(), self.module.function_count());
    }

    pub(super) fn advice(&mut self, advice: AdviceId) {
        self.exists("piece-of-advice", advice.index(), self.module.advice.len());
    }

    fn table(&mut self, table: TableId) {
        self.exists("table", table.index(), self.module.tables.len());
    }

    fn strategy(&mut self, strategy: StrategyId) {
        self.exists("strategy", strategy.index(), self.module.strategies.len());
    }

    pub(super) fn pattern(&mut self, pattern: PatternId) {
        self.exists("pattern", pattern.index(), self.module.patterns.len());
    }

    fn evaluation(&mut self, id: EvaluationId) {
        self.exists("evaluation", id.index(), self.module.evaluations.len());
    }

    pub(super) fn verdict(self, at: &str) -> Verified {
        self.wrong
            .map_or(Ok(()), |sentence| fail(Property::Bounds, at, sentence))
    }
}

/// Checks the exports, advice, tables, strategies, tests and claims of a module.
pub(super) fn check(module: &Program) -> Verified {
    module
        .exports
        .iter()
        .try_for_each(|of| export(module, of))?;
    each_record(&module.advice, advice_part, |of| advice(module, of))?;
    each_record(&module.tables, table_part, |of| table(module, of))?;
    each_record(&module.strategies, strategy_part, |of| strategy(module, of))?;
    module.tests.iter().try_for_each(|of| test(module, of))?;
    (1..)
        .zip(&module.claims)
        .try_for_each(|(number, of)| claim(module, &format!("claim {number}"), of))
}

fn export(module: &Program, export: &Export) -> Verified {
    let at = format!("export `{}`", export.name);
    texts(
        &at,
        [&export.name, &export.doc]
            .into_iter()
            .chain(export.params.iter().map(|(name, _)| name)),
    )?;
    signature(&at, export.params.len(), export.needs)?;
    within(
        &at,
        "components",
        export.functions.len(),
        usize::from(u8::MAX),
    )?;
    let mut ids = Ids::new(module);
    export
        .functions
        .iter()
        .for_each(|&function| ids.function(function));
    ids.verdict(&at)
}

fn advice(module: &Program, advice: &Advice) -> Verified {
    let at = format!("advice `{}`", advice.name);
    texts(&at, [&advice.name, &advice.doc])?;
    parts(&at, &advice.because)?;
    goal(&at, &advice.better)?;
    goal(&at, &advice.holding)?;
    within(&at, "keys", advice.prefer.len(), format::MAX_ITEMS)?;
    moves(&at, &advice.us)?;
    moves(&at, &advice.them)?;
    let mut ids = Ids::new(module);
    look::advice_functions(advice, &mut |_, &function| ids.function(function));
    ids.verdict(&at)
}

fn table(module: &Program, table: &Table) -> Verified {
    let at = format!("table `{}`", table.name);
    texts(&at, [&table.name, &table.doc])?;
    within(&at, "rules", table.rules.len(), format::MAX_ITEMS)?;
    let mut ids = Ids::new(module);
    for rule in &table.rules {
        within(&at, "entries", rule.list.len(), format::MAX_ITEMS)?;
        look::rule_functions(rule, &mut |_, &function| ids.function(function));
        look::list_advice(&rule.list, &mut |&advice| ids.advice(advice));
    }
    for beyond in &table.beyond {
        match *beyond {
            Successor::Table(table) => ids.table(table),
            Successor::Strategy(strategy) => ids.strategy(strategy),
        }
    }
    ids.verdict(&at)
}

fn strategy(module: &Program, strategy: &Strategy) -> Verified {
    let at = format!("strategy `{}`", strategy.name);
    texts(&at, [&strategy.name, &strategy.doc])?;
    let length = strategy.body.len();
    within(&at, "statements", length, format::MAX_STATEMENTS)?;
    let mut ids = Ids::new(module);
    look::strategy_functions(strategy, &mut |_, &function| ids.function(function));
    for statement in &strategy.body {
        match &statement.kind {
            StatementKind::Action { advice, .. } => ids.advice(*advice),
            StatementKind::Consult { what, .. } => match what {
                Consulted::Table(table) => ids.table(*table),
                Consulted::List(list) => {
                    within(&at, "entries", list.len(), format::MAX_ITEMS)?;
                    look::list_advice(list, &mut |&advice| ids.advice(advice));
                }
            },
            StatementKind::Apply { strategy, .. } => ids.strategy(*strategy),
            StatementKind::Stop(reason) => texts(&at, reason)?,
            StatementKind::While { .. }
            | StatementKind::Again(_)
            | StatementKind::If { .. }
            | StatementKind::Jump(_) => {}
        }
        // A jump may go just after the last statement, which is the end.
        statement.kind.targets(&mut |target| {
            ids.exists("statement", target as usize, length.saturating_add(1));
        });
    }
    ids.verdict(&at)
}

fn test(module: &Program, test: &Test) -> Verified {
    let at = format!("test `{}`", test.name);
    texts(&at, [&test.name, &test.fen])?;
    within(&at, "expectations", test.expect.len(), format::MAX_ITEMS)?;
    let mut ids = Ids::new(module);
    look::test_functions(test, &mut |_, &function| ids.function(function));
    look::test_advice(test, &mut |&advice| ids.advice(advice));
    match test.subject {
        Subject::Table(table) => ids.table(table),
        Subject::Strategy(strategy) => ids.strategy(strategy),
        Subject::Evaluation(evaluation) => ids.evaluation(evaluation),
        Subject::None | Subject::Advice(_) => {}
    }
    for expect in &test.expect {
        if let ExpectKind::Explains(pattern, _) = expect.kind {
            ids.pattern(pattern);
        }
    }
    ids.verdict(&at)?;
    for expect in &test.expect {
        if let ExpectKind::Move(text) | ExpectKind::OnlyMove(text) | ExpectKind::Action(text) =
            &expect.kind
        {
            texts(&at, [text])?;
        }
    }
    Ok(())
}

fn claim(module: &Program, at: &str, claim: &Claim) -> Verified {
    texts(at, [&claim.text])?;
    within(at, "goals", claim.goals.len(), format::MAX_GOALS)?;
    for of in &claim.goals {
        goal(at, &of.goal)?;
    }
    zones(at, &claim.zones)?;
    let mut ids = Ids::new(module);
    match claim.subject {
        ClaimSubject::Strategy(strategy) => ids.strategy(strategy),
        ClaimSubject::Table(table) => ids.table(table),
        ClaimSubject::Advice(advice) => ids.advice(advice),
        ClaimSubject::Evaluation(id) => ids.evaluation(id),
        ClaimSubject::Descriptor { .. } => {}
    }
    look::claim_functions(claim, &mut |_, &function| ids.function(function));
    ids.verdict(at)?;
    let many = |what: &str, count: u64, cap: u64| {
        if (1..=cap).contains(&count) {
            return Ok(());
        }
        let sentence = format!("{count} {what}, expected 1 to {cap}");
        fail(Property::Bounds, at, sentence)
    };
    match &claim.from.set {
        FromSet::All => {}
        FromSet::One(fen) => texts(at, [fen])?,
        FromSet::List(fens) => {
            within(at, "listed positions", fens.len(), format::MAX_LISTED)?;
            texts(at, fens)?;
        }
        FromSet::Random(count) => many("random positions", *count, format::MAX_RANDOM)?,
    }
    match claim.within {
        Some(bound) => many(
            "moves or plies in a bound",
            u64::from(bound.count),
            u64::from(format::MAX_BOUND),
        ),
        None => Ok(()),
    }
}

fn goal(at: &str, goal: &Goal) -> Verified {
    within(at, "conjuncts", goal.parts.len(), format::MAX_ITEMS)?;
    goal.parts.iter().try_for_each(|part| {
        within(at, "boards", part.boards.len(), format::MAX_ITEMS)?;
        zones(at, &part.zones)?;
        within(at, "cases", part.cases.len(), format::MAX_ITEMS)?;
        texts(at, part.cases.iter().map(|case| &case.text))
    })
}

fn zones(at: &str, zones: &[SpokenZone]) -> Verified {
    within(at, "zones", zones.len(), format::MAX_ITEMS)?;
    texts(at, zones.iter().map(|spoken| &spoken.text))
}

fn moves(at: &str, spec: &MoveSpec) -> Verified {
    let classes = |classes: &[Class]| {
        within(at, "classes", classes.len(), format::MAX_ITEMS)?;
        classes.iter().try_for_each(|class| {
            within(at, "keys", class.keys.len(), format::MAX_ITEMS)?;
            within(at, "directions", class.toward.len(), format::MAX_ITEMS)?;
            zones(at, &class.zones)?;
            match class.promote {
                Some(role @ (0 | 5..)) => fail(
                    Property::Bounds,
                    at,
                    format!("a promotion to the role {role}, expected 1 to 4"),
                ),
                _ => Ok(()),
            }
        })
    };
    classes(&spec.every)?;
    within(at, "phases", spec.phases.len(), format::MAX_ITEMS)?;
    spec.phases
        .iter()
        .try_for_each(|(_, of_phase)| classes(of_phase))
}

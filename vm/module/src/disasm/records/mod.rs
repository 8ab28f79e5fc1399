//! Advice, tables, strategies, tests and claims, laid out as in the source.

mod claims;
mod patterns;
mod strategies;

use super::{line, material};
use crate::ids::{AdviceId, EvaluationId, FnId, PatternId, StrategyId, TableId};
use crate::program::{
    Advice, Class, Compare, Entry, Expect, ExpectKind, Goal, MoveSpec, Program, SpokenZone,
    Subject, Successor, Table, Test, TextPart, ZoneFunctions,
};
use crate::types::{AdviceKind, SearchMode, Who};

/// Lists the records of a module.
pub(super) fn list(out: &mut String, module: &Program) {
    let names = Names { module };
    for (index, record) in module.advice.iter().enumerate() {
        line!(out, "");
        advice(out, &names, index, record);
    }
    for (index, record) in module.tables.iter().enumerate() {
        line!(out, "");
        table(out, &names, index, record);
    }
    for (index, record) in module.strategies.iter().enumerate() {
        line!(out, "");
        strategies::strategy(out, &names, index, record);
    }
    for (index, record) in module.patterns.iter().enumerate() {
        line!(out, "");
        patterns::pattern(out, &names, index, record);
    }
    for (index, record) in module.evaluations.iter().enumerate() {
        line!(out, "");
        patterns::evaluation(out, &names, index, record);
    }
    for record in &module.texts {
        line!(out, "");
        patterns::texts(out, &names, record);
    }
    if !module.tests.is_empty() {
        line!(out, "");
    }
    module
        .tests
        .iter()
        .for_each(|record| test(out, &names, record));
    for record in &module.claims {
        line!(out, "");
        claims::claim(out, &names, record);
    }
}

/// Says ids with the names that belong to them.
struct Names<'m> {
    module: &'m Program,
}

impl Names<'_> {
    fn function(&self, id: FnId) -> String {
        format!("f{} {}", id.0, self.module.function_name(id))
    }

    fn functions(&self, ids: &[FnId]) -> String {
        let all: Vec<_> = ids.iter().map(|&id| self.function(id)).collect();
        all.join(", ")
    }

    fn advice(&self, id: AdviceId) -> String {
        let name = self
            .module
            .advice
            .get(id.index())
            .map_or("?", |advice| &advice.name);
        format!("a{} {name}", id.0)
    }

    fn list(&self, list: &[Entry]) -> String {
        let entries = list.iter().map(|entry| match entry {
            Entry::Advice(id) => self.advice(*id),
            Entry::Shortest(plies, several) => {
                let several: Vec<_> = several.iter().map(|&id| self.advice(id)).collect();
                format!("shortest {plies} ({})", several.join(", "))
            }
        });
        entries.collect::<Vec<_>>().join(", ")
    }

    fn table(&self, id: TableId) -> String {
        let table = self.module.tables.get(id.index());
        format!("t{} {}", id.0, table.map_or("?", |table| &table.name))
    }

    fn strategy(&self, id: StrategyId) -> String {
        let strategy = self.module.strategies.get(id.index());
        format!("s{} {}", id.0, strategy.map_or("?", |of| &of.name))
    }

    fn pattern(&self, id: PatternId) -> String {
        let pattern = self.module.patterns.get(id.index());
        format!("p{} {}", id.0, pattern.map_or("?", |of| &of.name))
    }

    fn evaluation(&self, id: EvaluationId) -> String {
        let evaluation = self.module.evaluations.get(id.index());
        format!("e{} {}", id.0, evaluation.map_or("?", |of| &of.name))
    }

    fn compare(&self, sides: Option<&Compare>) -> String {
        sides.map_or_else(String::new, |sides| {
            format!(
                "   compares ({}) with ({})",
                self.functions(&sides.left),
                self.functions(&sides.right)
            )
        })
    }
}

impl Names<'_> {
    /// A zone by its functions: `zone(f3, f4, f5)`.
    fn zone(&self, zone: &ZoneFunctions) -> String {
        format!(
            "zone({}, {}, {})",
            self.function(zone.men),
            self.function(zone.targets),
            self.function(zone.moves)
        )
    }

    /// A zone that something speaks of, by its text there.
    pub(super) fn spoken(&self, spoken: &SpokenZone) -> String {
        format!("`{}` = {}", spoken.text, self.zone(&spoken.zone))
    }
}

fn playing(side: Option<Who>) -> String {
    side.map_or_else(String::new, |side| format!("   for {}", side.word()))
}

fn doc(out: &mut String, doc: &str) {
    doc.lines().for_each(|text| line!(out, "  /// {text}"));
}

fn advice(out: &mut String, names: &Names<'_>, index: usize, advice: &Advice) {
    let hidden = match advice.kind {
        AdviceKind::Piece => "",
        AdviceKind::Either => "   hidden",
        AdviceKind::Both => "   hidden, all of them",
        AdviceKind::Action => "   action",
        AdviceKind::Item => "   action of the file",
    };
    let mode = match advice.mode {
        // The cheapest tree is a matter of the effort.
        SearchMode::Within | SearchMode::Cheapest => String::new(),
        mode @ (SearchMode::Shortest | SearchMode::Easiest) => format!(" {}", mode.word()),
    };
    line!(
        out,
        "a{index}  advice {}{}   depth {}{mode}{hidden}",
        advice.name,
        playing(advice.side),
        advice.depth
    );
    doc(out, &advice.doc);
    if let Some(in_class) = advice.in_class {
        line!(out, "  in-class {}", names.function(in_class));
    }
    goal(out, names, "better", &advice.better);
    goal(out, names, "holding", &advice.holding);
    moves(out, names, "us", &advice.us);
    moves(out, names, "them", &advice.them);
    if let Some(cost) = &advice.cost {
        let when = match cost.when.word() {
            "" => String::new(),
            when => format!("{when} "),
        };
        let mode = match advice.mode {
            SearchMode::Cheapest => " cheapest",
            SearchMode::Within | SearchMode::Shortest | SearchMode::Easiest => "",
        };
        let (of_move, effort) = (names.function(cost.of_move), cost.effort);
        line!(out, "  cost     {when}{of_move}   effort {effort}{mode}");
    }
    if !advice.prefer.is_empty() {
        line!(out, "  prefer   {}", names.functions(&advice.prefer));
    }
    if !advice.because.is_empty() {
        line!(out, "  because  \"{}\"", text(names, &advice.because));
    }
}

/// A text with its slots in braces.
fn text(names: &Names<'_>, parts: &[TextPart]) -> String {
    let parts = parts.iter().map(|part| match part {
        TextPart::Text(text) => text.clone(),
        TextPart::Value(id) => format!("{{{}}}", names.function(*id)),
        TextPart::Zone(zone) => format!(
            "{{zone({}, {}, {})}}",
            names.function(zone.men),
            names.function(zone.targets),
            names.function(zone.moves)
        ),
        TextPart::Choice { by, forms } => {
            format!("{{{} ? {}}}", names.function(*by), forms.join("|"))
        }
        TextPart::Board { board, said } => {
            format!("{{{} as {}}}", names.function(*board), said.word())
        }
    });
    parts.collect()
}

fn goal(out: &mut String, names: &Names<'_>, word: &str, goal: &Goal) {
    let when = match goal.when.word() {
        "" => String::new(),
        when => format!("{when} "),
    };
    let test = goal
        .test
        .map_or_else(|| "true".to_owned(), |test| names.function(test));
    line!(out, "  {word:<8} {when}{test}");
    for part in &goal.parts {
        let boards: Vec<_> = part
            .boards
            .iter()
            .map(|of| format!("f{}", of.board.0))
            .collect();
        let boards = if boards.is_empty() {
            String::new()
        } else {
            format!("   boards {}", boards.join(", "))
        };
        line!(
            out,
            "           ∧ {}{}{boards}",
            names.function(part.test),
            names.compare(part.compare.as_ref())
        );
        for spoken in &part.zones {
            line!(out, "             zone {}", names.spoken(spoken));
        }
        for case in &part.cases {
            let test = names.function(case.test);
            line!(out, "             case `{}` = {test}", case.text);
        }
    }
}

fn moves(out: &mut String, names: &Names<'_>, word: &str, spec: &MoveSpec) {
    line!(out, "  {word:<8} {}", classes(names, &spec.every));
    for (plies, of_phase) in &spec.phases {
        let plies: Vec<_> = plies.iter().map(u16::to_string).collect();
        line!(
            out,
            "           at {}: {}",
            plies.join(", "),
            classes(names, of_phase)
        );
    }
}

fn classes(names: &Names<'_>, classes: &[Class]) -> String {
    if classes.is_empty() {
        return "none".to_owned();
    }
    let all: Vec<_> = classes.iter().map(|of| class(names, of)).collect();
    all.join(" then ")
}

fn class(names: &Names<'_>, class: &Class) -> String {
    let mut text = if class.passes() {
        "pass".to_owned()
    } else if class.roles & Class::MEN == Class::MEN {
        "any".to_owned()
    } else {
        let roles = "KQRBNP"
            .chars()
            .enumerate()
            .filter(|(bit, _)| class.roles >> bit & 1 == 1);
        roles
            .map(|(_, role)| role.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    if let Some(who) = class.who {
        text = format!("{}.({text})", who.word());
    }
    if class.is_quiet() {
        text.push_str(" quiet");
    }
    if let Some(role) = class.promote {
        text.push_str(&format!(
            " as {}",
            "?QRBN".chars().nth(usize::from(role)).unwrap_or('?')
        ));
    }
    for (word, function) in [
        ("from", class.from),
        ("to", class.to),
        ("where", class.filter),
    ] {
        if let Some(function) = function {
            text.push_str(&format!(" {word} {}", names.function(function)));
        }
    }
    if !class.toward.is_empty() {
        let directions: Vec<_> = class
            .toward
            .iter()
            .map(|direction| direction.word())
            .collect();
        text.push_str(&format!(" toward {}", directions.join(", ")));
    }
    if !class.keys.is_empty() {
        text.push_str(&format!(" by {}", names.functions(&class.keys)));
    }
    for spoken in &class.zones {
        text.push_str(&format!(" [zone {}]", names.spoken(spoken)));
    }
    text
}

fn table(out: &mut String, names: &Names<'_>, index: usize, table: &Table) {
    line!(out, "t{index}  table {}{}", table.name, playing(table.side));
    doc(out, &table.doc);
    if let Some(text) = &table.material {
        line!(out, "  material {}", material(text));
    }
    for rule in &table.rules {
        let entries = names.list(&rule.list);
        match rule.condition {
            Some(condition) => line!(out, "  if {} then {entries}", names.function(condition)),
            None => line!(out, "  otherwise {entries}"),
        }
    }
    let beyond = table.beyond.iter().map(|beyond| match *beyond {
        Successor::Table(id) => names.table(id),
        Successor::Strategy(id) => names.strategy(id),
    });
    let leaves = table.leaves.then(|| "leaves".to_owned());
    let beyond: Vec<_> = beyond.chain(leaves).collect();
    if !beyond.is_empty() {
        line!(out, "  beyond {}", beyond.join(", "));
    }
}

fn test(out: &mut String, names: &Names<'_>, test: &Test) {
    let subject = match test.subject {
        Subject::None => String::new(),
        Subject::Table(id) => format!("  {}", names.table(id)),
        Subject::Advice(id) => format!("  {}", names.advice(id)),
        Subject::Strategy(id) => format!("  {}", names.strategy(id)),
        Subject::Evaluation(id) => format!("  {}", names.evaluation(id)),
    };
    line!(
        out,
        "test \"{}\"{subject}  position \"{}\"",
        test.name,
        test.fen
    );
    if test.needs_values {
        line!(out, "  needs values");
    }
    for expect in &test.expect {
        line!(out, "  expect {}", expectation(names, expect));
    }
}

fn expectation(names: &Names<'_>, expect: &Expect) -> String {
    let not = if expect.negated { "not " } else { "" };
    let kind = match &expect.kind {
        ExpectKind::Move(text) => format!("move {text}"),
        ExpectKind::OnlyMove(text) => format!("only move {text}"),
        ExpectKind::Action(name) => format!("action {name}"),
        ExpectKind::Advice(id) => format!("advice {}", names.advice(*id)),
        ExpectKind::Explains(pattern, side) => {
            format!("explains {}({})", names.pattern(*pattern), side.word())
        }
        ExpectKind::Forced(id) => format!("forced {}", names.advice(*id)),
        ExpectKind::Possible(id) => format!("possible {}", names.advice(*id)),
        ExpectKind::Refuted(id) => format!("refuted {}", names.advice(*id)),
        ExpectKind::Total(total) => format!("total = {total}"),
        ExpectKind::Explanation => "explanation".to_owned(),
        ExpectKind::Satisfied => "satisfied".to_owned(),
        ExpectKind::Tree => "tree".to_owned(),
        ExpectKind::MateWithin(moves) => format!("mate within {moves} moves"),
        ExpectKind::Value { test, compare } => {
            format!(
                "{}{}",
                names.function(*test),
                names.compare(compare.as_ref())
            )
        }
    };
    format!("{not}{kind}")
}

//! Inlay hints: the value of a definition in the example, and the position that an expression speaks of.

use adv::analysis::ast::{
    AdviceClause, AdviceClauseKind, Expr, Item, ItemKind, MoveMod, MoveSpec, Statement,
    StatementKind, When,
};
use adv::analysis::{DefinitionKind, Origin};
use adv::diagnostics::Span;
use lsp_types::{InlayHint, InlayHintLabel, InlayHintParams};

use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;
use crate::values::Values;

/// A text at an offset; true where it follows what is written there.
type Hint = (u32, String, bool);

/// The hints of a range.
pub fn hints(server: &mut Server, params: InlayHintParams) -> Option<Vec<InlayHint>> {
    let snapshot = server.snapshot(&params.text_document.uri)?;
    let asked = text::span(&snapshot.own, params.range);
    let mut found = values(&snapshot, asked);
    positions(&snapshot, asked, &mut found);
    found.retain(|(at, ..)| asked.start <= *at && *at <= asked.end);
    found.sort();
    Some(
        found
            .into_iter()
            .map(|(at, label, follows)| InlayHint {
                position: text::position(&snapshot.own, at),
                label: InlayHintLabel::String(label),
                kind: None,
                text_edits: None,
                tooltip: None,
                padding_left: Some(follows),
                padding_right: Some(!follows),
                data: None,
            })
            .collect(),
    )
}

/// The numbers and truths of the definitions without parameters.
fn values(snapshot: &Snapshot, asked: Span) -> Vec<Hint> {
    let Some(values) = snapshot.values_at_hand() else {
        return Vec::new();
    };
    let definitions = snapshot.analysis.index.definitions().iter();
    let wanted = definitions.filter(|one| {
        let kind = matches!(
            one.kind,
            DefinitionKind::Number | DefinitionKind::Descriptor
        );
        let name = one.name_span;
        kind && one.origin == Origin::File
            && one.params.is_empty()
            && name.start < asked.end.saturating_add(1)
            && asked.start <= name.end
            && snapshot.is_own(name)
    });
    wanted
        .filter_map(|one| {
            let value = values.of_definition(&one.name)?;
            let short = Values::short(&value)?;
            Some((one.name_span.end, format!("({short} in the example)"), true))
        })
        .collect()
}

/// The positions that the expressions of advice, actions and moves speak of.
fn positions(snapshot: &Snapshot, asked: Span, found: &mut Vec<Hint>) {
    let near = |item: &&Item| item.span.start <= asked.end && asked.start <= item.span.end;
    for item in snapshot.items().filter(near) {
        match &item.kind {
            ItemKind::Advice(advice) => {
                for clause in &advice.clauses {
                    match &clause.kind {
                        // Of other goals the word before it says when.
                        AdviceClauseKind::Better(When::Always, goal)
                        | AdviceClauseKind::Holding(When::Always, goal) => {
                            before(goal, "at every node", found);
                        }
                        AdviceClauseKind::Us(spec) | AdviceClauseKind::Them(spec) => {
                            of_moves(spec, found);
                        }
                        _ => {}
                    }
                }
                if let Some(action) = &advice.action {
                    of_action(&action.in_class, &action.out_class, &action.clauses, found);
                }
            }
            ItemKind::Moves(moves) => of_moves(&moves.spec, found),
            ItemKind::Strategy(strategy) => statements(&strategy.body, found),
            _ => {}
        }
    }
}

fn before(expr: &Expr, text: &str, found: &mut Vec<Hint>) {
    found.push((expr.span.start, format!("{text}:"), false));
}

fn of_moves(spec: &MoveSpec, found: &mut Vec<Hint>) {
    let seqs: Vec<_> = match spec {
        MoveSpec::Seq(seq) => vec![seq],
        MoveSpec::Phases(phases) => phases.iter().map(|phase| &phase.seq).collect(),
    };
    let classes = seqs.into_iter().flat_map(|seq| &seq.classes);
    for change in classes.flat_map(|class| &class.mods) {
        if let MoveMod::Where(condition) = change {
            before(condition, "before the move", found);
        }
    }
}

fn of_action(in_class: &Expr, out_class: &Expr, clauses: &[AdviceClause], found: &mut Vec<Hint>) {
    before(in_class, "before our move", found);
    before(out_class, "new. after our move", found);
    for clause in clauses {
        if let AdviceClauseKind::Us(spec) = &clause.kind {
            of_moves(spec, found);
        }
    }
}

fn statements(all: &[Statement], found: &mut Vec<Hint>) {
    for statement in all {
        match &statement.kind {
            StatementKind::Action(action) => {
                of_action(&action.in_class, &action.out_class, &action.clauses, found)
            }
            StatementKind::DoWhile(_, inner, _) => statements(inner, found),
            StatementKind::If(branches, otherwise) => {
                for (_, inner) in branches {
                    statements(inner, found);
                }
                statements(otherwise.as_deref().unwrap_or(&[]), found);
            }
            _ => {}
        }
    }
}

//! Tables that take over when capture or promotion has changed the material.
//!
//! Rulings: the material of a table after `beyond` must be one that captures and promotions lead to. Where `beyond` is given, every
//! material that one step can bring about (a capture, a promotion, both at once; bare kings left out, for such a game is over)
//! is covered by one of the tables or by `leaves`. A table without `beyond` is not checked.

use super::Checker;
use super::material::{can_become, next_materials, text};
use super::names::Def;
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Material;
use crate::syntax::ast;

/// How many missing materials a message names.
const MOST_SHOWN: usize = 5;

impl<'a> Checker<'a> {
    /// The tables after `beyond`.
    pub(super) fn beyond(&mut self, index: usize) {
        let def: &'a ast::TableDef = self.records.tables[index].def;
        let material = self.records.tables[index].material;
        let mut leaves = false;
        let mut successors: Vec<usize> = Vec::new();
        let mut fine = true;
        for name in def.beyond.iter().flat_map(|list| &list.node) {
            match self.names.own.get(name.node.as_str()) {
                Some(&Def::Table(table)) => {
                    if successors.contains(&table) {
                        continue;
                    }
                    successors.push(table);
                    if let (Some(from), Some(to)) = (material, self.records.tables[table].material)
                    {
                        self.may_arise(&from, &to, name, &def.name.node);
                    }
                }
                Some(&other) => {
                    fine = false;
                    self.wrong_kind(&name.node, name.span, other, "a table", None);
                }
                None if name.node.eq_ignore_ascii_case("leaves") => leaves = true,
                None => {
                    fine = false;
                    self.broken = true;
                    let tables = self
                        .records
                        .tables
                        .iter()
                        .map(|table| (table.def.name.node.as_str(), ()));
                    let near = suggest(&name.node, None, tables.chain([("leaves", ())]));
                    let help = did_you_mean(&near).or_else(|| {
                        Some("`leaves` says that no table is needed for other material".to_owned())
                    });
                    self.report(
                        Diagnostic::new(
                            Code::UnknownBeyond,
                            format!("unknown table `{}`", name.node),
                        )
                        .with_label(name.span, "no such table")
                        .with_help_if(help),
                    );
                }
            }
        }
        if let (Some(from), true, false, false) = (material, fine, leaves, def.beyond.is_empty()) {
            self.all_covered(&from, &successors, def);
        }
        self.records.tables[index].beyond = successors;
        self.records.tables[index].leaves = leaves;
    }

    pub(super) fn may_arise(
        &mut self,
        from: &Material,
        to: &Material,
        name: &ast::Name,
        table: &str,
    ) {
        let mirror = |material: &Material| Material {
            counts: [material.counts[1], material.counts[0]],
            ..*material
        };
        let possible = can_become(from, to)
            || to.mirrored && can_become(from, &mirror(to))
            || from.mirrored && can_become(&mirror(from), to);
        if !possible {
            let message = format!(
                "the material of `{}` cannot arise from that of `{table}`",
                name.node
            );
            self.report(
                Diagnostic::new(Code::BeyondNeverArises, message)
                    .with_label(name.span, format!("plays `{}`", text(to)))
                    .with_note(format!(
                        "`{table}` plays `{}`; captures and promotions lead on from there",
                        text(from)
                    )),
            );
        }
    }

    pub(super) fn all_covered(
        &mut self,
        from: &Material,
        successors: &[usize],
        def: &ast::TableDef,
    ) {
        let covers = |next: &Material| {
            successors
                .iter()
                .filter_map(|&table| self.records.tables[table].material)
                .any(|material| {
                    material.counts == next.counts
                        || material.mirrored && material.counts == [next.counts[1], next.counts[0]]
                })
        };
        let missing: Vec<String> = next_materials(from)
            .iter()
            .filter(|next| !covers(next))
            .map(|next| format!("`{}`", text(next)))
            .collect();
        let (shown, more) = missing.split_at(missing.len().min(MOST_SHOWN));
        if shown.is_empty() {
            return;
        }
        let list = match more.len() {
            0 => shown.join(", "),
            n => format!("{} and {n} more", shown.join(", ")),
        };
        let span = def.beyond.first().map_or(def.name.span, |list| list.span);
        self.report(
            Diagnostic::new(
                Code::MaterialNotCovered,
                format!("{list} can arise and no table covers it"),
            )
            .with_label(span, "not covered by these")
            .with_help("add a table for it, or write `leaves` if no table is needed for it"),
        );
    }
}

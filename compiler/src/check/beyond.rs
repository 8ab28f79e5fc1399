//! Tables and strategies that take over when capture or promotion has changed the material.
//!
//! Rulings: the first whose men and side are those of the position takes over; of a strategy the in-class is tested then. No strategy comes to
//! itself again by a table that it consults and a strategy beyond that. The material of a table or strategy after `beyond` must be one that captures and promotions lead to. Where `beyond` is given, every
//! material that one step can bring about (a capture, a promotion, both at once; bare kings left out, for such a game is over)
//! is covered by one of the tables or by `leaves`. A table without `beyond` is not checked.

use super::Checker;
use super::material::{can_become, in_some_colours, next_materials, text};
use super::names::Def;
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Material, Successor};
use crate::source::Span;
use crate::syntax::ast;
use adv_module::{StrategyId, TableId};

/// How many missing materials a message names.
const MOST_SHOWN: usize = 5;

impl<'a> Checker<'a> {
    /// The tables after `beyond`.
    pub(super) fn beyond(&mut self, index: usize) {
        let def: &'a ast::TableDef = self.records.tables[index].def;
        let material = self.records.tables[index].material;
        let mut leaves = false;
        let mut successors: Vec<Successor> = Vec::new();
        let mut fine = true;
        for name in def.beyond.iter().flat_map(|list| &list.node) {
            match self.names.own.get(name.node.as_str()) {
                Some(&(Def::Table(_) | Def::Strategy(_))) => {
                    let Some(successor) = self.successor(&name.node) else {
                        continue;
                    };
                    if successors.contains(&successor) {
                        continue;
                    }
                    successors.push(successor);
                    if let (Some(from), Some(to)) = (material, self.material_beyond(successor)) {
                        self.may_arise(&from, &to, name, &def.name.node);
                    }
                }
                Some(&other) => {
                    fine = false;
                    self.wrong_kind(&name.node, name.span, other, "a table or a strategy", None);
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
                    let strategies = self.records.strategies.iter();
                    let strategies = strategies.map(|of| (of.def.name.node.as_str(), ()));
                    let all = tables.chain(strategies).chain([("leaves", ())]);
                    let near = suggest(&name.node, None, all);
                    let help = did_you_mean(&near).or_else(|| {
                        Some("`leaves` says that no table is needed for other material".to_owned())
                    });
                    self.report(
                        Diagnostic::new(
                            Code::UnknownBeyond,
                            format!("unknown table or strategy `{}`", name.node),
                        )
                        .with_label(name.span, "no such table or strategy")
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

    /// The table or strategy of a name.
    fn successor(&self, name: &str) -> Option<Successor> {
        match self.names.own.get(name) {
            Some(&Def::Table(index)) => Some(Successor::Table(TableId::at(index))),
            Some(&Def::Strategy(index)) => Some(Successor::Strategy(StrategyId::at(index))),
            _ => None,
        }
    }

    fn material_beyond(&self, successor: Successor) -> Option<Material> {
        match successor {
            Successor::Table(id) => self.records.tables[id.index()].material,
            Successor::Strategy(id) => self.records.strategies[id.index()].material,
        }
    }

    /// The strategies that a strategy comes to without a move of ours between: those that it applies, and those that take over from
    /// tables which it consults.
    fn comes_to(&self, strategy: usize) -> Vec<(usize, Span)> {
        let mut found = Vec::new();
        for &(target, span) in &self.graph.edges[self.records.node(Def::Strategy(strategy))] {
            let mut tables = match target {
                Def::Strategy(index) => {
                    found.push((index, span));
                    continue;
                }
                Def::Table(index) => vec![index],
                _ => continue,
            };
            let mut at = 0;
            while let Some(&table) = tables.get(at) {
                at += 1;
                for successor in &self.records.tables[table].beyond {
                    match *successor {
                        Successor::Table(id) if !tables.contains(&id.index()) => {
                            tables.push(id.index())
                        }
                        Successor::Table(_) => {}
                        Successor::Strategy(id) => found.push((id.index(), span)),
                    }
                }
            }
        }
        found
    }

    /// Reports strategies that come to themselves by tables.
    pub(super) fn handed_in_rings(&mut self) {
        let count = self.records.strategies.len();
        if self
            .records
            .tables
            .iter()
            .all(|table| table.beyond.is_empty())
        {
            return;
        }
        let ways: Vec<Vec<(usize, Span)>> = (0..count).map(|index| self.comes_to(index)).collect();
        for (start, first) in ways.iter().enumerate() {
            let mut seen = vec![false; count];
            let mut open: Vec<usize> = first.iter().map(|(to, _)| *to).collect();
            while let Some(at) = open.pop() {
                if !std::mem::replace(&mut seen[at], true) {
                    open.extend(ways[at].iter().map(|(to, _)| *to));
                }
            }
            // Rings of `apply` alone have been reported.
            if seen.get(start) != Some(&true) || self.broken {
                continue;
            }
            self.broken = true;
            let name = &self.records.strategies[start].def.name;
            let diagnostic = Diagnostic::new(
                Code::StrategyRing,
                format!(
                    "`{}` comes to itself by a table that hands over to a strategy",
                    name.node
                ),
            )
            .with_label(name.span, "comes here again without a move")
            .with_secondary_if(first.first().map(|(_, span)| *span), "goes on from here");
            self.report(diagnostic.with_help(
                "take the strategy out of `beyond`, or let the strategy consult another table",
            ));
        }
    }

    pub(super) fn may_arise(
        &mut self,
        from: &Material,
        to: &Material,
        name: &ast::Name,
        table: &str,
    ) {
        if !in_some_colours(from, to, can_become) {
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
        successors: &[Successor],
        def: &ast::TableDef,
    ) {
        let covers = |next: &Material| {
            successors
                .iter()
                .filter_map(|&successor| self.material_beyond(successor))
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

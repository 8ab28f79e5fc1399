//! What of the used files a program needs, and the names that it has in a module.
//!
//! Rulings: what the program's own file does not come to is left out of the program, once it has been checked. A name that is taken, by a
//! definition that the program's own file sees, gets the name of its file before it: `lib/rook.room`.

use std::collections::BTreeSet;

use super::Checker;
use super::names::Def;
use crate::files::EXTENSION;
use crate::hir::{AdviceKind, Hir};
use crate::source::Span;

impl Checker<'_> {
    /// The items of used files that the program's own file does not come to, by where they begin.
    pub(crate) fn unneeded(&mut self) -> BTreeSet<u32> {
        if self.files.count() == 1 {
            return BTreeSet::new();
        }
        let all = self.definitions();
        let mut reached = vec![false; self.graph.reach.len()];
        let own = all.iter().copied();
        let own = own.filter(|def| self.files.of(self.records.name_span(*def)) == 0);
        // Patterns in sight count, whatever names them.
        let in_sight = self.names.own.values().copied();
        let in_sight = in_sight.filter(|def| matches!(def, Def::Pattern(_)));
        let roots = self.graph.reach_roots.iter().copied();
        let mut open: Vec<Def> = own.chain(roots).chain(in_sight).collect();
        while let Some(def) = open.pop() {
            let node = self.records.node(def);
            if let Some(reached) = reached.get_mut(node)
                && !std::mem::replace(reached, true)
            {
                open.extend(self.graph.reach[node].iter().copied());
            }
        }
        // The evaluation of a program that writes none is made after the names were resolved, so it has no place among them.
        let is_reached = |def: Def| reached.get(self.records.node(def)).copied();
        let unneeded: BTreeSet<u32> = all
            .into_iter()
            .filter(|&def| is_reached(def) == Some(false))
            .map(|def| self.records.name_span(def).start)
            .collect();
        let items = self.file.items.iter().filter(|item| {
            let names = unneeded.range(item.span.start..item.span.end);
            names.count() > 0
        });
        items.map(|item| item.span.start).collect()
    }

    /// Gives what is hidden from the program's own file, and has a name that is taken, the name of its file too: a module has each name once.
    pub(super) fn qualify(&self, program: &mut Hir) {
        if self.files.count() == 1 {
            return;
        }
        let visible = |name: &str, place: Span| {
            let def = self.names.own.get(name);
            def.is_some_and(|def| self.records.name_span(*def) == place)
        };
        let functions = program.functions.iter_mut().map(|of| &mut of.name);
        let advice = program.advice.iter_mut();
        let advice = advice.filter(|of| of.kind == AdviceKind::Piece);
        let tables = program.tables.iter_mut().map(|of| &mut of.name);
        let strategies = program.strategies.iter_mut().map(|of| &mut of.name);
        let patterns = program.patterns.iter_mut().map(|of| &mut of.name);
        let names = functions.chain(advice.map(|of| &mut of.name));
        let names = names.chain(tables).chain(strategies).chain(patterns);
        let names = names.map(|name| (&mut name.node, name.span));
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut later = Vec::new();
        for (name, place) in names {
            // `mate-in(2)` is an instance of `mate-in`.
            let plain = name.split('(').next().unwrap_or(name);
            if self.files.of(place) == 0 || visible(plain, place) {
                taken.insert(name.clone());
            } else {
                later.push((name, place));
            }
        }
        for (name, place) in later {
            if taken.insert(name.clone()) {
                continue;
            }
            let file = self.source.file_path(self.files.of(place));
            let file = file.strip_suffix(EXTENSION).unwrap_or(file);
            *name = format!("{file}.{name}");
            taken.insert(name.clone());
        }
    }
}

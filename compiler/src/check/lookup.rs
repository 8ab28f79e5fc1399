//! The library's names, and what is said of names that mean nothing or something else.
//!
//! Rulings: a library passes on nothing but what its module exports; `use std.geometry` brings all of it, `use std.geometry.dist`
//! one name. A name that is defined nowhere is reported at its first use only, and not at all where a module was not found. Two
//! used modules may export one name; only a use of that name is an error. A name with a hyphen that reads as a subtraction of
//! known names is taken for one. One module, the [`PRELUDE`], needs no `use` line: listings of the SDL paper name its boards as if
//! the language brought them along. Its names come last of all, so that it hides nothing and everything may hide it.

use super::Checker;
use super::frame::Cx;
use super::names::{Def, Kind, LibraryName, PRELUDE, UseLine, kind_of_export};
use crate::diagnostics::suggest::{did_you_mean, subtraction, suggest};
use crate::diagnostics::{Code, Diagnostic, Sink};
use crate::library::{Library, brought_name};
use crate::source::{Span, Spanned};
use crate::syntax::ast;

impl<'a> Checker<'a> {
    /// `use std.geometry` brings all exports of a module, `use std.geometry.dist` one of them.
    pub(super) fn use_line(&mut self, path: &'a Spanned<Vec<ast::Name>>) {
        let parts: Vec<&str> = path.node.iter().map(|part| part.node.as_str()).collect();
        let text = parts.join(".");
        let libraries = self.libraries;
        if let Some(module) = libraries.find(&text) {
            if !self.readable(module, path.span) {
                return;
            }
            let via = self.used(text.clone(), path.span);
            if self.names.uses[..via].iter().any(|line| line.text == text) {
                // A second line for one module brings nothing; it stays unused and is reported as such.
                return;
            }
            self.use_library_file(module, via);
            for export in 0..libraries.exports(module).len() {
                self.bring_export(Some(via), module, export);
            }
            return;
        }
        if let Some((last, front)) = path.node.split_last()
            && let Some(module) = libraries.find(&parts[..front.len()].join("."))
        {
            if !self.readable(module, path.span) {
                return;
            }
            let via = self.used(text, path.span);
            let exports = libraries.exports(module);
            match exports.iter().position(|export| export.name == last.node) {
                Some(export) => self.bring_export(Some(via), module, export),
                // Whether the module's advice has the name is known once all files have been collected.
                None if self.is_brought(module, &last.node) => {
                    self.names.uses[via].only = Some(last.node.clone());
                    self.use_library_file(module, via);
                }
                None => {
                    // The mistake is here, not wherever the name is used.
                    self.names.unknown.insert(last.node.clone(), None);
                    let near = suggest(
                        &last.node,
                        None,
                        exports.iter().map(|export| (export.name.as_str(), ())),
                    );
                    let name = libraries.name(module);
                    let message = format!("`{name}` does not define `{}`", last.node);
                    let help = did_you_mean(&near);
                    self.report(
                        Diagnostic::new(Code::NameNotInModule, message)
                            .with_label(last.span, "not defined there")
                            .with_help_if(help),
                    );
                }
            }
            return;
        }
        self.names.missing_module = true;
        let near = suggest(&text, None, libraries.names().map(|name| (name, ())));
        let help = did_you_mean(&near).or_else(|| {
            let names = libraries.names();
            let known: Vec<String> = names.map(|name| format!("`{name}`")).collect();
            (!known.is_empty()).then(|| format!("the library has {}", known.join(", ")))
        });
        self.report(
            Diagnostic::new(
                Code::UnknownModule,
                format!("unknown library module `{text}`"),
            )
            .with_label(path.span, "no such module")
            .with_help_if(help),
        );
    }

    /// In the text of a library module, its own boards, numbers and descriptors are those that the module exports.
    pub(super) fn library_words(&mut self, module: usize) {
        for export in 0..self.libraries.exports(module).len() {
            self.bring_export(None, module, export);
        }
    }

    /// Gives the name of an export one more meaning, by this `use` line.
    fn bring_export(&mut self, via: Option<usize>, module: usize, export: usize) {
        if let Some(definition) = self.libraries.exports(module).get(export) {
            let meanings = self.names.library.entry(&definition.name).or_default();
            meanings.push(LibraryName {
                via,
                module,
                export,
            });
        }
    }

    /// Whether a library module has moves, advice or a plan of this name.
    fn is_brought(&self, module: usize, name: &str) -> bool {
        let file = self.source.file_of_path(self.libraries.name(module));
        let items = file.map_or(&[][..], |file| self.items_of(file));
        items
            .iter()
            .any(|item| brought_name(&item.kind) == Some(name))
    }

    /// Whether a library module has no errors of its own. One that has is reported where it is used.
    fn readable(&mut self, module: usize, span: Span) -> bool {
        let Err(errors) = self.libraries.get(module) else {
            return true;
        };
        self.names.missing_module = true;
        let name = self.libraries.name(module);
        let first = errors
            .first()
            .map_or("it has none", |error| error.message.as_str());
        self.report(
            Diagnostic::new(
                Code::UnknownModule,
                format!("the library module `{name}` does not compile"),
            )
            .with_label(span, "used here")
            .with_note(format!("its first error: {first}")),
        );
        false
    }

    pub(super) fn used(&mut self, text: String, span: Span) -> usize {
        self.names.uses.push(UseLine {
            text,
            span,
            used: false,
            only: None,
        });
        self.names.uses.len() - 1
    }

    /// The prelude's place among the libraries and its module, where there is one.
    fn prelude(&self) -> Option<(usize, &'a Library)> {
        let index = self.libraries.find(PRELUDE)?;
        Some((index, self.libraries.get(index).ok()?))
    }

    /// The meaning of a name in the prelude, unless the language has a word of that name.
    pub(super) fn in_prelude(&self, name: &str) -> Option<LibraryName> {
        if super::word::is_word(name) {
            return None;
        }
        self.names.prelude().get(name).copied()
    }

    /// The meaning of a name in the library, with the error for two meanings. The outer `None`: it has no meaning there.
    pub(super) fn in_library(&mut self, name: &str, span: Span) -> Option<Option<LibraryName>> {
        let Some(found) = self.names.library.get(name) else {
            return self.in_prelude(name).map(Some);
        };
        let first = *found.first()?;
        let other = found
            .iter()
            .find(|other| other.module != first.module)
            .copied();
        for via in [Some(first), other]
            .into_iter()
            .flatten()
            .filter_map(|name| name.via)
        {
            self.names.uses[via].used = true;
        }
        let Some(other) = other else {
            return Some(Some(first));
        };
        let (a, b) = (
            self.libraries.name(first.module),
            self.libraries.name(other.module),
        );
        let mut ambiguous = Diagnostic::new(
            Code::AmbiguousImport,
            format!("`{name}` is defined by `{a}` and by `{b}`"),
        )
        .with_label(span, "which of the two?");
        let lines = [
            (first.via, "one comes from here"),
            (other.via, "the other from here"),
        ];
        for (via, text) in lines {
            if let Some(line) = via.and_then(|via| self.names.uses.get(via)) {
                ambiguous = ambiguous.with_secondary(line.span, text);
            }
        }
        let help = format!("use one of the modules only, or one name of it: `use {a}.{name}`");
        self.report(ambiguous.with_help(help));
        Some(None)
    }

    /// The error for a name that means nothing here.
    pub(super) fn unknown_name(
        &mut self,
        name: &str,
        span: Span,
        wanted: Option<Kind>,
        cx: Option<&Cx>,
    ) {
        self.broken = true;
        // A name may come from a module that was not found.
        if self.names.missing_module {
            return;
        }
        // One missing definition is one mistake, however often it is used.
        if let Some(reported) = self.names.unknown.get_mut(name) {
            if let Some(diagnostic) = reported {
                diagnostic.further.push(span);
            }
            return;
        }
        let diagnostic = self.about_unknown(name, span, wanted, cx);
        self.names.unknown.insert(name.to_owned(), Some(diagnostic));
    }

    /// Reports the unknown names, each at its first place.
    pub(super) fn report_unknown(&mut self) {
        for (_, diagnostic) in std::mem::take(&mut self.names.unknown) {
            let Some(mut diagnostic) = diagnostic else {
                continue;
            };
            if let Some(label) = diagnostic.labels.first_mut() {
                diagnostic.further.push(label.span);
                diagnostic.further.sort_unstable();
                diagnostic.further.dedup();
                label.span = diagnostic.further.remove(0);
            }
            self.report(diagnostic);
        }
    }

    fn about_unknown(
        &self,
        name: &str,
        span: Span,
        wanted: Option<Kind>,
        cx: Option<&Cx>,
    ) -> Diagnostic {
        let locals = cx.map_or(&[][..], |cx| cx.locals.as_slice());
        let mut diagnostic = Diagnostic::new(Code::UnknownName, format!("unknown name `{name}`"));
        diagnostic = diagnostic.with_label(span, "not defined");
        if self.sink.error_count() + self.names.unknown.len() >= Sink::CAP {
            // It is counted and not shown, so no name that comes near is looked for.
            return diagnostic;
        }
        let known = |name: &str| {
            locals.iter().any(|local| local.name == name)
                || self.names.own.contains_key(name)
                || self.names.library.contains_key(name)
                || super::word::is_word(name)
                || self.in_prelude(name).is_some()
        };
        if let Some(minus) = subtraction(name, known) {
            return diagnostic.with_help(format!(
                "write `{minus}` to subtract; a hyphen without blanks belongs to the name"
            ));
        }
        let elsewhere = self.libraries.defining(name, false);
        // Moves, pieces-of-advice and tables of a module do not help where a value is wanted.
        let brought = || match cx {
            Some(_) => None,
            None => self.libraries.defining(name, true),
        };
        // A value of a module that is used, where no value stands.
        let used = self.names.library.get(name).and_then(|all| all.first());
        if let (None, Some(wanted), Some(of)) = (cx, wanted, used)
            && let Some(export) = self.libraries.exports(of.module).get(of.export)
        {
            let (found, wanted) = (kind_of_export(export).noun(), wanted.noun());
            diagnostic.code = Code::WrongKindOfName;
            diagnostic.message = format!("`{name}` is {found}, not {wanted}");
            if let Some(label) = diagnostic.labels.first_mut() {
                label.text = format!("expected {wanted}");
            }
        } else if let Some(library) = elsewhere.or_else(brought) {
            let help = format!("add `use {library}`, which defines it");
            diagnostic = diagnostic.with_help(help);
        } else {
            let exports = self.names.uses.iter().flat_map(|line| {
                let library = self.libraries.named(&line.text);
                library.into_iter().flat_map(Library::exports)
            });
            let brought = self.prelude().filter(|(_, prelude)| {
                let mut uses = self.names.uses.iter();
                !uses.any(|line| line.text == prelude.name())
            });
            let exports = exports.chain(
                brought
                    .into_iter()
                    .flat_map(|(_, library)| library.exports()),
            );
            let scope = locals
                .iter()
                .filter_map(|local| Some((local.name.as_str(), Kind::of_type(local.ty?))))
                .chain(
                    self.names
                        .listed
                        .iter()
                        .map(|&(name, kind)| -> (&str, Kind) { (name, kind) }),
                )
                .chain(exports.map(|export| (export.name.as_str(), kind_of_export(export))))
                .chain(super::word::words().map(|(name, kind)| -> (&str, Kind) { (name, kind) }));
            let words = super::word::words_for(wanted, cx.map(|cx| cx.place));
            let scope: Vec<(&str, Kind)> = scope.chain(words).collect();
            if let Some(help) = super::signature::meant(name, wanted) {
                return diagnostic.with_help(help);
            }
            // Each name of the scope costs a comparison, and the names and the scope of a hostile file are both long.
            let left = self.names.comparisons.get();
            if scope.len() > left {
                return diagnostic;
            }
            self.names.comparisons.set(left - scope.len());
            let near = suggest(name, wanted, scope.iter().copied());
            diagnostic = diagnostic.with_help_if(did_you_mean(&near));
            let rest = self.text.get(span.end as usize..).unwrap_or("");
            if !rest.starts_with('(')
                && cx.is_some()
                && let Some(first) = near.first()
                && let [(form, _), ..] = self.signatures(first).as_slice()
                && form.contains('(')
            {
                diagnostic = diagnostic.with_help(match form.as_str() {
                    "won(side)" | "lost(side)" | "mated(side)" | "stalemated(side)"
                    | "in-check(side)" => {
                        format!("`{first}` takes a side, as in `{first}(W)`")
                    }
                    form => format!("`{first}` takes arguments: `{form}`"),
                });
            }
            let board = near.first().filter(|first| {
                let is_board = scope.contains(&(**first, Kind::Board));
                wanted == Some(Kind::Descriptor) && is_board && !rest.starts_with('(')
            });
            diagnostic = diagnostic.with_help_if(board.map(|board| {
                format!(
                    "`{board}` is a board; a descriptor asks about it, as in `SQ(W.K) ⊆ {board}`"
                )
            }));
        }
        diagnostic
    }

    /// The error for a name that is nothing of the kind `wanted`: it means something else, or nothing.
    pub(super) fn no_meaning<T>(
        &mut self,
        name: &ast::Name,
        expected: &str,
        help: Option<String>,
        wanted: Option<Kind>,
    ) -> Option<T> {
        match self.names.own.get(name.node.as_str()) {
            Some(&def) => self.wrong_kind(&name.node, name.span, def, expected, help),
            None => self.unknown_name(&name.node, name.span, wanted, None),
        }
        None
    }

    /// The error for a name of another kind than the place asks for.
    pub(super) fn wrong_kind(
        &mut self,
        name: &str,
        span: Span,
        def: Def,
        expected: &str,
        help: Option<String>,
    ) {
        self.broken = true;
        if matches!(def, Def::Unread(_)) {
            return;
        }
        let found = self.records.kind_of(def).noun();
        let defined = self.records.name_span(def);
        self.report(
            Diagnostic::new(
                Code::WrongKindOfName,
                format!("`{name}` is {found}, not {expected}"),
            )
            .with_label(span, format!("expected {expected}"))
            .with_secondary(defined, "defined here")
            .with_help_if(help),
        );
    }
}

#[cfg(test)]
mod prelude_tests {
    use super::PRELUDE;
    use crate::check::tests::{GEOMETRY, run_with};
    use crate::library::LibrarySet;

    /// A stand-in for the prelude: `OPP` of its own, `count` like a word of the language, `EDGE` like another module.
    const STAND_IN: &str = "
board OPP(a: board, b: board) = a ∪ b
board count(x: board) = x
board EDGE = a1..h1
";

    /// The codes of a text, and the modules and names that it imports.
    fn run(text: &str) -> (Vec<&'static str>, Vec<String>) {
        let set = LibrarySet::new("1", [("std.geometry", GEOMETRY), (PRELUDE, STAND_IN)]);
        let (diagnostics, checked) = run_with(text, set.libraries());
        let codes = diagnostics.iter().map(|d| d.code.as_str()).collect();
        let imports = checked
            .iter()
            .flat_map(|checked| &checked.program().imports);
        let names = imports.map(|import| format!("{}.{}", import.module, import.name));
        (codes, names.collect())
    }

    #[test]
    fn its_names_need_no_use_line() {
        let (codes, imports) = run("board FACE = OPP(W.K, B.K)");
        assert!(codes.is_empty(), "{codes:?}");
        assert_eq!(imports, ["std.sdl.OPP"]);
    }

    #[test]
    fn what_is_not_named_is_not_imported() {
        assert_eq!(run("board PLACE = SQ(W.K)"), (vec![], vec![]));
    }

    #[test]
    fn an_own_definition_hides_it_without_a_word() {
        let text = "board OPP(a: board, b: board) = a ∪ b\nboard FACE = OPP(W.K, B.K)";
        assert_eq!(run(text), (vec![], vec![]));
    }

    #[test]
    fn the_language_and_used_modules_come_first() {
        let (codes, imports) =
            run("use std.geometry\nnumber men = count(W.*)\nboard RIM = EDGE ∩ OPP(a1, c1)");
        assert!(codes.is_empty(), "{codes:?}");
        assert_eq!(imports, ["std.geometry.EDGE", "std.sdl.OPP"]);
    }

    #[test]
    fn a_use_line_may_name_it_and_counts_as_one() {
        let (codes, imports) = run("use std.sdl\nboard FACE = OPP(W.K, B.K)");
        assert!(codes.is_empty(), "{codes:?}");
        assert_eq!(imports, ["std.sdl.OPP"]);
        assert_eq!(run("use std.sdl\nboard PLACE = SQ(W.K)").0, ["W0203"]);
        let hiding = "use std.sdl\nboard OPP = SQ(W.K)\nboard FACE = EDGE";
        assert_eq!(run(hiding).0, ["W0206"]);
    }

    #[test]
    fn a_mistyped_name_is_told_its_neighbour() {
        let text = "board FACE = OPPP(W.K, B.K)";
        let set = LibrarySet::new("1", [(PRELUDE, STAND_IN)]);
        let (diagnostics, _) = run_with(text, set.libraries());
        let help: Vec<&str> = diagnostics
            .iter()
            .flat_map(|d| d.help.iter().map(String::as_str))
            .collect();
        assert_eq!(help, ["did you mean `OPP`?"]);
    }

    #[test]
    fn without_the_module_there_is_no_prelude() {
        let set = LibrarySet::new("1", [("std.geometry", GEOMETRY)]);
        let (diagnostics, _) = run_with("board FACE = OPP(W.K, B.K)", set.libraries());
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(diagnostics[0].code.as_str(), "E0201");
    }
}

//! The files of a program, each with its own names, material and defaults.
//!
//! ```text
//!   krk.adv       use "rook.adv"          rook, squeeze     its own names, and those that `rook.adv` defines
//!   rook.adv      use "kings.adv"         …                 its own, and those of `kings.adv`, which `krk.adv` does not see
//! ```
//!
//! Rulings: a file sees what it defines and what the files that it uses define, not what these use. A definition of the file hides one that
//! it uses, with a warning. Two used files, or a used file and a used library module, may define one name; only a use of that name is an error.
//! The material of a file and its `default holding` hold in that file. Tests, claims, the example and the `//!` text of a used file stay
//! with it. Files do not use one another in a ring. What the program's own file does not come to is left out of the program.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::names::{Clash, Def, Kind, LibraryName, UseLine};
use super::{Checker, PieceDefinition};
use crate::diagnostics::suggest::suggest;
use crate::diagnostics::{Code, Diagnostic};
use crate::files::{BadPath, EXTENSION, resolved};
use crate::hir::Material;
use crate::index::Origin;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, ItemKind};

/// How many names all `use` lines of all files may bring together: a long file that hundreds of files use must not fill the memory.
const MOST_BROUGHT: usize = 1_000_000;

/// What belongs to one file while all are checked. That of the current file is in the [`Checker`] and its names.
#[derive(Default)]
pub(crate) struct FileScope<'a> {
    own: HashMap<&'a str, Def>,
    listed: Vec<(&'a str, Kind)>,
    library: HashMap<&'a str, Vec<LibraryName>>,
    uses: Vec<UseLine>,
    brought: HashMap<&'a str, usize>,
    clashes: HashMap<&'a str, Clash>,
    missing_module: bool,
    unknown: IndexMap<String, Option<Diagnostic>>,
    material: Option<Material>,
    wrong_material: bool,
    declared: Vec<Material>,
    default_holding: Option<&'a ast::Expr>,
    pieces: Vec<(Material, Vec<PieceDefinition>)>,
}

/// The files while they are checked.
pub(crate) struct Files<'a> {
    /// Where each begins.
    starts: Vec<u32>,
    /// Those that are not the current one.
    scopes: Vec<FileScope<'a>>,
    current: usize,
    /// Which files each uses, by which of its `use` lines.
    edges: Vec<Vec<(usize, usize)>>,
}

impl Files<'_> {
    pub(super) fn new(starts: Vec<u32>) -> Self {
        let count = starts.len().max(1);
        Files {
            starts,
            scopes: std::iter::repeat_with(FileScope::default)
                .take(count)
                .collect(),
            current: 0,
            edges: vec![Vec::new(); count],
        }
    }

    /// The file whose names and material hold.
    pub(crate) fn current(&self) -> usize {
        self.current
    }

    /// Which files a file uses, with the `use` line that brings each.
    pub(super) fn edges_of(&self, file: usize) -> &[(usize, usize)] {
        self.edges.get(file).map_or(&[], Vec::as_slice)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.scopes.len()
    }

    /// The file that a place belongs to; the program's own is 0.
    pub(crate) fn of(&self, place: Span) -> usize {
        let after = self.starts.partition_point(|&start| start <= place.start);
        after.saturating_sub(1)
    }
}

impl<'a> Checker<'a> {
    /// Makes a file the one whose names and material hold.
    pub(crate) fn enter(&mut self, file: usize) {
        let last = self.files.current;
        if file == last || file >= self.files.count() {
            return;
        }
        self.exchange(last);
        self.exchange(file);
        self.files.current = file;
    }

    /// Makes the file of a place the one whose names and material hold.
    pub(crate) fn enter_at(&mut self, place: Span) {
        if self.files.count() > 1 {
            self.enter(self.files.of(place));
        }
    }

    fn exchange(&mut self, file: usize) {
        use std::mem::swap;
        let Some(scope) = self.files.scopes.get_mut(file) else {
            return;
        };
        swap(&mut self.names.own, &mut scope.own);
        swap(&mut self.names.listed, &mut scope.listed);
        swap(&mut self.names.library, &mut scope.library);
        swap(&mut self.names.uses, &mut scope.uses);
        swap(&mut self.names.brought, &mut scope.brought);
        swap(&mut self.names.clashes, &mut scope.clashes);
        swap(&mut self.names.missing_module, &mut scope.missing_module);
        swap(&mut self.names.unknown, &mut scope.unknown);
        swap(&mut self.material, &mut scope.material);
        swap(&mut self.wrong_material, &mut scope.wrong_material);
        swap(&mut self.declared, &mut scope.declared);
        swap(&mut self.default_holding, &mut scope.default_holding);
        swap(&mut self.pieces, &mut scope.pieces);
    }

    /// The materials that all files declare.
    pub(crate) fn materials(&self) -> impl Iterator<Item = &Material> {
        let others = self.files.scopes.iter();
        others.flat_map(|of| &of.declared).chain(&self.declared)
    }

    /// The items of a file.
    pub(crate) fn items_of(&self, file: usize) -> &'a [ast::Item] {
        let items = &self.file.items;
        if self.files.count() == 1 {
            return items;
        }
        let start = |file: usize| match self.files.starts.get(file) {
            Some(&start) => items.partition_point(|item| item.span.start < start),
            None => items.len(),
        };
        items.get(start(file)..start(file + 1)).unwrap_or(&[])
    }

    /// The library module whose text the current file is.
    pub(super) fn library_file(&self) -> Option<usize> {
        let file = self.files.current;
        if file == 0 {
            return None;
        }
        let path = self.source.file_path(file);
        let of_library = !path.ends_with(EXTENSION);
        self.libraries.find(path).filter(|_| of_library)
    }

    /// Where the definitions of the current file are.
    pub(super) fn origin(&self) -> Origin {
        match self.library_file() {
            Some(library) => Origin::Library(self.libraries.name(library).to_owned()),
            None => Origin::File,
        }
    }

    /// Whether an item of the current file is one of the program.
    pub(super) fn is_item(&self, item: &ast::Item) -> bool {
        if self.files.current == 0 {
            return true;
        }
        if self.skipped.contains(&item.span.start) {
            return false;
        }
        match &item.kind {
            ItemKind::Test(_) | ItemKind::Prove(_) | ItemKind::Measure(_) => false,
            kind => self.library_file().is_none() || crate::library::is_brought(kind),
        }
    }

    /// `use "lib/rook.adv"`: notes which file that is, or says why there is none.
    pub(super) fn use_file(&mut self, path: &'a Spanned<String>) {
        let from = self.source.file_path(self.files.current);
        let source = self.source;
        let file = match resolved(from, &path.node) {
            Ok(resolved) => match source.file_of_path(&resolved) {
                Some(file) => file,
                None => {
                    let absent = source.absent(&resolved).cloned().unwrap_or_default();
                    let code = match absent.is_outside {
                        true => Code::FileOutside,
                        false => Code::UnknownFile,
                    };
                    let reason = match absent.reason.as_str() {
                        "" => "it was not read",
                        reason => reason,
                    };
                    let message = format!("`{}` cannot be used: {reason}", path.node);
                    self.no_file(
                        Diagnostic::new(code, message)
                            .with_label(path.span, "not read")
                            .with_help_if(absent.help),
                    );
                    return;
                }
            },
            Err(bad) => {
                self.no_file(self.bad_path(path, bad));
                return;
            }
        };
        let via = self.used(format!("\"{}\"", path.node), path.span);
        let current = self.files.current;
        let edges = &mut self.files.edges[current];
        // A second line for one file brings nothing; it stays unused and is reported as such.
        if !edges.iter().any(|(other, _)| *other == file) {
            edges.push((file, via));
        }
    }

    fn no_file(&mut self, diagnostic: Diagnostic) {
        self.names.missing_module = true;
        self.fail(diagnostic);
    }

    fn bad_path(&self, path: &Spanned<String>, bad: BadPath) -> Diagnostic {
        let shown = &path.node;
        let begin = |code, message: String, label: &str, help: String| {
            Diagnostic::new(code, message)
                .with_label(path.span, label)
                .with_help(help)
        };
        let example = "a path is written as in `use \"lib/rook.adv\"`";
        match bad {
            BadPath::Empty => begin(
                Code::UnknownFile,
                "`use` names no file".to_owned(),
                "an empty path",
                example.to_owned(),
            ),
            BadPath::Character => begin(
                Code::UnknownFile,
                "the path has a character that cannot be shown".to_owned(),
                "not a path",
                example.to_owned(),
            ),
            BadPath::Absolute => begin(
                Code::FileOutside,
                format!("`{shown}` does not begin at the folder of this file"),
                "not a path from here",
                example.to_owned(),
            ),
            BadPath::Backslash => begin(
                Code::UnknownFile,
                format!("`{shown}` has a backslash"),
                "a path with `\\`",
                format!("write `{}`", shown.replace('\\', "/")),
            ),
            BadPath::Extension => {
                let names = self.libraries.names();
                let near = suggest(shown, None, names.map(|name| (name, ())));
                let module = match self.libraries.find(shown) {
                    Some(_) => Some(shown.as_str()),
                    None => near.first().copied(),
                };
                let help = match module {
                    Some(name) => format!("a library module has no quotes: `use {name}`"),
                    None if shown.ends_with(".advc") => {
                        "name the source that the module was built from".to_owned()
                    }
                    None => format!("write `use \"{shown}{EXTENSION}\"` if that is its name"),
                };
                begin(
                    Code::UnknownFile,
                    format!("`{shown}` is no source: its name does not end with `{EXTENSION}`"),
                    "not a source",
                    help,
                )
            }
        }
    }

    /// The templates of a library module after its `use` line: all, or the one of this name. Whether there was one.
    pub(super) fn use_library_file(&mut self, module: usize, via: usize) -> bool {
        let name = self.libraries.name(module);
        let Some(file) = self.source.file_of_path(name).filter(|&file| file > 0) else {
            return false;
        };
        let current = self.files.current;
        self.files.edges[current].push((file, via));
        true
    }

    /// Brings the definitions of used files into the files that use them, once all have been collected.
    pub(super) fn bring(&mut self) {
        self.rings();
        if self.files.count() == 1 {
            return;
        }
        let mut defined: Vec<Vec<(&'a str, Def)>> = Vec::new();
        for file in 0..self.files.count() {
            self.enter(file);
            let mut own: Vec<(&'a str, Def)> = self
                .names
                .own
                .iter()
                .map(|(name, def)| (*name, *def))
                .collect();
            own.sort_by_key(|(_, def)| self.records.name_span(*def));
            defined.push(own);
        }
        let mut left = MOST_BROUGHT;
        for file in 0..self.files.count() {
            self.enter(file);
            for (used, via) in self.files.edges[file].clone() {
                let count = defined.get(used).map_or(0, Vec::len);
                if count > left {
                    let message = format!(
                        "the `use` lines of all files bring more than {MOST_BROUGHT} names together"
                    );
                    let line = self.names.uses.get(via).map(|line| line.span);
                    self.no_file(
                        Diagnostic::new(Code::TooManyDefinitions, message)
                            .with_label(line.unwrap_or_default(), "too many with this line")
                            .with_help("let fewer files use the long ones"),
                    );
                    self.enter(0);
                    return;
                }
                left -= count;
                for (name, def) in defined.get(used).cloned().unwrap_or_default() {
                    self.bring_one(name, def, used, via);
                }
            }
        }
        self.enter(0);
    }

    fn bring_one(&mut self, name: &'a str, def: Def, from: usize, via: usize) {
        // `use std.mating.mate-in` brings one name.
        if let Some(line) = self.names.uses.get(via)
            && let Some(only) = &line.only
            && only != name
        {
            return;
        }
        let shown = self.source.file_name(from);
        match (self.names.own.get(name), self.names.brought.get(name)) {
            (Some(&own), None) => {
                if matches!(own, Def::Unread(_)) {
                    return;
                }
                let place = self.records.name_span(own);
                let other = self.records.name_span(def);
                self.report(
                    Diagnostic::new(
                        Code::ShadowsLibrary,
                        format!("`{name}` hides the definition of `{shown}`"),
                    )
                    .with_label(place, "counts in this file")
                    .with_secondary(other, "hidden here")
                    .with_help("give it another name if both are needed"),
                );
            }
            (Some(&first), Some(_)) if first == def => {}
            (Some(&first), Some(&other)) => self.clash(name, first, other, def, via),
            (None, _) => {
                let module = self.names.library.get(name).and_then(|found| found.first());
                let via_library = module.and_then(|found| found.via);
                self.names.own.insert(name, def);
                self.names.brought.insert(name, via);
                self.names.listed.push((name, self.records.kind_of(def)));
                if let Some(other) = via_library {
                    self.clash(name, def, other, def, via);
                }
            }
        }
    }

    /// Two meanings of one name: its uses are errors, and nothing else is told of them.
    fn clash(&mut self, name: &'a str, first: Def, other: usize, def: Def, via: usize) {
        let places = [first, def].map(|def| self.records.name_span(def));
        let clash = Clash {
            vias: [other, via],
            places,
            told: false,
        };
        self.names.clashes.entry(name).or_insert(clash);
        self.unread_meaning(name, self.records.name_node(def));
    }

    /// Reports the use of a name that two used files define.
    pub(super) fn ambiguous(&mut self, name: &str, span: Span) {
        self.broken = true;
        let Some(clash) = self.names.clashes.get_mut(name) else {
            return;
        };
        if std::mem::replace(&mut clash.told, true) {
            return;
        }
        let clash = clash.clone();
        for via in clash.vias {
            self.names.uses[via].used = true;
        }
        let line = |via: usize| self.names.uses.get(via).cloned();
        let (Some(first), Some(second)) = (line(clash.vias[0]), line(clash.vias[1])) else {
            return;
        };
        let message = format!(
            "`{name}` is defined by `{}` and by `{}`",
            first.text.trim_matches('"'),
            second.text.trim_matches('"')
        );
        let mut ambiguous =
            Diagnostic::new(Code::AmbiguousImport, message).with_label(span, "which of the two?");
        let [one, other] = clash.places;
        if one == other {
            ambiguous = ambiguous
                .with_secondary(first.span, "one comes from here")
                .with_secondary(other, "the other is defined here");
        } else {
            ambiguous = ambiguous
                .with_secondary(one, "one is defined here")
                .with_secondary(other, "the other is defined here");
        }
        self.report(ambiguous.with_help(
            "rename one of the two, or define the name in this file: a definition of the file takes the place of both",
        ));
    }

    /// One error for each ring of files, at the line that closes it.
    fn rings(&mut self) {
        let count = self.files.count();
        let mut done = vec![false; count];
        // The files on the way, each with the number of the next to follow.
        let mut way: Vec<(usize, usize)> = vec![(0, 0)];
        while let Some((file, next)) = way.last_mut() {
            let Some(&(used, via)) = self.files.edges[*file].get(*next) else {
                done[*file] = true;
                way.pop();
                continue;
            };
            *next += 1;
            let file = *file;
            match way.iter().position(|(other, _)| *other == used) {
                Some(begin) => {
                    let names = way[begin..].iter().map(|(file, _)| *file);
                    let names = names.chain([used]).map(|file| self.source.file_name(file));
                    let chain: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                    self.enter(file);
                    let place = self.names.uses[via].span;
                    self.names.uses[via].used = true;
                    let message = format!("the files use one another: {}", chain.join(" → "));
                    let (message, help) = match chain.as_slice() {
                        [itself, _] => (format!("{itself} uses itself"), "take this line away"),
                        _ => (
                            message,
                            "put what both need into a third file, which uses neither",
                        ),
                    };
                    self.broken = true;
                    self.report(
                        Diagnostic::new(Code::FileRing, message)
                            .with_label(place, "closes the ring")
                            .with_help(help),
                    );
                }
                None if !done[used] => way.push((used, 0)),
                None => {}
            }
        }
        self.enter(0);
    }
}

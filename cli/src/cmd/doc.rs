//! `adv doc`: pages of documentation in a folder.
//!
//! ```text
//!   games/krk.adv          ──▶ DIR/krk.html
//!   games/lib/rook.adv     ──▶ DIR/lib/rook.html
//!   std.room, as it is used ──▶ DIR/library/std.room.html
//!                              DIR/index.html leads to all of them
//! ```

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adv::analysis::{library_modules, library_text};
use adv::document::{DocEntry, DocIndex, DocOptions, DocTarget, document};
use adv::proof::Watch;
use adv::render::document::{self as pages, DocPage};
use adv::render::text;
use adv::{Examination, MAX_MODULE_BYTES, PerfectPlay, is_module};
use clap::Args;

use crate::messages::counted;
use crate::play::interrupt::Interrupt;
use crate::sources::Folder;
use crate::{Exit, Outcome, Trouble, folders, io, messages, truth, work};

/// The exit codes of `adv doc`.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  the pages are written
  1  a program is wrong, and the index says so; or something cannot be read or written
  6  interrupted; no page of what was not finished is written";

/// Arguments of `adv doc`.
#[derive(Args, Debug)]
pub struct DocArgs {
    /// A program, or a folder: a page for every .adv file in it
    #[arg(required_unless_present = "library", value_name = "FILE|FOLDER")]
    pub file: Option<PathBuf>,
    /// Write the pages of the library, all of its modules; without it those that are used
    #[arg(long)]
    pub library: bool,
    /// Settle the claims and show their reports; without it pages say that they were not settled
    #[arg(long)]
    pub prove: bool,
    /// The folder of the pages, made where there is none; begin with its index.html
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}

/// Name of the folder with the library's pages.
const LIBRARY: &str = "library";
/// Name of the page that leads to all others.
const INDEX: &str = "index.html";

/// `adv doc`: writes the documentation pages of programs into a folder.
pub fn doc(args: &DocArgs) -> Outcome {
    let watch = Watch::new();
    watch.limit_memory(work::half_of_memory());
    Interrupt::listen_by(watch.stop());
    let mut run = DocRun {
        watch: &watch,
        prove: args.prove,
        values: RefCell::new(Arc::new(truth::open(&[], Some(watch.stop()))?)),
        modules: RefCell::default(),
        pages: BTreeMap::new(),
        index: DocIndex::default(),
        broken: 0,
    };
    match &args.file {
        Some(file) => run.programs(file)?,
        None => run.index.title = "The library of adv".to_owned(),
    }
    if args.library {
        run.modules.borrow_mut().extend(library_modules());
    }
    run.library()?;
    if watch.stop().load(std::sync::atomic::Ordering::Relaxed) {
        return Ok(Exit::Interrupted);
    }
    run.write(&args.output)
}

/// State of a run of `adv doc`: the pages so far, and the modules and tables that they need.
struct DocRun<'a> {
    watch: &'a Watch,
    prove: bool,
    /// Tables of perfect play that tests and claims ask for.
    values: RefCell<Arc<PerfectPlay>>,
    /// Modules of the library that pages lead to, to be written too.
    modules: RefCell<BTreeSet<&'static str>>,
    /// HTML pages by their paths in the folder.
    pages: BTreeMap<String, String>,
    index: DocIndex,
    /// Number of program files with errors.
    broken: usize,
}

impl DocRun<'_> {
    /// Adds the pages of a program, or of all programs of a folder.
    fn programs(&mut self, given: &Path) -> Result<(), Trouble> {
        let files = folders::files(&[given.to_owned()])?;
        let folder = match given.is_dir() {
            true => given,
            false => given.parent().unwrap_or(Path::new("")),
        };
        let title = match given.is_dir() {
            true => fs::canonicalize(given).unwrap_or_else(|_| given.to_owned()),
            false => given.to_owned(),
        };
        let title = title.file_stem().unwrap_or(title.as_os_str());
        self.index.title = title.to_string_lossy().into_owned();
        // Where the page of each file will be, by the file's path in the folder.
        let mut places = BTreeMap::new();
        for file in &files {
            let inside = file.strip_prefix(folder).unwrap_or(file);
            let inside = slashed(inside);
            let page = page_of(&inside);
            places.insert(inside, page);
        }
        for file in &files {
            if self.watch.stop().load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(());
            }
            let inside = slashed(file.strip_prefix(folder).unwrap_or(file));
            self.program(file, &inside, &places)?;
        }
        Ok(())
    }

    fn program(
        &mut self,
        file: &Path,
        inside: &str,
        places: &BTreeMap<String, String>,
    ) -> Result<(), Trouble> {
        let (shown, bytes) = (io::shown(file), io::read_all(file, MAX_MODULE_BYTES)?);
        let name = inside.strip_suffix(".adv").unwrap_or(inside);
        let text = match String::from_utf8(bytes) {
            Ok(text) if !is_module(&shown, text.as_bytes()) => text,
            _ => {
                trouble!("`{shown}` is no source text")
                    .help("name sources: the comments are in them")
                    .tell();
                self.refuse(name, "It is no source text.");
                return Ok(());
            }
        };
        let page = places.get(inside).cloned().unwrap_or_default();
        let root = "../".repeat(page.matches('/').count());
        let from = inside.rsplit_once('/').map_or("", |(folder, _)| folder);
        let link = |target: DocTarget<'_>| match target {
            DocTarget::File(path) => {
                let leads = places.get(&joined(from, path)?)?;
                Some(format!("{root}{leads}"))
            }
            DocTarget::Library(module) => self.module(module, &root),
        };
        let examined = Examination::of_text_with(&shown, &text, &Folder::of(file));
        let made = document(
            examined,
            &DocOptions {
                name,
                root: &root,
                link: &link,
                prove: self.prove,
                values: &self.values,
                watch: self.watch,
            },
        );
        match made {
            Ok(made) => {
                self.index.files.push(entry(&made, page.clone()));
                self.pages.insert(page, pages::page(&made));
            }
            Err(examined) => {
                messages::show(&examined.diagnostics, &examined.source);
                self.refuse(
                    name,
                    "It has errors, so there is no page; `adv check` tells them.",
                );
            }
        }
        Ok(())
    }

    fn refuse(&mut self, name: &str, why: &str) {
        self.broken += 1;
        self.index.files.push(DocEntry {
            name: name.to_owned(),
            href: None,
            about: why.to_owned(),
            items: Vec::new(),
        });
    }

    /// Address of a library module's page, which is noted to be written; `None` where the library has no such module.
    fn module(&self, name: &str, root: &str) -> Option<String> {
        let known = library_modules().find(|known| *known == name)?;
        self.modules.borrow_mut().insert(known);
        Some(format!("{root}{LIBRARY}/{known}.html"))
    }

    /// Adds the pages of the library's modules that pages lead to, and of those that these lead to.
    fn library(&mut self) -> Result<(), Trouble> {
        let mut done = BTreeSet::new();
        loop {
            let next = self.modules.borrow().difference(&done).next().copied();
            let Some(name) = next else {
                break;
            };
            done.insert(name);
            let text = library_text(name).unwrap_or_default();
            let link = |target: DocTarget<'_>| match target {
                DocTarget::Library(module) => self.module(module, "../"),
                DocTarget::File(_) => None,
            };
            let made = document(
                Examination::of_text(&format!("{name}.adv"), text),
                &DocOptions {
                    name,
                    root: "../",
                    link: &link,
                    prove: self.prove,
                    values: &self.values,
                    watch: self.watch,
                },
            );
            // The library compiles, which its tests say.
            let made = made
                .map_err(|_| trouble!("the module `{name}` of the library cannot be compiled"))?;
            let page = format!("{LIBRARY}/{name}.html");
            self.index.library.push(entry(&made, page.clone()));
            if self
                .pages
                .insert(page.clone(), pages::page(&made))
                .is_some()
            {
                return Err(trouble!("two pages would be `{page}`").help(format!(
                    "give the folder `{LIBRARY}` of the programs another name"
                )));
            }
        }
        let order: Vec<&str> = library_modules().collect();
        let place = |entry: &DocEntry| order.iter().position(|name| *name == entry.name);
        self.index.library.sort_by_key(place);
        Ok(())
    }

    fn write(mut self, folder: &Path) -> Outcome {
        let index = pages::index(&self.index);
        self.pages.insert(INDEX.to_owned(), index);
        for (name, text) in &self.pages {
            let path: PathBuf = folder.join(name.split('/').collect::<PathBuf>());
            if let Some(parent) = path.parent() {
                io::make_folder(parent)?;
            }
            io::write_whole(&path, text.as_bytes())?;
        }
        let count = counted(self.pages.len(), "page");
        let begin = io::shown(&folder.join(INDEX));
        io::print(&format!("{count}; begin with `{begin}`\n"))?;
        Ok(match self.broken {
            0 => Exit::Done,
            _ => Exit::Wrong,
        })
    }
}

/// Entry of a page in the index.
fn entry(page: &DocPage, href: String) -> DocEntry {
    let mut paragraphs = page.doc.split("\n\n");
    let about = paragraphs.find(|text| !text.starts_with('#'));
    let about = about.unwrap_or_default();
    let named = page.items.iter();
    let named = named.filter(|item| !matches!(item.kind, "test" | "claim" | "default holding"));
    let items = named.map(|item| (item.kind, item.name.clone(), item.anchor.clone()));
    DocEntry {
        name: page.name.clone(),
        href: Some(href),
        about: about.to_owned(),
        items: items.collect(),
    }
}

/// Text of a path with `/` between its parts, for addresses.
fn slashed(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str());
    text::joined(parts.map(OsStr::to_string_lossy), "/")
}

/// Path of a program's page, `.html` for `.adv`; that of `index.adv` makes room for the index.
fn page_of(inside: &str) -> String {
    let stem = inside.strip_suffix(".adv").unwrap_or(inside);
    match stem.eq_ignore_ascii_case("index") {
        true => format!("{stem}.adv.html"),
        false => format!("{stem}.html"),
    }
}

/// Path relative to the root of a path given relative to a folder; `None` where it leads out of the root.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_folder_to_folder_and_not_out() {
        assert_eq!(joined("a/b", "../c.adv"), Some("a/c.adv".to_owned()));
        assert_eq!(joined("", "./c.adv"), Some("c.adv".to_owned()));
        assert_eq!(joined("a", "../../c.adv"), None);
        assert_eq!(page_of("a/index.adv"), "a/index.html");
        assert_eq!(page_of("index.adv"), "index.adv.html");
    }
}

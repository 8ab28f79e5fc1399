//! The rescue of broken texts in figures: every program of `examples` cut before a token, and without a token.
//!
//! ```text
//!   prefix      advice a  better room <          the token that should follow is the repair
//!   deletion    advice a  better      < 3        the token that was taken away is the repair
//! ```
//!
//! A text scores where an error is on the line of the damage, where an error names the repair, and by the items of the program that
//! are in its tree. `score.txt` keeps the figures, and none may become worse. Its last lines have the first code of each text of the
//! short size. Where all tests run, every token is damaged; a sample of them where not.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use adv_testkit::{Numbers, Size, is_blessing, root, size, sized};

use super::*;
use crate::symbols::{self, Group, SHAPES};
use crate::syntax::lexer::{Lexeme, lex};
use crate::syntax::token::Token;

/// The file of the figures.
const KEPT: &str = "compiler/src/syntax/tests/score.txt";

/// The texts of each kind that a program gives in the short size, and in the long one.
const SAMPLES: (usize, usize) = (8, 64);

/// A kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    Prefix,
    Deletion,
}

/// The figures of one kind of damage.
#[derive(Debug, Default)]
struct Score {
    texts: usize,
    /// Texts without an error.
    silent: usize,
    errors: usize,
    /// Texts with an error on the line of the damage.
    line: usize,
    /// Texts with an error that names the repair.
    repair: usize,
    /// Items of the programs that are in the trees of the broken texts.
    kept: usize,
    items: usize,
}

impl Score {
    fn add(&mut self, outcome: &Outcome) {
        self.texts += 1;
        self.silent += usize::from(outcome.errors.is_empty());
        self.errors += outcome.errors.len();
        self.line += usize::from(outcome.line);
        self.repair += usize::from(outcome.repair);
        self.kept += outcome.kept;
        self.items += outcome.items;
    }

    fn row(&self, size: &str, damage: Damage) -> String {
        let Score {
            texts,
            silent,
            errors,
            line,
            repair,
            kept,
            items,
        } = self;
        format!("{size} {damage:?} {texts} {silent} {errors} {line} {repair} {kept} {items}")
    }
}

/// The reading of one broken text.
struct Outcome {
    errors: Vec<Diagnostic>,
    line: bool,
    repair: bool,
    kept: usize,
    items: usize,
}

/// A program and its tree.
struct Program {
    name: String,
    text: String,
    lexemes: Vec<Lexeme>,
    items: Vec<Item>,
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of programs") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "adv") {
            found.push(path);
        }
    }
    found.sort();
}

fn programs() -> Vec<Program> {
    let folder = root().join("examples");
    let mut paths = Vec::new();
    sources(&folder, &mut paths);
    let program = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        let name = path.strip_prefix(&folder).expect("a path below the folder");
        Program {
            name: name.display().to_string(),
            lexemes: lex(&text).0,
            items: parse(&text).file.items,
            text,
        }
    };
    paths.into_iter().map(program).collect()
}

impl Program {
    /// The text cut before a token, or without it.
    fn broken(&self, at: usize, damage: Damage) -> String {
        let lexeme = self.lexemes[at];
        let (before, after) = (lexeme.start as usize, lexeme.end as usize);
        match damage {
            Damage::Prefix => self.text[..before].to_owned(),
            Damage::Deletion => format!("{}{}", &self.text[..before], &self.text[after..]),
        }
    }

    fn read(&self, at: usize, damage: Damage) -> Outcome {
        let lexeme = self.lexemes[at];
        let text = self.broken(at, damage);
        let parsed = parse(&text);
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        let errors: Vec<Diagnostic> = parsed.diagnostics.into_iter().filter(is_error).collect();
        let source = Source::new("test.adv", &text);
        let line = |place: u32| source.line_column(place).line;
        let before = at.checked_sub(1).map_or(0, |at| self.lexemes[at].end);
        let gone = lexeme.end - lexeme.start;
        let after = self.lexemes.get(at + 1).map_or(0, |next| next.start - gone);
        let (from, to) = match damage {
            Damage::Prefix => (line(before), u32::MAX as usize),
            Damage::Deletion => (line(before), line(after.max(before)) as usize),
        };
        let is_near = |place: u32| (from as usize..=to).contains(&(line(place) as usize));
        let spelling = &self.text[lexeme.start as usize..lexeme.end as usize];
        let names = |error: &Diagnostic| {
            let labels = error.labels.iter().map(|label| &label.text);
            let mut lines = labels.chain(&error.help).chain([&error.message]);
            lines.any(|line| names(line, lexeme.token, spelling))
        };
        let place = |item: &Item| match damage {
            Damage::Deletion if item.span.start > lexeme.start => item.span.start - gone,
            _ => item.span.start,
        };
        let wanted = self.items.iter().filter(|item| match damage {
            Damage::Prefix => item.span.start < lexeme.start,
            Damage::Deletion => true,
        });
        let wanted: Vec<&Item> = wanted.collect();
        let is_kept = |wanted: &&&Item| {
            let kind = std::mem::discriminant(&wanted.kind);
            let mut found = parsed.file.items.iter();
            found.any(|item| {
                item.span.start == place(wanted) && std::mem::discriminant(&item.kind) == kind
            })
        };
        Outcome {
            line: errors
                .iter()
                .flat_map(|error| &error.labels)
                .any(|label| is_near(label.span.start)),
            repair: errors.iter().any(names),
            kept: wanted.iter().filter(is_kept).count(),
            items: wanted.len(),
            errors,
        }
    }
}

/// Whether a line of a message names a token, by itself or by what it is.
fn names(line: &str, token: Token, spelling: &str) -> bool {
    if line.contains(&format!("`{spelling}`")) {
        return true;
    }
    let says = |words: &[&str]| words.iter().any(|words| line.contains(words));
    match symbols::symbol(token) {
        Some(row) => {
            let mut spellings = row.spellings.iter();
            spellings.any(|spelling| line.contains(&format!("`{spelling}`")))
                || match row.group {
                    Group::Operator => says(&["an operator"]),
                    Group::Operand | Group::Letter | Group::Side => says(&["an expression"]),
                    Group::Clause | Group::ActionClause => says(&["a clause"]),
                    Group::Statement => says(&["a statement"]),
                    Group::Item => says(&["the next definition"]),
                    Group::Head => says(&["a part of the head"]),
                    Group::Modifier => says(&["`where`, `by` or `to`"]),
                    Group::Rule => says(&["a rule"]),
                    _ => false,
                }
        }
        None => {
            let shape = SHAPES.iter().find(|shape| shape.token == token);
            shape.is_some_and(|shape| line.contains(shape.friendly))
                || says(&["an expression", "a name", "moves"])
        }
    }
}

/// The tokens of a program that are damaged.
fn places(program: &Program, numbers: &mut Numbers) -> Vec<usize> {
    let all = program.lexemes.len();
    match size() {
        Size::All => (1..all).collect(),
        _ => (0..sized(SAMPLES.0, SAMPLES.1).min(all))
            .map(|_| numbers.between(1, all - 1))
            .collect(),
    }
}

#[test]
fn no_broken_text_is_read_worse_than_before() {
    let size = match size() {
        Size::Short => "short",
        Size::Long => "long",
        Size::All => "all",
    };
    let kept = std::fs::read_to_string(root().join(KEPT)).unwrap_or_default();
    let programs = programs();
    let (mut rows, mut codes) = (Vec::new(), String::new());
    for damage in [Damage::Prefix, Damage::Deletion] {
        let mut numbers = Numbers::new(46);
        let mut score = Score::default();
        for program in &programs {
            let _ = write!(codes, "{damage:?} {}", program.name);
            for at in places(program, &mut numbers) {
                let outcome = program.read(at, damage);
                score.add(&outcome);
                let code = outcome.errors.first().map(|error| error.code.to_string());
                let code = code.unwrap_or_else(|| "-".to_owned());
                let _ = write!(codes, " {at}:{code}");
            }
            codes.push('\n');
        }
        rows.push((score.row(size, damage), score));
    }
    if is_blessing() {
        return write_figures(&kept, size, &rows, &codes);
    }
    for (row, score) in &rows {
        println!("{row}");
        let mut lines = kept.lines().map(|line| line.split(' ').collect::<Vec<_>>());
        let key: Vec<&str> = row.split(' ').take(2).collect();
        let old = lines
            .find(|line| line.starts_with(&key))
            .expect("a row of figures");
        let old: Vec<usize> = old[2..].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(
            score.texts, old[0],
            "the examples have changed, write the figures anew"
        );
        assert!(
            score.silent <= old[1] && score.errors <= old[2],
            "{row}\n{old:?}"
        );
        assert!(
            score.line >= old[3] && score.repair >= old[4],
            "{row}\n{old:?}"
        );
        assert!(score.kept >= old[5], "{row}\n{old:?}");
    }
    let changed = codes.lines().filter(|line| !kept.contains(line));
    assert!(
        size != "short" || changed.clone().count() == 0,
        "{:#?}",
        changed.collect::<Vec<_>>()
    );
}

/// Writes the figures of one size; those of the other stay, and so do the codes where this size has them not.
fn write_figures(kept: &str, size: &str, rows: &[(String, Score)], codes: &str) {
    let mut page = String::from("size damage texts silent errors line repair kept items\n");
    for other in ["short", "long", "all"] {
        let is_of = |line: &&str| line.starts_with(other);
        if other == size {
            rows.iter().for_each(|(row, _)| page += &format!("{row}\n"));
        } else {
            kept.lines()
                .filter(is_of)
                .for_each(|line| page += &format!("{line}\n"));
        }
    }
    let is_code = |line: &&str| line.starts_with("Prefix") || line.starts_with("Deletion");
    match size {
        "short" => page += codes,
        _ => kept
            .lines()
            .filter(is_code)
            .for_each(|line| page += &format!("{line}\n")),
    }
    std::fs::write(root().join(KEPT), page).expect("the figures can be written");
}

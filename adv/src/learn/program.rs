//! The program of a strategy that was found: an ordinary text, with nothing in it that an author would not write.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adv_chess::{Color, notation};
use adv_compiler::diagnostics::Code;
use adv_compiler::source::Span;
use adv_compiler::syntax::ast::ItemKind;
use adv_format::{Signs, format};
use adv_learn::{Played, Rule, Settings, Term};
use adv_render::text::thousands;

use crate::items;
use crate::learn::vocabulary::text_of;
use crate::learn::{LearnError, Learned, Learner};
use crate::load::Examination;

/// How many positions of each rule become tests.
const EXAMPLES: usize = 3;

/// A definition or a `use` line that the text may need.
struct Part {
    text: String,
    /// Where it begins in the text that is being tried.
    start: usize,
}

impl Learner {
    /// The text of a program with the rules that were found; `name` is the name of its table. `None` where there are no rules.
    ///
    /// # Errors
    /// [`LearnError`] where the source of the vocabulary is missing.
    pub fn program(
        &self,
        name: &str,
        learned: &Learned,
        settings: &Settings,
    ) -> Result<Option<String>, LearnError> {
        let rules = &learned.found.rules;
        let (Some(_), levels) = (rules.first(), self.levels(&learned.found)) else {
            return Ok(None);
        };
        let played = Played::new(&self.class, levels.iter().collect());
        let examples: Vec<Vec<usize>> = (0..rules.len())
            .map(|rule| self.examples(&played, rule))
            .collect();
        let head = self.head(learned, settings, examples.iter().flatten().next().copied());
        let body = self.body(name, learned, &examples);
        let mut parts = self.parts()?;
        let text = loop {
            let mut text = head.clone();
            for part in &mut parts {
                part.start = text.len();
                let _ = writeln!(text, "{}", part.text);
            }
            text.push_str(&body);
            let before = parts.len();
            let unused = unused(&text);
            parts.retain(|part| {
                let end = part.start + part.text.len();
                !unused
                    .iter()
                    .any(|span| (part.start..end).contains(&(span.start as usize)))
            });
            if parts.len() == before {
                break text;
            }
        };
        Ok(Some(format(&text, Signs::Keep).unwrap_or(text)))
    }

    /// The `use` lines and the definitions of the vocabulary's program, and the modules that words come from.
    fn parts(&self) -> Result<Vec<Part>, LearnError> {
        let (source, file) = text_of(&self.rulebook)?;
        let part = |text: String| Part { text, start: 0 };
        let modules = self.words.iter().filter_map(|word| word.module.as_deref());
        let own = file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Use(_) => items::name(&item.kind),
            _ => None,
        });
        let all: BTreeSet<String> = modules.map(str::to_owned).chain(own).collect();
        let mut parts: Vec<Part> = all
            .into_iter()
            .map(|module| part(format!("use {module}")))
            .collect();
        for item in &file.items {
            if !matches!(item.kind, ItemKind::Define(_)) {
                continue;
            }
            let mut text = String::from("\n");
            for line in &item.doc {
                let _ = writeln!(text, "/// {line}");
            }
            text.push_str(source.slice(item.span));
            parts.push(part(text));
        }
        Ok(parts)
    }

    /// The comment, the material and the example.
    fn head(&self, learned: &Learned, settings: &Settings, example: Option<usize>) -> String {
        let material = self.class.material().to_string().replace("; ", ";  ");
        let outcome = learned.outcome();
        let mut text = format!(
            "\
//! Found by `adv learn` for {}: seed {}, {} candidates.
//!
//! The bounds were {} of {} with weights to {}, from {}, and {} in a tree.
//! In the search every line from {} of {} positions ends in mate; `adv prove` settles whether that is so.

material  {material}
",
            self.class.us(),
            settings.seed,
            learned.candidates(),
            many(settings.rules, "rule", "rules"),
            many(settings.terms, "term", "terms"),
            settings.weights,
            many(self.words.len(), "number", "numbers"),
            many(settings.moves.into(), "move of ours", "moves of ours"),
            thousands(outcome.solved.into()),
            thousands(learned.positions.into()),
        );
        if let Some(position) = example.and_then(|at| self.class.position(at)) {
            let _ = writeln!(text, "example   \"{}\"", notation::fen(&position));
        }
        text
    }

    /// The numbers, the advice, the table, the tests and the claim.
    fn body(&self, name: &str, learned: &Learned, examples: &[Vec<usize>]) -> String {
        let rules = &learned.found.rules;
        let mut numbers: Vec<&[Term]> = Vec::new();
        for rule in rules {
            if !numbers.contains(&rule.terms.as_slice()) {
                numbers.push(&rule.terms);
            }
        }
        // A word by itself needs no other name.
        let word = |terms: &[Term]| match terms {
            [term] if term.weight == 1 => Some(self.word(term).to_owned()),
            _ => None,
        };
        let sums = numbers.iter().filter(|terms| word(terms).is_none()).count();
        let mut sum_names = self.free_names("work", sums).into_iter();
        let names = numbers
            .iter()
            .map(|terms| word(terms).or_else(|| sum_names.next()));
        let number_names: Vec<String> = names.flatten().collect();
        let advice_names = self.free_names("lower", rules.len());
        let mut text = String::new();
        for (name, terms) in number_names.iter().zip(&numbers) {
            if word(terms).is_some() {
                continue;
            }
            let _ = write!(
                text,
                "\n/// The work that is left: every tree of the advice that speaks of it ends with less.\nnumber {name} = {}\n",
                self.sum(terms)
            );
        }
        let men = self.class.material().men() - 1;
        for (advice, rule) in advice_names.iter().zip(rules) {
            let at = numbers.iter().position(|terms| *terms == rule.terms);
            let work = at.and_then(|at| number_names.get(at));
            let work = work.map_or("", String::as_str);
            let _ = write!(
                text,
                "
/// Mate, or less {work} after {} and their reply.
advice {advice}
  better   mate ∨ us-to-move ∧ {work} < root.{work}
  holding  count(us.*) = {men}
  us       any by new.{work}
  depth    {} shortest
  because  \"{}\"
end-advice
",
                match rule.depth / 2 {
                    1 => "one move".to_owned(),
                    moves => format!("at most {moves} moves"),
                },
                rule.depth,
                self.reason(work, rule),
            );
        }
        let side = match self.class.us() {
            Color::White => "W",
            Color::Black => "B",
        };
        let _ = write!(
            text,
            "\ntable {name} for {side}\n  otherwise {}\nend-table\n\n",
            advice_names.join(", ")
        );
        for (advice, examples) in advice_names.iter().zip(examples) {
            for (number, at) in (1..).zip(examples) {
                let Some(position) = self.class.position(*at) else {
                    continue;
                };
                let _ = writeln!(
                    text,
                    "test \"{advice} {number}\"  {name}  position \"{}\"  expect advice {advice}",
                    notation::fen(&position),
                );
            }
        }
        let condition = match learned.won < learned.positions {
            true => format!(" where won({side})"),
            false => String::new(),
        };
        let _ = write!(
            text,
            "\nprove {name}  from all positions{condition}  reaches mate\n"
        );
        text
    }

    /// A sum of terms as a text.
    fn sum(&self, terms: &[Term]) -> String {
        let mut ordered: Vec<&Term> = terms.iter().collect();
        // A sum that begins with a minus reads badly.
        ordered.sort_by_key(|term| term.weight < 0);
        let mut text = String::new();
        for term in ordered {
            let sign = match (text.is_empty(), term.weight < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text.push_str(sign);
            if term.weight.abs() > 1 {
                let _ = write!(text, "{} * ", term.weight.abs());
            }
            text.push_str(self.word(term));
        }
        text
    }

    fn word(&self, term: &Term) -> &str {
        let word = self.words.get(term.column);
        word.map_or("", |word| word.name.as_str())
    }

    /// The reason that is told with a move: the number and its terms.
    fn reason(&self, work: &str, rule: &Rule) -> String {
        let told = rule.terms.iter().map(|term| {
            let word = self.word(term);
            format!("{word} {{{word}}}")
        });
        let told: Vec<String> = told.collect();
        match told.as_slice() {
            [own] if own.starts_with(&format!("{work} ")) => format!("{own} gets less"),
            told => format!("{work} {{{work}}} gets less: {}", told.join(", ")),
        }
    }

    /// So many names that no word of the program has.
    fn free_names(&self, stem: &str, count: usize) -> Vec<String> {
        let taken = |name: &String| {
            let exports = &self.rulebook.program().exports;
            exports.iter().any(|export| export.name == *name)
                || self.words.iter().any(|word| word.name == *name)
        };
        let numbered = |number: usize| match number {
            0 if count == 1 => stem.to_owned(),
            number => format!("{stem}-{}", number + usize::from(count > 1)),
        };
        let free = (0..).map(numbered).filter(|name| !taken(name));
        free.take(count).collect()
    }

    /// Positions in which a rule is played, solved ones if there are any: the shortest way to mate, a middle one, the longest.
    fn examples(&self, played: &Played<'_>, rule: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.class.len())
            .filter(|at| played.rule(*at).is_some_and(|(own, _)| own == rule))
            .collect();
        all.sort_by_key(|at| played.length(*at).unwrap_or(u16::MAX));
        let solved = all.partition_point(|at| played.length(*at).is_some());
        let last = if solved > 0 { solved } else { all.len() }.saturating_sub(1);
        let mut places: Vec<usize> = (0..EXAMPLES).map(|n| last * n / (EXAMPLES - 1)).collect();
        places.dedup();
        let places = places.into_iter();
        places.filter_map(|place| all.get(place).copied()).collect()
    }
}

/// The places of the definitions and `use` lines of a text that nothing needs.
fn unused(text: &str) -> Vec<Span> {
    let examined = Examination::of_text("learned.adv", text);
    let unused = examined
        .diagnostics
        .iter()
        .filter(|told| matches!(told.code, Code::UnusedDefinition | Code::UnusedImport));
    unused
        .filter_map(|told| told.labels.first().map(|label| label.span))
        .collect()
}

/// A count with its word.
fn many(count: usize, one: &str, several: &str) -> String {
    adv_render::text::many(count as u64, one, several)
}

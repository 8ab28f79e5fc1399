//! Instructions of a program by line, and by the definition that the line belongs to.
//!
//! ```text
//!   place of an instruction ──▶ its line ──▶ the smallest definition that holds the place
//!     │ none: a library's                                       ▲
//!     └──────────▶ the function's own name ─────────────────────┘
//! ```

use std::collections::BTreeMap;

use adv_module::program::{Function, Place};
use adv_record::bench::{Executed, WeighedDefinition, WeighedLine};
use adv_vm::weight;

use super::{Bench, Definition, share};

/// Sum of the weights ([`adv_vm::weight`]) of instructions executed, and their number.
type Spent = (u64, u64);

fn add(sum: &mut Spent, (weight, count): Spent) {
    sum.0 += weight;
    sum.1 += count;
}

/// Executed instructions of a program by line and by definition, most first.
pub(super) struct Profile {
    pub(super) all: Executed,
    pub(super) lines: Vec<WeighedLine>,
    pub(super) definitions: Vec<WeighedDefinition>,
}

impl Profile {
    pub(super) fn of(bench: &Bench<'_>) -> Profile {
        let source = bench
            .module
            .source
            .as_ref()
            .map_or("", |source| source.text.as_str());
        let starts: Vec<usize> = std::iter::once(0)
            .chain(source.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let line_of = |place: Place| {
            let known = place.start < place.end && (place.start as usize) < source.len();
            known.then(|| starts.partition_point(|&start| start <= place.start as usize))
        };
        let mut all = Spent::default();
        // By line the definitions on it, since a line may hold the end of one and the beginning of the next.
        let mut lines: BTreeMap<usize, (String, Spent)> = BTreeMap::new();
        let mut definitions: BTreeMap<(Option<usize>, String), Spent> = BTreeMap::new();
        for (function, counts) in bench.module.functions.iter().zip(&bench.counts.executed) {
            for (index, (op, &count)) in function.code.iter().zip(counts).enumerate() {
                if count == 0 {
                    continue;
                }
                let spent = (count * weight(op), count);
                add(&mut all, spent);
                let place = function.places.get(index).copied().unwrap_or_default();
                let line = line_of(place);
                let (name, begins) = match innermost(bench.definitions, place) {
                    Some(found) if line.is_some() => (found.name.clone(), line_of(found.place)),
                    _ => (own_name(function), None),
                };
                if let Some(line) = line {
                    let entry = lines
                        .entry(line)
                        .or_insert_with(|| (name.clone(), Spent::default()));
                    add(&mut entry.1, spent);
                }
                add(definitions.entry((begins, name)).or_default(), spent);
            }
        }
        let text_of = |line: usize| {
            source
                .lines()
                .nth(line.saturating_sub(1))
                .unwrap_or("")
                .trim()
        };
        // A line of a used file is counted from the beginning of that file.
        let within = |line: usize| {
            let kept = bench.module.source.as_ref();
            let begin = line.checked_sub(1).and_then(|at| starts.get(at)).copied();
            let begin = u32::try_from(begin.unwrap_or(0)).unwrap_or(0);
            let file = kept.map_or(0, |kept| kept.range_of(kept.used_at(begin)).start);
            line - starts.partition_point(|&start| start < file).min(line)
        };
        let executed = |(weight, instructions): Spent| Executed {
            share: share(weight, all.0),
            weight,
            instructions,
        };
        let mut lines: Vec<WeighedLine> = lines
            .into_iter()
            .map(|(line, (definition, spent))| WeighedLine {
                line: within(line),
                text: text_of(line).to_owned(),
                definition,
                executed: executed(spent),
            })
            .collect();
        // Stable: of equals the one that comes first in the source.
        lines.sort_by_key(|line| std::cmp::Reverse(line.executed.weight));
        let mut definitions: Vec<WeighedDefinition> = definitions
            .into_iter()
            .map(|((line, definition), spent)| WeighedDefinition {
                definition,
                line: line.map(within),
                executed: executed(spent),
            })
            .collect();
        definitions.sort_by_key(|definition| std::cmp::Reverse(definition.executed.weight));
        Profile {
            all: executed(all),
            lines,
            definitions,
        }
    }
}

/// Smallest definition in whose range a place begins; `None` outside of all.
fn innermost(definitions: &[Definition], place: Place) -> Option<&Definition> {
    let holds = |of: Place| of.start <= place.start && place.start < of.end;
    definitions
        .iter()
        .filter(|definition| holds(definition.place))
        .min_by_key(|definition| definition.place.end - definition.place.start)
}

/// Name for code without a place in the source: the record or definition that the function is part of.
fn own_name(function: &Function) -> String {
    let name = function.name.as_str();
    name.split_once('.')
        .map_or(name, |(first, _)| first)
        .to_owned()
}

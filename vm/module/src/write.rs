//! A module as the bytes of a `.advc` file; [`crate::format`] draws them.

mod claims;
mod patterns;
mod strategies;
mod tests;

use crate::format::{self, Section};
use crate::ids::{AdviceId, FnId};
use crate::op::Op;
use crate::program::{
    Advice, Class, Compare, Entry, Export, Function, Goal, Import, Material, MoveSpec, Place,
    Program, Rule, SpokenZone, Successor, Table, ZoneFunctions,
};
use crate::types::{AdviceKind, Needs, Ty, Who};
use crate::walk::{change, look};

/// Writes a module. One module has one file: the same module gives the same bytes.
///
/// Nothing is checked; what is beyond a limit of the format is refused when the file is read.
pub fn write(module: &Program) -> Vec<u8> {
    let sections = Section::ALL.map(|section| {
        let mut out = SectionBytes::default();
        out.section(module, section);
        out.bytes
    });
    let primitives = primitives_used(module);
    let mut file =
        Vec::with_capacity(format::HEADER + sections.iter().map(Vec::len).sum::<usize>());
    file.extend(format::MAGIC);
    file.extend(format::VERSION.to_le_bytes());
    file.push(primitives);
    file.extend(format::primitive_fingerprint(primitives).to_le_bytes());
    for (section, bytes) in Section::ALL.iter().zip(&sections) {
        file.push(section.tag());
        let length = match section {
            Section::Checksum => format::CHECKSUM,
            _ => bytes.len(),
        };
        file.extend(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
    }
    for bytes in &sections {
        file.extend(bytes);
    }
    let sum = format::fnv1a(&file);
    file.extend(sum.to_le_bytes());
    file
}

/// How many entries of the primitives' table a module relies on: one more than the highest number in its code.
pub(crate) fn primitives_used(module: &Program) -> u8 {
    let code = module.functions.iter().flat_map(|function| &function.code);
    code.map(|op| match op {
        Op::Prim { prim, .. } => prim.tag().saturating_add(1),
        _ => 0,
    })
    .max()
    .unwrap_or(0)
}

/// The bytes of one section.
#[derive(Default)]
struct SectionBytes {
    bytes: Vec<u8>,
}

impl SectionBytes {
    fn section(&mut self, module: &Program, section: Section) {
        match section {
            Section::Identity => self.identity(module),
            Section::Constants => {
                self.count(module.constants.len());
                module
                    .constants
                    .iter()
                    .for_each(|word| self.bytes.extend(word.to_le_bytes()));
            }
            Section::Imports => self.list(&module.imports, SectionBytes::import),
            Section::Functions => self.list(&module.functions, SectionBytes::function),
            Section::Code => {
                let code = module.functions.iter().flat_map(|function| &function.code);
                code.for_each(|op| self.bytes.extend(op.encode()));
            }
            Section::Exports => self.list(&module.exports, SectionBytes::export),
            Section::Advice => self.list(&module.advice, SectionBytes::advice),
            Section::Tables => self.list(&module.tables, SectionBytes::table),
            Section::Strategies => self.list(&module.strategies, SectionBytes::strategy),
            Section::Patterns => self.list(&module.patterns, SectionBytes::pattern),
            Section::Evaluations => self.list(&module.evaluations, SectionBytes::evaluation),
            Section::Texts => self.list(&module.texts, SectionBytes::texts),
            Section::Tests => self.list(&module.tests, SectionBytes::test),
            Section::Claims => self.list(&module.claims, SectionBytes::claim),
            Section::Debug => self.debug(module),
            Section::Checksum => {}
        }
    }

    // The smallest things.

    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    fn flag(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    /// LEB128 in its shortest form: seven bits a byte, the lowest first, the high bit set on all bytes but the last.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    /// Zigzag: 0, -1, 1, -2 … become 0, 1, 2, 3 …
    fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)).cast_unsigned());
    }

    fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes.extend(text.as_bytes());
    }

    fn list<T>(&mut self, list: &[T], mut member: impl FnMut(&mut Self, &T)) {
        self.count(list.len());
        for item in list {
            member(self, item);
        }
    }

    fn option<T>(&mut self, option: Option<&T>, some: impl FnOnce(&mut Self, &T)) {
        self.flag(option.is_some());
        if let Some(value) = option {
            some(self, value);
        }
    }

    fn types(&mut self, types: &[Ty]) {
        self.list(types, |out, ty| out.byte(ty.tag()));
    }

    fn needs(&mut self, needs: Needs) {
        self.byte(needs.0);
    }

    fn function_id(&mut self, function: &FnId) {
        self.number(u64::from(function.0));
    }

    fn advice_id(&mut self, advice: &AdviceId) {
        self.number(u64::from(advice.0));
    }

    fn functions(&mut self, functions: &[FnId]) {
        self.list(functions, SectionBytes::function_id);
    }

    fn who(&mut self, who: &Who) {
        self.byte(who.tag());
    }

    // The sections.

    fn identity(&mut self, module: &Program) {
        self.text(&module.name);
        self.text(&module.version);
        self.text(&module.doc);
        self.option(module.material.as_ref(), SectionBytes::material);
        self.option(module.example.as_ref(), |out, fen| out.text(fen));
        self.number(u64::from(module.slots));
    }

    fn material(&mut self, material: &Material) {
        self.bytes.extend(material.counts.as_flattened());
        self.flag(material.mirrored);
    }

    fn import(&mut self, import: &Import) {
        self.text(&import.module);
        self.text(&import.version);
        self.text(&import.name);
        self.byte(import.component);
        self.types(&import.params);
        self.byte(import.result.tag());
        self.needs(import.needs);
    }

    fn function(&mut self, function: &Function) {
        self.text(&function.name);
        self.types(&function.params);
        self.byte(function.result.tag());
        self.needs(function.needs);
        self.number(u64::from(function.registers));
        self.count(function.code.len());
    }

    fn export(&mut self, export: &Export) {
        self.text(&export.name);
        self.list(&export.params, |out, (name, ty)| {
            out.text(name);
            out.byte(ty.tag());
        });
        self.byte(export.result.tag());
        self.functions(&export.functions);
        self.needs(export.needs);
        self.text(&export.doc);
    }

    fn advice(&mut self, advice: &Advice) {
        self.text(&advice.name);
        self.option(advice.side.as_ref(), SectionBytes::who);
        self.goal(&advice.better);
        self.goal(&advice.holding);
        self.moves(&advice.us);
        self.moves(&advice.them);
        self.number(u64::from(advice.depth));
        match &advice.cost {
            None => self.byte(advice.mode.tag()),
            Some(cost) => {
                self.byte(advice.mode.tag() | format::HAS_COST);
                self.byte(cost.when.tag());
                self.function_id(&cost.of_move);
                self.number(u64::from(cost.effort));
            }
        }
        self.text_parts(&advice.because);
        self.text(&advice.doc);
        self.byte(advice.kind.tag());
        self.functions(&advice.prefer);
        if advice.kind == AdviceKind::Item {
            self.option(advice.in_class.as_ref(), SectionBytes::function_id);
        }
    }

    fn goal(&mut self, goal: &Goal) {
        let has_zones = goal.parts.iter().any(|part| !part.zones.is_empty());
        let has_cases = goal.parts.iter().any(|part| !part.cases.is_empty());
        let zones = if has_zones { format::GOAL_HAS_ZONES } else { 0 };
        let cases = if has_cases { format::GOAL_HAS_CASES } else { 0 };
        self.byte(goal.when.tag() | zones | cases);
        self.option(goal.test.as_ref(), SectionBytes::function_id);
        self.list(&goal.parts, |out, part| {
            out.function_id(&part.test);
            out.option(part.compare.as_ref(), SectionBytes::compare);
            out.list(&part.boards, |out, board| out.function_id(&board.board));
            if has_zones {
                out.list(&part.zones, SectionBytes::spoken_zone);
            }
            if has_cases {
                out.list(&part.cases, |out, case| {
                    out.text(&case.text);
                    out.function_id(&case.test);
                });
            }
        });
    }

    fn zone(&mut self, zone: &ZoneFunctions) {
        self.function_id(&zone.men);
        self.function_id(&zone.targets);
        self.function_id(&zone.moves);
    }

    fn spoken_zone(&mut self, spoken: &SpokenZone) {
        self.text(&spoken.text);
        self.zone(&spoken.zone);
    }

    fn compare(&mut self, compare: &Compare) {
        self.functions(&compare.left);
        self.functions(&compare.right);
    }

    fn moves(&mut self, moves: &MoveSpec) {
        self.list(&moves.every, SectionBytes::class);
        self.list(&moves.phases, |out, (plies, classes)| {
            out.list(plies, |out, ply| out.number(u64::from(*ply)));
            out.list(classes, SectionBytes::class);
        });
    }

    fn class(&mut self, class: &Class) {
        self.byte(class.roles);
        let zones = if class.zones.is_empty() {
            0
        } else {
            format::CLASS_HAS_ZONES
        };
        self.byte(u8::from(class.who.is_some()) | zones);
        if let Some(who) = &class.who {
            self.who(who);
        }
        self.option(class.from.as_ref(), SectionBytes::function_id);
        self.option(class.to.as_ref(), SectionBytes::function_id);
        self.option(class.filter.as_ref(), SectionBytes::function_id);
        self.list(&class.toward, |out, direction| out.byte(direction.tag()));
        self.option(class.promote.as_ref(), |out, role| out.byte(*role));
        self.functions(&class.keys);
        if !class.zones.is_empty() {
            self.list(&class.zones, SectionBytes::spoken_zone);
        }
    }

    fn table(&mut self, table: &Table) {
        self.text(&table.name);
        self.option(table.side.as_ref(), SectionBytes::who);
        self.option(table.material.as_ref(), SectionBytes::material);
        self.list(&table.rules, SectionBytes::rule);
        // Numbers beyond those of tables are strategies.
        self.list(&table.beyond, |out, beyond| match beyond {
            Successor::Table(table) => out.number(u64::from(table.0)),
            Successor::Strategy(of) => out.number(u64::from(of.0) + format::MAX_TABLES as u64),
        });
        self.flag(table.leaves);
        self.text(&table.doc);
    }

    fn rule(&mut self, rule: &Rule) {
        self.option(rule.condition.as_ref(), SectionBytes::function_id);
        self.list(&rule.list, SectionBytes::entry);
    }

    fn entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Advice(advice) => {
                self.byte(0);
                self.advice_id(advice);
            }
            Entry::Shortest(plies, several) => {
                self.byte(1);
                self.number(u64::from(*plies));
                self.list(several, SectionBytes::advice_id);
            }
        }
    }

    /// Source and places: the places of records in the order of [`look::places`], then those of each function's instructions. Every
    /// place is its start less the start before it, and its length.
    fn debug(&mut self, module: &Program) {
        if !has_debug(module) {
            return;
        }
        match &module.source {
            None => self.byte(0),
            Some(source) => {
                self.byte(if source.used.is_empty() { 1 } else { 2 });
                self.text(&source.file);
                self.text(&source.text);
                if !source.used.is_empty() {
                    self.list(&source.used, |out, file| {
                        out.text(&file.path);
                        out.number(u64::from(file.start));
                    });
                }
            }
        }
        let mut last = 0;
        look::places(module, &mut |place| self.place(*place, &mut last));
        for function in &module.functions {
            self.list(&function.places, |out, place| out.place(*place, &mut last));
        }
    }

    fn place(&mut self, place: Place, last: &mut u32) {
        self.signed(i64::from(place.start) - i64::from(*last));
        self.signed(i64::from(place.end) - i64::from(place.start));
        *last = place.start;
    }
}

impl Program {
    /// Takes the debug part out: the source text and all places; claims, zones and cases are worded by their records. What the module does
    /// stays the same.
    pub fn strip(&mut self) {
        let words: Vec<String> = self
            .claims
            .iter()
            .map(|claim| claim.of_records(self))
            .collect();
        for (claim, words) in self.claims.iter_mut().zip(words) {
            claim.tell_by_records(words);
        }
        for advice in &mut self.advice {
            advice.better.tell_by_records();
            advice.holding.tell_by_records();
            for spec in [&mut advice.us, &mut advice.them] {
                let phases = spec.phases.iter_mut().flat_map(|(_, classes)| classes);
                let zones = spec
                    .every
                    .iter_mut()
                    .chain(phases)
                    .flat_map(|of| &mut of.zones);
                zones.for_each(SpokenZone::tell_by_records);
            }
        }
        self.source = None;
        self.functions
            .iter_mut()
            .for_each(|function| function.places.clear());
        change::places(self, &mut |place| *place = Place::default());
    }
}

/// True where there is a source text or a place that says anything.
pub(crate) fn has_debug(module: &Program) -> bool {
    let mut any = module.source.is_some();
    look::places(module, &mut |place| any |= *place != Place::default());
    any || module
        .functions
        .iter()
        .any(|function| !function.places.is_empty())
}

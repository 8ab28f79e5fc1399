//! Merging: imports are looked up by library, version, name, component and signature, and what they need is copied in.
//!
//! Only what the program reaches is copied: functions, the constants and slots they use, and advice that they ask `satisfiable` of.
//! A copy gets its id when it is first met, and its code is rewritten later, in the order of the ids.

use std::collections::BTreeMap;

use crate::data::Data;
use crate::error::LinkError;
use crate::ids::{AdviceId, ConstId, FnId, SlotId};
use crate::layout::Rewrite;
use crate::program::{Advice, Function, Import, Place, Program};
use crate::types::{AdviceKind, Needs, Ty};
use crate::verify::Module;

/// Merges a program and what it uses of its libraries into one module without imports.
pub(super) fn merge(program: Program, libraries: &[&Module]) -> Result<Program, LinkError> {
    let mut sources = vec![&program];
    sources.extend(libraries.iter().map(|library| library.program()));
    let mut merger = Merger::new(sources);
    // The program comes first and whole, so that its functions and advice keep their order.
    for index in 0..program.functions.len() {
        merger.function(0, program.own_id(index));
    }
    for index in 0..program.advice.len() {
        merger.advice(0, AdviceId(u16::try_from(index).unwrap_or(u16::MAX)));
    }
    // The other records of the program, its advice keeping its ids; libraries have no other records that matter.
    let mut records = Program {
        imports: Vec::new(),
        functions: Vec::new(),
        advice: Vec::new(),
        ..program.clone()
    };
    records.rewrite(&mut Copy {
        merger: &mut merger,
        source: 0,
    });
    // Copying one thing may bring in others; they come to the ends of the two orders.
    let mut functions = Vec::new();
    let mut advice = Vec::new();
    while merger.error.is_none() {
        if let Some(&origin) = merger.functions.order.get(functions.len()) {
            functions.extend(merger.copy_function(origin));
        } else if let Some(&origin) = merger.advices.order.get(advice.len()) {
            advice.extend(merger.copy_advice(origin));
        } else {
            break;
        }
    }
    let Merger {
        error,
        constants,
        slots,
        ..
    } = merger;
    if let Some(error) = error {
        return Err(error);
    }
    let slots = u16::try_from(slots.order.len())
        .unwrap_or(u16::MAX)
        .max(program.slots);
    Ok(Program {
        functions,
        constants: constants.words,
        slots,
        advice,
        ..records
    })
}

/// Something of a source: the source's place, 0 being the program, and its index there.
type Origin = (usize, usize);

/// New ids in the order in which things are met.
#[derive(Default)]
struct Numbering {
    ids: BTreeMap<Origin, usize>,
    order: Vec<Origin>,
}

impl Numbering {
    fn id(&mut self, origin: Origin) -> usize {
        let next = self.order.len();
        let id = *self.ids.entry(origin).or_insert(next);
        if id == next {
            self.order.push(origin);
        }
        id
    }
}

/// The pool of the merged module.
struct Constants {
    ids: BTreeMap<u64, usize>,
    words: Vec<u64>,
}

struct Merger<'m> {
    sources: Vec<&'m Program>,
    functions: Numbering,
    advices: Numbering,
    slots: Numbering,
    constants: Constants,
    /// The first thing that went wrong; ids given out after it mean nothing.
    error: Option<LinkError>,
}

impl<'m> Merger<'m> {
    fn new(sources: Vec<&'m Program>) -> Self {
        let words = sources
            .first()
            .map(|program| program.constants.clone())
            .unwrap_or_default();
        let ids = words
            .iter()
            .enumerate()
            .map(|(index, &word)| (word, index))
            .collect();
        let mut slots = Numbering::default();
        for slot in 0..sources.first().map_or(0, |program| program.slots) {
            slots.id((0, usize::from(slot)));
        }
        Merger {
            sources,
            functions: Numbering::default(),
            advices: Numbering::default(),
            slots,
            constants: Constants { ids, words },
            error: None,
        }
    }

    /// The new id of a source's function, or of what its import stands for.
    fn function(&mut self, source: usize, id: FnId) -> FnId {
        let Some(module) = self.sources.get(source).copied() else {
            return id;
        };
        let found = match module.imports.get(id.index()) {
            None => Ok((source, id.index() - module.imports.len())),
            Some(import) => self.resolve(module, import),
        };
        match found {
            Ok(origin) => FnId(u32::try_from(self.functions.id(origin)).unwrap_or(u32::MAX)),
            Err(error) => {
                self.error.get_or_insert(error);
                FnId(0)
            }
        }
    }

    fn advice(&mut self, source: usize, id: AdviceId) -> AdviceId {
        AdviceId(u16::try_from(self.advices.id((source, id.index()))).unwrap_or(u16::MAX))
    }

    /// Finds what an import means.
    fn resolve(&self, user: &Program, import: &Import) -> Result<Origin, LinkError> {
        let library = import.module.clone();
        let name = import.name.clone();
        let user = user.name.clone();
        let libraries = || self.sources.iter().enumerate().skip(1);
        let Some((_, any)) = libraries().find(|(_, source)| source.name == library) else {
            let present = libraries().map(|(_, source)| source.name.clone()).collect();
            return Err(LinkError::MissingLibrary {
                library,
                user,
                present,
            });
        };
        let same = |source: &Program| source.name == library && source.version == import.version;
        let Some((source, module)) = libraries().find(|(_, source)| same(source)) else {
            let (expected, found) = (import.version.clone(), any.version.clone());
            return Err(LinkError::VersionDiffers {
                library,
                user,
                expected,
                found,
            });
        };
        let export = module.exports.iter().find(|export| export.name == name);
        let component = import.component;
        let id = export.and_then(|export| export.functions.get(usize::from(component)).copied());
        let own = id.and_then(|id| id.index().checked_sub(module.imports.len()));
        let Some((own, function)) = own.and_then(|own| Some((own, module.functions.get(own)?)))
        else {
            return Err(LinkError::MissingName {
                library,
                name,
                component,
                user,
            });
        };
        if function.params != import.params
            || function.result != import.result
            || !function.needs.within(import.needs)
        {
            let expected = signature(&import.params, import.result, import.needs);
            let found = signature(&function.params, function.result, function.needs);
            return Err(LinkError::SignatureDiffers {
                library,
                name,
                user,
                expected,
                found,
            });
        }
        Ok((source, own))
    }

    /// A name in the merged module.
    fn name(&self, source: usize, name: &str) -> String {
        match self.sources.get(source) {
            Some(module) if source > 0 => format!("{}.{name}", module.name),
            _ => name.to_owned(),
        }
    }

    fn copy_function(&mut self, (source, index): Origin) -> Option<Function> {
        let function = self.sources.get(source)?.functions.get(index)?;
        let mut copy = function.clone();
        if source > 0 {
            copy.name = self.name(source, &copy.name);
            copy.places.clear();
        }
        copy.rewrite(&mut Copy {
            merger: self,
            source,
        });
        Some(copy)
    }

    fn copy_advice(&mut self, (source, index): Origin) -> Option<Advice> {
        let mut advice = self.sources.get(source)?.advice.get(index)?.clone();
        if source > 0 {
            advice.name = self.name(source, &advice.name);
            if advice.kind == AdviceKind::Piece {
                advice.kind = AdviceKind::Either;
            }
            // Boards and zones are drawn where a goal of the program is explained; hidden advice is not explained.
            let goals = [&mut advice.better, &mut advice.holding].into_iter();
            goals.flat_map(|goal| &mut goal.parts).for_each(|part| {
                part.boards.clear();
                part.zones.clear();
                part.cases.clear();
            });
        }
        advice.rewrite(&mut Copy {
            merger: self,
            source,
        });
        Some(advice)
    }
}

/// A signature in a message.
fn signature(params: &[Ty], result: Ty, needs: Needs) -> String {
    let params: Vec<_> = params.iter().map(|ty| ty.word()).collect();
    let mut text = format!("({}) {}", params.join(", "), result.word());
    if needs != Needs::NONE {
        text.push_str(" of ");
        text.push_str(&crate::disasm::needs(needs));
    }
    text
}

/// Rewrites the ids and places of what is copied.
struct Copy<'c, 'm> {
    merger: &'c mut Merger<'m>,
    source: usize,
}

impl Rewrite for Copy<'_, '_> {
    fn function(&mut self, function: FnId) -> FnId {
        self.merger.function(self.source, function)
    }
    fn constant(&mut self, constant: ConstId) -> ConstId {
        let source = self.merger.sources.get(self.source);
        let Some(&word) = source.and_then(|source| source.constants.get(constant.index())) else {
            return constant;
        };
        let pool = &mut self.merger.constants;
        let next = pool.words.len();
        let id = *pool.ids.entry(word).or_insert(next);
        if id == next {
            pool.words.push(word);
        }
        ConstId(u32::try_from(id).unwrap_or(u32::MAX))
    }
    fn slot(&mut self, slot: SlotId) -> SlotId {
        let id = self.merger.slots.id((self.source, slot.index()));
        SlotId(u16::try_from(id).unwrap_or(u16::MAX))
    }
    fn advice(&mut self, advice: AdviceId) -> AdviceId {
        self.merger.advice(self.source, advice)
    }
    /// A library's places are not of the program's source.
    fn place(&mut self, place: Place) -> Place {
        match self.source {
            0 => place,
            _ => Place::default(),
        }
    }
}

//! Bounds: every id, register, target, role and place exists, and every count is within the limits of [`crate::format`].

mod patterns;
mod records;

use super::{Verified, each_function, fail, fail_in};
use crate::error::Property;
use crate::format;
use crate::ids::{AdviceId, ConstId, FnId, Reg, SlotId};
use crate::layout::{Access, Rewrite};
use crate::op::Op;
use crate::primitive::Primitive;
use crate::program::{Function, Place, Program, SourceText};
use crate::types::Needs;
use crate::walk::look;

/// Checks the whole module.
pub(super) fn check(module: &Program) -> Verified {
    counts(module)?;
    for import in &module.imports {
        signature(
            &format!("import `{}`", import.name),
            import.params.len(),
            import.needs,
        )?;
    }
    each_function(module, |function| of_function(module, function))?;
    records::check(module)?;
    patterns::check(module)?;
    places(module)
}

/// Refuses a count beyond its limit.
fn within(at: &str, what: &str, count: usize, cap: usize) -> Verified {
    if count <= cap {
        return Ok(());
    }
    fail(
        Property::Bounds,
        at,
        format!("{count} {what}, at most {cap} are allowed"),
    )
}

fn counts(module: &Program) -> Verified {
    let at = "module";
    within(
        at,
        "functions",
        module.function_count(),
        format::MAX_FUNCTIONS,
    )?;
    within(
        at,
        "constants",
        module.constants.len(),
        format::MAX_CONSTANTS,
    )?;
    within(at, "slots", usize::from(module.slots), format::MAX_SLOTS)?;
    within(at, "exports", module.exports.len(), format::MAX_ITEMS)?;
    within(
        at,
        "pieces-of-advice",
        module.advice.len(),
        format::MAX_ADVICE,
    )?;
    within(at, "tables", module.tables.len(), format::MAX_TABLES)?;
    within(
        at,
        "strategies",
        module.strategies.len(),
        format::MAX_STRATEGIES,
    )?;
    within(at, "patterns", module.patterns.len(), format::MAX_PATTERNS)?;
    within(
        at,
        "evaluations",
        module.evaluations.len(),
        format::MAX_EVALUATIONS,
    )?;
    within(at, "translations", module.texts.len(), format::MAX_ITEMS)?;
    within(at, "tests", module.tests.len(), format::MAX_ITEMS)?;
    within(at, "claims", module.claims.len(), format::MAX_ITEMS)?;
    let identity = [&module.name, &module.version, &module.doc].into_iter();
    texts(at, identity.chain(&module.example))?;
    if let Some(source) = &module.source {
        texts(at, [&source.file])?;
        within(
            at,
            "bytes of source text",
            source.text.len(),
            format::MAX_SOURCE,
        )?;
        within(at, "files", source.used.len() + 1, format::MAX_FILES)?;
        texts(at, source.used.iter().map(|file| &file.path))?;
        files(source)?;
    }
    for import in &module.imports {
        texts(at, [&import.module, &import.version, &import.name])?;
    }
    Ok(())
}

/// The files of a source text follow one another, each after a line feed.
fn files(source: &SourceText) -> Verified {
    let mut last = 0;
    for file in &source.used {
        let start = file.start as usize;
        let before = start
            .checked_sub(1)
            .and_then(|at| source.text.as_bytes().get(at));
        if start <= last || before != Some(&b'\n') {
            let sentence = format!("the file `{}` does not begin after a line feed", file.path);
            return fail(Property::Bounds, "source text", sentence);
        }
        last = start;
    }
    Ok(())
}

fn texts<'m>(at: &str, texts: impl IntoIterator<Item = &'m String>) -> Verified {
    texts
        .into_iter()
        .try_for_each(|text| within(at, "bytes in a text", text.len(), format::MAX_STRING))
}

fn signature(at: &str, params: usize, needs: Needs) -> Verified {
    within(at, "parameters", params, format::MAX_PARAMS)?;
    if needs.within(Needs::ALL) {
        return Ok(());
    }
    fail(
        Property::Bounds,
        at,
        format!("needs {} that do not exist", needs.0),
    )
}

fn of_function(module: &Program, function: &Function) -> Verified {
    let at = format!("function `{}`", function.name);
    texts(&at, [&function.name])?;
    signature(&at, function.params.len(), function.needs)?;
    let registers = usize::from(function.registers);
    within(&at, "registers", registers, format::MAX_REGISTERS)?;
    within(&at, "instructions", function.code.len(), format::MAX_CODE)?;
    if registers == 0 {
        return fail(
            Property::Bounds,
            at,
            "it has no register, expected at least one",
        );
    }
    within(
        &at,
        "parameters for its registers",
        function.params.len(),
        registers,
    )?;
    for (index, op) in function.code.iter().enumerate() {
        let mut look = Operands {
            module,
            function,
            wrong: None,
        };
        let _ = op.rewrite(&mut look);
        if let Some(sentence) = look.wrong.or_else(|| arguments(module, function, *op)) {
            return fail_in(Property::Bounds, function, index, sentence);
        }
    }
    Ok(())
}

/// Says what is wrong with the registers of a call's arguments: they lie within the window.
fn arguments(module: &Program, function: &Function, op: Op) -> Option<String> {
    let (base, count) = match op {
        Op::Prim { base, prim, .. } => (
            base,
            Primitive::ALL.get(usize::from(prim.tag()))?.params.len(),
        ),
        Op::Call { base, function, .. } | Op::Turned { base, function, .. } => {
            (base, module.signature(function)?.params.len())
        }
        // A side and a board.
        Op::CallFor { base, .. } => (base, 2),
        _ => return None,
    };
    let end = base.index() + count;
    (end > usize::from(function.registers)).then(|| {
        format!(
            "{count} arguments from r{} on, the function has {} registers",
            base.0, function.registers
        )
    })
}

/// Looks at the operands of one instruction and keeps the first thing that is wrong.
struct Operands<'m> {
    module: &'m Program,
    function: &'m Function,
    wrong: Option<String>,
}

impl Operands<'_> {
    fn exists(&mut self, what: &str, index: usize, count: usize) {
        if index >= count && self.wrong.is_none() {
            self.wrong = Some(format!("{what} {index} does not exist, there are {count}"));
        }
    }
}

impl Rewrite for Operands<'_> {
    fn register(&mut self, access: Access, register: Reg) -> Reg {
        // A call without arguments may begin its window just after the caller's.
        if access != Access::Base {
            self.exists(
                "register",
                register.index(),
                usize::from(self.function.registers),
            );
        }
        register
    }
    fn target(&mut self, target: u32) -> u32 {
        self.exists("target", target as usize, self.function.code.len());
        target
    }
    fn function(&mut self, function: FnId) -> FnId {
        self.exists("function", function.index(), self.module.function_count());
        function
    }
    fn constant(&mut self, constant: ConstId) -> ConstId {
        self.exists("constant", constant.index(), self.module.constants.len());
        constant
    }
    fn slot(&mut self, slot: SlotId) -> SlotId {
        self.exists("slot", slot.index(), usize::from(self.module.slots));
        slot
    }
    fn advice(&mut self, advice: AdviceId) -> AdviceId {
        self.exists("piece-of-advice", advice.index(), self.module.advice.len());
        advice
    }
    fn role(&mut self, role: u8) -> u8 {
        self.exists("role", usize::from(role), 7);
        role
    }
}

/// Places lie in the source text and between its characters. Without a source text there are none.
fn places(module: &Program) -> Verified {
    let text = module.source.as_ref().map(|source| source.text.as_str());
    let good = |place: Place| match text {
        None => place == Place::default(),
        Some(text) => {
            place.start <= place.end
                && text.is_char_boundary(place.start as usize)
                && text.is_char_boundary(place.end as usize)
        }
    };
    let sentence = |place: Place| match text {
        None => format!(
            "a place {}..{}, but the module has no source text",
            place.start, place.end
        ),
        Some(text) => format!(
            "the place {}..{} is not one of the source text, which has {} bytes",
            place.start,
            place.end,
            text.len()
        ),
    };
    for function in &module.functions {
        if !function.places.is_empty() && function.places.len() != function.code.len() {
            let (places, code) = (function.places.len(), function.code.len());
            let at = format!("function `{}`", function.name);
            return fail(
                Property::Bounds,
                at,
                format!("{places} places for {code} instructions"),
            );
        }
        if text.is_none() && !function.places.is_empty() {
            let at = format!("function `{}`", function.name);
            return fail(
                Property::Bounds,
                at,
                "places of instructions, but the module has no source text",
            );
        }
        if let Some((index, place)) = function
            .places
            .iter()
            .enumerate()
            .find(|(_, place)| !good(**place))
        {
            return fail_in(Property::Bounds, function, index, sentence(*place));
        }
    }
    let mut wrong = None;
    look::places(module, &mut |place| {
        if wrong.is_none() && !good(*place) {
            wrong = Some(*place);
        }
    });
    wrong.map_or(Ok(()), |place| {
        fail(Property::Bounds, "module", sentence(place))
    })
}

//! Bounds: every id, register, target, role and place exists, and every count is within the limits of [`crate::format`].

use super::values::{Value, each_value};
use super::{Verified, each_function, each_record, fail, fail_in};
use crate::data::each_place;
use crate::error::Property;
use crate::format;
use crate::ids::{AdviceId, ConstId, FnId, Id, Reg, SlotId};
use crate::layout::{Access, Rewrite};
use crate::op::Op;
use crate::primitive::Primitive;
use crate::program::{Bound, FromSet, Function, Place, Program, SourceText};
use crate::types::Needs;

/// Checks the whole module.
pub(super) fn check(module: &Program) -> Verified {
    let at = "module";
    let functions = module.function_count();
    within(at, "functions", functions, format::MAX_FUNCTIONS)?;
    within(at, "slots", usize::from(module.slots), format::MAX_SLOTS)?;
    each_value(module, Property::Bounds, |value| match value {
        Value::List(of, count) => excess(&format!("in `{}`", of.name), count, of.members()),
        Value::Text(of, bytes) => excess("bytes in a text", bytes, of.bytes()),
        Value::Id(_, id) => absent(module, id),
    })?;
    if let Some(source) = &module.source {
        files(source)?;
    }
    for import in &module.imports {
        needs(&format!("import `{}`", import.name), import.needs)?;
    }
    for export in &module.exports {
        needs(&format!("export `{}`", export.name), export.needs)?;
    }
    each_function(module, |function| of_function(module, function))?;
    numbers(module)?;
    places(module)
}

/// Says that a count is beyond its limit.
fn excess(what: &str, count: usize, most: usize) -> Option<String> {
    (count > most).then(|| format!("{count} {what}, at most {most} are allowed"))
}

/// Says that an id does not exist.
fn absent(module: &Program, id: Id) -> Option<String> {
    let (what, _, count) = id.kind(module);
    let index = id.index();
    (index >= count).then(|| format!("{what} {index} does not exist, there are {count}"))
}

/// Refuses a count beyond its limit.
fn within(at: &str, what: &str, count: usize, most: usize) -> Verified {
    match excess(what, count, most) {
        Some(sentence) => fail(Property::Bounds, at, sentence),
        None => Ok(()),
    }
}

/// The files of a source text follow one another, each after a line feed.
fn files(source: &SourceText) -> Verified {
    let at = "source text";
    within(at, "files", source.used.len() + 1, format::MAX_FILES)?;
    let mut last = 0;
    for file in &source.used {
        let start = file.start as usize;
        let before = start
            .checked_sub(1)
            .and_then(|at| source.text.as_bytes().get(at));
        if start <= last || before != Some(&b'\n') {
            let sentence = format!("the file `{}` does not begin after a line feed", file.path);
            return fail(Property::Bounds, at, sentence);
        }
        last = start;
    }
    Ok(())
}

fn needs(at: &str, needs: Needs) -> Verified {
    if needs.within(Needs::ALL) {
        return Ok(());
    }
    let sentence = format!("needs {} that do not exist", needs.0);
    fail(Property::Bounds, at, sentence)
}

fn of_function(module: &Program, function: &Function) -> Verified {
    let at = format!("function `{}`", function.name);
    needs(&at, function.needs)?;
    let registers = usize::from(function.registers);
    within(&at, "registers", registers, format::MAX_REGISTERS)?;
    if registers == 0 {
        let sentence = "it has no register, expected at least one";
        return fail(Property::Bounds, at, sentence);
    }
    let params = function.params.len();
    within(&at, "parameters for its registers", params, registers)?;
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
    fn id(&mut self, id: Id) {
        self.wrong = self.wrong.take().or_else(|| absent(self.module, id));
    }

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
        self.id(Id::Function(function));
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
        self.id(Id::Advice(advice));
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
    each_place(module, |place| {
        if wrong.is_none() && !good(place) {
            wrong = Some(place);
        }
    });
    wrong.map_or(Ok(()), |place| {
        fail(Property::Bounds, "module", sentence(place))
    })
}

/// Checks the numbers in records that are neither ids nor counts.
fn numbers(module: &Program) -> Verified {
    each_record(&module.advice, |advice| {
        let at = format!("advice `{}`", advice.name);
        let classes = advice.us.classes().chain(advice.them.classes());
        let mut promotes = classes.filter_map(|class| class.promote);
        match promotes.find(|role| !(1..=4).contains(role)) {
            Some(role) => fail(
                Property::Bounds,
                at,
                format!("a promotion to the role {role}, expected 1 to 4"),
            ),
            None => Ok(()),
        }
    })?;
    each_record(&module.strategies, |strategy| {
        // A jump may go just after the last statement, which is the end.
        let count = strategy.body.len() + 1;
        let mut wrong = None;
        for statement in &strategy.body {
            statement.kind.targets(&mut |target| {
                if target as usize >= count {
                    wrong.get_or_insert(target);
                }
            });
        }
        let sentence = |target| format!("statement {target} does not exist, there are {count}");
        let at = || format!("strategy `{}`", strategy.name);
        wrong.map_or(Ok(()), |target| {
            fail(Property::Bounds, at(), sentence(target))
        })
    })?;
    for (number, claim) in (1..).zip(&module.claims) {
        let many = |what: &str, count: u64, most: u64| {
            if (1..=most).contains(&count) {
                return Ok(());
            }
            let sentence = format!("{count} {what}, expected 1 to {most}");
            fail(Property::Bounds, format!("claim {number}"), sentence)
        };
        if let FromSet::Random(count) = claim.from.set {
            many("random positions", count, format::MAX_RANDOM)?;
        }
        if let Some(Bound { count, .. }) = claim.within {
            let most = u64::from(format::MAX_BOUND);
            many("moves or plies in a bound", u64::from(count), most)?;
        }
    }
    Ok(())
}

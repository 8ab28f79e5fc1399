//! A module as text for people: what it holds, its code with the source lines it comes from, and its records.
//!
//! ```text
//!   f3  near(piece) descriptor   2 registers   costs 4
//!            12 | descriptor near(p: piece) = dist(p, K) <= 1
//!         0  r0 := squares r0
//!         1  r1 := W.K
//!         2  r0 := dist r0, r1
//!         3  r0 := r0 < 2
//!         4  return r0
//! ```
//!
//! The text is the same for the same module, and unverified modules are listed too: an id that does not exist is shown as it is.

mod code;
mod records;

use std::fmt::Write as _;

use crate::ids::FnId;
use crate::program::{Function, Material, Program};
use crate::types::{Needs, Ty};
use crate::verify::Module;

/// Lists a module.
pub fn listing(module: &Program) -> String {
    list(module, None)
}

/// Lists a module together with the bounds of its functions' costs.
pub fn listing_of_verified(module: &Module) -> String {
    list(module.program(), Some(module))
}

/// Appends a formatted line. Writing to a text cannot fail.
macro_rules! line {
    ($out:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        let _ = writeln!($out, $($arg)*);
    }};
}
use line;

fn list(module: &Program, verified: Option<&Module>) -> String {
    let mut out = String::new();
    header(&mut out, module);
    let lines = code::Lines::of(module);
    for (index, function) in module.functions.iter().enumerate() {
        let id = module.own_id(index);
        line!(out, "");
        line!(out, "{}", head(id, function, verified));
        code::list(&mut out, module, function, &lines);
    }
    records::list(&mut out, module);
    out
}

fn header(out: &mut String, module: &Program) {
    let version = if module.version.is_empty() {
        String::new()
    } else {
        format!(" {}", module.version)
    };
    line!(
        out,
        "module {}{version}",
        or(&module.name, "without a name")
    );
    module
        .doc
        .lines()
        .for_each(|text| line!(out, "  //! {text}"));
    if let Some(text) = &module.material {
        line!(out, "material {}", material(text));
    }
    if let Some(fen) = &module.example {
        line!(out, "example \"{fen}\"");
    }
    if module.slots > 0 {
        line!(out, "slots {}", module.slots);
    }
    if !module.imports.is_empty() {
        line!(out, "\nimports");
    }
    for (index, import) in module.imports.iter().enumerate() {
        let component = if import.component > 0 {
            format!("[{}]", import.component)
        } else {
            String::new()
        };
        let signature = format!("({}) {}", types(&import.params), import.result.word());
        let from = [import.module.as_str(), &import.version].join(" ");
        line!(
            out,
            "  f{index}  {}{component}{signature}{}   from {}",
            import.name,
            of(import.needs),
            from.trim_end()
        );
    }
    if !module.exports.is_empty() {
        line!(out, "\nexports");
    }
    for export in &module.exports {
        let params: Vec<_> = export
            .params
            .iter()
            .map(|(name, ty)| format!("{name}: {}", ty.word()))
            .collect();
        let functions: Vec<_> = export
            .functions
            .iter()
            .map(|id| format!("f{}", id.0))
            .collect();
        let (params, functions) = (params.join(", "), functions.join(", "));
        line!(
            out,
            "  {} {}({params}){} = {functions}",
            export.result.word(),
            export.name,
            of(export.needs)
        );
        export
            .doc
            .lines()
            .for_each(|text| line!(out, "    /// {text}"));
    }
    if !module.constants.is_empty() {
        line!(out, "\nconstants");
    }
    for (index, word) in module.constants.iter().enumerate() {
        line!(out, "  k{index}  {}", code::squares(*word));
    }
}

/// The first line of a function.
fn head(id: FnId, function: &Function, verified: Option<&Module>) -> String {
    let registers = match function.registers {
        1 => "1 register".to_owned(),
        count => format!("{count} registers"),
    };
    let mut text = format!(
        "f{}  {}({}) {}{}   {registers}",
        id.0,
        function.name,
        types(&function.params),
        function.result.word(),
        of(function.needs)
    );
    if let Some(module) = verified {
        let _ = write!(text, "   costs {} at most", module.cost(id));
    }
    text
}

fn types(types: &[Ty]) -> String {
    let words: Vec<_> = types.iter().map(|ty| ty.word()).collect();
    words.join(", ")
}

/// What is needed beyond the current position, in the language's words.
pub(crate) fn needs(needs: Needs) -> String {
    let all = [
        (Needs::NEW, "new."),
        (Needs::ROOT, "root."),
        (Needs::MOVE, "FROM/TO"),
        (Needs::TAKEN, "TAKEN"),
        (Needs::HERE, "HERE"),
    ];
    let words: Vec<_> = all
        .iter()
        .filter(|(bit, _)| needs.has(*bit))
        .map(|(_, word)| *word)
        .collect();
    words.join(" ")
}

/// Needs, after a signature.
fn of(of: Needs) -> String {
    if of.0 == 0 {
        String::new()
    } else {
        format!(" of {}", needs(of))
    }
}

fn or<'t>(text: &'t str, other: &'t str) -> &'t str {
    if text.is_empty() { other } else { text }
}

/// A material as it is declared.
fn material(material: &Material) -> String {
    let side = |name: &str, counts: &[u8; 6]| {
        let men = "KQRBNP"
            .chars()
            .zip(counts)
            .flat_map(|(role, &count)| std::iter::repeat_n(role.to_string(), usize::from(count)));
        format!("{name}: {}", men.collect::<Vec<_>>().join(", "))
    };
    let [white, black] = &material.counts;
    let mirrored = if material.mirrored { ";  mirrored" } else { "" };
    format!("{};  {}{mirrored}", side("W", white), side("B", black))
}

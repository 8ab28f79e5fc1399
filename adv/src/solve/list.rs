//! A list of pieces-of-advice that is in no table: a plan of the program, or names with arguments, as a table would list them.

use std::collections::BTreeMap;

use adv_compiler::diagnostics::Severity;
use adv_compiler::source::Source;
use adv_compiler::syntax::ast::ItemKind;
use adv_compiler::syntax::parse_source;
use adv_module::Program;
use adv_module::program::Entry;

use crate::claims::{Added, NoSource, moved};
use crate::load::{Rulebook, module_name};

/// Name of the added table that holds the list; no program has a table of this name.
const NAME: &str = "the-list-asked-about";

impl Rulebook {
    /// Compiles the program with a list as a table would have it after `otherwise`: the name of a plan, pieces-of-advice with arguments
    /// that need not be those of its source, `shortest 5 (a, b)`.
    ///
    /// # Errors
    /// [`NoSource`] for a module that was built without its source. Errors of the list are among the diagnostics.
    pub fn with_list(&self, list: &str) -> Result<Added<Vec<Entry>>, NoSource> {
        let kept = self.program().source.as_ref().ok_or(NoSource)?;
        // One line, whatever it is pasted from; a blank for each line's end keeps the places.
        let list = list.replace(['\n', '\r'], " ");
        let program = Source::kept(self.name(), kept);
        let head = format!("\ntable {NAME}\n  otherwise ");
        let source = program.with_more(&format!("{head}{list}\nend-table\n"));
        let start = program.file_text(0).len() + head.len();
        let name = module_name(self.name());
        let compilation = adv_compiler::compile(&source, name, "", adv_stdlib::libraries());
        let mut diagnostics = compilation.diagnostics;
        diagnostics.retain(|message| message.severity == Severity::Error);
        let mut added = Added {
            diagnostics: moved(diagnostics, start, list.len()),
            of_whole: Vec::new(),
            compiled: None,
            source,
        };
        match compilation
            .module
            .map(|module| self.with_module(module, self.source.clone()))
        {
            None => {}
            Some(Err(error)) => added.diagnostics.push(*error),
            Some(Ok(rulebook)) => {
                let tables = rulebook.program().tables.iter();
                let table = tables.rev().find(|table| table.name == NAME);
                let entries = table.and_then(|table| table.rules.first());
                let entries = entries.map(|rule| rule.list.clone()).unwrap_or_default();
                added.compiled = Some((rulebook, entries));
            }
        }
        Ok(added)
    }
}

/// The names of the parameters of each piece-of-advice of a program, by its name; empty where the source was left out.
pub fn parameters_of_pieces(module: &Program) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    let Some(source) = &module.source else {
        return all;
    };
    let source = Source::kept(source.file.as_str(), source);
    for item in parse_source(&source).file.items {
        if let ItemKind::Advice(advice) = &item.kind {
            let names = advice
                .params
                .iter()
                .map(|param| param.name.node.to_string());
            all.insert(advice.name.node.to_string(), names.collect());
        }
    }
    all
}

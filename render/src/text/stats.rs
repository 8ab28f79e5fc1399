//! The statistics table of AL2's paper (Fig. 4): for each piece tried the positions in all and by depth.
//!
//! ```text
//! piece-of-advice  satisfied  positions  by depth 1 2 3 …
//! push-pawn        no                19  1 5 1 5 1 4 1 1
//! bring-king       yes               58  3 9 6 15 10 15
//! all                                77
//! ```

use std::fmt::Write as _;

use adv_module::Program;
use adv_vm::Tried;

use super::{advice_name, positions, thousands, widest};

/// The table. Nested pieces, whose positions are counted apart, follow it.
pub fn statistics(module: &Program, tried: &[Tried]) -> String {
    const NAME: &str = "piece-of-advice";
    let all: u64 = tried.iter().map(|t| t.positions).sum();
    let width = widest(
        tried
            .iter()
            .map(|t| advice_name(module, t.advice))
            .chain([NAME]),
    );
    let mut text = format!("{NAME:width$}  satisfied      positions  by depth 1 2 3 …\n");
    for t in tried {
        let name = advice_name(module, t.advice);
        let satisfied = if t.satisfied {
            "satisfied"
        } else {
            "not satisfied"
        };
        let by_depth: Vec<String> = t.by_depth.iter().map(u64::to_string).collect();
        let line = format!(
            "{name:width$}  {satisfied:13}  {:>9}  {}",
            thousands(t.positions),
            by_depth.join(" ")
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if tried.len() > 1 {
        let _ = writeln!(text, "{:width$}  {:13}  {:>9}", "all", "", thousands(all));
    }
    for t in tried {
        for nested in &t.nested {
            let (host, name) = (
                advice_name(module, t.advice),
                advice_name(module, nested.advice),
            );
            let times = match nested.asked {
                1 => "once".to_owned(),
                more => format!("{} times", thousands(more)),
            };
            let cost = positions(nested.positions);
            let _ = writeln!(
                text,
                "nested in {host}: {name}, tried {times}, {cost} counted separately"
            );
        }
    }
    let nested: u64 = tried
        .iter()
        .flat_map(|t| &t.nested)
        .map(|nested| nested.positions)
        .sum();
    if nested > 0 {
        let whole = positions(all.saturating_add(nested));
        let _ = writeln!(text, "with nested advice {whole}");
    }
    text
}

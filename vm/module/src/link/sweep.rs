//! Sweeping: functions that no export, record or other function uses are taken out.

use crate::data::{Data, each_function};
use crate::ids::FnId;
use crate::layout::Rewrite;
use crate::program::Program;

/// Takes unused functions out of a module without imports; the others keep their order.
pub(super) fn sweep(module: &mut Program) {
    let used = used(module);
    if used.iter().all(|used| *used) {
        return;
    }
    let mut next = 0;
    let ids: Vec<FnId> = used
        .iter()
        .map(|used| {
            let id = FnId(next);
            next += u32::from(*used);
            id
        })
        .collect();
    let id = |old: FnId| ids.get(old.index()).copied().unwrap_or(old);
    let mut keep = used.iter();
    module
        .functions
        .retain(|_| keep.next().copied().unwrap_or(true));
    module.rewrite(&mut Functions(id));
}

/// Gives functions new ids.
struct Functions<F>(F);

impl<F: Fn(FnId) -> FnId> Rewrite for Functions<F> {
    fn function(&mut self, function: FnId) -> FnId {
        (self.0)(function)
    }
}

/// Which functions are used.
fn used(module: &Program) -> Vec<bool> {
    let mut open = Vec::new();
    // The instructions name no id to a visitor.
    each_function(module, |function| open.push(function));
    module.reached(open)
}

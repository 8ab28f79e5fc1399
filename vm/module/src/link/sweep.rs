//! Sweeping: functions that no export, record or other function uses are taken out.

use crate::ids::FnId;
use crate::layout::Rewrite;
use crate::program::Program;
use crate::walk::{change, look};

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
    let mut renumber = Functions(id);
    for op in module
        .functions
        .iter_mut()
        .flat_map(|function| &mut function.code)
    {
        *op = op.rewrite(&mut renumber);
    }
    for advice in &mut module.advice {
        change::advice_functions(advice, &mut |_, function| *function = id(*function));
    }
    change::other_functions(module, &mut |function| *function = id(*function));
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
    look::other_functions(module, &mut |function| open.push(*function));
    for advice in &module.advice {
        look::advice_functions(advice, &mut |_, function| open.push(*function));
    }
    module.reached(open)
}

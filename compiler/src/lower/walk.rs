//! Walks over expressions: what they call, how large they are, which locals they take from outside.

use std::collections::BTreeMap;

use crate::hir::parts::each_child;
use crate::hir::{Callee, Expr, ExprKind, Function, Hir, LocalId, Type};
use crate::library::Libraries;

/// The definitions that an expression calls.
fn calls(expr: &Expr, found: &mut Vec<usize>) {
    if let ExprKind::Call(Callee::Own(index), ..) | ExprKind::Given(_, _, index) = expr.kind {
        found.push(index);
    }
    each_child(expr, &mut |part| calls(part, found));
}

/// The definitions, each after those that it calls, otherwise in the order of the source.
pub(super) fn callees_first(functions: &[Function]) -> Vec<usize> {
    let mut order = Vec::with_capacity(functions.len());
    let mut seen = vec![false; functions.len()];
    let callees = |index: usize| {
        let mut found = Vec::new();
        if let Some(function) = functions.get(index) {
            calls(&function.body, &mut found);
        }
        found.reverse();
        found
    };
    for start in 0..functions.len() {
        // No recursion here: a chain of calls may be as long as the program.
        let mut open = Vec::new();
        if !std::mem::replace(&mut seen[start], true) {
            open.push((start, callees(start)));
        }
        while let Some((index, left)) = open.last_mut() {
            match left.pop() {
                Some(callee) if seen.get(callee) == Some(&false) => {
                    seen[callee] = true;
                    open.push((callee, callees(callee)));
                }
                Some(_) => {}
                None => {
                    order.push(*index);
                    open.pop();
                }
            }
        }
    }
    order
}

/// Definitions up to this size take the place of their calls.
const SMALL: usize = 160;

/// The size of an expression that can take the place of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// Nodes, those of the definitions in place of their calls included.
    pub(crate) nodes: usize,
    /// How deep loops are inside one another, at most.
    pub(crate) loops: u8,
}

/// The size of an expression, where it is small enough to take the place of a call: `small` says it of the definitions that it
/// calls.
pub(super) fn measure(expr: &Expr, small: &[Option<Size>]) -> Option<Size> {
    measure_with(expr, &|called| match called {
        Called::Definition(Callee::Own(index)) => {
            Some(small.get(index).copied().flatten().unwrap_or_default())
        }
        Called::Definition(Callee::Library(_)) | Called::Search => Some(Size::default()),
    })
}

/// The sizes of a library's definitions. In another program none of its calls can stay a call, and its advice has no number.
pub(crate) fn sizes(library: &Hir, libraries: Libraries<'_>) -> Vec<Option<Size>> {
    let mut sizes = vec![None; library.functions.len()];
    for index in callees_first(&library.functions) {
        let Some(function) = library.functions.get(index) else {
            continue;
        };
        let size = measure_with(&function.body, &|called| match called {
            Called::Definition(Callee::Own(index)) => sizes.get(index).copied().flatten(),
            Called::Definition(Callee::Library(index)) => {
                let import = library.imports.get(index)?;
                let other = libraries.named(&import.module)?;
                let index = crate::hir::find(other.hir(), &import.name)?;
                other.sizes().get(index).copied().flatten()
            }
            Called::Search => None,
        });
        if let Some(place) = sizes.get_mut(index) {
            *place = size;
        }
    }
    sizes
}

/// What runs code that stands elsewhere.
enum Called {
    Definition(Callee),
    Search,
}

/// The size of an expression; `of` says what a call adds to it, `None` where it prevents all.
fn measure_with(expr: &Expr, of: &dyn Fn(Called) -> Option<Size>) -> Option<Size> {
    let called = match expr.kind {
        // These have functions of their own, one for each of their places.
        ExprKind::Turned(_) => return None,
        ExprKind::Call(callee, ..) => of(Called::Definition(callee))?,
        ExprKind::Satisfiable(..) | ExprKind::Given(..) => of(Called::Search)?,
        _ => Size::default(),
    };
    let (mut nodes, mut loops, mut fits) = (1 + called.nodes, 0, true);
    each_child(expr, &mut |part| {
        match measure_with(part, of).filter(|_| fits) {
            Some(inner) => {
                nodes += inner.nodes;
                loops = loops.max(inner.loops);
            }
            None => fits = false,
        }
        fits &= nodes <= SMALL;
    });
    // The loops of arguments come to stand in the callee's.
    loops = loops.saturating_add(called.loops);
    if matches!(expr.kind, ExprKind::Fold(..)) {
        loops = loops.saturating_add(1);
    }
    (fits && nodes <= SMALL).then_some(Size { nodes, loops })
}

/// The locals that an expression uses and does not bind, and their types.
pub(super) fn free_locals(expr: &Expr) -> Vec<(LocalId, Type)> {
    let (mut used, mut bound) = (BTreeMap::new(), Vec::new());
    gather(expr, &mut used, &mut bound);
    // Locals have numbers of their own, so what is bound anywhere inside is not meant outside.
    bound.iter().for_each(|local| {
        used.remove(local);
    });
    used.into_iter()
        .map(|(local, ty)| (LocalId(local), ty))
        .collect()
}

fn gather(expr: &Expr, used: &mut BTreeMap<u32, Type>, bound: &mut Vec<u32>) {
    match expr.kind {
        ExprKind::Local(local) => {
            used.insert(local.0, expr.ty);
        }
        ExprKind::Fold(_, local, ..) => bound.push(local.0),
        _ => {}
    }
    each_child(expr, &mut |part| gather(part, used, bound));
}

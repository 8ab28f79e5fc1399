//! Walks over expressions: what they call, how large they are, which locals they take from outside.

use std::collections::BTreeMap;

use crate::hir::parts::each_child;
use crate::hir::{Callee, Expr, ExprKind, Function, LocalId, Type};

/// The definitions that an expression calls.
fn calls(expr: &Expr, found: &mut Vec<usize>) {
    if let ExprKind::Call(Callee::Own(index), ..) = expr.kind {
        found.push(index);
    }
    each_child(expr, &mut |part| calls(part, found));
}

/// The definitions, each behind those that it calls, otherwise in the order of the source.
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

/// The size of an expression and the depth of its loops, where it is small enough to take the place of a call: `small` says it of
/// the definitions that it calls.
pub(super) fn measure(expr: &Expr, small: &[Option<(usize, u8)>]) -> Option<(usize, u8)> {
    let (mut nodes, mut loops) = (1, 0);
    match expr.kind {
        // These have functions of their own, one for each place where they stand.
        ExprKind::Turned(_) => return None,
        ExprKind::Call(Callee::Own(index), ..) => {
            if let Some(&Some((inner, deep))) = small.get(index) {
                nodes += inner;
                loops = deep;
            }
        }
        _ => {}
    }
    let mut fits = true;
    each_child(expr, &mut |part| {
        match measure(part, small).filter(|_| fits) {
            Some((inner, deep)) => {
                nodes += inner;
                loops = loops.max(deep);
            }
            None => fits = false,
        }
        fits &= nodes <= SMALL;
    });
    if matches!(expr.kind, ExprKind::Fold(..)) {
        loops = loops.saturating_add(1);
    }
    (fits && nodes <= SMALL).then_some((nodes, loops))
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

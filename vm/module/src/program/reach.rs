//! Which functions are called from others, at whatever depth.

use super::Program;
use crate::data::each_function;
use crate::ids::FnId;
use crate::op::Op;

impl Program {
    /// Of each function of a linked program, by its number, whether it is one of some functions or is called from them. What a
    /// `satisfiable` asks is not followed.
    pub(crate) fn reached(&self, from: Vec<FnId>) -> Vec<bool> {
        let mut reached = vec![false; self.functions.len()];
        let mut open = from;
        while let Some(id) = open.pop() {
            let Some(seen) = reached.get_mut(id.index()) else {
                continue;
            };
            if !std::mem::replace(seen, true)
                && let Some(function) = self.functions.get(id.index())
            {
                open.extend(function.code.iter().filter_map(|op| op.callee()));
            }
        }
        reached
    }

    /// True where a search may ask the tablebases, of a linked program: some piece-of-advice does. That a claim, a test or a rule's
    /// precondition asks them is no part of a search.
    pub fn searches_ask_oracle(&self) -> bool {
        let mut asked = Vec::new();
        for advice in &self.advice {
            each_function(advice, |function| asked.push(function));
        }
        let reached = self.reached(asked);
        let functions = self.functions.iter().zip(reached);
        let mut code = functions
            .filter(|(_, reached)| *reached)
            .flat_map(|(function, _)| &function.code);
        code.any(|op| matches!(op, Op::Prim { prim, .. } if prim.asks_oracle()))
    }
}

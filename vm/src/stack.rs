//! How much of the thread's stack a piece-of-advice may need, worked out when a program is loaded.
//!
//! ```text
//!   search ─▶ goal ─▶ call ─▶ call ─▶ satisfiable ─▶ search ─▶ goal ─▶ …
//!   SEARCH    CALL    CALL    CALL                   SEARCH    CALL
//! ```
//!
//! A search keeps its nodes on stacks of its own (`search/path.rs`), so that the depth of a tree needs no stack. What needs some is
//! a search inside a goal of another one, and a function that calls another one. Nothing in a verified program reaches itself, so
//! the longest chain of both is known before anything runs, and a piece whose chain may be longer than [`crate::Limits::stack`]
//! allows is refused with [`Stop::Stack`] before its search begins. So the answer depends on the program and the limits, and not on
//! the position, the number of threads or what is compiled already.

use adv_module::{AdviceId, FnId, Op, Program};

use crate::limits::Stop;

/// Bytes that a search needs until it evaluates something: its frames, with three nodes that do not wait (`search/path.rs`), are some
/// 3,200 bytes in an optimised build for x86-64. A search that leaves lean boards ([`crate::search::boards::Boards::beyond`]) has them
/// twice, and this is about half as much again. Code without optimisation needs more.
const SEARCH: u32 = if cfg!(debug_assertions) {
    18 << 10
} else {
    9 << 10
};

/// Bytes that a function needs until it calls another one, interpreted or compiled.
const CALL: u32 = if cfg!(debug_assertions) {
    2 << 10
} else {
    1 << 10
};

/// Bytes that looking at a position in the eight symmetries needs beyond a call.
const TURNED: u32 = if cfg!(debug_assertions) {
    6 << 10
} else {
    4 << 10
};

/// The bytes of stack that each piece-of-advice may need.
pub(crate) struct StackNeeds {
    by_advice: Box<[u32]>,
}

/// Functions and pieces-of-advice by number: first all functions, then all pieces.
struct Graph<'p> {
    program: &'p Program,
}

impl Graph<'_> {
    fn size(&self) -> usize {
        self.program.functions.len() + self.program.advice.len()
    }

    fn advice(&self, id: AdviceId) -> usize {
        self.program.functions.len() + id.index()
    }

    /// What a node needs itself, and what it uses, each with the bytes between the two.
    fn uses(&self, node: usize) -> (u32, Vec<(usize, u32)>) {
        match self.program.functions.get(node) {
            Some(function) => {
                let used = function.code.iter().filter_map(|op| match *op {
                    Op::Call { function, .. }
                    | Op::CallFor { function, .. }
                    | Op::Kept { function, .. } => Some((function.index(), 0)),
                    Op::Turned { function, .. } => Some((function.index(), TURNED)),
                    Op::Satisfiable { advice, .. } => Some((self.advice(advice), 0)),
                    _ => None,
                });
                (CALL, used.collect())
            }
            None => {
                let advice = node - self.program.functions.len();
                let functions = self.program.functions_of(AdviceId(advice as u16));
                let used = functions
                    .into_iter()
                    .map(|function: FnId| (function.index(), 0));
                (SEARCH, used.collect())
            }
        }
    }
}

impl StackNeeds {
    /// Works them out. What is used is worked out before what uses it; the walk itself needs no stack.
    #[expect(
        clippy::indexing_slicing,
        reason = "a node is a number below the size of the graph"
    )]
    pub(crate) fn of(program: &Program) -> StackNeeds {
        let graph = Graph { program };
        let size = graph.size();
        let mut needs = vec![0u32; size];
        let mut between = vec![0u32; size];
        let mut open = vec![0usize; size];
        let mut users = vec![Vec::new(); size];
        for node in 0..size {
            let (own, used) = graph.uses(node);
            if let Some(need) = needs.get_mut(node) {
                *need = own;
            }
            for (used, bytes) in used {
                if let (Some(of), Some(open)) = (users.get_mut(used), open.get_mut(node)) {
                    of.push((node, bytes));
                    *open += 1;
                }
            }
        }
        let mut settled: Vec<usize> = (0..size).filter(|&node| open[node] == 0).collect();
        let mut next = 0;
        while let Some(&node) = settled.get(next) {
            next += 1;
            needs[node] = needs[node].saturating_add(between[node]);
            for &(user, bytes) in &users[node] {
                between[user] = between[user].max(needs[node].saturating_add(bytes));
                open[user] -= 1;
                if open[user] == 0 {
                    settled.push(user);
                }
            }
        }
        let by_advice = needs.split_off(program.functions.len());
        StackNeeds {
            by_advice: by_advice.into(),
        }
    }

    /// The most bytes that a search of this piece needs.
    pub(crate) fn of_advice(&self, advice: AdviceId) -> u32 {
        self.by_advice
            .get(advice.index())
            .copied()
            .unwrap_or(u32::MAX)
    }

    /// Lets a search begin that the limit allows.
    ///
    /// # Errors
    /// [`Stop::Stack`] where it may need more.
    #[inline(always)]
    pub(crate) fn admit(&self, advice: AdviceId, limit: u32) -> Result<(), Stop> {
        match self.of_advice(advice) <= limit {
            true => Ok(()),
            false => Err(Stop::Stack),
        }
    }
}

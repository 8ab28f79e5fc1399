//! Consulting: from a position to a satisfied piece-of-advice.
//!
//! A position is first turned so that it fits the material and the side; then the first rule whose precondition holds is
//! found, and the pieces of its list are searched in order until one is satisfied.

use adv_chess::{Color, Position};
use adv_module::program::Entry;
use adv_module::{AdviceId, FnId, TableId};

use crate::consultation::{Consultation, Failure, Tried};
use crate::env::Env;
use crate::limits::Stop;
use crate::run::{Replies, Run, without_zeros};
use crate::search::request::{Request, bounds};
use crate::search::{Allowance, Bound};
use crate::texts::text_in_words;
use crate::tree::Tree;
use crate::view::View;

/// Called with each piece as soon as it has been searched, and whether it is satisfied. The cost of the search is in the run, for
/// [`tried`] and [`positions`].
pub(crate) type Note<'n> = dyn FnMut(&mut Run<'_>, AdviceId, bool) + 'n;

impl Run<'_> {
    /// Calls a function with arguments.
    pub(crate) fn call(
        &mut self,
        function: FnId,
        args: &[u64],
        env: &Env<'_>,
    ) -> Result<u64, Stop> {
        let function_of_id = self.module.functions.get(function.index());
        let count = function_of_id.map_or(0, |function| function.params.len());
        if count == 0 && self.notes.watch.is_none() {
            return self.word(function, env);
        }
        if self.registers.len() < count {
            self.registers.resize(count, 0);
        }
        let args = args.iter().copied().chain(std::iter::repeat(0));
        for (register, arg) in self.registers.iter_mut().zip(args).take(count) {
            *register = arg;
        }
        self.exec(function, env, 0)
    }
}

pub(crate) fn failure(
    stop: Stop,
    advice: Option<AdviceId>,
    rule: Option<usize>,
    run: &Run<'_>,
) -> Failure {
    Failure::Stopped {
        stop,
        advice,
        rule,
        positions: run.counts.by_ply.iter().sum(),
        owed: run
            .owed
            .filter(|(of, _)| advice == Some(*of))
            .map(|(_, owed)| Box::new(owed)),
    }
}

/// An answer that says nothing yet.
pub(crate) fn blank(position: &Position, view: &View) -> Consultation {
    Consultation {
        position: *position,
        us: if view.mirrored { !view.us } else { view.us },
        mirrored: view.mirrored,
        table: None,
        rule: None,
        tried: Vec::new(),
        advice: None,
        tree: None,
        because: None,
        cost: None,
        within: None,
        memory: None,
    }
}

/// Copies the tree out of the arena, fills the reason in, and notes what the memory was used for.
pub(crate) fn finish(
    run: &mut Run<'_>,
    view: &View,
    found: Option<AdviceId>,
    answer: &mut Consultation,
) -> Result<(), Failure> {
    answer.memory = run.memory_used();
    let Some(advice) = found else {
        return Ok(());
    };
    answer.advice = Some(advice);
    let tree = Tree::new(view.position, run.stacks.tree.clone());
    answer.because = reason(run, advice, view, &tree)
        .map_err(|stop| failure(stop, Some(advice), answer.rule, run))?;
    answer.cost = run
        .cost_of_tree(advice, view, &tree)
        .map_err(|stop| failure(stop, Some(advice), answer.rule, run))?;
    let bound = run.counts.bound.filter(|_| answer.cost.is_some());
    answer.within = bound.map(|bound| bound.effort);
    let tree = if view.mirrored { tree.mirrored() } else { tree };
    answer.tree = Some(tree);
    Ok(())
}

/// The answer of a search, which notes the pieces that it tries and the rule that applies.
pub(crate) fn answer_by<'m>(
    run: &mut Run<'m>,
    (position, view): (&Position, &View),
    search: impl FnOnce(
        &mut Run<'m>,
        &mut Option<usize>,
        &mut Note<'_>,
    ) -> Result<Option<AdviceId>, Failure>,
) -> Result<Consultation, Failure> {
    let mut answer = blank(position, view);
    let mut all = Vec::new();
    let mut note = |run: &mut Run<'_>, id, satisfied| {
        all.push(tried(run, id, satisfied, view.mirrored));
    };
    let found = search(run, &mut answer.rule, &mut note)?;
    answer.tried = all;
    finish(run, view, found, &mut answer)?;
    Ok(answer)
}

/// The first rule whose precondition holds, and its list until a piece is satisfied: that piece. Its tree is in the arena, and its bound in the
/// counts.
pub(crate) fn consult_in(
    run: &mut Run<'_>,
    table: TableId,
    view: &View,
    why: bool,
    rule: &mut Option<usize>,
    note: &mut Note<'_>,
) -> Result<Option<AdviceId>, Failure> {
    match rule_of(run, table, view, rule)? {
        Some(list) => consult_list(run, list, view, why, *rule, note),
        None => Ok(None),
    }
}

/// The same, where nothing is wanted of what was tried but how many positions were tested for all of it, which is added to a sum.
#[inline(always)]
pub(crate) fn consult_quietly(
    run: &mut Run<'_>,
    table: TableId,
    view: &View,
    rule: &mut Option<usize>,
    tested: &mut u64,
) -> Result<Option<AdviceId>, Failure> {
    let Some(list) = rule_of(run, table, view, rule)? else {
        return Ok(None);
    };
    let mut rest = list.as_slice();
    loop {
        // Those that look one move ahead, as many as stand together; then one of the others.
        match run.search_list(&mut rest, &view.position, view.us, tested) {
            Ok(None) => {}
            Ok(found) => return Ok(found),
            Err(stop) => return Err(failure(stop, first_piece(rest), *rule, run)),
        }
        let Some((_, behind)) = rest.split_first() else {
            return Ok(None);
        };
        let one = rest.get(..1).unwrap_or_default();
        let mut note = |run: &mut Run<'_>, _, _| *tested += positions(run);
        let found = consult_list(run, one, view, false, *rule, &mut note)?;
        if found.is_some() {
            return Ok(found);
        }
        rest = behind;
    }
}

/// The piece that a list begins with.
fn first_piece(list: &[Entry]) -> Option<AdviceId> {
    match list.first()? {
        Entry::Advice(id) => Some(*id),
        Entry::Shortest(..) => None,
    }
}

/// The list of the first rule whose precondition holds.
#[inline(always)]
pub(crate) fn rule_of<'m>(
    run: &mut Run<'m>,
    table: TableId,
    view: &View,
    rule: &mut Option<usize>,
) -> Result<Option<&'m Vec<Entry>>, Failure> {
    let module = run.module;
    for (index, r) in module[table].rules.iter().enumerate() {
        let applies = match r.condition {
            None => true,
            Some(condition) => run
                .truth_at_root(condition, &view.position, view.us)
                .map_err(|stop| failure(stop, None, Some(index), run))?,
        };
        if applies {
            *rule = Some(index);
            return Ok(Some(&r.list));
        }
    }
    Ok(None)
}

/// A list in order until a piece is satisfied.
#[inline(always)]
pub(crate) fn consult_list(
    run: &mut Run<'_>,
    list: &[Entry],
    view: &View,
    why: bool,
    rule: Option<usize>,
    note: &mut Note<'_>,
) -> Result<Option<AdviceId>, Failure> {
    for entry in list {
        let found = match entry {
            Entry::Advice(advice) => {
                let found = try_in_class(run, *advice, view, why, None)
                    .map_err(|stop| failure(stop, Some(*advice), rule, run))?;
                note(run, *advice, found);
                found.then_some(*advice)
            }
            Entry::Shortest(plies, pieces) => {
                shortest_of(run, *plies, pieces, view, why, rule, note)?
            }
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The shortest tree of any of several pieces: all of them under the bound 1, then 3, and so on. A piece is not searched again
/// under a bound above its own depth, and each has its whole effort under every bound. Each search is an entry of its own among the pieces tried.
#[inline(never)]
fn shortest_of(
    run: &mut Run<'_>,
    plies: u16,
    pieces: &[AdviceId],
    view: &View,
    why: bool,
    rule: Option<usize>,
    note: &mut Note<'_>,
) -> Result<Option<AdviceId>, Failure> {
    let mut before = Allowance::of_plies(0);
    for bound in bounds(plies) {
        for &advice in pieces {
            let whole = Bound::of(&run.module[advice]);
            if before.covers(whole.plies) {
                continue;
            }
            let least = if bound.covers(whole.plies) {
                whole
            } else {
                Bound {
                    plies: bound,
                    ..whole
                }
            };
            let found = try_in_class(run, advice, view, why, Some(&least))
                .map_err(|stop| failure(stop, Some(advice), rule, run))?;
            note(run, advice, found);
            if found {
                return Ok(Some(advice));
            }
        }
        before = bound;
    }
    Ok(None)
}

impl Run<'_> {
    /// Whether an action of the file may be realised in a position at all; true for everything else.
    pub(crate) fn is_in_class(
        &mut self,
        id: AdviceId,
        root: &Position,
        us: Color,
    ) -> Result<bool, Stop> {
        match self.module[id].in_class {
            Some(in_class) => self.truth_at_root(in_class, root, us),
            None => Ok(true),
        }
    }
}

/// As [`try_one`], where an action's in-class has not been tested.
#[inline(always)]
pub(crate) fn try_in_class(
    run: &mut Run<'_>,
    id: AdviceId,
    view: &View,
    why: bool,
    bound: Option<&Bound>,
) -> Result<bool, Stop> {
    if run.module[id].in_class.is_some() && !run.is_in_class(id, &view.position, view.us)? {
        run.counts.clear();
        run.notes.explain(false);
        return Ok(false);
    }
    try_one(run, id, view, why, bound)
}

/// Searches one piece-of-advice, under one bound or under its own; true where it is satisfied.
pub(crate) fn try_one(
    run: &mut Run<'_>,
    id: AdviceId,
    view: &View,
    why: bool,
    bound: Option<&Bound>,
) -> Result<bool, Stop> {
    run.counts.clear();
    if run.notes.trace() {
        run.trace_piece(view);
    }
    run.notes.explain(why);
    let found = run.search(&Request::play(id, view, bound))?;
    run.note_searched(id, found);
    Ok(found)
}

/// The positions that the last piece cost.
pub(crate) fn positions(run: &Run<'_>) -> u64 {
    let root = u64::from(run.replies == Replies::OneByOne);
    run.counts.by_ply.iter().skip(1).sum::<u64>() + root
}

/// What searching the last piece came to.
pub(crate) fn tried(run: &mut Run<'_>, id: AdviceId, satisfied: bool, mirrored: bool) -> Tried {
    let by_depth = without_zeros(run.counts.by_ply.get(1..).unwrap_or_default());
    let log = run.notes.why.take().filter(|_| !satisfied);
    let priced = run.module[id].cost.is_some();
    let (why, ended) = log.map_or_else(Default::default, |log| log.into_failures(mirrored));
    Tried {
        advice: id,
        satisfied,
        positions: positions(run),
        by_depth,
        nested: run.counts.nested.counts(),
        why,
        ended: ended.filter(|_| priced),
        refuted: None,
        tally: run.take_tally().map(Box::new),
    }
}

/// The reason of a piece or action with its values, as they are after our first move.
fn reason(
    run: &mut Run<'_>,
    id: AdviceId,
    view: &View,
    tree: &Tree,
) -> Result<Option<String>, Stop> {
    let advice = &run.module[id];
    let told = !advice.because.is_empty() && view.position.turn() == view.us;
    let Some(first) = tree.first_move().filter(|_| told) else {
        return Ok(None);
    };
    let child = view.position.play(first);
    let env = Env::node(&child, &view.position, view.us);
    let values = run.slots(&advice.because, &env, view.mirrored)?;
    Ok(Some(text_in_words(&advice.because, &values)))
}

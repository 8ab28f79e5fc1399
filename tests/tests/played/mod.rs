//! Games of strategies: the reference plays one against an opponent by chance, and the machine is given the same replies.
//!
//! ```text
//!   reference   Yield   ◀─ reply ─▶   Follow   ◀─ reply ─▶   Yield   …   Done or Stuck
//!                 =                      =                     =             =
//!   machine     begin      resume     Follow      resume     Yield   …   Done or Stuck
//! ```
//!
//! Compared are the statement, its place, the tree node for node, what was tried and how many positions that took, the reason with
//! its values, the ending and its goal, the cause of being stuck.

use std::fmt::{self, Write};

use adv_reference::adapter::{Machine, libraries};
use adv_reference::generate::Numbers;
use adv_reference::reference::moves::candidates;
use adv_reference::reference::{
    Cause, Ending, Fault, RefOutcome, RefStep, RefTree, Reference, Reply, View, after,
};
use shakmaty::{Chess, Color, Position};

/// Our moves in a game, at most.
const MOVES: usize = 7;
/// The reference's budget between two moves: expressions and positions.
const BUDGET: (u64, u64) = (60_000, 1_200);

/// A difference, or a program that did not compile.
pub struct Difference {
    /// What differs.
    pub what: String,
    /// The position; empty where the program did not compile.
    pub fen: String,
}

/// What the games of strategies compared.
#[derive(Debug, Default)]
pub struct Games([usize; WORDS.len()]);

/// What is counted of the games.
const WORDS: [&str; 26] = [
    "programs",
    "games",
    "refused",
    "broken off",
    "beyond the budget",
    "trees",
    "trees of actions",
    "deep trees",
    "trees of applied strategies",
    "trees with a preference",
    "trees for reversed colours",
    "reasons",
    "tried in vain",
    "followed",
    "left trees",
    "weak",
    "rounds",
    "last statement",
    "stop",
    "checkmate",
    "stalemate",
    "goals reached",
    "goals not reached",
    "stuck in an action",
    "stuck in a consultation",
    "stuck in a loop",
];

impl Games {
    fn add(&mut self, word: &str, count: usize) {
        let at = WORDS.iter().position(|known| *known == word);
        self.0[at.unwrap_or_else(|| panic!("`{word}` is not counted"))] += count;
    }

    /// What was there less than five times.
    pub fn rare(&self) -> Vec<&'static str> {
        let counted = WORDS.iter().zip(self.0);
        counted
            .filter_map(|(word, count)| (count < 5).then_some(*word))
            .collect()
    }

    /// Both together.
    pub fn plus(mut self, other: Games) -> Games {
        for (here, there) in self.0.iter_mut().zip(other.0) {
            *here += there;
        }
        self
    }
}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WORDS
            .iter()
            .zip(self.0)
            .try_for_each(|(word, count)| writeln!(f, "{count:8} {word}"))
    }
}

/// Plays every strategy of a program from some positions, on both sides.
pub fn play_all(
    source: &str,
    seed: u64,
    fens: &[String],
    games: &mut Games,
) -> Result<(), Difference> {
    let mut machine = Machine::compile(source).map_err(|message| Difference {
        what: message,
        fen: String::new(),
    })?;
    let checked = machine.program.clone();
    let reference = Reference::new(&checked, libraries());
    games.add("programs", 1);
    for fen in fens {
        for strategy in 0..checked.strategies.len() {
            let mut rng = Numbers::new(fen.bytes().fold(seed, |sum, byte| {
                sum.wrapping_mul(31).wrapping_add(u64::from(byte))
            }));
            play(&mut machine, &reference, strategy, fen, &mut rng, games).map_err(|what| {
                Difference {
                    what: format!("{}: {what}", checked.strategies[strategy].name.node),
                    fen: fen.clone(),
                }
            })?;
        }
    }
    Ok(())
}

/// One game: the reference plays it, and the machine is given the replies.
fn play(
    machine: &mut Machine,
    reference: &Reference<'_>,
    strategy: usize,
    fen: &str,
    rng: &mut Numbers,
    games: &mut Games,
) -> Result<(), String> {
    let chess = adv_reference::reference::position(fen)?;
    let (strong, mut replies) = (rng.percent(75), Vec::new());
    let mut opponent = |position: &Chess, node: &RefTree| {
        reference.refill(BUDGET.0, BUDGET.1);
        if replies.len() + 1 == MOVES {
            return Reply::Enough;
        }
        let legal = candidates(position);
        let captures = legal.iter().filter(|c| {
            let men = |view: &View| view.men(!position.turn(), None).count();
            men(&c.after) < men(&View::of(position))
        });
        let captures: Vec<String> = captures.map(|c| c.step.uci()).collect();
        let reply = match captures.is_empty() || rng.percent(75) {
            true => legal[rng.below(legal.len())].step.uci(),
            false => captures[rng.below(captures.len())].clone(),
        };
        let weak = !strong && rng.percent(50);
        let held = node.moves.iter().any(|(m, _)| *m == reply);
        replies.push((reply.clone(), weak, !node.moves.is_empty() && !held));
        Reply::Move(reply, weak)
    };
    reference.refill(BUDGET.0, BUDGET.1);
    let played = reference.play(strategy, &chess, &mut opponent);
    games.add("games", 1);
    games.add("rounds", played.rounds);
    if let Some(Fault::Broken(what)) = &played.fault {
        return Err(format!("the reference: {what}"));
    }
    games.add("beyond the budget", usize::from(played.fault.is_some()));
    if played.refused.is_none() && played.steps.is_empty() {
        return Ok(());
    }
    let mut run = match (machine.begin(strategy, fen)?, played.refused) {
        (Err(found), Some(expected)) if found == expected => {
            games.add("refused", 1);
            return Ok(());
        }
        (Ok((run, step)), None) => {
            same(&step, &played.steps[0], reference, 0)?;
            run
        }
        (found, expected) => {
            let found = found.map(|(_, step)| step);
            return Err(format!(
                "begins differently\nthe machine   {found:?}\nthe reference {expected:?}"
            ));
        }
    };
    let mut here = chess.clone();
    for (i, step) in played.steps.iter().enumerate() {
        if i > 0 {
            let (reply, weak) = match replies.get(i - 1) {
                Some((reply, weak, _)) => (Some(reply.as_str()), *weak),
                None => (None, false),
            };
            let found = machine.resume(&mut run, reply, weak)?;
            same(&found, step, reference, i)?;
        }
        count(step, strategy, reference, games);
        let our_move = match step {
            RefStep::Yield { outcome, .. } => {
                six_rules(reference, outcome, &here, chess.turn())?;
                outcome.tree.as_ref().map(|tree| &tree.moves[0].0)
            }
            RefStep::Follow(m) => Some(m),
            RefStep::Done { .. } | RefStep::Stuck { .. } => None,
        };
        let reply = replies.get(i).map(|(reply, ..)| reply);
        for m in our_move.into_iter().chain(reply) {
            here = after(&here, m).map_err(|fault| format!("{fault:?}"))?;
        }
    }
    for (_, weak, left) in &replies {
        games.add("weak", usize::from(*weak));
        games.add("left trees", usize::from(*left));
    }
    let last = played.steps.last();
    let open = matches!(last, Some(RefStep::Yield { .. } | RefStep::Follow(_)));
    games.add("broken off", usize::from(open && played.fault.is_none()));
    Ok(())
}

/// A step with the failed attempts of a loop listed once. The machine notices a loop at the first statement that comes back in the same
/// position, which may be the head of an inner loop; the reference where the loop itself is tested again, and by then some of
/// its attempts have been made twice.
fn once_round(step: &RefStep) -> RefStep {
    let mut step = step.clone();
    if let RefStep::Stuck {
        cause: Cause::LoopWithoutMove,
        tried,
        ..
    } = &mut step
    {
        let mut once = Vec::new();
        for attempt in tried.drain(..) {
            if !once.contains(&attempt) {
                once.push(attempt);
            }
        }
        *tried = once;
    }
    step
}

/// Both did the same.
fn same(
    found: &RefStep,
    expected: &RefStep,
    reference: &Reference<'_>,
    step: usize,
) -> Result<(), String> {
    if found == expected || once_round(found) == once_round(expected) {
        return Ok(());
    }
    let mut text =
        format!("step {step} differs\nthe machine   {found:?}\nthe reference {expected:?}");
    for (who, step) in [("machine", found), ("reference", expected)] {
        if let RefStep::Yield { outcome, .. } = step {
            let tree = outcome.tree.as_ref().map(RefTree::tree_text);
            let advice = outcome
                .satisfied()
                .map(|i| &reference.program().advice[i].name);
            let _ = write!(text, "\n{who}: {advice:?} {}", tree.unwrap_or_default());
        }
    }
    Err(text)
}

/// The tree of a step by the six rules.
fn six_rules(
    reference: &Reference<'_>,
    outcome: &RefOutcome,
    here: &Chess,
    us: Color,
) -> Result<(), String> {
    let (Some(tree), Some(advice), false) = (&outcome.tree, outcome.satisfied(), outcome.mirrored)
    else {
        return Ok(());
    };
    reference.refill(50 * BUDGET.0, 50 * BUDGET.1);
    match reference.check(tree, advice, here, us) {
        Err(_) if reference.is_exhausted() => Ok(()),
        checked => checked,
    }
}

fn count(step: &RefStep, strategy: usize, reference: &Reference<'_>, games: &mut Games) {
    match step {
        RefStep::Yield {
            at,
            outcome,
            because,
        } => {
            let advice = outcome.satisfied().map(|i| &reference.program().advice[i]);
            let action = advice.is_some_and(|advice| advice.kind.is_action());
            let prefers = advice.is_some_and(|advice| !advice.prefer.is_empty());
            let depth = outcome.tree.as_ref().map_or(0, RefTree::depth);
            games.add("trees", 1);
            games.add("trees of actions", usize::from(action));
            games.add("deep trees", usize::from(depth > 1));
            games.add(
                "trees of applied strategies",
                usize::from(at.strategy != strategy),
            );
            games.add("trees with a preference", usize::from(prefers));
            games.add("trees for reversed colours", usize::from(outcome.mirrored));
            games.add("reasons", usize::from(because.is_some()));
        }
        RefStep::Follow(_) => games.add("followed", 1),
        RefStep::Done { ending, goal } => {
            let word = match ending {
                Ending::LastStatement => "last statement",
                Ending::Stop(_) => "stop",
                Ending::Checkmate(_) => "checkmate",
                Ending::Stalemate => "stalemate",
            };
            games.add(word, 1);
            games.add("goals reached", usize::from(*goal == Some(true)));
            games.add("goals not reached", usize::from(*goal == Some(false)));
        }
        RefStep::Stuck { cause, tried, .. } => {
            games.add("tried in vain", tried.len());
            let word = match cause {
                Cause::InClass | Cause::NoTree => "stuck in an action",
                Cause::LoopWithoutMove => "stuck in a loop",
                _ => "stuck in a consultation",
            };
            games.add(word, 1);
        }
    }
}

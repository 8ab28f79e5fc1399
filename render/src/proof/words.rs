//! The sentences of a proof's report: the headline, the claim's parts, why a line breaks it.
//!
//! ```text
//! proved: `krk` reaches mate from all 175,168 positions, in 33 moves at most, 18.121 on average
//! refuted: `krk` fails to reach mate from 48 of 175,168 positions
//! measured: `knkr` keeps `drawn` from 18.0 % (3,600 of 20,000 random positions (seed 1))
//! ```

use adv_chess::{Color, Role};
use adv_module::Program;
use adv_module::program::{Bound, Claim, ClaimGoal, ClaimSubject, FromSet, GoalWord};
use adv_prover::{Cause, Report, Verdict};
use adv_vm::Subject;

use super::Proof;
use super::numbers::{many, mean, percent};
use crate::overview::material_of_claim;
use crate::place;
use crate::text::{advice_name, one_line, table_name, thousands};

/// Text of a claim as written in the source, on one line.
pub fn claim_text(claim: &Claim) -> String {
    one_line(&claim.text)
}

/// Name of the claim's subject; for a claim about descriptors the text of its conclusion.
pub fn subject_name(module: &Program, claim: &Claim) -> String {
    match claim.subject {
        ClaimSubject::Strategy(id) => Subject::Strategy(id).name(module).to_owned(),
        ClaimSubject::Table(id) => table_name(module, id).to_owned(),
        ClaimSubject::Advice(id) => advice_name(module, id).to_owned(),
        ClaimSubject::Evaluation(id) => {
            let found = module.evaluations.get(id.index());
            found.map_or("?", |of| &of.name).to_owned()
        }
        ClaimSubject::Descriptor { conclusion, .. } => {
            place::function_text(module, conclusion).unwrap_or_else(|| "the descriptor".to_owned())
        }
    }
}

/// Goal of a claim as words: `mate`, `` `drawn` ``.
pub fn goal_text(module: &Program, goal: &ClaimGoal) -> String {
    if goal.mate {
        return "mate".to_owned();
    }
    match place::text_of(module, goal.goal.place) {
        Some(text) => format!("`{text}`"),
        None => "its goal".to_owned(),
    }
}

/// Sentence that heads the report: proved, refuted or measured, and for how many positions.
pub fn headline(proof: &Proof<'_>) -> String {
    let (module, claim, report) = (proof.module, proof.claim, proof.report);
    let name = subject_name(module, claim);
    let failing = report.roots.saturating_sub(report.reached);
    let does = listed(&phrases(proof, false), "and");
    match report.verdict {
        Verdict::Empty => {
            format!("empty: the claim on `{name}` covers no position, so nothing is proved")
        }
        Verdict::Proved => format!(
            "proved: `{name}` {does} from {}{}",
            all_positions(proof),
            lengths(report)
        ),
        Verdict::Refuted => format!(
            "refuted: `{name}` fails {} from {}",
            listed(&phrases(proof, true), "or"),
            part_of_positions(proof, failing)
        ),
        Verdict::TooLong => format!(
            "refuted: `{name}` {does} from {}, but takes {}",
            all_positions(proof),
            too_long(proof)
        ),
        Verdict::FiftyMoves => {
            let roots = report.fifty.as_ref().map_or(0, |fifty| fifty.roots);
            format!(
                "refuted: `{name}` {does} from {}, but the fifty-move rule can end the game first from {}",
                all_positions(proof),
                thousands(roots)
            )
        }
        Verdict::Measured => format!(
            "measured: `{name}` {does}{} from {} ({} of {})",
            limits(proof.claim),
            percent(report.held, report.roots),
            thousands(report.held),
            positions_of_claim(proof)
        ),
    }
}

/// Limits of a claim for a sentence: ` within 3 moves, the fifty-move rule counted,`; empty where it has none.
fn limits(claim: &Claim) -> String {
    let mut text = String::new();
    if let Some(Bound { count, plies }) = claim.within {
        let units = if plies {
            ("ply", "plies")
        } else {
            ("move", "moves")
        };
        text = format!(" within {}", many(u64::from(count), units.0, units.1));
    }
    if claim.fifty_moves {
        text.push_str(", the fifty-move rule counted,");
    }
    text
}

/// Length that exceeds the claim's bound: `up to 33 moves where 30 are allowed`.
fn too_long(proof: &Proof<'_>) -> String {
    let worst = proof.report.lengths.as_ref().map_or(0, |l| l.worst);
    match proof.claim.within {
        Some(Bound { count, plies: true }) => format!(
            "up to {} where {} are allowed",
            many(u64::from(worst), "ply", "plies"),
            thousands(u64::from(count))
        ),
        Some(Bound {
            count,
            plies: false,
        }) => format!(
            "up to {} where {} are allowed",
            many(u64::from(adv_prover::moves(worst)), "move", "moves"),
            thousands(u64::from(count))
        ),
        None => "longer than it may".to_owned(),
    }
}

/// Greatest and mean length: `, in 33 moves at most, 18.121 on average`; empty where nothing is reached.
fn lengths(report: &Report) -> String {
    let Some(lengths) = &report.lengths else {
        return String::new();
    };
    let worst = u64::from(adv_prover::moves(lengths.worst));
    let most = many(worst, "move", "moves");
    if report.roots == 1 {
        return format!(", in {most}");
    }
    format!(
        ", in {most} at most, {} on average",
        mean(lengths.moves, report.reached)
    )
}

/// Goals of the claim, each as a phrase: `reaches mate`, or, with `fails`, `to reach mate`.
fn phrases(proof: &Proof<'_>, fails: bool) -> Vec<String> {
    let goals = proof.claim.goals.iter();
    goals
        .map(|goal| {
            let words = match (goal.word, fails) {
                (GoalWord::Reaches, false) => "reaches",
                (GoalWord::Keeps, false) => "keeps",
                (GoalWord::Never, false) => "never meets",
                (GoalWord::Reaches, true) => "to reach",
                (GoalWord::Keeps, true) => "to keep",
                (GoalWord::Never, true) => "to avoid",
            };
            format!("{words} {}", goal_text(proof.module, goal))
        })
        .collect()
}

/// Phrases joined to a list: `a`, `a and b`, `a, b and c`; `join` is the word before the last.
fn listed(words: &[String], join: &str) -> String {
    match words {
        [] => "does what is claimed".to_owned(),
        [one] => one.clone(),
        [several @ .., last] => format!("{} {join} {last}", several.join(", ")),
    }
}

/// Positions of a claim in words: `175,168 positions where `d``, `20,000 random positions (seed 1)`, or the one that is named.
pub fn positions_of_claim(proof: &Proof<'_>) -> String {
    positions_from(proof.module, proof.claim, proof.report.roots)
}

/// Positions of a claim in words as by [`positions_of_claim`], with `count` as their number.
pub fn positions_from(module: &Program, claim: &Claim, count: u64) -> String {
    let mut text = match &claim.from.set {
        FromSet::One(fen) => return format!("the position `{fen}`"),
        FromSet::All => many(count, "position", "positions"),
        FromSet::List(_) => many(count, "listed position", "listed positions"),
        FromSet::Random(_) => format!(
            "{} (seed {})",
            many(count, "random position", "random positions"),
            claim.from.seed
        ),
    };
    if let Some(condition) = condition_text(module, claim) {
        text.push_str(&format!(" where {condition}"));
    }
    text
}

/// Words for a claim's condition: its source in backticks, or a phrase where the module has no source; `None` without a condition.
pub fn condition_text(module: &Program, claim: &Claim) -> Option<String> {
    claim.from.condition?;
    let text = place::text_of(module, claim.from.condition_place);
    Some(text.map_or_else(
        || "its condition holds".to_owned(),
        |text| format!("`{text}`"),
    ))
}

fn all_positions(proof: &Proof<'_>) -> String {
    match (&proof.claim.from.set, proof.report.roots) {
        (FromSet::One(_), _) => positions_of_claim(proof),
        (_, 1) => format!(
            "the only {}",
            positions_of_claim(proof).trim_start_matches("1 ")
        ),
        _ => format!("all {}", positions_of_claim(proof)),
    }
}

fn part_of_positions(proof: &Proof<'_>, part: u64) -> String {
    match &proof.claim.from.set {
        FromSet::One(_) => positions_of_claim(proof),
        _ if part == proof.report.roots => all_positions(proof),
        _ => format!("{} of {}", thousands(part), positions_of_claim(proof)),
    }
}

/// True for a cause that belongs to the action that could not be realised, and not to the choice being played.
pub const fn is_of_action(cause: Cause) -> bool {
    matches!(cause, Cause::NoAdvice | Cause::InClass)
}

/// The only man beside the kings in the positions of a claim, where it can leave the board by capture alone.
fn only_man(module: &Program, claim: &Claim) -> Option<(Color, Role)> {
    let men = material_of_claim(module, claim)?;
    let all = Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| (color, role)));
    let mut all = all.filter(|(color, role)| *role != Role::King && men.count(*color, *role) > 0);
    let (color, role) = all.next()?;
    (all.next().is_none() && men.count(color, role) == 1 && role != Role::Pawn)
        .then_some((color, role))
}

/// Sentence on the cause of a failure: `Black is stalemated`; `action` is the name of the action that could not be realised.
pub fn cause_sentence(
    module: &Program,
    claim: &Claim,
    us: Option<Color>,
    action: Option<&str>,
    cause: Cause,
) -> String {
    let them = us.map(|us| !us);
    let is = |side: Option<Color>, words: &str| {
        side.map_or_else(|| format!("{words} are"), |side| format!("{side} is"))
    };
    let goal = |wanted: &dyn Fn(&ClaimGoal) -> bool| {
        let found = claim.goals.iter().find(|goal| wanted(goal));
        found.map_or_else(|| "the goal".to_owned(), |goal| goal_text(module, goal))
    };
    match cause {
        Cause::Stalemate => format!("{} stalemated", is(them, "they")),
        Cause::OurStalemate => format!("{} stalemated", is(us, "we")),
        Cause::OurMate => format!("{} mated", is(us, "we")),
        Cause::TheirMate => format!(
            "{} mated, and that is not what is claimed",
            is(them, "they")
        ),
        Cause::Material => match only_man(module, claim) {
            Some((owner, role)) => format!(
                "{} takes the {}, and no table covers what is left",
                !owner,
                role.name()
            ),
            None => "no table covers the pieces left on the board".to_owned(),
        },
        Cause::Goal(index) => match claim.goals.get(usize::from(index)) {
            Some(goal) if goal.word == GoalWord::Never => {
                format!("{} comes true", goal_text(module, goal))
            }
            Some(goal) => format!("{} is not kept", goal_text(module, goal)),
            None => "a goal is violated".to_owned(),
        },
        Cause::Over => format!(
            "the strategy has ended, and {} is not reached",
            goal(&|goal| goal.word == GoalWord::Reaches)
        ),
        Cause::NoAdvice => match (action, claim.subject) {
            (Some(action), _) => format!("action `{action}` has no p-strategy"),
            (None, ClaimSubject::Strategy(_)) => "a statement finds no advice".to_owned(),
            (None, ClaimSubject::Advice(_)) => "the piece-of-advice is not satisfied".to_owned(),
            (None, _) => "no advice applies".to_owned(),
        },
        Cause::InClass => match action {
            Some(action) => format!("the in-class of action `{action}` is false"),
            None => "an in-class is false".to_owned(),
        },
        Cause::LoopWithoutMove => {
            "a loop completes a round without a move, and would do so for ever".to_owned()
        }
        Cause::Endless => "play goes on for ever: a position comes back".to_owned(),
    }
}

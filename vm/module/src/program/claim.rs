//! A claim as data: what is said of a strategy, and of which positions.
//!
//! ```text
//!   prove krk  from all positions where d  reaches mate  never stalemate  within 34 moves  any-choice
//!         │         │             │        │             │               │               └ every
//!         │         │             │        └─ goals ─────┘               └ bound
//!         subject   from.set      from.condition
//! ```
//!
//! What plays is named by its record, what is true is a function; the text goes along for reports. A claim says nothing of how it is
//! settled.

use super::{Code, Compiled, Goal, Place, SpokenZone};
use crate::data::{Role, record};
use crate::format::{MAX_GOALS, MAX_LISTED};
use crate::ids::{AdviceId, EvaluationId, FnId, StrategyId, TableId};
use crate::types::tags;

/// A `prove` or `measure` item.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim<C: Code = Compiled> {
    /// The item as it is written; where the source is stripped, as its records say it.
    pub text: String,
    /// Its place.
    pub place: Place,
    /// What is claimed about.
    pub subject: ClaimSubject<C>,
    /// From which positions.
    pub from: ClaimFrom<C>,
    /// What is to come true, in the order of the source: at most one `Reaches`. Empty where a descriptor is the subject.
    pub goals: Vec<ClaimGoal<C>>,
    /// The bound on the length, where there is one. Never 0.
    pub within: Option<Bound>,
    /// Consulted again at every move.
    pub weak: bool,
    /// Every move that satisfies the chosen piece or action is followed.
    pub any_choice: bool,
    /// The fifty-move rule counts: a line that crosses it breaks the claim.
    pub fifty_moves: bool,
    /// `measure`: reports a share, and refutes nothing.
    pub share: bool,
    /// It asks for the value of positions, so that tablebases are needed.
    pub needs_values: bool,
    /// The zones that its condition, its premise and its conclusion speak of, for reports; those of its goals are in their conjuncts.
    pub zones: Vec<C::Spoken>,
}

record!(Claim in Claim {
    text, place, subject, from, goals: most(MAX_GOALS), within, weak, any_choice, fifty_moves,
    share, needs_values, zones,
});

impl Claim {
    /// Takes the words of its records, and names its zones and cases by the numbers of their functions.
    pub(crate) fn tell_by_records(&mut self, words: String) {
        self.text = words;
        self.zones.iter_mut().for_each(SpokenZone::tell_by_records);
        for of in &mut self.goals {
            // What is to be reached is seen to be mate; what is kept is whatever its function says.
            of.mate &= of.word == GoalWord::Reaches;
            of.goal.tell_by_records();
        }
    }

    /// Words the claim by its records alone, as it would be written: a descriptor by the number of its function.
    pub(crate) fn of_records(&self, module: &super::Program) -> String {
        let function = |id: FnId| format!("f{}", id.0);
        let subject = match self.subject {
            ClaimSubject::Strategy(id) => {
                module.strategies.get(id.index()).map(|of| of.name.clone())
            }
            ClaimSubject::Table(id) => module.tables.get(id.index()).map(|of| of.name.clone()),
            ClaimSubject::Advice(id) => module.advice.get(id.index()).map(|of| of.name.clone()),
            ClaimSubject::Evaluation(id) => {
                module.evaluations.get(id.index()).map(|of| of.name.clone())
            }
            ClaimSubject::Descriptor {
                premise,
                conclusion,
            } => Some(match premise {
                Some(premise) if self.share => function(premise),
                Some(premise) => format!("{} ⇒ {}", function(premise), function(conclusion)),
                None => function(conclusion),
            }),
        };
        let mut words = vec![
            if self.share { "measure" } else { "prove" }.to_owned(),
            subject.unwrap_or_default(),
            format!("from {}", self.from.set.words()),
        ];
        words.extend(
            self.from
                .condition
                .map(|id| format!("where {}", function(id))),
        );
        if matches!(self.from.set, FromSet::Random(_)) && self.from.seed != 1 {
            words.push(format!("seed {}", self.from.seed));
        }
        if self.share && !matches!(self.subject, ClaimSubject::Evaluation(_)) {
            words.push("share of".to_owned());
            if let ClaimSubject::Descriptor { conclusion, .. } = self.subject {
                words.push(function(conclusion));
            }
        }
        words.extend(self.goals.iter().map(|goal| {
            let mate = goal.mate && goal.word == GoalWord::Reaches;
            let test = goal.goal.test.filter(|_| !mate).map(function);
            format!("{} {}", goal.word.word(), test.as_deref().unwrap_or("mate"))
        }));
        words.extend(self.within.map(|Bound { count, plies }| {
            let unit = match (plies, count) {
                (true, _) => "plies",
                (false, 1) => "move",
                (false, _) => "moves",
            };
            format!("within {count} {unit}")
        }));
        let modes = [
            (self.weak, "weak"),
            (self.any_choice, "any-choice"),
            (self.fifty_moves, "fifty-moves"),
        ];
        words.extend(
            modes
                .iter()
                .filter(|(is, _)| *is)
                .map(|(_, word)| (*word).to_owned()),
        );
        words.join(" ")
    }
}

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimSubject<C: Code = Compiled> {
    /// A strategy.
    Strategy(StrategyId),
    /// A table.
    Table(TableId),
    /// A piece-of-advice, tried again and again.
    Advice(AdviceId),
    /// A descriptor that holds in every position, or wherever another does: `prove a ⇒ b`. With [`Claim::share`] it is `measure a … share of b`,
    /// which always has a premise. Nothing is played.
    Descriptor {
        /// `a`; `None` is any position.
        premise: Option<C::Body>,
        /// `b`, or the only descriptor.
        conclusion: C::Body,
    },
    /// An evaluation, compared with the tables: `measure static`. Nothing is played.
    Evaluation(EvaluationId),
}

record!(enum ClaimSubject {
    0 Strategy(id);
    1 Table(id);
    2 Advice(id);
    3 Descriptor { premise: role(Role::Goal), conclusion: role(Role::Goal) };
    4 Evaluation(id);
});

/// The positions that a claim speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimFrom<C: Code = Compiled> {
    /// Which they are drawn from.
    pub set: FromSet,
    /// Only those in which this descriptor holds; `None` for a single position.
    pub condition: Option<C::Body>,
    /// The condition's place; zeros without one.
    pub condition_place: Place,
    /// The seed of random positions, 1 where the source names none.
    pub seed: u64,
}

record!(ClaimFrom {
    set,
    condition: role(Role::Goal),
    condition_place,
    seed
});

/// A set of positions, before its condition.
#[derive(Clone, Debug, PartialEq)]
pub enum FromSet {
    /// Every legal position of the subject's material.
    All,
    /// One position, a FEN.
    One(String),
    /// Several positions, FENs: two or more.
    List(Vec<String>),
    /// So many legal positions of the material, drawn with the seed. Never 0.
    Random(u64),
}

record!(enum FromSet {
    0 All;
    1 One(position);
    2 Random(count);
    3 List(positions: most(MAX_LISTED));
});

impl FromSet {
    /// The set as it is written, without a seed.
    pub(crate) fn words(&self) -> String {
        let quoted = |fens: &[String]| {
            let fens: Vec<String> = fens.iter().map(|fen| format!("\"{fen}\"")).collect();
            fens.join(", ")
        };
        match self {
            FromSet::All => "all positions".to_owned(),
            FromSet::One(fen) => quoted(std::slice::from_ref(fen)),
            FromSet::List(fens) => quoted(fens),
            FromSet::Random(count) => format!("{count} random positions"),
        }
    }
}

tags! {
    /// What a goal asks of the positions of a line.
    GoalWord {
        /// It comes true in one of them, whatever is replied.
        Reaches = 0 => "reaches",
        /// It is true in all of them.
        Keeps = 1 => "keeps",
        /// It is true in none.
        Never = 2 => "never",
    }
}

/// One goal.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimGoal<C: Code = Compiled> {
    /// The subject.
    pub word: GoalWord,
    /// The descriptor, a function of one position; its conjuncts are there for reports. `test` is never `None`.
    pub goal: Goal<C>,
    /// It is the bare `mate`: the enemy is mated. Without the source only [`GoalWord::Reaches`] has it, which is settled without `goal`.
    pub mate: bool,
}

record!(ClaimGoal { word, goal, mate });

/// A bound on the length of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// How many.
    pub count: u32,
    /// Plies, and not moves of ours.
    pub plies: bool,
}

record!(Bound { count, plies });

impl Bound {
    /// The bound in plies from a position with us to move: our n-th move is ply 2n - 1.
    pub const fn in_plies(self) -> u32 {
        if self.plies {
            self.count
        } else {
            self.count.saturating_mul(2).saturating_sub(1)
        }
    }
}

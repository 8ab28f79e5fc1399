//! The clauses of a claim, their combinations, and which of these the reference manual allows.

use adv_chess::Position;
use adv_chess::notation::fen;

use super::played::Play;

/// The parts of a claim: each with what may be written, the first being nothing at all or what goes without saying. The choice comes last,
/// so that claims which play alike but for it are neighbours.
pub(super) const CLAUSES: [&[&str]; 12] = [
    &["prove", "measure"],
    &[
        "walk",
        "march",
        "whole",
        "fenced",
        "fenced ⇒ SQ(B.K) = b8",
        "balance",
    ],
    &[
        "",
        "from all positions",
        "from example",
        "from \"…\"",
        "from \"…\", …",
        "from 2000 random positions",
    ],
    &["", "where SQ(W.K) ≠ a1"],
    &["", "seed 5"],
    &[
        "",
        "reaches mate",
        "reaches SQ(W.Q) = b7",
        "reaches mate reaches SQ(W.Q) = b7",
    ],
    &[
        "",
        "keeps SQ(W.K) ≠ d8 ∧ ¬(SQ(W.K) = b6 ∧ black-to-move) ∧ ¬aside",
    ],
    &["", "never SQ(W.K) = b6 ∨ aside"],
    &["", "within 101 plies", "within 51 moves"],
    &["", "weak", "strong", "weak strong"],
    &["", "fifty-moves"],
    &["", "any-choice"],
];
pub(super) const NOWHERE: usize = 0;
pub(super) const ALL: usize = 1;
pub(super) const EXAMPLE: usize = 2;
pub(super) const ONE: usize = 3;
pub(super) const LIST: usize = 4;
pub(super) const RANDOM: usize = 5;
pub(super) const WEAK: usize = 1;
/// The subject that is an evaluation.
pub(super) const BALANCE: usize = 5;
/// How many random positions are drawn.
pub(super) const DRAWN: usize = 2_000;

/// The place of a clause in a [`Combination`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Clause {
    Kind,
    Subject,
    From,
    Where,
    Seed,
    Goal,
    Keeps,
    Never,
    Within,
    Mode,
    FiftyMoves,
    AnyChoice,
}
pub(super) use Clause::{
    AnyChoice, FiftyMoves, From, Goal, Keeps, Kind, Mode, Never, Seed, Subject as Of, Where, Within,
};

/// One combination: for each clause which of its options is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Combination([usize; CLAUSES.len()]);

impl Combination {
    /// One by its number.
    pub(super) fn of(mut number: usize) -> Combination {
        let mut parts = [0; CLAUSES.len()];
        for (part, options) in parts.iter_mut().zip(CLAUSES).rev() {
            *part = number % options.len();
            number /= options.len();
        }
        Combination(parts)
    }

    pub(super) fn count() -> usize {
        CLAUSES.iter().map(|options| options.len()).product()
    }

    pub(super) fn get(&self, clause: Clause) -> usize {
        self.0[clause as usize]
    }

    pub(super) fn word(&self, clause: Clause) -> &'static str {
        CLAUSES[clause as usize][self.get(clause)]
    }

    pub(super) fn has(&self, clause: Clause) -> bool {
        self.get(clause) > 0
    }

    pub(super) fn with(mut self, clause: Clause, option: usize) -> Combination {
        self.0[clause as usize] = option;
        self
    }

    pub(super) fn measures(&self) -> bool {
        self.get(Kind) == 1
    }

    pub(super) fn plays(&self) -> bool {
        self.get(Of) < 3
    }

    /// Positions are looked through to find those of the claim.
    pub(super) fn searches(&self) -> bool {
        [NOWHERE, ALL, RANDOM].contains(&self.get(From))
    }

    /// The claim, on one line.
    pub(super) fn text(&self, list: &[Position], one: &Position) -> String {
        let quoted = |at: &Position| format!("\"{}\"", fen(at));
        let from = match self.get(From) {
            ONE => format!("from {}", quoted(one)),
            // One that is listed twice counts once.
            LIST => {
                let list: Vec<String> = list.iter().chain(list.first()).map(quoted).collect();
                format!("from {}", list.join(", "))
            }
            _ => self.word(From).to_owned(),
        };
        let (subject, share) = match self.get(Of) {
            4 if self.measures() => ("fenced", "share of SQ(B.K) = b8"),
            0..=2 if self.measures() => (self.word(Of), "share of"),
            _ => (self.word(Of), ""),
        };
        let parts = [
            self.word(Kind),
            subject,
            &from,
            self.word(Where),
            self.word(Seed),
            share,
        ];
        let rest = [Goal, Keeps, Never, Within, Mode, FiftyMoves, AnyChoice];
        let parts = parts
            .into_iter()
            .chain(rest.map(|clause| self.word(clause)));
        parts
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// True where the parts do not fit together, as the reference manual says it.
    pub(super) fn refused(&self) -> bool {
        let (reaches, from) = (self.has(Goal), self.get(From));
        let goals = reaches || self.has(Keeps) || self.has(Never);
        let limits = self.has(Within) || self.has(FiftyMoves);
        let said = match self.plays() {
            true => !goals || limits && !reaches,
            // A descriptor alone has no share, and an evaluation is not true or false.
            false => {
                goals
                    || limits
                    || self.has(Mode)
                    || self.has(AnyChoice)
                    || self.measures() && self.get(Of) == 3
                    || !self.measures() && self.get(Of) == BALANCE
            }
        };
        said || self.get(Goal) == 3
            || self.get(Mode) == 3
            || self.measures() && from == NOWHERE
            || self.has(Where) && [NOWHERE, EXAMPLE, ONE].contains(&from)
            || self.has(Seed) && from != RANDOM
    }

    /// The clauses of the claim that play depends on, each with a claim that has another in its place or none; what needs the clause goes with it.
    pub(super) fn others(&self) -> Vec<(Clause, Combination)> {
        let clauses = [Where, Goal, Keeps, Never, Within, FiftyMoves, AnyChoice];
        let present = clauses.into_iter().filter(|clause| self.has(*clause));
        let mut others: Vec<(Clause, Combination)> =
            present.map(|of| (of, self.with(of, 0))).collect();
        for (_, other) in others.iter_mut().filter(|(of, _)| *of == Goal) {
            *other = other.with(Within, 0).with(FiftyMoves, 0);
        }
        others.push((Mode, self.with(Mode, usize::from(self.get(Mode) != WEAK))));
        others.retain(|(_, other)| !other.refused());
        others
    }

    /// How it is played, where it is.
    pub(super) fn play(&self) -> Play {
        Play {
            subject: self.word(Of),
            goal: self.get(Goal),
            keeps: self.has(Keeps),
            never: self.has(Never),
            weak: self.get(Mode) == WEAK,
            any: self.has(AnyChoice),
        }
    }
}

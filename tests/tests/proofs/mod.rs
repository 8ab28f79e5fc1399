//! Reports made by hand, one for each verdict: small enough to be read, with everything in them that a report can hold.

pub mod others;
pub mod sample;

use adv_chess::Position;
use adv_chess::notation::parse_move;
use adv_module::Program;
use adv_module::program::{
    Bound, Claim, ClaimFrom, ClaimGoal, ClaimSubject, FromSet, Goal, GoalWord, Place,
};
use adv_module::{AdviceId, FnId, StrategyId, TableId, When};
use adv_prover::{Accuracy, Choice, Judged, KeptMoves, Line, Ply};

use crate::common::{self, position};

/// King and rook in five pieces, two rules and a strategy.
pub const PROGRAM: &str = include_str!("program.adv");

/// The program's module. Its claims are made here, not compiled.
pub fn module() -> Program {
    common::module("rook.adv", PROGRAM)
}

/// The first place of a text in the program.
pub fn place(text: &str) -> Place {
    let start = PROGRAM
        .find(text)
        .unwrap_or_else(|| panic!("the program has no `{text}`"));
    let at = |at: usize| u32::try_from(at).expect("a small program");
    Place {
        start: at(start),
        end: at(start + text.len()),
    }
}

/// The function of a descriptor.
pub fn function(module: &Program, name: &str) -> FnId {
    let found = module.functions.iter().position(|f| f.name == name);
    let found = found.unwrap_or_else(|| panic!("no function {name}"));
    FnId(u32::try_from(module.imports.len() + found).expect("a small program"))
}

/// The number of a piece-of-advice.
pub fn advice(module: &Program, name: &str) -> u16 {
    let found = module.advice.iter().position(|a| a.name == name);
    let found = found.unwrap_or_else(|| panic!("no piece {name}"));
    u16::try_from(found).expect("few pieces")
}

/// A piece as a rule's list names it; rules count from 1 here.
pub fn ruled(module: &Program, rule: u16, name: &str) -> Choice {
    Choice {
        strategy: None,
        statement: None,
        table: Some(0),
        rule: Some(rule - 1),
        advice: advice(module, name),
    }
}

/// What the strategy's statement realises: an action, or a rule's piece.
pub fn stated(module: &Program, statement: u32, rule: Option<u16>, name: &str) -> Choice {
    Choice {
        strategy: Some(0),
        statement: Some(statement),
        table: rule.map(|_| 0),
        rule: rule.map(|rule| rule - 1),
        advice: advice(module, name),
    }
}

/// A line: moves with what chose them, `-` for what goes on or is theirs.
pub fn line(start: &str, moves: &[(&str, Option<Choice>)]) -> Line {
    let start: Position = position(start);
    let mut at = start;
    let mut plies = Vec::new();
    for (san, choice) in moves {
        let mv = parse_move(&at, san).unwrap_or_else(|error| panic!("{san}: {error:?}"));
        plies.push(Ply {
            mv,
            choice: *choice,
        });
        at = at.play(mv);
    }
    Line { start, plies }
}

/// The claim of the program with this text.
pub fn claim(text: &str, subject: ClaimSubject, goals: Vec<ClaimGoal>) -> Claim {
    Claim {
        text: text.to_owned(),
        place: place(text),
        subject,
        from: ClaimFrom {
            set: FromSet::All,
            condition: None,
            condition_place: Place::default(),
            seed: 1,
        },
        goals,
        within: None,
        weak: false,
        any_choice: false,
        fifty_moves: false,
        share: false,
        needs_values: false,
        zones: Vec::new(),
    }
}

/// A goal of a claim; `mate` is the bare word.
pub fn goal(word: GoalWord, text: &str) -> ClaimGoal {
    ClaimGoal {
        word,
        goal: Goal {
            when: When::Always,
            test: Some(FnId(0)),
            parts: Vec::new(),
            place: place(text),
        },
        mate: text == "mate",
    }
}

/// A bound in moves.
pub fn within(count: u32) -> Option<Bound> {
    Some(Bound {
        count,
        plies: false,
    })
}

/// The table as a subject.
pub const TABLE: ClaimSubject = ClaimSubject::Table(TableId(0));
/// The strategy.
pub const STRATEGY: ClaimSubject = ClaimSubject::Strategy(StrategyId(0));
/// A piece.
pub const PIECE: ClaimSubject = ClaimSubject::Advice(AdviceId(0));

/// Positions of one worth: so many, of which so many are not kept, some of them where only one move keeps it.
pub fn judged(positions: u64, missed: u64) -> KeptMoves {
    KeptMoves {
        positions,
        kept: positions - missed,
        without_move: missed / 4,
        at_risk: positions / 2,
        at_risk_kept: positions / 2 - missed,
        only: positions / 16,
        only_kept: positions / 16 - missed / 2,
        forced: positions / 100,
    }
}

/// Moves of positions that are all won, and of a few more states.
pub fn all_won(positions: u64, missed: u64) -> Accuracy {
    let of = |more: u64| Judged {
        won: judged(positions + more, missed),
        ..Judged::default()
    };
    Accuracy {
        roots: of(0),
        states: of(7_832),
    }
}

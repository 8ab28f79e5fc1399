//! Random bases of cases: positions of random games, with facts, plans and texts by chance.

use std::sync::Arc;

use adv_cases::{Branches, Case, CaseBase, CaseFact, Fact, Name, Question, Saying, Slot};
use adv_chess::{Color, Position};
use adv_testkit::Numbers;

/// Patterns and their branches.
pub const PATTERNS: &[(&str, &str)] = &[
    ("isolated", "pawn.weak"),
    ("tripled", "pawn.weak"),
    ("isolated-doubled", "pawn.weak.doubled"),
    ("protected-doubled", "pawn.weak.doubled"),
    ("backward-open", "pawn.weak.backward"),
    ("backward-closed", "pawn.weak.backward"),
    ("backward-fixed", "pawn.weak.backward"),
    ("blocked", "pawn.mobility"),
    ("pawn-chain", "pawn.chain"),
    ("advanced-chain", "pawn.chain"),
    ("passed", "pawn.passed"),
    ("protected-passed", "pawn.passed"),
    ("outside-passed", "pawn.passed"),
    ("pawn-islands", "pawn.islands"),
    ("castled", "king.castled"),
    ("king-centre", "king.uncastled"),
    ("opposition", "king.endgame"),
    ("king-active", "king.endgame"),
    ("bishop-pair", "piece.bishop"),
    ("bad-bishop", "piece.bishop"),
    ("outpost", "piece.knight"),
    ("knight-rim", "piece.knight"),
    ("rook-open", "piece.rook"),
    ("rook-halfopen", "piece.rook"),
    ("rook-seventh", "piece.rook"),
    ("mobility", "piece"),
    ("fork", "threat.fork"),
    ("pawn-fork", "threat.fork"),
    ("space", "centre"),
];

/// Pieces-of-advice for plans.
const ADVICE: &[&str] = &[
    "attack-by-file",
    "attack-by-rank",
    "std.plans.take-it",
    "push",
];
const STAGES: &[&str] = &["endgame", "opening"];
const LANGUAGES: &[&str] = &["de", "en", "ru", "pt-br"];
/// Texts with what formats have to escape.
const TEXTS: &[&str] = &[
    "a plain text",
    "„rückständiger“ Bauer, слабость",
    "a \"quoted\" word; and {braces}",
    "\\ \\\" ] [FEN \"8/8\"] }",
    "- 1 2",
    "end 0",
];

/// The branches of [`PATTERNS`].
pub fn branches() -> Branches {
    let owned = |(name, branch): &(&str, &str)| ((*name).to_owned(), (*branch).to_owned());
    PATTERNS.iter().map(owned).collect()
}

/// Positions of random games, one after the other and without an end.
pub struct Games {
    position: Position,
    plies: usize,
}

impl Default for Games {
    fn default() -> Games {
        Games {
            position: Position::start(),
            plies: 0,
        }
    }
}

impl Games {
    /// The position after the next move, or the start of another game.
    pub fn next(&mut self, numbers: &mut Numbers) -> Position {
        let moves = self.position.legal_moves();
        self.position = match moves.is_empty() || self.plies > 120 {
            true => {
                self.plies = 0;
                Position::start()
            }
            false => {
                self.plies += 1;
                self.position.play(numbers.one(&moves))
            }
        };
        self.position
    }
}

fn name(numbers: &mut Numbers, names: &[&str]) -> Name {
    Arc::from(numbers.one(names))
}

fn side(numbers: &mut Numbers) -> Color {
    numbers.one(&Color::ALL)
}

fn saying(numbers: &mut Numbers) -> Saying {
    Saying {
        lang: name(numbers, LANGUAGES),
        slot: numbers.one(&Slot::ALL),
        text: numbers.pick(TEXTS).to_string(),
    }
}

/// A case of a position; with few words where it is one of many.
pub fn case(numbers: &mut Numbers, position: Position, wordy: bool) -> Case {
    let count = if wordy { numbers.between(1, 5) } else { 3 };
    let mut facts: Vec<CaseFact> = Vec::new();
    while facts.len() < count {
        let mut texts = Vec::new();
        if wordy && numbers.percent(30) {
            texts = (0..numbers.between(1, 3))
                .map(|_| saying(numbers))
                .collect();
            texts.sort();
            texts.dedup_by(|one, two| (&one.lang, one.slot) == (&two.lang, two.slot));
        }
        let plans = if wordy { numbers.below(4) } else { 1 };
        let fact = CaseFact {
            pattern: Arc::from(numbers.pick(PATTERNS).0),
            side: side(numbers),
            squares: match numbers.below(4) {
                0 => 0,
                1 => numbers.bits() & numbers.bits() & numbers.bits(),
                _ => 1 << numbers.below(64),
            },
            worth: numbers.below(400) as i32 - 200,
            plan: (0..plans).map(|_| name(numbers, ADVICE)).collect(),
            texts,
        };
        let same = |other: &CaseFact| {
            (&other.pattern, other.side, other.squares) == (&fact.pattern, fact.side, fact.squares)
        };
        if !facts.iter().any(same) {
            facts.push(fact);
        }
    }
    Case {
        number: 0,
        position,
        viewer: side(numbers),
        stage: numbers.percent(60).then(|| name(numbers, STAGES)),
        facts,
        note: (!wordy || numbers.percent(50)).then(|| numbers.pick(TEXTS).to_string()),
    }
}

/// A base of so many cases, or a few less where a position comes again.
pub fn base(numbers: &mut Numbers, count: usize, wordy: bool) -> CaseBase {
    let mut games = Games::default();
    let mut cases: Vec<Case> = Vec::new();
    let mut known = std::collections::HashSet::new();
    let mut number = 0;
    for _ in 0..count {
        let position = games.next(numbers);
        let case = case(numbers, position, wordy);
        if known.insert((position.without_clocks(), case.viewer)) {
            number += 1 + u32::from(wordy && numbers.percent(20));
            cases.push(Case { number, ..case });
        }
    }
    CaseBase::from_cases(cases).expect("the cases are valid")
}

/// A question about a position.
pub fn question(numbers: &mut Numbers, position: Position) -> Question {
    let facts = (0..3).map(|_| {
        let (pattern, path) = numbers.one(PATTERNS);
        Fact {
            pattern: Arc::from(pattern),
            path: Arc::from(path),
            side: side(numbers),
            worth: numbers.below(200) as u32,
        }
    });
    Question {
        position,
        facts: facts.collect(),
        stage: numbers.percent(60).then(|| name(numbers, STAGES)),
    }
}

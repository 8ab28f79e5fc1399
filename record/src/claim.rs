//! Claim as its text and in its parts.

use serde::Serialize;

records! {
    /// Claim of a program about play or about descriptors, as its text and in its parts.
    pub struct Claim {
        /// Text of the claim on one line.
        pub text: String,
        /// File of the program; null where the module was stripped of its source, as everywhere below.
        pub file: Option<String>,
        /// Line of the claim; null for a claim that was given on the command line and is not in the file.
        pub line: Option<u32>,
        /// Column of the claim, in characters; null where `line` is null.
        pub column: Option<u32>,
        /// Part of the program that the claim is about.
        pub subject: Subject,
        /// Positions that the claim speaks of.
        pub from: StartSet,
        /// Goals that are to come true; empty where a descriptor is the subject.
        pub goals: Vec<Goal>,
        /// Bound on the length of the play; null without one.
        pub within: Option<Bound>,
        /// True for weak play: the program is consulted again on every move. Otherwise it follows each tree to its leaf.
        pub weak: bool,
        /// True where the proof follows every move that satisfies the choice, not only the one that the program plays.
        pub any_choice: bool,
        /// True where a line that crosses the fifty-move rule breaks the claim.
        pub fifty_moves: bool,
        /// True for `measure`: the claim asks for a share, and nothing is refuted.
        pub share: bool,
        /// File and line of the claim as texts print them; `added to krk.adv` where it is not in the file.
        #[serde(skip)]
        pub at: Option<String>,
    }

    /// Part of a program that a claim is about.
    pub struct Subject {
        /// Kind of the subject: `strategy`, `table`, `advice`, `descriptor` or `evaluation`.
        pub kind: SubjectKind,
        /// Name of the subject; for a descriptor, the text of the conclusion.
        pub name: String,
        /// Text of a descriptor's premise; null without one.
        pub premise: Option<String>,
    }

    /// Kind of the part of a program that a claim is about.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    #[expect(
        missing_docs,
        reason = "the words are those of the language or of chess"
    )]
    pub enum SubjectKind {
        Strategy,
        Table,
        Advice,
        Descriptor,
        Evaluation,
    }

    /// Positions that a claim speaks of.
    pub struct StartSet {
        /// Set of the positions: all of the material (`all`), `one`, a `list`, or some drawn at `random`.
        pub set: SetKind,
        /// FEN of the position, where the set is `one`; else null.
        pub fen: Option<String>,
        /// Number of positions drawn or listed; null for the sets `all` and `one`.
        pub count: Option<u64>,
        /// Seed of the random numbers that draw the positions; null where nothing is drawn.
        pub seed: Option<u64>,
        /// Text of the descriptor that holds in the positions; null without one.
        pub condition: Option<String>,
        /// FENs of the list; absent where the set is not a `list`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fens: Option<Vec<String>>,
    }

    /// Way in which a claim gives the positions that it speaks of.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum SetKind {
        /// All positions of the material.
        All,
        /// One position, given as FEN.
        One,
        /// List of positions, given as FENs.
        List,
        /// Some positions drawn at random.
        Random,
    }

    /// Goal that the claim says will come true.
    pub struct Goal {
        /// Word of the goal: `reaches` in one position of each line, `keeps` in all, `never` in none.
        pub word: GoalWord,
        /// Text of the goal's descriptor; null where there is none.
        pub text: Option<String>,
        /// True where the goal is the bare `mate`.
        pub mate: bool,
    }

    /// Word of a goal: the positions of a line in which its descriptor is to hold.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum GoalWord {
        /// The descriptor holds in one position of each line.
        Reaches,
        /// The descriptor holds in all positions of each line.
        Keeps,
        /// The descriptor holds in no position of any line.
        Never,
    }

    /// Bound on the length of the play.
    pub struct Bound {
        /// Bound in moves of ours or plies, as `unit` says.
        pub count: u32,
        /// Unit of `count`: `moves` of ours, or `plies`.
        pub unit: BoundUnit,
    }

    /// Unit in which a bound on the length of play counts.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    #[expect(
        missing_docs,
        reason = "the words are those of the language or of chess"
    )]
    pub enum BoundUnit {
        Moves,
        Plies,
    }
}

//! Speed of a program, and where its time goes.

use serde::Serialize;

use crate::MadeBy;
use crate::play::Player;

/// Speed of a program, and where its time goes, `adv bench`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bench {
    /// The part of the program that was asked.
    pub subject: Player,
    /// The positions in which it was asked, in words.
    pub from: String,
    /// The games that a strategy has played; null for everything else.
    pub games: Option<u64>,
    /// The number of questions in a round: positions, or of a strategy the places in which it chooses anew.
    pub asked: u64,
    /// The number of them to which there was something to play.
    pub answered: u64,
    /// Positions tested in a round, those of nested advice with them.
    pub positions: u64,
    /// Instructions executed in a round, each as it is in the linked module.
    pub instructions: u64,
    /// The same, each counting as much as its kind weighs.
    pub weight: u64,
    /// The rules of a table; empty for everything else.
    pub rules: Vec<RuleTally>,
    /// The pieces-of-advice and actions that were searched or asked for, in the order of the source.
    pub advice: Vec<PieceTally>,
    /// Executed instructions by definition, most first. A line belongs to the smallest definition or action that holds it.
    pub definitions: Vec<WeighedDefinition>,
    /// Executed instructions by line of the source, most first; empty where the module was built without its source.
    pub lines: Vec<WeighedLine>,
    /// The only part that is another one each time, in CPU time of one thread.
    pub timing: Timing,
    /// The version of adv, `adv`, and the fingerprints of the programs it is about, `programs`; where a command wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
}

/// Counts of a rule of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleTally {
    /// Its number, from 1.
    pub rule: usize,
    /// The number of times that its precondition was the first to hold.
    pub count: u64,
    /// Those of them in which there was something to play.
    pub satisfied: u64,
    /// Positions tested there.
    pub positions: u64,
}

/// Counts of a piece-of-advice or action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceTally {
    /// Its name.
    pub advice: String,
    /// The number of searches for it; where a list wants the shortest tree, once for each bound.
    pub searched: u64,
    /// The number of those that found a tree.
    pub satisfied: u64,
    /// Positions tested for it, without those of advice nested in it.
    pub positions: u64,
    /// The part of all positions tested that `positions` is.
    pub share: f64,
    /// The number of times that goals asked whether it is satisfiable.
    pub asked: u64,
    /// Positions tested for that.
    pub nested: u64,
}

/// Instructions of a definition.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeighedDefinition {
    /// Its name.
    pub definition: String,
    /// The line at which it begins; null for what has no place in the source.
    pub line: Option<usize>,
    /// Its instructions.
    #[serde(flatten)]
    pub executed: Executed,
}

/// Instructions of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeighedLine {
    /// Its number.
    pub line: usize,
    /// The line without the blanks around it.
    pub text: String,
    /// The definition that it belongs to.
    pub definition: String,
    /// Its instructions.
    #[serde(flatten)]
    pub executed: Executed,
}

/// Instructions of a part of a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Executed {
    /// Its part of all weight.
    pub share: f64,
    /// Instructions executed, each counting as much as its kind weighs.
    pub weight: u64,
    /// Instructions executed.
    pub instructions: u64,
}

/// Time of the rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timing {
    /// Of each round, in their order.
    pub seconds: Vec<f64>,
    /// Of the median round; of an even number the lower of the two in the middle.
    pub median: f64,
    /// Positions tested in a second.
    pub positions_per_second: f64,
    /// Questions answered in a second.
    pub asked_per_second: f64,
    /// The part of the time that the search takes for itself (moves generated, ordered, made) without native code; the rest is the program's. Null where it cannot be told apart.
    pub search_share: Option<f64>,
}

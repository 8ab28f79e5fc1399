//! A table consulted once in every legal position of its material.

use serde::Serialize;

use crate::{MadeBy, Side};

/// A survey of a table. Shares are parts of 1 of all positions surveyed; nothing depends on the time or on the number of threads.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Survey {
    /// The table.
    pub table: String,
    /// The material as the table declares it.
    pub material: String,
    /// The sides that were to move.
    pub sides: Vec<Side>,
    /// How replies were worked through, and so how positions are counted.
    pub replies: ReplyOrder,
    /// The positions surveyed.
    pub surveyed: u64,
    /// Those in which a piece-of-advice is satisfied.
    pub satisfied: u64,
    /// Those of them whose tree leaves legal replies out.
    pub conditional: u64,
    /// Those in which none is satisfied.
    pub no_advice: u64,
    /// Those of them in which no rule applies.
    pub no_rule: u64,
    /// Those in which a limit was reached; they count nowhere else.
    pub stopped: u64,
    /// The positions tested.
    pub positions: u64,
    /// By rule, in the order of the table.
    pub rules: Vec<RuleUse>,
    /// By the piece-of-advice that is satisfied, in the order of the source; without those never satisfied.
    pub advice: Vec<AdviceUse>,
    /// What made the report, where a command wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
}

/// How replies are worked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ReplyOrder {
    /// All replies to a move are tested before one is searched.
    TestedFirst,
    /// Each reply is tested and searched before the next.
    OneByOne,
}

/// The use of a rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleUse {
    /// The rule, from 1.
    pub rule: usize,
    /// The positions in which it applies and a piece of its list is satisfied.
    pub satisfied: u64,
    /// The counts.
    #[serde(flatten)]
    pub used: UseCounts,
}

/// The use of a piece-of-advice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdviceUse {
    /// Its name.
    pub advice: String,
    /// The counts.
    #[serde(flatten)]
    pub used: UseCounts,
}

/// Counts of a rule or of a piece-of-advice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UseCounts {
    /// In how many of the positions surveyed.
    pub count: u64,
    /// `count` as a part of 1 of the positions surveyed.
    pub share: f64,
    /// The positions tested there, of all pieces tried.
    pub positions: u64,
    /// The mean of them.
    pub mean: f64,
    /// The most of one.
    pub max: u64,
}

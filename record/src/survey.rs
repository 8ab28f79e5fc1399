//! Survey of a table, consulted once in every legal position of its material.

use serde::Serialize;

use crate::{MadeBy, Side};

records! {
    /// Survey of a table. Shares are from 0 to 1, of all positions surveyed; nothing depends on the time or on the number of threads.
    pub struct Survey {
        /// Name of the table that was consulted.
        pub table: String,
        /// Material of the positions, as the table declares it.
        pub material: String,
        /// Sides that are to move in the positions surveyed.
        pub sides: Vec<Side>,
        /// Order in which replies were worked through, and so the way in which positions are counted: `tested-first` or `one-by-one`.
        pub replies: ReplyOrder,
        /// Number of positions surveyed.
        pub surveyed: u64,
        /// Number of positions in which a piece-of-advice is satisfied.
        pub satisfied: u64,
        /// Number of positions in which a piece-of-advice is satisfied by a tree that leaves legal replies out.
        pub conditional: u64,
        /// Number of positions in which no piece-of-advice is satisfied.
        pub no_advice: u64,
        /// Number of positions in which no rule applies; `no_advice` counts them too.
        pub no_rule: u64,
        /// Number of positions in which a limit was reached; they count nowhere else.
        pub stopped: u64,
        /// Number of positions tested by the searches.
        pub positions: u64,
        /// Use of each rule, in the order of the table.
        pub rules: Vec<RuleUse>,
        /// Use of each piece-of-advice that is satisfied, in the order of the source; pieces never satisfied are left out.
        pub advice: Vec<AdviceUse>,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
    }

    /// Order in which a search works through the replies to a move.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ReplyOrder {
        /// All replies to a move are tested before one is searched.
        TestedFirst,
        /// Each reply is tested and searched before the next.
        OneByOne,
    }

    /// Use of a rule in a survey.
    pub struct RuleUse {
        /// Number of the rule in the table, from 1.
        pub rule: usize,
        /// Number of positions in which the rule applies and a piece of its list is satisfied.
        pub satisfied: u64,
        /// Counts of the positions in which the rule applies.
        #[serde(flatten)]
        pub used: UseCounts,
    }

    /// Use of a piece-of-advice in a survey.
    pub struct AdviceUse {
        /// Name of the piece-of-advice.
        pub advice: String,
        /// Counts of the positions in which the piece-of-advice is satisfied.
        #[serde(flatten)]
        pub used: UseCounts,
    }

    /// Counts of the positions of a rule or piece-of-advice, and of the positions that searches tested there.
    pub struct UseCounts {
        /// Number of the positions surveyed in which the rule applies or the piece-of-advice is satisfied.
        pub count: u64,
        /// Share of `count` in the positions surveyed, from 0 to 1.
        pub share: f64,
        /// Number of positions that searches tested in these positions, over all pieces tried.
        pub positions: u64,
        /// Mean number of positions tested for one of the `count` positions.
        pub mean: f64,
        /// Most positions tested for one of the `count` positions.
        pub max: u64,
    }
}

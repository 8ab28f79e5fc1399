//! Explanation of a position: facts that patterns say, their purposes, and the outcomes of the plans.

use serde::Serialize;

use crate::node::Node;
use crate::play::Move;
use crate::{MadeBy, Side};

records! {
    /// Explanation of one position. With `--format jsonl` a line also has `number`, the line of the file, and `id`.
    pub struct Explanation {
        /// FEN of the position that is explained.
        pub fen: String,
        /// Side that the explanation speaks to, with its plans.
        pub viewer: Side,
        /// Name of the evaluation that says which patterns count.
        pub evaluation: String,
        /// Words of the author after `stage`, where that descriptor holds; null elsewhere.
        pub stage: Option<String>,
        /// Language of the texts: `en`, `de` or `ru`.
        pub language: Language,
        /// Reason why the game is over, which leaves nothing to explain; null where it goes on.
        pub end: Option<GameOver>,
        /// Sum of the counted facts for White, told or not, in hundredths of a pawn.
        pub total: i64,
        /// Judgement as a sign: the end of the game where that is settled, or an engine's value; null with only the sum of the patterns.
        pub sign: Option<JudgementSign>,
        /// Judgement in words, or the sum of the patterns with the branches that say most of it.
        pub meaning: String,
        /// End of the game with perfect play, where it is over or a table has it, and `sign` agrees with it; else null.
        pub value: Option<GameValue>,
        /// Facts that the text mentions, the weightiest first.
        pub told: Vec<ToldFact>,
        /// Facts of both sides, all of them in their order.
        pub facts: Vec<Fact>,
        /// Move that serves several told plans; null where there is none.
        pub served: Option<ServingMove>,
        /// Win of the side to move, by force; null where there is none. No other move is advised unless it is as good.
        pub first: Option<WinningMove>,
        /// Judgement of the engine of `--engine` on the position; null without an engine.
        pub judged: Option<EngineJudgement>,
        /// Judgements of the engine on the positions after the advised moves.
        pub judged_moves: Vec<JudgedMove>,
        /// Number of positions that the searches of plans tested.
        pub positions: u64,
        /// Size of the search that tested moves before they were advised; null where there was none.
        pub tried: Option<TriedMoves>,
        /// Cases that the explanation has drawn on; null where the user gave it none.
        pub cases: Option<DrawnCases>,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
    }

    /// Language of an explanation's texts.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Language {
        /// English texts.
        En,
        /// German texts.
        De,
        /// Russian texts.
        Ru,
    }

    /// Reason why a game is over.
    #[derive(Copy, Eq)]
    #[expect(missing_docs, reason = "the words are those of chess")]
    pub enum GameOver {
        #[serde(rename = "checkmate")]
        Checkmate,
        #[serde(rename = "stalemate")]
        Stalemate,
        #[serde(rename = "dead position")]
        DeadPosition,
        #[serde(rename = "seventy-five moves")]
        SeventyFiveMoves,
    }

    /// Judgement as a sign that every terminal can show.
    #[derive(Copy, Eq)]
    #[expect(missing_docs, reason = "the signs are those of chess")]
    pub enum JudgementSign {
        #[serde(rename = "-+")]
        BlackWins,
        #[serde(rename = "-/+")]
        BlackBetter,
        #[serde(rename = "=+")]
        BlackSlightlyBetter,
        #[serde(rename = "=")]
        Equal,
        #[serde(rename = "+=")]
        WhiteSlightlyBetter,
        #[serde(rename = "+/-")]
        WhiteBetter,
        #[serde(rename = "+-")]
        WhiteWins,
    }

    /// Result of the game with perfect play.
    #[derive(Copy, Eq)]
    #[expect(missing_docs, reason = "the words are those of chess")]
    pub enum GameValue {
        #[serde(rename = "white wins")]
        WhiteWins,
        #[serde(rename = "draw")]
        Draw,
        #[serde(rename = "black wins")]
        BlackWins,
    }

    /// Fact that the text mentions, with its texts and the viewer's plan.
    pub struct ToldFact {
        /// Index of the fact in `facts`, from 0.
        pub fact: usize,
        /// Name of the fact in words.
        pub called: String,
        /// Reason why the fact matters; null where the pattern gives none.
        pub belief: Option<String>,
        /// Purpose of the viewer: to make use of the fact, or to act against it; null where the pattern gives none.
        pub purpose: Option<String>,
        /// Plan of the viewer for the fact, piece by piece; empty where there is none.
        pub plan: Vec<PlannedPiece>,
        /// Result of searching all pieces of the plan at once; null unless there are several that can be joined.
        pub together: Option<PlanResult>,
        /// Case that the plan or the texts come from, as far as they are not the pattern's own; null where all are.
        pub case: Option<CaseOfFact>,
    }

    /// Piece-of-advice in the plan of a told fact, with its result.
    pub struct PlannedPiece {
        /// Result of searching the piece.
        #[serde(flatten)]
        pub result: PlanResult,
        /// Name of the piece-of-advice.
        pub advice: String,
        /// Reason for the piece in words, its `because`; null where the piece gives none.
        pub because: Option<String>,
        /// True where the fact requires the piece: if the piece fails, the fact is not told.
        pub required: bool,
        /// Number of the case that the piece comes from; null for one of the pattern's own plan.
        pub case: Option<u32>,
    }

    /// Outcome of a plan, with its moves.
    pub struct PlanResult {
        /// Outcome of the plan in a word, such as `forced`.
        pub verdict: PlanVerdict,
        /// First move of the viewer; null where nothing is to be played or the other side is to move.
        #[serde(rename = "move")]
        pub mv: Option<Move>,
        /// Moves of the viewer along the first line of the tree, in UCI.
        pub moves: Vec<String>,
        /// True where the other side passes in the tree, so that the plan holds only if that side does nothing.
        pub conditional: bool,
        /// Number of legal replies that the tree leaves out.
        pub left_out: u64,
        /// Reply that prevents a possible plan; null where none does.
        pub prevented: Option<Move>,
        /// First moves of the plan's tree in one list, in preorder, with `san` in the language of the texts; only on a page.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub nodes: Vec<Node>,
    }

    /// Outcome of a plan in a word.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum PlanVerdict {
        /// The goal of the plan holds.
        Done,
        /// The plan works by force: there is a tree as the advice is written.
        Forced,
        /// The plan works if the other side only passes: there is a tree in which we take nothing and give no check.
        Possible,
        /// The plan has a tree whose first move is not advised: the text mentions no move.
        Idea,
        /// The plan does not work: there is no tree.
        Refuted,
        /// A limit ended the search before the plan was settled.
        Unsettled,
    }

    /// Case that a told fact comes from.
    pub struct CaseOfFact {
        /// Number of the case in its base.
        pub number: u32,
        /// True where the case has this fact; false where it has a brother of the fact, whose plan was adapted.
        pub same: bool,
    }

    /// Fact that a pattern says of a side.
    pub struct Fact {
        /// Name of the pattern that finds the fact.
        pub pattern: String,
        /// Branch of the fact in the tree of evaluation, such as `pawn.weak.backward`.
        pub path: String,
        /// Side that has the fact.
        pub side: Side,
        /// Squares of the fact by name, file by file from a1 to a8, then b1 and so on; empty for a fact of a descriptor.
        pub squares: Vec<String>,
        /// Worth of the fact for its side, in hundredths of a pawn.
        pub worth: i64,
        /// Worth of the fact for White, in hundredths of a pawn.
        pub value: i64,
        /// True where the fact is in the total: it requires no plan, and no narrower fact takes its place.
        pub counted: bool,
        /// True where the text mentions the fact.
        pub told: bool,
        /// Reason why the text does not mention the fact; null where it does.
        pub passed: Option<PassedFor>,
        /// Index in `facts` of the fact that takes the place of this one or is of its family; null where there is none.
        pub by: Option<usize>,
    }

    /// Reason why the text does not mention a fact.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum PassedFor {
        /// The fact is worth nothing.
        Worthless,
        /// A plan that the fact requires is neither done nor forced.
        Fallen,
        /// A narrower fact takes the place of this one.
        Narrower,
        /// The text mentions another fact of the family.
        Family,
        /// The text mentions as many facts as wanted before this one.
        Enough,
    }

    /// Move that serves several told plans.
    pub struct ServingMove {
        /// Move of the viewer after which the plans are done or forced.
        #[serde(rename = "move")]
        pub mv: Move,
        /// Number of told facts that the move serves.
        pub facts: usize,
        /// Number of told facts that had a forced plan before the move.
        pub of: usize,
    }

    /// Move that wins by force, or is the only good one.
    pub struct WinningMove {
        /// Move that begins the win.
        #[serde(rename = "move")]
        pub mv: Move,
        /// Number of moves to mate, up to three the smallest possible; null where the line does not mate.
        pub mate: Option<u8>,
        /// Material that the line wins, in hundredths of a pawn; null where `mate` or `only` describes the win.
        pub material: Option<i32>,
        /// Least by which any other move is worse, in hundredths of a pawn; null where `mate` or `material` describes the win.
        pub only: Option<i32>,
        /// Moves of both sides along the line of the win, in UCI.
        pub line: Vec<String>,
    }

    /// Judgement of a chess engine on a position.
    pub struct EngineJudgement {
        /// Name of the chess engine.
        pub by: String,
        /// Value of the position for White, in hundredths of a pawn.
        pub value: i32,
        /// Number of moves to mate, positive where White mates and negative where Black does; null without a mate.
        pub mate: Option<i32>,
    }

    /// Judgement of a chess engine on a move.
    pub struct JudgedMove {
        /// Judgement on the position after the move.
        #[serde(flatten)]
        pub judgement: EngineJudgement,
        /// Move that the engine judges.
        #[serde(rename = "move")]
        pub mv: Move,
    }

    /// Size of the search that tested moves before they were advised.
    pub struct TriedMoves {
        /// Number of positions that the search looked at.
        pub positions: u64,
        /// Depth, in plies, that the search finished for all moves.
        pub depth: u8,
    }

    /// Report on the cases that an explanation has drawn on.
    pub struct DrawnCases {
        /// Number of cases in the base.
        pub count: usize,
        /// Nearest case, and then the others that offered a plan or text for a told fact.
        pub used: Vec<DrawnCase>,
    }

    /// Case that an explanation has drawn on.
    pub struct DrawnCase {
        /// Number of the case in its base.
        pub number: u32,
        /// Remark that a person made on the case; null without one.
        pub note: Option<String>,
        /// Likeness of the case and the position, in ten-thousandths: the weighed sum of `facts` and `board`.
        pub similarity: i64,
        /// Likeness of the facts of the case and the position, in ten-thousandths.
        pub facts: i64,
        /// Likeness of the boards of the case and the position, in ten-thousandths.
        pub board: i64,
    }
}

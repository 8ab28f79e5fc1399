//! Answers of the studio's engine: a record for each kind of question of docs/protocol.md, which its definition in the schema is named after.
//!
//! Fields of type [`Value`] hold what the language server, a report or a consultation says in its own form.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::{Side, consultation, play};

/// Declares records that are written as JSON, each with its definition in the schema.
macro_rules! records {
    ($($(#[$of:meta])* $name:literal $item:item)*) => {$(
        #[derive(Clone, Debug, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = $name))]
        $(#[$of])*
        $item
    )*};
}

records! {
    /// Every answer: the number of its question, and either what was asked for or why there is nothing.
    "answer" pub struct StudioAnswer {
        /// Number of the question, 0 where it could not be read.
        pub id: u64,
        /// Object that was asked for: the definition that has the name of the question.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ok: Option<Value>,
        /// Reason why there is nothing.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<StudioFault>,
    }

    /// Reason why a question has no answer.
    "error" pub struct StudioFault {
        /// Kind of the reason.
        pub code: FaultCode,
        /// Sentence for the user.
        pub message: String,
    }

    /// Kind of reason why a question has no answer.
    #[derive(Copy, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    "code" pub enum FaultCode {
        /// The question, or one of its fields, cannot be read.
        Unreadable,
        /// The question is of another version of the protocol.
        Version,
        /// There is no such question, file, claim or word.
        Unknown,
        /// The question, a file or a list is too large.
        TooLarge,
        /// The program has errors.
        Program,
        /// The question cannot be answered; the sentence says why.
        Refused,
        /// A limit was reached.
        Budget,
        /// The question was given up.
        Cancelled,
    }

    /// Description of the engine.
    "hello" pub struct Hello {
        /// Version of adv.
        pub version: String,
        /// Version of the protocol.
        pub protocol: u64,
        /// `native` where hot functions are compiled to native code, else `interpreter`.
        pub engine: String,
        /// Limits of a question.
        pub limits: QuestionLimits,
        /// Meaning of the numbers of tokens, as in the Language Server Protocol: `kinds` by number, `modifiers` by bit.
        pub tokens: Value,
        /// Signs of the language that keyboards have not.
        pub signs: Vec<LanguageSign>,
        /// Names of all questions.
        pub asks: Vec<String>,
        /// True where there are `files`, `save` and `remove`.
        pub disk: bool,
    }

    /// Limits of a question.
    "limits" pub struct QuestionLimits {
        /// Bytes of a question.
        pub question_bytes: usize,
        /// Bytes of a file.
        pub file_bytes: usize,
        /// Files of a project.
        pub files: usize,
    }

    /// Sign of the language that keyboards have not.
    "sign" pub struct LanguageSign {
        /// The sign itself.
        pub sign: String,
        /// Meaning of the sign.
        pub meaning: String,
    }

    /// A program examined.
    "check" pub struct Check {
        /// Mistakes in the order of the text: as in the Language Server Protocol, with `repairs`, each a `title` and its `edits`.
        pub diagnostics: Value,
        /// Colours: line, character, length, kind and modifiers of each token.
        pub tokens: Value,
        /// Parts that fold, as in the Language Server Protocol.
        pub folding: Value,
        /// Definitions of the program, as in the Language Server Protocol.
        pub symbols: Value,
        /// Subjects of the program that can be asked; null where the text has errors.
        pub program: Option<AskableProgram>,
    }

    /// Subjects of a program that can be asked.
    "program" pub struct AskableProgram {
        /// Position of the program.
        pub example: Option<String>,
        /// Names of the advice tables.
        pub tables: Vec<String>,
        /// Names of the strategies.
        pub strategies: Vec<String>,
        /// Names of the pieces-of-advice.
        pub advice: Vec<String>,
        /// Names of the evaluations.
        pub evaluations: Vec<String>,
        /// Tests in the order of the text.
        pub tests: Vec<AskableTest>,
        /// Claims in the order of the text.
        pub claims: Vec<AskableClaim>,
    }

    /// Test of a program.
    "program-test" pub struct AskableTest {
        /// Name of the test.
        pub name: String,
        /// Line of the test, from 1.
        pub line: Option<u32>,
        /// Position of the test.
        pub fen: String,
    }

    /// Claim of a program.
    "program-claim" pub struct AskableClaim {
        /// Text of the claim.
        pub text: String,
        /// Line of the claim, from 1.
        pub line: Option<u32>,
    }

    /// Answer of the language server to `hover`, `complete`, `signature`, `format`, `definition`, `references` or `rename`.
    "editing" pub struct EditorAnswer {
        /// Answer as in the Language Server Protocol; null where there is nothing to say.
        pub answer: Value,
    }

    /// Expressions around a place, the smallest first.
    "at" pub struct At {
        /// Position in which they were asked for; null where there is none.
        pub fen: Option<String>,
        /// The expressions.
        pub expressions: Vec<ExpressionAt>,
    }

    /// Expression around a place.
    "expression" pub struct ExpressionAt {
        /// Part of the text, as in the Language Server Protocol.
        pub range: Value,
        /// The expression itself.
        pub text: String,
        /// Type of the expression: `board`, `number`, `truth`, `piece`, `side` or `zone`.
        #[serde(rename = "type")]
        pub ty: String,
        /// Position that the expression speaks of.
        pub frame: FrameAt,
        /// Value of the expression, as `adv board --format json` has it; null where there is none.
        pub value: Option<Value>,
        /// Reason why there is no value.
        pub reason: Option<String>,
    }

    /// Position that an expression speaks of.
    #[derive(Copy)]
    #[serde(rename_all = "lowercase")]
    "frame" pub enum FrameAt {
        /// The position that is looked at.
        Node,
        /// The one in which the search began.
        Root,
        /// The one after a move.
        New,
    }

    /// Move, with the position after it.
    "move" pub struct MoveTo {
        /// Move in two notations.
        #[serde(flatten)]
        pub own: play::Move,
        /// Position after the move.
        pub fen: String,
    }

    /// A position after moves.
    "position" pub struct Position {
        /// The position itself.
        pub fen: String,
        /// Side to move.
        pub turn: Side,
        /// Men by squares: wK, bP.
        pub pieces: BTreeMap<String, String>,
        /// Legal moves; none where the game is over.
        pub moves: Vec<MoveTo>,
        /// True where the side to move is in check.
        pub check: bool,
        /// End of the game.
        pub over: Option<StudioGameEnd>,
        /// End of the game as a sentence.
        pub said: Option<String>,
        /// Moves that were played.
        pub game: Vec<MoveTo>,
    }

    /// End of a game.
    #[derive(Copy)]
    #[serde(rename_all = "kebab-case")]
    "over" pub enum StudioGameEnd {
        /// The side to move is mated.
        Checkmate,
        /// The side to move has no move.
        Stalemate,
        /// No men are left that could mate.
        Insufficient,
        /// A position came five times.
        Fivefold,
        /// Seventy-five moves went by without a capture or a pawn's move.
        SeventyFive,
    }

    /// Answer of a program in a position.
    "run" pub struct Run {
        /// Consultation as a report has it.
        pub answer: consultation::Consultation,
        /// Name of the table, strategy or piece-of-advice.
        pub subject: String,
        /// Line of the rule, from 1.
        pub line: Option<u32>,
        /// The same for people.
        pub text: String,
        /// Reason why a strategy has no move.
        pub ended: Option<String>,
    }

    /// A game after its moves.
    "play" pub struct Play {
        /// Position after the moves.
        #[serde(flatten)]
        pub position: Position,
        /// True if the program plays the side to move; absent where the game is over.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub serves: Option<bool>,
        /// Answer of the program, where it is to play.
        #[serde(flatten)]
        pub reply: PlayReply,
        /// Move that the program would play for the person, null where it has none; absent where it is not asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub hint: Option<Option<MoveTo>>,
    }

    /// Answer of a program that is to play.
    #[derive(Default)]
    "reply" pub struct PlayReply {
        /// Move of the program.
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        pub own: Option<MoveTo>,
        /// Move of the program as in books.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub played: Option<String>,
        /// Reasons of the program.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub answer: Option<Run>,
        /// Reason why the program has no move.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ended: Option<String>,
    }

    /// Verdict on a claim or a test.
    "verdict" pub struct StudioVerdict {
        /// Verdict in one sentence.
        pub headline: String,
        /// True for a proved claim or a passed test.
        pub good: bool,
        /// Report for people.
        pub text: String,
        /// Line of the claim or test, from 1.
        pub line: Option<u32>,
    }

    /// A claim settled.
    "prove" pub struct Prove {
        /// Verdict on the claim.
        #[serde(flatten)]
        pub verdict: StudioVerdict,
        /// The object of proof.json.
        pub report: Option<Value>,
    }

    /// Tests that were run.
    "test" pub struct Tests {
        /// Tests in the order of the text.
        pub tests: Vec<RunTest>,
    }

    /// Test that was run.
    "run-test" pub struct RunTest {
        /// Name of the test.
        pub name: String,
        /// Verdict on the test.
        #[serde(flatten)]
        pub verdict: StudioVerdict,
    }

    /// A position explained.
    "assess" pub struct Assess {
        /// The object `Explanation` of explanation.json.
        pub explanation: Value,
        /// The same for people.
        pub text: String,
        /// The same as a drawing.
        pub svg: String,
    }

    /// A problem solved.
    "solve" pub struct Solve {
        /// A `SolvedRow` of solve.json.
        pub row: Value,
    }

    /// Page on a code or a word.
    "explain" pub struct Explain {
        /// Text of the page.
        pub text: String,
    }

    /// The gallery.
    "gallery" pub struct Gallery {
        /// All programs.
        pub examples: Vec<GalleryRow>,
    }

    /// Program of the gallery.
    "gallery-row" pub struct GalleryRow {
        /// Path of the program.
        pub name: String,
        /// Part of the gallery.
        pub group: String,
        /// Heading of the program.
        pub title: String,
    }

    /// Programs: those of the folder, or one of the gallery with the files that it uses.
    "files" pub struct Files {
        /// Texts by name.
        pub files: BTreeMap<String, String>,
        /// Name of the program that is opened first.
        pub open: Option<String>,
    }

    /// The gallery, or one program of it.
    #[serde(untagged)]
    "examples" pub enum Examples {
        /// All programs.
        All(Gallery),
        /// One program.
        One(Files),
    }

    /// A first program for some men.
    "new" pub struct NewProgram {
        /// Text and name of the program.
        #[serde(flatten)]
        pub program: Files,
        /// Men in words.
        pub men: String,
    }

    /// Progress of a question.
    #[derive(Default)]
    "progress" pub struct Progress {
        /// True while it is being answered.
        pub running: bool,
        /// Phase of the work.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub phase: Option<ProofPhase>,
        /// Amount that is done.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub done: Option<u64>,
        /// Whole amount; 0 where it is not known.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub of: Option<u64>,
    }

    /// Phase of a proof.
    #[derive(Copy)]
    #[serde(rename_all = "lowercase")]
    "phase" pub enum ProofPhase {
        /// Positions are gathered.
        Positions,
        /// The program is asked.
        Consulting,
        /// Verdicts are settled.
        Settling,
        /// The report is made.
        Reporting,
    }

    /// A question given up.
    "cancel" pub struct Cancel {
        /// True if there was one.
        pub running: bool,
    }

    /// A program written.
    "save" pub struct Saved {
        /// Name of the program.
        pub saved: String,
    }

    /// A program removed.
    "remove" pub struct Removed {
        /// Name of the program.
        pub removed: String,
    }
}

//! An explanation as JSON, and a row for each of many. Moves are in English SAN and in UCI; texts are in the language that was asked for.

use adv_chess::geometry::square_name;
use adv_chess::notation::fen;
use adv_chess::{Move, Outcome, squares};
use adv_explain::{
    Explanation, Fact, GameEnd, Judged, Passed, Sign, ToldFact, Verdict, Win, counts,
};
use adv_module::program::Program;
use adv_record::explanation::{
    self as record, CaseOfFact, EngineJudgement, GameOver, GameValue, JudgedMove, JudgementSign,
    Language, PassedFor, PlanResult, PlanVerdict, PlannedPiece, ServingMove, TriedMoves,
    WinningMove,
};
use serde_json::Value;

use super::cases;
use super::text::{Shown, Telling, stage};
use crate::json::{move_of, side, word};
use crate::rows::Csv;
use crate::text::{advice_name, joined};

/// Explanation of a position as JSON; docs/schema/explanation.json describes each field.
pub fn json(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> Value {
    crate::json::value(&record(program, explanation, shown))
}

/// Record of an explanation.
pub(super) fn record(
    program: &Program,
    explanation: &Explanation,
    shown: &Shown<'_>,
) -> record::Explanation {
    let telling = Telling::new(program, explanation, shown);
    let words = &telling.words;
    let position = &explanation.position;
    let evaluation = program.evaluations.get(explanation.evaluation.index());
    let facts = explanation.facts.iter().zip(&explanation.passed);
    let facts = facts.enumerate().map(|(place, (fact, passed))| {
        let counted = counts(place, &explanation.facts, &program.patterns);
        self::fact(program, fact, counted, *passed)
    });
    let judged_moves = explanation.judged_moves.iter();
    let told = explanation.told.iter();
    record::Explanation {
        fen: fen(position),
        viewer: side(explanation.viewer),
        evaluation: evaluation.map_or_else(String::new, |of| of.name.clone()),
        stage: stage(program, explanation),
        language: match words.code {
            "de" => Language::De,
            "ru" => Language::Ru,
            _ => Language::En,
        },
        end: explanation.end.map(|end| match end {
            GameEnd::Checkmate => GameOver::Checkmate,
            GameEnd::Stalemate => GameOver::Stalemate,
            GameEnd::DeadPosition => GameOver::DeadPosition,
            GameEnd::SeventyFiveMoves => GameOver::SeventyFiveMoves,
        }),
        total: explanation.total,
        sign: explanation.judgement().map(sign),
        meaning: match explanation.judgement() {
            Some(sign) => words.meaning(sign).to_owned(),
            None => telling.by_patterns(),
        },
        value: explanation.outcome().map(value),
        told: told.map(|told| self::told(&telling, told)).collect(),
        facts: facts.collect(),
        served: explanation.served.map(|served| ServingMove {
            mv: move_of(position, served.mv),
            facts: served.facts,
            of: served.of,
        }),
        first: first(explanation),
        judged: explanation.judged.as_ref().map(judged),
        judged_moves: judged_moves
            .map(|(mv, by)| JudgedMove {
                judgement: judged(by),
                mv: move_of(position, *mv),
            })
            .collect(),
        positions: explanation.positions,
        tried: explanation.vetted.as_ref().map(|vetted| TriedMoves {
            positions: vetted.positions,
            depth: vetted.depth,
        }),
        cases: explanation.drawn.as_ref().map(cases::record),
        made_by: None,
    }
}

const fn sign(sign: Sign) -> JudgementSign {
    match sign {
        Sign::BlackWins => JudgementSign::BlackWins,
        Sign::BlackBetter => JudgementSign::BlackBetter,
        Sign::BlackSlightly => JudgementSign::BlackSlightlyBetter,
        Sign::Equal => JudgementSign::Equal,
        Sign::WhiteSlightly => JudgementSign::WhiteSlightlyBetter,
        Sign::WhiteBetter => JudgementSign::WhiteBetter,
        Sign::WhiteWins => JudgementSign::WhiteWins,
    }
}

/// Value of the position in JSON for the outcome of perfect play, seen by White.
pub(super) const fn value(outcome: Outcome) -> GameValue {
    match outcome {
        Outcome::Win => GameValue::WhiteWins,
        Outcome::Draw => GameValue::Draw,
        Outcome::Loss => GameValue::BlackWins,
    }
}

/// Record of an engine's judgement: its name, the value in hundredths of a pawn, the moves to mate.
fn judged(judged: &Judged) -> EngineJudgement {
    EngineJudgement {
        by: judged.by.clone(),
        value: judged.value,
        mate: judged.mate,
    }
}

/// Move that wins by force for the side to move, with its gain and line.
fn first(explanation: &Explanation) -> Option<WinningMove> {
    let vetted = explanation.vetted.as_ref()?;
    let (mate, material, only) = match vetted.wins? {
        Win::Mate(moves) => (Some(moves), None, None),
        Win::Material(gain) => (None, Some(gain), None),
        Win::Only(more) => (None, None, Some(more)),
    };
    Some(WinningMove {
        mv: move_of(&explanation.position, *vetted.line.first()?),
        mate,
        material,
        only,
        line: ucis(&vetted.line),
    })
}

fn ucis(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Record of a fact, with the reason why the explanation does not tell it, if so.
fn fact(program: &Program, fact: &Fact, counted: bool, passed: Option<Passed>) -> record::Fact {
    let pattern = program.patterns.get(fact.pattern.index());
    let (word, by) = match passed {
        None => (None, None),
        Some(Passed::Worthless) => (Some(PassedFor::Worthless), None),
        Some(Passed::Fallen) => (Some(PassedFor::Fallen), None),
        Some(Passed::Narrower(by)) => (Some(PassedFor::Narrower), Some(by)),
        Some(Passed::Family(by)) => (Some(PassedFor::Family), Some(by)),
        Some(Passed::Enough) => (Some(PassedFor::Enough), None),
    };
    record::Fact {
        pattern: pattern.map_or_else(String::new, |of| of.name.clone()),
        path: pattern.map_or_else(String::new, |of| of.path.join(".")),
        side: side(fact.side),
        squares: squares::file_major(fact.squares).map(square_name).collect(),
        worth: fact.worth,
        value: fact.value(),
        counted,
        told: passed.is_none(),
        passed: word,
        by,
    }
}

fn told(telling: &Telling<'_>, told: &ToldFact) -> record::ToldFact {
    let explanation = telling.explanation;
    let say = |of| telling.say(of);
    let plan = told.plan.iter().map(|of| PlannedPiece {
        result: result(explanation, &of.verdict),
        advice: advice_name(telling.program, of.advice).to_owned(),
        because: of.because.as_ref().map(say),
        required: of.required,
        case: of.case,
    });
    record::ToldFact {
        fact: told.place,
        called: say(&told.called),
        belief: told.belief.as_ref().map(say),
        purpose: told.purpose.as_ref().map(say),
        plan: plan.collect(),
        together: told.together.as_ref().map(|of| result(explanation, of)),
        case: told.from.map(|from| CaseOfFact {
            number: from.number,
            same: from.same,
        }),
    }
}

/// Verdict on a plan, with its first move, its line and the reply that prevents it.
fn result(explanation: &Explanation, verdict: &Verdict) -> PlanResult {
    let viewer = explanation.viewer;
    let tree = verdict.tree();
    let root = tree.map_or(&explanation.position, |tree| tree.root());
    let first = verdict.first_move(viewer);
    let before = first.map_or(*root, |first| root.play(first));
    let (verdict_word, prevented) = match verdict {
        Verdict::Done => (PlanVerdict::Done, None),
        Verdict::Forced(_) => (PlanVerdict::Forced, None),
        Verdict::Possible { prevented, .. } => (PlanVerdict::Possible, *prevented),
        Verdict::Idea => (PlanVerdict::Idea, None),
        Verdict::Refuted => (PlanVerdict::Refuted, None),
        Verdict::Unsettled(_) => (PlanVerdict::Unsettled, None),
    };
    PlanResult {
        verdict: verdict_word,
        mv: first.map(|first| move_of(root, first)),
        moves: ucis(&verdict.moves(viewer)),
        conditional: verdict.passes(),
        left_out: verdict.left_out(),
        prevented: prevented.map(|reply| move_of(&before, reply)),
        nodes: Vec::new(),
    }
}

/// Heads of the columns: the first line of a table of explanations as comma-separated values.
pub const CSV_HEAD: &str = "number,id,fen,total,sign,value,facts\n";

/// Names of the told facts with side and squares: `backward-open(B) a7, rook-halfopen(W) a1 a4`.
fn facts(program: &Program, explanation: &Explanation) -> String {
    let told = explanation.told.iter().map(|told| {
        let pattern = program.patterns.get(told.fact.pattern.index());
        let side = told.fact.side.letter().to_ascii_uppercase();
        let name = pattern.map_or("?", |of| &of.name);
        let squares = squares::file_major(told.fact.squares).map(square_name);
        joined([format!("{name}({side})")].into_iter().chain(squares), " ")
    });
    joined(told, ", ")
}

/// Row for people about one explained position: its number, the headline, the facts, and the position's name, `id`.
pub fn row(
    program: &Program,
    explanation: &Explanation,
    number: u64,
    id: Option<&str>,
    shown: &Shown<'_>,
) -> String {
    let telling = Telling::new(program, explanation, shown);
    let headline = [telling.headline()].into_iter().chain(telling.first());
    let headline = joined(headline.chain(id.map(str::to_owned)), "  ");
    let below = match facts(program, explanation).as_str() {
        "" => String::new(),
        facts => format!("        {facts}\n"),
    };
    format!("{number:>6}  {headline}\n{below}")
}

/// Row of comma-separated values about one explained position, under [`CSV_HEAD`].
pub fn csv(program: &Program, explanation: &Explanation, number: u64, id: Option<&str>) -> String {
    let mut lines = Csv::new();
    let value = explanation
        .outcome()
        .map(value)
        .map_or_else(String::new, word);
    lines.record(&[
        number.to_string(),
        id.unwrap_or_default().to_owned(),
        fen(&explanation.position),
        explanation.total.to_string(),
        explanation.judgement().map_or("", Sign::ascii).to_owned(),
        value,
        facts(program, explanation),
    ]);
    String::from_utf8(lines.finish()).unwrap_or_default()
}

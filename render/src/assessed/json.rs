//! An explanation as JSON. Moves are in English SAN and in UCI; texts are in the language that was asked for.

use adv_chess::geometry::square_name;
use adv_chess::notation::{fen, san};
use adv_chess::{Move, Outcome, Position, squares};
use adv_explain::{
    Explanation, Fact, GameEnd, Judged, Passed, Sign, ToldFact, Verdict, Win, counts,
};
use adv_module::program::Program;
use serde_json::{Value, json};

use super::drawn;
use super::remark::sum_of_patterns;
use super::say::say;
use super::text::{Shown, stage};
use super::words::{Words, words};
use crate::text::advice_name;

/// One explanation; docs/schema/explanation.json says what each field is.
pub fn json(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> Value {
    let words = words(shown.language);
    let position = &explanation.position;
    let evaluation = program.evaluations.get(explanation.evaluation.index());
    let told = explanation.told.iter();
    let facts = explanation
        .facts
        .iter()
        .zip(&explanation.passed)
        .enumerate();
    let facts = facts.map(|(place, (fact, passed))| {
        let counted = counts(place, &explanation.facts, &program.patterns);
        self::fact(program, fact, counted, *passed)
    });
    json!({
        "fen": fen(position),
        "viewer": explanation.viewer.name(),
        "evaluation": evaluation.map(|of| &of.name),
        "stage": stage(program, explanation),
        "language": words.code,
        "end": explanation.end.map(|end| match end {
            GameEnd::Checkmate => "checkmate",
            GameEnd::Stalemate => "stalemate",
            GameEnd::DeadPosition => "dead position",
            GameEnd::SeventyFiveMoves => "seventy-five moves",
        }),
        "total": explanation.total,
        "sign": explanation.judgement().map(Sign::ascii),
        "meaning": match explanation.judgement() {
            Some(sign) => words.meaning(sign).to_owned(),
            None => sum_of_patterns(program, explanation, words),
        },
        "value": explanation.outcome().map(value),
        "told": told.map(|told| self::told(program, explanation, told, words)).collect::<Vec<_>>(),
        "facts": facts.collect::<Vec<_>>(),
        "served": explanation.served.map(|served| json!({
            "move": mv(position, served.mv),
            "facts": served.facts,
            "of": served.of,
        })),
        "first": first(explanation),
        "judged": explanation.judged.as_ref().map(judged),
        "judged_moves": explanation.judged_moves.iter().map(|(of, by)| {
            let mut object = judged(by);
            object["move"] = mv(position, *of);
            object
        }).collect::<Vec<_>>(),
        "positions": explanation.positions,
        "tried": explanation.vetted.as_ref().map(|vetted| json!({
            "positions": vetted.positions,
            "depth": vetted.depth,
        })),
        "cases": explanation.drawn.as_ref().map(drawn::json),
    })
}

/// How a game ends, in a word.
pub(super) const fn value(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "white wins",
        Outcome::Draw => "draw",
        Outcome::Loss => "black wins",
    }
}

/// What an engine says.
fn judged(judged: &Judged) -> Value {
    json!({ "by": judged.by, "value": judged.value, "mate": judged.mate })
}

/// What the side to move wins by force.
fn first(explanation: &Explanation) -> Value {
    let Some((vetted, wins)) = explanation
        .vetted
        .as_ref()
        .and_then(|vetted| Some((vetted, vetted.wins?)))
    else {
        return Value::Null;
    };
    let (mate, material, only) = match wins {
        Win::Mate(moves) => (Some(moves), None, None),
        Win::Material(gain) => (None, Some(gain), None),
        Win::Only(more) => (None, None, Some(more)),
    };
    let first = vetted.line.first();
    json!({
        "move": first.map(|first| mv(&explanation.position, *first)),
        "mate": mate,
        "material": material,
        "only": only,
        "line": vetted.line.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(),
    })
}

/// A fact, and why it is not told.
fn fact(program: &Program, fact: &Fact, counted: bool, passed: Option<Passed>) -> Value {
    let pattern = program.patterns.get(fact.pattern.index());
    let names: Vec<String> = squares::file_major(fact.squares).map(square_name).collect();
    let (word, by) = match passed {
        None => (None, None),
        Some(Passed::Worthless) => (Some("worthless"), None),
        Some(Passed::Fallen) => (Some("fallen"), None),
        Some(Passed::Narrower(by)) => (Some("narrower"), Some(by)),
        Some(Passed::Family(by)) => (Some("family"), Some(by)),
        Some(Passed::Enough) => (Some("enough"), None),
    };
    json!({
        "pattern": pattern.map(|of| &of.name),
        "path": pattern.map(|of| of.path.join(".")),
        "side": fact.side.name(),
        "squares": names,
        "worth": fact.worth,
        "value": fact.value(),
        "counted": counted,
        "told": passed.is_none(),
        "passed": word,
        "by": by,
    })
}

fn told(program: &Program, explanation: &Explanation, told: &ToldFact, words: &Words) -> Value {
    let plan = told.plan.iter().map(|of| {
        let mut object = verdict(explanation, &of.verdict);
        object["advice"] = advice_name(program, of.advice).into();
        object["because"] = of
            .because
            .as_ref()
            .map(|because| say(program, because, words))
            .into();
        object["required"] = of.required.into();
        object["case"] = of.case.into();
        object
    });
    json!({
        "fact": told.place,
        "called": say(program, &told.called, words),
        "belief": told.belief.as_ref().map(|of| say(program, of, words)),
        "purpose": told.purpose.as_ref().map(|of| say(program, of, words)),
        "plan": plan.collect::<Vec<_>>(),
        "together": told.together.as_ref().map(|of| verdict(explanation, of)),
        "case": told.from.map(|from| json!({ "number": from.number, "same": from.same })),
    })
}

/// What becomes of a plan.
fn verdict(explanation: &Explanation, verdict: &Verdict) -> Value {
    let viewer = explanation.viewer;
    let root = verdict
        .tree()
        .map_or(&explanation.position, |tree| tree.root());
    let first = verdict.first_move(viewer);
    let before = first.map_or(*root, |first| root.play(first));
    let prevented = match verdict {
        Verdict::Possible { prevented, .. } => *prevented,
        _ => None,
    };
    let moves = verdict.moves(viewer);
    json!({
        "verdict": verdict.word(),
        "move": first.map(|first| mv(root, first)),
        "moves": moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(),
        "conditional": verdict.passes(),
        "left_out": verdict.left_out(),
        "prevented": prevented.map(|reply| mv(&before, reply)),
    })
}

fn mv(position: &Position, mv: Move) -> Value {
    json!({ "uci": mv.to_string(), "san": san(position, mv) })
}

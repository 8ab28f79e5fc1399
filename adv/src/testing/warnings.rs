//! Warnings about tests: an expected move that throws the value of its position away (W0701), and one that is played
//! by the fixed order of moves alone (W0702); an explanation whose total gives the game to a side that does not win it (W0703).
//!
//! A test that passes is a promise to its reader. The first warning says that the promise is a bad one: tables of perfect play know
//! better. The second says that it is kept by accident: another move would have satisfied the same piece-of-advice as well, and the
//! program, whose classes, keys and `prefer` order moves, does not order these two. A test that has thought of the other move says
//! so (`expect move Rb1, not move Rb8`), and then there is no warning.

use adv_chess::notation::{parse_fen, parse_move, san};
use adv_chess::{Material, Move, Outcome, Position};
use adv_compiler::diagnostics::{Code, Diagnostic};
use adv_compiler::source::Span;
use adv_explain::Sign;
use adv_module::Program;
use adv_module::program::{Expect, ExpectKind, Place, Subject, Test};
use adv_tables::MAX_MEN;
use adv_vm::{Branch, Mode, Wanted};

use crate::perfect::PerfectPlay;

use super::{Asked, Tester};

/// Maximum number of men for which tables are made where a test merely expects a move: it takes no time.
const UNASKED: u32 = 3;

/// The material whose tables a test needs, or by which its moves are judged where that costs nothing: up to three men, and more where the
/// cache has them already. Of other men Syzygy tables may have the values; where they do not, the test says so.
pub fn material_to_prepare(values: &PerfectPlay, test: &Test) -> Option<Material> {
    let material = Material::of(&parse_fen(&test.fen).ok()?);
    let judged = test.expect.iter().any(|e| expected(e).is_some());
    let cheap = material.men() <= UNASKED || values.truth().is_kept(&material);
    let judged = judged || matches!(test.subject, Subject::Evaluation(_));
    let wanted = test.needs_values && material.men() <= MAX_MEN || judged && cheap;
    wanted.then_some(material)
}

/// The move that an expectation asks for, as text; `None` for other expectations and negated ones.
fn expected(expect: &Expect) -> Option<&str> {
    match &expect.kind {
        ExpectKind::Move(text) | ExpectKind::OnlyMove(text) if !expect.negated => Some(text),
        _ => None,
    }
}

impl Tester {
    /// Collects the warnings about a test that has been run.
    pub(super) fn warnings(&mut self, test: &Test, asked: &Asked) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        for expect in &test.expect {
            let wanted = expected(expect).and_then(|text| parse_move(&asked.position, text).ok());
            let Some(wanted) = wanted else {
                continue;
            };
            if let Some(warning) = self.thrown_away(test, expect, &asked.position, wanted) {
                warnings.push(warning);
            }
            if let Some(warning) = self.tied(test, expect, asked, wanted) {
                warnings.push(warning);
            }
        }
        warnings.extend(self.wrong_winner(test, asked));
        warnings
    }

    /// W0703: warns of a total that calls the game won for a side that does not win it, or is against the side that does.
    fn wrong_winner(&self, test: &Test, asked: &Asked) -> Option<Diagnostic> {
        let explanation = asked.explanation.as_ref()?;
        let turn = explanation.position.turn();
        let winner = match explanation.worth?.outcome {
            Outcome::Win => Some(turn),
            Outcome::Draw => None,
            Outcome::Loss => Some(!turn),
        };
        let sign = Sign::of(explanation.total);
        let decisive = matches!(sign, Sign::WhiteWins | Sign::BlackWins);
        let against = sign.side().is_some() && winner.is_some() && sign.side() != winner;
        let given_away = decisive && sign.side() != winner;
        if !(against || given_away) {
            return None;
        }
        let truth = match winner {
            Some(side) => format!("{} wins", side.name()),
            None => "the position is drawn".to_owned(),
        };
        let total = adv_cases::pawns_text(explanation.total);
        let warning = Diagnostic::new(
            Code::TotalAgainstTables,
            format!("the patterns come to {total}, and with perfect play {truth}"),
        )
        .with_help("no pattern knows what decides here; write one, or give those that mislead another worth");
        let expect = test.expect.first()?;
        Some(self.placed(warning, test, expect))
    }

    /// W0701: warns of an expected move that throws away the value of its position.
    fn thrown_away(
        &self,
        test: &Test,
        expect: &Expect,
        position: &Position,
        wanted: Move,
    ) -> Option<Diagnostic> {
        let values = &self.values;
        // What a move leaves us, which is the opposite of what it leaves them.
        let left = |m: Move| Some(values.outcome(&position.play(m))?.for_the_other());
        let before = values.outcome(position)?;
        if left(wanted)? >= before {
            return None;
        }
        let lost = match before {
            Outcome::Win => "win",
            Outcome::Draw | Outcome::Loss => "draw",
        };
        let mut keeping = Vec::new();
        for m in position.legal_moves() {
            if left(m)? == before {
                keeping.push(format!("`{}`", san(position, m)));
            }
        }
        let warning = Diagnostic::new(
            Code::ExpectedMoveLosesValue,
            format!("`{}` throws away the {lost}", san(position, wanted)),
        )
        .with_help(match keeping.as_slice() {
            [only] => format!("{only} keeps it"),
            several => format!("{} keep it", some(several)),
        });
        Some(self.placed(warning, test, expect))
    }

    /// W0702: warns of an expected move that only the fixed order of moves prefers to another.
    fn tied(
        &mut self,
        test: &Test,
        expect: &Expect,
        asked: &Asked,
        wanted: Move,
    ) -> Option<Diagnostic> {
        let (answer, subject) = (asked.answer.as_ref()?, asked.subject?);
        if answer.first_move() != Some(wanted) {
            return None;
        }
        let position = &asked.position;
        let mut alike = self.engine.alike(answer).ok()?;
        alike.retain(|m| !excluded(test, position, *m));
        if alike.is_empty() {
            return None;
        }
        let at = self.engine.junction(subject, position).ok()?;
        let mut tree = Vec::new();
        let (mode, all) = (Mode::Weak, Wanted::Every);
        let branch = self
            .engine
            .branch(subject, &at, position, mode, all, &mut tree);
        let Branch::Tree { chosen, .. } = branch else {
            return None;
        };
        if answer.advice != Some(chosen.advice) {
            return None;
        }
        alike.retain(|m| tree.iter().any(|node| node.mv == *m));
        let others: Vec<String> = alike
            .iter()
            .map(|m| format!("`{}`", san(position, *m)))
            .collect();
        if others.is_empty() {
            return None;
        }
        let warning = Diagnostic::new(
            Code::ExpectedMoveTies,
            format!("`{}` ties with {}", san(position, wanted), some(&others)),
        )
        .with_help(format!(
            "`{}` is satisfied by either, and does not order them; order them by a key, or expect something of the move",
            adv_render::text::advice_name(&self.module, chosen.advice)
        ));
        Some(self.placed(warning, test, expect))
    }

    /// Adds to a warning the place of its expectation, or the name of the test where the module has no source.
    fn placed(&self, warning: Diagnostic, test: &Test, expect: &Expect) -> Diagnostic {
        match span(&self.module, expect.place) {
            Some(span) => warning.with_label(span, "expected here"),
            None => warning.with_note(format!("in the test `{}`", test.name)),
        }
    }
}

/// True where a test excludes a move itself, by `expect not move`.
fn excluded(test: &Test, position: &Position, m: Move) -> bool {
    test.expect.iter().any(|expect| match &expect.kind {
        ExpectKind::Move(text) if expect.negated => parse_move(position, text) == Ok(m),
        _ => false,
    })
}

/// Writes the first moves of a list, and the number of the others.
fn some(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] if moves.len() <= 4 => format!("{} and {last}", first.join(", ")),
        [a, b, c, rest @ ..] => format!("{a}, {b}, {c} and {} others", rest.len()),
        [first, ..] => first.clone(),
    }
}

fn span(module: &Program, place: Place) -> Option<Span> {
    module.source.as_ref()?;
    (!place.is_empty()).then_some(place)
}

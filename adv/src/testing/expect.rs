//! Single expectations: each compared with the answer, with a remark on a failure.

use adv_chess::notation::{parse_move, san};
use adv_module::program::{Compare, Expect, ExpectKind};
use adv_module::{AdviceId, FnId};
use adv_render::text::{advice_name, compared, many};
use adv_render::{place, sentences};
use adv_vm::{Branch, Consultation, Mode, StuckCause, Subject, Wanted};

use super::{Asked, Found, Tester, mate};

impl Tester {
    /// Checks an expectation: returns the failure, `None` where it is met. An expectation about the subject is silent where the subject
    /// gave no answer, which has been reported.
    pub(super) fn check(&mut self, expect: &Expect, asked: &Asked) -> Option<String> {
        let answer = asked.answer.as_ref();
        let explanation = asked.explanation.as_ref();
        let found = match &expect.kind {
            ExpectKind::Value { test, compare } => self.value(*test, compare.as_ref(), asked),
            ExpectKind::Move(text) => self.moved(text, answer?, asked),
            ExpectKind::OnlyMove(text) => self.moved_only(text, answer?, asked),
            ExpectKind::Advice(id) => Ok(self.advised(*id, answer?, asked)),
            ExpectKind::Action(name) => Ok(self.realised(name, answer?, asked)),
            ExpectKind::Satisfied => Ok(self.satisfied(answer?, asked)),
            ExpectKind::MateWithin(moves) => self.mates(*moves, asked)?,
            // Trees are looked at where they are kept.
            ExpectKind::Tree | ExpectKind::Explanation => return None,
            ExpectKind::Explains(id, side) => Ok(self.explains(*id, *side, explanation?)),
            ExpectKind::Forced(id) | ExpectKind::Possible(id) | ExpectKind::Refuted(id) => {
                self.planned(*id, &expect.kind, explanation?)?
            }
            ExpectKind::Total(total) => Ok(self.total(*total, explanation?)),
        };
        let (met, remark) = match found {
            Ok((met, remark)) => (met != expect.negated, remark),
            // What cannot be decided is not met, whether it was expected or not.
            Err(remark) => (false, remark),
        };
        (!met).then(|| format!("expect {}: {remark}", self.words(expect)))
    }

    /// The text of an expectation as the source has it, or as it would be written where the source was left out.
    fn words(&self, expect: &Expect) -> String {
        if let Some(text) = place::text_of(&self.module, expect.place) {
            let bare = text
                .strip_prefix("not ")
                .or(text.strip_prefix('¬'))
                .unwrap_or(&text);
            return if expect.negated {
                format!("not {}", bare.trim_start())
            } else {
                text
            };
        }
        let not = if expect.negated { "not " } else { "" };
        let advice = |id: &AdviceId| advice_name(&self.module, *id);
        match &expect.kind {
            ExpectKind::Move(text) => format!("{not}move {text}"),
            ExpectKind::OnlyMove(text) => format!("{not}only move {text}"),
            ExpectKind::Advice(id) => format!("{not}advice {}", advice(id)),
            ExpectKind::Action(name) => format!("{not}action {name}"),
            ExpectKind::Satisfied => format!("{not}satisfied"),
            ExpectKind::Tree => format!("{not}tree"),
            ExpectKind::Explains(id, side) => {
                let name = self
                    .module
                    .patterns
                    .get(id.index())
                    .map_or("?", |of| &of.name);
                format!("{not}explains {name}({})", side.word())
            }
            ExpectKind::Forced(id) => format!("{not}forced {}", advice(id)),
            ExpectKind::Possible(id) => format!("{not}possible {}", advice(id)),
            ExpectKind::Refuted(id) => format!("{not}refuted {}", advice(id)),
            ExpectKind::Total(total) => format!("{not}total = {total}"),
            ExpectKind::Explanation => format!("{not}explanation"),
            ExpectKind::MateWithin(moves) => format!("{not}mate within {moves} moves"),
            ExpectKind::Value { .. } => format!("{not}a descriptor"),
        }
    }

    /// Remark on an answer without a move: no rule applies, or the pieces-of-advice tried with the number of positions tested for each.
    fn nothing(&self, asked: &Asked) -> String {
        if let Some(over) = &asked.over {
            return over.clone();
        }
        let tried = asked
            .answer
            .as_ref()
            .map_or(&[][..], |answer| &answer.tried);
        match sentences::list(&self.module, tried).as_str() {
            "" => "no rule applies".to_owned(),
            names => format!("nothing is satisfied, tried were {names}"),
        }
    }

    fn moved(&self, text: &str, answer: &Consultation, asked: &Asked) -> Found {
        let wanted = parse_move(&asked.position, text).map_err(|error| error.to_string())?;
        let Some(found) = answer.first_move() else {
            return Ok((false, self.nothing(asked)));
        };
        let by = answer.advice.map_or("", |id| advice_name(&self.module, id));
        let remark = format!("found {} by {by}", san(&asked.position, found));
        Ok((found == wanted, remark))
    }

    /// Checks `only move`: the move is played, and no other first move has a tree within the bound at which it was found.
    fn moved_only(&mut self, text: &str, answer: &Consultation, asked: &Asked) -> Found {
        let (met, remark) = self.moved(text, answer, asked)?;
        let Some(subject) = asked.subject.filter(|_| met) else {
            return Ok((met, remark));
        };
        let others = self.other_moves(subject, asked)?;
        let remark = match others.as_slice() {
            [] => remark,
            [one] => format!("{one} does as well within the same bound"),
            [first, rest @ ..] => {
                let more = rest.len();
                format!("{first} and {more} more do as well within the same bound")
            }
        };
        Ok((others.is_empty(), remark))
    }

    /// Finds the first moves beside the one that is played that have a tree within the same bound.
    fn other_moves(&mut self, subject: Subject, asked: &Asked) -> Result<Vec<String>, String> {
        let position = &asked.position;
        let junction = self.engine.junction(subject, position);
        let junction = junction.map_err(|failure| failure.to_string())?;
        let (mut tree, wanted) = (Vec::new(), Wanted::Every);
        let branch =
            self.engine
                .branch(subject, &junction, position, Mode::Weak, wanted, &mut tree);
        match branch {
            Branch::Tree { .. } => {
                let firsts = tree.iter().filter(|node| node.ply == 1).skip(1);
                Ok(firsts.map(|node| san(position, node.mv)).collect())
            }
            Branch::Stuck { cause, .. } => Err(match cause {
                StuckCause::Failure(failure) => failure.to_string(),
                StuckCause::InClass => "the in-class is false".to_owned(),
                StuckCause::NoPStrategy | StuckCause::NoAdvice => "no tree is found".to_owned(),
                StuckCause::LoopWithoutMove => "a loop came round without a move".to_owned(),
            }),
            Branch::Ends { .. } => Ok(Vec::new()),
        }
    }

    fn advised(&self, id: AdviceId, answer: &Consultation, asked: &Asked) -> (bool, String) {
        let remark = match answer.advice {
            Some(found) => format!("found {}", advice_name(&self.module, found)),
            None => self.nothing(asked),
        };
        (answer.advice == Some(id), remark)
    }

    /// Checks the expectation `action NAME`: the program answers with an action of that name, which several actions may share.
    fn realised(&self, name: &str, answer: &Consultation, asked: &Asked) -> (bool, String) {
        let Some(id) = answer.advice else {
            return (false, self.nothing(asked));
        };
        let found = advice_name(&self.module, id);
        let record = self.module.advice.get(id.index());
        match record.is_some_and(|advice| advice.kind.is_action()) {
            true => {
                let is_called = record.is_some_and(|advice| advice.is_called(name));
                (is_called, format!("found {found}"))
            }
            false => {
                let remark = format!("found {found}, which is a piece-of-advice");
                (false, remark)
            }
        }
    }

    fn satisfied(&self, answer: &Consultation, asked: &Asked) -> (bool, String) {
        let remark = match (answer.advice, answer.first_move()) {
            (Some(id), Some(m)) => {
                let by = san(&asked.position, m);
                format!("{} is, by {by}", advice_name(&self.module, id))
            }
            _ => self.nothing(asked),
        };
        (answer.advice.is_some(), remark)
    }

    fn mates(&mut self, moves: u32, asked: &Asked) -> Option<Found> {
        asked.answer.as_ref()?;
        let (engine, position) = (&mut self.engine, &asked.position);
        let longest = mate::longest(engine, &self.module, asked.subject?, position, moves);
        Some(match longest {
            Ok(longest) => {
                let longest = many(longest.into(), "move", "moves");
                let remark = format!("every line ends in mate, the longest after {longest}");
                Ok((true, remark))
            }
            Err(mate::NoMate::Refuted(remark)) => Ok((false, remark)),
            Err(mate::NoMate::Unknown(remark)) => Err(remark),
        })
    }

    fn value(&mut self, test: FnId, compare: Option<&Compare>, asked: &Asked) -> Found {
        let (position, us) = self.seen(asked);
        let value = self
            .engine
            .evaluate(test, &[], &position, us)
            .map_err(|stop| stop.to_string())?;
        let remark = match compare {
            Some(compare) => {
                let (left, right) = self
                    .engine
                    .compare(compare, &position, us)
                    .map_err(|stop| stop.to_string())?;
                compared(&self.module, compare, &left, &right)
            }
            None if value != 0 => "it holds".to_owned(),
            None => "it does not hold".to_owned(),
        };
        Ok((value != 0, remark))
    }
}

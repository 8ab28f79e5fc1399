//! Explanations that become cases: only with approval, and with texts that a person may edit.

use std::path::Path;

use adv::cases::{Case, Name, Saying, Slot};
use adv::explain;
use adv::explain::Explanation;
use adv::program::Program;

use crate::play::input::{Input, PlayLine, PromptWords};
use crate::{Exit, Outcome, Trouble, io, say};

use super::cases;

/// Explanation that may become a case, and the options for that.
pub struct Offered<'a> {
    /// Path of the case file.
    pub file: &'a Path,
    /// Program that explained the position.
    pub program: &'a Program,
    /// Explanation of the position.
    pub explanation: &'a Explanation,
    /// Language of the texts that the user edits.
    pub language: &'a str,
    /// Remark to keep with the case; `None` for none.
    pub note: Option<&'a str>,
    /// True where the arguments approve of the case, so that no question is necessary.
    pub approved: bool,
}

/// Function that asks a person a question; returns `None` where there is no terminal to ask at, or no more answer.
pub type Ask<'a> = dyn FnMut(&str) -> Result<Option<String>, Trouble> + 'a;

/// Function that asks questions at the terminal, if standard input is one.
pub fn asked_here() -> impl FnMut(&str) -> Result<Option<String>, Trouble> {
    let mut input = io::stdin_is_terminal().then(|| Input::standard(true));
    move |question| {
        let Some(input) = input.as_mut() else {
            return Ok(None);
        };
        match input.line(question, PromptWords::default())? {
            PlayLine::Text(line) => Ok(Some(line.trim().to_owned())),
            PlayLine::Interrupted { .. } | PlayLine::End => Ok(None),
        }
    }
}

/// Adds an explanation to the case file if a plan or a text was adapted and the user approves of it.
pub fn offer(offered: &Offered<'_>, ask: &mut Ask<'_>) -> Outcome {
    if !explain::learns(offered.explanation) {
        say("nothing is learned: no plan was adapted from a case");
        return Ok(Exit::Done);
    }
    match approved(offered, ask)? {
        Some(case) => keep(offered.file, true, vec![case]),
        None => Ok(Exit::Done),
    }
}

/// Case of an explanation; `None` if it tells nothing or the user does not approve of it.
///
/// # Errors
/// Where the arguments do not approve of the case and there is no terminal to ask at.
pub fn approved(offered: &Offered<'_>, ask: &mut Ask<'_>) -> Result<Option<Case>, Trouble> {
    let note = offered.note.map(str::to_owned);
    let Some(mut case) = explain::case_of(offered.program, offered.explanation, note) else {
        say("nothing is told of the position, so there is nothing to keep");
        return Ok(None);
    };
    if offered.approved {
        return Ok(Some(case));
    }
    loop {
        let question = "Keep this explanation as a case? [y]es, [n]o, [e]dit the texts: ";
        let Some(answer) = ask(question)? else {
            return Err(Trouble::new(
                "an explanation becomes a case only with approval, and there is no terminal to ask at",
            )
            .help("`--approve` approves of it"));
        };
        match answer.to_lowercase().as_str() {
            "y" | "yes" => return Ok(Some(case)),
            "n" | "no" | "" => {
                say("not kept");
                return Ok(None);
            }
            "e" | "edit" => edit(offered, &mut case, ask)?,
            _ => {}
        }
    }
}

/// Asks the user for each text of each fact of a case. An empty answer keeps the text.
fn edit(offered: &Offered<'_>, case: &mut Case, ask: &mut Ask<'_>) -> Result<(), Trouble> {
    let (program, language) = (offered.program, offered.language);
    for (fact, told) in case.facts.iter_mut().zip(&offered.explanation.told) {
        let purpose = match told.fact.side == case.viewer {
            true => Slot::Us,
            false => Slot::Them,
        };
        for slot in [Slot::Called, Slot::Belief, purpose] {
            let pattern = told.fact.pattern;
            let mine = |text: &&Saying| text.slot == slot && *text.lang == *language;
            let present = match fact.texts.iter().find(mine) {
                Some(text) => text.text.clone(),
                None => explain::written(program, pattern, slot, language),
            };
            if present.is_empty() {
                continue;
            }
            loop {
                say!("{} of {}: {present}", slot.word(), fact.pattern);
                let Some(text) = ask("another text, or nothing to keep it: ")? else {
                    return Ok(());
                };
                if text.is_empty() {
                    break;
                }
                if let Err(why) = explain::read_edited(program, pattern, slot, &text, language) {
                    say(why);
                    continue;
                }
                fact.texts.retain(|text| !mine(&text));
                let lang = Name::from(language);
                fact.texts.push(Saying { lang, slot, text });
                fact.texts.sort();
                break;
            }
        }
    }
    Ok(())
}

/// Adds cases to a case file. A position that is explained there already stays as it is, and the exit code says so.
pub fn keep(file: &Path, must_exist: bool, new: Vec<Case>) -> Outcome {
    let mut there = false;
    cases::changed(file, must_exist, |base| {
        for case in new {
            let Some(number) = base.explains(&case) else {
                let kept = base.push(case);
                kept.map_err(|fault| trouble!("the case cannot be kept: {fault}"))?;
                continue;
            };
            say!(
                "{}: case {number} explains this position already and stays as it is; `adv cases FILE drop {number}` removes it",
                io::shown(file)
            );
            there = true;
        }
        Ok(())
    })?;
    Ok(if there { Exit::Wrong } else { Exit::Done })
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv::explain::{Cases, ExplainOptions, Explainer};
    use adv::program::EvaluationId;
    use adv::{Limits, Rulebook, position};

    const PAWNS: &str = include_str!("../../../examples/patterns-pawns.adv");

    /// A person who edits one text, badly at first, and then agrees.
    #[test]
    fn texts_are_edited_before_they_are_kept() {
        let rulebook = Rulebook::load("pawns.adv", PAWNS).expect("it loads");
        let mut explainer = Explainer::new(rulebook.linked(), Limits::default()).expect("small");
        let fen = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";
        let options = ExplainOptions {
            tell: Some(2),
            ..ExplainOptions::default()
        };
        let position = position(fen).expect("a position");
        let none = None::<&Cases<'_>>;
        let explained = explainer.explain_by(EvaluationId(0), &position, &options, none);
        let explained = explained.expect("explained");
        let offered = Offered {
            file: Path::new("club.cases"),
            program: explainer.program(),
            explanation: &explained,
            language: "de",
            note: Some("a remark"),
            approved: false,
        };
        let answers = [
            "what?",
            "e",
            "",
            "",
            "",
            "Bauer ohne Feld",
            "Bauer {HERE}",
            "",
            "",
            "y",
        ];
        let mut answers = answers.into_iter();
        let case = approved(&offered, &mut |_| Ok(answers.next().map(str::to_owned)));
        let case = case.ok().flatten().expect("approved");
        assert_eq!(answers.next(), None);
        assert_eq!(case.validate(), Ok(()));
        let texts: Vec<&str> = case.facts[1].texts.iter().map(|of| &*of.text).collect();
        assert_eq!(texts, ["Bauer {HERE}"]);
        assert_eq!(case.facts[0].texts, []);
        assert_eq!(case.note.as_deref(), Some("a remark"));
        let no = approved(&offered, &mut |_| Ok(Some("n".to_owned())));
        assert!(matches!(no, Ok(None)));
        assert!(approved(&offered, &mut |_| Ok(None)).is_err());
    }
}

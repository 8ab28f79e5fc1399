//! The conversation of `adv new`: questions about the aim of a program, one after the other.
//!
//! ```text
//!   men? ─▶ side? ─▶ aim? ─▶ never to happen? ─▶ measure that gets smaller? ─▶ name?
//! ```
//!
//! Each question has an answer that an empty line takes. An answer that cannot be used is rejected with the reason, and the question comes
//! again; where the answers end nothing is written.

use adv::chess::{Color, Material};
use adv::render::text::joined;
use adv::{Aim, Measure, Never, Starter, Wishes, raised_by_replies, stronger_side};

use crate::cmd::new;
use crate::cmd::new::NewArgs;
use crate::play::input::{Input, PlayLine, PromptWords};
use crate::{Exit, Out, Trouble, io};

/// Most unusable answers to one question from a pipe: input without a usable answer may never end.
const TRIES: u32 = 20;

/// Input and output of the conversation with the author of the new program.
struct Author {
    input: Input,
    out: Out,
}

/// Holds the conversation; returns the program's name and its starter.
///
/// # Errors
/// Where the input ends before the last answer; that nothing is written has been said then.
pub fn ask(args: &NewArgs) -> Result<(String, Starter), Trouble> {
    let mut author = Author {
        input: Input::standard(io::stdout_is_terminal()),
        out: Out::standard(),
    };
    author.say(
        "A strategy begins with six answers. An empty line takes what stands in brackets.\n",
    )?;
    let material = author.material(args)?;
    let us = author.side(args, &material)?;
    let starter = Starter::new("first", material, us);
    author.say(&format!("\n{}, {us} plays.\n", starter.men()))?;
    let aim = author.aim(&starter.aims())?;
    let conditions = author.nevers(&starter.nevers(aim))?;
    let wishes = Wishes {
        aim,
        conditions,
        measure: None,
    };
    let measure = author.measure(args, &starter, &wishes)?;
    let wishes = Wishes { measure, ..wishes };
    let usual = material.name().to_lowercase().replace('v', "");
    let name = author.name(args, &usual)?;
    author.out.finish()?;
    let starter = Starter::new(&name, material, us).with_wishes(wishes);
    Ok((name, starter))
}

impl Author {
    fn say(&mut self, text: &str) -> Result<(), Trouble> {
        self.out.text(text)
    }

    /// Asks a question until its answer can be used; an empty line means `usual`.
    fn answer<T>(
        &mut self,
        question: &str,
        usual: &str,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<T, Trouble> {
        for _ in 0..TRIES {
            let prompt = match usual {
                "" => format!("{question} "),
                usual => format!("{question} [{usual}] "),
            };
            self.out.flush()?;
            let line = match self.input.line(&prompt, PromptWords::default())? {
                PlayLine::Text(line) => line,
                PlayLine::Interrupted { .. } | PlayLine::End => {
                    self.say("\nnothing is written\n")?;
                    return Err(Trouble::Said(Exit::Wrong));
                }
            };
            let given = match line.trim() {
                "" => usual,
                given => given,
            };
            if !self.input.is_terminal() {
                self.say(&format!("{prompt}{given}\n"))?;
            }
            match read(given) {
                Ok(answer) => return Ok(answer),
                Err(wrong) => self.say(&format!("  {wrong}\n"))?,
            }
        }
        Err(Trouble::new("no answer can be used")
            .help("`adv new NAME --material MEN` asks nothing"))
    }

    fn material(&mut self, args: &NewArgs) -> Result<Material, Trouble> {
        if let Some(given) = &args.material {
            return new::material(given);
        }
        self.answer("Which men, White's before a `v`?", "KRvK", |given| {
            new::material(given).map_err(|wrong| wrong.sentence().to_owned())
        })
    }

    fn side(&mut self, args: &NewArgs, material: &Material) -> Result<Color, Trouble> {
        if let Some(side) = new::side(args) {
            return Ok(side);
        }
        let usual = match stronger_side(material) {
            Color::White => "W",
            Color::Black => "B",
        };
        self.answer(
            "Who plays by the program, W or B?",
            usual,
            |given| match given {
                "W" | "w" | "white" | "White" => Ok(Color::White),
                "B" | "b" | "black" | "Black" => Ok(Color::Black),
                _ => Err(format!("`{given}` is no side: W or B")),
            },
        )
    }

    fn list(&mut self, question: &str, lines: &[String]) -> Result<(), Trouble> {
        self.say(&format!("\n{question}\n"))?;
        for (number, line) in lines.iter().enumerate() {
            self.say(&format!("  {}  {line}\n", number + 1))?;
        }
        Ok(())
    }

    fn aim(&mut self, aims: &[Aim]) -> Result<Aim, Trouble> {
        let lines: Vec<String> = aims.iter().map(|aim| aim.words().to_owned()).collect();
        self.list("What is to be reached?", &lines)?;
        self.answer("Its number:", "1", |given| {
            numbered(given, aims.len()).and_then(|at| aims.get(at).copied().ok_or_else(String::new))
        })
    }

    fn nevers(&mut self, nevers: &[Never]) -> Result<Vec<String>, Trouble> {
        if nevers.is_empty() {
            return Ok(Vec::new());
        }
        let lines: Vec<String> = nevers
            .iter()
            .map(|never| format!("{}   {}", never.words, never.condition))
            .collect();
        self.list("What must never happen on the way?", &lines)?;
        let all = joined(1..=nevers.len(), " ");
        self.answer("Numbers, or 0 for nothing:", &all, |given| {
            let mut conditions = Vec::new();
            for word in given.split([' ', ',']).filter(|word| !word.is_empty()) {
                if word == "0" {
                    continue;
                }
                let never = nevers.get(numbered(word, nevers.len())?);
                let condition = never
                    .map(|never| never.condition.clone())
                    .unwrap_or_default();
                if !conditions.contains(&condition) {
                    conditions.push(condition);
                }
            }
            Ok(conditions)
        })
    }

    /// Asks for the measure of progress. Each one is tried before: one that a reply can raise may go round in circles.
    fn measure(
        &mut self,
        args: &NewArgs,
        starter: &Starter,
        wishes: &Wishes,
    ) -> Result<Option<Measure>, Trouble> {
        let measures = starter.measures(wishes.aim);
        let tried = |measure: &Measure| {
            let wishes = Wishes {
                measure: Some(measure.clone()),
                ..wishes.clone()
            };
            let starter = starter.clone().with_wishes(wishes);
            raised_by_replies(&starter, "new.adv", args.limits.limits())
        };
        let mut tried: Vec<(Measure, u64, u64)> = measures
            .iter()
            .filter_map(|measure| tried(measure).map(|(raised, of)| (measure.clone(), raised, of)))
            .collect();
        // The one that their replies raise least comes first; among equals the one that says more of the aim.
        tried.sort_by_key(|(_, raised, of)| raised * 1000 / (*of).max(1));
        let lines: Vec<String> = tried
            .iter()
            .map(|(measure, raised, of)| {
                let told = match raised {
                    0 => "no reply raises it".to_owned(),
                    _ => format!("a reply raises it after {raised} of {of} moves"),
                };
                format!("{}   {}   ({told})", measure.words, measure.number)
            })
            .collect();
        self.list(
            "What gets smaller with every move? What their replies cannot raise leads to an end.",
            &lines,
        )?;
        let own =
            "Its number, a number of your own such as `dist(us.K, e4)`, or 0 for nothing yet:";
        self.answer(own, "1", |given| {
            if given == "0" {
                return Ok(None);
            }
            if let Ok(at) = given.parse::<usize>() {
                let at = numbered(&at.to_string(), tried.len())?;
                return Ok(tried.get(at).map(|(measure, ..)| measure.clone()));
            }
            let measure = Measure {
                words: "as its author wishes".to_owned(),
                number: given.to_owned(),
                library: None,
            };
            let wishes = Wishes {
                measure: Some(measure.clone()),
                ..wishes.clone()
            };
            let starter = starter.clone().with_wishes(wishes);
            match raised_by_replies(&starter, "new.adv", args.limits.limits()) {
                Some(_) => Ok(Some(measure)),
                None => Err(format!("`{given}` is no number of the language here")),
            }
        })
    }

    fn name(&mut self, args: &NewArgs, usual: &str) -> Result<String, Trouble> {
        if let Some(given) = &args.name {
            return new::name(given).map(str::to_owned);
        }
        self.say("\n")?;
        self.answer("The name of the program?", usual, |given| {
            let name = new::name(given).map_err(|wrong| wrong.sentence().to_owned())?;
            new::free(name, args).map_err(|wrong| wrong.sentence().to_owned())?;
            Ok(name.to_owned())
        })
    }
}

/// Index in a list for a typed number from 1 to `count`.
fn numbered(word: &str, count: usize) -> Result<usize, String> {
    let number = word.parse::<usize>().ok();
    match number
        .and_then(|number| number.checked_sub(1))
        .filter(|at| *at < count)
    {
        Some(at) => Ok(at),
        None => Err(format!(
            "`{word}` is none of them: a number from 1 to {count}"
        )),
    }
}

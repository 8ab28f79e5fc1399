//! A first program for some men: text that compiles, plays and claims something at once.
//!
//! The text comes from `adv-starter`. This module compiles it and consults it in one position after the other until it answers with a move
//! that decides nothing; that position becomes its example, and its test expects the answer.

use std::fmt;

use adv_chess::{Color, Material, Position, Role};
use adv_module::{FnId, TableId};
use adv_render::text::advice_name;
use adv_starter::Starter;
use adv_vm::{Engine, Limits, Replies};

use crate::load::{Examination, Refusal};

/// Number of positions to consult before an answer that decides the game is accepted for the example.
const ASKED: usize = 200;
/// Number of positions whose moves and replies a measure of progress is tried on.
const MEASURED: usize = 150;

/// Maximum number of men of a side, and of pawns among them.
const MOST: (u32, u8) = (16, 8);

/// A first program for some men: a text that compiles and plays.
#[derive(Clone, Debug)]
pub struct FirstProgram {
    /// Source text of the program.
    pub text: String,
    /// The men in words: `king and queen against king and rook`.
    pub men: String,
}

/// The reason why no first program can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstProgramError {
    /// No legal position of the men was found.
    NoPosition,
    /// The language does not accept the name as that of a table; the compiler's reason.
    Name(String),
}

impl fmt::Display for FirstProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FirstProgramError::NoPosition => f.write_str("no legal position was found"),
            FirstProgramError::Name(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for FirstProgramError {}

/// Error: a name such as `KQvKR` names no men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMaterial {
    /// The fault of the name, in a sentence.
    pub what: String,
    /// Help on the fault: the expected form, or a remedy.
    pub help: &'static str,
}

/// Parses the name of a material such as `KQvKR`: letters of White's men, a `v`, letters of Black's.
///
/// # Errors
/// [`NoMaterial`] where it has another shape, a side has no king or several, more than 16 men or 8 pawns, or there are kings only.
pub fn material_named(name: &str) -> Result<Material, NoMaterial> {
    let wrong = |what: String| NoMaterial {
        what,
        help: "expected letters of K Q R B N P on both sides of a `v`, White's first: `KQvKR`, `KPvK`",
    };
    if name.chars().any(|c| c != 'v' && c.is_ascii_lowercase()) {
        return Err(wrong(format!(
            "`{name}` has small letters, and men are written in capitals"
        )));
    }
    let Some((white, black)) = name.split_once('v') else {
        return Err(wrong(format!("`{name}` names no men of two sides")));
    };
    let mut material = Material::default();
    for (color, letters) in Color::ALL.into_iter().zip([white, black]) {
        for letter in letters.chars() {
            match Role::ALL.into_iter().find(|role| role.letter() == letter) {
                Some(role) if material.count(color, role) < u8::MAX => material.add(color, role),
                _ => return Err(wrong(format!("`{letter}` in `{name}` is no chess man"))),
            }
        }
        let count = |role| material.count(color, role);
        let all: u32 = (Role::ALL.into_iter())
            .map(|role| u32::from(count(role)))
            .sum();
        let kings = count(Role::King);
        if kings != 1 {
            let kings = match kings {
                0 => "no kings".to_owned(),
                several => format!("{several} kings"),
            };
            return Err(wrong(format!(
                "{color} has {kings} in `{name}`, and plays with exactly one"
            )));
        }
        let pawns = count(Role::Pawn);
        if all > MOST.0 || pawns > MOST.1 {
            return Err(wrong(format!(
                "{color} has {all} men in `{name}`, {pawns} of them pawns; at most {} are allowed, {} of them pawns",
                MOST.0, MOST.1
            )));
        }
    }
    if material.men() <= 2 {
        return Err(NoMaterial {
            what: "two bare kings have nothing to play for".to_owned(),
            help: "give one side a man: `KRvK`",
        });
    }
    Ok(material)
}

/// Writes a first program in which `us` plays; without a side, the side that has more. `name` becomes the name of its table, `file`
/// that of the file in messages.
///
/// # Errors
/// [`FirstProgramError`] where no legal position is found, or the name is none for a table.
///
/// ```
/// use adv::chess::Material;
/// use adv::{Limits, Role, first_program};
///
/// let men = Material::new(&[Role::King, Role::Queen], &[Role::King]);
/// let program = first_program("kqk", "kqk.adv", men, None, Limits::default())?;
/// assert!(program.text.contains("table kqk"));
/// # Ok::<(), adv::FirstProgramError>(())
/// ```
pub fn first_program(
    name: &str,
    file: &str,
    material: Material,
    us: Option<Color>,
    limits: Limits,
) -> Result<FirstProgram, FirstProgramError> {
    let us = us.unwrap_or_else(|| Starter::stronger(&material));
    first_program_of(&Starter::new(name, material, us), file, limits)
}

/// Writes the first program of a starter, which may have the wishes of an author.
///
/// # Errors
/// [`FirstProgramError`]; also where a wish is no expression of the language, with the compiler's reason.
pub fn first_program_of(
    starter: &Starter,
    file: &str,
    limits: Limits,
) -> Result<FirstProgram, FirstProgramError> {
    let first = starter.examples().next();
    let first = first.ok_or(FirstProgramError::NoPosition)?;
    let mut engine = engine(file, &starter.text(&first, None), limits)?;
    let mut found: Option<(Position, String)> = None;
    for position in starter.examples().take(ASKED) {
        let Some(advice) = answer(&mut engine, &position) else {
            continue;
        };
        let decides = Starter::decides(&advice);
        if found.is_none() || !decides {
            found = Some((position, advice));
        }
        if !decides {
            break;
        }
    }
    let (example, advice) = match &found {
        Some((example, advice)) => (example, Some(advice.as_str())),
        // No sound example exists for these men; the program is written with a note that says so.
        None => (&first, None),
    };
    Ok(FirstProgram {
        text: starter.text(example, advice),
        men: starter.men(),
    })
}

/// Counts positions in which a reply makes a measure larger, and all positions looked at: those after each of our moves in some hundred
/// positions of the men, as far as they satisfy the starter's conditions. A measure that replies cannot raise goes down to its end. `None`
/// where it is no number of the language.
pub fn raised_by_replies(starter: &Starter, file: &str, limits: Limits) -> Option<(u64, u64)> {
    let first = starter.examples().next()?;
    let mut engine = engine(file, &starter.text(&first, None), limits).ok()?;
    let function = |name: &str| {
        let functions = &engine.module().functions;
        let at = functions.iter().position(|of| of.name == name)?;
        Some(FnId(u32::try_from(at).ok()?))
    };
    let progress = function("progress")?;
    let holding = engine.module().advice.iter().find(|of| of.name == "gain");
    let holding = holding.and_then(|of| of.holding.test);
    let (mut raised, mut looked) = (0, 0);
    for position in starter.examples().take(MEASURED) {
        let us = position.turn();
        for m in position.legal_moves() {
            let after = position.play(m);
            let mut asking = engine.asking(&after, us);
            let stands =
                holding.is_none_or(|test| asking.word(test, 0).is_ok_and(|word| word != 0));
            let Ok(before) = asking.word(progress, 0) else {
                continue;
            };
            if !stands {
                continue;
            }
            looked += 1;
            let rises = after.legal_moves().into_iter().any(|reply| {
                asking.turn_to(&after.play(reply), us);
                let later = asking.word(progress, 0);
                later.is_ok_and(|later| later.cast_signed() > before.cast_signed())
            });
            raised += u64::from(rises);
        }
    }
    Some((raised, looked))
}

/// The side with more material, for which a program usually plays; White where both have the same.
pub fn stronger_side(material: &Material) -> Color {
    Starter::stronger(material)
}

/// The name of the piece-of-advice that the program's table chooses; `None` where none has a move, or a limit is reached.
fn answer(engine: &mut Engine, position: &Position) -> Option<String> {
    let decision = engine
        .decide(TableId(0), position, Replies::TestedFirst)
        .ok()?;
    Some(advice_name(engine.module(), decision.advice?).to_owned())
}

/// Compiles the first program for consultation. The compiler can refuse nothing but its name.
fn engine(file: &str, text: &str, limits: Limits) -> Result<Engine, FirstProgramError> {
    let examined = Examination::of_text(file, text);
    if let Some(told) = examined.diagnostics.first() {
        return Err(FirstProgramError::Name(told.message.clone()));
    }
    let unfit = |refusal: Refusal| {
        let messages = refusal.diagnostics.into_iter().map(|told| told.message);
        FirstProgramError::Name(messages.collect())
    };
    let rulebook = examined.into_rulebook().map_err(unfit)?;
    Ok(rulebook.engine(limits))
}

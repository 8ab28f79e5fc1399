//! Where the games of a series begin.

use std::sync::Arc;

use adv_chess::{ClassIndex, Color, Material, Position};
use adv_module::{FnId, Program, Who};
use adv_vm::{Engine, Oracle, Subject};

use crate::args::{From, SideArg};
use crate::epd::{self, Line};
use crate::exit::{Trouble, say};
use crate::io;
use crate::opponent::random::Random;
use crate::subject;

/// How many games are played where nobody says.
const GAMES: u32 = 100;

/// A descriptor that positions are drawn by.
pub struct Condition {
    /// As a function of the program.
    pub test: FnId,
    /// As it was written.
    pub text: String,
    /// One who knows what positions are worth, where it asks.
    pub oracle: Option<Arc<dyn Oracle>>,
}

/// The positions, and how many lines of the file could not be used; games go through the positions in order, and round again.
///
/// # Errors
/// Where a file cannot be read or has no position, and where the subject has no class of positions to draw from.
pub fn starts(
    from: &From,
    engine: &mut Engine,
    subject: Subject,
    side: SideArg,
    games: Option<u32>,
    condition: Option<&Condition>,
) -> Result<(Vec<Position>, u64), Trouble> {
    match from {
        From::Random(seed) => {
            let games = games.unwrap_or(GAMES);
            Ok((drawn(engine, subject, side, *seed, games, condition)?, 0))
        }
        From::File(name) => file(name),
    }
}

/// The men of the positions that are drawn.
///
/// # Errors
/// Where the subject declares none.
pub fn material(module: &Program, subject: Subject) -> Result<Material, Trouble> {
    let (material, _) = subject::claims(module, subject);
    let declared = material.ok_or_else(|| {
        let (kind, name) = (subject::kind(subject), subject::name(module, subject));
        Trouble::new(format!(
            "the {kind} `{name}` has no material, so there is no class of positions to draw from"
        ))
        .help("declare it at the head of the program, or name a file by `--from`")
    })?;
    Ok(Material {
        counts: declared.counts,
    })
}

/// Legal positions of the subject's material with its side to move, each as likely as any other; White where it is for either side.
/// Positions in which a strategy is not applicable are passed over.
fn drawn(
    engine: &mut Engine,
    subject: Subject,
    side: SideArg,
    seed: u64,
    games: u32,
    condition: Option<&Condition>,
) -> Result<Vec<Position>, Trouble> {
    let module = engine.module();
    let material = material(module, subject)?;
    let (_, plays_for) = subject::claims(module, subject);
    let us = match (side, plays_for) {
        (SideArg::Black, _) | (SideArg::Auto, Some(Who::Black)) => Color::Black,
        _ => Color::White,
    };
    let in_class = match subject {
        Subject::Strategy(id) => module.strategies.get(id.index()).and_then(|s| s.in_class),
        Subject::Table(_) | Subject::Advice(_) => None,
    };
    let class = ClassIndex::new(material, us).map_err(|error| {
        Trouble::new(format!("no positions of {material} can be drawn: {error}"))
    })?;
    // Who plays is lent no values: only the condition may ask for them.
    let mut judge = engine.clone();
    judge.set_oracle(condition.and_then(|condition| condition.oracle.clone()));
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    // Most numbers stand for a legal position; a class without any would be drawn from for ever.
    let mut patience = u64::from(games).saturating_mul(1000).max(1_000_000);
    while positions.len() < games as usize {
        patience = patience.checked_sub(1).ok_or_else(|| {
            let trouble = |also: &str| {
                Trouble::new(format!(
                    "hardly any position of {material} is legal, has a move and is in the in-class{also}"
                ))
            };
            match condition {
                None => trouble(""),
                Some(condition) => trouble(&format!(" where `{}` holds", condition.text)).help(
                    "expected a condition that is true of some of them; `adv board` shows it in a position",
                ),
            }
        })?;
        // A game that is over before the first move is none.
        let Some(position) = class
            .position(random.below(class.len()))
            .filter(Position::has_legal_move)
        else {
            continue;
        };
        let applies = match in_class {
            Some(test) => engine
                .evaluate(test, &[], &position, us)
                .map_err(|stop| Trouble::new(format!("the in-class cannot be asked: {stop}")))?,
            None => 1,
        };
        if applies != 0 && holds(&mut judge, condition, &position)? {
            positions.push(position);
        }
    }
    Ok(positions)
}

/// True where the condition holds, if there is one.
fn holds(
    judge: &mut Engine,
    condition: Option<&Condition>,
    position: &Position,
) -> Result<bool, Trouble> {
    let Some(condition) = condition else {
        return Ok(true);
    };
    let answer = judge.evaluate(condition.test, &[], position, position.turn());
    answer.map(|word| word != 0).map_err(|stop| {
        let text = &condition.text;
        Trouble::new(format!("the condition `{text}` cannot be asked: {stop}"))
    })
}

/// The positions of a file, and how many of its lines cannot be read; those are reported and passed over.
///
/// # Errors
/// Where the file cannot be read or has no position.
pub fn file(name: &str) -> Result<(Vec<Position>, u64), Trouble> {
    let mut input = io::lines(name)?;
    let mut positions = Vec::new();
    let mut buffer = Vec::new();
    let mut bad = 0;
    for number in 1_u64.. {
        let line = epd::next_line(&mut *input, &mut buffer)
            .map_err(|error| io::unreadable(name, &error))?;
        match line {
            Line::End => break,
            Line::Nothing => {}
            Line::Bad(sentence) => {
                bad += 1;
                say(format_args!(
                    "{}:{number}: error: {sentence}",
                    io::shown(name)
                ));
            }
            Line::Entry(entry) => positions.push(entry.position),
        }
    }
    if positions.is_empty() {
        return Err(Trouble::new(format!(
            "`{}` has no position to begin from",
            io::shown(name)
        ))
        .help("expected lines such as `8/8/8/4k3/8/3R4/8/2K5 w - -`"));
    }
    Ok((positions, bad))
}

//! What the words of trajectories and zones answer: [`answer`].
//!
//! A zone is three operands, one after the other: the squares of its men, the squares of its targets, and its horizon in moves. Words that
//! read one zone of one position share a [`KnownZone`], which is the same for all of them.

use adv_chess::Position;
use adv_geometry::{self as geometry, Zone};
use adv_module::PrimId;
use adv_module::primitive::{PER_ATTACK, PER_PAIR};

use crate::men::Men;

/// What a word answers, and what it costs besides its entry in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The value.
    pub word: u64,
    /// Units of fuel: [`adv_module::primitive::PER_PAIR`] for each pair that was looked at, [`adv_module::primitive::PER_ATTACK`] for each
    /// attack there is.
    pub units: u64,
}

/// The operands that name a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneOperands {
    /// The squares of the men that attack.
    pub men: u64,
    /// The squares that they attack.
    pub targets: u64,
    /// The moves that an attack may take, 1 to 16.
    pub horizon: u32,
}

impl ZoneOperands {
    /// Those of a word; `None` for words that take no zone.
    #[inline(always)]
    pub fn of(prim: PrimId, [a, b, c, d]: [u64; 4]) -> Option<ZoneOperands> {
        let (men, targets, moves) = match prim.entry().zone? {
            0 => (a, b, c),
            _ => (b, c, d),
        };
        Some(ZoneOperands {
            men,
            targets,
            horizon: horizon(moves),
        })
    }
}

/// What has been computed of one zone in one position: each part when a word first reads it.
#[derive(Clone, Debug, Default)]
pub struct KnownZone {
    zone: Option<Zone>,
    forecast: Option<geometry::Forecast>,
}

impl KnownZone {
    /// Forgets the zone.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.zone = None;
        self.forecast = None;
    }
}

/// The horizon that a word means: what a program cannot say counts as the nearest number from 1 to 16.
pub fn horizon(word: u64) -> u32 {
    word.cast_signed().clamp(1, 16) as u32
}

/// The value of a word of trajectories or zones on a position, and its cost. Operands that the word does not take are ignored; other
/// primitives have the value 0.
pub fn answer(prim: PrimId, position: &Position, args: [u64; 4]) -> Answer {
    match ZoneOperands::of(prim, args) {
        Some(zone) => answer_of_zone(prim, position, args, zone, &mut KnownZone::default()),
        None => answer_of_men(prim, position, args),
    }
}

/// The value of a word of trajectories, and its cost.
pub fn answer_of_men(prim: PrimId, position: &Position, [men, to, moves, _]: [u64; 4]) -> Answer {
    let system = &Men(position);
    // A number of moves; no trajectory has fewer than one.
    let exactly = u32::try_from(moves.cast_signed()).unwrap_or(0);
    let word = match prim {
        PrimId::MapMen => geometry::map(system, men, to).into(),
        PrimId::BundleMen => geometry::bundle(system, men, to),
        PrimId::FirstMen => geometry::first(system, men, to),
        PrimId::TrajectoriesMen => number(geometry::trajectories(system, men, to)),
        PrimId::BundleExact => geometry::bundle_of(system, men, to, exactly),
        PrimId::FirstExact => geometry::first_of(system, men, to, exactly),
        PrimId::TrajectoriesExact => number(geometry::trajectories_of(system, men, to, exactly)),
        _ => 0,
    };
    Answer {
        word,
        units: pairs(position, men, to),
    }
}

/// The value of a word of zones, and its cost, which does not depend on what is known already.
#[inline]
pub fn answer_of_zone(
    prim: PrimId,
    position: &Position,
    args: [u64; 4],
    operands: ZoneOperands,
    known: &mut KnownZone,
) -> Answer {
    let ZoneOperands {
        men,
        targets,
        horizon,
    } = operands;
    let system = &Men(position);
    let attacks;
    let word;
    if prim == PrimId::Vulnerable {
        let compute = || geometry::forecast(system, men, targets, horizon);
        let forecast = known.forecast.get_or_insert_with(compute);
        attacks = forecast.attacks;
        word = u64::from(!forecast.gets_through);
    } else {
        let compute = || Zone::of(system, men, targets, horizon);
        let zone = known.zone.get_or_insert_with(compute);
        attacks = zone.attacks();
        word = match prim {
            PrimId::Negation => zone.elements(level(args[3])),
            PrimId::ZoneBundle => zone.points(level(args[3])),
            PrimId::ZoneFirst => zone.first(args[0]),
            PrimId::ZoneTime => zone.time(args[3]).into(),
            _ => 0,
        };
    }
    Answer {
        word,
        units: pairs(position, men, targets) + u64::from(attacks) * u64::from(PER_ATTACK),
    }
}

/// What it costs to look at each man with each square.
#[inline(always)]
fn pairs(position: &Position, men: u64, to: u64) -> u64 {
    let men = (men & position.occupied()).count_ones();
    u64::from(men * to.count_ones()) * u64::from(PER_PAIR)
}

/// A level of a zone; numbers that are no level have nothing on them.
#[inline]
fn level(word: u64) -> usize {
    usize::try_from(word.cast_signed()).unwrap_or(usize::MAX)
}

/// The largest number is that of a register.
fn number(count: u64) -> u64 {
    count.min(i64::MAX.cast_unsigned())
}

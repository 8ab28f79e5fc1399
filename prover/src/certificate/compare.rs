//! Compares a certificate with the program and the claim that it is shown with.
//!
//! The checker (`adv-certificate`) knows what is true of chess: one side mates from a set of positions, moving as written. Whether that is
//! what the claim says, and whether the program moves so, is found out here, by asking the program:
//!
//! ```text
//!   claim ──▶ men, side, any-choice, bound                equal to those of the certificate?
//!   claim ──want_roots──▶ its positions                   each an entry at control point 0, and no other
//!   entry ──▶ position, junction of its control point
//!                │ branch
//!                ▼
//!         the program's tree, and the junction after it   move by move the certificate's, up to the entries it leads to
//! ```
//!
//! Every entry is asked again, each by itself: the places of the certificate say which junction a control point is, the positions of the
//! claim begin at the program's own, and a tree must lead on to the junction that the program leads on to. So the games that the
//! certificate covers are the program's games. The threads of the rayon pool share the work; memory is that of the certificate.

use adv_chess::game::FIFTY_MOVES;
use adv_chess::{Color, Position, notation};
use adv_module::program::{Claim, FromSet};
use adv_vm::{Branch, Engine, Failure, Junction, Node, StuckCause, Subject};

use super::fault::CertificateFault;
use super::placement;
use super::reader::{Entries, NumberedEntries, Reading, WholeEntry, board, read};
use super::same::{AskedEntry, Comparer};
use super::writer::{self, Material};
use crate::error::ProveError;
use crate::explore::{Explorer, Play, want_roots};
use crate::goals::Goals;
use crate::pack::pack_tree;
use crate::palette::{Palette, TreeExits};
use crate::roots::Sides;
use crate::share::share;
use crate::task::{Task, engine_of};
use crate::watch::Phase;

/// What a certificate comes to beside the program and the claim that it is shown with.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparedCertificate {
    /// It proves the claim of the program.
    Same {
        /// The positions of the claim.
        positions: u64,
        /// The entries in which the program was asked again.
        asked: u64,
    },
    /// It is of another claim, or of other play.
    Differs(CertificateFault),
    /// The comparison was ended before it was done.
    Interrupted,
}

/// Why a comparison ends early.
enum Halt {
    Fault(CertificateFault),
    Error(Box<ProveError>),
    Interrupted,
}

impl From<CertificateFault> for Halt {
    fn from(fault: CertificateFault) -> Halt {
        Halt::Fault(fault)
    }
}

impl From<ProveError> for Halt {
    fn from(error: ProveError) -> Halt {
        Halt::Error(Box::new(error))
    }
}

/// Entries whose trees are found before they are compared, and entries that a thread takes at once.
const BATCH: usize = 1 << 14;
const PIECE: usize = 1 << 7;

/// Compares a certificate with the program and the claim of a task. The checker must have accepted its bytes before.
///
/// # Errors
/// [`ProveError`] where the claim's positions cannot be found, or the program cannot be asked within its limits.
pub fn compare(task: &Task<'_>, certificate: &[u8]) -> Result<ComparedCertificate, ProveError> {
    match compared(task, certificate) {
        Ok((positions, asked)) => Ok(ComparedCertificate::Same { positions, asked }),
        Err(Halt::Fault(fault)) => Ok(ComparedCertificate::Differs(fault)),
        Err(Halt::Interrupted) => Ok(ComparedCertificate::Interrupted),
        Err(Halt::Error(_)) if task.watch.stopped() => Ok(ComparedCertificate::Interrupted),
        Err(Halt::Error(error)) => Err(*error),
    }
}

fn compared(task: &Task<'_>, certificate: &[u8]) -> Result<(u64, u64), Halt> {
    let reading = read(certificate).ok_or(CertificateFault::Malformed)?;
    let claim = task.claim;
    if reading.fingerprint != task.fingerprint {
        return Err(CertificateFault::Program.into());
    }
    // Without the source a claim is what its records say, which is compared below; its words may be written otherwise.
    let words = claim.text.split_whitespace();
    let are_same = reading.claim.split_whitespace().eq(words);
    if task.engine.module().source.is_some() && !are_same {
        return Err(CertificateFault::Claim(reading.claim).into());
    }
    let goals = Goals::of(claim);
    let subject = Subject::of_claim(claim).ok_or(CertificateFault::Goal)?;
    if !goals.reaches_mate() || claim.goals.len() != 1 || claim.share {
        return Err(CertificateFault::Goal.into());
    }
    let sides = Sides::of(task.engine.module(), subject);
    fields(&reading, claim, &sides)?;
    let engine = engine_of(task.engine, task.watch);
    let play = Play::of(claim, subject, claim.any_choice);
    let module = task.engine.module();
    let junctions = reading.places.iter();
    let junctions: Option<Vec<Junction>> = junctions
        .map(|words| Junction::from_words(words, module))
        .collect();
    let junctions = junctions.ok_or(CertificateFault::Malformed)?;
    let explorer = Explorer::new(
        &engine,
        &goals,
        play,
        task.watch,
        matches!(claim.from.set, FromSet::All),
        (Palette::default(), Vec::new()),
    );
    task.watch.begin(Phase::Positions, 0);
    if !want_roots(&explorer, &claim.from, &sides)? {
        return Err(Halt::Interrupted);
    }
    let positions = starts(&reading, claim, &junctions, explorer)?;
    let asked = entries(task, &reading, &junctions, &engine, play)?;
    Ok((positions, asked))
}

/// The name of a certificate's material.
fn name(men: &Material) -> String {
    let mut material = adv_chess::Material::default();
    for (counts, own) in material.counts.iter_mut().zip(men) {
        for (count, own) in counts.iter_mut().zip([1].iter().chain(own)) {
            *count = *own;
        }
    }
    material.name()
}

/// Compares what can be compared before any position is looked at.
fn fields(reading: &Reading<'_>, claim: &Claim, sides: &Sides) -> Result<(), CertificateFault> {
    let only = match &claim.from.set {
        FromSet::One(fen) => notation::parse_fen(fen).ok(),
        FromSet::All | FromSet::List(_) | FromSet::Random(_) => None,
    };
    let (men, us) = match &only {
        Some(position) => (
            Some(adv_chess::Material::of(position)),
            vec![position.turn()],
        ),
        None => (sides.material, sides.us.clone()),
    };
    // Whole positions are compared one by one.
    if let Entries::Numbered(numbered) = &reading.entries {
        let own = name(&numbered.men);
        if let Some(men) = men.map(|men| men.name()).filter(|men| *men != own) {
            return Err(CertificateFault::Men(own, men));
        }
    }
    if !us.contains(&reading.us) {
        return Err(CertificateFault::Side(reading.us));
    }
    if reading.any_choice != claim.any_choice {
        return Err(CertificateFault::AnyChoice(claim.any_choice));
    }
    let bound = claim.within.map(|bound| u64::from(bound.in_plies()));
    let own = Some(reading.bound).filter(|bound| *bound > 0);
    if own != bound {
        return Err(CertificateFault::Bound(own, bound));
    }
    Ok(())
}

/// The most plies of a rank, which counts moves of ours, the last of which mates.
fn plies(rank: u16) -> u64 {
    (2 * u64::from(rank)).saturating_sub(1)
}

/// Compares the positions of the claim, which the explorer has as its roots, with those of the certificate; returns their number.
fn starts(
    reading: &Reading<'_>,
    claim: &Claim,
    junctions: &[Junction],
    explorer: Explorer<'_>,
) -> Result<u64, CertificateFault> {
    let us = reading.us;
    let set = match &reading.entries {
        Entries::Numbered(numbered) => ClaimedSet::numbered(numbered, us)?,
        Entries::Whole(entries) => ClaimedSet::Whole(entries),
    };
    let (layers, palette) = explorer.into_layers();
    let own = palette.junctions();
    let (mut all, mut plain) = (0, 0);
    for layer in &layers {
        let junction = own.get(usize::from(layer.junction));
        for number in layer.roots() {
            let Some(position) = layer.position(number) else {
                continue;
            };
            if position.turn() != us {
                return Err(CertificateFault::Side(us));
            }
            let begins = |control: u16| {
                let start = junctions.get(usize::from(control));
                junction.is_some_and(|junction| Some(junction.as_ref()) == start)
            };
            let Some((begins, rank)) = set.entry(&position, us, begins) else {
                return Err(CertificateFault::Missing(Box::new(position)));
            };
            if !begins {
                return Err(CertificateFault::Start(Box::new(position)));
            }
            // The checker compares the bound of the positions in which no pawn may be captured en passant.
            if reading.bound > 0 && plies(rank) > reading.bound {
                return Err(CertificateFault::TooLong(Box::new(position), plies(rank)));
            }
            if claim.fifty_moves && plies(rank) > u64::from(FIFTY_MOVES) {
                return Err(CertificateFault::FiftyMoves(plies(rank)));
            }
            all += 1;
            plain += u64::from(position.ep().is_none());
        }
    }
    let (found, claimed) = set.count(all, plain);
    if found != claimed {
        return Err(CertificateFault::Positions(found, claimed));
    }
    Ok(all)
}

/// The positions that a certificate speaks of.
enum ClaimedSet<'r> {
    /// The entries of its men at control point 0.
    Numbered(&'r NumberedEntries, &'r [(u64, u16)]),
    /// Those entries that say so.
    Whole(&'r [WholeEntry]),
}

impl<'r> ClaimedSet<'r> {
    fn numbered(
        numbered: &'r NumberedEntries,
        us: Color,
    ) -> Result<ClaimedSet<'r>, CertificateFault> {
        let own = numbered
            .layers
            .get(&(writer::packed(&numbered.men, us.index()), 0));
        let own = own.ok_or(CertificateFault::Malformed)?;
        Ok(ClaimedSet::Numbered(numbered, &own.entries))
    }

    /// The entry of a position: whether its control point is one where the program `begins`, and its rank.
    fn entry(
        &self,
        position: &Position,
        us: Color,
        begins: impl Fn(u16) -> bool,
    ) -> Option<(bool, u16)> {
        let placed = placement(position);
        match self {
            ClaimedSet::Numbered(numbered, entries) => {
                if writer::material(&placed) != numbered.men || position.castling() != 0 {
                    return None;
                }
                let number = writer::number(&numbered.men, &placed, us.index());
                let at = entries
                    .binary_search_by_key(&number, |entry| entry.0)
                    .ok()?;
                Some((begins(0), entries.get(at)?.1))
            }
            ClaimedSet::Whole(entries) => {
                // The entries of a position follow one another, one for each control point.
                let key = writer::key(&placed, us.index(), 0);
                let first = entries.partition_point(|entry| entry.board() < board(&key));
                let own = entries.get(first..)?.iter();
                let own = own.take_while(|entry| entry.board() == board(&key));
                let mut claimed = own.filter(|entry| entry.claimed);
                let entry = claimed.next()?;
                // A position of the claim begins once.
                let once = claimed.next().is_none();
                Some((once && begins(entry.control()), entry.rank))
            }
        }
    }

    /// How many positions it has, and how many it must have where the claim has so many, and so many without a pawn that may be
    /// captured en passant.
    fn count(&self, all: u64, plain: u64) -> (u64, u64) {
        match self {
            ClaimedSet::Whole(entries) => {
                let claimed = entries.iter().filter(|entry| entry.claimed);
                (claimed.count() as u64, all)
            }
            ClaimedSet::Numbered(numbered, entries) if numbered.marked => {
                (entries.len() as u64, all)
            }
            ClaimedSet::Numbered(numbered, entries) => {
                // Those with a pawn that may be captured are beyond the set of a certificate of all positions.
                let passing =
                    |number: u64| writer::has_passing(&numbered.men) && !number.is_multiple_of(64);
                let plainly = entries.iter().filter(|entry| !passing(entry.0));
                (plainly.count() as u64, plain)
            }
        }
    }
}

/// Asks the program in every entry, and compares its trees; returns how many they are.
fn entries(
    task: &Task<'_>,
    reading: &Reading<'_>,
    junctions: &[Junction],
    engine: &Engine,
    play: Play,
) -> Result<u64, Halt> {
    let known = reading.entries.len();
    task.watch.begin(Phase::Consulting, known as u64);
    let mut comparer = Comparer {
        any_choice: reading.any_choice,
        junctions,
        trees: reading.trees,
    };
    let mut open = reading.entries.positions(reading.us);
    loop {
        let mut batch = Vec::new();
        for (control, position) in open.by_ref().take(BATCH) {
            let at = junctions.get(usize::from(control));
            batch.push((at.ok_or(CertificateFault::Malformed)?, position));
        }
        if batch.is_empty() {
            break;
        }
        let pieces: Vec<_> = batch.chunks(PIECE).collect();
        let asked = share(
            pieces.len(),
            |_| engine.clone(),
            |engine, piece| ask(engine, play, pieces.get(piece).copied().unwrap_or_default()),
        )?;
        if task.watch.stopped() {
            return Err(Halt::Interrupted);
        }
        for asked in asked.iter().flatten() {
            let asked = asked.as_ref().ok_or(CertificateFault::Malformed)?;
            comparer.entry(asked)?;
        }
        task.watch.add_done(batch.len() as u64);
    }
    if !comparer.trees.is_empty() {
        return Err(CertificateFault::Malformed.into());
    }
    Ok(known as u64)
}

/// What the program does in some entries, each a junction and a position; `None` for one without a position.
fn ask(
    engine: &mut Engine,
    play: Play,
    entries: &[(&Junction, Option<Position>)],
) -> Result<Vec<Option<AskedEntry>>, ProveError> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut branches = engine.branches(play.subject, play.mode, play.wanted);
    let mut answer = |&(at, position): &(&Junction, Option<Position>)| {
        let Some(position) = position else {
            return Ok(None);
        };
        let tree = match branches.branch(at, &position, &mut nodes) {
            Branch::Tree { next, again, .. } => {
                let mut words = Vec::new();
                pack_tree(&nodes, &mut words);
                let again = again.map(|again| *again);
                Some((words, TreeExits { next, again }))
            }
            Branch::Stuck {
                cause: StuckCause::Failure(failure @ Failure::Stopped { .. }),
                ..
            } => return Err(ProveError::Stopped { position, failure }),
            Branch::Ends { .. } | Branch::Stuck { .. } => None,
        };
        Ok(Some(AskedEntry { position, tree }))
    };
    entries.iter().map(&mut answer).collect()
}

#[cfg(test)]
mod tests {
    use super::super::reader::position as position_of;
    use super::*;

    #[test]
    fn a_material_has_the_name_that_the_class_has() {
        assert_eq!(name(&[[0, 1, 0, 0, 0], [0; 5]]), "KRvK");
        assert_eq!(name(&[[0, 0, 0, 0, 1], [1, 0, 0, 0, 0]]), "KPvKQ");
    }

    #[test]
    fn a_number_is_the_position_that_it_was_made_of() {
        let fens = [
            "1k6/8/1K6/8/8/8/8/7R w - - 0 1",
            "8/8/8/1k6/8/1q4q1/8/K7 b - - 0 1",
            "k7/8/K7/1Pp5/8/8/7R/8 w - c6 0 1",
        ];
        for fen in fens {
            let position = notation::parse_fen(fen).expect("a FEN");
            let placed = placement(&position);
            let (men, us) = (writer::material(&placed), position.turn());
            let number = writer::number(&men, &placed, us.index());
            let again = position_of(&men, us, number).map(Position::without_clocks);
            assert_eq!(again, Some(position.without_clocks()), "{fen}");
        }
    }
}

//! What is counted of the settled states in one pass: the threads count pieces, which are then put together in their order.

use adv_chess::{Color, Position};
use adv_vm::Oracle;

use crate::error::ProveError;
use crate::goals::{Over, crosses_fifty_moves};
use crate::longest::Settlement;
use crate::map::Map;
use crate::perfect::{Asked, ComparedPart, Comparison, is_known};
use crate::record::Record;
use crate::report::{EXAMPLES, SquareStat, moves};
use crate::share::share;
use crate::states::State;
use crate::values::{BROKEN, UNKNOWN};

/// What was counted.
#[derive(Default)]
pub(crate) struct Counted {
    pub(crate) roots: u64,
    pub(crate) reached: u64,
    pub(crate) held: u64,
    pub(crate) late: u64,
    pub(crate) states: u64,
    pub(crate) plies: u64,
    pub(crate) moves: u64,
    pub(crate) histogram: Vec<u64>,
    pub(crate) worst: u32,
    pub(crate) hardest: u64,
    pub(crate) first_hardest: Vec<State>,
    pub(crate) fifty: u64,
    pub(crate) first_fifty: Option<State>,
    pub(crate) longest_quiet: u32,
    pub(crate) ours: Squares,
    pub(crate) theirs: Squares,
    /// By outcome: roots and states.
    pub(crate) outcomes: Vec<(u64, u64)>,
    /// The comparison with perfect play, as far as it is made and everything for it is known.
    compared: Option<ComparedPart>,
}

/// By square of a king.
pub(crate) struct Squares(pub(crate) Box<[SquareStat; 64]>);

impl Default for Squares {
    fn default() -> Squares {
        Squares(Box::new([SquareStat::default(); 64]))
    }
}

/// Counts the settled states of the layers in work, and holds the roots against perfect play where there is an oracle that knows it.
pub(crate) fn count(
    map: &Map,
    settlement: &Settlement,
    oracle: Option<&dyn Oracle>,
) -> Result<Counted, ProveError> {
    let oracle = oracle.filter(|oracle| is_known(map, *oracle));
    let pieces = map.pieces();
    let parts = share(
        pieces.len(),
        |_| (),
        |(), at| {
            let mut counted = Counted::of(map);
            let Some(piece) = pieces.get(at) else {
                return Ok(counted);
            };
            let asked = oracle.map(|oracle| Asked::of(map, piece, oracle));
            counted.compared = asked.as_ref().map(|_| ComparedPart::of(map));
            for (state, record) in map.records_of(piece.clone()) {
                let value = settlement.values.get(state);
                if value == UNKNOWN {
                    continue;
                }
                counted.states += 1;
                if let Some(of) = counted.outcomes.get_mut(record.outcome()) {
                    of.1 += 1;
                    of.0 += u64::from(record.is_root());
                }
                if record.is_root() {
                    counted.root(map, settlement, state, value);
                    // Where nothing is compared, the squares of the kings are all that is wanted of a position.
                    if let Some(asked) = &asked
                        && let Some(position) = map.position(state)
                    {
                        counted.compare(map, asked, (state, record), &position, value);
                    }
                }
            }
            Ok(counted)
        },
    )?;
    let mut counted = Counted::of(map);
    counted.compared = oracle.map(|_| ComparedPart::of(map));
    parts.iter().for_each(|part| counted.add(part, map));
    Ok(counted)
}

impl Counted {
    fn of(map: &Map) -> Counted {
        Counted {
            outcomes: vec![(0, 0); map.outcomes.len()],
            ..Counted::default()
        }
    }

    /// The comparison with perfect play; `None` where something for it is not known.
    pub(crate) fn comparison(&self, map: &Map) -> Option<Comparison> {
        self.compared.as_ref().map(|part| part.by_choice(map))
    }

    /// Holds a root against perfect play, unless something is not known already.
    #[inline]
    fn compare(
        &mut self,
        map: &Map,
        asked: &Asked<'_>,
        state: (State, Record),
        position: &Position,
        value: u16,
    ) {
        if let Some(part) = &mut self.compared
            && part.root(map, asked, state, position, value).is_none()
        {
            self.compared = None;
        }
    }

    #[inline]
    fn root(&mut self, map: &Map, settlement: &Settlement, state: State, value: u16) {
        self.roots += 1;
        let reached = (value != BROKEN).then_some(u32::from(value));
        let quiet = reached.map_or(0, |plies| settlement.quiet_plies(state, plies));
        let over = reached.and_then(|plies| map.goals.over(plies, quiet));
        let held = reached.filter(|_| over.is_none());
        if let Some(layer) = map.layer(state) {
            let [white, black] = layer.kings(state.number());
            let (ours, theirs) = match layer.class.turn() {
                Color::White => (white, black),
                Color::Black => (black, white),
            };
            for (square, stats) in [(ours, &mut self.ours), (theirs, &mut self.theirs)] {
                if let Some(stat) = square.and_then(|square| stats.0.get_mut(usize::from(square))) {
                    stat.count(held);
                }
            }
        }
        let Some(plies) = reached else {
            return;
        };
        self.reached += 1;
        self.held += u64::from(over.is_none());
        self.late += u64::from(over == Some(Over::Bound));
        self.plies += u64::from(plies);
        self.moves += u64::from(moves(plies));
        let at = moves(plies) as usize;
        if self.histogram.len() <= at {
            self.histogram.resize(at + 1, 0);
        }
        if let Some(roots) = self.histogram.get_mut(at) {
            *roots += 1;
        }
        if plies > self.worst {
            self.worst = plies;
            self.hardest = 0;
            self.first_hardest.clear();
        }
        if plies == self.worst {
            self.hardest += 1;
            if self.first_hardest.len() < EXAMPLES {
                self.first_hardest.push(state);
            }
        }
        self.longest_quiet = self.longest_quiet.max(quiet);
        if crosses_fifty_moves(quiet) {
            self.fifty += 1;
            self.first_fifty.get_or_insert(state);
        }
    }

    /// Adds the counts of another part or slice, which was counted after it.
    pub(crate) fn add(&mut self, other: &Counted, map: &Map) {
        self.roots += other.roots;
        self.reached += other.reached;
        self.held += other.held;
        self.late += other.late;
        self.states += other.states;
        self.plies += other.plies;
        self.moves += other.moves;
        let length = self.histogram.len().max(other.histogram.len());
        self.histogram.resize(length, 0);
        for (roots, more) in self.histogram.iter_mut().zip(&other.histogram) {
            *roots += more;
        }
        if other.worst > self.worst {
            self.worst = other.worst;
            self.hardest = 0;
            self.first_hardest.clear();
        }
        if other.worst == self.worst {
            self.hardest += other.hardest;
            self.first_hardest.extend(&other.first_hardest);
            map.sort(&mut self.first_hardest);
            self.first_hardest.truncate(EXAMPLES);
        }
        match (&mut self.compared, &other.compared) {
            (Some(own), Some(other)) => own.add(other, map),
            // Something is not known.
            _ => self.compared = None,
        }
        self.fifty += other.fifty;
        self.first_fifty = map.first(self.first_fifty, other.first_fifty);
        self.longest_quiet = self.longest_quiet.max(other.longest_quiet);
        self.ours.add(&other.ours);
        self.theirs.add(&other.theirs);
        for (of, more) in self.outcomes.iter_mut().zip(&other.outcomes) {
            of.0 += more.0;
            of.1 += more.1;
        }
    }
}

impl Squares {
    fn add(&mut self, other: &Squares) {
        for (stat, more) in self.0.iter_mut().zip(other.0.iter()) {
            stat.roots += more.roots;
            stat.held += more.held;
            stat.worst = stat.worst.max(more.worst);
            stat.plies += more.plies;
        }
    }
}

impl SquareStat {
    fn count(&mut self, held: Option<u32>) {
        self.roots += 1;
        if let Some(plies) = held {
            self.held += 1;
            self.worst = self.worst.max(plies);
            self.plies += u64::from(plies);
        }
    }
}

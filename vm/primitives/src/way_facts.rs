//! The trajectories of men as lists, for output: what `BUNDLE` speaks of, one by one.

use adv_chess::{Color, Position, Role};
use adv_geometry::{bundle, bundle_of, each, layers, listed, listed_of, point};

use crate::men::Men;
use crate::zone_facts::{MOST_LISTED, ZoneFacts};

/// The trajectories that a board of squares stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaysFacts {
    /// By man, then by end, both in the order a1, b1, ….
    pub bundles: Vec<WayFacts>,
    /// The squares of all trajectories, both ends included.
    pub squares: u64,
}

/// The trajectories of one man to one square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayFacts {
    /// The square of the man.
    pub man: u8,
    /// Its side.
    pub color: Color,
    /// Its role.
    pub role: Role,
    /// The square where they end.
    pub end: u8,
    /// Their length in moves.
    pub moves: u32,
    /// How many there are.
    pub number: u64,
    /// The trajectories, each as its stops, as far as they are listed: [`MOST_LISTED`] of all bundles together.
    pub trajectories: Vec<Vec<u8>>,
}

impl WaysFacts {
    /// The trajectories of `BUNDLE(men, to)`; with a number of moves those of `BUNDLE(men, to, n)`.
    pub fn of(position: &Position, men: u64, to: u64, moves: Option<u32>) -> WaysFacts {
        let system = Men(position);
        let mut left = MOST_LISTED;
        let mut bundles = Vec::new();
        for man in each(men & position.occupied()) {
            let Some((color, role)) = position.piece_at(man) else {
                continue;
            };
            for end in each(to & !point(man)) {
                let shortest = layers(&system, man, end);
                let (length, number, trajectories) = match (moves, &shortest) {
                    (None, None) => continue,
                    (None, Some(of)) => (
                        of.length() as u32,
                        adv_geometry::trajectories(&system, point(man), point(end)),
                        listed(&system, man, of, left),
                    ),
                    (Some(moves), _) => (
                        moves,
                        adv_geometry::trajectories_of(&system, point(man), point(end), moves),
                        listed_of(&system, man, end, moves, left),
                    ),
                };
                if number == 0 {
                    continue;
                }
                left = left.saturating_sub(trajectories.len());
                bundles.push(WayFacts {
                    man,
                    color,
                    role,
                    end,
                    moves: length,
                    number,
                    trajectories,
                });
            }
        }
        WaysFacts {
            bundles,
            squares: match moves {
                None => bundle(&system, men, to),
                Some(moves) => bundle_of(&system, men, to, moves),
            },
        }
    }

    /// The trajectories of `BUNDLE(z, n)`: those of a level of a zone.
    pub fn of_level(facts: &ZoneFacts, level: usize) -> WaysFacts {
        let mut bundles: Vec<WayFacts> = Vec::new();
        let all = facts.attacks.iter().flat_map(|attack| &attack.bundles);
        for of in all.filter(|bundle| bundle.level == level) {
            let way = WayFacts {
                man: of.man,
                color: of.color,
                role: of.role,
                end: of.end,
                moves: of.moves,
                number: of.trajectories.len() as u64,
                trajectories: of.trajectories.clone(),
            };
            // One man may go for the same square in several attacks.
            if !bundles.contains(&way) {
                bundles.push(way);
            }
        }
        bundles.sort_by_key(|way| (way.man, way.end, way.moves));
        let squares = bundles.iter().flat_map(|way| &way.trajectories).flatten();
        let squares = squares.fold(0, |set, stop| set | point(*stop));
        WaysFacts { bundles, squares }
    }
}

//! Games that a strategy plays to reach the places where it chooses: our moves are its trees', replies are drawn.

use adv::chess::Position;
use adv::{Engine, Failure, Junction, Node, Random, Subject};

use super::sample::Asked;

/// Most trees of a game, because a game may go round for ever.
const TREES: u32 = 200;

/// State of a sampled game. A table or a piece-of-advice is consulted in its first position only.
pub struct Game {
    at: Option<Asked>,
    random: Random,
    left: u32,
}

impl Game {
    /// Begins game `number` of a seed in a position; its random replies depend on both numbers.
    ///
    /// # Errors
    /// Where the subject does not serve the position.
    pub fn begin(
        engine: &mut Engine,
        id: Subject,
        position: Position,
        seed: u64,
        number: u64,
    ) -> Result<Game, Failure> {
        let junction = match id {
            Subject::Table(_) => None,
            Subject::Strategy(_) | Subject::Advice(_) => Some(engine.junction(id, &position)?),
        };
        Ok(Game {
            at: Some(Asked { position, junction }),
            random: Random::of_game(seed, number),
            left: match id {
                Subject::Strategy(_) => TREES,
                Subject::Table(_) | Subject::Advice(_) => 1,
            },
        })
    }

    /// Next consultation of the game; `None` once the game is over.
    pub fn take(&mut self) -> Option<Asked> {
        self.left = self.left.checked_sub(1)?;
        self.at.take()
    }

    /// Follows a tree to a leaf, or to a reply that is not in it; the next consultation is there, at the place `next` of the strategy.
    pub fn follow(&mut self, from: &Position, tree: &[Node], next: Option<Junction>) {
        if self.left == 0 {
            return;
        }
        self.at = next.and_then(|junction| {
            let position = self.walk(from, tree)?;
            Some(Asked {
                position,
                junction: Some(junction),
            })
        });
    }

    /// Position with us to move after a tree, replies drawn at random; `None` if the game is over.
    fn walk(&mut self, from: &Position, tree: &[Node]) -> Option<Position> {
        let mut position = *from;
        let mut ours = 0;
        loop {
            let node = tree.get(ours)?;
            let behind_ours = position.play(node.mv);
            let reply = self.random.choose(&behind_ours.legal_moves())?;
            position = behind_ours.play(reply);
            if !position.has_legal_move() {
                return None;
            }
            // The replies in the tree follow our move, one after the other.
            let mut theirs = ours + 1;
            let end = node.end as usize;
            while theirs < end && tree.get(theirs).is_some_and(|node| node.mv != reply) {
                theirs = tree.get(theirs).map_or(end, |node| node.end as usize);
            }
            let held = tree.get(theirs).filter(|_| theirs < end);
            match held {
                Some(node) if node.end as usize > theirs + 1 => ours = theirs + 1,
                _ => return Some(position),
            }
        }
    }
}

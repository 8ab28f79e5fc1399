//! The trees of a certificate beside those of the program: the same moves, and the same places that they lead to.

use adv_chess::{Move, Position};
use adv_vm::Junction;

use super::fault::CertificateFault;
use super::plain;
use super::reader::TreeStream;
use super::writer::order;
use crate::pack::{level, pack_move};
use crate::palette::TreeExits;

/// What the program does in an entry.
pub(super) struct AskedEntry {
    pub(super) position: Position,
    /// Its tree and the junctions after it; `None` where it makes no move.
    pub(super) tree: Option<(Vec<u16>, TreeExits<Junction>)>,
}

/// Compares trees, in the order in which the certificate has them.
pub(super) struct Comparer<'r> {
    pub(super) any_choice: bool,
    pub(super) junctions: &'r [Junction],
    pub(super) trees: TreeStream<'r>,
}

/// Legal moves in the order in which a certificate counts them.
fn sorted(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|m| order(plain(*m)));
    moves
}

impl Comparer<'_> {
    /// Compares the tree of the next entry.
    pub(super) fn entry(&mut self, asked: &AskedEntry) -> Result<(), CertificateFault> {
        match &asked.tree {
            Some((words, exits)) => {
                let exits = TreeExits {
                    next: &exits.next,
                    again: exits.again.as_ref(),
                };
                self.node(&asked.position, words, exits)
            }
            // The certificate has a move wherever it has an entry.
            None => {
                let mut trees = self.trees;
                if self.any_choice {
                    trees.a_move();
                }
                let place = usize::from(trees.a_move().ok_or(CertificateFault::Malformed)?);
                let own = sorted(&asked.position).get(place).copied();
                let own = own.ok_or(CertificateFault::Malformed)?;
                Err(CertificateFault::Move(Box::new(asked.position), own, None))
            }
        }
    }

    /// A position with us to move, and the program's tree from there.
    fn node(
        &mut self,
        position: &Position,
        words: &[u16],
        exits: TreeExits<&Junction>,
    ) -> Result<(), CertificateFault> {
        let malformed = CertificateFault::Malformed;
        let choices = if self.any_choice {
            usize::from(self.trees.a_move().ok_or(malformed)?)
        } else {
            1
        };
        let legal = sorted(position);
        let follow = if self.any_choice { usize::MAX } else { 1 };
        // Each choice of the program, until the certificate has had it.
        let mut program: Vec<_> = level(words).take(follow).map(Some).collect();
        if program.len() > choices {
            return Err(CertificateFault::FewerMoves(Box::new(*position)));
        }
        for _ in 0..choices {
            let place = self.trees.a_move().ok_or(CertificateFault::Malformed)?;
            let ours = legal.get(usize::from(place)).copied();
            let ours = ours.ok_or(CertificateFault::Malformed)?;
            let word = pack_move(ours);
            let mut left = program.iter_mut();
            let found = left.find_map(|choice| choice.take_if(|choice| choice.0 == word));
            let Some((_, below)) = found else {
                let other = level(words).next().map(|(word, _)| word);
                let other = other.and_then(|word| legal.iter().find(|m| pack_move(**m) == word));
                let other = other.copied().filter(|_| !self.any_choice);
                return Err(CertificateFault::Move(Box::new(*position), ours, other));
            };
            self.replies(position, ours, below, exits)?;
        }
        Ok(())
    }

    /// The replies to a move of ours.
    fn replies(
        &mut self,
        position: &Position,
        ours: Move,
        below: &[u16],
        exits: TreeExits<&Junction>,
    ) -> Result<(), CertificateFault> {
        let child = position.play(ours);
        let replies = sorted(&child);
        if replies.is_empty() {
            return Ok(());
        }
        let malformed = || CertificateFault::Malformed;
        let all = self.trees.reply().ok_or_else(malformed)?;
        for reply in replies {
            let symbol = match all {
                0 => self.trees.reply().ok_or_else(malformed)?,
                all => all,
            };
            let packed = pack_move(reply);
            let found = level(below).find(|(word, _)| *word == packed);
            let inner = found.filter(|(_, inner)| !inner.is_empty());
            let next = exits.after(found.is_some());
            match (symbol.checked_sub(2), inner) {
                (None, Some((_, inner))) => self.node(&child.play(reply), inner, exits)?,
                (Some(control), None) if self.junctions.get(usize::from(control)) == Some(next) => {
                }
                _ => return Err(CertificateFault::GoesOn(Box::new(*position), ours)),
            }
        }
        Ok(())
    }
}

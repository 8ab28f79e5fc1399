//! Plays the tree of every entry against every reply.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread::{available_parallelism, scope};

use shakmaty::{Chess, MoveList, Position};

use crate::class::{Men, men_behind};
use crate::read::{Certificate, Layer, Page, Reader, Set};
use crate::refusal::{Reason, Refusal};

/// The most moves of ours from the root of a tree to a leaf.
const DEPTH: u32 = 64;

/// The numbers of entries, and of moves and replies that were played.
pub(crate) type Tally = [u64; 3];

/// Checks every tree, in as many threads as there are processors; of several refusals the one of the
/// first page is given.
pub(crate) fn walk(certificate: &Certificate<'_>) -> Result<Tally, Refusal> {
    let pages = || {
        certificate
            .layers
            .iter()
            .flat_map(|l| l.pages.iter().map(move |page| (l, page)))
    };
    let threads = available_parallelism()
        .map_or(1, NonZero::get)
        .min(pages().count())
        .max(1);
    let work = |first| {
        let mut tally = [0; 3];
        for (at, (layer, page)) in pages().enumerate().skip(first).step_by(threads) {
            Walk::page(certificate, layer, page, &mut tally).map_err(|refusal| (at, refusal))?;
        }
        Ok(tally)
    };
    let results = scope(|scope| {
        let threads: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || work(first)))
            .collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|p| resume_unwind(p)));
        joined.collect::<Vec<Result<Tally, (usize, Refusal)>>>()
    });
    match results
        .iter()
        .filter_map(|result| result.as_ref().err())
        .min_by_key(|error| error.0)
    {
        Some((_, refusal)) => Err(refusal.clone()),
        None => Ok([0, 1, 2].map(|i| results.iter().flatten().map(|tally| tally[i]).sum())),
    }
}

struct Walk<'a> {
    certificate: &'a Certificate<'a>,
    moves: Reader<'a>,
    replies: Reader<'a>,
    tally: &'a mut Tally,
    /// The rank of the entry whose tree is played.
    rank: u32,
    /// The layer that was asked last: mostly it is the next one, too.
    layer: &'a Layer<'a>,
}

impl<'a> Walk<'a> {
    fn page(
        certificate: &'a Certificate<'a>,
        layer: &'a Layer<'a>,
        page: &'a Page<'a>,
        tally: &'a mut Tally,
    ) -> Result<(), Refusal> {
        let (moves, replies) = (Reader(page.moves), Reader(page.replies));
        let mut walk = Walk {
            certificate,
            moves,
            replies,
            tally,
            rank: 0,
            layer,
        };
        let all = matches!(certificate.set, Set::All(men) if layer.name() == (men, 0));
        for (key, rank) in page.keys() {
            if rank > 0 {
                let position = layer.class.at(key).ok_or(Reason::NoPosition)?;
                walk.rank = rank.into();
                walk.tally[0] += 1;
                walk.node(&position, layer.class.men, 0)
                    .map_err(|refusal| refusal.at(&position))?;
            } else if all
                && key < layer.class.len
                && let Some(missing) = layer.class.at(key)
            {
                return Err(Refusal::from(Reason::Missing).at(&missing));
            }
        }
        let used = walk.moves.0.is_empty() && walk.replies.0.is_empty();
        used.then_some(())
            .ok_or(Reason::Malformed("a page is longer than its trees").into())
    }

    /// We are to move and have played this many moves in this tree.
    fn node(&mut self, position: &Chess, men: Men, played: u32) -> Result<(), Refusal> {
        if played == DEPTH {
            return Err(Reason::TooMany("moves in a tree").into());
        }
        let (legal, mut keys) = (position.legal_moves(), [0; 256]);
        let order = in_order(&legal, &mut keys);
        let choices = if self.certificate.verdict.any_choice {
            self.moves.varint()?
        } else {
            1
        };
        if choices == 0 {
            return Err(Reason::Malformed("a node without a move").into());
        }
        for _ in 0..choices {
            let head = self.moves.varint()?;
            let key = usize::try_from(head >> 1)
                .ok()
                .and_then(|place| order.get(place));
            let mv = key.and_then(|key| legal.get(*key as usize & 255));
            let mv = *mv.ok_or(Reason::NoSuchMove(head >> 1, legal.len()))?;
            let mut behind = position.clone();
            behind.play_unchecked(mv);
            let checked = self.behind(&behind, men_behind(men, mv, true), played + 1, head & 1 > 0);
            checked.map_err(|refusal| refusal.behind(mv))?;
        }
        Ok(())
    }

    /// They are to move; `each` of the replies has a symbol of its own, or all have one.
    fn behind(
        &mut self,
        position: &Chess,
        men: Men,
        played: u32,
        each: bool,
    ) -> Result<(), Refusal> {
        self.tally[1] += 1;
        if self.rank < played {
            return Err(Reason::RankDoesNotFall(self.rank, played).into());
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return if position.is_check() {
                Ok(())
            } else {
                Err(Reason::Stalemate.into())
            };
        }
        let mut keys = [0; 256];
        let mut symbol = self.replies.varint()?;
        for (number, key) in in_order(&replies, &mut keys).iter().enumerate() {
            let Some(&reply) = replies.get(*key as usize & 255) else {
                continue;
            };
            if each && number > 0 {
                symbol = self.replies.varint()?;
            }
            self.tally[2] += 1;
            let mut behind = position.clone();
            behind.play_unchecked(reply);
            let men = men_behind(men, reply, false);
            let checked = match symbol.checked_sub(1) {
                None => self.node(&behind, men, played),
                Some(control) => self
                    .arrive(&behind, men, played, control)
                    .map_err(Refusal::from),
            };
            checked.map_err(|refusal| refusal.behind(reply))?;
        }
        Ok(())
    }

    /// A leaf: an entry must stand here whose rank is lower by the moves that were played.
    fn arrive(
        &mut self,
        position: &Chess,
        men: Men,
        played: u32,
        control: u64,
    ) -> Result<(), Reason> {
        if self.layer.name() != (men, control) {
            self.layer = self
                .certificate
                .layer(men, control)
                .ok_or(Reason::NotCovered(control))?;
        }
        let next = self
            .layer
            .rank(position)
            .ok_or(Reason::NotCovered(control))?;
        let least = u32::from(next) + played;
        if self.rank < least {
            Err(Reason::RankDoesNotFall(self.rank, least))
        } else {
            Ok(())
        }
    }
}

/// The order of moves by from, to and the man that a pawn becomes; the lowest byte of each key is the
/// move's place in the list.
fn in_order<'k>(moves: &MoveList, keys: &'k mut [u32; 256]) -> &'k [u32] {
    for ((key, mv), place) in keys.iter_mut().zip(moves).zip(0..) {
        let squares = mv.from().map_or(0, u32::from) << 6 | u32::from(mv.to());
        *key = squares << 11 | mv.promotion().map_or(0, u32::from) << 8 | place;
    }
    let (keys, _) = keys.split_at_mut(moves.len());
    keys.sort_unstable();
    keys
}

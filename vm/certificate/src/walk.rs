//! Plays the tree of every entry against every reply.

use std::thread::{available_parallelism, scope};

use shakmaty::{Chess, Move, MoveList, Position};

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
    let of = |layer| Layer::pages(layer).map(move |page| (layer, page));
    let pages: Vec<(&Layer<'_>, &Page<'_>)> = certificate.layers.iter().flat_map(of).collect();
    let threads = available_parallelism().map_or(1, |threads| threads.get());
    let work = |first| {
        let mut tally = [0; 3];
        for (at, (layer, page)) in pages.iter().enumerate().skip(first).step_by(threads) {
            let walked = Walk::page(certificate, layer, page, &mut tally);
            walked.map_err(|refusal| (at, refusal))?;
        }
        Ok::<Tally, (usize, Refusal)>(tally)
    };
    let mut results = scope(|scope| {
        let begin = |first| scope.spawn(move || work(first));
        let begun: Vec<_> = (0..threads).map(begin).collect();
        let end = begun.into_iter().map(|thread| thread.join());
        end.collect::<Result<Vec<_>, _>>()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    results.sort_by_key(|result| result.as_ref().map_or_else(|e| e.0, |_| usize::MAX));
    let mut sum = [0; 3];
    for result in results {
        let tally = result.map_err(|(_, refusal)| refusal)?;
        sum.iter_mut().zip(tally).for_each(|(sum, n)| *sum += n);
    }
    Ok(sum)
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
        page: &Page<'a>,
        tally: &'a mut Tally,
    ) -> Result<(), Refusal> {
        let mut walk = Walk {
            certificate,
            moves: page.moves,
            replies: page.replies,
            tally,
            rank: 0,
            layer,
        };
        let all = matches!(certificate.set, Set::All(men) if layer.name() == (men, 0));
        let asked = if all { layer.class.len } else { 0 };
        for (key, rank) in page.keys() {
            if rank > 0 {
                let position = layer.class.at(key).ok_or(Reason::NoPosition)?;
                walk.rank = rank.into();
                walk.tally[0] += 1;
                let walked = walk.node(&position, layer.class.men, 0);
                walked.map_err(|refusal| refusal.at(&position))?;
            } else if key < asked
                && let Some(missing) = layer.class.at(key)
            {
                return Err(Refusal::from(Reason::Missing).at(&missing));
            }
        }
        if !walk.moves.is_empty() || !walk.replies.is_empty() {
            return Err(Reason::Malformed("a page is longer than its trees").into());
        }
        Ok(())
    }

    /// We are to move and have played this many moves in this tree.
    fn node(&mut self, position: &Chess, men: Men, played: u32) -> Result<(), Refusal> {
        if played == DEPTH {
            return Err(Reason::TooMany("moves in a tree").into());
        }
        let several = self.certificate.verdict.any_choice;
        let choices = if several { self.moves.varint()? } else { 1 };
        if choices == 0 {
            return Err(Reason::Malformed("a node without a move").into());
        }
        let (legal, mut keys) = (position.legal_moves(), [0; 256]);
        let legal = in_order(&legal, &mut keys);
        for _ in 0..choices {
            let head = self.moves.varint()?;
            let mv = legal
                .clone()
                .nth(usize::try_from(head >> 1).unwrap_or(usize::MAX));
            let mv = mv.ok_or(Reason::NoSuchMove(head >> 1, legal.len()))?;
            let mut there = position.clone();
            there.play_unchecked(mv);
            let men = men_behind(men, mv, true);
            let checked = self.behind(&there, men, played + 1, head & 1 > 0);
            checked.map_err(|refusal| refusal.behind(mv))?;
        }
        Ok(())
    }

    /// They are to move; each of the replies has a symbol of its own, or all have one.
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
        let (replies, mut keys) = (position.legal_moves(), [0; 256]);
        if replies.is_empty() && position.is_check() {
            return Ok(());
        } else if replies.is_empty() {
            return Err(Reason::Stalemate.into());
        }
        let mut symbol = self.replies.varint()?;
        for (number, reply) in in_order(&replies, &mut keys).enumerate() {
            if each && number > 0 {
                symbol = self.replies.varint()?;
            }
            self.tally[2] += 1;
            let mut there = position.clone();
            there.play_unchecked(reply);
            let men = men_behind(men, reply, false);
            let checked = match symbol.checked_sub(1) {
                None => self.node(&there, men, played),
                Some(control) => self.arrive(&there, men, played, control),
            };
            checked.map_err(|refusal| refusal.behind(reply))?;
        }
        Ok(())
    }

    /// A leaf: an entry must stand here whose rank is lower by the moves that were played.
    fn arrive(
        &mut self,
        there: &Chess,
        men: Men,
        played: u32,
        control: u64,
    ) -> Result<(), Refusal> {
        if self.layer.name() != (men, control) {
            let layer = self.certificate.layer(men, control);
            self.layer = layer.ok_or(Reason::NotCovered(control))?;
        }
        let next = self.layer.rank(there).ok_or(Reason::NotCovered(control))?;
        let least = u32::from(next) + played;
        if self.rank < least {
            return Err(Reason::RankDoesNotFall(self.rank, least).into());
        }
        Ok(())
    }
}

/// Moves by from, to and the man that a pawn becomes. The lowest byte of a key is the move's place.
fn in_order<'m>(
    moves: &'m MoveList,
    keys: &'m mut [u32; 256],
) -> impl ExactSizeIterator<Item = Move> + Clone {
    for ((key, mv), place) in keys.iter_mut().zip(moves).zip(0..) {
        let squares = mv.from().map_or(0, u32::from) << 6 | u32::from(mv.to());
        *key = squares << 11 | mv.promotion().map_or(0, u32::from) << 8 | place;
    }
    let keys = keys.split_at_mut(moves.len()).0;
    keys.sort_unstable();
    // No place is beyond the list that it was counted in.
    keys.iter().map(|key| moves[(key & 255) as usize])
}

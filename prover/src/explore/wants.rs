//! What has to be decided next: the states that the lines of a tree lead to, and the layers that they are in.

use std::sync::{Arc, PoisonError};

use adv_chess::{Color, Position};

use super::Worker;
use crate::error::ProveError;
use crate::key::SliceKey;
use crate::pack::{level, pack_move, unpack_move};
use crate::palette::TreeExits;
use crate::replies::is_quiet;
use crate::states::{CHUNK, Layer};

impl Worker<'_, '_> {
    /// Wants the states after the leaves of a tree, and after the replies that it does not contain. `own`: the position has the layer's men, its pawns where
    /// they stand there.
    pub(super) fn want_behind(
        &mut self,
        layer: &Arc<Layer>,
        (position, own): (&Position, bool),
        words: &[u16],
        exits: TreeExits<u16>,
    ) -> Result<(), ProveError> {
        for (word, below) in level(words) {
            let ours = unpack_move(position, word);
            let child = position.play(ours);
            let own = own && is_quiet(position, ours);
            if self.ends_in(&child, position.turn())? {
                continue;
            }
            let (begin, end) = self.replies.push(&child);
            for i in begin..end {
                let Some(reply) = self.replies.get(i) else {
                    continue;
                };
                let grandchild = child.play(reply);
                let own = own && is_quiet(&child, reply);
                let packed = pack_move(reply);
                let inner = level(below).find(|(word, _)| *word == packed);
                match inner {
                    Some((_, inner)) if !inner.is_empty() => {
                        if !self.ends_in(&grandchild, position.turn())? {
                            self.want_behind(layer, (&grandchild, own), inner, exits)?;
                        }
                    }
                    held => {
                        let junction = exits.after(held.is_some());
                        self.want(layer, (&grandchild, own), junction)?;
                    }
                }
            }
            self.replies.pop(begin);
        }
        Ok(())
    }

    /// True where a line ends in a position of a tree, whatever could be played on: what is to be reached is there, or what must not be.
    #[inline]
    fn ends_in(&mut self, position: &Position, us: Color) -> Result<bool, ProveError> {
        if !self.shared.goals.may_end_before_the_game() {
            return Ok(false);
        }
        Ok(self.judge.violated(position, us)?.is_some()
            || self.judge.reached(position, us, false)?)
    }

    /// Wants one state.
    fn want(
        &mut self,
        near: &Arc<Layer>,
        (position, own): (&Position, bool),
        junction: u16,
    ) -> Result<(), ProveError> {
        let plain = position.ep().is_none() && position.castling() == 0;
        let number = match own {
            _ if !plain => None,
            true => near.class.number_of_own(position),
            false => near.class.number(position),
        };
        let is_new = if let Some(number) = number
            && let Some(layer) = self.sibling(near, junction)
        {
            // What is wanted of later slices and of other shards is counted where it is decided.
            layer.want(number, false) && layer.decides(number / CHUNK)
        } else {
            let layer = self.layer(position, junction)?;
            // What is wanted of later slices is counted when they are explored.
            layer.want_position(position, false) && layer.wanted_outside().is_none()
        };
        if is_new {
            self.shared.watch.add_known(1);
        }
        Ok(())
    }

    /// The layer at a junction of the men of another one, where this thread knows it.
    #[inline(always)]
    fn sibling<'l>(&'l mut self, near: &'l Arc<Layer>, junction: u16) -> Option<&'l Layer> {
        if near.junction == junction {
            return Some(near);
        }
        let known = self.layers.get(self.near);
        if !known.is_some_and(|layer| Arc::ptr_eq(layer, near)) {
            let mut layers = self.layers.iter();
            self.near = layers.position(|layer| Arc::ptr_eq(layer, near))?;
        }
        let at = self.index.sibling(self.near, junction)?;
        self.layers.get(at).map(|layer| &**layer)
    }

    /// The layer of a position at a junction, made where there is none yet. It is lent: to count who has it would have the threads wait for
    /// each other.
    pub(crate) fn layer(
        &mut self,
        position: &Position,
        junction: u16,
    ) -> Result<&Arc<Layer>, ProveError> {
        self.layer_of(self.shared.part.key(position), junction)
    }

    /// The layer of a slice at a junction, made where there is none yet.
    pub(crate) fn layer_of(
        &mut self,
        key: SliceKey,
        junction: u16,
    ) -> Result<&Arc<Layer>, ProveError> {
        let at = match self.index.get(key, junction) {
            Some(at) => Some(at),
            None => self.find_layer(key, junction)?,
        };
        let layer = at.and_then(|at| self.layers.get(at));
        layer.ok_or(ProveError::TooManyChoices)
    }

    /// Where the layer is that this thread does not know yet.
    #[cold]
    fn find_layer(&mut self, key: SliceKey, junction: u16) -> Result<Option<usize>, ProveError> {
        self.layers = self.shared.layers();
        self.index.extend(&self.layers);
        if let Some(at) = self.index.get(key, junction) {
            return Ok(Some(at));
        }
        let all = &self.shared.layers;
        let mut all = all.write().unwrap_or_else(PoisonError::into_inner);
        self.layers.clone_from(&all);
        self.index.extend(&self.layers);
        if self.index.get(key, junction).is_none() {
            let layer = self.shared.part.layer(key, junction, self.shared.all)?;
            all.push(Arc::new(layer));
            self.layers.clone_from(&all);
            self.index.extend(&self.layers);
        }
        Ok(self.index.get(key, junction))
    }
}

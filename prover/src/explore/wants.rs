//! What has to be decided next: the states that the lines of a tree lead to, and the layers that they are in.

use std::sync::{Arc, PoisonError};

use adv_chess::{Color, Position};

use super::Worker;
use crate::error::ProveError;
use crate::key::SliceKey;
use crate::pack::{level, pack_move, unpack_move};
use crate::palette::TreeExits;
use crate::states::{CHUNK, Layer};

impl Worker<'_, '_> {
    /// Wants the states after the leaves of a tree, and after the replies that it does not contain.
    pub(super) fn want_behind(
        &mut self,
        layer: &Arc<Layer>,
        position: &Position,
        words: &[u16],
        exits: TreeExits<u16>,
    ) -> Result<(), ProveError> {
        for (word, below) in level(words) {
            let child = position.play(unpack_move(position, word));
            if self.ends_in(&child, position.turn())? {
                continue;
            }
            let (begin, end) = self.replies.push(&child);
            for i in begin..end {
                let Some(reply) = self.replies.get(i) else {
                    continue;
                };
                let grandchild = child.play(reply);
                let packed = pack_move(reply);
                let inner = level(below).find(|(word, _)| *word == packed);
                match inner {
                    Some((_, inner)) if !inner.is_empty() => {
                        if !self.ends_in(&grandchild, position.turn())? {
                            self.want_behind(layer, &grandchild, inner, exits)?;
                        }
                    }
                    held => self.want(layer, &grandchild, exits.after(held.is_some()))?,
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
        position: &Position,
        junction: u16,
    ) -> Result<(), ProveError> {
        let plain = position.ep().is_none() && position.castling() == 0;
        let is_new = if near.junction == junction
            && plain
            && let Some(number) = near.class.number(position)
        {
            // What is wanted of other shards is counted where it is decided.
            near.want(number, false) && near.decides(number / CHUNK)
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

    /// The layer of a position at a junction, made where there is none yet.
    pub(crate) fn layer(
        &mut self,
        position: &Position,
        junction: u16,
    ) -> Result<Arc<Layer>, ProveError> {
        self.layer_of(self.shared.part.key(position), junction)
    }

    /// The layer of a slice at a junction, made where there is none yet.
    pub(crate) fn layer_of(
        &mut self,
        key: SliceKey,
        junction: u16,
    ) -> Result<Arc<Layer>, ProveError> {
        if let Some(layer) = self.known_layer(key, junction) {
            return Ok(layer);
        }
        self.layers = self.shared.layers();
        self.index.extend(&self.layers);
        if let Some(layer) = self.known_layer(key, junction) {
            return Ok(layer);
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
        drop(all);
        let found = self.known_layer(key, junction);
        found.ok_or(ProveError::TooManyChoices)
    }

    /// The same where this thread knows it.
    fn known_layer(&self, key: SliceKey, junction: u16) -> Option<Arc<Layer>> {
        let at = self.index.get(key, junction)?;
        self.layers.get(at).cloned()
    }
}

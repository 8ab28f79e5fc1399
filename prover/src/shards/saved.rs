//! What a shard has decided, as bytes: the form of a checkpoint, and behind it what the shard wants of others.
//!
//! ```text
//!   "ADVH" version, checksum of the rest
//!   fingerprint of the program's text, the claim's text
//!   and packed:
//!   shard, of how many, whether the positions of the claim were found
//!   junctions, outcomes, layers with the states of this shard          as in a checkpoint
//!   all that it wants of others                                        as in a message, of all shards together
//! ```
//!
//! What was said of these wishes is not kept: they are said again, so that a driver without memory learns them.

use adv_module::Program;

use crate::bytes::{In, cut};
use crate::checkpoint::{open_of, read_layers, write_layers, write_of};
use crate::error::{CheckpointFault, ProveError};
use crate::messages::{LayerMessage, message, names, read as read_message};
use crate::owner::Owner;
use crate::palette::Palette;
use crate::states::{CHUNK, Layer, whole_class};

const LETTERS: &[u8; 4] = b"ADVH";

/// Whose the bytes are.
pub(super) struct SavedOf<'a> {
    pub(super) fingerprint: &'a [u8; 32],
    pub(super) claim: &'a str,
    pub(super) owner: Owner,
}

impl SavedOf<'_> {
    /// What a shard has decided.
    pub(super) fn write(&self, begun: bool, palette: &Palette, layers: &[Layer]) -> Vec<u8> {
        let SavedOf {
            fingerprint,
            claim,
            owner,
        } = self;
        write_of(LETTERS, fingerprint, claim, |out| {
            out.number(owner.index() as u64);
            out.number(owner.of() as u64);
            out.number(u64::from(begun));
            write_layers(out, palette, layers);
            let junctions = palette.junctions();
            let wanted = layers.iter();
            let wanted = wanted.filter_map(|layer| LayerMessage::wanted(layer, &junctions));
            out.bytes.extend(message(&wanted.collect::<Vec<_>>()));
        })
    }

    /// What [`SavedOf::write`] has written; `all` where the claim is about all positions of its class.
    pub(super) fn read(
        &self,
        bytes: &[u8],
        module: &Program,
        all: bool,
    ) -> Result<(bool, Palette, Vec<Layer>), ProveError> {
        let owner = self.owner;
        let mut input = open_of(bytes, LETTERS, self.fingerprint, self.claim)?;
        let numbers_of =
            |input: &mut In<'_>| Ok([input.number()?, input.number()?, input.number()?]);
        let [index, of, begun] = input.part(numbers_of)?;
        if (index, of) != (owner.index() as u64, owner.of() as u64) {
            return Err(ProveError::Checkpoint(CheckpointFault::OtherShard));
        }
        let begun = begun == 1;
        let make = |material, turn, junction, _| {
            Layer::shard(whole_class(material, turn, all)?, junction, owner)
        };
        let (palette, layers) = read_layers(&mut input, module, make)?;
        let names = names(&layers, &palette.junctions());
        for said in read_message(&input.rest()?).map_err(|_| cut())? {
            let layer = names.get(&said.name).and_then(|at| layers.get(*at));
            let layer = layer.ok_or_else(cut)?;
            for number in said.numbers() {
                if number >= layer.len() || layer.decides(number / CHUNK) {
                    return Err(cut());
                }
                layer.want(number, false);
            }
            for (position, root) in &said.extras {
                let fits = layer.class.material().fits(position);
                if !fits || !layer.want_extra(position, *root == 1) {
                    return Err(cut());
                }
            }
        }
        Ok((begun, palette, layers))
    }
}

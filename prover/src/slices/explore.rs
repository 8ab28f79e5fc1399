//! Explores slice after slice, forwards: when a slice is begun, all that lead to it are explored, and have said what they want of it.

use std::collections::BTreeMap;

use adv_chess::squares::bit;
use adv_chess::{ClassIndex, Color, Role};
use adv_module::program::FromSet;

use super::Sliced;
use super::file::{Section, SliceFile};
use super::kept::{KeptSlice, STATES};
use crate::error::ProveError;
use crate::explore::{Explored, ExploredPart, Explorer, all_of_class, want_roots};
use crate::key::SliceKey;
use crate::messages::{LayerMessage, message, want};
use crate::palette::Palette;
use crate::states::{Layer, MOST_OF_ALL, STATE_BYTES, whole_class};
use crate::watch::Phase;

/// A slice that is not explored yet: what is wanted of it.
#[derive(Default)]
struct Open {
    /// All its positions are the claim's, as far as they fit it.
    all: bool,
    /// Positions of the claim, as a message.
    roots: Vec<u8>,
    /// What slices before it want.
    wishes: Vec<(SliceFile, Section)>,
}

/// The slices that are not explored yet, in their order.
type OpenSlices = BTreeMap<SliceKey, Open>;

impl Sliced<'_> {
    /// Explores all slices, but for those that were explored before; they are returned in their order. `None` where it was ended.
    pub(super) fn explore(&self) -> Result<Option<(Vec<KeptSlice>, Palette)>, ProveError> {
        let watch = self.task.watch;
        watch.begin(Phase::Positions, 0);
        let palette = self.kept_palette()?;
        let Some((mut open, mut palette)) = self.roots(palette)? else {
            return Ok(None);
        };
        watch.begin(Phase::Consulting, 0);
        let mut slices = Vec::new();
        while let Some((key, wanted)) = open.pop_first() {
            if watch.stopped() {
                return Ok(None);
            }
            let kept = KeptSlice::find((self.shelf, &self.faults), STATES, key)?;
            let kept = match kept.filter(|kept| self.fits(&palette, &kept.stamp)) {
                Some(kept) => {
                    watch.add_resumed(kept.count);
                    if wanted.all {
                        watch.add_looked(slice_class(&key)?.len());
                    }
                    kept
                }
                None => {
                    let explored = self.explore_slice(key, &wanted, palette)?;
                    let Some((kept, grown)) = explored else {
                        return Ok(None);
                    };
                    palette = grown;
                    kept
                }
            };
            for (target, section) in &kept.targets {
                let of = open.entry(*target).or_default();
                of.wishes.push((kept.file.clone(), *section));
            }
            slices.push(kept);
        }
        Ok(Some((slices, palette)))
    }

    /// The slices that positions of the claim are in.
    fn roots(&self, palette: Palette) -> Result<Option<(OpenSlices, Palette)>, ProveError> {
        let mut open = OpenSlices::new();
        let from = &self.task.claim.from;
        if matches!(from.set, FromSet::All) {
            for key in self.all_slices()? {
                self.task.watch.look_through(slice_class(&key)?.len());
                open.entry(key).or_default().all = true;
            }
            return Ok(Some((open, palette)));
        }
        let explorer = self.explorer(ExploredPart::Roots, palette);
        if !want_roots(&explorer, from, self.sides)? {
            return Ok(None);
        }
        let (layers, palette) = explorer.into_layers();
        for (key, layers) in by_slice(layers) {
            open.entry(key).or_default().roots = wished(&layers, &palette);
        }
        Ok(Some((open, palette)))
    }

    /// The slices of a claim about all positions of its class.
    fn all_slices(&self) -> Result<Vec<SliceKey>, ProveError> {
        let material = self.sides.material.ok_or(ProveError::NoMaterial)?;
        let pawns = |color| material.count(color, Role::Pawn);
        let mut keys = Vec::new();
        for turn in &self.sides.us {
            let class = whole_class(material, *turn, true)?;
            if class.is_empty() || class.len() > MOST_OF_ALL {
                return Err(ProveError::TooLarge {
                    class: material.name(),
                    numbers: Some(class.len()).filter(|numbers| *numbers > 0),
                });
            }
            for white in sets(pawns(Color::White), 0) {
                for black in sets(pawns(Color::Black), white) {
                    let pawns = [white, black];
                    keys.push(SliceKey {
                        material,
                        turn: *turn,
                        pawns,
                    });
                }
            }
            let slice = keys.last().and_then(|key| class.with_pawns(key.pawns));
            let numbers = slice.map_or(0, |slice| slice.len());
            let bytes = numbers.saturating_mul(STATE_BYTES);
            let (_, limit) = self.task.watch.memory();
            if bytes > self.task.watch.room() {
                return Err(ProveError::TooMuch {
                    class: format!("a slice of {}", material.name()),
                    numbers,
                    bytes,
                    beside: self.task.watch.reserved(),
                    limit,
                });
            }
        }
        Ok(keys)
    }

    fn explorer(&self, part: ExploredPart, palette: Palette) -> Explorer<'_> {
        let (play, watch) = (self.play, self.task.watch);
        let begun = (palette, Vec::new());
        let mut explorer = Explorer::new(self.engine, self.goals, play, watch, self.all, begun);
        explorer.part = part;
        explorer
    }

    /// Explores one slice and keeps it. `None` where it was ended.
    fn explore_slice(
        &self,
        key: SliceKey,
        wanted: &Open,
        palette: Palette,
    ) -> Result<Option<(KeptSlice, Palette)>, ProveError> {
        let watch = self.task.watch;
        let explorer = self.explorer(ExploredPart::Slice(key), palette);
        if wanted.all {
            let class = slice_class(&key)?;
            let (from, in_class) = (&self.task.claim.from, self.sides.in_class);
            if !all_of_class(&explorer, from, in_class, &class)? {
                return Ok(None);
            }
        }
        // Positions of the claim come first: they are marked as such when they are wanted.
        if !wanted.roots.is_empty() {
            watch.add_known(want(&wanted.roots, &explorer, key.pawns, true)?);
        }
        for (file, section) in &wanted.wishes {
            let bytes = file.section(section);
            self.faults.check()?;
            let bytes = bytes.unwrap_or_default();
            watch.add_known(want(&bytes, &explorer, key.pawns, false)?);
        }
        loop {
            match explorer.run()? {
                Explored::Everything => break,
                Explored::Interrupted => return Ok(None),
                // Whole slices are kept.
                Explored::ToBeKept => watch.kept(),
            }
        }
        let (layers, palette) = explorer.into_layers();
        let stamp = self.keep_palette(&palette)?;
        let mut others = by_slice(layers);
        let own = others.remove(&key).unwrap_or_default();
        let own = crate::map::sorted(own, &palette.junctions());
        let others = others.into_iter();
        let others = others.map(|(key, layers)| (key, wished(&layers, &palette)));
        let others: Vec<(SliceKey, Vec<u8>)> = others.collect();
        let kept = KeptSlice::save_states((self.shelf, &self.faults), (key, stamp), &own, &others)?;
        Ok(Some((kept, palette)))
    }
}

/// The numbers of a slice of a claim about all positions of its class.
fn slice_class(key: &SliceKey) -> Result<ClassIndex, ProveError> {
    let class = whole_class(key.material, key.turn, true)?;
    let class = class.with_pawns(key.pawns);
    class.ok_or(ProveError::TooManyChoices)
}

/// All that is wanted of the layers of a slice.
fn wished(layers: &[Layer], palette: &Palette) -> Vec<u8> {
    let junctions = palette.junctions();
    let layers = layers.iter();
    let wanted = layers.filter_map(|layer| LayerMessage::wanted(layer, &junctions));
    message(&wanted.collect::<Vec<_>>())
}

/// Layers by the slices that they are of.
fn by_slice(layers: Vec<Layer>) -> BTreeMap<SliceKey, Vec<Layer>> {
    let mut slices: BTreeMap<SliceKey, Vec<Layer>> = BTreeMap::new();
    for layer in layers {
        slices.entry(layer.key()).or_default().push(layer);
    }
    slices
}

/// All sets of so many squares that pawns can stand on and that are not taken.
fn sets(count: u8, taken: u64) -> Vec<u64> {
    let mut sets = vec![0_u64];
    for _ in 0..count {
        let longer = |set: &u64| {
            let set = *set;
            // Beyond its last square, so that each set comes once.
            let next = u8::try_from(64 - set.leading_zeros()).unwrap_or(64).max(8);
            let free = (next..56).filter(move |square| taken & bit(*square) == 0);
            free.map(move |square| set | bit(square))
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::sets;

    #[test]
    fn sets_of_pawns_come_once() {
        assert_eq!(sets(0, 0), [0]);
        assert_eq!(sets(1, 0).len(), 48);
        assert_eq!(sets(2, 0).len(), 48 * 47 / 2);
        assert_eq!(sets(1, 1 << 20).len(), 47);
        let mut three = sets(3, 0);
        let all = three.len();
        three.sort_unstable();
        three.dedup();
        assert_eq!((three.len(), all), (17_296, 17_296));
    }
}

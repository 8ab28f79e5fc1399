//! The current root on a lean board, which is packed once for all the pieces that are tried there.

use adv_chess::{Color, Lean, LegalInfo, Position, Roster};
use adv_jit::Jit;

use crate::run::Run;

/// A root on a lean board. It is copied for each piece that is tried there, so that its fields lie as they are copied: whole words in a
/// row. An `Option` of it would put what says whether there is one into a byte of a field, which is then copied by itself.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct LeanRoot {
    pub(crate) roster: Roster,
    pub(crate) board: Lean,
    /// Its number; [`NO_ROOT`] before there is one.
    pub(crate) root: u64,
    pub(crate) legal: LegalInfo,
}

/// The number that no root has.
pub(crate) const NO_ROOT: u64 = u64::MAX;

impl Default for LeanRoot {
    /// None.
    fn default() -> LeanRoot {
        LeanRoot {
            roster: Roster::default(),
            board: Lean::default(),
            root: NO_ROOT,
            legal: LegalInfo::default(),
        }
    }
}

impl<'m> Run<'m> {
    /// Lean boards for a search from this position, if they can hold it and native code is on.
    #[inline(always)]
    pub(crate) fn lean(&mut self, us: Color, position: &Position) -> Option<(&'m Roster, Lean)> {
        // To explain what failed is the interpreter's, which keeps the positions.
        if !Jit::EXISTS || self.natives.jit.is_none() || self.notes.why.is_some() {
            return None;
        }
        let table = self.natives.active.few;
        if table.us == us
            && let Some(roster) = &table.roster
            && let Some(lean) = roster.pack(position)
        {
            return Some((roster, lean));
        }
        let (table, lean) = self.natives.shared.few(us, position)?;
        self.natives.active.few = table;
        Some((table.roster.as_ref()?, lean))
    }

    /// The same for the current root, which is packed once for all pieces that are tried there: true where `natives.packed` holds it.
    #[inline(always)]
    pub(crate) fn lean_root(&mut self, us: Color, position: &Position) -> bool {
        let root = self.meter.context.root();
        if Jit::EXISTS
            && self.natives.packed.root == root
            && self.natives.active.few.us == us
            && self.notes.why.is_none()
        {
            return true;
        }
        self.pack_root(us, position, root)
    }

    /// Packs the current root, once for all that ask for it.
    #[inline(never)]
    fn pack_root(&mut self, us: Color, position: &Position, root: u64) -> bool {
        let Some((roster, board)) = self.lean(us, position) else {
            return false;
        };
        self.natives.packed = LeanRoot {
            roster: *roster,
            board,
            root,
            legal: LegalInfo::new_inlined(position),
        };
        true
    }

    /// The men and the side to move of the current root, as the number of their table of native code; `None` where there is no lean board
    /// for it, or not all men of the table's are there.
    #[inline(always)]
    pub(crate) fn lean_men(&mut self, root: &Position) -> Option<usize> {
        let packed = self.lean_root(root.turn(), root);
        let LeanRoot { roster, board, .. } = &self.natives.packed;
        let whole = packed && roster.is_whole(*board);
        whole.then(|| self.natives.active.few_at())
    }
}

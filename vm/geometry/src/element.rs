//! What the crate needs to know of a system.

/// The elements of a system in one state, and how they go.
///
/// Steps are functions from sets to sets, so that one call moves an element from all points of a layer at once. `empty` is the set of
/// points that a step may pass over; a step that passes over nothing ignores it. A step may end on any point; callers keep the stops
/// that they allow.
///
/// The last step of a trajectory may differ from the steps before it: a pawn leaves its file with it, and goes on from nowhere that it
/// has reached so. Each kind of step has its reverse, because the steps of an element need not lead back.
pub trait System {
    /// How an element goes. Elements of one kind have the same steps.
    type Kind: Copy;

    /// The points on which elements are.
    fn occupied(&self) -> u64;
    /// The points of the elements of the side that moves first.
    fn to_move(&self) -> u64;
    /// The points of all elements of the side of the element on this point, this one included.
    fn allies(&self, element: u8) -> u64;
    /// How the element on this point goes; `None` where there is no element.
    fn kind(&self, element: u8) -> Option<Self::Kind>;

    /// Calls `with` with a kind. A system that has few kinds may name each of them where it calls, so that code is made for each by itself.
    #[inline(always)]
    fn for_kind<R>(&self, kind: Self::Kind, with: impl Fn(Self::Kind) -> R) -> R {
        with(kind)
    }

    /// Where one step leads from which the element can go on.
    fn on(&self, kind: Self::Kind, from: u64, empty: u64) -> u64;
    /// The points from which such a step leads to one of `to`.
    fn back(&self, kind: Self::Kind, to: u64, empty: u64) -> u64;
    /// Where a last step leads.
    fn last(&self, kind: Self::Kind, from: u64, empty: u64) -> u64;
    /// The points from which a last step leads to one of `to`.
    fn last_back(&self, kind: Self::Kind, to: u64, empty: u64) -> u64;
    /// [`System::on`] and [`System::last`] of the same points: most elements go with their last step as with any other, which such a system
    /// works out once.
    #[inline(always)]
    fn steps(&self, kind: Self::Kind, from: u64, empty: u64) -> (u64, u64) {
        (self.on(kind, from, empty), self.last(kind, from, empty))
    }
    /// Where an element takes with one step what is there, or would retake.
    fn controls(&self, kind: Self::Kind, from: u64, empty: u64) -> u64;

    /// The ends that the element on this point attacks if it can reach them: a king is no target, and an element that takes by other
    /// steps than it goes by needs something to take.
    fn aims(&self, element: u8, ends: u64) -> u64;
    /// The ends on which the element takes what stops there, if it can reach them: an element that takes by other steps than it goes by
    /// takes nothing where it goes. An element is on the point.
    fn takes(&self, kind: Self::Kind, element: u8, ends: u64) -> u64;
    /// True of an element that takes nothing where it goes: one of the other side in its way blocks it.
    fn is_blocked(&self, kind: Self::Kind) -> bool;
    /// True of an element that stays off points where the other side takes it.
    fn is_careful(&self, kind: Self::Kind) -> bool;
}

//! Primitives that compiled code calls: those of words alone that are too long to be written out in place. They need no host, so that
//! rows may have them.

use adv_module::PrimId;
use adv_primitives::pure;

/// A function of two sets.
pub(crate) type Helper = extern "C" fn(u64, u64) -> u64;

/// A function of three words.
pub(crate) type HelperOfThree = extern "C" fn(u64, u64, u64) -> u64;

/// Makes one helper for each primitive.
macro_rules! helpers {
    ($($name:ident = $prim:ident;)*) => {
        $(pub(crate) extern "C" fn $name(a: u64, b: u64) -> u64 {
            pure(PrimId::$prim, [a, b, 0]).unwrap_or(0)
        })*
    };
    (three: $($name:ident = $prim:ident;)*) => {
        $(pub(crate) extern "C" fn $name(a: u64, b: u64, c: u64) -> u64 {
            pure(PrimId::$prim, [a, b, c]).unwrap_or(0)
        })*
    };
}

helpers! {
    dist = Dist;
    manhattan = Manhattan;
    around = Around;
    between = Between;
    rectangle = Rectangle;
    files_between = FilesBetween;
    ranks_between = RanksBetween;
    diagonals = Diagonals;
    antidiagonals = Antidiagonals;
    bits = Bits;
    div = Div;
}

helpers! {
    three:
    reach = Reach;
    reach_within = ReachWithin;
    steps = Steps;
    map = Map;
    shift = Shift;
}

//! Primitives that compiled code calls: those of two sets that are too long to be written out in place, and need no host.

use adv_module::PrimId;
use adv_primitives::pure;

/// A function of two sets.
pub(crate) type Helper = extern "C" fn(u64, u64) -> u64;

/// Makes one helper for each primitive.
macro_rules! helpers {
    ($($name:ident = $prim:ident;)*) => {
        $(pub(crate) extern "C" fn $name(a: u64, b: u64) -> u64 {
            pure(PrimId::$prim, [a, b, 0]).unwrap_or(0)
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

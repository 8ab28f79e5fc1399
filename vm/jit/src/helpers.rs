//! Geometry that compiled code calls: what is too long to be written out in place, and needs no host.

use adv_chess::geometry;

/// A function of two sets.
pub(crate) type Helper = extern "C" fn(u64, u64) -> u64;

fn number(n: i32) -> u64 {
    i64::from(n).cast_unsigned()
}

pub(crate) extern "C" fn dist(a: u64, b: u64) -> u64 {
    number(geometry::dist(a, b))
}

pub(crate) extern "C" fn manhattan(a: u64, b: u64) -> u64 {
    number(geometry::manhattan(a, b))
}

pub(crate) extern "C" fn around(a: u64, _: u64) -> u64 {
    geometry::neighbours(a)
}

pub(crate) extern "C" fn between(a: u64, b: u64) -> u64 {
    geometry::between(a, b)
}

pub(crate) extern "C" fn rectangle(a: u64, b: u64) -> u64 {
    if a == 0 || b == 0 {
        0
    } else {
        geometry::rectangle(a, b)
    }
}

pub(crate) extern "C" fn files_between(a: u64, b: u64) -> u64 {
    geometry::strip_files(a, b)
}

pub(crate) extern "C" fn ranks_between(a: u64, b: u64) -> u64 {
    geometry::strip_ranks(a, b)
}

pub(crate) extern "C" fn diagonals(a: u64, _: u64) -> u64 {
    geometry::diagonals(a)
}

pub(crate) extern "C" fn antidiagonals(a: u64, _: u64) -> u64 {
    geometry::antidiagonals(a)
}

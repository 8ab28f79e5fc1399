// The list of library modules, in an order in which each comes after those that it uses. The build script and the crate both
// include this file, so that there is one list.

/// The modules: the name in `use`, and the file under `lib/`.
pub const MODULES: &[(&str, &str)] = &[
    ("std.geometry", "geometry"),
    ("std.distance", "distance"),
    ("std.directions", "directions"),
    ("std.edges", "edges"),
    ("std.kings", "kings"),
    ("std.room", "room"),
    ("std.rook", "rook"),
    ("std.pawn", "pawn"),
    ("std.opposition", "opposition"),
    ("std.mate", "mate"),
    ("std.possibility", "possibility"),
    ("std.sdl", "sdl"),
];

/// The version of the whole library. A program names it in its imports, and the linker accepts no other.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

//! Linguistic geometry: trajectories, zones and their forecast over any system of at most 64 points.
//!
//! A system has elements of two sides, one element a point at most, and each element has steps (Stilman, "A Linguistic Geometry of the
//! Chess Model"). Everything follows from these steps:
//!
//! ```text
//!   System ──▶ Flood      the points that an element reaches in 1, 2, … moves              flood.rs
//!                 ├─▶ map, bundle, first, trajectories   shortest trajectories, by layers   ways.rs
//!                 ├─▶ exact     trajectories of n moves, of degree 2 at most                exact.rs
//!                 ├─▶ generate  the trajectories of a zone, level by level                  generate.rs
//!                 │      ├─▶ Zone     what words read, of fixed size                        zone.rs
//!                 │      └─▶ ZoneList all trajectories, for output                        list.rs, string.rs
//!                 └─▶ gets_through    the forecast of a zone                                forecast.rs
//! ```
//!
//! Sets of points are words with bit `i` for point `i`. The functions that a program calls allocate nothing; lists are made for output
//! only. Every function is total.
//!
//! Architecture invariant: this crate knows neither chess nor advice nor files. A caller lends it the elements of a state
//! through [`System`]; [`Graph`] is a system given by its links.

mod element;
mod exact;
mod flood;
mod forecast;
mod generate;
mod graph;
mod list;
mod network;
mod points;
mod string;
mod ways;
mod zone;

pub use element::System;
pub use exact::{bundle_of, first_of, listed_of, trajectories_of};
pub use forecast::{Closing, Forecast, closings, forecast, gets_through};
pub use generate::{Attack, attacks};
pub use graph::{Graph, GraphElement};
pub use list::{ListedBundle, ZoneList, degree, last, listed};
pub use network::{closure, connected, connected_in, connected_set, network};
pub use points::{Points, each, point};
pub use string::{Names, zone_strings};
pub use ways::{FAR, Layers, bundle, first, layers, map, rings, trajectories};
pub use zone::{LEVELS, Zone};

/// The largest horizon of a zone, in moves.
pub const HORIZON: u32 = 16;

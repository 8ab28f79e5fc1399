//! Zones as strings of Stilman's language of zones: `t(P, a(c6)a(c7)a(c8), 2)t(K, a(a6)a(b7)a(c8), 3)`.

use std::fmt::Write as _;

use crate::element::System;
use crate::generate::Attack;
use crate::list::{ZoneList, last, listed};

/// How elements and points are called in strings.
pub trait Names {
    /// The name of the element on a point.
    fn element(&self, point: u8) -> String;
    /// The name of a point.
    fn point(&self, point: u8) -> String;
}

/// One string for each main trajectory of an attack, in the order of its points, `most` at most. Of each bundle a string has the last
/// trajectory.
pub fn zone_strings<S: System>(
    system: &S,
    attack: &Attack,
    names: &impl Names,
    most: usize,
) -> Vec<String> {
    let mains = listed(system, attack.element, &attack.main, most);
    let string = |main: &Vec<u8>| {
        let zone = ZoneList::of_one(system, attack, main);
        let mut text = String::new();
        for bundle in &zone.bundles {
            let stops = last(system, bundle.element, &bundle.layers);
            let stops: String = stops
                .iter()
                .map(|stop| format!("a({})", names.point(*stop)))
                .collect();
            let element = names.element(bundle.element);
            // Writing to a string does not fail.
            let _ = write!(text, "t({element}, {stops}, {})", bundle.time);
        }
        text
    };
    mains.iter().map(string).collect()
}

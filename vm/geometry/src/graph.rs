//! A system given by its links: points without a board, such as those of Stilman's figure 9.

use crate::element::System;
use crate::points::{each, point};

/// An element of a graph: its side and where its steps lead from each point.
#[derive(Clone, Debug)]
pub struct GraphElement {
    /// The point on which it is.
    pub at: u8,
    /// True of the second side.
    pub is_second: bool,
    /// By point, where one step leads.
    pub steps: [u64; 64],
    /// By point, where a last step leads.
    pub last: [u64; 64],
}

impl GraphElement {
    /// An element that goes along these paths, its last steps being as the others; numbers of points from 64 on count modulo 64.
    pub fn along(at: u8, is_second: bool, paths: &[&[u8]]) -> GraphElement {
        let mut steps = [0; 64];
        for path in paths {
            for (from, to) in path.iter().zip(path.iter().skip(1)) {
                steps[usize::from(from & 63)] |= point(*to);
            }
        }
        GraphElement {
            at: at & 63,
            is_second,
            steps,
            last: steps,
        }
    }
}

/// A system of elements with links of their own. Steps pass over nothing.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The elements; of several on one point only the first is seen.
    pub elements: Vec<GraphElement>,
    /// True where the second side moves first.
    pub second_first: bool,
}

impl Graph {
    fn side(&self, is_second: bool) -> u64 {
        let side = self
            .elements
            .iter()
            .filter(|element| element.is_second == is_second);
        side.fold(0, |set, element| set | point(element.at))
    }

    fn element(&self, kind: usize) -> Option<&GraphElement> {
        self.elements.get(kind)
    }
}

/// Where steps lead from the points of a set.
fn ahead(steps: &[u64; 64], from: u64) -> u64 {
    each(from).fold(0, |set, at| set | steps[usize::from(at)])
}

/// The points from which steps lead into a set.
fn behind(steps: &[u64; 64], to: u64) -> u64 {
    (0u8..)
        .zip(steps)
        .filter(|(_, steps)| **steps & to != 0)
        .fold(0, |set, (at, _)| set | point(at))
}

impl System for Graph {
    /// The number of the element.
    type Kind = usize;

    fn occupied(&self) -> u64 {
        self.side(false) | self.side(true)
    }
    fn to_move(&self) -> u64 {
        self.side(self.second_first)
    }
    fn allies(&self, element: u8) -> u64 {
        let kind = self.kind(element).and_then(|kind| self.element(kind));
        kind.map_or(0, |element| self.side(element.is_second))
    }
    fn kind(&self, element: u8) -> Option<usize> {
        self.elements.iter().position(|other| other.at == element)
    }
    fn on(&self, kind: usize, from: u64, _: u64) -> u64 {
        self.element(kind)
            .map_or(0, |element| ahead(&element.steps, from))
    }
    fn back(&self, kind: usize, to: u64, _: u64) -> u64 {
        self.element(kind)
            .map_or(0, |element| behind(&element.steps, to))
    }
    fn last(&self, kind: usize, from: u64, _: u64) -> u64 {
        self.element(kind)
            .map_or(0, |element| ahead(&element.last, from))
    }
    fn last_back(&self, kind: usize, to: u64, _: u64) -> u64 {
        self.element(kind)
            .map_or(0, |element| behind(&element.last, to))
    }
    fn controls(&self, kind: usize, from: u64, _: u64) -> u64 {
        self.element(kind)
            .map_or(0, |element| ahead(&element.last, from))
    }
    fn aims(&self, _: u8, ends: u64) -> u64 {
        ends
    }
    fn takes(&self, _: usize, _: u8, ends: u64) -> u64 {
        ends
    }
    fn is_blocked(&self, _: usize) -> bool {
        false
    }
    fn is_careful(&self, _: usize) -> bool {
        false
    }
}

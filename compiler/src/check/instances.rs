//! The instances of advice that a program needs, in the order in which they are first named.
//!
//! This is a leaf: it numbers instances, and the files above it build them and look for endless ones.

use adv_module::AdviceId;
use indexmap::IndexMap;

use super::constant::Const;
use super::records::{Key, ListItem, Listed};
use crate::hir::Entry;
use crate::source::Span;

/// The instances and hidden advice found so far.
#[derive(Default)]
pub(super) struct Instances {
    /// The place where each was first used.
    pub(super) keys: IndexMap<Key, Span>,
    /// The instance that first used each.
    pub(super) asked_by: Vec<Option<usize>>,
    /// The instance that is being made.
    pub(super) current: Option<usize>,
    /// Lists of instances that are represented by hidden advice, with the place of the first use. True: the leaves meet all of them.
    pub(super) hidden: IndexMap<(bool, Vec<usize>), Span>,
    pub(super) full: bool,
}

impl Instances {
    pub(super) fn number(&mut self, key: Key, span: Span) -> usize {
        let entry = self.keys.entry(key);
        let index = entry.index();
        entry.or_insert(span);
        if index == self.asked_by.len() {
            self.asked_by.push(self.current);
        }
        index
    }

    /// The same as the module counts it.
    pub(super) fn id(&mut self, key: &Key, span: Span) -> AdviceId {
        AdviceId::at(self.number(key.clone(), span))
    }

    /// The instances of a piece-of-advice, by number.
    pub(super) fn of_advice(&self, advice: usize) -> impl Iterator<Item = usize> {
        let keys = self.keys.keys().enumerate();
        let of = keys.filter(move |(_, key)| key.0 == advice);
        of.map(|(number, _)| number)
    }

    /// An instance with those that use it, the first of them first.
    pub(super) fn way_to(&self, index: usize) -> Vec<usize> {
        let mut way = vec![index];
        let mut at = index;
        while let Some(by) = self.asked_by.get(at).copied().flatten() {
            way.push(by);
            at = by;
        }
        way.reverse();
        way
    }

    /// The instances that are represented by hidden advice, by the number that a use of several carries until all are known.
    pub(super) fn together(&self, number: usize) -> impl Iterator<Item = usize> {
        let refs = self.hidden.get_index(usize::MAX - number);
        refs.into_iter()
            .flat_map(|((_, refs), _)| refs.iter().copied())
    }

    /// What an instance is of, and its constants.
    pub(super) fn key(&self, index: usize) -> Option<&Key> {
        self.keys.get_index(index).map(|(key, _)| key)
    }

    /// An entry of a list by the numbers of its advice.
    pub(super) fn entry(&mut self, item: &ListItem) -> Entry {
        match &item.what {
            Listed::Advice(key) => Entry::Advice(self.id(key, item.span)),
            Listed::Shortest(plies, keys) => {
                let keys = keys.iter().map(|key| self.id(key, item.span));
                Entry::Shortest(*plies, keys.collect())
            }
        }
    }
}

/// The name of advice with constants in the place of its parameters: `mate-in(2)`.
pub(super) fn instance_name(name: &str, consts: &[Const]) -> String {
    if consts.is_empty() {
        return name.to_owned();
    }
    let consts: Vec<String> = consts.iter().map(Const::text).collect();
    format!("{name}({})", consts.join(", "))
}

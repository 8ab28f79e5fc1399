//! The search for rules: one weight of one number is changed at a time, and what solves more positions stays.
//!
//! ```text
//!   singles    each column with the weight 1 and -1
//!   climb      from the best of them: each column in turn gets each weight, or takes the place of another one
//!   deepen     the same number at a greater depth as one more rule, where positions are left
//!   another    one more rule with a number of its own, by a climb of its own
//!   simplify   what is not needed to solve as many is left out
//! ```
//!
//! Only what is solved against every reply counts: a number that goes down everywhere but not towards mate is worth nothing.

use std::collections::BTreeMap;

use adv_chess::numbers::SplitMix64;
use rayon::prelude::*;

use crate::class::WholeClass;
use crate::columns::Column;
use crate::levels::{Levels, Rule, Term};
use crate::play::{Outcome, Played};

/// Bounds of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Seed of the order in which columns are tried.
    pub seed: u64,
    /// The most rules.
    pub rules: usize,
    /// The most terms of a number.
    pub terms: usize,
    /// The most moves of ours in a tree.
    pub moves: u16,
    /// The greatest weight.
    pub weights: i32,
    /// The most candidates.
    pub candidates: u64,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Candidates tried.
    pub candidates: u64,
    /// The best outcome.
    pub best: Outcome,
}

/// Looks on at a search, ends it, and keeps the outcomes of its candidates for a later run.
pub trait SearchWatch {
    /// Takes how far the search is; false ends it.
    fn goes_on(&mut self, progress: &Progress) -> bool;

    /// Returns the outcome of a candidate that an earlier run has kept.
    fn known(&self, _rules: &[Rule]) -> Option<Outcome> {
        None
    }

    /// Takes the outcome of a candidate that was played.
    fn keep(&mut self, _rules: &[Rule], _outcome: &Outcome) {}
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The rules; empty where no position is solved.
    pub rules: Vec<Rule>,
    /// What they come to.
    pub outcome: Outcome,
    /// Candidates tried.
    pub candidates: u64,
    /// The caller ended the search.
    pub stopped: bool,
}

/// Why a search ends before it has tried everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Everything is solved, or there are no more candidates.
    Done,
    /// The caller stops it.
    Stopped,
}

/// Most rounds of a climb over all columns.
const ROUNDS: usize = 4;

/// Searches for rules that solve `wanted` positions. What is found depends neither on the threads of the current pool nor on what the watch
/// has kept.
pub fn search(
    class: &WholeClass,
    columns: &[Column],
    wanted: u32,
    settings: &Settings,
    watch: &mut dyn SearchWatch,
) -> Found {
    let mut search = Search {
        class,
        columns,
        wanted,
        settings,
        watch,
        random: SplitMix64::new(settings.seed),
        known: BTreeMap::new(),
        best: (Vec::new(), Outcome::default()),
    };
    let end = search.run();
    let stopped = end == Err(End::Stopped);
    let simplified = match stopped {
        true => Ok(()),
        false => search.simplify(),
    };
    let (rules, outcome) = search.best;
    Found {
        rules,
        outcome,
        candidates: search.known.len() as u64,
        stopped: stopped || simplified == Err(End::Stopped),
    }
}

struct Search<'a> {
    class: &'a WholeClass,
    columns: &'a [Column],
    wanted: u32,
    settings: &'a Settings,
    watch: &'a mut dyn SearchWatch,
    random: SplitMix64,
    known: BTreeMap<Vec<Rule>, Outcome>,
    best: (Vec<Rule>, Outcome),
}

impl Search<'_> {
    /// Tries numbers at each depth, from the least, then one more rule; then begins anew elsewhere.
    fn run(&mut self) -> Result<(), End> {
        if self.settings.rules == 0 || self.settings.terms == 0 || self.columns.is_empty() {
            return Ok(());
        }
        let mut round = 0;
        loop {
            let tried = self.known.len();
            for moves in 1..=self.settings.moves {
                let rule = self.climb(&[], 2 * moves, round)?;
                self.deepen(vec![rule])?;
            }
            let mut rules = self.best.0.clone();
            while rules.len() < self.settings.rules && !rules.is_empty() {
                let more = self.climb(&rules, 2 * self.settings.moves, round)?;
                rules.push(more);
            }
            round += 1;
            // Nothing new is left to be tried.
            if tried == self.known.len() && round > 4 * self.columns.len() {
                return Ok(());
            }
        }
    }

    /// Climbs from a single column, another one each round, to the best number for one more rule after some rules.
    fn climb(&mut self, before: &[Rule], depth: u16, round: usize) -> Result<Rule, End> {
        let number = |terms: Vec<Term>| Rule { terms, depth };
        let single = |column: usize, weight: i32| number(vec![Term { column, weight }]);
        let singles: Vec<Rule> = (0..self.columns.len())
            .flat_map(|column| [single(column, 1), single(column, -1)])
            .collect();
        let outcomes = self.try_all(before, &singles)?;
        let mut ranked: Vec<usize> = (0..singles.len()).collect();
        ranked.sort_by_key(|at| std::cmp::Reverse(outcomes[*at].solved));
        let start = ranked[round % ranked.len()];
        let (mut rule, mut solved) = (singles[start].clone(), outcomes[start].solved);
        for _ in 0..ROUNDS {
            let before_round = solved;
            for column in self.shuffled() {
                let tried = self.neighbours(&rule, column);
                let outcomes = self.try_all(before, &tried)?;
                for (candidate, outcome) in tried.into_iter().zip(outcomes) {
                    if outcome.solved > solved {
                        (rule, solved) = (candidate, outcome.solved);
                    }
                }
            }
            if solved == before_round {
                break;
            }
        }
        Ok(rule)
    }

    /// The rules that differ in one column: in its weight, or in that it takes the place of another.
    fn neighbours(&self, rule: &Rule, column: usize) -> Vec<Rule> {
        let present = rule.terms.iter().any(|term| term.column == column);
        let others = |without: Option<usize>| -> Vec<Term> {
            let stays = |term: &&Term| term.column != column && Some(term.column) != without;
            rule.terms.iter().filter(stays).copied().collect()
        };
        let one_more = |mut terms: Vec<Term>, weight: i32| {
            terms.push(Term { column, weight });
            with(rule, terms)
        };
        let mut all = Vec::new();
        if present || rule.terms.len() < self.settings.terms {
            let weights = (1..=self.settings.weights).flat_map(|weight| [weight, -weight]);
            all.extend(weights.map(|weight| one_more(others(None), weight)));
        }
        if present {
            all.extend((rule.terms.len() > 1).then(|| with(rule, others(None))));
        } else {
            let places = rule.terms.iter();
            let places = places.flat_map(|of| [(of, of.weight), (of, -of.weight)]);
            all.extend(places.map(|(of, weight)| one_more(others(Some(of.column)), weight)));
        }
        all.retain(|candidate| candidate != rule);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Adds the last number at greater depths, one more rule each, while positions are left.
    fn deepen(&mut self, mut rules: Vec<Rule>) -> Result<(), End> {
        while let Some(last) = rules.last().cloned()
            && rules.len() < self.settings.rules
        {
            let deeper = (last.depth / 2 + 1..=self.settings.moves).map(|moves| Rule {
                depth: 2 * moves,
                ..last.clone()
            });
            let deeper: Vec<Rule> = deeper.collect();
            let outcomes = self.try_all(&rules, &deeper)?;
            let best = (0..deeper.len())
                .rev()
                .max_by_key(|at| outcomes[*at].solved);
            let Some(best) = best else {
                return Ok(());
            };
            rules.push(deeper[best].clone());
        }
        Ok(())
    }

    /// Leaves out what is not needed: rules, terms, moves of depth, large weights.
    fn simplify(&mut self) -> Result<(), End> {
        // As many candidates as it takes: they are few.
        let wanted = self.best.1.solved;
        'again: loop {
            for candidate in simpler(&self.best.0) {
                let outcome = self.outcomes(&[], std::slice::from_ref(&candidate))[0];
                self.known.insert(candidate.clone(), outcome);
                let progress = self.progress();
                if !self.watch.goes_on(&progress) {
                    return Err(End::Stopped);
                }
                if outcome.solved >= wanted {
                    self.best = (candidate, outcome);
                    continue 'again;
                }
            }
            return Ok(());
        }
    }

    /// Tries each of some rules as one more after others; the best of all so far is kept.
    fn try_all(&mut self, before: &[Rule], more: &[Rule]) -> Result<Vec<Outcome>, End> {
        let whole = |rule: &Rule| {
            let mut rules = before.to_vec();
            rules.push(rule.clone());
            rules
        };
        let candidates: Vec<Vec<Rule>> = more.iter().map(whole).collect();
        let mut new: Vec<Vec<Rule>> = candidates
            .iter()
            .filter(|rules| !self.known.contains_key(*rules))
            .cloned()
            .collect();
        let left = self
            .settings
            .candidates
            .saturating_sub(self.known.len() as u64);
        let is_cut = new.len() as u64 > left;
        new.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        let outcomes = self.outcomes(before, &new);
        for (rules, outcome) in new.into_iter().zip(outcomes) {
            if outcome.solved > self.best.1.solved {
                self.best = (rules.clone(), outcome);
            }
            self.known.insert(rules, outcome);
        }
        let progress = self.progress();
        if !self.watch.goes_on(&progress) {
            return Err(End::Stopped);
        }
        if is_cut || self.best.1.solved >= self.wanted {
            return Err(End::Done);
        }
        let outcome = |rules| self.known.get(rules).copied().unwrap_or_default();
        Ok(candidates.iter().map(outcome).collect())
    }

    /// The outcomes of lists of rules that begin alike: those that an earlier run has kept, and those that are played now.
    fn outcomes(&mut self, before: &[Rule], lists: &[Vec<Rule>]) -> Vec<Outcome> {
        let known: Vec<Option<Outcome>> = lists.iter().map(|of| self.watch.known(of)).collect();
        let is_new = |(_, known): &(&Vec<Rule>, &Option<Outcome>)| known.is_none();
        let new: Vec<&Vec<Rule>> = lists
            .iter()
            .zip(&known)
            .filter(is_new)
            .map(|(of, _)| of)
            .collect();
        let played = self.played(before, &new);
        for (rules, outcome) in new.iter().zip(&played) {
            self.watch.keep(rules, outcome);
        }
        let mut played = played.into_iter();
        let known = known.into_iter();
        known
            .filter_map(|known| known.or_else(|| played.next()))
            .collect()
    }

    fn played(&self, before: &[Rule], lists: &[&Vec<Rule>]) -> Vec<Outcome> {
        if lists.is_empty() {
            return Vec::new();
        }
        let (class, columns) = (self.class, self.columns);
        let of = |rule| Levels::of(class, columns, rule);
        let first: Vec<Levels> = before.par_iter().map(of).collect();
        let one = |own: &mut Vec<Levels>, rules: &&Vec<Rule>| {
            let rest = rules.get(before.len()..).unwrap_or_default();
            own.resize_with(rest.len(), Levels::default);
            for (levels, rule) in own.iter_mut().zip(rest) {
                levels.fill(class, columns, rule);
            }
            Played::new(class, first.iter().chain(own.iter()).collect()).outcome()
        };
        lists.par_iter().map_init(Vec::new, one).collect()
    }

    fn progress(&self) -> Progress {
        Progress {
            candidates: self.known.len() as u64,
            best: self.best.1,
        }
    }

    /// The columns in an order of the seed.
    fn shuffled(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        for end in (1..order.len()).rev() {
            let other = self.random.bits() % (end as u64 + 1);
            order.swap(end, other as usize);
        }
        order
    }
}

/// Lists of rules that are one step simpler, the greatest step first.
fn simpler(rules: &[Rule]) -> Vec<Vec<Rule>> {
    let without = |at: usize| [rules.get(..at), rules.get(at + 1..)].map(Option::unwrap_or_default);
    let mut all: Vec<Vec<Rule>> = (0..rules.len()).map(|at| without(at).concat()).collect();
    for step in [fewer_terms, less_depth, less_weight] {
        for (at, rule) in rules.iter().enumerate() {
            let [before, after] = without(at);
            let steps = step(rule).into_iter();
            all.extend(steps.map(|rule| [before, &[rule], after].concat()));
        }
    }
    all.retain(|rules| !rules.is_empty());
    all
}

fn fewer_terms(rule: &Rule) -> Vec<Rule> {
    let without = |at: usize| {
        let mut terms = rule.terms.clone();
        terms.remove(at);
        with(rule, terms)
    };
    let several = rule.terms.len() > 1;
    (0..rule.terms.len())
        .filter(|_| several)
        .map(without)
        .collect()
}

fn less_depth(rule: &Rule) -> Vec<Rule> {
    let depth = rule.depth.saturating_sub(2);
    let terms = rule.terms.clone();
    if depth > 0 {
        vec![Rule { terms, depth }]
    } else {
        Vec::new()
    }
}

fn less_weight(rule: &Rule) -> Vec<Rule> {
    let lighter = |at: usize| {
        let mut terms = rule.terms.clone();
        let weight = terms.get(at)?.weight;
        terms.get_mut(at)?.weight = weight - weight.signum();
        (weight.abs() > 1).then(|| with(rule, terms))
    };
    (0..rule.terms.len()).filter_map(lighter).collect()
}

/// A rule with other terms. Their weights are divided by a common divisor, which changes no order of positions.
fn with(rule: &Rule, mut terms: Vec<Term>) -> Rule {
    let divisor = terms
        .iter()
        .fold(0, |divisor, term| gcd(divisor, term.weight));
    terms
        .iter_mut()
        .for_each(|term| term.weight /= divisor.max(1));
    terms.sort_unstable();
    Rule {
        terms,
        depth: rule.depth,
    }
}

/// The greatest common divisor; 0 is divided by all numbers.
const fn gcd(a: i32, b: i32) -> i32 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

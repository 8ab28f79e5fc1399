//! Questions about rules and goals that a look asks in positions, and the counts of their answers.

use adv_chess::{Color, Position};
use adv_module::program::{Entry, Goal, Place};
use adv_module::types::Needs;
use adv_module::{AdviceId, FnId, Program, TableId, When};
use adv_vm::{Asking, Stop};

use super::places::Walk;

/// One question about a table, or about a piece-of-advice that it lists.
#[derive(Debug)]
pub(super) struct MaterialQuestion {
    pub table: TableId,
    pub about: About,
    /// Conditions of the rules up to the one that is spoken of; its own is the last. `None` always holds.
    rules: Vec<Option<FnId>>,
}

/// Matter of a question.
#[derive(Debug)]
pub(super) enum About {
    /// Does the rule of this index take a position?
    Rule(usize),
    /// Is a part of a goal true in one node, and false in another?
    Part {
        advice: AdviceId,
        /// True for a part of the better-goal, false for one of the holding-goal.
        better: bool,
        place: Place,
        /// Nodes in which the goal is evaluated: after our moves, after theirs, or after both.
        when: When,
        test: FnId,
    },
    /// Is the holding-goal true in a position where the rule of this index tries its piece-of-advice?
    Root {
        rule: usize,
        advice: AdviceId,
        /// Functions of the goal's parts that depend on one position alone.
        parts: Vec<FnId>,
    },
}

/// Counts of a question's answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    /// Positions in which the question was asked.
    pub asked: u64,
    /// Of these, the positions in which the rule takes, the part is true, or the goal holds.
    pub held: u64,
    /// Positions in which the condition of a rule holds, by the index of the earlier rule that takes them.
    pub taken: Vec<u64>,
}

impl Count {
    /// Adds the counts of later positions.
    pub fn add(&mut self, later: &Count) {
        self.asked += later.asked;
        self.held += later.held;
        if self.taken.len() < later.taken.len() {
            self.taken.resize(later.taken.len(), 0);
        }
        for (sum, more) in self.taken.iter_mut().zip(&later.taken) {
            *sum += more;
        }
    }
}

impl MaterialQuestion {
    /// Lists the questions of a program, in the order of its tables.
    pub fn all(program: &Program) -> Vec<MaterialQuestion> {
        let mut questions = Vec::new();
        for (number, table) in program.tables.iter().enumerate() {
            let id = TableId(u16::try_from(number).unwrap_or(u16::MAX));
            let conditions: Vec<_> = table.rules.iter().map(|rule| rule.condition).collect();
            let mut add = |about, upto: usize| {
                questions.push(MaterialQuestion {
                    table: id,
                    about,
                    rules: conditions.get(..upto).unwrap_or_default().to_vec(),
                });
            };
            let mut listed: Vec<AdviceId> = Vec::new();
            for (rule, record) in table.rules.iter().enumerate() {
                if record.condition.is_some() || rule > 0 {
                    add(About::Rule(rule), rule + 1);
                }
                for advice in record.list.iter().flat_map(Entry::advice) {
                    if let Some(parts) = root_parts(program, *advice) {
                        let advice = *advice;
                        add(
                            About::Root {
                                rule,
                                advice,
                                parts,
                            },
                            rule + 1,
                        );
                    }
                    if !listed.contains(advice) {
                        listed.push(*advice);
                    }
                }
            }
            for id in listed {
                let Some(advice) = program.advice.get(id.index()).filter(|of| of.is_named()) else {
                    continue;
                };
                for (better, goal) in [(true, &advice.better), (false, &advice.holding)] {
                    for (place, test) in plain_parts(program, goal) {
                        let part = About::Part {
                            advice: id,
                            better,
                            place,
                            when: goal.when,
                            test,
                        };
                        add(part, 0);
                    }
                }
            }
        }
        questions
    }

    /// True for a question about a part of a goal, which is asked in all classes that moves lead to.
    pub fn is_part(&self) -> bool {
        matches!(self.about, About::Part { .. })
    }

    /// True where positions of a walk have an answer.
    pub fn is_asked_in(&self, walk: &Walk) -> bool {
        self.table == walk.table
            && match self.about {
                About::Part { when, .. } => match when {
                    When::Always => true,
                    When::AfterUs => walk.turn() != walk.us,
                    When::AfterThem => walk.turn() == walk.us,
                },
                About::Rule(_) | About::Root { .. } => walk.asked,
            }
    }

    /// True where these counts show that what is asked about decides.
    pub fn is_settled(&self, counts: &[&Count]) -> bool {
        let held: u64 = counts.iter().map(|count| count.held).sum();
        let asked: u64 = counts.iter().map(|count| count.asked).sum();
        held > 0 && (held < asked || !self.is_part())
    }

    /// Part of a goal by its place and goal, and its value in all positions that these counts are of.
    pub fn part(&self, count: &Count) -> Option<(Place, bool, bool)> {
        match self.about {
            About::Part { place, better, .. } => Some((place, better, count.held > 0)),
            _ => None,
        }
    }

    /// Condition without which a position cannot settle the question, after these counts.
    pub fn guide(&self, count: &Count) -> Option<FnId> {
        match self.about {
            About::Part { test, .. } => (count.held == 0).then_some(test),
            About::Rule(_) | About::Root { .. } => self.rules.last().copied().flatten(),
        }
    }

    /// Asks the question in a position and counts the answer.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn ask(
        &self,
        asking: &mut Asking<'_>,
        position: &Position,
        us: Color,
        count: &mut Count,
    ) -> Result<(), Stop> {
        asking.move_to(position, us);
        match &self.about {
            About::Part { test, .. } => {
                count.held += u64::from(asking.word(*test, 0)? != 0);
            }
            About::Rule(_) => {
                if let Some(first) = self.first(asking)? {
                    count.taken.resize(self.rules.len() - 1, 0);
                    match count.taken.get_mut(first) {
                        Some(earlier) => *earlier += 1,
                        None => count.held += 1,
                    }
                }
            }
            About::Root { parts, .. } => {
                if self.first(asking)? != Some(self.rules.len() - 1) {
                    return Ok(());
                }
                // A part about our turn decides in later nodes: the goal counts as false only if it is false with either side to move.
                let mut holds = false;
                for turn in Color::ALL {
                    asking.move_to(&position.with_turn(turn), us);
                    let mut all = true;
                    for test in parts {
                        all = all && asking.word(*test, 0)? != 0;
                    }
                    holds |= all;
                }
                count.held += u64::from(holds);
            }
        }
        count.asked += 1;
        Ok(())
    }

    /// Index of the first rule that holds, where the last one does.
    fn first(&self, asking: &mut Asking<'_>) -> Result<Option<usize>, Stop> {
        let mut holds = |condition: &Option<FnId>| match condition {
            Some(condition) => Ok(asking.word(*condition, 0)? != 0),
            None => Ok(true),
        };
        if let Some(own) = self.rules.last()
            && !holds(own)?
        {
            return Ok(None);
        }
        for (rule, condition) in self.rules.iter().enumerate() {
            if holds(condition)? {
                return Ok(Some(rule));
            }
        }
        Ok(None)
    }
}

/// Parts of a holding-goal that our first move has to find true; `None` where there are none.
fn root_parts(program: &Program, id: AdviceId) -> Option<Vec<FnId>> {
    let goal = &program
        .advice
        .get(id.index())
        .filter(|of| of.is_named())?
        .holding;
    // At the root it is our move, as it is after theirs.
    if goal.when == When::AfterUs || goal.place.is_empty() {
        return None;
    }
    let parts: Vec<FnId> = plain_parts(program, goal).map(|part| part.1).collect();
    (!parts.is_empty()).then_some(parts)
}

/// The parts of a goal, with their places, that are in the program's own text and depend on one position alone.
fn plain_parts<'p>(
    program: &'p Program,
    goal: &'p Goal,
) -> impl Iterator<Item = (Place, FnId)> + 'p {
    let is_plain = |test: FnId| {
        let own = program.function(test).map(|of| (of.needs, &of.params));
        let found = own.or_else(|| {
            program
                .imports
                .get(test.index())
                .map(|of| (of.needs, &of.params))
        });
        found.is_some_and(|(needs, params)| needs == Needs::NONE && params.is_empty())
    };
    let parts = goal.parts.iter().map(|part| (part.place, part.test));
    parts.filter(move |(place, test)| !place.is_empty() && is_plain(*test))
}

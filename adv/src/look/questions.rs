//! Questions about rules and goals that a look asks in positions, and the counts of their answers.

use adv_chess::{Color, Position};
use adv_module::program::{Class, Consulted, Entry, Goal, Place, StatementKind};
use adv_module::types::Needs;
use adv_module::{AdviceId, FnId, Program, When};
use adv_vm::{Asking, Stop, Subject};

use super::facts::{Fact, Test, Told};
use super::places::{Walk, players};

/// One question about a table, about a piece-of-advice that it lists, or about a fact.
#[derive(Debug)]
pub(super) struct MaterialQuestion {
    pub of: Option<Subject>,
    pub about: About,
    /// Conditions of the rules up to the one that is spoken of; its own is the last. `None` always holds.
    rules: Vec<Option<FnId>>,
}

/// Matter of a question.
#[derive(Debug)]
pub(super) enum About {
    /// Does the rule of this index take a position?
    Rule(usize),
    /// Is the holding-goal true in a position where the rule of this index tries its piece-of-advice?
    Root {
        rule: usize,
        advice: AdviceId,
        /// Functions of the goal's parts that depend on one position alone.
        parts: Vec<FnId>,
    },
    Fact(Fact),
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
    /// Lists the questions of a program, in the order of its tables and strategies, then its facts.
    pub fn all(program: &Program, facts: Vec<Fact>) -> Vec<MaterialQuestion> {
        let mut questions = Vec::new();
        for of in players(program) {
            let rules = match of {
                Subject::Table(id) => program.tables.get(id.index()).map(|table| &table.rules),
                _ => None,
            };
            let rules = rules.map_or(&[][..], Vec::as_slice);
            let conditions: Vec<_> = rules.iter().map(|rule| rule.condition).collect();
            let mut add = |about, upto: usize| {
                questions.push(MaterialQuestion {
                    of: Some(of),
                    about,
                    rules: conditions.get(..upto).unwrap_or_default().to_vec(),
                });
            };
            for (rule, record) in rules.iter().enumerate() {
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
                }
            }
            for id in listed(program, of) {
                let Some(advice) = program.advice.get(id.index()) else {
                    continue;
                };
                // The out-class of an action speaks of a step.
                let better = (true, &advice.better);
                let better = Some(better).filter(|_| !advice.kind.is_action());
                for (better, goal) in better.into_iter().chain([(false, &advice.holding)]) {
                    for (place, test) in plain_parts(program, goal) {
                        let fact = Fact::of_goal(of, (id, better, goal.when), place, test);
                        add(About::Fact(fact), 0);
                    }
                }
            }
        }
        questions.extend(facts.into_iter().map(|fact| MaterialQuestion {
            of: None,
            about: About::Fact(fact),
            rules: Vec::new(),
        }));
        questions
    }

    /// True for a question that is asked in all classes that moves lead to.
    pub fn goes_on(&self) -> bool {
        match &self.about {
            About::Fact(fact) => fact.goes_on(),
            About::Rule(_) | About::Root { .. } => false,
        }
    }

    /// The share of a proof's steps, and of its fuel, that a position takes: all its moves are asked, or it alone.
    pub fn cost(&self) -> u64 {
        match &self.about {
            About::Fact(fact) if !matches!(fact.test, Test::Condition(_)) => 4,
            _ => 1,
        }
    }

    /// True where the question is one of many about the text.
    pub fn is_fact(&self) -> bool {
        matches!(&self.about, About::Fact(fact) if fact.goal_of.is_none())
    }

    /// True where positions of a walk have an answer.
    pub fn is_asked_in(&self, walk: &Walk) -> bool {
        match &self.about {
            About::Fact(fact) => fact.is_asked_in(walk),
            _ if self.of != walk.of => false,
            About::Rule(_) | About::Root { .. } => walk.asked,
        }
    }

    /// True where these counts show that what is asked about decides.
    pub fn is_settled(&self, counts: &[&Count]) -> bool {
        let held: u64 = counts.iter().map(|count| count.held).sum();
        let asked: u64 = counts.iter().map(|count| count.asked).sum();
        let told = match &self.about {
            About::Fact(fact) => fact.kind.1,
            About::Rule(_) | About::Root { .. } => Told::Never,
        };
        (told == Told::Always || held > 0) && (told == Told::Never || held < asked)
    }

    /// The place of a fact, and its value in all positions that these counts are of.
    pub fn part(&self, count: &Count) -> Option<(Place, bool)> {
        match &self.about {
            About::Fact(fact) => Some((fact.place, count.held > 0)),
            _ => None,
        }
    }

    /// Condition without which a position cannot settle the question, after these counts.
    pub fn guide(&self, count: &Count) -> Option<FnId> {
        match &self.about {
            About::Fact(fact) => match fact.test {
                Test::Condition(test) => {
                    (count.held == 0 && fact.kind.1 != Told::Always).then_some(test)
                }
                Test::Step(_) | Test::Moves(_) => None,
            },
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
        // No class has a right to castle, and a game may.
        let position = &match self.cost() {
            1 => *position,
            _ => position.with_all_castling(),
        };
        asking.move_to(position, us);
        match &self.about {
            About::Fact(fact) => match &fact.test {
                Test::Condition(test) => count.held += u64::from(asking.word(*test, 0)? != 0),
                Test::Moves(classes) => count.held += u64::from(has_moves(asking, classes)?),
                Test::Step(test) => {
                    for m in position.legal_moves() {
                        count.held += u64::from(asking.word_of_move(*test, m)? != 0);
                        count.asked += 1;
                    }
                    return Ok(());
                }
            },
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

/// True where a legal move is in the last class and in none before it.
fn has_moves(asking: &mut Asking<'_>, classes: &[Class]) -> Result<bool, Stop> {
    let Some((last, before)) = classes.split_last() else {
        return Ok(false);
    };
    let mut moves = asking.moves_of(last)?;
    for class in before {
        if moves.is_empty() {
            break;
        }
        let earlier = asking.moves_of(class)?;
        moves.retain(|m| !earlier.contains(m));
    }
    Ok(!moves.is_empty())
}

/// The named pieces-of-advice that a table lists, or the actions and pieces of a strategy's statements, each once.
pub(super) fn listed(program: &Program, of: Subject) -> Vec<AdviceId> {
    let (table, strategy) = match of {
        Subject::Table(id) => (program.tables.get(id.index()), None),
        Subject::Strategy(id) => (None, program.strategies.get(id.index())),
        Subject::Advice(_) => (None, None),
    };
    let rules = table.into_iter().flat_map(|table| &table.rules);
    let mut all: Vec<AdviceId> = rules
        .flat_map(|rule| &rule.list)
        .flat_map(Entry::advice)
        .copied()
        .collect();
    for statement in strategy.into_iter().flat_map(|strategy| &strategy.body) {
        match &statement.kind {
            StatementKind::Action { advice, .. } => all.push(*advice),
            StatementKind::Consult {
                what: Consulted::List(list),
                ..
            } => {
                all.extend(list.iter().flat_map(Entry::advice));
            }
            _ => {}
        }
    }
    let mut listed = Vec::new();
    for id in all {
        let kind = program.advice.get(id.index()).map(|advice| advice.kind);
        if kind.is_some_and(|kind| !kind.is_hidden()) && !listed.contains(&id) {
            listed.push(id);
        }
    }
    listed
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
    let is_plain = |test: FnId| needs_of(program, test) == Some(Needs::NONE);
    let parts = goal.parts.iter().map(|part| (part.place, part.test));
    parts.filter(move |(place, test)| !place.is_empty() && is_plain(*test))
}

/// What a function without parameters needs.
pub(super) fn needs_of(program: &Program, test: FnId) -> Option<Needs> {
    let own = program.function(test).map(|of| (of.needs, &of.params));
    let imported = || {
        let import = program.imports.get(test.index());
        import.map(|of| (of.needs, &of.params))
    };
    let (needs, params) = own.or_else(imported)?;
    params.is_empty().then_some(needs)
}

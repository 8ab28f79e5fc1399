//! Questions about rules and goals that a look asks in each position, and the counts of their answers.

use std::ops::Range;

use adv_chess::{Color, Material, Move, Position, Role};
use adv_module::program::{Entry, Goal, Place, Table};
use adv_module::types::Needs;
use adv_module::{AdviceId, FnId, Program, TableId, When};
use adv_vm::{Asking, Engine, Failure, Replies, Stop};

use super::places::Walk;
use crate::claims::men_of;

/// Part of a goal, the truth of which is counted over all positions, with the table and the piece-of-advice that it belongs to.
pub(super) struct PartQuestion {
    pub table: TableId,
    pub advice: AdviceId,
    /// True for a part of the better-goal, false for one of the holding-goal.
    pub better: bool,
    pub place: Place,
    /// Nodes in which the goal is evaluated: after our moves, after theirs, or after both.
    when: When,
    test: FnId,
}

impl PartQuestion {
    /// True where the part is evaluated in nodes with this side to move, the table playing `us`.
    fn is_asked(&self, turn: Color, us: Color) -> bool {
        match self.when {
            When::Always => true,
            When::AfterUs => turn != us,
            When::AfterThem => turn == us,
        }
    }
}

/// Question in the position where a rule tries its piece-of-advice: is the holding-goal false there already?
pub(super) struct RootQuestion {
    pub table: TableId,
    pub rule: usize,
    pub advice: AdviceId,
    /// Functions of the goal's parts that depend on one position alone.
    parts: Vec<FnId>,
}

/// All questions that a look asks in each position.
pub(super) struct Questions {
    pub parts: Vec<PartQuestion>,
    pub roots: Vec<RootQuestion>,
    /// For each table, true where it plays the side with more material, so that a stalemate is no gain for it.
    is_stronger: Vec<bool>,
}

impl Questions {
    pub fn of(program: &Program) -> Questions {
        let mut questions = Questions {
            parts: Vec::new(),
            roots: Vec::new(),
            is_stronger: Vec::new(),
        };
        for (number, table) in program.tables.iter().enumerate() {
            let id = TableId(u16::try_from(number).unwrap_or(u16::MAX));
            let mut listed: Vec<AdviceId> = Vec::new();
            for (rule, record) in table.rules.iter().enumerate() {
                for advice in record.list.iter().flat_map(Entry::advice) {
                    questions.root(program, id, rule, *advice);
                    if !listed.contains(advice) {
                        listed.push(*advice);
                    }
                }
            }
            for advice in listed {
                questions.parts_of(program, id, advice);
            }
            let side = adv_vm::Subject::Table(id).side(program);
            let material = table.material.as_ref().map(men_of);
            questions.is_stronger.push(match (side, material) {
                (Some(us), Some(men)) => points(&men, us) > points(&men, !us),
                _ => false,
            });
        }
        questions
    }

    fn parts_of(&mut self, program: &Program, table: TableId, id: AdviceId) {
        let Some(advice) = program.advice.get(id.index()).filter(|of| of.is_named()) else {
            return;
        };
        for (better, goal) in [(true, &advice.better), (false, &advice.holding)] {
            for part in plain_parts(program, goal) {
                self.parts.push(PartQuestion {
                    table,
                    advice: id,
                    better,
                    place: part.0,
                    when: goal.when,
                    test: part.1,
                });
            }
        }
    }

    fn root(&mut self, program: &Program, table: TableId, rule: usize, id: AdviceId) {
        let Some(advice) = program.advice.get(id.index()).filter(|of| of.is_named()) else {
            return;
        };
        // At the root it is our move, as it is after theirs.
        if advice.holding.when == When::AfterUs
            || advice.holding.place.start >= advice.holding.place.end
        {
            return;
        }
        let parts: Vec<FnId> = plain_parts(program, &advice.holding)
            .map(|part| part.1)
            .collect();
        if !parts.is_empty() {
            self.roots.push(RootQuestion {
                table,
                rule,
                advice: id,
                parts,
            });
        }
    }
}

/// The parts of a goal, with their places, that are in the program's own text and depend on one position alone.
fn plain_parts<'p>(
    program: &'p Program,
    goal: &'p Goal,
) -> impl Iterator<Item = (Place, FnId)> + 'p {
    let is_plain = |test: FnId| {
        let function = program.functions.get(test.index());
        function.is_some_and(|of| of.needs == Needs::NONE && of.params.is_empty())
    };
    let parts = goal.parts.iter().map(|part| (part.place, part.test));
    parts.filter(move |(place, test)| place.start < place.end && is_plain(*test))
}

/// Value of a side's material as teachers count it: queen 9, rook 5, bishop and knight 3, pawn 1.
fn points(material: &Material, side: Color) -> u32 {
    const POINTS: [(Role, u32); 5] = [
        (Role::Queen, 9),
        (Role::Rook, 5),
        (Role::Bishop, 3),
        (Role::Knight, 3),
        (Role::Pawn, 1),
    ];
    let of = POINTS.map(|(role, points)| points * u32::from(material.count(side, role)));
    of.iter().sum()
}

/// Counts of positions in which the condition of a rule holds, by the first rule of the table that holds there: an earlier one, or at the
/// end the rule itself.
pub(super) type RuleTally = Vec<u64>;

/// Count of positions in which a table plays a move of one piece-of-advice that stalemates.
#[derive(Clone)]
pub(super) struct StalemateTally {
    pub table: TableId,
    pub advice: AdviceId,
    pub count: u64,
    pub first: (Position, Move),
}

/// Counts of all answers that a look has collected so far.
#[derive(Clone)]
pub(super) struct Tally {
    /// For each table, number of positions in which its rules were evaluated.
    pub asked: Vec<u64>,
    /// Counts for each rule, by table and by rule.
    pub rules: Vec<Vec<RuleTally>>,
    /// For each question about a part: number of positions evaluated until both values were met, and of those with the value true.
    pub parts: Vec<(u64, u64)>,
    /// For each question about a root: number of positions evaluated until the goal held in one, and of those in which it is false.
    pub roots: Vec<(u64, u64)>,
    pub stalemates: Vec<StalemateTally>,
}

impl Tally {
    /// A tally without positions.
    pub fn of(program: &Program, questions: &Questions) -> Tally {
        let blank = |table: &Table| (0..table.rules.len()).map(|at| vec![0; at + 1]).collect();
        Tally {
            asked: vec![0; program.tables.len()],
            rules: program.tables.iter().map(blank).collect(),
            parts: vec![(0, 0); questions.parts.len()],
            roots: vec![(0, 0); questions.roots.len()],
            stalemates: Vec::new(),
        }
    }

    /// Asks the questions in the positions of some numbers of a walk, and counts the answers.
    ///
    /// # Errors
    /// [`Stop::Interrupted`]. After another stop the question does not count in that position.
    pub fn look(
        &mut self,
        program: &Program,
        questions: &Questions,
        engine: &mut Engine,
        walk: &Walk,
        numbers: Range<u64>,
    ) -> Result<(), Stop> {
        let positions: Vec<Position> = numbers.filter_map(|at| walk.position(at)).collect();
        let Some(first) = positions.first() else {
            return Ok(());
        };
        let mut stalemating = Vec::new();
        let mut asking = engine.asking(first, walk.us);
        for position in positions {
            asking.turn_to(&position, walk.us);
            self.ask_parts(questions, &mut asking, walk, position.turn())?;
            if walk.asked {
                let rule = self.ask_rules(program, &mut asking, walk)?;
                self.ask_roots(questions, &mut asking, walk, (rule, &position))?;
                let table = walk.table.index();
                if questions.is_stronger.get(table) == Some(&true) && can_stalemate(&position) {
                    stalemating.push(position);
                }
            }
        }
        drop(asking);
        let mut decisions = engine.decisions(walk.table, Replies::TestedFirst);
        for position in stalemating {
            let decision = match decisions.decide(&position) {
                Ok(decision) => decision,
                Err(Failure::Stopped {
                    stop: Stop::Interrupted,
                    ..
                }) => {
                    return Err(Stop::Interrupted);
                }
                Err(_) => continue,
            };
            let (Some(advice), Some(m)) = (decision.advice, decision.mv) else {
                continue;
            };
            let after = position.play(m);
            if after.is_stalemated(after.turn()) {
                self.add_stalemate(&StalemateTally {
                    table: walk.table,
                    advice,
                    count: 1,
                    first: (position, m),
                });
            }
        }
        Ok(())
    }

    fn ask_parts(
        &mut self,
        questions: &Questions,
        asking: &mut Asking<'_>,
        walk: &Walk,
        turn: Color,
    ) -> Result<(), Stop> {
        for (part, tally) in questions.parts.iter().zip(&mut self.parts) {
            if part.table != walk.table || !part.is_asked(turn, walk.us) {
                continue;
            }
            // What has been both is settled.
            if tally.1 > 0 && tally.1 < tally.0 {
                continue;
            }
            if let Some(value) = answer(asking, part.test)? {
                tally.0 += 1;
                tally.1 += u64::from(value);
            }
        }
        Ok(())
    }

    /// Evaluates the conditions of a table's rules, and returns the index of the first rule that holds; at a limit nothing is counted.
    fn ask_rules(
        &mut self,
        program: &Program,
        asking: &mut Asking<'_>,
        walk: &Walk,
    ) -> Result<Option<usize>, Stop> {
        let at = walk.table.index();
        let Some(table) = program.tables.get(at) else {
            return Ok(None);
        };
        let mut holding = Vec::with_capacity(table.rules.len());
        for rule in &table.rules {
            let holds = match rule.condition {
                Some(condition) => answer(asking, condition)?,
                None => Some(true),
            };
            let Some(holds) = holds else {
                return Ok(None);
            };
            holding.push(holds);
        }
        let first = holding.iter().position(|holds| *holds);
        if let Some(asked) = self.asked.get_mut(at) {
            *asked += 1;
        }
        let tallies = self.rules.get_mut(at).into_iter().flatten();
        for (tally, _) in tallies.zip(&holding).filter(|(_, holds)| **holds) {
            if let Some(by) = first.and_then(|first| tally.get_mut(first)) {
                *by += 1;
            }
        }
        Ok(first)
    }

    /// Evaluates the holding-goals of a rule's pieces-of-advice in the position of the rule. A goal counts as false only if it is false
    /// with either side to move: a part about our turn decides in later nodes.
    fn ask_roots(
        &mut self,
        questions: &Questions,
        asking: &mut Asking<'_>,
        walk: &Walk,
        (rule, position): (Option<usize>, &Position),
    ) -> Result<(), Stop> {
        for (question, tally) in questions.roots.iter().zip(&mut self.roots) {
            if question.table != walk.table || Some(question.rule) != rule {
                continue;
            }
            // A goal that has held once is not always false.
            if tally.1 < tally.0 {
                continue;
            }
            let mut is_false = true;
            for turn in Color::ALL {
                asking.turn_to(&position.with_turn(turn), walk.us);
                let mut all = true;
                for test in &question.parts {
                    all &= answer(asking, *test)? != Some(false);
                }
                is_false &= !all;
            }
            tally.0 += 1;
            tally.1 += u64::from(is_false);
        }
        Ok(())
    }

    fn add_stalemate(&mut self, found: &StalemateTally) {
        let same = |of: &&mut StalemateTally| of.table == found.table && of.advice == found.advice;
        match self.stalemates.iter_mut().find(same) {
            Some(known) => known.count += found.count,
            None => self.stalemates.push(found.clone()),
        }
    }

    /// Adds the counts of another tally, of later positions.
    pub fn merge(&mut self, later: &Tally) {
        let sums = self.parts.iter_mut().chain(&mut self.roots);
        for (sum, more) in sums.zip(later.parts.iter().chain(&later.roots)) {
            sum.0 += more.0;
            sum.1 += more.1;
        }
        let sums = self
            .rules
            .iter_mut()
            .flatten()
            .flatten()
            .chain(&mut self.asked);
        for (sum, more) in sums.zip(later.rules.iter().flatten().flatten().chain(&later.asked)) {
            *sum += more;
        }
        for found in &later.stalemates {
            self.add_stalemate(found);
        }
    }
}

/// The value of a descriptor in the present position; `None` where a limit was reached.
fn answer(asking: &mut Asking<'_>, test: FnId) -> Result<Option<bool>, Stop> {
    match asking.word(test, 0) {
        Ok(word) => Ok(Some(word != 0)),
        Err(Stop::Interrupted) => Err(Stop::Interrupted),
        Err(_) => Ok(None),
    }
}

/// True where the side to move has a move that stalemates the other side.
fn can_stalemate(position: &Position) -> bool {
    let them = !position.turn();
    let moves = position.legal_moves();
    moves.iter().any(|m| position.play(*m).is_stalemated(them))
}

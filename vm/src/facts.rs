//! What was true at a node of a tree: each conjunct of its goals, with the numbers and the boards that it speaks of.

use adv_chess::{Color, Position};
use adv_module::program::{Compare, Goal, Place, SpokenZone, ZoneFunctions};
use adv_primitives::ways::ZoneOperands;

use crate::consultation::Consultation;
use crate::engine::{Engine, Options};
use crate::env::Env;
use crate::limits::Stop;
use crate::run::Run;
use crate::search::request::better_current;
use crate::searched::{SelectedBy, SelectedMove};
use crate::view::{View, unmirrored};
use crate::why::{GoalKind, is_asked};

/// The goals of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeFacts {
    /// The goal that decided here: the better-goal at a leaf, the holding-goal elsewhere.
    pub decided: GoalKind,
    /// The conjuncts of the holding-goal, then those of the better-goal, as far as they were evaluated here.
    pub parts: Vec<PartFacts>,
    /// The class that selected the move to the node.
    pub selected: Option<SelectedBy>,
    /// The zones that this class speaks of, in the position before the move.
    pub along: Vec<SeenZone>,
}

/// One conjunct at one node.
#[derive(Clone, Debug, PartialEq)]
pub struct PartFacts {
    /// Its goal.
    pub goal: GoalKind,
    /// Its text in the source.
    pub place: Place,
    /// Whether it holds.
    pub holds: bool,
    /// Where it compares numbers: both sides with their texts.
    pub compare: Option<[SideFacts; 2]>,
    /// The boards that it speaks of.
    pub boards: Vec<BoardFacts>,
    /// The zones that it speaks of, in the position of the node.
    pub zones: Vec<SeenZone>,
}

/// A zone that a conjunct or a class speaks of, in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenZone {
    /// What it is called in the program.
    pub text: String,
    /// Its squares, in the colours of the caller's position, and its horizon; [`adv_primitives::zone_facts::ZoneFacts::of`] says what
    /// they come to.
    pub operands: ZoneOperands,
}

impl SeenZone {
    /// The zone with the colours exchanged.
    pub fn mirrored(&self) -> SeenZone {
        let mut zone = self.clone();
        zone.operands.men = zone.operands.men.swap_bytes();
        zone.operands.targets = zone.operands.targets.swap_bytes();
        zone
    }
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFacts {
    /// Its text in the source.
    pub place: Place,
    /// Its numbers, one or a tuple.
    pub values: Vec<i64>,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFacts {
    /// Its text in the source.
    pub place: Place,
    /// Its squares, a1 = bit 0, in the colours of the caller's position.
    pub squares: u64,
}

impl Engine {
    /// What was true at a node of an answer's tree: the conjuncts of its advice's goals as the search evaluated them there, with the
    /// numbers that they compare and the boards that they speak of. Numbers are as the program sees the position, squares in the
    /// position's own colours. Without a tree, or for an index that it does not have, there are no conjuncts.
    ///
    /// # Errors
    /// The [`Stop`] that was reached; the limits are for one node.
    pub fn facts(&mut self, answer: &Consultation, node: usize) -> Result<NodeFacts, Stop> {
        let mut facts = NodeFacts {
            decided: GoalKind::Holding,
            parts: Vec::new(),
            selected: None,
            along: Vec::new(),
        };
        let (Some(tree), Some(id)) = (&answer.tree, answer.advice) else {
            return Ok(facts);
        };
        let Some([before, here]) = tree.step_to(node) else {
            return Ok(facts);
        };
        let Some(own) = tree.nodes().get(node) else {
            return Ok(facts);
        };
        let (mv, ply) = (unmirrored(own.mv, answer.mirrored), own.ply);
        if tree.is_leaf(node) {
            facts.decided = GoalKind::Better;
        }
        let turned = |position: &Position| View::turned(position, answer.us, answer.mirrored);
        let View {
            position: root, us, ..
        } = turned(tree.root());
        let [before, here] = [before, here].map(|position| turned(&position).position);
        self.with_run(&Options::default(), |run| {
            let Some(advice) = run.module.advice.get(id.index()) else {
                return Ok(facts);
            };
            let current = better_current(advice, &before, &here);
            for (kind, goal, current) in [
                (GoalKind::Holding, &advice.holding, &here),
                (GoalKind::Better, &advice.better, current),
            ] {
                if is_asked(goal, &here, us) {
                    let env = Env::step(current, &here, &root, us);
                    let parts = parts(run, kind, goal, &env, answer.mirrored)?;
                    facts.parts.extend(parts);
                }
            }
            facts.selected = run.selected_by(&SelectedMove {
                advice: id,
                root: &root,
                us,
                before: &before,
                ply: ply.saturating_sub(1),
                mv,
            })?;
            if let Some(class) = facts.selected.and_then(|by| by.class(advice)) {
                let env = Env::node(&before, &root, us);
                facts.along = seen(run, &class.zones, &env, answer.mirrored)?;
            }
            Ok(facts)
        })
    }

    /// The zones that the class which selected the move to a node speaks of, in the position before the move; for pieces that speak of
    /// `TAKEN`, whose classes [`Engine::tree_classes`] finds. Without a tree, or for an index that it does not have, there are none.
    ///
    /// # Errors
    /// The [`Stop`] that was reached; the limits are for one node.
    pub fn zones_of_class(
        &mut self,
        answer: &Consultation,
        node: usize,
        class: &SelectedBy,
    ) -> Result<Vec<SeenZone>, Stop> {
        let (Some(tree), Some(id)) = (&answer.tree, answer.advice) else {
            return Ok(Vec::new());
        };
        let Some([before, _]) = tree.step_to(node) else {
            return Ok(Vec::new());
        };
        let turned = |position: &Position| View::turned(position, answer.us, answer.mirrored);
        let View {
            position: root, us, ..
        } = turned(tree.root());
        let before = turned(&before).position;
        self.with_run(&Options::default(), |run| {
            let module = run.module;
            let advice = module.advice.get(id.index());
            match advice.and_then(|advice| class.class(advice)) {
                Some(class) => {
                    let env = Env::node(&before, &root, us);
                    seen(run, &class.zones, &env, answer.mirrored)
                }
                None => Ok(Vec::new()),
            }
        })
    }
}

impl Engine {
    /// Zones that a claim speaks of, with the squares that they have in a position.
    ///
    /// # Errors
    /// The [`Stop`] that was reached; the limits are for one position.
    pub fn zones_at(
        &mut self,
        zones: &[SpokenZone],
        position: &Position,
        us: Color,
    ) -> Result<Vec<SeenZone>, Stop> {
        if zones.is_empty() {
            return Ok(Vec::new());
        }
        self.with_run(&Options::default(), |run| {
            seen(run, zones, &Env::single(position, us), false)
        })
    }
}

/// Zones with the squares that they have in a position.
pub(crate) fn seen(
    run: &mut Run<'_>,
    zones: &[SpokenZone],
    env: &Env<'_>,
    mirrored: bool,
) -> Result<Vec<SeenZone>, Stop> {
    let mut found = Vec::with_capacity(zones.len());
    for spoken in zones {
        found.push(SeenZone {
            text: spoken.text.clone(),
            operands: operands(run, &spoken.zone, env, mirrored)?,
        });
    }
    Ok(found)
}

/// The operands of a zone in a position, in the colours of the caller's.
pub(crate) fn operands(
    run: &mut Run<'_>,
    zone: &ZoneFunctions,
    env: &Env<'_>,
    mirrored: bool,
) -> Result<ZoneOperands, Stop> {
    let [men, targets] = [run.word(zone.men, env)?, run.word(zone.targets, env)?];
    let [men, targets] = match mirrored {
        true => [men, targets].map(u64::swap_bytes),
        false => [men, targets],
    };
    Ok(ZoneOperands {
        men,
        targets,
        horizon: adv_primitives::ways::horizon(run.word(zone.moves, env)?),
    })
}

/// The conjuncts of a goal in the order of the source.
fn parts(
    run: &mut Run<'_>,
    kind: GoalKind,
    goal: &Goal,
    env: &Env<'_>,
    mirrored: bool,
) -> Result<Vec<PartFacts>, Stop> {
    let mut facts = Vec::with_capacity(goal.parts.len());
    for part in &goal.parts {
        let holds = run.truth(part.test, env)?;
        let compare = match &part.compare {
            Some(compare) => Some(sides(run, compare, env)?),
            None => None,
        };
        let mut boards = Vec::with_capacity(part.boards.len());
        for board in &part.boards {
            let squares = run.word(board.board, env)?;
            boards.push(BoardFacts {
                place: board.place,
                squares: if mirrored {
                    squares.swap_bytes()
                } else {
                    squares
                },
            });
        }
        facts.push(PartFacts {
            goal: kind,
            place: part.place,
            holds,
            compare,
            boards,
            zones: seen(run, &part.zones, env, mirrored)?,
        });
    }
    Ok(facts)
}

/// Both sides of a comparison with their texts.
fn sides(run: &mut Run<'_>, compare: &Compare, env: &Env<'_>) -> Result<[SideFacts; 2], Stop> {
    let (left, right) = run.sides(compare, env)?;
    Ok([
        SideFacts {
            place: compare.left_place,
            values: left,
        },
        SideFacts {
            place: compare.right_place,
            values: right,
        },
    ])
}

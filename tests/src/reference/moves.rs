//! Move classes: which moves of a node they select, and in which order.

use std::rc::Rc;

use adv_chess::Role;
use adv_compiler::hir::{Advice, Class, Direction, MoveSpec, PASS};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Position};

use super::Reference;
use super::eval::{Locals, Scene};
use super::squares::Squares;
use super::value::Answer;
use super::view::{Step, View, step};

/// A legal move, and the position after it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub step: Step,
    /// The position after it.
    pub after: Rc<View>,
}

/// All legal moves in the language's fixed order.
pub fn candidates(chess: &Chess) -> Vec<Candidate> {
    let mut moves: Vec<Candidate> = chess
        .legal_moves()
        .into_iter()
        .filter_map(|m| {
            let mut after = chess.clone();
            after.play_unchecked(m);
            Some(Candidate {
                step: step(m)?,
                after: Rc::new(View::of(&after)),
            })
        })
        .collect();
    moves.sort_by_key(|c| c.step.order());
    moves
}

/// All that may leave a node in a tree: the legal moves, and a pass where there are any and no check.
pub fn candidates_and_pass(node: &View, chess: &Chess) -> Vec<Candidate> {
    let mut all = candidates(chess);
    if !all.is_empty() && !node.in_check(node.turn()) {
        all.push(Candidate {
            step: Step::PASS,
            after: Rc::new(node.after_pass()),
        });
    }
    all
}

/// The position after a move in the notation of the Universal Chess Interface, `0000` for a pass.
pub fn after_text(position: &Chess, uci: &str) -> Result<Chess, String> {
    if uci == "0000" {
        let passed = View::of(position).after_pass();
        return passed
            .chess()
            .cloned()
            .ok_or_else(|| "no pass here".to_owned());
    }
    let parsed = UciMove::from_ascii(uci.as_bytes()).map_err(|e| format!("`{uci}`: {e}"))?;
    let m = parsed
        .to_move(position)
        .map_err(|e| format!("`{uci}`: {e}"))?;
    let mut position = position.clone();
    position.play_unchecked(m);
    Ok(position)
}

/// The classes of a ply.
pub fn classes(spec: &MoveSpec, ply: u32) -> &[Class] {
    for (plies, classes) in &spec.phases {
        if plies.iter().any(|p| u32::from(*p) == ply) {
            return classes;
        }
    }
    &spec.every
}

/// The direction of a move that goes exactly along a rank, a file or a diagonal.
fn direction(step: &Step) -> Option<Direction> {
    let (files, ranks) = (step.to.0 - step.from.0, step.to.1 - step.from.1);
    let exact = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    if !exact {
        return None;
    }
    let sign = (files.signum() as i8, ranks.signum() as i8);
    Direction::ALL
        .iter()
        .copied()
        .find(|direction| direction.delta() == sign)
}

impl Reference<'_> {
    /// The moves of one class at a node, in order, without those that an earlier class of the list has selected; and what is `TAKEN` there.
    pub(super) fn class_moves(
        &self,
        class: &Class,
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
        legal: &[Candidate],
        (earlier, taken): (&[Step], &Squares),
    ) -> Answer<Vec<Candidate>> {
        if class.roles == PASS && !node.in_check(node.turn()) {
            // Nothing but the turn changes, and where there is nothing to do nothing can be left undone.
            let pass = Candidate {
                step: Step::PASS,
                after: Rc::new(node.after_pass()),
            };
            let fresh = !legal.is_empty() && !earlier.contains(&Step::PASS);
            return Ok(Some(pass).filter(|_| fresh).into_iter().collect());
        }
        let at_node = Scene {
            root: Some(Rc::clone(root)),
            taken: Some(*taken),
            ..Scene::single(node, us)
        };
        let mut locals = Locals::none();
        let mut squares = |expr: &Option<adv_compiler::hir::Expr>| -> Answer<Squares> {
            match expr {
                Some(expr) => self.value(expr, &at_node, &mut locals)?.board(),
                None => Ok(Squares::EMPTY.complement()),
            }
        };
        let (from, to) = (squares(&class.from)?, squares(&class.to)?);
        let mut selected: Vec<(Vec<i64>, usize, Candidate)> = Vec::new();
        for candidate in legal {
            let step = candidate.step;
            let role_bit = 1u8 << step.role.index();
            let own = class
                .who
                .is_none_or(|who| at_node.color(who) == node.turn());
            let fits = own
                && class.roles & role_bit != 0
                && from.has(step.from)
                && to.has(step.to)
                && promotion_fits(class.promote, &step)
                && !earlier.contains(&step);
            let place = if class.toward.is_empty() {
                Some(0)
            } else {
                direction(&step).and_then(|d| class.toward.iter().position(|t| *t == d))
            };
            let Some(place) = place.filter(|_| fits) else {
                continue;
            };
            let scene = Scene {
                new: Some(Rc::clone(&candidate.after)),
                step: Some((Squares::one(step.from), Squares::one(step.to))),
                ..at_node.clone()
            };
            if let Some(filter) = &class.filter
                && !self.truth(filter, &scene, &mut Locals::none())?
            {
                continue;
            }
            let mut key = Vec::new();
            for expr in &class.keys {
                key.extend(self.value(expr, &scene, &mut Locals::none())?.numbers()?);
            }
            selected.push((key, place, candidate.clone()));
        }
        selected.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        Ok(selected
            .into_iter()
            .map(|(_, _, candidate)| candidate)
            .collect())
    }

    /// All moves that a list of classes selects at a node, in order.
    pub(super) fn all_moves(
        &self,
        classes: &[Class],
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
        legal: &[Candidate],
    ) -> Answer<Vec<Candidate>> {
        let mut moves: Vec<Candidate> = Vec::new();
        for class in classes {
            let earlier: Vec<Step> = moves.iter().map(|c| c.step).collect();
            moves.extend(self.class_moves(
                class,
                node,
                root,
                us,
                legal,
                (&earlier, &Squares::EMPTY),
            )?);
        }
        Ok(moves)
    }

    /// The moves of one of our nodes as an action prefers them: by its numbers, the smallest first, else as they stood.
    pub(super) fn preferred(
        &self,
        action: &Advice,
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
        moves: Vec<Candidate>,
    ) -> Answer<Vec<Candidate>> {
        let mut keyed = Vec::new();
        for candidate in moves {
            let step = candidate.step;
            let scene = Scene {
                new: Some(Rc::clone(&candidate.after)),
                root: Some(Rc::clone(root)),
                step: Some((Squares::one(step.from), Squares::one(step.to))),
                ..Scene::single(node, us)
            };
            let mut key = Vec::new();
            for expr in &action.prefer {
                let mut locals = Locals::none();
                key.extend(self.value(expr, &scene, &mut locals)?.numbers()?);
            }
            keyed.push((key, candidate));
        }
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(keyed.into_iter().map(|(_, candidate)| candidate).collect())
    }
}

/// `as` keeps promotions to one role and every move that is no promotion.
fn promotion_fits(wanted: Option<Role>, step: &Step) -> bool {
    match (wanted, step.promotion) {
        (Some(wanted), Some(role)) => wanted == role,
        _ => true,
    }
}

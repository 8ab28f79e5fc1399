//! Which side plays a table or strategy, and whether it has the men that its pieces-of-advice move.
//!
//! ```text
//!   table krk           us R, and only White has a rook     a warning: `for W` is missing, so Black's bare king is played too
//!   table krk for B     us R                                a warning: the piece never has a move
//!   table krk for W     us R   them R                       a warning: the class holds no reply
//! ```
//!
//! Rulings: a table is consulted where exactly its men are on the board, so the first move is that of one of them; later moves, and those of
//! a strategy, may be of men that pawns have become. What plays neither side for certain is left alone: `us any` and the kings say
//! nothing, and neither does material that is the same for both. A strategy whose in-class says which colour is to move has said its side.
//! A piece-of-advice that several tables list is reported where none of them gives it a move.

use std::collections::BTreeMap;

use super::facts::{Part, Setting};
use crate::check::Checker;
use crate::check::walk::Merge;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Advice, Claim, ClaimSubject, Class, Consulted, Entry, Expr, ExprKind, Frame, Hir, Material,
    Role, Statement, StatementKind, Subject, Who,
};
use crate::source::Span;

/// The bits of all roles: a class of `any`.
const ALL: u8 = 63;

/// The colours by their index in a material.
pub(super) const COLOURS: [Who; 2] = [Who::White, Who::Black];

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    tests(checker, program);
    for player in players(program) {
        if !player.says_the_turn {
            missing_for(checker, program, &player);
        }
    }
    // Men and goals of the other side follow from it.
    if example(checker, program) {
        return;
    }
    for (index, uses) in &uses(program) {
        if let Some(advice) = program.advice.get(*index) {
            movers(checker, advice, uses);
        }
    }
}

/// Where each piece-of-advice is played, by its index.
pub(super) fn uses(program: &Hir) -> BTreeMap<usize, Vec<Use<'_>>> {
    let mut uses: BTreeMap<usize, Vec<Use<'_>>> = BTreeMap::new();
    for player in players(program) {
        player.note(&mut uses);
    }
    for asked in subjects(program) {
        uses.entry(asked).or_default().push(Use {
            player: None,
            material: program.material,
            exact: false,
            sides: vec![0, 1],
        });
    }
    uses
}

fn players(program: &Hir) -> impl Iterator<Item = Player<'_>> {
    let is_shown = |index: usize, of_table: bool| {
        let is_claimed = |claim: &Claim| match claim.subject {
            ClaimSubject::Table(id) => of_table && id.index() == index,
            ClaimSubject::Strategy(id) => !of_table && id.index() == index,
            _ => false,
        };
        program.example.is_some() || program.claims.iter().any(is_claimed)
    };
    let tables = program
        .tables
        .iter()
        .enumerate()
        .map(move |(index, table)| Player {
            noun: "table",
            name: &table.name.node,
            name_span: table.name.span,
            side: table.side,
            material: table.material,
            exact: true,
            says_the_turn: false,
            is_shown: is_shown(index, true),
            advice: table
                .rules
                .iter()
                .flat_map(|rule| of_list(&rule.list))
                .collect(),
        });
    let strategies = program.strategies.iter().enumerate();
    let strategies = strategies.map(move |(index, strategy)| {
        let mut advice = Vec::new();
        of_body(&strategy.body, &mut advice);
        let in_class = strategy.in_class.as_ref();
        Player {
            noun: "strategy",
            name: &strategy.name.node,
            name_span: strategy.name.span,
            side: strategy.side,
            material: strategy.material,
            exact: false,
            says_the_turn: in_class.is_some_and(says_the_turn),
            is_shown: is_shown(index, false),
            advice,
        }
    });
    tables.chain(strategies)
}

/// A table or strategy.
struct Player<'p> {
    noun: &'static str,
    name: &'p str,
    name_span: Span,
    side: Option<Who>,
    material: Option<Material>,
    /// Only positions of exactly its men come to it.
    exact: bool,
    /// A condition on its positions names the colour to move.
    says_the_turn: bool,
    /// A claim, or an example, speaks of what it plays: a table of its file whose goals then tell its side.
    is_shown: bool,
    /// What it may play, by index.
    advice: Vec<usize>,
}

impl<'p> Player<'p> {
    /// Enters its pieces-of-advice among the uses.
    fn note(&self, uses: &mut BTreeMap<usize, Vec<Use<'p>>>) {
        for &index in &self.advice {
            uses.entry(index).or_default().push(Use {
                player: Some((self.noun, self.name, self.name_span)),
                material: self.material,
                exact: self.exact,
                sides: sides(self.side),
            });
        }
    }
}

/// Where a piece-of-advice is played.
pub(super) struct Use<'p> {
    /// What plays it: a noun, the name and its place.
    pub player: Option<(&'static str, &'p str, Span)>,
    pub material: Option<Material>,
    exact: bool,
    /// The sides that may play it.
    pub sides: Vec<usize>,
}

/// The sides that one word means.
pub(super) fn sides(side: Option<Who>) -> Vec<usize> {
    match side {
        Some(Who::White) => vec![0],
        Some(Who::Black) => vec![1],
        _ => vec![0, 1],
    }
}

fn of_list(list: &[Entry]) -> impl Iterator<Item = usize> {
    list.iter().flat_map(Entry::advice).map(|id| id.index())
}

/// The actions and lists of a strategy's statements. Tables and other strategies speak for themselves.
fn of_body(body: &[Statement], found: &mut Vec<usize>) {
    for statement in body {
        match &statement.kind {
            StatementKind::Action(index, ..) => found.push(*index),
            StatementKind::Consult(Consulted::List(list), _) => found.extend(of_list(list)),
            _ => {}
        }
        for inner in statement.bodies() {
            of_body(inner, found);
        }
    }
}

/// The pieces-of-advice that a test or claim is about, which either side may play there.
pub(super) fn subjects(program: &Hir) -> Vec<usize> {
    let tests = program.tests.iter().filter_map(|test| match test.subject {
        Subject::Advice(id) => Some(id.index()),
        _ => None,
    });
    let claims = program
        .claims
        .iter()
        .filter_map(|claim| match claim.subject {
            ClaimSubject::Advice(id) => Some(id.index()),
            _ => None,
        });
    tests.chain(claims).collect()
}

/// Whether a condition holds for one colour to move only.
fn says_the_turn(test: &Expr) -> bool {
    match &test.kind {
        ExprKind::And(parts) => parts.iter().any(says_the_turn),
        ExprKind::ToMove(Frame::Current, who) => matches!(who, Who::White | Who::Black),
        _ => false,
    }
}

/// Whether a side has a man of the roles; with `exact` it must have it, otherwise one of its pawns may become it.
fn has(material: &Material, side: usize, roles: u8, exact: bool) -> bool {
    let counts = material.counts[side];
    Role::ALL.into_iter().any(|role| {
        let promotes = !matches!(role, Role::King | Role::Pawn) && counts[Role::Pawn.index()] > 0;
        roles & role.mask() != 0 && (counts[role.index()] > 0 || promotes && !exact)
    })
}

/// Whether a class can hold a move of a side.
fn holds(class: &Class, material: &Material, side: usize, exact: bool) -> bool {
    let fits = match class.who {
        Some(Who::White) => side == 0,
        Some(Who::Black) => side == 1,
        _ => true,
    };
    fits && has(material, side, class.roles, exact)
}

/// The warning for a test in whose position the other side is to move than the one that its table or strategy plays.
fn tests(checker: &mut Checker<'_>, program: &Hir) {
    let players: Vec<Player<'_>> = players(program).collect();
    for test in &program.tests {
        let of = match test.subject {
            Subject::Table(id) => players.get(id.index()),
            Subject::Strategy(id) => players.get(program.tables.len() + id.index()),
            _ => None,
        };
        let turn = usize::from(test.fen.split(' ').nth(1) == Some("b"));
        let is_other = |of: &&Player<'_>| {
            sides(of.side) == [1 - turn] && !of.material.is_some_and(|men| men.mirrored)
        };
        let Some(Player { noun, .. }) = of.filter(is_other) else {
            continue;
        };
        let (own, to_move) = (COLOURS[1 - turn].word(), COLOURS[turn].word());
        let message = format!(
            "the {noun} of this test plays {own}, and {to_move} is to move in its position"
        );
        checker.report(
            Diagnostic::new(Code::ExampleForOtherSide, message)
                .with_label(test.name.span, "nothing is played here")
                .with_help(format!("let {own} be to move in the position")),
        );
    }
}

/// The warning for an example in which the other side is to move than the one that everything plays for.
fn example(checker: &mut Checker<'_>, program: &Hir) -> bool {
    let Some((first, side)) = of_other_side(program) else {
        return false;
    };
    let (own, to_move) = (COLOURS[1 - side].word(), COLOURS[side].word());
    checker.report(
        Diagnostic::new(
            Code::ExampleForOtherSide,
            format!(
                "{} `{}` plays {own}, and {to_move} is to move in the example",
                first.noun, first.name
            ),
        )
        .with_label(first.name_span, format!("plays {own}"))
        .with_help(format!(
            "write `for {to_move}`, or let {own} be to move in the example"
        )),
    );
    true
}

/// The first of what plays, and the side to move in the example, where everything plays for the other one.
fn of_other_side(program: &Hir) -> Option<(Player<'_>, usize)> {
    let turn = program
        .example
        .as_ref()
        .and_then(|fen| fen.split(' ').nth(1));
    let side = usize::from(turn == Some("b"));
    let is_mirrored = program.material.is_some_and(|men| men.mirrored);
    let of_example = |player: &Player<'_>| {
        let counts = |men: Option<Material>| men.map(|men| men.counts);
        counts(player.material) == counts(program.material)
    };
    let all: Vec<Player<'_>> = players(program).filter(of_example).collect();
    let plays_other = |player: &Player<'_>| sides(player.side) == [1 - side];
    let is_other = turn.is_some() && !is_mirrored && all.iter().all(plays_other);
    let first = all.into_iter().next().filter(|_| is_other)?;
    Some((first, side))
}

/// Whether everything plays for the other side than the example, which is told.
pub(super) fn plays_other_side(program: &Hir) -> bool {
    of_other_side(program).is_some()
}

/// Whether a side can reach a goal, as far as the words say.
fn can_reach(setting: &Setting<'_>, us: usize, test: &Expr) -> bool {
    let at = Frame::Current;
    let part = Part {
        at,
        test,
        value: true,
    };
    !Setting { us, ..*setting }.refutes(&[part])
}

/// The warning for a table or strategy that moves men of one side only, or has goals that only one side can reach, and does not say which.
fn missing_for(checker: &mut Checker<'_>, program: &Hir, player: &Player<'_>) {
    let Some(material) = player.material.filter(|_| player.side.is_none()) else {
        return;
    };
    let mut shown: [Option<Span>; 2] = [None; 2];
    for advice in player
        .advice
        .iter()
        .filter_map(|&index| program.advice.get(index))
    {
        let own = advice.side.map(|side| (side, advice.name.span));
        // The first move of a table is that of a man on the board.
        let begins = advice.us.at(0);
        let can_begin = [0, 1].map(|side| {
            begins
                .iter()
                .any(|class| holds(class, &material, side, player.exact))
        });
        let of_begin = begins
            .first()
            .filter(|class| can_begin[0] != can_begin[1] && class.roles != ALL);
        let of_begin = of_begin.map(|class| (COLOURS[usize::from(can_begin[1])], class.place));
        let of_classes = advice.us.classes().filter_map(|class| {
            let only = |side: usize| {
                let other = 1 - side;
                class.roles != ALL
                    && holds(class, &material, side, false)
                    && !holds(class, &material, other, false)
            };
            let side = (0..2).find(|&side| only(side))?;
            Some((COLOURS[side], class.place))
        });
        let merge = if advice.kind.is_action() {
            Merge::Nothing
        } else {
            Merge::Goal
        };
        let goal = advice.better.place;
        let setting = Setting {
            material: Some(material),
            constants: false,
            ..Setting::new(program, checker.libraries, 0, merge)
        };
        let reached = [0, 1].map(|us| can_reach(&setting, us, &advice.better.test));
        let tells = reached[0] != reached[1] && !goal.is_empty() && player.is_shown;
        let of_goal = tells.then(|| {
            let side = usize::from(reached[1]);
            (COLOURS[side], goal)
        });
        for (who, span) in own
            .into_iter()
            .chain(of_classes)
            .chain(of_begin)
            .chain(of_goal)
        {
            for side in sides(Some(who)) {
                shown[side].get_or_insert(span);
            }
        }
    }
    let (side, span) = match shown {
        [Some(span), None] => (0, span),
        [None, Some(span)] => (1, span),
        _ => return,
    };
    let (noun, name, word) = (player.noun, player.name, COLOURS[side].word());
    let before = checker.text.get(..player.name_span.start as usize);
    let keyword = if noun == "table" { "table" } else { "strat" };
    let is_after = before.is_some_and(|before| {
        let before = before.trim_end();
        before.ends_with(keyword) || before.ends_with(&keyword.to_ascii_uppercase())
    });
    let help = if is_after {
        format!("write `{keyword} {name} for {word}`")
    } else {
        format!("write `{name} : strat for {word}`")
    };
    checker.report(
        Diagnostic::new(
            Code::MissingFor,
            format!("{noun} `{name}` plays for {word} alone and does not say `for {word}`"),
        )
        .with_label(player.name_span, "plays whichever side is to move")
        .with_secondary(span, format!("for {word} alone"))
        .with_help(help),
    );
}

/// Classes of moves that no side which plays the piece-of-advice has the men for.
fn movers(checker: &mut Checker<'_>, advice: &Advice, uses: &[Use<'_>]) {
    if uses.iter().any(|of| of.material.is_none()) || advice.kind.is_hidden() {
        return;
    }
    // Each pair of a material and a side that may play it.
    let seats: Vec<(Material, usize, bool)> = uses
        .iter()
        .flat_map(|of| {
            let own = sides(advice.side);
            let both = of
                .sides
                .iter()
                .copied()
                .filter(move |side| own.contains(side));
            both.filter_map(|side| Some((of.material?, side, of.exact)))
        })
        .collect();
    if seats.is_empty() {
        return;
    }
    let moves = |class: &Class, exact: bool, turn: usize| {
        let mut seats = seats.iter();
        seats.any(|(material, side, only)| holds(class, material, side ^ turn, *only && exact))
    };
    // A man that no side has is reported where the class is written.
    let known = |class: &Class| {
        let mut seats = seats.iter();
        seats.any(|(material, ..)| (0..2).any(|side| has(material, side, class.roles, false)))
    };
    let begins = advice.us.at(0);
    let side = seats.first().map_or(0, |(_, side, _)| *side);
    let word = COLOURS[side].word();
    if let Some(class) = begins.first()
        && begins
            .iter()
            .all(|class| !moves(class, true, 0) && known(class))
    {
        let player = uses.iter().find_map(|of| of.player);
        let message = match player {
            Some((_, name, _)) => format!("`{}` has no move for {word} in `{name}`", advice.name),
            None => format!("`{}` has no move for {word}", advice.name),
        };
        let mut diagnostic = Diagnostic::new(Code::NoMoveForSide, message)
            .with_label(class.place, format!("not men of {word}"));
        if let Some((noun, _, span)) = player {
            diagnostic = diagnostic.with_secondary(span, format!("the {noun} plays {word}"));
        }
        let other = COLOURS[1 - side].word();
        checker.report(diagnostic.with_help(format!(
            "name men of {word}, or let {other} play it by `for {other}`"
        )));
        return;
    }
    for (spec, turn) in [(&advice.us, 0), (&advice.them, 1)] {
        // Each man of a class by itself.
        let men = spec.classes().flat_map(|class| {
            let roles = Role::ALL
                .into_iter()
                .filter(|role| class.roles & role.mask() != 0);
            let alone = |role: Role| (role.mask(), format!(" of `{}`", role.letter()));
            let men: Vec<(u8, String)> = match class.roles {
                roles if roles == ALL || roles.is_power_of_two() => vec![(roles, String::new())],
                _ => roles.map(alone).collect(),
            };
            let class = |(roles, of): (u8, String)| {
                (
                    Class {
                        roles,
                        ..class.clone()
                    },
                    of,
                )
            };
            men.into_iter().map(class)
        });
        for (class, of) in men.filter(|(class, _)| known(class) && !moves(class, false, turn)) {
            let word = COLOURS[side ^ turn].word();
            let what = if turn == 0 { "move" } else { "reply" };
            checker.report(
                Diagnostic::new(
                    Code::EmptyMoveClass,
                    format!("this class holds no {what}{of}: {word} has no such man"),
                )
                .with_label(class.place, format!("not a man of {word}"))
                .with_help(format!("name men of {word}, or leave the class out")),
            );
        }
    }
}

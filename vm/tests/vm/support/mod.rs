//! Modules made by hand, record by record, so that the machine is tested without the front end.
//!
//! A descriptor here is a few instructions: a man of ours stands on one of some squares, before or after the move.

#![allow(dead_code, reason = "each test binary uses some of it")]

use adv_module::op::Op;
use adv_module::program::{
    Advice, Class, Compare, Consulted, Entry, Function, Goal, GoalBoard, GoalPart, Material,
    MoveSpec, Place, Program, Rule, SourceText, Statement, StatementKind, Strategy, Table,
};
use adv_module::{
    AdviceId, AdviceKind, ConstId, FnId, Frame, Needs, Reg, SearchMode, StrategyId, TableId, Ty,
    When, Who, link, verify,
};
use adv_vm::{Engine, Limits};

mod runs;
mod shadow;

#[allow(unused_imports, reason = "some test binaries play no runs")]
pub use runs::*;

pub const K: u8 = 0;
pub const Q: u8 = 1;
pub const R: u8 = 2;
pub const P: u8 = 5;

/// A module in the making.
#[derive(Default)]
pub struct Builder {
    pub module: Program,
    /// Places are counted up, so that each record can be told by its own.
    places: u32,
}

/// The statement that applies a strategy, which has to be applicable.
pub fn apply(strategy: StrategyId) -> StatementKind {
    StatementKind::Apply {
        strategy,
        then: None,
    }
}

/// The squares of a list such as `a2 b3`.
pub fn set(squares: &str) -> u64 {
    squares
        .split_whitespace()
        .map(|name| {
            let bytes = name.as_bytes();
            1u64 << (u64::from(bytes[1] - b'1') * 8 + u64::from(bytes[0] - b'a'))
        })
        .sum()
}

impl Builder {
    pub fn place(&mut self) -> Place {
        self.places += 1;
        Place {
            start: self.places,
            end: self.places + 1,
        }
    }

    pub fn constant(&mut self, word: u64) -> ConstId {
        let pool = &mut self.module.constants;
        let at = pool.iter().position(|c| *c == word).unwrap_or_else(|| {
            pool.push(word);
            pool.len() - 1
        });
        ConstId(at as u32)
    }

    pub fn function(&mut self, result: Ty, needs: Needs, code: Vec<Op>) -> FnId {
        let id = FnId(self.module.functions.len() as u32);
        self.module.functions.push(Function {
            name: format!("f{}", id.0),
            params: Vec::new(),
            result,
            needs,
            registers: 4,
            code,
            places: Vec::new(),
            place: Place::default(),
        });
        id
    }

    fn needs_of(frame: Frame) -> Needs {
        match frame {
            Frame::Current => Needs::NONE,
            Frame::New => Needs::NEW,
            Frame::Root => Needs::ROOT,
        }
    }

    /// True or false everywhere.
    pub fn truth(&mut self, value: bool) -> FnId {
        self.function(
            Ty::Truth,
            Needs::NONE,
            vec![Op::Truth { dst: Reg(0), value }, Op::Return { src: Reg(0) }],
        )
    }

    /// A man of a side stands on one of the squares.
    pub fn stands(&mut self, frame: Frame, who: Who, role: u8, squares: &str) -> FnId {
        let k = self.constant(set(squares));
        let (dst, b) = (Reg(0), Reg(1));
        self.function(
            Ty::Truth,
            Self::needs_of(frame),
            vec![
                Op::Piece {
                    dst,
                    frame,
                    who,
                    role,
                },
                Op::Board { dst: b, k },
                Op::Intersect { dst, a: dst, b },
                Op::NonEmpty { dst, a: dst },
                Op::Return { src: dst },
            ],
        )
    }

    /// No man of a side stands on one of the squares.
    pub fn is_not(&mut self, frame: Frame, who: Who, role: u8, squares: &str) -> FnId {
        let id = self.stands(frame, who, role, squares);
        let code = &mut self.module.functions[id.index()].code;
        code[3] = Op::IsEmpty {
            dst: Reg(0),
            a: Reg(0),
        };
        id
    }

    /// All of some descriptors.
    pub fn all(&mut self, tests: &[FnId]) -> FnId {
        let dst = Reg(0);
        let end = 2 * tests.len() as u32;
        let mut needs = Needs::NONE;
        let mut code = Vec::new();
        for &function in tests {
            needs = needs.union(self.module.functions[function.index()].needs);
            code.push(Op::Call {
                dst,
                base: Reg(1),
                frame: Frame::Current,
                function,
            });
            code.push(Op::JumpIfNot { a: dst, to: end });
        }
        code.push(Op::Return { src: dst });
        self.function(Ty::Truth, needs, code)
    }

    /// `new.rank(us.K) = rank(us.K) + 1`
    pub fn king_goes_up(&mut self) -> FnId {
        let (dst, b) = (Reg(0), Reg(1));
        let piece = |dst, frame| Op::Piece {
            dst,
            frame,
            who: Who::Us,
            role: K,
        };
        self.function(
            Ty::Truth,
            Needs::NEW,
            vec![
                piece(dst, Frame::New),
                Op::Rank { dst, a: dst },
                piece(b, Frame::Current),
                Op::Rank { dst: b, a: b },
                Op::AddImm {
                    dst: b,
                    a: b,
                    value: 1,
                },
                Op::Eq { dst, a: dst, b },
                Op::Return { src: dst },
            ],
        )
    }

    /// Our king stands on one of the squares; evaluated after a move it needs no prefix to say which position is meant.
    pub fn king_stands(&mut self, squares: &str) -> FnId {
        self.stands(Frame::New, Who::Us, K, squares)
    }

    /// A man's squares.
    pub fn squares(&mut self, frame: Frame, who: Who, role: u8) -> FnId {
        let dst = Reg(0);
        let code = vec![
            Op::Piece {
                dst,
                frame,
                who,
                role,
            },
            Op::Return { src: dst },
        ];
        self.function(Ty::Board, Self::needs_of(frame), code)
    }

    /// A man's rank.
    pub fn rank(&mut self, frame: Frame, who: Who, role: u8) -> FnId {
        let dst = Reg(0);
        let code = vec![
            Op::Piece {
                dst,
                frame,
                who,
                role,
            },
            Op::Rank { dst, a: dst },
            Op::Return { src: dst },
        ];
        self.function(Ty::Number, Self::needs_of(frame), code)
    }

    /// How far a move's target is from a square.
    pub fn far(&mut self, square: &str) -> FnId {
        let k = self.constant(set(square));
        let (dst, b) = (Reg(0), Reg(1));
        let code = vec![
            Op::To { dst },
            Op::Board { dst: b, k },
            Op::Manhattan { dst, a: dst, b },
            Op::Return { src: dst },
        ];
        self.function(Ty::Number, Needs::MOVE, code)
    }

    /// A goal of one conjunct.
    pub fn goal(&mut self, when: When, test: FnId) -> Goal {
        let place = self.place();
        Goal {
            when,
            test: Some(test),
            parts: vec![GoalPart {
                place,
                test,
                compare: None,
                boards: Vec::new(),
                zones: Vec::new(),
                cases: Vec::new(),
            }],
            place,
        }
    }

    /// Compares two numbers in the first conjunct of an advice's better-goal, and shows a board there.
    pub fn explain(&mut self, advice: AdviceId, left: FnId, right: FnId, board: FnId) {
        let [left_place, right_place, place] = [self.place(), self.place(), self.place()];
        let part = &mut self.module.advice[advice.index()].better.parts[0];
        part.compare = Some(Compare {
            left: vec![left],
            right: vec![right],
            left_place,
            right_place,
        });
        part.boards = vec![GoalBoard { place, board }];
    }

    /// A piece-of-advice: its better-goal, the roles that move, its depth; replies are all of theirs.
    pub fn advice(&mut self, name: &str, better: FnId, roles: u8, depth: u16) -> AdviceId {
        let id = AdviceId(self.module.advice.len() as u16);
        let better = self.goal(When::Always, better);
        let place = self.place();
        self.module.advice.push(Advice {
            name: name.to_owned(),
            side: None,
            better,
            holding: Goal {
                when: When::Always,
                test: None,
                parts: Vec::new(),
                place: Place::default(),
            },
            us: moves(roles),
            them: moves(63),
            depth,
            mode: SearchMode::Within,
            cost: None,
            because: Vec::new(),
            doc: String::new(),
            place,
            kind: AdviceKind::Piece,
            prefer: Vec::new(),
            in_class: None,
        });
        id
    }

    /// The record of an action: its out-class, the roles that move, its bound.
    pub fn action(&mut self, out_class: FnId, roles: u8, within: u16) -> AdviceId {
        let id = self.advice("action", out_class, roles, within);
        let advice = &mut self.module.advice[id.index()];
        advice.kind = AdviceKind::Action;
        advice.better.when = When::AfterUs;
        advice.mode = SearchMode::Shortest;
        id
    }

    /// An action of the king to one of some squares, in one move.
    pub fn king_to(&mut self, squares: &str) -> AdviceId {
        let out_class = self.stands(Frame::New, Who::Us, K, squares);
        self.action(out_class, 1, 1)
    }

    /// A table of one rule.
    pub fn table(&mut self, name: &str, material: Option<Material>, list: &[AdviceId]) -> TableId {
        let id = TableId(self.module.tables.len() as u16);
        let place = self.place();
        self.module.tables.push(Table {
            name: name.to_owned(),
            side: None,
            material,
            rules: vec![Rule {
                condition: None,
                list: list.iter().copied().map(Entry::Advice).collect(),
                place,
            }],
            beyond: Vec::new(),
            leaves: false,
            doc: String::new(),
            place,
        });
        id
    }

    /// A strategy of some statements, for any position and without classes.
    pub fn strategy(&mut self, name: &str, body: Vec<StatementKind>) -> StrategyId {
        let id = StrategyId(self.module.strategies.len() as u16);
        let body = body
            .into_iter()
            .map(|kind| Statement {
                kind,
                place: self.place(),
            })
            .collect();
        let place = self.place();
        self.module.strategies.push(Strategy {
            name: name.to_owned(),
            side: None,
            material: None,
            in_class: None,
            in_class_place: Place::default(),
            out_class: None,
            compares: false,
            out_class_place: Place::default(),
            body,
            doc: String::new(),
            place,
        });
        id
    }

    pub fn engine(self) -> Engine {
        self.engine_under(Limits::default())
    }

    pub fn engine_under(mut self, limits: Limits) -> Engine {
        self.module.name = "by-hand".to_owned();
        self.module.source = Some(SourceText {
            file: "by-hand.adv".to_owned(),
            text: " ".repeat(self.places as usize + 1),
            used: Vec::new(),
        });
        let module = verify(self.module).expect("the module is sound");
        let linked = link(module, &[]).expect("there is nothing to link");
        Engine::new(linked, limits)
    }
}

/// Moves of the roles, at every ply, in the fixed order.
pub fn moves(roles: u8) -> MoveSpec {
    MoveSpec {
        every: vec![class(roles)],
        phases: Vec::new(),
    }
}

/// One class of moves of the roles.
pub fn class(roles: u8) -> Class {
    Class::of(roles)
}

/// An action that goes on at `then`, and at `failed` where it cannot be realised.
pub fn act(advice: AdviceId, then: u32, failed: Option<u32>) -> StatementKind {
    StatementKind::Action {
        advice,
        in_class: None,
        then,
        failed,
    }
}

/// A consultation of a list.
pub fn consult(list: &[AdviceId], then: u32, failed: Option<u32>) -> StatementKind {
    StatementKind::Consult {
        what: Consulted::List(list.iter().copied().map(Entry::Advice).collect()),
        then,
        failed,
    }
}

pub fn krk(mirrored: bool) -> Material {
    Material {
        counts: [[1, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0]],
        mirrored,
    }
}

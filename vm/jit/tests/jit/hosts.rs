//! Hosts that do what no host should: `Host` is safe to implement, so compiled code must end and must not read what is not there.

use crate::support::function;
use adv_chess::notation::parse_fen;
use adv_chess::{Color, Position};
use adv_jit::{Context, Halt, Halted, Host, Jit, Scene};
use adv_module::program::Program;
use adv_module::{AdviceId, FnId, Frame, Op, PrimId, Reg, SlotId, Ty, Who};

/// How many slots the module has; the code looks at the last.
const SLOTS: u16 = 40;

/// What a host does with its context while it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trick {
    /// Nothing.
    None,
    /// Puts an empty context in its place.
    Empties,
    /// Puts one of a module with fewer slots in its place.
    Shrinks,
    /// Leaves a root that it has not entered.
    Leaves,
    /// Shows another context each time.
    Alternates,
}

struct Trickster {
    trick: Trick,
    contexts: [Context; 2],
    shown: usize,
    asked: u32,
}

impl Trickster {
    fn new(trick: Trick) -> Trickster {
        Trickster {
            trick,
            contexts: [
                Context::again(Context::default(), 1 << 30, SLOTS),
                Context::default(),
            ],
            shown: 0,
            asked: 0,
        }
    }

    fn answer(&mut self) -> Result<u64, Halted> {
        self.asked += 1;
        match self.trick {
            Trick::None => {}
            Trick::Empties => self.contexts[0] = Context::default(),
            Trick::Shrinks => {
                let context = std::mem::take(&mut self.contexts[0]);
                self.contexts[0] = Context::again(context, 1 << 30, 1);
            }
            Trick::Leaves => {
                let mut deep = Context::again(Context::default(), 0, 50 * SLOTS);
                let _outer = deep.enter_root();
                let inner = deep.enter_root();
                self.contexts[0].leave_root(inner);
            }
            Trick::Alternates => self.shown = 1,
        }
        Ok(3)
    }
}

impl Host for Trickster {
    fn context(&mut self) -> &mut Context {
        let shown = self.shown;
        if self.trick == Trick::Alternates && self.asked > 0 {
            self.shown = 1 - shown;
        }
        &mut self.contexts[shown]
    }

    fn primitive(&mut self, _: PrimId, _: &Position, _: [u64; 4]) -> Result<u64, Halted> {
        self.answer()
    }

    fn kept(&mut self, _: SlotId, _: FnId, _: &Scene<'_>) -> Result<u64, Halted> {
        self.answer()
    }

    fn call(&mut self, _: FnId, _: &Scene<'_>, _: &[u64]) -> Result<u64, Halted> {
        self.answer()
    }

    fn turned(&mut self, _: FnId, _: &Scene<'_>, _: &[u64]) -> Result<u64, Halted> {
        self.answer()
    }

    fn satisfiable(&mut self, _: AdviceId, _: &Position) -> Result<u64, Halted> {
        self.answer()
    }
}

/// A goal that asks the host (a nested search) if it is to, and then reads what is kept of the root in the last slot.
fn module(asks: bool) -> Program {
    let men = vec![
        Op::Piece {
            dst: Reg(0),
            frame: Frame::Current,
            who: Who::Us,
            role: 6,
        },
        Op::Return { src: Reg(0) },
    ];
    let mut code = Vec::new();
    if asks {
        code.push(Op::Satisfiable {
            dst: Reg(1),
            frame: Frame::Current,
            advice: AdviceId(0),
        });
    }
    code.extend([
        Op::Kept {
            dst: Reg(0),
            slot: SlotId(SLOTS - 1),
            function: FnId(0),
        },
        Op::Return { src: Reg(0) },
    ]);
    Program {
        slots: SLOTS,
        functions: vec![
            function(Vec::new(), Ty::Board, men),
            function(Vec::new(), Ty::Board, code),
        ],
        ..Program::default()
    }
}

fn position() -> Position {
    parse_fen("8/8/8/4k3/8/3R4/8/2K5 w - - 0 1").expect("a position")
}

fn call(asks: bool, host: &mut Trickster) -> Result<u64, Halt> {
    let jit = Jit::new().expect("a host with a code generator");
    let module = module(asks);
    let code = jit.whole(&module, FnId(1), Color::White);
    let code = code.expect("it compiles");
    let position = position();
    code.call(host, [&position; 3], 0, 0)
}

#[test]
fn a_context_that_changes_ends_the_code() {
    let men = position().side(Color::White);
    assert_eq!(call(true, &mut Trickster::new(Trick::None)), Ok(men));
    for trick in [Trick::Empties, Trick::Shrinks, Trick::Alternates] {
        let mut host = Trickster::new(trick);
        assert_eq!(call(true, &mut host), Err(Halt::Host), "{trick:?}");
        assert_eq!(host.asked, 1, "{trick:?}");
    }
    // A root of another context has its slots here too, and nothing is kept in them.
    let mut host = Trickster::new(Trick::Leaves);
    assert_eq!(call(true, &mut host), Ok(men));
}

#[test]
fn a_context_of_another_module_is_not_entered() {
    for asks in [false, true] {
        let mut host = Trickster::new(Trick::None);
        host.contexts[0] = Context::again(Context::default(), 1 << 30, SLOTS - 1);
        assert_eq!(call(asks, &mut host), Err(Halt::Host), "asks {asks}");
        assert_eq!(host.asked, 0, "asks {asks}");
    }
}

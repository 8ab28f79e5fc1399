//! The workloads of the benchmark suite as a module of WebAssembly, so that the engine of the page is measured on what the command is measured on.
//!
//! ```text
//!   room(length) ──▶ where a workload's name is to be written
//!   begin()      ──▶ 1 where there is such a workload, which is made ready
//!   decisions()  ──▶ does it once: the sum of all decisions, which the file of figures of the suite has too
//!   positions()  ──▶ how many positions that were
//! ```
//!
//! Positions and questions are those of `tests/benches/native/tasks`, compiled once more for this target. `web/test/workloads.mjs` runs it.

use std::cell::RefCell;

#[path = "../../../tests/benches/native/mod.rs"]
mod native;

use native::tasks::ALL;
use native::workload::{Answer, Contender, Size};

/// What the workloads take from the tests' own folder, without files.
mod common {
    use adv::chess::parse_fen;
    use adv::{Engine, Limits, Position, Rulebook};

    macro_rules! texts {
        ($($path:literal),* $(,)?) => {
            &[$(($path, include_str!(concat!("../../../", $path)))),*]
        };
    }

    /// The programs and positions of the workloads, by their paths below the root.
    const TEXTS: &[(&str, &str)] = texts![
        "examples/endgames/kpk.adv",
        "examples/endgames/krk-sdl.adv",
        "examples/endgames/krk-strategy.adv",
        "examples/kpk.adv",
        "examples/krk-advice.adv",
        "examples/reti.adv",
        "tests/benches/programs/knkr.adv",
        "tests/benches/programs/mate3.adv",
        "tests/benches/programs/proofs.adv",
        "tests/benches/programs/spread.adv",
        "tests/benches/programs/ways.adv",
        "tests/cases/reti-siblings.epd",
    ];

    /// The text of a file; an example's is looked for among those of endgames too, as in the tests.
    pub fn read(path: &str) -> String {
        let endgame = path.replace("examples/", "examples/endgames/");
        let of = |path: &str| TEXTS.iter().find(|(own, _)| *own == path);
        let found = of(path).or_else(|| of(&endgame));
        found.map_or_else(String::new, |(_, text)| (*text).to_owned())
    }

    /// An engine with the usual limits.
    pub fn engine(name: &str, text: &str) -> Engine {
        let rulebook = Rulebook::load(name, text).unwrap_or_else(|error| panic!("{name}: {error}"));
        rulebook.engine(Limits::default())
    }

    /// A position of a workload.
    pub fn position(fen: &str) -> Position {
        parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }
}

#[derive(Default)]
struct Desk {
    name: Vec<u8>,
    machine: Option<Contender>,
    answer: Answer,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Makes room for a name of so many bytes and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.name = vec![0; length];
        desk.name.as_mut_ptr()
    })
}

/// Makes the workload ready whose name was written: 1, or 0 where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn begin() -> u32 {
    DESK.with_borrow_mut(|desk| {
        let found = ALL
            .iter()
            .find(|workload| workload.name.as_bytes() == desk.name);
        // The virtual machine comes first; the programs by hand are not run here.
        desk.machine =
            found.and_then(|workload| (workload.contenders)(Size::Full).into_iter().next());
        u32::from(desk.machine.is_some())
    })
}

/// Does the workload once, and gives the sum of all decisions.
#[unsafe(no_mangle)]
pub extern "C" fn decisions() -> u64 {
    DESK.with_borrow_mut(|desk| {
        desk.answer = desk
            .machine
            .as_mut()
            .map_or_else(Answer::default, |machine| (machine.run)());
        desk.answer.decisions
    })
}

/// How many positions the last round had.
#[unsafe(no_mangle)]
pub extern "C" fn positions() -> u64 {
    DESK.with_borrow(|desk| desk.answer.positions)
}

//! Every primitive of the machine against the reference, on random arguments and positions.
//!
//! The module is written by hand, one function for each entry of the table, so that neither parser nor compiler is involved.

use adv_chess::Position;
use adv_chess::notation::parse_fen;
use adv_module::program::Function;
use adv_module::{Frame, Needs, Op, PrimId, Primitive, Program, Reg, Ty, link, verify};
use adv_reference::generate::{Numbers, position};
use adv_reference::reference::{Squares, Value, View, logarithm, primitive};
use adv_vm::{Engine, Limits, Stop};
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode};

fn function(entry: &Primitive) -> Function {
    let result = Reg(entry.params.len() as u8);
    let frame = Frame::Current;
    Function {
        name: entry.name.to_owned(),
        params: entry.params.to_vec(),
        result: entry.result,
        needs: Needs::NONE,
        registers: entry.params.len() as u16 + 1,
        code: vec![
            Op::Prim {
                dst: result,
                base: Reg(0),
                frame,
                prim: entry.id,
            },
            Op::Return { src: result },
        ],
        places: Vec::new(),
        place: adv_module::program::Place::default(),
    }
}

fn engine() -> Engine {
    let functions: Vec<Function> = Primitive::ALL.iter().map(function).collect();
    let exports = functions
        .iter()
        .zip(0..)
        .map(|(f, id)| adv_module::program::Export {
            name: format!("{}-{id}", f.name.to_lowercase()),
            params: f.params.iter().map(|ty| ("x".to_owned(), *ty)).collect(),
            result: f.result,
            functions: vec![adv_module::FnId(id)],
            needs: Needs::NONE,
            doc: String::new(),
        });
    let exports = exports.collect();
    let module = Program {
        functions,
        exports,
        ..Program::default()
    };
    let linked = link(verify(module).unwrap(), &[]).unwrap();
    Engine::new(linked, Limits::default())
}

/// An argument and the same as a word.
fn argument(ty: Ty, rng: &mut Numbers) -> (Value, u64) {
    match ty {
        Ty::Board => {
            let one = 1u64 << rng.below(64);
            let bits = match rng.below(6) {
                0 => 0,
                1 => rng.bits() & rng.bits(),
                2 => one | 1u64 << rng.below(64),
                3 => rng.bits() | rng.bits(),
                _ => one,
            };
            (Value::Board(Squares::from_bits(bits)), bits)
        }
        Ty::Number => {
            let n = match rng.below(12) {
                0 => i64::MIN,
                1 => i64::MAX,
                2 => rng.bits() as i64,
                3 => rng.bits() as i64 >> rng.below(64),
                4 => rng.below(1001) as i64,
                _ => rng.below(20) as i64 - 9,
            };
            (Value::Numbers(vec![n]), n as u64)
        }
        Ty::Truth => (Value::Truth(true), 1),
        Ty::Piece => {
            let (role, color) = (rng.below(7), rng.below(2));
            let side = Color::from_white(color == 0);
            let letter = adv_chess::Role::ALL.get(role).copied();
            (Value::Piece(side, letter), role as u64 + 8 * color as u64)
        }
        Ty::Side => {
            let color = rng.below(2);
            (Value::Side(Color::from_white(color == 0)), color as u64)
        }
    }
}

#[test]
fn logarithms_and_quotients_are_those_of_the_reference() {
    let mut engine = engine();
    let board = parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").unwrap();
    let mut value = |entry: PrimId, args: &[i64]| {
        let words: Vec<u64> = args.iter().map(|n| n.cast_unsigned()).collect();
        let id = adv_module::FnId(u32::from(entry.tag()));
        let found = engine.evaluate(id, &words, &board, board.turn());
        found.unwrap().cast_signed()
    };
    for n in -2..=1000 {
        assert_eq!(value(PrimId::Bits, &[n]), logarithm::bits(n), "bits({n})");
        for d in [-1000, -7, -2, -1, 0, 1, 2, 3, 6, 1000, 7_213_475] {
            let expected = logarithm::quotient(n, d);
            assert_eq!(value(PrimId::Div, &[n, d]), expected, "div({n}, {d})");
            let expected = logarithm::quotient(d, n);
            assert_eq!(value(PrimId::Div, &[d, n]), expected, "div({d}, {n})");
        }
    }
    let mut rng = Numbers::new(19);
    for _ in 0..300 {
        let n = rng.bits().cast_signed() >> rng.below(63);
        let d = rng.bits().cast_signed() >> rng.below(64);
        assert_eq!(value(PrimId::Bits, &[n]), logarithm::bits(n), "bits({n})");
        let expected = logarithm::quotient(n, d);
        assert_eq!(value(PrimId::Div, &[n, d]), expected, "div({n}, {d})");
    }
}

/// A position of random play or of few men: its FEN, as the machine holds it, and as the reference does.
fn drawn(rng: &mut Numbers) -> (String, Position, View) {
    let chess: Chess = match rng.below(3) {
        0 => position::of_random_play(rng),
        _ => {
            let men = position::MATERIALS[rng.below(position::MATERIALS.len())];
            let turn = Color::from_white(rng.percent(50));
            position::of_material(rng, men, turn)
        }
    };
    let fen = Fen::from_position(&chess, EnPassantMode::Legal).to_string();
    let lean = parse_fen(&fen).unwrap();
    (fen, lean, View::of(&chess))
}

#[test]
fn every_primitive_answers_as_the_reference_does() {
    let mut engine = engine();
    let mut rng = Numbers::new(7);
    for round in 0..adv_testkit::sized(40, 400) {
        let (fen, lean, view) = drawn(&mut rng);
        for entry in Primitive::ALL.iter().filter(|of| !of.id.is_of_ways()) {
            let name = format!("{}-{}", entry.name.to_lowercase(), entry.id.tag());
            let exports = &engine.module().exports;
            let id = exports.iter().find(|e| e.name == name).unwrap().functions[0];
            for _ in 0..3 {
                let (values, words): (Vec<Value>, Vec<u64>) = entry
                    .params
                    .iter()
                    .map(|ty| argument(*ty, &mut rng))
                    .unzip();
                let found = engine.evaluate(id, &words, &lean, lean.turn());
                if entry.id.asks_oracle() {
                    // Neither knows what a position is worth, and says so.
                    assert_eq!(found, Err(Stop::NoValue));
                    assert!(primitive::call(entry.id, &view, &values).is_err());
                    continue;
                }
                let found = found.unwrap();
                let found = match entry.result {
                    Ty::Board => Value::Board(Squares::from_bits(found)),
                    Ty::Number => Value::Numbers(vec![found as i64]),
                    _ => Value::Truth(found == 1),
                };
                let expected = primitive::call(entry.id, &view, &values).unwrap();
                assert_eq!(
                    found, expected,
                    "round {round}: `{name}` of {values:?} in {fen}"
                );
            }
        }
    }
}

/// Some squares: men of the position, and a few others.
fn some_squares(rng: &mut Numbers, view: &View) -> Squares {
    let sides = [Color::White, Color::Black].map(|side| view.men(side, None));
    let [ours, theirs] = sides;
    let some = |rng: &mut Numbers, of: &Squares, percent| {
        of.iter()
            .fold(Squares::EMPTY, |set, at| match rng.percent(percent) {
                true => set.union(&Squares::one(at)),
                false => set,
            })
    };
    let men = match rng.below(5) {
        0 => ours,
        1 => theirs,
        2 => some(rng, &ours, 50),
        3 => some(rng, &theirs, 50),
        _ => some(rng, &ours.union(&theirs), 30),
    };
    let bare = some(rng, &Squares::EMPTY.complement(), 4);
    match rng.below(3) {
        0 => men,
        1 => bare,
        _ => men.union(&bare),
    }
}

/// Trajectories and zones are boards and layers in the machine, and lists of squares in the reference.
#[test]
fn the_words_of_trajectories_and_zones_answer_as_the_reference_does() {
    let mut engine = engine();
    let mut rng = Numbers::new(18);
    let (mut telling, mut dear) = (std::collections::BTreeMap::new(), 0);
    for round in 0..adv_testkit::sized(40, 200) {
        let (fen, lean, view) = drawn(&mut rng);
        for entry in Primitive::ALL.iter().filter(|of| of.id.is_of_ways()) {
            let name = format!("{}-{}", entry.name.to_lowercase(), entry.id.tag());
            let exports = &engine.module().exports;
            let id = exports.iter().find(|e| e.name == name).unwrap().functions[0];
            let values: Vec<Value> = (entry.params.iter())
                .map(|ty| match ty {
                    Ty::Board => Value::Board(some_squares(&mut rng, &view)),
                    // Also numbers of moves and horizons that no program can write down.
                    _ => Value::Numbers(vec![match rng.below(24) {
                        0 => i64::MIN,
                        1 => i64::MAX,
                        2 => rng.bits().cast_signed(),
                        3 | 4 => -1,
                        5 | 6 => rng.between(6, 20) as i64,
                        _ => rng.between(0, 6) as i64,
                    }]),
                })
                .collect();
            let word = |value: &Value| match value {
                Value::Board(set) => set.bits(),
                other => other.number().unwrap().cast_unsigned(),
            };
            let words: Vec<u64> = values.iter().map(word).collect();
            let Ok(expected) = primitive::call(entry.id, &view, &values) else {
                // More trajectories than anybody writes down.
                dear += 1;
                continue;
            };
            let found = engine.evaluate(id, &words, &lean, lean.turn()).unwrap();
            let found = match entry.result {
                Ty::Board => Value::Board(Squares::from_bits(found)),
                Ty::Number => Value::Numbers(vec![found.cast_signed()]),
                _ => Value::Truth(found == 1),
            };
            assert_eq!(
                found, expected,
                "round {round}: `{name}` of {values:?} in {fen}"
            );
            let plain = [
                Value::Board(Squares::EMPTY),
                Value::Numbers(vec![0]),
                Value::Numbers(vec![99]),
                Value::Truth(true),
            ];
            *telling.entry(name).or_insert(0) += i32::from(!plain.contains(&expected));
        }
    }
    assert!(
        dear < 60,
        "{dear} questions were too dear for the reference"
    );
    assert!(
        telling.len() == 12 && telling.values().all(|n| *n > adv_testkit::sized(0, 20)),
        "words that hardly said anything: {telling:?}"
    );
}

//! Made-up programs: their code has to give what their trees mean.

use super::author::{BOARDS, made_up};
use super::make::*;
use super::run::{LOCALS, World, code, locals, tree};
use super::{lower, lower_with};
use crate::Passes;
use crate::hir::*;
use crate::library::{Libraries, Library, LibrarySet};
use crate::lower;
use crate::source::Source;

/// Made-up arguments.
fn arguments(function: &Function, round: u64) -> Vec<u64> {
    (0..)
        .zip(&function.params)
        .flat_map(|(index, (_, ty))| {
            let board =
                |index| [0, 1 << round, 0x0102_0000_0400_0000][(round + index) as usize % 3];
            match ty {
                Type::Truth | Type::Side => vec![(round + index) & 1],
                Type::Piece => vec![(round + index) % 7 + 8 * (round & 1)],
                Type::Number(_) => vec![round.wrapping_sub(3).wrapping_mul(index + 1)],
                Type::Board => vec![board(index)],
                Type::Zone => vec![board(index), board(index + 1), round % 16 + 1],
            }
        })
        .collect()
}

#[test]
fn code_means_what_the_tree_means() {
    let mut drawn = 0;
    for seed in 1..400 {
        let checked = made_up(seed, true);
        let made = lower(&checked, "made-up", "", None).unwrap();
        let module = match adv_module::verify(made.clone()) {
            Ok(module) => module.into_program(),
            Err(error) => panic!("seed {seed}: {error}\n{checked:#?}\n{made:#?}"),
        };
        assert_eq!(
            lower(&checked, "made-up", "", None).unwrap(),
            module,
            "the same program gives the same module"
        );
        let program = checked.program();
        for round in 0..12 {
            let world = World {
                current: seed * 100 + round,
                new: round,
                root: seed + round,
                ..World::default()
            };
            for (function, export) in program.functions.iter().zip(&module.exports) {
                let args = arguments(function, round);
                let mut locals = locals(function, &args);
                let expected = tree(program, &function.body, world, &mut locals);
                let found: Vec<u64> = export
                    .functions
                    .iter()
                    .map(|&id| code(&module, id, world, &args))
                    .collect();
                assert_eq!(
                    expected, found,
                    "seed {seed}, {}\n{:#?}",
                    export.name, function.body
                );
            }
            // In an out-class the current position is the one before our move.
            let action = &program.advice[2].better;
            let before = World {
                current: match program.advice[2].depth {
                    1 => world.root,
                    _ => world.current,
                },
                ..world
            };
            let expected = tree(program, &action.test, before, &mut vec![0; LOCALS])[0];
            let made = &module.advice[2].better;
            assert_eq!(
                code(&module, made.test.unwrap(), before, &[]),
                expected,
                "seed {seed}, out-class"
            );
            drawn += boards(&checked, &module, world);
            // In a goal the new position is the node.
            let world = World {
                new: world.current,
                ..world
            };
            let goal = &program.advice[0].better;
            let expected = tree(program, &goal.test, world, &mut vec![0; LOCALS])[0];
            let made = &module.advice[0].better;
            assert_eq!(
                code(&module, made.test.unwrap(), world, &[]),
                expected,
                "seed {seed}, goal"
            );
            let parts = made
                .parts
                .iter()
                .all(|part| code(&module, part.test, world, &[]) == 1);
            assert_eq!(u64::from(parts), expected, "seed {seed}, conjuncts");
        }
    }
    assert!(drawn > 4_000, "{drawn} boards");
}

#[test]
fn every_pass_can_be_left_out() {
    for seed in (1..400).step_by(13) {
        let checked = made_up(seed, true);
        let program = checked.program();
        for (name, _) in Passes::SWITCHES {
            let passes = Passes::without(name);
            let made =
                lower::lower(&checked, "made-up", "", None, Libraries::NONE, passes).unwrap();
            let module = match adv_module::verify(made) {
                Ok(module) => module.into_program(),
                Err(error) => panic!("seed {seed} without {name}: {error}"),
            };
            for round in 0..4 {
                let world = World {
                    current: seed * 100 + round,
                    new: seed * 100 + round,
                    root: seed + round,
                    ..World::default()
                };
                let goal = &program.advice[0].better;
                let expected = tree(program, &goal.test, world, &mut vec![0; LOCALS])[0];
                let test = module.advice[0].better.test.unwrap();
                let found = code(&module, test, world, &[]);
                assert_eq!(found, expected, "seed {seed} without {name}");
            }
        }
    }
}

/// The boards of the last conjuncts of the action are those that these say to be not empty. How many there were.
fn boards(checked: &Checked, module: &adv_module::Program, world: World) -> usize {
    let program = checked.program();
    let ExprKind::And(conjuncts) = &program.advice[2].better.test.kind else {
        panic!("the action has conjuncts");
    };
    let parts = module.advice[2].better.parts.iter().rev();
    let mut count = 0;
    for (conjunct, part) in conjuncts.iter().rev().zip(parts).take(BOARDS) {
        let ExprKind::NonEmpty(board) = &conjunct.kind else {
            panic!("the conjunct speaks of a board");
        };
        if let Some(first) = part.boards.first() {
            let expected = tree(program, board, world, &mut vec![0; LOCALS])[0];
            assert_eq!(
                code(module, first.board, world, &[]),
                expected,
                "{board:#?}"
            );
            count += 1;
        }
    }
    count
}

#[test]
fn library_functions_mean_the_same_in_place_of_their_calls() {
    for seed in 1..300 {
        let Checked {
            program: of_library,
        } = made_up(seed, false);
        let checked = program(of_library.functions.clone(), Vec::new());
        let library = lower(&checked, "library", "1", None).unwrap();
        let library = adv_module::verify(library).unwrap();
        let exports = &library.program().exports;
        let mut user = Hir::default();
        for (index, (function, export)) in of_library.functions.iter().zip(exports).enumerate() {
            user.imports.push(Import {
                module: "library".to_owned(),
                version: "1".to_owned(),
                name: export.name.clone(),
                params: export.params.iter().map(|(_, ty)| *ty).collect(),
                result: function.result,
                needs: export.needs,
            });
            let args = (0..)
                .zip(&function.params)
                .map(|(index, (_, ty))| local(index, *ty))
                .collect();
            let frame = [Frame::Current, Frame::Root, Frame::New][index % 3];
            let called = expr(
                ExprKind::Call(Callee::Library(index), frame, args),
                function.result,
            );
            user.functions.push(Function {
                body: called,
                ..function.clone()
            });
        }
        let user = Checked { program: user };
        let source = Source::new("library.adv", "");
        let set = Library::new(source, checked, library.clone(), Libraries::NONE);
        let set = LibrarySet::of(set);
        for given in [Libraries::NONE, set.libraries()] {
            let made = lower_with(&user, "user", "", None, given).unwrap();
            let made =
                adv_module::verify(made).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let linked = adv_module::link(made, &[&library]).unwrap();
            let module = linked.module().program();
            for round in 0..6 {
                let world = World {
                    current: seed * 100 + round,
                    new: round,
                    root: seed + round,
                    ..World::default()
                };
                for (index, function) in of_library.functions.iter().enumerate() {
                    let frame = [Frame::Current, Frame::Root, Frame::New][index % 3];
                    let args = arguments(function, round);
                    let mut locals = locals(function, &args);
                    let expected = tree(
                        &of_library,
                        &function.body,
                        world.within(frame),
                        &mut locals,
                    );
                    let id = module.own_id(index);
                    assert_eq!(
                        code(module, id, world, &args),
                        expected[0],
                        "seed {seed}, {index}\n{:#?}",
                        function.body
                    );
                }
            }
        }
    }
}

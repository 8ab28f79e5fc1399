//! King and rook against king in SDL's terms: games of the strategy against a fixed defence.

use adv_chess::{Color, Move, Position, Role};
use adv_vm::{Branch, Engine, Mode, Subject, Wanted};

use super::strategy::{Rook, all};
use crate::common;
use crate::native::board::boards;
use crate::native::few::Few;
use crate::native::sdl::{LONGEST, NAMES, play_all, reply};
use crate::native::workload::{Answer, Contender, Size, Workload};

/// A game from every eighty-seventh position with White to move. What is counted are our moves.
pub const GAMES: Workload = Workload {
    name: "sdl-games",
    about: "the SDL strategy for king and rook against king, 2,000 games; a position is a move of ours",
    contenders,
};

const PROGRAM: &str = "examples/endgames/krk-sdl.adv";

fn starts(size: Size) -> Vec<Position> {
    let all = all();
    let wanted = if size == Size::Small { 60 } else { 2000 };
    let step = all.len() / wanted;
    all.into_iter().step_by(step).take(wanted).collect()
}

/// The strategy on the virtual machine.
struct Player {
    engine: Engine,
    subject: Subject,
    replies: Vec<Move>,
    /// The numbers of the actions in an [`Answer`], by their numbers in the program.
    numbers: Vec<usize>,
}

impl Player {
    fn new() -> Player {
        let engine = common::engine(PROGRAM, &common::read(PROGRAM));
        let strategy = engine.strategy("K-R-VS-K");
        let advice = &engine.module().advice;
        let number = |name: &str| NAMES.iter().position(|known| *known == name);
        Player {
            subject: Subject::Strategy(strategy.expect("the program has the strategy")),
            numbers: advice
                .iter()
                .map(|advice| number(&advice.name).map_or(0, |number| number + 1))
                .collect(),
            replies: Vec::new(),
            engine,
        }
    }

    /// Plays a game, and adds each move of ours to an answer. True where it mates.
    fn play(&mut self, start: &Position, root: usize, answer: &mut Answer) -> bool {
        let mut at = self
            .engine
            .junction(self.subject, start)
            .unwrap_or_else(|failure| panic!("{start:?}: {failure}"));
        let mut position = *start;
        let mut tree = Vec::new();
        let mut moves = 0;
        while moves < LONGEST {
            let branch = self.engine.branch(
                self.subject,
                &at,
                &position,
                Mode::Strong,
                Wanted::First,
                &mut tree,
            );
            let Branch::Tree { chosen, next, .. } = branch else {
                return false;
            };
            at = next;
            let action = self.numbers[chosen.advice.index()];
            // Down the tree, as long as it has an answer to the reply.
            let mut node = 0;
            loop {
                let mv = tree[node].mv;
                moves += 1;
                answer.add(1, action, Some((mv.from, mv.to)));
                position = position.play(mv);
                self.replies.clear();
                position.push_legal_moves(&mut self.replies);
                if self.replies.is_empty() {
                    return position.is_check();
                }
                let reply = self.replies[reply(root, moves, self.replies.len())];
                position = position.play(reply);
                if position.pieces(Color::White, Role::Rook) == 0 {
                    return false;
                }
                let end = tree[node].end as usize;
                let mut below = node + 1;
                while below < end && tree[below].mv != reply {
                    below = tree[below].end as usize;
                }
                if below + 1 >= end || moves == LONGEST {
                    break;
                }
                node = below + 1;
            }
        }
        false
    }
}

fn contenders(size: Size) -> Vec<Contender> {
    let starts = starts(size);
    let of_shakmaty = boards::<shakmaty::Chess>(&starts);
    let of_cozy = boards::<cozy_chess::Board>(&starts);
    let of_few = boards::<Few<Rook>>(&starts);
    let mut player = Player::new();
    let machine = Contender::new("virtual machine", move || {
        let mut answer = Answer::default();
        // No round takes over what the one before has found.
        player.engine.forget_repeats();
        for (root, start) in starts.iter().enumerate() {
            let mates = player.play(start, root, &mut answer);
            answer.add(0, usize::from(mates), None);
        }
        answer.roots = starts.len() as u64;
        answer
    });
    vec![
        machine,
        Contender::new("shakmaty", move || play_all(&of_shakmaty)),
        Contender::new("cozy-chess", move || play_all(&of_cozy)),
        Contender::new("few men", move || play_all(&of_few)),
    ]
}

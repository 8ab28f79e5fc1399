//! Moves that a program does not tell apart: nothing but the language's fixed order decides which of them is played.
//!
//! The search takes the first move that succeeds. Which one that is has been said by the program as far as it orders its moves: by
//! `prefer`, by the order of its classes, by directions and by keys. What is left is decided by the fixed order of moves, of which
//! no author thinks.

use adv_chess::{LegalInfo, Move, Position};

use crate::consultation::Consultation;
use crate::engine::{Engine, Options};
use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::OnWholeBoards;
use crate::search::moves::{Spot, classes_at, direction_index};
use crate::search::request::Task;
use crate::view::{View, unmirrored};

impl Engine {
    /// The moves that the us-moves of the satisfied piece-of-advice or action select and that the program orders neither before nor
    /// after its first move, which is left out. Whether they would lead to a tree is another question, which [`Engine::branch`]
    /// answers. They are moves of the position's own colours, in the fixed order. There are none where the piece speaks of `TAKEN`, for
    /// then what is tried after the first move that succeeds cannot be told.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn alike(&mut self, answer: &Consultation) -> Result<Vec<Move>, Stop> {
        let (Some(id), Some(first)) = (answer.advice, answer.first_move()) else {
            return Ok(Vec::new());
        };
        let View {
            position,
            us,
            mirrored,
        } = View::turned(&answer.position, answer.us, answer.mirrored);
        let first = unmirrored(first, mirrored);
        self.with_run(&Options::default(), |run| {
            let module = run.module;
            let Some(advice) = module.advice.get(id.index()) else {
                return Ok(Vec::new());
            };
            if run.speaks_of(id).taken {
                return Ok(Vec::new());
            }
            let task = Task::whole((id, advice), &position, us);
            let places = run.places(&task, &position)?;
            let wanted = places.iter().find(|(m, _)| *m == first);
            let same = |m: &Move, place: &SortKey| {
                *m != first && wanted.is_some_and(|(_, wanted)| place == wanted)
            };
            let same = places.iter().filter(|(m, place)| same(m, place));
            Ok(same.map(|(m, _)| unmirrored(*m, mirrored)).collect())
        })
    }
}

/// The place of a move in the order of a program: first what is preferred, then the class, the direction, the keys.
type SortKey = Vec<i64>;

impl<'m> Run<'m> {
    /// Our selected moves at the root, each with its place.
    fn places(
        &mut self,
        task: &Task<'_, OnWholeBoards<false>>,
        root: &Position,
    ) -> Result<Vec<(Move, SortKey)>, Stop> {
        self.activate(task.us);
        let info = LegalInfo::new(root);
        let spot = Spot::new(task.root(), root, &info);
        let mark = self.stacks.moves.len();
        let mut places = Vec::new();
        for (number, class) in classes_at(&task.advice.us, 0).iter().enumerate() {
            let begin = self.stacks.moves.len();
            self.collect(&spot, class, mark, true, None)?;
            for i in begin..self.stacks.moves.len() {
                let m = self.stacks.move_at(i);
                if let Some(cost) = &task.advice.cost
                    && !self.is_affordable(&spot, cost, m)?
                {
                    continue;
                }
                let mut place = SortKey::new();
                for key in &task.advice.prefer {
                    place.push(self.of_move(&spot, *key, m)? as i64);
                }
                place.push(number as i64);
                place.extend(direction_index(&class.toward, m).map(i64::from));
                for key in &class.keys {
                    place.push(self.of_move(&spot, *key, m)? as i64);
                }
                places.push((m, place));
            }
        }
        self.stacks.moves.truncate(mark);
        Ok(places)
    }
}

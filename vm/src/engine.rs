//! The engine: a linked module under limits, and the questions it answers.

use std::sync::Arc;

use adv_chess::{Color, Material, Move, Position};
use adv_module::program::{Compare, Entry, Function, TextPart};
use adv_module::{AdviceId, FnId, Linked, Needs, TableId, Ty, UnverifiedModule, Who};

use crate::consultation::{Consultation, Decision, Failure, Tried};
use crate::fuse::fuse;
use crate::keys::input_of;
use crate::limits::{Limits, Stop};
use crate::machine::Env;
use crate::run::{Buffers, Code, Replies, Run};
use crate::search::{Task, bounds};
use crate::tree::Tree;
use crate::why::WhyLog;

/// What is asked about one consultation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How replies are worked through and positions counted.
    pub replies: Replies,
    /// Note at which conjuncts positions fail.
    pub why: bool,
}

/// A program ready to be asked. Cheap to clone: each thread has its own.
pub struct Engine {
    linked: Arc<Linked>,
    codes: Arc<[Code]>,
    limits: Limits,
    buffers: Buffers,
}

impl Clone for Engine {
    fn clone(&self) -> Self {
        Engine {
            linked: self.linked.clone(),
            codes: self.codes.clone(),
            limits: self.limits,
            buffers: Buffers::default(),
        }
    }
}

/// A position as the program sees it.
struct View {
    position: Position,
    us: Color,
    mirrored: bool,
}

/// What the search of one entry left.
struct Found {
    advice: AdviceId,
}

impl Engine {
    /// An engine for a linked module. Only a verified module can be linked, so nothing here can fail.
    pub fn new(linked: Linked, limits: Limits) -> Engine {
        let code = |f: &Function| Code {
            steps: fuse(&f.code),
            needs_new: f.needs.has(Needs::NEW),
            input: input_of(&f.code),
        };
        let codes = linked.module().get().functions.iter().map(code).collect();
        Engine {
            linked: Arc::new(linked),
            codes,
            limits,
            buffers: Buffers::default(),
        }
    }

    /// The module's records.
    pub fn module(&self) -> &UnverifiedModule {
        self.linked.module().get()
    }

    /// The limits of every consultation.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The table of a name.
    pub fn table(&self, name: &str) -> Option<TableId> {
        self.module()
            .tables
            .iter()
            .position(|t| t.name == name)
            .map(|i| TableId(i as u16))
    }

    /// The piece-of-advice of a name, arguments included where it has some.
    pub fn advice(&self, name: &str) -> Option<AdviceId> {
        let found = self
            .module()
            .advice
            .iter()
            .position(|a| a.name == name && !a.hidden);
        found.map(|i| AdviceId(i as u16))
    }

    /// Consults a table: the first rule whose precondition holds, then its list in order.
    ///
    /// # Errors
    /// [`Failure`] where the position is not one that the table is for, or a limit is reached. A position in which no advice
    /// applies is no failure: the consultation then has no advice.
    pub fn consult(
        &mut self,
        table: TableId,
        position: &Position,
        options: &Options,
    ) -> Result<Consultation, Failure> {
        let (table, view) = self.view_for_table(table, position)?;
        self.with_run(options, |run| {
            let mut answer = Self::blank(position, &view);
            answer.table = Some(table);
            let mut tried = Vec::new();
            let found = consult_in(run, table, &view, options.why, &mut answer.rule, &mut |t| {
                tried.push(t)
            })?;
            answer.tried = tried;
            Self::finish(run, &view, found, &mut answer)?;
            Ok(answer)
        })
    }

    /// Consults a table for the short answer: nothing but what a survey's row needs.
    ///
    /// # Errors
    /// As [`Engine::consult`].
    pub fn decide(
        &mut self,
        table: TableId,
        position: &Position,
        replies: Replies,
    ) -> Result<Decision, Failure> {
        let (table, view) = self.view_for_table(table, position)?;
        let options = Options {
            replies,
            why: false,
        };
        self.with_run(&options, |run| {
            let (mut rule, mut positions) = (None, 0);
            let found = consult_in(run, table, &view, false, &mut rule, &mut |t| {
                positions += t.positions
            })?;
            let mv = found
                .as_ref()
                .and(run.tree.first())
                .map(|n| unmirrored(n.mv, view.mirrored));
            let conditional = found.is_some() && run.tree.iter().any(|n| n.left_out > 0);
            Ok(Decision {
                rule,
                advice: found.map(|f| f.advice),
                mv,
                positions,
                conditional,
            })
        })
    }

    /// Tries one piece-of-advice.
    ///
    /// # Errors
    /// As [`Engine::consult`], the program's declared material and the advice's side being asked.
    pub fn try_advice(
        &mut self,
        advice: AdviceId,
        position: &Position,
        options: &Options,
    ) -> Result<Consultation, Failure> {
        let module = self.module();
        let side = module.advice.get(advice.index()).and_then(|a| a.side);
        let view = view(module.material.as_ref(), side, position)?;
        self.with_run(options, |run| {
            let mut answer = Self::blank(position, &view);
            let tried = try_one(run, advice, &view, options.why, None)
                .map_err(|stop| failure(stop, Some(advice), None, run))?;
            let found = tried.satisfied.then_some(Found { advice });
            answer.tried.push(tried);
            Self::finish(run, &view, found, &mut answer)?;
            Ok(answer)
        })
    }

    /// Evaluates a function on a position, all frames being that position. Arguments are words: boards as sets, numbers in two's
    /// complement, pieces and sides as [`Ty`] says; missing ones are 0.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn evaluate(
        &mut self,
        function: FnId,
        args: &[u64],
        position: &Position,
        us: Color,
    ) -> Result<u64, Stop> {
        let buffers = std::mem::take(&mut self.buffers);
        let mut run = Run::new(
            self.linked.module().get(),
            &self.codes,
            &self.limits,
            Replies::default(),
            buffers,
        );
        let value = run.call(function, args, &Env::single(position, us));
        self.buffers = run.into_buffers();
        value
    }

    /// The numbers on both sides of a comparison in a position.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn compare(
        &mut self,
        compare: &Compare,
        position: &Position,
        us: Color,
    ) -> Result<(Vec<i64>, Vec<i64>), Stop> {
        let buffers = std::mem::take(&mut self.buffers);
        let mut run = Run::new(
            self.linked.module().get(),
            &self.codes,
            &self.limits,
            Replies::default(),
            buffers,
        );
        let sides = run.sides(compare, &Env::single(position, us));
        self.buffers = run.into_buffers();
        sides
    }

    /// How a material, a side to play for and a position go together: the position as the program sees it.
    fn view_for_table(
        &self,
        table: TableId,
        position: &Position,
    ) -> Result<(TableId, View), Failure> {
        let tables = &self.module().tables;
        let own = &tables[table.index()];
        let first = match view(own.material.as_ref(), own.side, position) {
            Ok(view) => return Ok((table, view)),
            Err(failure) => failure,
        };
        let Failure::OtherMaterial { wanted, found, .. } = first else {
            return Err(first);
        };
        // The tables that take over, nearest first; each once.
        let mut queue: Vec<TableId> = own.beyond.clone();
        let mut next = 0;
        while let Some(&id) = queue.get(next) {
            next += 1;
            let other = &tables[id.index()];
            if other.material.is_some()
                && let Ok(view) = view(other.material.as_ref(), other.side, position)
            {
                return Ok((id, view));
            }
            for further in &other.beyond {
                if !queue.contains(further) {
                    queue.push(*further);
                }
            }
        }
        Err(Failure::OtherMaterial {
            wanted,
            found,
            left: own.leaves,
        })
    }

    fn with_run<T>(
        &mut self,
        options: &Options,
        work: impl FnOnce(&mut Run<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let buffers = std::mem::take(&mut self.buffers);
        let mut run = Run::new(
            self.linked.module().get(),
            &self.codes,
            &self.limits,
            options.replies,
            buffers,
        );
        let answer = work(&mut run);
        self.buffers = run.into_buffers();
        answer
    }

    fn blank(position: &Position, view: &View) -> Consultation {
        Consultation {
            position: *position,
            us: if view.mirrored { !view.us } else { view.us },
            mirrored: view.mirrored,
            table: None,
            rule: None,
            tried: Vec::new(),
            advice: None,
            tree: None,
            because: None,
        }
    }

    /// Copies the tree out of the arena and fills the reason in.
    fn finish(
        run: &mut Run<'_>,
        view: &View,
        found: Option<Found>,
        answer: &mut Consultation,
    ) -> Result<(), Failure> {
        let Some(Found { advice, .. }) = found else {
            return Ok(());
        };
        answer.advice = Some(advice);
        let tree = Tree::new(view.position, run.tree.clone());
        answer.because = reason(run, advice, view, &tree)
            .map_err(|stop| failure(stop, Some(advice), answer.rule, run))?;
        let tree = if view.mirrored { tree.mirrored() } else { tree };
        answer.tree = Some(tree);
        Ok(())
    }
}

impl Run<'_> {
    /// Calls a function with arguments.
    fn call(&mut self, function: FnId, args: &[u64], env: &Env<'_>) -> Result<u64, Stop> {
        let count = self.module.functions[function.index()].params.len();
        if self.registers.len() < count {
            self.registers.resize(count, 0);
        }
        for i in 0..count {
            self.registers[i] = args.get(i).copied().unwrap_or(0);
        }
        self.exec(function, env, 0)
    }
}

fn unmirrored(mut m: Move, mirrored: bool) -> Move {
    if mirrored {
        m.from ^= 56;
        m.to ^= 56;
    }
    m
}

fn failure(stop: Stop, advice: Option<AdviceId>, rule: Option<usize>, run: &Run<'_>) -> Failure {
    Failure::Stopped {
        stop,
        advice,
        rule,
        positions: run.counts.iter().sum(),
    }
}

/// Turns a position so that it fits a material and a side, exchanging the colours where the program allows it.
fn view(
    material: Option<&adv_module::program::Material>,
    side: Option<Who>,
    position: &Position,
) -> Result<View, Failure> {
    let plays = match side {
        Some(Who::White) => Some(Color::White),
        Some(Who::Black) => Some(Color::Black),
        _ => None,
    };
    let Some(material) = material else {
        return match plays {
            Some(plays) if plays != position.turn() => Err(Failure::OtherSide { plays }),
            _ => Ok(View {
                position: *position,
                us: position.turn(),
                mirrored: false,
            }),
        };
    };
    let wanted = Material {
        counts: material.counts,
    };
    let mut wrong_side = None;
    for mirrored in [false, true] {
        if mirrored && !material.mirrored {
            continue;
        }
        let seen = if mirrored {
            position.mirror()
        } else {
            *position
        };
        if !wanted.fits(&seen) {
            continue;
        }
        match plays {
            Some(color) if color != seen.turn() => {
                wrong_side = wrong_side.or(Some(if mirrored { !color } else { color }));
            }
            _ => {
                return Ok(View {
                    us: seen.turn(),
                    position: seen,
                    mirrored,
                });
            }
        }
    }
    Err(match wrong_side {
        Some(plays) => Failure::OtherSide { plays },
        None => Failure::OtherMaterial {
            wanted,
            found: Material::of(position),
            left: false,
        },
    })
}

/// The first rule whose precondition holds, and its list until a piece is satisfied.
fn consult_in(
    run: &mut Run<'_>,
    table: TableId,
    view: &View,
    why: bool,
    rule: &mut Option<usize>,
    note: &mut dyn FnMut(Tried),
) -> Result<Option<Found>, Failure> {
    let module = run.module;
    let table = &module.tables[table.index()];
    let env = Env::single(&view.position, view.us);
    let mut list = None;
    for (index, r) in table.rules.iter().enumerate() {
        let applies = match r.condition {
            None => true,
            Some(condition) => run
                .truth(condition, &env)
                .map_err(|stop| failure(stop, None, Some(index), run))?,
        };
        if applies {
            *rule = Some(index);
            list = Some(&r.list);
            break;
        }
    }
    for entry in list.into_iter().flatten() {
        let found = match entry {
            Entry::Advice(advice) => {
                let tried = try_one(run, *advice, view, why, None)
                    .map_err(|stop| failure(stop, Some(*advice), *rule, run))?;
                let satisfied = tried.satisfied;
                note(tried);
                satisfied.then_some(Found { advice: *advice })
            }
            Entry::Shortest(plies, pieces) => {
                shortest_of(run, *plies, pieces, view, why, *rule, note)?
            }
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The shortest tree of any of several pieces: all of them under the bound 1, then 3, and so on. A piece is not searched again
/// under a bound above its own depth. Each search is an entry of its own among the pieces tried.
fn shortest_of(
    run: &mut Run<'_>,
    plies: u16,
    pieces: &[AdviceId],
    view: &View,
    why: bool,
    rule: Option<usize>,
    note: &mut dyn FnMut(Tried),
) -> Result<Option<Found>, Failure> {
    let mut before = 0;
    for bound in bounds(true, plies) {
        for &advice in pieces {
            let depth = run.module.advice[advice.index()].depth;
            if depth <= before {
                continue;
            }
            let tried = try_one(run, advice, view, why, Some(bound.min(depth)))
                .map_err(|stop| failure(stop, Some(advice), rule, run))?;
            let satisfied = tried.satisfied;
            note(tried);
            if satisfied {
                return Ok(Some(Found { advice }));
            }
        }
        before = bound;
    }
    Ok(None)
}

/// Searches one piece-of-advice, under one bound or under its own.
fn try_one(
    run: &mut Run<'_>,
    id: AdviceId,
    view: &View,
    why: bool,
    bound: Option<u16>,
) -> Result<Tried, Stop> {
    let advice = &run.module.advice[id.index()];
    run.counts.clear();
    run.nested.clear();
    run.why = why.then(Box::<WhyLog>::default);
    let mut satisfied = false;
    let mut roots = 0;
    let depths = match bound {
        Some(bound) => bounds(false, bound),
        None => bounds(advice.shortest, advice.depth),
    };
    for bound in depths {
        roots += 1;
        let task = Task {
            advice,
            root: &view.position,
            us: view.us,
            bound,
        };
        if run.satisfy(&task)? {
            satisfied = true;
            break;
        }
    }
    let mut by_depth: Vec<u64> = run.counts.iter().skip(1).copied().collect();
    while by_depth.last() == Some(&0) {
        by_depth.pop();
    }
    let root = if run.replies == Replies::OneByOne {
        roots.min(1)
    } else {
        0
    };
    let positions = by_depth.iter().sum::<u64>() + root;
    let why = run.why.take().map_or_else(Vec::new, |log| {
        if satisfied {
            Vec::new()
        } else {
            log.into_failures()
        }
    });
    Ok(Tried {
        advice: id,
        satisfied,
        positions,
        by_depth,
        nested: run.nested.clone(),
        why,
    })
}

/// The reason of a piece with its values, as they are behind our first move.
fn reason(
    run: &mut Run<'_>,
    id: AdviceId,
    view: &View,
    tree: &Tree,
) -> Result<Option<String>, Stop> {
    let advice = &run.module.advice[id.index()];
    let Some(first) = tree.first_move().filter(|_| !advice.because.is_empty()) else {
        return Ok(None);
    };
    let child = view.position.play(first);
    let env = Env::node(&child, &view.position, view.us);
    let mut text = String::new();
    for part in &advice.because {
        match part {
            TextPart::Text(plain) => text.push_str(plain),
            TextPart::Value(function) => {
                let word = run.word(*function, &env)?;
                let ty = run.module.functions[function.index()].result;
                let word = match ty {
                    Ty::Board if view.mirrored => word.swap_bytes(),
                    _ => word,
                };
                text.push_str(&value_text(ty, word));
            }
        }
    }
    Ok(Some(text))
}

/// A value as people write it: a number, the names of squares, yes or no.
pub fn value_text(ty: Ty, word: u64) -> String {
    match ty {
        Ty::Number => (word as i64).to_string(),
        Ty::Truth => if word != 0 { "yes" } else { "no" }.to_owned(),
        Ty::Board if word == 0 => "no square".to_owned(),
        Ty::Board => adv_chess::geometry::set_names(word),
        Ty::Side => if word & 1 == 0 { "White" } else { "Black" }.to_owned(),
        Ty::Piece => {
            let (color, role) = crate::host::designation(word);
            let side = color.letter().to_ascii_uppercase();
            match adv_chess::Role::ALL.get(usize::from(role)) {
                Some(role) => format!("{side}.{}", role.letter()),
                None => format!("{side}.*"),
            }
        }
    }
}

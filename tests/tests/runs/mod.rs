//! A strategy against all defences, played out run by run: slow, plain, and a second opinion on what the prover says.

use std::collections::HashMap;

use adv_vm::{Engine, Strategy, StrategyKey};

/// How a run goes on after one of our moves.
#[derive(Default)]
struct Behind {
    /// Replies whose outcome is not known to be mate yet, and the most moves to mate of the others.
    open: usize,
    worst: u32,
    /// The states with a reply that leads here.
    asked_by: Vec<usize>,
}

/// A strategy's runs against all replies, as a graph: each question is answered once, and runs with equal keys are one.
pub struct Runs {
    pub engine: Engine,
    behind: Vec<Behind>,
    ids: HashMap<StrategyKey, usize>,
    answers: HashMap<StrategyKey, Option<usize>>,
    waiting: Vec<(usize, Strategy)>,
    mates: Vec<usize>,
}

impl Runs {
    pub fn new(mut engine: Engine) -> Runs {
        // The reason why a run is stuck is not needed here.
        engine.set_reasons(false);
        Runs {
            engine,
            behind: Vec::new(),
            ids: HashMap::new(),
            answers: HashMap::new(),
            waiting: Vec::new(),
            mates: Vec::new(),
        }
    }

    /// The node of a run that awaits a reply; `None` where the run is over.
    pub fn node(&mut self, run: Strategy) -> Option<usize> {
        if !run.awaits_reply() {
            return None;
        }
        let next = self.behind.len();
        let id = *self.ids.entry(run.key()).or_insert(next);
        if id == next {
            self.behind.push(Behind::default());
            self.waiting.push((id, run));
        }
        Some(id)
    }

    /// Answers every reply to every run that is known.
    pub fn explore(&mut self) {
        while let Some((id, run)) = self.waiting.pop() {
            let replies = run.position().legal_moves();
            if replies.is_empty() && run.position().is_check() {
                self.mates.push(id);
            }
            // A run that is over without mate, and a stalemate, stay open for ever.
            self.behind[id].open = replies.len().max(1);
            for reply in replies {
                let question = run.key_after(reply);
                let answer = match self.answers.get(&question) {
                    Some(answer) => *answer,
                    None => {
                        let mut further = run.clone();
                        let step = further.resume(&mut self.engine, Some(reply));
                        step.expect("the reply is legal");
                        let answer = self.node(further);
                        self.answers.insert(question, answer);
                        answer
                    }
                };
                if let Some(answer) = answer {
                    self.behind[answer].asked_by.push(id);
                }
            }
        }
    }

    /// The moves to mate of each node from which it is forced, ours counted, the one that leads to the node among them.
    pub fn moves_to_mate(&mut self) -> Vec<Option<u32>> {
        let mut found = vec![None; self.behind.len()];
        let mut queue = std::mem::take(&mut self.mates);
        for &mate in &queue {
            found[mate] = Some(1);
        }
        while let Some(id) = queue.pop() {
            let moves = found[id].unwrap_or(0);
            for before in std::mem::take(&mut self.behind[id].asked_by) {
                let node = &mut self.behind[before];
                node.open -= 1;
                node.worst = node.worst.max(moves);
                if node.open == 0 {
                    found[before] = Some(node.worst + 1);
                    queue.push(before);
                }
            }
        }
        found
    }
}

//! What the program does in one position, between two trees.

use adv_chess::Position;
use adv_vm::{
    Branch, Ending, Engine, Failure, Junction, Mode, Node, Origin, Stop, StuckCause, Subject,
    Wanted,
};

use super::{WholeBound, WholeEnd};
use crate::pack::pack_tree;
use crate::palette::TreeExits;
use crate::report::Choice;

/// What the program does in a node.
pub(super) enum AskedNode {
    Tree {
        choice: Choice,
        exits: TreeExits<Junction>,
        words: Vec<u16>,
    },
    End(WholeEnd),
    Open(WholeBound),
}

pub(super) fn ending_of_game(position: &Position) -> Ending {
    match position.is_check() {
        true => Ending::Checkmate {
            loser: position.turn(),
        },
        false => Ending::Stalemate,
    }
}

/// What the program does in a node between two trees; `begun` is the position where its strategy began, where that is known.
pub(super) fn ask_one(
    engine: &mut Engine,
    (subject, mode): (Subject, Mode),
    at: &Junction,
    begun: Option<&Position>,
    position: &Position,
    tree: &mut Vec<Node>,
) -> AskedNode {
    let opened = |failure: Failure| match &failure {
        Failure::Stopped {
            stop: Stop::Interrupted,
            ..
        } => AskedNode::Open(WholeBound::Interrupted),
        _ => AskedNode::Open(WholeBound::Consultation(failure)),
    };
    let over = |engine: &mut Engine, ending, origin| match engine.reached_goal(at, begun, position)
    {
        Ok(goal) => AskedNode::End(WholeEnd::Over {
            ending,
            origin,
            goal,
        }),
        Err(failure) => opened(failure),
    };
    if !position.has_legal_move() {
        return over(engine, ending_of_game(position), Origin::default());
    }
    match engine.branch(subject, at, position, mode, Wanted::First, tree) {
        Branch::Tree {
            chosen,
            next,
            again,
        } => {
            let mut words = Vec::new();
            pack_tree(tree, &mut words);
            AskedNode::Tree {
                choice: Choice::from(&chosen),
                exits: TreeExits {
                    next,
                    again: again.map(|again| *again),
                },
                words,
            }
        }
        Branch::Ends { ending, origin } => over(engine, ending, origin),
        Branch::Stuck {
            cause: StuckCause::Failure(failure @ Failure::Stopped { .. }),
            ..
        } => opened(failure),
        Branch::Stuck { origin, cause } => AskedNode::End(WholeEnd::Stuck { origin, cause }),
    }
}

//! The p-strategy of a whole play, node by node; its file, which is checked by the rules of chess alone; and the comparison of the two.

use std::fmt;

use adv_module::Program;
use adv_prover::ProveError;
use adv_render::escape::json;
use adv_render::whole::{WholeHead, head, node as written, tail};
use adv_vm::{Failure, Mode, Subject, SubjectKind};

#[doc(inline)]
pub use adv_certificate::tree::{
    NodeEnd, TreeEnds, TreeFault, TreeFile, TreeNode, TreeRefusal, TreeVerdict, Unfolded, is_tree,
    verify_tree,
};
#[doc(inline)]
pub use adv_prover::{
    WholeBound, WholeBounds, WholeEnd, WholeExtent, WholeNode, WholePlay, WholeSize, WholeStep,
    WholeTask, WholeTotals,
};

pub use crate::p_strategy::{WrittenAct, WrittenGame, WrittenPlayer, play_written};

/// Result of comparing the file of a whole play with a program.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparedTree {
    /// The program, asked again, plays as the file says.
    Same {
        /// Number of nodes that were compared: all but those that the file leaves open.
        nodes: u64,
    },
    /// The program plays otherwise than the file says, or for another reason.
    Differs {
        /// Number of the file's first node with a difference.
        node: u32,
        /// The difference in that node.
        difference: TreeDifference,
    },
    /// The comparison was interrupted by the caller.
    Interrupted,
}

/// Difference between a node of a file and the program's play there.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeDifference {
    /// A field differs: its name, its text in the file and the program's text. It is the move, the statement that chose it, its line, the
    /// beginning of a tree, the replies left out, or the end.
    Says(&'static str, String, String),
    /// The file's one node is reached at two different places of the program, by two lines.
    Place,
    /// The program has no answer in the node within the bound.
    Open(WholeBound),
}

impl fmt::Display for TreeDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeDifference::Says(what, file, program) => {
                write!(f, "{what} is {file}, and of the program {program}")
            }
            TreeDifference::Place => {
                f.write_str("lines that the program tells apart come to this one node")
            }
            TreeDifference::Open(WholeBound::Consultation(failure)) => {
                write!(f, "the program cannot be asked: {failure}")
            }
            TreeDifference::Open(_) => f.write_str("play of the program goes on beyond the file"),
        }
    }
}

/// Reason why the file of a play cannot be written or compared with a program.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeError {
    /// The program has no subject with the name in the file, or the file's mode or extent is unknown; the sentence says so.
    Unknown(String),
    /// The subject does not serve the root position.
    Unfit(Failure),
    /// The prover cannot follow the play.
    Prove(ProveError),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Unknown(sentence) => f.write_str(sentence),
            TreeError::Unfit(failure) => failure.fmt(f),
            TreeError::Prove(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TreeError {}

/// The subject that plays in a file, with the file's mode and extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreePlay {
    /// The strategy, table or piece-of-advice that plays.
    pub subject: Subject,
    /// Mode of following a p-strategy's tree: to a leaf, or for one move.
    pub mode: Mode,
    /// Extent of the file: the whole play, or the first choice.
    pub extent: WholeExtent,
}

/// Finds the subject of a file in a program, with the file's mode and extent.
///
/// # Errors
/// [`TreeError`] where the program has no such subject, or the mode or the extent is unknown.
pub fn subject_of_tree(file: &TreeFile, program: &Program) -> Result<TreePlay, TreeError> {
    let name = &file.subject.name;
    let found = [
        (
            SubjectKind::Strategy,
            Subject::strategy_named(program, name),
        ),
        (SubjectKind::Table, Subject::table_named(program, name)),
        (SubjectKind::Advice, Subject::advice_named(program, name)),
    ];
    let of_kind = found
        .into_iter()
        .find(|(kind, _)| kind.as_str() == file.subject.kind);
    let subject = of_kind.and_then(|(_, subject)| subject).ok_or_else(|| {
        TreeError::Unknown(format!("the program has no {} `{name}`", file.subject.kind))
    })?;
    let unknown = |field: &str, word: &str, expected: &str| {
        TreeError::Unknown(format!("`{field}` is `{word}`, expected {expected}"))
    };
    let mode = match file.mode.as_str() {
        "strong" => Mode::Strong,
        "weak" => Mode::Weak,
        other => return Err(unknown("mode", other, "`strong` or `weak`")),
    };
    let extent = match file.extent.as_str() {
        "play" | "" => WholeExtent::Play,
        "choice" => WholeExtent::Choice,
        other => return Err(unknown("extent", other, "`play` or `choice`")),
    };
    Ok(TreePlay {
        subject,
        mode,
        extent,
    })
}

/// Writes the file of a whole play at once; [`adv_render::whole`] has its lines for callers that write it as nodes come. `program` is the
/// name that the file gives the program, `fingerprint` the text of [`crate::Rulebook::fingerprint`].
///
/// # Errors
/// [`TreeError`] where play cannot be followed. That it is not followed to its ends is no error: the file says so.
pub fn tree_file(
    task: &WholeTask<'_>,
    program: &str,
    fingerprint: &str,
) -> Result<String, TreeError> {
    let root = task.position.without_clocks();
    let module = task.engine.module();
    let mut text = head(&WholeHead {
        module,
        program,
        fingerprint,
        subject: task.subject,
        mode: task.mode,
        extent: task.extent,
        root: &root,
    });
    let mut play = WholePlay::begin(task).map_err(TreeError::Unfit)?;
    while let Some(node) = play.next_node().map_err(TreeError::Prove)? {
        text.push_str(if node.number > 0 { ",\n" } else { "\n" });
        text.push_str(&written(module, &node));
    }
    text.push('\n');
    text.push_str(&tail(&play.totals()));
    Ok(json(&text).into_owned())
}

/// Compares a file that [`verify_tree`] has accepted with a program, asked again in every node: its move, the statement and the line that
/// chose it, the end of play and its goal. The task's position has to be the file's root; its bounds are set here.
///
/// # Errors
/// [`TreeError`] where the program cannot be asked. A difference is no error.
pub fn compare_tree(file: &TreeFile, task: &WholeTask<'_>) -> Result<ComparedTree, TreeError> {
    let program = task.engine.module();
    let nodes = file.nodes.len() as u64;
    let mut play = WholePlay::begin(&WholeTask {
        // The program's graph has no more nodes than the file where the two are the same.
        bounds: WholeBounds {
            plies: None,
            nodes: nodes + 1,
        },
        ..*task
    })
    .map_err(TreeError::Unfit)?;
    let mut own: Vec<WholeNode> = Vec::new();
    while let Some(node) = play.next_node().map_err(TreeError::Prove)? {
        if node.step == WholeStep::Open(WholeBound::Interrupted) {
            return Ok(ComparedTree::Interrupted);
        }
        own.push(node);
    }
    // For each node of the file that of the program, once some line has come to both.
    let mut paired: Vec<Option<u32>> = vec![None; file.nodes.len()];
    let mut todo: Vec<(u32, u32)> = vec![(0, 0)];
    let mut compared = 0;
    while let Some((theirs, ours)) = todo.pop() {
        let (Some(said), Some(found)) = (file.nodes.get(theirs as usize), own.get(ours as usize))
        else {
            continue;
        };
        let differs = |difference| ComparedTree::Differs {
            node: theirs,
            difference,
        };
        match paired.get_mut(theirs as usize) {
            Some(slot @ None) => *slot = Some(ours),
            Some(Some(before)) if *before != ours => return Ok(differs(TreeDifference::Place)),
            _ => continue,
        }
        if said.open.is_some() {
            continue;
        }
        if let WholeStep::Open(bound) = &found.step {
            return Ok(differs(TreeDifference::Open(bound.clone())));
        }
        let Some(asked) = TreeNode::parse(&written(program, found)) else {
            continue;
        };
        if let Some(difference) = difference(said, &asked) {
            return Ok(differs(difference));
        }
        compared += 1;
        for (reply, to) in &said.to {
            let same = asked.to.iter().find(|(other, _)| other == reply);
            todo.extend(same.map(|(_, own)| (*to, *own)));
        }
    }
    Ok(ComparedTree::Same { nodes: compared })
}

/// Finds the first difference between a node of a file and the program's node; `None` where they are the same.
fn difference(said: &TreeNode, asked: &TreeNode) -> Option<TreeDifference> {
    let text = |value: &Option<String>| match value {
        Some(text) => format!("`{}`", text.escape_debug()),
        None => "none".to_owned(),
    };
    // A program may be called otherwise than when the file was written.
    let line = |at: &Option<String>| match at.as_deref().and_then(|at| at.rsplit_once(':')) {
        Some((_, line)) => line.to_owned(),
        None => "none".to_owned(),
    };
    let end = |end: &Option<NodeEnd>| match end {
        Some(end) => format!(
            "{}, goal {}, {}",
            end.kind,
            end.goal.map_or("none".to_owned(), |goal| goal.to_string()),
            text(&end.says)
        ),
        None => "none".to_owned(),
    };
    let rows = [
        ("the move", text(&said.mv), text(&asked.mv)),
        ("what chose it", text(&said.by), text(&asked.by)),
        ("its line", line(&said.at), line(&asked.at)),
        (
            "`begins`",
            said.begins.to_string(),
            asked.begins.to_string(),
        ),
        (
            "`left_out`",
            format!("{:?}", said.left_out),
            format!("{:?}", asked.left_out),
        ),
        ("the end", end(&said.end), end(&asked.end)),
    ];
    rows.into_iter()
        .find(|(_, file, program)| file != program)
        .map(|(what, file, program)| TreeDifference::Says(what, file, program))
}

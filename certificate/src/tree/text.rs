//! The file as it is written.

use serde::Deserialize;

use super::fault::{TreeFault, TreeRefusal};

/// The word by which a file says what it is.
const FORMAT: &str = "adv p-strategy";
/// The version that is read.
const VERSION: u64 = 1;

/// The file of a p-strategy. What is not known of it is left alone.
#[derive(Clone, Debug, Deserialize)]
pub struct TreeFile {
    /// [`FORMAT`].
    pub format: String,
    /// The version of the format.
    pub version: u64,
    /// The program's name, which is not checked.
    pub program: String,
    /// The program's fingerprint, which is not checked.
    pub fingerprint: String,
    /// What plays, which is not checked.
    pub subject: TreeSubject,
    /// `strong` or `weak`, which is not checked.
    pub mode: String,
    /// `play` for a whole play, `choice` for the tree of one choice; which is not checked.
    #[serde(default)]
    pub extent: String,
    /// The side that the p-strategy plays for: `White` or `Black`.
    pub us: String,
    /// The FEN of the root, which is that of node 0.
    pub root: String,
    /// The nodes by their numbers.
    pub nodes: Vec<TreeNode>,
    /// No node is open.
    pub complete: bool,
    /// What the nodes come to.
    pub counts: TreeCounts,
}

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TreeSubject {
    /// `strategy`, `table` or `piece-of-advice`.
    pub kind: String,
    /// Its name in the program.
    pub name: String,
}

/// A position with us to move, at a place of the program.
#[derive(Clone, Debug, Deserialize)]
pub struct TreeNode {
    /// Its number.
    pub n: u32,
    /// The position.
    pub fen: String,
    /// The number of the place in the program.
    pub place: u32,
    /// The move that is played, as the Universal Chess Interface writes it; none where play ends, and in an open node.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What chose it.
    pub by: Option<String>,
    /// The file and the line of the program where that is written.
    pub at: Option<String>,
    /// A choice is made here: the move does not go on in the tree of an earlier one.
    #[serde(default)]
    pub begins: bool,
    /// The replies, and the nodes that they lead to.
    #[serde(default)]
    pub to: Vec<(String, u32)>,
    /// Legal replies that the p-strategy says nothing about.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// How play ends: after the move where there is one.
    pub end: Option<NodeEnd>,
    /// Why it is not known what is played here.
    pub open: Option<String>,
}

/// How play ends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NodeEnd {
    /// `checkmate`, `stalemate`, `material`, `over`, `stuck` or `leaf`.
    pub kind: String,
    /// Whether the program's goal is reached, where it has one.
    pub goal: Option<bool>,
    /// The men on the board, for `material`: the program has nothing for them.
    pub men: Option<String>,
    /// A sentence for people.
    pub says: Option<String>,
}

/// What the nodes of a file come to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TreeCounts {
    /// The nodes.
    pub nodes: u64,
    /// The replies that lead from one to another.
    pub replies: u64,
    /// The open ones.
    pub open: u64,
    /// The replies that are left out.
    pub left_out: u64,
    /// The positions of the tree that the graph stands for: a number, `endless`, or more than 128 bits can count.
    pub unfolded: String,
    /// The plies of the longest line from the root; `null` where one goes round for ever.
    pub longest: Option<u64>,
}

impl TreeNode {
    /// The node of a line of such a file, without its comma; `None` for any other text.
    pub fn parse(line: &str) -> Option<TreeNode> {
        serde_json::from_str(line).ok()
    }
}

/// Reads a file; nothing of what it says is checked but its form.
pub(super) fn read(bytes: &[u8]) -> Result<TreeFile, TreeRefusal> {
    let file: TreeFile = serde_json::from_slice(bytes).map_err(|error| {
        let what = error.to_string();
        // The place is said apart.
        let what = what
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned();
        TreeRefusal::from(TreeFault::Text {
            line: error.line(),
            column: error.column(),
            what,
        })
    })?;
    if file.format != FORMAT {
        return Err(TreeFault::Format(file.format).into());
    }
    if file.version != VERSION {
        return Err(TreeFault::Version(file.version).into());
    }
    let names = [&file.program, &file.fingerprint, &file.subject.kind];
    let names = names
        .into_iter()
        .chain([&file.subject.name, &file.mode, &file.extent]);
    if names
        .into_iter()
        .any(|text| text.contains(char::is_control))
    {
        return Err(TreeFault::NotPlain.into());
    }
    Ok(file)
}

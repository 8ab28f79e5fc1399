//! Why the file of a p-strategy is refused, and where.

use std::fmt;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeFault {
    /// The bytes are not the JSON of such a file.
    Text {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the reader says.
        what: String,
    },
    /// It is another format.
    Format(String),
    /// It is another version of the format.
    Version(u64),
    /// A name holds a control character.
    NotPlain,
    /// There is no node.
    Empty,
    /// `us` is neither side.
    Side(String),
    /// A node has another number than its place in the list: the number that it should have.
    Number(u64),
    /// The FEN is that of no position, or not as it is written here: what it should be, where that can be said.
    Fen(Option<String>),
    /// The root is not the position of node 0.
    Root,
    /// The other side is to move.
    Turn,
    /// Another node, whose number this is, has the same position and place.
    Twice(u32),
    /// The node has none of a move, an end and a reason why it is open, or several.
    Kind,
    /// A node without a move has replies.
    RepliesWithoutMove,
    /// A move of ours is no legal one in its usual form.
    Move(String),
    /// A reply is no legal one in its usual form.
    Reply(String),
    /// A reply is listed twice.
    ReplyTwice(String),
    /// A legal reply is neither followed nor listed as left out.
    Missing(String),
    /// A reply leads to a number without a node.
    NoNode(u32),
    /// A reply leads to a node of another position.
    Leads(String, u32),
    /// No such end is known.
    UnknownEnd(String),
    /// The end is not so: the word for it.
    End(String),
    /// The men are others: what they are.
    Men(String),
    /// No line from the root comes to the node.
    Unreached,
    /// A count is another: its name, what it says and what is so.
    Count(&'static str, String, String),
}

impl fmt::Display for TreeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeFault::Text { line, column, what } => {
                write!(f, "line {line}, column {column}: {what}")
            }
            TreeFault::Format(found) => {
                write!(
                    f,
                    "its format is {}, expected `adv p-strategy`",
                    quoted(found)
                )
            }
            TreeFault::Version(found) => write!(f, "version {found} of the format, expected 1"),
            TreeFault::NotPlain => f.write_str("a name holds a control character"),
            TreeFault::Empty => f.write_str("it has no node"),
            TreeFault::Side(found) => {
                write!(f, "`us` is {}, expected `White` or `Black`", quoted(found))
            }
            TreeFault::Number(expected) => write!(f, "its number, expected {expected}"),
            TreeFault::Fen(Some(expected)) => {
                write!(f, "the position has another FEN, expected `{expected}`")
            }
            TreeFault::Fen(None) => f.write_str("the FEN is that of no position"),
            TreeFault::Root => f.write_str("the root is another position than that of node 0"),
            TreeFault::Turn => f.write_str("the other side is to move"),
            TreeFault::Twice(other) => write!(f, "node {other} has the same position and place"),
            TreeFault::Kind => {
                f.write_str("expected one of a move, an end, and a reason why it is open")
            }
            TreeFault::RepliesWithoutMove => f.write_str("it has replies and no move"),
            TreeFault::Move(text) => write!(f, "{} is no legal move of ours", quoted(text)),
            TreeFault::Reply(text) => write!(f, "{} is no legal reply", quoted(text)),
            TreeFault::ReplyTwice(text) => write!(f, "the reply {} is listed twice", quoted(text)),
            TreeFault::Missing(text) => {
                write!(f, "the reply `{text}` is neither followed nor left out")
            }
            TreeFault::NoNode(to) => write!(f, "a reply leads to node {to}, which does not exist"),
            TreeFault::Leads(reply, to) => {
                write!(
                    f,
                    "the reply `{reply}` leads to another position than that of node {to}"
                )
            }
            TreeFault::UnknownEnd(kind) => write!(f, "no end is called {}", quoted(kind)),
            TreeFault::End(kind) => write!(f, "the end is not {}", quoted(kind)),
            TreeFault::Men(found) => write!(f, "the men on the board are {found}"),
            TreeFault::Unreached => f.write_str("no line from the root comes to it"),
            TreeFault::Count(name, said, found) => {
                write!(f, "`{name}` is {}, counted {found}", quoted(said))
            }
        }
    }
}

/// A text of the file for a message: cut after 60 characters, without control characters.
fn quoted(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(60).map(plain).collect();
    if text.chars().nth(60).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// Why a file is refused, and the node where that is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRefusal {
    /// What is wrong.
    pub fault: TreeFault,
    /// The node, by its place in the list.
    pub node: Option<u64>,
}

impl From<TreeFault> for TreeRefusal {
    fn from(fault: TreeFault) -> TreeRefusal {
        TreeRefusal { fault, node: None }
    }
}

impl TreeFault {
    /// The refusal of a file for what is wrong in a node.
    pub(super) fn at(self, node: usize) -> TreeRefusal {
        TreeRefusal {
            fault: self,
            node: Some(node as u64),
        }
    }
}

impl fmt::Display for TreeRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            Some(node) => write!(f, "node {node}: {}", self.fault),
            None => self.fault.fmt(f),
        }
    }
}

impl std::error::Error for TreeRefusal {}

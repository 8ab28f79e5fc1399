//! Records as their fields, in the order of their declarations: what is empty, false or not there is left out.
//!
//! ```text
//! a0  advice squeeze(2)
//!   side W
//!   better
//!     when after-us
//!     test f3 less
//!     parts
//!       0  test f3 less  compare (left f1 room  right f2 root.room)  boards f0 pen
//!       1  test f4 near
//!   us every (roles K, R  keys f1 room, f5 far)
//!   depth 5
//!   mode shortest
//! ```
//!
//! A record or list that fits in a line stands in one. Elsewhere the members of a list have their numbers, as the statements that jumps name.

use std::fmt::Write as _;

use super::line;
use crate::data::{Data, Field, Visitor};
use crate::ids::Id;
use crate::program::{Class, Program};

/// Columns of the longest record that stands in one line.
const WIDTH: usize = 100;

/// Lists whose members stand in lines of their own, with their numbers.
const NUMBERED: [&str; 6] = ["body", "rules", "list", "expect", "goals", "entries"];

/// Lists the records of a module.
pub(super) fn list(out: &mut String, module: &Program) {
    let lists: [(&str, &str, &dyn Data); 8] = [
        ("a", "advice", &module.advice),
        ("t", "table", &module.tables),
        ("s", "strategy", &module.strategies),
        ("p", "pattern", &module.patterns),
        ("e", "evaluation", &module.evaluations),
        ("", "texts", &module.texts),
        ("", "test", &module.tests),
        ("", "claim", &module.claims),
    ];
    for (letter, kind, records) in lists {
        let mut tree = Tree {
            module,
            open: vec![Group::of("", false)],
        };
        records.visit(Field::WHOLE, &mut tree);
        let records = tree.open.pop().and_then(|mut all| all.members.pop());
        let Some(Node::Group(records)) = records.map(|(_, node)| node) else {
            continue;
        };
        for (index, (_, record)) in records.members.iter().enumerate() {
            line!(out, "");
            record.head(out, letter, index, kind);
        }
    }
}

/// A value of a record.
enum Node {
    /// A value without parts.
    Leaf(String),
    /// A record, a variant or a list.
    Group(Group),
}

/// The parts of a record, a variant or a list, with the names of their fields.
struct Group {
    /// The field that it is in; a part with this name is a member of a list.
    name: &'static str,
    /// The word of a variant.
    word: String,
    is_list: bool,
    members: Vec<(&'static str, Node)>,
}

impl Group {
    const fn of(name: &'static str, is_list: bool) -> Group {
        Group {
            name,
            word: String::new(),
            is_list,
            members: Vec::new(),
        }
    }

    /// The name of a part where it is shown: neither in a list nor in a variant of one part, and not where the record has the same name.
    fn label(&self, name: &str) -> String {
        let only = !self.word.is_empty() && self.members.len() == 1;
        match self.is_list || only || name == self.name || matches!(name, "kind" | "board") {
            true => String::new(),
            false => name.replace('_', "-"),
        }
    }

    /// True where a part stands in the place of the whole, or is a list with a name.
    fn hands_on(&self, part: &Group) -> bool {
        match self.label(part.name).is_empty() {
            true => self.members.len() == 1 && !self.is_list,
            false => part.is_list,
        }
    }
}

/// A name and a value, one of which may be empty.
fn join(name: &str, value: &str) -> String {
    let blank = if name.is_empty() || value.is_empty() {
        ""
    } else {
        " "
    };
    format!("{name}{blank}{value}")
}

impl Node {
    /// The first line of a record, and what follows it.
    fn head(&self, out: &mut String, letter: &str, index: usize, kind: &str) {
        let Node::Group(record) = self else { return };
        let number = match letter {
            "" => String::new(),
            letter => format!("{letter}{index}  "),
        };
        let mut parts = record.members.iter().peekable();
        let name = parts.next_if(|(_, node)| matches!(node, Node::Leaf(_)));
        let name = name.and_then(|(_, name)| name.in_line());
        line!(out, "{number}{}", join(kind, &name.unwrap_or_default()));
        for (name, part) in parts {
            part.list(out, 1, &record.label(name));
        }
    }

    /// The value in one line; `None` where it is too long, or has members that are numbered.
    fn in_line(&self) -> Option<String> {
        let group = match self {
            Node::Leaf(text) => return Some(text.clone()),
            Node::Group(group) => group,
        };
        if NUMBERED.contains(&group.name) && group.is_list && group.members.len() > 1 {
            return None;
        }
        let mut parts = Vec::with_capacity(group.members.len());
        for (name, part) in &group.members {
            let text = part.in_line()?;
            let text = match part {
                Node::Group(of) if of.members.len() > 1 && !group.hands_on(of) => {
                    format!("({text})")
                }
                _ => text,
            };
            parts.push(join(&group.label(name), &text));
        }
        let plain = group
            .members
            .iter()
            .all(|(name, _)| group.label(name).is_empty());
        let text = join(&group.word, &parts.join(if plain { ", " } else { "  " }));
        (text.chars().count() <= WIDTH).then_some(text)
    }

    /// The value below or after its name.
    fn list(&self, out: &mut String, depth: usize, name: &str) {
        let indent = 2 * depth;
        if let Some(text) = self.in_line() {
            line!(out, "{:indent$}{}", "", join(name, &text));
            return;
        }
        let Node::Group(group) = self else { return };
        let head = join(name, &group.word);
        if let [(_, part @ Node::Group(of))] = group.members.as_slice()
            && group.hands_on(of)
        {
            let head = join(&head, &group.label(of.name));
            part.list(out, depth, &head);
            return;
        }
        line!(out, "{:indent$}{}", "", head.trim_end());
        for (index, (name, part)) in group.members.iter().enumerate() {
            match group.is_list {
                true => part.list(out, depth + 1, &format!("{index:>2} ")),
                false => part.list(out, depth + 1, &group.label(name)),
            }
        }
    }
}

/// Makes nodes of what a walk over records shows.
struct Tree<'m> {
    module: &'m Program,
    /// The group that is filled, last, and those around it.
    open: Vec<Group>,
}

impl Tree<'_> {
    fn add(&mut self, name: &'static str, node: Node) {
        if let Some(group) = self.open.last_mut() {
            group.members.push((name, node));
        }
    }

    fn leaf(&mut self, of: Field, text: impl Into<String>) {
        self.add(of.name, Node::Leaf(text.into()));
    }
}

impl Visitor for Tree<'_> {
    fn record(&mut self, of: Field) {
        self.open.push(Group::of(of.name, false));
    }
    fn variant(&mut self, of: Field, _: u8, name: &'static str) {
        let mut word = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !word.is_empty() {
                word.push('-');
            }
            word.extend(letter.to_lowercase());
        }
        self.open.push(Group {
            word,
            ..Group::of(of.name, false)
        });
    }
    fn list(&mut self, of: Field, _: usize) {
        self.open.push(Group::of(of.name, true));
    }
    fn end(&mut self) {
        let Some(group) = self.open.pop() else { return };
        if !group.members.is_empty() || !group.word.is_empty() {
            self.add(group.name, Node::Group(group));
        }
    }
    fn word(&mut self, of: Field, _: u8, word: &'static str) {
        if !word.is_empty() {
            self.leaf(of, word);
        }
    }
    fn number(&mut self, of: Field, number: u64) {
        match of.name {
            "roles" => self.leaf(of, roles(number)),
            "promote" => self.leaf(of, roles(1 << number.min(63))),
            _ => self.leaf(of, number.to_string()),
        }
    }
    fn signed(&mut self, of: Field, number: i64) {
        self.leaf(of, number.to_string());
    }
    fn flag(&mut self, of: Field, flag: bool) {
        if flag {
            self.leaf(of, "");
        }
    }
    fn text(&mut self, of: Field, text: &str) {
        // A claim may be written over several lines, and so may a doc comment.
        let words: Vec<_> = text.split_whitespace().collect();
        match (of.name, text.contains('\n')) {
            ("name", _) => self.leaf(of, text),
            (_, true) => self.leaf(of, format!("\"{}\"", words.join(" "))),
            (_, false) if text.is_empty() => {}
            (_, false) => self.leaf(of, format!("\"{text}\"")),
        }
    }
    fn id(&mut self, of: Field, id: Id) {
        let (_, letter, _) = id.kind(self.module);
        let (index, name) = (id.index(), id.name(self.module));
        self.leaf(of, format!("{letter}{index} {name}"));
    }
}

/// The roles of a class of moves.
fn roles(bits: u64) -> String {
    let mut text = String::new();
    let words = [
        (u64::from(Class::PASS), "pass"),
        (u64::from(Class::QUIET), "quiet"),
    ];
    let men = u64::from(Class::MEN);
    if bits & men == men {
        text.push_str("any");
    } else {
        let roles = "KQRBNP".char_indices();
        let roles = roles.filter(|(bit, _)| bits >> bit & 1 != 0);
        let roles: Vec<_> = roles.map(|(_, role)| role.to_string()).collect();
        text.push_str(&roles.join(", "));
    }
    for word in words.iter().filter(|(bit, _)| bits & bit != 0) {
        let _ = write!(text, " {}", word.1);
    }
    text
}

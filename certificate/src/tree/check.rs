//! Plays a file node by node.

use std::collections::HashMap;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Position, PositionError, Role, Setup,
};

use super::fault::{TreeFault, TreeRefusal};
use super::measure::{Unfolded, measure};
use super::text::{NodeEnd, TreeFile, TreeNode};

/// What is true of the play of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeVerdict {
    /// True where the p-strategy plays White.
    pub white: bool,
    /// The nodes.
    pub nodes: u64,
    /// The replies that lead from one to another.
    pub replies: u64,
    /// The nodes in which it is not known what is played.
    pub open: u64,
    /// The replies that the p-strategy says nothing about.
    pub left_out: u64,
    /// How play ends.
    pub ends: TreeEnds,
    /// The positions of the tree that the graph stands for.
    pub unfolded: Unfolded,
    /// The plies of the longest line; `None` where one goes round for ever.
    pub longest: Option<u64>,
}

/// In how many nodes play ends how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeEnds {
    /// Our move mates.
    pub mates: u64,
    /// Our move stalemates.
    pub stalemates: u64,
    /// We are mated.
    pub mated: u64,
    /// We are stalemated.
    pub stalemated: u64,
    /// The men are others than those that the program is for.
    pub material: u64,
    /// The program says that it is over, that it is stuck, or that a goal is reached: that is not seen on the board.
    pub unseen: u64,
}

impl TreeVerdict {
    /// True where every line ends, and ends with mate by us.
    pub fn always_mates(&self) -> bool {
        let TreeEnds {
            mates: _,
            stalemates,
            mated,
            stalemated,
            material,
            unseen,
        } = self.ends;
        let others = stalemates + mated + stalemated + material + unseen;
        others + self.open + self.left_out == 0 && self.longest.is_some()
    }
}

/// Checks all of a file.
pub(super) fn check(file: &TreeFile) -> Result<TreeVerdict, TreeRefusal> {
    let us = match file.us.as_str() {
        "White" => Color::White,
        "Black" => Color::Black,
        other => return Err(TreeFault::Side(other.to_owned()).into()),
    };
    let first = file.nodes.first().ok_or(TreeFault::Empty)?;
    if first.fen != file.root {
        return Err(TreeFault::Root.into());
    }
    let mut seen: HashMap<(&str, u32), u32> = HashMap::with_capacity(file.nodes.len());
    let mut positions = Vec::with_capacity(file.nodes.len());
    for (at, node) in file.nodes.iter().enumerate() {
        if u64::from(node.n) != at as u64 {
            return Err(TreeFault::Number(at as u64).at(at));
        }
        if let Some(other) = seen.insert((&node.fen, node.place), node.n) {
            return Err(TreeFault::Twice(other).at(at));
        }
        let position = position_of(&node.fen).map_err(|fault| fault.at(at))?;
        if position.turn() != us {
            return Err(TreeFault::Turn.at(at));
        }
        positions.push(position);
    }
    let mut checker = Checker {
        nodes: &file.nodes,
        ends: TreeEnds::default(),
        replies: 0,
        left_out: 0,
        open: 0,
    };
    for (at, (node, position)) in file.nodes.iter().zip(&positions).enumerate() {
        checker.node(node, position).map_err(|fault| fault.at(at))?;
    }
    let measured = measure(&file.nodes)?;
    let verdict = TreeVerdict {
        white: us.is_white(),
        nodes: file.nodes.len() as u64,
        replies: checker.replies,
        open: checker.open,
        left_out: checker.left_out,
        ends: checker.ends,
        unfolded: measured.unfolded,
        longest: measured.longest,
    };
    counts(file, &verdict)?;
    Ok(verdict)
}

/// Compares what a file says of itself with what was counted.
fn counts(file: &TreeFile, found: &TreeVerdict) -> Result<(), TreeFault> {
    let said = &file.counts;
    let same = |name: &'static str, said: &dyn ToString, found: &dyn ToString| {
        let (said, found) = (said.to_string(), found.to_string());
        match said == found {
            true => Ok(()),
            false => Err(TreeFault::Count(name, said, found)),
        }
    };
    same("nodes", &said.nodes, &found.nodes)?;
    same("replies", &said.replies, &found.replies)?;
    same("open", &said.open, &found.open)?;
    same("left_out", &said.left_out, &found.left_out)?;
    same("unfolded", &said.unfolded, &found.unfolded)?;
    let plies = |plies: Option<u64>| plies.map_or("null".to_owned(), |plies| plies.to_string());
    same("longest", &plies(said.longest), &plies(found.longest))?;
    same("complete", &file.complete, &(found.open == 0))
}

/// What is counted while nodes are played.
struct Checker<'f> {
    nodes: &'f [TreeNode],
    ends: TreeEnds,
    replies: u64,
    left_out: u64,
    open: u64,
}

impl Checker<'_> {
    fn node(&mut self, node: &TreeNode, position: &Chess) -> Result<(), TreeFault> {
        if node.mv.is_none() && !(node.to.is_empty() && node.left_out.is_empty()) {
            return Err(TreeFault::RepliesWithoutMove);
        }
        match (&node.mv, &node.end, &node.open) {
            (Some(text), end, None) => self.plays(position, text, node, end.as_ref()),
            (None, Some(end), None) => self.ends_at(position, end),
            (None, None, Some(_)) => {
                self.open += 1;
                Ok(())
            }
            _ => Err(TreeFault::Kind),
        }
    }

    /// We move, and they reply.
    fn plays(
        &mut self,
        position: &Chess,
        text: &str,
        node: &TreeNode,
        end: Option<&NodeEnd>,
    ) -> Result<(), TreeFault> {
        let mv = move_of(position, text).ok_or_else(|| TreeFault::Move(text.to_owned()))?;
        let mut there = position.clone();
        there.play_unchecked(mv);
        let legal = there.legal_moves();
        if let Some(end) = end {
            let (mates, stalemates) = (there.is_checkmate(), there.is_stalemate());
            let (holds, count) = match end.kind.as_str() {
                "checkmate" => (mates, &mut self.ends.mates),
                "stalemate" => (stalemates, &mut self.ends.stalemates),
                "leaf" => (!legal.is_empty(), &mut self.ends.unseen),
                other => return Err(TreeFault::UnknownEnd(other.to_owned())),
            };
            if !holds || !node.to.is_empty() || !node.left_out.is_empty() {
                return Err(TreeFault::End(end.kind.clone()));
            }
            *count += 1;
            return Ok(());
        }
        if legal.is_empty() {
            return Err(TreeFault::Kind);
        }
        let mut open: Vec<Move> = legal.iter().copied().collect();
        let mut take = |text: &str| {
            let reply = move_of(&there, text).ok_or_else(|| TreeFault::Reply(text.to_owned()))?;
            let at = open.iter().position(|other| *other == reply);
            let at = at.ok_or_else(|| TreeFault::ReplyTwice(text.to_owned()))?;
            Ok(open.swap_remove(at))
        };
        for (text, to) in &node.to {
            let reply = take(text)?;
            let target = self.nodes.get(*to as usize);
            let target = target.ok_or(TreeFault::NoNode(*to))?;
            let mut after = there.clone();
            after.play_unchecked(reply);
            if fen_of(&after) != target.fen {
                return Err(TreeFault::Leads(text.clone(), *to));
            }
            self.replies += 1;
        }
        for text in &node.left_out {
            take(text)?;
            self.left_out += 1;
        }
        match open.first() {
            Some(missing) => Err(TreeFault::Missing(uci(*missing))),
            None => Ok(()),
        }
    }

    /// Play ends where we are to move.
    fn ends_at(&mut self, position: &Chess, end: &NodeEnd) -> Result<(), TreeFault> {
        let over = position.legal_moves().is_empty();
        let (holds, count) = match end.kind.as_str() {
            "checkmate" => (position.is_checkmate(), &mut self.ends.mated),
            "stalemate" => (position.is_stalemate(), &mut self.ends.stalemated),
            "material" => {
                let men = men_of(position);
                if end.men.as_deref() != Some(&men) {
                    return Err(TreeFault::Men(men));
                }
                (!over, &mut self.ends.material)
            }
            "over" | "stuck" | "leaf" => (!over, &mut self.ends.unseen),
            other => return Err(TreeFault::UnknownEnd(other.to_owned())),
        };
        if !holds {
            return Err(TreeFault::End(end.kind.clone()));
        }
        *count += 1;
        Ok(())
    }
}

/// The position of a FEN that is written as it is written here.
fn position_of(fen: &str) -> Result<Chess, TreeFault> {
    let parsed: Fen = fen.parse().map_err(|_| TreeFault::Fen(None))?;
    let setup = Setup::from(parsed);
    let built = setup.position::<Chess>(CastlingMode::Standard);
    let built = built.or_else(PositionError::ignore_impossible_check);
    let position = built.map_err(|_| TreeFault::Fen(None))?;
    match fen_of(&position) {
        usual if usual == fen => Ok(position),
        usual => Err(TreeFault::Fen(Some(usual))),
    }
}

/// The FEN of a position as files have it: its clocks at their beginning, and a square of a pawn that may be taken in passing only where
/// it may.
fn fen_of(position: &Chess) -> String {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.halfmoves = 0;
    setup.fullmoves = std::num::NonZeroU32::MIN;
    match Fen::try_from_setup(setup) {
        Ok(fen) => fen.to_string(),
        Err(error) => error.ignore().to_string(),
    }
}

/// The legal move of a text in its usual form.
fn move_of(position: &Chess, text: &str) -> Option<Move> {
    let parsed: UciMove = text.parse().ok()?;
    let mv = parsed.to_move(position).ok()?;
    (uci(mv) == text).then_some(mv)
}

fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

/// The men on the board: `KRvK`.
fn men_of(position: &Chess) -> String {
    let of = |side: Color| -> String {
        let roles = Role::ALL.into_iter().rev();
        let letters = roles.flat_map(|role| {
            let men = position.board().by_piece(role.of(side)).count();
            std::iter::repeat_n(role.upper_char(), men)
        });
        letters.collect()
    };
    format!("{}v{}", of(Color::White), of(Color::Black))
}

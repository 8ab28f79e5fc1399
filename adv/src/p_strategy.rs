//! Play of a p-strategy from its file, by a pointer to a node (Karapetyan, section 1): the program is not needed.

use std::sync::Arc;

use adv_certificate::tree::{NodeEnd, TreeFile, TreeNode};
use adv_chess::notation::parse_fen;
use adv_chess::{Color, Game, Move, Position};

use crate::opponent::{NoReply, Opponent};

/// A player that moves by the file of a p-strategy. A clone goes on by itself, so that moves can be taken back.
#[derive(Clone, Debug)]
pub struct WrittenPlayer {
    file: Arc<TreeFile>,
    /// Number of the node in which our last move was played, or is to be played; `None` once a reply has left the p-strategy.
    at: Option<u32>,
    /// True once our move of that node has been played.
    moved: bool,
}

/// Action of a player that moves by a file.
#[derive(Clone, Debug, PartialEq)]
pub enum WrittenAct {
    /// The player plays a move.
    Move {
        /// The move that is played.
        mv: Move,
        /// Name of the statement or piece-of-advice that chose the move, and its place in the program.
        why: String,
        /// The end of the game by the move, if it ends there.
        end: Option<NodeEnd>,
    },
    /// Play ends at this node, where we are to move, for the given reason.
    End(NodeEnd),
    /// The file says nothing here, because the node was left open for the given reason.
    Open(String),
    /// The game has left the p-strategy: the reply is one that it leaves out, or the position is another one.
    Left,
}

impl WrittenPlayer {
    /// A player at the root of a file that [`crate::whole::verify_tree`] has accepted.
    pub fn new(file: Arc<TreeFile>) -> WrittenPlayer {
        WrittenPlayer {
            file,
            at: Some(0),
            moved: false,
        }
    }

    /// Goes back to the root, for another game.
    pub fn begin_anew(&mut self) {
        (self.at, self.moved) = (Some(0), false);
    }

    /// The file of the p-strategy.
    pub fn file(&self) -> &TreeFile {
        &self.file
    }

    /// The position in which the file's play begins; `None` where it has no valid one.
    pub fn root(&self) -> Option<Position> {
        parse_fen(&self.file.root).ok()
    }

    /// The side that the player plays.
    pub fn us(&self) -> Color {
        match self.file.us.as_str() {
            "Black" => Color::Black,
            _ => Color::White,
        }
    }

    /// Number of the node at which the player is; `None` once a reply has left the p-strategy.
    pub fn at(&self) -> Option<u32> {
        self.at
    }

    /// The node at which the player is; `None` once a reply has left the p-strategy.
    pub fn node(&self) -> Option<&TreeNode> {
        self.file.nodes.get(self.at? as usize)
    }

    /// The player's move in a position where it is to move; `reply` is the move that led there, if one did.
    pub fn act(&mut self, position: &Position, reply: Option<Move>) -> WrittenAct {
        if self.moved {
            let reply = reply.map(|reply| reply.to_string());
            self.at = self.node().and_then(|node| {
                let (_, to) = node
                    .to
                    .iter()
                    .find(|(text, _)| Some(text) == reply.as_ref())?;
                Some(*to)
            });
            self.moved = false;
        }
        let Some(node) = self.node() else {
            return WrittenAct::Left;
        };
        let here = parse_fen(&node.fen).ok();
        if here != Some(position.without_clocks()) {
            return WrittenAct::Left;
        }
        if let Some(why) = &node.open {
            return WrittenAct::Open(why.clone());
        }
        let mut legal = position.legal_moves().into_iter();
        let mv = legal.find(|mv| Some(mv.to_string()) == node.mv);
        match (mv, &node.end) {
            (Some(mv), end) => {
                let by = node.by.clone().unwrap_or_default();
                let goes_on = if node.begins { "" } else { "goes on: " };
                let at = node
                    .at
                    .as_ref()
                    .map_or(String::new(), |at| format!(", {at}"));
                let act = WrittenAct::Move {
                    mv,
                    why: format!("{goes_on}{by}{at}"),
                    end: end.clone(),
                };
                self.moved = true;
                act
            }
            (None, Some(end)) => WrittenAct::End(end.clone()),
            (None, None) => WrittenAct::Left,
        }
    }
}

/// A game of a player that moves by a file.
pub struct WrittenGame {
    /// The game with its moves.
    pub game: Game,
    /// The player's last action: a move where that ended the game or was the last allowed one, else an action that is no move.
    pub last: WrittenAct,
}

/// Plays a game by a file against an opponent, until the game or the p-strategy ends, or for a maximum number of moves of ours.
///
/// # Errors
/// [`NoReply`] where the opponent fails, or the file has no position to begin in.
pub fn play_written(
    mut player: WrittenPlayer,
    opponent: &mut dyn Opponent,
    most: u32,
) -> Result<WrittenGame, NoReply> {
    let failed = |text: String| NoReply::Failed(text);
    let root = player.root();
    let root = root.ok_or_else(|| failed("the file has no position to begin in".to_owned()))?;
    let mut game = Game::new(root);
    let mut moves = 0;
    loop {
        let reply = game.moves().last().copied();
        let act = player.act(game.position(), reply);
        let WrittenAct::Move { mv, end, .. } = &act else {
            return Ok(WrittenGame { game, last: act });
        };
        game.play(*mv).map_err(|error| failed(error.to_string()))?;
        moves += 1;
        if moves >= most || end.is_some() || game.end().is_some() {
            return Ok(WrittenGame { game, last: act });
        }
        let reply = opponent.reply(&game)?;
        game.play(reply)
            .map_err(|error| failed(error.to_string()))?;
    }
}

//! Play from the file of a p-strategy: the player goes from node to node of the written tree, and the program is not needed.

use adv::chess::{Game, MoveError, fen, parse_move, san};
use adv::render::text::numbered;
use adv::whole::{NodeEnd, WrittenAct, WrittenPlayer};
use adv::{Move, NoReply};

use super::board::{Look, Marks, draw};
use super::input::{Input, PlayLine};
use super::interrupt::Interrupt;
use crate::exit::{Exit, Trouble};
use crate::io::Out;
use crate::opponent::Opponent;

/// Setup of a game against a p-strategy from a file.
pub struct WrittenTable {
    /// Player of the p-strategy, whose file has been checked.
    pub player: WrittenPlayer,
    /// Opponent that is no person; `None` for a person who types moves.
    pub opponent: Option<Opponent>,
    /// Appearance of the boards that are drawn.
    pub look: Look,
    /// True where a person types at a terminal.
    pub terminal: bool,
}

/// State of a game that is played from the file of a p-strategy.
pub struct WrittenSession {
    table: WrittenTable,
    player: WrittenPlayer,
    game: Game,
    /// Number of moves and the player before each reply, for taking moves back.
    past: Vec<(usize, WrittenPlayer)>,
    over: bool,
    input: Input,
    out: Out,
    interrupt: Interrupt,
}

const HELP: &str = "\
a move such as Kd5 or e5d5 is a reply
moves   the replies, and the node that each leads to
why     what chose our last move, and the node that it was played in
board   the board
fen     the position as FEN
game    the moves so far
undo    takes the last reply back
new     begins again
quit    leaves
";

impl WrittenSession {
    /// Prepares a game before its first move.
    ///
    /// # Errors
    /// Where the file has no position to begin in.
    pub fn new(table: WrittenTable) -> Result<WrittenSession, Trouble> {
        let player = table.player.clone();
        let root = player.root();
        let root = root.ok_or_else(|| Trouble::new("the file has no position to begin in"))?;
        let input = Input::standard(table.terminal);
        let interrupt = match input.is_terminal() {
            true => Interrupt::listen(),
            false => Interrupt::never(),
        };
        Ok(WrittenSession {
            table,
            player,
            game: Game::new(root),
            past: Vec::new(),
            over: false,
            input,
            out: Out::standard(),
            interrupt,
        })
    }

    /// Plays until the user leaves, the input ends, or the game against another opponent is over.
    ///
    /// # Errors
    /// Where an engine fails, or something cannot be read or written.
    pub fn run(mut self) -> Result<Exit, Trouble> {
        let file = self.player.file();
        let (us, subject) = (self.player.us(), &file.subject);
        let them = match &self.table.opponent {
            None => format!("you play {}", !us),
            Some(opponent) => format!("against {}", opponent.name()),
        };
        let greeting = format!(
            "the p-strategy of {} {} of {} plays {us}, {them}",
            subject.kind, subject.name, file.program
        );
        self.say(&greeting)?;
        self.say("what is said of the moves is the file's word: `adv verify` holds it against the board and the program")?;
        self.board()?;
        self.our_turn()?;
        let exit = self.play();
        self.out.flush()?;
        exit
    }

    fn play(&mut self) -> Result<Exit, Trouble> {
        loop {
            if self.table.opponent.is_some() {
                match self.game.end() {
                    _ if self.over => return Ok(Exit::Done),
                    Some(end) => self.finish(&end.to_string())?,
                    None => self.their_turn()?,
                }
                continue;
            }
            self.out.flush()?;
            let legal = self.game.position().legal_moves();
            let words = legal.iter().map(|mv| san(self.game.position(), *mv));
            let prompt = if self.over { "adv> " } else { "reply> " };
            match self.input.line(prompt, words.collect())? {
                PlayLine::Text(line) => {
                    if self.typed(line.trim())? {
                        return Ok(Exit::Done);
                    }
                }
                PlayLine::Interrupted { empty: false } => {}
                PlayLine::Interrupted { empty: true } | PlayLine::End => return Ok(Exit::Done),
            }
        }
    }

    /// Handles a typed line, a move or a command; true where the user leaves.
    fn typed(&mut self, line: &str) -> Result<bool, Trouble> {
        match line {
            "" => {}
            remark if remark.starts_with('#') => {}
            "quit" | "exit" => return Ok(true),
            "help" => self.out.text(HELP)?,
            "moves" => self.replies()?,
            "why" => self.why()?,
            "board" => self.board()?,
            "fen" => {
                let text = fen(self.game.position());
                self.say(&text)?;
            }
            "game" => {
                let text = self.game.movetext();
                self.say(&text)?;
            }
            "undo" => self.undo()?,
            "new" => {
                self.game = Game::new(*self.game.start());
                self.player = self.table.player.clone();
                self.past.clear();
                self.over = false;
                self.our_turn()?;
            }
            _ if self.over => {
                self.say("the game is over; `undo` takes a reply back, `new` begins again")?;
            }
            text => match parse_move(self.game.position(), text) {
                Ok(reply) => self.replied(reply)?,
                Err(MoveError::NotAMove { text }) => {
                    self.say(&format!(
                        "{text} is neither a move nor a command; `moves` lists the moves, `help` the commands"
                    ))?;
                }
                Err(error) => self.say(&error.to_string())?,
            },
        }
        Ok(false)
    }

    /// Plays the p-strategy's move, or says why it has none.
    fn our_turn(&mut self) -> Result<(), Trouble> {
        let position = *self.game.position();
        let reply = self.game.moves().last().copied();
        match self.player.act(&position, reply) {
            WrittenAct::Move { mv, why, end } => {
                let line = numbered(&position, mv);
                self.push(mv)?;
                self.say(&format!("{line}    {why}"))?;
                if self.table.opponent.is_none() {
                    self.board()?;
                }
                match end {
                    Some(end) => self.ends(&end),
                    None => Ok(()),
                }
            }
            WrittenAct::End(end) => self.ends(&end),
            WrittenAct::Open(why) => self.finish(&format!(
                "the p-strategy is left open here ({why}): it does not say what is played"
            )),
            WrittenAct::Left => {
                let last = self.game.moves().last().copied();
                let before = self.game.positions().iter().rev().nth(1);
                let reply = match (before, last) {
                    (Some(before), Some(last)) => numbered(before, last),
                    _ => "this position".to_owned(),
                };
                self.finish(&format!(
                    "{reply} leaves the p-strategy, which says nothing of it"
                ))
            }
        }
    }

    /// Lets an opponent that is no person move.
    fn their_turn(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let Some(opponent) = &mut self.table.opponent else {
            return Ok(());
        };
        match opponent.reply_or_stop(&self.game, &self.interrupt) {
            Ok(reply) => self.replied(reply),
            Err(NoReply::Interrupted) => {
                self.over = true;
                self.say("interrupted")
            }
            Err(NoReply::Ended(sentence)) => {
                self.over = true;
                self.say(&sentence)
            }
            Err(NoReply::Failed(sentence)) => Err(Trouble::opponent(sentence)),
        }
    }

    fn replied(&mut self, reply: Move) -> Result<(), Trouble> {
        let before = *self.game.position();
        self.past.push((self.game.len(), self.player.clone()));
        self.push(reply)?;
        if !self.table.terminal || self.table.opponent.is_some() {
            self.say(&numbered(&before, reply))?;
        }
        self.our_turn()
    }

    fn push(&mut self, mv: Move) -> Result<(), Trouble> {
        let played = self.game.play(mv);
        played.map_err(|error| Trouble::new(error.to_string()))
    }

    fn ends(&mut self, end: &NodeEnd) -> Result<(), Trouble> {
        // What the board shows is said without the file.
        let words = end.says.as_ref().unwrap_or(&end.kind);
        let shown = self.game.end();
        let mut text =
            shown.map_or_else(|| format!("the file says: {words}"), |end| end.to_string());
        match end.goal.filter(|_| shown.is_none()) {
            Some(true) => text.push_str("; the goal is reached"),
            Some(false) => text.push_str("; the goal is not reached"),
            None => {}
        }
        self.finish(&text)
    }

    fn finish(&mut self, sentence: &str) -> Result<(), Trouble> {
        self.over = true;
        if self.table.opponent.is_some() {
            self.board()?;
        }
        let result = self.game.result();
        let record = self.game.movetext();
        self.say(&format!("{sentence}  {result}"))?;
        self.say(&record)
    }

    fn undo(&mut self) -> Result<(), Trouble> {
        let Some((moves, player)) = self.past.pop() else {
            return self.say("no reply has been played");
        };
        while self.game.len() > moves {
            self.game.undo();
        }
        self.player = player;
        self.over = false;
        self.board()
    }

    fn replies(&mut self) -> Result<(), Trouble> {
        let position = *self.game.position();
        let node = self.player.node().filter(|_| !self.over);
        let to = node.map(|node| node.to.clone()).unwrap_or_default();
        let mut text = String::new();
        for mv in position.legal_moves() {
            let known = to.iter().find(|(reply, _)| *reply == mv.to_string());
            let leads = match known {
                Some((_, to)) => format!("node {to}"),
                None => "leaves the p-strategy".to_owned(),
            };
            text.push_str(&format!("{:<8}{leads}\n", san(&position, mv)));
        }
        self.out.text(&text)
    }

    fn why(&mut self) -> Result<(), Trouble> {
        let text = match self.player.node() {
            None => "the p-strategy has been left".to_owned(),
            Some(node) => {
                let by = node.by.as_deref().unwrap_or("nothing is played");
                let at = node
                    .at
                    .as_ref()
                    .map_or(String::new(), |at| format!(", {at}"));
                format!("node {}: {by}{at}", node.n)
            }
        };
        self.say(&text)
    }

    fn board(&mut self) -> Result<(), Trouble> {
        let marks = Marks {
            last: self.game.moves().last().copied(),
            set: 0,
        };
        let text = draw(self.game.position(), self.table.look, marks);
        self.out.drawing(&format!("\n{text}\n"))
    }

    fn say(&mut self, sentence: &str) -> Result<(), Trouble> {
        self.out.text(&format!("{sentence}\n"))
    }
}

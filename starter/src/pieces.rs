//! The pieces-of-advice that fit some men, in the order in which the table tries them.

use adv_chess::Role;

use crate::men::Men;

/// A piece-of-advice that a new program may have, with its source text.
pub struct Piece {
    /// Name and arguments as the table lists them: `mate-in(2)`.
    pub listed: &'static str,
    /// Source text of the piece-of-advice. It uses the descriptor `safe` where a goal ends with ` ∧ safe`.
    pub text: String,
}

impl Piece {
    /// Piece-of-advice with a doc comment, and with clauses that stand on lines of their own.
    pub fn new(listed: &'static str, says: &str, clauses: &str) -> Piece {
        let head = listed.replace("(2)", "(n: number)");
        let text = format!("/// {says}\nadvice {head}{clauses}\nend-advice\n");
        Piece { listed, text }
    }

    /// Piece-of-advice that reaches its goal by one move of ours.
    pub fn at_once(
        listed: &'static str,
        says: &str,
        better: &str,
        us: &str,
        because: &str,
    ) -> Piece {
        let clauses = format!(
            "
  better   {better}
  us       {us}
  them     none
  depth    1
  because  \"{because}\""
        );
        Piece::new(listed, says, &clauses)
    }
}

/// Pieces-of-advice that fit the men, in the order of the table. The last of them has a move wherever a sound one is left.
pub fn pieces(men: &Men) -> Vec<Piece> {
    let presses = men.press() && (men.can_mate() || men.ours(Role::Pawn) > 0);
    // Conjuncts that every goal ends with. The side that holds a draw may be stalemated.
    let sound = match (men.have_more(), presses) {
        (true, true) => " ∧ safe ∧ ¬stalemate",
        (true, false) => " ∧ safe",
        (false, true) => " ∧ ¬stalemate",
        (false, false) => "",
    };
    let mut pieces = Vec::new();
    if men.can_mate() {
        pieces.push(mate());
    }
    if men.ours(Role::Pawn) > 0 {
        pieces.push(promote());
    }
    if men.they_have_more() {
        pieces.push(take(sound));
    }
    if men.can_mate() && !men.they_have_more() {
        pieces.push(squeeze(sound));
    }
    if men.ours(Role::Pawn) > 0 && !men.can_mate() {
        pieces.push(push(sound));
    }
    pieces.push(come(men, sound));
    pieces
}

fn mate() -> Piece {
    Piece::new(
        "mate-in(2)",
        "Mate in n moves, if the search finds one; the shortest first.",
        "
  better   mate
  depth    2 * n - 1 shortest
  because  \"mate is near\"",
    )
}

/// Pieces-of-advice with which a queen mates a bare king: mate in three where the pen is small, else less to do.
pub fn with_queen() -> Vec<Piece> {
    let squeeze = Piece::new(
        "squeeze",
        "Less is left to do within three moves, and the queen cannot be taken on the way.",
        "
  better   work < root.work
  holding  us.* ∩ MV(them.K) = ∅
  us       any by new.work
  depth    5 shortest
  because  \"their king has {pen(them)} squares, and our king is {dist(us.K, them.K)} steps away\"",
    );
    let mate = Piece {
        listed: "mate-in(3)",
        ..mate()
    };
    vec![mate, squeeze]
}

/// Piece-of-advice with which rooks and queens mate a bare king: less to do after each of three moves.
pub fn with_rooks() -> Piece {
    Piece::new(
        "improve",
        "Mate, or less left to do after their reply: by one move if that is enough, else by two or three.",
        "
  better   mate ∨ us-to-move ∧ work < root.work
  holding  count(us.*) = root.count(us.*)
  us       any by new.work
  depth    6 shortest
  because  \"their king has {pen(them)} squares, and our king is {dist(us.K, them.K)} steps away\"",
    )
}

fn promote() -> Piece {
    Piece::at_once(
        "promote",
        "A pawn becomes a queen that cannot be taken.",
        "count(us.Q) > root.count(us.Q) ∧ us.Q ∩ ATT(them) = ∅ ∧ ¬stalemate",
        "P as Q",
        "the pawn becomes a queen",
    )
}

fn take(sound: &str) -> Piece {
    Piece::at_once(
        "take",
        "Takes what hangs.",
        &format!("count(them.*) < root.count(them.*){sound}"),
        "any",
        "a man of theirs hangs",
    )
}

fn squeeze(sound: &str) -> Piece {
    Piece::at_once(
        "squeeze",
        "Leaves their king fewer squares; the move that leaves the fewest.",
        &format!("count(MV(them.K)) < root.count(MV(them.K)){sound}"),
        "any by new.count(MV(them.K))",
        "their king keeps {count(MV(them.K))} squares",
    )
}

fn push(sound: &str) -> Piece {
    Piece::at_once(
        "push",
        "A pawn goes forward.",
        &format!("them-to-move{sound}"),
        "P",
        "the pawn goes forward, {SQ(us.P)}",
    )
}

/// Piece-of-advice by which our king comes nearer to a pawn, to their king or to the centre; where he cannot, another man may move.
fn come(men: &Men, sound: &str) -> Piece {
    let (listed, goal, said) = if men.theirs(Role::Pawn) > 0 {
        ("to-their-pawn", "them.P", "their pawn")
    } else if men.ours(Role::Pawn) > 0 {
        ("to-our-pawn", "us.P", "our pawn")
    } else if men.press() {
        ("come-nearer", "them.K", "their king")
    } else {
        ("to-the-centre", "CENTRE", "the centre")
    };
    let (rest, then) = match men.have_more() {
        true => ("; where he cannot, another man moves", " then any"),
        false => ("", ""),
    };
    Piece::at_once(
        listed,
        &format!("Our king goes to {said}{rest}."),
        &format!("them-to-move{sound}"),
        &format!("K by new.dist(us.K, {goal}){then}"),
        &format!("our king is {{dist(us.K, {goal})}} steps from {said}"),
    )
}

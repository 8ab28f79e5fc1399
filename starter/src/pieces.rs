//! The pieces-of-advice that fit some men, in the order in which the table tries them.

use adv_chess::Role;

use crate::men::Men;

/// A piece-of-advice that a new program may have, with its source text.
pub struct Piece {
    /// Name and arguments as the table lists them: `mate-in(2)`.
    pub listed: &'static str,
    /// Source text of the piece-of-advice.
    pub text: String,
    /// True where the text uses the descriptor `safe`, which the program must then define.
    pub safe: bool,
}

/// Parts of goals that depend on the men, in the words of the language.
struct Words {
    /// Conjuncts that every goal ends with: ` ∧ safe ∧ ¬stalemate`, or fewer.
    sound: String,
    safe: bool,
}

/// Pieces-of-advice that fit the men, in the order of the table. The last of them has a move wherever a sound one is left.
pub fn pieces(men: &Men) -> Vec<Piece> {
    let safe = men.have_more();
    let presses = men.press() && (men.can_mate() || men.ours(Role::Pawn) > 0);
    // The side that holds a draw may be stalemated.
    let mut sound = String::new();
    if safe {
        sound.push_str(" ∧ safe");
    }
    if presses {
        sound.push_str(" ∧ ¬stalemate");
    }
    let words = Words { sound, safe };
    let mut pieces = Vec::new();
    if men.can_mate() {
        pieces.push(mate());
    }
    if men.ours(Role::Pawn) > 0 {
        pieces.push(promote());
    }
    if men.they_have_more() {
        pieces.push(take(&words));
    }
    if men.can_mate() && !men.they_have_more() {
        pieces.push(squeeze(&words));
    }
    if men.ours(Role::Pawn) > 0 && !men.can_mate() {
        pieces.push(push(&words));
    }
    pieces.push(come(men, &words));
    pieces
}

fn mate() -> Piece {
    Piece {
        listed: "mate-in(2)",
        text: "\
/// Mate in n moves, if the search finds one; the shortest first.
advice mate-in(n: number)
  better   mate
  depth    2 * n - 1 shortest
  because  \"mate is near\"
end-advice
"
        .to_owned(),
        safe: false,
    }
}

/// Pieces-of-advice with which a queen mates a bare king: mate in three where the pen is small, else less to do.
pub fn with_queen() -> Vec<Piece> {
    let squeeze = Piece {
        listed: "squeeze",
        text: "\
/// Less is left to do within three moves, and the queen cannot be taken on the way.
advice squeeze
  better   work < root.work
  holding  us.* ∩ MV(them.K) = ∅
  us       any by new.work
  depth    5 shortest
  because  \"their king has {pen(them)} squares, and our king is {dist(us.K, them.K)} steps away\"
end-advice
"
        .to_owned(),
        safe: false,
    };
    let mate = Piece {
        listed: "mate-in(3)",
        ..mate()
    };
    vec![mate, squeeze]
}

/// Piece-of-advice with which rooks and queens mate a bare king: less to do after each of three moves.
pub fn with_rooks() -> Piece {
    Piece {
        listed: "improve",
        text: "\
/// Mate, or less left to do after their reply: by one move if that is enough, else by two or three.
advice improve
  better   mate ∨ us-to-move ∧ work < root.work
  holding  count(us.*) = root.count(us.*)
  us       any by new.work
  depth    6 shortest
  because  \"their king has {pen(them)} squares, and our king is {dist(us.K, them.K)} steps away\"
end-advice
"
        .to_owned(),
        safe: false,
    }
}

fn promote() -> Piece {
    Piece {
        listed: "promote",
        text: "\
/// A pawn becomes a queen that cannot be taken.
advice promote
  better   count(us.Q) > root.count(us.Q) ∧ us.Q ∩ ATT(them) = ∅ ∧ ¬stalemate
  us       P as Q
  them     none
  depth    1
  because  \"the pawn becomes a queen\"
end-advice
"
        .to_owned(),
        safe: false,
    }
}

fn take(words: &Words) -> Piece {
    let sound = &words.sound;
    Piece {
        listed: "take",
        text: format!(
            "\
/// Takes what hangs.
advice take
  better   count(them.*) < root.count(them.*){sound}
  us       any
  them     none
  depth    1
  because  \"a man of theirs hangs\"
end-advice
"
        ),
        safe: words.safe,
    }
}

fn squeeze(words: &Words) -> Piece {
    let sound = &words.sound;
    Piece {
        listed: "squeeze",
        text: format!(
            "\
/// Leaves their king fewer squares; the move that leaves the fewest.
advice squeeze
  better   count(MV(them.K)) < root.count(MV(them.K)){sound}
  us       any by new.count(MV(them.K))
  them     none
  depth    1
  because  \"their king keeps {{count(MV(them.K))}} squares\"
end-advice
"
        ),
        safe: words.safe,
    }
}

fn push(words: &Words) -> Piece {
    let sound = &words.sound;
    Piece {
        listed: "push",
        text: format!(
            "\
/// A pawn goes forward.
advice push
  better   them-to-move{sound}
  us       P
  them     none
  depth    1
  because  \"the pawn goes forward, {{SQ(us.P)}}\"
end-advice
"
        ),
        safe: words.safe,
    }
}

/// Piece-of-advice by which our king comes nearer to a pawn, to their king or to the centre; where he cannot, another man may move.
fn come(men: &Men, words: &Words) -> Piece {
    let sound = &words.sound;
    let (listed, goal, said) = if men.theirs(Role::Pawn) > 0 {
        ("to-their-pawn", "them.P", "their pawn")
    } else if men.ours(Role::Pawn) > 0 {
        ("to-our-pawn", "us.P", "our pawn")
    } else if men.press() {
        ("come-nearer", "them.K", "their king")
    } else {
        ("to-the-centre", "CENTRE", "the centre")
    };
    let rest = if words.safe {
        "; where he cannot, another man moves"
    } else {
        ""
    };
    let then = if words.safe { " then any" } else { "" };
    Piece {
        listed,
        text: format!(
            "\
/// Our king goes to {said}{rest}.
advice {listed}
  better   them-to-move{sound}
  us       K by new.dist(us.K, {goal}){then}
  them     none
  depth    1
  because  \"our king is {{dist(us.K, {goal})}} steps from {said}\"
end-advice
"
        ),
        safe: words.safe,
    }
}

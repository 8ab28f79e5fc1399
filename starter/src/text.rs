//! The program around its pieces-of-advice: its head, its definitions, its table, a test, a claim.

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_chess::{Color, Position, Role};

use crate::men::{Men, letter};
use crate::pieces::{Piece, pieces, with_queen, with_rooks};
use crate::wishes::{Aim, Wishes};

/// Most men for which the claim is about all positions; with more men a proof takes too long for a first program.
const ALL: u32 = 3;
/// Most men for which adv computes the values of perfect play without tables on disk.
const FOUR: u32 = 4;
/// Most men with which a search looks at hundreds of positions in seconds.
const FEW: u32 = 5;

/// Source text of a whole new program.
pub fn program(
    name: &str,
    men: &Men,
    wishes: Option<&Wishes>,
    example: &Position,
    advice: Option<&str>,
) -> String {
    let pieces = match wishes {
        Some(wishes) => wished(pieces(men), wishes),
        None if men.queen_alone() => with_queen(),
        None if men.majors_alone() => vec![with_rooks()],
        None => pieces(men),
    };
    let us = letter(men.us);
    let fen = fen(example);
    let listed: Vec<&str> = pieces.iter().map(|piece| piece.listed).collect();
    let mut text = format!(
        "\
//! {}: a beginning, for {}.
//!
//! The table tries its pieces-of-advice in their order, and the first one that has a move plays it. What they do not see yet
//! `adv prove` tells: the shortest line in which they fail, and the piece that moved there.

material  {}
example   \"{fen}\"
",
        men.words(),
        men.us,
        men.material.to_string().replace("; ", ";  "),
    );
    if pieces.iter().any(|piece| piece.text.contains("CENTRE")) {
        text.push_str("use std.geometry        // CENTRE\n");
    }
    let measure = wishes.and_then(|wishes| wishes.measure.as_ref());
    if wishes.is_none() && men.majors_alone() {
        let _ = write!(text, "use std.room            // pen, PEN\n{}", work(men));
    }
    if let Some(library) = measure.and_then(|measure| measure.library) {
        let _ = writeln!(text, "use {library}");
    }
    let conditions = wishes
        .map(|wishes| wishes.conditions.as_slice())
        .unwrap_or_default();
    if pieces.iter().any(|piece| piece.text.contains(" ∧ safe"))
        || conditions.iter().any(|of| of == "safe")
    {
        text.push_str(
            "
/// Nothing of ours can be taken for nothing: what they attack is guarded.
descriptor safe = us.* ∩ ATT(them) ⊆ ATT(us)
",
        );
    }
    if !conditions.is_empty() {
        let conditions = conditions.join(" ∧ ");
        let _ = write!(
            text,
            "\n/// What every position after the first must satisfy, in each tree whose piece-of-advice says nothing else.\ndefault holding {conditions}\n"
        );
    }
    if let Some(measure) = measure {
        let _ = write!(
            text,
            "\n/// What gets smaller: {}.\nnumber progress = {}\n",
            measure.words, measure.number
        );
    }
    for piece in &pieces {
        let _ = write!(text, "\n{}", piece.text);
    }
    let beyond = if men.they_have_more() || men.ours(Role::Pawn) > 0 {
        "\n  beyond leaves"
    } else {
        ""
    };
    let rules = match listed.as_slice() {
        [all @ .., last] if wishes.is_none() && men.queen_alone() => {
            let all = all.join(", ");
            format!("if pen(them) ≤ 4 then {all}, {last}\n  otherwise {last}")
        }
        all => format!("otherwise {}", all.join(", ")),
    };
    let _ = write!(
        text,
        "
table {name} for {us}
  {rules}{beyond}
end-table

test \"the example\"  {name}  position \"{fen}\"  expect {}

{}
",
        match advice {
            Some(advice) => format!("advice {advice}"),
            None => "not satisfied".to_owned(),
        },
        match wishes {
            Some(wishes) => wished_claim(name, men, wishes),
            None => claim(name, men, &pieces),
        }
    );
    text
}

/// The number that gets smaller where queens and rooks mate a bare king.
const fn work(men: &Men) -> &'static str {
    match men.queen_alone() {
        true => {
            "
/// Work that is left: the steps from our king to each square that their king can walk to, added up.
number work = if pen(them) = 1 then 999 else sum x in PEN(them) : dist(x, us.K)
"
        }
        false => {
            "
/// Work that is left: the squares that their king can walk to, and four times the longest way of our king to one of them.
number work = pen(them) + 4 * (max x in PEN(them) : dist(x, us.K))
"
        }
    }
}

/// Pieces-of-advice that serve an aim, and after those that reach it the ones that make the measure smaller.
fn wished(pieces: Vec<Piece>, wishes: &Wishes) -> Vec<Piece> {
    let reaches = |piece: &Piece| match piece.listed {
        "mate-in(2)" => wishes.aim == Aim::Mate,
        "promote" => matches!(wishes.aim, Aim::Mate | Aim::Queen),
        "take" => true,
        _ => false,
    };
    let (mut first, rest): (Vec<Piece>, Vec<Piece>) = pieces.into_iter().partition(reaches);
    let helps = |piece: &Piece| !matches!(piece.listed, "mate-in(2)" | "promote");
    let rest = rest.into_iter().filter(helps);
    for piece in &mut first {
        // What ends the matter need not keep what the way to it keeps.
        piece.text = piece
            .text
            .replacen("\n  us ", "\n  holding  true\n  us ", 1);
        if piece.listed == "mate-in(2)" {
            piece.text = piece
                .text
                .replacen("\n  depth", "\n  holding  true\n  depth", 1);
        }
    }
    if wishes.measure.is_some() {
        first.extend([gain(), gain_in_two()]);
    }
    first.extend(rest);
    first
}

fn gain() -> Piece {
    Piece::at_once(
        "gain",
        "A move that makes it smaller; the one that makes it smallest.",
        "them-to-move ∧ progress < root.progress",
        "any by new.progress",
        "it is {progress} now",
    )
}

fn gain_in_two() -> Piece {
    Piece::new(
        "gain-in-two",
        "Two moves that make it smaller, whatever is answered to the first.",
        "
  better   them-to-move ∧ progress < root.progress
  us       any by new.progress
  depth    3
  because  \"it is to be less than {root.progress}\"",
    )
}

/// The most that the side can have: a bare king does not win.
fn best(men: &Men) -> String {
    match men.count(men.us) {
        1 => "drawn".to_owned(),
        _ => format!("won({})", letter(men.us)),
    }
}

/// Source text of the claims where the author chose wishes: nothing is given away, and how often the program reaches the aim.
fn wished_claim(name: &str, men: &Men, wishes: &Wishes) -> String {
    let (us, them) = (letter(men.us), letter(!men.us));
    let all = men.material.men() <= ALL;
    // Of more men nothing knows the value of a position without tables on disk.
    let valued = men.material.men() <= FOUR;
    let (value, goal) = match wishes.aim {
        Aim::Mate => (best(men), "mate".to_owned()),
        Aim::Queen => (best(men), format!("SQ({us}.Q) ≠ ∅")),
        Aim::Take => (
            best(men),
            format!("count({them}.*) < {}", men.count(!men.us)),
        ),
        Aim::Draw => ("drawn".to_owned(), String::new()),
    };
    let wherever = match valued {
        true => format!(" where {value}"),
        false => String::new(),
    };
    let mut claims = Vec::new();
    if all {
        claims.push(format!(
            "/// It gives nothing away.\nprove {name}  from all positions{wherever}  keeps {value}"
        ));
    } else if valued {
        claims.push(format!(
            "/// How often it gives nothing away.\nmeasure {name}  from 200 random positions{wherever}  share of keeps {value}"
        ));
    } else if goal.is_empty() {
        claims.push(format!(
            "/// How often it is not mated.\nmeasure {name}  from 100 random positions  share of never mated({us})"
        ));
    }
    if !goal.is_empty() {
        claims.push(format!(
            "/// How often it gets there. Where it fails `adv prove` shows the line; where it does so from everywhere, claim it.\nmeasure {name}  from 200 random positions{wherever}  share of reaches {goal}"
        ));
    }
    claims.join("\n\n")
}

/// Source text of the claim at the end, with a comment on how to go on from it.
fn claim(name: &str, men: &Men, pieces: &[Piece]) -> String {
    let (us, them) = (letter(men.us), letter(!men.us));
    let has = |listed: &str| pieces.iter().any(|piece| piece.listed == listed);
    if men.count(men.us) + men.count(!men.us) <= ALL {
        return if men.can_mate() {
            format!(
                "/// What it is to do from everywhere.\nprove {name}  from all positions  reaches mate"
            )
        } else if has("promote") {
            format!(
                "/// What it is to do wherever that is possible.\nprove {name}  from all positions where won({us})  reaches SQ({us}.Q) ≠ ∅"
            )
        } else if men.have_more() {
            let man = Role::ALL
                .into_iter()
                .find(|role| *role != Role::King && men.ours(*role) > 0);
            let man = man.map_or('K', Role::letter);
            format!(
                "/// It cannot win, but it need not lose its man.\nprove {name}  from all positions where drawn  keeps SQ({us}.{man}) ≠ ∅"
            )
        } else {
            format!(
                "/// What it is to do where neither side wins.\nprove {name}  from all positions where drawn  keeps drawn"
            )
        };
    }
    if men.majors_alone() {
        return format!(
            "/// What it is to do from everywhere. Of all positions a proof takes longer: `from all positions`.\nprove {name}  from 200 random positions  reaches mate"
        );
    }
    let some = if men.material.men() <= FEW { 1000 } else { 100 };
    let turn = match men.us {
        Color::White => "white-to-move",
        Color::Black => "black-to-move",
    };
    // After a capture of four men three are left, whose values are computed in a moment.
    let is_valued = men.material.men() <= FOUR;
    let won = match is_valued {
        true => format!(" ∧ {}", best(men)),
        false => String::new(),
    };
    let (piece, goal) = if has("take") {
        let men = men.count(!men.us);
        ("take", format!("count({them}.*) < {men}{won}"))
    } else if has("promote") {
        ("promote", format!("SQ({us}.Q) ≠ ∅{won}"))
    } else {
        ("squeeze", format!("them-to-move ∧ ¬stalemate{won}"))
    };
    let (said, root) = match (piece, is_valued) {
        ("take", true) if men.count(men.us) == 1 => ("What it takes holds the draw", ""),
        ("take", true) => ("What it takes wins the game", ""),
        ("take", false) => ("It takes what hangs", ""),
        ("promote", true) => ("The new queen wins the game", ""),
        ("promote", false) => ("It makes a queen", ""),
        (_, true) => ("A squeeze gives nothing away", won.as_str()),
        (_, false) => ("A squeeze does not stalemate", ""),
    };
    format!(
        "/// {said}: proved, or refuted by a board where it does not.\nprove {piece}  from {some} random positions where {turn} ∧ satisfiable({piece}){root}  reaches {goal}"
    )
}

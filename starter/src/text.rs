//! The program around its pieces-of-advice: its head, what it declares, its table, a test, a claim.

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_chess::{Position, Role};

use crate::men::{Men, letter};
use crate::pieces::{Piece, pieces};

/// The most men of which all positions are claimed something: with more it takes too long for a beginning.
const ALL: u32 = 3;
/// The most men of which a search looks at hundreds of positions in seconds.
const FEW: u32 = 5;

/// The text of a program.
pub fn program(name: &str, men: &Men, example: &Position, advice: Option<&str>) -> String {
    let pieces = pieces(men);
    let us = letter(men.us);
    let fen = fen(example);
    let listed: Vec<&str> = pieces.iter().map(|piece| piece.listed).collect();
    let listed = listed.join(", ");
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
    if pieces.iter().any(|piece| piece.safe) {
        text.push_str(
            "
/// Nothing of ours can be taken for nothing: what they attack is guarded.
descriptor safe = us.* ∩ ATT(them) ⊆ ATT(us)
",
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
    let _ = write!(
        text,
        "
table {name} for {us}
  otherwise {listed}{beyond}
end-table

test \"the example\"  {name}  position \"{fen}\"  expect {}

{}
",
        match advice {
            Some(advice) => format!("advice {advice}"),
            None => "not satisfied".to_owned(),
        },
        claim(name, men, &pieces)
    );
    text
}

/// The claim at the end, with a comment on how to go on from it.
fn claim(name: &str, men: &Men, pieces: &[Piece]) -> String {
    let (us, them) = (letter(men.us), letter(!men.us));
    let has = |listed: &str| pieces.iter().any(|piece| piece.listed == listed);
    if men.count(men.us) + men.count(!men.us) <= ALL {
        return if has("mate-in(2)") {
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
    let few = men.material.men() <= FEW;
    let some = if few { 500 } else { 100 };
    // A proof of all positions of more men takes more memory than machines have.
    let from = if few { "all" } else { "100 random" };
    // This material can mate, has something to take, or has a pawn.
    let goal = if has("mate-in(2)") {
        format!("measure mate-in(2)  from {some} random positions  share of reaches mate")
    } else if has("take") {
        format!(
            "measure take  from {some} random positions  share of reaches count({them}.*) < {}",
            men.count(!men.us)
        )
    } else {
        format!("measure promote  from {some} random positions  share of reaches SQ({us}.Q) ≠ ∅")
    };
    format!(
        "/// How often the first step is there at once. Where the table can do more, claim it: `prove {name} from {from} positions …`.\n{goal}"
    )
}

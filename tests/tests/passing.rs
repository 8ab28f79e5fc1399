//! `them pass`, and what is derived from a program for plans: pieces joined, pieces where the other side does nothing, first moves that
//! are left out.

use adv_chess::Color;
use adv_chess::notation::{parse_move, san};
use adv_module::{AdviceId, Derived, NotJoined};
use adv_vm::{Consultation, Engine, Limits, Options};

use crate::common::{engine, position};

const PLANS: &str = "\
advice seventh
  better  after-us us.R ∩ RANK-AT(6) ≠ ∅
  us      us.R
  depth   3 shortest
end-advice
advice corner
  better  after-us SQ(us.K) ⊆ {a1, a2, b1}
  us      us.K
  depth   3 shortest
end-advice
advice mate-next
  better  mate
  them    pass
  depth   2
end-advice
advice take
  better  after-us count(them.*) < root.count(them.*)
  depth   3
end-advice
advice blocked
  better  after-us us.P ∩ a6 ≠ ∅
  us      us.P
  depth   3
end-advice
table all-of-them
  otherwise seventh, corner, mate-next, take, blocked
end-table
";

fn asked(engine: &mut Engine, id: AdviceId, fen: &str, us: Color) -> Consultation {
    let options = Options {
        uncounted: true,
        ..Options::default()
    };
    engine
        .try_for(id, &position(fen), us, &[], &options)
        .unwrap_or_else(|failure| panic!("{fen}: {failure}"))
}

fn line(answer: &Consultation) -> Vec<String> {
    let Some(tree) = &answer.tree else {
        return Vec::new();
    };
    let mut at = *tree.root();
    let mut words = Vec::new();
    for node in tree.nodes() {
        words.push(san(&at, node.mv));
        at = at.play(node.mv);
    }
    words
}

fn id(engine: &Engine, name: &str) -> AdviceId {
    engine.advice(name).unwrap_or_else(|| panic!("no `{name}`"))
}

#[test]
fn a_threat_is_found_whoever_is_to_move() {
    let mut engine = engine("plans.adv", PLANS);
    let mate = id(&engine, "mate-next");
    let answer = asked(
        &mut engine,
        mate,
        "6k1/5ppp/8/8/8/8/8/K3R3 b - - 0 1",
        Color::White,
    );
    assert_eq!(line(&answer), ["--", "Re8#"]);
    assert!(answer.is_conditional(), "they have other moves");
    let left_out = answer.tree.map(|tree| tree.left_out_at_root());
    assert_eq!(left_out, Some(8));
    // With a flight there is no threat, and in check they do not pass.
    for fen in [
        "6k1/5pp1/7p/8/8/8/8/K3R3 b - - 0 1",
        "4R1k1/5pp1/7p/8/8/8/8/K7 b - - 0 1",
    ] {
        assert!(
            asked(&mut engine, mate, fen, Color::White).tree.is_none(),
            "{fen}"
        );
    }
}

#[test]
fn joined_pieces_need_the_moves_of_both() {
    let first = engine("plans.adv", PLANS);
    let (seventh, corner) = (id(&first, "seventh"), id(&first, "corner"));
    let (take, blocked) = (id(&first, "take"), id(&first, "blocked"));
    let rule = "table two\n  if satisfiable(seventh and corner) then seventh\n  otherwise corner\nend-table\n";
    let text = format!("{PLANS}{rule}");
    let linked = crate::common::linked("plans.adv", &text);
    let mut derived = Derived::of(&linked);
    let both = derived.both(&[seventh, corner]).expect("they go together");
    assert_eq!(derived.both(&[seventh, corner]), Ok(both));
    assert_eq!(derived.both(&[seventh, seventh]), Ok(seventh));
    assert_eq!(derived.both(&[]), Err(NotJoined::Unknown));
    let quietly = derived.possible(take).expect("it is there");
    let pushed = derived.possible(blocked).expect("it is there");
    let mut engine = Engine::new(derived.linked().expect("it verifies"), Limits::default());
    // One move each, in either order, against every reply; what the language says of the two is the same.
    for (fen, found) in [
        ("6k1/8/8/8/8/8/8/2K1R3 w - - 0 1", true),
        ("6k1/8/8/8/8/7K/8/4R3 w - - 0 1", false),
    ] {
        let answer = asked(&mut engine, both, fen, Color::White);
        assert_eq!(answer.tree.is_some(), found, "{fen}");
        if let Some(tree) = answer.tree {
            assert_eq!(tree.depth(), 3);
        }
        let table = engine.table("two").expect("it has a name");
        let asked = engine.consult(table, &position(fen), &Options::default());
        let rule = asked.expect("no limit").rule;
        assert_eq!(rule, Some(usize::from(!found)), "{fen}");
    }
    // Whoever takes while the other passes wins anything, so taking is left out; a pawn that is stopped by a move may still go on.
    let fen = "4k3/8/8/8/8/3p4/8/3RK3 w - - 0 1";
    assert!(asked(&mut engine, take, fen, Color::White).tree.is_some());
    assert!(
        asked(&mut engine, quietly, fen, Color::White)
            .tree
            .is_none()
    );
    let fen = "1k6/8/8/8/P7/8/8/4K3 w - - 0 1";
    let free = asked(&mut engine, pushed, fen, Color::White);
    assert_eq!(line(&free), ["a5", "--", "a6"]);
    assert!(free.is_conditional());
}

#[test]
fn first_moves_are_left_out_at_the_root_alone() {
    let mut engine = engine("plans.adv", PLANS);
    let seventh = id(&engine, "seventh");
    let fen = "6k1/8/8/8/8/8/8/2K1R3 w - - 0 1";
    let at = position(fen);
    let options = Options::default();
    let first = engine.try_for(seventh, &at, Color::White, &[], &options);
    let first = first.expect("no limit").first_move().expect("a tree");
    assert_eq!(san(&at, first), "Re7");
    let without = engine.try_for(seventh, &at, Color::White, &[first], &options);
    let other = without.expect("no limit");
    let own = other.first_move().expect("it goes there in two moves");
    assert_ne!(own, first);
    assert_eq!(other.tree.as_ref().map(|tree| tree.depth()), Some(3));
    // What is left out once is not left out in the next question.
    let again = engine.try_for(seventh, &at, Color::White, &[], &options);
    assert_eq!(again.expect("no limit").first_move(), Some(first));
    let far = parse_move(&at, "Kb1").expect("legal");
    let same = engine.try_for(seventh, &at, Color::White, &[far], &options);
    assert_eq!(same.expect("no limit").first_move(), Some(first));
}

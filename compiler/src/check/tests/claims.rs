//! Claims: each of their forms with what becomes of it, and each of their errors.

use adv_module::{AdviceId, StrategyId, TableId};

use super::{codes, run, words};
use crate::hir::{Bound, Claim, ClaimSubject, FromSet, GoalWord, Hir};

/// A table, a strategy, a piece-of-advice with a parameter, a plan, descriptors and a number.
const HEAD: &str = "material W: K, R;  B: K
example \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"
number gap = dist(W.K, B.K)
descriptor near = gap ≤ 2
descriptor smaller = count(MV(B.K)) < root.count(MV(B.K))
moves home = K
advice give-mate(n: number) better mate us home depth 2 * n - 1 end-advice
advice squeeze better smaller depth 1 end-advice
plan last = squeeze
table krk for W otherwise give-mate(1), last end-table
strat step (in-class: figures - W: K, R; B: K; out-class: near)
  action go (any, new.near) us K
end-strat
";

fn program(claim: &str) -> Hir {
    let (diagnostics, checked) = run(&format!("{HEAD}{claim}"));
    let told: Vec<_> = diagnostics.iter().map(|of| &of.message).collect();
    assert!(told.is_empty(), "{claim}: {told:?}");
    checked.expect("a program").program().clone()
}

fn claim(text: &str) -> Claim {
    let claims = program(text).claims;
    assert_eq!(claims.len(), 1);
    assert_eq!(claims[0].text, text.trim_end());
    claims[0].clone()
}

fn of(text: &str) -> Vec<&'static str> {
    codes(&format!("{HEAD}{text}"))
}

/// All words of the errors of a claim.
fn said(text: &str) -> String {
    words(&format!("{HEAD}{text}"))
}

#[test]
fn the_subject_is_what_plays_or_a_descriptor() {
    let subject = |text: &str| claim(text).subject;
    let all = "from all positions";
    assert!(matches!(
        subject(&format!("prove krk {all} reaches mate")),
        ClaimSubject::Table(TableId(0))
    ));
    assert!(matches!(
        subject(&format!("prove step {all} reaches near")),
        ClaimSubject::Strategy(StrategyId(0))
    ));
    assert!(matches!(
        subject(&format!("prove squeeze {all} keeps near")),
        ClaimSubject::Advice(AdviceId(0))
    ));
    // `give-mate(1)` is an instance of the table's, `give-mate(2)` one that nothing else has named.
    let made = program(&format!("prove give-mate(2) {all} reaches mate"));
    let ClaimSubject::Advice(index) = made.claims[0].subject else {
        panic!("advice")
    };
    assert_eq!(made.advice[index.index()].name.node, "give-mate(2)");
    for text in ["prove near", "prove gap < 3", "prove check ∧ near"] {
        assert!(matches!(
            subject(text),
            ClaimSubject::Descriptor { premise: None, .. }
        ));
    }
    let subject = subject("prove near ⇒ gap < 2 from all positions where check");
    assert!(matches!(
        subject,
        ClaimSubject::Descriptor {
            premise: Some(_),
            ..
        }
    ));
    assert_eq!(of("prove last reaches mate"), ["E0209"]);
    assert!(said("prove last reaches mate").contains("put it into a table, `otherwise last`"));
    assert_eq!(of("prove home reaches mate"), ["E0209"]);
    assert_eq!(of("prove nothing reaches mate"), ["E0201"]);
    assert_eq!(of("prove krkk from all positions reaches mate"), ["E0201"]);
    assert!(said("prove krkk reaches mate").contains("did you mean `krk`?"));
    assert_eq!(of("prove krk(1) reaches mate"), ["E0302"]);
    assert_eq!(of("prove give-mate reaches mate"), ["E0302"]);
    assert_eq!(of("prove krk ⇒ near"), ["E0209"]);
    assert_eq!(of("prove gap"), ["E0312"]);
    let near = "measure near from all positions share of keeps near";
    assert_eq!(of(near), ["E0533"]);
    assert!(said(near).contains("write `measure d from … share of e`"));
}

#[test]
fn positions_come_from_the_material_or_are_one() {
    let set = |text: &str| claim(&format!("prove krk {text} reaches mate")).from.set;
    let example = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1".to_owned();
    assert_eq!(set(""), FromSet::All);
    assert_eq!(set("from all positions"), FromSet::All);
    assert_eq!(set("from example"), FromSet::One(example.clone()));
    assert_eq!(
        set(&format!("from \"{example}\"")),
        FromSet::One(example.clone())
    );
    let two = set(&format!("from \"{example}\", \"W: Ka1, Rb3; B: Kd5\""));
    let other = "8/8/8/3k4/8/1R6/8/K7 w - - 0 1".to_owned();
    assert_eq!(two, FromSet::List(vec![example, other]));
    assert_eq!(set("from 500 random positions"), FromSet::Random(500));
    let seeds = ["from 5 random positions", "from 5 random positions seed 9"];
    let seeds = seeds.map(|from| claim(&format!("prove krk {from} reaches mate")).from.seed);
    assert_eq!(seeds, [1, 9]);
    let where_near = claim("prove krk from all positions where near reaches mate");
    assert!(where_near.from.condition.is_some());

    let bare = "descriptor near = dist(W.K, B.K) ≤ 2\nprove near";
    assert_eq!(codes(bare), ["E0531"]);
    assert_eq!(codes(&format!("{bare} from 7 random positions")), ["E0531"]);
    assert_eq!(
        codes("descriptor near = dist(W.K, B.K) ≤ 2\nprove near from example"),
        ["E0532"]
    );
    let wrong = "example \"8/8/8/8/8/8/8/8 w - - 0 1\"\ndescriptor near = dist(W.K, B.K) ≤ 2\nprove near from example";
    assert_eq!(codes(wrong), ["E0116"], "one mistake, one message");
    assert_eq!(of("prove krk from \"8/8 w\" reaches mate"), ["E0116"]);
    let queen = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1";
    assert_eq!(
        of(&format!("prove krk from \"{queen}\" reaches mate")),
        ["E0524"]
    );
    assert_eq!(of(&format!("prove near from \"{queen}\"")), ["E0524"]);
    // Each wrong one of a list is reported, and a condition chooses among the others.
    let listed = |more: &str| of(&format!("prove krk from \"{queen}\", {more} reaches mate"));
    assert_eq!(listed("\"8/8 w\""), ["E0524", "E0116"]);
    let rook = "\"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"";
    assert_eq!(
        of(&format!(
            "prove krk from {rook}, {rook} where near reaches mate"
        )),
        [""; 0]
    );
    assert_eq!(
        of(&format!(
            "prove krk from {rook}, {rook} seed 2 reaches mate"
        )),
        ["E0536"]
    );
    let random = |count: &str| format!("prove krk from {count} random positions reaches mate");
    assert_eq!(of(&random("0")), ["E0536"]);
    assert_eq!(of(&random("10000001")), ["E0536"]);
    assert_eq!(
        of("prove krk from all positions seed 3 reaches mate"),
        ["E0536"]
    );
    for one in ["example", "\"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\""] {
        let one = format!("prove krk from {one} where near reaches mate");
        assert_eq!(of(&one), ["E0536"]);
    }
    assert_eq!(
        of("prove krk from all positions where gap reaches mate"),
        ["E0312"]
    );
}

/// A strategy's own figures do where the file declares nothing, and bare letters belong to them.
#[test]
fn figures_are_a_material() {
    let strategies = "strat a for W (in-class: figures - W: K, R; B: K; out-class: mate)
  action go (any, new.mate) us R
end-strat
strat b for W (in-class: figures - W: K, Q; B: K; out-class: mate)
  action go (any, new.mate) us Q
end-strat
";
    let claim = |text: &str| codes(&format!("{strategies}{text}"));
    assert_eq!(
        claim("prove a from all positions reaches mate keeps SQ(R) ≠ ∅"),
        [""; 0]
    );
    assert_eq!(claim("prove b reaches mate keeps SQ(R) ≠ ∅"), ["E0213"]);
    assert_eq!(claim("prove check"), ["E0531"]);
}

#[test]
fn goals_are_asked_of_one_position() {
    let both = claim("prove krk reaches mate keeps near never stalemate keeps gap < 9");
    let goals: Vec<_> = both.goals.iter().map(|of| (of.word, of.mate)).collect();
    assert_eq!(
        goals,
        [
            (GoalWord::Reaches, true),
            (GoalWord::Keeps, false),
            (GoalWord::Never, false),
            (GoalWord::Keeps, false)
        ]
    );
    let mate = |goal: &str| claim(&format!("prove krk reaches {goal}")).goals[0].mate;
    assert!(mate("MATE") && mate("mated(them)"));
    assert!(!mate("mated(us)") && !mate("mate ∧ near") && !mate("¬mate"));
    assert_eq!(of("prove krk from all positions"), ["E0533"]);
    assert_eq!(of("prove krk reaches mate reaches near"), ["E0533"]);
    assert_eq!(of("prove near reaches mate"), ["E0533"]);
    let many = "keeps near ".repeat(65);
    assert_eq!(of(&format!("prove krk {many}")), ["E0533"]);
    assert_eq!(of("prove krk reaches root.near"), ["E0401"]);
    assert!(
        said("prove krk reaches root.near").contains("a claim is about one position at a time")
    );
    assert_eq!(of("prove krk reaches new.near"), ["E0402"]);
    assert_eq!(of("prove krk reaches TO = e4"), ["E0403"]);
    assert_eq!(
        of("prove krk from all positions where FROM = e4 reaches mate"),
        ["E0403"]
    );
    assert_eq!(of("prove krk keeps smaller"), ["E0404"]);
    assert!(said("prove krk keeps smaller").contains("one position at a time"));
    assert_eq!(of("prove krk reaches mates"), ["E0201"]);
    assert_eq!(of("prove krk keeps 1 < 2"), ["W0302"]);
    assert_eq!(of("prove krk keeps gap = gap"), ["W0303"]);
}

#[test]
fn bounds_and_modes_are_of_play() {
    let bound = |text: &str| claim(&format!("prove krk {text}")).within;
    let of_claim = |count, plies| Some(Bound { count, plies });
    assert_eq!(bound("reaches mate"), None);
    assert_eq!(bound("reaches mate within 34 moves"), of_claim(34, false));
    assert_eq!(bound("within 9 plies reaches mate"), of_claim(9, true));
    assert_eq!(of("prove krk reaches mate within 0 moves"), ["E0534"]);
    assert_eq!(of("prove krk reaches mate within 100001 plies"), ["E0534"]);
    assert_eq!(of("prove krk keeps near within 3 moves"), ["E0534"]);
    assert_eq!(of("prove near within 3 moves"), ["E0534"]);
    assert_eq!(of("prove krk reaches mate within 3"), ["E0120"]);
    assert_eq!(
        of("prove krk reaches mate within 3 moves within 4 moves"),
        ["E0114"]
    );

    let modes = |text: &str| {
        let of = claim(&format!("prove krk reaches mate {text}"));
        (of.weak, of.any_choice, of.fifty_moves)
    };
    assert_eq!(modes(""), (false, false, false));
    assert_eq!(modes("strong"), (false, false, false));
    assert_eq!(modes("weak any-choice fifty-moves"), (true, true, true));
    assert_eq!(modes("FIFTY-MOVES WEAK"), (true, false, true));
    assert_eq!(of("prove krk reaches mate weak strong"), ["E0535"]);
    assert_eq!(of("prove krk reaches mate weak WEAK"), ["E0114"]);
    assert_eq!(of("prove near weak"), ["E0535"]);
    assert_eq!(of("prove krk keeps near fifty-moves"), ["E0535"]);
    // Elsewhere the word is a name.
    assert_eq!(
        of("number fifty-moves = 50\nprove fifty-moves > gap"),
        [""; 0]
    );
    assert_eq!(
        of("number fifty-moves = 50\nprove krk reaches fifty-moves > gap fifty-moves"),
        [""; 0]
    );
}

#[test]
fn a_share_is_of_goals() {
    let share = claim(
        "measure krk from 300 random positions where near seed 7 share of reaches mate within 9 moves weak any-choice",
    );
    assert!(share.share && share.weak && share.any_choice && !share.fifty_moves);
    assert_eq!(share.from.set, FromSet::Random(300));
    assert_eq!(share.within.map(|bound| bound.count), Some(9));
    let two = claim("measure krk from all positions share of reaches mate keeps near");
    assert!(two.share && two.goals.len() == 2);
    let twice = "measure krk from all positions share of reaches mate reaches near";
    assert_eq!(of(twice).len(), 1, "one goal at most is to be reached");
    let bound = "measure krk from all positions share of keeps near within 3 moves";
    assert_eq!(of(bound), ["E0534"]);
    // The next definition of moves is none of the bound's.
    let next =
        "measure krk from all positions share of reaches near within 3 plies\nmoves away = K";
    assert_eq!(of(next), ["W0201"]);
}

#[test]
fn tablebase_words_belong_to_claims_and_tests() {
    let needs = |text: &str| claim(text).needs_values;
    assert!(needs(
        "prove krk from all positions where won(W) reaches mate"
    ));
    assert!(needs("prove krk keeps ¬(near ∧ drawn)"));
    assert!(needs("prove near ⇒ won(us) ∨ LOST(us)"));
    assert!(needs("prove dtm ≤ 31 ⇒ near"));
    assert!(needs("prove krk reaches min(dtm, gap) < 3"));
    assert!(!needs("prove krk reaches mate"));
    let position = "position \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"";
    let tests = program(&format!(
        "test \"a\" {position} expect gap > 1\ntest \"b\" krk {position} expect not satisfied, dtm < 40"
    ));
    let needs: Vec<_> = tests.tests.iter().map(|test| test.needs_values).collect();
    assert_eq!(needs, [false, true]);
    assert_eq!(of("prove krk reaches won"), ["E0302"]);
    assert_eq!(of("prove krk reaches drawn(W)"), ["E0302"]);
    assert_eq!(of("prove krk reaches dtm"), ["E0312"]);
    assert_eq!(
        of("descriptor won-now = won(W)\nprove krk reaches near"),
        ["E0514"]
    );
    assert_eq!(of("number left = dtm"), ["E0514"]);
    assert_eq!(
        of("advice x better drawn depth 1 end-advice\nprove krk reaches near"),
        ["E0514"]
    );
    assert_eq!(
        of("table t if lost(B) then squeeze otherwise last end-table"),
        ["E0514"]
    );
    assert_eq!(of("prove give-mate(dtm) reaches mate"), ["E0514"]);
}

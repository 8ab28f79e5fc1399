//! Claims: the rich module's own, what the verifier refuses of them, that linking keeps what they use, how they are listed.

use adv_module::program::{
    Bound, Claim, ClaimFrom, ClaimGoal, ClaimSubject, Compare, FromSet, Goal, GoalBoard, GoalPart,
    GoalWord, Place, SpokenZone, ZoneFunctions,
};
use adv_module::{
    AdviceId, FnId, Needs, Op, Property, StrategyId, TableId, Ty, When, link, listing, read, write,
};

use crate::build::*;
use crate::files::sealed;
use crate::refused::{changed, refused};
use crate::rich;

/// The descriptor of the rich module that speaks of the position alone.
const YES: FnId = FnId(8);

/// A goal with all that a goal can have.
fn goal(word: GoalWord, place: Place) -> ClaimGoal {
    ClaimGoal {
        word,
        goal: Goal {
            when: When::Always,
            test: Some(YES),
            parts: vec![GoalPart {
                place,
                test: YES,
                compare: Some(Compare {
                    left: vec![FnId(1)],
                    right: vec![FnId(5)],
                    left_place: place,
                    right_place: place,
                }),
                boards: vec![GoalBoard {
                    place,
                    board: FnId(0),
                }],
                zones: vec![SpokenZone {
                    text: "race".to_owned(),
                    zone: ZoneFunctions {
                        men: FnId(0),
                        targets: FnId(0),
                        moves: FnId(5),
                    },
                }],
                cases: Vec::new(),
            }],
            place,
        },
        mate: word == GoalWord::Reaches,
    }
}

/// Claims of every kind; `line` gives places of the source.
pub fn rich(line: impl Fn(usize) -> Place) -> Vec<Claim> {
    let first = Claim {
        text: "prove krk from all positions\n  where yes reaches mate never yes within 34 moves"
            .to_owned(),
        place: line(0),
        subject: ClaimSubject::Table(TableId(0)),
        from: ClaimFrom {
            set: FromSet::All,
            condition: Some(YES),
            condition_place: line(1),
            seed: 1,
        },
        goals: vec![
            goal(GoalWord::Reaches, line(2)),
            goal(GoalWord::Never, line(3)),
        ],
        within: Some(Bound {
            count: 34,
            plies: false,
        }),
        weak: true,
        any_choice: true,
        fifty_moves: true,
        share: false,
        needs_values: false,
        zones: Vec::new(),
    };
    let example = ClaimFrom {
        set: FromSet::One("8/8/8/3k4/8/8/1R6/K7 w - - 0 1".to_owned()),
        condition: None,
        condition_place: Place::default(),
        seed: 1,
    };
    let strategy = Claim {
        text: "prove K-R-VS-K from example reaches yes within 9 plies".to_owned(),
        subject: ClaimSubject::Strategy(StrategyId(1)),
        from: example,
        goals: vec![goal(GoalWord::Reaches, line(2))],
        within: Some(Bound {
            count: 9,
            plies: true,
        }),
        weak: false,
        any_choice: false,
        fifty_moves: false,
        ..first.clone()
    };
    let share = Claim {
        text: "measure wait from 300 random positions seed 7 share of keeps yes".to_owned(),
        subject: ClaimSubject::Advice(AdviceId(2)),
        from: ClaimFrom {
            set: FromSet::Random(300),
            condition: None,
            condition_place: Place::default(),
            seed: 7,
        },
        goals: vec![goal(GoalWord::Keeps, line(2))],
        within: None,
        share: true,
        needs_values: true,
        ..strategy.clone()
    };
    let scan = Claim {
        text: "prove yes ⇒ yes".to_owned(),
        subject: ClaimSubject::Descriptor {
            premise: Some(YES),
            conclusion: YES,
        },
        goals: Vec::new(),
        share: false,
        zones: vec![SpokenZone {
            text: "race".to_owned(),
            zone: ZoneFunctions {
                men: FnId(0),
                targets: FnId(0),
                moves: FnId(5),
            },
        }],
        ..share.clone()
    };
    vec![first, strategy, share, scan]
}

#[test]
fn what_a_claim_says_fits_together() {
    use Property::Records;
    let mut number = 0;
    let mut of = |claim: usize, change: fn(&mut Claim), part: &str| {
        number += 1;
        let module = changed(|module| change(&mut module.claims[claim]));
        refused(module, Records, part);
    };
    of(
        0,
        |claim| claim.goals[1].word = GoalWord::Reaches,
        "more than one goal",
    );
    of(
        0,
        |claim| claim.goals[0].word = GoalWord::Keeps,
        "a bound, and nothing that is to be reached",
    );
    of(0, |claim| claim.goals.clear(), "a bound, and nothing");
    of(
        2,
        |claim| claim.fifty_moves = true,
        "the fifty-move rule, and nothing",
    );
    of(
        1,
        |claim| claim.from.condition = Some(YES),
        "a condition on a single position",
    );
    of(
        2,
        |claim| claim.from.set = FromSet::List(vec![String::new()]),
        "a list of fewer than two positions",
    );
    of(2, |claim| claim.goals.clear(), "play without a goal");
    of(
        3,
        |claim| claim.goals = vec![goal(GoalWord::Never, Place::default())],
        "goals, and nothing that plays",
    );
    for mode in [
        |claim: &mut Claim| claim.weak = true,
        |claim: &mut Claim| claim.any_choice = true,
        |claim: &mut Claim| claim.fifty_moves = true,
    ] {
        of(3, mode, "a way of playing, and nothing that plays");
    }
    let alone = |claim: &mut Claim| {
        claim.share = true;
        if let ClaimSubject::Descriptor { premise, .. } = &mut claim.subject {
            *premise = None;
        }
    };
    of(3, alone, "a share of something else");
    of(
        0,
        |claim| claim.goals[0].goal.test = None,
        "a goal without a descriptor",
    );
    of(
        0,
        |claim| claim.goals[0].goal.when = When::AfterUs,
        "a goal that is not evaluated in every position",
    );
    of(
        0,
        |claim| claim.goals[0].goal.test = Some(FnId(1)),
        "`room` is a claim's descriptor and gives a number",
    );
    // `less` compares with the root.
    of(
        0,
        |claim| claim.from.condition = Some(FnId(3)),
        "is a claim's descriptor and speaks of",
    );
    of(
        0,
        |claim| {
            let compare = claim.goals[0].goal.parts[0].compare.as_mut();
            compare.expect("it compares").left = vec![FnId(2)];
        },
        "is a side of a comparison and speaks of",
    );
    of(
        0,
        |claim| claim.goals[0].goal.parts[0].boards[0].board = YES,
        "is a board of a conjunct and gives a descriptor",
    );
    of(
        3,
        |claim| {
            claim.subject = ClaimSubject::Descriptor {
                premise: Some(FnId(6)),
                conclusion: YES,
            };
        },
        "has 1 parameters",
    );
    of(
        2,
        |claim| claim.subject = ClaimSubject::Advice(AdviceId(1)),
        "cannot be consulted",
    );
    of(
        2,
        |claim| claim.subject = ClaimSubject::Advice(AdviceId(3)),
        "cannot be consulted",
    );
    assert_eq!(number, 21);
}

#[test]
fn what_a_claim_names_exists() {
    use Property::Bounds;
    let of = |claim: usize, change: fn(&mut Claim), part: &str| {
        let module = changed(|module| change(&mut module.claims[claim]));
        refused(module, Bounds, part);
    };
    of(
        0,
        |claim| claim.subject = ClaimSubject::Table(TableId(9)),
        "table 9 does not exist",
    );
    of(
        1,
        |claim| claim.subject = ClaimSubject::Strategy(StrategyId(2)),
        "strategy 2 does not exist",
    );
    of(
        2,
        |claim| claim.subject = ClaimSubject::Advice(AdviceId(99)),
        "piece-of-advice 99 does not exist",
    );
    of(
        0,
        |claim| claim.goals[1].goal.parts[0].test = FnId(99),
        "function 99 does not exist",
    );
    of(
        0,
        |claim| claim.from.condition = Some(FnId(99)),
        "function 99 does not exist",
    );
    of(
        2,
        |claim| claim.from.set = FromSet::Random(0),
        "0 random positions, expected 1 to 10000000",
    );
    of(
        2,
        |claim| claim.from.set = FromSet::Random(u64::MAX),
        "random positions, expected 1 to",
    );
    of(
        2,
        |claim| claim.from.set = FromSet::List(vec![String::new(); 10_001]),
        "10001 in `positions`, at most 10000 are allowed",
    );
    of(
        2,
        |claim| claim.from.set = FromSet::List(vec!["8".repeat(2 << 20); 2]),
        "bytes in a text",
    );
    of(
        1,
        |claim| {
            claim.within = Some(Bound {
                count: 0,
                plies: true,
            });
        },
        "0 moves or plies in a bound, expected 1 to 100000",
    );
    of(
        0,
        |claim| claim.goals = vec![goal(GoalWord::Keeps, Place::default()); 65],
        "65 in `goals`, at most 64 are allowed",
    );
    of(
        1,
        |claim| claim.from.set = FromSet::One("8".repeat(2 << 20)),
        "bytes in a text",
    );
    of(
        0,
        |claim| claim.goals[0].goal.place.end = 1 << 20,
        "is not one of the source text",
    );
}

#[test]
fn stripping_takes_their_places_and_words_them_by_their_records() {
    let mut module = rich::rich();
    module.claims[0].text = "prove anything".to_owned();
    // A goal may be called mate only where mate is looked for without its function.
    module.claims[0].goals[1].mate = true;
    module.strip();
    let claim = &module.claims[0];
    assert_eq!(
        claim.text,
        "prove krk from all positions where f8 reaches mate never f8 within 34 moves weak any-choice fifty-moves"
    );
    assert!(claim.goals[0].mate && !claim.goals[1].mate);
    let places = [
        claim.place,
        claim.from.condition_place,
        claim.goals[0].goal.place,
        claim.goals[1].goal.parts[0].boards[0].place,
    ];
    assert_eq!(places, [Place::default(); 4]);
    assert_eq!(read(&write(&module)), Ok(module.clone().into()));
}

#[test]
fn what_only_a_claim_uses_is_kept_and_numbered_anew() {
    let truth = |value| vec![Op::Truth { dst: r(0), value }, Op::Return { src: r(0) }];
    let function = |name: &str, value| function(name, &[], Ty::Truth, Needs::NONE, truth(value));
    let lost = function("lost", false);
    let names = ["premise", "conclusion", "condition", "goal"];
    let mut module = of_functions(
        std::iter::once(lost)
            .chain(names.map(|name| function(name, true)))
            .collect(),
    );
    module.tables = rich::rich().tables;
    module.tables[0].rules.clear();
    let claims = rich(|_| Place::default());
    let mut played = claims[0].clone();
    played.from.condition = Some(FnId(3));
    played.goals.truncate(1);
    played.goals[0].goal = Goal {
        when: When::Always,
        test: Some(FnId(4)),
        parts: Vec::new(),
        place: Place::default(),
    };
    let mut scan = claims[3].clone();
    scan.subject = ClaimSubject::Descriptor {
        premise: Some(FnId(1)),
        conclusion: FnId(2),
    };
    scan.zones.clear();
    module.claims = vec![played, scan];
    let linked = link(verified(module), &[]).expect("it links");
    let module = linked.module().program();
    let left: Vec<_> = module.functions.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(left, names, "`lost` alone is gone");
    assert_eq!(module.claims[0].from.condition, Some(FnId(2)));
    assert_eq!(module.claims[0].goals[0].goal.test, Some(FnId(3)));
    let subject = ClaimSubject::Descriptor {
        premise: Some(FnId(0)),
        conclusion: FnId(1),
    };
    assert_eq!(module.claims[1].subject, subject);
}

#[test]
fn claims_are_listed_part_by_part() {
    let text = listing(&rich::rich());
    for expected in [
        "\
claim \"prove krk from all positions where yes reaches mate never yes within 34 moves\"
  subject table t0 krk
  from set all  condition f8 yes  seed 1
  goals
     0
      word reaches
      goal
        test f8 yes
        parts
           0
            test f8 yes
            compare left f1 room  right f5 far
            boards f0 pen
            zones (text \"race\"  zone (men f0 pen  targets f0 pen  moves f5 far))
      mate
     1
      word never
",
        "\
  within count 34
  weak
  any-choice
  fifty-moves
",
        "\
claim \"measure wait from 300 random positions seed 7 share of keeps yes\"
  subject advice a2 wait
  from set random 300  seed 7
",
        "\
  share
  needs-values

claim \"prove yes ⇒ yes\"
  subject descriptor premise f8 yes  conclusion f8 yes
",
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

/// Every byte of the claims takes many values: what is read is written again, what is verified links.
#[test]
fn every_byte_of_the_claims_takes_many_values() {
    let mut module = rich::rich();
    module.strip();
    let bytes = write(&module);
    let text = b"prove krk from all";
    let start = bytes.windows(text.len()).position(|window| window == text);
    let start = start.expect("the claims are in the file") - 2;
    // The debug section of a stripped module is empty: the checksum follows the claims.
    let end = bytes.len() - 8;
    let (mut read_again, mut accepted) = (0, 0);
    for at in (start..end).step_by(adv_testkit::sized(11, 1)) {
        for value in [0, 1, 2, 3, 4, 5, 7, 8, 9, 14, 63, 64, 65, 127, 128, 255] {
            let mut changed = bytes.clone();
            changed[at] = value;
            let Ok(module) = read(&sealed(changed.clone())) else {
                continue;
            };
            assert_eq!(write(module.program()), sealed(changed));
            let _ = listing(module.program());
            read_again += 1;
            if let Ok(module) = adv_module::verify(module) {
                accepted += 1;
                let linked = link(module, &[]);
                assert!(linked.is_ok(), "byte {at} is {value}");
            }
        }
    }
    assert!(
        read_again > accepted && accepted > adv_testkit::sized(15, 200),
        "{accepted}"
    );
}

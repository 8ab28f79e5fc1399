//! The tokens that may follow a text that is being typed.

use crate::syntax::token::Token;
use crate::syntax::{lexer, may_follow};

/// Programs with most kinds of items.
const PROGRAMS: [&str; 3] = [
    include_str!("../../../../examples/hello.adv"),
    include_str!("../../../../examples/krk-advice.adv"),
    include_str!("../../../../examples/queen.adv"),
];

#[test]
fn every_word_of_a_program_may_follow_what_is_before_it() {
    for program in PROGRAMS {
        let tokens = lexer::lex(program).0;
        let step = adv_testkit::sized(5, 1);
        for token in tokens.iter().step_by(step) {
            let before = &program[..token.start as usize];
            let follow = may_follow(before, false);
            let word = &program[token.start as usize..token.end as usize];
            let is_there = follow.contains(&token.token) || follow.contains(&Token::Name);
            assert!(is_there, "{word} does not follow {before}");
        }
    }
}

#[test]
fn words_at_their_places_are_offered_there_only() {
    for (before, has, lacks) in [
        ("test \"a\" ", Token::Position, Token::Positions),
        ("advice a better ", Token::Name, Token::Cost),
        ("advice a better b ", Token::Cost, Token::Name),
        ("advice a depth 3 ", Token::Shortest, Token::Material),
        ("table t if a then ", Token::Shortest, Token::Then),
        ("prove t from 100 ", Token::Random, Token::All),
        (
            "test \"a\" position \"\" expect ",
            Token::Only,
            Token::Position,
        ),
    ] {
        let follow = may_follow(before, false);
        assert!(follow.contains(&has), "{before}{has:?}: {follow:?}");
        assert!(!follow.contains(&lacks), "{before}{lacks:?}");
    }
}

#[test]
fn mistakes_before_the_place_are_passed_over() {
    for before in [
        "advice a\n  better foo bar 3 (\n  us R\n  ",
        "advice a\n  beter foo\n  ",
        "number n = )\nadvice a\n  ",
        "advice a\n  better \u{fffd}\u{fffd} ;;\n  depth ,,\n  ",
    ] {
        let follow = may_follow(before, false);
        assert!(follow.contains(&Token::Us), "{before}: {follow:?}");
        assert!(follow.contains(&Token::EndAdvice), "{before}: {follow:?}");
    }
    // Nothing follows where the parser has given up, and it ends.
    let _ = may_follow(&"(".repeat(5_000), false);
    let _ = may_follow(&"strat s if a then ".repeat(500), false);
    assert!(may_follow("", true).contains(&Token::Name));
}

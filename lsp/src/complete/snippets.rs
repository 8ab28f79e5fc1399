//! Snippets: items with places to fill, for editors that know them.

use adv::analysis::token::Token;

/// The snippet of a word that begins an item; `None` where it has none.
pub type Snippets = fn(Token) -> Option<&'static str>;

/// The snippets, in the syntax of the protocol.
pub fn snippet(item: Token) -> Option<&'static str> {
    Some(match item {
        Token::Material => "material  W: ${1:K, R}; B: ${2:K}",
        Token::Example => "example \"${1:8/8/8/3k4/8/8/1R6/K7 w - - 0 1}\"",
        Token::Number => "number ${1:name} = ${2:1}",
        Token::Board => "board ${1:NAME} = ${2:e4}",
        Token::Descriptor => "descriptor ${1:name} = ${2:check}",
        Token::Moves => "moves ${1:name} = ${2:any}",
        Token::Advice => {
            "advice ${1:name} for ${2:W}\n  better   ${3:mate}\n  us       ${4:any}\n  them     ${5:any}\n  depth    ${6:1}\nend-advice\n$0"
        }
        Token::Plan => "plan ${1:name} = ${2:advice-1}, ${3:advice-2}",
        Token::Table => {
            "table ${1:name} for ${2:W}\n  if ${3:check} then ${4:advice-1}\n  otherwise     ${5:advice-2}\nend-table\n$0"
        }
        Token::Test => {
            "test \"${1:name}\" ${2:table-1} position \"${3:8/8/8/3k4/8/8/1R6/K7 w - - 0 1}\" expect ${4:mate}"
        }
        Token::Prove => {
            "prove ${1:table-1} from ${2:all positions} reaches ${3:mate} within ${4:20} moves"
        }
        Token::Measure => "measure ${1:table-1} from ${2:1000} random positions share of ${3:mate}",
        Token::Strat => {
            "strat ${1:name} for ${2:W}\n  do-while ¬${3:mate}\n    consult ${4:advice-1}\n  end-do\nend-strat\n$0"
        }
        Token::Pattern => {
            "pattern ${1:name} in ${2:branch}\n  fact      ${3:e4} each square\n  worth     ${4:10}\n  called    \"${5:a fact}\"\nend-pattern\n$0"
        }
        Token::Evaluation => {
            "evaluation ${1:name}\n  of        ${2:branch}\n  tell      ${3:3}\nend-evaluation\n$0"
        }
        _ => return None,
    })
}

//! The kind of name that a place wants, told by the tokens before it.
//!
//! ```text
//!   better ·                 a descriptor, or what a relation begins with
//!   number room = ·          a number
//!   dist(W.K, ·              what the second parameter of `dist` is
//!   if safe then ·           a piece-of-advice
//! ```
//!
//! The grammar says whether a whole expression may stand there or a name alone; the nearest word before it that is not inside closed brackets
//! says of what kind.

use adv::analysis::token::Token;
use adv::analysis::{Lexeme, Type, words};

use super::site::Site;

/// The kind of name that a place wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The name of a new definition, or no name at all.
    Nothing,
    Truth,
    Number,
    Board,
    /// A number, a board or a descriptor.
    Value,
    Piece,
    Side,
    Zone,
    Moves,
    /// A piece-of-advice or a plan.
    Advice,
    /// The subject of a test.
    Subject,
    /// The subject of a claim.
    Claimed,
    /// A table or strategy that takes over when the material changes.
    Successor,
    Strategy,
    Action,
    /// A pattern, or a module or branch of them.
    Pattern,
    Module,
    Parameter,
    /// One of these words, which are names to the grammar.
    OneOf(&'static [&'static str]),
}

const DIRECTIONS: &[&str] = &["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const TYPES: &[&str] = &["board", "number", "descriptor", "piece", "side", "zone"];

impl Wanted {
    /// The rank of a kind of definition, 0 the best; `None` where it cannot be meant.
    pub fn rank(self, kind: &str) -> Option<u8> {
        let fits: &[&[&str]] = match self {
            Wanted::Nothing | Wanted::Parameter | Wanted::OneOf(_) | Wanted::Module => &[],
            Wanted::Truth => &[&["descriptor"], &["number", "board"]],
            Wanted::Number => &[&["number"]],
            Wanted::Board => &[&["board"], &["zone"]],
            Wanted::Value => &[&["number", "board", "descriptor"], &["zone"]],
            Wanted::Piece | Wanted::Side => &[],
            Wanted::Zone => &[&["zone"]],
            Wanted::Moves => &[&["moves"]],
            Wanted::Advice => &[&["advice", "plan"]],
            Wanted::Subject => &[&["table", "strat"], &["advice", "plan", "evaluation"]],
            Wanted::Claimed => &[&["table", "strat"], &["advice", "plan", "descriptor"]],
            Wanted::Successor => &[&["table", "strat"]],
            Wanted::Strategy => &[&["strat"]],
            Wanted::Action => &[&["action"]],
            Wanted::Pattern => &[&["pattern"]],
        };
        let found = fits.iter().position(|kinds| kinds.contains(&kind));
        found.and_then(|rank| u8::try_from(rank).ok())
    }

    /// True where a whole expression is wanted.
    pub fn is_expression(self) -> bool {
        matches!(
            self,
            Wanted::Truth | Wanted::Number | Wanted::Board | Wanted::Value
        )
    }

    /// True where a keyword may begin an operand of the kind.
    pub fn takes(self, keyword: Token) -> bool {
        use Token::{
            All, Any, Disjoint, Empty, Exists, FromBoard, HereBoard, Max, Min, Not, Satisfiable,
            Sum, TakenBoard, ToBoard, Turned,
        };
        let is_truth = matches!(
            keyword,
            Exists | All | Not | Turned | Satisfiable | Disjoint
        );
        match self {
            Wanted::Number => {
                !is_truth
                    && !matches!(
                        keyword,
                        Any | Empty | ToBoard | FromBoard | TakenBoard | HereBoard
                    )
            }
            Wanted::Board => !is_truth && !matches!(keyword, Min | Max | Sum),
            Wanted::Piece | Wanted::Side => false,
            _ => true,
        }
    }

    fn of_type(ty: &str) -> Wanted {
        match ty {
            "number" => Wanted::Number,
            "board" => Wanted::Board,
            "descriptor" => Wanted::Truth,
            "piece" => Wanted::Piece,
            "side" => Wanted::Side,
            "zone" => Wanted::Zone,
            "moves" => Wanted::Moves,
            _ => Wanted::Value,
        }
    }
}

/// Finds the kind of name that a place wants.
pub fn wanted(site: &Site<'_>) -> Wanted {
    let accepts = |token| site.follow.contains(&token);
    let Some(before) = site.tokens.last() else {
        return match site.is_expression {
            true => Wanted::Value,
            false => Wanted::Nothing,
        };
    };
    if !accepts(Token::Name) {
        return Wanted::Nothing;
    }
    match before.token {
        Token::Toward => return Wanted::OneOf(DIRECTIONS),
        Token::Each => return Wanted::OneOf(&["square", "file", "group"]),
        Token::Use => return Wanted::Module,
        _ => {}
    }
    if accepts(Token::Board) && accepts(Token::Number) && before.token == Token::Colon {
        return Wanted::OneOf(TYPES);
    }
    if let Some(operand) = right_operand(site, before) {
        return operand;
    }
    let is_whole = accepts(Token::Square);
    let found = governed(site, is_whole);
    match found.is_expression() || found == Wanted::Claimed || !is_whole {
        true => found,
        // Arguments of types that are no values are written as expressions too.
        false if matches!(found, Wanted::Piece | Wanted::Side | Wanted::Zone) => found,
        false => Wanted::Value,
    }
}

/// The kind of an operator's right side, told by its left side.
fn right_operand(site: &Site<'_>, operator: &Lexeme) -> Option<Wanted> {
    use Token::{
        Colon, Complement, Diff, Disjoint, Eq, Ge, Gt, In, Le, Lt, Minus, Ne, Not, NotIn, NotLe,
        Plus, Times,
    };
    let left = || {
        let at = site.tokens.len().checked_sub(2)?;
        let end = site.tokens.get(at)?.end + site.start;
        let types = site.snapshot.analysis.index.types().iter();
        let widest = types.filter(|typed| typed.span.end == end);
        widest
            .min_by_key(|typed| typed.span.start)
            .map(|typed| typed.ty)
    };
    // The first `=` of a definition is no relation.
    let defines = || {
        let count = site.tokens.iter().filter(|token| token.token == Eq);
        let is_item = matches!(
            site.item,
            Some(
                Token::Number
                    | Token::Board
                    | Token::Descriptor
                    | Token::Zone
                    | Token::Moves
                    | Token::Plan
            )
        );
        is_item && count.count() == 1
    };
    Some(match operator.token {
        Not => Wanted::Truth,
        In | NotIn | Complement | Diff | Disjoint | NotLe => Wanted::Board,
        Eq if defines() => return None,
        Colon => return None,
        Eq | Ne | Lt | Le | Gt | Ge | Plus | Minus | Times => match left() {
            Some(Type::Number(_)) => Wanted::Number,
            Some(Type::Board | Type::Piece) => Wanted::Board,
            Some(Type::Side) => Wanted::Side,
            Some(Type::Zone) => Wanted::Zone,
            _ if matches!(operator.token, Eq | Ne | Lt | Le | Gt | Ge) => Wanted::Value,
            _ => return None,
        },
        _ => return None,
    })
}

/// The kind that the nearest word before a place governs, brackets that are closed passed over. `is_whole` where an expression may stand there.
fn governed(site: &Site<'_>, is_whole: bool) -> Wanted {
    let (mut closed, mut commas, mut ifs) = (0_usize, 0, 0_usize);
    let mut after_colon = false;
    for (at, token) in site.tokens.iter().enumerate().rev() {
        let front = at.checked_sub(1).and_then(|at| site.tokens.get(at));
        match token.token {
            Token::RParen | Token::RBrace => closed += 1,
            Token::LParen | Token::LBrace if closed > 0 => closed -= 1,
            _ if closed > 0 => {}
            Token::LBrace => {
                return match after_colon {
                    true => Wanted::Truth,
                    false => Wanted::Board,
                };
            }
            Token::LParen => match argument(site, at, front, commas) {
                Some(wanted) => return wanted,
                None => commas = 0,
            },
            Token::Comma => commas += 1,
            Token::Colon => after_colon = true,
            Token::Then | Token::Else if is_whole && ifs == 0 => ifs = 1,
            Token::Else if is_whole => ifs += 1,
            Token::If if ifs > 0 => ifs -= 1,
            Token::Min | Token::Max | Token::Sum if after_colon => return Wanted::Number,
            Token::Exists | Token::All if after_colon => return Wanted::Truth,
            // A variable.
            Token::Min | Token::Max | Token::Sum | Token::Exists | Token::All if !is_whole => {
                return Wanted::Nothing;
            }
            _ if ifs > 0 && !matches!(token.token, Token::Eq | Token::Prefer) => {}
            word => {
                let first = at == 0;
                if let Some(wanted) = of_word(site, word, first, is_whole) {
                    return wanted;
                }
            }
        }
    }
    match site.is_expression {
        true => Wanted::Value,
        false => Wanted::Nothing,
    }
}

/// The kind that a word governs, the first of its item or not.
fn of_word(site: &Site<'_>, word: Token, first: bool, is_whole: bool) -> Option<Wanted> {
    use Token::*;
    Some(match word {
        Better | Holding | Where | If | ElseIf | Reaches | Keeps | Never | Implies | Descr
        | OutClass | DoWhile | And | Or | Stage
            if is_whole =>
        {
            Wanted::Truth
        }
        Expect | Of if is_whole => Wanted::Truth,
        Depth | Within | By | Prefer | Cost | Effort | Worth | Tell if is_whole => Wanted::Number,
        To | From | Along if is_whole => Wanted::Board,
        Fact => Wanted::Value,
        Eq => match site.item {
            Some(Number) => Wanted::Number,
            Some(Board) => Wanted::Board,
            Some(Descriptor) => Wanted::Truth,
            Some(Zone) => Wanted::Zone,
            Some(Moves) => Wanted::Moves,
            Some(Plan) => Wanted::Advice,
            _ => return Option::None,
        },
        Us | Them => Wanted::Moves,
        Then | Else | Otherwise | Also | Shortest | Consult | Satisfiable if !is_whole => {
            match site.item {
                Some(Moves | Advice | Action) => Wanted::Moves,
                _ => Wanted::Advice,
            }
        }
        Beyond => Wanted::Successor,
        Apply => Wanted::Strategy,
        Advice if !first => Wanted::Advice,
        Action if !first => Wanted::Action,
        Plan if !first => Wanted::Advice,
        Excludes => Wanted::Pattern,
        Of if site.item == Some(Evaluation) => Wanted::Pattern,
        In if site.item == Some(Pattern) => Wanted::Pattern,
        Text if site.item == Some(Test) => Wanted::Subject,
        For if site.item == Some(Texts) => Wanted::Pattern,
        Prove | Measure => Wanted::Claimed,
        _ if first => Wanted::Nothing,
        _ => return Option::None,
    })
}

/// The kind of an argument of a call, by the name before its parenthesis; `None` where the parenthesis only groups.
fn argument(site: &Site<'_>, at: usize, front: Option<&Lexeme>, commas: usize) -> Option<Wanted> {
    let front = front?;
    let name = site.slice(*front);
    let before = at.checked_sub(2).and_then(|at| site.tokens.get(at));
    match (front.token, before.map(|token| token.token)) {
        (Token::Satisfiable, _) => return Some(Wanted::Advice),
        (Token::Shortest, _) => return Some(Wanted::Advice),
        (Token::Min | Token::Max, _) => return Some(Wanted::Number),
        (Token::Similarity, _) => return Some(Wanted::OneOf(&["position", "near"])),
        (Token::Action, _) => return Some(Wanted::Truth),
        (Token::Name, Some(Token::Action)) => return Some(Wanted::Truth),
        // The parameters of a new definition.
        (Token::Name, Some(Token::Number | Token::Board | Token::Descriptor | Token::Moves))
        | (Token::Name, Some(Token::Advice | Token::Zone))
            if at <= 2 =>
        {
            return Some(Wanted::Parameter);
        }
        (Token::Name | Token::Letter | Token::LetterB | Token::LetterN | Token::Disjoint, _) => {}
        _ => return None,
    }
    if name == "SQ" {
        return Some(Wanted::Piece);
    }
    let mut own = site.snapshot.analysis.index.definitions().iter();
    let of_own = own.find(|one| one.name == name && one.params.len() > commas);
    let own = of_own.and_then(|one| {
        let (_, ty) = one.params.get(commas)?;
        Some(match (*ty)? {
            Type::Number(_) => Wanted::Number,
            Type::Board => Wanted::Board,
            Type::Truth => Wanted::Truth,
            Type::Piece => Wanted::Piece,
            Type::Side => Wanted::Side,
            Type::Zone => Wanted::Zone,
        })
    });
    let of_library = || {
        let mut words = words().iter().filter(|word| word.name == name);
        words.find_map(|word| Some(Wanted::of_type(&word.params.get(commas)?.1)))
    };
    Some(own.or_else(of_library).unwrap_or(Wanted::Value))
}

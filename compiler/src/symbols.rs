//! Every word and sign of the language, in one append-only table.
//!
//! The lexer is generated from it (`syntax::token`), the grammar's terminals are its first spellings, messages take their words
//! from it, and `grammar/symbols.md` is printed from it. A row is
//!
//! ```text
//! Variant  Group  [ spellings: the sign first, then its twins ]  [ spellings read as meant, with a note ]  meaning
//! Variant  "terminal"  priority  [ patterns ]  friendly name
//! ```
//!
//! Rows are put at the end of their group and never renamed: editors and the formatter know them by name. Words come in lower
//! and in UPPER case and in no other; names are everything else of their shape.

use crate::syntax::token::Token;

/// Calls the macro `$with` on the whole table.
macro_rules! symbols {
    ($with:ident) => { $with! {
        fixed {
            // Words that begin an item.
            Material    Item ["material" "MATERIAL"] [] "the men of both sides";
            Example     Item ["example" "EXAMPLE"] [] "a position of that material";
            Use         Item ["use" "USE"] [] "a library module";
            Default     Item ["default" "DEFAULT"] [] "the holding-goal of advice that has none";
            Board       Item ["board" "BOARD"] [] "defines a set of squares";
            Number      Item ["number" "NUMBER"] [] "defines a number";
            Descriptor  Item ["descriptor" "DESCRIPTOR"] [] "defines a truth about a position";
            Moves       Item ["moves" "MOVES"] [] "defines an ordered list of move classes; the unit of a claim";
            Advice      Item ["advice" "ADVICE"] [] "a piece-of-advice";
            Plan        Item ["plan" "PLAN"] [] "a named advice-list";
            Table       Item ["table" "TABLE"] [] "an advice table";
            Test        Item ["test" "TEST"] [] "an example with what is expected of it";
            Prove       Item ["prove" "PROVE"] [] "a claim about all positions";
            Measure     Item ["measure" "MEASURE"] [] "a claim about a sample of positions";
            Strat       Item ["strat" "STRAT"] [] "a strategy";
            // Words that end an item.
            EndAdvice   End ["end-advice" "END-ADVICE"] [] "ends a piece-of-advice";
            EndTable    End ["end-table" "END-TABLE"] [] "ends a table";
            EndStrat    End ["end-strat" "END-STRAT"] [] "ends a strategy";
            EndDo       End ["end-do" "END-DO"] [] "ends a loop";
            EndIf       End ["end-if" "END-IF"] [] "ends a choice of statements";
            // Clauses of a piece-of-advice.
            Better      Clause ["better" "BETTER"] [] "the better-goal";
            Holding     Clause ["holding" "HOLDING"] [] "the holding-goal";
            Us          Clause ["us" "US"] [] "our moves; our side";
            Them        Clause ["them" "THEM"] [] "their moves; their side";
            Depth       Clause ["depth" "DEPTH"] [] "the depth bound in plies";
            Because     Clause ["because" "BECAUSE"] [] "the reason in words";
            AfterUs     Detail ["after-us" "AFTER-US"] [] "evaluated after our moves only";
            AfterThem   Detail ["after-them" "AFTER-THEM"] [] "evaluated after their moves only";
            For         Detail ["for" "FOR"] [] "the side that an advice, a table or a strategy plays for";
            // The head and the statements of a strategy, with the clause that only an action has.
            InClass     Head ["in-class" "IN-CLASS"] [] "where a strategy begins";
            Figures     Head ["figures" "FIGURES"] [] "the material of a strategy";
            Descr       Head ["descr" "DESCR"] [] "the condition on a strategy's first position";
            OutClass    Head ["out-class" "OUT-CLASS"] [] "what a strategy is to reach";
            Action      Statement ["action" "ACTION"] [] "leads from an in-class to an out-class";
            DoWhile     Statement ["do-while" "DO-WHILE"] [] "a loop, tested first";
            Consult     Statement ["consult" "CONSULT"] [] "asks a table or a list";
            Apply       Statement ["apply" "APPLY"] [] "runs another strategy";
            Stop        Statement ["stop" "STOP"] [] "ends the run";
            Prefer      ActionClause ["prefer" "PREFER"] [] "the order among an action's moves";
            // Rules of a table.
            Otherwise   Rule ["otherwise" "OTHERWISE"] [] "the last rule; what is done where an action cannot be realised";
            Also        Rule ["also" "ALSO"] [] "appended to every rule's list";
            Beyond      Rule ["beyond" "BEYOND"] [] "the tables that take over when the material changes";
            // Moves.
            Where       Modifier ["where" "WHERE"] [] "narrows a move class or a set of positions";
            By          Modifier ["by" "BY"] [] "orders a move class";
            At          Modifier ["at" "AT"] [] "begins the moves of some plies";
            To          Modifier ["to"] [] "moves to these squares";
            From        Modifier ["from"] [] "moves from these squares; the positions of a claim";
            ToBoard     Operand ["TO"] [] "the square moved to";
            FromBoard   Operand ["FROM"] [] "the square moved from";
            As          Modifier ["as" "AS"] [] "promotes to this piece";
            Any         Operand ["any" "ANY"] [] "all squares, all moves, always true";
            None        Modifier ["none" "NONE"] [] "no moves";
            // Claims.
            Expect      Claim ["expect" "EXPECT"] [] "what a test expects";
            Move        Claim ["move" "MOVE"] [] "expects a move";
            Reaches     Claim ["reaches" "REACHES"] [] "is true at the end";
            Keeps       Claim ["keeps" "KEEPS"] [] "stays true";
            Never       Claim ["never" "NEVER"] [] "is never true";
            AnyChoice   Claim ["any-choice" "ANY-CHOICE"] [] "whatever satisfying move is taken";
            Within      Claim ["within" "WITHIN"] [] "the bound of a claim or an action";
            Implies     Claim ["⇒" "=>"] [] "the conclusion of a claim";
            // Expressions.
            If          Expression ["if" "IF"] [] "a choice of values or statements; a rule";
            Then        Expression ["then" "THEN"] [] "what a condition leads to; the next move class or key";
            ElseIf      Expression ["else-if" "ELSE-IF"] [] "the next condition";
            Else        Expression ["else" "ELSE"] [] "what is taken when no condition holds";
            Exists      Operand ["∃" "exists" "EXISTS"] [] "true of some square";
            All         Operand ["∀" "all" "ALL"] [] "true of all squares";
            Min         Operand ["min" "MIN"] [] "the least";
            Max         Operand ["max" "MAX"] [] "the greatest";
            Sum         Operand ["sum" "SUM"] [] "the sum over squares";
            Turned      Operand ["turned" "TURNED"] [] "true in one of the board's symmetries";
            Satisfiable Operand ["satisfiable" "SATISFIABLE"] [] "a piece-of-advice can be carried out";
            New         Operand ["new." "NEW." "N."] [] "in the position after the move";
            Root        Operand ["root." "ROOT."] [] "in the position where advice was consulted";
            Or          Operator ["∨" "|" "or" "OR"] ["||"] "or";
            And         Operator ["∧" "&" "and" "AND"] ["&&"] "and";
            Not         Operand ["¬" "not" "NOT"] ["!"] "not";
            Eq          Operator ["="] ["=="] "is equal to";
            Ne          Operator ["≠" "!="] ["<>"] "differs from";
            Lt          Operator ["<" "⊊"] [] "is less than; is a proper subset of";
            Le          Operator ["≤" "<=" "⊆" "⊂"] ["=<"] "is at most; is a subset of";
            Gt          Operator [">" "⊋"] [] "is greater than; is a proper superset of";
            Ge          Operator ["≥" ">=" "⊇" "⊃"] [] "is at least; is a superset of";
            NotLe       Operator ["⊄" "⊈"] [] "is no subset of";
            In          Operator ["∈" "in" "IN"] [] "lies in";
            NotIn       Operator ["∉"] [] "does not lie in; also the two words `not in`";
            Disjoint    Operator ["disjoint" "DISJOINT"] [] "has no square in common with";
            Plus        Operator ["∪" "+"] [] "union; sum";
            Minus       Operator ["-" "−"] [] "difference of numbers or boards; negation";
            Diff        Operator ["\\" "∖"] [] "difference of boards";
            Times       Operator ["∩" "*"] [] "intersection; product";
            Complement  Operand ["~"] [] "all other squares";
            Empty       Operand ["∅" "empty" "EMPTY"] [] "no square";
            // Signs that only join.
            LParen      Sign ["("] [] "opens a group, a tuple, arguments";
            RParen      Sign [")"] [] "closes what `(` opened";
            LBrace      Operand ["{"] [] "opens a set of squares";
            RBrace      Sign ["}"] [] "closes a set of squares";
            Comma       Sign [","] [] "parts the elements of a list";
            Semi        Sign [";"] [] "parts the phases of moves, the sides of a material, the parts of a head, statements";
            Colon       Sign [":"] [] "before a type, the men of a side, the moves of a phase, a part of a head, the body of `∃ x ∈ b`";
            DotDot      Sign [".."] [] "a range of squares";
            Dot         Sign ["."] [] "a piece of a side parameter; a library path";
            // Letters that no name can take.
            LetterB     Letter ["B"] [] "bishop; Black";
            LetterN     Letter ["N"] [] "knight; north";
            LetterW     Side ["W"] [] "White; west";
            // Words at their places only; elsewhere they are names like any other.
            Toward      Contextual ["toward" "TOWARD"] [] "moves in these directions";
            Position    Contextual ["position" "POSITION"] [] "the position of a test";
            Positions   Contextual ["positions" "POSITIONS"] [] "the positions of a claim";
            Plies       Contextual ["plies" "PLIES"] [] "the unit of a claim";
            Weak        Contextual ["weak" "WEAK"] [] "advice is consulted again on every move";
            Strong      Contextual ["strong" "STRONG"] [] "a forcing-tree is played to its leaf";
            Mirrored    Contextual ["mirrored" "MIRRORED"] [] "serves the colours reversed too";
            Shortest    Contextual ["shortest" "SHORTEST"] [] "the shortest forcing-tree first";
            Random      Contextual ["random" "RANDOM"] [] "a sample of positions";
            Seed        Contextual ["seed" "SEED"] [] "the seed of the sample";
            Share       Contextual ["share" "SHARE"] [] "what is measured";
            Of          Contextual ["of" "OF"] [] "what is measured";
            FiftyMoves  Contextual ["fifty-moves" "FIFTY-MOVES"] [] "the fifty-move rule counts";
        }
        shaped {
            Letter  "letter"  3  [r"[KQRP]"] "a piece letter";
            Piece   "piece"   9   [r"(W|B|us|US|them|THEM)\.([A-Za-z][A-Za-z0-9_]*|\*)"] "a piece such as `W.K`";
            Square  "square"  5  [r"[a-h][1-8]"] "a square";
            San     "san"     8     [r"[KQRBN][a-h]?[1-8]?x?[a-h][1-8][+#]?" r"[a-h]x[a-h][1-8][+#]?" r"O-O(-O)?[+#]?"] "a move such as `Kc2`";
            Integer "integer" 3 [r"[0-9]+"] "a number";
            Text    "text"    6    [r#""[^"\n]*""#] "a quoted text";
            Name    "name"    1    [r"[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*"] "a name";
        }
    } };
}
pub(crate) use symbols;

/// What a row of the table is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Begins an item.
    Item,
    /// Ends an item.
    End,
    /// Begins a clause of a piece-of-advice.
    Clause,
    /// Occurs inside a clause or a head.
    Detail,
    /// Occurs in the head of a strategy.
    Head,
    /// Begins a statement of a strategy. `if` does too, and is of [`Group::Expression`].
    Statement,
    /// Begins a clause that an action has and a piece-of-advice has not. Their common ones are of [`Group::Clause`].
    ActionClause,
    /// Begins a rule of a table.
    Rule,
    /// Belongs to a move class.
    Modifier,
    /// Belongs to a test or a claim.
    Claim,
    /// Parts of `if … then … else`.
    Expression,
    /// Occurs between two operands.
    Operator,
    /// Is or begins an operand.
    Operand,
    /// Only joins.
    Sign,
    /// A piece letter.
    Letter,
    /// The letter of a side.
    Side,
    /// A word at its own place and a name elsewhere.
    Contextual,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The token.
    pub token: Token,
    /// What it is used for.
    pub group: Group,
    /// The spellings, the first of which messages and the grammar use.
    pub spellings: &'static [&'static str],
    /// Spellings of other languages, read as meant.
    pub read_as_meant: &'static [&'static str],
    /// What it means, for the reader of `symbols.md`.
    pub meaning: &'static str,
}

/// A token that is a pattern and not a word: its terminal in the grammar and its name in messages.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The token.
    pub token: Token,
    /// The terminal.
    pub terminal: &'static str,
    /// The name in messages.
    pub friendly: &'static str,
    /// The patterns.
    pub patterns: &'static [&'static str],
}

macro_rules! tables {
    (fixed { $($variant:ident $group:ident [$($spelling:tt)+] [$($meant:tt)*] $meaning:literal;)* }
     shaped { $($shape:ident $terminal:literal $priority:tt [$($pattern:tt)+] $friendly:literal;)* }) => {
        /// The words and signs in the order of the table.
        pub static SYMBOLS: &[Symbol] = &[$(Symbol {
            token: Token::$variant,
            group: Group::$group,
            spellings: &[$($spelling),+],
            read_as_meant: &[$($meant),*],
            meaning: $meaning,
        }),*];

        /// The tokens that are patterns.
        pub static SHAPES: &[Shape] = &[$(Shape {
            token: Token::$shape,
            terminal: $terminal,
            friendly: $friendly,
            patterns: &[$($pattern),+],
        }),*];
    };
}
symbols!(tables);

impl Symbol {
    /// Whether it is spelt in letters.
    pub fn is_word(&self) -> bool {
        self.spellings
            .iter()
            .any(|spelling| spelling.starts_with(|c: char| c.is_ascii_alphabetic()))
    }

    /// Whether a name cannot be spelt like it.
    pub fn is_reserved(&self) -> bool {
        self.is_word() && self.group != Group::Contextual
    }
}

/// The row of a token; `None` for the tokens that are patterns.
pub fn symbol(token: Token) -> Option<&'static Symbol> {
    SYMBOLS.get(token as usize).filter(|row| row.token == token)
}

/// The row whose first spelling this is: the grammar's name of a terminal.
pub fn by_terminal(terminal: &str) -> Option<&'static Symbol> {
    SYMBOLS
        .iter()
        .find(|row| row.spellings.first() == Some(&terminal))
}

/// The reserved word that a name in mixed capitals comes from: `Advice` gives `advice`.
pub fn mixed_capitals(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let row = SYMBOLS
        .iter()
        .filter(|row| row.is_reserved())
        .find_map(|row| {
            row.spellings
                .iter()
                .find(|spelling| spelling.len() > 1 && **spelling == lower)
        })?;
    (name != lower && name != name.to_ascii_uppercase()).then_some(row)
}

/// The text of `grammar/symbols.md`.
pub fn markdown() -> String {
    let code = |texts: &[&str]| {
        let quoted: Vec<String> = texts
            .iter()
            .map(|text| format!("`{}`", text.replace('|', "\\|")))
            .collect();
        quoted.join(" ")
    };
    let mut page = String::from(
        "# Words and signs\n\nPrinted from the table in `compiler/src/symbols.rs`; a test keeps the two in step.\n\n\
         ## Signs\n\nA sign and its twins are one token. What stands in the last column is understood too, with a note.\n\n\
         | sign | twins | meaning | read as meant |\n| --- | --- | --- | --- |\n",
    );
    let (signs, words): (Vec<&Symbol>, Vec<&Symbol>) = SYMBOLS.iter().partition(|row| {
        row.spellings
            .first()
            .is_some_and(|first| !first.starts_with(|c: char| c.is_ascii_alphabetic()))
    });
    for row in signs {
        let (sign, twins) = row.spellings.split_at(1);
        page += &format!(
            "| {} | {} | {} | {} |\n",
            code(sign),
            code(twins),
            row.meaning,
            code(row.read_as_meant)
        );
    }
    page += "\n## Words\n\nIn lower or UPPER case, except where one spelling is given. Reserved words cannot be names; contextual words can.\n";
    let mut group = None;
    for row in words {
        if group != Some(row.group) {
            group = Some(row.group);
            let reserved = if row.is_reserved() {
                "reserved"
            } else {
                "contextual"
            };
            page += &format!(
                "\n| {} ({reserved}) | meaning |\n| --- | --- |\n",
                title(row.group)
            );
        }
        page += &format!("| {} | {} |\n", code(row.spellings), row.meaning);
    }
    page += "\n## Shapes\n\n| token | pattern |\n| --- | --- |\n";
    for shape in SHAPES {
        page += &format!("| {} | {} |\n", shape.friendly, code(shape.patterns));
    }
    page
}

/// The heading of a group in `symbols.md`.
fn title(group: Group) -> &'static str {
    match group {
        Group::Item => "begins a definition",
        Group::End => "ends a definition or a block",
        Group::Clause => "begins a clause of a piece-of-advice or an action",
        Group::Detail => "inside a clause or a head",
        Group::Head => "in the head of a strategy",
        Group::Statement => "begins a statement of a strategy",
        Group::ActionClause => "begins a clause of an action",
        Group::Rule => "begins a rule of a table",
        Group::Modifier => "in moves",
        Group::Claim => "in tests and claims",
        Group::Expression => "in conditions",
        Group::Operator => "operator",
        Group::Operand => "operand",
        Group::Sign => "sign",
        Group::Letter => "piece letter",
        Group::Side => "side",
        Group::Contextual => "at its place only",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_token_finds_its_row_and_no_spelling_is_twice() {
        let mut seen = BTreeSet::new();
        for row in SYMBOLS {
            assert_eq!(symbol(row.token).map(|found| found.token), Some(row.token));
            for spelling in row.spellings.iter().chain(row.read_as_meant) {
                assert!(seen.insert(*spelling), "{spelling} is twice in the table");
            }
        }
    }

    #[test]
    fn words_have_both_cases() {
        for row in SYMBOLS
            .iter()
            .filter(|row| row.is_word() && row.group != Group::Letter && row.group != Group::Side)
        {
            let words = row
                .spellings
                .iter()
                .filter(|s| s.starts_with(|c: char| c.is_ascii_alphabetic()));
            let single =
                [Token::To, Token::From, Token::ToBoard, Token::FromBoard].contains(&row.token);
            for word in words.filter(|word| !single && **word != "N.") {
                for other in [word.to_ascii_lowercase(), word.to_ascii_uppercase()] {
                    assert!(
                        row.spellings.contains(&other.as_str()),
                        "{word} has no {other}"
                    );
                }
            }
        }
    }

    #[test]
    fn mixed_capitals_point_at_the_word() {
        assert_eq!(mixed_capitals("Advice"), Some("advice"));
        assert_eq!(mixed_capitals("End-Table"), Some("end-table"));
        assert_eq!(mixed_capitals("advice"), None);
        assert_eq!(
            mixed_capitals("Toward"),
            None,
            "a contextual word is a name"
        );
        assert_eq!(mixed_capitals("Room"), None);
    }

    #[test]
    fn the_grammar_declares_every_token_by_its_first_spelling() {
        let grammar = include_str!("../../grammar/advice.lalrpop");
        let fixed = SYMBOLS
            .iter()
            .filter_map(|row| Some((*row.spellings.first()?, row.token)));
        for (terminal, token) in
            fixed.chain(SHAPES.iter().map(|shape| (shape.terminal, shape.token)))
        {
            let wanted = format!("{terminal:?} => Token::{token:?},");
            assert!(grammar.contains(&wanted), "the grammar lacks {wanted}");
        }
    }

    #[test]
    fn the_page_is_fresh() {
        adv_testkit::fresh("grammar/symbols.md", &markdown());
    }
}

//! Every code of a diagnostic, in one append-only table.
//!
//! A row is the code, the name that the compiler's own source uses, the severity and a one-line title. Rows are never renumbered
//! or taken out; a new one goes to the end of its family, and with it a page `docs/codes/CODE.md` (cause, example, message,
//! repair), which `adv explain CODE` prints. The families:
//!
//! | family | what |
//! | --- | --- |
//! | `E01` to `E06` | errors of syntax, names, types, positions, structure, limits |
//! | `W02` to `W08` | warnings of the same families, `W07` of claims, `W08` from looking at positions |
//! | `N01` | notes |
//! | `S` | stops of a run that is otherwise in order |
//! | `M` | module files: reading, verifying, linking |
//! | `K` | case files: reading, merging, writing |

use super::Severity;

macro_rules! codes {
    ($($code:ident $name:ident $severity:ident $title:literal;)*) => {
        /// The code of a diagnostic. [`Code::ALL`] lists them in the order of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = concat!("`", stringify!($code), "`: ", $title)] $name,)*
        }

        impl Code {
            /// All codes, in the order of the table.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// The code as messages show it, such as `E0301`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => stringify!($code)),* }
            }

            /// The meaning of the code, in one line.
            pub const fn title(self) -> &'static str {
                match self { $(Code::$name => $title),* }
            }

            /// How serious it is unless a diagnostic says otherwise.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity),* }
            }

            /// The page on the code in Markdown: cause, example, message, repair.
            pub const fn explanation(self) -> &'static str {
                match self {
                    $(Code::$name => include_str!(concat!("../../docs/codes/", stringify!($code), ".md"))),*
                }
            }
        }
    };
}

codes! {
    // Syntax.
    E0101 UnexpectedToken Error "something else was expected here";
    E0102 UnknownCharacter Error "a character that the language does not use";
    E0103 UnclosedString Error "a quoted text is not closed on its line";
    E0104 UnclosedComment Error "a comment is not closed";
    E0105 BadPiece Error "a side and a point without a piece's letter after them";
    E0106 NestingTooDeep Error "brackets or conditions are nested too deep";
    E0107 NumberTooLarge Error "a number is too large";
    E0108 MixedCapitals Error "a reserved word is written in mixed capitals";
    E0109 MissingEnd Error "an end word is missing";
    E0110 ElseForOtherwise Error "`else` is written where `otherwise` is meant";
    E0111 ChainedRelation Error "a relation follows another relation";
    E0112 NotUnderRelation Error "a negation after a relation needs parentheses";
    E0113 ReservedConstruct Error "a part of the language that is reserved and not compiled yet";
    E0114 ClauseTwice Error "a clause is given twice";
    E0115 ClauseOutOfPlace Error "a clause that does not belong here";
    E0116 BadFen Error "a position cannot be read as FEN";
    E0117 WrongEndName Error "the name after an end word is another one";
    E0118 UnexpectedEnd Error "the file ends in the middle of something";
    E0119 StraySemicolon Error "a semicolon is written where none is allowed";
    E0120 MissingUnit Error "a bound of a claim has no unit";
    E0121 SpacedPrefix Error "a line break is inside a prefix or a piece";
    E0122 BadMove Error "an expected move cannot be read";
    E0123 UnclosedBrace Error "a brace in a `because` text is not closed";
    // Names.
    E0201 UnknownName Error "a name that is not defined";
    E0202 UnknownModule Error "a library module that does not exist";
    E0203 NameNotInModule Error "a library module does not define this name";
    E0204 DefinedTwice Error "a name is defined twice";
    E0205 ParameterTwice Error "a parameter is named twice";
    E0206 DefinitionRing Error "a definition needs itself";
    E0207 AmbiguousPiece Error "a bare piece letter could be two pieces";
    E0208 NoMaterial Error "a bare piece letter, and no material is declared";
    E0209 WrongKindOfName Error "a name is used as something that it is not";
    E0210 ReservedName Error "a reserved word is used as a name";
    E0211 AdviceRing Error "pieces-of-advice ask for one another in a ring";
    E0212 AmbiguousImport Error "a name comes from two library modules or used files";
    E0213 LetterNotInMaterial Error "a bare piece letter that the material does not hold";
    E0214 UnknownFile Error "a file after `use` that cannot be read";
    E0215 FileOutside Error "a file after `use` that is outside the program's folder";
    E0216 FileRing Error "files use one another in a ring";
    // Types.
    E0301 TypeMismatch Error "a value has another type than expected";
    E0302 ArgumentCount Error "a call with too few or too many arguments";
    E0303 ArgumentType Error "an argument is of another type than its parameter";
    E0304 TupleWidth Error "two tuples of different length are compared";
    E0305 TupleNotAllowed Error "a tuple is used where a single value is expected";
    E0306 BoardAgainstNumber Error "a board is compared with a number";
    E0307 RelationNotForType Error "a relation that does not exist for these operands";
    E0308 BranchesDiffer Error "the branches of a condition have different types";
    E0309 RangeNotInLine Error "the two ends of a range are not on one line";
    E0310 SideAsValue Error "a side is used where a value is expected";
    E0311 WrongPieceKind Error "this place takes one kind of piece";
    E0312 ExpectedDescriptor Error "a descriptor is expected";
    E0313 OrderedDescriptors Error "descriptors are compared by `<` or its like";
    E0314 OperatorNotForType Error "an operator that does not exist for these operands";
    E0315 UnknownType Error "a parameter's type is unknown";
    E0316 ZoneAsValue Error "a zone is used where a value is expected";
    E0317 NotAlong Error "`along` with something that is no board and no zone";
    // Positions: the root, the new position, the move.
    E0401 NoRoot Error "`root.` where there is no root";
    E0402 NoNewPosition Error "`new.` where there is no new position";
    E0403 NoMove Error "`FROM` or `TO` outside a move clause";
    E0404 NeedsRoot Error "a definition that speaks of the root is used where there is none";
    E0405 NeedsMove Error "a definition that speaks of a move is used where there is none";
    E0406 PrefixInPrefix Error "a prefix is inside another prefix";
    E0407 PrefixBeforeZone Error "a prefix is before a zone";
    E0408 TakenNotHere Error "`TAKEN` where no moves have failed";
    E0409 HereOutside Error "`HERE` where no fact is explained";
    E0410 HereNotPlanned Error "a piece-of-advice that speaks of `HERE` is more than a plan of a pattern";
    // The structure of advice, tables, moves, strategies and tests.
    E0501 MissingBetterGoal Error "a piece-of-advice has no better-goal";
    E0502 MissingDepth Error "a piece-of-advice has no depth bound";
    E0503 BadDepth Error "a depth bound is not in the allowed range";
    E0504 PhasesOverlap Error "a ply is given twice in the phases of a move clause";
    E0505 AdviceForOtherSide Error "a listed piece-of-advice plays for the other side";
    E0506 EmptyPlan Error "a plan lists nothing";
    E0507 PlanRing Error "a plan contains itself";
    E0508 UnknownDirection Error "an unknown direction after `toward`";
    E0509 BadPromotion Error "`as` with a piece that cannot promote or cannot arise";
    E0510 KeyOnSeveralClasses Error "`by` after the name of several move classes";
    E0511 UnknownBeyond Error "an unknown table after `beyond`";
    E0512 NothingExpected Error "a test expects nothing";
    E0513 IllegalExpectedMove Error "an expected move is not legal in the test's position";
    E0514 TablebaseWord Error "a tablebase word outside a claim or test";
    E0515 SatisfiableNeedsAdvice Error "`satisfiable` takes pieces-of-advice";
    E0516 ArgumentNotConstant Error "an argument of a piece-of-advice is not constant";
    E0517 SatisfiableNotAllowed Error "`satisfiable` where no search may begin";
    E0518 DuplicateTestName Error "two tests have the same name";
    E0519 EmptyTable Error "a table has no rules";
    E0520 ExpectationNotForSubject Error "an expectation that does not fit the test's subject";
    E0521 MoverOfOtherSide Error "a piece of the other side at the head of a move class";
    E0522 PhasesNotHere Error "moves with phases are used as part of a list";
    E0523 BadMaterial Error "a material that no game can have";
    E0524 OtherMaterial Error "a position with another material than the program or table";
    E0525 PlyTooLarge Error "a phase of moves names a ply that no tree reaches";
    E0526 MissingFigures Error "a strategy does not say its figures";
    E0527 StrategyRing Error "strategies apply one another in a ring";
    E0528 LoopWithoutMove Error "a loop that can make no move";
    E0529 UnknownAction Error "a test expects an action that the strategy does not have";
    E0530 EmptyStrategy Error "a strategy has no statements";
    E0531 ClaimWithoutMaterial Error "a claim about positions of no known material";
    E0532 ClaimWithoutExample Error "a claim from an example that the file does not have";
    E0533 ClaimGoals Error "the goals of a claim do not fit together";
    E0534 ClaimBound Error "a bound in a claim that cannot be kept";
    E0535 ClaimMode Error "a way of playing that does not fit its claim";
    E0536 ClaimSample Error "a choice of positions that does not fit its claim";
    E0540 PassMisplaced Error "`pass` for us, beside other moves or narrowed";
    E0541 CostAndEffort Error "a cost without an effort, or an effort without a cost";
    E0542 BadEffort Error "an effort is not in the allowed range";
    E0543 TwoTreesWanted Error "two words for which tree is looked for";
    E0544 BadHorizon Error "the horizon of a zone is no constant from 1 to 16";
    E0551 PatternLacks Error "a pattern without a fact, a worth or a name to call it by";
    E0552 ExclusionRing Error "patterns that exclude one another";
    E0553 UnknownBranch Error "a branch that no pattern is in";
    E0554 PlanWithSide Error "a plan of a pattern that has a side of its own";
    E0555 WrongForms Error "a choice with too few or too many forms";
    E0556 SlotNotInOriginal Error "a slot that the original has not";
    E0557 UnknownLanguage Error "a language that is not known";
    E0558 ExplanationElsewhere Error "an explanation is expected where there is none";
    // Limits of the compiler.
    E0601 ChainTooDeep Error "definitions use one another too deep";
    E0602 ExpressionTooLarge Error "an expression is too large";
    E0603 TooManyRegisters Error "an expression needs too many values at once";
    E0604 NestedAdviceTooDeep Error "pieces-of-advice ask for one another too deep";
    E0605 TooManyDefinitions Error "a file has too many definitions";
    E0606 FileTooLarge Error "a source file is too large";
    // Warnings about names.
    W0201 UnusedDefinition Warning "a definition is never used";
    W0202 UnusedParameter Warning "a parameter or a variable is never used";
    W0203 UnusedImport Warning "an imported module is never used";
    W0204 AdviceNeverListed Warning "a piece-of-advice is never listed";
    W0205 ParameterShadows Warning "a parameter or a variable hides a definition of the same name";
    W0206 ShadowsLibrary Warning "a definition hides one of the library";
    W0207 PieceAlwaysEmpty Warning "a piece that the material does not hold";
    W0208 AllowWithoutUse Warning "an `allow` that allows nothing";
    W0209 EmptyFile Warning "a file that defines nothing";
    W0210 StrayDocComment Warning "a doc comment that belongs to nothing";
    // Warnings about values.
    W0301 BareBoard Warning "a board is used as a descriptor";
    W0302 ConstantDescriptor Warning "a descriptor or a board has the same value in every position";
    W0303 ComparedWithItself Warning "a thing is compared with itself, or both branches are one";
    W0304 PieceMayBeGone Warning "true also when the piece is gone";
    W0305 TurnedPawns Warning "`turned` with pawns";
    W0306 NotBeforeEquality Warning "a negation before an equality of descriptors";
    // Warnings about positions.
    W0401 PrefixWithoutEffect Warning "a prefix before something that is the same in every position";
    W0402 GoalTrueAtRoot Warning "a better-goal that is true at the root";
    W0403 KeyWithoutMove Warning "an ordering key that does not mention the move";
    W0404 OutClassBeforeMove Warning "an out-class that says nothing of the new position";
    W0405 ThemNotToMove Warning "a word that is false of the side that is not to move";
    W0406 SameForAllMoves Warning "a condition that no move can change";
    W0411 CostWithoutMove Warning "a cost that does not mention the move, or bounds nothing";
    // Warnings about the structure of advice, tables, moves and strategies.
    W0501 NoLastResort Warning "a table without an `otherwise` rule";
    W0502 RuleNeverReached Warning "a rule that is never reached";
    W0503 PhaseBeyondDepth Warning "a phase beyond the depth bound";
    W0504 NoFirstMove Warning "no move is allowed at the root";
    W0505 PhaseOfOtherSide Warning "a phase names a ply of the other side";
    W0506 MaterialNotCovered Warning "a material that can arise is not covered";
    W0507 BeyondNeverArises Warning "a table after `beyond` is never reached";
    W0508 AdviceListedTwice Warning "a piece-of-advice is listed twice, or covered by one before it";
    W0509 EmptyMoveClass Warning "a move class that never holds a move";
    W0510 HoldingNeverTrue Warning "a holding-goal that is false in every position";
    W0511 PositionOutsideMaterial Warning "a position with another material than declared";
    W0512 FiguresExchanged Warning "colours exchanged";
    W0513 MissingOutClass Warning "a strategy without an out-class";
    W0514 StatementNeverReached Warning "a statement that is never reached";
    W0515 EndlessLoop Warning "a loop whose condition is always true";
    W0516 MaterialNeverArises Warning "a table or strategy for a material that cannot arise";
    W0517 MissingFor Warning "a table or strategy that plays one side does not say which";
    W0518 NoReplies Warning "plies of a depth that decide nothing";
    W0519 NoMoveForSide Warning "a piece-of-advice that has no move for the side that plays it";
    W0521 WorthlessPattern Warning "a pattern that counts for nothing, or twice";
    W0522 NotTranslated Warning "texts that are not translated";
    W0523 NeverTold Warning "a pattern that no evaluation tells";
    W0524 NarrowedInClaim Warning "a claim that asks for a tree which leaves replies out";
    W0531 CheapestOfFree Warning "the cheapest tree where all our moves are free";
    W0532 GoalsExclude Warning "conditions that exclude each other";
    W0533 DefaultDropped Warning "a holding-goal without the file's default, or a default that all repeat";
    W0534 ExampleForOtherSide Warning "an example or a test in which the other side is to move";
    W0535 ClaimContained Warning "a claim that another one contains";
    // Warnings about claims, from playing them.
    W0701 ExpectedMoveLosesValue Warning "an expected move throws the value away";
    W0702 ExpectedMoveTies Warning "an expected move ties with another one";
    W0703 TotalAgainstTables Warning "an explanation and perfect play disagree on the winner";
    // Warnings from looking at the positions of the material.
    W0801 RuleTakesNothing Warning "a rule that takes no position of the material";
    W0802 GoalNeverDecides Warning "a condition that has one value in every position";
    W0803 HoldingFalseAtRoot Warning "a holding-goal that is false wherever its rule asks it";
    W0804 MoveStalemates Warning "a move that stalemates";
    // Notes.
    N0101 TooManyReports Note "too many errors or warnings";
    N0102 ReadAsMeant Note "a spelling that was read as meant";
    N0103 CasePatternUnknown Note "a case tells facts of a pattern that is unknown";
    N0104 WordsOfModule Note "a module whose words nothing is compared with";
    // Stops of a run.
    S0001 NoAdvice Error "no rule applies, or no advice can be satisfied";
    S0002 FuelExhausted Error "the run has used up its fuel";
    S0003 PositionsExhausted Error "the search has visited too many positions";
    S0004 DepthExhausted Error "searches are nested too deep";
    S0005 Interrupted Error "a search was interrupted";
    S0006 NoValue Error "no tablebase knows the value of a position";
    S0007 StackExhausted Error "searches could need more stack than they may use";
    S0008 OneTree Error "all trees of a piece-of-advice that speaks of `TAKEN`";
    // Modules: reading, verifying, linking.
    M0001 BadMagic Error "not a compiled module";
    M0002 WrongVersion Error "a module of another format version";
    M0003 Truncated Error "a module ends too early";
    M0004 CorruptSection Error "a part of a module is damaged";
    M0005 CapExceeded Error "a module exceeds a limit of the format";
    M0006 VerificationFailed Error "a module does not pass verification";
    M0007 MissingLibrary Error "a module needs a library that is not there";
    M0008 LibraryVersion Error "a library has another version than a module needs";
    M0009 SignatureDiffers Error "a library definition has another signature than a module needs";
    M0010 TextNotOfCode Error "the source text in a module is not that of its code";
    // Case files.
    K0001 NotCaseFile Error "not a case file";
    K0002 CaseVersion Error "a case file of another version";
    K0003 CaseDamaged Error "a case file is damaged";
    K0004 CaseCutOff Error "a case file is cut off";
    K0005 CaseConflict Error "two bases explain one position differently";
    K0006 CaseInUse Error "another program is writing the case file";
}

impl Code {
    /// The codes that earlier versions reported and this one does not. They keep their rows and pages, so that no code ever means
    /// two things.
    pub const RETIRED: &'static [Code] = &[Code::ReservedConstruct];

    /// The code with this spelling, in capitals or small letters.
    pub fn parse(text: &str) -> Option<Code> {
        let text = text.trim();
        Code::ALL
            .iter()
            .copied()
            .find(|code| code.as_str().eq_ignore_ascii_case(text))
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_by_its_spelling() {
        for &code in Code::ALL {
            assert_eq!(Code::parse(code.as_str()), Some(code));
            assert_eq!(Code::parse(&code.as_str().to_lowercase()), Some(code));
        }
        assert_eq!(Code::parse("E9999"), None);
        assert_eq!(Code::parse(""), None);
        assert_eq!(Code::UnknownName.to_string(), "E0201");
    }

    #[test]
    fn the_page_of_a_retired_code_says_so() {
        for code in Code::RETIRED {
            assert!(
                code.explanation().contains("This code is retired"),
                "{code}"
            );
        }
    }

    #[test]
    fn the_letter_tells_the_severity() {
        for &code in Code::ALL {
            let expected = match code.as_str().as_bytes().first() {
                Some(b'W') => Severity::Warning,
                Some(b'N') => Severity::Note,
                _ => Severity::Error,
            };
            assert_eq!(code.severity(), expected, "{code}");
        }
    }
}

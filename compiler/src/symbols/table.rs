//! The table itself. What a row is, [`super`] says.

/// Calls the macro `$with` on the whole table.
macro_rules! symbols {
    ($with:ident) => { $with! {
        fixed {
            // Words that begin an item.
            Material    Item [] ["material" "MATERIAL"] [] "the men of both sides";
            Example     Item [] ["example" "EXAMPLE"] [] "a position of that material";
            Use         Item [] ["use" "USE"] [] "a library module";
            Default     Item [] ["default" "DEFAULT"] [] "the holding-goal of advice that has none";
            Board       Item [] ["board" "BOARD"] [] "defines a set of squares";
            Number      Item [] ["number" "NUMBER"] [] "defines a number";
            Descriptor  Item [] ["descriptor" "DESCRIPTOR"] [] "defines a truth about a position";
            Moves       Item [] ["moves" "MOVES"] [] "defines an ordered list of move classes; the unit of a claim";
            Advice      Item [] ["advice" "ADVICE"] [] "a piece-of-advice";
            Plan        Item [] ["plan" "PLAN"] [] "a named advice-list";
            Table       Item [] ["table" "TABLE"] [] "an advice table";
            Test        Item [] ["test" "TEST"] [] "an example with what is expected of it";
            Prove       Item [] ["prove" "PROVE"] [] "a claim about all positions";
            Measure     Item [] ["measure" "MEASURE"] [] "a claim about a sample of positions";
            Strat       Item [] ["strat" "STRAT"] [] "a strategy";
            Zone        Item [] ["zone" "ZONE"] [] "attacks of men against squares: a definition, and before `(` a zone";
            Pattern     Item [] ["pattern" "PATTERN"] [] "a fact about positions, its worth, its texts and plans";
            Evaluation  Item [] ["evaluation" "EVALUATION"] [] "which patterns count and how many facts are told";
            Texts       Item [] ["texts" "TEXTS"] [] "texts in another language";
            // Words that end an item.
            EndAdvice   End [] ["end-advice" "END-ADVICE"] [] "ends a piece-of-advice";
            EndTable    End [] ["end-table" "END-TABLE"] [] "ends a table";
            EndStrat    End [] ["end-strat" "END-STRAT"] [] "ends a strategy";
            EndDo       End [] ["end-do" "END-DO"] [] "ends a loop";
            EndIf       End [] ["end-if" "END-IF"] [] "ends a choice of statements";
            EndAction   End [] ["end-action" "END-ACTION"] [] "ends an action outside of strategies";
            EndPattern  End [] ["end-pattern" "END-PATTERN"] [] "ends a pattern";
            EndEvaluation End [] ["end-evaluation" "END-EVALUATION"] [] "ends an evaluation";
            EndTexts    End [] ["end-texts" "END-TEXTS"] [] "ends texts in another language";
            // Clauses of a piece-of-advice.
            Better      Clause [] ["better" "BETTER"] [] "the better-goal";
            Holding     Clause [] ["holding" "HOLDING"] [] "the holding-goal";
            Us          Clause [] ["us" "US"] [] "our moves; our side";
            Them        Clause [] ["them" "THEM"] [] "their moves; their side";
            Depth       Clause [] ["depth" "DEPTH"] [] "the depth bound in plies";
            Because     Clause [] ["because" "BECAUSE"] [] "the reason in words";
            AfterUs     Detail [] ["after-us" "AFTER-US"] [] "evaluated after our moves only";
            AfterThem   Detail [] ["after-them" "AFTER-THEM"] [] "evaluated after their moves only";
            For         Detail [] ["for" "FOR"] [] "the side that an advice, a table or a strategy plays for";
            // The head and the statements of a strategy, with the clause that only an action has.
            InClass     Head [] ["in-class" "IN-CLASS"] [] "where a strategy begins";
            Figures     Head [] ["figures" "FIGURES"] [] "the material of a strategy";
            Descr       Head [] ["descr" "DESCR"] [] "the condition on a strategy's first position";
            OutClass    Head [] ["out-class" "OUT-CLASS"] [] "what a strategy is to reach";
            Action      Statement [] ["action" "ACTION"] [] "leads from an in-class to an out-class";
            DoWhile     Statement [] ["do-while" "DO-WHILE"] [] "a loop, tested first";
            Consult     Statement [] ["consult" "CONSULT"] [] "asks a table or a list";
            Apply       Statement [] ["apply" "APPLY"] [] "runs another strategy";
            Stop        Statement [] ["stop" "STOP"] [] "ends the run";
            Prefer      ActionClause [] ["prefer" "PREFER"] [] "the order among an action's moves";
            // Rules of a table.
            Otherwise   Rule [] ["otherwise" "OTHERWISE"] [] "the last rule; what is done where an action cannot be realised";
            Also        Rule [] ["also" "ALSO"] [] "appended to every rule's list";
            Beyond      Rule [] ["beyond" "BEYOND"] [] "the tables and strategies that take over when the material changes";
            // Moves.
            Where       Modifier [] ["where" "WHERE"] [] "narrows a move class or a set of positions";
            By          Modifier [] ["by" "BY"] [] "orders a move class";
            At          Modifier [] ["at" "AT"] [] "begins the moves of some plies";
            To          Modifier [] ["to"] [] "moves to these squares";
            From        Modifier [] ["from"] [] "moves from these squares; the positions of a claim";
            ToBoard     Operand [] ["TO"] [] "the square moved to";
            FromBoard   Operand [] ["FROM"] [] "the square moved from";
            As          Modifier [] ["as" "AS"] [] "promotes to this piece";
            Any         Operand [] ["any" "ANY"] [] "all squares, all moves, always true";
            None        Modifier [] ["none" "NONE"] [] "no moves";
            TakenBoard  Operand [] ["TAKEN"] [] "the squares where men were taken in what has settled the moves before";
            HereBoard   Operand [] ["HERE"] [] "the squares of the fact that is explained";
            // Claims.
            Expect      Claim [] ["expect" "EXPECT"] [] "what a test expects";
            Move        Claim [] ["move" "MOVE"] [] "expects a move";
            Reaches     Claim [] ["reaches" "REACHES"] [] "is true at the end";
            Keeps       Claim [] ["keeps" "KEEPS"] [] "stays true";
            Never       Claim [] ["never" "NEVER"] [] "is never true";
            AnyChoice   Claim [] ["any-choice" "ANY-CHOICE"] [] "whatever satisfying move is taken";
            Within      Claim [] ["within" "WITHIN"] [] "the bound of a claim or an action";
            Implies     Claim ["⇒" "=>"] [] ["⟹" "→" "⟶"] "the conclusion of a claim";
            // Expressions.
            If          Expression [] ["if" "IF"] [] "a choice of values or statements; a rule";
            Then        Expression [] ["then" "THEN"] [] "what a condition leads to; the next move class or key";
            ElseIf      Expression [] ["else-if" "ELSE-IF"] [] "the next condition";
            Else        Expression [] ["else" "ELSE"] [] "what is taken when no condition holds";
            Exists      Operand ["∃"] ["exists" "EXISTS"] [] "true of some square";
            All         Operand ["∀"] ["all" "ALL"] [] "true of all squares";
            Min         Operand [] ["min" "MIN"] [] "the least";
            Max         Operand [] ["max" "MAX"] [] "the greatest";
            Sum         Operand [] ["sum" "SUM"] [] "the sum over squares";
            Turned      Operand [] ["turned" "TURNED"] [] "true in one of the board's symmetries";
            Satisfiable Operand [] ["satisfiable" "SATISFIABLE"] [] "a piece-of-advice can be carried out";
            New         Operand ["new." "NEW." "N."] [] [] "in the position after the move";
            Root        Operand ["root." "ROOT."] [] [] "in the position where advice was consulted";
            Or          Operator ["∨" "|"] ["or" "OR"] ["||" "⋁"] "or";
            And         Operator ["∧" "&"] ["and" "AND"] ["&&" "⋀"] "and";
            Not         Operand ["¬"] ["not" "NOT"] ["!"] "not";
            Eq          Operator ["="] [] ["==" "＝"] "is equal to";
            Ne          Operator ["≠" "!="] [] ["<>" "¬=" "⊥=" "⊥ =" "^="] "differs from";
            Lt          Operator ["<" "⊊"] [] ["＜"] "is less than; is a proper subset of";
            Le          Operator ["≤" "<=" "⊆" "⊂"] [] ["=<" "⩽" "≦" "⋜" "⊑"] "is at most; is a subset of";
            Gt          Operator [">" "⊋"] [] ["＞"] "is greater than; is a proper superset of";
            Ge          Operator ["≥" ">=" "⊇" "⊃"] [] ["⩾" "≧" "⋝"] "is at least; is a superset of";
            NotLe       Operator ["⊄" "⊈"] [] [] "is no subset of";
            In          Operator ["∈"] ["in" "IN"] ["∊"] "lies in";
            NotIn       Operator ["∉"] [] [] "does not lie in; also the two words `not in`";
            Disjoint    Operator [] ["disjoint" "DISJOINT"] [] "has no square in common with";
            Plus        Operator ["∪" "+"] [] ["⋃" "＋"] "union; sum";
            Minus       Operator ["-" "−"] [] ["‐" "‑" "‒" "–" "—" "―" "－"] "difference of numbers or boards; negation";
            Diff        Operator ["\\" "∖"] [] [] "difference of boards";
            Times       Operator ["∩" "*"] [] ["⋂" "×" "·" "⋅"] "intersection; product";
            Complement  Operand ["~"] [] [] "all other squares";
            Empty       Operand ["∅"] ["empty" "EMPTY"] ["⌀" "Ø" "ø"] "no square";
            // Signs that only join.
            LParen      Sign ["("] [] ["（"] "opens a group, a tuple, arguments";
            RParen      Sign [")"] [] ["）"] "closes what `(` opened";
            LBrace      Operand ["{"] [] [] "opens a set of squares";
            RBrace      Sign ["}"] [] [] "closes a set of squares";
            Comma       Sign [","] [] ["，"] "parts the elements of a list";
            Semi        Sign [";"] [] ["；" ";"] "parts the phases of moves, the sides of a material, the parts of a head, statements";
            Colon       Sign [":"] [] ["："] "before a type, the men of a side, the moves of a phase, a part of a head, the body of `∃ x ∈ b`";
            DotDot      Sign [".."] [] ["…"] "a range of squares";
            Dot         Sign ["."] [] [] "a piece of a side parameter; a library path";
            // Letters that no name can take.
            LetterB     Letter [] ["B"] [] "bishop; Black";
            LetterN     Letter [] ["N"] [] "knight; north";
            LetterW     Side [] ["W"] [] "White; west";
            // Words at their places only; elsewhere they are names like any other.
            Toward      Contextual [] ["toward" "TOWARD"] [] "moves in these directions";
            Position    Contextual [] ["position" "POSITION"] [] "the position of a test";
            Positions   Contextual [] ["positions" "POSITIONS"] [] "the positions of a claim";
            Plies       Contextual [] ["plies" "PLIES"] [] "the unit of a claim";
            Weak        Contextual [] ["weak" "WEAK"] [] "advice is consulted again on every move";
            Strong      Contextual [] ["strong" "STRONG"] [] "a forcing-tree is played to its leaf";
            Mirrored    Contextual [] ["mirrored" "MIRRORED"] [] "serves the colours reversed too";
            Shortest    Contextual [] ["shortest" "SHORTEST"] [] "the shortest forcing-tree first";
            Random      Contextual [] ["random" "RANDOM"] [] "a sample of positions";
            Seed        Contextual [] ["seed" "SEED"] [] "the seed of the sample";
            Share       Contextual [] ["share" "SHARE"] [] "what is measured";
            Of          Contextual [] ["of" "OF"] [] "what is measured";
            FiftyMoves  Contextual [] ["fifty-moves" "FIFTY-MOVES"] [] "the fifty-move rule counts";
            Cost        Contextual [] ["cost" "COST"] [] "what a move costs, in thousandths";
            Effort      Contextual [] ["effort" "EFFORT"] [] "what the moves of a line may cost in all";
            Cheapest    Contextual [] ["cheapest" "CHEAPEST"] [] "the cheapest forcing-tree first";
            Only        Contextual [] ["only" "ONLY"] [] "no other first move will do";
            Easiest     Contextual [] ["easiest" "EASIEST"] [] "the forcing-tree that is easiest to prove";
            Along       Contextual [] ["along" "ALONG"] [] "moves that are first steps along trajectories";
            Fact        Contextual [] ["fact" "FACT"] [] "what a pattern is";
            Worth       Contextual [] ["worth" "WORTH"] [] "what a fact is worth, in hundredths of a pawn";
            Excludes    Contextual [] ["excludes" "EXCLUDES"] [] "the patterns of which this is a narrower case";
            Called      Contextual [] ["called" "CALLED"] [] "what a fact is called";
            Belief      Contextual [] ["belief" "BELIEF"] [] "why a fact matters";
            Purpose     Contextual [] ["purpose" "PURPOSE"] [] "what a side makes of a fact";
            Required    Contextual [] ["required" "REQUIRED"] [] "a fact is told only where this plan is forced";
            Each        Contextual [] ["each" "EACH"] [] "a fact for each square, file or group";
            Stage       Contextual [] ["stage" "STAGE"] [] "the descriptor of the stage of a game";
            Tell        Contextual [] ["tell" "TELL"] [] "how many facts are told";
            Similarity  Contextual [] ["similarity" "SIMILARITY"] [] "how cases are compared";
        }
        shaped {
            Letter  "letter"  3  [r"[KQRP]"] "a piece letter";
            Piece   "piece"   9   [r"(W|B|us|US|them|THEM)\.([A-Za-z][A-Za-z0-9_]*|\*)"] "a piece such as `W.K`";
            Square  "square"  5  [r"[a-h][1-8]"] "a square";
            San     "san"     8     [r"[KQRBN][a-h]?[1-8]?x?[a-h][1-8][+#]?" r"[a-h]x[a-h][1-8][+#]?" r"O-O(-O)?[+#]?"] "a move such as `Kc2`";
            Integer "integer" 3 [r"[0-9]+"] "a number";
            Text    "text"    6    [r#""[^"\n]*""#] "a quoted text";
        }
        named {
            Name "name" [r"[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*"] "a name";
        }
    } };
}
pub(super) use symbols;

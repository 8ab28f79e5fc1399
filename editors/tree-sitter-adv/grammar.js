// The Advice language for tree-sitter. grammar/advice.lalrpop of the project is the authority; this grammar reads what is correct and leaves
// messages to the language server. Words and signs come from words.js, which a test holds against the compiler's table.

const words = require("./words");

/// Any spelling of a row of the table.
const w = (token) => {
  const spellings = words[token];
  if (!spellings) throw new Error(`no row ${token} in words.js`);
  return spellings.length === 1 ? spellings[0] : choice(...spellings);
};
const commaSep = (rule) => seq(rule, repeat(seq(w("Comma"), rule)));

const PREC = { tail: 1, or: 2, and: 3, not: 4, relation: 5, sum: 6, product: 7, unary: 8, prefix: 9, call: 10 };

module.exports = grammar({
  name: "adv",
  word: ($) => $.name,
  extras: ($) => [/[\s\uFEFF]/, $.doc_comment, $.file_comment, $.comment, $.block_comment],
  conflicts: ($) => [
    [$._atom, $.comprehension],
    [$.pattern],
    [$.texts],
    [$.evaluation],
    [$.strategy],
    [$.action_item],
    [$.advice],
    [$.table],
  ],

  rules: {
    source_file: ($) => repeat(choice($._item, w("Semi"))),

    _item: ($) =>
      choice(
        $.material, $.example, $.use, $.default_holding, $.definition, $.moves, $.advice, $.action_item, $.plan, $.table,
        $.pattern, $.evaluation, $.texts, $.test, $.claim, $.measure, $.strategy,
      ),

    // ---- the head of a file
    material: ($) => seq(w("Material"), $._material),
    _material: ($) => prec.right(seq($.material_side, repeat(seq(w("Semi"), $.material_side)), optional(w("Mirrored")))),
    material_side: ($) => seq($.side, w("Colon"), commaSep($.letter)),
    example: ($) => seq(w("Example"), $.text),
    use: ($) => seq(w("Use"), choice($.path, $.text)),
    path: ($) => seq($.name, repeat(seq(w("Dot"), alias(choice($.name, w("Board"), w("Moves"), w("Number"), w("Table"), w("Advice"), w("Plan"), w("Pattern"), w("Zone")), $.name)))),
    default_holding: ($) => seq(w("Default"), w("Holding"), $._expression),

    // ---- definitions
    definition: ($) =>
      seq(
        field("kind", choice(w("Board"), w("Number"), w("Descriptor"), w("Zone"))),
        field("name", $.name), optional($.parameters), w("Eq"), field("body", $._expression), optional($.because),
      ),
    parameters: ($) => seq(w("LParen"), commaSep($.parameter), w("RParen")),
    parameter: ($) => seq(field("name", $.name), w("Colon"), field("type", $.type)),
    type: ($) => choice($.name, w("Board"), w("Number"), w("Descriptor"), w("Moves"), w("Zone")),
    because: ($) => seq(w("Because"), $.text),
    moves: ($) => seq(w("Moves"), field("name", $.name), optional($.parameters), w("Eq"), $.move_spec),
    plan: ($) => seq(w("Plan"), field("name", $.name), w("Eq"), $._list),

    // ---- pieces-of-advice
    advice: ($) =>
      seq(w("Advice"), field("name", $.name), optional($.parameters), optional($.plays), repeat($.clause), w("EndAdvice"), optional($.end_name)),
    plays: ($) => seq(w("For"), $.side),
    end_name: ($) => $.name,
    clause: ($) =>
      choice(
        seq(choice(w("Better"), w("Holding"), w("Cost")), optional(choice(w("AfterUs"), w("AfterThem"))), $._expression),
        seq(choice(w("Us"), w("Them")), $.move_spec),
        seq(w("Depth"), $._expression, optional(w("Plies")), repeat(choice(w("Shortest"), w("Easiest")))),
        seq(w("Effort"), $._expression, optional(w("Cheapest"))),
        $.because,
      ),
    action_item: ($) =>
      seq(
        w("Action"), optional(field("name", $.name)), optional($.parameters), optional($.plays), $.classes, repeat($.action_clause),
        w("EndAction"), optional($.end_name),
      ),
    classes: ($) => seq(w("LParen"), commaSep($._argument), w("RParen")),
    action_clause: ($) =>
      choice(
        seq(w("Us"), choice($.move_sequence, seq(w("LParen"), $._phases, w("RParen")))),
        seq(w("Holding"), $._expression),
        seq(w("Within"), $._expression, optional(w("Plies"))),
        seq(w("Prefer"), $._expression, repeat(seq(w("Then"), $._expression))),
        seq(w("Cost"), optional(choice(w("AfterUs"), w("AfterThem"))), $._expression),
        seq(w("Effort"), $._expression, optional(w("Cheapest"))),
        $.because,
      ),

    // ---- moves
    move_spec: ($) => choice($.move_sequence, $._phases, seq(w("LParen"), $._phases, w("RParen"))),
    _phases: ($) => prec.right(seq($.phase, repeat(seq(w("Semi"), $.phase)))),
    phase: ($) => seq(w("At"), commaSep($.integer), w("Colon"), $.move_sequence),
    move_sequence: ($) => prec.right(seq($.move_class, repeat(seq(w("Then"), choice($.move_class, seq(w("By"), $._expression)))))),
    move_class: ($) => prec.right(seq(choice(commaSep($.man), w("Any"), w("None"), $.reference), repeat($.modifier))),
    man: ($) => choice($.letter, $.piece, $.owned_piece),
    modifier: ($) =>
      choice(
        seq(choice(w("Where"), w("By"), w("To"), w("ToBoard"), w("From"), w("FromBoard"), w("Along")), $._expression),
        seq(w("Toward"), commaSep(choice($.name, $.letter, alias("W", $.side)))),
        seq(w("As"), $.letter),
      ),

    // ---- lists, tables
    reference: ($) => prec.right(seq(field("name", $.name), optional($.arguments))),
    _list: ($) => prec.right(commaSep(choice($.reference, $.shortest))),
    shortest: ($) => seq(w("Shortest"), choice($.integer, $.name), w("LParen"), commaSep($.reference), w("RParen")),
    table: ($) =>
      seq(
        w("Table"), field("name", $.name), optional(seq(w("LParen"), $._material, w("RParen"))), optional($.plays), repeat($.rule),
        w("EndTable"), optional($.end_name),
      ),
    rule: ($) =>
      choice(
        seq(choice(w("If"), w("ElseIf")), field("condition", $._expression), w("Then"), $._list),
        seq(choice(w("Else"), w("Otherwise")), $._list),
        seq(w("Also"), $._list),
        seq(w("Beyond"), commaSep($.name)),
      ),

    // ---- strategies
    strategy: ($) =>
      seq(
        choice(seq(w("Strat"), field("name", $.name)), seq($.label, w("Colon"), w("Strat"))),
        optional($.plays), optional($.head), repeat(choice($._statement, w("Semi"))), w("EndStrat"), optional($.end_name),
      ),
    label: ($) => $.name,
    head: ($) => seq(w("LParen"), optional(seq($.head_part, repeat(seq(w("Semi"), optional($.head_part))))), w("RParen")),
    head_part: ($) =>
      choice(
        prec.right(seq(w("InClass"), w("Colon"), w("Figures"), w("Minus"), $.material_side, w("Semi"), $.material_side)),
        seq(w("Descr"), w("Minus"), $._expression),
        seq(w("OutClass"), w("Colon"), $._expression),
      ),
    _statement: ($) => choice($.action, $.loop, $.choice, $.consult, $.apply, $.stop),
    action: ($) => prec.right(seq(w("Action"), optional(field("name", $.name)), optional($.classes), repeat($.action_clause), optional($.otherwise))),
    otherwise: ($) => seq(w("Otherwise"), $._statement),
    loop: ($) => seq(w("DoWhile"), $._expression, repeat(choice($._statement, w("Semi"))), w("EndDo")),
    choice: ($) =>
      seq(
        w("If"), $._expression, w("Then"), repeat(choice($._statement, w("Semi"))),
        repeat(seq(w("ElseIf"), $._expression, w("Then"), repeat(choice($._statement, w("Semi"))))),
        optional(seq(w("Else"), repeat(choice($._statement, w("Semi"))))), w("EndIf"),
      ),
    consult: ($) => prec.right(seq(w("Consult"), $._list, optional($.otherwise))),
    apply: ($) => prec.right(seq(w("Apply"), $.reference, optional($.otherwise))),
    stop: ($) => prec.right(seq(w("Stop"), optional($.text))),

    // ---- patterns
    pattern: ($) => seq(w("Pattern"), field("name", $.name), w("In"), $.path, repeat($.pattern_clause), w("EndPattern"), optional($.end_name)),
    pattern_clause: ($) =>
      choice(
        seq(w("Fact"), $._expression, optional(seq(w("Each"), $.name)), optional(seq(w("Where"), $._expression))),
        seq(w("Worth"), $._expression),
        seq(w("Excludes"), commaSep($.path)),
        seq(choice(w("Called"), w("Belief")), $.text),
        prec.right(seq(w("For"), choice(w("Us"), w("Them")), repeat($.view))),
      ),
    view: ($) => choice(seq(w("Purpose"), $.text), prec.right(seq(w("Plan"), commaSep(seq($.reference, optional(w("Required"))))))),
    evaluation: ($) => seq(w("Evaluation"), field("name", $.name), repeat($.evaluation_clause), w("EndEvaluation"), optional($.end_name)),
    evaluation_clause: ($) =>
      choice(
        seq(w("Of"), commaSep($.path)),
        seq(w("Stage"), $._expression),
        seq(w("Tell"), $.integer),
        seq(w("Worth"), $.name, $._expression),
        seq(w("Similarity"), w("LParen"), commaSep(seq(alias(choice($.name, w("Position")), $.name), w("Colon"), $.integer)), w("RParen")),
      ),
    texts: ($) => seq(w("Texts"), field("language", $.name), repeat($.texts_entry), w("EndTexts"), optional($.end_name)),
    texts_entry: ($) => prec.right(seq(w("For"), $.name, repeat(seq(choice(w("Called"), w("Belief"), w("Us"), w("Them"), w("Because")), $.text)))),

    // ---- tests and claims
    test: ($) => seq(w("Test"), field("name", $.text), optional($.reference), w("Position"), $.text, w("Expect"), commaSep($.expectation)),
    expectation: ($) =>
      choice(
        seq(optional(choice(w("Not"), w("Only"))), w("Move"), choice($.san, $.square, $.name, $.text)),
        seq(optional(w("Not")), w("Advice"), $.reference),
        seq(optional(w("Not")), w("Action"), $.name),
        seq(optional(w("Not")), choice("explains", "forced", "possible", "refuted"), $.reference),
        prec.right(seq($._expression, optional(seq(w("Within"), $.integer, $._unit)))),
      ),
    _unit: ($) => choice(w("Moves"), w("Plies")),
    claim: ($) => prec.right(seq(w("Prove"), $._expression, optional(seq(w("Implies"), $._expression)), repeat($._claim_part))),
    measure: ($) => prec.right(seq(w("Measure"), $._expression, $.from, optional(seq(w("Share"), w("Of"), choice($._expression, $.goal))), repeat(choice($.goal, $._play_part)))),
    _claim_part: ($) => choice($.from, $.goal, $._play_part),
    from: ($) =>
      prec.right(seq(
        choice(w("From"), w("FromBoard")),
        choice(seq(w("All"), w("Positions")), w("Example"), commaSep($.text), seq($.integer, w("Random"), w("Positions"))),
        optional(seq(w("Where"), $._expression)), optional(seq(w("Seed"), $.integer)),
      )),
    goal: ($) => seq(choice(w("Reaches"), w("Keeps"), w("Never")), $._expression),
    _play_part: ($) => choice(seq(w("Within"), $.integer, $._unit), w("Weak"), w("Strong"), w("AnyChoice"), w("FiftyMoves")),

    // ---- expressions
    _expression: ($) => choice($.binary, $.unary, $.conditional, $.quantified, $._atom),
    binary: ($) =>
      choice(
        prec.left(PREC.or, seq($._expression, w("Or"), $._expression)),
        prec.left(PREC.and, seq($._expression, w("And"), $._expression)),
        prec.left(PREC.relation, seq($._expression, choice(w("Eq"), w("Ne"), w("Lt"), w("Le"), w("Gt"), w("Ge"), w("NotLe"), w("In"), w("NotIn"), seq(w("Not"), w("In")), w("Disjoint")), $._expression)),
        prec.left(PREC.sum, seq($._expression, choice(w("Plus"), w("Minus"), w("Diff")), $._expression)),
        prec.left(PREC.product, seq($._expression, w("Times"), $._expression)),
      ),
    unary: ($) =>
      choice(prec.right(PREC.not, seq(w("Not"), $._expression)), prec.right(PREC.unary, seq(choice(w("Complement"), w("Minus")), $._expression))),
    conditional: ($) =>
      prec.right(PREC.tail, seq(w("If"), $._expression, w("Then"), $._expression, repeat(seq(w("ElseIf"), $._expression, w("Then"), $._expression)), w("Else"), $._expression)),
    quantified: ($) =>
      prec.right(PREC.tail, seq(choice(w("Exists"), w("All"), w("Min"), w("Max"), w("Sum")), field("variable", $.name), w("In"), $._expression, w("Colon"), $._expression)),
    _atom: ($) =>
      choice(
        $.integer, $.range, $.square, w("Empty"), w("Any"), w("FromBoard"), w("ToBoard"), w("TakenBoard"), w("HereBoard"), $.piece, $.owned_piece,
        $.letter, alias("W", $.side), $.name, $.call, $.prefixed, $.turned, $.satisfiable, $.group, $.set, $.comprehension,
      ),
    range: ($) => seq($.square, w("DotDot"), $.square),
    owned_piece: ($) => seq($.name, w("Dot"), choice($.letter, "*")),
    call: ($) => prec(PREC.call, seq(field("name", choice($.name, $.letter, w("Disjoint"), w("Min"), w("Max"), w("Sum"), w("Zone"))), $.arguments)),
    arguments: ($) => seq(w("LParen"), commaSep($._argument), w("RParen")),
    _argument: ($) => choice($._expression, w("Us"), w("Them")),
    prefixed: ($) => prec(PREC.prefix, seq(choice(w("New"), w("Root")), $._atom)),
    turned: ($) => prec(PREC.prefix, seq(w("Turned"), $._atom)),
    satisfiable: ($) => seq(w("Satisfiable"), w("LParen"), $.reference, repeat(seq(choice(w("Or"), w("And")), $.reference)), w("RParen")),
    group: ($) => seq(w("LParen"), commaSep($._expression), w("RParen")),
    set: ($) => seq(w("LBrace"), optional(commaSep($._expression)), w("RBrace")),
    comprehension: ($) => seq(w("LBrace"), field("variable", $.name), w("In"), $._expression, w("Colon"), $._expression, w("RBrace")),

    // ---- words; of two that fit alike the one above is taken
    piece: () => /(W|B|us|US|them|THEM)\. ?([A-Za-z][A-Za-z0-9_]*|\*)/,
    side: () => choice("W", "B"),
    letter: () => choice("K", "Q", "R", "P", "B", "N"),
    square: () => /[a-h][1-8]/,
    san: () => token(choice(/[KQRBN][a-h]?[1-8]?x?[a-h][1-8][+#]?/, /[a-h]x[a-h][1-8][+#]?/, /O-O(-O)?[+#]?/)),
    integer: () => /[0-9]+/,
    text: () => /"[^"\n]*"/,
    name: () => /[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*/,

    file_comment: () => token(/\/\/![^\n]*/),
    doc_comment: () => token(/\/\/\/([^\/\n][^\n]*)?/),
    comment: () => token(choice(/\/\/([^\/!\n][^\n]*)?/, /\/\/\/\/[^\n]*/)),
    block_comment: () => token(seq("/*", /[^*]*\*+([^/*][^*]*\*+)*/, "/")),
  },
});

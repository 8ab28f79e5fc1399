//! Strategies: what is read, and as what.

use super::*;

/// The paper's listing with its signs and its slips put right, in capitals and with its semicolons.
pub(super) const LISTING: &str = "K-R-VS-K : STRAT
  (IN-CLASS: FIGURES - W: K, R; B: K;  DESCR - ANY;  OUT-CLASS: MV(B.K) = ∅);
ACTION (LINE, ANY, N.L(W.R) ⊂ DISP(W.K,B.K) & N.L(W.R) ≠ N.L(W.K))
DO-WHILE (MV(B.K) ≠ ∅);
  IF (OPP(W.K,B.K) & SQ(R) ∩ MV(B.K) = ∅) ∨ L(R) ∩ MV(B.K) = ∅ THEN
    ACTION (NEWLINE, ANY, (N.L(R) = L(B.K) ∨ N.L(R) ⊂ DISP(W.K,B.K)) & N.SQ(R) ∩ MV(B.K) = ∅)
  ELSE-IF (POPP(W.K,B.K)) THEN
    ACTION (DUMMY, ANY, N.L(R) = L(R) & N.SQ(R) ∩ AL(R,B.K) ≠ ∅)
  ELSE IF (SQ(R) ∩ MV(B.K) ≠ ∅) THEN
    ACTION (ALONG, ANY, N.L(R) = L(R) & N.SQ(R) ∩ MV(B.K) = ∅)
  ELSE
    ACTION (TOKING, ANY, N.DISP(W.K,B.K) ⊂ DISP(W.K,B.K) & N.L(R) = L(R))
  END-IF;
END-DO;
END-STRAT K-R-VS-K
";

/// The repaired strategy, retyped with the words that say which piece moves and how deep the search is.
pub(super) const REPAIRED: &str =
    "strat k-r-vs-k for W (in-class: figures - W: K, R; B: K; out-class: new.mate)
  action line (any, new.CUT ≠ ∅ & new.SQ(R) ∩ STEP(B.K) = ∅)  us K, R  within 3 plies
  do-while MV(B.K) ≠ ∅
    if OPP(W.K, B.K) & SQ(R) ∩ STEP(B.K) = ∅ then
      action check-it (any, new.CHK(B.K) ≠ ∅ & new.SQ(R) ∩ STEP(B.K) = ∅)  us R
    else-if STEP(B.K) ∩ (L(R) ∪ R(R)) = ∅ then
      action newline (any, new.BEY < BEY)  us R
    else-if POPP(W.K, B.K) ∨ SQ(R) ∩ STEP(B.K) ≠ ∅ ∨ CUT ∩ STEP(B.K) = ∅ then
      action along (any, CUT ⊂ new.L(R) ∪ new.R(R) & STEP2(B.K) ∩ (new.L(R) ∪ new.R(R)) ⊂ CUT)  us R
    else-if BAND ≠ ∅ then
      action tocut (any, new.BAND < BAND)  us K
    else
      action toking (any, new.DISP(W.K, B.K) < DISP(W.K, B.K) & new.CUT = CUT)  us K
    end-if
  end-do
end-strat k-r-vs-k
";

fn strategy(text: &str) -> StrategyDef {
    match item(text) {
        ItemKind::Strategy(strategy) => strategy,
        other => panic!("{other:?}"),
    }
}

/// A body in short: `a` for an action `a`, `a|x` with its way out, `while{…}`, `if{…}{…}else{…}`.
pub(super) fn outline(body: &[Statement]) -> String {
    let one = |statement: &Statement| {
        let way_out = |way_out: &Option<Box<Statement>>| match way_out {
            Some(way_out) => format!("|{}", outline(std::slice::from_ref(way_out))),
            None => String::new(),
        };
        match &statement.kind {
            StatementKind::Action(action) => {
                format!("{}{}", action.name.node, way_out(&action.otherwise))
            }
            StatementKind::DoWhile(_, body, _) => format!("while{{{}}}", outline(body)),
            StatementKind::If(branches, last) => {
                let branches: String = branches
                    .iter()
                    .map(|(_, body)| format!("{{{}}}", outline(body)))
                    .collect();
                let last = last
                    .as_ref()
                    .map_or(String::new(), |last| format!("else{{{}}}", outline(last)));
                format!("if{branches}{last}")
            }
            StatementKind::Consult(list, otherwise) => {
                format!("consult[{}]{}", list.len(), way_out(otherwise))
            }
            StatementKind::ActionUse(used) => {
                let name = &used.reference.name.node;
                let args = "'".repeat(used.reference.args.len());
                format!("use-{name}{args}{}", way_out(&used.otherwise))
            }
            StatementKind::Apply(name, otherwise) => {
                format!("apply-{}{}", name.name.node, way_out(otherwise))
            }
            StatementKind::Stop(reason) => {
                format!("stop{}", if reason.is_some() { "!" } else { "" })
            }
            StatementKind::Error => "error".to_owned(),
        }
    };
    body.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_papers_listing_and_its_repair() {
    let listing = strategy(LISTING);
    assert_eq!(listing.name.node, "K-R-VS-K");
    assert_eq!(
        listing.end_name.map(|name| name.node).as_deref(),
        Some("K-R-VS-K")
    );
    assert_eq!(
        outline(&listing.body),
        "LINE while{if{NEWLINE}{DUMMY}{ALONG}else{TOKING}}"
    );
    let repaired = strategy(REPAIRED);
    assert_eq!(repaired.side.map(|side| side.node), Some(Side::White));
    assert_eq!(
        outline(&repaired.body),
        "line while{if{check-it}{newline}{along}{tocut}else{toking}}"
    );
}

#[test]
fn both_spellings_are_one() {
    let words = [
        "END-STRAT",
        "STRAT",
        "IN-CLASS",
        "FIGURES",
        "DESCR",
        "ANY",
        "OUT-CLASS",
        "ACTION",
        "DO-WHILE",
        "ELSE-IF",
        "END-IF",
        "IF",
        "THEN",
        "ELSE",
        "END-DO",
    ];
    let lower = words.iter().fold(LISTING.to_owned(), |text, word| {
        text.replace(word, &word.to_lowercase())
    });
    let lower = strategy(&lower.replace("K-R-VS-K : strat", "strat K-R-VS-K"));
    let shape = |strategy: &StrategyDef| outline(&strategy.body);
    assert_eq!(shape(&lower), shape(&strategy(LISTING)));
    assert_eq!(lower.parts.len(), 3);
}

#[test]
fn heads() {
    let text = "strat s (in-class: figures - W: K, R, R; B: K; descr - a ∧ b; out-class: mate); stop end-strat";
    let head = strategy(text);
    let at = |span: crate::source::Span| &text[span.start as usize..span.end as usize];
    let keywords: Vec<&str> = head.parts.iter().map(|part| at(part.keyword)).collect();
    assert_eq!(keywords, ["in-class: figures", "descr", "out-class"]);
    assert_eq!(at(head.parts[1].span), "descr - a ∧ b");
    assert!(at(head.head).starts_with("(in-class") && at(head.head).ends_with("mate)"));
    let HeadPartKind::Figures(figures) = &head.parts[0].kind else {
        panic!()
    };
    let men: Vec<usize> = figures.sides.iter().map(|side| side.men.len()).collect();
    assert_eq!((men, figures.mirrored), (vec![3, 1], None));
    // Order, lack and repetition are the check's.
    for (text, parts) in [
        ("strat s (out-class: a; descr - b) end-strat", 2),
        ("strat s (descr - b; descr - c;) end-strat s", 2),
        ("strat s () end-strat", 0),
        ("strat s end-strat", 0),
        ("s : STRAT FOR B (OUT-CLASS: MATE) END-STRAT", 1),
        (
            "position : strat (out-class: mate) stop end-strat position",
            1,
        ),
    ] {
        assert_eq!(strategy(text).parts.len(), parts, "{text}");
    }
    assert!(strategy("strat s end-strat").head.is_empty());
    // Without a head the first statement follows the word at once.
    for first in ["if a then stop end-if", "do-while a stop end-do", "stop"] {
        clean(&format!("c : strat\n  {first}\nend-strat"));
        clean(&format!("strat c\n  {first}\nend-strat"));
    }
    // A name after the end is the strategy's own, a label the next one's.
    let file = clean(
        "strat a (out-class: b) end-strat\nc : strat (out-class: d) end-strat c\nnumber e = 1",
    );
    assert_eq!(file.items.len(), 3);
    clean(
        "strat a (out-class: b) stop; end-strat; strat c (out-class: b) stop; end-strat c; number n = 1",
    );
}

#[test]
fn statements_and_clauses() {
    let body = |text: &str| strategy(&format!("strat s (out-class: a)\n{text}\nend-strat")).body;
    for (text, wanted) in [
        ("", ""),
        (";;stop;;stop \"why\";", "stop stop!"),
        ("action a (b, c) action (d, e, f)", "a d"),
        (
            "action a (b, c) otherwise action d (e, f) otherwise stop",
            "a|d|stop",
        ),
        (
            "consult t otherwise consult u, shortest 3 (v, w(2)), x otherwise stop stop",
            "consult[1]|consult[3]|stop stop",
        ),
        ("apply t apply u(1)", "apply-t apply-u"),
        ("if a then end-if", "if{}"),
        ("if a then stop else end-if", "if{stop}else{}"),
        (
            "if a then if b then stop end-if else if c then stop else if d then stop end-if end-if",
            "if{if{stop}}{stop}{stop} ",
        ),
        (
            "if a then action b (c, d) else action e (f, g) end-if",
            "if{b}else{e}",
        ),
        (
            "if a then stop else\nif b then stop end-if\nend-if",
            "if{stop}else{if{stop}}",
        ),
        (
            "if if a then b else c then stop else-if if d then e else f then stop end-if",
            "if{stop}{stop}",
        ),
        (
            "do-while (a); do-while b; stop; end-do; end-do",
            "while{while{stop}}",
        ),
        (
            "action a (b, c) otherwise if d then stop else apply e end-if stop",
            "a|if{stop}else{apply-e} stop",
        ),
        (
            "action a (b, c) otherwise do-while d stop end-do",
            "a|while{stop}",
        ),
        ("if (a ∧ (b ∨ c)) then stop end-if", "if{stop}"),
        (
            "action a (b, c) prefer if d then 1 else 2 if e then stop end-if",
            "a if{stop}",
        ),
    ] {
        if wanted.ends_with(' ') {
            // The `else if` on one line goes on with the same `if`, so one `end-if` is one too many.
            assert_eq!(
                errors(&format!("strat s (out-class: a)\n{text}\nend-strat")).len(),
                1
            );
            continue;
        }
        assert_eq!(outline(&body(text)), wanted, "{text}");
    }

    let clauses = |text: &str| match &body(&format!("action a (b, c) {text}"))[..] {
        [
            Statement {
                kind: StatementKind::Action(action),
                ..
            },
        ] => action.clauses.clone(),
        other => panic!("{other:?}"),
    };
    let all = clauses(
        "us K, R where d then any holding e within 3 plies prefer (x, y) then z because \"t {room}\"",
    );
    let heads: Vec<String> = all
        .iter()
        .map(|clause| {
            format!("{:?}", clause.kind)
                .split('(')
                .next()
                .unwrap_or("")
                .to_owned()
        })
        .collect();
    assert_eq!(heads, ["Us", "Holding", "Within", "Prefer", "Because"]);
    assert!(matches!(&all[3].kind, AdviceClauseKind::Prefer(keys) if keys.len() == 2));
    assert!(matches!(
        &clauses("us (at 0: K; at 2, 4: R by n then by m)")[0].kind,
        AdviceClauseKind::Us(MoveSpec::Phases(phases)) if phases.len() == 2
    ));
    assert_eq!(clauses("within n within n plies WITHIN 3").len(), 3);
    assert_eq!(clauses("prefer f(us) us K prefer {e4} us any").len(), 4);
}

#[test]
fn spans_hold_what_they_name() {
    let text = "strat s (out-class: a)\n  do-while b ∧ c\n    action d (e, f) within 3 plies\n  end-do\nend-strat";
    let strategy = strategy(text);
    let at = |span: crate::source::Span| &text[span.start as usize..span.end as usize];
    let StatementKind::DoWhile(_, body, head) = &strategy.body[0].kind else {
        panic!()
    };
    assert_eq!(at(*head), "do-while b ∧ c");
    assert_eq!(at(body[0].span), "action d (e, f) within 3 plies");
    assert!(at(strategy.body[0].span).ends_with("end-do"));
    let StatementKind::Action(action) = &body[0].kind else {
        panic!()
    };
    assert_eq!(at(action.clauses[0].span), "within 3 plies");
    assert_eq!(at(action.clauses[0].keyword), "within");
}

#[test]
fn a_strategy_is_tested_and_claimed_about() {
    let ItemKind::Test(test) =
        item("test \"t\" k-r-vs-k position \"8/8\" expect action LINE, not action along, move Ke5")
    else {
        panic!()
    };
    assert!(
        matches!(&test.expectations[0].kind, ExpectationKind::Action(name) if name.node == "LINE")
    );
    assert!(test.expectations[1].negated);
    clean("PROVE K-R-VS-K  FROM ALL POSITIONS  REACHES MATE");
}

#[test]
fn other_spellings_are_read_with_a_note() {
    let text = "strat s (out-class: a)\n do while b\n  DO - WHILE c\n   if d then stop\n   else - if e then stop\n   end if\n  END DO\n end - do\nEND - STRAT s";
    let parsed = parse(text);
    let notes: Vec<&str> = parsed
        .diagnostics
        .iter()
        .map(|note| note.message.as_str())
        .collect();
    assert_eq!(
        notes,
        [
            "`do while` is read as `do-while`",
            "`DO - WHILE` is read as `do-while`",
            "`else - if` is read as `else-if`",
            "`end if` is read as `end-if`",
            "`END DO` is read as `end-do`",
            "`end - do` is read as `end-do`",
            "`END - STRAT` is read as `end-strat`",
        ]
    );
    let ItemKind::Strategy(strategy) = &parsed.file.items[0].kind else {
        panic!()
    };
    assert_eq!(outline(&strategy.body), "while{while{if{stop}{stop}}}");
    // As operands the words are names of the author's.
    assert_eq!(
        shape("do - while + end - x"),
        "(Minus (Plus (Minus do while) end) x)"
    );
    clean("number end = 1\nnumber do = 2\nstrat s (out-class: end - do = do - end) stop end-strat");
}

#[test]
fn actions_are_used_by_their_names() {
    let used = strategy(
        "strat s (out-class: mate)
  action line  otherwise action close(2)
  ACTION (LINE); action (close(1))
  action far(1, 2, 3)
  action two(1, 2)
  apply t  otherwise stop
end-strat",
    );
    assert_eq!(
        outline(&used.body),
        "use-line|use-close' use-LINE use-close' use-far''' two apply-t|stop"
    );
}

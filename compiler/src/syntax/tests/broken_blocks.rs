//! Strategies whose blocks do not match: one message for each mistake, and what the blocks become.

use super::*;

#[test]
fn blocks_that_do_not_match() {
    expect(&[
        (
            r#"strat s (out-class: mate)
  if a then
    action x (any, b)
  do-while c
    stop
  end-do
end-strat s
number n = 1"#,
            &["2 E0109 `if` has no `end-if`"],
        ),
        (
            r#"strat s (out-class: mate)
  do-while a
    if b then
      stop
  end-do
end-strat"#,
            &["3 E0109 `if` has no `end-if`"],
        ),
        (
            r#"strat s (out-class: mate)
  do-while a
    stop
  end-if
end-strat"#,
            &["4 E0101 expected `end-do`, found `end-if`"],
        ),
        (
            r#"strat s (out-class: mate)
  stop
  end-if
  if a then
    stop
  end-if
  end-do
end-strat
number n = 1"#,
            &[
                "3 E0101 `end-if` ends nothing here",
                "7 E0101 `end-do` ends nothing here",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  do-while a
    stop
number n = 1
strat t (out-class: mate)
  stop"#,
            &[
                "1 E0109 `strat s` has no `end-strat`",
                "2 E0109 `do-while` has no `end-do`",
                "5 E0109 `strat t` has no `end-strat`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  action x (any, b) else stop
  action x (any, b)
  else if c then
    stop
  end-if
end-strat"#,
            &[
                "2 E0110 expected `otherwise`, found `else`",
                "4 E0110 expected `otherwise`, found `else`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  acton x (any, b) within 3
  do-whlie c
    stop
  endif
end-strta s
number n = 1"#,
            &[
                "2 E0101 expected a word of strategies, found `acton`",
                "3 E0101 expected a word of strategies, found `do-whlie`",
                "5 E0101 expected a word of strategies, found `endif`",
                "6 E0101 expected `end-strat`, found `end-strta`",
            ],
        ),
        (
            r#"advice a
  better mate
end-advise
table t
  otherwise a
end-tabel
advice b
  better mate
end
advice c
  better mate
End-Advice
number n = 1"#,
            &[
                "3 E0101 expected `end-advice`, found `end-advise`",
                "6 E0101 expected `end-table`, found `end-tabel`",
                "9 E0101 expected `end-advice`, found `end`",
                "12 E0108 reserved word `End-Advice` is written in mixed capitals",
            ],
        ),
        (
            r#"action x (any, b)
number n = 1
do-while x
  stop
end-do
number m = 1
end-strat"#,
            &[
                "1 E0109 `action x` has no `end-action`",
                "3 E0115 `do-while` is allowed in a strategy only",
                "7 E0101 `end-strat` ends nothing here",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  if a then stop else stop else stop end-if
  if a then stop else stop
  else-if b then stop end-if
  else-if b then
    stop
  end-if
  else
    stop
  stop
end-strat"#,
            &[
                "2 E0101 `else` comes twice in one `if`",
                "4 E0101 `else-if` comes after `else`",
                "5 E0101 `else-if` has no `if`",
                "8 E0101 `else` has no `if`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  if a then
    do-while b
      stop
  else
    stop
  end-if
end-strat"#,
            &["3 E0109 `do-while` has no `end-do`"],
        ),
        (
            r#"strat s (out-class: mate)
  if a then
    stop
  else if b then
    stop
  end-if
  end-if
end-strat"#,
            &["7 E0101 `end-if` ends nothing here"],
        ),
        (
            r#"END-STRAT
R : STRAT (OUT-CLASS: MATE)
 STOP
END-STRAT.
number n = 1"#,
            &[
                "1 E0101 `END-STRAT` ends nothing here",
                "2 E0210 `R` stands for a piece and cannot be a name",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  if a then
    action x (any, b)
    action y (any, c)
  end-advice
number n = 1"#,
            &[
                "1 E0109 `strat s` has no `end-strat`",
                "5 E0101 expected `end-if`, found `end-advice`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  if a then do-while b stop end-if
  stop
end-strat"#,
            &["2 E0109 `do-while` has no `end-do`"],
        ),
        (
            r#"strat s (out-class: mate)
  if a then
    do-while b
      stop
    end-if
  end-if
end-strat"#,
            &["5 E0101 expected `end-do`, found `end-if`"],
        ),
        (
            r#"strat s (out-class: mate)
  do-while b
    if a then
      stop
    end-strat
  end-do
end-strat"#,
            &["5 E0101 expected `end-if`, found `end-strat`"],
        ),
        (
            r#"strat s (out-class: mate)
  while a
    if b do
      stop
    elif c then
      stop
    fi
  od
end-strategy
number n = 1"#,
            &[
                "2 E0101 expected a word of strategies, found `while`",
                "3 E0101 expected `then`, found `do`",
                "5 E0101 expected a word of strategies, found `elif`",
                "7 E0101 expected `end-if`, found `fi`",
                "8 E0101 expected `end-do`, found `od`",
                "9 E0101 expected `end-strat`, found `end-strategy`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  if a thne
    stop
  esle
    stop
  end-fi
end-strat"#,
            &[
                "2 E0101 expected a word of strategies, found `thne`",
                "4 E0101 expected a word of strategies, found `esle`",
                "6 E0101 expected `end-if`, found `end-fi`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  stop
end-strat t : strat (out-class: mate) stop end-strat t
strat u (out-class: mate) stop number n = 1"#,
            &["4 E0109 `strat u` has no `end-strat`"],
        ),
        (
            r#"strat s (out-class: mate)
  prove x
number n = 1"#,
            &["1 E0109 `strat s` has no `end-strat`"],
        ),
        (
            r#"K-R : STRAT (OUT-CLASS: MATE)
  IF a THEN STOP
END-STRAT K-R
number n = 1"#,
            &["2 E0109 `if` has no `end-if`"],
        ),
        (
            r#"strat s (out-class: mate)
  if a then
    action x (any, b)
  else
    action y (any, b)
  else
    stop
  end-if
end-strat"#,
            &["6 E0110 expected `otherwise`, found `else`"],
        ),
        (
            r#"strat s (out-class: mate)
  do-while a
    action x (any, b)
    else
      stop
  end-do
end-strat"#,
            &["4 E0110 expected `otherwise`, found `else`"],
        ),
    ]);
}

/// What the statements become in the end: nothing is lost, and inserted end words are where the lines are indented to.
#[test]
fn the_blocks_as_they_are_read() {
    for (body, wanted) in [
        (
            "if a then\n  action x (any, b)\ndo-while c\n  stop\nend-do",
            "if{x while{stop}}",
        ),
        (
            "do-while a\n  if b then\n    stop\nend-do",
            "while{if{stop}}",
        ),
        ("do-while a\n  stop\nend-if", "while{stop}"),
        (
            "if a then\n  do-while b\n    stop\n  end-if\n  apply z\nend-if",
            "if{while{stop} apply-z}",
        ),
        (
            "if a then\n  do-while b\n    stop\nelse\n  apply z\nend-if",
            "if{while{stop}}else{apply-z}",
        ),
        ("do-while a\n  stop\n  end-if\nend-do", "while{stop}"),
        ("action x (any, b) else stop\nstop", "x|stop stop"),
        (
            "action x (any, b) else if c then stop\n end-if\nstop",
            "x|if{stop} stop",
        ),
        (
            "if a then stop else-if b then stop else stop else-if c then apply z end-if stop",
            "if{stop}{stop}else{stop if{apply-z}} stop",
        ),
        ("else-if a then stop end-if stop", "if{stop} stop"),
        ("else stop end-if stop", "stop stop"),
        ("if a stop end-if", "if{stop}"),
        ("iff a then stop end-if stop", "error stop stop"),
        ("do-whlie a stop endo", "while{stop}"),
        ("action x (any b) within 3 stop", "x stop"),
        ("action x (any, b); within 3; stop", "x stop"),
    ] {
        let text = format!("strat s (out-class: mate)\n{body}\nend-strat\nnumber n = 1");
        let parsed = parse(&text);
        check_invariants(&text, &parsed);
        let Some(ItemKind::Strategy(strategy)) = parsed.file.items.first().map(|item| &item.kind)
        else {
            panic!("{text}")
        };
        assert_eq!(super::strategies::outline(&strategy.body), wanted, "{body}");
        assert_eq!(parsed.file.items.len(), 2, "{body}");
        assert!(!errors(&text).is_empty(), "{body}");
    }
}

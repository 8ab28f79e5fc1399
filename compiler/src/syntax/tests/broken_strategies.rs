//! Strategies with a mistake in their heads, statements and clauses: one message for each.

use super::*;

#[test]
fn heads_statements_and_clauses() {
    expect(&[
        (
            r#"strat s (out-class: mate)
  if a action x (any, b)
  end-if
  stop
end-strat"#,
            &["2 E0101 expected `then`, found `action`"],
        ),
        (
            r#"strat s (in-class: figures - W: K; B: K; out-class: mate
  action x (any, b) within 3
  stop
end-strat"#,
            &["1 E0101 `(` is not closed"],
        ),
        (
            r#"strat s (out-class: mate)
  action x (any b)
  action (y, any b) within 3
  action (y any, b) within 3
  action (any, b)
  action z
  action w (b)
end-strat"#,
            &[
                "2 E0101 expected `,` between `any` and `b`",
                "3 E0101 expected `,` between `any` and `b`",
                "4 E0101 expected `,` between `y` and `any`",
                "5 E0101 expected the action's name, found `any`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  action x (any, b) us at 0: K; at 2: R within 3
  action x (any, b); within 3; holding d
  action x (any, b) within 3 moves
  stop
end-strat"#,
            &[
                "2 E0101 phases are in parentheses in a strategy",
                "3 E0119 `;` cuts `within` off from the action",
                "4 E0101 the bound of an action counts plies, found `moves`",
            ],
        ),
        (
            r#"strat s (in-class: figures - W: K; descr - any; out-class: mate)
  stop
end-strat"#,
            &["1 E0101 expected the other side's figures, found `descr`"],
        ),
        (
            r#"strat s (in-class: descr - any, out-class - mate)
  stop
end-strat"#,
            &["1 E0101 expected `figures`, found `descr`"],
        ),
        (
            r#"strat s (in-class: figures W: K; B: K; desc - any; outclass: mate)
  consult table krk
  apply strat t
  stop now
  better mate
  us K
  action x (any, b) depth 3
  action x (any, b) prefer
  holding
end-strat"#,
            &[
                "1 E0101 expected `-`, found `W`",
                "2 E0101 expected a name, found `table`",
                "3 E0101 expected a name, found `strat`",
                "4 E0101 expected a reason in quotation marks, found `now`",
                "7 E0115 `depth` is not a clause of an action",
                "8 E0101 expected an expression, found `holding`",
                "9 E0101 expected an expression, found `end-strat`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  if (a then
    stop
  end-if
  do-while (c
    stop
  end-do
  action x (any, (b)
  action y (any, b))
  stop;
end-strat"#,
            &[
                "2 E0101 `(` is not closed",
                "5 E0101 `(` is not closed",
                "8 E0101 `(` is not closed",
                "9 E0101 expected a clause, a statement or `end-strat`, found `)`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  action x (any, b) within
  if
    stop
  end-if
  do-while
    stop
  end-do
  consult
  apply
  $ stop
end-strat"#,
            &[
                "3 E0101 expected an expression, found `stop`",
                "6 E0101 expected an expression, found `stop`",
                "9 E0101 expected a name, found `apply`",
                "11 E0102 unknown character `$`",
            ],
        ),
        (
            r#"strat s (in-clas: figurs - W: K; B: K; desc - any; outclass: mate)
  stop
end-strat
number n = 1"#,
            &["1 E0101 expected `in-class`, found `in-clas`"],
        ),
        (
            r#"strat s (in-class: figures - W: K, R; B: K, descr - any; out-class: mate)
  stop
end-strat"#,
            &["1 E0101 expected `;` before `descr`"],
        ),
        (
            r#"strat s (in-class: figures - W: K, R; B: K descr - any out-class: mate)
  stop
end-strat"#,
            &["1 E0101 expected `;` before `descr`"],
        ),
        (
            r#"strat s for us (out-class: mate)
  stop
end-strat
number n = 1"#,
            &["1 E0101 expected `B` or `W`, found `us`"],
        ),
        (
            r#"strat (out-class: mate)
  stop
end-strat
number n = 1"#,
            &["1 E0101 expected a name, found `(`"],
        ),
        (
            r#"strat table (out-class: mate)
  stop
end-strat
number n = 1"#,
            &["1 E0101 `table` begins a definition, which is not allowed here"],
        ),
        (
            r#"e4 : strat (out-class: mate)
  stop
end-strat
number n = 1"#,
            &["1 E0210 `e4` is a square and cannot be a name"],
        ),
        (
            r#"use : strat (out-class: mate)
  stop
end-strat
number n = 1"#,
            &["1 E0101 expected a name or a quoted text, found `:`"],
        ),
        (
            r#"strat s (out-class: mate)
  action table (any, b)
  consult krk, board
  action x (any, number)
  stop
end-strat
number n = 1"#,
            &[
                "2 E0210 `table` is a reserved word",
                "3 E0101 `board` begins a definition, which is not allowed here",
                "4 E0101 `number` begins a definition, which is not allowed here",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  consult krk otherwise
  action x (any, b) otherwise
  stop
  otherwise stop
end-strat"#,
            &["5 E0115 `otherwise` belongs to no action"],
        ),
        (
            r#"strat s (out-class: mate)
  action x (any, b) within plies
  action y (any, b) because why
  action z (any, b), within 3
  action w (any, b, c)
  action v (a, b, c, d)
  action u (any,)
  action t ()
end-strat"#,
            &[
                "3 E0101 expected a quoted text, found `why`",
                "4 E0101 expected a clause, a statement or `end-strat`, found `,`",
                "7 E0101 expected an expression, found `)`",
                "8 E0101 expected an expression, found `)`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  If a then
    Stop
  End-If
  Action x (any, b)
end-strat"#,
            &[
                "2 E0108 reserved word `If` is written in mixed capitals",
                "3 E0108 reserved word `Stop` is written in mixed capitals",
                "4 E0108 reserved word `End-If` is written in mixed capitals",
                "5 E0108 reserved word `Action` is written in mixed capitals",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  frobnicate
  stop
  room
  x (any, b)
end-strat
number n = 1"#,
            &[
                "2 E0101 expected a statement or `end-strat`, found `frobnicate`",
                "4 E0101 expected a statement, `end-strat` or a quoted text, found `room`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  action x (any, b) better c
  action x (any, b) them none
  better c
  depth 3
  stop
  us K
  stop
end-strat"#,
            &[
                "2 E0115 `better` is not a clause of an action",
                "3 E0115 `them` is not a clause of an action",
                "7 E0115 `us` belongs to no action",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  action x (any, b) prefer if c then 1
  stop
  holding a <
  do-while a ∧
    stop
  end-do
end-strat"#,
            &[
                "2 E0101 expected `else`, found `stop`",
                "4 E0115 `holding` belongs to no action",
                "5 E0101 expected an expression, found `stop`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  do-while a then
    stop
  end-do
  do-while b do
    stop
  end-do
end-strat"#,
            &[
                "2 E0101 `then` follows no `if`",
                "5 E0101 expected an operator between `b` and `do`",
            ],
        ),
        (
            r#"strat s (out-class: mate)
  stop
end-strat s s
number n = 1"#,
            &["3 E0101 expected the next definition, found `s`"],
        ),
        (
            r#"strat s (out-class: mate)
  action x (any, b) us at 0: K; at 2: R; within 3
  stop
end-strat"#,
            &["2 E0101 phases are in parentheses in a strategy"],
        ),
        (
            r#"strat s (in-class figures - W: K; B: K; out-class - mate; descr: any)
  stop
end-strat
number n = 1"#,
            &["1 E0101 expected `:`, found `figures`"],
        ),
        (
            r#"number a = 1
strat s (out-class: mate)
  if a ∧ then stop end-if
  if f( then stop end-if
  if then stop end-if
  if a then stop else-if then stop else stop end-if
end-strat"#,
            &[
                "3 E0101 expected an expression, found `then`",
                "4 E0101 `(` is not closed",
                "5 E0101 expected an expression, found `then`",
                "6 E0101 expected an expression, found `then`",
            ],
        ),
        (
            "strat s (in-class: figures - W: K, R; B: K mirrored; out-class: mate) stop end-strat",
            &["1 E0101 `mirrored` does not belong into a head"],
        ),
        (
            "K-R : Strat (OUT-CLASS: MATE)\n  STOP\nEND-STRAT K-R\nnumber n = 1",
            &["1 E0108 reserved word `Strat` is written in mixed capitals"],
        ),
    ]);
}

#[test]
fn words_nearly_right_are_named() {
    for (text, wanted) in [
        ("strta s (out-class: mate)\n stop\nend-strat", "strat"),
        ("advice a\n bettr mate\nend-advice", "better"),
        ("tabel t\n otherwise a\nend-table", "table"),
    ] {
        let help = parse(text)
            .diagnostics
            .first()
            .and_then(|first| first.help.first().cloned());
        let wanted = format!("did you mean `{wanted}`?");
        assert_eq!(help, Some(wanted), "{text}");
    }
}

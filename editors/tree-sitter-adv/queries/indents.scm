[
  (advice)
  (action_item)
  (table)
  (strategy)
  (loop)
  (choice)
  (pattern)
  (evaluation)
  (texts)
] @indent.begin

[
  "end-advice"
  "end-action"
  "end-table"
  "end-strat"
  "end-do"
  "end-if"
  "end-pattern"
  "end-evaluation"
  "end-texts"
] @indent.branch @indent.end

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
  (block_comment)
] @fold

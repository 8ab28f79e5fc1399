; Names, numbers, comments.
(file_comment) @comment.documentation
(doc_comment) @comment.documentation
(comment) @comment
(block_comment) @comment

(text) @string
(integer) @number
(square) @constant.builtin
(piece) @constant.builtin
(letter) @constant.builtin
(side) @constant.builtin
(san) @constant.builtin
(owned_piece) @constant.builtin

(definition name: (name) @function)
(moves name: (name) @function)
(advice name: (name) @type)
(action_item name: (name) @type)
(action name: (name) @type)
(plan name: (name) @type)
(table name: (name) @type)
(pattern name: (name) @type)
(evaluation name: (name) @type)
(strategy name: (name) @type)
(label (name) @type)
(end_name (name) @type)
(reference name: (name) @type)
(call name: (name) @function)
(parameter name: (name) @variable.parameter)
(type (name) @type.builtin)
(quantified variable: (name) @variable.parameter)
(comprehension variable: (name) @variable.parameter)
(use (path (name) @module))

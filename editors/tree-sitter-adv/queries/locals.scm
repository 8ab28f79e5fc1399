(definition) @local.scope
(advice) @local.scope
(quantified) @local.scope
(comprehension) @local.scope
(parameter name: (name) @local.definition)
(quantified variable: (name) @local.definition)
(comprehension variable: (name) @local.definition)
(name) @local.reference

//! Runs verified modules: evaluation, forcing-tree search, advice tables.

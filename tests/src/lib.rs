//! The test suite of adv: cases, differential runs, hostile inputs, benchmarks.

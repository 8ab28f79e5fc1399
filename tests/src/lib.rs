//! The test suite of adv: cases, differential runs, hostile inputs, benchmarks.

pub mod reference;

pub mod generate;

pub mod adapter;

pub mod attack;

pub mod native_krk;

pub mod reading;

pub mod schema;

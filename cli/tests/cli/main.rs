//! The binary from outside: what it writes, where, and with which exit code.
//!
//! Every test works in a folder of its own with relative file names, so that snapshots hold no path of a machine.

mod desk;
mod doc;

mod annotate;
mod assess;
mod bench;
mod board;
mod book;
mod brought;
mod budgets;
mod cases;
mod check;
mod claims;
mod clean;
mod endgames;
mod engines;
mod examples;
mod files;
mod folders;
mod format;
mod forms;
mod helps;
mod hostile;
mod interrupted;
mod items;
mod learned;
mod many;
mod matches;
mod modules;
mod new;
mod outputs;
mod pictures;
mod play;
mod printed;
mod proofs;
mod readme;
mod refusals;
mod refute;
mod reload;
mod repl;
mod run;
mod searched;
mod seeing;
mod slices;
mod solve;
mod streams;
mod studio;
mod survey;
mod terminal;
mod typed;
mod uci;
mod whole;
mod words;
mod worth;

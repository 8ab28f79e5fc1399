//! Every format on one outcome: a mate in two, consulted and proved, with its refuted sister. A change to a format is seen here without
//! compiling the rest of the house; that pages and objects keep to their schemas on many programs is tested in `tests`.

mod consulted;
mod program;
mod proofs;

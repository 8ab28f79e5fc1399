//! Trajectories and zones over chess positions and over points without a board, against vectors, independent counts and laws.

mod counts;
mod facts;
mod laws;
mod pawns;
mod strings;
mod systems;
mod vectors;

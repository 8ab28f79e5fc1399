//! The chess vocabulary of adv over shakmaty: lean positions, geometry, move order, material classes.

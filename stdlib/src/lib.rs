//! The standard library of adv as verified modules.

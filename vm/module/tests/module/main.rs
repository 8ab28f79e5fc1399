//! What the module crate promises: one file for one module, no panic on any bytes, nothing unsound accepted, and a linker that does
//! not change what a program means.

mod build;
mod claims;
mod costs;
mod differential;
mod files;
mod hostile;
mod links;
mod listings;
mod patterns;
mod refused;
mod rich;

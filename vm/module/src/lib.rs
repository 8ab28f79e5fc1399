//! The instruction set of adv and its module file: write, read, verify, link, disassemble.

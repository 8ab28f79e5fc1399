//! `adv disasm`: the instructions as text.

use crate::Outcome;
use crate::args::{DisasmArgs, MessageArgs};
use crate::exit::Exit;
use crate::io::Out;
use crate::messages::Messages;
use crate::program;

/// Lists a program as it is in its module, or as it runs.
pub fn disasm(args: &DisasmArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let text = if args.linked {
        adv_module::listing_of_verified(program::load(&args.file, &messages)?.linked.module())
    } else {
        adv_module::listing_of_verified(&program::module(&args.file, &messages)?.0)
    };
    let mut out = Out::standard();
    out.text(&text)?;
    out.finish()?;
    Ok(Exit::Done)
}

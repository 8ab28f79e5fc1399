//! `adv disasm`: the instructions as text.

use adv::program::listing;

use crate::Outcome;
use crate::args::{DisasmArgs, MessageArgs};
use crate::exit::Exit;
use crate::io::Out;
use crate::messages::Messages;
use crate::program;

/// Lists a program as it is in its module, or as it runs.
pub fn disasm(args: &DisasmArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let examined = program::examine(&args.file)?;
    messages.pass(&examined.diagnostics, &examined.source)?;
    let text = if args.linked {
        listing(program::linked(examined, &messages)?.linked().module())
    } else {
        let module = examined.module.as_ref();
        listing(module.ok_or_else(|| program::uncompiled(examined.source.name()))?)
    };
    let mut out = Out::standard();
    out.text(&text)?;
    out.finish()?;
    Ok(Exit::Done)
}

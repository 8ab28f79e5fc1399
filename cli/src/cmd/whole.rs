//! `adv whole`: the p-strategy of a whole play, written as its nodes are found.

use std::path::Path;

use adv::Failure;
use adv::proof::Watch;
use adv::render::text::thousands;
use adv::render::whole::{self, WholeDrawing, WholeHead, WholeTally};
use adv::whole::{
    WholeBound, WholeBounds, WholeExtent, WholeNode, WholePlay, WholeStep, WholeTask,
};
use clap::Args;

use super::prove::progress::watched;
use crate::args::{Form, ModeArg};
use crate::cmd::consult::{Opened, SceneArgs};
use crate::play::interrupt::Interrupt;
use crate::{Exit, Out, Outcome, Trouble, subject, work};

/// Arguments of `adv whole`.
#[derive(Args, Debug)]
pub struct WholeArgs {
    /// The program, the position and the part of the program that plays
    #[command(flatten)]
    pub scene: SceneArgs,
    /// The form of the p-strategy
    #[arg(long, value_name = "FORMAT", default_value = "text",
          value_parser = Form::some("text json html dot pgn"))]
    pub format: Form,
    /// Only the tree of the first choice
    ///
    /// It has the replies that the tree leaves out, and the same forms.
    #[arg(long)]
    pub once: bool,
    /// Follow play for so many plies
    ///
    /// The positions after them are left open.
    #[arg(long, value_name = "N")]
    pub plies: Option<u32>,
    /// Leave the rest open after so many nodes
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    pub nodes: u64,
    /// Play a tree to its leaf, or consult on every move
    #[arg(long, value_name = "MODE", default_value = "strong")]
    pub mode: ModeArg,
    /// Number of threads that consult the program
    ///
    /// If not given, as many as the machine has. The output does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory of the nodes of the graph: a number of bytes, or one with K, M or G; if not given, half of the machine's memory
    #[arg(long, value_name = "SIZE", value_parser = work::memory_size, help_heading = "Limits")]
    pub memory: Option<u64>,
}

/// `adv whole`: follows the program's play against all replies to its ends, and writes the p-strategy.
pub fn whole(args: &WholeArgs) -> Outcome {
    let form = args.format;
    let Opened {
        program,
        names,
        engine,
    } = args.scene.open()?;
    let position = args.scene.position(engine.module())?;
    let subject = subject::choose(engine.module(), &names.names(), &position)?;
    let fingerprint = program.fingerprint()?;
    let watch = Watch::new();
    watch.limit_memory(args.memory.unwrap_or_else(work::half_of_memory));
    Interrupt::listen_by(watch.stop());
    let name = Path::new(program.name());
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    let root = position.without_clocks();
    let head = WholeHead {
        module: engine.module(),
        program: &name,
        fingerprint: &fingerprint.to_string(),
        subject,
        mode: args.mode.value(),
        extent: match args.once {
            true => WholeExtent::Choice,
            false => WholeExtent::Play,
        },
        root: &root,
    };
    let task = WholeTask {
        engine: &engine,
        subject,
        position: root,
        mode: head.mode,
        extent: head.extent,
        bounds: WholeBounds {
            plies: args.plies,
            nodes: args.nodes,
        },
        watch: &watch,
    };
    let play = WholePlay::begin(&task).map_err(|failure: Failure| {
        let name = program.name();
        subject::tell(&failure, head.module, name, head.subject, &root)
    })?;
    let pool = work::pool(args.threads)?;
    let mut out = Out::to(args.scene.output.as_deref())?.about([&program]);
    let (written, time) = watched(&watch, None, None, || {
        pool.install(|| write(form, &head, play, &mut out))
    });
    let (nodes, exit) = written?;
    out.finish()?;
    say!(
        "{} {} in {:.1} s",
        thousands(nodes),
        if nodes == 1 { "node" } else { "nodes" },
        time.as_secs_f64()
    );
    Ok(exit)
}

/// Writes all nodes of the play as they are found; returns their number and the exit code.
fn write(
    form: Form,
    head: &WholeHead<'_>,
    mut play: WholePlay<'_>,
    out: &mut Out,
) -> Result<(u64, Exit), Trouble> {
    let keeps = match form {
        Form::Dot => whole::DOT_NODES,
        Form::Pgn | Form::Html => whole::PAGE_NODES,
        _ => 0,
    };
    let mut kept: Vec<WholeNode> = Vec::new();
    let mut tally = WholeTally::default();
    let mut interrupted = false;
    if form == Form::Json {
        out.json_text(&whole::head(head))?;
    }
    let next = |play: &mut WholePlay<'_>| play.next_node().map_err(|e| Trouble::new(e.to_string()));
    while let Some(node) = next(&mut play)? {
        tally.add(head.module, &node);
        interrupted |= node.step == WholeStep::Open(WholeBound::Interrupted);
        if form == Form::Json {
            let comma = if node.number > 0 { "," } else { "" };
            let line = whole::node(head.module, &node);
            out.json_text(&format!("{comma}\n{line}"))?;
        } else if kept.len() < keeps {
            kept.push(node);
        }
    }
    let totals = play.totals();
    let drawing = WholeDrawing {
        head: *head,
        nodes: &kept,
        totals: &totals,
        tally: &tally,
    };
    match form {
        Form::Json => out.json_text(&format!("\n{}", whole::tail(&totals)))?,
        Form::Dot => out.text(&whole::dot(&drawing))?,
        Form::Pgn => out.text(&whole::pgn(&drawing))?,
        Form::Html => out.page(&whole::html(&drawing))?,
        _ => out.text(&whole::text(head, &totals, &tally))?,
    }
    let exit = match (interrupted, totals.open) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Done,
        (false, _) => Exit::Budget,
    };
    Ok((totals.nodes, exit))
}

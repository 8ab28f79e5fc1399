//! `adv run --whole`: the p-strategy of a whole play, written as its nodes are found.

use std::path::Path;

use adv::chess::Position;
use adv::proof::Watch;
use adv::render::text::thousands;
use adv::render::whole::{self, WholeDrawing, WholeHead, WholeTally};
use adv::whole::{
    WholeBound, WholeBounds, WholeExtent, WholeNode, WholePlay, WholeStep, WholeTask,
};
use adv::{Engine, Failure, Rulebook, Subject};

use super::prove::progress::watched;
use crate::Outcome;
use crate::args::{RunArgs, RunFormat};
use crate::exit::{self, Exit, Trouble};
use crate::io::Out;
use crate::messages::Messages;
use crate::play::interrupt::Interrupt;
use crate::{program, subject, work};

/// Default limit on the nodes of a whole play.
const NODES: u64 = 1_000_000;

/// Play to write down: the program, its subject and the start.
pub struct Wanted<'a> {
    /// Program that plays, for the signature of the output.
    pub program: &'a Rulebook,
    /// Engine of the program, with the limits of each consultation.
    pub engine: &'a Engine,
    /// Subject of the program that plays.
    pub subject: Subject,
    /// Position in which the play begins.
    pub position: &'a Position,
}

/// `adv run --whole`: follows the program's play against all replies to its ends, and writes the p-strategy.
pub fn whole(args: &RunArgs, wanted: &Wanted<'_>, messages: &Messages) -> Outcome {
    let form = args.format;
    if form == RunFormat::Translations {
        let word = form.word();
        return Err(
            Trouble::new(format!("a whole play has no form `{word}`")).help(
                "write `--format html` for a page to walk through, or `--format dot` for Graphviz",
            ),
        );
    }
    let fingerprint = wanted.program.fingerprint();
    let fingerprint = fingerprint.map_err(|error| program::refused(error, messages))?;
    let watch = Watch::new();
    watch.limit_memory(args.whole.node_bytes());
    Interrupt::listen_by(watch.stop().clone());
    let name = Path::new(wanted.program.name());
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    let root = wanted.position.without_clocks();
    let head = WholeHead {
        module: wanted.engine.module(),
        program: &name,
        fingerprint: &fingerprint.to_string(),
        subject: wanted.subject,
        mode: args.whole.mode.mode(),
        extent: match args.whole.once {
            true => WholeExtent::Choice,
            false => WholeExtent::Play,
        },
        root: &root,
    };
    let task = WholeTask {
        engine: wanted.engine,
        subject: wanted.subject,
        position: root,
        mode: head.mode,
        extent: head.extent,
        bounds: WholeBounds {
            plies: args.whole.plies,
            nodes: args.whole.nodes.unwrap_or(NODES),
        },
        watch: &watch,
    };
    let play = WholePlay::begin(&task).map_err(|failure: Failure| {
        let name = wanted.program.name();
        subject::tell(&failure, head.module, name, head.subject, &root, messages)
    })?;
    let pool = work::pool(args.whole.threads)?;
    let mut out = Out::to(args.output.as_deref())?.about([wanted.program]);
    let (written, time) = watched(&watch, None, None, || {
        pool.install(|| write(form, &head, play, &mut out))
    });
    let (nodes, exit) = written?;
    out.finish()?;
    exit::say(format_args!(
        "{} {} in {:.1} s",
        thousands(nodes),
        if nodes == 1 { "node" } else { "nodes" },
        time.as_secs_f64()
    ));
    Ok(exit)
}

/// Writes all nodes of the play as they are found; returns their number and the exit code.
fn write(
    form: RunFormat,
    head: &WholeHead<'_>,
    mut play: WholePlay<'_>,
    out: &mut Out,
) -> Result<(u64, Exit), Trouble> {
    let keeps = match form {
        RunFormat::Dot => whole::DOT_NODES,
        RunFormat::Pgn | RunFormat::Html => whole::PAGE_NODES,
        _ => 0,
    };
    let mut kept: Vec<WholeNode> = Vec::new();
    let mut tally = WholeTally::default();
    let mut interrupted = false;
    if form == RunFormat::Json {
        out.json_text(&whole::head(head))?;
    }
    let next = |play: &mut WholePlay<'_>| play.next_node().map_err(|e| Trouble::new(e.to_string()));
    while let Some(node) = next(&mut play)? {
        tally.add(head.module, &node);
        interrupted |= node.step == WholeStep::Open(WholeBound::Interrupted);
        if form == RunFormat::Json {
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
        RunFormat::Json => out.json_text(&format!("\n{}", whole::tail(&totals)))?,
        RunFormat::Dot => out.text(&whole::dot(&drawing))?,
        RunFormat::Pgn => out.text(&whole::pgn(&drawing))?,
        RunFormat::Html => out.page(&whole::html(&drawing))?,
        _ => out.text(&whole::text(head, &totals, &tally))?,
    }
    let exit = match (interrupted, totals.open) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Done,
        (false, _) => Exit::Budget,
    };
    Ok((totals.nodes, exit))
}

//! `adv verify` with the file of a p-strategy: checked by the rules of chess alone, looked up in tables, and compared with its program.

use adv::Fingerprint;
use adv::chess::parse_fen;
use adv::proof::Watch;
use adv::render::text::{grouped, many, thousands};

use adv::whole::{
    ComparedTree, TreeEnds, TreeFile, TreeVerdict, Unfolded, WholeBounds, WholeTask, compare_tree,
    subject_of_tree, verify_tree,
};

use crate::cmd::verify::VerifyArgs;
use crate::play::interrupt::Interrupt;
use crate::{Exit, Out, Outcome, Trouble, io, program, work};

use super::prove::progress::watched;
use super::verify::unproved;

/// Checks the file of a p-strategy, and compares it with the program where one is named.
pub fn verify(args: &VerifyArgs, bytes: &[u8]) -> Outcome {
    let name = io::shown(&args.certificate);
    let (file, verdict) = verify_tree(bytes)
        .map_err(|refusal| unproved(format!("`{name}` is no true p-strategy: {refusal}")))?;
    let mut text = told(&file, &verdict);
    match &args.file {
        Some(_) => text.push_str(&compare(args, &file)?),
        None => text.push_str(&format!(
            "The file says of itself what was not checked; name the program to compare it:\nprogram   {}, fingerprint {}\nplays     {} {}, {}\n",
            file.program, file.fingerprint, file.subject.kind, file.subject.name, file.mode
        )),
    }
    let mut out = Out::standard();
    out.text(&text)?;
    out.end(Exit::Done)
}

/// Text of the verified claim and the counts of the check.
fn told(file: &TreeFile, verdict: &TreeVerdict) -> String {
    let us = if verdict.white { "White" } else { "Black" };
    let mut text = match verdict.longest {
        Some(plies) if verdict.always_mates() => format!(
            "verified: {us}, moving as written, mates from `{}` in at most {}\n",
            file.root,
            many(plies.div_ceil(2), "move", "moves")
        ),
        _ => format!(
            "verified: a p-strategy of {us} from `{}`, with one move in each position of its own\n",
            file.root
        ),
    };
    let mut row = |name: &str, words: String| text.push_str(&format!("{name:<10}{words}\n"));
    row("nodes", many(verdict.nodes, "position", "positions"));
    row(
        "replies",
        match verdict.left_out {
            0 => format!("{}, every legal one", thousands(verdict.replies)),
            left => format!(
                "{}; {} are left out, and it says nothing of them",
                thousands(verdict.replies),
                thousands(left)
            ),
        },
    );
    row(
        "as a tree",
        match verdict.unfolded {
            Unfolded::Endless => "endless: a line goes round for ever".to_owned(),
            Unfolded::Positions(count) => format!("{} positions", grouped(&count.to_string())),
            Unfolded::Beyond => format!("{} positions", verdict.unfolded),
        },
    );
    if let Some(plies) = verdict.longest {
        row("longest", many(plies.div_ceil(2), "move", "moves"));
    }
    for (at, line) in ends(&verdict.ends).iter().enumerate() {
        row(if at == 0 { "ends" } else { "" }, line.clone());
    }
    if verdict.open > 0 {
        row(
            "open",
            format!(
                "{}: what is played there is not written",
                many(verdict.open, "node", "nodes")
            ),
        );
    }
    text
}

fn ends(ends: &TreeEnds) -> Vec<String> {
    let rows = [
        (ends.mates, "checkmate by us"),
        (ends.stalemates, "stalemate by us"),
        (ends.mated, "we are checkmated"),
        (ends.stalemated, "we are stalemated"),
        (ends.material, "the men are others than the program's"),
        (
            ends.unseen,
            "by the word of the program, which the board does not show",
        ),
    ];
    let used = rows.into_iter().filter(|(count, _)| *count > 0);
    used.map(|(count, words)| format!("{} {words}", thousands(count)))
        .collect()
}

/// Compares the file with the program, which it consults again; returns in words in which points they agree.
fn compare(args: &VerifyArgs, file: &TreeFile) -> Result<String, Trouble> {
    let Some(path) = &args.file else {
        return Ok(String::new());
    };
    let rulebook = program::load(path)?;
    let name = rulebook.name().to_owned();
    let own: Fingerprint = rulebook.fingerprint()?;
    if own.to_string() != file.fingerprint {
        return Err(unproved(format!(
            "the p-strategy is of another program than `{name}`: its fingerprint is {}, expected {own}",
            file.fingerprint
        ))
        .help("the program was changed since, or another version of adv wrote the file; write it again by `adv whole`"));
    }
    let engine = args.limits.engine(&rulebook);
    let wrong = |error: &dyn std::fmt::Display| {
        unproved(format!("the p-strategy is not of `{name}`: {error}"))
    };
    let play = subject_of_tree(file, engine.module()).map_err(|error| wrong(&error))?;
    let position = parse_fen(&file.root).map_err(|error| wrong(&error))?;
    let watch = Watch::new();
    Interrupt::listen_by(watch.stop());
    let task = WholeTask {
        engine: &engine,
        subject: play.subject,
        position,
        mode: play.mode,
        extent: play.extent,
        bounds: WholeBounds {
            plies: None,
            nodes: u64::MAX,
        },
        watch: &watch,
    };
    let pool = work::pool(args.threads)?;
    let (compared, _) = watched(&watch, None, None, || {
        pool.install(|| compare_tree(file, &task))
    });
    match compared.map_err(|error| wrong(&error))? {
        ComparedTree::Same { nodes } => Ok(format!(
            "program   {name}, fingerprint {own}\nplays     {} {}, {}\ncompared  the program, asked again in {}, plays so, for the reasons that are written\n",
            file.subject.kind,
            file.subject.name,
            file.mode,
            many(nodes, "node", "nodes")
        )),
        ComparedTree::Differs { node, difference } => Err(unproved(format!(
            "the p-strategy is not the play of `{name}`: node {node}: {difference}"
        ))),
        ComparedTree::Interrupted => Err(Trouble::with_exit(
            Exit::Interrupted,
            "interrupted before the p-strategy was compared with the program",
        )),
    }
}

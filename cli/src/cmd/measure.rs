//! `adv measure`: how much the words of a program tell about a claim.

use std::path::PathBuf;
use std::sync::Arc;

use adv::chess::Material;
use adv::diagnostics::Source;
use adv::program::{Claim, GoalWord};
use adv::proof::Watch;
use adv::render::measure as render;
use adv::render::measure::{CeilingReport, MeasureQuestion, Measured};
use adv::{
    Color, Comparison, MOST_BESIDE, MeasureError, MeasureWords, Rulebook, SettleError, Subject,
    is_claim, stronger_side, usual_claim,
};
use clap::Args;

use crate::args::{Form, LimitArgs, MemoryArgs, SideArg};
use crate::cmd::prove::arguments::ValueArgs;
use crate::cmd::prove::choice::choose;
use crate::cmd::prove::settler::Settler;
use crate::play::interrupt::Interrupt;
use crate::{Exit, Out, Outcome, Trouble, io, program, say, work};

/// Greatest number of men of which all positions are asked if no claim is given.
const MEN_OF_ALL: u32 = 3;

/// Arguments of `adv measure`.
#[derive(Args, Debug)]
pub struct MeasureArgs {
    /// The program, whose numbers and descriptors are measured
    pub file: PathBuf,
    /// The claim that the words are to tell about: its number, its subject or its text
    ///
    /// Of a claim about play the answer is whether it holds from a position. If not given, it is the win of the stronger side,
    /// such as `measure white-to-move from all positions where white-to-move share of won(W)`; of more than three men from
    /// 20,000 random positions.
    #[arg(long, value_name = "CLAIM")]
    pub claim: Option<String>,
    /// Ask for the distance to mate, in the positions in which the claim holds, in place of whether it holds
    #[arg(long)]
    pub distance: bool,
    /// Tell what a claim about play comes to with every choice of the moves that the program accepts, with its first, and with the best
    ///
    /// Between the last two a better order of moves could win; beyond the last, another goal, number or depth is needed. The claim is
    /// the first about play that reaches something, if none is given.
    #[arg(long, conflicts_with_all = ["distance", "words", "beside", "most", "side"])]
    pub ceiling: bool,
    /// Measure these numbers and descriptors, separated by semicolons: `pen(B); dist(W.K, B.K); rank(P) ≥ 5`
    ///
    /// If not given, all without parameters of the program and of the library modules that it uses.
    #[arg(long, value_name = "WORDS", value_delimiter = ';')]
    pub words: Vec<String>,
    /// Measure what the words tell beyond these, three at most, separated by semicolons
    #[arg(long, value_name = "WORDS", value_delimiter = ';')]
    pub beside: Vec<String>,
    /// Show so many words, the most telling ones; if not given, all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub most: Option<u32>,
    /// The side that is `us` for the words; `auto` is the stronger one
    #[arg(long, value_name = "SIDE", default_value = "auto")]
    pub side: SideArg,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text markdown json csv"))]
    pub format: Form,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of threads; if not given, as many as the machine has. The output does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The tables of values
    #[command(flatten)]
    pub values: ValueArgs,
    /// The memory of the proof of a claim about play
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Limits of each evaluation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `adv measure`: measures words against a claim, or the ceiling of one.
pub fn measure(args: &MeasureArgs) -> Outcome {
    let given = program::vocabulary(&args.file)?;
    let us = match args.ceiling {
        true => Color::White,
        false => side(args, &given)?,
    };
    let words = match args.ceiling {
        true => None,
        false => {
            let words = MeasureWords::new(&given, &trimmed(&args.words)?, &trimmed(&args.beside)?);
            Some(words.map_err(|error| refused(&given, error))?)
        }
    };
    let claim = match &args.claim {
        Some(claim) => claim.clone(),
        None if args.ceiling => played(&given)?,
        None => usual(&given, us)?,
    };
    let texts: Vec<String> = Some(claim.clone())
        .filter(|claim| is_claim(claim))
        .into_iter()
        .collect();
    let whole = program::with_claims(given.clone(), &texts)?;
    let wanted = choose(&whole, &[claim])?;
    let index = wanted.first().map_or(0, |wanted| wanted.index);
    let pool = Arc::new(work::pool(args.threads)?);
    let search = args.memory.of_search(&pool);
    let mut settler = Settler::new(whole, &args.limits, search, pool)?;
    let out = Out::to(args.output.as_deref())?;
    let mut out = out.about([settler.rulebook()]);
    let watch = Watch::new();
    watch.limit_memory(args.memory.bytes());
    Interrupt::listen_to_ends(watch.stop());
    settler.prepare(&[index], Comparison::No, &args.values.syzygy, &watch)?;
    let Some(claim) = settler.module().claims.get(index) else {
        return Err(program::uncompiled(given.name()));
    };
    let question = match args.distance {
        true => MeasureQuestion::Distance,
        false => MeasureQuestion::Holds,
    };
    let limits = args.limits.limits();
    let asked = settler.measured(&watch, |prover| match &words {
        Some(words) => {
            let measured = prover.measure(claim, words, question, us, limits, &watch)?;
            Ok(measured.map(Report::Words))
        }
        None => Ok(prover.ceiling(claim, &watch)?.map(Report::Ceiling)),
    });
    let report = match asked {
        Err(MeasureError::Settle(SettleError::Prove(error))) => {
            return Err(settler.tell(claim, error));
        }
        asked => asked.map_err(|error| refused(&given, error))?,
    };
    match (report, args.format.text(), args.format) {
        (None, _, _) => {
            say("interrupted; nothing is written");
            return Ok(Exit::Interrupted);
        }
        (Some(Report::Words(mut measured)), form, other) => {
            measured
                .words
                .truncate(args.most.map_or(usize::MAX, |most| most as usize));
            match (form, other) {
                (Some(form), _) => out.text(&render::text(&measured, form))?,
                (None, Form::Csv) => out.bytes(&render::csv(&measured))?,
                (None, _) => out.json(render::json(&measured))?,
            }
        }
        (Some(Report::Ceiling(ceiling)), Some(form), _) => {
            out.text(&render::ceiling_text(&ceiling, form))?;
        }
        (Some(Report::Ceiling(_)), None, Form::Csv) => {
            return Err(
                Trouble::new("a ceiling is one row, which csv does not have")
                    .help("write `--format json`"),
            );
        }
        (Some(Report::Ceiling(ceiling)), None, _) => out.json(render::ceiling_json(&ceiling))?,
    }
    out.end(Exit::Done)
}

/// Result of the command.
enum Report {
    Words(Measured),
    Ceiling(CeilingReport),
}

/// The first claim of a program about play that reaches something, or the usual one.
fn played(given: &Rulebook) -> Result<String, Trouble> {
    let program = given.program();
    let reaches = |claim: &Claim| {
        Subject::of_claim(claim).is_some()
            && claim
                .goals
                .iter()
                .any(|goal| goal.word == GoalWord::Reaches)
    };
    if let Some(at) = program.claims.iter().position(reaches) {
        return Ok((at + 1).to_string());
    }
    let subject = Subject::foremost(program).ok_or_else(|| {
        trouble!(
            "`{}` has no table, strategy or piece-of-advice",
            given.name()
        )
        .help("a ceiling is that of a program that plays")
    })?;
    Ok(usual_claim(program, subject))
}

/// The words of an option; none where it is not given.
fn trimmed(words: &[String]) -> Result<Vec<String>, Trouble> {
    let named = words.iter().map(|word| word.trim().to_owned());
    let named: Vec<String> = named.filter(|word| !word.is_empty()).collect();
    match named.is_empty() && !words.is_empty() {
        true => Err(Trouble::new("no word is named")
            .help("separate words by semicolons, or leave the option out to measure all")),
        false => Ok(named),
    }
}

/// The side for which the words speak.
fn side(args: &MeasureArgs, given: &Rulebook) -> Result<Color, Trouble> {
    if let Some(side) = args.side.color() {
        return Ok(side);
    }
    let Some(material) = &given.program().material else {
        return Err(trouble!(
            "the program `{}` declares no material, so that no side is the stronger one",
            io::shown(&args.file)
        )
        .help("name the side that is `us` by `--side`"));
    };
    Ok(stronger_side(&Material::of_counts(material.counts)))
}

/// The claim that words are measured against if none is given: a win of the stronger side.
fn usual(given: &Rulebook, us: Color) -> Result<String, Trouble> {
    let Some(material) = &given.program().material else {
        return Err(
            trouble!("the program `{}` declares no material", given.name())
                .help("declare it at the head of the program, or give a claim by `--claim`"),
        );
    };
    let men = Material::of_counts(material.counts).men();
    let from = match men <= MEN_OF_ALL {
        true => "all positions",
        false => "20000 random positions",
    };
    let (turn, letter) = match us {
        Color::White => ("white-to-move", 'W'),
        Color::Black => ("black-to-move", 'B'),
    };
    Ok(format!(
        "measure {turn} from {from} where {turn} share of won({letter})"
    ))
}

/// Trouble for words or a claim that cannot be measured.
fn refused(given: &Rulebook, error: MeasureError) -> Trouble {
    let sentence = Trouble::new(error.to_string());
    match error {
        MeasureError::NoWords => sentence.help(
            "write one, such as `number gap = dist(W.K, B.K)`, use a module, such as `use std.vocabulary`, or name words by `--words`",
        ),
        MeasureError::NoSource => {
            sentence.help("name its source, or build it without `--strip`")
        }
        MeasureError::Word(text, error) => {
            if text.contains(',') {
                say("note: words are separated by semicolons");
            }
            let kept = given.program().source.as_ref();
            let source = kept.map(|kept| Source::kept(given.name(), kept));
            let source = source.unwrap_or_else(|| Source::new(given.name(), ""));
            program::refused_expression(*error, &source)
        }
        MeasureError::Board(text) => {
            sentence.help(format!("`count({text})` is a number, `{text} ≠ ∅` a descriptor"))
        }
        MeasureError::Several(_) => sentence
            .help("measure what is in it by itself, or make one number of it: `8 * file(R) + rank(R)`"),
        MeasureError::Unknown(..) => sentence.help("leave it out, or give more by `--fuel`"),
        MeasureError::Never(_) => sentence
            .help("choose a claim by `--claim` that says of won positions that they are won"),
        MeasureError::Beside(_) => {
            sentence.help(format!("name the {MOST_BESIDE} that tell most, or one number that has them together"))
        }
        MeasureError::Evaluation => sentence.help("choose a claim about play or a descriptor by `--claim`"),
        MeasureError::NoTables => sentence.help(
            "give a claim that asks them, such as `measure white-to-move from all positions share of won(W)`",
        ),
        MeasureError::NoCeiling => {
            sentence.help("choose another by `--claim`, such as `prove NAME from all positions reaches mate`")
        }
        MeasureError::Empty => sentence.help("change its `where`, or choose another by `--claim`"),
        MeasureError::Settle(_) => sentence,
    }
}

//! `adv annotate`: games with comments by patterns, written into the PGN that was given, or shown on a page.

use std::path::PathBuf;

use adv::Position;
use adv::explain::{ExplainOptions, TRIED_IN_GAMES};
use adv::render::annotation;
use adv::render::annotation::AnnotatedGame;
use adv::render::explanation::PieceLetters;
use adv::render::text::many;
use clap::{Args, ValueEnum};

use crate::annotate::{NoteOptions, Read};
use crate::args::Form;
use crate::cmd::assess::AssessedBy;
use crate::explainers::{Failed, Worker};
use crate::{Exit, Out, Outcome, Trouble, annotate, explainers, io};

/// The exit codes in the help.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  annotated
  1  a game is broken, which is copied as it is; the program is refused, or something cannot be read or written
  3  finding the facts of a position ran out of fuel";

/// Arguments of `adv annotate`.
#[derive(Args, Debug)]
pub struct AnnotateArgs {
    /// The games, a PGN file; `-` for standard input
    #[arg(value_name = "GAMES")]
    pub games: PathBuf,
    /// Facts to comment on
    #[arg(long, value_name = "WHEN", default_value = "few")]
    pub comments: CommentsArg,
    /// Leave out facts worth less, in hundredths of a pawn
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub least: u32,
    /// Write no variations of plans
    #[arg(long)]
    pub no_variations: bool,
    /// The form of the games
    #[arg(long, value_name = "FORMAT", default_value = "pgn", value_parser = Form::some("pgn html"))]
    pub format: Form,
    /// The program, the side that it explains for, and the limits
    #[command(flatten)]
    pub by: AssessedBy,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of games annotated at a time
    ///
    /// If not given, as many as the machine has processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// The facts that comments tell.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentsArg {
    /// facts that were not told in the last ten plies
    Few,
    /// everything that is new after a move
    All,
}

/// Greatest size of a PGN file, in bytes.
const MOST: usize = 256 << 20;

/// Number of games that are annotated before the block of them is written.
const BLOCK: usize = 64;

/// Number of moves after which a page takes no further game.
const PAGE_MOVES: usize = 20_000;

/// `adv annotate`: writes comments into the games of a PGN file.
pub fn annotate(args: &AnnotateArgs) -> Outcome {
    let rulebook = explainers::rulebook(&args.by)?;
    let evaluation = explainers::evaluation(&args.by, &rulebook)?;
    let text = io::read_all(&args.games, MOST)?;
    let games = annotate::read(&text);
    if games.is_empty() {
        return Err(trouble!("there is no game in {}", io::shown(&args.games)));
    }
    let values = explainers::values(&args.by.syzygy, &few_men(&games))?;
    let asked = NoteOptions {
        evaluation,
        options: ExplainOptions {
            tried: args.by.tried.unwrap_or(TRIED_IN_GAMES),
            ..args.by.options()
        },
        shown: explainers::shown(&args.by),
        least: u64::from(args.least),
        few: args.comments == CommentsArg::Few,
        variations: !args.no_variations,
        letters: match args.format {
            Form::Pgn => PieceLetters::Pgn,
            _ => PieceLetters::Language,
        },
    };
    let (games, more) = match args.format {
        Form::Pgn => (games.as_slice(), 0),
        _ => on_page(&games),
    };
    let mut shown = Vec::new();
    let threads = explainers::threads(args.threads, games.len());
    let mut workers = explainers::workers(&args.by, &rulebook, &values, threads)?;
    let mut out = Out::to(args.output.as_deref())?;
    let mut exit = Exit::Done;
    let mut written = 0;
    for block in games.chunks(BLOCK) {
        let done = explainers::each(&mut workers, block, |worker, game| {
            one(worker, &text, game, &asked)
        });
        for (game, done) in block.iter().zip(done) {
            if let Err(broken) = &game.game {
                let (line, column) = annotate::place(&text, broken.at);
                let file = io::shown(&args.games);
                let becomes = match args.format {
                    Form::Pgn => "copied as it is",
                    _ => "not on the page",
                };
                say!(
                    "{file}:{line}:{column}: {}; the game is {becomes}",
                    broken.sentence
                );
                if exit == Exit::Done {
                    exit = Exit::Wrong;
                }
            }
            match done {
                Ok(bytes) if args.format == Form::Html => {
                    shown.extend(game.game.as_ref().ok().and_then(|_| annotate::tree(&bytes)));
                }
                Ok(bytes) => {
                    out.bytes(text.get(written..game.from).unwrap_or_default())?;
                    out.bytes(&bytes)?;
                    written = game.to;
                }
                Err(error) => return Err(explainers::failed(error)),
            }
        }
    }
    match args.format {
        Form::Pgn => out.bytes(text.get(written..).unwrap_or_default())?,
        _ => out.text(&page(&shown, more, args)?)?,
    }
    out.end(exit)
}

/// Games that fit on one page, and the number of the other games.
fn on_page(games: &[Read]) -> (&[Read], usize) {
    let mut moves = 0_usize;
    let fits = games.iter().take_while(|read| {
        let fits = moves < PAGE_MOVES;
        moves += read.game.as_ref().map_or(0, |(_, plies)| plies.len());
        fits
    });
    let count = fits.count();
    (games.get(..count).unwrap_or(games), games.len() - count)
}

/// HTML page of the annotated games; `more` is the number of games left out.
fn page(games: &[AnnotatedGame], more: usize, args: &AnnotateArgs) -> Result<String, Trouble> {
    if games.is_empty() {
        return Err(Trouble::new("there is no game for the page"));
    }
    if more > 0 {
        say!(
            "the page has the first {}; {more} more {} left out",
            many(games.len() as u64, "game", "games"),
            if more == 1 { "is" } else { "are" }
        );
    }
    Ok(annotation::html(games, more, &args.by.lang))
}

/// PGN text of a game with its remarks written into it; a broken game unchanged.
fn one(
    worker: &mut Worker,
    text: &[u8],
    read: &Read,
    asked: &NoteOptions<'_>,
) -> Result<Vec<u8>, Failed> {
    let mut insertions = match &read.game {
        Ok((start, plies)) => annotate::notes(worker, text, (start, read.moves_at, plies), asked)?,
        Err(_) => Vec::new(),
    };
    Ok(annotate::written(text, read.from, read.to, &mut insertions))
}

/// Positions of the games with few enough men for tables of perfect play.
fn few_men(games: &[Read]) -> Vec<Position> {
    let mut few = Vec::new();
    for (start, plies) in games.iter().filter_map(|game| game.game.as_ref().ok()) {
        let mut position = *start;
        let mut men = u32::MAX;
        for ply in plies {
            let now = position.occupied().count_ones();
            if now < men && now <= adv::tables::MAX_MEN {
                few.push(position);
            }
            men = now;
            position = position.play(ply.mv);
        }
        if position.occupied().count_ones() < men {
            few.push(position);
        }
    }
    few
}

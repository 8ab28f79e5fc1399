//! The p-strategy of a whole play, which the prover hands out node by node: as a file, in words, as a graph, as a game, as a page.
//!
//! ```text
//!   WholeHead   ──▶ json::head ┐
//!   WholeNode   ──▶ json::node ├ written as they come: docs/schema/p-strategy.json
//!   WholeTotals ──▶ json::tail ┘
//!   the first nodes, kept ──▶ dot, pgn, html          WholeTally ──▶ text, which every form but the file says too
//! ```

mod drawing;
mod json;
mod text;

use adv_chess::{Material, Position};
use adv_module::Program;
use adv_prover::{Choice, WholeBound, WholeEnd, WholeExtent, WholeNode, WholeTotals};
use adv_record::whole::{PlayEnd, PlayEndKind};
use adv_vm::{Ending, Failure, Mode, Stuck, StuckCause, Subject};

pub use drawing::{dot, pgn};
pub use json::{head, html, node, tail};
pub use text::{WholeTally, text};

use crate::json::word;
use crate::proof::choice::Chosen;
use crate::text::stuck_sentence;

/// Most nodes that `dot` draws of a play.
pub const DOT_NODES: usize = 2_000;
/// Most nodes of a play in a game and on a page, which then has some megabytes.
pub const PAGE_NODES: usize = 20_000;

/// Subject and options of a whole play: a game tree in which a program plays one side and the other has every reply.
#[derive(Clone, Copy, Debug)]
pub struct WholeHead<'a> {
    /// Program in compiled form, for names and places in its source.
    pub module: &'a Program,
    /// Name of the program.
    pub program: &'a str,
    /// Fingerprint of the program, as the file records it.
    pub fingerprint: &'a str,
    /// Strategy, table or piece-of-advice that plays for us.
    pub subject: Subject,
    /// Mode in which trees are followed: to their leaves, or with a new consultation at every move.
    pub mode: Mode,
    /// Extent of the play to show: until play ends, or only the tree of the first choice.
    pub extent: WholeExtent,
    /// Position in which play begins, without its clocks: we are to move.
    pub root: &'a Position,
}

/// Whole play to be drawn, of which the first nodes were kept.
#[derive(Clone, Copy, Debug)]
pub struct WholeDrawing<'a> {
    /// Subject and options of the play that is drawn.
    pub head: WholeHead<'a>,
    /// First nodes of the play, in the order of their numbers.
    pub nodes: &'a [WholeNode],
    /// Sums over all nodes, those that were not kept as well.
    pub totals: &'a WholeTotals,
    /// Numbers of nodes by the end of play, over all nodes.
    pub tally: &'a WholeTally,
}

impl WholeDrawing<'_> {
    /// Sentence that says how many of the nodes are shown; `None` where all are.
    fn cut(&self) -> Option<String> {
        let shown = self.nodes.len() as u64;
        (shown < self.totals.nodes).then(|| {
            format!(
                "only the first {} of {} nodes are shown",
                crate::text::thousands(shown),
                crate::text::thousands(self.totals.nodes)
            )
        })
    }

    fn title(&self) -> String {
        let WholeHead {
            module, subject, ..
        } = self.head;
        let what = match self.head.extent {
            WholeExtent::Play => "the whole play",
            WholeExtent::Choice => "the first choice",
        };
        format!("{what} of {} {}", subject.kind(), subject.name(module))
    }
}

/// Title of the choice that a move comes from: `krk, rule 2: squeeze`.
fn chosen(module: &Program, choice: Choice) -> String {
    Chosen::new(module, choice).title()
}

/// Place of a choice as `file:line`, without the folder of the program, so that the written file does not depend on that folder.
fn written_at(module: &Program, choice: Choice) -> Option<String> {
    let at = Chosen::new(module, choice).file_line()?;
    let main = module.source.as_ref().map_or("", |source| &source.file);
    let folder = main.rfind(['/', '\\']).map_or(0, |end| end + 1);
    let own = main
        .get(..folder)
        .and_then(|folder| at.strip_prefix(folder));
    Some(own.unwrap_or(&at).to_owned())
}

/// Record of an end of play, with a sentence if its kind does not say it all.
fn end_of(module: &Program, position: &Position, end: &WholeEnd) -> PlayEnd {
    let (kind, goal, says) = match end {
        WholeEnd::Over { ending, goal, .. } => {
            let (kind, says) = match ending {
                Ending::Checkmate { .. } => (PlayEndKind::Checkmate, None),
                Ending::Stalemate => (PlayEndKind::Stalemate, None),
                Ending::EndOfStrategy => (PlayEndKind::Over, Some("the end of the strategy")),
                Ending::Stop(reason) => {
                    let reason = reason.as_deref().filter(|reason| !reason.is_empty());
                    (PlayEndKind::Over, reason.or(Some("stop")))
                }
            };
            (kind, *goal, says.map(str::to_owned))
        }
        WholeEnd::Leaf(choice) => {
            let says = format!("the goal of {} is reached", chosen(module, *choice));
            (PlayEndKind::Leaf, None, Some(says))
        }
        WholeEnd::Stuck { origin, cause } => {
            let kind = match cause {
                StuckCause::Failure(Failure::OtherMaterial { .. }) => PlayEndKind::Material,
                _ => PlayEndKind::Stuck,
            };
            let says = match (origin.strategy, cause) {
                (Some(_), _) => {
                    let stuck = Stuck {
                        position: *position,
                        origin: *origin,
                        cause: cause.clone(),
                        tried: Vec::new(),
                    };
                    stuck_sentence(module, &stuck)
                }
                (None, StuckCause::Failure(failure)) => failure.to_string(),
                (None, _) => "no advice applies".to_owned(),
            };
            (kind, None, Some(says))
        }
    };
    let men = (kind == PlayEndKind::Material).then(|| Material::of(position).name());
    PlayEnd {
        kind,
        men,
        goal,
        says,
    }
}

/// Words for an end of play: its sentence, or else its kind.
fn end_words(end: PlayEnd) -> String {
    end.says.unwrap_or_else(|| word(end.kind))
}

/// Words for the bound or limit that left a node open, for tools and for people.
fn open_words(bound: &WholeBound) -> String {
    match bound {
        WholeBound::Plies => "plies".to_owned(),
        WholeBound::Nodes => "nodes".to_owned(),
        WholeBound::Memory => "memory".to_owned(),
        WholeBound::Interrupted => "interrupted".to_owned(),
        WholeBound::Consultation(failure) => format!("limit: {failure}"),
    }
}

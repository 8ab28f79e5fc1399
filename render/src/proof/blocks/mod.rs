//! The report of a proof, as blocks: the failures come first.
//!
//! ```text
//! refuted: `krk` fails to reach mate from 48 of 175,168 positions
//! krk.adv:129: prove krk from all positions reaches mate within 34 moves
//! table krk for White, trees played to their leaves (strong)
//!
//! positions            175,168
//!   hold               175,120  > 99.9 %
//!   fail                    48  < 0.1 %
//! …
//! what breaks the claim         failures.rs  cause, choice with its lines, the shortest line, the board at its end
//! smallest cycle                failures.rs  each consultation with the numbers that it compares
//! lengths                                    chart, longest line
//! used, against perfect play    uses.rs      each choice, and the choices never made; moves lost
//! ```

mod failures;
mod uses;

use adv_record::Side;
use adv_record::claim::{Claim, SubjectKind};
use adv_record::perfect::{KeptMoves, SearchEffort, TreeSizes};
use adv_record::play::{Choice, Line, Listing};
use adv_record::proof::{FiftyMoves, Ground, GroundKind, Lengths, Mode, Proof, Verdict};
use maud::html;

use super::numbers::{many, mean, percent};
use super::page;
use crate::block::html::PageText;
use crate::block::{Block, Board, Column, Moves, Row, Section, Table, Text, Tone, turn};
use crate::rows::cell;
use crate::text::{grouped, joined, thousands};

/// Most bars of the chart of lengths.
const BARS: usize = 18;
/// Power of ten from which on the report counts a tree as large: Karapetyan expects 10^10 nodes "for most positions" (section 1).
const PAPER_DIGITS: usize = 10;

/// Blocks of the report on a claim about play.
pub(super) fn blocks(proof: &Proof) -> Vec<Block> {
    let mut blocks = vec![head(&proof.headline, &proof.claim, Some(played(proof)))];
    if proof.verdict == Verdict::Empty {
        return blocks;
    }
    blocks.push(counts(proof));
    blocks.extend(failures::failures(proof));
    blocks.extend(proof.cycle.as_ref().map(failures::cycle));
    blocks.extend(proof.lengths.as_ref().map(|found| lengths(proof, found)));
    blocks.extend(proof.fifty.as_ref().map(fifty));
    blocks.extend(page::kings(proof));
    blocks.extend(uses::uses(proof));
    blocks.extend((proof.perfect.as_ref()).map(|found| uses::perfect(proof, found)));
    blocks.extend(uses::kept(proof));
    blocks.extend(grounds(&proof.rests_on));
    blocks.extend(source(&proof.listings));
    blocks
}

/// Block with the headline, the claim with its place, and the subject that plays, if given. A page has the headline above.
pub(super) fn head(headline: &str, claim: &Claim, played: Option<String>) -> Block {
    let at = claim.at.as_ref().map(|at| format!("{at}: "));
    let place = Text::plain(at.unwrap_or_default());
    let mut blocks = vec![
        Block::InText(vec![Block::sentence(headline)]),
        Block::Paragraph(place.then(&claim.text), Tone::Plain),
    ];
    blocks.extend(played.map(|played| Block::Paragraph(Text::plain(played), Tone::Remark)));
    Block::Group(blocks)
}

/// Line on the subject that plays: `table krk for White, consulted again at every move (weak)`.
fn played(proof: &Proof) -> String {
    let subject = &proof.claim.subject;
    let kind = match subject.kind {
        SubjectKind::Strategy => "strategy",
        SubjectKind::Table => "table",
        SubjectKind::Advice => "advice",
        SubjectKind::Descriptor => "descriptor",
        SubjectKind::Evaluation => "evaluation",
    };
    let side = proof.us.map_or("the side to move", Side::name);
    let mode = match proof.mode {
        Mode::Weak => "consulted again at every move (weak)",
        Mode::Strong => "trees played to their leaves (strong)",
    };
    let choice = match proof.any_choice {
        true => ", all moves that satisfy it followed (any-choice)",
        false => "",
    };
    format!("{kind} {} for {side}, {mode}{choice}", subject.name)
}

/// Row of counts: its words, a number, and its share of a whole; `depth` is its indentation.
pub(super) fn share(what: &str, depth: usize, part: u64, whole: u64) -> Row {
    Row::of([what, &thousands(part), &percent(part, whole)]).below(depth)
}

fn counts(proof: &Proof) -> Block {
    let row = |what, depth, part, tone| Row {
        tone,
        ..share(what, depth, part, proof.positions)
    };
    let bad = |part: u64| if part > 0 { Tone::Bad } else { Tone::Plain };
    let mut rows = vec![
        row("positions", 0, proof.positions, Tone::Plain),
        row("hold", 1, proof.held, Tone::Good),
        row("fail", 1, proof.failed, bad(proof.failed)),
    ];
    let crossing = proof.reached.saturating_sub(proof.held + proof.late);
    for (what, part) in [
        ("take too long", proof.late),
        ("cross fifty moves", crossing),
    ] {
        if part > 0 {
            rows.push(row(what, 2, part, Tone::Bad));
        }
    }
    if let Some(lengths) = &proof.lengths {
        let worst = [
            "worst case".to_owned(),
            lengths.worst.to_string(),
            "moves".to_owned(),
        ];
        let mean = [
            "mean".to_owned(),
            mean(lengths.sum, proof.reached),
            "moves".to_owned(),
        ];
        rows.extend([worst, mean].map(|cells| Row {
            is_on_page: true,
            ..Row::of(cells)
        }));
    }
    rows.push(Row::of(["states consulted", &thousands(proof.states)]));
    rows.push(Row::of(["replies followed", &thousands(proof.replies)]));
    let heads = ["first moves"].into_iter().chain(std::iter::repeat(""));
    let searched = proof.searched.as_ref();
    let sizes = proof.sizes.as_ref();
    let facts = (heads.zip(first_moves(proof).into_iter().map(Text::plain)))
        .chain(searched.map(|of| ("positions searched", self::searched(of))))
        .chain(sizes.map(|of| ("p-strategies", self::sizes(of))));
    Block::Group(vec![summary(rows), Block::lines(19, facts)])
}

/// Table of the counts at the head of a report; tiles on a page.
pub(super) fn summary(rows: Vec<Row>) -> Block {
    Block::Table(Table {
        columns: vec![
            Column::words("", 20, usize::MAX),
            Column::number("", 13),
            Column::share(""),
        ],
        rows,
        is_summary: true,
    })
}

/// Sentences on the first moves: how many keep a win, how many keep a draw, how many are optimal.
fn first_moves(proof: &Proof) -> Vec<String> {
    let kept = |kept: &KeptMoves, worth: &str| {
        let only = match kept.only {
            0 => String::new(),
            only => format!(
                ", {} where only one move does (of {})",
                percent(kept.only_kept, only),
                thousands(only)
            ),
        };
        let share = percent(kept.kept, kept.positions);
        let of = thousands(kept.positions);
        (kept.positions > 0).then(|| format!("{share} keep the {worth} (of {of}){only}"))
    };
    let mut sentences = Vec::new();
    if let Some(accuracy) = &proof.accuracy {
        sentences.extend(kept(&accuracy.positions.won, "win"));
        sentences.extend(kept(&accuracy.positions.drawn, "draw"));
    }
    if let Some(perfect) = proof.perfect.as_ref().filter(|perfect| perfect.won > 0) {
        sentences.push(format!(
            "{} are optimal (of {})",
            percent(perfect.lost.optimal, perfect.won),
            thousands(perfect.won)
        ));
    }
    sentences
}

/// Positions searched: `237.400 a consultation, at most 4,200 (20,000 consultations)`.
fn searched(of: &SearchEffort) -> Text {
    let nested = match of.nested {
        0 => String::new(),
        nested => {
            let nested = mean(nested, of.consultations);
            format!(", {nested} of them for advice within goals")
        }
    };
    let stopped = match of.stopped {
        0 => String::new(),
        stopped => format!(", {} stopped at a limit", thousands(stopped)),
    };
    Text::plain(format!(
        "{} a consultation{nested}, at most {} ({}){stopped}",
        mean(of.positions + of.nested, of.consultations),
        thousands(of.most),
        many(of.consultations, "consultation", "consultations")
    ))
}

/// Tree sizes: `median 153,002 positions as a tree, largest 26,012,345,678 from …; 0.2 % have 10^10 or more`.
fn sizes(sizes: &TreeSizes) -> Text {
    let beyond: u64 = sizes.digits.iter().skip(PAPER_DIGITS).sum();
    Text::from(format!(
        "median {} positions as a tree, largest {} from `{}`; {} have 10^{PAPER_DIGITS} or more",
        grouped(&sizes.median),
        grouped(&sizes.largest),
        sizes.example,
        percent(beyond, sizes.positions)
    ))
}

/// Board that opens a line of the record at a ply; `at` is the JSON pointer of the line.
fn board(fen: &str, line: &Line, at: String, ply: usize) -> Board {
    let last = ply.checked_sub(1).and_then(|ply| line.moves.get(ply));
    Board {
        fen: fen.to_owned(),
        last: last.map(|step| step.uci.clone()),
        at: (at, ply),
        ..Board::default()
    }
}

/// Number of our moves in a line that begins with one: `17 moves`.
fn our_moves(line: &Line) -> String {
    many(line.moves.len().div_ceil(2) as u64, "move", "moves")
}

fn lengths(proof: &Proof, lengths: &Lengths) -> Block {
    let longest = many(lengths.worst.into(), "move", "moves");
    let so_long = many(lengths.hardest, "position", "positions");
    let median = cell(lengths.median);
    let columns = [
        Column::words("", 8, 8),
        Column::number("", 7),
        Column::free(""),
    ];
    // The remark stands a blank further off than cells do.
    let so_long = format!(" {so_long}");
    let rows = [
        Row::of(["worst", &thousands(lengths.worst.into()), &so_long]),
        Row::of(["mean", &mean(lengths.sum, proof.reached)]),
        Row::of(["median", &median]),
    ];
    let mut blocks = vec![
        Block::InText(vec![Block::table(columns, rows)]),
        Block::Chart(bars(&lengths.histogram)),
    ];
    if let Some(first) = lengths.examples.first() {
        blocks.push(Block::sentence(match lengths.hardest {
            1 => format!("the only position that takes {longest}"),
            more => format!(
                "the first of {} positions that take {longest}",
                thousands(more)
            ),
        }));
        let others = lengths.examples.iter().enumerate().skip(1);
        let mut boards = vec![Board {
            caption: "the longest line from here".into(),
            title: format!("the longest line, {longest}"),
            ..board(first, &lengths.line, "/lengths/line".to_owned(), 0)
        }];
        boards.extend(others.map(|(index, fen)| Board {
            caption: Text::plain(&longest),
            title: format!("a position that takes {longest}"),
            is_on_page: true,
            ..board(fen, &lengths.line, format!("/lengths/examples/{index}"), 0)
        }));
        blocks.push(Block::Boards(boards));
        blocks.push(Block::Moves(Moves::of(&lengths.line)));
        let others = lengths.examples.iter().skip(1);
        let others: Vec<Block> = others.map(Block::sentence).collect();
        if !others.is_empty() {
            let others = vec![Block::sentence("others"), Block::Inset(others)];
            blocks.push(Block::InText(vec![Block::Inset(others)]));
        }
    }
    let but = match proof.held == proof.reached {
        true => "",
        false => " but for a limit",
    };
    Block::Section(Section {
        id: "lengths",
        heading: "How long it takes, in moves".to_owned(),
        title: Some(format!("lengths in moves, of the positions that hold{but}")),
        blocks,
    })
}

/// Bars for a chart of lengths, each a range and its count: buckets of one round width, from the shortest length to the longest.
fn bars(histogram: &[u64]) -> Vec<(String, u64)> {
    let first = histogram.iter().position(|count| *count > 0);
    let last = histogram.iter().rposition(|count| *count > 0);
    let (Some(first), Some(last)) = (first, last) else {
        return Vec::new();
    };
    let width = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
        .into_iter()
        .find(|width| (last - first) / width < BARS)
        .unwrap_or(last - first + 1);
    let bar = |from: usize| {
        let to = (from + width - 1).min(last);
        let name = match from == to {
            true => from.to_string(),
            false => format!("{from}–{to}"),
        };
        let counts = histogram.get(from..=to).unwrap_or_default();
        (name, counts.iter().sum())
    };
    (first..=last).step_by(width).map(bar).collect()
}

/// Sentence on the fifty-move rule, which breaks only claims that say `fifty-moves`.
fn fifty(fifty: &FiftyMoves) -> Block {
    let longest = many(fifty.worst_plies.into(), "ply", "plies");
    let without = "without a capture or a pawn move";
    let (sentence, tone) = match fifty.positions {
        0 => (
            format!("no line crosses it, at most {longest}"),
            Tone::Remark,
        ),
        1 => (
            format!("1 position can cross it, with {longest}"),
            Tone::Bad,
        ),
        many => {
            let many = thousands(many);
            (
                format!("{many} positions can cross it, with up to {longest}"),
                Tone::Bad,
            )
        }
    };
    let sentence = Text::plain(format!("50-move rule: {sentence} {without}"));
    let mut blocks = vec![Block::Paragraph(sentence, tone)];
    let example = fifty.example.as_ref();
    blocks.extend(example.map(|fen| {
        let example = Text::plain("for example ").then(fen);
        Block::Inset(vec![Block::Paragraph(example, Tone::Plain)])
    }));
    Block::Group(blocks)
}

/// Sentence on what the proof rests on, such as tables that were read and not computed; `None` for no grounds.
pub(super) fn grounds(grounds: &[Ground]) -> Option<Block> {
    let told = grounds.iter().map(|ground| match ground.what {
        GroundKind::Tables => format!(
            "tables of perfect play of {} (made by adv; those kept are sealed with your key)",
            ground.classes.join(", ")
        ),
        GroundKind::Syzygy => "Syzygy tables (read and believed)".to_owned(),
    });
    let sentence = Text::plain(format!("rests on {}", joined(told, "; ")));
    (!grounds.is_empty()).then_some(Block::Paragraph(sentence, Tone::Remark))
}

/// Section with the source: the claim and the rules that the report mentions, then others folded; `None` if the source is missing.
pub(super) fn source(listings: &[Listing]) -> Option<Block> {
    let one = |listing: &Listing| {
        html! {
            p.remark { (PageText(&listing.title)) ", " (PageText(&listing.file)) }
            pre.source id={ "l" (listing.first) } {
                @for (line, number) in listing.lines.iter().zip(listing.first..) {
                    div { span.no { (number) } span { (PageText(line)) } }
                }
            }
        }
    };
    let (asked, others): (Vec<&Listing>, Vec<&Listing>) =
        listings.iter().partition(|listing| listing.is_asked);
    let markup = html! {
        @for listing in &asked { (one(listing)) }
        @if !others.is_empty() {
            details { summary { "The other rules" } @for listing in &others { (one(listing)) } }
        }
    };
    let section = Block::section("source", "The source", vec![Block::Markup(markup)]);
    (!listings.is_empty()).then(|| Block::OnPage(vec![section]))
}

/// Number of a source line, on a page a link to its listing; empty for `None`.
fn line(listings: &[Listing], line: Option<u32>) -> Text {
    let Some(number) = line else {
        return Text::default();
    };
    match listings.iter().any(|listing| listing.first == number) {
        true => Text(vec![crate::block::Span::Link(
            number.to_string(),
            format!("l{number}"),
        )]),
        false => Text::plain(number.to_string()),
    }
}

/// Block with the source lines that lead to a choice, each with its place.
fn quotes(choice: &Choice) -> Block {
    let quotes = choice.quotes.iter();
    Block::facts(0, quotes.map(|(at, line)| (at, Text::source(line))))
}

/// Side to move of a FEN: `White to move`.
pub(super) fn to_move(fen: &str) -> Text {
    Text::plain(format!("{} to move", turn(fen)))
}

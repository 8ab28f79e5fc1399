//! Failures of a claim, by cause and choice, and the smallest cycle.

use adv_record::failure::{Cause, Comparison, Cycle, CycleConsultation, FailedPiece, Failure};
use adv_record::play::{ComparedSide, Step};
use adv_record::proof::{Proof, Verdict};

use super::{board, our_moves, quotes, to_move};
use crate::block::{Block, Board, Column, Moves, Row, Section, Text, Tone, word};
use crate::proof::numbers::{many, percent};
use crate::text::{thousands, tuple};

/// Most failures that are shown in full; each of the others takes one line.
const FULL: usize = 4;
/// Most pieces-of-advice listed that were tried in vain at the end of a line.
const TRIED: usize = 8;

/// Section on the failures, the one with the shortest line first; `None` where there are none.
pub(super) fn failures(proof: &Proof) -> Option<Block> {
    let mut order: Vec<(usize, &Failure)> = proof.failures.iter().enumerate().collect();
    order.sort_by_key(|(index, _)| Some(*index) != proof.shortest);
    let (noun, heading) = match proof.verdict {
        Verdict::Measured => (
            "what happens in the other positions",
            "What happens in the other positions",
        ),
        _ => ("what breaks the claim", "What breaks the claim"),
    };
    let after = match order.len() {
        0 => return None,
        1 => "",
        _ => ", the shortest line first",
    };
    let ways = many(order.len() as u64, "way", "ways");
    let mut blocks = Vec::new();
    if order.len() > 1 {
        blocks.push(Block::InText(vec![summary(proof, &order)]));
    }
    let items = order.iter().enumerate();
    let items = items.map(|(number, (index, found))| failure(proof, found, *index, number < FULL));
    blocks.push(Block::Numbered(items.collect()));
    Some(Block::Section(Section {
        id: "failures",
        heading: heading.to_owned(),
        title: Some(format!("{noun}: {ways}{after}")),
        blocks,
    }))
}

/// Title of the choice that is being played when a failure happens; `None` where the failure's sentence names its action already.
fn played(failure: &Failure) -> Option<&str> {
    let is_of_action = matches!(failure.cause, Cause::NoAdvice | Cause::InClass);
    let choice = failure.choice.as_ref().filter(|_| !is_of_action)?;
    Some(&choice.title)
}

/// Table of the failures, a row each: number of positions, share, and sentence.
fn summary(proof: &Proof, order: &[(usize, &Failure)]) -> Block {
    let row = |(number, (_, failure)): (usize, &(usize, &Failure))| {
        let title = played(failure).map_or_else(String::new, |title| format!(" – {title}"));
        Row::of([
            format!("{}.", number + 1),
            thousands(failure.positions),
            percent(failure.positions, proof.positions),
            format!("{}{title}", failure.sentence),
        ])
    };
    Block::table(
        vec![
            Column::number("", 4),
            Column::number("", 12),
            Column::number("", 8),
            Column::free(""),
        ],
        order.iter().enumerate().map(row),
    )
}

fn failure(proof: &Proof, failure: &Failure, index: usize, is_full: bool) -> Vec<Block> {
    let playing =
        played(failure).map_or_else(String::new, |title| format!(", while `{title}` is played"));
    let counts = format!(
        "from {} ({}), in {}",
        many(failure.positions, "position", "positions"),
        percent(failure.positions, proof.positions),
        many(failure.states, "state", "states")
    );
    let mut about = vec![
        Block::sentence(format!("{}{playing}", failure.sentence)),
        Block::Paragraph(Text::plain(counts), Tone::Remark),
    ];
    about.extend(failure.choice.as_ref().map(quotes));
    if is_full {
        about.push(ended(failure));
    }
    let line = &failure.line;
    let moves = our_moves(line);
    let from = |between: &str| {
        let from = Text::plain(format!("shortest line, {moves}{between} from ")).then(&line.fen);
        Block::Paragraph(from, Tone::Plain)
    };
    if !is_full {
        about.push(from(":"));
        about.push(Block::OnPage(vec![Block::Boards(boards(failure, index))]));
        return vec![Block::Group(about)];
    }
    let mut blocks = vec![Block::Group(about)];
    if !line.moves.is_empty() {
        blocks.push(Block::Group(vec![from(","), Block::Moves(Moves::of(line))]));
    }
    let told = failure.told.iter();
    let told = Block::facts(5, told.map(|(what, row)| (*what, Text::plain(row))));
    blocks.push(Block::Group(vec![
        Block::Boards(boards(failure, index)),
        told,
    ]));
    blocks
}

/// Boards of a failure: the end of its shortest line, and on a page other positions in which it happens.
fn boards(failure: &Failure, index: usize) -> Vec<Board> {
    let line = &failure.line;
    let moves = our_moves(line);
    let before = line
        .moves
        .iter()
        .rev()
        .nth(1)
        .map_or(&line.fen, |step| &step.fen);
    let caption = match line.moves.last() {
        // The number stays with its move.
        Some(step) => format!(
            "shortest line, {moves}: … {}",
            crate::block::numbered(before, &step.san).replace(' ', "\u{a0}")
        ),
        None => "a position of the claim".to_owned(),
    };
    let end = line.moves.last().map_or(&line.fen, |step| &step.fen);
    let mut boards = vec![Board {
        over: failure.ways.clone(),
        caption: Text::plain(caption),
        title: format!("the shortest line, {moves}"),
        said: failure.sentence.clone(),
        ..board(
            end,
            line,
            format!("/failures/{index}/line"),
            line.moves.len(),
        )
    }];
    // What the line goes through need not be shown again.
    let men = |fen: &str| {
        fen.splitn(5, ' ')
            .take(4)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let passed: Vec<_> = std::iter::once(&line.fen)
        .chain(line.moves.iter().map(|step| &step.fen))
        .map(|fen| men(fen))
        .collect();
    let others = failure.examples.iter().enumerate();
    let others = others.filter(|(_, fen)| !passed.contains(&men(fen)));
    boards.extend(others.map(|(number, fen)| Board {
        caption: to_move(fen),
        title: "a position in which it happens".to_owned(),
        said: failure.sentence.clone(),
        is_on_page: true,
        ..board(fen, line, format!("/failures/{index}/examples/{number}"), 0)
    }));
    boards
}

/// Facts on the consultation at the end of the line, which found no move: its rule, the pieces-of-advice tried, the command for more.
fn ended(failure: &Failure) -> Block {
    let ended = failure.ended.as_ref();
    let tried = ended.map_or(&[][..], |ended| &ended.tried);
    let mut rows: Vec<(&str, Text)> = Vec::new();
    let sentence = ended.and_then(|ended| ended.sentence.as_ref());
    rows.extend(sentence.map(|sentence| ("asked", sentence.into())));
    for FailedPiece {
        advice,
        sentence,
        at,
        zones,
        ..
    } in tried.iter().take(TRIED)
    {
        let at = at.as_ref().map_or_else(String::new, |at| format!(", {at}"));
        rows.push(("tried", format!("{advice}{at}: {sentence}").into()));
        rows.extend(zones.iter().map(|told| ("zone", Text::plain(told))));
    }
    if tried.len() > TRIED {
        rows.push(("tried", format!("and {} more", tried.len() - TRIED).into()));
    }
    rows.extend(failure.help.iter().map(|help| ("help", help.into())));
    // A command is copied, and so stays on one line.
    let command = ended.and_then(|ended| ended.command.as_ref());
    rows.extend(command.map(|command| ("see", Text::source(command))));
    Block::facts(5, rows)
}

/// Section on the smallest cycle: the way to it, its moves, and each consultation with its comparisons.
pub(super) fn cycle(cycle: &Cycle) -> Block {
    let found = if cycle.smallest { "" } else { " found" };
    let counts = format!(
        "{}, {}",
        our_moves(&cycle.round),
        many(
            cycle.consultations.len() as u64,
            "consultation",
            "consultations"
        )
    );
    let round = vec![
        Block::Moves(Moves::of(&cycle.round)),
        Block::Inset(vec![Block::sentence("and again")]),
    ];
    let mut after: Vec<Block> = idle(&cycle.consultations)
        .map(Block::sentence)
        .into_iter()
        .collect();
    match cycle.way.moves.is_empty() {
        true => after.push(Block::sentence("it begins in a position of the claim")),
        false => {
            let reached = Text::plain(format!("reached in {} from ", our_moves(&cycle.way)));
            after.push(Block::Paragraph(reached.then(&cycle.way.fen), Tone::Plain));
            after.push(Block::Moves(Moves::of(&cycle.way)));
        }
    }
    let start = Board::of(&cycle.round.fen);
    Block::Section(Section {
        id: "cycle",
        heading: format!("The smallest cycle{found}: {counts}"),
        title: Some(format!("smallest cycle{found}: {counts}")),
        blocks: vec![
            Block::InText(vec![Block::Boards(vec![start])]),
            Block::Group(round),
            Block::Numbered(consultations(cycle)),
            Block::Inset(after),
        ],
    })
}

fn consultations(cycle: &Cycle) -> Vec<Vec<Block>> {
    let moves = &cycle.round.moves;
    let begins = moves
        .iter()
        .enumerate()
        .filter(|(_, step)| step.choice.is_some());
    let begins: Vec<usize> = begins.map(|(index, _)| index).collect();
    let item = |(number, of): (usize, &CycleConsultation)| {
        let from = begins.get(number).copied().unwrap_or(0);
        let to = begins.get(number + 1).copied().unwrap_or(moves.len());
        let title = Text::plain(format!("{}  ", of.choice.title)).then(&of.fen);
        let board = Board {
            fen: of.fen.clone(),
            caption: Text::plain(movetext(&of.fen, moves.get(from..to).unwrap_or_default())),
            at: ("/cycle".to_owned(), cycle.way.moves.len() + from),
            title: format!("a cycle of {}", our_moves(&cycle.round)),
            is_on_page: true,
            ..Board::default()
        };
        let mut blocks = vec![Block::Paragraph(title, Tone::Plain)];
        let compared = of
            .compared
            .iter()
            .map(|one| format!("`{}`", comparison(one)));
        blocks.extend(compared.map(Block::sentence));
        if of.lowers_nothing {
            let nothing = match of.compared.is_empty() {
                false => "no number of its goal is less than before",
                true => "its goal compares no numbers",
            };
            let remark = Text::plain(format!("lowers nothing: {nothing}"));
            blocks.push(Block::Paragraph(remark, Tone::Bad));
        }
        vec![Block::Boards(vec![board]), Block::Group(blocks)]
    };
    cycle.consultations.iter().enumerate().map(item).collect()
}

/// Moves of a line with their numbers: `1. Ra3 Kc4 2. Rb3 Kd4`.
fn movetext(fen: &str, moves: &[Step]) -> String {
    let mut before = fen;
    let mut words = Vec::new();
    for step in moves {
        words.push(word(before, &step.san, words.is_empty()));
        before = &step.fen;
    }
    words.join(" ")
}

/// Comparison of a goal with the values of both sides: `room 12 < root.room 14`; a plain number is its own value.
fn comparison(of: &Comparison) -> String {
    let side = |side: &ComparedSide| {
        let values = tuple(&side.values);
        match &side.text {
            Some(text) if *text != values => format!("{text} {values}"),
            _ => values,
        }
    };
    let sign = of.sign.as_deref().unwrap_or("against");
    format!("{} {sign} {}", side(&of.left), side(&of.right))
}

/// Sentence that names each piece-of-advice of a cycle that lowers no number; `None` for a cycle without consultations.
fn idle(consultations: &[CycleConsultation]) -> Option<String> {
    let (mut idle, mut busy): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for of in consultations {
        let names = if of.lowers_nothing {
            &mut idle
        } else {
            &mut busy
        };
        let name = format!("`{}`", of.choice.advice);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let end = "nothing, so that play can come back to where it was";
    match (idle.as_slice(), busy.is_empty()) {
        ([], true) => None,
        ([], false) => Some(
            "every piece in it lowers a number, but no number is lowered by all of them".to_owned(),
        ),
        ([one], _) => Some(format!("{one} lowers {end}")),
        (several, _) => Some(format!("{} lower {end}", several.join(", "))),
    }
}

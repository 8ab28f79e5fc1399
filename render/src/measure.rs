//! A measure of words: what each tells about a claim, in a table.
//!
//! ```text
//! measure white-to-move from all positions where white-to-move share of won(W)
//! 163,328 positions, 76.5 % hold, 0.786 bits to tell
//!
//! word                      bits    of all    values  low             high
//! runs                     0.230    29.2 %         2  false: 58.8 %   true: 100.0 %
//! goal-ranks               0.214    27.2 %        16  ≤ -2: 77.5 %    ≥ 3: 100.0 %
//! ```

pub use adv_record::measure::{
    CeilingReport, MeasureQuestion, Measured, MeasuredWord, UnmeasuredWord, ValueEnd,
};
use serde_json::Value;

use crate::TextForm;
use crate::block::{Block, Board, Column, Row, Table, Tone};
use crate::json::value;
use crate::rows::{Csv, cell};
use crate::survey::{exact_percent, percent};
use crate::text::{joined, positions, thousands};

/// Report on the measure as text for people.
pub fn text(measured: &Measured, form: TextForm) -> String {
    form.text(&blocks(measured))
}

/// Report on the measure as JSON for tools: `docs/schema/measure.json`.
pub fn json(measured: &Measured) -> Value {
    value(measured)
}

/// Report on the measure as comma-separated values, a row for each word.
pub fn csv(measured: &Measured) -> Vec<u8> {
    let mut lines = Csv::new();
    let head = "word,bits,interval,values,low,low_mean,high,high_mean".split(',');
    lines.record(&head.collect::<Vec<_>>());
    for word in &measured.words {
        lines.record(&[
            &word.word,
            &word.bits.to_string(),
            &cell(word.interval),
            &word.values.to_string(),
            &word.low.value.to_string(),
            &word.low.mean.to_string(),
            &word.high.value.to_string(),
            &word.high.mean.to_string(),
        ]);
    }
    lines.finish()
}

fn blocks(measured: &Measured) -> Vec<Block> {
    let mean = |mean: f64| match measured.question {
        MeasureQuestion::Holds => percent(mean),
        MeasureQuestion::Distance => format!("{mean:.1}"),
    };
    let found = match measured.question {
        MeasureQuestion::Holds => format!("{} hold", mean(measured.mean)),
        MeasureQuestion::Distance => format!("{} plies to mate on average", mean(measured.mean)),
    };
    let mut blocks = vec![Block::plain(format!(
        "{}\n{}, {found}, {:.3} bits to tell",
        measured.claim,
        positions(measured.positions),
        measured.entropy
    ))];
    if !measured.beside.is_empty() {
        let beside = joined(measured.beside.iter().map(|word| format!("`{word}`")), ", ");
        blocks.push(Block::sentence(format!(
            "known before: {beside} with {:.3} bits; the others are measured beyond that",
            measured.known
        )));
    }
    let left = measured.entropy - measured.known;
    let row = |word: &MeasuredWord| {
        let bits = match word.interval {
            Some(interval) => format!("{:.3} ± {interval:.3}", word.bits),
            None => format!("{:.3}", word.bits),
        };
        let of_all = percent(if left > 0.0 { word.bits / left } else { 0.0 });
        let end = |side: &ValueEnd, sign: &str| match (word.is_descriptor, word.values) {
            (true, 1) => format!("always {}", side.value == 1),
            (false, 1) => format!("always {}", side.value),
            (true, _) => format!("{}: {}", side.value == 1, mean(side.mean)),
            (false, _) => format!("{sign} {}: {}", side.value, mean(side.mean)),
        };
        let high = match word.values {
            1 => String::new(),
            _ => end(&word.high, "≥"),
        };
        Row::of([
            word.word.clone(),
            bits,
            of_all,
            thousands(word.values),
            end(&word.low, "≤"),
            high,
        ])
    };
    let columns = vec![
        Column::words("word", 20, usize::MAX),
        Column::number("bits", 7),
        Column::number("of all", 8),
        Column::number("values", 8),
        Column::words("low", 14, usize::MAX),
        Column::free("high"),
    ];
    if !measured.words.is_empty() {
        blocks.push(Block::table(columns, measured.words.iter().map(row)));
    }
    for refused in &measured.refused {
        let sentence = format!("`{}` is not measured: {}", refused.word, refused.reason);
        blocks.push(Block::Paragraph(sentence.into(), Tone::Remark));
    }
    blocks
}

/// Report on a ceiling as text for people.
pub fn ceiling_text(ceiling: &CeilingReport, form: TextForm) -> String {
    let all = ceiling.positions;
    let row = |what: &str, count: u64, remark: &str| {
        let share = exact_percent(count, all);
        Row::of([what, &thousands(count), &share, remark])
    };
    let rows = vec![
        row(
            "every choice",
            ceiling.every,
            "whatever accepted move is played",
        ),
        row("first choice", ceiling.played, "as the program plays"),
        row(
            "some choice",
            ceiling.some,
            "with the best of the accepted moves",
        ),
    ];
    let mut blocks = vec![
        Block::plain(ceiling.claim.clone()),
        Block::Table(Table {
            columns: vec![
                Column::words("", 14, 14),
                Column::number("", 11),
                Column::number("", 9),
                Column::free(""),
            ],
            rows,
            is_summary: true,
        }),
    ];
    if ceiling.is_bounded {
        blocks.push(Block::plain("The bound of the claim is left out."));
    }
    let boards = [
        (
            &ceiling.open,
            "Another order of moves would do here, the first:",
        ),
        (
            &ceiling.beyond,
            "No choice comes to what is claimed here, the first: another goal, number or depth is needed.",
        ),
    ];
    for (fens, sentence) in boards {
        if fens.is_empty() {
            continue;
        }
        blocks.push(Block::plain(sentence));
        blocks.extend(fens.iter().map(|fen| Block::Boards(vec![Board::of(fen)])));
    }
    form.text(&blocks)
}

/// Report on a ceiling as JSON for tools: `docs/schema/measure.json`.
pub fn ceiling_json(ceiling: &CeilingReport) -> Value {
    value(ceiling)
}

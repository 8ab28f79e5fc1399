//! A zone as arrows over a board, with moves and times beside their stops.

use std::collections::{BTreeMap, BTreeSet};

use adv_chess::Color;
use adv_vm::{AttackFacts, ClosingFacts, ZoneFacts};

use super::{forecast, lines};
use crate::svg::{Arrow, ArrowStyle, KeySign, StopMark};

/// What a drawing of a zone adds to a board.
pub struct ZoneDrawing {
    /// The steps of all trajectories.
    pub arrows: Vec<Arrow>,
    /// Moves and times beside stops, rings around closed ones.
    pub stops: Vec<StopMark>,
    /// A line for each man, and what a ring means.
    pub key: Vec<(KeySign, String)>,
    /// The forecast in a sentence that asks for no word of the language.
    pub caption: String,
}

/// The zone as arrows over a board.
pub fn drawing(name: &str, facts: &ZoneFacts) -> ZoneDrawing {
    let mut arrows: BTreeSet<Arrow> = BTreeSet::new();
    let mut marks = StopMarks::default();
    for attack in &facts.attacks {
        for closing in &attack.closings {
            marks.stopped(attack, closing);
        }
        for bundle in &attack.bundles {
            let style = ArrowStyle {
                color: bundle.color,
                level: bundle.level,
            };
            for stops in &bundle.trajectories {
                arrows.extend(steps(style, stops));
                if bundle.level == 0 {
                    marks.arrives(bundle.color, stops);
                }
            }
        }
    }
    // The bold ones lie under the others.
    let mut arrows: Vec<Arrow> = arrows.into_iter().collect();
    arrows.sort_by_key(|arrow| (arrow.style.level, *arrow));
    let mut key: Vec<(KeySign, String)> = lines(facts)
        .into_iter()
        .map(|(style, line)| (KeySign::Arrow(style), line))
        .collect();
    let stops = marks.done();
    if let Some((_, words)) = stops.iter().find_map(|stop| stop.stopped.as_ref()) {
        let mut numbers = words.split(" of ");
        let (moves, time) = (numbers.next().unwrap_or(""), numbers.next().unwrap_or(""));
        key.push((
            KeySign::Ring,
            format!("stopped there; {words}: needs {moves}, has {time}"),
        ));
    }
    ZoneDrawing {
        arrows,
        stops,
        key,
        caption: format!("{name}: {}", plain(facts)),
    }
}

/// The forecast without the word for it: what gets through, or is stopped, by whom, where and in how many moves.
fn plain(facts: &ZoneFacts) -> String {
    let text = forecast(facts);
    let words = ["not vulnerable: ", "vulnerable: "].into_iter();
    let rest = words.filter_map(|word| text.strip_prefix(word)).next();
    rest.unwrap_or(&text).to_owned()
}

/// The steps of a trajectory.
pub(crate) fn steps(style: ArrowStyle, stops: &[u8]) -> impl Iterator<Item = Arrow> {
    stops
        .iter()
        .zip(stops.iter().skip(1))
        .map(move |(from, to)| Arrow {
            style,
            from: *from,
            to: *to,
        })
}

/// What is written at stops while a drawing is made.
#[derive(Default)]
pub(crate) struct StopMarks {
    /// With which of its moves a man comes to a square.
    arrives: BTreeMap<u8, (Color, BTreeSet<usize>)>,
    /// The moves that an enemy needs to a square, and those that it may take; the fewest.
    stopped: BTreeMap<u8, (Color, u32, u32)>,
}

impl StopMarks {
    /// A trajectory of a side.
    pub(crate) fn arrives(&mut self, color: Color, stops: &[u8]) {
        for (moves, stop) in stops.iter().enumerate().skip(1) {
            let of_square = self.arrives.entry(*stop);
            let (_, numbers) = of_square.or_insert_with(|| (color, BTreeSet::new()));
            numbers.insert(moves);
        }
    }

    fn stopped(&mut self, attack: &AttackFacts, closing: &ClosingFacts) {
        let Some(main) = attack.bundles.first() else {
            return;
        };
        let found = (!main.color, closing.moves, closing.time);
        let known = self.stopped.entry(closing.stop).or_insert(found);
        if found.1 < known.1 {
            *known = found;
        }
    }

    /// The marks, by square.
    pub(crate) fn done(self) -> Vec<StopMark> {
        let squares: BTreeSet<u8> = self
            .arrives
            .keys()
            .chain(self.stopped.keys())
            .copied()
            .collect();
        let mark = |square: u8| {
            let arrives = self.arrives.get(&square).map(|(color, numbers)| {
                let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                (*color, numbers.join(","))
            });
            let stopped = self
                .stopped
                .get(&square)
                .map(|(color, moves, time)| (*color, format!("{moves} of {time}")));
            StopMark {
                square,
                is_closed: stopped.is_some(),
                arrives,
                stopped,
            }
        };
        squares.into_iter().map(mark).collect()
    }
}

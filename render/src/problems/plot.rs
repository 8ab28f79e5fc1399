//! Rows as points of a drawing: a parameter of the piece, or a column, against a column.
//!
//! ```text
//!   tested │          ○        ● solved   ○ not solved
//!      10³ ┤   ●          ○    what is counted or timed has a logarithmic scale
//!      10² ┤ ●    ●
//!          └─┬────┬────┬───
//!            1000      2000  divisor
//! ```

use std::fmt;

use super::{SolveOutcome, SolvedRow};
use crate::svg::escaped;

/// What an axis shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Axis {
    /// A parameter of the pieces, by its name.
    Parameter(String),
    /// The number of the position.
    Number,
    /// The deepest ply that was tested.
    Depth,
    /// The moves of the mate.
    Mate,
    /// The effort of the bound, in wholes.
    Effort,
    /// The cost of the dearest line of the tree, in wholes.
    Spent,
    /// The positions tested.
    Tested,
    /// All positions made.
    LookedAt,
    /// The CPU time in seconds.
    Time,
}

impl Axis {
    /// The words beside the axis.
    fn label(&self) -> String {
        match self {
            Axis::Parameter(name) => name.clone(),
            Axis::Number => "position".to_owned(),
            Axis::Depth => "depth in plies".to_owned(),
            Axis::Mate => "mate in moves".to_owned(),
            Axis::Effort => "effort allowed".to_owned(),
            Axis::Spent => "effort spent".to_owned(),
            Axis::Tested => "positions tested".to_owned(),
            Axis::LookedAt => "positions looked at".to_owned(),
            Axis::Time => "CPU time in seconds".to_owned(),
        }
    }

    /// True for what is counted or timed.
    const fn is_logarithmic(&self) -> bool {
        matches!(self, Axis::Tested | Axis::LookedAt | Axis::Time)
    }

    /// The value of a row.
    #[expect(clippy::cast_precision_loss, reason = "a place in a drawing")]
    fn value(&self, row: &SolvedRow) -> Option<f64> {
        let value = match self {
            Axis::Parameter(name) => {
                let mut parameters = row.parameters.iter();
                parameters
                    .find(|(known, _)| known == name)
                    .map(|(_, value)| *value)
            }
            Axis::Number => Some(row.number as f64),
            Axis::Depth => Some(f64::from(row.depth)),
            Axis::Mate => row.shortest().map(f64::from),
            Axis::Effort => row.effort.map(|effort| f64::from(effort) / 1000.0),
            Axis::Spent => row.spent.map(|spent| f64::from(spent) / 1000.0),
            Axis::Tested => Some(row.tested as f64),
            Axis::LookedAt => row.looked_at.map(|number| number as f64),
            Axis::Time => row.seconds,
        };
        value.filter(|value| value.is_finite())
    }
}

/// The axis of a word: a column, or else a parameter.
pub fn axis_of(word: &str) -> Axis {
    match word {
        "number" => Axis::Number,
        "depth" => Axis::Depth,
        "mate" => Axis::Mate,
        "effort" => Axis::Effort,
        "spent" => Axis::Spent,
        "tested" => Axis::Tested,
        "looked-at" => Axis::LookedAt,
        "time" => Axis::Time,
        other => Axis::Parameter(other.to_owned()),
    }
}

/// Why rows cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlotError {
    /// No row has a value on an axis; the words of the axis, and the parameters that the rows have.
    NoValue {
        /// The axis.
        axis: String,
        /// The names of parameters, sorted.
        parameters: Vec<String>,
    },
}

impl fmt::Display for PlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlotError::NoValue { axis, parameters } = self;
        write!(
            f,
            "no row has a value for `{axis}`, so there is nothing to draw"
        )?;
        if !parameters.is_empty() {
            write!(
                f,
                "; the parameters of the pieces are {}",
                parameters.join(", ")
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for PlotError {}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 58.0;
const BOTTOM: f64 = 60.0;
/// The radius of a point.
const POINT: f64 = 5.0;

const STYLE: &str = ".p{fill:#fffdf8}.f{stroke:#4a4335;fill:none}.g{stroke:#e6dfd0;fill:none}.t{fill:#2a261f}.s{fill:#6b6250}\
.y{fill:#1667b0;stroke:#1667b0}.n{fill:#fffdf8;stroke:#c8402f}\
@media (prefers-color-scheme:dark){.p{fill:#1e1c19}.f{stroke:#b9ad96}.g{stroke:#38342d}.t{fill:#efe8da}.s{fill:#b3a994}\
.y{fill:#6db3f2;stroke:#6db3f2}.n{fill:#1e1c19;stroke:#f08a7a}}";

/// One axis as it is drawn: its ends, and how values become places.
struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    ticks: Vec<(f64, String)>,
}

impl Scale {
    fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            let value = match axis.is_logarithmic() {
                // Nothing at all has no logarithm; it stands with the smallest.
                true => value.max(1e-6),
                false => value,
            };
            low = low.min(value);
            high = high.max(value);
        }
        match axis.is_logarithmic() {
            true => Scale::logarithmic(low, high),
            false => Scale::linear(low, high),
        }
    }

    fn logarithmic(low: f64, high: f64) -> Scale {
        let (low, mut high) = (low.log10().floor(), high.log10().ceil());
        if high <= low {
            high = low + 1.0;
        }
        let mut ticks = Vec::new();
        let mut power = low;
        while power <= high {
            ticks.push((power, power_words(power)));
            power += 1.0;
        }
        Scale {
            low,
            high,
            logarithmic: true,
            ticks,
        }
    }

    fn linear(low: f64, high: f64) -> Scale {
        let span = if high > low {
            high - low
        } else {
            low.abs().max(1.0)
        };
        let rough = span / 6.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power);
        let step = step
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(rough);
        // A step of a whole range is never too small to count with.
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let last = if last > first { last } else { first + 1.0 };
        let mut ticks = Vec::new();
        let mut at = first;
        while at <= last {
            ticks.push((at * step, number_words(at * step, step)));
            at += 1.0;
        }
        Scale {
            low: first * step,
            high: last * step,
            logarithmic: false,
            ticks,
        }
    }

    /// The place of a value between 0 and 1.
    fn place(&self, value: f64) -> f64 {
        let value = match self.logarithmic {
            true => value.max(1e-6).log10(),
            false => value,
        };
        (value - self.low) / (self.high - self.low)
    }

    /// The place of a tick, which is on the scale already.
    fn tick(&self, tick: f64) -> f64 {
        (tick - self.low) / (self.high - self.low)
    }
}

/// A power of ten as a number: `100`, `10,000`, `0.01`.
fn power_words(power: f64) -> String {
    let value = 10_f64.powf(power);
    match value {
        v if v >= 1e9 => format!("10^{power:.0}"),
        v if v >= 1e6 => format!("{:.0} M", v / 1e6),
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 1 and a million"
        )]
        v if v >= 1.0 => crate::text::thousands(v.round() as u64),
        v => format!("{v}"),
    }
}

/// A tick of a linear scale, with as many decimals as its step has.
fn number_words(value: f64, step: f64) -> String {
    // A value that is nothing but what is left of rounding is none.
    let value = if value.abs() < step / 1e6 { 0.0 } else { value };
    match step {
        s if s >= 1.0 => format!("{value:.0}"),
        s if s >= 0.1 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Rows as an SVG drawing: `x` to the right, `y` upwards; solved ones are filled, the others hollow.
///
/// # Errors
/// [`PlotError`] where no row has a value on one of the axes.
pub fn plot(rows: &[SolvedRow], x: &Axis, y: &Axis, title: &str) -> Result<String, PlotError> {
    let mut points = Vec::new();
    for row in rows {
        if let (Some(at), Some(up)) = (x.value(row), y.value(row)) {
            points.push((at, up, row));
        }
    }
    if points.is_empty() {
        let lacks = |axis: &Axis| rows.iter().all(|row| axis.value(row).is_none());
        let axis = if lacks(x) { x } else { y };
        let mut parameters: Vec<String> = rows
            .iter()
            .flat_map(|row| row.parameters.iter().map(|(name, _)| name.clone()))
            .collect();
        parameters.sort();
        parameters.dedup();
        return Err(PlotError::NoValue {
            axis: axis.label(),
            parameters,
        });
    }
    let across = Scale::new(x, points.iter().map(|point| point.0));
    let upwards = Scale::new(y, points.iter().map(|point| point.1));
    let (wide, high) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let to_x = |place: f64| LEFT + place * wide;
    let to_y = |place: f64| TOP + (1.0 - place) * high;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         font-family=\"Helvetica Neue,Helvetica,Arial,Liberation Sans,sans-serif\" font-size=\"13\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n<rect class=\"p\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n",
        escaped(title)
    );
    text.push_str(&format!(
        "<text class=\"t\" x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n",
        escaped(title)
    ));
    for (tick, words) in &across.ticks {
        let at = to_x(across.tick(*tick));
        text.push_str(&format!(
            "<path class=\"g\" d=\"M{at:.1} {TOP}V{:.1}\"/><text class=\"s\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{words}</text>\n",
            TOP + high,
            TOP + high + 19.0
        ));
    }
    for (tick, words) in &upwards.ticks {
        let at = to_y(upwards.tick(*tick));
        text.push_str(&format!(
            "<path class=\"g\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text class=\"s\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{words}</text>\n",
            LEFT + wide,
            LEFT - 8.0,
            at + 4.5
        ));
    }
    text.push_str(&format!(
        "<path class=\"f\" d=\"M{LEFT} {TOP}V{:.1}H{:.1}\"/>\n",
        TOP + high,
        LEFT + wide
    ));
    text.push_str(&format!(
        "<text class=\"t\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
        LEFT + wide / 2.0,
        HEIGHT - 16.0,
        escaped(&x.label())
    ));
    text.push_str(&format!(
        "<text class=\"t\" transform=\"translate(20 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        TOP + high / 2.0,
        escaped(&y.label())
    ));
    text.push_str(&legend());
    for (at, up, row) in points {
        let class = if row.result == SolveOutcome::Found {
            "y"
        } else {
            "n"
        };
        text.push_str(&format!(
            "<circle class=\"{class}\" stroke-width=\"1.8\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{POINT}\"><title>{}</title></circle>\n",
            to_x(across.place(at)),
            to_y(upwards.place(up)),
            escaped(&told(row))
        ));
    }
    text.push_str("</svg>\n");
    Ok(text)
}

/// What the two kinds of points mean, at the top right.
fn legend() -> String {
    let at = WIDTH - RIGHT - 178.0;
    format!(
        "<circle class=\"y\" stroke-width=\"1.8\" cx=\"{:.1}\" cy=\"40\" r=\"{POINT}\"/><text class=\"s\" x=\"{:.1}\" y=\"44.5\">solved</text>\
         <circle class=\"n\" stroke-width=\"1.8\" cx=\"{:.1}\" cy=\"40\" r=\"{POINT}\"/><text class=\"s\" x=\"{:.1}\" y=\"44.5\">not solved</text>\n",
        at,
        at + 11.0,
        at + 80.0,
        at + 91.0
    )
}

/// The tooltip of a point.
fn told(row: &SolvedRow) -> String {
    let id = row.id.as_deref().unwrap_or("");
    let name = format!("{} {id}", row.number);
    let words = match row.result {
        SolveOutcome::Found => match row.shortest() {
            Some(moves) => format!("mate in {moves}"),
            None => "found".to_owned(),
        },
        SolveOutcome::None => "none".to_owned(),
        SolveOutcome::Undecided => "undecided".to_owned(),
    };
    format!(
        "{}: {}, {words}, {} tested",
        name.trim(),
        row.asked,
        row.tested
    )
}

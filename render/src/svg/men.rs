//! The men as vector paths, drawn for this project on a square of 100 by 100 units: turned figures on one common foot.
//!
//! ```text
//!      +         o o o        ▄ ▄ ▄         o          ▟▙
//!     ▜█▛        ▜█▛         ▜█▛         ▟█▙       ▟███▙        o
//!      ║          ║           █           ║         ▀███▌       ║
//!    ▄▟█▙▄      ▄▟█▙▄       ▄▟█▙▄       ▄▟█▙▄      ▄▟███▙▄     ▄▟█▙▄
//! ```
//!
//! A man is drawn twice: first all its parts with a broad dark contour, then part by part with fine lines in between, dark on white men and
//! light on black ones, so that both are clear on any square.

use adv_chess::{Color, Role};

/// Shapes of a chessman as SVG paths on a square of 100 by 100 units: closed parts from the foot up, and strokes on them.
pub(crate) struct Man {
    /// Paths of the closed parts, from the foot up.
    pub parts: &'static [&'static str],
    /// Path of the open strokes; may be empty.
    pub strokes: &'static str,
}

const FOOT: &str = "M21 90V85.5Q21 80.5 26 80.5H74Q79 80.5 79 85.5V90Z";
const RING: &str = "M28 80.5Q28 73 36 72H64Q72 73 72 80.5Z";
const STEM: &str = "M36 72C44 62 45 54 43.5 46H56.5C55 54 56 62 64 72Z";
const COLLAR: &str = "M35 46Q35 40.5 41 40.5H59Q65 40.5 65 46Z";

/// Shapes of the chessman for a role.
pub(crate) const fn man(role: Role) -> Man {
    match role {
        Role::King => Man {
            parts: &[
                FOOT,
                RING,
                STEM,
                COLLAR,
                "M41 40.5L31 27.5C29 20.5 39.5 17 50 24.5C60.5 17 71 20.5 69 27.5L59 40.5Z",
                "M46.8 22.5V15.5H40.6V9.5H46.8V4H53.2V9.5H59.4V15.5H53.2V22.5Q50 25.5 46.8 22.5Z",
            ],
            strokes: "",
        },
        Role::Queen => Man {
            parts: &[
                FOOT,
                RING,
                STEM,
                COLLAR,
                "M41 40.5L30.5 19.5L43 28L50 16.5L57 28L69.5 19.5L59 40.5Z",
                "M50 8.2a4.1 4.1 0 1 0 .01 0Z",
                "M29.5 13a3.8 3.8 0 1 0 .01 0Z",
                "M70.5 13a3.8 3.8 0 1 0 .01 0Z",
            ],
            strokes: "",
        },
        Role::Rook => Man {
            parts: &[
                FOOT,
                RING,
                "M36.5 72L40 46.5H60L63.5 72Z",
                "M33.5 46.5L36.5 39.5H63.5L66.5 46.5Z",
                "M31.5 39.5V21.5H39.5V28H45.5V21.5H54.5V28H60.5V21.5H68.5V39.5Z",
            ],
            strokes: "",
        },
        Role::Bishop => Man {
            parts: &[
                FOOT,
                RING,
                STEM,
                COLLAR,
                "M50 16.5C63 23.5 67.5 32.5 59 40.5H41C32.5 32.5 37 23.5 50 16.5Z",
                "M50 9a4.1 4.1 0 1 0 .01 0Z",
            ],
            strokes: "M54 21.5L48.5 32.5",
        },
        Role::Knight => Man {
            parts: &[
                FOOT,
                RING,
                "M70 72C74 50 71 27 54.5 19L50.5 10.5L45 18.5C37.5 21.5 33.5 27 30.5 34L21 44.5C18 48.5 20 54.5 24.5 56C29.5 57.5 \
                 32.5 54 37 52.5C42.5 51.5 46.5 50 49 46C49.5 56 33 59 31 72Z",
            ],
            strokes: "M56.5 25C65.5 36 67 53 64 66M38.5 30.5L42 29M24.5 48.5L26 47.3",
        },
        Role::Pawn => Man {
            parts: &[
                "M25 90V86Q25 81.5 30 81.5H70Q75 81.5 75 86V90Z",
                "M32 81.5Q32 75 39 74H61Q68 75 68 81.5Z",
                "M39 74C46 67 46.5 61 45.5 54.5H54.5C53.5 61 54 67 61 74Z",
                "M38 54.5Q38 49.5 43 49.5H57Q62 49.5 62 54.5Z",
                "M50 26a12.3 12.3 0 1 0 .01 0Z",
            ],
            strokes: "",
        },
    }
}

/// Colours of a side's chessmen, as values of SVG attributes.
pub(crate) struct Ink {
    /// Colour of the broad contour around a man.
    pub outline: &'static str,
    /// Colour of a man's body.
    pub fill: &'static str,
    /// Colour of the fine lines between the parts of a man.
    pub detail: &'static str,
    /// Breadth of the fine lines, in the units of the man's square.
    pub breadth: &'static str,
}

/// Colours of a side's chessmen, the same in light and dark: a man is white or black whatever the page is.
pub(crate) const fn ink(color: Color) -> Ink {
    match color {
        Color::White => Ink {
            outline: "#26221c",
            fill: "#fffdf8",
            detail: "#26221c",
            breadth: "2",
        },
        Color::Black => Ink {
            outline: "#1b1815",
            fill: "#35302a",
            detail: "#f1eadc",
            breadth: "1.7",
        },
    }
}

/// Identifier of a chessman's definition in a drawing: `adv-wK`.
pub(crate) fn id(color: Color, role: Role) -> String {
    let side = color.letter().to_ascii_lowercase();
    format!("adv-{side}{}", role.letter())
}

/// Definition of a chessman in SVG, to be used by its [`id`], 100 by 100 units.
pub(crate) fn definition(color: Color, role: Role) -> String {
    let Man { parts, strokes } = man(role);
    let Ink {
        outline,
        fill,
        detail,
        breadth,
    } = ink(color);
    let mut text = format!(
        "<g id=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><path d=\"{}\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"6\"/>\
         <g fill=\"{fill}\" stroke=\"{detail}\" stroke-width=\"{breadth}\">",
        id(color, role),
        parts.concat(),
    );
    for part in parts {
        text.push_str(&format!("<path d=\"{part}\"/>"));
    }
    text.push_str("</g>");
    if !strokes.is_empty() {
        text.push_str(&format!(
            "<path d=\"{strokes}\" fill=\"none\" stroke=\"{detail}\" stroke-width=\"3\"/>"
        ));
    }
    text.push_str("</g>");
    text
}

/// Definitions in SVG of all twelve chessmen.
pub(crate) fn definitions() -> String {
    let mut text = String::new();
    for color in [Color::White, Color::Black] {
        for role in Role::ALL {
            text.push_str(&definition(color, role));
        }
    }
    text
}

/// Style sheet with a picture for each man, for a page whose board is made of elements `<piece class="white king">`.
///
/// The pictures are written into the sheet as addresses of data, so that the page loads nothing else for them.
pub fn men_style() -> String {
    let mut text =
        String::from("/* Generated from render/src/svg/men.rs; refresh with `cargo bless`. */\n");
    for color in [Color::White, Color::Black] {
        for role in Role::ALL {
            let drawing = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{}</svg>",
                definition(color, role)
            );
            // Within single quotes only these have to be written otherwise.
            let address = drawing
                .replace('"', "'")
                .replace('#', "%23")
                .replace('<', "%3C")
                .replace('>', "%3E");
            text.push_str(&format!(
                "piece.{}.{} {{ background-image: url(\"data:image/svg+xml,{address}\"); }}\n",
                color.name().to_ascii_lowercase(),
                role.name(),
            ));
        }
    }
    text
}

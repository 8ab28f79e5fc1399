//! What is no position and no operation of EPD, told with what may be meant.

use std::path::Path;

use super::{EpdError, one_line};
use crate::exit::Trouble;
use crate::io;

/// Trouble with a file that has another format, by a line that is no position.
pub(super) fn other_format(line: &[u8], file: &Path) -> Option<Trouble> {
    let shown = io::shown(file);
    if line.starts_with(&[0xff, 0xfe]) || line.starts_with(&[0xfe, 0xff]) {
        let trouble = Trouble::new(format!("`{shown}` is text in UTF-16, expected UTF-8"));
        return Some(trouble.help("save it as UTF-8"));
    }
    let text = std::str::from_utf8(line)
        .ok()?
        .trim_start_matches('\u{feff}')
        .trim();
    let is_tag = text.starts_with('[') && text.ends_with("\"]");
    is_tag.then(|| {
        Trouble::new(format!("`{shown}` is a PGN file: it has games, and positions are expected"))
            .help("`adv annotate` reads games; a position is a line such as `8/8/8/4k3/8/3R4/8/2K5 w - -`")
    })
}

/// Whether an operation is one of the standard, or one of the letter and number that suites of positions number their own by (`c0`, `D1`).
pub(super) fn is_known(code: &str) -> bool {
    const STANDARD: &str = "acd acn acs ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn hmvc nic noop pm pv rc resign sm tcgs tcri tcsi";
    let numbered = code.strip_prefix(|c: char| c.is_ascii_alphabetic());
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    STANDARD.split(' ').any(|known| known == code) || numbered.is_some_and(is_number)
}

/// Fault of an operation that is none of EPD, with the one that may be meant.
pub(super) fn unknown(code: &str, operands: &str, column: usize) -> EpdError {
    let shown: String = one_line(code).chars().take(40).collect();
    let number = operands
        .split_whitespace()
        .find(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let help = match (code.to_ascii_lowercase().trim_end_matches(':'), number) {
        ("mate" | "matein" | "mate-in", Some(number)) => {
            format!("a mate in {number} is `dm {number}`")
        }
        ("best" | "bestmove" | "best_move" | "solution" | "key", _) => {
            "the best move is `bm`".to_owned()
        }
        ("avoid" | "not", _) => "a move to avoid is `am`".to_owned(),
        ("name" | "title" | "event" | "source", _) => "a name is `id \"…\"`".to_owned(),
        _ => "`bm`, `am`, `dm` and `id` are read; remarks are `c0 \"…\"`".to_owned(),
    };
    EpdError::new(column, format!("`{shown}` is no operation of EPD: {help}"))
}

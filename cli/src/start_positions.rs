//! Start positions of games: those of a file, or drawn ones; and the error messages for those that cannot be drawn.

use std::path::Path;

use adv::{DrawError, Position};

use crate::epd::{self};
use crate::exit::{Trouble, say};
use crate::io;

impl From<DrawError> for Trouble {
    fn from(error: DrawError) -> Trouble {
        let sentence = Trouble::new(error.to_string());
        match error {
            DrawError::NoMaterial { .. } => {
                sentence.help("declare it at the head of the program, or name a file by `--from`")
            }
            DrawError::Rare {
                condition: Some(_), ..
            } => sentence.help(
                "expected a condition that is true of some of them; `adv board` shows it in a position",
            ),
            DrawError::Rare { .. }
            | DrawError::Class { .. }
            | DrawError::InClass(_)
            | DrawError::Condition { .. } => sentence,
        }
    }
}

/// Start positions of a file, and the number of its lines that cannot be read; those are reported and skipped.
///
/// # Errors
/// Where the file cannot be read or has no position.
pub fn file(name: &Path) -> Result<(Vec<Position>, u64), Trouble> {
    let (mut positions, mut bad) = (Vec::new(), 0);
    epd::each_line(name, u64::MAX, |number, line| {
        match line {
            Ok(entry) => positions.push(entry.position),
            Err(error) => {
                bad += 1;
                say(format_args!("{}:{number}: error: {error}", io::shown(name)));
            }
        }
        Ok(())
    })?;
    if positions.is_empty() {
        return Err(Trouble::new(format!(
            "`{}` has no position to begin from",
            io::shown(name)
        ))
        .help("expected lines such as `8/8/8/4k3/8/3R4/8/2K5 w - -`"));
    }
    Ok((positions, bad))
}

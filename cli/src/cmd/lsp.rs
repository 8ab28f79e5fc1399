//! `adv lsp`: the language server over standard input and output. The server is a crate of its own; here are the files that it asks for.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adv::render::text::joined;
use adv::{Absent, Sources};
use adv_lsp::Host;
use clap::Args;

use crate::sources::Folder;
use crate::{Exit, Outcome, Trouble, folders, io, sources, state, work};

/// Arguments of `adv lsp`.
#[derive(Args, Debug)]
pub struct LspArgs {
    /// Speak over standard input and output, which it does in any case; editors say so
    #[arg(long)]
    pub stdio: bool,
}

/// `adv lsp`: serves an editor until it sends `exit`.
pub fn serve(_: &LspArgs) -> Outcome {
    work::leave_one_thread();
    match adv_lsp::over_stdio(Arc::new(DiskTexts)) {
        Ok(true) => Ok(Exit::Done),
        Ok(false) => Ok(Exit::Wrong),
        Err(error) => Err(Trouble::new(error.to_string())
            .help("`adv lsp` is started by an editor; docs/editors.md says how")),
    }
}

/// Source of the files on this machine for the language server.
struct DiskTexts;

impl Host for DiskTexts {
    fn read(&self, program: &str, path: &str) -> Result<String, Absent> {
        Folder::of(Path::new(program)).read(&relative(program, path))
    }

    fn allow(&self, folder: &str) {
        // A folder that cannot be read allows nothing.
        let _ = sources::allow(Path::new(folder));
    }

    fn programs(&self, folder: &str) -> Vec<String> {
        let files = folders::files(&[PathBuf::from(folder)]).unwrap_or_default();
        files.iter().map(|file| slashed(file)).collect()
    }

    fn library(&self, module: &str, text: &str) -> Option<String> {
        let folder = state::folder().ok()?.join("library");
        fs::create_dir_all(&folder).ok()?;
        let path = folder.join(format!("{module}.adv"));
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            io::write_whole(&path, text.as_bytes()).ok()?;
        }
        Some(slashed(&path))
    }
}

fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy();
    match cfg!(windows) {
        true => text.replace('\\', "/"),
        false => text.into_owned(),
    }
}

/// Relative path from the folder of a file to another file, both absolute.
fn relative(from: &str, to: &str) -> String {
    let mut folder: Vec<&str> = from.split('/').collect();
    folder.pop();
    let to: Vec<&str> = to.split('/').collect();
    let pairs = folder.iter().zip(&to);
    let shared = pairs.take_while(|(a, b)| a == b).count();
    let up = folder.len() - shared;
    let down = to.into_iter().skip(shared);
    joined(std::iter::repeat_n("..", up).chain(down), "/")
}

#[cfg(test)]
mod tests {
    use super::relative;

    #[test]
    fn a_way_goes_up_and_down() {
        for (from, to, way) in [
            ("/x/krk.adv", "/x/krk.adv", "krk.adv"),
            ("/x/krk.adv", "/x/lib/rook.adv", "lib/rook.adv"),
            ("/x/y/krk.adv", "/x/z/rook.adv", "../z/rook.adv"),
            ("/krk.adv", "/x/rook.adv", "x/rook.adv"),
        ] {
            assert_eq!(relative(from, to), way);
        }
    }
}

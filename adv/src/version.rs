//! The version of adv, as reports and `adv --version` tell it. The commit and the day of a build are the command's alone, so that no
//! report depends on them.

use std::fmt;

pub use serde_json::Value;
use serde_json::json;

use crate::{Engine, Fingerprint, Rulebook};

/// The version, such as `0.2.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What was chosen when this was built, such as `native`; empty where nothing was.
pub const FEATURES: &[&str] = match Engine::HAS_NATIVE {
    true => &["native"],
    false => &[],
};

/// Names the version of adv and the program by which a report was made.
#[derive(Clone, Debug)]
pub struct MadeBy(Vec<Fingerprint>);

impl MadeBy {
    /// Of reports about some programs: one, two that are compared, or none. A program without a fingerprint, which
    /// would be a mistake of the linker, is left out.
    pub fn of<'p>(programs: impl IntoIterator<Item = &'p Rulebook>) -> MadeBy {
        let known = |program: &Rulebook| program.fingerprint().ok();
        MadeBy(programs.into_iter().filter_map(known).collect())
    }

    /// Writes itself into a report, as its last field, `made_by`: `{ "adv": "0.2.0", "programs": ["3f2a…"] }`.
    pub fn sign(&self, report: &mut Value) {
        if let Some(fields) = report.as_object_mut() {
            let programs: Vec<String> = self.0.iter().map(Fingerprint::to_string).collect();
            let made_by = json!({ "adv": VERSION, "programs": programs });
            fields.insert("made_by".to_owned(), made_by);
        }
    }

    /// Writes itself into the head of a page, as what generated it.
    pub fn sign_page(&self, page: &str) -> String {
        let generator = format!("<head>\n<meta name=\"generator\" content=\"{self}\">");
        page.replacen("<head>", &generator, 1)
    }
}

impl fmt::Display for MadeBy {
    /// As `adv 0.2.0, program 3f2a18c0d7e4`: the fingerprint's first six bytes tell programs apart.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "adv {VERSION}")?;
        self.0
            .iter()
            .try_for_each(|program| write!(f, ", program {program:.12}"))
    }
}

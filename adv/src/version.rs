//! The version of adv, as reports and `adv --version` show it. Only the command shows the commit and the day of a build, so that no report
//! depends on them.

use std::fmt;

pub use serde_json::Value;

use crate::{Engine, Fingerprint, Rulebook};

/// Version of adv, such as `0.2.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Optional features that this build has, such as `native`; empty where there are none.
pub const FEATURES: &[&str] = match Engine::HAS_NATIVE {
    true => &["native"],
    false => &[],
};

/// Signature of a report: the version of adv and the programs by which it was made, one, or two that are compared or play each other.
/// Their fingerprints are computed when the signature is written.
#[derive(Clone, Debug)]
pub struct MadeBy(pub Vec<Rulebook>);

impl MadeBy {
    /// Fingerprints of the programs. A program without one, which would be a mistake of the linker, is left out.
    fn programs(&self) -> impl Iterator<Item = Fingerprint> {
        self.0.iter().filter_map(|one| one.fingerprint().ok())
    }

    /// Adds the signature to a report as its last field, `made_by`: `{ "adv": "0.2.0", "programs": ["3f2a…"] }`.
    pub fn sign(&self, report: &mut Value) {
        let programs = self.programs().map(|one| one.to_string()).collect();
        let adv = VERSION.to_owned();
        if let Some(fields) = report.as_object_mut() {
            let made_by = adv_render::json::value(&adv_render::MadeBy { adv, programs });
            fields.insert("made_by".to_owned(), made_by);
        }
    }

    /// Adds the signature to the head of an HTML page, as the page's generator.
    pub fn sign_page(&self, page: &str) -> String {
        let generator = format!("<head>\n<meta name=\"generator\" content=\"{self}\">");
        page.replacen("<head>", &generator, 1)
    }

    /// The signature as the last line of a text file, which may outlive the version that wrote it.
    pub fn last_line(&self) -> String {
        format!("\nmade by {self}\n")
    }
}

impl fmt::Display for MadeBy {
    /// Writes the signature as `adv 0.2.0, program 3f2a18c0d7e4`: the fingerprint's first six bytes tell programs apart.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "adv {VERSION}")?;
        self.programs()
            .try_for_each(|program| write!(f, ", program {program:.12}"))
    }
}

//! Tables that a report rests on besides the search of its own run, in a sentence.
//!
//! A checkpoint, slices and parts of shards are not told here: a proof that was interrupted or shared has the report of one in one piece, byte
//! by byte. The command names them on standard error.

use adv_prover::Ground;

use crate::svg::escaped;

/// `rests on tables of perfect play of KQvK, KvK (made by adv; those kept are sealed with your key)`; `None` where the claim asks none.
fn sentence(grounds: &[Ground]) -> Option<String> {
    let told: Vec<String> = grounds
        .iter()
        .filter_map(|ground| match ground {
            Ground::Tables { classes } => Some(format!(
                "tables of perfect play of {} (made by adv; those kept are sealed with your key)",
                classes.join(", ")
            )),
            Ground::Syzygy => Some("Syzygy tables (read and believed)".to_owned()),
            Ground::Checkpoint | Ground::Slices { .. } | Ground::Shards { .. } => None,
        })
        .collect();
    (!told.is_empty()).then(|| format!("rests on {}", told.join("; ")))
}

/// The last lines of a report.
pub(super) fn text(grounds: &[Ground]) -> String {
    sentence(grounds).map_or_else(String::new, |told| format!("\n{told}\n"))
}

/// A paragraph of a page.
pub(super) fn html(grounds: &[Ground]) -> String {
    sentence(grounds).map_or_else(String::new, |told| {
        format!("<p class=\"remark\">{}</p>\n", escaped(&told))
    })
}

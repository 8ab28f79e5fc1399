//! What a report rests on besides its own run, in a sentence and as JSON; nothing where its run computed all.

use adv_prover::{Ground, Trust};
use serde_json::{Value, json};

use super::numbers::many;
use crate::svg::escaped;

/// `rests on tables of perfect play of KQvK, KvK (read, sealed with your key)`; `None` where all was computed.
fn sentence(grounds: &[Ground]) -> Option<String> {
    let told: Vec<String> = grounds.iter().map(told).collect();
    (!told.is_empty()).then(|| format!("rests on {}", told.join("; ")))
}

fn told(ground: &Ground) -> String {
    let what = match ground {
        Ground::Checkpoint => "the checkpoint of an earlier run".to_owned(),
        Ground::Slices { states } => {
            let states = many(*states, "state", "states");
            format!("{states} in slices of earlier runs")
        }
        Ground::Shards { count } => many(*count, "part of a shard", "parts of shards"),
        Ground::Tables { classes } => {
            format!("tables of perfect play of {}", classes.join(", "))
        }
        Ground::Syzygy => "Syzygy tables".to_owned(),
    };
    let trust = match ground.trust() {
        Trust::Sampled => "read, sealed with your key, a sample consulted again",
        Trust::Sealed => "read, sealed with your key",
        Trust::Believed => "read and believed",
    };
    format!("{what} ({trust})")
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

/// Adds `rests_on` to the object of a report.
pub(super) fn add(object: &mut Value, grounds: &[Ground]) {
    if !grounds.is_empty() {
        object["rests_on"] = grounds.iter().map(one).collect();
    }
}

fn one(ground: &Ground) -> Value {
    let trust = match ground.trust() {
        Trust::Sampled => "sampled",
        Trust::Sealed => "sealed",
        Trust::Believed => "believed",
    };
    match ground {
        Ground::Checkpoint => json!({ "what": "checkpoint", "trust": trust }),
        Ground::Slices { states } => {
            json!({ "what": "slices", "trust": trust, "states": states })
        }
        Ground::Shards { count } => json!({ "what": "shards", "trust": trust, "parts": count }),
        Ground::Tables { classes } => {
            json!({ "what": "tables", "trust": trust, "classes": classes })
        }
        Ground::Syzygy => json!({ "what": "syzygy", "trust": trust }),
    }
}

//! Files of p-strategies: changed in their text, or in what they say and counted again. What is still accepted must be true of chess, which is
//! played here once more by other code. What still counts as the play of a program must be its play.

use adv::chess::parse_fen;
use adv::proof::Watch;
use adv::whole::{
    ComparedTree, TreeFile, WholeBounds, WholeExtent, WholeTask, compare_tree, subject_of_tree,
    tree_file, verify_tree,
};
use adv::{Engine, Limits, Mode, Rulebook, Subject};
use adv_testkit::{Numbers, hostile, root};
use serde_json::{Value, json};

use super::drive::alone;
use super::tree_truth::{TreeTruth, size};
use super::{Attack, Ends};

/// Plays whose files are changed: a program, its subject, where it begins, the mode, and after how many plies it is cut.
const PLAYS: [(&str, &str, &str, Mode, Option<u32>); 6] = [
    (
        "examples/endgames/krk-strategy.adv",
        "krk",
        "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
        Mode::Strong,
        None,
    ),
    (
        "examples/endgames/krk-strategy.adv",
        "krk",
        "8/8/8/8/2R5/1k6/8/K7 w - - 0 1",
        Mode::Strong,
        Some(4),
    ),
    (
        "examples/endgames/krk-sdl.adv",
        "K-R-VS-K",
        "k7/8/2K5/8/8/8/8/1R6 w - - 0 1",
        Mode::Strong,
        None,
    ),
    (
        "examples/endgames/kqk.adv",
        "kqk",
        "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1",
        Mode::Weak,
        None,
    ),
    (
        "examples/endgames/kqk.adv",
        "kqk",
        "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1",
        Mode::Strong,
        Some(3),
    ),
    (
        "examples/kpk.adv",
        "kpk",
        "8/4k3/8/8/4P3/8/8/4K3 w - - 0 1",
        Mode::Strong,
        Some(5),
    ),
];

/// A play that was written down.
struct WrittenPlay {
    engine: Engine,
    text: String,
}

/// The file of a play of one of the project's programs.
///
/// # Panics
/// Where an example has changed so that it does not play from there.
pub fn tree_of(
    program: &str,
    subject: &str,
    fen: &str,
    mode: Mode,
    plies: Option<u32>,
) -> (Rulebook, String) {
    let source = std::fs::read_to_string(root().join(program)).expect("an example");
    let rulebook = Rulebook::load(program, source).expect("it loads");
    let engine = rulebook.engine(Limits::default());
    let watch = Watch::new();
    let task = WholeTask {
        engine: &engine,
        subject: Subject::named(rulebook.program(), subject).expect("its subject"),
        position: parse_fen(fen).expect("a FEN"),
        mode,
        extent: WholeExtent::Play,
        bounds: WholeBounds {
            plies,
            nodes: 100_000,
        },
        watch: &watch,
    };
    let fingerprint = rulebook.fingerprint().expect("a fingerprint").to_string();
    let text = alone(|| tree_file(&task, program, &fingerprint));
    let text = text.unwrap_or_else(|error| panic!("{program}: {error}"));
    (rulebook, text)
}

/// Files of p-strategies, changed. Each is refused, or says what is true.
pub struct Trees {
    originals: Vec<WrittenPlay>,
}

impl Trees {
    /// Writes the plays down.
    pub fn new() -> Trees {
        let originals = PLAYS.map(|(program, subject, fen, mode, plies)| {
            let (rulebook, text) = tree_of(program, subject, fen, mode, plies);
            WrittenPlay {
                engine: rulebook.engine(Limits::default()),
                text,
            }
        });
        Trees {
            originals: originals.into(),
        }
    }
}

impl Default for Trees {
    fn default() -> Trees {
        Trees::new()
    }
}

impl Attack for Trees {
    fn name(&self) -> &'static str {
        "trees"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        let text = &numbers.pick(&self.originals).text;
        if numbers.percent(30) {
            let mut bytes = text.clone().into_bytes();
            hostile::change_bytes(numbers, &mut bytes);
            return bytes;
        }
        let mut file: Value = serde_json::from_str(text).expect("a file as it was written");
        for _ in 0..=numbers.below(2) {
            change(numbers, &mut file);
        }
        if numbers.percent(70) {
            count_again(&mut file);
        }
        file.to_string().into_bytes()
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let Ok((file, verdict)) = verify_tree(input) else {
            *ends.entry("refused").or_default() += 1;
            return Ok(());
        };
        *ends.entry("accepted").or_default() += 1;
        let text = std::str::from_utf8(input).map_err(|error| error.to_string())?;
        let truth = TreeTruth::of(text)?;
        truth.same(&verdict)?;
        for original in &self.originals {
            self.compare(original, &file, ends)?;
        }
        Ok(())
    }
}

impl Trees {
    /// What counts as the play of a program is compared with what the program wrote itself.
    fn compare(&self, own: &WrittenPlay, file: &TreeFile, ends: &mut Ends) -> Result<(), String> {
        let Ok(play) = subject_of_tree(file, own.engine.module()) else {
            return Ok(());
        };
        let Ok(position) = parse_fen(&file.root) else {
            return Err("the root cannot be read".to_owned());
        };
        let watch = Watch::new();
        let task = WholeTask {
            engine: &own.engine,
            subject: play.subject,
            position,
            mode: play.mode,
            extent: play.extent,
            bounds: WholeBounds {
                plies: None,
                nodes: 100_000,
            },
            watch: &watch,
        };
        let compared = alone(|| compare_tree(file, &task));
        if !matches!(compared, Ok(ComparedTree::Same { .. })) {
            return Ok(());
        }
        *ends.entry("the program's").or_default() += 1;
        // The program's own file of the same root, followed as far: each of its moves is in the changed one too.
        let again = alone(|| tree_file(&task, "", ""));
        let again = again.map_err(|error| error.to_string())?;
        let own: Value = serde_json::from_str(&again).map_err(|error| error.to_string())?;
        let mut pairs = vec![(0, 0)];
        let mut seen = std::collections::BTreeSet::new();
        while let Some((at, own_at)) = pairs.pop() {
            if !seen.insert((at, own_at)) {
                continue;
            }
            let node: &adv::whole::TreeNode = &file.nodes[at];
            let of = &own["nodes"][own_at];
            if node.open.is_some() {
                continue;
            }
            if node.mv.as_deref() != of["move"].as_str() || node.by.as_deref() != of["by"].as_str()
            {
                return Err(format!("node {at} is not played so by the program: {of}"));
            }
            for (reply, to) in &node.to {
                let replies = of["to"].as_array().into_iter().flatten();
                let mut same = replies.filter(|pair| pair[0] == reply.as_str());
                let own_to = same.next().and_then(|pair| pair[1].as_u64());
                let own_to = own_to.ok_or_else(|| format!("node {at} has a reply {reply}"))?;
                pairs.push((*to as usize, own_to as usize));
            }
        }
        Ok(())
    }
}

/// Changes one thing that a file says.
fn change(numbers: &mut Numbers, file: &mut Value) {
    if numbers.percent(8) {
        let words = [
            ("us", json!("Black")),
            ("us", json!("white")),
            ("root", json!("7k/8/5K2/8/8/8/8/R7 b - - 0 1")),
            ("format", json!("adv p-strateg")),
            ("version", json!(2)),
            ("mode", json!("weak")),
            ("extent", json!("choice")),
            ("complete", json!(false)),
            ("nodes", json!([])),
            ("subject", json!({ "kind": "table", "name": "kqk" })),
        ];
        let (name, value) = numbers.pick(&words).clone();
        file[name] = value;
        return;
    }
    if numbers.percent(8) {
        let name = numbers.one(&[
            "nodes", "replies", "open", "left_out", "unfolded", "longest",
        ]);
        let value = file["counts"][name].clone();
        file["counts"][name] = match value.as_u64() {
            Some(number) => json!(number.wrapping_add(numbers.one(&[1, 2, u64::MAX]))),
            None => json!(format!("{}0", value.as_str().unwrap_or("1"))),
        };
        return;
    }
    let Some(nodes) = file["nodes"].as_array_mut().filter(|all| !all.is_empty()) else {
        return;
    };
    let count = nodes.len();
    let at = numbers.below(count);
    let other = nodes[numbers.below(count)].clone();
    let node = &mut nodes[at];
    let replies = node["to"].as_array().map_or(0, Vec::len);
    let reply = numbers.below(replies.max(1));
    match numbers.below(18) {
        0 => node["move"] = other["move"].clone(),
        1 => node["fen"] = other["fen"].clone(),
        2 => node["to"] = other["to"].clone(),
        3 => node["end"] = other["end"].clone(),
        4 => node["place"] = json!(numbers.below(4)),
        5 => node["n"] = json!(numbers.below(count + 1)),
        6 => node["by"] = other["by"].clone(),
        7 => {
            node["end"] = json!({ "kind": numbers.one(&["checkmate", "stalemate", "over", "stuck", "material", "leaf", "?"]) })
        }
        8 => node["open"] = json!("plies"),
        9 if replies > 0 => {
            node["to"].as_array_mut().expect("replies").remove(reply);
        }
        10 if replies > 0 => node["to"][reply][1] = json!(numbers.below(count + 1)),
        11 if replies > 0 => node["to"][reply][0] = other["move"].clone(),
        12 if replies > 0 => {
            // Said to be left out: a weaker claim, and a true one.
            let taken = node["to"].as_array_mut().expect("replies").remove(reply);
            node["left_out"] = json!([taken[0]]);
        }
        13 if replies > 0 => {
            let copy = node["to"][reply].clone();
            node["to"].as_array_mut().expect("replies").push(copy);
        }
        14 if replies > 1 => {
            // Another order says the same.
            node["to"].as_array_mut().expect("replies").reverse();
        }
        15 => {
            // Less is claimed where a node is open.
            *node = json!({ "n": at, "fen": node["fen"], "place": node["place"], "open": "nodes" });
        }
        16 => {
            nodes.remove(at);
        }
        _ => nodes.push(other),
    }
}

/// Makes the counts right again, so that what is said of the nodes is looked at.
fn count_again(file: &mut Value) {
    let empty = Vec::new();
    let nodes = file["nodes"].as_array().unwrap_or(&empty);
    let lists = |name: &str| -> u64 {
        let lists = nodes.iter().filter_map(|node| node[name].as_array());
        lists.map(|list| list.len() as u64).sum()
    };
    let open = nodes.iter().filter(|node| !node["open"].is_null()).count();
    let (replies, left_out) = (lists("to"), lists("left_out"));
    let inside = |node: &Value| {
        let targets = node["to"].as_array().into_iter().flatten();
        let mut targets = targets.map(|pair| pair[1].as_u64().unwrap_or(u64::MAX));
        targets.all(|to| to < nodes.len() as u64)
    };
    let mut counts = json!({
        "nodes": nodes.len(), "replies": replies, "open": open, "left_out": left_out,
        "unfolded": "endless", "longest": null,
    });
    if !nodes.is_empty() && nodes.iter().all(inside) {
        let mut known = vec![None; nodes.len()];
        let mut reached = vec![false; nodes.len()];
        if let Some((count, plies)) = size(nodes, 0, &mut known, &mut reached) {
            counts["unfolded"] = json!(count.to_string());
            counts["longest"] = json!(plies);
        }
    }
    file["complete"] = json!(open == 0);
    file["counts"] = counts;
}
